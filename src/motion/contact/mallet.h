#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "motion/contact/hertz.h"

namespace resound {

// What a striker's head is made of.
struct TipMaterial {
  std::string name;
  double young_modulus = 0;   // [Pa]  as the contact feels it
  double poisson_ratio = 0;   // [1]
  double restitution = 0;     // [1]
  double felt_stiffness = 0;  // [N/m^2.5]  of a fibrous head, in place of Hertz; 0 for solid ones
  std::string source;
};
const std::vector<TipMaterial>& tips();              // felt, rubber, steel, wood
const TipMaterial* find_tip(std::string_view name);  // null if there is none

// A ball of a head on a stick.
struct Mallet {
  TipMaterial tip;
  double mass = 0.02;     // [kg]
  double radius = 0.012;  // [m]
};

// The blow of a mallet with `speed` along the normal [m/s].
StrikePulse strike_pulse(const Mallet& mallet, const ContactBody& struck, const YieldingModes& modes, double speed);

}  // namespace resound
