#include "output/movie.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "base/child_process.h"
#include "base/error.h"
#include "output/sound_file.h"
#include "output/take.h"
#include "scratch.h"

using namespace resound;

namespace {

constexpr int kRate = 48000;

// Black frames and silence, but every `every`-th frame is white and a click begins with it.
struct ClickAndFlash {
  FrameRate fps;
  int frames = 0;
  int every = 1;
  int checkpoint_every = 1 << 30;  // frames
  int first = 3;
  int checkpoint_once = 0;  // after this many frames

  bool flashes(std::int64_t frame) const { return frame % every == first; }
  SampleIndex samples() const { return frame_start(frames, kRate, fps); }
};

// A click is one smooth half-wave whose peak lies on the sample.
double click(SampleIndex distance) {
  return std::abs(distance) >= 6 ? 0.0
                                 : 0.5 * (0.5 + 0.5 * std::cos(std::numbers::pi * static_cast<double>(distance) / 6));
}

double sound_of(const ClickAndFlash& scene, SampleIndex i, std::int64_t frame) {  // `frame` is near sample i
  for (std::int64_t n = std::max<std::int64_t>(0, frame - 2); n <= frame + 2; ++n)
    if (n < scene.frames && scene.flashes(n)) {
      const double p = click(i - frame_start(n, kRate, scene.fps));
      if (p > 0) return p;
    }
  return 0;
}

std::unique_ptr<Take> record(const std::filesystem::path& folder, const ClickAndFlash& scene, VideoCodec codec) {
  TakeSetup setup;
  setup.folder = folder;
  setup.channel_names = {"left", "right"};
  setup.picture = PictureFormat{64, 36, scene.fps, codec};
  auto take = std::make_unique<Take>(setup);
  Image image{64, 36, std::vector<std::uint8_t>(64 * 36 * 3)};
  for (std::int64_t n = 0; n < scene.frames; ++n) {
    std::ranges::fill(image.rgb, scene.flashes(n) ? 255 : 0);
    take->append(image);
    const SampleIndex begin = frame_start(n, kRate, scene.fps), end = frame_start(n + 1, kRate, scene.fps);
    take->append(Block(begin, static_cast<int>(end - begin), 2, [&](int, SampleIndex i) {
                   return sound_of(scene, i, n);
                 }).heard());
    if (n % scene.checkpoint_every == scene.checkpoint_every - 1 || n == scene.checkpoint_once - 1)
      take->checkpoint({});
  }
  take->finish();
  return take;
}

// When the first sample that the decoder gives is to be heard: the time stamps allow for the encoder's priming.
double sound_start(const std::filesystem::path& movie) {  // [s]
  return std::stod(run_program({"ffprobe", "-v", "error", "-select_streams", "a", "-read_intervals", "%+#8",
                                "-show_entries", "frame=pts_time", "-of", "csv=p=0", movie.string()}));
}

// The length that a player shows. In an MP4 the last packet is whole and the track says where in it the sound ends; in
// a WEBM the decoder already cut it there.
double sound_duration(const std::filesystem::path& movie, std::size_t decoded) {  // [s]
  if (movie.extension() == ".webm") return static_cast<double>(decoded) / kRate;
  return std::stod(run_program({"ffprobe", "-v", "error", "-select_streams", "a", "-show_entries", "stream=duration",
                                "-of", "csv=p=0", movie.string()}));
}

std::vector<float> decoded_sound(const std::filesystem::path& movie, const std::filesystem::path& scratch) {
  run_program({"ffmpeg", "-v", "error", "-y", "-i", movie.string(), "-map", "0:a", "-af", "pan=mono|c0=c0", "-ar",
               fmt::format("{}", kRate), "-f", "f32le", scratch.string()});
  const std::string bytes = content_of(scratch);
  std::vector<float> samples(bytes.size() / 4);
  std::memcpy(samples.data(), bytes.data(), samples.size() * 4);
  return samples;
}

struct DecodedFrame {
  double time = 0;  // [s]
  int brightness = 0;
};

std::vector<DecodedFrame> decoded_frames(const std::filesystem::path& movie, const std::filesystem::path& scratch) {
  run_program({"ffmpeg", "-v", "error", "-y", "-i", movie.string(), "-map", "0:v", "-vf", "scale=1:1:flags=area",
               "-fps_mode", "passthrough", "-pix_fmt", "gray", "-f", "rawvideo", scratch.string()});
  const std::string grey = content_of(scratch);
  std::istringstream times(run_program({"ffprobe", "-v", "error", "-select_streams", "v", "-show_entries",
                                        "frame=pts_time", "-of", "csv=p=0", movie.string()}));
  std::vector<DecodedFrame> frames;
  for (std::string line; std::getline(times, line);)
    if (!line.empty() && frames.size() < grey.size())
      frames.push_back({std::stod(line), static_cast<unsigned char>(grey[frames.size()])});
  CHECK(frames.size() == grey.size());
  return frames;
}

// Every flash is at n / fps and every click at the sample at which frame n begins, both within a millisecond.
void check_sync(const std::filesystem::path& movie, const std::filesystem::path& scratch, const ClickAndFlash& scene) {
  const auto sound = decoded_sound(movie, scratch);
  const auto frames = decoded_frames(movie, scratch);
  const double start = sound_start(movie);
  REQUIRE(static_cast<int>(frames.size()) == scene.frames);
  CHECK(std::abs(sound_duration(movie, sound.size()) - static_cast<double>(scene.samples()) / kRate) < 0.001);
  double worst_flash = 0, worst_click = 0;
  int wrong_frames = 0, clicks = 0;
  for (std::int64_t n = 0; n < scene.frames; ++n) {
    const DecodedFrame& frame = frames[static_cast<std::size_t>(n)];
    worst_flash = std::max(worst_flash, std::abs(frame.time - static_cast<double>(n) / scene.fps.hz()));
    wrong_frames += (frame.brightness > 128) != scene.flashes(n);
    if (!scene.flashes(n)) continue;
    const SampleIndex expected = frame_start(n, kRate, scene.fps);
    SampleIndex loudest = expected;
    for (SampleIndex i = std::max<SampleIndex>(0, expected - 2000);
         i < std::min<SampleIndex>(expected + 2000, static_cast<SampleIndex>(sound.size())); ++i)
      if (std::abs(sound[static_cast<std::size_t>(i)]) > std::abs(sound[static_cast<std::size_t>(loudest)]))
        loudest = i;
    CHECK(std::abs(sound[static_cast<std::size_t>(loudest)]) > 0.2);
    worst_click = std::max(worst_click, std::abs(static_cast<double>(loudest - expected) / kRate + start));
    ++clicks;
  }
  MESSAGE(fmt::format("{} at {}/{} fps: {} clicks, worst click {:.3f} ms, worst frame {:.3f} ms",
                      movie.extension().string(), scene.fps.numerator, scene.fps.denominator, clicks,
                      1000 * worst_click, 1000 * worst_flash));
  CHECK(wrong_frames == 0);
  CHECK(clicks >= 3);
  CHECK(worst_click < 0.001);
  CHECK(worst_flash < 0.001);
}

MovieSound sound_of(const Take& take) { return {take.mix(), Gain{93.97940, 0}, "Click and flash", "seed 1"}; }

void check_movie(const ClickAndFlash& scene, MovieContainer container) {
  const Scratch scratch;
  const bool is_mp4 = container == MovieContainer::mp4;
  const auto take = record(scratch / "take", scene, is_mp4 ? VideoCodec::h264 : VideoCodec::vp9);
  const auto movie = scratch / (is_mp4 ? "a.mp4" : "a.webm");
  write_movie(movie, container, take->segments(), *take->setup().picture, sound_of(*take), {});
  check_sync(movie, scratch / "scratch", scene);
}

constexpr FrameRate kRates[] = {{24000, 1001}, {24, 1}, {25, 1}, {30000, 1001}, {30, 1}, {60, 1}};

}  // namespace

