#pragma once
#include <filesystem>

namespace resound {

// What a file becomes follows its suffix.
enum class OutputKind { wav, flac, mp4, webm, spectrogram, report };

OutputKind output_kind(const std::filesystem::path& path);  // throws UsageError that lists the suffixes
bool is_movie(OutputKind kind);

}  // namespace resound
