#include "solid/elastic_solid.h"
#include "numerics/pi.h"

#include <doctest/doctest.h>
#include <hwy/targets.h>

#include <Eigen/Dense>
#include <cmath>
#include <string>

#include "base/aligned_numbers.h"
#include "geometry/linear_tets.h"
#include "geometry/shape_bricks.h"
#include "geometry/shape_tets.h"
#include "solid_probe.h"

namespace resound {
namespace {

struct Specimen {
  std::string name;
  ElasticSolid solid;
};

// A lump whose elements are all different: nodes of a short bar pushed about.
template <class Mesh>
Mesh crooked(Mesh mesh) {
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i) {
    Vec3& p = mesh.nodes[i];
    p += 0.0012 *
         Vec3{std::sin(7.1 * p.y / 0.01 + 1), std::cos(5.3 * p.z / 0.01 + p.x / 0.01), std::sin(3.7 * p.x / 0.01)};
  }
  return mesh;
}

std::vector<Specimen> specimens(double strain_damping = 0) {
  SolidMaterial venant{.strain_damping = strain_damping}, neo = venant;
  neo.law = StrainLaw::neo_hookean;
  const BrickMesh bricks = crooked(brick_mesh(BarShape{0.05, 0.02, 0.02}, BrickCounts{5, 2, 2}));
  const TetMesh tets = crooked(tet_mesh(BarShape{0.04, 0.02, 0.02}, 0.01));  // its edges are curved
  std::vector<Specimen> all;
  all.push_back({"four nodes", ElasticSolid(linear_tets(bricks), venant)});
  all.push_back({"four nodes, neo-Hookean", ElasticSolid(linear_tets(bricks), neo)});
  all.push_back({"ten nodes", ElasticSolid(tets, venant)});
  all.push_back({"ten nodes, neo-Hookean", ElasticSolid(tets, neo)});
  all.push_back({"bricks", ElasticSolid(bricks, venant)});
  return all;
}

// A large deformation: strains of some ten per cent, turned and shifted.
NodeVectors bent(const ElasticSolid& solid) {
  NodeVectors x = plus(solid.rest(), shaken(solid.nodes(), 8e-4, 3));
  return moved(x, turn_about(normalized(Vec3{1, -2, 0.5}), 1.3), {0.1, 0.2, -0.3});
}

constexpr double kStep = 1e-8;  // [s]

// Where nodes were a step ago that move with some velocities.
NodeVectors step_ago(const NodeVectors& position, const NodeVectors& velocity) {
  return plus(position, velocity, -kStep);
}

double work_rate(const NodeVectors& force, const NodeVectors& velocity) {
  double sum = 0;
  for (std::size_t i = 0; i < force.size(); ++i) sum += force[i] * velocity[i];
  return sum;
}

// Without some kinds of vectors, as on an older machine, for its lifetime.
class WithoutTargets {
 public:
  explicit WithoutTargets(std::int64_t targets) { use(targets); }
  ~WithoutTargets() { use(0); }
  WithoutTargets(const WithoutTargets&) = delete;
  WithoutTargets& operator=(const WithoutTargets&) = delete;

 private:
  static void use(std::int64_t without) {
    hwy::DisableTargets(without);
    hwy::GetChosenTarget().DeInit();
  }
};

using Eigen::Matrix3d;

// Rows of nodes as columns: the edges from node 0.
Matrix3d edges_of(const NodeVectors& x) {
  Matrix3d edges;
  for (std::size_t a = 1; a < 4; ++a) {
    const Vec3 edge = vector_at(x, a) - vector_at(x, 0);
    edges.col(static_cast<Eigen::Index>(a) - 1) << edge.x, edge.y, edge.z;
  }
  return edges;
}

// Forces on nodes 1, 2, 3 of one tetrahedron as columns, word for word as in docs/elements.md.
Matrix3d forces_by_the_book(const SolidMaterial& m, const NodeVectors& rest, const NodeVectors& before,
                            const NodeVectors& x) {
  const Matrix3d gradients = edges_of(rest).inverse(), one = Matrix3d::Identity();
  const auto strain = [&](const NodeVectors& at) -> Matrix3d {
    const Matrix3d f = edges_of(at) * gradients;
    return 0.5 * (f.transpose() * f - one);
  };
  const auto stress = [&](const Matrix3d& e) -> Matrix3d { return m.lambda() * e.trace() * one + 2 * m.mu() * e; };
  const Matrix3d f = edges_of(x) * gradients, damping = m.strain_damping / kStep * (strain(x) - strain(before));
  Matrix3d piola = f * stress(strain(x) + damping);
  if (m.law == StrainLaw::neo_hookean) {
    const Matrix3d cofactor = f.determinant() * f.inverse().transpose();
    piola = m.mu() * f + ((m.lambda() + m.mu()) * (f.determinant() - 1) - m.mu()) * cofactor + f * stress(damping);
  }
  return -edges_of(rest).determinant() / 6 * piola * gradients.transpose();
}

}  // namespace