TEST_CASE("click and flash stay together in a short MP4 and WEBM, also across checkpoints") {
  for (const FrameRate fps : {FrameRate{30000, 1001}, FrameRate{25, 1}}) {
    const ClickAndFlash scene{fps, 100, 20, 33};
    check_movie(scene, MovieContainer::mp4);
    check_movie(scene, MovieContainer::webm);
  }
}

TEST_CASE("a stretch of a few frames joins to a long one, as when a render is stopped early") {
  for (const int length : {1, 2, 3, 4}) {
    ClickAndFlash scene{{15, 1}, 60, 13};
    scene.checkpoint_once = length;
    check_movie(scene, MovieContainer::mp4);
  }
}

TEST_CASE("clicks are at their samples in the WAV, with no error at all") {
  const Scratch scratch;
  const ClickAndFlash scene{{24000, 1001}, 48, 12};
  const auto take = record(scratch / "take", scene, VideoCodec::h264);
  SoundFileOptions options;
  write_sound_file(scratch / "a.wav", take->mix(), options);
  const auto sound = decoded_sound(scratch / "a.wav", scratch / "scratch");
  REQUIRE(static_cast<SampleIndex>(sound.size()) == scene.samples());
  for (std::int64_t n = 0; n < scene.frames; ++n)
    if (scene.flashes(n)) {
      const auto peak = static_cast<std::size_t>(frame_start(n, kRate, scene.fps));
      CHECK(sound[peak] == static_cast<float>(0.5f * options.gain.factor()));
      CHECK(sound[peak] > sound[peak - 1]);
      CHECK(sound[peak] > sound[peak + 1]);
    }
}

