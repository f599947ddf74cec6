#pragma once
#include <vector>

#include "rod/elastic_rod.h"
#include "rod/rod_stepper.h"

// Ways to ask a rod questions.
namespace resound {

inline const RodMaterial kSteel{.young_modulus = 200e9, .poisson_ratio = 0.29, .density = 7850};

// A rod bent, twisted and stretched at random, of an elliptical section.
ElasticRod random_rod(bool is_closed, const RodMaterial& material, int seed);
RodState random_state(const ElasticRod& rod, double size, int seed);

// The state after vertices have moved by `shift` and edges have turned by `turn`, directors carried along.
RodState displaced(const ElasticRod& rod, RodState state, const std::vector<Vec3>& shift,
                   const std::vector<double>& turn);

// Angular frequencies of small motions about a state, rising, by LAPACK; K by differences of forces. Degrees of
// freedom: three a vertex, then the angles of the edges.
struct HeldRod {
  std::vector<int> vertices, angles;
};
std::vector<double> omega_squared(const ElasticRod& rod, const RodState& about, const HeldRod& held);
std::vector<double> frequencies(const ElasticRod& rod, const RodState& about, const HeldRod& held);  // [Hz]  > 0

// Frequency [Hz] of the strongest line of a signal near `expected`, by the phase of a windowed Fourier sum.
double line_near(const std::vector<double>& signal, double step, double expected);

}  // namespace resound
