#include <doctest/doctest.h>

#include "base/error.h"
#include "base/parallel.h"
#include "numerics/pi.h"
#include "propagation/exact.h"

// Ringing bodies: modes with a map of directions each.
using namespace resound;
using namespace resound::test;

namespace {

using Complex = std::complex<double>;
constexpr double kRate = 48000;

double wavenumber(double frequency) { return 2 * kPi * frequency / 343; }

// p = d/dt q / (4 pi r) for a mass flow q equal to the modal velocity.
ModeField breathing(double frequency) {
  const double k = wavenumber(frequency);
  return {k, 0, {2 * kPi * frequency * k / std::sqrt(4 * kPi)}};
}

// A force equal to the modal velocity, along x.
ModeField shaking(double frequency) {
  const double k = wavenumber(frequency);
  return {k, 1, {0, 0, 0, Complex(0, -k * k / std::sqrt(12 * kPi))}};
}

// Four lobes about the vertical, cos 2 phi.
ModeField four_lobes(double frequency) { return {wavenumber(frequency), 2, {0, 0, 0, 0, 0, 0, 0, 0, 1}}; }

// A ringing body in a block: velocity sin(2 pi f t) for each mode.
struct Ringing {
  MultipoleMap map;
  std::vector<double> frequencies;
  Motion3 position = [](double) { return Vec3{}; };
  Motion3 velocity{};  // none: at rest
  std::function<Rotation(double)> rotation = [](double) { return Rotation{}; };
};

Ringing body_of(double frequency, const ModeField& field) { return {{{}, 0.02, {field}}, {frequency}}; }

Gathered hear(const Scene& scene, const std::vector<Receiver>& ears, const Ringing& body, int samples,
              int block_size = 48) {
  Propagation propagation(scene, ears, false);
  Gathered all;
  const std::size_t modes = body.frequencies.size();
  for (SampleIndex first = 0; first < samples; first += block_size) {
    const TimeBlock block{first, block_size, scene.simulation_rate(), {}};
    const auto stride = static_cast<std::size_t>(block_size);
    std::vector<double> re(modes * stride), im(modes * stride);
    for (std::size_t m = 0; m < modes; ++m)
      for (std::size_t i = 0; i < stride; ++i) {
        const Complex v = std::polar(1.0, 2 * kPi * body.frequencies[m] * block.time_of(static_cast<double>(i)));
        re[m * stride + i] = v.real(), im[m * stride + i] = v.imag();
      }
    std::vector<SourceKnot> knots;
    std::vector<Rotation> rotations;
    for (const double sample : {0.0, static_cast<double>(block_size)}) {
      const double t = block.time_of(sample);
      knots.push_back({sample, body.position(t), body.velocity ? body.velocity(t) : Vec3{}});
      rotations.push_back(body.rotation(t));
      if (!body.velocity) break;
    }
    SourceSignals signals;
    Source source;
    source.path = knots;
    const ModalVoices voices{&body.map, re, im, stride, rotations};
    source.voices = &voices;
    signals.sources.push_back(source);
    const Arrivals& arrivals = propagation.carry(signals, block);
    gather(all, arrivals.receivers, arrivals.first);
  }
  return all;
}

double relative_difference(const std::vector<double>& a, const std::vector<double>& b, std::size_t from,
                           std::size_t to) {
  double difference = 0, whole = 0;
  REQUIRE(std::min(a.size(), b.size()) >= to);
  for (std::size_t i = from; i < to; ++i) difference += (a[i] - b[i]) * (a[i] - b[i]), whole += b[i] * b[i];
  return std::sqrt(difference / whole);
}

// A body that tumbles past two ears on a ground, with modes of every order up to 12.
Ringing tumbling() {
  Ringing body;
  body.map.radius = 0.1;
  for (int mode = 0; mode < 24; ++mode) {
    const double frequency = 300.0 * (mode + 1);
    ModeField field{wavenumber(frequency), mode / 2, {}};
    for (int i = 0; i < (field.order + 1) * (field.order + 1); ++i)
      field.coefficients.push_back(std::polar(1e-3 / (1 + i), 1.3 * i));
    body.map.modes.push_back(field);
    body.frequencies.push_back(frequency);
  }
  body.position = [](double t) { return Vec3{3 * t, 0.5, 0.7 + t}; };
  body.velocity = [](double) { return Vec3{3, 0, 1}; };
  body.rotation = [](double t) { return rotation_about({1, 2, 0.5}, 20 * t); };
  return body;
}

Scene over_ground() {
  Scene scene = open_air(kRate);
  scene.air = Air{};
  scene.ground = {0, true};
  return scene;
}

std::vector<Receiver> ears_around() {
  return {ear_at({1.5, 0, 1}),
          ear_at({0, 2, 0.5}, DirectionBasis::first_order),
          {Path({{0, {1, -1, 1}}, {1, {4, 2, 1}}}), DirectionBasis::pressure}};
}

}  // namespace

