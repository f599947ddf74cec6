#pragma once
#include <map>
#include <utility>

#include "grain/grain_kind.h"

namespace resound {

// One of two bodies that press on each other. A flat wall has an infinite radius and mass.
struct ContactSide {
  double radius = 0;          // [m]
  double mass = 0;            // [kg]   of the whole body, where this ball is a part of one
  double youngs_modulus = 0;  // [Pa]
  double poisson_ratio = 0;   // [1]
  GrainSurface surface;
};

// The numbers of the force between two sides whose surfaces overlap by d [Hertz 1882] [Mindlin 1949], g the velocity of
// one surface over the other, with its parts g_n (approach) and g_t:
//   F_n = max(0, k_n d^(3/2) + c g_n),   c = c_1 d^(1/4) + c_2 d^(1/2)
//   F_t = the spring k_t d^(1/2), stretched by g_t since first touch, plus s c g_t; never more than mu F_n
//   k_n = (4/3) E* sqrt(R*),  k_t = 8 G* sqrt(R*),
//   1/E* = sum (1 - nu^2)/E,  1/G* = sum 2 (2 - nu)(1 + nu)/E,  1/R* = sum 1/R,  1/m* = sum 1/m
// c_1 makes the restitution the same at every speed [Tsuji 1992], c_2 is that of viscoelastic balls, which lose less
// when they meet more slowly [Kuwabara & Kono 1987]; one of them is zero. s gives grip the damping ratio of the normal.
struct alignas(64) HertzRule {
  double normal = 0;              // [N/m^1.5]     k_n
  double quarter_damping = 0;     // [N s/m^1.25]  c_1
  double half_damping = 0;        // [N s/m^1.5]   c_2
  double tangential = 0;          // [N/m^1.5]     k_t
  double tangential_damping = 0;  // [1]           s
  double friction = 0;            // [1]           mu
};

double normal_force(const HertzRule& rule, double overlap, double approach);  // [m], [m/s] -> [N]  F_n

// `stiffness` [1] is the share of the true moduli that is used. Who asks for many rules hands in what was found before.
using KnownDampings = std::map<std::pair<double, double>, double>;  // by restitution and power: see damping_for()
HertzRule hertz_rule(const ContactSide& a, const ContactSide& b, double stiffness, KnownDampings& known);

double reduced_mass(const ContactSide& a, const ContactSide& b);                 // [kg]  m*
double hertz_overlap(const ContactSide& a, const ContactSide& b, double speed);  // [m]   greatest, true moduli, no loss

inline constexpr double kHertzDuration = 2.9432752;  // [1]  of a contact, in units of greatest overlap / approach speed

// A contact in its own units, started with speed 1 (m* = k_n = 1): x'' = -max(0, x^(3/2) + damping x^power x'). Its
// restitution, and the damping [1] that gives a restitution; power is 1/4 or 1/2.
double restitution_of(double damping, double power);
double damping_for(double restitution, double power);

}  // namespace resound
