#pragma once
#include <cstdint>
#include <vector>

#include "grain/grain_solver.h"
#include "motion/grain/grain_sorts.h"

namespace resound {

// Where the grains of an object begin: in layers, one above the other, that fill the upright cylinder from its bottom
// on; each a little beside its place in the layer, by chance. No two touch. `first_kind` is that of its smallest.
std::vector<Grain> loose_fill(const Grains& grains, int first_kind, std::uint64_t seed, int object);

}  // namespace resound
