#pragma once
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "output/gain.h"
#include "output/levels.h"
#include "output/output_kind.h"
#include "output/sound_file.h"
#include "output/take.h"
#include "output/take_description.h"

namespace resound {

struct ExportOptions {
  SampleFormat format = SampleFormat::float32;  // of .wav
  bool force = false;                           // replace what exists
  bool run_record = true;                       // write rain.wav.run.json beside the first output
  std::optional<std::filesystem::path> film;    // lay the sound under this film instead of the rendered frames
  MessageSink message;                          // what was decided on the way
};

struct ExportResult {
  std::vector<std::filesystem::path> files;  // that were written, in order
  Levels levels;                             // of the mix
  Gain gain;                                 // of the first output that holds sound
};

// Asked before a render begins: are the suffixes known, is every file another one, may they be written, is ffmpeg there
// if it will be needed. `stem_names` are the objects whose stems will be written too.
void check_outputs(std::span<const std::filesystem::path> outputs, const std::vector<std::string>& stem_names,
                   const ExportOptions& options);

// Makes every output from a finished take. Stems of the take, if it has any, are written beside the first output:
// "rain.wav" -> "rain.stem-bar.wav". Each file is whole or absent.
ExportResult export_take(const Take& take, const TakeDescription& description,
                         std::span<const std::filesystem::path> outputs, const ExportOptions& options);

}  // namespace resound
