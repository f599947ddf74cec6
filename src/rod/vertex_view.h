#pragma once
#include <cstddef>

#include "numerics/vec3.h"

namespace resound {

// Vectors whose x, y and z lie in arrays of their own, so that consecutive vertices fill the lanes of a register.
struct ConstVertexView {
  const double *x = nullptr, *y = nullptr, *z = nullptr;
  std::size_t count = 0;

  std::size_t size() const { return count; }
  Vec3 operator[](std::size_t i) const { return {x[i], y[i], z[i]}; }
};

struct VertexView {
  double *x = nullptr, *y = nullptr, *z = nullptr;
  std::size_t count = 0;

  std::size_t size() const { return count; }
  Vec3 operator[](std::size_t i) const { return {x[i], y[i], z[i]}; }
  void set(std::size_t i, const Vec3& v) const { x[i] = v.x, y[i] = v.y, z[i] = v.z; }
  void add(std::size_t i, const Vec3& v) const { x[i] += v.x, y[i] += v.y, z[i] += v.z; }
};

}  // namespace resound
