#include "mesh_file/gltf_transform.h"

#include <cmath>

namespace resound {

Affine affine_from_matrix(const std::array<double, 16>& m) {
  return {{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}, {m[12], m[13], m[14]}};
}

Affine affine_from_parts(const std::array<double, 3>& t, const std::array<double, 4>& q,
                         const std::array<double, 3>& s) {
  const double size = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const Vec3 u = size > 0 ? Vec3{q[0], q[1], q[2]} / size : Vec3{};
  const double w = size > 0 ? q[3] / size : 1;
  const auto turned = [&](const Vec3& v) { return v + 2.0 * cross(u, cross(u, v) + w * v); };
  return {s[0] * turned({1, 0, 0}), s[1] * turned({0, 1, 0}), s[2] * turned({0, 0, 1}), {t[0], t[1], t[2]}};
}

std::optional<std::string> from_base64(std::string_view text) {
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  std::string bytes;
  unsigned bits = 0, have = 0;
  for (const char c : text) {
    unsigned value = 0;
    if (c >= 'A' && c <= 'Z')
      value = static_cast<unsigned>(c - 'A');
    else if (c >= 'a' && c <= 'z')
      value = static_cast<unsigned>(c - 'a') + 26;
    else if (c >= '0' && c <= '9')
      value = static_cast<unsigned>(c - '0') + 52;
    else if (c == '+' || c == '/')
      value = c == '+' ? 62 : 63;
    else
      return std::nullopt;
    bits = (bits << 6 | value) & 0xffffu;
    have += 6;
    if (have < 8) continue;
    have -= 8;
    bytes.push_back(static_cast<char>(bits >> have & 0xffu));
  }
  return bytes;
}

std::string from_percent(std::string_view uri) {
  const auto digit = [](char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
  };
  std::string text;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const bool is_code = uri[i] == '%' && i + 2 < uri.size() && digit(uri[i + 1]) >= 0 && digit(uri[i + 2]) >= 0;
    text.push_back(is_code ? static_cast<char>(16 * digit(uri[i + 1]) + digit(uri[i + 2])) : uri[i]);
    if (is_code) i += 2;
  }
  return text;
}

}  // namespace resound
