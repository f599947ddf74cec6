#include "collision_statistics/databank.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "collision_statistics/flow_sampler.h"
#include "collision_statistics/kinetic_theory.h"
#include "collision_statistics/near_pairs.h"
#include "collision_statistics/sheared_box.h"

using namespace resound;

TEST_CASE("kinetic theory: rates of a hard-sphere gas and the share of energy that its fastest collisions carry") {
  // n = 6 phi/pi, D = T = 1: Gamma = 4 n g sqrt(pi)
  for (const double phi : {0.05, 0.2}) {
    const double n = 6 * phi / std::numbers::pi, g = (1 - phi / 2) / std::pow(1 - phi, 3);
    CHECK(collision_frequency(phi, 1, 1) == doctest::Approx(4 * n * g * std::sqrt(std::numbers::pi)));
    CHECK(collision_frequency(phi, 0.002, 0.25) == doctest::Approx(collision_frequency(phi, 1, 1) * 0.5 / 0.002));
  }
  CHECK(energy_of_fastest(0.036) == doctest::Approx(0.155).epsilon(0.01));
  CHECK(energy_of_fastest(0.0067) == doctest::Approx(0.040).epsilon(0.01));
  CHECK(energy_of_fastest(1) == doctest::Approx(1));
}

TEST_CASE("collisions drawn for a gas carry the energy shares of theory in their fastest few percent") {
  RandomStream chance(1, 2, 3);
  const CollisionLaw law = gas_law({.phi = 0.1});
  std::vector<double> energies;
  double sum = 0, height = 0;
  for (int i = 0; i < 200000; ++i) {
    const DrawnCollision drawn = draw_collision(law, {}, chance);
    energies.push_back(drawn.speed * drawn.speed);
    sum += energies.back(), height += drawn.normal.z * drawn.normal.z;
  }
  CHECK(sum / 200000 == doctest::Approx(4).epsilon(0.015));
  CHECK(height / 200000 == doctest::Approx(1.0 / 3).epsilon(0.01));
  std::ranges::sort(energies, std::greater<>());
  for (const double share : {0.036, 0.0067}) {
    double fast = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(share * 200000); ++i) fast += energies[i];
    CHECK(fast / sum == doctest::Approx(energy_of_fastest(share)).epsilon(0.02));
  }
}

TEST_CASE("rows of the databank in the dilute limit agree with the closed forms within 3 percent") {
  for (const DatabankRow& row : Databank::shipped().rows()) {
    if (row.key.phi > 0.21 || row.key.shear > 0 || row.key.restitution < 0.97) continue;
    CAPTURE(row.key.phi);
    CHECK(row.law.rate == doctest::Approx(1).epsilon(0.03));
    for (const std::size_t side : {0u, 1u}) {
      CHECK(row.law.rms[side] == doctest::Approx(2).epsilon(0.03));
      CHECK(row.law.shape[side] == doctest::Approx(2).epsilon(0.03));
    }
  }
}

TEST_CASE("shear turns normals towards the axis of compression by what theory says to first order, and a little more") {
  // Maxwellian velocities give sqrt(pi)/2 S; that the shear also makes velocities uneven adds a term of the same order.
  for (const DatabankRow& row : Databank::shipped().rows()) {
    if (row.key.phi > 0.36 || row.key.phi < 0.1 || row.key.shear != 0.5 || row.key.restitution < 0.89) continue;
    const double first_order = std::sqrt(std::numbers::pi) / 2 * 0.5;
    CHECK(row.law.anisotropy > 0.8 * first_order);
    CHECK(row.law.anisotropy < 2 * first_order);
  }
  RandomStream chance(1, 2, 4);
  CollisionLaw law;
  law.anisotropy = 1;
  double squeeze = 0;
  for (int i = 0; i < 100000; ++i) {
    const Vec3 n = draw_collision(law, {0, 0, 0, 0.5, 0, 0}, chance).normal;  // u_x = G y
    squeeze += n.x * n.y / 100000;
  }
  CHECK(squeeze == doctest::Approx(-1.0 / 15).epsilon(0.05));
}

