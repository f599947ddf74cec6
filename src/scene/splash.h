#pragma once
#include "base/clock.h"

// How a liquid of particles sounds, whoever moves it: the same settings for a simulated liquid, for somebody else's
// particles and for a list of splashes. docs/liquids.md has the rules and their sources.
namespace resound {

// What the liquid is, as bubbles and drops feel it; water at 20 degrees unless said.
struct LiquidMatter {
  double density = 998.2;           // [kg/m^3]
  double surface_tension = 0.0728;  // [N/m]
  double viscosity = 1.0e-3;        // [Pa s]
  double sound_speed = 1482;        // [m/s]
  double pressure = 101'325;        // [Pa]  of the air above
};

// How splashes are found in the motion.
enum class SplashDetection {
  substep,  // at each step of the solver, at their true times
  frame,    // once a picture frame, at a random time within it, as published
};

// By which rules a splash becomes bubbles and sound.
enum class SplashRules {
  physical,
  as_published,  // [Drioli & Rocchesso]: every collision one bubble of a share of its size, 3 / r, a doubled slope
};

// What an ear in the air gets of a bubble under the surface.
enum class BubbleOutlet {
  dipole,  // the bubble and its mirror image in the surface: weaker the shallower it is
  flow,    // the surface passes the whole of its flow on, as for rain
};

struct SplashSound {
  SplashRules rules = SplashRules::physical;
  SplashDetection detection = SplashDetection::substep;
  FrameRate frame_rate{30, 1};  // [1/s]  of the frames of SplashDetection::frame
  BubbleOutlet outlet = BubbleOutlet::dipole;
  double bubbles_gain = 1;              // [1]    of the amplitude
  double impacts_gain = 1;              // [1]
  double most_bubbles = 2000;           // [1/s]  more are merged: those that remain are louder
  int most_impacts = 64;                // in a thirtieth of a second; likewise
  double published_bubble_share = 0.3;  // [1]  as published: radius of a bubble beside that of what fell
  double air_column = 0.35;             // [1]    share of what is heard through the vessel's column of air
};

}  // namespace resound
