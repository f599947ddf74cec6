#include "body/prepared_solid.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

using namespace resound;

TEST_CASE("the facets of a solid are all of its skin, and neighbours follow each other") {
  Solid solid;
  solid.shape = BowlShape{0.11, 0.085, 0.0115};
  solid.element = SolidElement::tet4;
  solid.edge = 0.023;
  const auto prepared = prepare(solid, "bowl", {});
  const RadiatingSkin& radiating = *prepared->radiating;
  std::multiset<Triangle> facets(radiating.corners.begin(), radiating.corners.end());
  CHECK(facets == std::multiset<Triangle>(prepared->skin.mesh.triangles.begin(), prepared->skin.mesh.triangles.end()));
  CHECK(radiating.carriers == radiating.corners);
  // corners lie about as far in the list of vertices as their facet in the list of facets, all but a tenth
  const std::size_t count = radiating.corners.size(), vertices = prepared->skin.node.size();
  std::size_t far = 0;
  for (std::size_t facet = 0; facet < count; ++facet)
    for (const int corner : radiating.corners[facet]) {
      const double place = static_cast<double>(corner) / static_cast<double>(vertices);
      far += std::abs(place - static_cast<double>(facet) / static_cast<double>(count)) > 0.25;
    }
  CHECK(far < 3 * count / 10);
}
