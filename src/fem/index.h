#pragma once

#include <cstddef>

namespace resound {

// METIS and LAPACK count with int, vectors with size_t.
inline std::size_t index(int i) { return static_cast<std::size_t>(i); }

}  // namespace resound
