#include "collision_statistics/sheared_box.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "collision_statistics/kinetic_theory.h"
#include "grain/event_driven.h"
#include "grain/soft_grains.h"
#include "numerics/pi.h"

namespace resound {
namespace {

constexpr double kSoftFrom = 0.56;  // [1]  solid fraction
constexpr double kEvenShear = 0.8;  // [1]  of the largest: where collisions are counted
constexpr double kSpare = 0.004;    // [diameters]  that balls are pushed apart beyond touching
constexpr double kPush = 0.9;       // [1]  of what two lack, by which they move apart at a time
constexpr SoftSettings kStiff{.overlap = 0.01, .steps_per_contact = 16};

// Balls of diameter and mass 1 at temperature 1 in a cube that repeats.
class Box {
 public:
  // `start` is where balls begin; if it is empty, it is found and put there.
  Box(const FlowKey& key, const ShearedBoxSettings& settings, std::vector<Grain>& start)
      : key_(key), settings_(settings) {
    system_.gravity = {};
    system_.period = std::cbrt(settings.balls * kPi / 6 / key.phi);
    system_.kinds = {GrainKind{.radius = 0.5, .density = 6 / kPi}};
    system_.kinds[0].surface = {.restitution = {key.restitution}, .friction = 0};
    if (start.empty()) {
      place();
      start = system_.grains;
    }
    system_.grains = start;
    // the mean of the shear where it is counted is the key's
    const double reach = std::acos(kEvenShear);
    largest_shear_ = key.shear / (std::sin(reach) / reach);
    flow_ = largest_shear_ * system_.period / kTurn;
    layers_ = 2 * (2 * reach) / kTurn;  // share of the cube
  }

  DatabankRow run() {
    const double gap = 2 / collision_frequency(key_.phi, 1, 1);
    for (int round = 0; round < settings_.warm_up + settings_.rounds; ++round) {
      is_counting_ = round >= settings_.warm_up;
      restore();
      const auto solver = make_solver();
      solver->advance(gap, [&](const Collision& c) { take(c); });
      const double cooled = look(*solver);
      if (!is_counting_) continue;
      time_ += gap;
      roots_ += gap * (1 + std::sqrt(cooled)) / 2;
      squares_ += gap * (1 + cooled) / 2;
    }
    return {key_, law()};
  }

 private:
  struct Side {
    double count = 0, speeds = 0, squares = 0;
  };

  std::unique_ptr<GrainSolver> make_solver() const {
    if (key_.phi > kSoftFrom) return std::make_unique<SoftGrains>(system_, kStiff);
    return std::make_unique<EventDrivenGrains>(system_);
  }

  // Anywhere, then pushed apart until none overlaps; then they fly about for a while.
  void place() {
    RandomStream random(settings_.seed, 0, static_cast<std::uint64_t>(1000 * key_.phi));
    const double l = system_.period;
    for (int i = 0; i < settings_.balls; ++i) {
      const double x = random.uniform(0, l), y = random.uniform(0, l), z = random.uniform(0, l);
      const double u = random.normal(), v = random.normal(), w = random.normal();
      system_.grains.push_back({.position = {x, y, z}, .velocity = {u, v, w}});
    }
    while (push_apart() < 1) {
    }
    restore();
    GrainSystem elastic = system_;
    elastic.kinds[0].surface.restitution.value = 1;  // so that the start is that of every restitution
    EventDrivenGrains solver(elastic);
    solver.advance(20 / collision_frequency(key_.phi, 1, 1), [](const Collision&) {});
    look(solver);
  }

  // Every two that are too near move apart by most of what is missing, each by its half of that. Returns the least
  // distance there was.
  double push_apart() {
    const double l = system_.period, wanted = 1 + kSpare;
    std::vector<Vec3> moves(system_.grains.size());
    double least = wanted;
    for (std::size_t i = 0; i < system_.grains.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        Vec3 r = system_.grains[i].position - system_.grains[j].position;
        r = {r.x - l * std::round(r.x / l), r.y - l * std::round(r.y / l), r.z - l * std::round(r.z / l)};
        const double square = dot(r, r);
        if (square >= wanted * wanted) continue;
        const double distance = std::sqrt(square);
        least = std::min(least, distance);
        const Vec3 push = (kPush / 2 * (wanted - distance) / std::max(distance, 1e-9)) * r;
        moves[i] += push, moves[j] -= push;
      }
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const Vec3 at = system_.grains[i].position + moves[i];
      system_.grains[i].position = {at.x - l * std::floor(at.x / l), at.y - l * std::floor(at.y / l),
                                    at.z - l * std::floor(at.z / l)};
    }
    return least;
  }

