#include "geometry/solid_shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.h"

namespace resound {
namespace {

constexpr double kLargest = 100;    // [m]  larger than any bell; beyond it a unit was probably forgotten
constexpr double kSmallest = 1e-6;  // [m]

struct Checker {
  std::string_view name;

  void length(std::string_view field, double value) const {
    if (std::isfinite(value) && value >= kSmallest && value <= kLargest) return;
    throw InputError(
        fmt::format("{}: {} is {} m; it must lie between {} and {} m", name, field, value, kSmallest, kLargest));
  }
  void below(std::string_view field, double value, std::string_view bound_name, double bound) const {
    if (value < bound) return;
    throw InputError(
        fmt::format("{}: {} is {} m; it must be smaller than {}, {} m", name, field, value, bound_name, bound));
  }
};

void check(const Checker& is, const BarShape& s) {
  is.length("length", s.length);
  is.length("width", s.width);
  is.length("thickness", s.thickness);
}
void check(const Checker& is, const PlateShape& s) {
  is.length("length", s.length);
  is.length("width", s.width);
  is.length("thickness", s.thickness);
}
void check(const Checker& is, const VibraphoneShape& s) {
  is.length("length", s.length);
  is.length("width", s.width);
  is.length("thickness", s.thickness);
  is.length("middle", s.middle);
  is.length("arch", s.arch);
  is.below("arch", s.arch, "the length", s.length * (1 + 1e-12));
  is.below("middle", s.middle, "the thickness", s.thickness * (1 + 1e-12));
  if (!(s.arch_power >= 1 && s.arch_power <= 20))
    throw InputError(fmt::format("{}: arch_power is {}; it must lie between 1 and 20", is.name, s.arch_power));
}
void check(const Checker& is, const RingShape& s) {
  is.length("radius", s.radius);
  is.length("wall", s.wall);
  is.length("width", s.width);
  is.below("wall", s.wall, "twice the radius less a thousandth", 1.998 * s.radius);
}
void check(const Checker& is, const SphereShape& s) { is.length("radius", s.radius); }
void check(const Checker& is, const BowlShape& s) {
  is.length("radius", s.radius);
  is.length("height", s.height);
  is.length("wall", s.wall);
  // the inner side needs room to curve: the wall stays below the tightest radius of curvature of the ellipse
  const double a = s.radius - s.wall / 2, b = s.height - s.wall / 2;
  is.below("wall", s.wall, "radius and height", std::min(s.radius, s.height));
  is.below("wall", s.wall, "the tightest radius of its curve", std::min(a * a / b, b * b / a));
}
void check(const Checker& is, const CupShape& s) {
  is.length("radius", s.radius);
  is.length("height", s.height);
  is.length("wall", s.wall);
  is.length("base", s.base);
  is.below("wall", s.wall, "the radius", s.radius);
  is.below("base", s.base, "the height", s.height);
}
void check(const Checker& is, const GlassShape& s) {
  is.length("radius", s.radius);
  is.length("rim_radius", s.rim_radius);
  is.length("bowl_height", s.bowl_height);
  is.length("wall", s.wall);
  is.length("bottom", s.bottom);
  is.length("stem_radius", s.stem_radius);
  is.length("stem_height", s.stem_height);
  is.length("foot_radius", s.foot_radius);
  is.length("foot_thickness", s.foot_thickness);
  is.below("rim_radius", s.rim_radius, "the radius", s.radius * (1 + 1e-12));
  is.below("wall", s.wall, "a quarter of the rim radius", s.rim_radius / 4);
  is.below("bottom", s.bottom, "a quarter of radius and bowl height", std::min(s.radius, s.bowl_height) / 4);
  is.below("stem_radius", s.stem_radius, "half of the radius", s.radius / 2);
  is.below("stem_radius", s.stem_radius, "the foot radius", s.foot_radius);
}
void check(const Checker& is, const BellShape& s) {
  is.length("radius", s.radius);
  is.length("height", s.height);
  is.length("wall", s.wall);
  is.length("sound_bow", s.sound_bow);
  const double room = 0.15 * std::min(s.radius, s.height);  // the shoulder curves about as tightly as this
  is.below("wall", s.wall, "0.15 of radius and height", room);
  is.below("sound_bow", s.sound_bow, "0.15 of radius and height", room);
}
void check(const Checker& is, const TubeShape& s) {
  is.length("radius", s.radius);
  is.length("length", s.length);
  is.length("wall", s.wall);
  is.below("wall", s.wall, "the radius", s.radius);
}

double wall_of(const BarShape& s) { return std::min({s.length, s.width, s.thickness}); }
double wall_of(const PlateShape& s) { return std::min({s.length, s.width, s.thickness}); }
double wall_of(const VibraphoneShape& s) { return std::min({s.length, s.width, s.middle}); }
double wall_of(const RingShape& s) { return std::min(s.wall, s.width); }
double wall_of(const SphereShape& s) { return 2 * s.radius; }
double wall_of(const BowlShape& s) { return s.wall; }
double wall_of(const CupShape& s) { return std::min(s.wall, s.base); }
double wall_of(const GlassShape& s) { return std::min({s.wall, s.bottom, s.foot_thickness / 2, 2 * s.stem_radius}); }
double wall_of(const BellShape& s) { return std::min(s.wall, s.sound_bow); }
double wall_of(const TubeShape& s) { return s.wall; }

double extent_of(const BarShape& s) { return std::max({s.length, s.width, s.thickness}); }
double extent_of(const PlateShape& s) { return std::max({s.length, s.width, s.thickness}); }
double extent_of(const VibraphoneShape& s) { return std::max({s.length, s.width, s.thickness}); }
double extent_of(const RingShape& s) { return std::max(2 * s.radius + s.wall, s.width); }
double extent_of(const SphereShape& s) { return 2 * s.radius; }
double extent_of(const BowlShape& s) { return std::max(2 * s.radius, s.height); }
double extent_of(const CupShape& s) { return std::max(2 * s.radius, s.height); }
double extent_of(const GlassShape& s) {
  return std::max({2 * s.radius, 2 * s.foot_radius, s.foot_thickness + s.stem_height + s.bowl_height});
}
double extent_of(const BellShape& s) { return std::max(2 * s.radius, s.height); }
double extent_of(const TubeShape& s) { return std::max(2 * s.radius, s.length); }

}  // namespace

std::string_view name_of(const SolidShape& shape) {
  static constexpr std::string_view kNames[] = {"bar",  "plate", "vibraphone", "ring", "sphere",
                                                "bowl", "cup",   "glass",      "bell", "tube"};
  static_assert(std::size(kNames) == std::variant_size_v<SolidShape>);
  return kNames[shape.index()];
}

void require_possible(const SolidShape& shape) {
  const Checker checker{name_of(shape)};
  std::visit([&](const auto& s) { check(checker, s); }, shape);
}

double thinnest_wall(const SolidShape& shape) {
  return std::visit([](const auto& s) { return wall_of(s); }, shape);
}

double largest_extent(const SolidShape& shape) {
  return std::visit([](const auto& s) { return extent_of(s); }, shape);
}

}  // namespace resound
