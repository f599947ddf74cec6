#include <doctest/doctest.h>

#include <cmath>
#include <fstream>

#include "base/error.h"
#include "render/notes.h"
#include "render/render.h"
#include "scratch_folder.h"

using namespace resound;

namespace {

// A thin steel ring, the n = 2 pair of which rings near 388 Hz and the n = 3 pair near 1097 Hz, struck from outside.
Scene struck_ring() {
  Scene scene;
  scene.duration = 1;
  scene.air.absorption = false;
  ListenerSetup microphone;
  microphone.kind = ListenerKind::microphone;
  microphone.path = Path(Vec3{0.3, 0.2, 0.1});
  scene.listeners = {microphone};
  Body ring;
  ring.shape = RingShape{.radius = 0.04, .wall = 0.001, .width = 0.005};
  ring.material.young_modulus = 200e9;
  ring.material.density = 7850;
  ring.material.poisson_ratio = 0.3;
  ring.damping = Damping{.stiffness_time = 0, .mass_rate = 10, .loss_factor = 0, .mode_t60 = {}};
  ring.max_frequency = 1500;
  scene.objects.push_back({"ring", ring});
  Strike strike;
  strike.target = "ring";
  strike.place = {0.0405, 0, 0};
  strike.time = 0.05;
  strike.mass = 0.002;
  scene.objects.push_back({"strike", strike});
  return scene;
}

}  // namespace

TEST_CASE("a struck ring sounds at the notes of its modes, and nowhere between") {
  const std::vector<float> heard = render(struck_ring()).channels[0];
  const double second = strength(heard, 388.5, 0.1, 0.6), third = strength(heard, 1098, 0.1, 0.6);
  CHECK(second > 0);
  CHECK(third > 100 * strength(heard, 800, 0.1, 0.6));
  CHECK(second > 100 * strength(heard, 250, 0.1, 0.6));
}

TEST_CASE("a struck ring dies away as its damping says") {
  const std::vector<float> heard = render(struck_ring()).channels[0];
  const double early = strength(heard, 1098, 0.1, 0.3), late = strength(heard, 1098, 0.6, 0.8);
  CHECK(std::log(early / late) == doctest::Approx(5 * 0.5).epsilon(0.01));  // decay 10 / 2 per second, half a second
}

// From both sides at once, so that the ring is bent but not pushed away.
TEST_CASE("a steady rain of hits bends a ring and leaves no constant pressure") {
  Scene scene = struck_ring();
  Strike& strike = std::get<Strike>(scene.objects[1].kind);
  strike.interval = 0.0007;
  strike.count = 1300;
  strike.mass = 1e-5;
  Strike other = strike;
  other.place = {-0.0405, 0, 0};
  scene.objects.push_back({"other", other});
  const std::vector<float> heard = render(scene).channels[0];
  double sum = 0, squares = 0, count = 0;
  for (std::size_t i = 9600; i < 43200; ++i) {
    sum += heard[i];
    squares += static_cast<double>(heard[i]) * heard[i];
    ++count;
  }
  CHECK(squares > 0);
  CHECK(std::abs(sum / count) < 1e-3 * std::sqrt(squares / count));
}

TEST_CASE("a struck body sounds the same with any number of threads") {
  Scene scene = struck_ring();
  scene.duration = 0.3;
  RenderSettings one, three;
  one.threads = 1;
  three.threads = 3;
  CHECK(render(scene, one).channels == render(scene, three).channels);
}

TEST_CASE("twice the speed is almost twice the sound of a soft contact") {
  Scene scene = struck_ring();
  scene.duration = 0.3;
  const double once = strength(render(scene).channels[0], 388.5, 0.1, 0.3);
  std::get<Strike>(scene.objects[1].kind).speed = 2;
  const double twice = strength(render(scene).channels[0], 388.5, 0.1, 0.3);
  CHECK(twice / once == doctest::Approx(2).epsilon(0.02));
}

TEST_CASE("a hit in a file sounds as the same strike") {
  const Scratch scratch;
  const std::string file = (scratch / "hits.csv").string();
  std::ofstream(file) << "t,object,x,y,z,speed,other_mass\n0.05,ring,0.0405,0,0,1,0.002\n";
  Scene scene = struck_ring();
  scene.duration = 0.3;
  const std::vector<float> struck = render(scene).channels[0];
  HitList hits;
  hits.name = hits.file = file;
  scene.objects[1] = {"hits", hits};
  CHECK(render(scene).channels[0] == struck);
}

TEST_CASE("a tip and a line of a file may name a material of the scene's own") {
  Scene scene = struck_ring();
  scene.duration = 0.3;
  const std::vector<float> by_wood = render(scene).channels[0];
  const Material putty{
      .name = "putty", .young_modulus = 2e6, .density = 1500, .poisson_ratio = 0.45, .restitution = 0.1};
  scene.materials.push_back(putty);
  std::get<Strike>(scene.objects[1].kind).tip = putty;
  const std::vector<float> by_putty = render(scene).channels[0];
  CHECK(by_putty != by_wood);
  CHECK(strength(by_putty, 1098, 0.1, 0.3) < 0.8 * strength(by_wood, 1098, 0.1, 0.3));  // softer is duller

  const Scratch scratch;
  const std::string file = (scratch / "hits.csv").string();
  std::ofstream(file) << "t,object,x,y,z,speed,other_mass,other_material\n0.05,ring,0.0405,0,0,1,0.002,putty\n";
  HitList hits;
  hits.name = hits.file = file;
  scene.objects[1] = {"hits", hits};
  CHECK(render(scene).channels[0] == by_putty);
}

TEST_CASE("a hit far from its object is refused with its line and the distance") {
  const Scratch scratch;
  const std::string file = (scratch / "hits.csv").string();
  std::ofstream(file) << "t,object,x,y,z,speed\n0.05,ring,1,0,0,1\n";
  Scene scene = struck_ring();
  HitList hits;
  hits.name = hits.file = file;
  scene.objects[1] = {"hits", hits};
  CHECK_THROWS_WITH_AS(render(scene), doctest::Contains("hits.csv:2: the hit is 0.9595 m away"), InputError);
}

TEST_CASE("a listener inside the sphere around a body is refused") {
  Scene scene = struck_ring();
  scene.listeners[0].path = Path(Vec3{0.01, 0, 0});
  CHECK_THROWS_AS(render(scene), InputError);
}

TEST_CASE("rain that falls on a body makes it ring") {
  Scene scene = struck_ring();
  Body& ring = std::get<Body>(scene.objects[0].kind);
  ring.shape = PlateShape{.length = 0.06, .width = 0.06, .thickness = 0.002};
  ring.max_frequency = 6000;
  Drop drop;
  drop.position = {0.012, 0.02, 0.3};
  scene.objects[1] = {"drop", drop};
  scene.duration = 0.2;
  const std::vector<float> heard = render(scene).channels[0];
  double loudest = 0;
  for (const float sample : heard) loudest = std::max(loudest, std::abs(static_cast<double>(sample)));
  CHECK(loudest > 1e-4);  // [Pa]
}
