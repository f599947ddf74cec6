#include "output/movie.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "base/atomic_file.h"
#include "base/child_process.h"
#include "base/error.h"

namespace resound {
namespace {

using Arguments = std::vector<std::string>;

void add(Arguments& arguments, const Arguments& more) { arguments.insert(arguments.end(), more.begin(), more.end()); }

// The nearest that the codec can carry: AAC knows a list of rates, Opus runs at 48 kHz.
std::int64_t codec_rate(MovieContainer container, std::int64_t rate) {
  static const std::set<std::int64_t> aac{96000, 88200, 64000, 48000, 44100, 32000,
                                          24000, 22050, 16000, 12000, 11025, 8000};
  return container == MovieContainer::mp4 && aac.contains(rate) ? rate : 48000;
}

// Pascals to sample values; a movie has one or two channels, since players take more for surround speakers.
std::string sound_filter(const MovieSound& movie) {
  const std::string gain = fmt::format("volume=volume={:.12g}:precision=double", movie.gain.factor());
  return movie.sound.channels == 1 ? gain : "pan=stereo|c0=c0|c1=c1," + gain;
}

Arguments sound_input(const RawSound& sound) {
  return {"-f",  "f32le",
          "-ar", fmt::format("{}", sound.sample_rate),
          "-ac", fmt::format("{}", sound.channels),
          "-i",  "file:" + sound.file.string()};
}

Arguments sound_codec(MovieContainer container, const RawSound& sound) {
  Arguments arguments{"-ar", fmt::format("{}", codec_rate(container, sound.sample_rate))};
  const bool is_mono = sound.channels == 1;
  if (container == MovieContainer::mp4) add(arguments, {"-c:a", "aac", "-b:a", is_mono ? "160k" : "256k"});
  // The container tells the player to drop the encoder's priming and counts time from before it, so the first packet
  // belongs at 0; left at minus the priming, it would push the picture later instead.
  if (container == MovieContainer::webm)
    add(arguments, {"-c:a", "libopus", "-b:a", is_mono ? "128k" : "192k", "-bsf:a", "setts=ts=TS-STARTPTS"});
  return arguments;
}

Arguments file_end(MovieContainer container, const std::filesystem::path& file) {
  if (container == MovieContainer::webm) return {"-fflags", "+bitexact", "-f", "webm", "file:" + file.string()};
  return {"-movflags", "+faststart", "-fflags", "+bitexact", "-f", "mp4", "file:" + file.string()};
}

Arguments encode_again(MovieContainer container) {
  if (container == MovieContainer::mp4)
    return {"-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-pix_fmt", "yuv420p"};
  return {"-c:v", "libvpx-vp9", "-deadline", "good", "-cpu-used", "5",    "-row-mt",
          "1",    "-pix_fmt",   "yuv420p",   "-crf", "24",        "-b:v", "0"};
}

void announce_sound(const MovieSound& movie, MovieContainer container, const MessageSink& message) {
  if (!message) return;
  const std::int64_t rate = codec_rate(container, movie.sound.sample_rate);
  if (rate != movie.sound.sample_rate)
    message(fmt::format("the movie's sound is resampled from {} to {} Hz, which its codec can carry",
                        movie.sound.sample_rate, rate));
  if (movie.sound.channels > 2)
    message(fmt::format("the movie carries the first 2 of {} channels; write a .wav for all", movie.sound.channels));
}

// An MP4 gets a clock in which every frame lasts a whole number of ticks. The segments are joined in microseconds; each
// frame is put back on its own tick, n / fps. (A WEBM counts milliseconds, which the join is exact enough for.)
Arguments exact_frame_clock(const PictureFormat& picture, bool is_copied) {
  const FrameRate fps = picture.frame_rate;
  Arguments arguments{"-video_track_timescale", fmt::format("{}", video_ticks(fps))};
  const std::int64_t frame = video_ticks(fps) / fps.numerator * fps.denominator;  // [ticks]
  if (is_copied) add(arguments, {"-bsf:v", fmt::format("setts=pts=round(PTS/{0})*{0}:dts=round(DTS/{0})*{0}", frame)});
  return arguments;
}

// Their lengths are given because the files round theirs up to milliseconds, which would add up to a drift.
std::filesystem::path write_segment_list(const std::vector<VideoPiece>& segments, FrameRate fps) {
  std::string list = "ffconcat version 1.0\n";
  std::int64_t frame = 0;
  for (const VideoPiece& segment : segments) {
    constexpr std::int64_t kMicro = 1'000'000;
    const std::int64_t begin = frame_start(frame, kMicro, fps), end = frame_start(frame + segment.frames, kMicro, fps);
    list += fmt::format("file {}\nduration {}us\n", segment.file.filename().string(), end - begin);
    frame += segment.frames;
  }
  auto path = folder_of(segments[0].file) / "segments.txt";
  write_atomically(path, true, list);
  return path;
}

struct Film {
  std::string codec;
  double duration = 0;  // [s] of its picture
};

double seconds_in(const nlohmann::json& object) {
  const auto value = object.find("duration");
  return value == object.end() || !value->is_string() ? 0.0 : std::strtod(value->get<std::string>().c_str(), nullptr);
}

Film examine(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) throw InputError(fmt::format("the film {} does not exist", path.string()));
  const auto refuse = [&](const std::string& why) {
    throw InputError(fmt::format("{} cannot be used as a film: {}", path.string(), why));
  };
  std::string answer;
  try {
    answer = run_program({"ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries",
                          "stream=codec_name,duration:format=duration", "-of", "json", "file:" + path.string()});
  } catch (const FileError& error) {
    run_program({"ffprobe", "-version"});  // if it is missing, say that instead
    refuse(error.what());
  }
  const auto json = nlohmann::json::parse(answer, nullptr, false);
  if (json.is_discarded() || json["streams"].empty()) refuse("it has no picture");
  const auto& stream = json["streams"][0];
  Film film{stream.value("codec_name", ""), seconds_in(stream)};
  if (film.duration <= 0) film.duration = seconds_in(json["format"]);
  if (film.duration <= 0) refuse("it does not tell its length");
  return film;
}

bool fits(const std::string& codec, MovieContainer container) {
  static const std::set<std::string> mp4{"h264", "hevc", "av1", "vp9", "mpeg4"}, webm{"vp8", "vp9", "av1"};
  return (container == MovieContainer::mp4 ? mp4 : webm).contains(codec);
}

void announce_film(const Film& film, const std::filesystem::path& path, double sound_duration, bool is_copied,
                   const MessageSink& message) {
  if (!message) return;
  if (!is_copied)
    message(fmt::format("the picture of {} ({}) does not fit the container and is encoded again", path.string(),
                        film.codec));
  const double excess = sound_duration - film.duration;
  if (std::abs(excess) < 0.05) return;  // about a frame
  message(fmt::format("{} lasts {:.3f} s and the sound {:.3f} s: {}", path.string(), film.duration, sound_duration,
                      excess > 0 ? fmt::format("the last {:.3f} s of the sound are left out", excess)
                                 : fmt::format("the last {:.3f} s of the film are silent", -excess)));
}

}  // namespace

