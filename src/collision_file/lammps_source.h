#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "collision_file/collision_reader.h"
#include "collision_file/lammps_dump.h"

namespace resound {

// Collisions from two dumps of a granular LAMMPS run: contacts (NAME.contacts, or any suffix) and, beside it under the
// same stem, atoms (NAME.atoms). The two are read in step, and two frames of them are held:
//
//   pairs of this frame - pairs of the frame before = those that met -> flight from the frame before -> collision
//
// Pairs that touch in the first frame, or as soon as one of them is there at all, met at a time that nobody knows: no
// collision. An atom of type 2 is a grain of the object "type2" (docs/collisions-from-simulators.md).
class LammpsCollisions : public CollisionSource {
 public:
  explicit LammpsCollisions(const std::filesystem::path& contacts);

  bool read(ListedCollision& row) override;
  const ObjectNames& names() const override { return names_; }

  static bool is_dump(const std::filesystem::path& file);  // does it begin like a text dump?
  static std::filesystem::path atoms_beside(const std::filesystem::path& contacts);

 private:
  struct Grain {
    std::int32_t id, type;
    Vec3 position;  // [m]
    Vec3 velocity;  // [m/s]
    double radius;  // [m]
  };
  using Pair = std::pair<std::int32_t, std::int32_t>;  // ids, the lower one first

  struct Frame {
    std::int64_t step = -1;
    double time = 0;            // [s]
    Vec3 period;                // [m]
    std::vector<Grain> grains;  // by id
    std::vector<Pair> pairs;    // in order, each once
    const Grain* find(std::int32_t id) const;
  };

  bool next_frame();
  void read_grains();
  void read_pairs();
  void find_collisions();
  std::int32_t object(std::int32_t type);

  LammpsDump contacts_, atoms_;
  Frame before_, now_;
  bool has_before_ = false;
  std::vector<Pair> met_;
  std::vector<ListedCollision> found_;  // between the two frames, in the order of time
  std::size_t next_ = 0;
  std::map<std::int32_t, std::int32_t> object_of_type_;
  ObjectNames names_;
};

}  // namespace resound
