#pragma once
#include <tbb/enumerable_thread_specific.h>

namespace resound {

// Working memory of which each thread has its own, whoever's thread it is: mine() is that of the caller. Nothing in it
// may change results, and who holds it must not start anything parallel: a thread that waits may take another piece of
// the same work.
template <class T>
class PerThread {
 public:
  T& mine() { return all_.local(); }

 private:
  tbb::enumerable_thread_specific<T> all_;
};

}  // namespace resound
