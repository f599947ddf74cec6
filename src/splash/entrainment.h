#pragma once
#include <span>
#include <vector>

#include "numerics/random_stream.h"
#include "splash/splash.h"
#include "splash/splash_settings.h"

// Which splashes leave bubbles behind, and of what size. docs/liquids.md has the sources.
namespace resound {

// Does a single drop of this diameter [m] and speed [m/s] close off a bubble every time? Between two bounds in Froude
// and Weber numbers, Fr = U^2 / (g d), We = rho U^2 d / sigma [Oguz & Prosperetti 1990; Pumphrey & Elmore 1990]:
//   41.3 Fr^0.179 < We < 48.3 Fr^0.247
bool entrains_regularly(double diameter, double speed, const SplashLiquid& liquid, double gravity);

// How likely an impact entrains air at all: drops by the rule above, everything else P = min(1, (U / 2)^2).
double chance_of_bubbles(const SplashImpact& impact, const SplashLiquid& liquid, double gravity);

// Share of the impact's own volume that becomes air in bubbles: 5 to 20 % above 1 m/s.
double air_share(double speed);

// A radius [m] from n(r) ~ r^(-3/2) below a millimetre and r^(-10/3) above [Deane & Stokes 2002], between two bounds.
double bubble_radius(double smallest, double largest, RandomStream& random);

inline constexpr double kSmallestBubble = 0.15e-3;  // [m]

// Where the impact happened.
struct Pool {
  double level = 0;    // [m]  how deep the liquid is
  double surface = 0;  // [m]  height of its surface
  double fill = 0;     // [1]  level beside the height of the vessel; negative where nobody knows
};

// Bubbles of one impact on liquid, physical rules.
std::vector<SplashBubble> bubbles_of(const SplashImpact& impact, const Pool& pool, const SplashSettings& settings,
                                     RandomStream& random);

// As published: one for every impact, of a share of its radius. Loudness does not depend on the number of particles:
// amplitude and length of a bubble's ringing both go with its radius, so that its energy goes with the volume that
// fell.
SplashBubble published_bubble(const SplashImpact& impact, const Pool& pool, const SplashSettings& settings,
                              RandomStream& random);

// Leaves at most `most`, chosen by chance, loud ones rather than faint ones, and makes each louder by the root of how
// many of its kind it stands for.
void thin_out(std::vector<SplashBubble>& bubbles, std::size_t most, RandomStream& random);

// Slope of the pitch, xi = 0.05 + 0.25 h / H: steeper as a vessel fills; 0.1 where there is none [van den Doel 2005].
double rise_of(const Pool& pool);

}  // namespace resound
