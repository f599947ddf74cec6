#include "output/raw_sound.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/error.h"

namespace resound {

static_assert(std::endian::native == std::endian::little, "takes hold little-endian floats");

RawSoundReader::RawSoundReader(const RawSound& sound) : sound_(sound), file_(sound.file, File::Mode::read) {}

std::span<const float> RawSoundReader::next(std::size_t most_samples) {
  const auto left = static_cast<std::size_t>(sound_.samples - position_);
  const std::size_t count = std::min(most_samples, left);
  buffer_.resize(count * static_cast<std::size_t>(sound_.channels));
  const auto bytes = std::as_writable_bytes(std::span(buffer_));
  if (file_.read(bytes) != bytes.size())
    throw FileError(fmt::format("{} is shorter than was recorded; render again", sound_.file.string()));
  position_ += static_cast<SampleIndex>(count);
  return buffer_;
}

void RawSoundWriter::append(std::span<const float> interleaved) {
  constexpr std::size_t kPiece = 1 << 16;
  buffer_.insert(buffer_.end(), interleaved.begin(), interleaved.end());
  if (buffer_.size() >= kPiece) flush();
}

void RawSoundWriter::flush() {
  file_.write(std::as_bytes(std::span(buffer_)));
  buffer_.clear();
}

void RawSoundWriter::sync() {
  flush();
  file_.sync();
}

void RawSoundWriter::truncate(std::uint64_t size) {
  buffer_.clear();
  file_.truncate(size);
}

}  // namespace resound
