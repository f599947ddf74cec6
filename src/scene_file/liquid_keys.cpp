#include <fmt/format.h>

#include "scene_file/key_tables.h"
#include "scene_file/shared_keys.h"
#include "scene_file/splash_keys.h"

namespace resound {
namespace {

constexpr double kAlways = TapSetup{}.end;  // [s]

void add_start_keys(KeyTable<Liquid>& keys) {
  keys.choice("start", &Liquid::start,
              {{"box", LiquidStart::box},
               {"cylinder", LiquidStart::cylinder},
               {"vessel", LiquidStart::vessel},
               {"nowhere", LiquidStart::nowhere}})
      .says(
          "Where it stands at the beginning: in a box, an upright cylinder, in a vessel that holds it, or nowhere, if "
          "all of it comes from a tap or as drops.");
  keys.vector("position_m", &Liquid::position)
      .says("Middle of the bottom of that box or cylinder.")
      .at_least(-kFarthest)
      .at_most(kFarthest)
      .starts_as("[0, 0, 0.1]");
  keys.vector("size_m", &Liquid::size).says("Edges of the box.").at_least(1e-4).at_most(10);
  keys.number("radius_m", &Liquid::radius).says("Radius of the cylinder.").at_least(1e-4).at_most(10);
  keys.number("height_m", &Liquid::height)
      .says("Height of the cylinder; in a vessel, how high the liquid stands above its lowest place.")
      .at_least(1e-4)
      .at_most(10);
  keys.text("vessel", &Liquid::vessel)
      .says("Name of the body or fixture that it stands in.")
      .at_most(64)
      .otherwise("none");
  keys.vector("velocity_m_per_s", &Liquid::velocity).says("How fast it moves then.").at_least(-100).at_most(100);
  keys.number("settle_s", &Liquid::settle)
      .says("How long it comes to rest, unheard, before the scene begins.")
      .at_least(0)
      .at_most(60);
}

void add_tap_keys(KeyTable<Liquid>& keys) {
  const auto tap = &Liquid::tap;
  keys.number("tap.radius_m", in(tap, &TapSetup::radius))
      .says("Radius of the mouth of a tap from which more of it comes; 0: there is none.")
      .at_least(0)
      .at_most(1);
  keys.vector("tap.position_m", in(tap, &TapSetup::position))
      .says("Middle of that mouth.")
      .at_least(-kFarthest)
      .at_most(kFarthest);
  keys.direction("tap.direction", in(tap, &TapSetup::direction)).says("Which way the jet goes.");
  keys.number("tap.speed_m_per_s", in(tap, &TapSetup::speed))
      .says("How fast it comes out.")
      .above(0, "a jet needs a positive speed")
      .at_most(50);
  keys.number("tap.begin_s", in(tap, &TapSetup::begin)).says("When the tap is opened.").at_least(0).at_most(kAlways);
  keys.number("tap.end_s", in(tap, &TapSetup::end)).says("When it is closed.").at_least(0).at_most(kAlways);
}

void add_drop_keys(KeyTable<Liquid>& keys) {
  const auto drops = &Liquid::drops;
  keys.number("drops.per_s", in(drops, &DripSetup::rate))
      .says("Drops of it that fall in a second; 0: there are none.")
      .at_least(0)
      .at_most(100'000);
  keys.number("drops.radius_m", in(drops, &DripSetup::radius)).says("Their radius.").at_least(1e-4).at_most(0.1);
  keys.vector("drops.position_m", in(drops, &DripSetup::position))
      .says("Where they begin.")
      .at_least(-kFarthest)
      .at_most(kFarthest);
  keys.number("drops.size_x_m", in(drops, &DripSetup::size_x))
      .says("Length of a rectangle about that place over which they are strewn by chance, like rain.")
      .at_least(0)
      .at_most(100);
  keys.number("drops.size_y_m", in(drops, &DripSetup::size_y))
      .says("How wide it is, along y.")
      .at_least(0)
      .at_most(100);
  keys.number("drops.speed_m_per_s", in(drops, &DripSetup::speed))
      .says("How fast they fall when they begin.")
      .at_least(0)
      .at_most(50);
  keys.number("drops.begin_s", in(drops, &DripSetup::begin))
      .says("When the first one falls.")
      .at_least(0)
      .at_most(kAlways);
  keys.number("drops.end_s", in(drops, &DripSetup::end)).says("From then on none falls.").at_least(0).at_most(kAlways);
}

}  // namespace

template <>
KeyTable<Liquid> describe_keys<Liquid>() {
  KeyTable<Liquid> keys(
      "liquid", "A liquid that flows. Bodies, fixtures and the ground hold it; its splashes and bubbles are heard.");
  keys.integer("particles", &Liquid::particles)
      .says("Particles that it is cut into, what a tap brings included; more of them are finer and slower.")
      .at_least(10)
      .at_most(2'000'000)
      .starts_as("10000");
  keys.number_by(
          "spacing_m",
          [](const Liquid& liquid) { return liquid.spacing > 0 ? std::optional(liquid.spacing) : std::nullopt; },
          [](Liquid& liquid, double spacing) { liquid.spacing = spacing; })
      .says("From particle to particle, in place of their number.")
      .above(0, "particles need room")
      .at_most(1)
      .otherwise("by the number of particles");
  add_start_keys(keys);
  add_tap_keys(keys);
  add_drop_keys(keys);
  keys.number("viscosity", &Liquid::viscosity)
      .says("Artificial viscosity alpha: 0.05 is as thin as a coarse liquid can be, 1 flows like syrup.")
      .at_least(0.01)
      .at_most(5);
  keys.number_by(
          "fastest_m_per_s",
          [](const Liquid& liquid) { return liquid.fastest > 0 ? std::optional(liquid.fastest) : std::nullopt; },
          [](Liquid& liquid, double speed) { liquid.fastest = speed; })
      .says("The speed that it may reach: a tenth of the model's speed of sound, which the step goes by.")
      .above(0, "a liquid moves")
      .at_most(100)
      .otherwise("by how deep it can fall");
  keys.number_by(
          "step_s", [](const Liquid& liquid) { return liquid.step > 0 ? std::optional(liquid.step) : std::nullopt; },
          [](Liquid& liquid, double step) { liquid.step = step; })
      .says("Step of the solver.")
      .above(0, "time goes forward")
      .at_most(1)
      .otherwise("as long as is stable");
  keys.boolean("meets_ground", &Liquid::meets_ground)
      .says("Whether it lies on the ground; otherwise it is gone where it gets there.");
  keys.boolean("shows_events", &Liquid::shows_events)
      .says("Marks in the picture what is heard: collisions pink, falling liquid green, resting liquid blue.");
  add_splash_keys(keys, &Liquid::sound, &Liquid::matter);
  keys.rule([](const Liquid& liquid, TableReading& table) {
    table.check(liquid.start != LiquidStart::vessel || !liquid.vessel.empty(), {"start", "vessel"},
                "say which vessel it stands in: vessel = \"NAME\"");
    table.check(liquid.start != LiquidStart::nowhere || liquid.tap.radius > 0 || liquid.drops.rate > 0, {"start"},
                "no liquid would ever come: add tap.radius_m or drops.per_s");
  });
  return keys;
}

template <>
KeyTable<Ball> describe_keys<Ball>() {
  KeyTable<Ball> keys("ball", "A rigid ball that falls into a liquid, and sinks or floats.");
  keys.sounds_with({"liquid"});
  add_material_keys(keys, &Ball::material);
  keys.number("radius_m", &Ball::radius).says("Its radius.").above(0, "a ball needs a positive radius").at_most(1);
  keys.vector("position_m", &Ball::position)
      .says("Where it begins.")
      .at_least(-kFarthest)
      .at_most(kFarthest)
      .starts_as("[0, 0, 0.3]");
  keys.vector("velocity_m_per_s", &Ball::velocity).says("How fast it moves then.").at_least(-100).at_most(100);
  keys.number("restitution", &Ball::restitution)
      .says("Share of its speed that is left after it hits a wall.")
      .at_least(0)
      .at_most(1);
  keys.boolean("rough", &Ball::is_rough)
      .says("Does it draw air down as it enters, as stones do? One that is smooth and clean does so only above 7 m/s.");
  return keys;
}

}  // namespace resound
