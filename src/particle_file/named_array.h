#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "particle_file/particle_frame.h"

namespace resound {

// A table of numbers with a name, as all these formats have them: one row a particle.
struct NamedArray {
  std::string name;
  std::size_t components = 1;
  std::vector<double> values;  // row after row

  std::size_t rows() const { return components > 0 ? values.size() / components : 0; }
};

enum class ParticleQuantity { position, velocity, id, radius, diameter };

// What a column or array is by its name, in the spellings of the simulators (docs/liquids.md): "Points:0", "Pos.x [m]",
// "P[x]", "vx", "velocity", "Idp", "pscale". `axis` is -1 where the name speaks of the whole.
struct ArrayRole {
  ParticleQuantity quantity = ParticleQuantity::position;
  int axis = -1;
};
std::optional<ArrayRole> role_of(std::string_view name);

// Takes positions, velocities, ids and radii from among the arrays by their names; the rest is passed over. `name` is
// that of the file. Throws InputError if there are no positions or lengths differ.
ParticleFrame frame_of(std::vector<NamedArray> arrays, const std::string& name);

}  // namespace resound
