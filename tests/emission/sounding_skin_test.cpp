#include "emission/solid/sounding_skin.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <complex>
#include <optional>

#include "numerics/pi.h"
#include "numerics/random_stream.h"
#include "propagation/rig.h"
#include "radiation/bodies.h"
#include "radiation/radiation.h"

using namespace resound;
using namespace resound::test;

namespace {

using Complex = std::complex<double>;
constexpr double kRate = 44100;
constexpr std::array kRadiations{SolidRadiation::kirchhoff, SolidRadiation::rayleigh, SolidRadiation::as_published};

// A skin whose vertices move as they are told, as a solver would hand it on.
class MovedSkin {
 public:
  using Place = std::function<Vec3(const Vec3& rest, double time)>;

  MovedSkin(TriangleMesh mesh, Place position, Place velocity)
      : position_(std::move(position)), velocity_(std::move(velocity)) {
    skin = std::make_shared<RadiatingSkin>(RadiatingSkin{mesh, {}, {}});
    const_cast<RadiatingSkin&>(*skin).corners.assign(mesh.triangles.begin(), mesh.triangles.end());
    const_cast<RadiatingSkin&>(*skin).carriers = skin->corners;
  }

  // Saved and loaded into another one at sample `saved`, if that is not 0.
  std::vector<double> heard(const Scene& scene, SolidRadiation radiation, const Vec3& ear, int samples,
                            SampleIndex saved = 0) {
    std::optional<SoundingSkin> sounding(std::in_place, skin, radiation, 0, scene.air, scene.simulation_rate());
    Propagation propagation(scene, {ear_at(ear)}, false);
    Gathered all;
    const int length = block_length(scene.simulation_rate());
    for (SampleIndex first = 0; first < samples; first += length) {
      const TimeBlock block{first, length, scene.simulation_rate(), {}};
      const MotionEvents events = events_in(block);
      if (first > 0 && first == saved) {
        StateArchive state;
        state.fields(*sounding);
        sounding.emplace(skin, radiation, 0, scene.air, scene.simulation_rate());
        StateArchive loaded(state.bytes());
        loaded.fields(*sounding);
      }
      SourceSignals signals;
      sounding->radiate(events, block, signals);
      const Arrivals& arrivals = propagation.carry(signals, block);
      gather(all, arrivals.receivers, arrivals.first);
    }
    return all[0][0];
  }

  // Calls look(source) for each facet in each block.
  template <class Look>
  void radiate(const Scene& scene, int samples, const Look& look) {
    SoundingSkin sounding(skin, SolidRadiation::kirchhoff, 0, scene.air, scene.simulation_rate());
    const int length = block_length(scene.simulation_rate());
    for (SampleIndex first = 0; first < samples; first += length) {
      const TimeBlock block{first, length, scene.simulation_rate(), {}};
      const MotionEvents events = events_in(block);
      SourceSignals signals;
      sounding.radiate(events, block, signals);
      for (const Source& source : signals.sources) look(source);
    }
  }

  std::shared_ptr<const RadiatingSkin> skin;

 private:
  MotionEvents events_in(const TimeBlock& block) {
    fill(block);
    MotionEvents events;
    events.skins.push_back({0, 0, static_cast<std::size_t>(block.count), begin_, mean_, moved_, moving_});
    return events;
  }
  void fill(const TimeBlock& block) {
    begin_.clear(), mean_.clear(), moved_.clear(), moving_.clear();
    const auto push = [](const Vec3& vector, std::array<std::vector<float>, 3>& rows) {
      rows[0].push_back(static_cast<float>(vector.x)), rows[1].push_back(static_cast<float>(vector.y));
      rows[2].push_back(static_cast<float>(vector.z));
    };
    for (const Vec3& rest : skin->mesh.vertices) {
      std::array<std::vector<float>, 3> x, v;
      const Vec3 begin = position_(rest, block.time_of(-1));
      begin_.insert(begin_.end(), {begin.x, begin.y, begin.z});
      Vec3 mean;
      for (int i = 0; i < block.count; ++i) {
        const Vec3 now = position_(rest, block.time_of(i));
        mean += now / block.count;
        push(now - begin, x);
        push(velocity_(rest, block.time_of(i)), v);
      }
      mean_.insert(mean_.end(), {mean.x, mean.y, mean.z});
      for (std::size_t axis = 0; axis < 3; ++axis) {
        moved_.insert(moved_.end(), x[axis].begin(), x[axis].end());
        moving_.insert(moving_.end(), v[axis].begin(), v[axis].end());
      }
    }
  }

