#include "output/output_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>

#include "base/error.h"

namespace resound {

OutputKind output_kind(const std::filesystem::path& path) {
  std::string suffix = path.extension().string();
  std::ranges::transform(suffix, suffix.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (suffix == ".wav") return OutputKind::wav;
  if (suffix == ".flac") return OutputKind::flac;
  if (suffix == ".mp4") return OutputKind::mp4;
  if (suffix == ".webm") return OutputKind::webm;
  if (suffix == ".png") return OutputKind::spectrogram;
  if (suffix == ".html") return OutputKind::report;
  throw UsageError(
      fmt::format("{}: the suffix says what to make; use .wav or .flac (sound), .mp4 or .webm (movie), .png "
                  "(waveform and spectrogram) or .html (report)",
                  path.string()));
}

bool is_movie(OutputKind kind) { return kind == OutputKind::mp4 || kind == OutputKind::webm; }

}  // namespace resound
