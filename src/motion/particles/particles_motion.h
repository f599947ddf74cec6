#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/state_archive.h"
#include "geometry/obstacle.h"
#include "motion/motion_events.h"
#include "motion/splash/liquid_picture.h"
#include "motion/splash/splash_watch.h"
#include "particle_file/particle_path.h"
#include "particle_file/particle_series.h"
#include "scene/scene.h"
#include "splash/point_cells.h"

namespace resound {

// A liquid that another simulator has moved:
//
//   files -> frames -> paths between frames -> every millisecond: places, velocities, crowding -> the watch -> splashes
//
// It reads ahead of the block by as long as the watch needs, so that each splash has its true time. What had to be
// inferred is told in notes().
class ParticlesMotion {
 public:
  ParticlesMotion(const Particles& particles, int object, const Scene& scene);

  void advance(const TimeBlock& block, const Obstacles& obstacles, MotionEvents& events);
  void depict(SampleIndex sample, SampleRate rate, std::vector<Shape>& shapes) const;
  void archive(StateArchive& state);
  std::vector<std::string> notes() const;

 private:
  void observe(double time);
  void move_to(double time);  // to the two frames around it
  void find_walls();
  const ParticleState* frame(std::ptrdiff_t index);

  Particles particles_;
  int object_;
  bool has_vessel_;
  double spacing_ = 0;  // [m]
  std::vector<std::string> own_notes_;
  std::shared_ptr<ParticleSeries> series_;
  SplashWatch watch_;
  LiquidPicture picture_;
  std::int64_t steps_ = 0;                            // watched so far, kStep apart
  std::ptrdiff_t first_ = -1;                         // frame at which the path begins
  std::vector<std::optional<ParticleState>> frames_;  // those that are held, by index; read once
  ParticlePath path_, path_before_;                   // the picture is a little behind
  std::vector<Vec3> positions_, velocities_;
  std::vector<float> crowding_;
  std::vector<std::int16_t> wall_;
  PointCells cells_;
};

// What is to be said of the particles of a scene before it is rendered: inferred, assumed, repaired.
std::vector<std::string> particle_notes(const Scene& scene);

}  // namespace resound
