#include <fmt/format.h>

#include "scene_file/key_tables.h"
#include "scene_file/shared_keys.h"

namespace resound {
namespace {

constexpr double kForever = Rain{}.end;  // [s]

// How a landing drop excites what it hits, the same for rain and for one drop.
template <class T>
void add_excitation_keys(KeyTable<T>& keys) {
  const auto published = &T::published;
  keys.choice("excitation", &T::excitation,
              {{"momentum", DropExcitation::momentum}, {"as_published", DropExcitation::as_published}})
      .says(
          "What a landing drop does: strike with its momentum, or drive the bar with a bubble's signal at one of a few "
          "points, as in the mini-project by Hansen.");
  keys.number("as_published.min_radius_m", in(published, &PublishedBubbles::min_radius))
      .says("As published: radius of the smallest bubble.")
      .above(0, "a bubble needs a positive radius")
      .at_most(0.1);
  keys.number("as_published.max_radius_m", in(published, &PublishedBubbles::max_radius))
      .says("As published: radius of the largest bubble.")
      .above(0, "a bubble needs a positive radius")
      .at_most(0.1);
  keys.number("as_published.min_rise", in(published, &PublishedBubbles::min_rise))
      .says("As published: slowest rise of the pitch, as a share of the decay rate.")
      .at_least(0)
      .at_most(1);
  keys.number("as_published.max_rise", in(published, &PublishedBubbles::max_rise))
      .says("As published: fastest rise of the pitch.")
      .at_least(0)
      .at_most(1);
  keys.number("as_published.force_n", in(published, &PublishedBubbles::force))
      .says("As published: peak of the force that the bubble's signal becomes.")
      .at_least(0)
      .at_most(1e6);
  keys.integer("as_published.points", in(published, &PublishedBubbles::points))
      .says("As published: places along the bar that can be driven.")
      .at_least(1)
      .at_most(10'000);
  keys.rule([](const T& object, TableReading& table) {
    const PublishedBubbles& bubbles = object.published;
    table.check(bubbles.min_radius <= bubbles.max_radius, {"as_published.min_radius_m", "as_published.max_radius_m"},
                fmt::format("it must not be above as_published.max_radius_m, {}", bubbles.max_radius));
    table.check(bubbles.min_rise <= bubbles.max_rise, {"as_published.min_rise", "as_published.max_rise"},
                fmt::format("it must not be above as_published.max_rise, {}", bubbles.max_rise));
  });
}

}  // namespace

template <>
KeyTable<Rain> describe_keys<Rain>() {
  KeyTable<Rain> keys("rain", "Rain that falls straight down over a rectangle.");
  keys.sounds_with({"bar"});
  keys.number("rate_mm_per_h", &Rain::rate)
      .says("How hard it rains: 2 is light, 10 moderate, 50 violent.")
      .at_least(0, "rain cannot fall upward")
      .at_most(2000)
      .starts_as("30");
  keys.vector("centre_m", &Rain::centre)
      .says("Middle of the rectangle; drops appear at its height and fall from there at their terminal speed.")
      .at_least(-kFarthest)
      .at_most(kFarthest)
      .starts_as("[0, 0, 1.6]");
  keys.number("size_x_m", &Rain::size_x)
      .says("Size of the rectangle along x.")
      .above(0, "rain needs a positive size")
      .at_most(1000)
      .starts_as("1");
  keys.number("size_y_m", &Rain::size_y)
      .says("Size of the rectangle along y.")
      .above(0, "rain needs a positive size")
      .at_most(1000)
      .starts_as("1");
  keys.number("min_diameter_m", &Rain::min_diameter)
      .says("Smaller drops are left out; they are many and strike softly.")
      .at_least(0.0001)
      .at_most(0.01);
  keys.number("max_diameter_m", &Rain::max_diameter)
      .says("Larger drops are left out; in nature they burst.")
      .at_least(0.0001)
      .at_most(0.01);
  keys.number("begin_s", &Rain::begin).says("When the rain begins.").at_least(-1e6).at_most(1e6);
  keys.number_by(
          "end_s", [](const Rain& rain) { return rain.end < kForever ? std::optional(rain.end) : std::nullopt; },
          [](Rain& rain, double end) { rain.end = end; })
      .says("When the rain ends.")
      .at_least(-1e6)
      .at_most(1e6)
      .otherwise("with the scene");
  add_excitation_keys(keys);
  keys.rule([](const Rain& rain, TableReading& table) {
    table.check(rain.min_diameter < rain.max_diameter, {"min_diameter_m", "max_diameter_m"},
                fmt::format("it must be below max_diameter_m, {}", rain.max_diameter));
    table.check(rain.begin < rain.end, {"begin_s", "end_s"}, fmt::format("it must be before end_s, {}", rain.end));
  });
  return keys;
}

template <>
KeyTable<Drop> describe_keys<Drop>() {
  KeyTable<Drop> keys("drop", "One drop, let go at a given place and time.");
  keys.sounds_with({"bar"});
  keys.number("radius_m", &Drop::radius)
      .says("Radius of the drop.")
      .above(0, "a drop needs a positive radius")
      .at_most(0.01)
      .starts_as("0.002");
  keys.vector("position_m", &Drop::position)
      .says("Where the drop is at time_s.")
      .at_least(-kFarthest)
      .at_most(kFarthest)
      .starts_as("[0.1, 0, 1.6]");
  keys.number_by(
          "speed_m_per_s", [](const Drop& drop) { return drop.speed >= 0 ? std::optional(drop.speed) : std::nullopt; },
          [](Drop& drop, double speed) { drop.speed = speed; })
      .says("How fast it falls.")
      .above(0, "a drop falls with a positive speed")
      .at_most(100)
      .otherwise("its terminal speed");
  keys.number("time_s", &Drop::time).says("When the drop is at position_m.").at_least(-1e6).at_most(1e6);
  add_excitation_keys(keys);
  return keys;
}

}  // namespace resound
