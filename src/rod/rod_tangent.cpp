#include "rod/rod_tangent.h"

#include <array>
#include <utility>

namespace resound {
namespace {

using Entries = std::array<double, 11>;  // of a cell: three vertices, two angles between them
using Places = std::array<std::size_t, 11>;

void put(Entries& entries, std::size_t at, const Vec3& v) {
  entries[at] = v.x, entries[at + 1] = v.y, entries[at + 2] = v.z;
}

// x_before, angle_before, x, angle_after, x_after
Entries strain_gradient(const Vec3& before, const Vec3& after, double angle_before, double angle_after) {
  Entries entries{};
  put(entries, 0, -before), put(entries, 4, before - after), put(entries, 8, after);
  entries[3] = angle_before, entries[7] = angle_after;
  return entries;
}

void add_square(const Entries& g, const Places& places, const std::vector<bool>& is_held, double scale, RodBand& band) {
  for (std::size_t i = 0; i < g.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j)
      if (!is_held[places[i]] && !is_held[places[j]]) band.add(places[i], places[j], scale * g[i] * g[j]);
}

}  // namespace

RodOrder::RodOrder(const ElasticRod& rod) : vertices_(rod.vertices()), is_closed_(rod.is_closed()) {}

std::size_t RodOrder::place(std::size_t vertex) const {
  if (!is_closed_) return vertex;
  return vertex < (vertices_ + 1) / 2 ? 2 * vertex : 2 * (vertices_ - 1 - vertex) + 1;
}

std::vector<EdgeFrame> edge_frames(const ElasticRod& rod, const RodState& state) {
  std::vector<EdgeFrame> frames;
  for (std::size_t i = 0; i < rod.edges().size(); ++i)
    frames.push_back(edge_frame(state.position[(i + 1) % rod.vertices()] - state.position[i], state.director[i]));
  return frames;
}

void displace(const ElasticRod& rod, std::span<const Vec3> shift, std::span<const double> turn, RodState& state) {
  const std::size_t count = rod.vertices();
  std::vector<EdgeFrame> frames = edge_frames(rod, state);
  for (std::size_t i = 0; i < count; ++i) state.position[i] += shift[i];
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const Vec3 edge = state.position[(i + 1) % count] - state.position[i], t = normalized(edge);
    const Vec3 carried = transported(state.director[i], frames[i].t, t);
    state.director[i] = made_normal(turned_about(carried, t, turn[i]), t);
    frames[i] = edge_frame(edge, state.director[i]);
  }
  for (std::size_t i = rod.is_closed() ? 0 : 1; i < (rod.is_closed() ? count : count - 1); ++i)
    state.twist[i] = unwrapped(twist_between(frames[(i + count - 1) % count], frames[i]), state.twist[i]);
}

void add_stiffness(const ElasticRod& rod, const RodOrder& order, std::span<const EdgeFrame> frames,
                   const std::vector<bool>& is_held, const TangentScale& scale, RodBand& band) {
  const std::size_t count = rod.vertices();
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const RodEdge& edge = rod.edges()[i];
    const double stretch = frames[i].length / edge.length, tension = rod.tension(i, stretch);
    const double slope = rod.material().law == StretchLaw::linear ? 1 : (1 + 2 / (stretch * stretch * stretch)) / 3;
    const double along = scale.stretch * edge.stiffness * slope / edge.length;
    const double across = tension > 0 ? scale.tension * tension / frames[i].length : 0;
    const std::array t{frames[i].t.x, frames[i].t.y, frames[i].t.z};
    const std::array places{order.of_vertex(i), order.of_vertex((i + 1) % count)};
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t l = 0; l < 3; ++l) {
        const double value = (along - across) * t[k] * t[l] + (k == l ? across : 0);
        for (const std::size_t end : {0U, 1U})
          if (l <= k && !is_held[places[end]]) band.add(places[end] + k, places[end] + l, value);
        if (!is_held[places[0]] && !is_held[places[1]]) band.add(places[0] + k, places[1] + l, -value);
      }
  }
  for (std::size_t i = rod.is_closed() ? 0 : 1; i < (rod.is_closed() ? count : count - 1); ++i) {
    const std::size_t j = (i + count - 1) % count, next = (i + 1) % count;
    const RodCell& cell = rod.cells()[i];
    const CellGradient g = cell_gradient(frames[j], frames[i], cell_curvature(frames[j], frames[i]));
    const std::size_t a = order.of_vertex(j), b = order.of_vertex(i), c = order.of_vertex(next);
    const Places places{a, a + 1, a + 2, order.of_angle(j), b, b + 1, b + 2, order.of_angle(i), c, c + 1, c + 2};
    const Entries kappa1 =
        strain_gradient(g.kappa1_before, g.kappa1_after, g.kappa1_angle_before, g.kappa1_angle_after);
    const Entries kappa2 =
        strain_gradient(g.kappa2_before, g.kappa2_after, g.kappa2_angle_before, g.kappa2_angle_after);
    add_square(kappa1, places, is_held, scale.bend * cell.bend1, band);
    add_square(kappa2, places, is_held, scale.bend * cell.bend2, band);
    add_square(strain_gradient(g.twist_before, g.twist_after, -1, 1), places, is_held, scale.twist * cell.twist, band);
  }
}

}  // namespace resound
