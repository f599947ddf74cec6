#include "emission/body/filling_contacts.h"

#include <cmath>

#include "motion/contact/resting_contact.h"
#include "numerics/pi.h"

namespace resound {
namespace {

constexpr double kHeap = 0.6;       // [1]  solid fraction of grains that lie [random packing: 0.55 to 0.64]
constexpr double kWallCover = 0.6;  // [1]  share of a wall that lies in the shadow of grains that touch it
constexpr int kDirections = 8;      // to look for walls in

struct Covered {
  Vec3 place, normal;  // [m], unit
  double area = 0;     // [m^2]
};

bool is_enclosed(const SurfaceIndex& surface, const Vec3& place) {
  for (int k = 0; k < kDirections; ++k) {
    const double angle = kTurn * (k + 0.5) / kDirections;
    if (!surface.first_hit(place, {std::cos(angle), std::sin(angle), 0})) return false;
  }
  return true;
}

std::vector<Covered> covered_facets(const PreparedBody& body, double level, double off) {
  const TriangleMesh& skin = body.model.skin;
  std::vector<Covered> facets;
  for (const Triangle& t : skin.triangles) {
    const Vec3 &a = skin.vertices[static_cast<std::size_t>(t[0])], &b = skin.vertices[static_cast<std::size_t>(t[1])],
               &c = skin.vertices[static_cast<std::size_t>(t[2])];
    const Vec3 twice = cross(b - a, c - a), middle = (a + b + c) / 3;
    if (middle.z >= level || length(twice) <= 0) continue;
    const Vec3 normal = normalized(twice);
    if (is_enclosed(*body.surface, middle + off * normal)) facets.push_back({middle, normal, length(twice) / 2});
  }
  return facets;
}

}  // namespace

std::vector<WallLoad> contacts_of(const Filling& filling, const PreparedBody& body, const Material& wall) {
  std::vector<WallLoad> contacts;
  if (!(filling.height > 0)) return contacts;
  const std::vector<Covered> facets = covered_facets(body, filling.height, filling.radius);
  double volume = 0, area = 0;  // [m^3], [m^2]
  for (const Covered& facet : facets) {
    volume += facet.area * facet.normal.z * (filling.height - facet.place.z);
    area += facet.area;
  }
  if (!(volume > 0)) return contacts;
  const Material& grain = filling.material;
  const double r = filling.radius, per_area = kWallCover / (kPi * r * r);  // [1/m^2]  contacts
  const double mass = 4.0 / 3 * kPi * r * r * r * grain.density;           // [kg]  of a grain
  const double layers = kHeap * grain.density * volume / (area * per_area * mass);
  const ContactBody ball{grain.young_modulus, grain.poisson_ratio, 1, 1 / r, 1 / r, 0};
  const ContactBody flat{wall.young_modulus, wall.poisson_ratio, 1, 0, 0, 0};
  const double omega = resting_swing(ball, flat, mass), inner_omega = resting_swing(ball, ball, mass);
  for (const Covered& facet : facets)
    contacts.push_back({0, facet.place, facet.normal, mass * per_area * facet.area, layers, omega, inner_omega});
  return contacts;
}

}  // namespace resound
