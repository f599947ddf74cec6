#include "motion/grain/grain_start.h"

#include <algorithm>
#include <cmath>

#include "numerics/pi.h"
#include "numerics/random_direction.h"

namespace resound {
namespace {

constexpr double kPitch = 2.3;  // [radii of the largest]  between places in a layer, and between layers
constexpr double kStray = 0.1;  // [radii of the largest]  that a grain is beside its place

// Places of one layer: a triangular lattice inside the circle. [m]
std::vector<Vec3> layer(double reach, double pitch) {
  std::vector<Vec3> places;
  const double row = pitch * std::sqrt(3.0) / 2;
  const int rows = static_cast<int>(std::floor(reach / row));
  for (int j = -rows; j <= rows; ++j) {
    const double y = j * row, shift = j % 2 == 0 ? 0 : pitch / 2;
    const double half = std::sqrt(std::max(0.0, reach * reach - y * y));
    const int first = static_cast<int>(std::ceil((-half - shift) / pitch));
    for (double x = first * pitch + shift; x <= half; x += pitch) places.push_back({x, y, 0});
  }
  if (places.empty()) places.emplace_back();  // a narrow tube: one above the other
  return places;
}

}  // namespace

std::vector<Grain> loose_fill(const Grains& grains, std::span<const GrainKind> kinds, int first_kind,
                              std::uint64_t seed, int object) {
  const double largest = std::ranges::max(kinds, {}, &GrainKind::reach).reach(), pitch = kPitch * largest;
  const std::vector<Vec3> places = layer(grains.fill_radius - (1 + kStray) * largest, pitch);
  std::vector<Grain> fill;
  for (int i = 0; i < grains.count; ++i) {
    RandomStream random(seed, static_cast<std::uint32_t>(object), static_cast<std::uint64_t>(i));
    const auto stray = [&] { return kStray * largest * (2 * random.uniform() - 1); };
    const auto size =
        std::min(kinds.size() - 1, static_cast<std::size_t>(random.uniform() * static_cast<double>(kinds.size())));
    const std::size_t at = static_cast<std::size_t>(i) % places.size();
    const std::size_t level = static_cast<std::size_t>(i) / places.size();
    Grain grain;
    grain.kind = first_kind + static_cast<int>(size);
    grain.position =
        grains.position + places[at] + Vec3{stray(), stray(), (static_cast<double>(level) + 0.5) * pitch + stray()};
    grain.velocity = grains.velocity;
    if (grains.tumble > 0) grain.spin = grains.tumble * any_direction(random);
    if (kinds[size].is_clump()) grain.rotation = rotation_about(any_direction(random), kPi * random.uniform());
    fill.push_back(grain);
  }
  return fill;
}

}  // namespace resound
