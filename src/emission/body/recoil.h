#pragma once
#include <array>
#include <span>
#include <vector>

#include "audio/arrival_kernel.h"
#include "base/clock.h"
#include "base/state_archive.h"
#include "body/prepared_body.h"
#include "motion/motion_events.h"

namespace resound {

// The click of a struck body: while it is pushed, the whole body moves, and drags air along (acceleration noise).
//
//   push -> acceleration of the centre, band-limited -> (displaced + added mass) x acceleration -> two poles -> dipole
//
// A body much smaller than the wave sends F = (rho V + M_added) a. A larger one sends less: the two poles
//   2 l^2 / (s^2 + 2 l s + 2 l^2),  l = c / radius
// are exact for a ball [Koss & Alfredson 1973] and stand for other bodies with the radius of the ball of their volume.
class Recoil {
 public:
  Recoil(const PreparedBody& body, double speed_of_sound, SampleRate rate);

  void push(const ContactPulse& pulse, double time, const Vec3& direction, const Pose& pose, SampleIndex now);
  void fill(int count);  // the next samples
  bool is_silent() const;
  std::span<const double> force(int axis) const { return force_[static_cast<std::size_t>(axis)]; }  // [N]  on the air
  int lag() const { return lag_; }                                                                  // [samples]

  void archive(StateArchive& state) { state.fields(ahead_, poles_); }

 private:
  // A trapezoidal step of y'' + 2 l y' + 2 l^2 y = 2 l^2 x, one an axis.
  struct TwoPoles {
    double y = 0, slope = 0, x = 0;
  };
  void splat(double position, const Vec3& impulse);
  double filter(TwoPoles& poles, double x) const;

  ArrivalKernel kernel_;
  SampleRate rate_;
  double lead_ = 0;                       // [s]  the skin is nearer to the ear than the centre
  int lag_ = 0;                           // [samples]  enough for a push at a block's begin to be heard from the skin
  double corner_ = 0;                     // [1/s]  l
  std::array<double, 9> air_per_push_{};  // [1]  force on the air by force on the body, body axes
  std::vector<Vec3> ahead_;               // [N]  at the samples to come
  std::array<TwoPoles, 3> poles_{};
  std::array<std::vector<double>, 3> force_;
};

}  // namespace resound
