#include "render/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "render/timeline.h"
#include "scene/demand.h"

namespace resound {
namespace {

double farthest(const std::vector<Vec3>& places, const std::vector<ListenerSetup>& listeners) {  // [m]
  double distance = 0;
  for (const Vec3& place : places)
    for (const ListenerSetup& listener : listeners)
      for (const Waypoint& waypoint : listener.path.waypoints())
        distance = std::max(distance, length(place - waypoint.position));
  return distance;
}

// [bytes] that the stages hold at once: what the objects ask for, the sound that is under way from the farthest of them
// to every ear in two buffers of doubles (and as much again for each stem), and about 40 numbers a pixel.
double memory_estimate(const Scene& scene, const RenderSettings& settings) {
  double objects = 0, distance = 0;
  for (const Object& object : scene.objects) {
    const Demand demand = std::visit([](const auto& kind) { return demand_of(kind); }, object.kind);
    objects += demand.memory;
    distance = std::max(distance, farthest(demand.places, scene.listeners));
  }
  const double under_way = distance / speed_of_sound(scene.air) + 0.1;  // [s]
  const double ears = 2.0 * static_cast<double>(scene.listeners.size());
  const double mixes = settings.stems ? 1.0 + static_cast<double>(scene.objects.size()) : 1.0;
  const double air = 2 * sizeof(double) * scene.simulation_rate().hz * under_way * ears * mixes;
  const double pixels = settings.picture ? 40.0 * sizeof(float) * scene.picture.width * scene.picture.height : 0.0;
  return objects + air + pixels;
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
