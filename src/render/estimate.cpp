#include "render/estimate.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <stop_token>

#include "base/error.h"
#include "render/limits.h"
#include "render/timeline.h"

namespace resound {
namespace {

using WallClock = std::chrono::steady_clock;

constexpr double kProbe = 0.5;   // [s]  of file time rendered to find the speed: long enough for things to happen
constexpr double kBudget = 1.0;  // [s]  of wall time that may be spent on it

// How far a render came, and how long it took from its first block on.
struct Probe {
  double first_time = 0;  // [s]  of the scene; negative if something settles before it
  double scene_time = 0;  // [s]
  double wall_time = 0;   // [s]
  StageTimes stages;      // if it came to its end
  bool is_whole = false;
};

Probe probe(const Scene& scene, RenderSettings settings) {
  Probe result;
  std::stop_source stop;
  settings.stop = stop.get_token();
  std::optional<WallClock::time_point> begin;
  settings.progress = [&](const Progress& progress) {
    if (!begin) begin = WallClock::now(), result.first_time = std::min(0.0, progress.scene_time);
    result.scene_time = progress.scene_time;
    result.wall_time = std::chrono::duration<double>(WallClock::now() - *begin).count();
    if (result.wall_time > kBudget) stop.request_stop();
  };
  MemoryRecorder recorder(SampleRate{scene.sample_rate});
  try {
    result.stages = render(scene, settings, recorder).times;
    result.is_whole = true;
  } catch (const CancelledError&) {  // the budget is spent
  }
  return result;
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
  RenderSettings trial = settings;
  trial.picture = false;
  trial.crop_begin = 0;
  const double length = scene.duration * scene.slow_motion;
  trial.crop_end = std::min(kProbe, length);
  const Probe sound = probe(scene, trial);
  if (const double seen = sound.scene_time - sound.first_time; seen > 0)
    estimate.sound_time = sound.wall_time * (std::min(settings.crop_end, length) - sound.first_time) / seen;

  // Picture: two frames at the end of what is quickly reached, else the very first
  if (estimate.frames > 0) {
    trial.picture = true;
    const double frame = 1 / scene.picture.frame_rate.hz();
    if (sound.is_whole)
      trial.crop_begin = std::max(0.0, trial.crop_end - 2 * frame);
    else
      trial.crop_end = frame / 2;
    const std::int64_t frames = Timeline(scene, trial, 0).frame_count();
    estimate.picture_time =
        probe(scene, trial).stages.picture / static_cast<double>(frames) * static_cast<double>(estimate.frames);
  }
  return estimate;
}

}  // namespace resound
