#include "solid/solid_mesh.h"
#include "numerics/pi.h"

#include <bit>

#include <doctest/doctest.h>

#include "../geometry/closed_surface.h"
#include "base/error.h"
#include "geometry/linear_tets.h"
#include "geometry/shape_bricks.h"
#include "geometry/shape_tets.h"
#include "solid/element_order.h"

namespace resound {
namespace {

// Determinant of the edges at a corner: positive everywhere if the brick is neither folded nor turned inside out.
double least_corner_volume(const BrickMesh& mesh) {
  constexpr int kNext[8][3] = {{1, 3, 4}, {2, 0, 5}, {3, 1, 6}, {0, 2, 7}, {7, 5, 0}, {4, 6, 1}, {5, 7, 2}, {6, 4, 3}};
  double least = 1e300, mean = 0;
  for (const Brick& brick : mesh.bricks)
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3& o = mesh.nodes[brick[corner]];
      const auto edge = [&](int k) { return mesh.nodes[brick[kNext[corner][k]]] - o; };
      const double volume = dot(cross(edge(0), edge(1)), edge(2));
      least = std::min(least, volume);
      mean += volume / (8.0 * static_cast<double>(mesh.bricks.size()));
    }
  return least / mean;
}

struct Body {
  SolidShape shape;
  double edge;    // [m]
  double volume;  // [m^3]
  double tolerance;
  int holes;  // through it
};

}  // namespace

TEST_CASE("bodies of bricks have the volume of their shape and a closed skin") {
  const Body bodies[] = {
      {BarShape{0.2, 0.02, 0.01}, 0.01, 0.2 * 0.02 * 0.01, 1e-12, 0},
      {PlateShape{0.3, 0.2, 0.003}, 0.02, 0.3 * 0.2 * 0.003, 1e-12, 0},
      {RingShape{0.04, 0.002, 0.005}, 0.002, 2 * kPi * 0.04 * 0.002 * 0.005, 1e-3, 1},
      {TubeShape{0.02, 0.3, 0.0015}, 0.004, kPi * (0.02 * 0.02 - 0.0185 * 0.0185) * 0.3, 1e-2, 1},
      {SphereShape{0.02}, 0.003, 4 * kPi / 3 * 8e-6, 1e-2, 0},
      {BowlShape{0.08, 0.08, 0.004}, 0.006, 2 * kPi / 3 * (std::pow(0.08, 3) - std::pow(0.076, 3)), 1e-2, 0},
      {CupShape{0.04, 0.09, 0.002, 0.003}, 0.005,
       kPi * 0.038 * 0.038 * 0.003 + kPi * (0.04 * 0.04 - 0.038 * 0.038) * 0.09, 1e-2, 0},
  };
  for (const Body& body : bodies) {
    CAPTURE(name_of(body.shape));
    REQUIRE(has_bricks(body.shape));
    const BrickMesh mesh = brick_mesh(body.shape, body.edge);
    const SolidSkin skin = skin_of(mesh);
    CHECK(is_closed(skin.mesh));
    CHECK(euler_characteristic(skin.mesh) == 2 - 2 * body.holes);
    CHECK(enclosed_volume(skin.mesh) == doctest::Approx(body.volume).epsilon(body.tolerance));
    CHECK(least_corner_volume(mesh) > 0.15);
    for (std::size_t v = 0; v < skin.node.size(); ++v) REQUIRE(skin.mesh.vertices[v] == mesh.nodes[skin.node[v]]);
  }
}

TEST_CASE("a bell of bricks is closed and not folded") {
  const BrickMesh mesh = brick_mesh(BellShape{}, 0.01);
  const SolidSkin skin = skin_of(mesh);
  CHECK(is_closed(skin.mesh));
  CHECK(euler_characteristic(skin.mesh) == 2);
  CHECK(least_corner_volume(mesh) > 0.05);
}

