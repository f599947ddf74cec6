#include "output/sound_file.h"

#include <fmt/format.h>
#include <sndfile.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "base/error.h"
#include "output/dither.h"

namespace resound {
namespace {

struct SoundCloser {
  void operator()(SNDFILE* file) const { sf_close(file); }
};
using SoundHandle = std::unique_ptr<SNDFILE, SoundCloser>;

int bits_of(const SoundFileOptions& options) {  // 0 for float
  if (options.format == SampleFormat::pcm16) return 16;
  const bool is_float = options.format == SampleFormat::float32 && options.container == SoundContainer::wav;
  return is_float ? 0 : 24;
}

int sndfile_format(const RawSound& sound, const SoundFileOptions& options) {
  const int bits = bits_of(options);
  const int sample = bits == 0 ? SF_FORMAT_FLOAT : bits == 24 ? SF_FORMAT_PCM_24 : SF_FORMAT_PCM_16;
  if (options.container == SoundContainer::flac) return SF_FORMAT_FLAC | sample;
  const std::uint64_t bytes_a_sample = bits == 0 ? 4 : static_cast<std::uint64_t>(bits) / 8;
  const auto values = static_cast<std::uint64_t>(sound.samples) * static_cast<std::uint64_t>(sound.channels);
  return (values * bytes_a_sample > options.largest_wav ? SF_FORMAT_RF64 : SF_FORMAT_WAV) | sample;
}

template <std::size_t N>
void copy_text(char (&field)[N], const std::string& text) {
  std::copy_n(text.data(), std::min(text.size(), N), field);
}

void set_broadcast_info(SNDFILE* file, const SoundFileOptions& options) {
  const SoundMetadata& data = options.metadata;
  SF_BROADCAST_INFO info{};
  copy_text(info.description, sound_description(options));
  copy_text(info.originator, "Resound");
  copy_text(info.originator_reference, data.scene_hash);
  info.version = 1;
  info.time_reference_low = static_cast<std::uint32_t>(data.time_reference);
  info.time_reference_high = static_cast<std::uint32_t>(data.time_reference >> 32);
  const int bits = bits_of(options);
  const std::string history = fmt::format("A={},T=Resound {};{}\r\n", bits == 0 ? "FLOAT" : "PCM", data.version,
                                          bits == 0 ? "" : "TPDF dither");
  copy_text(info.coding_history, history);
  info.coding_history_size = static_cast<std::uint32_t>(history.size());
  sf_command(file, SFC_SET_BROADCAST_INFO, &info, sizeof info);
}

void set_metadata(SNDFILE* file, const SoundFileOptions& options) {
  sf_command(file, SFC_SET_ADD_PEAK_CHUNK, nullptr, SF_FALSE);  // it would carry the time of day
  if (options.container == SoundContainer::wav) set_broadcast_info(file, options);
  sf_set_string(file, SF_STR_TITLE, options.metadata.title.c_str());
  sf_set_string(file, SF_STR_COMMENT, sound_description(options).c_str());
}

[[noreturn]] void fail(const std::filesystem::path& path, SNDFILE* file) {
  throw FileError(fmt::format("cannot write {}: {}", path.string(), sf_strerror(file)));
}

SoundHandle open_for_writing(const std::filesystem::path& path, const RawSound& sound,
                             const SoundFileOptions& options) {
  if (options.container == SoundContainer::flac && sound.channels > 8)
    throw UsageError(fmt::format("FLAC holds at most 8 channels and this scene has {}; write a .wav", sound.channels));
  SF_INFO info{};
  info.samplerate = static_cast<int>(sound.sample_rate);
  info.channels = sound.channels;
  info.format = sndfile_format(sound, options);
  SoundHandle file(sf_open(path.c_str(), SFM_WRITE, &info));
  if (!file) fail(path, nullptr);
  set_metadata(file.get(), options);
  return file;
}

// file = pascals * gain, rounded once
void write_floats(SNDFILE* file, RawSoundReader& reader, const SoundFileOptions& options,
                  const std::filesystem::path& path) {
  const double gain = options.gain.factor();
  std::vector<float> scaled;
  for (auto piece = reader.next(); !piece.empty(); piece = reader.next()) {
    scaled.resize(piece.size());
    std::ranges::transform(piece, scaled.begin(), [&](float p) { return static_cast<float>(p * gain); });
    if (sf_write_float(file, scaled.data(), static_cast<sf_count_t>(scaled.size())) !=
        static_cast<sf_count_t>(scaled.size()))
      fail(path, file);
  }
}

void write_whole_numbers(SNDFILE* file, RawSoundReader& reader, const SoundFileOptions& options,
                         const std::filesystem::path& path) {
  const double gain = options.gain.factor();
  const int bits = bits_of(options);
  Dither dither(bits, options.metadata.seed, options.dither_stream);
  std::vector<int> whole;
  for (auto piece = reader.next(); !piece.empty(); piece = reader.next()) {
    whole.resize(piece.size());
    // the library takes the top bits of 32
    std::ranges::transform(piece, whole.begin(),
                           [&](float p) { return dither.quantise(p * gain) * (1 << (32 - bits)); });
    if (sf_write_int(file, whole.data(), static_cast<sf_count_t>(whole.size())) !=
        static_cast<sf_count_t>(whole.size()))
      fail(path, file);
  }
}

}  // namespace

std::string sound_description(const SoundFileOptions& options) {
  const SoundMetadata& data = options.metadata;
  return fmt::format("Resound {}; scene {} {}; {}; seed {}; {}; gain {:.6f} dB re 1/Pa", data.version, data.scene_name,
                     data.scene_hash, data.part, data.seed, options.gain.describe(),
                     20 * std::log10(options.gain.factor()));
}

void write_sound_file(const std::filesystem::path& path, const RawSound& sound, const SoundFileOptions& options) {
  RawSoundReader reader(sound);
  SoundHandle file = open_for_writing(path, sound, options);
  if (bits_of(options) == 0)
    write_floats(file.get(), reader, options, path);
  else
    write_whole_numbers(file.get(), reader, options, path);
  sf_write_sync(file.get());
  if (const int trouble = sf_close(file.release()); trouble != 0)
    throw FileError(fmt::format("cannot write {}: {}", path.string(), sf_error_number(trouble)));
}

}  // namespace resound
