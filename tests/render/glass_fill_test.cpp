#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "body/prepared_body.h"
#include "numerics/gravity.h"
#include "numerics/pi.h"
#include "render/heard_column.h"
#include "render/render.h"
#include "scene/air.h"
#include "scene_file/scene_file.h"

using namespace resound;

namespace {

// How high the glass of the scene is filled, by what its tap has poured and what is still in the air on its way down:
// nothing that the solver or the detector of splashes has measured.
struct PouredGlass {
  TapSetup tap;
  CupShape cup;
  double standing = 0;  // [m]  of the table

  double depth() const { return cup.height - cup.base; }         // [m]  inside
  double mouth_radius() const { return cup.radius - cup.wall; }  // [m]
  double level(double time) const {                              // [m]
    const double flow = kPi * tap.radius * tap.radius * tap.speed, area = kPi * mouth_radius() * mouth_radius();
    double level = 0;
    for (int round = 0; round < 50; ++round) {
      const double drop = tap.position.z - standing - cup.base - level;
      const double falls = (std::sqrt(tap.speed * tap.speed + 2 * kGravity * drop) - tap.speed) / kGravity;  // [s]
      level = std::max(0.0, flow * (std::min(time - falls, tap.end) - tap.begin) / area);
    }
    return level;
  }
};

}  // namespace

TEST_SUITE("slow") {
  TEST_CASE("a tap fills the glass of the scene and its air sounds at c / (4 (H - h + 0.61 R)) within 3 per cent") {
    const std::vector<std::string> set{"liquid.particles=1500", "duration_s=2.6", "liquid.tap.end_s=2.5"};
    const Scene scene = load_scene(find_scene("glass-fill"), set).scene;
    int liquid = 0;
    PouredGlass glass;
    for (std::size_t i = 0; i < scene.objects.size(); ++i) {
      if (const auto* water = std::get_if<Liquid>(&scene.objects[i].kind))
        liquid = static_cast<int>(i), glass.tap = water->tap;
      if (const auto* body = std::get_if<Body>(&scene.objects[i].kind))
        glass.cup = std::get<CupShape>(body->shape), glass.standing = body->path.position(0).z;
    }
    HeardColumn heard{.object = liquid, .sound_speed = speed_of_sound(scene.air), .column = {}, .inside = {}};
    RenderSettings settings;
    settings.bodies = std::make_shared<PreparedBodies>(scene, settings.preparation);
    settings.watch = [&](const TimeBlock& block, const MotionEvents&, const SourceSignals& signals) {
      heard.add(block, signals);
    };
    static_cast<void>(render(scene, settings));
    CHECK(glass.level(2.5) - glass.level(0.5) > 0.03);  // [m]
    for (double time = 0.5; time < 2.45; time += 0.15) {
      const double note = heard.sound_speed / (4 * (glass.depth() - glass.level(time) + 0.61 * glass.mouth_radius()));
      const double found = heard.note_at(time);
      MESSAGE(time, " s: ", found, " Hz, expected ", note);
      CHECK(found == doctest::Approx(note).epsilon(0.03));
    }
  }
}
