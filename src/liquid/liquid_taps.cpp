#include "liquid/liquid_taps.h"

#include <algorithm>
#include <cmath>

#include "numerics/pi.h"
#include "numerics/random_stream.h"

namespace resound {
namespace {

struct Across {
  double x = 0, y = 0;  // [dx]
};

// Where the particles of one layer stand in a round mouth of this radius [dx]: as many as its area has squares of dx,
// so that layers follow each other at about dx and the jet is neither squeezed nor torn as it begins; the innermost
// points of a lattice of squares or of triangles, whichever is rounder.
std::vector<Across> spread_over_disc(double radius) {
  struct Lattice {
    double x, row_height, shift;  // [dx]  from point to point, from row to row; by which each row begins later
    Across middle;
  };
  const double edge = std::sqrt(2 / std::sqrt(3.0)), height = 1 / edge;  // one dx^2 for each
  const Lattice lattices[] = {{1, 1, 0, {0, 0}},
                              {1, 1, 0, {0.5, 0.5}},
                              {edge, height, edge / 2, {0, 0}},
                              {edge, height, edge / 2, {edge / 2, 0}},
                              {edge, height, edge / 2, {edge / 2, height / 3}}};
  const auto count = static_cast<std::size_t>(std::max(1.0, std::round(kPi * radius * radius)));
  const int most = static_cast<int>(2 * radius) + 4;
  std::vector<Across> best;
  for (const Lattice& lattice : lattices) {
    std::vector<Across> points;
    for (int j = -most; j <= most; ++j)
      for (int i = -most; i <= most; ++i)
        points.push_back({i * lattice.x + (j % 2 != 0 ? lattice.shift : 0) - lattice.middle.x,
                          j * lattice.row_height - lattice.middle.y});
    std::ranges::stable_sort(points, {}, [](const Across& p) { return std::round(1e6 * std::hypot(p.x, p.y)); });
    points.resize(count);
    const auto reach = [](const Across& p) { return std::hypot(p.x, p.y); };
    if (best.empty() || reach(points.back()) < reach(best.back()) - 1e-9) best = std::move(points);
  }
  return best;
}

}  // namespace

double LiquidTap::flow() const { return kPi * radius * radius * speed; }
double LiquidBall::mass() const { return 4 * kPi / 3 * radius * radius * radius * density; }

// As many as the ball has cubes of dx: the innermost places of a lattice about one of its points or about the middle of
// eight, whichever is rounder.
std::vector<Vec3> ball_of_liquid(double radius, double spacing) {
  const double volume = 4 * kPi / 3 * radius * radius * radius / (spacing * spacing * spacing);
  const auto count = static_cast<std::size_t>(std::max(1.0, std::round(volume)));
  const int most = static_cast<int>(radius / spacing) + 2;
  std::vector<Vec3> best;
  for (const double shift : {0.0, 0.5}) {
    std::vector<Vec3> places;
    for (int k = -most; k <= most; ++k)
      for (int j = -most; j <= most; ++j)
        for (int i = -most; i <= most; ++i) places.push_back(spacing * Vec3{i + shift, j + shift, k + shift});
    std::ranges::stable_sort(places, {}, [&](const Vec3& p) { return std::round(1e6 * length(p) / spacing); });
    places.resize(count);
    if (best.empty() || length(places.back()) < length(best.back()) - 1e-9 * spacing) best = std::move(places);
  }
  return best;
}

LiquidTaps::LiquidTaps(const LiquidSystem& system) : spacing_(system.settings.spacing), drips_(system.drips) {
  const double dx = system.settings.spacing;
  for (const LiquidTap& tap : system.taps) {
    Mouth mouth{tap, {}, 0};
    const Vec3 aside =
        normalized(cross(tap.direction, std::abs(tap.direction.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
    const Vec3 across = cross(tap.direction, aside);
    for (const Across& at : spread_over_disc(tap.radius / dx))
      mouth.places.push_back(tap.position + (at.x * dx) * aside + (at.y * dx) * across);
    mouth.interval = static_cast<double>(mouth.places.size()) * dx * dx * dx / tap.flow();
    mouths_.push_back(std::move(mouth));
  }
}

void LiquidTaps::drip(const LiquidDrips& drips, double before, double now, const Vec3& gravity,
                      std::vector<LiquidParticle>& out) const {
  const bool is_strewn = drips.size_x > 0 || drips.size_y > 0;
  const double first = std::max(0.0, std::floor((before - drips.begin) * drips.rate) - 1);
  for (double drop = first; drips.begin + (drop - 1) / drips.rate <= now; ++drop) {
    RandomStream random(drips.seed, drips.object, static_cast<std::uint64_t>(drop));
    const double when = random.uniform(), x = random.uniform(-0.5, 0.5), y = random.uniform(-0.5, 0.5);
    const double due = drips.begin + (drop + (is_strewn ? when : 0)) / drips.rate;
    if (due <= before || due > now || due >= drips.end) continue;
    const double ago = now - due;
    const Vec3 velocity{0, 0, -drips.speed};
    const Vec3 middle =
        drips.position + Vec3{x * drips.size_x, y * drips.size_y, 0} + ago * velocity + (0.5 * ago * ago) * gravity;
    for (const Vec3& place : ball_of_liquid(drips.radius, spacing_))
      out.push_back({middle + place, velocity + ago * gravity, 0});
  }
}

void LiquidTaps::pour(double before, double now, const Vec3& gravity, std::vector<LiquidParticle>& out) {
  for (const Mouth& mouth : mouths_) {
    const double since = before - mouth.tap.begin;
    for (double layer = std::max(0.0, std::floor(since / mouth.interval) + 1);; ++layer) {
      const double due = mouth.tap.begin + layer * mouth.interval;
      if (due > now || due >= mouth.tap.end) break;
      if (due <= before) continue;
      const double ago = now - due;
      for (const Vec3& place : mouth.places)
        out.push_back({place + (mouth.tap.speed * ago) * mouth.tap.direction + (0.5 * ago * ago) * gravity,
                       mouth.tap.speed * mouth.tap.direction + ago * gravity, 0});
    }
  }
  for (const LiquidDrips& drips : drips_) drip(drips, before, now, gravity, out);
}

}  // namespace resound