TEST_CASE("a breathing body sounds like the monopole it is, near and far") {
  for (const double frequency : {200.0, 3000.0, 12000.0})
    for (const double distance : {0.05, 0.5, 7.0}) {
      CAPTURE(frequency);
      CAPTURE(distance);
      const std::vector<Receiver> ears{ear_at({0, distance, 0})};
      const auto monopole = carry(open_air(kRate), ears, {monopole_at({}, sine(frequency))}, 4800)[0][0];
      const auto voice = hear(open_air(kRate), ears, body_of(frequency, breathing(frequency)), 4800)[0][0];
      CHECK(relative_difference(voice, monopole, 2000, 4500) < 1e-3);
    }
}

TEST_CASE("a shaking body sounds like the dipole it is, near field included") {
  for (const double frequency : {200.0, 3000.0, 12000.0})
    for (const double distance : {0.05, 0.5, 7.0}) {
      CAPTURE(frequency);
      CAPTURE(distance);
      const std::vector<Receiver> ears{ear_at(distance * Vec3{0.8, 0, 0.6}), ear_at(distance * Vec3{-0.6, 0.8, 0})};
      const auto dipole = carry(open_air(kRate), ears, {dipole_at({}, {1, 0, 0}, sine(frequency))}, 4800);
      const auto voice = hear(open_air(kRate), ears, body_of(frequency, shaking(frequency)), 4800);
      for (std::size_t ear = 0; ear < 2; ++ear)
        CHECK(relative_difference(voice[ear][0], dipole[ear][0], 2000, 4500) < 1e-3);
    }
}

TEST_CASE("the ground answers a turned body with the image of its pattern") {
  // a force along a slanted axis has an image whose vertical part is turned over
  Ringing body = body_of(1000, shaking(1000));
  const Rotation tilt = rotation_about({0, 1, 0}, -0.6);
  body.rotation = [=](double) { return tilt; };
  body.position = [](double) { return Vec3{0, 0, 0.4}; };
  Scene scene = open_air(kRate);
  scene.ground = {0, true};
  const std::vector<Receiver> ears{ear_at({1, 0.2, 0.5})};
  const auto dipole = carry(scene, ears, {dipole_at({0, 0, 0.4}, tilt * Vec3{1, 0, 0}, sine(1000))}, 4800)[0][0];
  const auto voice = hear(scene, ears, body, 4800)[0][0];
  CHECK(relative_difference(voice, dipole, 2000, 4500) < 1e-3);
}

TEST_CASE("turning the body turns its pattern") {
  Ringing body = body_of(2000, four_lobes(2000));
  const auto level = [&](double angle) {
    body.rotation = [=](double) { return rotation_about({0, 0, 1}, angle); };
    return fit_tone(std::span(hear(open_air(kRate), {ear_at({2, 0, 0})}, body, 4800)[0][0]).subspan(2000, 2400),
                    2000 / kRate)
        .amplitude();
  };
  const double ahead = level(0);
  CHECK(ahead > 0);
  for (const double angle : {0.2, 0.5, 1.0, 2.5})
    CHECK(level(angle) == doctest::Approx(ahead * std::abs(std::cos(2 * angle))).epsilon(1e-6));
  CHECK(level(kPi / 4) < 1e-6 * ahead);
}

TEST_CASE("a spinning body of four lobes is heard at two frequencies, without clicks") {
  // cos(2 phi) turned at w: the tone is split into f + 2 w and f - 2 w
  Ringing body = body_of(2000, four_lobes(2000));
  const double turns = 10;  // [1/s]
  body.velocity = [](double) { return Vec3{}; };
  body.rotation = [=](double t) { return rotation_about({0, 0, 1}, 2 * kPi * turns * t); };
  auto heard = hear(open_air(kRate), {ear_at({2, 0, 0})}, body, 14400)[0][0];
  const auto steady = std::span(heard).subspan(2000, 9600);  // a whole number of beats
  double left = 0, whole = 0;
  const ToneFit upper = fit_tone(steady, 2020 / kRate), lower = fit_tone(steady, 1980 / kRate);
  for (std::size_t i = 0; i < steady.size(); ++i) {
    const double u = 2 * kPi * 2020 / kRate * static_cast<double>(i),
                 l = 2 * kPi * 1980 / kRate * static_cast<double>(i);
    const double rest = steady[i] - upper.cosine * std::cos(u) - upper.sine * std::sin(u) - lower.cosine * std::cos(l) -
                        lower.sine * std::sin(l);
    left += rest * rest, whole += steady[i] * steady[i];
  }
  CHECK(upper.amplitude() == doctest::Approx(lower.amplitude()).epsilon(1e-3));
  CHECK(std::sqrt(left / whole) < 1e-3);
}

