#include "solid/stable_step.h"

#include <doctest/doctest.h>

#include <cmath>

#include "geometry/linear_tets.h"
#include "geometry/shape_bricks.h"
#include "geometry/shape_tets.h"
#include "solid_probe.h"

namespace resound {

TEST_CASE("the highest frequency found by products alone is that of the whole matrix") {
  const BrickMesh bricks = brick_mesh(BarShape{0.1, 0.02, 0.01}, BrickCounts{8, 2, 1});
  const SolidMesh meshes[] = {bricks, linear_tets(bricks), tet_mesh(BarShape{0.1, 0.02, 0.01}, 0.02)};
  for (const SolidMesh& mesh : meshes) {
    CAPTURE(mesh.index());
    const ElasticSolid solid(mesh, {});
    const std::vector<int> ends = nodes_where(solid, [](const Vec3& p) { return std::abs(p.x) > 0.0499; });
    for (const std::vector<int>& held : {std::vector<int>{}, ends}) {
      const double exact = dense_modes(solid, held).omega.back(), found = highest_frequency(solid, held);
      CHECK(found >= exact);
      CHECK(found < 1.002 * exact);
    }
  }
}

TEST_CASE("damping from the last known velocity shortens the stable step by sqrt(1 + zeta^2) - zeta") {
  SolidMaterial material;
  CHECK(stable_step(4e6, material) == doctest::Approx(5e-7));
  material.strain_damping = 3.5e-7;  // zeta = 0.7
  CHECK(stable_step(4e6, material) / 5e-7 == doctest::Approx(0.5207).epsilon(1e-3));
}

}  // namespace resound
