#include "rod/elastic_rod.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>
#include <utility>

#include "base/error.h"
#include "rod/rod_frame.h"

namespace resound {
namespace {

constexpr std::size_t kFewestOfRing = 4;

void check_shape(const RodShape& shape) {
  const std::size_t count = shape.vertices.size(), fewest = shape.is_closed ? kFewestOfRing : 2;
  if (count < fewest)
    throw InputError(fmt::format("the rod has {} vertices; {} needs at least {}", count,
                                 shape.is_closed ? "a closed rod" : "a rod", fewest));
  for (std::size_t i = 0; i < count; ++i)
    if (!is_finite(shape.vertices[i])) throw InputError(fmt::format("vertex {} of the rod is not finite", i));
  for (std::size_t i = 0; i < shape.edges(); ++i)
    if (shape.vertices[i] == shape.vertices[(i + 1) % count])
      throw InputError(fmt::format("edge {} of the rod has no length: vertices {} and {} coincide; leave one out", i, i,
                                   (i + 1) % count));
  if (!shape.directors.empty() && shape.directors.size() != shape.edges())
    throw InputError(fmt::format("the rod has {} directors for {} edges", shape.directors.size(), shape.edges()));
  if (!shape.natural.empty() && shape.natural.size() != count)
    throw InputError(fmt::format("the rod has {} natural strains for {} vertices", shape.natural.size(), count));
}

void check_material(const RodMaterial& material) {
  const auto positive = [](double value, const char* name, const char* unit) {
    if (!(value > 0) || !std::isfinite(value))
      throw InputError(fmt::format("the rod's {} is {} {}; it must be positive", name, value, unit));
  };
  positive(material.young_modulus, "Young's modulus", "Pa");
  positive(material.density, "density", "kg/m^3");
  if (!(material.poisson_ratio > -1 && material.poisson_ratio <= 0.5))
    throw InputError(
        fmt::format("the rod's Poisson ratio is {}; it must lie above -1 and at most at 0.5", material.poisson_ratio));
  for (const double damping : {material.mass_damping, material.stretch_damping, material.bend_damping,
                               material.twist_damping, material.tension_damping})
    if (!(damping >= 0) || !std::isfinite(damping))
      throw InputError(fmt::format("a damping of the rod is {}; it must not be negative", damping));
}

void check_sections(const std::vector<RodSection>& sections, std::size_t edges) {
  if (sections.size() != edges)
    throw InputError(fmt::format("the rod has {} sections for {} edges", sections.size(), edges));
  for (const RodSection& section : sections)
    if (!(section.a > 0 && section.b > 0) || !std::isfinite(section.a * section.b))
      throw InputError(
          fmt::format("a section of the rod measures {} by {} m; both must be positive", section.a, section.b));
}

// Two neighbouring cells share an edge: each takes the half of it.
template <class Of>
double mean_over_cell(const std::vector<RodEdge>& edges, std::size_t before, std::size_t after, const Of& of) {
  const double w = edges[before].length, v = edges[after].length;
  return (w * of(edges[before].section) + v * of(edges[after].section)) / (w + v);
}

}  // namespace

ElasticRod::ElasticRod(RodShape shape, const RodSection& section, const RodMaterial& material)
    : ElasticRod(shape, std::vector<RodSection>(shape.vertices.size() < 2 ? 0 : shape.edges(), section), material) {}

ElasticRod::ElasticRod(RodShape shape, std::vector<RodSection> sections, const RodMaterial& material)
    : shape_(std::move(shape)), material_(material) {
  check_shape(shape_);
  check_material(material_);
  check_sections(sections, shape_.edges());
  const std::size_t count = shape_.vertices.size();
  if (shape_.directors.empty()) shape_.directors = twist_free_directors(shape_.vertices, shape_.is_closed);

  // edges
  std::vector<EdgeFrame> frames;
  for (std::size_t i = 0; i < shape_.edges(); ++i) {
    const Vec3 edge = shape_.vertices[(i + 1) % count] - shape_.vertices[i];
    Vec3& d1 = shape_.directors[i];
    const Vec3 t = normalized(edge);
    if (!is_finite(d1) || resound::length(cross(d1, t)) < 1e-6)
      throw InputError(fmt::format("director {} of the rod lies along its edge; it must be normal to it", i));
    d1 = made_normal(d1, t);
    frames.push_back(edge_frame(edge, d1));
    const double area = section_area(sections[i]), l = frames.back().length;
    edges_.push_back(
        {l, material_.young_modulus * area, material_.density * section_moments(sections[i]).polar() * l, sections[i]});
  }

  // cells
  const auto half_mass = [&](std::size_t edge) {
    return material_.density * section_area(edges_[edge].section) * edges_[edge].length / 2;
  };
  cells_.resize(count);
  for (std::size_t i = 0; i < shape_.edges(); ++i) {
    cells_[i].mass += half_mass(i);
    cells_[(i + 1) % count].mass += half_mass(i);
  }
  const double young = material_.young_modulus, shear = material_.shear_modulus();
  for (std::size_t i = is_closed() ? 0 : 1; i < (is_closed() ? count : count - 1); ++i) {
    const std::size_t before = (i + count - 1) % count;
    const double length = (edges_[before].length + edges_[i].length) / 2;
    const auto mean = [&](const auto& of) { return mean_over_cell(edges_, before, i, of) / length; };
    RodCell& cell = cells_[i];
    cell.bend1 = young * mean([](const RodSection& s) { return section_moments(s).along_d1; });
    cell.bend2 = young * mean([](const RodSection& s) { return section_moments(s).along_d2; });
    cell.twist = shear * mean([](const RodSection& s) { return torsion_constant(s); });
    const CellCurvature curvature = cell_curvature(frames[before], frames[i]);
    cell.natural = {curvature.kappa1, curvature.kappa2, twist_between(frames[before], frames[i])};
  }
  if (!shape_.natural.empty())
    for (std::size_t i = 0; i < count; ++i) cells_[i].natural = shape_.natural[i];
}

double ElasticRod::mass() const {
  return std::accumulate(cells_.begin(), cells_.end(), 0.0, [](double sum, const RodCell& c) { return sum + c.mass; });
}

double ElasticRod::length() const {
  return std::accumulate(edges_.begin(), edges_.end(), 0.0,
                         [](double sum, const RodEdge& e) { return sum + e.length; });
}

double ElasticRod::tension(std::size_t edge, double stretch) const {
  const double ea = edges_[edge].stiffness;
  return material_.law == StretchLaw::linear ? ea * (stretch - 1) : ea / 3 * (stretch - 1 / (stretch * stretch));
}

RodSection ElasticRod::section_at(std::size_t edge, double stretch) const {
  const RodSection& rest = edges_[edge].section;
  return material_.law == StretchLaw::neo_hookean ? stretched_section(rest, stretch) : rest;
}

RodEnergy ElasticRod::energy(const RodState& state) const {
  RodEnergy energy;
  const std::size_t count = cells_.size();
  std::vector<EdgeFrame> frames;
  for (std::size_t i = 0; i < edges_.size(); ++i) {
    const EdgeFrame& frame =
        frames.emplace_back(edge_frame(state.position[(i + 1) % count] - state.position[i], state.director[i]));
    const double ea = edges_[i].stiffness, rest = edges_[i].length, stretch = frame.length / rest;
    if (material_.law == StretchLaw::linear)
      energy.stretch += ea * rest / 2 * (stretch - 1) * (stretch - 1);
    else
      energy.stretch += ea * rest / 3 * (stretch * stretch / 2 + 1 / stretch - 1.5);
    energy.kinetic += edges_[i].inertia / 2 * state.spin[i] * state.spin[i];
  }
  for (std::size_t i = 0; i < count; ++i) {
    const RodCell& cell = cells_[i];
    energy.kinetic += cell.mass / 2 * dot(state.velocity[i], state.velocity[i]);
    if (!is_closed() && (i == 0 || i + 1 == count)) continue;
    const EdgeFrame &before = frames[(i + count - 1) % count], &after = frames[i];
    const CellCurvature curvature = cell_curvature(before, after);
    const double k1 = curvature.kappa1 - cell.natural.kappa1, k2 = curvature.kappa2 - cell.natural.kappa2;
    const double m = unwrapped(twist_between(before, after), state.twist[i]) - cell.natural.twist;
    energy.bend += (cell.bend1 * k1 * k1 + cell.bend2 * k2 * k2) / 2;
    energy.twist += cell.twist * m * m / 2;
  }
  return energy;
}

RodForces elastic_forces(const ElasticRod& rod, const RodState& state) {
  const std::size_t count = rod.vertices(), edges = rod.edges().size();
  std::vector<EdgeFrame> frames;
  std::vector<Vec3> pull(edges);  // dE / d edge
  RodForces forces{std::vector<Vec3>(count), std::vector<double>(edges)};
  for (std::size_t i = 0; i < edges; ++i) {
    frames.push_back(edge_frame(state.position[(i + 1) % count] - state.position[i], state.director[i]));
    pull[i] = rod.tension(i, frames[i].length / rod.edges()[i].length) * frames[i].t;
  }
  for (std::size_t i = rod.is_closed() ? 0 : 1; i < (rod.is_closed() ? count : count - 1); ++i) {
    const std::size_t j = (i + count - 1) % count;
    const RodCell& cell = rod.cells()[i];
    const CellCurvature curvature = cell_curvature(frames[j], frames[i]);
    const CellGradient g = cell_gradient(frames[j], frames[i], curvature);
    const double s1 = cell.bend1 * (curvature.kappa1 - cell.natural.kappa1);
    const double s2 = cell.bend2 * (curvature.kappa2 - cell.natural.kappa2);
    const double m = cell.twist * (unwrapped(twist_between(frames[j], frames[i]), state.twist[i]) - cell.natural.twist);
    pull[j] += s1 * g.kappa1_before + s2 * g.kappa2_before + m * g.twist_before;
    pull[i] += s1 * g.kappa1_after + s2 * g.kappa2_after + m * g.twist_after;
    forces.torque[j] -= s1 * g.kappa1_angle_before + s2 * g.kappa2_angle_before - m;
    forces.torque[i] -= s1 * g.kappa1_angle_after + s2 * g.kappa2_angle_after + m;
  }
  for (std::size_t i = 0; i < edges; ++i) {
    forces.force[i] += pull[i];
    forces.force[(i + 1) % count] -= pull[i];
  }
  return forces;
}

}  // namespace resound
