#include "geometry/embree_form.h"

#include <cstdint>

namespace resound {
namespace {

struct Point4 {
  float x, y, z, radius;
};

EmbreeGeometry new_geometry(RTCGeometryType type) { return EmbreeGeometry(rtcNewGeometry(embree_device(), type)); }

template <class Element>
std::span<Element> new_buffer(const EmbreeGeometry& geometry, RTCBufferType type, RTCFormat format, std::size_t count) {
  void* data = rtcSetNewGeometryBuffer(geometry.get(), type, 0, format, sizeof(Element), count);
  return {static_cast<Element*>(data), count};
}

Point4 placed(const Vec3& local, double radius, const Pose& pose, const Vec3& origin) {
  const Vec3 p = pose.to_world(local) - origin;
  return {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z), static_cast<float>(radius)};
}

void fill(std::span<Point4> points, std::span<const Sphere> spheres, const Pose& pose, const Vec3& origin) {
  for (std::size_t i = 0; i < spheres.size(); ++i)
    points[i] = placed(spheres[i].centre, spheres[i].radius, pose, origin);
}

using Point3 = std::array<float, 3>;

void place(std::span<const Vec3> vertices, const Pose& pose, const Vec3& origin, std::span<Point3> points) {
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Point4 p = placed(vertices[i], 0, pose, origin);
    points[i] = {p.x, p.y, p.z};
  }
}

}  // namespace

EmbreeGeometry embree_triangles(std::span<const Vec3> vertices, std::span<const Triangle> triangles, const Pose& pose,
                                const Vec3& origin) {
  EmbreeGeometry geometry = new_geometry(RTC_GEOMETRY_TYPE_TRIANGLE);
  const auto points = new_buffer<Point3>(geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT3, vertices.size());
  place(vertices, pose, origin, points);
  const auto corners =
      new_buffer<std::array<std::uint32_t, 3>>(geometry, RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT3, triangles.size());
  for (std::size_t i = 0; i < triangles.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k) corners[i][k] = static_cast<std::uint32_t>(triangles[i][k]);
  rtcCommitGeometry(geometry.get());
  return geometry;
}

void move_embree_triangles(const EmbreeGeometry& geometry, std::span<const Vec3> vertices, const Pose& pose,
                           const Vec3& origin) {
  void* data = rtcGetGeometryBufferData(geometry.get(), RTC_BUFFER_TYPE_VERTEX, 0);
  place(vertices, pose, origin, {static_cast<Point3*>(data), vertices.size()});
  rtcUpdateGeometryBuffer(geometry.get(), RTC_BUFFER_TYPE_VERTEX, 0);
  rtcCommitGeometry(geometry.get());
}

EmbreeGeometry embree_spheres(std::span<const Sphere> spheres, const Pose& pose, const Vec3& origin) {
  EmbreeGeometry geometry = new_geometry(RTC_GEOMETRY_TYPE_SPHERE_POINT);
  fill(new_buffer<Point4>(geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT4, spheres.size()), spheres, pose, origin);
  rtcCommitGeometry(geometry.get());
  return geometry;
}

EmbreeGeometry embree_curve(std::span<const Sphere> knots, RTCGeometryType type, const Pose& pose, const Vec3& origin) {
  EmbreeGeometry geometry = new_geometry(type);
  fill(new_buffer<Point4>(geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT4, knots.size()), knots, pose, origin);
  const std::size_t segments = knots.size() < 2 ? 0 : knots.size() - 1;
  const auto first = new_buffer<std::uint32_t>(geometry, RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT, segments);
  for (std::size_t i = 0; i < segments; ++i) first[i] = static_cast<std::uint32_t>(i);
  rtcCommitGeometry(geometry.get());
  return geometry;
}

EmbreeGeometry embree_geometry(const MeshForm& form, const Pose& pose, const Vec3& origin) {
  return embree_triangles(form.mesh->vertices, form.mesh->triangles, pose, origin);
}

EmbreeGeometry embree_geometry(const SphereForm& form, const Pose& pose, const Vec3& origin) {
  return embree_spheres(form.spheres, pose, origin);
}

EmbreeGeometry embree_geometry(const TubeForm& form, const Pose& pose, const Vec3& origin) {
  return embree_curve(form.knots, RTC_GEOMETRY_TYPE_ROUND_LINEAR_CURVE, pose, origin);
}

}  // namespace resound