TEST_CASE("a row that is measured anew has the bytes that ship") {
  const FlowKey key{0.35, 1, 0.8};
  ShearedBoxes boxes;
  const std::string line = databank_line(boxes.measure(key));
  CAPTURE(line);
  CHECK(shipped_databank_text().find(line) != std::string_view::npos);
}

TEST_SUITE("slow") {
  TEST_CASE("the whole databank that is measured anew has the bytes that ship") {
    ShearedBoxes boxes;
    std::string text(kDatabankHeader);
    for (const FlowKey& key : databank_keys()) text += databank_line(boxes.measure(key));
    CHECK(text == shipped_databank_text());
  }
}

TEST_CASE("between its rows the databank runs on, from theory into the table without a step") {
  const Databank& bank = Databank::shipped();
  CollisionLaw last = bank.law({0.2, 0.7, 0.85});
  for (double phi = 0.2; phi < 0.62; phi += 0.001) {
    const CollisionLaw law = bank.law({phi, 0.7, 0.85});
    CHECK(std::abs(law.rate - last.rate) < 0.03);
    CHECK(std::abs(law.rms[0] - last.rms[0]) < 0.02);
    last = law;
  }
  CHECK(bank.law({0.7, 9, 1}).rate == bank.law({0.6, 2, 0.98}).rate);
  CHECK(shipped_databank_text().size() < 5'000'000);
}

TEST_CASE("a databank with a gap or a bad row is refused with its line") {
  const std::string head(kDatabankHeader);
  CHECK_THROWS_AS(Databank::parse("nothing", "x.csv"), InputError);
  CHECK_THROWS_WITH_AS(Databank::parse(head + "0.4,0,0.9,1,0,2,2,2,2\n0.5,0,0.9,1,0,2\n", "x.csv"),
                       "x.csv:3: a row of a databank has nine numbers; build it again", InputError);
  CHECK_THROWS_AS(Databank::parse(head + "0.4,0,0.9,1,0,2,2,2,2\n0.5,1,0.9,1,0,2,2,2,2\n", "x.csv"), InputError);
}

namespace {

// Balls of one diameter anywhere in a cube, with a temperature and a shear u_x = G y.
struct Cloud {
  std::vector<Vec3> positions, velocities;
  std::vector<double> diameters;

  // `gap`: those of others that are nearer than this [m] are placed anew; 0: as in a gas of points.
  Cloud(int count, double edge, double diameter, double temperature, double shear, std::uint64_t seed, double gap = 0) {
    RandomStream chance(seed, 0, 0);
    const double s = std::sqrt(temperature);
    while (static_cast<int>(positions.size()) < count) {
      const Vec3 place{chance.uniform(0, edge), chance.uniform(0, edge), chance.uniform(0, edge)};
      if (gap > 0 && std::ranges::any_of(positions, [&](const Vec3& p) { return length(p - place) < gap; })) continue;
      positions.push_back(place);
      velocities.push_back({shear * place.y + s * chance.normal(), s * chance.normal(), s * chance.normal()});
      diameters.push_back(diameter);
    }
  }
  FlowFrame frame(double time) const { return {time, positions, velocities, diameters}; }
};

}  // namespace

TEST_CASE("the state of a cell is found: solid fraction, shear, and temperature without the shear") {
  const double edge = 0.04, d = 0.002, phi = 0.1;
  const int count = static_cast<int>(phi * edge * edge * edge / (std::numbers::pi / 6 * d * d * d));
  const Cloud cloud(count, edge, d, 0.01, 30, 1);
  double fraction = 0, temperature = 0, shear = 0, particles = 0, strain = 0;
  for (const CellFlow& cell : flow_cells(cloud.frame(0), 0.01).cells) {
    const double n = cell.count;
    particles += n, fraction += n * cell.phi, temperature += n * cell.variance, shear += n * cell.shear;
    strain += n * cell.strain[3];
  }
  CHECK(particles == count);
  CHECK(temperature / particles == doctest::Approx(0.01).epsilon(0.05));
  CHECK(shear / particles == doctest::Approx(30).epsilon(0.25));  // noise of the fit adds to its size
  CHECK(strain / particles > 0.3);                                // of 1/2
  CHECK(fraction / particles > 0.07);                             // the outer ones have neighbours on one side only
  CHECK(fraction / particles < 0.11);
}

