#pragma once
#include <span>
#include <vector>

#include "geometry/shape.h"
#include "rod/elastic_rod.h"
#include "scene/rod.h"

namespace resound {

// A rod as it is seen: round wire as a tube, strip as a mesh swept along it; its directors as lines, if asked for.
void draw_rod(const Rod& description, const ElasticRod& rod, std::span<const Vec3> vertices,
              std::span<const Vec3> directors, int object, std::vector<Shape>& shapes);

}  // namespace resound
