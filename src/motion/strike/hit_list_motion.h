#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "geometry/obstacle.h"
#include "hit_file/hit_reader.h"
#include "motion/motion_events.h"
#include "motion/strike/target.h"

namespace resound {

// A row of a hit file, as the struck object feels it.
struct ResolvedHit {
  double time = 0;  // [s]
  int object = 0;   // that is struck
  Vec3 position;    // [m]  on its skin, along its axes
  Vec3 direction;   // of the force, along its axes
  StrikePulse pulse;
};

// Finds out what a row means: which object, where on its skin, how hard and how long. What the row does not say is
// taken from the list's own striker and from the surface.
class HitResolver {
 public:
  HitResolver(const HitList& list, const Scene& scene, const PreparedBodies& bodies);

  // Throws InputError, with file and line, for an object that is not there and a place that is nowhere near its skin.
  ResolvedHit resolve(const HitRow& row);
  const Target& target(const std::string& name, const HitRow& row);

 private:
  Mallet striker_of(const HitRow& row) const;
  [[noreturn]] void refuse(const HitRow& row, const std::string& fact) const;

  HitList list_;
  const Scene* scene_;
  const PreparedBodies* bodies_;
  std::map<std::string, Target> targets_;  // those that were struck so far
};

// Plays a file of hits: a stream, of which only the next row is held.
class HitListMotion {
 public:
  HitListMotion(const HitList& list, int object, const Scene& scene, const PreparedBodies& bodies);

  void advance(const TimeBlock& block, const Obstacles& obstacles, MotionEvents& events);
  void archive(StateArchive& state);

 private:
  void rewind(std::int64_t played);  // to where so many hits have been handed out

  HitList list_;
  std::shared_ptr<const Scene> scene_;  // a copy: the resolver looks things up in it
  std::shared_ptr<const PreparedBodies> bodies_;
  std::unique_ptr<HitResolver> resolver_;
  std::unique_ptr<HitReader> reader_;
  std::optional<HitRow> next_;
  std::int64_t played_ = 0;
};

}  // namespace resound