TEST_CASE("bricks cut into tetrahedra keep their volume and their skin stays closed") {
  const BrickMesh bar = brick_mesh(BarShape{0.2, 0.02, 0.01}, BrickCounts{20, 2, 1});
  for (const BrickCut cut : {BrickCut::five, BrickCut::six}) {
    const LinearTetMesh tets = linear_tets(bar, cut);
    CHECK(tets.tets.size() == (cut == BrickCut::five ? 200 : 240));
    CHECK(tets.nodes.size() == 126);
    const SolidSkin skin = skin_of(tets);
    CHECK(is_closed(skin.mesh));
    CHECK(enclosed_volume(skin.mesh) == doctest::Approx(4e-5).epsilon(1e-12));
    CHECK(skin.mesh.triangles.size() == 2 * 2 * (20 * 2 + 20 + 2));
  }
  const LinearTetMesh ball = linear_tets(brick_mesh(SphereShape{0.02}, 0.005));
  CHECK(is_closed(skin_of(ball).mesh));

  BrickMesh turned = brick_mesh(BarShape{0.2, 0.02, 0.01}, BrickCounts{2, 1, 1});
  const Brick b = turned.bricks[1];
  turned.bricks[1] = {b[3], b[0], b[1], b[2], b[7], b[4], b[5], b[6]};
  CHECK_NOTHROW(linear_tets(turned, BrickCut::five));
  CHECK_THROWS_AS(linear_tets(turned, BrickCut::six), InputError);
}

TEST_CASE("the corners of quadratic tetrahedra are linear ones of the same body") {
  const TetMesh quadratic = tet_mesh(BarShape{0.2, 0.02, 0.01}, 0.02);
  const LinearTetMesh linear = linear_tets(quadratic);
  CHECK(linear.tets.size() == quadratic.tets.size());
  CHECK(linear.nodes.size() == 11 * 2 * 2);
  CHECK(enclosed_volume(skin_of(linear).mesh) == doctest::Approx(enclosed_volume(skin_of(quadratic).mesh)));
}

TEST_CASE("the skin of a symmetric plate of bricks leans to no side") {
  const SolidSkin skin = skin_of(brick_mesh(PlateShape{0.3, 0.3, 0.006}, BrickCounts{6, 6, 1}));
  Vec3 lean;  // sum of the diagonals' directions within the top, as lines: cos and sin of twice their angle
  for (const Triangle& t : skin.mesh.triangles)
    for (int k = 0; k < 3; ++k) {
      const Vec3 &a = skin.mesh.vertices[t[k]], &b = skin.mesh.vertices[t[(k + 1) % 3]];
      const Vec3 d = b - a;
      if (a.z > 0 && b.z > 0) lean += {d.x * d.x - d.y * d.y, 2 * d.x * d.y, 0};
    }
  CHECK(length(lean) < 1e-12);
}

TEST_CASE("halves of the nodes share few elements, which lie together") {
  const auto mesh =
      std::get<BrickMesh>(in_halved_order(brick_mesh(PlateShape{0.4, 0.1, 0.002}, BrickCounts{64, 16, 1})));
  const Bounds bounds = node_bounds(mesh.nodes.size());
  const int middle = static_cast<int>(bounds[middle_of(0, bounds.size() - 1)]);
  std::vector<int> corners;
  for (const Brick& brick : mesh.bricks) corners.insert(corners.end(), brick.begin(), brick.end());
  const std::vector<int> order = element_order(mesh.nodes, corners, 8);
  std::vector<int> sorted = order;
  std::ranges::sort(sorted);
  for (std::size_t i = 0; i < sorted.size(); ++i) REQUIRE(sorted[i] == static_cast<int>(i));

  std::vector<std::size_t> across;
  for (std::size_t place = 0; place < order.size(); ++place) {
    const auto [low, high] = std::ranges::minmax(mesh.bricks[static_cast<std::size_t>(order[place])]);
    if (low < middle && high >= middle) across.push_back(place);
  }
  CHECK(across.size() >= 16);  // the plate is cut across, where it is narrow
  CHECK(across.size() <= 32);
  CHECK(across.back() - across.front() + 1 == across.size());
}

TEST_CASE("parts of the nodes make halves and quarters of one size") {
  for (const std::size_t nodes : {1, 31, 33, 394, 488, 3645, 100'001}) {
    CAPTURE(nodes);
    const Bounds bounds = node_bounds(nodes);
    const std::size_t parts = bounds.size() - 1;
    CHECK(bounds.front() == 0);
    CHECK(bounds.back() == nodes);
    CHECK(std::has_single_bit(parts));
    for (std::size_t i = 0; i < parts; ++i) {
      CHECK(bounds[i] < bounds[i + 1]);
      CHECK(bounds[i + 1] - bounds[i] <= 34);
    }
    for (std::size_t share = 2; share <= std::min<std::size_t>(parts, 8); share *= 2)
      for (std::size_t i = 0; i < share; ++i) {
        const std::size_t size = bounds[(i + 1) * parts / share] - bounds[i * parts / share];
        CHECK(std::abs(static_cast<double>(size) - static_cast<double>(nodes) / static_cast<double>(share)) <= 3);
      }
  }
}

}  // namespace resound
