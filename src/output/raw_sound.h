#pragma once
#include <filesystem>
#include <span>
#include <vector>

#include "base/clock.h"
#include "base/file.h"

namespace resound {

// Sound as a take keeps it: little-endian float32 pascals, channels interleaved, nothing else in the file.
struct RawSound {
  std::filesystem::path file;
  int channels = 1;
  std::int64_t sample_rate = 48000;  // [Hz]
  SampleIndex samples = 0;           // per channel

  double duration() const { return static_cast<double>(samples) / static_cast<double>(sample_rate); }  // [s]
};

// Reads it front to back in pieces, so that an hour needs no more memory than a second.
class RawSoundReader {
 public:
  explicit RawSoundReader(const RawSound& sound);

  // The next piece, interleaved [Pa]; empty at the end. Valid until the next call.
  std::span<const float> next(std::size_t most_samples = 16384);

 private:
  RawSound sound_;
  File file_;
  SampleIndex position_ = 0;
  std::vector<float> buffer_;
};

// Gathers samples and writes them in large pieces.
class RawSoundWriter {
 public:
  explicit RawSoundWriter(const std::filesystem::path& path) : file_(path, File::Mode::keep) {}
  void append(std::span<const float> interleaved);
  void flush();                                        // to the operating system
  void sync();                                         // to the disk
  void truncate(std::uint64_t size);                   // [bytes]
  std::uint64_t size() const { return file_.size(); }  // [bytes] of what was flushed

 private:
  File file_;
  std::vector<float> buffer_;
};

}  // namespace resound
