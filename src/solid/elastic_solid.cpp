#include "solid/elastic_solid.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <variant>

#include "base/error.h"
#include "solid/brick_stiffness.h"
#include "solid/element_batch.h"
#include "solid/element_order.h"
#include "solid/node_pull.h"

namespace resound {
namespace {

using Batches = std::variant<std::vector<Tet4Batch>, std::vector<Tet10Batch>, std::vector<BrickBatch>>;

// A batch while it is built: bricks come with matrices that may turn out to be shared.
template <class Batch>
struct Draft {
  Batch batch;
};
template <>
struct Draft<BrickBatch> {
  BrickBatch batch;
  BrickStiffness stiffness;
};

template <class Batch>
constexpr std::size_t nodes_an_element() {
  return std::tuple_size_v<decltype(Batch::node)>;
}

double determinant(const std::array<Vec3, 3>& columns) { return dot(columns[0], cross(columns[1], columns[2])); }

void require_upright(double determinant) {
  if (!(determinant > 0)) throw InputError("a tetrahedron is flat or turned inside out; mesh the solid anew");
}

// A point of quadrature from the edges of the tetrahedron at rest (columns of D_m). `share` of det / 6, modulus of
// shear `mu` [Pa]. Returns the volume. [m^3]
double set_point(TetPoint& point, std::size_t lane, const std::array<Vec3, 3>& edge, double share, double mu) {
  const double det = determinant(edge);
  require_upright(det);
  const double xy = -dot(edge[0], edge[1]) / dot(edge[0], edge[0]);
  const Vec3 y = edge[1] + xy * edge[0];
  const double yz = -dot(y, edge[2]) / dot(y, y), xz = yz * xy - dot(edge[0], edge[2]) / dot(edge[0], edge[0]);
  const Vec3 z = edge[2] + xz * edge[0] + yz * edge[1];
  const std::array<double, 3> shear{xy, xz, yz}, rest{dot(edge[0], edge[0]), dot(y, y), dot(z, z)};
  const double volume = share * det / 6, stiffness = mu * volume;
  for (std::size_t i = 0; i < 3; ++i) {
    point.shear[i].lane[lane] = shear[i];
    point.rest[i].lane[lane] = rest[i];
    point.along[i].lane[lane] = std::sqrt(stiffness) / rest[i];
    point.across[i].lane[lane] = -stiffness / (rest[(i + 1) % 3] * rest[(i + 2) % 3]);
  }
  point.inverse_volume.lane[lane] = 1 / det;
  return volume;
}

using NodeMasses = std::array<double, 10>;  // [kg/(kg/m^3)]  volume that each node of an element carries

NodeMasses set_element(Draft<Tet4Batch>& draft, std::size_t lane, const std::vector<Vec3>& nodes, const Tet4& tet,
                       const SolidMaterial& material) {
  const Vec3& origin = nodes[tet[0]];
  const double volume =
      set_point(draft.batch.point, lane, {nodes[tet[1]] - origin, nodes[tet[2]] - origin, nodes[tet[3]] - origin}, 1,
                material.mu());
  NodeMasses masses{};
  std::fill_n(masses.begin(), 4, volume / 4);
  return masses;
}

// The edges at a point are the derivatives of the true, perhaps curved, element. Masses are lumped in the ratio of the
// diagonal of the true matrix [Hinton, Rock & Zienkiewicz 1976]: 1/36 of the element for a corner, 4/27 for the middle
// of an edge.
NodeMasses set_element(Draft<Tet10Batch>& draft, std::size_t lane, const std::vector<Vec3>& nodes, const Tet10& tet,
                       const SolidMaterial& material) {
  constexpr std::array<std::array<std::size_t, 4>, 4> kMiddle{{{0, 4, 6, 7}, {4, 1, 5, 8}, {6, 5, 2, 9}, {7, 8, 9, 3}}};
  const double beta = (5 - std::sqrt(5.0)) / 20, alpha = 1 - 3 * beta;
  Tet10Batch& batch = draft.batch;
  double volume = 0;
  for (std::size_t p = 0; p < 4; ++p) {
    std::array<Vec3, 4> slope{};
    for (std::size_t i = 0; i < 4; ++i) {
      slope[i] = (4 * (i == p ? alpha : beta) - 1) * nodes[tet[i]];
      for (std::size_t j = 0; j < 4; ++j)
        if (j != i) slope[i] += 4 * (j == p ? alpha : beta) * nodes[tet[kMiddle[i][j]]];
    }
    volume += set_point(batch.point[p], lane, {slope[1] - slope[0], slope[2] - slope[0], slope[3] - slope[0]}, 0.25,
                        material.mu());
  }
  NodeMasses masses{};
  std::fill_n(masses.begin(), 4, volume / 36);
  std::fill_n(masses.begin() + 4, 6, volume * 4 / 27);
  return masses;
}

NodeMasses set_element(Draft<BrickBatch>& draft, std::size_t lane, const std::vector<Vec3>& nodes, const Brick& brick,
                       const SolidMaterial& material) {
  std::array<Vec3, 8> corners;
  for (std::size_t a = 0; a < 8; ++a) corners[a] = nodes[brick[a]];
  const BrickNumbers numbers = brick_numbers(corners, material.lambda(), material.mu());
  BrickBatch& batch = draft.batch;
  for (std::size_t i = 0; i < 9; ++i) batch.gradient[i].lane[lane] = numbers.gradient[i];
  for (std::size_t i = 0; i < 12; ++i) batch.warp[i].lane[lane] = numbers.warp[i];
  for (std::size_t i = 0; i < kBrickStiffness; ++i) draft.stiffness[i].lane[lane] = numbers.stiffness[i];
  NodeMasses masses{};
  std::copy(numbers.node_volume.begin(), numbers.node_volume.end(), masses.begin());
  return masses;
}

// Lanes that stand for no element have the place of the last one, so that nothing there divides by zero, and no
// stiffness.
void weaken(TetPoint& point, std::size_t lane) {
  for (std::array<BatchLanes, 3>* numbers : {&point.along, &point.across})
    for (BatchLanes& number : *numbers) number.lane[lane] = 0;
}
void weaken(Draft<Tet4Batch>& draft, std::size_t lane) { weaken(draft.batch.point, lane); }
void weaken(Draft<Tet10Batch>& draft, std::size_t lane) {
  for (TetPoint& point : draft.batch.point) weaken(point, lane);
}
void weaken(Draft<BrickBatch>& draft, std::size_t lane) {
  for (BatchLanes& entry : draft.stiffness) entry.lane[lane] = 0;
}

// Equal but for the last digits, which come from where in space a brick lies.
bool are_alike(const BrickStiffness& a, const BrickStiffness& b) {
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < kBrickStiffness; ++i)
    for (std::size_t lane = 0; lane < kBatch; ++lane) {
      difference = std::max(difference, std::abs(a[i].lane[lane] - b[i].lane[lane]));
      size = std::max(size, std::abs(a[i].lane[lane]));
    }
  return difference <= 1e-11 * size;
}

template <class Element>
std::vector<int> flat(const std::vector<Element>& elements) {
  std::vector<int> corners;
  for (const Element& element : elements) corners.insert(corners.end(), element.begin(), element.end());
  return corners;
}

struct Built {
  Batches batches;
  std::vector<BrickStiffness> stiffness;
  std::vector<double> mass;               // [kg]
  std::vector<std::vector<int>> rows_of;  // of each node
};

template <class Batch>
Batch finished(const Draft<Batch>& draft, std::vector<BrickStiffness>&) {
  return draft.batch;
}
template <>
BrickBatch finished(const Draft<BrickBatch>& draft, std::vector<BrickStiffness>& known) {
  constexpr std::size_t kLookBack = 16;  // grids have one matrix and one for the last batch; others are all different
  BrickBatch batch = draft.batch;
  const std::size_t from = known.size() - std::min(known.size(), kLookBack);
  const auto same = std::find_if(known.begin() + static_cast<std::ptrdiff_t>(from), known.end(),
                                 [&](const BrickStiffness& k) { return are_alike(k, draft.stiffness); });
  batch.stiffness = static_cast<std::size_t>(same - known.begin());
  if (same == known.end()) known.push_back(draft.stiffness);
  return batch;
}

template <class Batch, class Element>
Built build(const std::vector<Vec3>& nodes, const std::vector<Element>& elements, const SolidMaterial& material) {
  constexpr std::size_t kNodes = nodes_an_element<Batch>();
  const std::vector<int> order = element_order(nodes, flat(elements), kNodes);
  std::vector<Batch> batches;
  Built built{{}, {}, std::vector<double>(nodes.size()), std::vector<std::vector<int>>(nodes.size())};
  for (std::size_t begin = 0; begin < elements.size(); begin += kBatch) {
    Draft<Batch> draft{};
    for (std::size_t lane = 0; lane < kBatch; ++lane) {
      const bool is_real = begin + lane < elements.size();
      const Element& element = elements[order[std::min(begin + lane, elements.size() - 1)]];
      const NodeMasses volumes = set_element(draft, lane, nodes, element, material);
      if (!is_real) weaken(draft, lane);
      for (std::size_t a = 0; a < kNodes; ++a) {
        draft.batch.node[a].lane[lane] = static_cast<int>(kNodeStride) * element[a];
        if (!is_real) continue;
        built.mass[element[a]] += material.density * volumes[a];
        built.rows_of[element[a]].push_back(
            static_cast<int>((batches.size() * kNodes + a) * kBatch + kRowOfLane[lane]));
      }
    }
    batches.push_back(finished(draft, built.stiffness));
  }
  built.batches = std::move(batches);
  return built;
}

Built build(const LinearTetMesh& mesh, const SolidMaterial& m) { return build<Tet4Batch>(mesh.nodes, mesh.tets, m); }
Built build(const TetMesh& mesh, const SolidMaterial& m) { return build<Tet10Batch>(mesh.nodes, mesh.tets, m); }
Built build(const BrickMesh& mesh, const SolidMaterial& m) { return build<BrickBatch>(mesh.nodes, mesh.bricks, m); }

void run(std::span<const Tet4Batch> batches, std::span<const BrickStiffness>, const LawNumbers& law, const double* x,
         StrainMemory memory, double* rows) {
  tet4_forces(batches, law, x, memory, rows);
}
void run(std::span<const Tet10Batch> batches, std::span<const BrickStiffness>, const LawNumbers& law, const double* x,
         StrainMemory memory, double* rows) {
  tet10_forces(batches, law, x, memory, rows);
}
void run(std::span<const BrickBatch> batches, std::span<const BrickStiffness> stiffness, const LawNumbers&,
         const double* x, StrainMemory memory, double* rows) {
  brick_forces(batches, stiffness, x, memory, rows);
}
void energies(std::span<const Tet4Batch> batches, std::span<const BrickStiffness>, const LawNumbers& law,
              const double* x, double* energy) {
  tet4_energies(batches, law, x, energy);
}
void energies(std::span<const Tet10Batch> batches, std::span<const BrickStiffness>, const LawNumbers& law,
              const double* x, double* energy) {
  tet10_energies(batches, law, x, energy);
}
void energies(std::span<const BrickBatch> batches, std::span<const BrickStiffness> stiffness, const LawNumbers&,
              const double* x, double* energy) {
  brick_energies(batches, stiffness, x, energy);
}

void require_possible(const SolidMaterial& m) {
  const auto refuse = [](const char* what, double value, const char* remedy) {
    throw InputError(fmt::format("{} of a solid is {}; {}", what, value, remedy));
  };
  if (!(m.young_modulus > 0) || !std::isfinite(m.young_modulus))
    refuse("Young's modulus", m.young_modulus, "it must be positive");
  if (!(m.poisson_ratio > -1 && m.poisson_ratio < 0.5))
    refuse("Poisson's ratio", m.poisson_ratio, "it must lie above -1 and below 0.5");
  if (!(m.density > 0) || !std::isfinite(m.density)) refuse("the density", m.density, "it must be positive");
  if (!(m.strain_damping >= 0) || !std::isfinite(m.strain_damping))
    refuse("the strain damping", m.strain_damping, "it must not be negative");
  if (!(m.mass_damping >= 0) || !std::isfinite(m.mass_damping))
    refuse("the mass damping", m.mass_damping, "it must not be negative");
}

}  // namespace

