#include "liquid/list_age.h"

#include "liquid/near_lists.h"

namespace resound {
namespace {

constexpr double kFar = 1.5;  // [dx]  beyond the reach of lists: as far apart are blocks that are not watched in pairs

struct Extent {
  Vec3 low, high;  // [m]
};

double gap(double low_a, double high_a, double low_b, double high_b) {
  return std::max({0.0, low_b - high_a, low_a - high_b});
}

double distance(const Extent& a, const Extent& b) {
  return length({gap(a.low.x, a.high.x, b.low.x, b.high.x), gap(a.low.y, a.high.y, b.low.y, b.high.y),
                 gap(a.low.z, a.high.z, b.low.z, b.high.z)});
}

}  // namespace

ListAge::ListAge(double kernel, double margin, double wall_margin, double spacing)
    : reach_(kernel + margin), margin_(margin), wall_margin_(wall_margin), far_(kFar * spacing) {}

void ListAge::begin(const std::vector<Vec3>& places, bool space_repeats) {
  std::vector<Extent> extents;
  for (std::size_t first = 0; first < places.size(); first += NearLists::kBlock) {
    Drift box = Drift::of_none();
    for (std::size_t i = first; i < std::min(places.size(), first + NearLists::kBlock); ++i) box.see(places[i]);
    extents.push_back({box.low, box.high});
  }
  near_.clear();
  for (std::uint32_t a = 0; a < extents.size(); ++a)
    for (std::uint32_t b = a; b < extents.size(); ++b)
      if (space_repeats || distance(extents[a], extents[b]) < reach_ + far_) near_.push_back({a, b});
}

bool ListAge::are_old(const std::vector<Drift>& drifts, double wall_way) const {
  double most = 0;
  for (const Drift& drift : drifts) most = std::max(most, farthest(drift));
  if (most + wall_way > wall_margin_ || 2 * most > margin_ + far_) return true;
  if (2 * most <= margin_) return false;
  for (const Pair& pair : near_)
    if (approach(drifts[pair.a], drifts[pair.b]) > margin_) return true;
  return false;
}

}  // namespace resound
