#pragma once
#include <span>

#include "geometry/embree_handle.h"
#include "geometry/shape.h"

// Shapes as Embree geometry. Embree counts in single precision, so the caller names an origin near its shapes and gives
// all rays relative to it: a scene one kilometre from zero is then as sharp as one at zero.
namespace resound {

// Committed geometry of one form, placed by `pose`, relative to `origin` [m]. Lines have no body and are not made here.
EmbreeGeometry embree_geometry(const MeshForm& form, const Pose& pose, const Vec3& origin);
EmbreeGeometry embree_geometry(const SphereForm& form, const Pose& pose, const Vec3& origin);
EmbreeGeometry embree_geometry(const TubeForm& form, const Pose& pose, const Vec3& origin);

// The same from parts, for callers that have moved the vertices or changed the radii.
EmbreeGeometry embree_triangles(std::span<const Vec3> vertices, std::span<const Triangle> triangles, const Pose& pose,
                                const Vec3& origin);
// Puts the vertices of such a geometry where they are now; the triangles stay.
void move_embree_triangles(const EmbreeGeometry& geometry, std::span<const Vec3> vertices, const Pose& pose,
                           const Vec3& origin);
EmbreeGeometry embree_spheres(std::span<const Sphere> spheres, const Pose& pose, const Vec3& origin);
EmbreeGeometry embree_curve(std::span<const Sphere> knots, RTCGeometryType type, const Pose& pose, const Vec3& origin);

}  // namespace resound
