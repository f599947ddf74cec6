#include "motion/grain/grain_sorts.h"

#include "grain/clump.h"

namespace resound {
namespace {

constexpr int kSizes = 8;            // of grains whose sizes are spread
constexpr double kMeasured = 1;      // [m/s]  at which the restitution of a material is known
constexpr double kGroundHard = 0.8;  // [1]    restitution of the ground, by choice: a hard floor
constexpr double kGroundFriction = 0.5;
constexpr double kObjectFriction = 0.3;  // [1]  of bodies and bars, by choice: dry and smooth
constexpr double kDieRounding = 0.3;     // [1]  radius of its edges over half of one

// Of the ground: concrete.
constexpr double kGroundModulus = 30e9;  // [Pa]
constexpr double kGroundPoisson = 0.2;   // [1]

GrainSurface surface_of(const Material& material, const std::optional<double>& restitution, double friction) {
  return {.restitution = {restitution.value_or(material.restitution), kMeasured}, .friction = friction};
}

// The kind of a ball of this radius, in the shape of the object's grains.
GrainKind shaped(const GrainKind& ball, const Grains& grains) {
  const double scale = ball.radius / grains.radius;
  switch (grains.shape) {
    case GrainShape::ball:
      return ball;
    case GrainShape::disc:
      return clump(ball, disc_balls(2 * ball.radius, scale * grains.thickness));
    case GrainShape::die:
      return clump(ball, cube_balls(2 * ball.radius, kDieRounding * ball.radius));
    case GrainShape::pebble:  // one shape a size, the same in every scene
      return clump(ball, pebble_balls(2 * ball.radius, static_cast<std::uint64_t>(1e9 * ball.radius)));
  }
  return ball;
}

struct WallMaker {
  int object;
  GrainSorts& sorts;

  void add(const Material& material, const GrainSurface& surface, bool rings) const {
    sorts.walls.push_back({object, surface, material.young_modulus, material.poisson_ratio, rings});
  }
  void operator()(const Body& body) const { add(body.material, surface_of(body.material, {}, kObjectFriction), true); }
  void operator()(const Bar& bar) const { add(bar.material, surface_of(bar.material, {}, kObjectFriction), true); }
  void operator()(const Fixture& fixture) const {
    add(fixture.material, surface_of(fixture.material, fixture.restitution, fixture.friction), false);
  }
  // One that moves freely is refused when the scene is read.
  void operator()(const Solid& solid) const {
    if (!solid.clamped.empty())
      add(solid.material, surface_of(solid.material, solid.restitution, solid.friction), true);
  }
  template <class Other>
  void operator()(const Other&) const {}
};

}  // namespace

std::vector<double> grain_sizes(const Grains& grains) {
  if (grains.spread <= 0) return {grains.radius};
  std::vector<double> sizes;
  for (int i = 0; i < kSizes; ++i) sizes.push_back(grains.radius * (1 + grains.spread * ((2 * i + 1.0) / kSizes - 1)));
  return sizes;
}

GrainSorts grain_sorts(const Scene& scene) {
  GrainSorts sorts;
  sorts.walls.push_back({-1,
                         {.restitution = {kGroundHard, kMeasured}, .friction = kGroundFriction},
                         kGroundModulus,
                         kGroundPoisson,
                         false});
  for (int object = 0; object < static_cast<int>(scene.objects.size()); ++object) {
    const ObjectKind& kind = scene.objects[static_cast<std::size_t>(object)].kind;
    std::visit(WallMaker{object, sorts}, kind);
    if (const auto* sand = std::get_if<Sand>(&kind)) {
      const Material& material = sand->material;
      sorts.kinds.push_back({sand->radius, material.density, material.young_modulus, material.poisson_ratio,
                             surface_of(material, sand->restitution, sand->friction)});
      sorts.object_of_kind.push_back(object);
    }
    const auto* grains = std::get_if<Grains>(&kind);
    if (!grains) continue;
    for (const double radius : grain_sizes(*grains)) {
      const Material& material = grains->material;
      sorts.kinds.push_back(shaped({radius, material.density, material.young_modulus, material.poisson_ratio,
                                    surface_of(material, grains->restitution, grains->friction)},
                                   *grains));
      sorts.object_of_kind.push_back(object);
    }
  }
  return sorts;
}

}  // namespace resound
