#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>

#include "base/clock.h"
#include "base/error.h"
#include "motion/motion.h"
#include "motion/rod/rod_start.h"
#include "numerics/pi.h"
#include "render/render.h"
#include "scene/materials.h"

using namespace resound;

namespace {

constexpr double kSampleRate = 48000;

double in_decibels(double ratio) { return 20 * std::log10(ratio); }

// Amplitude of a note by a Hann window. [Pa]
double note_level(const std::vector<float>& samples, double frequency, double from, double to) {  // [Hz], [s]
  const auto begin = static_cast<std::size_t>(from * kSampleRate);
  const auto count = static_cast<std::size_t>((to - from) * kSampleRate);
  std::complex<double> sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double window = std::sin(kPi * static_cast<double>(i) / static_cast<double>(count));
    sum += static_cast<double>(samples[begin + i]) * window * window *
           std::polar(1.0, -kTurn * frequency * static_cast<double>(i) / kSampleRate);
  }
  return 4 * std::abs(sum) / static_cast<double>(count);
}

double pitch_near(const std::vector<float>& samples, double frequency, double share, double from, double to) {
  double low = frequency * (1 - share), high = frequency * (1 + share), best = 0, loudest = -1;
  for (double step = 0.25 / (to - from); step > 1e-4; step /= 8) {
    for (double f = low; f <= high; f += step)
      if (const double level = note_level(samples, f, from, to); level > loudest) loudest = level, best = f;
    low = best - step, high = best + step;
  }
  return best;
}

Scene rod_scene(std::vector<Object> objects, const Vec3& ear, double duration) {
  Scene scene;
  scene.duration = duration;
  scene.air.absorption = false;
  ListenerSetup microphone;
  microphone.kind = ListenerKind::microphone;
  microphone.path = Path(ear);
  scene.listeners = {microphone};
  scene.objects = std::move(objects);
  return scene;
}

Rod steel_rod(double diameter) {
  Rod rod;
  rod.material = {.name = "steel", .young_modulus = 200e9, .density = 7850, .poisson_ratio = 0.29};
  rod.width = rod.thickness = diameter;
  rod.strain_damping = 0;
  rod.mass_damping = 0;
  rod.touches = false;
  return rod;
}

Rod steel_string(int edges) {
  Rod rod = steel_rod(0.43e-3);
  rod.from = {-0.325, 0, 1}, rod.to = {0.325, 0, 1};
  rod.tension = 70;
  rod.edges = edges;
  rod.first = rod.last = RodHold::pinned;
  return rod;
}
constexpr double kStringPitch = 190.845;  // [Hz]

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
  const Scene scene = rod_scene({{"rod", rod}}, {0, -r, 1}, 0.015);
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
    const auto [force, slope] = pushed(static_cast<double>(i) / kSampleRate);
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
          render(rod_scene({{"band", rubber_band(i == 0 ? 0.4 : 0.5, law)}}, {0, -0.5, 1}, 0.6)).channels[0];
      pitch[i] = pitch_near(heard, expected, 0.12, 0.05, 0.58);
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
    return render(rod_scene({{"string", string}}, {0.1, -0.6, 1}, 0.22)).channels[0];
  };
  const auto hard = struck(0.0005), soft = struck(0.001);
  for (const int partial : {1, 2, 3, 4, 5, 6}) {
    const double near = partial * kStringPitch;
    const double pitch = pitch_near(hard, near, 0.02, 0.02, 0.21);
    const double expected = in_decibels(raised_cosine_share(0.0005, pitch) / raised_cosine_share(0.001, pitch));
    const double found = in_decibels(note_level(hard, pitch, 0.02, 0.21) / note_level(soft, pitch, 0.02, 0.21));
    CAPTURE(partial);
    CHECK(std::abs(found - expected) < 0.3);
  }
}

