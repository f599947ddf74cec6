#pragma once
#include <vector>

#include "audio/line_track.h"
#include "body/prepared_body.h"
#include "emission/source_signals.h"
#include "radiation/ringing_points.h"
#include "scene/scene.h"

namespace resound {

// How a solid swung about its hinge, and which points of it sounded in one line.
struct Swing {
  Vec3 hinge;                  // [m]  world
  Vec3 axis;                   // unit
  std::vector<double> times;   // [s]    rising
  std::vector<double> angles;  // [rad]  from where it began, likewise
  RingingLine line;
  std::vector<RingingPoint> points;  // from the hinge, along the world's axes as it began

  Pose pose_at(double time) const;
  // The line as an ear [m] hears it by exact retarded time; entry by entry as follow_line() gives it of a sound.
  LineTrack track_at(const Vec3& ear, double speed_of_sound, SampleRate rate, const LineTrackSettings& settings) const;
};

// Watches a render for the swing of one hinged solid: hand it to RenderSettings::watch.
//
// The angle is that of the solid's moment of momentum. The modes of a hinged body are orthogonal to its swing, so they
// leave it alone however loud they are. All nodes must lie on the skin: one layer of bricks.
class SwingWatch {
 public:
  // Strengths are read off between two times [s]: when the line is loud, and for long enough to tell it from the next.
  SwingWatch(const Scene& scene, const PreparedBodies& bodies, int object, const RingingLine& line, double begin,
             double end);

  void watch(const TimeBlock& block, const MotionEvents& events, const SourceSignals& signals);
  Swing swing() const;

 private:
  double angle_at(const SkinMotion& skin, std::size_t sample) const;
  void listen(const SourceSignals& signals, std::size_t sample, double time, double angle);

  int object_;
  double begin_, end_;          // [s]
  std::vector<Vec3> arms_;      // [m]   from the hinge to each vertex of the skin, as it began
  std::vector<double> masses_;  // [kg]  likewise
  Swing swing_;                 // its strengths still sums
  double weights_ = 0;          // of these
};

}  // namespace resound
