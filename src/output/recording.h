#pragma once
#include <string>
#include <vector>

#include "base/clock.h"
#include "output/recorder.h"

namespace resound {

// A render held in memory: for short scenes, tests, and programs that embed the library.
struct Recording {
  SampleRate rate;
  std::vector<std::vector<float>> channels;            // [Pa]
  std::vector<std::vector<std::vector<float>>> stems;  // [object][channel]  [Pa]
  std::vector<Image> frames;
};

class MemoryRecorder final : public Recorder {
 public:
  explicit MemoryRecorder(SampleRate rate) { recording_.rate = rate; }
  void append(const Heard& heard) override;
  void append(const Image& frame) override { recording_.frames.push_back(frame); }
  void checkpoint(const std::vector<std::byte>&) override {}
  std::optional<std::vector<std::byte>> resume() override { return std::nullopt; }
  Recording take() { return std::move(recording_); }

 private:
  Recording recording_;
};

}  // namespace resound
