#include "scene_file/key_tables.h"

namespace resound {

template <>
KeyTable<Air> describe_keys<Air>() {
  KeyTable<Air> keys("air", "The weather that the sound travels through.");
  keys.number("temperature_c", &Air::temperature)
      .says("Temperature; sound is faster in warm air.")
      .at_least(-60)
      .at_most(60);
  keys.number("humidity_percent", &Air::humidity)
      .says("Relative humidity; dry air swallows more of the high notes.")
      .at_least(0)
      .at_most(100);
  keys.number("pressure_pa", &Air::pressure).says("Barometric pressure.").at_least(10'000).at_most(200'000);
  keys.boolean("absorption", &Air::absorption).says("Lose high notes with distance, after ISO 9613-1.");
  return keys;
}

template <>
KeyTable<Ground> describe_keys<Ground>() {
  KeyTable<Ground> keys("ground", "The floor of the scene.");
  keys.number("height_m", &Ground::height).says("Where the ground is; z is up.").at_least(-10'000).at_most(10'000);
  keys.boolean("reflects", &Ground::reflects).says("A rigid floor that mirrors every sound.");
  return keys;
}

}  // namespace resound
