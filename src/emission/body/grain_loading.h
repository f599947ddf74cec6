#pragma once
#include <span>
#include <vector>

#include "audio/mode_bank.h"
#include "body/prepared_body.h"
#include "motion/motion_events.h"

// What grains that rest on a body do to its modes (docs/grain-statistics.md). Each contact is a mass on a lossy spring,
//   M(w) = m (1 + i eta) / (1 + i eta - (w / w_c)^2),
// which below w_c rides on the wall and above it stays where it is.
namespace resound {

// One mode's share in all contacts: sums over them of m phi^2 times the two parts of M / m.
struct ModeLoad {
  double mass = 0;  // [1]  Re: what it adds to the mode's mass of 1
  double loss = 0;  // [1]  |Im|
};

// Contacts in the body's own axes.
std::vector<ModeLoad> mode_loads(const PreparedBody& body, std::span<const WallLoad> contacts, double loss_factor);

// The mode as it rings under the load: omega / sqrt(1 + mass), decay + omega loss / 2. To first order in the load this
// is perturbation theory; for heavier loads the root keeps the pitch above 0.
BankMode loaded(const BankMode& mode, const ModeLoad& load);

// Contacts of grains that fill a container up to a level, one for each facet that they cover: a facet is covered if it
// lies below the level and walls stand around it on all sides.
std::vector<WallLoad> contacts_of(const Filling& filling, const PreparedBody& body, const Material& wall);

}  // namespace resound
