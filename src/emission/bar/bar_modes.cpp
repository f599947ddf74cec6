#include "emission/bar/bar_modes.h"

#include <array>
#include <cassert>
#include <cmath>

#include "numerics/pi.h"

namespace resound {
namespace {

struct Waves {
  double cos, sin, left, right;  // cos(s), sin(s), exp(-s), exp(s - lambda)
};

Waves waves_at(double s, double lambda) { return {std::cos(s), std::sin(s), std::exp(-s), std::exp(s - lambda)}; }

// phi and its derivatives by s as linear forms in (a, b, c, d).
using Form = std::array<double, 4>;
Form value_form(const Waves& w) { return {w.cos, w.sin, w.left, w.right}; }
Form slope_form(const Waves& w) { return {-w.sin, w.cos, -w.left, w.right}; }
Form moment_form(const Waves& w) { return {-w.cos, -w.sin, w.left, w.right}; }
Form shear_form(const Waves& w) { return {w.sin, -w.cos, -w.left, w.right}; }

double evaluate(const Form& form, const BarMode& m) {
  return form[0] * m.a + form[1] * m.b + form[2] * m.c + form[3] * m.d;
}

// Which equation: 1 = equal hard or equal free ends, 2 = one clamped and one free, 3 = one end supported, 4 = both.
enum class Pair { alike, opposite, one_supported, both_supported };

Pair pair_of(const UniformBar& bar) {
  const int supported = (bar.left == BarEnd::supported) + (bar.right == BarEnd::supported);
  if (supported == 2) return Pair::both_supported;
  if (supported == 1) return Pair::one_supported;
  return bar.left == bar.right ? Pair::alike : Pair::opposite;
}

// Roots of   cos l cosh l = 1 (alike),  = -1 (opposite),  tan l = tanh l (one supported),  sin l = 0 (both), each
// divided by cosh l so that it stays of order one. Newton from the asymptote converges to the last digit in a few
// steps.
double characteristic_root(Pair pair, int index) {
  if (pair == Pair::both_supported) return index * kPi;
  const double offset = pair == Pair::alike ? 0.5 : pair == Pair::opposite ? -0.5 : 0.25;
  double l = (index + offset) * kPi;
  for (int i = 0; i < 8; ++i) {
    const double sech = 1 / std::cosh(l), tanh = std::tanh(l);
    double f = 0, df = 0;
    if (pair == Pair::one_supported) {
      f = std::sin(l) - std::cos(l) * tanh;
      df = std::cos(l) + std::sin(l) * tanh - std::cos(l) * sech * sech;
    } else {
      const double sign = pair == Pair::alike ? -1 : 1;
      f = std::cos(l) + sign * sech;
      df = -std::sin(l) - sign * sech * tanh;
    }
    l -= f / df;
  }
  return l;
}

// The two conditions of an end, as forms that vanish on the mode.
std::array<Form, 2> end_conditions(BarEnd end, const Waves& w) {
  switch (end) {
    case BarEnd::clamped:
      return {value_form(w), slope_form(w)};
    case BarEnd::supported:
      return {value_form(w), moment_form(w)};
    case BarEnd::free:
      break;
  }
  return {moment_form(w), shear_form(w)};
}

// The left end fixes two of the four numbers, so the mode is p * (one set) + q * (another); the right end fixes p : q.
void set_shape(BarMode& mode, const UniformBar& bar) {
  const double e = std::exp(-mode.lambda);
  Form first{}, second{};
  switch (bar.left) {
    case BarEnd::clamped:
      first = {-1, 1, 1, 0};
      second = {-e, -e, 0, 1};
      break;
    case BarEnd::free:
      first = {1, -1, 1, 0};
      second = {e, e, 0, 1};
      break;
    case BarEnd::supported:
      first = {0, 1, 0, 0};
      second = {0, 0, -e, 1};
      break;
  }
  const auto dot4 = [](const Form& x, const Form& y) { return x[0] * y[0] + x[1] * y[1] + x[2] * y[2] + x[3] * y[3]; };

  // Both rows say the same at a root; the larger says it with more digits.
  double p = 0, q = 0;
  for (const Form& row : end_conditions(bar.right, waves_at(mode.lambda, mode.lambda))) {
    const double on_first = dot4(row, first), on_second = dot4(row, second);
    if (std::hypot(on_first, on_second) > std::hypot(p, q)) p = on_second, q = -on_first;
  }
  mode.a = p * first[0] + q * second[0];
  mode.b = p * first[1] + q * second[1];
  mode.c = p * first[2] + q * second[2];
  mode.d = p * first[3] + q * second[3];
}

// Scales to a mean square of one: 4 int phi^2 ds = lambda (phi^2 - 2 phi' phi''' + phi''^2) at s = lambda, whatever the
// ends [Rayleigh 1894, section 172].
void normalise(BarMode& mode) {
  const Waves w = waves_at(mode.lambda, mode.lambda);
  const double value = evaluate(value_form(w), mode), slope = evaluate(slope_form(w), mode);
  const double moment = evaluate(moment_form(w), mode), shear = evaluate(shear_form(w), mode);
  const double scale = 2 / std::sqrt(value * value - 2 * slope * shear + moment * moment);
  mode.a *= scale, mode.b *= scale, mode.c *= scale, mode.d *= scale;
}

// int phi'^2 dx / L, by Gauss-Legendre on panels of at most one radian: exact to rounding.
double mean_square_slope(const BarMode& mode) {
  static constexpr double kNode[] = {0.9602898564975363, 0.7966664774136267, 0.5255324099163290, 0.1834346424956498};
  static constexpr double kWeight[] = {0.1012285362903763, 0.2223810344533745, 0.3137066458778873, 0.3626837833783620};
  const int panels = static_cast<int>(std::ceil(mode.lambda));
  const double half = mode.length / panels / 2;
  double sum = 0;
  for (int i = 0; i < panels; ++i)
    for (int k = 0; k < 4; ++k)
      for (const double side : {-1.0, 1.0}) {
        const double slope = mode.slope((2 * i + 1 + side * kNode[k]) * half);
        sum += kWeight[k] * slope * slope;
      }
  return sum * half / mode.length;
}

}  // namespace

double BarMode::shape(double x) const { return evaluate(value_form(waves_at(lambda * x / length, lambda)), *this); }

double BarMode::slope(double x) const {
  return evaluate(slope_form(waves_at(lambda * x / length, lambda)), *this) * lambda / length;
}

BarMode bar_mode(const UniformBar& bar, int index) {
  assert(index >= 1 && bar.length > 0 && bar.kappa > 0);
  BarMode mode;
  mode.length = bar.length;
  mode.lambda = characteristic_root(pair_of(bar), index);
  mode.omega = mode.lambda * mode.lambda * bar.kappa / (bar.length * bar.length);
  set_shape(mode, bar);
  normalise(mode);
  mode.slope_ratio = mean_square_slope(mode);
  return mode;
}

std::vector<BarMode> bar_modes(const UniformBar& bar, double max_frequency) {
  std::vector<BarMode> modes;
  for (int index = 1;; ++index) {
    const BarMode mode = bar_mode(bar, index);
    if (mode.omega > 2 * kPi * max_frequency) return modes;
    modes.push_back(mode);
  }
}

}  // namespace resound
