#include <fmt/format.h>

#include "scene_file/key_tables.h"
#include "scene_file/shared_keys.h"

namespace resound {
namespace {

void add_decay_keys(KeyTable<Bar>& keys) {
  keys.number("decay.low_frequency_hz", in(&Bar::decay, &BarDecay::low_frequency))
      .says("A low note whose ringing time is known.")
      .above(0)
      .at_most(100'000);
  keys.number("decay.low_t60_s", in(&Bar::decay, &BarDecay::low_t60))
      .says("How long the low note takes to fall by 60 dB.")
      .above(0, "a bar needs a positive decay time")
      .at_most(1000);
  keys.number("decay.high_frequency_hz", in(&Bar::decay, &BarDecay::high_frequency))
      .says("A high note whose ringing time is known.")
      .above(0)
      .at_most(100'000);
  keys.number("decay.high_t60_s", in(&Bar::decay, &BarDecay::high_t60))
      .says("How long the high note takes to fall by 60 dB.")
      .above(0, "a bar needs a positive decay time")
      .at_most(1000);
}

void add_wet_patch_keys(KeyTable<Bar>& keys) {
  keys.number("wet_patch.begin_m", in(&Bar::wet, &WetPatch::begin))
      .says("Standing water lies on the bar from here, measured from its left end.")
      .at_least(0);
  keys.number("wet_patch.end_m", in(&Bar::wet, &WetPatch::end))
      .says("It ends here; where the patch ends as it begins the bar is dry.")
      .at_least(0);
  keys.number("wet_patch.bubble_chance", in(&Bar::wet, &WetPatch::bubble_chance))
      .says("Share of the drops landing in the water that leave a ringing bubble.")
      .at_least(0)
      .at_most(1);
  keys.number("wet_patch.bubble_min_radius_m", in(&Bar::wet, &WetPatch::bubble_min_radius))
      .says("Radius of the smallest bubbles.")
      .above(0, "a bubble needs a positive radius")
      .at_most(0.05);
  keys.number("wet_patch.bubble_max_radius_m", in(&Bar::wet, &WetPatch::bubble_max_radius))
      .says("Radius of the largest bubbles.")
      .above(0, "a bubble needs a positive radius")
      .at_most(0.05);
  keys.number("wet_patch.bubble_rise", in(&Bar::wet, &WetPatch::bubble_rise))
      .says("How fast the pitch of a bubble rises, as a share of its decay rate.")
      .at_least(0)
      .at_most(1);
}

// The two losses are fitted to two decay times [physics: sigma(f) = sigma0 + sigma1 f up to constants]; they are
// positive only if the high note rings shorter, but not shorter than in proportion to its frequency.
void check_decay(const Bar& bar, TableReading& table) {
  const BarDecay& decay = bar.decay;
  table.check(decay.low_frequency < decay.high_frequency, {"decay.high_frequency_hz", "decay.low_frequency_hz"},
              fmt::format("it must be above decay.low_frequency_hz, {}", decay.low_frequency));
  if (decay.low_frequency >= decay.high_frequency) return;
  table.check(decay.high_t60 <= decay.low_t60, {"decay.high_t60_s", "decay.low_t60_s"},
              fmt::format("a high note cannot outlast the low one, {} s", decay.low_t60));
  const double shortest = decay.low_t60 * decay.low_frequency / decay.high_frequency;
  table.check(decay.high_t60 >= shortest,
              {"decay.high_t60_s", "decay.low_t60_s", "decay.high_frequency_hz", "decay.low_frequency_hz"},
              fmt::format("losses that fit both notes need at least {:.4g} s", shortest));
}

void check_wet_patch(const Bar& bar, TableReading& table) {
  table.check(bar.wet.begin <= bar.wet.end, {"wet_patch.begin_m", "wet_patch.end_m"},
              fmt::format("it must not be beyond wet_patch.end_m, {}", bar.wet.end));
  table.check(bar.wet.end <= bar.length, {"wet_patch.end_m", "length_m"},
              fmt::format("the patch must end on the bar, which is {} m long", bar.length));
  table.check(bar.wet.bubble_min_radius <= bar.wet.bubble_max_radius,
              {"wet_patch.bubble_min_radius_m", "wet_patch.bubble_max_radius_m"},
              fmt::format("it must not be above wet_patch.bubble_max_radius_m, {}", bar.wet.bubble_max_radius));
}

}  // namespace

template <>
KeyTable<Bar> describe_keys<Bar>() {
  KeyTable<Bar> keys("bar", "A uniform bar that rings when it is struck.");
  keys.sounds_with({"rain"});
  const std::vector<std::pair<std::string, BarEnd>> ends{
      {"free", BarEnd::free}, {"clamped", BarEnd::clamped}, {"supported", BarEnd::supported}};

  keys.number("length_m", &Bar::length)
      .says("How long the bar is.")
      .above(0, "a bar needs a positive length")
      .at_most(100)
      .starts_as("0.5");
  keys.number("width_m", &Bar::width)
      .says("How wide a rectangular bar is; the wider, the more drops meet it.")
      .above(0, "a bar needs a positive width")
      .at_most(10)
      .starts_as("0.04");
  keys.number("thickness_m", &Bar::thickness)
      .says(
          "How thick a rectangular bar is from top to bottom, or the diameter of a round one; twice as thick rings an "
          "octave higher.")
      .at_least(1e-5, "a bar needs a thickness of at least 0.01 mm")
      .at_most(1)
      .starts_as("0.01");
  keys.choice("section", &Bar::section, {{"rectangular", BarSection::rectangular}, {"round", BarSection::round}})
      .says("The shape of a cut across the bar.");
  add_material_keys(keys, &Bar::material);
  keys.choice("left_end", &Bar::left_end, ends).says("How the left end is held, the one toward its negative x.");
  keys.choice("right_end", &Bar::right_end, ends).says("How the right end is held.");
  add_decay_keys(keys);
  keys.choice("method", &Bar::method,
              {{"modes", BarMethod::modes}, {"finite_differences", BarMethod::finite_differences}})
      .says("How the bar is computed: its exact modes, or a grid along it.");
  keys.integer("oversampling", &Bar::oversampling)
      .says("Finite differences run at this multiple of the sample rate.")
      .at_least(1)
      .at_most(64);
  keys.integer("intervals", &Bar::intervals)
      .says("Grid intervals of finite differences; 0 takes the most that are stable.")
      .at_least(0)
      .at_most(10'000);
  add_wet_patch_keys(keys);
  add_pose_keys(keys, &Bar::pose, "bar", "[0, 0, 0.8]");

  keys.rule([](const Bar& bar, TableReading& table) {
    table.check(bar.thickness < bar.length, {"thickness_m", "length_m"},
                fmt::format("a bar must be longer than it is thick, and this one is {} m long", bar.length));
  });
  keys.rule(check_decay);
  keys.rule(check_wet_patch);
  return keys;
}

}  // namespace resound
