#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include "emission/source.h"

namespace resound {

// A list that keeps its memory as it is from block to block: thousands of facets describe themselves anew in each, on
// several threads, and nobody has to wipe it before.
class SourceList {
 public:
  void clear() { used_ = 0; }
  void push_back(const Source& source) { extend(1).front() = source; }
  // Room for more. It holds what was there before, whose spans point nowhere: whole sources must be assigned. Valid
  // until the list grows again.
  std::span<Source> extend(std::size_t count) {
    if (kept_.size() < used_ + count) kept_.resize(std::max(used_ + count, 2 * kept_.size()));
    used_ += count;
    return std::span(kept_).subspan(used_ - count, count);
  }

  std::size_t size() const { return used_; }
  bool empty() const { return used_ == 0; }
  Source& operator[](std::size_t index) { return kept_[index]; }
  const Source& operator[](std::size_t index) const { return kept_[index]; }
  const Source& back() const { return kept_[used_ - 1]; }
  const Source* begin() const { return kept_.data(); }
  const Source* end() const { return kept_.data() + used_; }

 private:
  std::vector<Source> kept_;
  std::size_t used_ = 0;
};

}  // namespace resound
