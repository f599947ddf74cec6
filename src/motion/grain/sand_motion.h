#pragma once
#include <memory>
#include <string>
#include <vector>

#include "base/state_archive.h"
#include "body/prepared_body.h"
#include "geometry/obstacle.h"
#include "motion/grain/flow_collisions.h"
#include "motion/grain/grain_sorts.h"
#include "motion/motion_events.h"
#include "particle_file/particle_path.h"
#include "particle_file/particle_series.h"
#include "scene/scene.h"

namespace resound {

// Sand that another program has moved:
//
//   frames -> state of every cell -> collisions by chance
//   places and speeds every few milliseconds between frames -> who reaches a wall, and what is seen
class SandMotion {
 public:
  SandMotion(const Sand& sand, int object, const Scene& scene, const PreparedBodies& bodies);

  void advance(const TimeBlock& block, const Obstacles& obstacles, MotionEvents& events);
  void depict(SampleIndex sample, SampleRate rate, std::vector<Shape>& shapes) const;
  void archive(StateArchive& state);

  std::vector<std::string> notes() const;  // what was estimated, and how sure it is

 private:
  void go_on(double time);  // until what happens before it is known
  void look(double time);
  void next_span();
  int looks_per_frame() const;
  double interval() const;  // [s]  between two looks

  Sand sand_;
  int object_;
  std::shared_ptr<const Scene> scene_;  // a copy
  GrainSorts sorts_;
  std::vector<int> kind_of_;
  double per_particle_ = 1, restitution_ = 1;
  std::unique_ptr<ParticleSeries> series_;
  std::unique_ptr<FlowCollisions> flow_;
  std::size_t frame_ = 0;              // at which the span that is known begins
  std::vector<ParticleState> states_;  // from the frame before it on, four at most
  ParticlePath path_{ParticlePath::Slow::lies};
  std::int64_t looks_ = 0;
  std::vector<Vec3> positions_, velocities_;  // scratch
  std::vector<double> diameters_;
  std::vector<ParticlePath::Way> ways_;
  std::vector<Collision> collisions_;
  struct Look {
    double time = 0;  // [s]
    std::vector<Vec3> positions;

    void archive(StateArchive& state) { state.fields(time, positions); }
  };
  std::vector<Look> seen_;  // of the last frames, in the order of time
};

}  // namespace resound
