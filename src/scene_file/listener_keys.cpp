#include "scene_file/key_tables.h"
#include "scene_file/shared_keys.h"

namespace resound {

template <>
KeyTable<ListenerSetup> describe_keys<ListenerSetup>() {
  KeyTable<ListenerSetup> keys("listener", "Where the scene is heard from. Write [[listener]] for each of several.");
  keys.text("name", &ListenerSetup::name)
      .says("What its channels are called; no two listeners share a name.")
      .at_least(1)
      .at_most(64)
      .otherwise("listener; listener-2 and so on from the second on");
  keys.choice("kind", &ListenerSetup::kind, {{"microphone", ListenerKind::microphone}, {"pair", ListenerKind::pair}})
      .says("One microphone, or a pair of them side by side.")
      .starts_as("\"pair\"");
  keys.choice("pattern", &ListenerSetup::pattern,
              {{"omni", MicrophonePattern::omni},
               {"cardioid", MicrophonePattern::cardioid},
               {"figure_eight", MicrophonePattern::figure_eight}})
      .says("The directions that a microphone hears.");
  add_path_keys(keys, &ListenerSetup::path, "listener", "[0, -1, 1.2]");
  keys.direction("facing", &ListenerSetup::facing).says("The way the listener looks; the pair lies across it.");
  keys.number("spacing_m", &ListenerSetup::spacing)
      .says("Distance between the two microphones of a pair.")
      .above(0, "a pair needs a positive spacing")
      .at_most(100);
  return keys;
}

}  // namespace resound
