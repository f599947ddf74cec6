#include "render/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "render/timeline.h"

namespace resound {
namespace {

// [bytes] that the stages hold at once. The air is the largest of them: a second of sound under way from every object
// to every ear, in two buffers of doubles; and a picture has about 40 numbers a pixel.
double memory_estimate(const Scene& scene, const RenderSettings& settings) {
  const double ears = 4.0 * static_cast<double>(scene.listeners.size());
  const double objects = static_cast<double>(scene.objects.size()) + 1;
  const double air = 2 * sizeof(double) * scene.simulation_rate().hz * ears * objects;
  const double pixels = settings.picture ? 40.0 * sizeof(float) * scene.picture.width * scene.picture.height : 0.0;
  return air + pixels;
}

}  // namespace

void check_limits(const Scene& scene, const RenderSettings& settings) {
  const RenderLimits& limits = settings.limits;
  const double file_duration = scene.duration * scene.slow_motion;
  if (file_duration > limits.duration)
    throw LimitError(
        fmt::format("the file would last {:.0f} s and the limit is {:.0f} s; raise it with --max-duration {:.0f}",
                    file_duration, limits.duration, std::ceil(file_duration)));

  const std::int64_t frames = Timeline(scene, settings, 0).frame_count();
  if (frames > limits.frames)
    throw LimitError(fmt::format("the movie would have {} pictures and the limit is {}; raise it with --max-frames {}",
                                 frames, limits.frames, frames));

  const double memory = memory_estimate(scene, settings);
  if (memory > limits.memory)
    throw LimitError(fmt::format(
        "the render would need about {:.1f} GB and the limit is {:.1f} GB; raise it with --max-memory {:.1f}",
        memory / 1e9, limits.memory / 1e9, std::ceil(memory / 1e8) / 10));
}

}  // namespace resound
