#include "rod/rod_section.h"

#include <doctest/doctest.h>

#include "emission/csv.h"
#include "numerics/pi.h"

namespace resound {

TEST_CASE("an ellipse drives the dipole that boundary elements find") {
  for (const auto& row : read_csv("dipole_ellipse.csv")) {
    const SectionDipole dipole = section_dipole({.a = std::stod(row[0]), .b = std::stod(row[1])});
    CHECK(dipole.along_d1 == doctest::Approx(std::stod(row[5])).epsilon(1e-5));
    CHECK(dipole.along_d2 == doctest::Approx(std::stod(row[6])).epsilon(1e-5));
    CHECK(dipole.along_d1 == doctest::Approx(std::stod(row[2])).epsilon(2e-3));
    CHECK(dipole.along_d2 == doctest::Approx(std::stod(row[3])).epsilon(2e-3));
  }
}

TEST_CASE("a rectangle's dipole is a plate's when it is thin and has the published added mass otherwise") {
  const auto dipole = [](double a, double b) { return section_dipole({RodSection::Kind::rectangle, a, b}); };
  CHECK(dipole(1, 1e-5).along_d2 == doctest::Approx(kPi).epsilon(1e-3));
  // added mass of a rectangle of half width a across the motion, over pi a^2 [DNV 2014]
  const auto added = [&](double a, double b) { return (dipole(a, b).along_d2 - 4 * a * b) / (kPi * a * a); };
  CHECK(added(1, 1) == doctest::Approx(1.51).epsilon(0.005));
  CHECK(added(2, 1) == doctest::Approx(1.36).epsilon(0.005));
  CHECK(added(5, 1) == doctest::Approx(1.21).epsilon(0.005));
  CHECK(added(10, 1) == doctest::Approx(1.14).epsilon(0.005));
  CHECK(added(1, 2) == doctest::Approx(1.70).epsilon(0.005));
  CHECK(added(1, 5) == doctest::Approx(1.98).epsilon(0.005));
  CHECK(dipole(2, 1).along_d1 == doctest::Approx(dipole(1, 2).along_d2));
}

TEST_CASE("a rectangle twists as Saint-Venant says") {
  const auto constant = [](double a, double b) { return torsion_constant({RodSection::Kind::rectangle, a, b}); };
  CHECK(constant(0.5, 0.5) == doctest::Approx(0.140577).epsilon(1e-5));  // a square of side 1
  CHECK(constant(1, 0.5) == doctest::Approx(0.228682 * 2).epsilon(1e-5));
  CHECK(constant(0.5, 5) == doctest::Approx(0.312325 * 10).epsilon(1e-5));
  CHECK(constant(3, 2) == doctest::Approx(constant(2, 3)));
}

TEST_CASE("an ellipse has the moments of its area") {
  const RodSection section{.a = 2, .b = 1};
  CHECK(section_moments(section).along_d1 == doctest::Approx(kPi * 8 / 4));
  CHECK(section_moments(section).along_d2 == doctest::Approx(kPi * 2 / 4));
  CHECK(torsion_constant(section) == doctest::Approx(kPi * 8 / 5));
  CHECK(section_area(stretched_section(section, 2.5)) == doctest::Approx(section_area(section) / 2.5));
}

TEST_CASE("a taper grows evenly") {
  const std::vector<RodSection> sections = tapered({.a = 1, .b = 2}, {.a = 3, .b = 2}, 4);
  REQUIRE(sections.size() == 4);
  CHECK(sections[0].a == doctest::Approx(1.25));
  CHECK(sections[3].a == doctest::Approx(2.75));
  CHECK(sections[2].b == doctest::Approx(2));
}

}  // namespace resound
