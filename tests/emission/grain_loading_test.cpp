// Grains that rest on a wall load its modes and make them lossy.
#include "emission/body/grain_loading.h"

#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "motion/contact/resting_contact.h"
#include "numerics/pi.h"
#include "scene/materials.h"

using namespace resound;

namespace {

constexpr double kRadius = 0.0405, kWall = 0.001, kBase = 0.001;  // [m]

Body steel_cup() {
  Body cup;
  cup.shape = CupShape{.radius = kRadius, .height = 0.09, .wall = kWall, .base = kBase};
  cup.material = *find_material("steel");
  cup.max_frequency = 4000;
  cup.filling.material = *find_material("glass");
  return cup;
}

const PreparedBody& prepared_cup() {
  static const std::shared_ptr<const PreparedBody> body = prepare(steel_cup(), "cup", Air{}, {});
  return *body;
}

// The cup's modes with grains up to a level [m], from the lowest.
std::vector<BankMode> filled(double level, double loss_factor = 0.3) {
  Body cup = steel_cup();
  cup.filling.height = level;
  const PreparedBody& body = prepared_cup();
  const auto loads = mode_loads(body, contacts_of(cup.filling, body, cup.material), loss_factor);
  std::vector<BankMode> modes;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const double omega = body.model.modes[i].omega;
    modes.push_back(loaded({omega, cup.material.damping.decay(static_cast<int>(i), omega)}, loads[i]));
  }
  return modes;
}

}  // namespace

TEST_CASE("a glass bead of one millimetre that rests on steel swings on its contact at 17.4 kHz") {
  const Material glass = *find_material("glass"), steel = *find_material("steel");
  const double r = 0.001, mass = 4.0 / 3 * kPi * r * r * r * 2520;
  const ContactBody bead{72e9, 0.22, 1, 1 / r, 1 / r, 1 / mass};
  const ContactBody wall{steel.young_modulus, steel.poisson_ratio, 1, 0, 0, 0};
  const double stiffness = resting_stiffness(bead, wall, mass * 9.81);
  CHECK(stiffness == doctest::Approx(1.26e5).epsilon(0.01));
  CHECK(std::sqrt(stiffness / mass) / (2 * kPi) == doctest::Approx(17.4e3).epsilon(0.01));
}

TEST_CASE(
    "a full cup rings less than a third as long as an empty one in its first five modes, and less the fuller it is") {
  const std::vector<BankMode> empty = filled(0), half = filled(0.04), full = filled(0.08);
  REQUIRE(empty.size() >= 5);
  for (std::size_t i = 0; i < 5; ++i) {
    CAPTURE(empty[i].omega / (2 * kPi));
    CHECK(full[i].decay > 3 * empty[i].decay);
    CHECK(half[i].decay > empty[i].decay);
    CHECK(full[i].decay > half[i].decay);
    CHECK(full[i].omega < half[i].omega);
    CHECK(half[i].omega < empty[i].omega);
  }
}

TEST_CASE("pitches fall by the mass loading of perturbation theory within ten percent") {
  // A thin layer on the base and the lowest part of the wall, from the measures of the cup alone.
  const double level = 0.01, r = 0.001, inner = kRadius - kWall;  // [m]
  const Material glass = *find_material("glass"), steel = *find_material("steel");
  const double depth = level - kBase, volume = kPi * inner * inner * depth;
  const double area = kPi * inner * inner + 2 * kPi * inner * depth;
  const double per_area = 0.6 * glass.density * volume / area;  // [kg/m^2]
  const double mass = per_area * kPi * r * r / 0.6;             // [kg]  of a contact
  const ContactBody bead{glass.young_modulus, glass.poisson_ratio, 1, 1 / r, 1 / r, 0};
  const ContactBody wall{steel.young_modulus, steel.poisson_ratio, 1, 0, 0, 0};
  const double own = std::sqrt(resting_stiffness(bead, wall, mass * 9.80665) / mass);
  const PreparedBody& body = prepared_cup();
  const std::vector<BankMode> empty = filled(0), wet = filled(level);
  const TriangleMesh& skin = body.model.skin;
  int checked = 0;
  for (std::size_t i = 0; i < empty.size(); ++i) {
    double mu = 0;
    for (const Triangle& t : skin.triangles) {
      const Vec3 &a = skin.vertices[static_cast<std::size_t>(t[0])], &b = skin.vertices[static_cast<std::size_t>(t[1])],
                 &c = skin.vertices[static_cast<std::size_t>(t[2])];
      const Vec3 middle = (a + b + c) / 3, twice = cross(b - a, c - a);
      const bool is_floor = twice.z > 0.5 * length(twice) && middle.z < 0.5 * level;
      const bool is_wall = std::hypot(middle.x, middle.y) < kRadius - kWall / 2 && middle.z > kBase &&
                           middle.z < level && std::abs(twice.z) < 0.5 * length(twice);
      if (!is_floor && !is_wall) continue;
      Vec3 shape;
      for (const int corner : t) shape += body.model.modes[i].shape[static_cast<std::size_t>(corner)] / 3;
      mu += per_area * length(twice) / 2 * std::pow(dot(shape, normalized(twice)), 2);
    }
    const std::complex<double> spring(1, 0.3);
    const double omega = empty[i].omega, share = (spring / (spring - std::pow(omega / own, 2))).real();
    const double expected = share * mu / 2, found = 1 - wet[i].omega / omega;
    if (expected < 1e-4 || expected > 0.1) continue;  // beyond, it is no perturbation
    CAPTURE(omega / (2 * kPi));
    CHECK(found == doctest::Approx(expected).epsilon(0.1));
    ++checked;
  }
  CHECK(checked >= 3);
}

TEST_CASE("grains above the pitch of their contacts stay where they are, and without loss they do not damp") {
  const PreparedBody& body = prepared_cup();
  const SurfacePoint side = *body.surface->nearest({kRadius, 0, 0.08});
  const auto load = [&](double omega, double eta) {
    const WallLoad contact{0, side.position, side.normal, 1e-3, omega};
    return mode_loads(body, std::span(&contact, 1), eta)[0];
  };
  const double pitch = body.model.modes[0].omega;
  const ModeLoad rides = load(100 * pitch, 0.3), stays = load(pitch / 100, 0.3);
  CHECK(rides.mass > 0);
  CHECK(std::abs(stays.mass) < 1e-3 * rides.mass);
  CHECK(load(10 * pitch, 0.2).loss > 1.9 * load(10 * pitch, 0.1).loss);
  CHECK(load(10 * pitch, 0).loss == 0);
}
