#pragma once

// Closed forms for equal hard balls that fly about: solid fraction phi [1], diameter D [m], granular temperature
// T = <v_x^2> [m^2/s^2] about the mean motion, restitution e [1].
namespace resound {

// How much more often balls touch than points would: g = (1 - phi/2) / (1 - phi)^3 [Carnahan & Starling 1969].
double contact_value(double phi);

// The solid fraction at which a ball has so many neighbours at touch: phi of a given phi g, at most `densest`.
double fraction_at_touch(double phi_g, double densest);

// Collisions of one ball in a second: Gamma = 4 n D^2 g sqrt(pi T), n = 6 phi / (pi D^3). Each has two of them.
double collision_frequency(double phi, double diameter, double temperature);  // [1/s]

// Of the energy v^2 of all collisions of a gas, the share of the fastest `share` of them: q (1 - ln q), because normal
// speeds follow v/(2T) exp(-v^2/4T).
double energy_of_fastest(double share);

// The temperature at which a flow sheared by G = du_x/dy [1/s] loses in collisions what the shear puts in
// [Lun et al. 1984]: T = (G D)^2 c / (1 - e^2), c = (2/15) (1 + (pi/12) (1 + 5/(8 phi g))^2).
double sheared_temperature(double shear, double diameter, double phi, double restitution);  // [m^2/s^2]

}  // namespace resound
