#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

#include "output/gain.h"
#include "output/raw_sound.h"

namespace resound {

enum class SampleFormat { float32, pcm24, pcm16 };
enum class SoundContainer { wav, flac };  // flac holds whole numbers only

// What a sound file says about itself: in the bext chunk of a WAV (EBU Tech 3285), in the tags of a FLAC.
struct SoundMetadata {
  std::string title;
  std::string version;  // of the program
  std::string scene_name;
  std::string scene_hash;
  std::uint64_t seed = 0;
  std::string part = "mix";        // or which stem
  SampleIndex time_reference = 0;  // [samples] of the first one since the scene began
};

struct SoundFileOptions {
  SoundContainer container = SoundContainer::wav;
  SampleFormat format = SampleFormat::float32;
  Gain gain;
  SoundMetadata metadata;
  std::uint32_t dither_stream = 0;         // files of one render get noise of their own
  std::uint64_t largest_wav = 0xF0000000;  // [bytes]  of sound; more is written as RF64
};

// Writes the whole sound as one file, in one pass. The same sound and options give the same bytes: no date is written.
void write_sound_file(const std::filesystem::path& file, const RawSound& sound, const SoundFileOptions& options);

// The text that stands in bext. Its gain is read back by compare_sounds(), which then compares pascals.
std::string sound_description(const SoundFileOptions& options);

}  // namespace resound
