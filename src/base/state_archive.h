#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.h"

namespace resound {

class StateArchive;

template <class T>
concept HasArchive = requires(T value, StateArchive& state) {
  value.archive(state);
};

// Carries the changing state of every stage to and from a checkpoint. One function per class serves both directions:
//
//   void archive(StateArchive& state) { state.fields(displacement_, previous_, next_drop_); }
//
// What a constructor can rebuild from the scene is not state. Counts read back are checked against the bytes that are
// really there before memory is taken.
class StateArchive {
 public:
  StateArchive() = default;                                                                          // saves
  explicit StateArchive(std::vector<std::byte> bytes) : bytes_(std::move(bytes)), loading_(true) {}  // loads

  bool is_loading() const { return loading_; }
  bool is_exhausted() const { return position_ == bytes_.size(); }
  const std::vector<std::byte>& bytes() const { return bytes_; }

  template <class... Fields>
  void fields(Fields&... field) {
    (visit(field), ...);
  }

 private:
  template <class T>
  void visit(T& value) {
    if constexpr (HasArchive<T>) {
      value.archive(*this);
    } else if constexpr (std::is_trivially_copyable_v<T>) {
      raw(&value, sizeof(T));
    } else {
      visit_sequence(value);
    }
  }

  template <class Sequence>
  void visit_sequence(Sequence& sequence) {
    std::uint64_t count = sequence.size();
    raw(&count, sizeof count);
    if (loading_) {
      if (count > bytes_.size() - position_)
        throw InputError("the checkpoint is damaged: it counts more than it holds");
      sequence.resize(count);
    }
    using Element = typename Sequence::value_type;
    if constexpr (std::is_trivially_copyable_v<Element> && !HasArchive<Element>) {
      if (count > 0) raw(sequence.data(), count * sizeof(Element));
    } else {
      for (auto& element : sequence) visit(element);
    }
  }

  // Out of line: seen from within a caller that saves, gcc warns of the branch that loads.
  void raw(void* data, std::size_t size);

  std::vector<std::byte> bytes_;
  std::size_t position_ = 0;
  bool loading_ = false;
};

}  // namespace resound
