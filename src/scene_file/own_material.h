#pragma once
#include <optional>
#include <string>

#include "scene/damping.h"
#include "scene/material.h"

namespace resound {

// A [[material]] of the user's own, as a file describes it.
struct OwnMaterial {
  Material material{.name = "",  // the numbers that have a default; the others must be given
                    .look = {Finish::plaster, {}},
                    .damping = {.mass_rate = 0.5, .loss_factor = 1e-3},
                    .restitution = 0.7};
  std::optional<Damping> damping;  // in place of the material's

  OwnMaterial() = default;
  explicit OwnMaterial(const Material& known) : material(known), damping(known.damping) {}
  Material finished() && {
    if (damping) material.damping = std::move(*damping);
    return std::move(material);
  }
};

}  // namespace resound
