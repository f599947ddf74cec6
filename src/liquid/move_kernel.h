#pragma once
#include "liquid/drift.h"
#include "liquid/liquid_particles.h"
#include "liquid/liquid_rows.h"
#include "liquid/pair_numbers.h"
#include "liquid/tait.h"

namespace resound {

// What a pass over a block of rows finds out by the way.
struct MoveFound {
  Drift drift;           // [m]    since the lists were made
  Drift moving;          // [m/s]  velocities
  PairExtremes largest;  // of the rows
  bool is_lost = false;  // is a place not a number?
};

// Moves particles [first, end) on by a step [s] and writes their rows, with velocities as they will be half a step from
// then if they go on to change as they did.
MoveFound move_on(LiquidParticles& particles, std::size_t first, std::size_t end, double step, const PlaceGrid& grid,
                  const Tait& tait, LiquidRow* rows);

}  // namespace resound