TEST_CASE("a flow's collisions have the rate and the energy of kinetic theory, and bundles keep the energy") {
  const double edge = 0.04, d = 0.002, t = 0.01;
  const Cloud cloud(1200, edge, d, t, 0, 2, d);  // hard balls
  const double phi = 1200 * std::numbers::pi / 6 * d * d * d / (edge * edge * edge);
  const double inside = 1 - 1.5 * d / edge;  // balls beside the six faces have no partners beyond them
  const double expected = inside * 1200 * collision_frequency(phi, d, t) / 2;
  for (const double most : {1e300, expected / 10}) {
    FlowSampler sampler({.restitution = 0.98, .most_per_second = most}, Databank::shipped());
    for (int i = 0; i <= 50; ++i) sampler.add(cloud.frame(0.01 * i));
    std::vector<FlowCollision> made;
    sampler.take(0.49, made);
    CHECK(std::ranges::is_sorted(made, {}, &FlowCollision::time));
    std::erase_if(made, [](const FlowCollision& c) { return c.time < 0.01; });
    double energy = 0;
    for (const FlowCollision& c : made) energy += c.speed * c.speed;
    const double wanted = std::min(most, expected);
    CHECK(static_cast<double>(made.size()) / 0.48 == doctest::Approx(wanted).epsilon(0.06));  // of one look
    CHECK(energy / 0.48 / expected == doctest::Approx(4 * t).epsilon(0.08));
  }
}

TEST_CASE("particles that stand for many grains make the sound of the grains however coarse they are") {
  // The same sheared flow, in which particles of diameter D have the unrest that shear gives balls of their size.
  const double edge = 0.08, shear = 40, phi = 0.4, grain = 0.0005;
  std::vector<double> energies;
  for (const double d : {0.005, 0.0031}) {
    const int count = static_cast<int>(phi * edge * edge * edge / (std::numbers::pi / 6 * d * d * d));
    const Cloud cloud(count, edge, d, sheared_temperature(shear, d, phi, 0.8), shear, 3);
    FlowSampler sampler({.cell = 0.02, .grains_per_particle = std::pow(d / grain, 3), .restitution = 0.8},
                        Databank::shipped());
    for (int i = 0; i <= 10; ++i) sampler.add(cloud.frame(0.01 * i));
    std::vector<FlowCollision> made;
    sampler.take(0.09, made);
    double energy = 0;
    for (const FlowCollision& c : made) energy += c.speed * c.speed;
    energies.push_back(energy);
  }
  CHECK(std::abs(10 * std::log10(energies[1] / energies[0])) < 1);
}

TEST_CASE(
    "hard balls of a gas have as many neighbours at touch, and meet as often and as fast, as kinetic theory says") {
  const double edge = 30, phi = 0.1, t = 0.25;
  const int count = static_cast<int>(phi * edge * edge * edge / (std::numbers::pi / 6));
  const Cloud cloud(count, edge, 1, t, 0, 7, 1);
  const std::vector<NearGrains> near = near_pairs(cloud.frame(0), 0.1);  // in which one moves by a tenth of its size
  double inside = 0, neighbours = 0, rate = 0, energy = 0;
  for (std::size_t i = 0; i < near.size(); ++i) {
    const Vec3& p = cloud.positions[i];
    if (std::min({p.x, p.y, p.z}) < 3 || std::max({p.x, p.y, p.z}) > edge - 3) continue;  // without surfaces
    ++inside, neighbours += near[i].neighbours;
    rate += near[i].rate, energy += near[i].rate * near[i].square;
  }
  CHECK(neighbours / inside == doctest::Approx(24 * phi * contact_value(phi)).epsilon(0.1));
  CHECK(rate / inside == doctest::Approx(collision_frequency(phi, 1, t)).epsilon(0.1));
  CHECK(energy / rate == doctest::Approx(4 * t).epsilon(0.1));
  CHECK(fraction_at_touch(phi * contact_value(phi), 0.63) == doctest::Approx(phi));
}
