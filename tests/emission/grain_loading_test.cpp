// Grains that rest on a wall load its modes and make them lossy.
#include "emission/body/grain_loading.h"

#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "emission/body/filling_contacts.h"
#include "emission/body/grain_column.h"
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
  // Most modes are pairs: the first five notes are nine of them. Those that are lowest under their load lose more with
  // each swing, but have fewer of them in a second.
  REQUIRE(empty.size() >= 9);
  for (std::size_t i = 5; i < 9; ++i) {
    CAPTURE(empty[i].omega / (2 * kPi));
    CHECK(full[i].decay > 3 * empty[i].decay);
    CHECK(full[i].decay / full[i].omega > half[i].decay / half[i].omega);
    CHECK(half[i].decay / half[i].omega > empty[i].decay / empty[i].omega);
    CHECK(full[i].omega < half[i].omega);
    CHECK(half[i].omega < empty[i].omega);
  }
}

TEST_CASE("one layer of grains is the lossy mass on a spring of the reference") {
  const GrainColumn grain{1, 2 * kPi * 17.4e3, 2 * kPi * 13e3};
  for (const double hertz : {100.0, 5e3, 17.4e3, 40e3}) {
    const std::complex<double> spring(1, 0.3);
    const std::complex<double> expected = spring / (spring - std::pow(hertz / 17.4e3, 2));
    CHECK(std::abs(riding_mass(grain, 2 * kPi * hertz, 0.3) - expected) < 1e-12 * std::abs(expected));
  }
}

TEST_CASE("a column rides as a whole when it is shaken slowly, and as endless grains when it is deep") {
  const GrainColumn shallow{4.6, 1e5, 8e4}, deep{200, 1e5, 1e5};
  CHECK(std::abs(riding_mass(shallow, 100, 0.3) - 4.6) < 1e-4);
  // A wave that never comes back pushes with sqrt(k m) times the speed of the wall; k belongs to the weight of all.
  const double omega = 5e4, impedance = 1e5 * std::pow(200, 1.0 / 6);  // [rad/s] times grains
  CHECK(std::abs(omega * riding_mass(deep, omega, 0.3)) == doctest::Approx(impedance).epsilon(0.1));
  // All of it as one mass on the lowest contact would push several times as hard.
  CHECK(std::abs(omega * riding_mass({1, 1e5 / std::cbrt(200), 0}, omega, 0.3) * 200.0) > 3 * impedance);
}

TEST_CASE("sound runs through a heap of beads at the measured 100 to 300 metres a second") {
  // [Valenza et al. 2009]; a chain of masses on springs carries waves at d sqrt(k/m)
  const Material glass = *find_material("glass");
  const double r = 0.001, mass = 4.0 / 3 * kPi * r * r * r * glass.density;  // [m], [kg]
  const ContactBody bead{glass.young_modulus, glass.poisson_ratio, 1, 1 / r, 1 / r, 0};
  for (const double layers : {1.0, 5.0, 20.0}) {
    const double speed = 2 * r * std::sqrt(resting_stiffness(bead, bead, layers * mass * 9.81) / mass);
    CHECK(speed > 100);
    CHECK(speed < 300);
  }
}

TEST_CASE("a mode with one swinging mass on it rings at the lower pitch of the two and with its share of a blow") {
  const PreparedBody& body = prepared_cup();
  const SurfacePoint side = *body.surface->nearest({kRadius, 0, 0.08});
  const double pitch = body.model.modes[0].omega;
  double shape = 0;
  const Triangle& corners = body.model.skin.triangles[static_cast<std::size_t>(side.triangle)];
  for (std::size_t k = 0; k < 3; ++k)
    shape += side.weights[k] * dot(body.model.modes[0].shape[static_cast<std::size_t>(corners[k])], side.normal);
  const double mass = 0.5 / (shape * shape), own = 3 * pitch;  // half of what the mode has itself
  const WallLoad contact{0, side.position, side.normal, mass, 1, own, own};
  const ModeLoad load = mode_loads(body, std::span(&contact, 1), 1e-6)[0];
  // x^4 - x^2 (1 + (1 + mu) g) + g = 0 for x = w / w_0, g = (own / w_0)^2, mu = 1/2
  const double g = 9, sum = 1 + 1.5 * g, x2 = (sum - std::sqrt(sum * sum - 4 * g)) / 2;
  CHECK(loaded({pitch, 0}, load).omega == doctest::Approx(pitch * std::sqrt(x2)).epsilon(1e-6));
  // the lower of two partial fractions of the velocity: (g - x^2) / (x'^2 - x^2)
  CHECK(load.share == doctest::Approx((g - x2) / (g / x2 - x2)).epsilon(1e-4));
}

