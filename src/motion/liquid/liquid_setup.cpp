#include "motion/liquid/liquid_setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/error.h"
#include "geometry/surface_index.h"
#include "liquid/liquid_solver.h"
#include "liquid/wall_samples.h"
#include "motion/liquid/vessel_fill.h"
#include "motion/wall/wall_shapes.h"
#include "numerics/pi.h"

namespace resound {
namespace {

constexpr double kMostParticles = 2e6;
constexpr double kMargin = 0.15;     // [m]  of the ground about what stands on it
constexpr double kMostGround = 3e5;  // particles of a layer of the ground
constexpr int kLooks = 64;           // at a moving wall, to learn how far and fast it goes

const ObjectKind& kind_of(const Scene& scene, int object) {
  return scene.objects[static_cast<std::size_t>(object)].kind;
}

Box joined(const Box& a, const Box& b) {
  return {{std::min(a.low.x, b.low.x), std::min(a.low.y, b.low.y), std::min(a.low.z, b.low.z)},
          {std::max(a.high.x, b.high.x), std::max(a.high.y, b.high.y), std::max(a.high.z, b.high.z)}};
}
Box around(const Vec3& place, double margin) {
  const Vec3 aside{margin, margin, margin};
  return {place - aside, place + aside};
}

class SettingUp {
 public:
  SettingUp(const Scene& scene, const PreparedBodies& bodies, int object)
      : scene_(scene), liquid_(std::get<Liquid>(kind_of(scene, object))), object_(object) {
    for (int i = 0; i < static_cast<int>(scene.objects.size()); ++i) add_wall(i, bodies);
    for (int i = 0; i < static_cast<int>(scene.objects.size()); ++i) add_ball(i);
  }

  LiquidSetup done() {
    setup_.system.settings = settings();
    fill();
    add_sources();
    find_extent();
    add_ground();
    choose_sound_speed();
    check_step();
    return std::move(setup_);
  }

 private:
  const std::string& name_of(int object) const { return scene_.objects[static_cast<std::size_t>(object)].name; }

  void add_wall(int object, const PreparedBodies& bodies) {
    const ObjectKind& kind = kind_of(scene_, object);
    TriangleMesh mesh;
    if (const auto* fixture = std::get_if<Fixture>(&kind))
      mesh = mesh_of(wall_of(*fixture));
    else if (std::holds_alternative<Body>(kind))
      mesh = *bodies.find(object)->skin;
    else
      return;
    const int wall = static_cast<int>(setup_.system.walls.size());
    const bool is_skin = std::holds_alternative<Body>(kind);
    if (auto basin = basin_of(SurfaceIndex(mesh), is_skin)) {
      setup_.basins.push_back(std::move(*basin));
      setup_.basin_walls.push_back(wall);
    }
    setup_.system.walls.push_back({std::move(mesh), wall_motion(scene_, object, 0, 0), false});
    setup_.wall_objects.push_back(object);
  }

  void add_ball(int object) {
    const auto* ball = std::get_if<Ball>(&kind_of(scene_, object));
    if (!ball) return;
    setup_.system.balls.push_back(
        {ball->radius, ball->material.density, ball->position, ball->velocity, ball->restitution});
    setup_.ball_objects.push_back(object);
  }

  int vessel_wall() const {
    for (std::size_t w = 0; w < setup_.wall_objects.size(); ++w)
      if (name_of(setup_.wall_objects[w]) == liquid_.vessel) return static_cast<int>(w);
    throw InputError(
        fmt::format("{} stands in \"{}\"; no body or fixture has that name", name_of(object_), liquid_.vessel));
  }

  std::optional<Basin> basin_in(int wall) const {
    const auto found = std::ranges::find(setup_.basin_walls, wall);
    if (found == setup_.basin_walls.end()) return std::nullopt;
    return setup_.basins[static_cast<std::size_t>(found - setup_.basin_walls.begin())];
  }

  std::vector<Vec3> vessel_places(double spacing) const {
    const int wall = vessel_wall();
    const LiquidWall& vessel = setup_.system.walls[static_cast<std::size_t>(wall)];
    const bool is_skin =
        std::holds_alternative<Body>(kind_of(scene_, setup_.wall_objects[static_cast<std::size_t>(wall)]));
    std::vector<Vec3> places =
        places_within(SurfaceIndex(vessel.mesh), is_skin, basin_in(wall), spacing, liquid_.height);
    for (Vec3& place : places) place = vessel.motion.pose.to_world(place);
    return places;
  }

