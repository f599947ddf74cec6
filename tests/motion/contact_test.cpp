#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <numbers>
#include <sstream>
#include <string>
#include <vector>

#include "motion/contact/hertz.h"
#include "motion/contact/mallet.h"
#include "motion/contact/power_law.h"
#include "source_folder.h"

using namespace resound;

namespace {

struct ReferenceRow {
  std::string name;
  std::vector<double> value;  // as the columns from R1 on
};

std::vector<ReferenceRow> read_reference() {
  std::ifstream file(RESOUND_TEST_DATA "/hertz_contact.csv");
  std::vector<ReferenceRow> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#") || line.starts_with("case")) continue;
    std::istringstream fields(line);
    ReferenceRow row;
    std::getline(fields, row.name, ',');
    for (std::string field; std::getline(fields, field, ',');) row.value.push_back(std::stod(field));
    rows.push_back(row);
  }
  return rows;
}

ContactBody ball(double radius, double density, double young, double poisson) {
  const double curvature = 1 / radius;  // a wall has an endless radius: flat, and it does not give way
  const double mass = 4.0 / 3 * std::numbers::pi * radius * radius * radius * density;
  return {young, poisson, 1, curvature, curvature, 1 / mass};
}

const ContactBody kWall{211.9e9, 0.291, 0.9, 0, 0, 0};

}  // namespace

TEST_CASE("contacts of balls and walls are those of the Hertz reference") {
  const auto rows = read_reference();
  REQUIRE(rows.size() >= 7);
  for (const auto& [name, v] : rows) {
    CAPTURE(name);
    REQUIRE(v.size() == 20);
    ContactBody a = ball(v[0], v[1], v[2], v[3]), b = ball(v[4], v[5], v[6], v[7]);
    a.restitution = b.restitution = v[9];
    const HertzContact contact = hertz_contact(a, b, v[8]);
    CHECK(contact.modulus == doctest::Approx(v[12]).epsilon(1e-8));
    CHECK(contact.radius == doctest::Approx(v[13]).epsilon(1e-8));
    CHECK(contact.indentation == doctest::Approx(v[14]).epsilon(1e-8));
    CHECK(contact.duration == doctest::Approx(v[15]).epsilon(1e-8));
    CHECK(contact.peak_force == doctest::Approx(v[16]).epsilon(1e-8));
    const StrikePulse pulse = strike_pulse(a, b, v[8]);
    CHECK(pulse.impulse * a.inverse_mass == doctest::Approx(v[17]).epsilon(1e-8));
    CHECK(pulse.impulse * b.inverse_mass == doctest::Approx(v[18]).epsilon(1e-8));
    CHECK(pulse.duration == doctest::Approx(0.89184 * v[15]).epsilon(5e-5));
    CHECK(pulse_middle(pulse) == doctest::Approx(v[15] / 2).epsilon(1e-8));
  }
}

TEST_CASE("the half-sine has the impulse and the rms width of the true contact, whatever the spring") {
  for (const double exponent : {1.0, 1.5, 1.5000001, 2.5, 3.0}) {
    CAPTURE(exponent);
    // the contact itself, step by step
    const PowerLaw spring{1e7, exponent};
    const double mass = 0.02, speed = 2, step = 1e-8;
    double dent = 0, v = speed, t = 0, impulse = 0, first = 0, second = 0;
    do {
      v -= step / 2 * spring.stiffness * std::pow(dent, exponent) / mass;
      dent += step * v;
      t += step;
      const double force = dent > 0 ? spring.stiffness * std::pow(dent, exponent) : 0;
      v -= step / 2 * force / mass;
      impulse += step * force, first += step * force * t, second += step * force * t * t;
    } while (dent > 0);
    const double middle = first / impulse, variance = second / impulse - middle * middle;
    const PowerLawContact contact = power_law_contact(spring, mass, speed);
    CHECK(contact.duration == doctest::Approx(t).epsilon(1e-4));
    CHECK(impulse == doctest::Approx(2 * mass * speed).epsilon(1e-5));
    const double length = half_sine_share(exponent) * contact.duration;
    CHECK((0.25 - 2 / (std::numbers::pi * std::numbers::pi)) * length * length ==
          doctest::Approx(variance).epsilon(1e-4));
  }
  CHECK(half_sine_share(1.5) == doctest::Approx(half_sine_share(1.5000001)).epsilon(1e-6));
  CHECK(half_sine_share(1.0) == doctest::Approx(1).epsilon(1e-6));  // a linear spring is a half-sine
}

