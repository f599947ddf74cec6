#include "output/loaded_sound.h"

#include <fmt/format.h>
#include <sndfile.h>
#include <soxr.h>

#include <cstring>
#include <memory>
#include <string>

#include "base/error.h"
#include "output/decibel.h"

namespace resound {
namespace {

struct SoundCloser {
  void operator()(SNDFILE* file) const { sf_close(file); }
};

// Resound writes "… gain -3.5 dB re 1/Pa" (output/sound_file.h).
std::optional<double> gain_in(const std::string& description) {
  const std::string mark = "gain ", unit = " dB re 1/Pa";
  const std::size_t begin = description.rfind(mark), end = description.find(unit, begin);
  if (description.rfind("Resound ", 0) != 0 || begin == std::string::npos || end == std::string::npos) return {};
  return from_decibel(std::strtod(description.c_str() + begin + mark.size(), nullptr));
}

std::optional<double> gain_of(SNDFILE* file) {
  SF_BROADCAST_INFO info{};
  if (sf_command(file, SFC_GET_BROADCAST_INFO, &info, sizeof info) == SF_TRUE)
    if (const auto gain = gain_in(std::string(info.description, strnlen(info.description, sizeof info.description))))
      return gain;
  const char* comment = sf_get_string(file, SF_STR_COMMENT);
  return comment == nullptr ? std::nullopt : gain_in(comment);
}

void refuse_if_huge(const std::filesystem::path& path, const SF_INFO& info) {
  constexpr double kMost = 2e9;  // [bytes]
  if (static_cast<double>(info.frames) * info.channels * sizeof(float) > kMost)
    throw LimitError(fmt::format("{} holds more than 2 GB of sound; compare a shorter part of it", path.string()));
}

}  // namespace

LoadedSound load_sound(const std::filesystem::path& path) {
  SF_INFO info{};
  const std::unique_ptr<SNDFILE, SoundCloser> file(sf_open(path.c_str(), SFM_READ, &info));
  if (!file) throw InputError(fmt::format("cannot read {} as sound: {}", path.string(), sf_strerror(nullptr)));
  refuse_if_huge(path, info);
  LoadedSound sound;
  sound.rate = info.samplerate;
  sound.gain = gain_of(file.get());
  sound.channels.resize(static_cast<std::size_t>(info.channels));
  std::vector<float> piece(16384 * sound.channels.size());
  // the header's count is not trusted: what can be read is what there is
  for (;;) {
    const sf_count_t frames = sf_readf_float(file.get(), piece.data(), 16384);
    for (std::size_t i = 0; i < static_cast<std::size_t>(frames) * sound.channels.size(); ++i)
      sound.channels[i % sound.channels.size()].push_back(piece[i]);
    if (frames < 16384) return sound;
  }
}

void resample(LoadedSound& sound, std::int64_t rate) {
  const soxr_quality_spec_t quality = soxr_quality_spec(SOXR_VHQ, 0);
  for (auto& channel : sound.channels) {
    const double ratio = static_cast<double>(rate) / static_cast<double>(sound.rate);
    std::vector<float> converted(static_cast<std::size_t>(static_cast<double>(channel.size()) * ratio) + 2);
    std::size_t done = 0;
    const soxr_error_t trouble =
        soxr_oneshot(static_cast<double>(sound.rate), static_cast<double>(rate), 1, channel.data(), channel.size(),
                     nullptr, converted.data(), converted.size(), &done, nullptr, &quality, nullptr);
    if (trouble) throw InputError(fmt::format("cannot resample from {} to {} Hz: {}", sound.rate, rate, trouble));
    converted.resize(done);
    channel = std::move(converted);
  }
  sound.rate = rate;
}

}  // namespace resound