struct ElasticSolid::Model {
  Model(const SolidMesh& mesh, const SolidMaterial& m, Built built)
      : material(m),
        law{m.lambda() / (2 * m.mu()), m.law == StrainLaw::neo_hookean},
        elements(element_count(mesh)),
        mass(std::move(built.mass)),
        batches(std::move(built.batches)),
        stiffness(std::move(built.stiffness)),
        pull(built.rows_of) {
    for (const Vec3& node : nodes_of(mesh)) rest.insert(rest.end(), {node.x, node.y, node.z, 0.0});
    for (std::size_t node = 0; node < mass.size(); ++node)
      if (!(mass[node] > 0))
        throw InputError(fmt::format("node {} of a solid belongs to no element; leave it out of the mesh", node));
  }

  SolidMaterial material;
  LawNumbers law;
  std::size_t elements;
  std::vector<double> mass;  // [kg]
  NodeVectors rest;          // [m]
  Batches batches;
  std::vector<BrickStiffness> stiffness;  // of bricks
  NodePull pull;
};

ElasticSolid::ElasticSolid(const SolidMesh& mesh, const SolidMaterial& material) {
  require_possible(material);
  if (element_count(mesh) == 0) throw InputError("a solid has no elements; mesh it first");
  model_ = std::make_unique<Model>(mesh, material, std::visit([&](const auto& m) { return build(m, material); }, mesh));
}
ElasticSolid::~ElasticSolid() = default;
ElasticSolid::ElasticSolid(ElasticSolid&&) noexcept = default;
ElasticSolid& ElasticSolid::operator=(ElasticSolid&&) noexcept = default;

