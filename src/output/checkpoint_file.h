#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"

namespace resound {

// A finished stretch of video in a take.
struct SegmentRecord {
  std::int64_t frames = 0;
  std::uint64_t bytes = 0;  // of its file
};

// How far a take had come, and the state of the stages at that moment.
struct Checkpoint {
  std::string identity;       // of scene, settings and version
  std::uint64_t counter = 0;  // 1, 2, 3, …: the larger is the newer
  SampleIndex samples = 0;
  std::int64_t frames = 0;
  std::vector<SegmentRecord> segments;
  std::vector<std::byte> state;
};

// Written aside, waited for, then renamed: the file is the old one or the new one, never between. A hash at its end
// tells damage.
void write_checkpoint(const std::filesystem::path& file, const Checkpoint& checkpoint);

// Nothing if there is no such file; throws InputError if it is damaged or of another format.
std::optional<Checkpoint> read_checkpoint(const std::filesystem::path& file);

}  // namespace resound
