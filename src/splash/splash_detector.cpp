#include "splash/splash_detector.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "splash/entrainment.h"
#include "splash/hit_clusters.h"
#include "splash/particle_hits.h"
#include "splash/resting_liquid.h"

namespace resound {
namespace {

constexpr int kWindowsPerLevel = 4;                  // how often a level is told
constexpr double kSmallLump = 0.05, kLargeLump = 4;  // [1]  of a stream, beside their mean volume
constexpr std::uint64_t kThinStream = std::uint64_t{1} << 61;

}  // namespace

struct SplashDetector::State {
  SplashSettings settings;
  std::vector<Basin> basins;
  std::vector<RestingLiquid> resting;  // one a basin
  std::vector<int> floors;             // likewise: the wall that was struck last
  StepHits step_hits;
  FrameHits frame_hits;
  double window = 0;          // [s]    of time that is closed at once
  std::int64_t closed = 0;    // windows
  std::uint64_t impacts = 0;  // so far: names the random stream of the next
  double known_until = -std::numeric_limits<double>::infinity();
  bool has_begun = false;
  bool goes_on = false;  // were there hits in the window before?
  double begin = 0;      // [s]    of the first window
  double last_time = 0, spacing = 0;
  std::vector<BallEntry> balls;  // in the order in which they are shown
  std::vector<Splash> found;

  std::size_t basin_at(const Vec3& place) const {
    for (std::size_t b = 0; b + 1 < basins.size(); ++b)
      if (is_in(basins[b], place)) return b;
    return basins.size() - 1;
  }
  double surface_below(const Vec3& place) const { return resting[basin_at(place)].surface(); }

  double window_end(std::int64_t index) const { return begin + static_cast<double>(index + 1) * window; }

  void observe(const LiquidView& view, std::span<const SplashBall> shown) {
    if (!has_begun) {
      has_begun = true;
      begin = view.time;
      known_until = begin;
      spacing = view.spacing;
      watch_levels(view, 0);
    }
    spacing = view.spacing;
    last_time = view.time;
    if (!settings.by_frame) step_hits.observe(view, settings, [&](const Vec3& place) { return surface_below(place); });
    watch_balls(view.time, shown);
    while (view.time >= window_end(closed) - 1e-12) close_window(view);
  }

  // A ball is heard where liquid rests below it.
  void watch_balls(double time, std::span<const SplashBall> shown) {
    balls.resize(shown.size());
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const std::size_t basin = basin_at(shown[i].position);
      const bool has_pool = resting[basin].is_there() && is_in(basins[basin], shown[i].position);
      const auto pool = has_pool ? std::optional(pool_of(basin)) : std::nullopt;
      BallEntry::Found heard = balls[i].observe(time, shown[i], pool, settings);
      if (heard.slap) {
        heard.slap->basin = static_cast<int>(basin);
        found.push_back(*heard.slap);
        RandomStream random(settings.seed, settings.object, impacts++);
        if (settings.as_published) found.push_back(published_bubble(*heard.slap, *pool, settings, random));
      }
      if (heard.bubble && !settings.as_published) {
        heard.bubble->basin = static_cast<int>(basin);
        found.push_back(*heard.bubble);
      }
    }
  }

  void close_window(const LiquidView& view) {
    std::vector<ParticleHit> hits;
    if (settings.by_frame) {
      hits = frame_hits.observe(view, settings, [&](const Vec3& place) { return surface_below(place); });
      known_until = window_end(closed);
    } else {  // the window before: its hits have had a window's time to show what they lose
      known_until = window_end(closed - 1);
      hits = step_hits.take(known_until, settings);
    }
    watch_levels(view, window);
    tell(hits);
    if (closed % kWindowsPerLevel == 0) tell_levels(known_until);
    ++closed;
  }

  void watch_levels(const LiquidView& view, double interval) {
    for (std::size_t b = 0; b < basins.size(); ++b) resting[b].observe(view, basins[b], settings.gravity, interval);
  }

  void tell_levels(double time) {
    for (std::size_t b = 0; b < basins.size(); ++b)
      found.push_back(SplashLevel{time, resting[b].level(), static_cast<int>(b)});
  }

  Pool pool_of(std::size_t basin) const {
    const double level = resting[basin].level(), height = basins[basin].height;
    return {level, resting[basin].surface(), height > 0 ? level / height : -1};
  }

  // What a splash came down on. A wall below the surface is hit through the liquid. Where no liquid stands yet, what
  // comes down in a heap strikes the wall below it, though few of its particles touch it.
  int struck_by(const HitCluster& cluster, std::size_t basin) {
    const SplashImpact& impact = cluster.impact;
    if (cluster.touched_wall >= 0) floors[basin] = cluster.touched_wall;
    if (impact.place.z < resting[basin].surface() - spacing) return kOnLiquid;
    if (impact.wall >= 0 || resting[basin].is_there()) return impact.wall;
    const bool is_low = impact.place.z - basins[basin].bottom.z < 2 * (impact.radius + spacing);
    return cluster.touched_wall >= 0 || !is_low ? cluster.touched_wall : floors[basin];
  }

