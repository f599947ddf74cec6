#pragma once
#include <array>
#include <span>

#include "motion/motion_events.h"
#include "radiation/radiating_skin.h"

namespace resound {

// How a facet of a deforming skin stands and moves during a block, one number a sample. What is empty is not wanted.
struct FacetMotion {
  std::size_t samples = 0;
  std::array<std::span<float>, 3> area;  // [m^2]    outward, world axes
  std::span<double> flow;                // [m^3/s]  outward
  std::span<double> speed;               // [m/s]    outward: flow over area
};

void follow_facet(const RadiatingSkin& skin, const SkinMotion& motion, std::size_t facet, const FacetMotion& to);

// Mean of the corners of a facet before the block, over its samples, and at one of them [m].
Vec3 centroid_before(const RadiatingSkin& skin, const SkinMotion& motion, std::size_t facet);
Vec3 mean_centroid(const RadiatingSkin& skin, const SkinMotion& motion, std::size_t facet);
Vec3 centroid(const RadiatingSkin& skin, const SkinMotion& motion, std::size_t facet, std::size_t sample);

}  // namespace resound
