#include <doctest/doctest.h>

#include <cmath>

#include "liquid/drift.h"
#include "liquid/tanks.h"
#include "numerics/random_stream.h"

namespace resound {
namespace {

constexpr double kSpacing = 0.004;  // [m]

// A block that flies at another one, and perhaps spray about them. Each has as many particles as some blocks of rows,
// so that those which fly and those which rest are not watched together.
LiquidSystem blocks_that_meet(int spray) {
  LiquidSystem system;
  system.gravity = {};
  system.settings.spacing = kSpacing;
  system.particles = block_of({0, 0, 0}, 8, 8, 8, kSpacing);
  RandomStream random(4, 5, 6);
  for (LiquidParticle p : block_of({0, 0, 14 * kSpacing}, 8, 8, 8, kSpacing)) {
    p.velocity = {0.3, 0, -2};
    system.particles.push_back(p);
  }
  for (int k = 0; k < spray; ++k) {
    const auto within = [&] { return 30 * kSpacing * (random.uniform() - 0.3); };
    const auto speed = [&] { return 1.5 * random.normal(); };
    system.particles.push_back({{within(), within(), within()}, {speed(), speed(), speed()}, 0});
  }
  return system;
}

// Neighbours as the solver found them, or as places say; those at the very reach of the kernel count for either.
void check_neighbours(const LiquidView& view, double reach, double in_bulk) {
  for (std::size_t i = 0; i < view.positions.size(); ++i) {
    if (!is_finite(view.positions[i])) continue;
    int least = 0, most = 0;
    for (std::size_t j = 0; j < view.positions.size(); ++j) {
      const double away = length(view.positions[i] - view.positions[j]);
      least += j != i && away < reach * (1 - 1e-5);
      most += j != i && away < reach * (1 + 1e-5);
    }
    const double found = std::round(static_cast<double>(view.crowding[i]) * in_bulk);
    CHECK(found >= least);
    CHECK(found <= most);
  }
}

}  // namespace

TEST_CASE("lists miss no neighbour, though liquid flows fast, meets other liquid and sprays") {
  for (const int spray : {0, 200}) {
    const LiquidSystem system = blocks_that_meet(spray);
    LiquidSolver liquid(system);
    liquid.advance(200 * liquid.step(), 5, [&](const LiquidView& view) {
      check_neighbours(view, 2 * system.settings.smoothing * kSpacing, 56);
    });
  }
}

TEST_CASE("particles come nearer to each other by no more than their drifts tell") {
  RandomStream random(7, 8, 9);
  const auto anywhere = [&] { return Vec3{random.normal(), random.normal(), random.normal()}; };
  for (int k = 0; k < 1000; ++k) {
    const Vec3 a = anywhere(), b = anywhere(), more = anywhere();
    Drift first = Drift::of_none(), second = Drift::of_none();
    first.see(a), first.see(more), second.see(b);
    CHECK(approach(first, second) >= length(a - b));
    CHECK(approach(first, second) >= length(more - b));
    CHECK(farthest(second) == doctest::Approx(length(b)));
  }
}

}  // namespace resound
