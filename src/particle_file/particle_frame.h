#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "numerics/vec3.h"

namespace resound {

inline constexpr std::size_t kMostParticles = 50'000'000;  // in one frame

// Particles as a file of another simulator holds them at one instant, in the file's own units and axes. What a file
// does not say is empty; numbers may be no numbers (NaN).
struct ParticleFrame {
  std::vector<Vec3> positions;
  std::vector<Vec3> velocities;
  std::vector<std::int64_t> ids;
  std::vector<double> radii;
  std::vector<std::string> notes;  // what had to be assumed to read it
};

// Reads one frame: CSV, VTK (legacy or XML), NPY or NPZ, which its first bytes tell. Throws InputError with the place
// for a file that is none of them or broken, LimitError for one that is too large.
ParticleFrame read_particles(const std::filesystem::path& file);
ParticleFrame parse_particles(std::string_view bytes, const std::string& name);

// The formats; `name` is for messages.
ParticleFrame parse_particle_csv(std::string_view bytes, const std::string& name);
ParticleFrame parse_particle_vtk(std::string_view bytes, const std::string& name);      // legacy
ParticleFrame parse_particle_vtk_xml(std::string_view bytes, const std::string& name);  // PolyData, UnstructuredGrid
ParticleFrame parse_particle_npy(std::string_view bytes, const std::string& name);
ParticleFrame parse_particle_npz(std::string_view bytes, const std::string& name);

}  // namespace resound
