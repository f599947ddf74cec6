#include "picture/backplate.h"

#include "base/parallel.h"
#include "picture/tone.h"

namespace resound {

Backplate::Backplate(const View& view, const Studio& studio, const Floor& floor)
    : appearance_(static_cast<std::size_t>(view.width()) * view.height()), unshadowed_(appearance_.size()) {
  const auto width = static_cast<std::size_t>(view.width());
  parallel_for(static_cast<std::size_t>(view.height()), [&](std::size_t y) {
    for (std::size_t x = 0; x < width; ++x) {
      const Vec3f direction = view.direction(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
      Floor::Appearance& appearance = appearance_[y * width + x];
      if (const auto distance = floor.hit(view.eye(), direction))
        appearance = floor.appearance(view.eye() + *distance * direction, direction, view.pixel_angle());
      else
        appearance = {0, studio.backdrop(direction)};
      unshadowed_[y * width + x] = filmic(floor.lit(appearance, 1, 1));
    }
  });
}

}  // namespace resound