TEST_CASE("a bowed string sounds at its pitch") {
  Rod string = steel_string(60);
  string.tension_damping = 3e-7;
  string.bow = {.force = 0.6, .speed = 0.15, .place = 0.13, .direction = {0, 1, 0}};
  const auto heard = render(rod_scene({{"string", string}}, {0.2, -0.3, 1}, 0.4)).channels[0];
  const double pitch = pitch_near(heard, kStringPitch, 0.06, 0.2, 0.39);
  CHECK(std::abs(1200 * std::log2(pitch / kStringPitch)) < 25);
  CHECK(note_level(heard, 2 * pitch, 0.2, 0.39) > 0.05 * note_level(heard, pitch, 0.2, 0.39));  // no mere sine
}

TEST_CASE("the end of a string pulls at its bridge with its tension times its slope") {
  Rod string = steel_string(60);
  string.pluck = {.line = RodPluck::Line::arch, .offset = {0, 0.0005, 0}, .place = 0.5, .width = 0.5};
  string.bridge = "board";
  Body board;
  board.shape = PlateShape{0.1, 0.1, 0.004};
  board.path = Path(Vec3{0.325, 0, 0.9});
  board.max_frequency = 3000;
  const Scene scene = rod_scene({{"string", string}, {"board", board}}, {0, -0.5, 1}, 0.02);
  const PreparedBodies bodies(scene, {});
  Motion motion(scene, bodies);
  const int length = block_length(scene.simulation_rate());
  const double greatest = 70 * kPi * 0.0005 / 0.65;  // [N]
  double error = 0, power = 0;
  for (SampleIndex first = 0; first < 960; first += length)
    for (const Contact& contact : motion.advance({first, length, scene.simulation_rate(), {}}).contacts) {
      CHECK(contact.object == 1);
      const auto& pulse = std::get<StrikePulse>(contact.pulse);
      const double force = pulse.impulse / (pulse.duration / 1.3265) * contact.direction.y;
      const double time = contact.time + pulse.duration / 2;
      if (time < 0.001) continue;
      // let go over a millisecond T: late by half of it, and fainter by cos(w T / 2) / (1 - (w T / pi)^2)
      const double omega = kTurn * kStringPitch, phase = omega * 0.001 / 2;
      const double kept = std::cos(phase) / (1 - std::pow(2 * phase / kPi, 2));
      const double expected = greatest * (kept * std::cos(omega * (time - 0.0005)) - 1);  // less than at first
      error += std::pow(force - expected, 2), power += expected * expected;
    }
  CHECK(power > 0);
  CHECK(std::sqrt(error / power) < 0.02);
}

TEST_CASE("a rod that falls is heard when it lands, and two threads give the same bits as one") {
  Rod first = steel_rod(3e-3);
  first.from = {-0.06, 0, 0.0325}, first.to = {0.06, 0, 0.0345};
  first.edges = 24;
  first.falls = first.touches = true;
  first.mass_damping = 0.5;
  Rod second = first;
  second.from = {0, -0.05, 0.05}, second.to = {0, 0.05, 0.05};
  const Scene scene = rod_scene({{"first", first}, {"second", second}}, {0, -0.4, 0.2}, 0.12);
  RenderSettings one, two;
  one.threads = 1, two.threads = 2;
  const auto heard = render(scene, one).channels[0];
  CHECK(heard == render(scene, two).channels[0]);
  const auto loudest = [&](double from, double to) {
    const auto begin = heard.begin() + static_cast<std::ptrdiff_t>(from * kSampleRate);
    const auto end = heard.begin() + static_cast<std::ptrdiff_t>(to * kSampleRate);
    return std::abs(*std::max_element(begin, end, [](float a, float b) { return std::abs(a) < std::abs(b); }));
  };
  // its lower end is 31 mm above the floor: sqrt(2 h / g) = 79.5 ms, and 1.3 ms to the ear
  CHECK(loudest(0.002, 0.079) < 0.01 * loudest(0.079, 0.12));
  CHECK(loudest(0.0795, 0.086) > 100 * loudest(0.002, 0.079));
}

