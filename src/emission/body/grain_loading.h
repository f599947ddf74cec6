#pragma once
#include <span>
#include <vector>

#include "audio/mode_bank.h"
#include "body/prepared_body.h"
#include "motion/motion_events.h"

// What grains that rest on a body do to its modes (docs/grain-statistics.md). A mode of pitch w_0 that carries columns
// of grains (grain_column.h), each m phi^2 of its mass of 1, rings at the w for which
//   w^2 (1 + sum m phi^2 riding(w)) = w_0^2.
// For light loads this is first-order perturbation. There are several such w: lower than w_0 with the grains riding on
// the wall, higher with grains that stay behind, and others that are swings of the grains. The one of the first two
// that rings with more energy is the mode.
namespace resound {

// How one mode rings under its load.
struct ModeLoad {
  double mass = 0;   // [1]  that rides on it, beside its own mass of 1
  double loss = 0;   // [1]  the part of it that is a quarter of a turn behind
  double share = 1;  // [1]  of a blow's speed that rings like this; the rest goes into the grains
};

// Contacts in the body's own axes.
std::vector<ModeLoad> mode_loads(const PreparedBody& body, std::span<const WallLoad> contacts, double loss_factor);

// The mode as it rings under the load.
BankMode loaded(const BankMode& mode, const ModeLoad& load);

}  // namespace resound
