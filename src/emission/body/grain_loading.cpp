#include "emission/body/grain_loading.h"

#include <algorithm>
#include <cmath>
#include <complex>

#include "motion/contact/resting_contact.h"
#include "numerics/gravity.h"
#include "numerics/pi.h"

namespace resound {
namespace {

constexpr double kHeap = 0.6;        // [1]  solid fraction of grains that lie [random packing: 0.55 to 0.64]
constexpr double kWallCover = 0.6;   // [1]  share of a wall that lies in the shadow of grains that touch it
constexpr int kDirections = 8;       // to look for walls in
constexpr double kLeastMass = -0.9;  // [1]  added to a mode: beyond, contacts near resonance would outweigh the mode

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

Vec3 mode_shape_at(const PreparedBody& body, const SurfacePoint& point, std::size_t mode) {
  const Triangle& corners = body.model.skin.triangles[static_cast<std::size_t>(point.triangle)];
  Vec3 moved;
  for (std::size_t k = 0; k < 3; ++k)
    moved += point.weights[k] * body.model.modes[mode].shape[static_cast<std::size_t>(corners[k])];
  return moved;
}

}  // namespace

std::vector<ModeLoad> mode_loads(const PreparedBody& body, std::span<const WallLoad> contacts, double loss_factor) {
  std::vector<ModeLoad> loads(body.model.modes.size());
  if (!(loss_factor > 0)) return loads;
  const std::complex<double> spring(1, loss_factor);
  for (const WallLoad& contact : contacts) {
    const SurfacePoint point = body.surface->nearest(contact.place).value_or(SurfacePoint{});
    if (point.triangle < 0) continue;
    for (std::size_t i = 0; i < loads.size(); ++i) {
      const double shape = dot(mode_shape_at(body, point, i), contact.normal);
      const double pitch = body.model.modes[i].omega / contact.omega;
      const std::complex<double> moving = spring / (spring - pitch * pitch);
      loads[i].mass += contact.mass * shape * shape * moving.real();
      loads[i].loss += contact.mass * shape * shape * std::abs(moving.imag());
    }
  }
  return loads;
}

BankMode loaded(const BankMode& mode, const ModeLoad& load) {
  return {mode.omega / std::sqrt(1 + std::max(load.mass, kLeastMass)), mode.decay + mode.omega * load.loss / 2};
}

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
  const double r = filling.radius, per_area = kWallCover / (kPi * r * r);  // [1/m^2]
  const double mass = kHeap * grain.density * volume / (area * per_area);  // [kg]  that a contact bears
  const ContactBody ball{grain.young_modulus, grain.poisson_ratio, 1, 1 / r, 1 / r, 0};
  const ContactBody flat{wall.young_modulus, wall.poisson_ratio, 1, 0, 0, 0};
  const double omega = std::sqrt(resting_stiffness(ball, flat, mass * kGravity) / mass);
  for (const Covered& facet : facets)
    contacts.push_back({0, facet.place, facet.normal, mass * per_area * facet.area, omega});
  return contacts;
}

}  // namespace resound
