#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace resound {

struct ObjectDescription {
  std::string name;    // "bar"
  std::string kind;    // "bar", "rain", …
  std::string detail;  // a few words for the report, may be empty
};

struct Timing {
  std::string what;    // "motion"
  double seconds = 0;  // [s] of wall time
};

// What a take is of: all that the outputs say about it beside the sound itself.
struct TakeDescription {
  std::string title;       // "Rain on an aluminium bar"
  std::string scene_name;  // "rain"
  std::string scene_hash;
  std::string scene_text;  // canonical, for the report
  std::uint64_t seed = 0;
  std::string version;     // of the program
  std::string command;     // that makes it again
  double full_scale = 94;  // [dB SPL]  peak level of the sample value 1.0
  double begin = 0;        // [s]  of file time: where a crop starts
  std::vector<ObjectDescription> objects;
  std::vector<std::pair<std::string, std::string>> settings;  // "sample rate", "48000 Hz"
  std::vector<Timing> timings;
};

}  // namespace resound
