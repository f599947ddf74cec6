#pragma once
#include <functional>
#include <vector>

#include "fem/pencil.h"

namespace resound {

// Motions without strain, given at all places of a body: value(motion, place). Of these `motions`, the combinations
// that vanish at all clamped places, as vectors over the unknowns, `unknowns` of them being value(motion,
// unknown_place[i]).
VectorBlock rigid_motions(int motions, const std::function<double(int motion, std::size_t place)>& value,
                          const std::vector<std::size_t>& unknown_places,
                          const std::vector<std::size_t>& clamped_places);

}  // namespace resound