TEST_CASE("a take of one codec still makes a movie of the other container") {
  const Scratch scratch;
  const ClickAndFlash scene{{25, 1}, 50, 15, 20};
  const auto take = record(scratch / "take", scene, VideoCodec::h264);
  write_movie(scratch / "a.webm", MovieContainer::webm, take->segments(), *take->setup().picture, sound_of(*take), {});
  check_sync(scratch / "a.webm", scratch / "scratch", scene);
}

TEST_CASE("a movie carries its title and its comment, and the sound of a pascal at the gain it was given") {
  const Scratch scratch;
  const ClickAndFlash scene{{25, 1}, 50, 15};
  const auto take = record(scratch / "take", scene, VideoCodec::h264);
  write_movie(scratch / "a.mp4", MovieContainer::mp4, take->segments(), *take->setup().picture, sound_of(*take), {});
  const auto tags = nlohmann::json::parse(run_program(
      {"ffprobe", "-v", "error", "-show_format", "-show_streams", "-of", "json", (scratch / "a.mp4").string()}));
  CHECK(tags["format"]["tags"]["title"] == "Click and flash");
  CHECK(tags["format"]["tags"]["comment"] == "seed 1");
  CHECK(tags["streams"][0]["codec_name"] == "h264");
  CHECK(tags["streams"][0]["r_frame_rate"] == "25/1");
  CHECK(tags["streams"][1]["codec_name"] == "aac");
  const auto sound = decoded_sound(scratch / "a.mp4", scratch / "scratch");
  CHECK(std::ranges::max(sound) == doctest::Approx(0.5).epsilon(0.05));
  const auto bytes = content_of(scratch / "a.mp4");
  CHECK(bytes.find("moov") < bytes.find("mdat"));  // starts to play before it is all there
}

TEST_CASE("frames of odd size make a movie too") {
  const Scratch scratch;
  TakeSetup setup;
  setup.folder = scratch / "take";
  setup.channel_names = {"microphone"};
  setup.picture = PictureFormat{63, 35, {30, 1}, VideoCodec::h264};
  Take take(setup);
  for (int n = 0; n < 10; ++n) take.append(Image{63, 35, std::vector<std::uint8_t>(63 * 35 * 3, 128)});
  take.append(Block(0, 16000, 1, [](int, SampleIndex) { return 0.1; }).heard());
  take.finish();
  write_movie(scratch / "a.mp4", MovieContainer::mp4, take.segments(), *setup.picture, sound_of(take), {});
  CHECK(decoded_frames(scratch / "a.mp4", scratch / "scratch").size() == 10);
}

