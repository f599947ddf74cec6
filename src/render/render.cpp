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
#include "render/guard.h"
#include "render/limits.h"
#include "render/timeline.h"

namespace resound {
namespace {

using WallClock = std::chrono::steady_clock;
using WallSeconds = std::chrono::duration<double>;

constexpr WallSeconds kProgressInterval{0.1};

// The stages of the road in one place, so that a checkpoint can save and restore them together.
struct Stages {
  Motion motion;
  Emission emission;
  Listener listener;
  Propagation propagation;

  Stages(const Scene& scene, const RenderSettings& settings)
      : motion(scene),
        emission(scene),
        listener(scene.listeners),
        propagation(scene, listener.receivers(), settings.stems) {}

  void archive(StateArchive& state) { state.fields(motion, emission, propagation); }
};

// Looks after a long render between two blocks: progress, checkpoints, and the user's wish to stop.
class Watch {
 public:
  Watch(const RenderSettings& settings, Timeline& timeline, Stages& stages, Recorder& recorder)
      : settings_(settings), timeline_(timeline), stages_(stages), recorder_(recorder) {}

  void resume() {
    const auto saved = recorder_.resume();
    if (!saved) return;
    StateArchive state(*saved);
    SampleIndex first = 0;
    state.fields(first, stages_);
    timeline_.go_to(first);
  }

  // What is made from the recording may take a while too; if that is interrupted, nothing is rendered again.
  void finish() {
    checkpoint();
    if (settings_.progress) settings_.progress(timeline_.progress());
  }

  void between_blocks() {
    if (settings_.stop.stop_requested()) {
      checkpoint();
      const Progress progress = timeline_.progress();
      throw CancelledError(fmt::format("stopped at {:.2f} s of {:.2f} s; the same command goes on from there",
                                       progress.scene_time, progress.duration));
    }
    const auto now = WallClock::now();
    if (settings_.progress && now - last_progress_ > kProgressInterval) {
      settings_.progress(timeline_.progress());
      last_progress_ = now;
    }
    if (now - last_checkpoint_ > WallSeconds(settings_.checkpoint_interval)) checkpoint();
  }

 private:
  void checkpoint() {
    StateArchive state;
    SampleIndex first = timeline_.block().first;
    state.fields(first, stages_);
    recorder_.checkpoint(state.bytes());
    last_checkpoint_ = WallClock::now();
  }

  const RenderSettings& settings_;
  Timeline& timeline_;
  Stages& stages_;
  Recorder& recorder_;
  WallClock::time_point last_progress_ = WallClock::now() - std::chrono::hours(1);
  WallClock::time_point last_checkpoint_ = WallClock::now();
};

}  // namespace

std::vector<std::string> channel_names(const Scene& scene) { return Listener(scene.listeners).channel_names(); }

void render(const Scene& scene, const RenderSettings& settings, Recorder& recorder) {
  check_limits(scene, settings);
  const ThreadLimit threads(settings.threads);
  Stages stages(scene, settings);
  auto& [motion, emission, listener, propagation] = stages;
  std::optional<Film> film;
  if (settings.picture) film.emplace(scene, settings.picture_quality);

  Timeline timeline(scene, settings, propagation.latency());
  Watch watch(settings, timeline, stages, recorder);
  watch.resume();
  for (; !timeline.is_over(); timeline.next()) {
    watch.between_blocks();
    const TimeBlock& block = timeline.block();
    const MotionEvents& events = motion.advance(block);  // contacts, bubbles, where things are
    check_health(events.health, scene, block);
    const SourceSignals& sources = emission.radiate(events, block);  // what each source sends, and from where
    check_health(sources.health, scene, block);
    const Arrivals& arrivals = propagation.carry(sources, block);  // delayed, spread, absorbed
    recorder.append(timeline.wanted(listener.hear(arrivals)));     // two ears, or one microphone
    if (film)
      for (const Image& frame : film->expose(events, sources, block)) recorder.append(frame);
  }
  watch.finish();
}

Recording render(const Scene& scene, const RenderSettings& settings) {
  MemoryRecorder recorder(SampleRate{scene.sample_rate});
  render(scene, settings, recorder);
  return recorder.take();
}

}  // namespace resound
