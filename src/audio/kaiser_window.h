#pragma once

namespace resound {

// The bell that cuts an endless filter short [Kaiser & Schafer 1980]: I0(beta sqrt(1 - x^2)) / I0(beta), and 0 beyond
// |x| = 1. A larger beta buys a deeper stop band with a wider transition: 8 reaches about -80 dB.
double kaiser_window(double x, double beta);

double sinc(double x);  // sin(pi x) / (pi x)

// What a low-pass of a given depth needs [Kaiser 1974].
double kaiser_beta(double attenuation_db);
double kaiser_length(double attenuation_db, double transition);  // [taps]; transition in cycles a sample

}  // namespace resound
