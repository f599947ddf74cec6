#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "output/export.h"

namespace resound {

// Sound or picture to be played in the page.
struct EmbeddedMedia {
  std::filesystem::path file;
  std::string type;  // "audio/flac"
};

struct Report {
  TakeSetup setup;
  TakeDescription description;
  Levels levels;
  Gain gain;
  double duration = 0;  // [s]
  std::int64_t frames = 0;
  std::string plot;  // PNG bytes
  EmbeddedMedia sound;
  std::optional<EmbeddedMedia> movie;
};

// One HTML file with everything in it: it works offline, from a stick or in a mail.
void write_report(const std::filesystem::path& file, const Report& report);

}  // namespace resound
