#include "picture/floor.h"

#include <algorithm>

namespace resound {
namespace {

constexpr Rgb kAlbedo{0.078f, 0.096f, 0.122f};  // of the bare floor
constexpr float kStrongLine = 0.30f;            // how much darker a line is
constexpr float kWeakLine = 0.13f;
constexpr float kPool = 0.44f;          // [1] width of the pool of light, as a share of its distance from the eye
constexpr float kGloom = 0.10f;         // [1] of that light is left far away from the pool
constexpr float kStrongWidth = 0.005f;  // of their spacing
constexpr float kWeakWidth = 0.018f;

// Share of a footprint of width w about x that lies on lines of the given width, one at each whole number: the integral
// of a comb, exact for any footprint, so that far lines melt into grey instead of shimmering.
float line_coverage(float x, float w, float line) {
  const auto integral = [&](float a) {
    const auto whole = static_cast<float>(floor_of(a));
    return whole * line + std::min(a - whole, line);
  };
  const float a = x - 0.5f * w + 0.5f * line;
  return (integral(a + w) - integral(a)) / w;
}

float grid_coverage(float x, float y, float wx, float wy, float line) {
  const float cx = line_coverage(x, wx, line), cy = line_coverage(y, wy, line);
  return cx + cy - cx * cy;
}

// Below where the middle of the picture meets the floor, or before that if it does so far away or never.
Vec3f pool_centre(const View& view, float height) {
  const float farthest = 2.4f * view.distance();
  const Vec3f eye = view.eye(), ahead = view.forward();
  const float meets = ahead.z < 0 ? (height - eye.z) / ahead.z : farthest;
  const Vec3f middle = eye + std::clamp(meets, 0.0f, farthest) * ahead;
  return {middle.x, middle.y, height};
}

}  // namespace

Floor::Floor(const Scene& scene, const View& view, const Studio& studio)
    : is_drawn_(scene.picture.show_floor || scene.ground.reflects),
      height_(static_cast<float>(scene.ground.height - view.origin().z)),
      spacing_(std::pow(10.0f, std::round(std::log10(0.5f * view.distance())))),
      fade_distance_(3.6f * view.distance()),
      tolerance_(1e-4f * view.distance()),
      grid_x_(std::remainder(view.origin().x, static_cast<double>(spacing_))),
      grid_y_(std::remainder(view.origin().y, static_cast<double>(spacing_))),
      eye_(view.eye()),
      pool_(pool_centre(view, height_)),
      pool_radius_(kPool * length(pool_ - view.eye())),
      studio_(studio),
      sun_(std::max(0.0f, studio.sun_direction().z) * kAlbedo * studio.sun()),
      ambient_(kAlbedo * studio.ambient({0, 0, 1})) {}

Rgb Floor::colour() const { return kAlbedo; }

Floor::Appearance Floor::appearance(Vec3f point, Vec3f direction, float pixel_angle) const {
  const Vec3f from_eye = point - eye_;
  const float distance = length(from_eye);
  const float reach = distance / fade_distance_;
  if (reach > 3) return {0, studio_.horizon(direction)};  // nothing of the grid is left, and its numbers would overflow
  const float across = std::max(1e-6f, pixel_angle * distance / spacing_);  // footprint, in grid spacings
  const float along = across / std::max(0.02f, std::abs(direction.z));
  const float flat = std::max(1e-6f, std::sqrt(direction.x * direction.x + direction.y * direction.y));
  const float wx = mix(across, along, std::abs(direction.x) / flat);
  const float wy = mix(across, along, std::abs(direction.y) / flat);
  const float x = static_cast<float>((grid_x_ + static_cast<double>(point.x)) / static_cast<double>(spacing_));
  const float y = static_cast<float>((grid_y_ + static_cast<double>(point.y)) / static_cast<double>(spacing_));
  const float lines = kStrongLine * grid_coverage(x, y, wx, wy, kStrongWidth) +
                      kWeakLine * grid_coverage(10 * x, 10 * y, 10 * wx, 10 * wy, kWeakWidth);

  const float fade = 1 - std::exp(-reach * reach);
  const float off = length(point - pool_) / pool_radius_;
  const float pool = mix(kGloom, 1.0f, std::exp(-off * off));
  return {pool * (1 - lines) * (1 - fade), fade * studio_.horizon(direction)};
}

}  // namespace resound
