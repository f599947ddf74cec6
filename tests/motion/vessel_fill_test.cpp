#include "motion/liquid/vessel_fill.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "motion/motion.h"
#include "motion/wall/wall_shapes.h"
#include "numerics/pi.h"

using namespace resound;

namespace {

Fixture box(double length, double width, double height) {
  Fixture fixture;
  fixture.shape = FixtureShape::box;
  fixture.length = length, fixture.width = width, fixture.height = height;
  return fixture;
}
Fixture round(FixtureShape shape, double radius, double height) {
  Fixture fixture;
  fixture.shape = shape;
  fixture.radius = radius, fixture.height = height;
  return fixture;
}

// Liquid in a vessel, come to rest.
Scene filled(const Fixture& vessel, double level, double spacing) {
  Scene scene;
  scene.duration = 0.3;
  Liquid water;
  water.start = LiquidStart::vessel;
  water.vessel = "vessel";
  water.height = level;
  water.spacing = spacing;
  water.settle = 0.12;
  water.meets_ground = false;
  scene.objects = {{"water", water}, {"vessel", vessel}};
  return scene;
}

// Height of its skin, away from the walls [m].
double level_seen(const Scene& scene, double around) {
  Motion motion(scene);
  TimeBlock block{0, 48, scene.simulation_rate(), {}};
  const SampleIndex frames[] = {0};
  block.frames = frames;
  double sum = 0, count = 0;
  const double level = std::get<Liquid>(scene.objects[0].kind).height;
  for (const Shape& shape : motion.advance(block).snapshots.at(0).shapes)
    if (shape.object == 0)
      for (const Vec3& v : std::get<MeshForm>(shape.form).mesh->vertices)
        if (std::hypot(v.x, v.y) < around && v.z > level / 2) sum += v.z, count += 1;
  return sum / count;
}

}  // namespace

TEST_CASE("as many particles are put into a vessel as its volume up to the level holds") {
  const auto share = [](const Fixture& vessel, double level, double spacing, double volume) {
    const SurfaceIndex surface(mesh_of(wall_of(vessel)));
    const auto places = places_within(surface, false, basin_of(surface, false), spacing, level);
    double nearest = 1e9;
    for (const Vec3& place : places) nearest = std::min(nearest, surface.nearest(place)->distance);
    CHECK(nearest > 0.4 * spacing);
    return static_cast<double>(places.size()) * std::pow(spacing, 3) / volume;
  };
  for (const double spacing : {0.0041, 0.0053, 0.0067, 0.009}) {  // none divides any length
    CAPTURE(spacing);
    CHECK(share(box(0.2, 0.2, 0.19), 0.15, spacing, 0.2 * 0.2 * 0.15) == doctest::Approx(1).epsilon(0.02));
    CHECK(share(box(0.17, 0.11, 0.1), 0.07, spacing, 0.17 * 0.11 * 0.07) == doctest::Approx(1).epsilon(0.02));
    CHECK(share(round(FixtureShape::cup, 0.04, 0.12), 0.09, spacing, kPi * 0.04 * 0.04 * 0.09) ==
          doctest::Approx(1).epsilon(0.02));
  }
}

TEST_CASE("a box and a round glass and a pond that are filled to a level stand at it when they have come to rest") {
  struct Case {
    std::string name;
    Fixture vessel;
    double level, spacing;
  };
  for (const Case& c : {Case{"box", box(0.09, 0.07, 0.08), 0.05, 0.0067},
                        Case{"glass", round(FixtureShape::cup, 0.04, 0.1), 0.06, 0.0061},
                        Case{"pond", box(0.2, 0.2, 0.19), 0.15, 0.0137}}) {
    CAPTURE(c.name);
    const double found = level_seen(filled(c.vessel, c.level, c.spacing), 0.025);
    MESSAGE(c.name, ": ", 1000 * found, " mm, asked for ", 1000 * c.level, " mm");
    CHECK(std::abs(found - c.level) < 0.05 * c.level);
  }
}