  double start_volume() const {  // [m^3]
    switch (liquid_.start) {
      case LiquidStart::nowhere:
        return 0;
      case LiquidStart::box:
        return liquid_.size.x * liquid_.size.y * liquid_.size.z;
      case LiquidStart::cylinder:
        return kPi * liquid_.radius * liquid_.radius * liquid_.height;
      case LiquidStart::vessel:
        break;
    }
    if (const auto basin = basin_in(vessel_wall())) return volume_below(*basin, liquid_.height);
    const Box box = box_around(setup_.system.walls[static_cast<std::size_t>(vessel_wall())].mesh);
    const double coarse = std::max({box.high.x - box.low.x, box.high.y - box.low.y, liquid_.height}) / 24;
    return static_cast<double>(vessel_places(coarse).size()) * coarse * coarse * coarse;
  }

  double poured_volume() const {  // [m^3]
    const auto open = [&](double begin, double end) { return std::max(0.0, std::min(end, scene_.duration) - begin); };
    const TapSetup& tap = liquid_.tap;
    const DripSetup& drops = liquid_.drops;
    return kPi * tap.radius * tap.radius * tap.speed * open(tap.begin, tap.end) +
           drops.rate * open(drops.begin, drops.end) * 4 * kPi / 3 * std::pow(drops.radius, 3);
  }

  LiquidSettings settings() const {
    LiquidSettings settings;
    settings.density = liquid_.matter.density;
    settings.viscosity = liquid_.viscosity;
    settings.step = liquid_.step;
    const double volume = start_volume() + poured_volume();
    if (volume <= 0)
      throw InputError(fmt::format("{} is empty: it begins with no liquid, and none comes", name_of(object_)));
    settings.spacing = liquid_.spacing > 0 ? liquid_.spacing : std::cbrt(volume / liquid_.particles);
    const double count = volume / std::pow(settings.spacing, 3);
    if (count > kMostParticles)
      throw LimitError(fmt::format("{} would have {:.3g} particles, more than {:.3g}; make spacing_m larger",
                                   name_of(object_), count, kMostParticles));
    return settings;
  }

  void fill() {
    const double dx = setup_.system.settings.spacing;
    std::vector<Vec3> places;
    if (liquid_.start == LiquidStart::vessel) {
      places = vessel_places(dx);
    } else if (liquid_.start != LiquidStart::nowhere) {
      const bool is_box = liquid_.start == LiquidStart::box;
      const Vec3 size = is_box ? liquid_.size : Vec3{2 * liquid_.radius, 2 * liquid_.radius, liquid_.height};
      const auto steps = [&](double length) { return std::max(1, static_cast<int>(std::lround(length / dx))); };
      for (int k = 0; k < steps(size.z); ++k)
        for (int j = 0; j < steps(size.y); ++j)
          for (int i = 0; i < steps(size.x); ++i) {
            const Vec3 place{(i + 0.5 - 0.5 * steps(size.x)) * dx, (j + 0.5 - 0.5 * steps(size.y)) * dx,
                             (k + 0.5) * dx};
            if (is_box || std::hypot(place.x, place.y) <= liquid_.radius) places.push_back(liquid_.position + place);
          }
    }
    double surface = -1e300;
    for (const Vec3& place : places) surface = std::max(surface, place.z + dx / 2);
    const bool stands = liquid_.start == LiquidStart::vessel || liquid_.settle > 0;
    for (const Vec3& place : places) {
      const double depth = stands ? surface - place.z : 0;
      setup_.system.particles.push_back({place, liquid_.velocity, liquid_.matter.density * kGravity * depth});
    }
  }

  void add_sources() {
    const TapSetup& tap = liquid_.tap;
    if (tap.radius > 0)
      setup_.system.taps.push_back(
          {tap.position, normalized(tap.direction), tap.radius, tap.speed, tap.begin, tap.end});
    const DripSetup& d = liquid_.drops;
    if (d.rate > 0)
      setup_.system.drips.push_back({d.position, d.size_x, d.size_y, d.radius, d.speed, d.rate, d.begin, d.end,
                                     scene_.seed, static_cast<std::uint32_t>(object_)});
  }

