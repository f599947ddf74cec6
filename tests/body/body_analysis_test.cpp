#include "body/body_analysis.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "base/error.h"
#include "body/prepared_body.h"
#include "scratch_folder.h"

using namespace resound;

namespace {

double frequency(const BodyMode& mode) { return mode.omega / (2 * std::numbers::pi); }  // [Hz]

Material reference_steel() {
  Material steel;
  steel.young_modulus = 200e9;
  steel.density = 7850;
  steel.poisson_ratio = 0.3;
  return steel;
}

Body steel_ring() {
  Body ring;
  ring.shape = RingShape{.radius = 0.04, .wall = 0.001, .width = 0.005};
  ring.material = reference_steel();
  ring.max_frequency = 3000;
  return ring;
}

}  // namespace

TEST_CASE("a steel cup by its measures has the notes of the reference, each twice") {
  Body cup;
  cup.shape = CupShape{};
  cup.material = reference_steel();
  cup.max_frequency = 2400;
  const ModalModel model = analyse(cup, "cup", {});
  REQUIRE(model.modes.size() == 7);  // n = 2, 3, 4 in pairs, and the base
  const double expected[] = {447.6, 447.6, 1200.8, 1200.8, 1487, 2255, 2255};
  for (std::size_t i = 0; i < 7; ++i) CHECK(frequency(model.modes[i]) == doctest::Approx(expected[i]).epsilon(0.003));
  CHECK(model.is_free);
}

TEST_CASE("the twins of a ring do not overlap on its skin") {
  const ModalModel model = analyse(steel_ring(), "ring", {});
  REQUIRE(model.modes.size() >= 2);
  REQUIRE(model.modes[0].angular_order == 2);
  const std::vector<Vec3>&first = model.modes[0].shape, &second = model.modes[1].shape;
  double overlap = 0, norm = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    overlap += dot(first[i], second[i]);
    norm += dot(first[i], first[i]);
  }
  CHECK(std::abs(overlap) < 1e-6 * norm);
}

TEST_CASE("mode shapes of a thin ring on its skin carry unit modal mass") {
  const ModalModel model = analyse(steel_ring(), "ring", {});
  for (std::size_t m = 0; m < 2; ++m) {  // on a thin ring the mean of phi^2 over the skin is that over the mass
    double squares = 0;
    for (const Vec3& v : model.modes[m].shape) squares += dot(v, v);
    CHECK(squares / static_cast<double>(model.modes[m].shape.size()) * model.mass == doctest::Approx(1).epsilon(0.03));
  }
}

TEST_CASE("a bar held at one end rings as a clamped beam, a free one as a free beam") {
  Body bar;
  bar.shape = BarShape{.length = 0.2, .width = 0.02, .thickness = 0.005};
  bar.material = reference_steel();
  bar.max_frequency = 1000;
  const ModalModel free = analyse(bar, "bar", {});
  bar.clamped = {BoxSide::x_min};
  const ModalModel held = analyse(bar, "bar", {});
  REQUIRE(!free.modes.empty());
  REQUIRE(!held.modes.empty());
  CHECK(frequency(free.modes[0]) == doctest::Approx(647.1).epsilon(0.005));
  CHECK(frequency(held.modes[0]) == doctest::Approx(101.87).epsilon(0.012));  // the 3-D clamp is 0.6 % stiffer
  CHECK(!held.is_free);
}

TEST_CASE("what is kept in the cache is what was computed") {
  const Scratch scratch;
  PreparationSettings settings;
  settings.cache = scratch.folder();
  int computed = 0;
  settings.report.progress = [&](const std::string&, double) { ++computed; };
  const auto first = prepare(steel_ring(), "ring", Air{}, settings);
  CHECK(computed > 0);
  computed = 0;
  const auto second = prepare(steel_ring(), "ring", Air{}, settings);
  CHECK(computed == 0);
  REQUIRE(second->model.modes.size() == first->model.modes.size());
  CHECK(second->model.modes[0].omega == first->model.modes[0].omega);
  CHECK(second->model.modes[0].shape == first->model.modes[0].shape);
  REQUIRE(second->map.modes.size() == first->map.modes.size());
  CHECK(second->map.modes[0].coefficients == first->map.modes[0].coefficients);
}

TEST_CASE("a damaged cache is said and computed again") {
  const Scratch scratch;
  PreparationSettings settings;
  settings.cache = scratch.folder();
  const ModalModel first = modal_model(steel_ring(), "ring", settings);
  for (const auto& entry : std::filesystem::directory_iterator(scratch.folder())) {
    std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(100);
    file.put('!');
  }
  std::string said;
  settings.report.message = [&](const std::string& message) { said += message; };
  const ModalModel again = modal_model(steel_ring(), "ring", settings);
  CHECK(said.find("damaged") != std::string::npos);
  CHECK(again.modes[0].omega == first.modes[0].omega);
}
