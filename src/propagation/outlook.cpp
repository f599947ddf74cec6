#include "propagation/outlook.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace resound {
namespace {

constexpr double kNoticed = 0.01;        // [rad]
constexpr std::size_t kMostPoints = 64;  // of a shape: enough to tell how it turns and bends as a whole

// Points spread over a shape. All of them, where each moves for itself.
template <class Points, class PlaceOf>
void add_points(const Points& points, std::size_t most, const Pose& pose, const PlaceOf& place_of,
                std::vector<Vec3>& all) {
  const std::size_t count = std::min(points.size(), most);
  for (std::size_t i = 0; i < count; ++i) all.push_back(pose.to_world(place_of(points[i * points.size() / count])));
}

void add_points(const Shape& shape, std::vector<Vec3>& all) {
  const auto centre = [](const Sphere& sphere) { return sphere.centre; };
  const auto itself = [](const Vec3& point) { return point; };
  if (const auto* mesh = std::get_if<MeshForm>(&shape.form))
    add_points(mesh->mesh->vertices, kMostPoints, shape.pose, itself, all);
  else if (const auto* tube = std::get_if<TubeForm>(&shape.form))
    add_points(tube->knots, kMostPoints, shape.pose, centre, all);
  else if (const auto* balls = std::get_if<SphereForm>(&shape.form))
    add_points(balls->spheres, balls->spheres.size(), shape.pose, centre, all);
}

// How a shape has moved since.
struct Movement {
  Vec3 centre;      // [m]
  Vec3 shift;       // [m]  of all of it
  double size = 0;  // [m]  from its centre to the farthest point
  double bend = 0;  // [m]  by which a point has moved otherwise than the whole
};

Movement movement(std::span<const Vec3> before, std::span<const Vec3> now) {
  Movement all;
  const double share = 1.0 / static_cast<double>(now.size());
  for (std::size_t i = 0; i < now.size(); ++i) {
    all.centre += share * now[i];
    all.shift += share * (now[i] - before[i]);
  }
  for (std::size_t i = 0; i < now.size(); ++i) {
    all.size = std::max(all.size, length(now[i] - all.centre));
    all.bend = std::max(all.bend, length(now[i] - before[i] - all.shift));
  }
  return all;
}

bool has_moved(std::span<const Movement> movements, std::span<const Vec3> ears_before, std::span<const Vec3> ears) {
  double smallest = std::numeric_limits<double>::infinity();  // [m]
  for (const Movement& m : movements) smallest = std::min(smallest, m.size);
  return std::ranges::any_of(movements, [&](const Movement& m) {
    if (m.bend > kNoticed * m.size || length(m.shift - movements.front().shift) > kNoticed * smallest) return true;
    for (std::size_t e = 0; e < ears.size(); ++e)
      if (length(m.shift - (ears[e] - ears_before[e])) > kNoticed * length(m.centre - ears[e])) return true;
    return false;
  });
}

}  // namespace

bool Outlook::has_changed(std::span<const Shape> shapes, std::span<const Vec3> ears) {
  std::vector<std::size_t> ends;
  std::vector<Vec3> points;
  for (const Shape& shape : shapes) {
    add_points(shape, points);
    ends.push_back(points.size());
  }
  if (ends == ends_ && ears.size() == ears_.size()) {
    std::vector<Movement> movements;
    std::size_t begin = 0;
    for (const std::size_t end : ends) {
      if (end > begin)
        movements.push_back(
            movement(std::span(points_).subspan(begin, end - begin), std::span(points).subspan(begin, end - begin)));
      begin = end;
    }
    if (!has_moved(movements, ears_, ears)) return false;
  }
  ends_ = std::move(ends);
  points_ = std::move(points);
  ears_.assign(ears.begin(), ears.end());
  return true;
}

}  // namespace resound