  Place position_, velocity_;
  std::vector<double> begin_, mean_;
  std::vector<float> moved_, moving_;
};

// A ball of flat facets lies inside its sphere; it is made larger until a power of its size is that of the sphere.
TriangleMesh ball(double radius, int power) {
  TriangleMesh mesh = sphere(2);
  double volume = 0;
  for (const auto& [a, b, c] : mesh.triangles)
    volume += dot(mesh.vertices[static_cast<std::size_t>(a)],
                  cross(mesh.vertices[static_cast<std::size_t>(b)], mesh.vertices[static_cast<std::size_t>(c)])) /
              6;
  const double scale = std::pow(4 * kPi / 3 / volume, 1.0 / power);
  for (Vec3& vertex : mesh.vertices) vertex *= radius * scale;
  return mesh;
}

// The skin's own speed is small; where it is does not change. Breathing sounds by its flow (area times speed), shaking
// by its volume.
MovedSkin shaken(double radius, double speed, double frequency, bool breathes) {
  const auto still = [](const Vec3& rest, double) { return rest; };
  return {ball(radius, breathes ? 2 : 3), still, [=](const Vec3& rest, double t) {
            const double swing = speed * std::sin(2 * kPi * frequency * t);
            return swing * (breathes ? normalized(rest) : Vec3{1, 0, 0});
          }};
}

double heard_level(MovedSkin skin, double frequency, SolidRadiation radiation, const Vec3& ear) {
  const auto heard = skin.heard(open_air(kRate), radiation, ear, 3000 + 4410);
  return fit_tone(std::span(heard).subspan(2600, 4410), frequency / kRate).amplitude();
}

// Exact pressure at the ear, on the axis, for a unit speed [radiation.md, section 3].
double exact(double radius, double distance, double frequency, bool breathes, double density, double c) {
  const double k = 2 * kPi * frequency / c, ka = k * radius, kr = k * distance;
  if (breathes) return density * c * std::abs(Complex(0, ka) / Complex(1, ka)) * radius / distance;
  const auto h1 = [](double x) { return std::polar(1.0, -x) * Complex(-1 / x, 1 / (x * x)); };
  const auto h0 = [](double x) { return Complex(0, 1 / x) * std::polar(1.0, -x); };
  return density * c * std::abs(h1(kr) / (h0(ka) - 2.0 / ka * h1(ka)));
}

}  // namespace

TEST_CASE("a breathing ball is heard through its facets within 0.1 dB to 2 kHz and 0.4 dB at 5 kHz") {
  const Air air = still_air_at_343();
  for (const double frequency : {100.0, 500.0, 2000.0, 5000.0}) {
    const double level =
        heard_level(shaken(0.1, 0.01, frequency, true), frequency, SolidRadiation::kirchhoff, {1, 0, 0});
    const double truth = 0.01 * exact(0.1, 1, frequency, true, density(air), speed_of_sound(air));
    CAPTURE(frequency);
    CHECK(std::abs(decibels(level / truth)) < (frequency < 3000 ? 0.1 : 0.4));
  }
}

TEST_CASE("a shaken ball is heard with the error of the doubly asymptotic approximation and no other") {
  const Air air = still_air_at_343();
  const std::vector<std::pair<double, double>> known{{100, -0.09}, {500, -0.95}, {2000, -2.1}, {5000, 0.04}};  // [dB]
  for (const auto& [frequency, error] : known) {
    const double level =
        heard_level(shaken(0.1, 0.01, frequency, false), frequency, SolidRadiation::kirchhoff, {1, 0, 0});
    const double truth = 0.01 * exact(0.1, 1, frequency, false, density(air), speed_of_sound(air));
    CAPTURE(frequency);
    CHECK(std::abs(decibels(level / truth) - error) < 0.2);
  }
}

TEST_CASE("a ball that goes on at a constant speed makes no sound") {
  const double speed = 0.1;  // [m/s]
  MovedSkin skin(
      ball(0.1, 3),
      [=](const Vec3& rest, double t) {
        return rest + Vec3{speed * t, 0, 0};
      },
      [=](const Vec3&, double) {
        return Vec3{speed, 0, 0};
      });
  for (const SolidRadiation radiation : kRadiations) {
    const auto heard = skin.heard(open_air(kRate), radiation, {1, 0, 0}, 12000);
    const double shaking = heard_level(shaken(0.1, speed, 100, false), 100, radiation, {1, 0, 0});
    double loudest = 0;  // above 20 Hz, once the start is over
    for (double frequency = 100; frequency < 10000; frequency *= 1.5)
      loudest = std::max(loudest, fit_tone(std::span(heard).subspan(6000, 4410), frequency / kRate).amplitude());
    CAPTURE(static_cast<int>(radiation));
    CHECK(decibels(loudest / shaking) < -100);
    double click = 0;  // as it begins
    for (std::size_t i = 1; i < 2000; ++i) click = std::max(click, std::abs(heard[i] - heard[i - 1]));
    CHECK(decibels(click / shaking) < -80);
  }
}

