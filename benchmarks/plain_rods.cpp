#include "plain_rods.h"

#include <algorithm>
#include <cmath>

namespace resound::bench {
namespace {

Vec3 carried(const Vec3& u, const Vec3& from, const Vec3& to) {
  const Vec3 b = cross(from, to);
  const double c = dot(from, to);
  return c * u + cross(b, u) + (dot(b, u) / (1 + c)) * b;
}

}  // namespace

PlainRod::PlainRod(const ElasticRod& rod)
    : x(rod.shape().vertices), v(rod.vertices()), rod_(rod), force_(rod.vertices()), twist_(rod.vertices()) {
  for (std::size_t i = 0; i < rod.edges().size(); ++i) {
    t_.push_back(normalized(x[i + 1] - x[i]));
    d1_.push_back(rod.shape().directors[i]);
    d2_.push_back(cross(t_[i], d1_[i]));
  }
  length_.resize(t_.size()), spin_.resize(t_.size()), torque_.resize(t_.size());
}

void PlainRod::step(double step) {
  const std::size_t count = x.size(), edges = t_.size();
  std::ranges::fill(force_, Vec3{});
  std::ranges::fill(torque_, 0.0);
  for (std::size_t i = 0; i < edges; ++i) {
    length_[i] = length(x[i + 1] - x[i]);
    const Vec3 pull = rod_.edges()[i].stiffness * (length_[i] / rod_.edges()[i].length - 1) * t_[i];
    force_[i] += pull, force_[i + 1] -= pull;
  }
  for (std::size_t i = 1; i + 1 < count; ++i) {
    const std::size_t j = i - 1;
    const RodCell& cell = rod_.cells()[i];
    const double chi = 1 + dot(t_[j], t_[i]);
    const Vec3 kb = (2 / chi) * cross(t_[j], t_[i]);
    const double kappa1 = 0.5 * dot(d2_[j] + d2_[i], kb), kappa2 = -0.5 * dot(d1_[j] + d1_[i], kb);
    const Vec3 u = carried(d1_[j], t_[j], t_[i]);
    const double angle = std::atan2(-dot(u, d2_[i]), dot(u, d1_[i]));
    twist_[i] = angle + 2 * M_PI * std::round((twist_[i] - angle) / (2 * M_PI));
    const double s1 = cell.bend1 * (kappa1 - cell.natural.kappa1), s2 = cell.bend2 * (kappa2 - cell.natural.kappa2);
    const double m = cell.twist * (twist_[i] - cell.natural.twist);
    const Vec3 mean = (t_[j] + t_[i]) / chi, m1 = (d1_[j] + d1_[i]) / chi, m2 = (d2_[j] + d2_[i]) / chi;
    const Vec3 before =
        (s1 * (cross(t_[i], m2) - kappa1 * mean) - s2 * (cross(t_[i], m1) + kappa2 * mean) + 0.5 * m * kb) / length_[j];
    const Vec3 after =
        (s2 * (cross(t_[j], m1) - kappa2 * mean) - s1 * (cross(t_[j], m2) + kappa1 * mean) + 0.5 * m * kb) / length_[i];
    force_[j] += before;
    force_[i] += after - before;
    force_[i + 1] -= after;
    torque_[j] += 0.5 * (s1 * dot(d1_[j], kb) + s2 * dot(d2_[j], kb)) + m;
    torque_[i] += 0.5 * (s1 * dot(d1_[i], kb) + s2 * dot(d2_[i], kb)) - m;
  }
  for (std::size_t i = 2; i + 2 < count; ++i) {
    v[i] += (step / rod_.cells()[i].mass) * force_[i];
    x[i] += step * v[i];
  }
  for (std::size_t i = 0; i < edges; ++i) {
    if (i > 0 && i + 1 < edges) spin_[i] += step / rod_.edges()[i].inertia * torque_[i];
    const Vec3 t = normalized(x[i + 1] - x[i]), u = carried(d1_[i], t_[i], t);
    const Vec3 turned = std::cos(step * spin_[i]) * u + std::sin(step * spin_[i]) * cross(t, u);
    t_[i] = t;
    d1_[i] = normalized(turned - dot(turned, t) * t);
    d2_[i] = cross(t, d1_[i]);
  }
}

PlainWire::PlainWire(const ElasticRod& rod)
    : x(rod.shape().vertices), v(rod.vertices()), rod_(rod), force_(rod.vertices()), u_(rod.shape().directors) {
  for (std::size_t i = 0; i < rod.edges().size(); ++i) t_.push_back(normalized(x[i + 1] - x[i]));
  theta_.resize(t_.size()), spin_.resize(t_.size()), torque_.resize(t_.size());
}

void PlainWire::step(double step) {
  const std::size_t count = x.size(), edges = t_.size();
  std::ranges::fill(force_, Vec3{});
  std::ranges::fill(torque_, 0.0);
  for (std::size_t i = 0; i < edges; ++i) {
    const Vec3 e = x[i + 1] - x[i];
    const double l = length(e);
    const Vec3 t = (1 / l) * e;
    const Vec3 pull = rod_.edges()[i].stiffness * (l / rod_.edges()[i].length - 1) * t;
    force_[i] += pull, force_[i + 1] -= pull;
    u_[i] = carried(u_[i], t_[i], t);
    t_[i] = t;
  }
  for (std::size_t i = 1; i + 1 < count; ++i) {
    const Vec3 e = x[i] - x[i - 1], g = x[i + 1] - x[i];
    const double le = length(e), lg = length(g), chi = le * lg + dot(e, g);
    const Vec3 kb = (2 / chi) * cross(e, g);
    // energy B / 2 |kb|^2: its gradient by both edges
    const double b = rod_.cells()[i].bend1, square = dot(kb, kb);
    const Vec3 by_e = b * ((2 / chi) * cross(g, kb) - (square / chi) * ((lg / le) * e + g));
    const Vec3 by_g = b * ((-2 / chi) * cross(e, kb) - (square / chi) * ((le / lg) * g + e));
    const Vec3 u = carried(u_[i - 1], t_[i - 1], t_[i]);
    const double reference = std::atan2(dot(t_[i], cross(u, u_[i])), dot(u, u_[i]));
    const double m = rod_.cells()[i].twist * (theta_[i] - theta_[i - 1] + reference);
    torque_[i - 1] += m, torque_[i] -= m;
    const Vec3 before = by_e + (m / (2 * le)) * kb, after = by_g + (m / (2 * lg)) * kb;
    force_[i - 1] += before;
    force_[i] += after - before;
    force_[i + 1] -= after;
  }
  for (std::size_t i = 2; i + 2 < count; ++i) {
    v[i] += (step / rod_.cells()[i].mass) * force_[i];
    x[i] += step * v[i];
  }
  for (std::size_t i = 1; i + 1 < edges; ++i) {
    spin_[i] += step / rod_.edges()[i].inertia * torque_[i];
    theta_[i] += step * spin_[i];
  }
}

}  // namespace resound::bench
