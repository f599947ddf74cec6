#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "geometry/skin.h"

namespace resound {
namespace {

using Outline =
    std::vector<int>;  // nodes along the boundary with the solid on the left; a closed one repeats its first

bool is_on_axis(const MeridianMesh& mesh, int node) { return mesh.nodes[node].r == 0; }

// The sides that belong to one quadrilateral only and do not lie on the axis: from corner to (middle, corner).
std::map<int, std::pair<int, int>> boundary_sides(const MeridianMesh& mesh) {
  std::map<std::pair<int, int>, int> sides;
  for (const Quad8& quad : mesh.quads)
    for (std::size_t k = 0; k < 4; ++k) sides[{quad[k], quad[(k + 1) % 4]}] = quad[k + 4];
  std::map<int, std::pair<int, int>> boundary;
  for (const auto& [side, middle] : sides) {
    const auto [from, to] = side;
    if (sides.contains({to, from}) || (is_on_axis(mesh, from) && is_on_axis(mesh, to))) continue;
    boundary[from] = {middle, to};
  }
  return boundary;
}

std::vector<Outline> outlines(const MeridianMesh& mesh) {
  std::map<int, std::pair<int, int>> sides = boundary_sides(mesh);
  std::vector<int> starts;  // what leaves the axis first: the rest is closed and may begin anywhere
  for (const auto& [from, side] : sides)
    if (is_on_axis(mesh, from)) starts.push_back(from);
  std::vector<Outline> result;
  const auto walk = [&](int start) {
    Outline line{start};
    for (auto side = sides.find(start); side != sides.end(); side = sides.find(line.back())) {
      line.push_back(side->second.first);
      line.push_back(side->second.second);
      sides.erase(side);
    }
    result.push_back(std::move(line));
  };
  for (const int start : starts) walk(start);
  while (!sides.empty()) walk(sides.begin()->first);
  return result;
}

// Does the outline turn by more than 30 degrees here?
bool is_corner(const MeridianMesh& mesh, int before, int here, int after) {
  const MeridianPoint &a = mesh.nodes[before], &b = mesh.nodes[here], &c = mesh.nodes[after];
  const double ur = b.r - a.r, uz = b.z - a.z, vr = c.r - b.r, vz = c.z - b.z;
  return ur * vr + uz * vz < std::cos(std::numbers::pi / 6) * std::hypot(ur, uz) * std::hypot(vr, vz);
}

// Leaves out nodes that follow each other too closely, both seen from the last one kept and from the next corner.
Outline thinned(const MeridianMesh& mesh, const Outline& line, double spacing) {
  const std::size_t last = line.size() - 1;
  const bool is_closed = line.front() == line.back();
  const auto distance = [&](int a, int b) {
    return std::hypot(mesh.nodes[a].r - mesh.nodes[b].r, mesh.nodes[a].z - mesh.nodes[b].z);
  };
  std::vector<char> is_fixed(line.size(), 0);
  is_fixed.front() = is_fixed.back() = 1;
  for (std::size_t i = 1; i < last; ++i) is_fixed[i] = is_corner(mesh, line[i - 1], line[i], line[i + 1]);
  Outline kept{line.front()};
  for (std::size_t i = 1; i <= last; ++i) {
    std::size_t next = i;
    while (!is_fixed[next]) ++next;
    const bool has_room = distance(kept.back(), line[i]) >= spacing && distance(line[i], line[next]) >= spacing * 0.6;
    if (is_fixed[i] || has_room) kept.push_back(line[i]);
  }
  return kept.size() >= (is_closed ? 4u : 3u) ? kept : line;
}

// Builds the skin circle by circle.
class Revolver {
 public:
  Revolver(const MeridianMesh& mesh, int around) : mesh_(mesh), around_(around) {
    for (const MeridianPoint& node : mesh.nodes) widest_ = std::max(widest_, node.r);
  }

  void add(const Outline& line) {
    for (std::size_t i = 0; i + 1 < line.size(); ++i) stitch(circle(line[i]), circle(line[i + 1]));
  }
  RevolvedSkin take() { return std::move(skin_); }

 private:
  struct Circle {
    int first = 0, count = 1;
  };

  Circle circle(int node) {
    const auto known = circles_.find(node);
    if (known != circles_.end()) return known->second;
    const MeridianPoint p = mesh_.nodes[node];
    const Circle made{static_cast<int>(skin_.node.size()), count_at(p.r)};
    for (int k = 0; k < made.count; ++k) {
      const double angle = 2 * std::numbers::pi * k / made.count;
      skin_.mesh.vertices.push_back({p.r * std::cos(angle), p.r * std::sin(angle), p.z});
      skin_.node.push_back(node);
      skin_.angle.push_back(angle);
    }
    return circles_[node] = made;
  }

  int count_at(double r) const {
    if (r == 0) return 1;
    int count = around_;
    while (count % 2 == 0 && count >= 16 && r < 0.6 * widest_ * count / around_) count /= 2;
    return count;
  }

  // Triangles between two circles: steps along the one whose next vertex comes first.
  void stitch(const Circle& p, const Circle& q) {
    const auto vertex = [](const Circle& c, int k) { return k == c.count ? c.first : c.first + k; };
    const int p_steps = p.count == 1 ? 0 : p.count, q_steps = q.count == 1 ? 0 : q.count;
    for (int i = 0, j = 0; i < p_steps || j < q_steps;) {
      const bool along_p = j == q_steps || (i < p_steps && (2 * i + 1) * q.count <= (2 * j + 1) * p.count);
      const Triangle triangle = along_p ? Triangle{vertex(p, i), vertex(p, i + 1), vertex(q, j)}
                                        : Triangle{vertex(p, i), vertex(q, j + 1), vertex(q, j)};
      skin_.mesh.triangles.push_back(triangle);
      ++(along_p ? i : j);
    }
  }

  const MeridianMesh& mesh_;
  int around_;
  double widest_ = 0;  // [m]
  std::map<int, Circle> circles_;
  RevolvedSkin skin_;
};

}  // namespace

std::vector<std::vector<MeridianPoint>> meridian_outlines(const MeridianMesh& mesh, double spacing) {
  std::vector<std::vector<MeridianPoint>> lines;
  for (const Outline& outline : outlines(mesh)) {
    std::vector<MeridianPoint>& line = lines.emplace_back();
    for (const int node : thinned(mesh, outline, spacing)) line.push_back(mesh.nodes[node]);
  }
  return lines;
}

RevolvedSkin revolved_skin(const MeridianMesh& mesh, const RevolvedSkinSettings& settings) {
  assert(settings.around >= 3);
  Revolver revolver(mesh, settings.around);
  for (const Outline& line : outlines(mesh))
    revolver.add(settings.spacing > 0 ? thinned(mesh, line, settings.spacing) : line);
  return revolver.take();
}

}  // namespace resound
