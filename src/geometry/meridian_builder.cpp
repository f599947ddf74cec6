#include "geometry/meridian_builder.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace resound {
namespace {

long long cell_key(long long i, long long j) { return i * 4'294'967'291LL + j; }

}  // namespace

int MeridianBuilder::node_at(MeridianPoint point) {
  if (std::abs(point.r) < tolerance_) point.r = 0;
  const double size = 4 * tolerance_;
  const auto i = static_cast<long long>(std::floor(point.r / size)),
             j = static_cast<long long>(std::floor(point.z / size));
  for (long long di = -1; di <= 1; ++di)
    for (long long dj = -1; dj <= 1; ++dj) {
      const auto cell = cells_.find(cell_key(i + di, j + dj));
      if (cell == cells_.end()) continue;
      for (const int node : cell->second)
        if (std::hypot(mesh_.nodes[node].r - point.r, mesh_.nodes[node].z - point.z) < tolerance_) return node;
    }
  const int node = static_cast<int>(mesh_.nodes.size());
  mesh_.nodes.push_back(point);
  cells_[cell_key(i, j)].push_back(node);
  return node;
}

void MeridianBuilder::add_block(const std::vector<double>& u, const std::vector<double>& v, const Place& place) {
  assert(u.size() >= 2 && v.size() >= 2);
  for (std::size_t i = 0; i + 1 < u.size(); ++i)
    for (std::size_t j = 0; j + 1 < v.size(); ++j) {
      const double a = u[i], b = u[i + 1], c = v[j], d = v[j + 1], ab = (a + b) / 2, cd = (c + d) / 2;
      std::array<MeridianPoint, 8> p{place(a, c),  place(b, c),  place(b, d),  place(a, d),
                                     place(ab, c), place(b, cd), place(ab, d), place(a, cd)};
      const double twice_area = (p[2].r - p[0].r) * (p[3].z - p[1].z) - (p[2].z - p[0].z) * (p[3].r - p[1].r);
      if (twice_area < 0) p = {p[0], p[3], p[2], p[1], p[7], p[6], p[5], p[4]};
      Quad8 quad{};
      for (std::size_t k = 0; k < 8; ++k) quad[k] = node_at(p[k]);
      mesh_.quads.push_back(quad);
    }
}

std::vector<double> even_lines(int pieces) {
  std::vector<double> lines;
  for (int i = 0; i <= pieces; ++i) lines.push_back(static_cast<double>(i) / pieces);
  return lines;
}

std::vector<double> graded_lines(double length, double first, double growth, double edge) {
  std::vector<double> lines{0};
  double size = std::min({first, edge, length});
  while (lines.back() + size < length * (1 - 1e-9)) {
    lines.push_back(lines.back() + size);
    size = std::min(size * growth, edge);
  }
  lines.push_back(std::max(length, lines.back() + size));
  const double end = lines.back();  // the last piece may stand over: all shrink a little
  for (double& line : lines) line /= end;
  return lines;
}

std::vector<double> mirrored(const std::vector<double>& lines) {
  std::vector<double> result;
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) result.push_back(1 - *line);
  return result;
}

int pieces_of(double length, double edge, int at_least) {
  return std::max(at_least, static_cast<int>(std::ceil(length / edge - 1e-9)));
}

}  // namespace resound
