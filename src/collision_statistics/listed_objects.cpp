#include "collision_statistics/listed_objects.h"

#include <algorithm>

namespace resound {

void SolidFinder::add(const ListedCollision& c) {
  const auto most = static_cast<std::size_t>(std::max(c.first_object, c.second_object));
  if (meets_itself_.size() <= most) meets_itself_.resize(most + 1);
  if (c.first_object == c.second_object) meets_itself_[most] = true;
}

// Sizes of one sort of grains are one object.
ListedObjects SolidFinder::found(const ObjectNames& names) const {
  ListedObjects objects{names, std::vector<bool>(names.size(), true)};
  const auto object = [&](std::size_t i) { return names[i].substr(0, names[i].find(':')); };
  for (std::size_t i = 0; i < std::min(names.size(), meets_itself_.size()); ++i)
    for (std::size_t j = 0; meets_itself_[i] && j < names.size(); ++j)
      if (object(j) == object(i)) objects.is_solid[j] = false;
  return objects;
}

}  // namespace resound
