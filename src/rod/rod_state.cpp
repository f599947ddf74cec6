#include "rod/rod_state.h"

#include <algorithm>
#include <cmath>

#include "numerics/pi.h"
#include "rod/elastic_rod.h"
#include "rod/rod_frame.h"

namespace resound {
namespace {

Vec3 tangent_of(std::span<const Vec3> positions, std::size_t edge) {
  return normalized(positions[(edge + 1) % positions.size()] - positions[edge]);
}

void measure_twist(const ElasticRod& rod, RodState& state) {
  const std::size_t count = rod.vertices();
  state.twist.assign(count, 0);
  for (std::size_t i = rod.is_closed() ? 0 : 1; i < (rod.is_closed() ? count : count - 1); ++i) {
    const std::size_t j = (i + count - 1) % count;
    const EdgeFrame before{tangent_of(state.position, j), state.director[j],
                           cross(tangent_of(state.position, j), state.director[j])};
    const EdgeFrame after{tangent_of(state.position, i), state.director[i],
                          cross(tangent_of(state.position, i), state.director[i])};
    state.twist[i] = unwrapped(twist_between(before, after), rod.cells()[i].natural.twist);
  }
}

constexpr int kFinePieces = 4000;  // of the lines below, before the vertices are spread on them

template <class Offset>
std::vector<Vec3> offset_line(const ElasticRod& rod, const Vec3& from, const Vec3& to, const Offset& offset) {
  std::vector<Vec3> line;
  for (int i = 0; i <= kFinePieces; ++i) {
    const double s = static_cast<double>(i) / kFinePieces;
    line.push_back((1 - s) * from + s * to + offset(s));
  }
  return spread_along(rod, line);
}

}  // namespace

RodState at_rest(const ElasticRod& rod) {
  RodState state;
  state.position = rod.shape().vertices;
  state.velocity.assign(rod.vertices(), {});
  state.director = rod.shape().directors;
  state.spin.assign(rod.edges().size(), 0);
  measure_twist(rod, state);
  return state;
}

RodState placed(const ElasticRod& rod, std::span<const Vec3> positions) {
  RodState state = at_rest(rod);
  const Vec3 first = tangent_of(state.position, 0);
  state.position.assign(positions.begin(), positions.end());
  // each edge as much twisted against the one before as the material is
  Vec3 t = tangent_of(state.position, 0);
  state.director[0] = made_normal(transported(state.director[0], first, t), t);
  for (std::size_t i = 1; i < rod.edges().size(); ++i) {
    const Vec3 before = std::exchange(t, tangent_of(state.position, i));
    const Vec3 carried = transported(state.director[i - 1], before, t);
    state.director[i] = made_normal(turned_about(carried, t, rod.cells()[i].natural.twist), t);
  }
  measure_twist(rod, state);
  if (!rod.is_closed()) return state;
  // what is left over where a closed rod meets itself, shared by all
  const double left = state.twist[0] - rod.cells()[0].natural.twist;
  const auto count = static_cast<double>(rod.vertices());
  for (std::size_t i = 0; i < rod.edges().size(); ++i)
    state.director[i] =
        turned_about(state.director[i], tangent_of(state.position, i), left * (static_cast<double>(i) / count - 0.5));
  measure_twist(rod, state);
  return state;
}

std::vector<Vec3> spread_along(const ElasticRod& rod, std::span<const Vec3> line) {
  std::vector<double> arc{0};
  for (std::size_t i = 1; i < line.size(); ++i) arc.push_back(arc.back() + length(line[i] - line[i - 1]));
  const double whole = rod.length();
  std::vector<Vec3> places;
  double at = 0;  // [m]  along the rod at rest
  std::size_t piece = 0;
  for (std::size_t i = 0; i < rod.vertices(); ++i) {
    const double s = arc.back() * at / whole;
    while (piece + 2 < arc.size() && arc[piece + 1] < s) ++piece;
    const double part = (s - arc[piece]) / (arc[piece + 1] - arc[piece]);
    places.push_back((1 - part) * line[piece] + part * line[piece + 1]);
    if (i < rod.edges().size()) at += rod.edges()[i].length;
  }
  return places;
}

std::vector<Vec3> stretched_line(const ElasticRod& rod, const Vec3& from, const Vec3& to) {
  return spread_along(rod, std::vector<Vec3>{from, to});
}

std::vector<Vec3> triangle_line(const ElasticRod& rod, const Vec3& from, const Vec3& to, double place,
                                const Vec3& offset) {
  return spread_along(rod, std::vector<Vec3>{from, from + place * (to - from) + offset, to});
}

std::vector<Vec3> lobe_line(const ElasticRod& rod, const Vec3& from, const Vec3& to, double place, double width,
                            const Vec3& offset) {
  return offset_line(rod, from, to, [&](double s) {
    const double phase = 2 * (s - place) / width;
    return std::abs(phase) < 1 ? (1 + std::cos(kPi * phase)) / 2 * offset : Vec3{};
  });
}

std::vector<Vec3> arch_line(const ElasticRod& rod, const Vec3& from, const Vec3& to, const Vec3& offset) {
  return offset_line(rod, from, to, [&](double s) { return std::sin(kPi * s) * offset; });
}

}  // namespace resound
