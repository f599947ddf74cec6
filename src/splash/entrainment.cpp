#include "splash/entrainment.h"

#include <algorithm>
#include <cmath>

#include "numerics/pi.h"

namespace resound {
namespace {

constexpr double kBend = 1e-3;                    // [m]   where the size distribution bends
constexpr double kSteep = 10.0 / 3, kFlat = 1.5;  // its powers above and below
constexpr std::size_t kMostOfOne = 64;            // bubbles of one impact
constexpr double kSlowPinch = 0.020;              // [s]   of a drop 3 mm across
constexpr double kSlowDrop = 0.003;               // [m]
constexpr double kPublishedSwing = 0.02;          // [1]

// Integral of r^-power from a to b, and the r at which it has come to a share.
double weight_between(double a, double b, double power) {
  return (std::pow(b, 1 - power) - std::pow(a, 1 - power)) / (1 - power);
}
double at_share(double a, double b, double power, double share) {
  const double from = std::pow(a, 1 - power), to = std::pow(b, 1 - power);
  return std::pow(from + share * (to - from), 1 / (1 - power));
}

double volume_of(double radius) { return 4.0 / 3 * kPi * radius * radius * radius; }

// Under the crater that the impact leaves, about twice as deep as what fell, never below the bottom.
void place_bubble(SplashBubble& bubble, const SplashImpact& impact, const Pool& pool, RandomStream& random) {
  const double deepest = std::max(std::min(2 * impact.radius, pool.level - bubble.radius), bubble.radius);
  bubble.depth = random.uniform(bubble.radius, deepest + 1e-9);
  const double angle = random.uniform(0, 2 * kPi), off = impact.radius * std::sqrt(random.uniform());
  bubble.place = {impact.place.x + off * std::cos(angle), impact.place.y + off * std::sin(angle),
                  pool.surface - bubble.depth};
  bubble.basin = impact.basin;
}

// The crater closes after a time that goes with its size.
double pinch_off_delay(double radius, RandomStream& random) {
  const double typical = kSlowPinch * 2 * radius / kSlowDrop;
  return std::clamp(typical * random.uniform(0.5, 1.5), 0.001, 0.020);
}

}  // namespace

bool entrains_regularly(double diameter, double speed, const SplashLiquid& liquid, double gravity) {
  const double froude = speed * speed / (gravity * diameter);
  const double weber = liquid.density * speed * speed * diameter / liquid.surface_tension;
  return 41.3 * std::pow(froude, 0.179) < weber && weber < 48.3 * std::pow(froude, 0.247);
}

double chance_of_bubbles(const SplashImpact& impact, const SplashLiquid& liquid, double gravity) {
  if (impact.particles == 1 && entrains_regularly(2 * impact.radius, impact.speed, liquid, gravity)) return 1;
  return std::min(1.0, impact.speed * impact.speed / 4);
}

double air_share(double speed) {
  return speed > 1 ? 0.05 + 0.15 * std::min((speed - 1) / 3, 1.0) : 0.05 * speed * speed;
}

double bubble_radius(double smallest, double largest, RandomStream& random) {
  const double bend = std::clamp(kBend, smallest, largest);
  const double join = std::pow(kBend, kSteep - kFlat);  // the two branches meet at the bend
  const double low = weight_between(smallest, bend, kFlat);
  const double high = join * weight_between(bend, largest, kSteep);
  const double share = random.uniform() * (low + high);
  if (share < low) return at_share(smallest, bend, kFlat, share / low);
  return at_share(bend, largest, kSteep, (share - low) / high);
}

double rise_of(const Pool& pool) { return pool.fill < 0 ? 0.1 : 0.05 + 0.25 * std::min(pool.fill, 1.0); }

std::vector<SplashBubble> bubbles_of(const SplashImpact& impact, const Pool& pool, const SplashSettings& settings,
                                     RandomStream& random) {
  std::vector<SplashBubble> bubbles;
  const double largest = std::min(0.5 * impact.radius, 0.5 * pool.level);
  if (largest <= kSmallestBubble) return bubbles;
  if (random.uniform() > chance_of_bubbles(impact, settings.liquid, settings.gravity)) return bubbles;
  double air = air_share(impact.speed) * volume_of(impact.radius);
  while (bubbles.size() < kMostOfOne) {
    SplashBubble bubble;
    bubble.radius = bubble_radius(kSmallestBubble, largest, random);
    const double volume = volume_of(bubble.radius);
    if (volume > air && random.uniform() * volume > air) break;  // the last one, as likely as there is air left for it
    air -= volume;
    bubble.time = impact.time + pinch_off_delay(impact.radius, random);
    bubble.rise = rise_of(pool);
    bubble.swing = 0.01 * std::pow(10.0, random.uniform());  // 0.01 to 0.1
    bubble.gain = impact.gain;
    place_bubble(bubble, impact, pool, random);
    bubbles.push_back(bubble);
    if (air <= 0) break;
  }
  return bubbles;
}

SplashBubble published_bubble(const SplashImpact& impact, const Pool& pool, const SplashSettings& settings,
                              RandomStream& random) {
  SplashBubble bubble;
  bubble.time = impact.time;
  bubble.radius = std::max(settings.published_share * impact.radius, kSmallestBubble);
  bubble.rise = rise_of(pool);
  bubble.swing = kPublishedSwing;
  place_bubble(bubble, impact, pool, random);
  return bubble;
}

// Each stays with a chance p = min(1, c a), a the root of its energy, and then stands for 1 / p of its kind: in the
// mean the energy of every size is kept, and a faint one does not become as loud as a large one.
void thin_out(std::vector<SplashBubble>& bubbles, std::size_t most, RandomStream& random) {
  if (bubbles.size() <= most) return;
  const auto chance = [](const SplashBubble& b, double c) {
    return std::min(1.0, c * (b.gain * b.swing * b.radius * std::sqrt(b.radius) + 1e-30));
  };
  const auto expected = [&](double c) {
    double sum = 0;
    for (const SplashBubble& bubble : bubbles) sum += chance(bubble, c);
    return sum;
  };
  double low = 0, high = 1;
  while (expected(high) < static_cast<double>(most)) high *= 2;
  for (int i = 0; i < 60; ++i) {
    const double c = 0.5 * (low + high);
    (expected(c) < static_cast<double>(most) ? low : high) = c;
  }
  std::vector<SplashBubble> kept;
  double sum = random.uniform();
  for (const SplashBubble& bubble : bubbles) {  // those at which the sum of chances passes a whole number
    const double p = chance(bubble, low), before = std::floor(sum);
    sum += p;
    if (std::floor(sum) == before) continue;
    kept.push_back(bubble);
    kept.back().gain /= std::sqrt(p);
  }
  bubbles = std::move(kept);
  std::ranges::stable_sort(bubbles, {}, &SplashBubble::time);
}

}  // namespace resound
