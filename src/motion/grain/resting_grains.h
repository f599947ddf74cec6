#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/state_archive.h"
#include "grain/wall_field.h"
#include "motion/grain/grain_sorts.h"
#include "motion/motion_events.h"

namespace resound {

// Looks now and then who rests on the bodies of a scene, for grains that ride on a wall damp it:
//
//   slow grains that touch a body, slow grains inside it -> each contact bears its share of all of them -> WallLoad
class RestingGrains {
 public:
  // `walls` are those of the sorts, in their order.
  RestingGrains(const GrainSorts& sorts, std::span<const Wall> walls);

  bool is_due(double time) const { return !fields_.empty() && time >= next_; }  // [s]
  // Grains are where they are at `end`; all walls move so from `begin` on. [s]
  void look(double begin, double end, std::span<const Vec3> positions, std::span<const Vec3> velocities,
            std::span<const int> kind_of, std::span<const WallMotion> motions);

  std::span<const WallLoad> loads() const { return loads_; }
  std::int64_t change() const { return change_; }
  void archive(StateArchive& state) { state.fields(next_, change_, loads_); }

 private:
  struct Field {
    std::size_t wall = 0;
    WallField field;
  };
  void look_at(Field& field, double time, std::span<const Vec3> positions, std::span<const int> kind_of,
               std::span<const double> speeds);

  GrainSorts sorts_;
  std::vector<Field> fields_;  // of what rings
  double next_ = 0;            // [s]
  std::int64_t change_ = 0;
  std::vector<WallLoad> loads_;
};

}  // namespace resound
