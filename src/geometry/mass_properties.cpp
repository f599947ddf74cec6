#include "geometry/mass_properties.h"

#include <array>
#include <cmath>
#include <numbers>

namespace resound {
namespace {

// Moments of the solid about a reference point near it: large coordinates would cancel badly.
struct Moments {
  double volume = 0;                                      // [m^3]
  Vec3 first;                                             // [m^4]
  double xx = 0, yy = 0, zz = 0, xy = 0, yz = 0, zx = 0;  // [m^5]

  void add(double dv, const Vec3& p) {
    volume += dv;
    first += dv * p;
    xx += dv * p.x * p.x;
    yy += dv * p.y * p.y;
    zz += dv * p.z * p.z;
    xy += dv * p.x * p.y;
    yz += dv * p.y * p.z;
    zx += dv * p.z * p.x;
  }
};

MassProperties properties(const Moments& m, const Vec3& reference, double density) {
  MassProperties result;
  if (m.volume == 0) return result;
  const Vec3 c = m.first / m.volume;
  const double v = m.volume;
  const double xx = m.xx - v * c.x * c.x, yy = m.yy - v * c.y * c.y, zz = m.zz - v * c.z * c.z;
  const double xy = m.xy - v * c.x * c.y, yz = m.yz - v * c.y * c.z, zx = m.zx - v * c.z * c.x;
  result.volume = v;
  result.mass = density * v;
  result.centre = reference + c;
  const std::array<double, 9> inertia{yy + zz, -xy, -zx, -xy, xx + zz, -yz, -zx, -yz, xx + yy};
  for (std::size_t i = 0; i < 9; ++i) result.inertia[i] = density * inertia[i];
  return result;
}

Vec3 middle_of(const std::vector<Vec3>& points) {
  Vec3 sum;
  for (const Vec3& p : points) sum += p;
  return points.empty() ? sum : sum / static_cast<double>(points.size());
}

// Four points that integrate a polynomial of degree two over a tetrahedron exactly; weight a quarter each.
constexpr double kNear = 0.58541019662496852, kFar = 0.13819660112501052;

// Gradients of the ten shape functions at barycentric (l0, l1, l2, l3) along l1, l2, l3 (l0 = 1 - the rest), and the
// functions themselves.
struct Tet10Shape {
  std::array<double, 10> value{};
  std::array<Vec3, 10> slope{};