  // A stream hits all through one window after the other: what of it falls into a window says nothing about its lumps.
  bool is_stream(const HitCluster& cluster) const {
    return goes_on && cluster.last - cluster.impact.time > 0.5 * window;
  }

  // What fell is known to half a particle only; drops of one particle would otherwise all sound the same. A stream
  // falls in lumps of all sizes, as much in the mean: equal ones would be heard as a tone.
  double likely_radius(const HitCluster& cluster, RandomStream& random) const {
    const double half = random.uniform(-0.5, 0.5) / cluster.impact.particles, lump = -std::log(1 - random.uniform());
    return cluster.impact.radius * std::cbrt(is_stream(cluster) ? std::clamp(lump, kSmallLump, kLargeLump) : 1 + half);
  }

  // Splashes of a stream are drawn from the window, or it would hum at the rate of windows. The first has its own time.
  double likely_time(const HitCluster& cluster, RandomStream& random) const {
    const double first = cluster.impact.time, share = random.uniform();
    return is_stream(cluster) ? std::lerp(first, cluster.last, share) : first;
  }

  void tell(const std::vector<ParticleHit>& hits) {
    const auto most = [&](double rate) { return static_cast<std::size_t>(std::max(1.0, std::round(rate * window))); };
    std::vector<SplashBubble> bubbles;
    for (const HitCluster& cluster : join_hits(hits, spacing, most(settings.most_impacts))) {
      SplashImpact impact = cluster.impact;
      const std::size_t basin = basin_at(impact.place);
      const RestingLiquid& rest = resting[basin];
      impact.wall = struck_by(cluster, basin);
      impact.basin = static_cast<int>(basin);
      RandomStream random(settings.seed, settings.object, impacts++);
      if (!settings.as_published) impact.radius = likely_radius(cluster, random);
      impact.time = likely_time(cluster, random);
      const Pool pool = pool_of(basin);
      found.push_back(impact);
      if (settings.as_published) {
        if (pool.level > 0.5 * spacing) bubbles.push_back(published_bubble(impact, pool, settings, random));
      } else if (impact.wall == kOnLiquid && rest.is_there()) {
        for (const SplashBubble& bubble : bubbles_of(impact, pool, settings, random)) bubbles.push_back(bubble);
      }
    }
    goes_on = !hits.empty();
    RandomStream random(settings.seed, settings.object, kThinStream + static_cast<std::uint64_t>(closed));
    thin_out(bubbles, most(settings.most_bubbles), random);
    for (const SplashBubble& bubble : bubbles) found.push_back(bubble);
  }
};

SplashDetector::SplashDetector(const SplashSettings& settings, std::vector<Basin> basins)
    : state_(std::make_unique<State>()) {
  state_->settings = settings;
  state_->basins = basins.empty() ? std::vector<Basin>(1) : std::move(basins);
  state_->resting.resize(state_->basins.size());
  state_->floors.assign(state_->basins.size(), kOnLiquid);
  state_->window = settings.by_frame ? settings.frame : settings.window;
}
SplashDetector::~SplashDetector() = default;
SplashDetector::SplashDetector(SplashDetector&&) noexcept = default;
SplashDetector& SplashDetector::operator=(SplashDetector&&) noexcept = default;

void SplashDetector::move_basin(std::size_t basin, const Vec3& bottom) { state_->basins[basin].bottom = bottom; }

void SplashDetector::observe(const LiquidView& view, std::span<const SplashBall> balls) {
  state_->observe(view, balls);
}

void SplashDetector::finish() {
  State& state = *state_;
  if (!state.has_begun) return;
  if (!state.settings.by_frame)
    state.tell(state.step_hits.take(std::numeric_limits<double>::infinity(), state.settings));
  state.known_until = std::numeric_limits<double>::infinity();
}

std::vector<Splash> SplashDetector::take() {
  std::vector<Splash> found = std::move(state_->found);
  state_->found.clear();
  std::ranges::stable_sort(found, {}, time_of);
  return found;
}

double SplashDetector::known_until() const { return state_->known_until; }

double SplashDetector::latency() const { return (state_->settings.by_frame ? 1 : 2) * state_->window; }

double SplashDetector::level(std::size_t basin) const { return state_->resting[basin].level(); }

bool SplashDetector::has_liquid(std::size_t basin) const { return state_->resting[basin].is_there(); }

std::span<const Basin> SplashDetector::basins() const { return state_->basins; }

void SplashDetector::archive(StateArchive& state) {
  State& own = *state_;
  for (Basin& basin : own.basins) state.fields(basin.bottom);
  for (RestingLiquid& resting : own.resting) state.fields(resting);
  state.fields(own.floors, own.step_hits, own.frame_hits, own.closed, own.impacts, own.known_until, own.has_begun,
               own.goes_on, own.begin, own.last_time, own.spacing, own.balls, own.found);
}

}  // namespace resound
