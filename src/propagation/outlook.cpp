#include "propagation/outlook.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace resound {
namespace {

constexpr double kNoticed = 0.01;       // [rad]  a body that turns once a second takes 1.6 ms for it
constexpr std::size_t kMostFaces = 64;  // of a shape: enough to tell how it turns and bends

}  // namespace

// How a shape has moved since.
struct Outlook::Movement {
  Vec3 centre;      // [m]
  Vec3 shift;       // [m]  of all of it
  double size = 0;  // [m]  from its centre to the farthest face
  double bend = 0;  // [m]  by which a face has moved otherwise than the whole
  double turn = 0;  // [rad]  of the faces, root mean square
};

bool Outlook::are_meshes(std::span<const Shape> shapes) {
  return std::ranges::all_of(shapes, [](const Shape& s) { return std::holds_alternative<MeshForm>(s.form); });
}

// Spread over the list by the golden section, so that they do not all lie on one side of a mesh made row by row.
void Outlook::add_faces(const Shape& shape, std::vector<Face>& faces) {
  const TriangleMesh& mesh = *std::get<MeshForm>(shape.form).mesh;
  const std::size_t all = mesh.triangles.size(), count = std::min(all, kMostFaces);
  for (std::size_t i = 0; i < count; ++i) {
    const double part = std::fmod(static_cast<double>(i) * 0.6180339887498949, 1.0);
    const auto& corners =
        mesh.triangles[all <= kMostFaces ? i : static_cast<std::size_t>(part * static_cast<double>(all))];
    const Vec3 a = mesh.vertices[corners[0]], b = mesh.vertices[corners[1]], c = mesh.vertices[corners[2]];
    const Vec3 normal = cross(b - a, c - a);
    const double size = length(normal);
    faces.push_back(
        {shape.pose.to_world((a + b + c) / 3.0), size > 0 ? shape.pose.rotation * (normal / size) : Vec3{}});
  }
}

Outlook::Movement Outlook::movement(std::span<const Face> before, std::span<const Face> now) {
  Movement all;
  const double share = 1.0 / static_cast<double>(now.size());
  for (std::size_t i = 0; i < now.size(); ++i) {
    all.centre += share * now[i].place;
    all.shift += share * (now[i].place - before[i].place);
  }
  for (std::size_t i = 0; i < now.size(); ++i) {
    all.size = std::max(all.size, length(now[i].place - all.centre));
    all.bend = std::max(all.bend, length(now[i].place - before[i].place - all.shift));
    const Vec3 turn = now[i].normal - before[i].normal;
    all.turn += share * dot(turn, turn);
  }
  all.turn = std::sqrt(all.turn);
  return all;
}

bool Outlook::has_moved(std::span<const Movement> movements, std::span<const Vec3> ears) const {
  double smallest = std::numeric_limits<double>::infinity();  // [m]
  for (const Movement& m : movements) smallest = std::min(smallest, m.size);
  return std::ranges::any_of(movements, [&](const Movement& m) {
    const double against_others = std::max(m.bend, length(m.shift - movements.front().shift));
    if (m.turn > kNoticed || against_others > kNoticed * smallest) return true;
    for (std::size_t e = 0; e < ears.size(); ++e) {
      const double away = std::max(0.0, length(m.centre - ears[e]) - m.size);
      if (length(m.shift - (ears[e] - ears_[e])) > kNoticed * away) return true;
    }
    return false;
  });
}

bool Outlook::notices_change(std::span<const Shape> shapes, std::span<const Vec3> ears) {
  if (!are_meshes(shapes)) return true;
  std::vector<std::size_t> ends;
  std::vector<Face> faces;
  for (const Shape& shape : shapes) {
    add_faces(shape, faces);
    ends.push_back(faces.size());
  }
  if (ends == ends_ && ears.size() == ears_.size()) {
    std::vector<Movement> movements;
    std::size_t begin = 0;
    for (const std::size_t end : ends) {
      const std::size_t count = end - begin;
      if (count > 0)
        movements.push_back(movement(std::span(faces_).subspan(begin, count), std::span(faces).subspan(begin, count)));
      begin = end;
    }
    if (!has_moved(movements, ears)) return false;
  }
  ends_ = std::move(ends);
  faces_ = std::move(faces);
  ears_.assign(ears.begin(), ears.end());
  return true;
}

}  // namespace resound