  // All places that walls and liquid reach by what is known now, and how fast walls go.
  void find_extent() {
    bool any = false;
    const auto include = [&](const Box& box) { extent_ = any ? joined(extent_, box) : box, any = true; };
    for (std::size_t w = 0; w < setup_.system.walls.size(); ++w) {
      const TriangleMesh& mesh = setup_.system.walls[w].mesh;
      for (int look = 0; look <= kLooks; ++look) {
        const double time = scene_.duration * look / kLooks;
        const WallMotion motion = wall_motion(scene_, setup_.wall_objects[w], time, time + 1e-3);
        for (const Vec3& vertex : mesh.vertices) {
          const Vec3 place = motion.pose.to_world(vertex);
          include(around(place, 0));
          fastest_wall_ = std::max(fastest_wall_, length(motion.velocity_at(place)));
        }
      }
    }
    for (const LiquidParticle& particle : setup_.system.particles) include(around(particle.position, 0));
    for (const LiquidTap& tap : setup_.system.taps) include(around(tap.position, tap.radius));
    for (const LiquidBall& ball : setup_.system.balls) include(around(ball.position, ball.radius));
    for (const LiquidDrips& drips : setup_.system.drips)
      include({drips.position - Vec3{drips.size_x / 2, drips.size_y / 2, drips.radius},
               drips.position + Vec3{drips.size_x / 2, drips.size_y / 2, drips.radius}});
  }

  void add_ground() {
    const double dx = setup_.system.settings.spacing, height = scene_.ground.height;
    const double area = (extent_.high.x - extent_.low.x + 2 * kMargin) * (extent_.high.y - extent_.low.y + 2 * kMargin);
    extent_.low.z = std::min(extent_.low.z, height);
    setup_.system.bounds = {extent_.low - Vec3{kMargin, kMargin, 4 * dx}, extent_.high + Vec3{kMargin, kMargin, 0.5}};
    if (!liquid_.meets_ground || area > kMostGround * dx * dx) return;
    const Box& b = setup_.system.bounds;
    TriangleMesh mesh;
    mesh.vertices = {{b.low.x, b.low.y, 0}, {b.high.x, b.low.y, 0}, {b.high.x, b.high.y, 0}, {b.low.x, b.high.y, 0}};
    mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
    setup_.system.walls.push_back({std::move(mesh), {{{0, 0, height}, {}}, {}, {}}, true});
    setup_.wall_objects.push_back(-1);
  }

  // Ten times what the liquid can reach, for density to stay within a hundredth.
  void choose_sound_speed() {
    double highest = -1e300, begun = std::pow(length(liquid_.velocity), 2);
    for (const LiquidParticle& p : setup_.system.particles) highest = std::max(highest, p.position.z);
    for (const LiquidTap& tap : setup_.system.taps)
      highest = std::max(highest, tap.position.z), begun = std::max(begun, tap.speed * tap.speed);
    for (const LiquidDrips& drips : setup_.system.drips)
      highest = std::max(highest, drips.position.z), begun = std::max(begun, drips.speed * drips.speed);
    for (const LiquidBall& ball : setup_.system.balls)
      highest = std::max(highest, ball.position.z), begun = std::max(begun, dot(ball.velocity, ball.velocity));
    begun = std::max(begun, fastest_wall_ * fastest_wall_);
    double lowest = extent_.low.z;
    if (!setup_.basins.empty() && setup_.basins.size() == 1) {  // what stands in one vessel falls no deeper
      const LiquidWall& vessel = setup_.system.walls[static_cast<std::size_t>(setup_.basin_walls[0])];
      lowest = std::min(highest, vessel.motion.pose.to_world(setup_.basins[0].bottom).z);
    }
    const double drop = std::max(highest - lowest, 2 * setup_.system.settings.spacing);
    const double fastest = liquid_.fastest > 0 ? liquid_.fastest : std::sqrt(2 * kGravity * drop + begun);
    setup_.system.settings.sound_speed = 10 * fastest;
  }

  void check_step() const {
    const LiquidSettings& settings = setup_.system.settings;
    const double stable = stable_liquid_step(settings);
    if (settings.step > stable)
      throw UnstableError(
          fmt::format("{}: step_s is {:.4g} s and the largest stable step is {:.4g} s; leave it out, "
                      "or make it smaller",
                      name_of(object_), settings.step, stable));
  }

  const Scene& scene_;
  const Liquid& liquid_;
  int object_;
  Box extent_;
  double fastest_wall_ = 0;  // [m/s]
  LiquidSetup setup_;
};

}  // namespace

WallMotion wall_motion(const Scene& scene, int object, double time, double until) {
  if (object < 0) return {{{0, 0, scene.ground.height}, {}}, {}, {}};
  const ObjectKind& kind = kind_of(scene, object);
  if (const auto* body = std::get_if<Body>(&kind)) return straight_on(*body, time, until);
  const auto& fixture = std::get<Fixture>(kind);
  WallMotion motion = straight_on(fixture, time, until);
  motion.absent = time >= fixture.opens;
  return motion;
}

LiquidSetup set_up_liquid(const Scene& scene, const PreparedBodies& bodies, int object) {
  return SettingUp(scene, bodies, object).done();
}

}  // namespace resound
