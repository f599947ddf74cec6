#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/clock.h"
#include "base/error.h"
#include "motion/motion.h"
#include "motion/rod/rod_start.h"
#include "numerics/pi.h"
#include "render/notes.h"
#include "render/render.h"
#include "render/rods_to_hear.h"

using namespace resound;

namespace {

Rod rubber_band(double reach, RodLaw law) {
  Rod rod;
  rod.material = {.name = "rubber", .young_modulus = 3e5, .density = 900, .poisson_ratio = 0.49};
  rod.width = 1.6e-3, rod.thickness = 0.8e-3;
  rod.from = {-reach / 2, 0, 1}, rod.to = {reach / 2, 0, 1};
  rod.length = 0.186;
  rod.law = law;
  rod.edges = 50;
  rod.first = rod.last = RodHold::pinned;
  rod.strain_damping = 0, rod.mass_damping = 2;
  rod.pluck = {.line = RodPluck::Line::arch, .offset = {0, 0.002, 0}, .place = 0.5, .width = 0.5};
  rod.touches = false;
  return rod;
}

// Fourier transform of a raised cosine of unit area and this length.
double raised_cosine_share(double duration, double frequency) {
  const double x = duration * frequency;
  return std::abs(std::sin(kPi * x) / (kPi * x) / (1 - x * x));
}

// All pulls of a rod's pieces, block after block.
std::vector<double> pulls_of(Motion& motion, const Scene& scene, SampleIndex first, int blocks) {
  const int length = block_length(scene.simulation_rate());
  std::vector<double> all;
  for (int block = 0; block < blocks; ++block, first += length)
    for (const RodSound& rod : motion.advance({first, length, scene.simulation_rate(), {}}).rods)
      all.insert(all.end(), rod.pull.begin(), rod.pull.end());
  return all;
}

}  // namespace

TEST_CASE("a rod that is pushed as a whole sends the dipole of the air that it takes along") {
  // p = rho / (4 pi) (d/dt / (c r) + 1 / r^2) 2 pi a^2 L F / m, in the direction of the push
  Rod rod = steel_rod(2e-3);
  rod.from = {-0.01, 0, 1}, rod.to = {0.01, 0, 1};
  rod.edges = 6;
  rod.mallet = {.force = 0.02, .begin = 0.004, .duration = 0.003, .place = 0.5, .width = 0.2, .direction = {0, -1, 0}};
  const double r = 0.4, a = 1e-3, volume = kPi * a * a * 0.02, mass = 7850 * volume;
  const Scene scene = scene_in_free_air({{"rod", rod}}, {0, -r, 1}, 0.015);
  const double c = speed_of_sound(scene.air), rho = density(scene.air);
  const auto heard = render(scene).channels[0];
  const auto pushed = [&](double t) {  // [N], [N/s]
    const double phase = (t - r / c - 0.004) / 0.003;
    const bool is_on = phase > 0 && phase < 1;
    return std::pair{is_on ? 0.01 * (1 - std::cos(kTurn * phase)) : 0,
                     is_on ? 0.01 * kTurn / 0.003 * std::sin(kTurn * phase) : 0};
  };
  double error = 0, power = 0;
  for (std::size_t i = 200; i < heard.size() - 50; ++i) {
    const auto [force, slope] = pushed(static_cast<double>(i) / kNoteRate);
    const double expected = rho / (4 * kPi) * 2 * volume / mass * (slope / (c * r) + force / (r * r));
    error += std::pow(static_cast<double>(heard[i]) - expected, 2);
    power += expected * expected;
  }
  CHECK(std::sqrt(error / power) < 0.01);  // 0.1 dB
}

