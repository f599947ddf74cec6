#pragma once

namespace resound {

// Which collisions of grains are left out because nobody would hear them (docs/collisions.md).
struct Unheard {
  double energy = 0;  // [1]    the weakest, as long as this share of all energy in the audible band is not reached
  double slower = 0;  // [m/s]  those slower than this [Marko 2013: 1e-4]
};

}  // namespace resound