TEST_CASE("harder, lighter, sharper and faster strikers touch more briefly") {
  const ContactBody ball_of_steel = ball(0.01, 7850, 211.9e9, 0.291);
  const double d = hertz_contact(ball_of_steel, kWall, 1).duration;
  ContactBody soft = ball_of_steel, light = ball_of_steel, blunt = ball_of_steel;
  soft.young_modulus /= 100, light.inverse_mass *= 2, blunt.larger_curvature = blunt.smaller_curvature = 20;
  CHECK(hertz_contact(soft, kWall, 1).duration > 2 * d);
  CHECK(hertz_contact(light, kWall, 1).duration < d);
  CHECK(hertz_contact(blunt, kWall, 1).duration < d);  // at equal mass a blunt head is a stiffer spring
  CHECK(hertz_contact(ball_of_steel, kWall, 32).duration == doctest::Approx(d / 2));  // v^(-1/5)
}

TEST_CASE("a ball in a hollow presses as on a flatter ball, and never becomes endlessly stiff") {
  const ContactBody head = ball(0.01, 1000, 1e9, 0.3);
  ContactBody bowl = kWall;
  bowl.larger_curvature = bowl.smaller_curvature = -50;
  CHECK(contact_radius(head, kWall) == doctest::Approx(0.01));
  CHECK(contact_radius(head, bowl) == doctest::Approx(0.02));
  bowl.larger_curvature = bowl.smaller_curvature = -100;  // it fits
  CHECK(contact_radius(head, bowl) == doctest::Approx(0.2));
  ContactBody pipe = kWall;
  pipe.larger_curvature = 100;  // outside of a tube of the same radius: R' = R/2, R'' = R
  CHECK(contact_radius(head, pipe) == doctest::Approx(0.01 / std::sqrt(2)));
}

TEST_CASE("the softer of two bodies decides how much is lost") {
  const ContactBody steel{200e9, 0.3, 0.9, 100, 100, 1}, putty{1e6, 0.4, 0.1, 0, 0, 0};
  CHECK(contact_restitution(steel, putty) == doctest::Approx(0.1).epsilon(0.01));
  CHECK(contact_restitution(steel, steel) == doctest::Approx(0.9));
  CHECK(contact_restitution(putty, steel) == contact_restitution(steel, putty));
}

TEST_CASE("a free body struck at its centre feels as heavy as it is, a rod struck at its end a quarter of it") {
  const double m = 0.3, l = 0.2, across = m * l * l / 12;
  const std::vector<double> inertia{across, 0, 0, 0, across, 0, 0, 0, 1e-9};
  const std::span<const double, 9> tensor(inertia.data(), 9);
  CHECK(inverse_mass_at(m, tensor, {0, 0, 0}, {1, 0, 0}) == doctest::Approx(1 / m));
  CHECK(inverse_mass_at(m, tensor, {0, 0, l / 2}, {1, 0, 0}) == doctest::Approx(4 / m));
  CHECK(inverse_mass_at(m, tensor, {0, 0, l / 2}, {0, 0, 1}) == doctest::Approx(1 / m));
}

TEST_CASE("slow modes of a light wall shorten and weaken the blow, fast ones do not") {
  const ContactBody head = ball(0.01, 1000, 1e9, 0.3);
  const StrikePulse rigid = strike_pulse(head, kWall, 1);
  const double d = hertz_contact(head, kWall, 1).duration;
  const std::vector<double> slow{0.1 / d}, fast{1.1 / d}, shape{std::sqrt(head.inverse_mass)};
  const StrikePulse yielding = strike_pulse(head, kWall, {slow, shape}, 1);
  CHECK(yielding.impulse == doctest::Approx(rigid.impulse / 2));
  CHECK(yielding.duration == doctest::Approx(rigid.duration * std::pow(0.5, 0.4)));
  CHECK(strike_pulse(head, kWall, {fast, shape}, 1).impulse == rigid.impulse);
  const std::vector<double> none{0.0};
  CHECK(strike_pulse(head, kWall, {slow, none}, 1).impulse == rigid.impulse);
}

TEST_CASE("mallets touch as long as measured: felt a millisecond or two, rubber half of it, wood and steel much less") {
  const auto duration = [](const char* name, double speed) {
    return strike_pulse(Mallet{*find_tip(name), 0.02, 0.012}, kWall, {}, speed).duration;
  };
  CHECK(duration("felt", 1) > 0.8e-3);
  CHECK(duration("felt", 1) < 2.5e-3);
  CHECK(duration("felt", 4) < duration("felt", 1));
  CHECK(duration("rubber", 1) > 0.4e-3);
  CHECK(duration("rubber", 1) < 1.5e-3);
  CHECK(duration("wood", 1) < 0.4e-3);
  CHECK(duration("steel", 1) < duration("wood", 1));
  CHECK(find_tip("butter") == nullptr);
  for (const TipMaterial& tip : tips()) CHECK(tip.source.size() > 10);
}
