#include "rod/rod_section.h"

#include <algorithm>
#include <cmath>

#include "numerics/pi.h"

namespace resound {
namespace {

// Saint-Venant's constant of a rectangle of sides w >= h [Timoshenko & Goodier 1970, art. 109]:
//   J = w h^3 ( 1/3 - (64 / pi^5)(h / w) sum over odd n of tanh(n pi w / 2h) / n^5 )
double rectangle_torsion(double w, double h) {
  double sum = 0;
  for (int n = 1; n < 40; n += 2) sum += std::tanh(n * kPi * w / (2 * h)) / std::pow(n, 5);
  return w * h * h * h * (1.0 / 3 - 64 / std::pow(kPi, 5) * (h / w) * sum);
}

// The outside of the unit circle mapped to the outside of a shape by z = R (zeta + c / zeta + …): a shape that moves
// along x carries 2 pi R^2 (1 - c) of fluid and itself, along y 2 pi R^2 (1 + c) [Polya & Szego 1951]. The rectangle
// with corners at angles alpha of the circle (Schwarz and Christoffel) has c = cos 2 alpha and half sides
//   b = R integral_0^alpha sqrt(2 (cos 2 phi - cos 2 alpha)) dphi,  a = R integral_alpha^{pi/2} sqrt(…) dphi.
double side_integral(double alpha, double from, double to) {
  constexpr int kPoints = 64;  // midpoint rule in s, phi = from + (to - from)(1 - cos s)/2: flat at both ends
  double sum = 0;
  for (int i = 0; i < kPoints; ++i) {
    const double s = kPi * (i + 0.5) / kPoints;
    const double phi = from + (to - from) * (1 - std::cos(s)) / 2;
    sum += std::sqrt(2 * std::abs(std::cos(2 * phi) - std::cos(2 * alpha))) * std::sin(s);
  }
  return sum * (to - from) / 2 * kPi / kPoints;
}

SectionDipole rectangle_dipole(double a, double b) {
  double low = 0, high = kPi / 2;
  for (int i = 0; i < 60; ++i) {
    const double alpha = (low + high) / 2;
    const bool is_too_tall = side_integral(alpha, 0, alpha) * a > side_integral(alpha, alpha, kPi / 2) * b;
    (is_too_tall ? high : low) = alpha;
  }
  const double alpha = (low + high) / 2;
  const double radius = (a + b) / (side_integral(alpha, 0, alpha) + side_integral(alpha, alpha, kPi / 2));
  const double c = std::cos(2 * alpha);
  return {2 * kPi * radius * radius * (1 - c), 2 * kPi * radius * radius * (1 + c)};
}

}  // namespace

double section_area(const RodSection& section) {
  return (section.kind == RodSection::Kind::ellipse ? kPi : 4) * section.a * section.b;
}

SectionMoments section_moments(const RodSection& section) {
  const double a = section.a, b = section.b;
  const double factor = section.kind == RodSection::Kind::ellipse ? kPi / 4 : 4.0 / 3;
  return {factor * a * a * a * b, factor * a * b * b * b};
}

double torsion_constant(const RodSection& section) {
  const double a = section.a, b = section.b;
  if (section.kind == RodSection::Kind::rectangle) return rectangle_torsion(2 * std::max(a, b), 2 * std::min(a, b));
  return kPi * a * a * a * b * b * b / (a * a + b * b);
}

SectionDipole section_dipole(const RodSection& section) {
  const double a = section.a, b = section.b;
  if (section.kind == RodSection::Kind::rectangle) return rectangle_dipole(a, b);
  return {kPi * b * (a + b), kPi * a * (a + b)};
}

RodSection stretched_section(const RodSection& section, double stretch) {
  const double shrink = 1 / std::sqrt(stretch);
  return {section.kind, shrink * section.a, shrink * section.b};
}

std::vector<RodSection> tapered(const RodSection& first, const RodSection& last, int edges) {
  std::vector<RodSection> sections;
  for (int i = 0; i < edges; ++i) {
    const double s = (i + 0.5) / edges;
    sections.push_back({first.kind, (1 - s) * first.a + s * last.a, (1 - s) * first.b + s * last.b});
  }
  return sections;
}

}  // namespace resound
