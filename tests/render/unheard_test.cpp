#include <doctest/doctest.h>

#include <cmath>

#include "collision_file/collision_writer.h"
#include "listed_beads.h"
#include "numerics/random_direction.h"
#include "render/render.h"
#include "scene/materials.h"
#include "scratch_folder.h"

using namespace resound;

namespace {

constexpr int kCollisions = 6000;

// Half a second of clicks whose speeds span four decades.
Scene clicking_beads(const Scratch& scratch) {
  const Scene scene = listed_beads(scratch, 0.5, {0, -0.5, 0.1});
  CollisionWriter writer(std::get<CollisionList>(scene.objects[1].kind).file, false, {"beads"});
  for (int i = 0; i < kCollisions; ++i) {
    RandomStream chance(3, 1, static_cast<std::uint64_t>(i));
    writer.add({(i + chance.uniform()) * 0.49 / kCollisions,
                {0, 0, 0.1},
                any_direction(chance),
                std::pow(10, chance.uniform(-4, 0)),
                0,
                1,
                0,
                0});
  }
  writer.commit();
  return scene;
}

struct Rendered {
  std::vector<float> sound;
  LeftOut left_out;
};

Rendered rendered(const Scene& scene) {
  MemoryRecorder recorder(SampleRate{scene.sample_rate});
  const RenderSummary summary = render(scene, {}, recorder);
  return {recorder.take().channels[0], summary.left_out};
}

double lost_share(const std::vector<float>& all, const std::vector<float>& heard) {
  double lost = 0, power = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double difference = all[i] - heard[i];
    lost += difference * difference;
    power += static_cast<double>(all[i]) * all[i];
  }
  return lost / power;
}

}  // namespace

TEST_CASE("a render that leaves out a thousandth of the energy has lost a thousandth of the sound") {
  const Scratch scratch;
  Scene scene = clicking_beads(scratch);
  const Rendered all = rendered(scene);
  CHECK(all.left_out.clicks.left_out == 0);
  scene.unheard.energy = 1e-3;
  const Rendered heard = rendered(scene);
  CHECK(heard.left_out.clicks.all == kCollisions);
  CHECK(heard.left_out.clicks.left_out > kCollisions / 4);
  CHECK(heard.left_out.clicks.lost <= 1e-3 * heard.left_out.clicks.energy);
  const double lost = lost_share(all.sound, heard.sound);
  CHECK(lost > 0.3e-3);
  CHECK(lost < 2e-3);
}

TEST_CASE("collisions under the limit of speed are left out and counted") {
  const Scratch scratch;
  Scene scene = clicking_beads(scratch);
  scene.unheard.slower = 1e-3;
  const Rendered heard = rendered(scene);
  CHECK(heard.left_out.slow == doctest::Approx(kCollisions / 4).epsilon(0.1));
  CHECK(lost_share(rendered([&] {
                     scene.unheard.slower = 0;
                     return scene;
                   }())
                       .sound,
                   heard.sound) < 1e-4);
}
