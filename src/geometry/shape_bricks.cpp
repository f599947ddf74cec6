#include "geometry/shape_bricks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/error.h"
#include "geometry/brick_builder.h"
#include "geometry/meridian_builder.h"
#include "geometry/shell_wall.h"
#include "numerics/pi.h"

namespace resound {
namespace {

BrickBuilder brick_builder_for(const SolidShape& shape) { return BrickBuilder(1e-8 * largest_extent(shape)); }

void require_affordable(double bricks) {
  if (bricks > kMostBricks)
    throw LimitError(fmt::format("this would make {:.0f} bricks; at most {:.0f} are made: choose a larger edge", bricks,
                                 kMostBricks));
}

void require_counts(const BrickCounts& n) {
  if (n.x < 1 || n.y < 1 || n.z < 1)
    throw InputError(fmt::format("{} x {} x {} bricks cannot be made; each number must be positive", n.x, n.y, n.z));
  require_affordable(static_cast<double>(n.x) * n.y * n.z);
}

// ---- discs and what is bent from them

struct DiscPoint {
  double x = 0, y = 0;
};

// The square [-1, 1]^2 with its sides bulged half-way towards a circle: corners of about 110 degrees, where a true
// circle would have 180.
DiscPoint bulged(double s, double t) {
  const double m = std::max(std::abs(s), std::abs(t));
  if (m == 0) return {};
  const double angle =
      std::abs(s) >= std::abs(t) ? kPi / 4 * t / s + (s < 0 ? kPi : 0) : kPi / 2 - kPi / 4 * s / t + (t < 0 ? kPi : 0);
  const double round = 1.15 * m;
  return {(s + round * std::cos(angle)) / 2, (t + round * std::sin(angle)) / 2};
}

struct DiscCut {
  int side = 2;     // pieces of a quarter of the rim, and of the square in the middle
  int outward = 2;  // pieces from the square to the rim
  double bricks() const { return static_cast<double>(side) * side + 4.0 * side * outward; }
};

constexpr double kSquare = 0.42;  // half the side of the square in the middle, in radii

DiscCut disc_cut(double radius, double edge) {
  return {pieces_of(kPi / 2 * radius, edge, 2), pieces_of((1 - 1.1 * kSquare) * radius, edge, 1)};
}

// Adds a disc of radius one in five blocks; `bend(point, depth)` puts it where it belongs.
template <class Bend>
void add_disc(BrickBuilder& builder, const DiscCut& cut, const std::vector<double>& depths, const Bend& bend) {
  const std::vector<double> side = even_lines(cut.side), outward = even_lines(cut.outward);
  builder.add_block(side, side, depths, [&](double u, double v, double w) {
    const DiscPoint p = bulged(2 * u - 1, 2 * v - 1);
    return bend(DiscPoint{kSquare * p.x, kSquare * p.y}, w);
  });
  constexpr std::array<DiscPoint, 4> kTurns{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
  for (const DiscPoint& turn : kTurns)
    builder.add_block(outward, side, depths, [&](double u, double v, double w) {
      const DiscPoint inner = bulged(1, 2 * v - 1);
      const double angle = kPi / 4 * (2 * v - 1);
      const double x = (1 - u) * kSquare * inner.x + u * std::cos(angle);
      const double y = (1 - u) * kSquare * inner.y + u * std::sin(angle);
      return bend(DiscPoint{turn.x * x - turn.y * y, turn.y * x + turn.x * y}, w);
    });
}

Vec3 around_z(const MeridianPoint& p, double x, double y) {  // (x, y): a direction, of any length
  const double norm = std::hypot(x, y);
  return norm == 0 ? Vec3{0, 0, p.z} : Vec3{p.r * x / norm, p.r * y / norm, p.z};
}

// A wall turned about z: `place(v, w)` gives its section.
template <class Place>
void add_ring(BrickBuilder& builder, int around, const std::vector<double>& v, const std::vector<double>& w,
              const Place& place) {
  std::vector<double> u = even_lines(around);
  builder.add_block(u, v, w, [&](double turn, double a, double b) {
    const double angle = 2 * kPi * (turn == 1 ? 0 : turn);
    return around_z(place(a, b), std::cos(angle), std::sin(angle));
  });
}

int even_pieces(double length, double edge, int at_least) {
  const int pieces = pieces_of(length, edge, at_least);
  return pieces + pieces % 2;
}

// ---- by shape

template <class Shell>
BrickMesh shell_bricks(const Shell& s, double edge, int layers) {
  const ShellWall wall = shell_wall(s);
  // the rim may be wider or narrower than the wall is long: the finer of the two rules
  const double along = wall.curve.length();
  const DiscCut cut{pieces_of(kPi / 2 * s.radius, edge, 2), pieces_of((1 - 1.1 * kSquare) * along, edge, 1)};
  require_affordable(cut.bricks() * layers);
  BrickBuilder builder = brick_builder_for(s);
  add_disc(builder, cut, even_lines(layers), [&](DiscPoint p, double depth) {
    const double share = std::hypot(p.x, p.y);
    return around_z(wall.at(std::abs(share - 1) < 1e-12 ? 1.0 : share, depth), p.x, p.y);
  });
  return builder.take();
}

BrickMesh bricks(const BarShape& s, double edge, int layers) {
  return brick_mesh(s, {even_pieces(s.length, edge, 2), pieces_of(s.width, edge, 1), layers});
}
BrickMesh bricks(const PlateShape& s, double edge, int layers) {
  return brick_mesh(s, {even_pieces(s.length, edge, 2), even_pieces(s.width, edge, 2), layers});
}
BrickMesh bricks(const VibraphoneShape& s, double edge, int layers) {
  return brick_mesh(s, {even_pieces(s.length, edge, 2), even_pieces(s.width, edge, 2), layers});
}

BrickMesh bricks(const RingShape& s, double edge, int layers) {
  const int around = even_pieces(2 * kPi * s.radius, edge, 12), up = pieces_of(s.width, edge, 1);
  require_affordable(static_cast<double>(around) * up * layers);
  BrickBuilder builder = brick_builder_for(s);
  add_ring(builder, around, even_lines(layers), even_lines(up), [&](double v, double w) {
    return MeridianPoint{s.radius + (v - 0.5) * s.wall, (w - 0.5) * s.width};
  });
  return builder.take();
}

BrickMesh bricks(const TubeShape& s, double edge, int layers) {
  const int around = even_pieces(2 * kPi * s.radius, edge, 12), up = pieces_of(s.length, edge, 1);
  require_affordable(static_cast<double>(around) * up * layers);
  BrickBuilder builder = brick_builder_for(s);
  add_ring(builder, around, even_lines(layers), even_lines(up), [&](double v, double w) {
    return MeridianPoint{s.radius - (1 - v) * s.wall, w * s.length};
  });
  return builder.take();
}

BrickMesh bricks(const BowlShape& s, double edge, int layers) { return shell_bricks(s, edge, layers); }
BrickMesh bricks(const BellShape& s, double edge, int layers) { return shell_bricks(s, edge, layers); }

BrickMesh bricks(const CupShape& s, double edge, int layers) {
  const double inner = s.radius - s.wall;  // [m]
  const DiscCut cut = disc_cut(inner, edge);
  const int around = 4 * cut.side, up = pieces_of(s.height - s.base, edge, 1);
  require_affordable((cut.bricks() + static_cast<double>(around) * (layers + up)) * layers);
  const std::vector<double> through = even_lines(layers);
  BrickBuilder builder = brick_builder_for(s);
  add_disc(builder, cut, through, [&](DiscPoint p, double depth) {
    return Vec3{inner * p.x, inner * p.y, depth * s.base};
  });
  // the disc's rim begins at an eighth of a turn
  const auto turned = [&](const std::vector<double>& w, auto place) {
    builder.add_block(even_lines(around), through, w, [&](double turn, double a, double b) {
      const double angle = 2 * kPi * ((turn == 1 ? 0 : turn) + 0.125);
      return around_z(place(a, b), std::cos(angle), std::sin(angle));
    });
  };
  turned(through, [&](double v, double w) { return MeridianPoint{inner + v * s.wall, w * s.base}; });
  turned(even_lines(up), [&](double v, double w) {
    return MeridianPoint{inner + v * s.wall, s.base + w * (s.height - s.base)};
  });
  return builder.take();
}

// Six blocks between a bulged cube and the sphere; `face` turns the block of +z to its side.
BrickMesh bricks(const SphereShape& s, double edge, int /*layers*/) {
  const int side = pieces_of(kPi / 2 * s.radius, edge, 2), out = pieces_of((1 - 1.2 * kSquare) * s.radius, edge, 1);
  require_affordable(std::pow(static_cast<double>(side), 3) + 6.0 * side * side * out);
  const auto on_sphere = [](double a, double b) {  // equal angles between the lines of a face
    return normalized(Vec3{std::tan(kPi / 4 * a), std::tan(kPi / 4 * b), 1});
  };
  const auto bulged_cube = [&](double a, double b, double c) {  // the face +z at height c
    return 0.5 * (Vec3{a, b, c} + 1.3 * c * on_sphere(c == 0 ? 0 : a / c, c == 0 ? 0 : b / c));
  };
  const auto face = [](int which, const Vec3& p) {
    const Vec3 turned = which % 3 == 0 ? p : which % 3 == 1 ? Vec3{p.z, p.x, p.y} : Vec3{p.y, p.z, p.x};
    return which < 3 ? turned : -turned;
  };
  const auto unface = [](int which, const Vec3& p) {
    const Vec3 q = which < 3 ? p : -p;
    return which % 3 == 0 ? q : which % 3 == 1 ? Vec3{q.y, q.z, q.x} : Vec3{q.z, q.x, q.y};
  };
  const double scale = kSquare * s.radius;
  BrickBuilder builder = brick_builder_for(s);
  const std::vector<double> lines = even_lines(side);
  builder.add_block(lines, lines, lines, [&](double u, double v, double w) {
    const Vec3 p{2 * u - 1, 2 * v - 1, 2 * w - 1};
    const double ax = std::abs(p.x), ay = std::abs(p.y), az = std::abs(p.z);
    const int axis = az >= ax && az >= ay ? 0 : ax >= ay ? 1 : 2;
    const double along = axis == 0 ? p.z : axis == 1 ? p.x : p.y;
    const int which = axis + (along < 0 ? 3 : 0);
    const Vec3 q = unface(which, p);
    return scale * face(which, bulged_cube(q.x, q.y, q.z));
  });
  for (int which = 0; which < 6; ++which)
    builder.add_block(lines, lines, even_lines(out), [&](double u, double v, double w) {
      const double a = 2 * u - 1, b = 2 * v - 1;
      return face(which, (1 - w) * scale * bulged_cube(a, b, 1) + w * s.radius * on_sphere(a, b));
    });
  return builder.take();
}

BrickMesh bricks(const GlassShape&, double, int) {
  throw InputError("a glass cannot be cut into bricks; use element = \"tet10\"");
}

}  // namespace

BrickMesh brick_mesh(const BarShape& s, const BrickCounts& n) {
  require_possible(s);
  require_counts(n);
  BrickBuilder builder = brick_builder_for(s);
  builder.add_block(even_lines(n.x), even_lines(n.y), even_lines(n.z), [&](double u, double v, double w) {
    return Vec3{(u - 0.5) * s.length, (v - 0.5) * s.width, (w - 0.5) * s.thickness};
  });
  return builder.take();
}

BrickMesh brick_mesh(const PlateShape& s, const BrickCounts& n) {
  require_possible(s);
  return brick_mesh(BarShape{s.length, s.width, s.thickness}, n);
}

BrickMesh brick_mesh(const VibraphoneShape& s, const BrickCounts& n) {
  require_possible(s);
  require_counts(n);
  BrickBuilder builder = brick_builder_for(s);
  builder.add_block(even_lines(n.x), even_lines(n.y), even_lines(n.z), [&](double u, double v, double w) {
    const double x = (u - 0.5) * s.length;
    const double h =
        s.middle + (s.thickness - s.middle) * std::pow(std::min(1.0, std::abs(2 * x / s.arch)), s.arch_power);
    return Vec3{x, (v - 0.5) * s.width, s.thickness / 2 - h * (1 - w)};
  });
  return builder.take();
}

bool has_bricks(const SolidShape& shape) { return !std::holds_alternative<GlassShape>(shape); }

BrickMesh brick_mesh(const SolidShape& shape, double edge, int layers) {
  require_possible(shape);
  if (!(edge > 0) || !std::isfinite(edge) || layers < 1)
    throw InputError(fmt::format("bricks of {} m in {} layers cannot be made; both must be positive", edge, layers));
  require_affordable(largest_extent(shape) / edge);
  return std::visit([&](const auto& s) { return bricks(s, edge, layers); }, shape);
}

}  // namespace resound
