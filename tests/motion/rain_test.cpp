#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "motion/motion.h"
#include "motion/rain/drop_sizes.h"
#include "motion/rain/falling_drop.h"

using namespace resound;

namespace {

// Rain on a plate as large as the rain: every drop leaves a contact.
Scene rain_on_a_plate(double rate = 20) {
  Scene scene;
  Bar plate;
  plate.length = 1;
  plate.width = 1;
  plate.pose.position = {0, 0, 0.5};
  Rain rain;
  rain.rate = rate;
  rain.centre = {0, 0, 1.5};
  rain.size_x = rain.size_y = 0.999;
  scene.objects = {{"plate", plate}, {"rain", rain}};
  return scene;
}

std::vector<Contact> contacts_of(const Scene& scene, double duration, int block_length) {
  Motion motion(scene);
  std::vector<Contact> contacts;
  const SampleRate rate = scene.simulation_rate();
  const auto end = static_cast<SampleIndex>(duration * rate.hz);
  for (SampleIndex first = 0; first < end; first += block_length) {
    const int count = static_cast<int>(std::min<SampleIndex>(block_length, end - first));
    const MotionEvents& events = motion.advance({first, count, rate, {}});
    contacts.insert(contacts.end(), events.contacts.begin(), events.contacts.end());
  }
  return contacts;
}

double impulse(const Contact& contact) { return std::get<DropPulse>(contact.pulse).impulse; }

bool same(const Contact& a, const Contact& b) {
  return a.time == b.time && a.object == b.object && a.position == b.position && a.direction == b.direction &&
         impulse(a) == impulse(b);
}

}  // namespace

TEST_CASE("drops fall at the terminal speeds of the reference") {
  CHECK(terminal_speed(0.001) == doctest::Approx(4.0).epsilon(0.01));
  CHECK(terminal_speed(0.002) == doctest::Approx(6.55).epsilon(0.01));
  CHECK(terminal_speed(0.003) == doctest::Approx(7.95).epsilon(0.01));
  CHECK(terminal_speed(0.005) == doctest::Approx(9.14).epsilon(0.01));
  CHECK(terminal_speed(0.0001) > 0);
}

TEST_CASE("drops that land have the sizes of Marshall and Palmer, weighted with their speed") {
  const double rate = 20, lambda = 4.1e3 * std::pow(rate, -0.21);
  const DropSizes sizes(rate, 0.0006, 0.006);
  const int draws = 200000, bins = 12;
  std::vector<double> counted(bins), expected(bins);
  const double width = 0.003 / bins;
  for (int i = 0; i < draws; ++i) {
    RandomStream random(7, 0, static_cast<std::uint64_t>(i));
    const double d = sizes.draw(random);
    CHECK((d >= 0.0006 && d <= 0.006));
    const auto bin = static_cast<int>((d - 0.0006) / width);
    if (bin < bins) counted[static_cast<std::size_t>(bin)] += 1;
  }
  double all = 0;
  const int fine = 200;
  for (int i = 0; i < 18 * bins * fine / 10; ++i) {  // to 6 mm
    const double d = 0.0006 + (i + 0.5) * width / fine;
    const double weight = std::exp(-lambda * d) * terminal_speed(d);
    all += weight;
    if (i < bins * fine) expected[static_cast<std::size_t>(i / fine)] += weight;
  }
  for (std::size_t b = 0; b < counted.size(); ++b) {
    const double mean = draws * expected[b] / all;
    CHECK(std::abs(counted[b] - mean) < 4.5 * std::sqrt(mean));
  }
}

TEST_CASE("the water that is collected is rate times area times time") {
  for (const double rate : {5.0, 60.0}) {
    const std::vector<Contact> contacts = contacts_of(rain_on_a_plate(rate), 12, 4800);
    double water = 0, squares = 0;  // [kg]
    double first = 1e9, last = 0;
    for (const Contact& contact : contacts) {
      const DropPulse& pulse = std::get<DropPulse>(contact.pulse);
      // impulse = m U and time scale = D / U give D: m = rho pi/6 D^3
      double d = 0.002;
      for (int i = 0; i < 200; ++i) d = pulse.time_scale * terminal_speed(d);
      water += water_mass(d), squares += water_mass(d) * water_mass(d);
      first = std::min(first, contact.time), last = std::max(last, contact.time);
    }
    // The slowest drops take half a second to the plate: what is still in the air at the end is a few percent at most.
    const double fallen = rate / 3.6e6 * 0.999 * 0.999 * (12 - 0.17) * 998.2;
    CHECK(std::abs(water / fallen - 1) < 4 * std::sqrt(squares) / water + 0.01);
  }
}

TEST_CASE("drops arrive like a Poisson process, evenly over the area") {
  const std::vector<Contact> contacts = contacts_of(rain_on_a_plate(), 6, 4800);
  const double n = static_cast<double>(contacts.size());
  double x = 0, xx = 0;
  for (const Contact& contact : contacts) x += contact.position.x, xx += contact.position.x * contact.position.x;
  CHECK(std::abs(x / n) < 4.5 * std::sqrt(1 / 12.0 / n));
  CHECK(xx / n == doctest::Approx(0.999 * 0.999 / 12).epsilon(0.05));
  // counts in 10 ms bins: variance equals mean
  std::vector<double> counts(500);
  for (const Contact& contact : contacts) {
    const auto bin = static_cast<std::size_t>((contact.time - 0.8) * 100);
    if (contact.time > 0.8 && bin < counts.size()) counts[bin] += 1;
  }
  double mean = 0, variance = 0;
  for (const double c : counts) mean += c / 500;
  for (const double c : counts) variance += (c - mean) * (c - mean) / 499;
  CHECK(variance / mean == doctest::Approx(1).epsilon(0.25));
}

