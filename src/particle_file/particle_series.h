#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/file_series.h"
#include "numerics/vec3.h"
#include "particle_file/particle_frame.h"

namespace resound {

enum class UpAxis { x, y, z };

struct ParticleSeriesSettings {
  std::filesystem::path pattern;  // base/file_series.h
  FrameRate rate{30, 1};          // [1/s]
  double unit = 1;                // [m]  that one stands for in the files
  UpAxis up = UpAxis::z;          // in the files
  double begin = 0;               // [s]  time of the first frame
  bool checks_fall = true;        // are particles in the air asked whether they fall as on earth?
};

// Particles at the time of a frame: metres, z up. A particle keeps its place for life; one that is not there has no
// finite position.
struct ParticleState {
  double time = 0;  // [s]
  std::vector<Vec3> positions;
  std::vector<Vec3> velocities;  // [m/s]  of the file; empty if it has none
  std::vector<double> radii;     // [m]    likewise
  std::size_t present() const;
};

// The frames of a cache, one after the other. What is missing or odd in them is repaired where that is safe, and said
// in notes(); where it is not, InputError names the file and the remedy.
//
//   a frame is missing        bridged up to two in a row, and said; more are refused
//   particles come and go     by their ids; without ids new ones may be appended, which is said; else refused
//   places that are no number those particles are left out of that frame, and counted; more than a tenth are refused
//   they do not fall with g   refused with the unit, axis or frame rate that would be right
class ParticleSeries {
 public:
  explicit ParticleSeries(const ParticleSeriesSettings& settings);  // finds the files and looks at some of them

  std::size_t frames() const { return files_.size(); }
  double time(std::size_t frame) const;  // [s]
  double begin() const { return time(0); }
  double end() const { return time(frames() - 1); }

  // Frames are read in order; going back begins anew.
  ParticleState read(std::size_t frame);
  bool has_velocities() const { return has_velocities_; }
  const std::vector<std::string>& notes() const { return notes_; }  // grows while frames are read

 private:
  void find_files();
  void check_numbers();
  void check_fall();
  ParticleState read_next();
  void place_by_id(const ParticleFrame& frame, ParticleState& state);
  void place_by_order(const ParticleFrame& frame, const std::string& name, ParticleState& state);
  void leave_out_broken(ParticleState& state, std::size_t count, const std::string& name);
  ParticleState converted(ParticleFrame&& frame, const std::string& name);
  void note_once(std::size_t kind, const std::string& text);
  void rewind();

  ParticleSeriesSettings settings_;
  std::vector<SeriesFile> files_;
  std::int64_t step_ = 1;  // between the numbers of files
  std::size_t next_ = 0;   // frame that is read next
  bool has_velocities_ = false, has_ids_ = false;
  std::unordered_map<std::int64_t, std::size_t> slot_of_;  // by id
  std::size_t slots_ = 0;
  std::vector<Vec3> last_;  // where they were, to tell whether an order holds
  std::vector<bool> noted_;
  std::vector<std::string> notes_;
};

}  // namespace resound