TEST_CASE("a body that shakes near the rate of the blocks does not sway in the ear") {
  const double tone = 5000, beat = 20, extent = 2e-4;  // [Hz], [Hz], [m]
  const double shake = kRate / block_length({kRate}) + beat;
  MovedSkin skin(
      ball(0.05, 2),
      [=](const Vec3& rest, double t) {
        return rest + Vec3{extent * std::sin(2 * kPi * shake * t), 0, 0};
      },
      [=](const Vec3& rest, double t) { return 0.01 * std::sin(2 * kPi * tone * t) * normalized(rest); });
  for (const SolidRadiation radiation : kRadiations) {
    const auto heard = skin.heard(open_air(kRate), radiation, {1, 0, 0}, 3000 + 4410);
    const auto level = [&](double frequency) {  // over whole periods of the beat
      return fit_tone(std::span(heard).subspan(2600, 4410), frequency / kRate).amplitude();
    };
    CAPTURE(static_cast<int>(radiation));
    CHECK(decibels(level(tone - beat) / level(tone)) < -65);
    CHECK(decibels(level(tone + beat) / level(tone)) < -65);
  }
}

TEST_CASE("a facet that creeps stands still for some blocks and is then led evenly to where it is") {
  const Vec3 pace{0.01, 0, 0};  // [m/s]
  MovedSkin skin(
      ball(0.05, 2), [=](const Vec3& rest, double t) { return rest + t * pace; },
      [=](const Vec3&, double) { return pace; });
  int standing = 0, led = 0;
  skin.radiate(open_air(kRate), 4000, [&](const Source& source) {
    if (source.is_at_rest()) return void(++standing);
    ++led;
    REQUIRE(source.path.size() == 2);
    const SourceKnot &from = source.path[0], &to = source.path[1];
    const Vec3 even = (kRate / (to.sample - from.sample)) * (to.position - from.position);
    CHECK(length(from.velocity - even) < 1e-4 * length(even));
    CHECK(length(to.velocity - even) < 1e-4 * length(even));
  });
  CHECK(led > 0);
  CHECK(standing > led);
}

TEST_CASE("a body that swings, by Kirchhoff, does not hum at the rate of the blocks") {
  const double pace = 7, arm = 0.3;  // [rad/s], [m]
  MovedSkin skin(
      ball(0.05, 3),
      [=](const Vec3& rest, double t) {
        return rest + Vec3{arm * std::sin(pace * t), 0, -arm * std::cos(pace * t)};
      },
      [=](const Vec3&, double t) {
        return Vec3{arm * pace * std::cos(pace * t), 0, arm * pace * std::sin(pace * t)};
      });
  const auto heard = skin.heard(open_air(kRate), SolidRadiation::kirchhoff, {1, 0.2, 0}, 27000);
  for (const double harmonic : {1, 2, 3}) {
    const double hum = fit_tone(std::span(heard).subspan(3000, 22050), harmonic / block_length({kRate})).amplitude();
    CAPTURE(harmonic);
    CHECK(decibels(hum / 2e-5 / std::sqrt(2.0)) < -30);  // dB SPL
  }
}

TEST_CASE("a skin that is saved and loaded half way goes on with the same bits") {
  for (const SolidRadiation radiation : kRadiations) {
    MovedSkin skin = shaken(0.1, 0.1, 700, false);
    const auto whole = skin.heard(open_air(kRate), radiation, {1, 0, 0}, 1280);
    REQUIRE(rms(whole) > 0);
    CHECK(skin.heard(open_air(kRate), radiation, {1, 0, 0}, 1280, 640) == whole);
  }
}

TEST_CASE("a baffled plate is heard as Rayleigh's integral says and not from behind") {
  // a square piston of 2 cm, at 500 Hz small against the wave: p = rho A a / (2 pi r)
  const double side = 0.02, frequency = 500;
  const auto still = [](const Vec3& rest, double) { return rest; };
  MovedSkin skin(grid_box({side, side, 0.002}, 2, 2, 1), still, [=](const Vec3&, double t) {
    return Vec3{0, 0, 0.01 * std::sin(2 * kPi * frequency * t)};
  });
  const double level = heard_level(skin, frequency, SolidRadiation::rayleigh, {0, 0, 1});
  const double truth = density(still_air_at_343()) * side * side * 0.01 * 2 * kPi * frequency / (2 * kPi);
  CHECK(std::abs(decibels(level / truth)) < 0.1);
}

TEST_CASE("beyond ten sizes of a body its sound falls as one over the distance") {
  for (const bool breathes : {true, false}) {
    const MovedSkin skin = shaken(0.05, 0.01, 2000, breathes);
    const double near = heard_level(skin, 2000, SolidRadiation::kirchhoff, {1, 0, 0});
    for (const double distance : {2.0, 4.0, 8.0}) {
      CAPTURE(distance);
      const double level = heard_level(skin, 2000, SolidRadiation::kirchhoff, {distance, 0, 0});
      CHECK(std::abs(decibels(level * distance / near)) < 0.05);
    }
  }
}

