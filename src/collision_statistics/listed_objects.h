#pragma once
#include <vector>

#include "collision_file/listed_collision.h"

namespace resound {

// Who is in a list, and who of them is no grains but something with a surface.
struct ListedObjects {
  ObjectNames names;
  std::vector<bool> is_solid;
};

// Finds out, row by row, who of a list is solid: grains meet their like, solids never do.
class SolidFinder {
 public:
  void add(const ListedCollision& collision);
  ListedObjects found(const ObjectNames& names) const;

 private:
  std::vector<bool> meets_itself_;
};

}  // namespace resound
