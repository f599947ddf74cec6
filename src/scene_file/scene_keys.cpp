#include "scene_file/key_tables.h"

namespace resound {

template <>
KeyTable<Scene> describe_keys<Scene>() {
  KeyTable<Scene> keys("", "Keys at the top of the file, before the first table.");
  keys.text("title", &Scene::title).says("One line that says what is heard.").at_most(200).starts_as("\"My scene\"");
  keys.number("duration_s", &Scene::duration)
      .says("How much of the scene's time is rendered.")
      .above(0, "a render needs a positive duration")
      .at_most(1e6)
      .starts_as("4");
  keys.integer("seed", &Scene::seed)
      .says("Another seed gives other drops of the same rain; the same seed gives the same samples.")
      .at_least(0);
  keys.integer("sample_rate_hz", &Scene::sample_rate)
      .says("Sample rate of the sound file.")
      .at_least(8000)
      .at_most(384'000);
  keys.integer("slow_motion", &Scene::slow_motion)
      .says("The file plays this many times slower than the scene happens, sound and picture alike.")
      .at_least(1)
      .at_most(64);
  keys.number("full_scale_db_spl", &Scene::full_scale)
      .says("The peak sound pressure level that a sample value of 1 stands for; lower makes the file louder.")
      .at_least(0)
      .at_most(200);
  keys.boolean("visibility", &Scene::visibility)
      .says("Sources that a solid hides from the listener fall silent, as in O'Brien, Cook and Essl 2001.");
  return keys;
}

}  // namespace resound
