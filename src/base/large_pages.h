#pragma once
#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <new>
#include <vector>

namespace resound {

// Memory that is read here and there, not from front to back: where it is large, the system is asked for large pages,
// because finding an address in small ones takes longer than reading it.
template <class T>
struct LargePages {
  using value_type = T;
  static constexpr std::size_t kPage = std::size_t{1} << 21;  // [bytes]
  LargePages() = default;
  template <class U>
  LargePages(const LargePages<U>&) {}  // NOLINT(google-explicit-constructor): allocators are told of other types so

  static bool is_large(std::size_t bytes) { return bytes >= kPage; }
  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    if (!is_large(bytes)) return static_cast<T*>(::operator new (bytes, std::align_val_t{alignof(T)}));
    const std::size_t whole = (bytes + kPage - 1) / kPage * kPage;
    void* at = std::aligned_alloc(kPage, whole);
    if (at == nullptr) throw std::bad_alloc();
    madvise(at, whole, MADV_HUGEPAGE);  // a wish: nothing depends on it
    return static_cast<T*>(at);
  }
  void deallocate(T* at, std::size_t count) {
    if (is_large(count * sizeof(T)))
      std::free(at);
    else
      ::operator delete (at, std::align_val_t{alignof(T)});
  }
  template <class U>
  bool operator==(const LargePages<U>&) const {
    return true;
  }
};

template <class T>
using LargePageVector = std::vector<T, LargePages<T>>;

}  // namespace resound
