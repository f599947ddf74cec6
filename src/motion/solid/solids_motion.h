#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "body/prepared_body.h"
#include "geometry/obstacle.h"
#include "motion/motion_events.h"
#include "motion/solid/side_drive.h"
#include "motion/solid/skin_recorder.h"
#include "motion/solid/solid_step.h"
#include "motion/solid/solid_strikes.h"
#include "scene/scene.h"
#include "solid/contact.h"
#include "solid/solid_stepper.h"

namespace resound {

// All deforming solids of a scene. They may touch each other, so they take their steps together:
//
//   weight, blows, contacts, elastic forces -> velocities -> positions        a million times a second
//                                                  └─> skins at the audio rate, poses, what can be seen
//
// A whole number of steps makes a sample. What others did to the solids in a block is known before the solids move
// through it.
class SolidsMotion {
 public:
  SolidsMotion(const Scene& scene, const PreparedBodies& bodies);

  void meet(const Obstacles& obstacles);
  void place(const TimeBlock& block, Obstacles& obstacles) const;
  void advance(const TimeBlock& block, const Obstacles& obstacles, MotionEvents& events);
  void respond(const TimeBlock& block, MotionEvents& events);
  void depict(SampleIndex sample, SampleRate rate, std::vector<Shape>& shapes) const;
  void occlude(std::vector<Shape>& shapes) const;
  void archive(StateArchive& state);

 private:
  struct Member {
    int object = 0;
    std::string name;
    Solid solid;
    std::shared_ptr<const PreparedSolid> prepared;
    std::size_t first = 0;  // of its nodes in the shared array
    std::optional<SideDrive> drive;
    std::vector<Vec3> begin;    // [m]  of its driven nodes
    std::vector<Vec3> normals;  // of the vertices of its skin, at rest
    Pose pose;                  // as if it were rigid
    std::optional<SkinRecorder> recorder;
  };
  // What the stepper records together: a group of vertices of a member's skin.
  struct RecordedGroup {
    std::size_t member = 0, group = 0;
  };
  // Where the members are at one frame of the block.
  struct Frame {
    SampleIndex sample = 0;
    std::vector<Pose> poses;
  };

  void add_member(const Solid& solid, int object, const std::string& name,
                  std::shared_ptr<const PreparedSolid> prepared);
  void set_beginning();
  void hang(Member& member);
  void drive_sides();
  void filter_skins();
  std::vector<int> shared_nodes(const Member& member, std::span<const int> nodes) const;
  void tell_obstacles(const MotionEvents& events);
  void take_sample(int sample, const TimeBlock& block);
  void tell_blows(double begin, double stretch);
  void free_whole_motion(const Member& member);
  void fit_poses();
  void record_frame(SampleIndex sample, MotionEvents& events);
  double energy() const;  // [J]
  void report_health(MotionEvents& events);

  Ground ground_;
  SampleRate rate_;
  std::vector<Member> members_;
  std::vector<RecordedGroup> recorded_;
  double step_ = 0;  // [s]
  int steps_per_sample_ = 1;
  std::optional<SolidStepper> stepper_;
  std::optional<ContactForces> contacts_;
  std::vector<int> obstacle_objects_;
  SolidStrikes strikes_;
  double supplied_ = 0;  // [J]  at the beginning, plus all work done since but that of weight
  double fallen_ = 0;    // [J]  work of weight, at its most
  std::vector<Frame> frames_;
  std::vector<Contact> blows_;      // on others, of the block
  double sample_begin_ = 0;         // [s]  of the sample that is being taken
  bool takes_last_sample_ = false;  // of the block
};

}  // namespace resound
