#pragma once
#include "picture/vec3f.h"

// Light at a smooth boundary. `cosine` is between the normal and the ray, above 0; `index` is the refractive index of
// the side the ray comes from over that of the other side.
namespace resound {

// Share of light mirrored by metal or glaze, by colour, from its share at normal incidence [Schlick 1994].
inline Rgb mirrored_share(Rgb facing, float cosine) {
  const float a = 1 - cosine, a2 = a * a;
  return mix(facing, {1, 1, 1}, a2 * a2 * a);
}

// Share of unpolarized light mirrored by a clear body, after Fresnel; 1 beyond the angle of total reflection.
inline float mirrored_share(float cosine, float index) {
  const float sine2 = index * index * (1 - cosine * cosine);
  if (sine2 >= 1) return 1;
  const float c = std::sqrt(1 - sine2);
  const float across = (index * cosine - c) / (index * cosine + c), along = (cosine - index * c) / (cosine + index * c);
  return 0.5f * (across * across + along * along);
}

// Direction behind the boundary, after Snell; n is the unit normal on the side of the ray. The caller has made sure
// that the light is not totally reflected.
inline Vec3f refracted(Vec3f d, Vec3f n, float cosine, float index) {
  const float c = std::sqrt(std::max(0.0f, 1 - index * index * (1 - cosine * cosine)));
  return normalized(index * d + (index * cosine - c) * n);
}

}  // namespace resound