TEST_CASE("a ringing body of 5 kHz that comes at 10 m/s is heard at 5150.15 Hz, louder by its approach") {
  Ringing body = body_of(5000, breathing(5000));
  body.position = [](double t) { return Vec3{-1000 + 10 * t, 0, 0}; };
  body.velocity = [](double) { return Vec3{10, 0, 0}; };
  auto heard = hear(open_air(kRate), {ear_at({})}, body, 150000)[0][0];
  for (std::size_t i = 0; i < heard.size(); ++i) {
    const double sent = (static_cast<double>(i) / kRate - 1000.0 / 343) / (1 - 10 / 343.0);
    heard[i] *= (1000 - 10 * sent) / 1000;
  }
  const auto steady = std::span(heard).subspan(142000, 6000);
  double best = 0, best_residual = 1;
  for (double frequency = 5149; frequency < 5151; frequency += 0.005)
    if (const double residual = fit_tone(steady, frequency / kRate).residual; residual < best_residual)
      best = frequency, best_residual = residual;
  CHECK(best == doctest::Approx(5000 / (1 - 10 / 343.0)).epsilon(3e-6));
  CHECK(decibels(best_residual) < -80);
  const double louder = 1 / ((1 - 10 / 343.0) * (1 - 10 / 343.0));
  const double amplitude = louder * 2 * kPi * 5000 / (4 * kPi * 1000);
  CHECK(decibels(fit_tone(steady, best / kRate).amplitude() / amplitude) == doctest::Approx(0).epsilon(0.001));
}

TEST_CASE("a breathing body that passes sounds like the exact moving monopole, near field included") {
  for (const double speed : {10.0, 30.0})
    for (const double frequency : {200.0, 1000.0, 5000.0}) {
      CAPTURE(speed);
      CAPTURE(frequency);
      const Vec3 start{-0.1 * speed, 0, 0}, v{speed, 0, 0}, ear{0, 0.3, 0.2};
      Ringing body = body_of(frequency, breathing(frequency));
      body.position = [=](double t) { return start + t * v; };
      body.velocity = [=](double) { return v; };
      const auto heard = hear(open_air(kRate), {ear_at(ear)}, body, 9600)[0][0];
      const Signal q = sine(frequency),
                   q_rate = [=](double t) { return 2 * kPi * frequency * std::cos(2 * kPi * frequency * t); };
      std::vector<double> exact;
      for (std::size_t i = 0; i < heard.size(); ++i)
        exact.push_back(moving_monopole(ear, start, v, 343, static_cast<double>(i) / kRate, q, q_rate));
      MESSAGE("relative rms error " << relative_difference(heard, exact, 2000, 9400));
      CHECK(relative_difference(heard, exact, 2000, 9400) < 1e-3);
    }
}

TEST_CASE("a shaking body that passes sounds like the moving dipole, but for its turning away within a swing") {
  for (const double speed : {10.0, 30.0}) {
    CAPTURE(speed);
    const double frequency = 1000, distance = 0.8;
    const Vec3 start{-0.1 * speed, 0, 0}, v{speed, 0, 0}, ear{0, distance, 0};
    Ringing body = body_of(frequency, shaking(frequency));
    body.position = [=](double t) { return start + t * v; };
    body.velocity = [=](double) { return v; };
    const auto heard = hear(open_air(kRate), {ear_at(ear)}, body, 9600)[0][0];
    const Motion3 force = [=](double t) { return std::sin(2 * kPi * frequency * t) * Vec3{1, 0, 0}; };
    std::vector<double> exact;
    for (std::size_t i = 0; i < heard.size(); ++i)
      exact.push_back(moving_dipole(ear, start, v, 343, static_cast<double>(i) / kRate, force));
    // what is left out is v / (omega r) of the force, and the force is hardly heard while it passes
    CHECK(relative_difference(heard, exact, 2000, 9400) < 2 * speed / (2 * kPi * frequency * distance));
  }
}