  explicit Tet10Shape(const std::array<double, 4>& l) {
    constexpr std::array<Vec3, 4> kSlope{{{-1, -1, -1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    constexpr std::array<std::array<int, 2>, 6> kEdges{{{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}}};
    for (std::size_t i = 0; i < 4; ++i) {
      value[i] = l[i] * (2 * l[i] - 1);
      slope[i] = (4 * l[i] - 1) * kSlope[i];
    }
    for (std::size_t e = 0; e < 6; ++e) {
      const auto a = static_cast<std::size_t>(kEdges[e][0]), b = static_cast<std::size_t>(kEdges[e][1]);
      value[4 + e] = 4 * l[a] * l[b];
      slope[4 + e] = 4 * (l[a] * kSlope[b] + l[b] * kSlope[a]);
    }
  }
};

// A product of Gauss points on the cube, folded onto the tetrahedron: exact up to the degree that curved quadratic
// elements need for volume and first moments, and close for the second.
struct TetPoint {
  Tet10Shape shape;
  double weight;
};

std::vector<TetPoint> tet_points() {
  const std::array<double, 4> at{0.06943184420297371, 0.33000947820757187, 0.66999052179242813, 0.93056815579702629};
  const std::array<double, 4> weight{0.17392742256872693, 0.32607257743127307, 0.32607257743127307,
                                     0.17392742256872693};
  std::vector<TetPoint> points;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j)
      for (std::size_t k = 0; k < 4; ++k) {
        const double l1 = at[i], l2 = at[j] * (1 - l1), l3 = at[k] * (1 - l1 - l2);
        const double jacobian = (1 - l1) * (1 - l1 - l2);
        points.push_back({Tet10Shape({1 - l1 - l2 - l3, l1, l2, l3}), weight[i] * weight[j] * weight[k] * jacobian});
      }
  return points;
}

struct Quad8Shape {
  std::array<double, 8> value{}, slope_u{}, slope_v{};

  Quad8Shape(double u, double v) {
    constexpr std::array<double, 8> us{-1, 1, 1, -1, 0, 1, 0, -1}, vs{-1, -1, 1, 1, -1, 0, 1, 0};
    for (std::size_t k = 0; k < 8; ++k) {
      const double a = us[k], b = vs[k];
      if (k < 4) {
        value[k] = (1 + a * u) * (1 + b * v) * (a * u + b * v - 1) / 4;
        slope_u[k] = a * (1 + b * v) * (2 * a * u + b * v) / 4;
        slope_v[k] = b * (1 + a * u) * (a * u + 2 * b * v) / 4;
      } else if (a == 0) {
        value[k] = (1 - u * u) * (1 + b * v) / 2;
        slope_u[k] = -u * (1 + b * v);
        slope_v[k] = b * (1 - u * u) / 2;
      } else {
        value[k] = (1 + a * u) * (1 - v * v) / 2;
        slope_u[k] = a * (1 - v * v) / 2;
        slope_v[k] = -v * (1 + a * u);
      }
    }
  }
};

}  // namespace

MassProperties mass_properties(const TriangleMesh& surface, double density) {
  const Vec3 reference = middle_of(surface.vertices);
  Moments moments;
  for (const Triangle& t : surface.triangles) {
    const std::array<Vec3, 4> corner{Vec3{}, surface.vertices[t[0]] - reference, surface.vertices[t[1]] - reference,
                                     surface.vertices[t[2]] - reference};
    const double volume = dot(corner[1], cross(corner[2], corner[3])) / 6;
    const Vec3 sum = corner[1] + corner[2] + corner[3];
    for (const Vec3& c : corner) moments.add(volume / 4, kFar * sum + (kNear - kFar) * c);
  }
  return properties(moments, reference, density);
}

MassProperties mass_properties(const TetMesh& solid, double density) {
  static const std::vector<TetPoint> kPoints = tet_points();
  const Vec3 reference = middle_of(solid.nodes);
  Moments moments;
  for (const Tet10& tet : solid.tets)
    for (const TetPoint& point : kPoints) {
      Vec3 p, du, dv, dw;
      for (std::size_t a = 0; a < 10; ++a) {
        const Vec3 x = solid.nodes[tet[a]] - reference;
        p += point.shape.value[a] * x;
        du += point.shape.slope[a].x * x;
        dv += point.shape.slope[a].y * x;
        dw += point.shape.slope[a].z * x;
      }
      moments.add(point.weight * dot(du, cross(dv, dw)), p);
    }
  return properties(moments, reference, density);
}

MassProperties mass_properties(const MeridianMesh& meridian, double density) {
  const std::array<double, 4> at{-0.86113631159405258, -0.33998104358485626, 0.33998104358485626, 0.86113631159405258};
  const std::array<double, 4> weight{0.34785484513745386, 0.65214515486254614, 0.65214515486254614,
                                     0.34785484513745386};
  Moments moments;
  for (const Quad8& quad : meridian.quads)
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 4; ++j) {
        const Quad8Shape shape(at[i], at[j]);
        MeridianPoint p, du, dv;
        for (std::size_t k = 0; k < 8; ++k) {
          const MeridianPoint& x = meridian.nodes[quad[k]];
          p = {p.r + shape.value[k] * x.r, p.z + shape.value[k] * x.z};
          du = {du.r + shape.slope_u[k] * x.r, du.z + shape.slope_u[k] * x.z};
          dv = {dv.r + shape.slope_v[k] * x.r, dv.z + shape.slope_v[k] * x.z};
        }
        const double dv_ring = 2 * std::numbers::pi * p.r * weight[i] * weight[j] * (du.r * dv.z - du.z * dv.r);
        // a thin hoop has the moments of four points on it
        for (const Vec3& q : {Vec3{p.r, 0, p.z}, Vec3{-p.r, 0, p.z}, Vec3{0, p.r, p.z}, Vec3{0, -p.r, p.z}})
          moments.add(dv_ring / 4, q);
      }
  return properties(moments, {}, density);
}

double surface_area(const TriangleMesh& surface) {
  double twice = 0;
  for (const Triangle& t : surface.triangles)
    twice +=
        length(cross(surface.vertices[t[1]] - surface.vertices[t[0]], surface.vertices[t[2]] - surface.vertices[t[0]]));
  return twice / 2;
}

}  // namespace resound
