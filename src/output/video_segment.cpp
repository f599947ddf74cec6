#include "output/video_segment.h"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>

#include "base/file.h"

namespace resound {
namespace {

std::vector<std::string> codec_arguments(VideoCodec codec) {
  // -bf 0: no frame is stored before one that is shown earlier. Frames stored out of order overlap where two stretches
  // meet, and a stretch of two frames then cannot be joined to the next
  if (codec == VideoCodec::h264) return {"-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-bf", "0"};
  // real time and no frames held back: a checkpoint waits for the encoder to run dry
  return {"-c:v", "libvpx-vp9",     "-deadline", "realtime", "-cpu-used", "6",    "-row-mt",
          "1",    "-lag-in-frames", "0",         "-crf",     "24",        "-b:v", "0"};
}

std::vector<std::string> encoder_arguments(const std::filesystem::path& file, const PictureFormat& format) {
  // -xerror: without it ffmpeg says that all is well when the disk filled up under the end of a file
  std::vector<std::string> arguments{"ffmpeg", "-v", "error", "-xerror", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24"};
  const auto add = [&](std::vector<std::string> more) { arguments.insert(arguments.end(), more.begin(), more.end()); };
  add({"-video_size", fmt::format("{}x{}", format.width, format.height)});
  add({"-framerate", fmt::format("{}/{}", format.frame_rate.numerator, format.frame_rate.denominator)});
  add({"-i", "pipe:0"});
  // 4:2:0 needs even sizes; the matrix is the one that players assume for what carries these tags
  add({"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p"});
  add({"-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"});
  add(codec_arguments(format.codec));
  add({"-video_track_timescale", fmt::format("{}", video_ticks(format.frame_rate))});
  add({"-fflags", "+bitexact", "-f", "mp4", "file:" + file.string()});
  return arguments;
}

}  // namespace

std::int64_t video_ticks(FrameRate rate) {
  std::int64_t ticks = rate.numerator;
  while (ticks < 10'000) ticks *= 2;  // a coarser clock would round the start of the first frame after B-frames
  return ticks;
}

VideoSegment::VideoSegment(std::filesystem::path file, const PictureFormat& format)
    : file_(std::move(file)),
      aside_(fmt::format("{}.{}.part", file_.string(), ::getpid())),
      encoder_(encoder_arguments(aside_, format), ChildProcess::Input::piped) {}

void VideoSegment::append(const Image& frame) { encoder_.feed(std::as_bytes(std::span(frame.rgb))); }

void VideoSegment::finish() {
  encoder_.finish();
  File(aside_, File::Mode::read).sync();
  std::filesystem::rename(aside_, file_);
}

}  // namespace resound
