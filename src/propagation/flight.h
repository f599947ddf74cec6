#pragma once
#include <array>
#include <span>
#include <vector>

#include "base/clock.h"
#include "emission/source_signals.h"
#include "numerics/path.h"

// From where to where each sample of a block flies, and what it brings. Arrays hold one number a sample; they are
// padded so that whole vectors can be read and written.
namespace resound {

// A source closer to the ear than this sounds as from this distance: 1/r must not grow without bound when something
// touches the microphone.
inline constexpr double kSmallestDistance = 0.01;  // [m]

inline std::size_t padded(int count) { return (static_cast<std::size_t>(count) + 7) / 8 * 8; }

// One vector a sample.
struct Track {
  std::vector<double> x, y, z;
  void resize(int count);
  void fill(const Vec3& value);
  Vec3 at(std::size_t sample) const { return {x[sample], y[sample], z[sample]}; }
  void set(std::size_t sample, const Vec3& value) { x[sample] = value.x, y[sample] = value.y, z[sample] = value.z; }
};

// How something moves during a block.
struct Course {
  Track position;      // [m]
  Track velocity;      // [m/s]
  Track acceleration;  // [m/s^2]  of ears only
};

// Positions and, if they are wanted, velocities of a source by a cubic (Hermite) between its knots, straight on before
// the first and after the last.
void follow(std::span<const SourceKnot> knots, SampleRate rate, int count, Course& course, bool with_velocity = true);

// Where a moving ear is when it meets what the source sent at each sample: solves t_r = t_e + |x_r(t_r) - x_s(t_e)| / c
// to better than 1e-6 sample. The ear must be slower than sound.
void meet(const Path& ear, const Track& source, const TimeBlock& block, double speed_of_sound, Course& met);

// The same for one instant. `guess` and the delay that is found are in seconds.
struct Meeting {
  double delay = 0;  // [s]
  Vec3 position;     // [m]      of the ear
  Vec3 velocity;     // [m/s]
};
Meeting meet(const Path& ear, const Vec3& from, double sent, double speed_of_sound, double guess, SampleRate rate);
// [m/s^2]  of an ear at the time of a meeting, over the sample before
Vec3 acceleration(const Path& ear, const Meeting& meeting, double sent, SampleRate rate);

struct Flight {
  std::vector<double> arrival;   // [samples] after the block's first
  std::vector<double> distance;  // [m]
  std::vector<double> far;       // [1/m]    1 / (4 pi r)
  std::vector<double> near;      // [1/m^2]  1 / (4 pi r^2)
  Track direction;               // unit, from source to ear
  // Of the whole block, padding included.
  double earliest = 0, latest = 0;   // [samples]  arrivals
  double nearest = 0, farthest = 0;  // [m]
  double sum_of_distances = 0;       // [m]  not finite if one of them is not
  void resize(int count);
};

void fly(const Track& source, const Track& ear, double samples_per_metre, int count, Flight& flight);

// What the source sends, padded; a part that is missing is empty.
struct Strength {
  std::span<const double> monopole;               // [kg/s]
  std::array<std::span<const double>, 3> dipole;  // [N]
  Beam beam;                                      // as published
};

// The two quantities that are splatted, unscaled: the buffers' derivative makes Doppler's gain right [radiation.md,
// section 4].
//   far  = gain (q + F.n / c) / (4 pi r)      [kg/(m s)]  differentiated after the flight
//   near = gain F.n / (4 pi r^2)              [Pa]
// The vertical part of F is turned over if the source is a mirror image in the ground.
void weigh(const Strength& strength, const Flight& flight, std::span<const double> gain, double speed_of_sound,
           bool mirrored, int count, std::vector<double>& far, std::vector<double>& near);

// The same for an ear that moves. Pressure belongs to the place: the ear hears the notes shifted, but the rate of
// change it must not see is the one of its own making. With u, a the ear's velocity and acceleration, v the source's,
// M_s = v.n / c, M_u = u.n / c, E = 1 / (1 - M_u) and A = q + F.n / c (derived in docs/propagation.md):
//   far  = gain A E^2 / (4 pi r)
//   near = gain E / (4 pi r) { F.n / r - A E^2 dM_u/dt + E [ A (u.n - u.v / c) / (r (1 - M_s)) - (u.F - u.n F.n) / (c
//   r) ] }
void weigh_for_moving_ear(const Strength& strength, const Flight& flight, const Course& source, const Course& ear,
                          std::span<const double> gain, double speed_of_sound, bool mirrored, int count,
                          std::vector<double>& far, std::vector<double>& near);

// The same for one instant, without gain and 1 / (4 pi r).
struct EarWeights {
  double far = 0;   // A E^2
  double near = 0;  // the rest
};
struct MovingEar {
  Vec3 velocity;      // [m/s]
  Vec3 acceleration;  // [m/s^2]
};
EarWeights weigh_for_moving_ear(double monopole, const Vec3& force, const Vec3& source_velocity, const Vec3& direction,
                                double distance, const MovingEar& ear, double speed_of_sound);

// Throws if sound is lost in space, or so far away that it is not carried.
void check_distance(double distance, int object, double time);  // [m], from 0, [s]

// As published in 2001, for ears at rest and moving alike: near = gain P A.n / r.
void weigh_as_published(const Strength& strength, const Flight& flight, std::span<const double> gain, bool mirrored,
                        int count, std::vector<double>& near);

}  // namespace resound
