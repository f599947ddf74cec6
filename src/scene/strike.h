#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <variant>

#include "numerics/vec3.h"
#include "scene/material.h"

namespace resound {

// Heads that mallets have, and what a striker's tip can be made of: one of these, or any material.
enum class MalletHead { steel, wood, rubber, felt };
using StrikerTip = std::variant<MalletHead, Material>;

// Something small hits an object, once or again and again.
struct Strike {
  std::string target;   // name of the object that is struck
  double time = 0.1;    // [s]    of the first touch
  double interval = 0;  // [s]    between touches
  int count = 1;
  Vec3 place;                     // [m]    on the target, along its own axes; the nearest point of its skin is hit
  std::optional<Vec3> direction;  // of the blow, along the target's axes; straight into the skin if not said
  double speed = 1.0;             // [m/s]
  double mass = 0.02;             // [kg]   of what strikes
  double radius = 0.01;           // [m]    of its tip
  StrikerTip tip = MalletHead::wood;
};

// Blows that somebody's own simulator has computed, one a line (docs/hits.md).
struct HitList {
  std::string name;                   // of the file, as the scene says it: CSV or JSONL
  std::filesystem::path file;         // where it is
  double offset = 0;                  // [s]   added to the times in it
  double mass = 0.02;                 // [kg]  of what strikes, where a line does not say
  double radius = 0.01;               // [m]   likewise
  StrikerTip tip = MalletHead::wood;  // likewise
};

}  // namespace resound
