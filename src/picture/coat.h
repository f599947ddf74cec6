#pragma once
#include "geometry/shape.h"
#include "picture/vec3f.h"

namespace resound {

// How a surface treats light, derived once from its Look.
struct Coat {
  enum class Kind { opaque, mirror, clear, glowing, mark };

  Kind kind = Kind::opaque;
  Finish finish = Finish::plaster;
  Rgb albedo;             // share of light scattered back, by colour
  Rgb facing_reflection;  // share mirrored at normal incidence
  float roughness = 0;    // [1] 0 a mirror, 1 chalk
  float gloss = 1;        // [1] strength of the mirrored part
  float refractive_index = 1;
  Rgb tint;               // of what shines through or glows
  bool is_sheet = false;  // clear, without thickness
};

Coat coat_of(const Look& look);
Coat mark_of(const Look& look);  // for lines: flat colour, no light and no shadow
Coat velocity_coat();            // a matt skin that takes the colours of the velocity map

// The scattering colour at a point of the body [m, body axes]: grain for wood, plain otherwise. Detail finer than a
// pixel [m] is left out, so that it does not shimmer.
Rgb albedo_at(const Coat& coat, Vec3f local, float pixel);

// Fine brushing of aluminium: a factor about 1 on what it mirrors.
float brushing_at(const Coat& coat, Vec3f local, float pixel);

}  // namespace resound
