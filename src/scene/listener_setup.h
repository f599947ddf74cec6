#pragma once
#include <string>
#include <vector>

#include "numerics/path.h"

namespace resound {

enum class MicrophonePattern { omni, cardioid, figure_eight };
enum class ListenerKind { microphone, pair };

// One ear in the scene. A pair is two microphones `spacing` apart, across the viewing direction.
struct ListenerSetup {
  std::string name = "listener";
  ListenerKind kind = ListenerKind::pair;
  MicrophonePattern pattern = MicrophonePattern::omni;
  Path path{Vec3{0, -1.5, 1.2}};  // [m] of the middle
  Vec3 facing{0, 1, 0};           // the way the listener looks
  double spacing = 0.2;           // [m] of a pair
};

}  // namespace resound
