#include "scene_file/key_tables.h"
#include "scene_file/shared_keys.h"

namespace resound {

template <>
KeyTable<Beacon> describe_keys<Beacon>() {
  KeyTable<Beacon> keys("beacon", "A lamp that clicks or hums, to check synchrony, levels and Doppler shift.");
  keys.choice("kind", &Beacon::kind, {{"monopole", BeaconKind::monopole}, {"dipole", BeaconKind::dipole}})
      .says("Radiates to all sides alike, or along an axis.");
  keys.choice("signal", &Beacon::signal, {{"click", BeaconSignal::click}, {"tone", BeaconSignal::tone}})
      .says("Clicks with a flash of the lamp, or a steady tone.")
      .starts_as("\"click\"");
  keys.number("level_db_spl", &Beacon::level_db)
      .says("Level at one metre: the rms of a tone, the peak of a click.")
      .at_least(-100)
      .at_most(200);
  keys.number("frequency_hz", &Beacon::frequency)
      .says("Frequency of a tone.")
      .above(0, "a tone needs a positive frequency")
      .at_most(200'000);
  keys.number("interval_s", &Beacon::interval)
      .says("Time from one click to the next.")
      .at_least(0.001)
      .at_most(1e6)
      .starts_as("1");
  keys.number("offset_s", &Beacon::offset).says("Time of the first click.").at_least(0).at_most(1e6);
  keys.direction("axis", &Beacon::axis).says("The axis of a dipole.");
  keys.number("radius_m", &Beacon::radius)
      .says("Radius of the lamp in the picture.")
      .above(0, "a lamp needs a positive radius")
      .at_most(100);
  add_path_keys(keys, &Beacon::path, "beacon", "[0, 0, 0.8]");
  return keys;
}

}  // namespace resound
