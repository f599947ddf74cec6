#pragma once
#include <cstdint>
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
//            it. The turn is at the instant at which both ways come nearest to each other, anywhere within the frame
class ParticlePath {
 public:
  // Grains that lie or slide do not fall between frames: they would land once a frame, which is a buzz. Which of them
  // fly is told by how their mean velocity changes from frame to frame: nearer to free fall than to an even motion.
  enum class Slow { falls, lies };
  explicit ParticlePath(Slow slow = Slow::falls) : slow_(slow) {}

  // `before` and `after` may be null at the ends of the cache.
  void span(const ParticleState* before, const ParticleState& first, const ParticleState& second,
            const ParticleState* after);

  // Places and velocities at a time [s] between the two frames; a particle that is missing from either is nowhere.
  void at(double time, std::vector<Vec3>& positions, std::vector<Vec3>& velocities) const;

  // How a particle moves on from a time between the frames, should it meet nothing.
  struct Way {
    std::uint32_t particle = 0;
    Vec3 place, velocity, pull;  // [m], [m/s], [m/s^2]
    double turns_after = 0;      // [s]  when it is taken to have met something: infinite if it does not, may be past
    Vec3 end;                    // [m]  where the second frame has it
    bool is_new = true;          // at its beginning; else it has come here since the first frame
  };
  // The ways of all. One that flew and turns has two: as it flew from the first frame, over the whole of the frame,
  // because its flight is known better than the instant of its turn; and, later than that, as it went on.
  void ways(double time, std::vector<Way>& ways) const;

  double begin() const { return begin_; }  // [s]
  double end() const { return end_; }      // [s]
  std::size_t bounces() const;

 private:
  struct Piece {
    Vec3 from, to;              // [m]
    Vec3 from_speed, to_speed;  // [m/s]
    Vec3 pull, pull_after;      // [m/s^2]  before and after a bounce: that of gravity if it flies
    double turn = -1;           // [s] after the first frame; negative: none

    double nearest_turn(double interval) const;
  };
  // Where a particle was a while [s] before the first frame and is after the second; not finite where nobody knows.
  struct Around {
    Vec3 earlier, later;
    double ago = 0, ahead = 0;
  };
  void infer_speeds(Piece& piece, const Around& around) const;
  void infer_grain(Piece& piece, const Around& around, const Piece* before) const;

  Slow slow_;
  double begin_ = 0, end_ = 0;
  std::vector<Piece> pieces_, pieces_before_;
};

}  // namespace resound
