#include "picture/studio.h"
#include "numerics/pi.h"

#include <numbers>

namespace resound {
namespace {

// Chosen by eye on the table of finishes: dark enough for bright drops, light enough for dark rubber.
constexpr Rgb kHorizon{0.040f, 0.060f, 0.090f};
constexpr Rgb kZenith{0.008f, 0.012f, 0.020f};
constexpr Rgb kNadir{0.016f, 0.020f, 0.028f};
constexpr Rgb kSun{1.95f, 1.82f, 1.62f};
constexpr Rgb kSkylight{0.40f, 0.48f, 0.60f};  // from above on a white surface
constexpr Rgb kBounce{0.12f, 0.13f, 0.15f};    // from below
constexpr Rgb kRain{0.62f, 0.72f, 0.86f};      // what a drop gathers of all lamps, seen from afar

// A direction by azimuth from the viewing direction and by elevation [degrees].
Vec3f around_camera(Vec3f forward, double azimuth_degrees, double elevation_degrees) {
  const double base = std::atan2(static_cast<double>(forward.y), static_cast<double>(forward.x));
  const double a = base + azimuth_degrees * kDegree, e = elevation_degrees * kDegree;
  return to_float({std::cos(e) * std::cos(a), std::cos(e) * std::sin(a), std::sin(e)});
}

}  // namespace

Studio::Studio(const PictureSetup& setup, const View& view)
    : sun_direction_(length(setup.sun_direction) > 0 ? to_float(normalized(setup.sun_direction)) : Vec3f{0, 0, 1}),
      sun_radius_(static_cast<float>(setup.sun_angle * std::numbers::pi / 360)),
      sun_(kSun),
      forward_(view.forward()) {
  const auto lamp = [&](double azimuth, double elevation, float half_width, float half_height, Rgb light) {
    const Vec3f towards = around_camera(view.forward(), azimuth, elevation);
    const Vec3f across = normalized(cross(Vec3f{0, 0, 1}, towards));
    return Lamp{towards, across, cross(towards, across), half_width, half_height, light};
  };
  lamps_ = {lamp(115, 38, 0.45f, 0.80f, {2.9f, 2.9f, 2.9f}),     // a large diffuser on the left
            lamp(-75, 28, 0.22f, 0.90f, {1.5f, 1.75f, 2.1f}),    // a cool strip on the right
            lamp(10, 74, 0.95f, 0.40f, {2.3f, 2.2f, 2.05f}),     // a bank overhead
            lamp(2, 26, 0.07f, 0.34f, {1.15f, 1.3f, 1.5f}),      // a window behind the scene: it shades flat metal
            lamp(172, -16, 0.08f, 0.30f, {0.8f, 0.9f, 1.05f})};  // a board below the camera, for what stands upright
}

// A spot on the backdrop behind the scene, which sets it off; the corners of the picture stay darker.
float Studio::spot(Vec3f direction) const { return 0.55f + 0.85f * std::exp((dot(direction, forward_) - 1) / 0.045f); }

Rgb Studio::horizon(Vec3f direction) const { return spot(direction) * kHorizon; }

Rgb Studio::rain() const { return kRain; }

Rgb Studio::backdrop(Vec3f direction) const {
  const float share = direction.z < 0 ? smoothstep(0.0f, 0.35f, -direction.z) : smoothstep(-0.04f, 0.62f, direction.z);
  return spot(direction) * mix(kHorizon, direction.z < 0 ? kNadir : kZenith, share);
}

// A rectangle with soft rims; a rough surface sees it wider and weaker.
Rgb Studio::lamp_light(const Lamp& lamp, Vec3f direction, float roughness) const {
  const float ahead = dot(direction, lamp.towards);
  if (ahead <= 0.05f) return {};
  const float x = std::abs(dot(direction, lamp.across)) / ahead, y = std::abs(dot(direction, lamp.along)) / ahead;
  const float blur = 0.06f + 0.9f * roughness;
  const float inside = (1 - smoothstep(lamp.half_width - blur, lamp.half_width + blur, x)) *
                       (1 - smoothstep(lamp.half_height - blur, lamp.half_height + blur, y));
  return inside / (1 + 2.2f * roughness) * lamp.light;
}

Rgb Studio::reflection(Vec3f direction, float roughness) const {
  Rgb light = mix(backdrop(direction), 0.62f * ambient(direction), clamped(1.6f * roughness));
  for (const Lamp& lamp : lamps_) light += lamp_light(lamp, direction, roughness);
  return light;
}

Rgb Studio::ambient(Vec3f normal) const { return mix(kBounce, kSkylight, 0.5f + 0.5f * normal.z); }

}  // namespace resound
