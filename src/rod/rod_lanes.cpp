#include "rod/rod_lanes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "rod/rod_frame.h"

namespace resound {
namespace {

constexpr RodRow shifted(RodRow row, std::size_t by) { return static_cast<RodRow>(static_cast<std::size_t>(row) + by); }

}  // namespace

RodLanes::RodLanes(const ElasticRod& rod, double step, const Vec3& gravity, bool is_implicit)
    : vertices_(rod.vertices()), edges_(rod.edges().size()), is_closed_(rod.is_closed()) {
  blocks_ = (kFirst + vertices_ + (is_closed_ ? 2 : 0) + kBlock - 1) / kBlock;
  stride_ = kBlock * (blocks_ + 1);
  if (stride_ / kBlock % 2 == 0) stride_ += kBlock;  // rows a power of two apart would crowd one part of the cache
  numbers_ = AlignedNumbers(static_cast<std::size_t>(RodRow::count) * stride_);

  const RodMaterial& material = rod.material();
  const double damping = is_implicit ? 0 : material.mass_damping * step;  // alpha dt
  step_.step = step;
  step_.keep = (2 - damping) / (2 + damping);
  step_.gravity = gravity;
  step_.stretch_rate = material.stretch_damping / step;
  step_.bend_rate = material.bend_damping / step;
  step_.twist_rate = material.twist_damping / step;
  step_.tension_damping = material.tension_damping;
  step_.is_neo_hookean = material.law == StretchLaw::neo_hookean;
  step_.is_damped = step_.stretch_rate > 0 || step_.bend_rate > 0 || step_.twist_rate > 0 || step_.tension_damping > 0;

  const auto put = [&](RodRow to, std::size_t at, double value) { row(to)[kFirst + at] = value; };
  for (std::size_t i = 0; i < vertices_; ++i) {
    const RodCell& cell = rod.cells()[i];
    put(RodRow::mass, i, cell.mass);
    put(RodRow::gain, i, 2 * step / ((2 + damping) * cell.mass));
    put(RodRow::bend1, i, cell.bend1), put(RodRow::bend2, i, cell.bend2);
    put(RodRow::twist_stiffness, i, cell.twist);
    put(RodRow::natural1, i, cell.natural.kappa1), put(RodRow::natural2, i, cell.natural.kappa2);
    put(RodRow::natural_twist, i, cell.natural.twist);
  }
  for (std::size_t i = 0; i < edges_; ++i) {
    const RodEdge& edge = rod.edges()[i];
    put(RodRow::spin_gain, i, 2 * step / ((2 + damping) * edge.inertia));
    put(RodRow::stiffness, i, edge.stiffness);
    put(RodRow::rest_length, i, edge.length), put(RodRow::inverse_rest, i, 1 / edge.length);
  }
  if (is_closed_)
    copy_ends(std::array{RodRow::bend1, RodRow::bend2, RodRow::twist_stiffness, RodRow::natural1, RodRow::natural2,
                         RodRow::natural_twist, RodRow::stiffness, RodRow::rest_length, RodRow::inverse_rest});
}

VertexView RodLanes::vectors(RodRow first, std::size_t count) {
  return {row(first) + kFirst, row(shifted(first, 1)) + kFirst, row(shifted(first, 2)) + kFirst, count};
}
ConstVertexView RodLanes::vectors(RodRow first, std::size_t count) const {
  return {row(first) + kFirst, row(shifted(first, 1)) + kFirst, row(shifted(first, 2)) + kFirst, count};
}

template <std::size_t kRows>
void RodLanes::copy_ends(const std::array<RodRow, kRows>& rows) {
  for (const RodRow r : rows) {
    double* first = row(r) + kFirst;
    double* end = first + vertices_;
    first[-1] = end[-1], first[-2] = end[-2];
    end[0] = first[0], end[1] = first[1];
  }
}

void RodLanes::copy_end_vertices() {
  copy_ends(std::array{RodRow::position, shifted(RodRow::position, 1), shifted(RodRow::position, 2), RodRow::velocity,
                       shifted(RodRow::velocity, 1), shifted(RodRow::velocity, 2)});
}
void RodLanes::copy_end_edges() {
  copy_ends(std::array{RodRow::director, shifted(RodRow::director, 1), shifted(RodRow::director, 2), RodRow::tangent,
                       shifted(RodRow::tangent, 1), shifted(RodRow::tangent, 2), RodRow::director2,
                       shifted(RodRow::director2, 1), shifted(RodRow::director2, 2), RodRow::length,
                       RodRow::inverse_length});
}

// Tangents, lengths and second directors from positions and first directors.
void RodLanes::measure_edges() {
  const VertexView position = vectors(RodRow::position, vertices_), d1 = vectors(RodRow::director, edges_);
  const VertexView tangent = vectors(RodRow::tangent, edges_), d2 = vectors(RodRow::director2, edges_);
  for (std::size_t i = 0; i < edges_; ++i) {
    const EdgeFrame frame = edge_frame(position[(i + 1) % vertices_] - position[i], d1[i]);
    tangent.set(i, frame.t), d2.set(i, frame.d2);
    row(RodRow::length)[kFirst + i] = frame.length;
    row(RodRow::inverse_length)[kFirst + i] = 1 / frame.length;
  }
  if (is_closed_) copy_end_vertices(), copy_end_edges();
}

void RodLanes::spare_flight() {
  const double *gain = row(RodRow::gain) + kFirst, *mass = row(RodRow::mass) + kFirst;
  const ConstVertexView velocity = std::as_const(*this).vectors(RodRow::velocity, vertices_);
  Vec3 momentum;
  double sum = 0;
  step_.drift = {};
  for (std::size_t i = 0; i < vertices_; ++i) {
    if (gain[i] == 0) return;  // held
    momentum += mass[i] * velocity[i], sum += mass[i];
  }
  step_.drift = ((1 - step_.keep) / sum) * momentum;
}

void RodLanes::load(const ElasticRod& rod, const RodState& state) {
  const VertexView position = vectors(RodRow::position, vertices_), velocity = vectors(RodRow::velocity, vertices_);
  const VertexView d1 = vectors(RodRow::director, edges_);
  for (std::size_t i = 0; i < vertices_; ++i) {
    position.set(i, state.position[i]), velocity.set(i, state.velocity[i]);
    row(RodRow::twist)[kFirst + i] = state.twist[i];
  }
  std::vector<EdgeFrame> frames;
  for (std::size_t i = 0; i < edges_; ++i) {
    const Vec3 edge = state.position[(i + 1) % vertices_] - state.position[i];
    frames.push_back(edge_frame(edge, made_normal(state.director[i], normalized(edge))));
    d1.set(i, frames.back().d1);
    row(RodRow::spin)[kFirst + i] = state.spin[i];
    row(RodRow::stretch_before)[kFirst + i] = frames.back().length / rod.edges()[i].length;
  }
  measure_edges();
  // strains, as if they had been the same a step ago
  for (std::size_t i = is_closed_ ? 0 : 1; i < (is_closed_ ? vertices_ : vertices_ - 1); ++i) {
    const EdgeFrame &before = frames[(i + vertices_ - 1) % vertices_], &after = frames[i];
    const CellCurvature curvature = cell_curvature(before, after);
    row(RodRow::kappa1_before)[kFirst + i] = curvature.kappa1;
    row(RodRow::kappa2_before)[kFirst + i] = curvature.kappa2;
    const double twist = unwrapped(twist_between(before, after), state.twist[i]);
    row(RodRow::twist)[kFirst + i] = row(RodRow::twist_before)[kFirst + i] = twist;
  }
  if (is_closed_)
    copy_ends(std::array{RodRow::twist, RodRow::twist_before, RodRow::kappa1_before, RodRow::kappa2_before,
                         RodRow::stretch_before});
}

RodState RodLanes::store() const {
  RodState state;
  const ConstVertexView position = vectors(RodRow::position, vertices_);
  const ConstVertexView velocity = vectors(RodRow::velocity, vertices_), d1 = vectors(RodRow::director, edges_);
  for (std::size_t i = 0; i < vertices_; ++i) {
    state.position.push_back(position[i]), state.velocity.push_back(velocity[i]);
    state.twist.push_back(row(RodRow::twist)[kFirst + i]);
  }
  for (std::size_t i = 0; i < edges_; ++i) {
    state.director.push_back(d1[i]);
    state.spin.push_back(row(RodRow::spin)[kFirst + i]);
  }
  return state;
}

// All rows but the constants: tangents and lengths are kept too, since computing them anew would round differently.
void RodLanes::archive(StateArchive& state) {
  const std::size_t kept = static_cast<std::size_t>(RodRow::pull_before) * stride_;
  std::vector<double> rows(numbers_.all().begin(), numbers_.all().begin() + static_cast<std::ptrdiff_t>(kept));
  state.fields(rows);
  if (rows.size() != kept) throw InputError("the checkpoint is damaged: it belongs to another rod");
  std::ranges::copy(rows, numbers_.all().begin());
}

}  // namespace resound