TEST_CASE("body and ear may both move: what counts is the motion of the body through the air") {
  const Vec3 start{-1, 0.2, 0}, v{20, 0, 5};
  const std::vector<Receiver> ears{{Path({{0, {1, 0.8, 0}}, {1, {-9, 1.8, 0}}}), DirectionBasis::pressure}};
  Ringing body = body_of(2000, breathing(2000));
  body.position = [=](double t) { return start + t * v; };
  body.velocity = [=](double) { return v; };
  TestSource monopole{body.position, body.velocity, sine(2000), {}};
  const auto expected = carry(open_air(kRate), ears, {monopole}, 9600)[0][0];
  CHECK(relative_difference(hear(open_air(kRate), ears, body, 9600)[0][0], expected, 2000, 9400) < 1e-3);
}

TEST_CASE("a block of a tumbling body split in two sounds like the block") {
  const Gathered whole = hear(over_ground(), ears_around(), tumbling(), 4800, 48);
  for (const int size : {24, 16, 7}) {
    CAPTURE(size);
    const Gathered split = hear(over_ground(), ears_around(), tumbling(), 4800, size);
    for (std::size_t ear = 0; ear < whole.size(); ++ear)
      CHECK(relative_difference(split[ear][0], whole[ear][0], 1000, 4400) < 1e-3);
  }
}

TEST_CASE("1, 2 and 3 threads give a tumbling body the same bits") {
  Gathered first;
  for (const int threads : {1, 2, 3}) {
    const ThreadLimit limit(threads);
    const Gathered heard = hear(over_ground(), ears_around(), tumbling(), 1920);
    if (threads == 1) first = heard;
    CHECK(rms(heard[0][0]) > 0);
    CHECK(heard == first);
  }
}

TEST_CASE("what is remembered of a body at rest does not outlive its move") {
  // at rest, then turned: the second half must be that of a body turned all along
  Ringing still = body_of(2000, shaking(2000)), turned = still, both = still;
  turned.rotation = [](double) { return rotation_about({0, 0, 1}, 1.0); };
  both.rotation = [](double t) { return rotation_about({0, 0, 1}, t < 0.05 ? 0.0 : 1.0); };
  const std::vector<Receiver> ears{ear_at({1, 0, 0})};
  const auto a = hear(open_air(kRate), ears, turned, 4800)[0][0], b = hear(open_air(kRate), ears, both, 4800)[0][0];
  for (std::size_t i = 2800; i < 4500; ++i) REQUIRE(a[i] == b[i]);
}

TEST_CASE("a listener inside the body's sphere is told so") {
  const MultipoleMap map{{0, 0, 0.05}, 0.08, {breathing(500)}};
  const Pose pose{{1, 2, 0}, rotation_about({0, 0, 1}, 1)};
  const std::vector<Receiver> outside{ear_at({1, 2, 0.15})}, inside{ear_at({3, 2, 1}), ear_at({1, 2.03, 0.05})};
  const auto stays = [&](double) { return pose; };
  CHECK_NOTHROW(check_ears_outside("cup", map, stays, outside, 0));
  try {
    check_ears_outside("cup", map, stays, inside, 0);
    FAIL("no error");
  } catch (const InputError& error) {
    CHECK(std::string(error.what()).find("cup: a listener is 0.03 m from its middle") == 0);
  }
}

TEST_CASE("an ear that goes through the body's sphere between two waypoints is told so, with the time") {
  const MultipoleMap map{{}, 0.1, {breathing(500)}};
  const auto rests = [](double) { return Pose{}; };
  const std::vector<Receiver> through{{Path({{0, {-2, 0, 0}}, {4, {2, 0, 0}}}), DirectionBasis::pressure}};
  CHECK_THROWS_WITH_AS(check_ears_outside("cup", map, rests, through, 4),
                       doctest::Contains(" m from its middle at 1.9"), InputError);
  CHECK_NOTHROW(check_ears_outside("cup", map, rests, through, 1.5));  // the scene ends before
  const auto comes = [](double time) { return Pose{{3 - time, 0, 0}, {}}; };
  const std::vector<Receiver> still{ear_at({0, 0.05, 0})};
  CHECK_THROWS_WITH_AS(check_ears_outside("cup", map, comes, still, 4), doctest::Contains(" at 2.9"), InputError);
}
