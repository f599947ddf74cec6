#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "numerics/vec3.h"

// Pieces of glTF that have nothing to do with files: where a node puts its mesh, and how bytes hide in text.
namespace resound {

// x -> A x + b.
struct Affine {
  Vec3 column_x{1, 0, 0}, column_y{0, 1, 0}, column_z{0, 0, 1}, offset;

  Vec3 turn(const Vec3& v) const { return v.x * column_x + v.y * column_y + v.z * column_z; }
  Vec3 operator*(const Vec3& v) const { return turn(v) + offset; }
  Affine operator*(const Affine& b) const {  // first b, then this
    return {turn(b.column_x), turn(b.column_y), turn(b.column_z), *this * b.offset};
  }
  bool mirrors() const { return dot(column_x, cross(column_y, column_z)) < 0; }
};

Affine affine_from_matrix(const std::array<double, 16>& column_major);
Affine affine_from_parts(const std::array<double, 3>& translation, const std::array<double, 4>& rotation_xyzw,
                         const std::array<double, 3>& scale);

std::optional<std::string> from_base64(std::string_view text);
std::string from_percent(std::string_view uri);  // "a%20b" -> "a b"

}  // namespace resound
