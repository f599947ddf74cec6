#include "render/splash_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/parallel.h"
#include "motion/motion.h"
#include "render/guard.h"
#include "render/progress_pace.h"
#include "render/timeline.h"

namespace resound {

void SplashSurvey::add(const Splash& splash) {
  const double time = time_of(splash);
  const auto frame = static_cast<std::size_t>(std::max(time, 0.0) / counts_.frame);
  const auto at = [&](std::vector<double>& values, double otherwise) -> double& {
    if (values.size() <= frame) values.resize(frame + 1, otherwise);
    return values[frame];
  };
  if (const auto* impact = std::get_if<SplashImpact>(&splash)) {
    at(counts_.collisions, 0) += impact->particles;
    ++impacts_;
    particles_ += impact->particles;
    fastest_ = std::max(fastest_, impact->speed);
    first_impact_ = std::min(first_impact_.value_or(time), time);
  } else if (const auto* bubble = std::get_if<SplashBubble>(&splash)) {
    at(counts_.bubbles, 0) += 1;
    ++bubbles_;
    radius_sum_ += bubble->radius;
    first_bubble_ = std::min(first_bubble_.value_or(time), time);
  } else {
    const auto& level = std::get<SplashLevel>(splash);
    if (level.basin != 0) return;
    at(counts_.level, last_level_) = level.level;
    last_level_ = level.level;
  }
}

bool has_liquid(const Scene& scene) {
  return std::ranges::any_of(scene.objects, [](const Object& object) {
    return std::visit(
        [](const auto& kind) {
          return requires { kind.sound.air_column; };
        },
        object.kind);
  });
}

void for_each_splash(const MotionEvents& events, const Scene& scene,
                     const std::function<void(const Splash&, const std::string& on)>& sink) {
  for (const LiquidImpact& impact : events.impacts) {
    SplashImpact row{impact.time,
                     impact.position,
                     impact.direction,
                     impact.speed,
                     impact.radius,
                     impact.gain,
                     impact.particles,
                     impact.on_liquid ? kOnLiquid : 0,
                     0};
    sink(row, impact.struck >= 0 ? scene.objects[static_cast<std::size_t>(impact.struck)].name : "");
  }
  for (const BubbleBirth& birth : events.bubbles)
    sink(SplashBubble{birth.time, birth.position, birth.radius, birth.rise, birth.depth, birth.swing, birth.gain, 0},
         "");
  for (const LiquidLevel& level : events.levels) sink(SplashLevel{level.time, level.level, level.vessel}, "");
}

void run_splashes(const Scene& scene, const PreparedBodies& bodies, const SplashRun& run) {
  if (!has_liquid(scene)) throw InputError(fmt::format("{} has no liquid, so nothing in it splashes", scene.name));
  const ThreadLimit threads(run.threads);
  Motion motion(scene, bodies);
  ProgressPace pace;
  for (Timeline timeline(scene, {}, 0); !timeline.is_over(); timeline.next()) {
    if (run.stop.stop_requested()) throw CancelledError("stopped; no list is written");
    const MotionEvents& events = motion.advance(timeline.block());
    check_health(events.health, scene, timeline.block());
    for_each_splash(events, scene, run.sink);
    if (run.progress && pace.is_due()) run.progress(timeline.progress());
  }
}

Recording render_splashes(const Scene& scene, std::shared_ptr<const PreparedBodies> bodies, const SplashRun& run) {
  if (!has_liquid(scene)) throw InputError(fmt::format("{} has no liquid, so nothing in it splashes", scene.name));
  RenderSettings settings;
  settings.threads = run.threads;
  settings.bodies = std::move(bodies);
  settings.stop = run.stop;
  settings.progress = run.progress;
  settings.watch = [&](const TimeBlock&, const MotionEvents& events, const SourceSignals&) {
    for_each_splash(events, scene, run.sink);
  };
  return render(scene, settings);
}

}  // namespace resound