TEST_CASE("a tetrahedron far from rest has the forces of its law, however flat or slender it is") {
  const std::vector<Vec3> corners{{0.1, 0.2, 0}, {1.1, 0.1, 0.2}, {0.4, 1.3, 0.1}, {0.3, 0.4, 0.9}};
  struct Shape {
    Vec3 scale;        // [m]
    double precision;  // of the largest force
  };
  for (const auto& [scale, precision] :
       {Shape{{0.01, 0.01, 0.01}, 1e-13}, {{0.01, 0.01, 1e-5}, 1e-10}, {{1e-5, 1e-5, 0.01}, 1e-10}})
    for (const StrainLaw law : {StrainLaw::st_venant_kirchhoff, StrainLaw::neo_hookean})
      for (const double damping : {0.0, 3e-8}) {
        CAPTURE(scale.x);
        CAPTURE(scale.z);
        CAPTURE(damping);
        LinearTetMesh mesh;
        for (const Vec3& p : corners) mesh.nodes.push_back({scale.x * p.x, scale.y * p.y, scale.z * p.z});
        mesh.tets = {{0, 1, 2, 3}};
        SolidMaterial material{.strain_damping = damping};
        material.law = law;
        const ElasticSolid solid(mesh, material);
        const auto deformed = [&](const Matrix3& f) { return moved(solid.rest(), f, {0.3, 0.2, 0.1}); };
        const NodeVectors before = deformed({Vec3{1.3, 0.2, -0.3}, Vec3{-0.1, 0.8, 0.2}, Vec3{0.4, -0.2, 1.2}});
        const NodeVectors x = deformed({Vec3{1.2, 0.3, -0.3}, Vec3{-0.2, 0.7, 0.3}, Vec3{0.5, -0.2, 1.1}});
        const Matrix3d expected = forces_by_the_book(material, solid.rest(), before, x);
        const NodeVectors f = damping > 0 ? forces_of(solid, before, x, kStep) : forces_of(solid, x);
        const double largest = expected.cwiseAbs().maxCoeff();
        for (std::size_t a = 1; a < 4; ++a)
          for (int axis = 0; axis < 3; ++axis)
            CHECK(std::abs(f[kNodeStride * a + static_cast<std::size_t>(axis)] -
                           expected(axis, static_cast<Eigen::Index>(a) - 1)) < precision * largest);
        CHECK(length(sum_of(f)) < 1e-14 * largest);
      }
}

TEST_CASE("the force is minus the gradient of the energy") {
  for (const Specimen& specimen : specimens()) {
    CAPTURE(specimen.name);
    const ElasticSolid& solid = specimen.solid;
    const NodeVectors x = bent(solid), f = forces_of(solid, x);
    for (const int seed : {11, 12, 13}) {
      const NodeVectors way = shaken(solid.nodes(), 1, seed);
      // Richardson: the fourth-order difference leaves only round-off
      const auto slope = [&](double h) {
        return (solid.elastic_energy(plus(x, way, h)) - solid.elastic_energy(plus(x, way, -h))) / (2 * h);
      };
      const double h = 4e-7;
      const double gradient = (4 * slope(h) - slope(2 * h)) / 3;
      CHECK(-work_rate(f, way) == doctest::Approx(gradient).epsilon(1e-8));
    }
  }
}

TEST_CASE("a solid that is only turned and shifted feels no force and stores no energy") {
  for (const Specimen& specimen : specimens()) {
    CAPTURE(specimen.name);
    const ElasticSolid& solid = specimen.solid;
    const NodeVectors x = moved(solid.rest(), turn_about({0, 0, 1}, kPi / 2), {1, 2, 3});
    const double stretched = largest_of(forces_of(solid, plus(solid.rest(), solid.rest(), 0.01)));
    CHECK(largest_of(forces_of(solid, x)) < 1e-10 * stretched);
    CHECK(std::abs(solid.elastic_energy(x)) < 1e-12 * solid.elastic_energy(plus(solid.rest(), solid.rest(), 0.01)));
  }
}

TEST_CASE("inner forces add up to nothing and turn nothing, damping included") {
  for (const Specimen& specimen : specimens(1e-6)) {
    CAPTURE(specimen.name);
    const ElasticSolid& solid = specimen.solid;
    const NodeVectors x = bent(solid), f = forces_of(solid, step_ago(x, shaken(solid.nodes(), 50, 5)), x, kStep);
    double scale = 0;
    for (std::size_t node = 0; node < solid.nodes(); ++node) scale += length(vector_at(f, node));
    CHECK(length(sum_of(f)) < 1e-13 * scale);
    CHECK(length(moment_of(x, f)) < 1e-13 * scale);
  }
}