std::size_t ElasticSolid::nodes() const { return model_->mass.size(); }
std::size_t ElasticSolid::elements() const { return model_->elements; }
std::span<const double> ElasticSolid::mass() const { return model_->mass; }
const SolidMaterial& ElasticSolid::material() const { return model_->material; }
NodeVectors ElasticSolid::rest() const { return model_->rest; }

std::size_t ElasticSolid::batches() const {
  return std::visit([](const auto& all) { return all.size(); }, model_->batches);
}

std::vector<int> ElasticSolid::nodes_of_batch(std::size_t batch) const {
  std::vector<int> nodes;
  std::visit(
      [&](const auto& all) {
        for (const BatchNodes& corner : all[batch].node)
          for (const int row : corner.lane) nodes.push_back(row / static_cast<int>(kNodeStride));
      },
      model_->batches);
  return nodes;
}

double ElasticSolid::batch_cost() const {
  constexpr double kCosts[] = {1, 6.5, 9.5};  // in the order of Batches; `./bench --benchmark_filter=steps`
  return kCosts[model_->batches.index()];
}

std::size_t ElasticSolid::element_force_size() const {
  return std::visit(
      []<class Batch>(const std::vector<Batch>& all) {
        return all.size() * nodes_an_element<Batch>() * kBatch * kNodeStride;
      },
      model_->batches);
}

