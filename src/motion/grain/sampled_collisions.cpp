#include "motion/grain/sampled_collisions.h"

#include <algorithm>

#include "motion/grain/grain_names.h"

namespace resound {
namespace {

ListedObjects listed_objects(const Scene& scene, const GrainSorts& sorts) {
  ListedObjects objects{grain_names(scene, sorts), std::vector<bool>(sorts.kinds.size(), false)};
  objects.is_solid.resize(objects.names.size(), true);
  return objects;
}

}  // namespace

SampledCollisions::SampledCollisions(const ResampleSettings& settings, const Scene& scene, const GrainSorts& sorts)
    : delay_(Resampler::delay(settings)),
      kinds_(static_cast<int>(sorts.kinds.size())),
      resampler_(settings, listed_objects(scene, sorts), [this](std::span<const ListedCollision> window) {
        for (const ListedCollision& c : window)
          made_.push_back({c.time, c.place, c.normal, c.speed, c.first,
                           c.second_object < kinds_ ? c.second : wall_as_body(c.second_object - kinds_)});
      }) {}

void SampledCollisions::add(const Collision& c, std::span<const int> kind_of) {
  const bool is_wall = c.second < 0;
  resampler_.add({c.time, c.place, c.normal, c.speed, c.first, is_wall ? 0 : c.second,
                  kind_of[static_cast<std::size_t>(c.first)],
                  is_wall ? kinds_ + wall_as_body(c.second) : kind_of[static_cast<std::size_t>(c.second)]});
}

void SampledCollisions::take(double begin, double end, std::vector<Collision>& collisions) {
  const auto first = std::ranges::lower_bound(made_, begin, {}, &Collision::time);
  const auto last = std::ranges::lower_bound(made_, end, {}, &Collision::time);
  collisions.assign(first, last);
  made_.erase(made_.begin(), last);
}

}  // namespace resound
