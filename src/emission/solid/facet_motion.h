#pragma once
#include <array>
#include <vector>

#include "motion/motion_events.h"
#include "radiation/radiating_skin.h"

namespace resound {

// How the facets of a deforming skin stand and move during a block: [facet][stride] each.
struct FacetMotion {
  std::size_t stride = 0;                   // [samples]
  std::array<std::vector<double>, 3> area;  // [m^2]  outward, world axes
  std::vector<double> flow;                 // [m^3/s]  outward
  std::vector<double> speed;                // [m/s]  outward: flow over area

  void follow(const RadiatingSkin& skin, const SkinMotion& motion, int count);
  Vec3 area_at(std::size_t facet, std::size_t sample) const {
    const std::size_t i = facet * stride + sample;
    return {area[0][i], area[1][i], area[2][i]};
  }
};

// Mean of the corners of a facet at a sample [m].
Vec3 centroid(const RadiatingSkin& skin, const SkinMotion& motion, std::size_t facet, std::size_t sample);

}  // namespace resound
