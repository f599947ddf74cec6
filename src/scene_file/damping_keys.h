#pragma once
#include <optional>
#include <string>

#include "scene/damping.h"
#include "scene_file/key_table.h"

// How fast a thing stops ringing, as bodies and materials say it alike.
namespace resound {

// Once any of these is given, they stand in place of the damping that held before, the others at 0.
template <class T>
void add_damping_keys(KeyTable<T>& keys, std::optional<Damping> T::*damping, const std::string& otherwise) {
  const auto of = [damping](T& object) -> Damping& {
    if (!(object.*damping)) (object.*damping).emplace();
    return *(object.*damping);
  };
  const auto number = [&](const std::string& name, double Damping::*field, double most, const std::string& sentence) {
    keys.number_by(
            name,
            [damping, field](const T& object) {
              return object.*damping ? std::optional((*(object.*damping)).*field) : std::nullopt;
            },
            [of, field](T& object, double value) { of(object).*field = value; })
        .says(sentence)
        .at_least(0)
        .at_most(most)
        .otherwise(otherwise);
  };
  number("damping.loss_factor", &Damping::loss_factor, 2,
         "Share of its energy that a mode loses in each radian: 1/Q, the same for all notes.");
  number("damping.stiffness_time_s", &Damping::stiffness_time, 1,
         "Rayleigh's alpha1: high notes die faster, as the square of their frequency.");
  number("damping.mass_rate_per_s", &Damping::mass_rate, 1e6, "Rayleigh's alpha2: all notes die alike.");
  keys.add(
          "damping.mode_t60_s", ValueKind::numbers,
          [of](T& object, const Node& node, ValueReader& reader) {
            if (auto values = reader.numbers(node)) of(object).mode_t60 = std::move(*values);
          },
          [damping](const T& object) {
            const bool is_given = object.*damping && !(*(object.*damping)).mode_t60.empty();
            return is_given ? to_toml((*(object.*damping)).mode_t60) : "";
          })
      .says("How long each mode takes to fall by 60 dB, from the lowest; modes beyond the list follow the other keys.")
      .above(0, "a mode needs a positive decay time")
      .at_most(1000)
      .otherwise("by the other keys");
}

}  // namespace resound
