#include "render/render.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <optional>

#include "base/error.h"
#include "base/parallel.h"
#include "emission/emission.h"
#include "listener/listener.h"
#include "motion/motion.h"
#include "propagation/propagation.h"
#include "propagation/voice_carrier.h"
#include "render/guard.h"
#include "render/limits.h"
#include "render/progress_pace.h"
#include "render/timeline.h"

namespace resound {
namespace {

using WallClock = std::chrono::steady_clock;
using WallSeconds = std::chrono::duration<double>;

// The stages of the road in one place, so that a checkpoint can save and restore them together.
struct Stages {
  Motion motion;
  Emission emission;
  Listener listener;
  Propagation propagation;

  Stages(const Scene& scene, const PreparedBodies& bodies, const RenderSettings& settings)
      : motion(scene, bodies),
        emission(scene, bodies),
        listener(scene.listeners),
        propagation(scene, listener.receivers(), settings.stems) {}

  void archive(StateArchive& state) { state.fields(motion, emission, propagation); }
};

// Adds the time since the last call to a part of the render.
class Stopwatch {
 public:
  void lap(double& part) {
    const auto now = WallClock::now();
    part += WallSeconds(now - last_).count();
    last_ = now;
  }

 private:
  WallClock::time_point last_ = WallClock::now();
};

// Looks after a long render between two blocks: progress, checkpoints, and the user's wish to stop.
class Watch {
 public:
  Watch(const RenderSettings& settings, Timeline& timeline, Stages& stages, StageTimes& times, Recorder& recorder)
      : settings_(settings), timeline_(timeline), stages_(stages), times_(times), recorder_(recorder) {}

  void between_blocks(double before_scene = 0) {  // [s]
    if (settings_.stop.stop_requested()) {
      checkpoint();
      const Progress progress = timeline_.progress();
      throw CancelledError(fmt::format("stopped at {:.2f} s of {:.2f} s; the same command goes on from there",
                                       progress.scene_time, progress.duration));
    }
    if (settings_.progress && pace_.is_due())
      settings_.progress(before_scene > 0 ? Progress{-before_scene, timeline_.progress().duration}
                                          : timeline_.progress());
    if (WallClock::now() - last_checkpoint_ > WallSeconds(settings_.checkpoint_interval)) checkpoint();
  }

  // What is made from the recording may take a while too; if that is interrupted, nothing is rendered again.
  void finish() {
    checkpoint();
    if (settings_.progress) settings_.progress(timeline_.progress());
  }

 private:
  void checkpoint() {
    StateArchive state;
    SampleIndex first = timeline_.block().first;
    state.fields(first, times_, stages_);
    recorder_.checkpoint(state.bytes());
    last_checkpoint_ = WallClock::now();
  }

  const RenderSettings& settings_;
  Timeline& timeline_;
  Stages& stages_;
  StageTimes& times_;
  Recorder& recorder_;
  ProgressPace pace_;
  WallClock::time_point last_checkpoint_ = WallClock::now();
};

// A map of directions is right outside the sphere that holds its body: no ear may come inside.
void check_ears(const Scene& scene, const PreparedBodies& bodies, std::span<const Receiver> ears) {
  for (std::size_t i = 0; i < scene.objects.size(); ++i)
    if (const auto prepared = bodies.find(static_cast<int>(i))) {
      const Body& body = std::get<Body>(scene.objects[i].kind);
      const bool is_still = body.path.is_fixed() && body.spin.is_still() &&
                            std::ranges::all_of(ears, [](const Receiver& ear) { return ear.path.is_fixed(); });
      check_ears_outside(
          scene.objects[i].name, prepared->map, [&](double time) { return pose_at(body, time); }, ears,
          is_still ? 0 : scene.duration);
    }
}

// Puts the stages where the recorder's checkpoint left them; without one that can be read, at the beginning.
SampleIndex resume(Recorder& recorder, const Scene& scene, const PreparedBodies& bodies, const RenderSettings& settings,
                   std::optional<Stages>& stages, StageTimes& times) {
  for (auto saved = recorder.resume(); saved; saved = recorder.resume()) {
    try {
      stages.emplace(scene, bodies, settings);
      StateArchive state(std::move(*saved));
      SampleIndex first = 0;
      state.fields(first, times, *stages);
      if (state.is_exhausted()) return first;
    } catch (const InputError&) {  // the recorder offers the one before it, and says so
    }
  }
  stages.emplace(scene, bodies, settings);
  times = {};
  return 0;
}

}  // namespace

std::vector<std::string> channel_names(const Scene& scene) { return Listener(scene.listeners).channel_names(); }

RenderSummary render(const Scene& scene, const RenderSettings& settings, Recorder& recorder) {
  check_limits(scene, settings);
  const ThreadLimit threads(settings.threads);
  const std::shared_ptr<const PreparedBodies> bodies =
      settings.bodies ? settings.bodies : std::make_shared<PreparedBodies>(scene, settings.preparation);
  StageTimes times;
  std::optional<Stages> stages;
  const SampleIndex start = resume(recorder, scene, *bodies, settings, stages, times);
  auto& [motion, emission, listener, propagation] = *stages;
  check_ears(scene, *bodies, listener.receivers());
  std::optional<Film> film;
  if (settings.picture) film.emplace(scene, settings.picture_quality);

  Timeline timeline(scene, settings, propagation.latency());
  timeline.go_to(start);
  Watch watch(settings, timeline, *stages, times, recorder);
  Stopwatch stopwatch;
  while (const double left = motion.settle()) watch.between_blocks(left);
  for (; !timeline.is_over(); timeline.next()) {
    watch.between_blocks();
    const TimeBlock& block = timeline.block();
    const MotionEvents& events = motion.advance(block);  // contacts, bubbles, where things are
    check_health(events.health, scene, block);
    stopwatch.lap(times.motion);
    times.filtering += events.filtering;
    const SourceSignals& sources = emission.radiate(events, block);  // what each source sends, and from where
    check_health(sources.health, scene, block);
    stopwatch.lap(times.emission);
    if (settings.watch) settings.watch(block, events, sources);
    const Arrivals& arrivals = propagation.carry(sources, block);  // delayed, spread, absorbed
    stopwatch.lap(times.propagation);
    const Heard heard = timeline.wanted(listener.hear(arrivals));  // two ears, or one microphone
    check_finite(heard, block.rate);
    recorder.append(heard);
    stopwatch.lap(times.recording);
    if (!film || block.frames.empty()) continue;
    const std::vector<Image>& frames = film->expose(events, sources, block);  // what the camera sees
    stopwatch.lap(times.picture);
    for (const Image& frame : frames) recorder.append(frame);
    stopwatch.lap(times.recording);
  }
  watch.finish();
  return {times, emission.left_out(), motion.notes()};
}

Recording render(const Scene& scene, const RenderSettings& settings) {
  MemoryRecorder recorder(SampleRate{scene.sample_rate});
  render(scene, settings, recorder);
  return recorder.take();
}

}  // namespace resound
