#include "geometry/meridian_wall.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace resound {
namespace {

constexpr int kSamples = 4096;  // chords along a curve; its length is then right to about 1e-7

double distance(MeridianPoint a, MeridianPoint b) { return std::hypot(b.r - a.r, b.z - a.z); }

}  // namespace

MeridianCurve::MeridianCurve(std::function<MeridianPoint(double)> curve) : curve_(std::move(curve)) {
  walked_.push_back(0);
  for (int i = 1; i <= kSamples; ++i)
    walked_.push_back(walked_.back() +
                      distance(curve_((i - 1.0) / kSamples), curve_(static_cast<double>(i) / kSamples)));
  length_ = walked_.back();
}

CurvePoint MeridianCurve::at(double share) const {
  const double target = std::clamp(share, 0.0, 1.0) * length_;
  const auto after = std::upper_bound(walked_.begin() + 1, walked_.end() - 1, target);
  const auto i = static_cast<double>(after - walked_.begin());
  const double piece = *after - *(after - 1);
  const double t = std::clamp((i - 1 + (target - *(after - 1)) / piece) / kSamples, 0.0, 1.0);
  const double step = 0.5 / kSamples;
  const MeridianPoint ahead = curve_(std::min(1.0, t + step)), here = curve_(t),
                      behind = curve_(std::max(0.0, t - step));
  // at the ends a one-sided difference of second order, so that a wall meets the axis at a right angle
  MeridianPoint slope{ahead.r - behind.r, ahead.z - behind.z};
  if (t <= 0 || t >= 1) {
    const double sign = t <= 0 ? 1 : -1;
    const MeridianPoint one = t <= 0 ? ahead : behind, two = curve_(t + sign * 2 * step);
    slope = {sign * (4 * one.r - 3 * here.r - two.r), sign * (4 * one.z - 3 * here.z - two.z)};
  }
  const double size = std::hypot(slope.r, slope.z);
  return {here, {slope.r / size, slope.z / size}};
}

double MeridianCurve::share_at(double parameter) const {
  const double place = std::clamp(parameter, 0.0, 1.0) * kSamples;
  const auto i = std::min<std::size_t>(static_cast<std::size_t>(place), kSamples - 1);
  const double part = place - static_cast<double>(i);
  return (walked_[i] + part * (walked_[i + 1] - walked_[i])) / length_;
}

std::function<MeridianPoint(double)> curve_through(std::span<const MeridianPoint> points, MeridianPoint begin,
                                                   MeridianPoint end) {
  assert(points.size() >= 3);
  std::vector<MeridianPoint> p(points.begin(), points.end());
  std::vector<double> knot{0};  // chord length
  for (std::size_t i = 1; i < p.size(); ++i) knot.push_back(knot.back() + distance(p[i - 1], p[i]));
  std::vector<MeridianPoint> slope(p.size());
  for (std::size_t i = 1; i + 1 < p.size(); ++i) {
    const double span = knot[i + 1] - knot[i - 1];
    slope[i] = {(p[i + 1].r - p[i - 1].r) / span, (p[i + 1].z - p[i - 1].z) / span};
  }
  slope.front() = begin;
  slope.back() = end;
  return [p = std::move(p), knot = std::move(knot), slope = std::move(slope)](double t) {
    const double s = std::clamp(t, 0.0, 1.0) * knot.back();
    const auto after = std::upper_bound(knot.begin() + 1, knot.end() - 1, s);
    const auto b = static_cast<std::size_t>(after - knot.begin()), a = b - 1;
    const double h = knot[b] - knot[a], x = (s - knot[a]) / h;
    const double h00 = (1 + 2 * x) * (1 - x) * (1 - x), h10 = x * (1 - x) * (1 - x) * h;
    const double h01 = x * x * (3 - 2 * x), h11 = x * x * (x - 1) * h;
    return MeridianPoint{h00 * p[a].r + h10 * slope[a].r + h01 * p[b].r + h11 * slope[b].r,
                         h00 * p[a].z + h10 * slope[a].z + h01 * p[b].z + h11 * slope[b].z};
  };
}

MeridianPoint left_of(const CurvePoint& point, double depth) {
  return {point.position.r - depth * point.tangent.z, point.position.z + depth * point.tangent.r};
}

}  // namespace resound