TEST_CASE("damping takes energy from every motion but a rigid one") {
  const std::vector<Specimen> free = specimens(), damped = specimens(1e-6);
  for (std::size_t i = 0; i < free.size(); ++i) {
    CAPTURE(free[i].name);
    const NodeVectors x = bent(free[i].solid), elastic = forces_of(free[i].solid, x);
    const auto damping = [&](const NodeVectors& before) {
      return plus(forces_of(damped[i].solid, before, x, kStep), elastic, -1);
    };
    for (const int seed : {1, 2, 3, 4}) {
      const NodeVectors v = shaken(free[i].solid.nodes(), 10, seed);
      CHECK(work_rate(damping(step_ago(x, v)), v) < 0);
    }
    // not even if it turns by a third of a radian in one step
    const NodeVectors elsewhere = moved(x, turn_about(normalized(Vec3{4, -3, 5}), 0.3), {0.01, 0.02, 0.03});
    CHECK(largest_of(damping(elsewhere)) < 1e-10 * largest_of(elastic));
  }
}

TEST_CASE("strain-rate damping of a small motion is tau times the stiffness") {
  const std::vector<Specimen> damped = specimens(1e-6);
  for (const Specimen& specimen : damped) {
    CAPTURE(specimen.name);
    const ElasticSolid& solid = specimen.solid;
    const NodeVectors v = shaken(solid.nodes(), 1e-3, 8);
    const double h = 1e-5;  // [s]  displacements of 10 nm
    NodeVectors elastic =
        plus(forces_of(solid, plus(solid.rest(), v, h)), forces_of(solid, plus(solid.rest(), v, -h)), -1);
    for (double& f : elastic) f *= 1e-6 / (2 * h);
    const auto arriving = [&](double from) { return forces_of(solid, plus(solid.rest(), v, from), solid.rest(), h); };
    NodeVectors viscous = plus(arriving(-h), arriving(h), -1);
    for (double& f : viscous) f /= 2;
    CHECK(largest_of(plus(viscous, elastic, -1)) < 1e-6 * largest_of(elastic));
  }
}

TEST_CASE("a stretched solid carries the stress that Hooke's law says: the patch test") {
  const SolidMaterial material;
  for (const Specimen& specimen : specimens()) {
    CAPTURE(specimen.name);
    const ElasticSolid& solid = specimen.solid;
    const double strain = 1e-6;
    const double lambda = material.lambda(), mu = material.mu();
    NodeVectors x = solid.rest();
    for (std::size_t node = 0; node < solid.nodes(); ++node) x[kNodeStride * node] *= 1 + strain;
    double volume = 0;
    for (const double m : solid.mass()) volume += m / material.density;
    // energy of a uniform strain, whatever the elements look like
    CHECK(solid.elastic_energy(x) == doctest::Approx((lambda / 2 + mu) * strain * strain * volume).epsilon(1e-5));
  }
}

TEST_CASE("masses add up to density times volume") {
  const ElasticSolid bar(brick_mesh(BarShape{0.2, 0.02, 0.01}, BrickCounts{10, 2, 1}), {});
  double mass = 0;
  for (const double m : bar.mass()) mass += m;
  CHECK(mass == doctest::Approx(2700 * 0.2 * 0.02 * 0.01).epsilon(1e-12));
}

TEST_CASE("parts computed in any order give the same bits") {
  for (const Specimen& specimen : specimens(1e-7)) {
    CAPTURE(specimen.name);
    const ElasticSolid& solid = specimen.solid;
    const NodeVectors x = bent(solid), before = step_ago(x, shaken(solid.nodes(), 1, 2));
    const NodeVectors together = forces_of(solid, before, x, kStep);
    NodeVectors scratch(solid.element_force_size()), force(x.size());
    AlignedNumbers strains(solid.strain_size());
    for (const NodeVectors* at : {&before, &x})
      for (std::size_t batch = solid.batches(); batch-- > 0;)
        solid.compute({batch, batch + 1}, *at, {strains.all(), kStep}, scratch);
    for (std::size_t part = solid.node_parts(); part-- > 0;) solid.gather(part, scratch, force);
    CHECK(force == together);
  }
}

TEST_CASE("vectors of four and of eight lanes give the same bits, those of two the same forces") {
  constexpr std::int64_t kEight = HWY_AVX3 | HWY_AVX3_DL, kFour = kEight | HWY_AVX2;
  for (const Specimen& specimen : specimens(1e-7)) {
    CAPTURE(specimen.name);
    const ElasticSolid& solid = specimen.solid;
    const NodeVectors x = bent(solid), before = step_ago(x, shaken(solid.nodes(), 1, 2));
    const NodeVectors widest = forces_of(solid, before, x, kStep);
    {
      const WithoutTargets eight(kEight);
      CHECK(forces_of(solid, before, x, kStep) == widest);
    }
    const WithoutTargets four(kFour);
    CHECK(largest_of(plus(forces_of(solid, before, x, kStep), widest, -1)) < 1e-12 * largest_of(widest));
  }
}

}  // namespace resound