TEST_CASE("pitches fall by the mass loading of the reference within ten percent") {
  // Layers on the base and the lowest part of the wall, from the measures of the cup alone.
  const double level = 0.01, inner = kRadius - kWall;  // [m]
  const Material glass = *find_material("glass");
  const double depth = level - kBase, volume = kPi * inner * inner * depth;
  const double area = kPi * inner * inner + 2 * kPi * inner * depth;
  const double per_area = 0.6 * glass.density * volume / area;  // [kg/m^2]
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
    const double hertz = empty[i].omega / (2 * kPi);
    if (hertz > 2000) continue;  // beyond, waves run in the grains, and they are no mere mass any more
    const std::complex<double> spring(1, 0.3);
    const double share = (spring / (spring - std::pow(hertz / 17.4e3, 2))).real();
    CAPTURE(hertz);
    CHECK(1 - wet[i].omega / empty[i].omega == doctest::Approx(1 - 1 / std::sqrt(1 + share * mu)).epsilon(0.1));
    ++checked;
  }
  CHECK(checked >= 3);
}

TEST_CASE("single grains on a wall change pitches and decays as first-order perturbation says") {
  const PreparedBody& body = prepared_cup();
  const TriangleMesh& skin = body.model.skin;
  std::vector<WallLoad> contacts;
  for (std::size_t t = 0; t < skin.triangles.size(); t += 7) {
    Vec3 middle;
    for (const int corner : skin.triangles[t]) middle += skin.vertices[static_cast<std::size_t>(corner)] / 3;
    const SurfacePoint point = *body.surface->nearest(middle);
    contacts.push_back({0, point.position, point.normal, 1.05e-5, 1, 2 * kPi * 17.4e3, 2 * kPi * 13e3});
  }
  const std::vector<ModeLoad> loads = mode_loads(body, contacts, 0.3);
  for (std::size_t i = 0; i < loads.size(); ++i) {
    double mu = 0;
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      Vec3 shape;
      for (const int corner : skin.triangles[7 * k])
        shape += body.model.modes[i].shape[static_cast<std::size_t>(corner)] / 3;
      mu += contacts[k].mass * std::pow(dot(shape, contacts[k].normal), 2);
    }
    const double omega = body.model.modes[i].omega;
    const std::complex<double> spring(1, 0.3);
    const std::complex<double> riding = mu * spring / (spring - std::pow(omega / contacts[0].omega, 2));
    CAPTURE(omega / (2 * kPi));
    REQUIRE(std::abs(riding) < 0.1);
    const BankMode mode = loaded({omega, 1}, loads[i]);
    CHECK(1 - mode.omega / omega == doctest::Approx(riding.real() / 2).epsilon(0.1));
    CHECK(mode.decay - 1 == doctest::Approx(-omega * riding.imag() / 2).epsilon(0.15));
  }
}

TEST_CASE("grains above the pitch of their contacts stay where they are, and without loss they do not damp") {
  const PreparedBody& body = prepared_cup();
  const SurfacePoint side = *body.surface->nearest({kRadius, 0, 0.08});
  const auto load = [&](double omega, double eta) {
    const WallLoad contact{0, side.position, side.normal, 1e-3, 1, omega, omega};
    return mode_loads(body, std::span(&contact, 1), eta)[0];
  };
  const double pitch = body.model.modes[0].omega;
  const ModeLoad rides = load(100 * pitch, 0.3), stays = load(pitch / 100, 0.3);
  CHECK(rides.mass > 0);
  CHECK(std::abs(stays.mass) < 1e-3 * rides.mass);
  CHECK(stays.share == doctest::Approx(1).epsilon(1e-3));
  CHECK(rides.share == doctest::Approx(1 / (1 + rides.mass)).epsilon(1e-3));
  CHECK(load(10 * pitch, 0.2).loss > 1.9 * load(10 * pitch, 0.1).loss);
  CHECK(load(10 * pitch, 0).loss == 0);
}
