#pragma once

namespace resound {

// Asks for a line of the cache that will be written to, and takes it from other processors that have read it. Without
// this instruction, which every processor of 64 bits knows or passes over, compilers make a fetch for reading of it.
inline void fetch_to_write(const void* at) {
#if defined(__x86_64__)
  asm volatile("prefetchw %0" : : "m"(*static_cast<const char*>(at)));
#else
  __builtin_prefetch(at, 1);
#endif
}

}  // namespace resound
