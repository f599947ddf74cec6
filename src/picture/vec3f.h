#pragma once
#include <algorithm>
#include <cmath>

#include "numerics/vec3.h"

// Single-precision vectors for light. Rays start near the picture's origin and end at the eye, where seven digits are
// plenty.
namespace resound {

struct Vec3f {
  float x = 0, y = 0, z = 0;

  constexpr Vec3f& operator+=(Vec3f b) { return *this = {x + b.x, y + b.y, z + b.z}; }
};

using Rgb = Vec3f;  // linear light: x red, y green, z blue

constexpr Vec3f operator+(Vec3f a, Vec3f b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3f operator-(Vec3f a, Vec3f b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3f operator-(Vec3f a) { return {-a.x, -a.y, -a.z}; }
constexpr Vec3f operator*(float s, Vec3f a) { return {s * a.x, s * a.y, s * a.z}; }
constexpr Vec3f operator*(Vec3f a, Vec3f b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }  // light through a filter
constexpr float dot(Vec3f a, Vec3f b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3f cross(Vec3f a, Vec3f b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline float length(Vec3f a) { return std::sqrt(dot(a, a)); }
inline Vec3f normalized(Vec3f a) { return (1.0f / length(a)) * a; }

// d turned back by a mirror with unit normal n.
constexpr Vec3f reflected(Vec3f d, Vec3f n) { return d - (2 * dot(d, n)) * n; }

constexpr float mix(float a, float b, float t) { return a + t * (b - a); }
constexpr Vec3f mix(Vec3f a, Vec3f b, float t) { return a + t * (b - a); }
constexpr float clamped(float a) { return std::clamp(a, 0.0f, 1.0f); }
constexpr float smoothstep(float low, float high, float a) {
  const float t = clamped((a - low) / (high - low));
  return t * t * (3 - 2 * t);
}
// The whole number below, as std::floor for all that fits an int, without the call it costs before SSE4.1.
constexpr int floor_of(float a) {
  const int whole = static_cast<int>(a);
  return whole - (static_cast<float>(whole) > a);
}
constexpr float luminance(Rgb c) { return 0.2126f * c.x + 0.7152f * c.y + 0.0722f * c.z; }  // ITU-R BT.709

inline Vec3f to_float(const Vec3& a) {
  return {static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z)};
}

}  // namespace resound