TEST_CASE("the sound is laid under somebody's own film, in place of its own, and a different length is said") {
  const Scratch scratch;
  const ClickAndFlash scene{{24, 1}, 72, 20};
  const auto take = record(scratch / "take", scene, VideoCodec::h264);
  const auto film = scratch / "the director's cut; -i.mp4";
  double length = 0;  // [s]
  SUBCASE("the film is longer") { length = 4; }
  SUBCASE("the film is shorter") { length = 2; }
  SUBCASE("the film is as long") { length = 3; }
  run_program({"ffmpeg", "-v", "error", "-f", "lavfi", "-i", fmt::format("testsrc=size=64x36:rate=24:d={}", length),
               "-f", "lavfi", "-i", fmt::format("sine=f=440:d={}", length), "-c:v", "libx264", "-pix_fmt", "yuv420p",
               "file:" + film.string()});
  std::vector<std::string> said;
  write_under_film(scratch / "a.mp4", MovieContainer::mp4, film, sound_of(*take),
                   [&](const std::string& message) { said.push_back(message); });
  CHECK(said.size() == (length == 3 ? 0 : 1));
  if (length == 4) CHECK(said[0].find("the last 1.000 s of the film are silent") != std::string::npos);
  if (length == 2) CHECK(said[0].find("the last 1.000 s of the sound are left out") != std::string::npos);
  CHECK(decoded_frames(scratch / "a.mp4", scratch / "scratch").size() == static_cast<std::size_t>(24 * length));
  const auto sound = decoded_sound(scratch / "a.mp4", scratch / "scratch");
  CHECK(std::abs(static_cast<double>(sound.size()) / kRate - length) < 0.025);
  const auto peak = std::max_element(sound.begin(), sound.begin() + kRate / 2) - sound.begin();
  CHECK(std::abs(static_cast<int>(peak) - static_cast<int>(frame_start(3, kRate, scene.fps))) < kRate / 1000);
  CHECK(std::abs(sound[20000]) < 0.01);  // the film's own tone is gone
}

TEST_CASE("a film whose codec does not fit the container is encoded again and it is said") {
  const Scratch scratch;
  const ClickAndFlash scene{{24, 1}, 48, 20};
  const auto take = record(scratch / "take", scene, VideoCodec::h264);
  write_movie(scratch / "film.mp4", MovieContainer::mp4, take->segments(), *take->setup().picture, sound_of(*take), {});
  std::vector<std::string> said;
  write_under_film(scratch / "a.webm", MovieContainer::webm, scratch / "film.mp4", sound_of(*take),
                   [&](const std::string& message) { said.push_back(message); });
  REQUIRE(said.size() == 1);
  CHECK(said[0].find("encoded again") != std::string::npos);
  check_sync(scratch / "a.webm", scratch / "scratch", scene);
}

TEST_CASE("what is not a film is refused as bad input") {
  const Scratch scratch;
  CHECK_THROWS_AS(require_film(scratch / "none.mp4"), InputError);
  std::ofstream(scratch / "text.mp4") << "not a film";
  CHECK_THROWS_AS(require_film(scratch / "text.mp4"), InputError);
  SoundFileOptions options;
  write_sound_file(scratch / "sound.wav", raw_sound(scratch / "a.f32", tone(440, 0.1, 4800)), options);
  CHECK_THROWS_WITH_AS(require_film(scratch / "sound.wav"), doctest::Contains("it has no picture"), InputError);
}

TEST_CASE("a missing program is told with its package and a failing one with its last words") {
  CHECK_THROWS_WITH_AS(run_program({"no-such-program"}), doctest::Contains("apt-get install no-such-program"),
                       FileError);
  CHECK_THROWS_WITH_AS(run_program({"ffmpeg", "-v", "error", "-i", "no-such-file"}),
                       doctest::Contains("No such file or directory"), FileError);
}

TEST_SUITE("slow") {
  TEST_CASE("click and flash do not drift apart in ten minutes of MP4 at any frame rate") {
    for (const FrameRate fps : kRates) {
      const int frames = static_cast<int>(600 * fps.hz());
      check_movie({fps, frames, static_cast<int>(7 * fps.hz()) + 1, frames / 13}, MovieContainer::mp4);
    }
  }

  TEST_CASE("click and flash do not drift apart in ten minutes of WEBM at any frame rate") {
    for (const FrameRate fps : kRates) {
      const int frames = static_cast<int>(600 * fps.hz());
      check_movie({fps, frames, static_cast<int>(7 * fps.hz()) + 1, frames / 13}, MovieContainer::webm);
    }
  }
}