void write_movie(const std::filesystem::path& file, MovieContainer container, const std::vector<VideoPiece>& segments,
                 const PictureFormat& picture, const MovieSound& movie, const MessageSink& message) {
  if (segments.empty()) throw UsageError("a movie needs a picture and this render has none");
  announce_sound(movie, container, message);
  Arguments arguments{"ffmpeg", "-v", "error", "-xerror", "-y", "-f", "concat", "-i"};
  arguments.push_back("file:" + write_segment_list(segments, picture.frame_rate).string());
  add(arguments, sound_input(movie.sound));
  add(arguments, {"-map", "0:v:0", "-map", "1:a:0"});
  const VideoCodec native = container == MovieContainer::mp4 ? VideoCodec::h264 : VideoCodec::vp9;
  add(arguments, picture.codec == native ? Arguments{"-c:v", "copy"} : encode_again(container));
  if (container == MovieContainer::mp4) add(arguments, exact_frame_clock(picture, picture.codec == native));
  add(arguments, {"-af", sound_filter(movie)});
  add(arguments, sound_codec(container, movie.sound));
  add(arguments, {"-metadata", "title=" + movie.title, "-metadata", "comment=" + movie.comment});
  add(arguments, file_end(container, file));
  run_program(arguments);
}

void write_under_film(const std::filesystem::path& file, MovieContainer container, const std::filesystem::path& path,
                      const MovieSound& movie, const MessageSink& message) {
  const Film film = examine(path);
  const bool is_copied = fits(film.codec, container);
  announce_sound(movie, container, message);
  announce_film(film, path, movie.sound.duration(), is_copied, message);
  Arguments arguments{"ffmpeg", "-v", "error", "-xerror", "-y", "-i", "file:" + path.string()};
  add(arguments, sound_input(movie.sound));
  add(arguments, {"-map", "0:v:0", "-map", "1:a:0"});
  add(arguments, is_copied ? Arguments{"-c:v", "copy"} : encode_again(container));
  add(arguments,
      {"-af", fmt::format("{0},atrim=end={1:.6f},apad=whole_dur={1:.6f}", sound_filter(movie), film.duration)});
  add(arguments, sound_codec(container, movie.sound));
  add(arguments, {"-metadata", "comment=" + movie.comment});
  add(arguments, file_end(container, file));
  run_program(arguments);
}

std::string write_player_sound(const std::filesystem::path& file, const MovieSound& movie) {
  constexpr double kShort = 60;  // [s]
  const bool is_short = movie.sound.duration() <= kShort;
  Arguments arguments{"ffmpeg", "-v", "error", "-xerror", "-y"};
  add(arguments, sound_input(movie.sound));
  add(arguments, {"-af", sound_filter(movie)});
  add(arguments, sound_codec(MovieContainer::mp4, movie.sound));
  if (is_short) add(arguments, {"-c:a", "flac", "-sample_fmt", "s32", "-f", "flac"});
  if (!is_short) add(arguments, {"-movflags", "+faststart", "-f", "mp4"});
  add(arguments, {"-fflags", "+bitexact", "file:" + file.string()});
  run_program(arguments);
  return is_short ? "audio/flac" : "audio/mp4";
}

void require_film(const std::filesystem::path& film) { examine(film); }

}  // namespace resound