std::size_t ElasticSolid::strain_size() const {
  if (model_->material.strain_damping == 0) return 0;
  return std::visit([]<class Batch>(const std::vector<Batch>& all) { return all.size() * kStrains<Batch> * kBatch; },
                    model_->batches);
}

void ElasticSolid::compute(BatchRange range, std::span<const double> position, FormerStrains former,
                           std::span<double> element_forces) const {
  assert(position.size() == kNodeStride * nodes() && element_forces.size() >= element_force_size());
  assert(former.numbers.empty() || (former.numbers.size() >= strain_size() && former.step > 0));
  assert(reinterpret_cast<std::uintptr_t>(former.numbers.data()) % alignof(BatchLanes) == 0);
  std::visit(
      [&]<class Batch>(const std::vector<Batch>& all) {
        StrainMemory memory;
        if (!former.numbers.empty())
          memory = {former.numbers.data() + range.first * kStrains<Batch> * kBatch,
                    model_->material.strain_damping / former.step};
        run(std::span(all).subspan(range.first, range.end - range.first), model_->stiffness, model_->law,
            position.data(), memory,
            element_forces.data() + range.first * nodes_an_element<Batch>() * kBatch * kNodeStride);
      },
      model_->batches);
}

std::size_t ElasticSolid::node_parts() const { return model_->pull.parts(); }

NodeRange ElasticSolid::node_part(std::size_t part) const {
  return {model_->pull.first_node(part), model_->pull.first_node(part + 1)};
}

void ElasticSolid::gather(std::size_t part, std::span<const double> element_forces, std::span<double> force) const {
  assert(force.size() == kNodeStride * nodes());
  model_->pull.gather(part, element_forces.data(), force.data());
}

void ElasticSolid::forces(std::span<const double> position, std::span<double> element_forces,
                          std::span<double> force) const {
  compute({0, batches()}, position, {}, element_forces);
  for (std::size_t part = 0; part < node_parts(); ++part) gather(part, element_forces, force);
}

double ElasticSolid::elastic_energy(std::span<const double> position) const {
  return std::visit(
      [&]<class Batch>(const std::vector<Batch>& all) {
        std::vector<double> each(all.size() * kBatch);
        energies(std::span(all), model_->stiffness, model_->law, position.data(), each.data());
        double sum = 0;
        for (const double energy : each) sum += energy;
        return sum;
      },
      model_->batches);
}

}  // namespace resound