TEST_CASE("rods saved and loaded go on with the same bits") {
  Rod string = steel_string(40);
  string.pluck.offset = {0, 0.003, 0.001};
  string.bow = {.force = 0.2, .speed = 0.1, .place = 0.2, .direction = {0, 1, 0}};
  Rod falling = steel_rod(2e-3);
  falling.from = {-0.05, 0, 0.002}, falling.to = {0.05, 0, 0.003};
  falling.edges = 12;
  falling.falls = falling.touches = true;
  const Scene scene = rod_scene({{"string", string}, {"falling", falling}}, {0, -0.5, 1}, 1);
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
  const Scene scene = rod_scene({{"string", string}}, {0, -0.5, 1}, 0.2);
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

TEST_CASE("a rod that strikes a body leaves its momentum with it as a contact, and the touch is told") {
  Rod rod = steel_rod(3e-3);
  rod.from = {-0.05, 0, 0.2}, rod.to = {0.05, 0, 0.2};
  rod.edges = 16;
  rod.touches = true;
  rod.restitution = 1;
  rod.velocity = {0, 0, -1};
  Body ball;
  ball.shape = SphereShape{0.03};
  ball.material = rod.material;
  ball.material.restitution = 1;
  ball.path = Path(Vec3{0, 0, 0.165});
  ball.max_frequency = 3000;
  const Scene scene = rod_scene({{"ball", ball}, {"rod", rod}}, {0, -0.5, 1}, 0.02);
  const PreparedBodies bodies(scene, {});
  Motion motion(scene, bodies);
  const int length = block_length(scene.simulation_rate());
  double given = 0;
  int told = 0;
  for (SampleIndex first = 0; first < 960; first += length) {
    const MotionEvents& events = motion.advance({first, length, scene.simulation_rate(), {}});
    for (const Contact& contact : events.contacts) {
      CHECK(contact.object == 0);
      given -= std::get<StrikePulse>(contact.pulse).impulse * contact.direction.z;
    }
    for (const RodContact& contact : events.rod_contacts) {
      ++told;
      CHECK(contact.object == 1);
      CHECK(contact.other == 0);
      CHECK(contact.normal.z < -0.9);
      if (told == 1) CHECK(contact.speed == doctest::Approx(1).epsilon(0.01));
    }
  }
  CHECK(told >= 1);
  // it bends on the ball and comes back slower: between one and two times its momentum
  const double momentum = 7850 * kPi * 1.5e-3 * 1.5e-3 * 0.1;
  CHECK(given > momentum);
  CHECK(given < 2 * momentum);
}

TEST_CASE("a rod that falls on a clamped bar makes it ring at the pitch of the bar") {
  Rod rod = steel_rod(3e-3);
  rod.from = {-0.03, 0, 0.212}, rod.to = {0.03, 0, 0.212};
  rod.edges = 10;
  rod.touches = true;
  rod.velocity = {0, 0, -1};
  Solid bar;
  bar.shape = BarShape{0.2, 0.03, 0.012};
  bar.material = *find_material("aluminium");
  bar.clamped = {BoxSide::x_min, BoxSide::x_max};
  bar.cells = {16, 2, 2};
  bar.pose.position = {0, 0, 0.2};
  const auto heard = render(rod_scene({{"rod", rod}, {"bar", bar}}, {0, -0.4, 0.3}, 0.06), {}).channels[0];
  // 22.37 / (2 pi) sqrt(E h^2 / (12 rho)) / L^2; shear makes it lower, clamps that hold its width make it higher
  const Material& metal = bar.material;
  const double speed = std::sqrt(metal.young_modulus / metal.density);
  const double pitch = 22.373 / kTurn * speed * 0.012 / std::sqrt(12.0) / (0.2 * 0.2);
  const double found = pitch_near(heard, pitch, 0.1, 0.01, 0.06);
  CHECK(found == doctest::Approx(pitch).epsilon(0.03));
  CHECK(note_level(heard, found, 0.01, 0.06) > 100 * note_level(heard, 0.6 * pitch, 0.01, 0.06));
}

TEST_CASE("a rod that falls into a tray comes to rest on its floor") {
  Rod rod = steel_rod(3e-3);
  rod.from = {-0.03, 0, 0.215}, rod.to = {0.03, 0.01, 0.22};
  rod.edges = 10;
  rod.falls = rod.touches = true;
  rod.restitution = 0.3;
  Fixture tray;
  tray.shape = FixtureShape::box;
  tray.length = 0.1, tray.width = 0.06, tray.height = 0.03;
  tray.path = Path(Vec3{0, 0, 0.2});
  tray.material = rod.material;
  const Scene scene = rod_scene({{"rod", rod}, {"tray", tray}}, {0, -0.5, 1}, 0.8);
  const PreparedBodies bodies(scene, {});
  Motion motion(scene, bodies);
  const int length = block_length(scene.simulation_rate());
  int told = 0;
  Vec3 middle;
  for (SampleIndex first = 0; first < 38400; first += length) {
    const MotionEvents& events = motion.advance({first, length, scene.simulation_rate(), {}});
    for (const RodContact& contact : events.rod_contacts) {
      ++told;
      CHECK(contact.other == 1);
      CHECK(contact.place.z == doctest::Approx(0.2).epsilon(0.001));
    }
    middle = events.poses[0].front().pose.position;
    CHECK(middle.z > 0.2);
  }
  CHECK(told >= 2);
  CHECK(middle.z == doctest::Approx(0.2015).epsilon(0.0005));  // a radius above the floor
}

TEST_CASE("a string on a box is loud and a string on stone is not") {
  const auto loudness = [](const char* material, double thickness) {
    Rod string = steel_string(40);
    string.pluck = {.line = RodPluck::Line::triangle, .offset = {0, 0, 0.002}, .place = 0.2, .width = 0.5};
    string.tension_damping = 2e-7;
    string.bridge = "board";
    Body board;
    board.shape = PlateShape{0.4, 0.3, thickness};
    board.material = *find_material(material);
    board.clamped = {BoxSide::x_min, BoxSide::x_max, BoxSide::y_min, BoxSide::y_max};
    board.max_frequency = 3000;
    board.path = Path(Vec3{0.345, 0, 0.995});
    RenderSettings settings;
    const auto heard =
        render(rod_scene({{"string", string}, {"board", board}}, {0, -0.8, 1.5}, 0.4), settings).channels[0];
    double power = 0;
    for (std::size_t i = 960; i < heard.size(); ++i)
      power += static_cast<double>(heard[i]) * static_cast<double>(heard[i]);
    return 10 * std::log10(power / static_cast<double>(heard.size()) / 4e-10);  // [dB SPL]
  };
  const double box = loudness("spruce", 0.003), stone = loudness("stone", 0.08);
  CAPTURE(stone);
  CHECK(box > stone + 20);
}

TEST_CASE("a rod that is crushed beyond all measure is stopped with its step and the stable one") {
  Rod rod = steel_rod(8e-3);
  rod.material.young_modulus = 1e6, rod.material.density = 1000;
  rod.from = {0, 0, 0.001}, rod.to = {0, 0.01, 0.2};
  rod.edges = 40;
  rod.touches = true;
  rod.velocity = {0, 0, -100};
  CHECK_THROWS_WITH_AS(render(rod_scene({{"soft", rod}}, {0, -0.5, 1}, 0.1)),
                       doctest::Contains("soft became unstable at t = "), UnstableError);
}

TEST_CASE("directors are drawn when they are asked for") {
  Rod string = steel_string(40);
  string.draws_frames = true;
  const Scene scene = rod_scene({{"string", string}}, {0, -0.5, 1}, 0.1);
  Motion motion(scene);
  const std::array<SampleIndex, 1> frames{0};
  const MotionEvents& events =
      motion.advance({0, block_length(scene.simulation_rate()), scene.simulation_rate(), frames});
  CHECK(events.snapshots[0].shapes.size() == 1 + 2 * 40);
}

TEST_CASE("what cannot be done with a rod is said in one sentence") {
  Rod string = steel_string(40);
  string.bridge = "board";
  CHECK_THROWS_WITH_AS(Motion(rod_scene({{"string", string}}, {0, -0.5, 1}, 1)),
                       doctest::Contains("string: bridge is \"board\", and there is no body of that name"), InputError);
  Rod hasty = steel_string(40);
  hasty.step = 1e-4;
  CHECK_THROWS_WITH_AS(Motion(rod_scene({{"string", hasty}}, {0, -0.5, 1}, 1)),
                       doctest::Contains("largest stable step"), UnstableError);
}
