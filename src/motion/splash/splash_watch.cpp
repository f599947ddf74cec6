#include "motion/splash/splash_watch.h"

#include <algorithm>
#include <cmath>

#include "numerics/pi.h"

namespace resound {
namespace {

SplashSettings settings_of(const SplashSound& sound, const LiquidMatter& matter, std::uint64_t seed, int object) {
  SplashSettings settings;
  settings.by_frame = sound.detection == SplashDetection::frame;
  settings.as_published = sound.rules == SplashRules::as_published;
  settings.frame = 1 / sound.frame_rate.hz();
  settings.most_bubbles = sound.most_bubbles;
  settings.most_impacts = 30.0 * sound.most_impacts;
  settings.published_share = sound.published_bubble_share;
  settings.liquid = {matter.density, matter.surface_tension, matter.viscosity, matter.pressure};
  settings.seed = seed;
  settings.object = static_cast<std::uint32_t>(object);
  return settings;
}

constexpr double kShortestPush = 0.0002, kLongestPush = 0.02;  // [s]

// The momentum of the liquid, while it runs into what it strikes: a size over a speed.
StrikePulse push_of(const SplashImpact& impact, const LiquidMatter& matter) {
  const double volume = 4.0 / 3 * kPi * std::pow(impact.radius, 3);
  return {matter.density * volume * impact.speed,
          std::clamp(2 * impact.radius / impact.speed, kShortestPush, kLongestPush)};
}

}  // namespace

SplashWatch::SplashWatch(const SplashSound& sound, const LiquidMatter& matter, std::uint64_t seed, SplashSite site)
    : detector_(settings_of(sound, matter, seed, site.object), site.basins), matter_(matter), site_(std::move(site)) {}

void SplashWatch::release(const TimeBlock& block, MotionEvents& events) {
  for (Splash& splash : detector_.take()) waiting_.push_back(splash);
  std::ranges::stable_sort(waiting_, {}, time_of);
  const double late = std::max(0.0, latency() - site_.lookahead);
  const auto later = std::ranges::find_if(waiting_, [&](const Splash& s) { return time_of(s) + late >= block.end(); });
  for (auto it = waiting_.begin(); it != later; ++it) {
    std::visit([&](auto& kind) { kind.time = std::max(kind.time + late, block.begin()); }, *it);
    const auto* impact = std::get_if<SplashImpact>(&*it);
    const bool strikes =
        impact && impact->wall >= 0 && static_cast<std::size_t>(impact->wall) < site_.wall_object.size();
    const int struck = strikes ? site_.wall_object[static_cast<std::size_t>(impact->wall)] : -1;
    leave_splash(*it, site_.object, struck, matter_, detector_.basins(), events);
  }
  waiting_.erase(waiting_.begin(), later);
}

void SplashWatch::archive(StateArchive& state) { state.fields(detector_, waiting_); }

void leave_splash(const Splash& splash, int object, int struck, const LiquidMatter& matter,
                  std::span<const Basin> basins, MotionEvents& events) {
  if (const auto* impact = std::get_if<SplashImpact>(&splash)) {
    events.impacts.push_back({impact->time, object, struck, impact->place, impact->direction, impact->radius,
                              impact->speed, impact->gain, impact->particles, impact->wall < 0});
    if (struck >= 0 && impact->speed > 0)
      events.contacts.push_back({impact->time, struck, impact->place, impact->direction, push_of(*impact, matter)});
  } else if (const auto* bubble = std::get_if<SplashBubble>(&splash)) {
    events.bubbles.push_back({bubble->time, object, bubble->place, bubble->radius, bubble->rise, bubble->depth,
                              bubble->swing, bubble->gain});
  } else {
    const auto& level = std::get<SplashLevel>(splash);
    if (static_cast<std::size_t>(level.basin) >= basins.size()) return;
    const Basin& basin = basins[static_cast<std::size_t>(level.basin)];
    const bool has_air = basin.mouth_radius > 0 && basin.height > 2 * basin.mouth_radius;  // a wide one is no pipe
    events.levels.push_back(
        {level.time, object, level.basin, level.level, basin.height > 0 ? level.level / basin.height : 0,
         has_air ? air_length(basin, level.level) : 0, basin.mouth_radius, basin.bottom + Vec3{0, 0, basin.height}});
  }
}

}  // namespace resound
