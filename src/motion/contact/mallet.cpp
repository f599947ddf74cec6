#include "motion/contact/mallet.h"

#include <algorithm>

#include "motion/contact/power_law.h"

namespace resound {
namespace {

constexpr double kFelt = 2.5;  // exponent of the felt's spring

}  // namespace

// Felt stiffens as it is pressed and gives back less than it took. Its spring is that of a grand piano's hammer at C4,
// fitted to measured force and contact time; half its energy is lost in the fibres.
const std::vector<TipMaterial>& tips() {
  static const std::vector<TipMaterial> table{
      {"felt", 50e6, 0.1, 0.5, 4.5e9,
       "F = 4.5e9 x^2.5 N, hammer of C4 [Chaigne & Askenfelt 1994, table I]; about a millisecond of contact, longer "
       "when "
       "soft, as measured by [Askenfelt & Jansson 1990]"},
      {"rubber", 50e6, 0.49, 0.7, 0,
       "hard mallet rubber, about 90 Shore A; 0.5 to 1 ms of contact as measured by [Chaigne & Doutaut 1997]"},
      {"steel", 211.9e9, 0.291, 0.9, 0, "mild steel: Kaye & Laby 1995, section 2.2.2"},
      {"wood", 1.2e9, 0.35, 0.6, 0,
       "hard maple across the grain, mean of radial and tangential: Wood Handbook, USDA FPL-GTR-190, 2010, chapter 5"},
  };
  return table;
}

const TipMaterial* find_tip(std::string_view name) {
  const auto found = std::ranges::find(tips(), name, &TipMaterial::name);
  return found == tips().end() ? nullptr : &*found;
}

StrikePulse strike_pulse(const Mallet& mallet, const ContactBody& struck, const YieldingModes& modes, double speed) {
  const TipMaterial& tip = mallet.tip;
  const ContactBody head{tip.young_modulus, tip.poisson_ratio, tip.restitution,
                         1 / mallet.radius, 1 / mallet.radius, 1 / mallet.mass};
  if (tip.felt_stiffness == 0) return strike_pulse(head, struck, modes, speed);
  // the felt alone gives way: what it strikes is a thousand times harder
  const YieldingContact contact =
      yielding_contact({tip.felt_stiffness, kFelt}, head.inverse_mass + struck.inverse_mass, modes, speed);
  return {(1 + tip.restitution) * contact.mass * speed, half_sine_share(kFelt) * contact.duration};
}

}  // namespace resound