  double wave(const Vec3& place) const { return std::sin(kTurn * place.y / system_.period); }

  // The sine that the velocities have, what they have beside it, and their temperature without both.
  double strip_flow() {
    double sines = 0, squares = 0;
    Vec3 mean;
    for (const Grain& grain : system_.grains) mean += grain.velocity / settings_.balls;
    for (const Grain& grain : system_.grains) {
      const double s = wave(grain.position);
      sines += s * (grain.velocity.x - mean.x), squares += s * s;
    }
    double temperature = 0;
    for (Grain& grain : system_.grains) {
      grain.velocity -= mean;
      grain.velocity.x -= sines / squares * wave(grain.position);
      temperature += dot(grain.velocity, grain.velocity) / (3.0 * settings_.balls);
    }
    return temperature;
  }

  void restore() {
    const double scale = 1 / std::sqrt(strip_flow());
    for (Grain& grain : system_.grains) {
      grain.velocity *= scale;
      grain.velocity.x += flow_ * wave(grain.position);
    }
  }

  double look(GrainSolver& solver) {  // the temperature at the end of a round
    for (std::size_t i = 0; i < system_.grains.size(); ++i) {
      Vec3 at = solver.positions()[i];
      const double l = system_.period;
      at = {at.x - l * std::floor(at.x / l), at.y - l * std::floor(at.y / l), at.z - l * std::floor(at.z / l)};
      system_.grains[i].position = at;
      system_.grains[i].velocity = solver.velocities()[i];
      system_.grains[i].spin = {};
    }
    return strip_flow();
  }

  void take(const Collision& c) {
    if (!is_counting_) return;
    const double shear = std::cos(kTurn * c.place.y / system_.period);
    if (std::abs(shear) < kEvenShear) return;
    const double squeeze = (shear > 0 ? 1 : -1) * c.normal.x * c.normal.y;
    bias_ += squeeze;
    Side& side = sides_[squeeze <= 0 ? 0 : 1];
    ++side.count;
    side.speeds += c.speed;
    side.squares += c.speed * c.speed;
  }

  // Of Weibull's law with this ratio of the squared mean to the mean square.
  static double shape_of(double ratio) {
    double low = 0.6, high = 5;
    for (int i = 0; i < 60; ++i) {
      const double k = (low + high) / 2, mean = std::tgamma(1 + 1 / k);
      (mean * mean / std::tgamma(1 + 2 / k) < ratio ? low : high) = k;
    }
    return (low + high) / 2;
  }

  CollisionLaw law() const {
    CollisionLaw found;
    const double count = sides_[0].count + sides_[1].count, balls = settings_.balls * layers_;
    found.rate = count / (roots_ * balls * collision_frequency(key_.phi, 1, 1) / 2);
    found.anisotropy = std::clamp(-15 * bias_ / count, 0.0, 2.0);
    for (std::size_t i = 0; i < 2; ++i) {
      const Side& side = sides_[i];
      found.rms[i] = std::sqrt(side.squares / side.count / (squares_ / time_));
      found.shape[i] = shape_of(side.speeds * side.speeds / (side.count * side.squares));
    }
    return found;
  }

  FlowKey key_;
  ShearedBoxSettings settings_;
  GrainSystem system_;
  double largest_shear_ = 0, flow_ = 0, layers_ = 1;
  bool is_counting_ = false;
  double time_ = 0, roots_ = 0, squares_ = 0;  // of the time, and integrals of sqrt(T) and T over it
  double bias_ = 0;
  std::array<Side, 2> sides_{};
};

}  // namespace

DatabankRow ShearedBoxes::measure(const FlowKey& key) { return Box(key, settings_, starts_[key.phi]).run(); }

std::vector<FlowKey> databank_keys() {
  std::vector<FlowKey> keys;
  for (const double phi : {0.05, 0.2, 0.35, 0.45, 0.5, 0.54, 0.57, 0.6})
    for (const double shear : {0.0, 0.5, 1.0, 2.0})
      for (const double restitution : {0.6, 0.8, 0.9, 0.98}) keys.push_back({phi, shear, restitution});
  return keys;
}

}  // namespace resound
