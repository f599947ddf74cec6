#include "render/importance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "base/parallel.h"
#include "emission/emission.h"
#include "listener/listener.h"
#include "motion/grain/grain_sorts.h"
#include "numerics/pi.h"
#include "numerics/random_direction.h"
#include "output/fourier.h"
#include "propagation/propagation.h"
#include "render/timeline.h"

namespace resound {
namespace {

constexpr int kWindow = 1 << 15;  // [samples]  of sound that are transformed at a time

// Grains and one ear in free air.
Scene heard_alone(const Scene& scene) {
  Scene alone = scene;
  std::erase_if(alone.objects, [](const Object& object) { return !std::holds_alternative<Grains>(object.kind); });
  alone.ground.reflects = false;
  alone.visibility = false;
  alone.slow_motion = 1;
  alone.listeners.resize(1);
  alone.listeners[0].kind = ListenerKind::microphone;
  alone.listeners[0].pattern = MicrophonePattern::omni;
  return alone;
}

// Between grains; each named by its kind, for more is not asked of it.
std::vector<Collision> collisions_of_grains(const Scene& scene, const PreparedBodies& bodies, CollisionRun run) {
  const auto kinds = static_cast<std::int32_t>(grain_sorts(scene).kinds.size());
  std::vector<Collision> collisions;
  run.sink = [&](const ListedCollision& row) {
    if (row.first_object < kinds && row.second_object < kinds)
      collisions.push_back({row.time, row.place, row.normal, row.speed, row.first_object, row.second_object});
  };
  run_collisions(scene, bodies, run);
  return collisions;
}

std::vector<float> listen(const Scene& scene, std::span<const Collision> collisions, const std::stop_token& stop) {
  std::vector<int> kind_of(grain_sorts(scene).kinds.size());
  std::iota(kind_of.begin(), kind_of.end(), 0);
  Emission emission(scene);
  Listener listener(scene.listeners);
  Propagation propagation(scene, listener.receivers(), false);
  std::vector<float> sound;
  std::size_t first = 0;
  for (Timeline timeline(scene, {}, propagation.latency()); !timeline.is_over(); timeline.next()) {
    if (stop.stop_requested()) throw CancelledError("stopped; nothing is written");
    std::size_t last = first;
    while (last < collisions.size() && collisions[last].time < timeline.block().end()) ++last;
    MotionEvents events;
    events.poses.resize(scene.objects.size());
    events.grains = {collisions.subspan(first, last - first), kind_of};
    first = last;
    const Heard heard =
        timeline.wanted(listener.hear(propagation.carry(emission.radiate(events, timeline.block()), timeline.block())));
    for (const double pressure : heard.channels[0]) sound.push_back(static_cast<float>(pressure));
  }
  return sound;
}

double cell_corner(double value, double cell) { return std::floor(value / cell) * cell; }
Vec3 corner_of(const Vec3& place, double cell) {
  return {cell_corner(place.x, cell), cell_corner(place.y, cell), cell_corner(place.z, cell)};
}

bool has_new_normal(const Scramble& scramble, const Collision& collision) {
  return scramble.is_facing_ear || collision.speed < scramble.slower_than;
}

Collision scrambled(Collision collision, const Scramble& scramble, const Vec3& ear, RandomStream& chance) {
  if (scramble.cell > 0) {
    const Vec3 corner = corner_of(collision.place, scramble.cell);
    const double x = chance.uniform(), y = chance.uniform(), z = chance.uniform();
    collision.place = corner + scramble.cell * Vec3{x, y, z};
  }
  if (scramble.is_facing_ear)
    collision.normal = normalized(ear - collision.place);
  else if (has_new_normal(scramble, collision))
    collision.normal = any_direction(chance);
  return collision;
}

double sinc(double x) { return x == 0 ? 1 : std::sin(kPi * x) / (kPi * x); }

// Two equal balls send cos^2 of the angle between their normal and the ear; over all directions its mean is 1/3, that
// of its square 1/5. A place anywhere in a cube turns the phase by chance.
struct Expected {
  double power_before = 0, power_after = 0;
  std::array<double, 3> kept{};

