#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "output/checkpoint_file.h"
#include "output/raw_sound.h"
#include "output/recorder.h"
#include "output/video_segment.h"

namespace resound {

struct TakeSetup {
  std::filesystem::path folder;            // see working_folder()
  std::string identity;                    // hash of all that decides the samples: scene, settings, version
  std::int64_t sample_rate = 48000;        // [Hz] of the file
  std::vector<std::string> channel_names;  // of the mix, and of every stem
  std::vector<std::string> stem_names;     // one an object; empty unless stems are asked for
  std::optional<PictureFormat> picture;    // empty: no frames will come
};

// Where the take of an output is kept while it is made: "rain.mp4" -> "rain.mp4.resound".
std::filesystem::path working_folder(const std::filesystem::path& output);

// A render on its way to disk, in a folder of its own beside the output:
//
//   mix.f32  stem-0.f32 …   sound in pascals, as it comes (output/raw_sound.h)
//   segment-000000.mp4 …    video, one piece from checkpoint to checkpoint
//   checkpoint-A, -B        written in turn, so that one is always whole
//   lock                    held by the process that writes
//
// Memory stays flat, peak and loudness are known before any file is made from it, and a render that was killed goes on
// from its last checkpoint. From a finished take every kind of output is made (output/export.h).
class Take final : public Recorder {
 public:
  Take(TakeSetup setup, MessageSink message = {});
  ~Take() override;

  void append(const Heard& heard) override;  // throws UnstableError before a sample that is not a number gets to disk
  void append(const Image& frame) override;
  void checkpoint(const std::vector<std::byte>& state) override;
  std::optional<std::vector<std::byte>> resume() override;

  void finish();  // after the last block; what follows may be asked only then
  RawSound mix() const;
  std::vector<RawSound> stems() const;
  std::vector<VideoPiece> segments() const;
  SampleIndex samples() const { return samples_; }
  std::int64_t frames() const { return frames_; }
  const TakeSetup& setup() const { return setup_; }

  void remove();  // when the outputs are made; the take is of no use afterwards

 private:
  std::filesystem::path path(const std::string& name) const { return setup_.folder / name; }
  std::filesystem::path segment_path(std::size_t index) const;
  std::string identity() const;
  std::optional<Checkpoint> newest_checkpoint();
  void forget_given_checkpoint();
  void begin_recording();
  bool is_backed(const Checkpoint& checkpoint) const;
  void restart_from(const Checkpoint& checkpoint);
  void append_sound(RawSoundWriter& writer, const std::vector<std::span<const double>>& channels);
  void close_segment();
  void say(const std::string& message) const;

  TakeSetup setup_;
  MessageSink message_;
  File lock_;
  std::vector<RawSoundWriter> sound_;      // the mix, then the stems
  std::unique_ptr<VideoSegment> segment_;  // the one being encoded
  std::vector<SegmentRecord> segments_;    // those finished
  std::int64_t segment_frames_ = 0;
  SampleIndex samples_ = 0;
  std::int64_t frames_ = 0;
  std::uint64_t counter_ = 0;
  bool begun_ = false;
  bool has_given_ = false;  // resume() gave checkpoint number counter_, and nothing was recorded since
  std::vector<float> interleaved_;
};

}  // namespace resound
