#pragma once
#include <span>
#include <vector>

#include "particle_file/particle_series.h"

namespace resound {

// The motion of particles between two frames of a cache, reconstructed from both and, where the files tell no
// velocities, from the frames around them. For each particle one of
//
//   flight   what leaves the first frame arrives at the second: a cubic (Hermite) through both, which for free fall is
//            the parabola itself
//   bounce   it does not: it flew on freely from the first, met something, and went straight to where the second has
//   it.
//            The turn is at the instant at which both ways come nearest to each other, anywhere within the frame
class ParticlePath {
 public:
  // Grains lie where they are slow, and do not fall from there: they would land once a frame, which is a buzz.
  enum class Slow { falls, lies };
  explicit ParticlePath(Slow slow = Slow::falls) : slow_(slow) {}

  // `before` and `after` may be null at the ends of the cache.
  void span(const ParticleState* before, const ParticleState& first, const ParticleState& second,
            const ParticleState* after);

  // Places and velocities at a time [s] between the two frames; a particle that is missing from either is nowhere.
  void at(double time, std::vector<Vec3>& positions, std::vector<Vec3>& velocities) const;

  double begin() const { return begin_; }  // [s]
  double end() const { return end_; }      // [s]
  std::size_t bounces() const;

 private:
  struct Piece {
    Vec3 from, to;              // [m]
    Vec3 from_speed, to_speed;  // [m/s]
    Vec3 pull_after;            // [m/s^2]  after a bounce: that of gravity if it flies again
    double turn = -1;           // [s] after the first frame; negative: none

    double nearest_turn(double interval) const;
  };
  void infer_speeds(Piece& piece, const Vec3& earlier, double ago, const Vec3& later, double ahead) const;

  Slow slow_;
  double begin_ = 0, end_ = 0;
  std::vector<Piece> pieces_;
};

}  // namespace resound
