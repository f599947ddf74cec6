#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "emission/csv.h"
#include "numerics/pi.h"
#include "rod/rod_stable_step.h"
#include "rod_probe.h"

// Strings and rubber bands, heard through their steps.
namespace resound {
namespace {

struct Taut {
  ElasticRod rod;
  double length;  // [m]
};

Taut metal_string(double young, double tension, int edges, const RodMaterial& more = kSteel) {
  RodMaterial material = more;
  material.young_modulus = young;
  const RodSection section{.a = 0.215e-3, .b = 0.215e-3};
  const double rest = 0.65 / (1 + tension / (young * section_area(section)));
  return {ElasticRod(straight_rod({0, 0, 0}, {rest, 0, 0}, edges), section, material), 0.65};
}

// Height of the middle vertex while a string swings that begins as `start`, pinned at both ends.
struct Swing {
  std::vector<double> height;  // [m]
  double apart = 0;            // [s]
};
Swing swing_of(const ElasticRod& rod, const std::vector<Vec3>& start, double step, double duration, int every,
               RodIntegrator integrator = RodIntegrator::leapfrog) {
  RodStepper stepper({&rod}, {.step = step, .integrator = integrator});
  stepper.set_state(0, placed(rod, start));
  stepper.hold_ends(0, {RodEnd::pinned, RodEnd::pinned});
  Swing swing{{}, every * step};
  const int rounds = static_cast<int>(duration / swing.apart);
  for (int i = 0; i < rounds; ++i) {
    stepper.advance(every);
    swing.height.push_back(stepper.position(0)[rod.vertices() / 2].z);
  }
  return swing;
}

double pitch_of(const Taut& taut, double amplitude, double step, double duration, double expected) {
  const std::vector<Vec3> start = arch_line(taut.rod, {0, 0, 0}, {taut.length, 0, 0}, {0, 0, amplitude});
  const Swing swing = swing_of(taut.rod, start, step, duration, 20);
  return line_near(swing.height, swing.apart, expected);
}

}  // namespace

TEST_CASE("a struck steel string is sharp by its amplitude, as the table of glides says") {
  int compared = 0;
  for (const auto& row : read_csv("string_glide.csv")) {
    const bool is_steel = row[0].find("steel") != std::string::npos;
    const Taut taut = is_steel ? metal_string(200e9, 70, 60) : metal_string(1.88e9, 10, 60);
    const double exact = std::stod(row[4]);
    const double step = is_steel ? 1.5e-6 : 4e-6;
    const double found = pitch_of(taut, std::stod(row[2]), step, is_steel ? 0.08 : 0.2, exact);
    // the table is for small slopes
    CHECK(found == doctest::Approx(exact).epsilon(std::stod(row[2]) < 0.015 ? 1e-3 : 2e-3));
    ++compared;
  }
  CHECK(compared == 12);
}

TEST_CASE("forty edges give the tabled pitch of a steel string at 5 and 10 mm") {
  const Taut taut = metal_string(200e9, 70, 40);
  CHECK(pitch_of(taut, 0.005, 2e-6, 0.1, 195.09) == doctest::Approx(195.09).epsilon(2e-4));
  CHECK(pitch_of(taut, 0.010, 2e-6, 0.1, 207.31) == doctest::Approx(207.31).epsilon(2e-4));
}

TEST_CASE("a string that whirls is sharper than one that swings in a plane") {
  const Taut taut = metal_string(200e9, 70, 40);
  const double amplitude = 0.005, omega = kTurn * 196.5537;
  RodStepper stepper({&taut.rod}, {.step = 2e-6});
  stepper.set_state(0, placed(taut.rod, arch_line(taut.rod, {0, 0, 0}, {0.65, 0, 0}, {0, 0, amplitude})));
  stepper.hold_ends(0, {RodEnd::pinned, RodEnd::pinned});
  for (std::size_t i = 1; i < 40; ++i) stepper.velocity(0).set(i, {0, omega * stepper.position(0)[i].z, 0});
  std::vector<double> height;
  for (int i = 0; i < 2500; ++i) stepper.advance(20), height.push_back(stepper.position(0)[20].z);
  CHECK(line_near(height, 40e-6, 196.55) == doctest::Approx(196.5537).epsilon(5e-4));
}

TEST_CASE("a rubber band drawn from 40 to 50 cm rises by 1.0834 if it is linear and by 1.0269 if it is rubber") {
  const auto pitch = [](StretchLaw law, double density, double length, double expected) {
    const RodMaterial material{.young_modulus = 3e5, .poisson_ratio = 0.5, .density = density, .law = law};
    const Taut taut{
        ElasticRod(straight_rod({0, 0, 0}, {0.186, 0, 0}, 49), RodSection{.a = 0.8e-3, .b = 0.4e-3}, material), length};
    return pitch_of(taut, 1e-4, 2e-5, 1.0, expected);
  };
  const double low = pitch(StretchLaw::linear, 900, 0.4, 35.90), high = pitch(StretchLaw::linear, 900, 0.5, 38.89);
  CHECK(low == doctest::Approx(35.90).epsilon(1e-3));
  CHECK(high == doctest::Approx(38.89).epsilon(1e-3));
  CHECK(high / low == doctest::Approx(1.0834).epsilon(1e-4));
  CHECK(low / pitch(StretchLaw::linear, 1120, 0.4, 32.18) == doctest::Approx(1.1155).epsilon(1e-4));
  const double soft = pitch(StretchLaw::neo_hookean, 900, 0.4, 26.6),
               taut = pitch(StretchLaw::neo_hookean, 900, 0.5, 27.3);
  CHECK(taut / soft == doctest::Approx(1.0269).epsilon(1e-4));
}

TEST_CASE("an undamped plucked string loses less than 1e-5 of its energy in a second") {
  const Taut taut = metal_string(1.88e9, 10, 50);
  RodStepper stepper({&taut.rod}, {.step = 5e-6});
  const RodState straight = placed(taut.rod, stretched_line(taut.rod, {0, 0, 0}, {0.65, 0, 0}));
  stepper.set_state(0, placed(taut.rod, triangle_line(taut.rod, {0, 0, 0}, {0.65, 0, 0}, 0.2, {0, 0, 0.005})));
  stepper.hold_ends(0, {RodEnd::pinned, RodEnd::pinned});
  const double idle = taut.rod.energy(straight).all();
  const auto mean_energy = [&] {  // velocities lie half a step before positions: the mean of both sides, over a while
    double sum = 0;
    const int looks = 3000;
    for (int i = 0; i < looks; ++i) {
      const double before = stepper.energy(0).kinetic, elastic = stepper.energy(0).elastic();
      stepper.advance(1);
      sum += (before + stepper.energy(0).kinetic) / 2 + elastic - idle;
    }
    return sum / looks;
  };
  const double begin = mean_energy();
  stepper.advance(200000);
  CHECK(mean_energy() == doctest::Approx(begin).epsilon(1e-5));
}

TEST_CASE("a string plucked at a fifth lacks every fifth partial and has the others as sin(n pi beta) / n^2") {
  const Taut taut = metal_string(1.88e9, 10, 100);
  const double beta = 0.2;
  RodStepper stepper({&taut.rod}, {.step = 5e-6});  // 0.2 mm: no partial lends to another
  stepper.set_state(0, placed(taut.rod, triangle_line(taut.rod, {0, 0, 0}, {0.65, 0, 0}, beta, {0, 0, 2e-4})));
  stepper.hold_ends(0, {RodEnd::pinned, RodEnd::pinned});
  std::vector<double> most(11);
  for (int look = 0; look < 2000; ++look) {
    stepper.advance(8);
    for (std::size_t n = 1; n <= 10; ++n) {  // the part of the mode, by its shape
      double sum = 0;
      for (std::size_t i = 0; i <= 100; ++i)
        sum += std::sin(kPi * static_cast<double>(n * i) / 100) * stepper.position(0)[i].z;
      most[n] = std::max(most[n], std::abs(sum));
    }
  }
  for (std::size_t n = 1; n <= 10; ++n) {
    const auto k = static_cast<double>(n);
    const double expected = std::abs(std::sin(k * kPi * beta)) / (k * k) / std::sin(kPi * beta),
                 found = most[n] / most[1];
    if (n % 5 == 0)
      CHECK(found < 1e-3);
    else
      CHECK(std::abs(20 * std::log10(found / expected)) < 1);
  }
}

TEST_SUITE("slow") {
  TEST_CASE("a plucked steel string of 100 edges keeps its energy for a second") {
    const Taut taut = metal_string(200e9, 70, 100);
    RodStepper stepper({&taut.rod}, {.step = 1e-6});
    stepper.set_state(0, placed(taut.rod, triangle_line(taut.rod, {0, 0, 0}, {0.65, 0, 0}, 0.3, {0, 0, 0.01})));
    stepper.hold_ends(0, {RodEnd::pinned, RodEnd::pinned});
    const auto mean_energy = [&] {
      double sum = 0;
      for (int i = 0; i < 5000; ++i) {
        const double before = stepper.energy(0).kinetic, elastic = stepper.energy(0).elastic();
        stepper.advance(1);
        sum += (before + stepper.energy(0).kinetic) / 2 + elastic;
        stepper.advance(3);
      }
      return sum / 5000;
    };
    const double begin = mean_energy();
    stepper.advance(1000000);
    CHECK(mean_energy() == doctest::Approx(begin).epsilon(1e-5));
  }
}

}  // namespace resound
