#pragma once
#include <vector>

#include "fem/pencil.h"

namespace resound {

// In which turn a factorisation should take each unknown, so that few new entries appear: position[unknown], from 0.
// Nested dissection [Karypis & Kumar 1998] of the graph of nodes, which is smaller than that of the unknowns.
std::vector<int> elimination_order(const Pencil& pencil);

}  // namespace resound
