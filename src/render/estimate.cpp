#include "render/estimate.h"

#include <algorithm>
#include <chrono>

#include "render/limits.h"
#include "render/timeline.h"

namespace resound {
namespace {

constexpr double kProbe = 0.5;  // [s] of file time rendered to find the speed: long enough for things to happen

double wall_time_of(const Scene& scene, const RenderSettings& settings) {  // [s]
  const auto start = std::chrono::steady_clock::now();
  render(scene, settings);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

RenderEstimate estimate(const Scene& scene, const RenderSettings& settings) {
  check_limits(scene, settings);
  const Timeline timeline(scene, settings, 0);
  RenderEstimate estimate;
  estimate.samples = timeline.sample_count();
  estimate.frames = timeline.frame_count();
  estimate.file_duration = static_cast<double>(estimate.samples) / scene.sample_rate;

  // Sound: everything from the start is simulated, whatever the crop
  RenderSettings probe = settings;
  probe.progress = nullptr;
  probe.picture = false;
  probe.crop_begin = 0;
  const double length = scene.duration * scene.slow_motion;
  probe.crop_end = std::min(kProbe, length);
  const double sound = wall_time_of(scene, probe);
  estimate.sound_time = sound * std::min(settings.crop_end, length) / probe.crop_end;

  // Picture: what a few frames cost more
  if (estimate.frames > 0) {
    probe.picture = true;
    probe.crop_begin = std::max(0.0, probe.crop_end - 2 / scene.picture.frame_rate.hz());
    const std::int64_t frames = Timeline(scene, probe, 0).frame_count();
    estimate.picture_time = std::max(0.0, wall_time_of(scene, probe) - sound) / static_cast<double>(frames) *
                            static_cast<double>(estimate.frames);
  }
  return estimate;
}

}  // namespace resound