TEST_CASE("white noise of a baffled plate is heard rising by 6 dB an octave") {
  constexpr int kSamples = 16384;
  RandomStream random(3, 0, 0);
  std::vector<double> noise;
  for (int i = 0; i < kSamples + 64; ++i) noise.push_back(random.uniform(-0.01, 0.01));
  const auto still = [](const Vec3& rest, double) { return rest; };
  MovedSkin skin(grid_box({0.005, 0.005, 0.001}, 1, 1, 1), still, [&](const Vec3&, double t) {
    return Vec3{0, 0, noise[static_cast<std::size_t>(std::lround(t * kRate))]};
  });
  const auto heard = skin.heard(open_air(kRate), SolidRadiation::rayleigh, {0, 0, 1}, kSamples);
  const auto power = [](std::span<const double> signal, double low) {  // in the octave above it
    double sum = 0;
    for (double f = low; f < 2 * low; f += low / 150) {
      Complex z = 0;
      for (std::size_t i = 0; i < signal.size(); ++i) {
        const double window = std::sin(kPi * static_cast<double>(i) / static_cast<double>(signal.size()));
        z += signal[i] * window * window * std::polar(1.0, -2 * kPi * f / kRate * static_cast<double>(i));
      }
      sum += std::norm(z);
    }
    return sum;
  };
  const std::size_t count = heard.size() - 2000;
  const auto against_speed = [&](double low) {
    return power(std::span(heard).subspan(1500, count), low) / power(std::span(noise).subspan(1500 - 129, count), low);
  };
  double before = against_speed(500);
  for (const double low : {1000.0, 2000.0, 4000.0}) {
    const double now = against_speed(low);
    CAPTURE(low);
    CHECK(std::abs(10 * std::log10(now / before) - decibels(2)) < 0.3);
    before = now;
  }
}

TEST_CASE("as published a small baffled source is too loud by the length of its wave in metres") {
  const double side = 0.02;
  const auto still = [](const Vec3& rest, double) { return rest; };
  for (const double frequency : {1000.0, 2000.0}) {
    const MovedSkin skin(grid_box({side, side, 0.002}, 2, 2, 1), still, [=](const Vec3&, double t) {
      return Vec3{0, 0, 0.01 * std::sin(2 * kPi * frequency * t)};
    });
    const double right = heard_level(skin, frequency, SolidRadiation::rayleigh, {0, 0, 1});
    const double printed = heard_level(skin, frequency, SolidRadiation::as_published, {0, 0, 1});
    // gain of the DC block y = 0.9 y + x - x' there
    const Complex z = std::polar(1.0, -2 * kPi * frequency / kRate);
    const double block = std::abs((1.0 - z) / (1.0 - 0.9 * z));
    CAPTURE(frequency);
    CHECK(std::abs(decibels(printed / block / right) - decibels(343 / frequency)) < 0.2);
  }
}

TEST_CASE("a bending bar is heard through its facets as by Kirchhoff's rung") {
  // an antisymmetric bend, seen from where it is loud
  const double frequency = 1790;
  const auto bend = [](const Vec3& at) { return Vec3{0, 0, std::sin(3 * kPi * at.x / 0.2)}; };
  const auto still = [](const Vec3& rest, double) { return rest; };
  const TriangleMesh bar = grid_box({0.2, 0.015, 0.005}, 30, 3, 1);
  MovedSkin skin(bar, still,
                 [=](const Vec3& rest, double t) { return 0.01 * std::sin(2 * kPi * frequency * t) * bend(rest); });
  std::vector<Vec3> motion;
  for (const Vec3& vertex : bar.vertices) motion.push_back(bend(vertex));
  RadiationSettings air;
  air.speed_of_sound = speed_of_sound(still_air_at_343());
  air.air_density = density(still_air_at_343());
  air.tolerance_db = 0.02;
  const std::vector<RadiatingMode> modes{{2 * kPi * frequency, motion}};
  const MultipoleMap map = radiate(bar, modes, RadiationRung::kirchhoff, air);
  for (const Vec3& ear : {Vec3{0.25, 0, 0.25}, Vec3{0.4, 0, 0.3}, Vec3{0.1, 0, 0.5}}) {
    const double level = heard_level(skin, frequency, SolidRadiation::kirchhoff, ear);
    const double other = 0.01 * std::abs(transfer(map.modes[0], ear - map.centre));
    CAPTURE(ear.x);
    CHECK(std::abs(decibels(level / other)) < 0.3);
  }
}