TEST_CASE(
    "a rubber band drawn from 40 to 50 cm sounds higher by 1.0834 if it is linear and by 1.0269 if it is rubber") {
  for (const RodLaw law : {RodLaw::linear, RodLaw::neo_hookean}) {
    double pitch[2];
    for (const int i : {0, 1}) {
      const double expected = law == RodLaw::linear ? (i == 0 ? 35.90 : 38.89) : (i == 0 ? 25.7 : 26.4);
      const auto heard =
          render(scene_in_free_air({{"band", rubber_band(i == 0 ? 0.4 : 0.5, law)}}, {0, -0.5, 1}, 0.6)).channels[0];
      pitch[i] = note_near(heard, expected, 0.12, 0.05, 0.58).frequency;
    }
    CAPTURE(pitch[0]);
    CHECK(pitch[1] / pitch[0] == doctest::Approx(law == RodLaw::linear ? 1.0834 : 1.0269).epsilon(0.002));
    if (law == RodLaw::linear) CHECK(pitch[0] == doctest::Approx(35.90).epsilon(0.005));
  }
}

TEST_CASE("a mallet excites each partial of a string as the Fourier transform of its blow says") {
  const auto struck = [](double duration) {
    Rod string = steel_string(80);
    string.mallet = {.force = 1e-4 / duration,
                     .begin = 0.002,
                     .duration = duration,
                     .place = 0.13,
                     .width = 0.02,
                     .direction = {0, -1, 0}};
    return render(scene_in_free_air({{"string", string}}, {0.1, -0.6, 1}, 0.22)).channels[0];
  };
  const auto hard = struck(0.0005), soft = struck(0.001);
  for (const int partial : {1, 2, 3, 4, 5, 6}) {
    const double near = partial * kStringPitch;
    const double pitch = note_near(hard, near, 0.02, 0.02, 0.21).frequency;
    const double expected = decibels(raised_cosine_share(0.0005, pitch) / raised_cosine_share(0.001, pitch));
    const double found = decibels(strength(hard, pitch, 0.02, 0.21) / strength(soft, pitch, 0.02, 0.21));
    CAPTURE(partial);
    CHECK(std::abs(found - expected) < 0.3);
  }
}

TEST_CASE("a bowed string sounds at its pitch") {
  Rod string = steel_string(60);
  string.tension_damping = 3e-7;
  string.bow = {.force = 0.6, .speed = 0.15, .place = 0.13, .direction = {0, 1, 0}};
  const auto heard = render(scene_in_free_air({{"string", string}}, {0.2, -0.3, 1}, 0.4)).channels[0];
  const double pitch = note_near(heard, kStringPitch, 0.06, 0.2, 0.39).frequency;
  CHECK(std::abs(1200 * std::log2(pitch / kStringPitch)) < 25);
  CHECK(strength(heard, 2 * pitch, 0.2, 0.39) > 0.05 * strength(heard, pitch, 0.2, 0.39));  // no mere sine
}

TEST_CASE("rods saved and loaded go on with the same bits") {
  Rod string = steel_string(40);
  string.pluck.offset = {0, 0.003, 0.001};
  string.bow = {.force = 0.2, .speed = 0.1, .place = 0.2, .direction = {0, 1, 0}};
  Rod falling = steel_rod(2e-3);
  falling.from = {-0.05, 0, 0.002}, falling.to = {0.05, 0, 0.003};
  falling.edges = 12;
  falling.falls = falling.touches = true;
  const Scene scene = scene_in_free_air({{"string", string}, {"falling", falling}}, {0, -0.5, 1}, 1);
  Motion whole(scene), resumed(scene);
  const int length = block_length(scene.simulation_rate());
  pulls_of(whole, scene, 0, 8);
  StateArchive saved;
  whole.archive(saved);
  StateArchive loaded(saved.bytes());
  resumed.archive(loaded);
  CHECK(pulls_of(whole, scene, 8 * length, 8) == pulls_of(resumed, scene, 8 * length, 8));
}