  void add(const Collision& collision, const Scramble& scramble, const Vec3& ear, double speed_of_sound) {
    const Vec3 way = ear - collision.place;
    const double distance = length(way);
    const Vec3 to_ear = way / distance;
    const double weight = (collision.speed / distance) * (collision.speed / distance);
    const double cosine = dot(collision.normal, to_ear), before = cosine * cosine;
    const bool is_new = has_new_normal(scramble, collision);
    const double mean = scramble.is_facing_ear ? 1 : is_new ? 1.0 / 3 : before;
    const double square = scramble.is_facing_ear ? 1 : is_new ? 1.0 / 5 : before * before;
    power_before += weight * before * before;
    power_after += weight * square;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      double phase = 1;
      if (scramble.cell > 0) {
        const double wave = speed_of_sound / kCoherenceFrequencies[i];  // [m]
        const Vec3 sides = (scramble.cell / wave) * to_ear;
        const Vec3 middle = corner_of(collision.place, scramble.cell) + (scramble.cell / 2) * Vec3{1, 1, 1};
        phase = std::cos(kTurn * dot(middle - collision.place, to_ear) / wave) * sinc(sides.x) * sinc(sides.y) *
                sinc(sides.z);
      }
      kept[i] += weight * before * mean * phase;
    }
  }
};

double power(const std::vector<float>& sound) {  // [Pa^2 samples]
  return std::transform_reduce(sound.begin(), sound.end(), 0.0, std::plus<>{},
                               [](float p) { return static_cast<double>(p) * p; });
}

// Re sum X* Y / sum |X|^2 over a third of an octave about each frequency. Windows rise and fall softly, for clicks are
// a thousand times stronger at 20 kHz than at 1, and what leaks must stay below that.
class CoherenceMeter {
 public:
  explicit CoherenceMeter(SampleRate rate) : rate_(rate), before_(kWindow), after_(kWindow), window_(kWindow) {
    for (int i = 0; i < kWindow; ++i)
      window_[static_cast<std::size_t>(i)] = static_cast<float>(0.5 - 0.5 * std::cos(kTurn * i / kWindow));
  }

  void add(const std::vector<float>& before, const std::vector<float>& after) {
    std::vector<float> a(kWindow), b(kWindow);
    const auto length = static_cast<std::ptrdiff_t>(before.size());
    for (std::ptrdiff_t begin = -kWindow / 2; begin < length; begin += kWindow / 2) {  // each sample in two of them
      for (std::ptrdiff_t i = 0; i < kWindow; ++i) {
        const bool is_inside = begin + i >= 0 && begin + i < length;
        const auto from = static_cast<std::size_t>(begin + i), to = static_cast<std::size_t>(i);
        a[to] = is_inside ? window_[to] * before[from] : 0;
        b[to] = is_inside ? window_[to] * after[from] : 0;
      }
      add_window(before_.forward(a), after_.forward(b));
    }
  }
  Coherence coherence() const {
    Coherence result{};
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = shared_[i] / all_[i];
    return result;
  }

 private:
  void add_window(std::span<const std::complex<float>> a, std::span<const std::complex<float>> b) {
    constexpr double kHalfBand = 1.122462048309373;  // [1]  2^(1/6)
    for (std::size_t i = 0; i < shared_.size(); ++i) {
      const double bin = kCoherenceFrequencies[i] * kWindow / rate_.hz;
      const auto last = std::min(static_cast<std::size_t>(bin * kHalfBand), a.size() - 1);
      for (auto k = static_cast<std::size_t>(bin / kHalfBand); k <= last; ++k) {
        shared_[i] += static_cast<double>((std::conj(a[k]) * b[k]).real());
        all_[i] += static_cast<double>(std::norm(a[k]));
      }
    }
  }

