#include <doctest/doctest.h>

#include <cmath>

#include "base/clock.h"
#include "motion/motion.h"
#include "numerics/pi.h"
#include "render/notes.h"
#include "render/render.h"
#include "render/rods_to_hear.h"
#include "scene/materials.h"

using namespace resound;

TEST_CASE("the end of a string pulls at its bridge with its tension times its slope") {
  Rod string = steel_string(60);
  string.pluck = {.line = RodPluck::Line::arch, .offset = {0, 0.0005, 0}, .place = 0.5, .width = 0.5};
  string.bridge = "board";
  Body board;
  board.shape = PlateShape{0.1, 0.1, 0.004};
  board.path = Path(Vec3{0.325, 0, 0.9});
  board.max_frequency = 3000;
  const Scene scene = scene_in_free_air({{"string", string}, {"board", board}}, {0, -0.5, 1}, 0.02);
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
        render(scene_in_free_air({{"string", string}, {"board", board}}, {0, -0.8, 1.5}, 0.4), settings).channels[0];
    double power = 0;
    for (std::size_t i = 960; i < heard.size(); ++i)
      power += static_cast<double>(heard[i]) * static_cast<double>(heard[i]);
    return 10 * std::log10(power / static_cast<double>(heard.size()) / 4e-10);  // [dB SPL]
  };
  const double box = loudness("spruce", 0.003), stone = loudness("stone", 0.08);
  CAPTURE(stone);
  CHECK(box > stone + 20);
}