TEST_CASE("a finger that lets go draws a string aside by its force and leaves it with that shape") {
  // F = T h (1 / x + 1 / (L - x)) holds a taut string drawn aside by h at x
  Rod string = steel_string(60);
  string.tension_damping = 2e-6, string.mass_damping = 200;  // it follows the finger and does not swing by itself
  const double h = 0.001, x = 0.65 * 0.25, force = 70 * h * (1 / x + 1 / (0.65 - x));
  string.mallet = {.force = force,
                   .begin = 0,
                   .duration = 0.1,
                   .place = 0.25,
                   .width = 0.01,
                   .direction = {0, 0, 1},
                   .lets_go = true};
  const Scene scene = scene_in_free_air({{"string", string}}, {0, -0.5, 1}, 0.2);
  Motion motion(scene);
  const int length = block_length(scene.simulation_rate());
  double before = 0, after = 0;  // [m]  just before it lets go, and 10 ms later
  for (SampleIndex first = 0; first < 5280; first += length) {
    const std::array frames{first};
    const MotionEvents& events = motion.advance({first, length, scene.simulation_rate(), frames});
    const auto& tube = std::get<TubeForm>(events.snapshots[0].shapes[0].form);
    after = 0;
    for (const Sphere& knot : tube.knots) after = std::max(after, knot.centre.z - 1);
    if (first < 4750) before = after;
  }
  CHECK(before == doctest::Approx(h).epsilon(0.03));
  CHECK(after < 0.7 * h);
}

TEST_CASE("a strip that is let go with half a turn swings back through its rest to half a turn the other way") {
  Rod strip = steel_rod(1e-3);
  strip.profile = RodProfile::rectangle;
  strip.width = 0.01, strip.thickness = 0.001;
  strip.from = {0, 0, 1}, strip.to = {0.3, 0, 1};
  strip.edges = 30;
  strip.first = RodHold::clamped;
  strip.twisted = kPi;
  const StartedRod begun = start_rod(strip);
  double turn = 0;
  for (const double twist : begun.state.twist) turn += twist;
  CHECK(turn == doctest::Approx(kPi));
  // f = c_t / 4 L, c_t = sqrt(G J / rho I_p) = 2 (h / w) sqrt(0.937 / 1.01) sqrt(G / rho)
  const double c = 2 * 0.1 * std::sqrt(0.937 / 1.01) * std::sqrt(200e9 / 2.58 / 7850), half = 2 * 0.3 / c;  // [s]
  RodStepper stepper({&begun.rod}, {.step = 1e-7});
  stepper.set_state(0, begun.state);
  stepper.hold_ends(0, begun.ends);
  stepper.advance(static_cast<int>(std::lround(half / 1e-7)));
  double later = 0;
  for (const double twist : stepper.state(0).twist) later += twist;
  CHECK(later == doctest::Approx(-kPi).epsilon(0.05));
}

TEST_CASE("directors are drawn when they are asked for") {
  Rod string = steel_string(40);
  string.draws_frames = true;
  const Scene scene = scene_in_free_air({{"string", string}}, {0, -0.5, 1}, 0.1);
  Motion motion(scene);
  const std::array<SampleIndex, 1> frames{0};
  const MotionEvents& events =
      motion.advance({0, block_length(scene.simulation_rate()), scene.simulation_rate(), frames});
  CHECK(events.snapshots[0].shapes.size() == 1 + 2 * 40);
}

TEST_CASE("what cannot be done with a rod is said in one sentence") {
  Rod string = steel_string(40);
  string.bridge = "board";
  CHECK_THROWS_WITH_AS(Motion(scene_in_free_air({{"string", string}}, {0, -0.5, 1}, 1)),
                       doctest::Contains("string: bridge is \"board\", and there is no body of that name"), InputError);
  Rod hasty = steel_string(40);
  hasty.step = 1e-4;
  CHECK_THROWS_WITH_AS(Motion(scene_in_free_air({{"string", hasty}}, {0, -0.5, 1}, 1)),
                       doctest::Contains("largest stable step"), UnstableError);
}