  SampleRate rate_;
  RealFourier before_, after_;
  std::vector<float> window_;
  std::array<double, 3> shared_{}, all_{};
};

ScrambleEffect measure(const Scene& scene, const std::vector<Collision>& collisions, const std::vector<float>& before,
                       const Scramble& scramble, std::uint32_t number, const ImportanceSettings& settings) {
  const Path& path = scene.listeners[0].path;
  ScrambleEffect effect{.scramble = scramble, .sound = {}};
  Expected expected;
  double energy = 0;
  for (const Collision& collision : collisions) {
    const double share = collision.speed * collision.speed;
    energy += share;
    if (scramble.cell > 0 || has_new_normal(scramble, collision)) ++effect.changed, effect.changed_energy += share;
    expected.add(collision, scramble, path.position(collision.time), speed_of_sound(scene.air));
  }
  effect.changed_energy /= energy;
  effect.expected_level = 10 * std::log10(expected.power_after / expected.power_before);
  for (std::size_t i = 0; i < expected.kept.size(); ++i)
    effect.expected_coherence[i] = expected.kept[i] / expected.power_before;

  CoherenceMeter meter(SampleRate{scene.sample_rate});
  std::vector<double> levels;  // [dB]
  double mean_power = 0;
  const int draws = scramble.is_facing_ear ? 1 : settings.draws;  // where nothing is left to chance, one says it all
  std::vector<Collision> changed(collisions.size());
  for (int draw = 0; draw < draws; ++draw) {
    for (std::size_t i = 0; i < collisions.size(); ++i) {
      RandomStream chance(scene.seed, number, i * static_cast<std::size_t>(draws) + static_cast<std::size_t>(draw));
      changed[i] = scrambled(collisions[i], scramble, path.position(collisions[i].time), chance);
    }
    std::vector<float> sound = listen(scene, changed, settings.run.stop);
    meter.add(before, sound);
    mean_power += power(sound) / draws;
    levels.push_back(10 * std::log10(power(sound) / power(before)));
    if (draw == 0) effect.sound = std::move(sound);
  }
  effect.level = 10 * std::log10(mean_power / power(before));
  effect.coherence = meter.coherence();
  const double mean = std::reduce(levels.begin(), levels.end()) / draws;
  for (const double level : levels) effect.level_spread += (level - mean) * (level - mean);
  effect.level_spread = draws > 1 ? std::sqrt(effect.level_spread / (draws - 1)) : 0;
  return effect;
}

}  // namespace

std::vector<Scramble> usual_scrambles(const std::vector<double>& speed_limits) {
  std::vector<Scramble> scrambles{{.name = "places anywhere in cubes of 1 cm", .cell = 0.01},
                                  {.name = "places anywhere in cubes of 2 cm", .cell = 0.02},
                                  {.name = "all normals anywhere", .slower_than = std::numeric_limits<double>::max()}};
  for (const double limit : speed_limits)
    scrambles.push_back({.name = fmt::format("normals anywhere below {:g} m/s", limit), .slower_than = limit});
  scrambles.push_back({.name = "all normals at the ear", .is_facing_ear = true});
  return scrambles;
}

Importance measure_importance(const Scene& scene, const PreparedBodies& bodies, const ImportanceSettings& settings) {
  const std::vector<Collision> collisions = collisions_of_grains(scene, bodies, settings.run);
  if (collisions.empty())
    throw InputError(fmt::format("no two grains of {} collide, so nothing can be left to chance", scene.name));
  const Scene alone = heard_alone(scene);
  const ThreadLimit threads(settings.run.threads);
  Importance result{SampleRate{scene.sample_rate},
                    static_cast<std::int64_t>(collisions.size()),
                    listen(alone, collisions, settings.run.stop),
                    {}};
  std::uint32_t number = 0;
  for (const Scramble& scramble : settings.scrambles)
    result.effects.push_back(measure(alone, collisions, result.sound, scramble, ++number, settings));
  return result;
}

}  // namespace resound
