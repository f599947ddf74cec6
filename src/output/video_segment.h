#pragma once
#include <filesystem>

#include "base/child_process.h"
#include "base/clock.h"
#include "picture/image.h"

namespace resound {

enum class VideoCodec { h264, vp9 };  // of .mp4 and of .webm

// The frames of a take.
struct PictureFormat {
  int width = 1280;  // [pixels]
  int height = 720;  // [pixels]
  FrameRate frame_rate;
  VideoCodec codec = VideoCodec::h264;
};

// A finished stretch of video.
struct VideoPiece {
  std::filesystem::path file;
  std::int64_t frames = 0;
};

// Ticks a second of the clock in a video file, chosen so that every frame lasts a whole number of them.
std::int64_t video_ticks(FrameRate rate);

// A stretch of video being encoded: raw frames go through a pipe to ffmpeg. It ends at a checkpoint, because an encoder
// cannot be saved and resumed; the stretches are joined without encoding again when the movie is made.
class VideoSegment {
 public:
  VideoSegment(std::filesystem::path file, const PictureFormat& format);
  void append(const Image& frame);
  void finish();  // returns when the file is whole and on the disk

 private:
  std::filesystem::path file_;
  std::filesystem::path aside_;  // bears our process number: an encoder that outlived a killed render writes elsewhere
  ChildProcess encoder_;
};

}  // namespace resound