TEST_CASE("the same rain falls however time is cut into blocks") {
  const Scene scene = rain_on_a_plate();
  const std::vector<Contact> a = contacts_of(scene, 0.8, 32), b = contacts_of(scene, 0.8, 1001);
  REQUIRE(a.size() > 500);
  REQUIRE(a.size() == b.size());
  CHECK(std::ranges::equal(a, b, same));
  Scene other = scene;
  other.seed = 2;
  CHECK_FALSE(std::ranges::equal(a, contacts_of(other, 0.8, 32), same));
}

TEST_CASE("a saved rain goes on with the same drops, to the bit") {
  const Scene scene = rain_on_a_plate();
  const SampleRate rate = scene.simulation_rate();
  Motion motion(scene);
  SampleIndex first = 0;
  for (; first < 20000; first += 100) motion.advance({first, 100, rate, {}});
  StateArchive saved;
  motion.archive(saved);
  Motion restored(scene);
  StateArchive loaded(saved.bytes());
  restored.archive(loaded);
  CHECK(loaded.is_exhausted());
  std::size_t count = 0;
  for (; first < 30000; first += 100) {
    const MotionEvents& a = motion.advance({first, 100, rate, {}});
    const MotionEvents& b = restored.advance({first, 100, rate, {}});
    CHECK(std::ranges::equal(a.contacts, b.contacts, same));
    count += a.contacts.size();
  }
  CHECK(count > 100);
}

TEST_CASE("a drop touches at the exact time, between samples, and carries m U") {
  Scene scene;
  Bar bar;
  bar.thickness = 0.01;
  bar.pose.position = {0, 0, 0.5};
  Drop drop;
  drop.radius = 0.001;
  drop.position = {0.1, 0.01, 1.0};
  drop.time = 0.0123;
  scene.objects = {{"bar", bar}, {"drop", drop}};
  const std::vector<Contact> contacts = contacts_of(scene, 0.3, 32);
  REQUIRE(contacts.size() == 1);
  const double speed = terminal_speed(0.002);
  CHECK(contacts[0].time == doctest::Approx(0.0123 + (1.0 - 0.505) / speed).epsilon(1e-12));
  CHECK(contacts[0].object == 0);
  CHECK(contacts[0].position.z == doctest::Approx(0.505));
  CHECK(contacts[0].direction == Vec3{0, 0, -1});
  CHECK(impulse(contacts[0]) == doctest::Approx(998.2 * std::numbers::pi / 6 * 8e-9 * speed));
  CHECK(impulse(contacts[0]) == doctest::Approx(2.7e-5).epsilon(0.02));
  CHECK(std::get<DropPulse>(contacts[0].pulse).time_scale == doctest::Approx(305e-6).epsilon(0.01));
}

TEST_CASE("off the top of a round bar only the momentum into the surface counts") {
  Scene scene;
  Bar bar;
  bar.section = BarSection::round;
  bar.thickness = 0.02;
  bar.pose.position = {0, 0, 0.5};
  Drop drop;
  drop.radius = 0.001;
  drop.position = {0, 0.006, 1.0};  // sin of the angle = 0.6
  scene.objects = {{"bar", bar}, {"drop", drop}};
  const std::vector<Contact> contacts = contacts_of(scene, 0.3, 32);
  REQUIRE(contacts.size() == 1);
  CHECK(contacts[0].direction.y == doctest::Approx(-0.6));
  CHECK(contacts[0].direction.z == doctest::Approx(-0.8));
  CHECK(impulse(contacts[0]) == doctest::Approx(0.8 * water_mass(0.002) * terminal_speed(0.002)));
}

TEST_CASE("a drop that misses everything leaves no contact and lands on the ground") {
  FallingDrop drop;
  drop.position = {3, 0, 1};
  drop.diameter = 0.002;
  drop.speed = 5;
  const Obstacles obstacles{{0, BoxForm{{0.5, 0.5, 0.1}}, {}}};
  aim(drop, obstacles, 0.2);
  CHECK(drop.struck == -1);
  CHECK(drop.landing_time == doctest::Approx(0.8 / 5));
  CHECK(drop.landing_place.z == doctest::Approx(0.2));
}

TEST_CASE("as published, bubbles of 4 to 7 mm drive the bar at one of ten points") {
  Scene scene = rain_on_a_plate();
  std::get<Rain>(scene.objects[1].kind).excitation = DropExcitation::as_published;
  const std::vector<Contact> contacts = contacts_of(scene, 0.6, 32);
  REQUIRE(contacts.size() > 100);
  std::vector<int> used(10);
  for (const Contact& contact : contacts) {
    const BubblePulse& pulse = std::get<BubblePulse>(contact.pulse);
    CHECK((pulse.radius >= 0.004 && pulse.radius <= 0.007));
    CHECK((pulse.rise >= 0.01 && pulse.rise <= 0.1));
    const double section = (contact.position.x + 0.5) * 10 - 0.5;
    CHECK(section == doctest::Approx(std::round(section)));
    ++used[static_cast<std::size_t>(std::lround(section))];
  }
  CHECK(std::ranges::all_of(used, [](int n) { return n > 0; }));
}
