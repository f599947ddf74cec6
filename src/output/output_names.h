#pragma once
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace resound {

// Stems stand beside the output and are sound: FLAC beside a FLAC, WAV beside all else. "rain.wav" and "the bar" ->
// "rain.stem-the-bar.wav". Names that would fall together are numbered.
std::vector<std::filesystem::path> stem_paths(const std::filesystem::path& output,
                                              const std::vector<std::string>& names);

// "rain.wav" -> "rain.wav.run.json"
std::filesystem::path run_record_path(const std::filesystem::path& output);

// Throws UsageError if two of the files are one, however they are spelled: the second would fail, or replace the first,
// only when the render is done.
void require_distinct(std::span<const std::filesystem::path> files);

}  // namespace resound
