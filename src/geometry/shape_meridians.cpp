#include "geometry/shape_meridians.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "geometry/meridian_builder.h"
#include "geometry/meridian_wall.h"
#include "geometry/shell_wall.h"
#include "numerics/pi.h"

namespace resound {
namespace {

// Refused before any memory is taken. `walk` is the length of the walls [m], `wide` their greatest thickness [m].
void require_affordable(const MeridianSize& size, double walk, double wide) {
  if (!(size.edge > 0) || !std::isfinite(size.edge) || size.layers < 1)
    throw InputError(
        fmt::format("elements of {} m in {} layers cannot be made; both must be positive", size.edge, size.layers));
  const double quads = (walk / size.edge + 64) * std::max<double>(size.layers, wide / size.edge);
  if (quads > kMostQuads)
    throw LimitError(
        fmt::format("elements of {} m would make {:.0f} quadrilaterals; at most {:.0f} are made: choose a "
                    "larger edge",
                    size.edge, quads, kMostQuads));
}

MeridianBuilder meridian_builder_for(const SolidShape& shape) { return MeridianBuilder(1e-9 * largest_extent(shape)); }

// An upright wall between two radii and two heights.
MeridianMesh straight_wall(MeridianBuilder builder, MeridianPoint low, MeridianPoint high, const MeridianSize& size) {
  const int along = pieces_of(high.z - low.z, size.edge, 1);
  const int across = pieces_of(high.r - low.r, size.edge, size.layers);
  builder.add_block(even_lines(across), even_lines(along), [&](double u, double v) {
    return MeridianPoint{low.r + u * (high.r - low.r), low.z + v * (high.z - low.z)};
  });
  return builder.take();
}

MeridianPoint on_axis_if(bool is_on_axis, MeridianPoint point) { return {is_on_axis ? 0 : point.r, point.z}; }

}  // namespace

MeridianMesh meridian_mesh(const RingShape& s, const MeridianSize& size) {
  require_possible(s);
  require_affordable(size, s.width, s.wall);
  return straight_wall(meridian_builder_for(s), {s.radius - s.wall / 2, -s.width / 2},
                       {s.radius + s.wall / 2, s.width / 2}, size);
}

MeridianMesh meridian_mesh(const TubeShape& s, const MeridianSize& size) {
  require_possible(s);
  require_affordable(size, s.length, s.wall);
  return straight_wall(meridian_builder_for(s), {s.radius - s.wall, 0}, {s.radius, s.length}, size);
}

// A square in the middle, and three blocks from its sides to the arc: no element is squeezed into a corner.
MeridianMesh meridian_mesh(const SphereShape& s, const MeridianSize& size) {
  require_possible(s);
  require_affordable(size, 2 * s.radius, s.radius);
  const double q = 0.45 * s.radius;  // [m]  half the side of the square
  const int half = pieces_of(kPi / 4 * s.radius, size.edge, 2);
  const std::vector<double> side = even_lines(half), whole = even_lines(2 * half);
  const std::vector<double> outward = even_lines(pieces_of(s.radius - q, size.edge, 2));
  const auto towards_arc = [&](MeridianPoint inner, double angle, double w) {
    return MeridianPoint{(1 - w) * inner.r + w * s.radius * std::cos(angle),
                         (1 - w) * inner.z + w * s.radius * std::sin(angle)};
  };
  MeridianBuilder builder = meridian_builder_for(s);
  builder.add_block(side, whole, [&](double u, double v) { return MeridianPoint{q * u, q * (2 * v - 1)}; });
  builder.add_block(outward, whole, [&](double w, double v) {
    return towards_arc({q, q * (2 * v - 1)}, (2 * v - 1) * kPi / 4, w);
  });
  for (const double up : {1.0, -1.0})
    builder.add_block(side, outward, [&](double u, double w) {
      const MeridianPoint p = towards_arc({q * u, q}, kPi / 2 - u * kPi / 4, w);
      return on_axis_if(u == 0, {p.r, up * p.z});
    });
  return builder.take();
}

MeridianMesh meridian_mesh(const BowlShape& s, const MeridianSize& size) {
  require_possible(s);
  const ShellWall wall = shell_wall(s);
  require_affordable(size, wall.curve.length(), s.wall);
  MeridianBuilder builder = meridian_builder_for(s);
  builder.add_block(even_lines(pieces_of(wall.curve.length(), size.edge, 4)),
                    even_lines(pieces_of(s.wall, size.edge, size.layers)),
                    [&](double u, double v) { return wall.at(u, v); });
  return builder.take();
}

// The stress has a peak in the corner between wall and base; the base modes (n = 0, 1) are only right if elements
// shrink towards it, along the walls and through them.
MeridianMesh meridian_mesh(const CupShape& s, const MeridianSize& size) {
  require_possible(s);
  require_affordable(size, s.radius + s.height, std::max(s.wall, s.base));
  const double inner = s.radius - s.wall;  // [m]
  constexpr double kGrowth = 2;
  const auto through = [&](double wall) {  // lines through a wall, the thinnest layer at its inner side
    const double sum = std::pow(kGrowth, size.layers) - 1;
    return graded_lines(wall, wall / sum, kGrowth, std::max(size.edge, wall / size.layers));
  };
  const double first = std::min(s.wall, s.base) / (std::pow(kGrowth, size.layers) - 1);
  const std::vector<double> wall = through(s.wall), base = mirrored(through(s.base));
  const std::vector<double> up = graded_lines(s.height - s.base, first, kGrowth, size.edge);
  const std::vector<double> out = mirrored(graded_lines(inner, first, kGrowth, size.edge));
  MeridianBuilder builder = meridian_builder_for(s);
  builder.add_block(out, base, [&](double u, double v) { return MeridianPoint{u * inner, v * s.base}; });
  builder.add_block(wall, base, [&](double u, double v) { return MeridianPoint{inner + u * s.wall, v * s.base}; });
  builder.add_block(wall, up, [&](double u, double v) {
    return MeridianPoint{inner + u * s.wall, s.base + v * (s.height - s.base)};
  });
  return builder.take();
}

MeridianMesh meridian_mesh(const GlassShape& s, const MeridianSize& size) {
  require_possible(s);
  // outer side of the bowl: an ellipse from its bottom on the axis, past its widest place, to the rim
  const double rim_angle = kPi - std::asin(std::min(1.0, s.rim_radius / s.radius));
  const double b = s.bowl_height / (1 - std::cos(rim_angle));  // [m]  upright half axis
  const double join_angle = std::asin(s.stem_radius / s.radius);
  const double join_z = s.foot_thickness + s.stem_height;           // [m]  where the stem ends
  const double bottom_z = join_z - b * (1 - std::cos(join_angle));  // [m]  where the ellipse would meet the axis
  const MeridianCurve outer([=](double t) {
    return MeridianPoint{s.radius * std::sin(t * rim_angle), bottom_z + b * (1 - std::cos(t * rim_angle))};
  });
  const double join = outer.share_at(join_angle / rim_angle);
  require_affordable(size, outer.length() + s.stem_height + s.foot_radius,
                     std::max({s.stem_radius, s.bottom, s.foot_thickness}));
  const auto thickness = [&](double share) { return s.wall + (s.bottom - s.wall) * (1 - share) * (1 - share); };
  const auto inner = [&](double share) { return left_of(outer.at(share), thickness(share)); };

  const std::vector<double> layers = even_lines(size.layers);
  const std::vector<double> radius = even_lines(pieces_of(s.stem_radius, size.edge, 2));
  MeridianBuilder builder = meridian_builder_for(s);
  builder.add_block(even_lines(pieces_of(outer.length() * (1 - join), size.edge, 4)), layers, [&](double u, double v) {
    const double share = join + u * (1 - join);
    return left_of(outer.at(share), v * thickness(share));
  });
  // the middle of the bowl's bottom, between the end of the stem and the inner side
  builder.add_block(radius, layers, [&](double u, double v) {
    const MeridianPoint top = u == 1 ? left_of(outer.at(join), thickness(join)) : inner(u * join);
    return on_axis_if(u == 0, {(1 - v) * u * s.stem_radius + v * top.r, (1 - v) * join_z + v * top.z});
  });
  builder.add_block(radius, even_lines(pieces_of(s.stem_height, size.edge, 2)), [&](double u, double v) {
    return MeridianPoint{u * s.stem_radius, s.foot_thickness + v * s.stem_height};
  });
  builder.add_block(radius, layers, [&](double u, double v) {
    return MeridianPoint{u * s.stem_radius, v * s.foot_thickness};
  });
  builder.add_block(
      even_lines(pieces_of(s.foot_radius - s.stem_radius, size.edge, 2)), layers, [&](double u, double v) {
        return MeridianPoint{s.stem_radius + u * (s.foot_radius - s.stem_radius), v * s.foot_thickness * (1 - u / 2)};
      });
  return builder.take();
}

MeridianMesh meridian_mesh(const BellShape& s, const MeridianSize& size) {
  require_possible(s);
  const ShellWall wall = shell_wall(s);
  require_affordable(size, wall.curve.length(), s.sound_bow);
  MeridianBuilder builder = meridian_builder_for(s);
  builder.add_block(even_lines(pieces_of(wall.curve.length(), size.edge, 8)),
                    even_lines(pieces_of(std::max(s.wall, s.sound_bow), size.edge, size.layers)),
                    [&](double u, double v) { return wall.at(u, 1 - v); });
  return builder.take();
}

}  // namespace resound
