#pragma once
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/state_archive.h"

namespace resound {

// Numbers that begin at the beginning of a cache line, so that a row of them does not lie across two.
class AlignedNumbers {
 public:
  AlignedNumbers() = default;
  explicit AlignedNumbers(std::size_t count) : lines_((count + kLine - 1) / kLine), count_(count) {}

  std::span<double> all() { return {lines_.empty() ? nullptr : lines_[0].number.data(), count_}; }
  std::span<const double> all() const { return {lines_.empty() ? nullptr : lines_[0].number.data(), count_}; }
  void archive(StateArchive& state) {
    const std::size_t lines = lines_.size();
    state.fields(lines_);
    if (lines_.size() != lines) throw InputError("the checkpoint is damaged: it belongs to another body");
  }

 private:
  static constexpr std::size_t kLine = 8;
  struct alignas(64) Line {
    std::array<double, kLine> number{};
  };
  std::vector<Line> lines_;
  std::size_t count_ = 0;
};

}  // namespace resound
