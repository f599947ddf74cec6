#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "grain/grain_solver.h"
#include "motion/grain/grain_sorts.h"

namespace resound {

// Where the grains of an object begin: in layers, one above the other, that fill the upright cylinder from its bottom
// on; each a little beside its place in the layer, and clumps turned, by chance. No two touch. `kinds` are those of the
// object, from its smallest, which is number `first_kind`.
std::vector<Grain> loose_fill(const Grains& grains, std::span<const GrainKind> kinds, int first_kind,
                              std::uint64_t seed, int object);

}  // namespace resound
