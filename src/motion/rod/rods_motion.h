#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "body/prepared_body.h"
#include "geometry/obstacle.h"
#include "motion/motion_events.h"
#include "motion/rod/rod_pushes.h"
#include "motion/rod/rod_recorder.h"
#include "motion/rod/rod_start.h"
#include "motion/rod/rod_step.h"
#include "rod/rod_contact.h"
#include "rod/rod_stepper.h"
#include "scene/scene.h"

namespace resound {

// All rods of a scene. They may touch each other, so they take their steps together:
//
//   mallets, bows, contacts, elastic forces -> velocities -> positions     hundreds of thousands of times a second
//        │                                        └─> pull on the air at the audio rate, what can be seen
//        └─> blows on bodies that a rod hits, pull of an end at its bridge
//
// A whole number of steps makes a sample. Obstacles are where they are at the beginning of the block and move on
// evenly.
class RodsMotion {
 public:
  RodsMotion(const Scene& scene, const PreparedBodies& bodies);

  void meet(const Obstacles& obstacles);
  void advance(const TimeBlock& block, const Obstacles& obstacles, MotionEvents& events);
  void respond(const TimeBlock& block, MotionEvents& events);
  void depict(SampleIndex sample, SampleRate rate, std::vector<Shape>& shapes) const;
  void archive(StateArchive& state);

 private:
  // An end that pulls at a body.
  struct Bridge {
    int object = 0;
    std::vector<RodVertex> held;  // the vertices of that end
    Vec3 still;                   // [N]  how it pulls when the scene begins, which the body is used to
    std::vector<Vec3> pull;       // [N]  mean of each stretch of the block
  };
  struct Member {
    int object = 0;
    std::string called;  // in messages
    Rod description;
    std::unique_ptr<const StartedRod> started;  // the stepper points into it
    RodPushes pushes;
    std::optional<RodRecorder> recorder;
    std::optional<Bridge> bridge;
  };
  // Where the vertices of all rods are at one frame of the block.
  struct Frame {
    SampleIndex sample = 0;
    std::vector<std::vector<Vec3>> vertices, directors;
  };

  RodObstacle obstacle_of(const Obstacle& obstacle) const;
  void choose_step();
  void set_beginning(const Scene& scene);
  void drive_ends();
  void tell_obstacles(const TimeBlock& block, const MotionEvents& events);
  void take_sample(int sample, const TimeBlock& block);
  void take_pull(Bridge& bridge, std::span<const double> forces) const;
  void tell_contacts(const TimeBlock& block, MotionEvents& events);
  void pull_at_bridges(const TimeBlock& block, MotionEvents& events) const;
  void report_health(MotionEvents& events);
  double stable_now(bool has_changed) const;
  Frame frame_now(SampleIndex sample) const;
  double energy() const;  // [J]

  Ground ground_;
  SampleRate rate_;
  std::vector<Member> members_;
  RodStep step_;
  int stretches_ = 1;
  std::optional<RodStepper> stepper_;
  std::optional<RodContacts> contacts_;
  std::vector<ContactRule> rules_;   // one an object
  std::vector<double> ball_radius_;  // [m]  likewise; 0: it is no ball
  std::vector<int> obstacle_objects_;
  std::vector<bool> is_there_;       // each of them, in this block
  double sample_begin_ = 0;          // [s]  of the sample that is being taken
  std::vector<std::size_t> pushed_;  // members that a mallet or bow is at during it
  double supplied_ = 0;              // [J]  at the beginning, plus the work of mallets and bows
  double begin_weight_ = 0;          // [J]
  double fallen_ = 0;                // [J]  work of weight, at its most
  std::vector<Frame> frames_;
};

}  // namespace resound
