#pragma once
#include <vector>

#include "numerics/path.h"

namespace resound {

enum class BeaconSignal { click, tone };
enum class BeaconKind { monopole, dipole };

// A test source that can be seen and heard: clicks with a flash to check sync, a tone on a path to check Doppler.
struct Beacon {
  BeaconKind kind = BeaconKind::monopole;
  BeaconSignal signal = BeaconSignal::click;
  double level_db = 80;     // [dB SPL] at one metre: rms of a tone, peak of a click
  double frequency = 1000;  // [Hz]  of a tone
  double interval = 1.0;    // [s]   between clicks
  double offset = 0.0;      // [s]   of the first click
  Vec3 axis{0, 0, 1};       // of a dipole
  double radius = 0.05;     // [m]   of the lamp in the picture
  Path path;
};

}  // namespace resound
