#pragma once
#include <cstddef>
#include <new>
#include <vector>

namespace resound {

// Memory that begins at the beginning of a cache line, so that rows as long as whole lines do not lie across two.
template <class T>
struct CacheLines {
  using value_type = T;
  static constexpr std::align_val_t kLine{64};  // [bytes]
  CacheLines() = default;
  template <class U>
  CacheLines(const CacheLines<U>&) {}  // NOLINT(google-explicit-constructor): allocators are told of other types so

  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), kLine)); }
  void deallocate(T* at, std::size_t) { ::operator delete(at, kLine); }
  template <class U>
  bool operator==(const CacheLines<U>&) const {
    return true;
  }
};

template <class T>
using AlignedVector = std::vector<T, CacheLines<T>>;

}  // namespace resound
