#include "picture/frame_scene.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "geometry/embree_form.h"
#include "picture/exaggeration.h"

namespace resound {
namespace {

constexpr float kThinnestSphere = 0.9f;  // [pixels] radius: above half a pixel's diagonal, so that no drop is missed
constexpr float kThinnestLine = 0.75f;   // [pixels] half width
constexpr float kThinnestTube = 0.55f;   // [pixels] radius
constexpr float kShadowFrom = 2.5f;      // [pixels] radius; the shadow of a smaller ball is lost in the sun's width
constexpr Rgb kLampBrightness{8.0f, 8.0f, 8.0f};

// Glass and water let half of the light through: half of the rays that ask do not see them. A ray's id is its cell;
// this picks half of all cells, and half of the even ones too.
void let_half_through(const RTCFilterFunctionNArguments* arguments) {
  for (unsigned i = 0; i < arguments->N; ++i) {
    const unsigned cell = RTCRayN_id(arguments->ray, arguments->N, i);
    if (((cell ^ (cell >> 1)) & 1u) == 0) arguments->valid[i] = 0;
  }
}

bool is_streak(const Coat& coat) { return coat.finish == Finish::water; }

std::vector<Vec3> moved(std::span<const Vec3> rest, std::span<const Vec3> displacement, double factor) {
  std::vector<Vec3> vertices(rest.begin(), rest.end());
  for (std::size_t i = 0; i < vertices.size(); ++i) vertices[i] += factor * displacement[i];
  return vertices;
}

EmbreeGeometry instance_of(const EmbreeScene& body, const DrawnShape& solid) {
  EmbreeGeometry geometry(rtcNewGeometry(embree_device(), RTC_GEOMETRY_TYPE_INSTANCE));
  rtcSetGeometryInstancedScene(geometry.get(), body.get());
  const Vec3f columns[] = {solid.axis_x, solid.axis_y, solid.axis_z, solid.position};
  float transform[12];
  for (int c = 0; c < 4; ++c) {
    transform[3 * c] = columns[c].x;
    transform[3 * c + 1] = columns[c].y;
    transform[3 * c + 2] = columns[c].z;
  }
  rtcSetGeometryTransform(geometry.get(), 0, RTC_FORMAT_FLOAT3X4_COLUMN_MAJOR, transform);
  rtcCommitGeometry(geometry.get());
  return geometry;
}

}  // namespace

FrameScene::FrameScene(const Snapshot& snapshot, std::span<const Vibration> vibrations, const PictureSetup& setup,
                       const View& view, ShadedMeshes& meshes)
    : visible_(new_embree_scene()),
      casting_(new_embree_scene()),
      marks_(new_embree_scene()),
      origin_(view.origin()),
      rides_(vibrations.size()) {
  solids_.reserve(snapshot.shapes.size());
  for (const Shape& shape : snapshot.shapes)
    std::visit(
        [&](const auto& form) {
          using Form = std::decay_t<decltype(form)>;
          if constexpr (std::is_same_v<Form, MeshForm>)
            add(shape, form, vibrations, setup, meshes);
          else
            add(shape, form, view);
        },
        shape.form);
  for (const EmbreeScene* scene : {&visible_, &casting_, &marks_}) rtcCommitScene(scene->get());
}

DrawnShape& FrameScene::new_solid(const Shape& shape) {
  DrawnShape& solid = solids_.emplace_back();
  solid.coat = coat_of(shape.look);
  solid.position = to_float(shape.pose.position - origin_);
  solid.axis_x = to_float(shape.pose.rotation * Vec3{1, 0, 0});
  solid.axis_y = to_float(shape.pose.rotation * Vec3{0, 1, 0});
  solid.axis_z = to_float(shape.pose.rotation * Vec3{0, 0, 1});
  return solid;
}

// Attaches geometry of the newest solid.
void FrameScene::show(const EmbreeGeometry& geometry) {
  rtcAttachGeometryByID(visible_.get(), geometry.get(), static_cast<unsigned>(solids_.size() - 1));
}

void FrameScene::cast_shadow(const EmbreeGeometry& geometry) {
  const DrawnShape& solid = solids_.back();
  if (solid.coat.kind == Coat::Kind::glowing) return;
  if (solid.coat.kind == Coat::Kind::clear && !solid.is_instance) {
    rtcSetGeometryOccludedFilterFunction(geometry.get(), let_half_through);
    rtcCommitGeometry(geometry.get());
  }
  rtcAttachGeometry(casting_.get(), geometry.get());
  has_shadows_ = true;
}

// The meshes of a body share its vibration, one after the other; all are drawn by the factor of the first, so that
// water stays on the bar that carries it.
FrameScene::Part FrameScene::next_part(int object, std::size_t vertices, double extent,
                                       std::span<const Vibration> vibrations, double exaggeration) {
  for (std::size_t i = 0; i < vibrations.size(); ++i) {
    const Vibration& all = vibrations[i];
    Ride& ride = rides_[i];
    if (all.object != object || ride.used + vertices > all.displacement.size()) continue;
    if (ride.used == 0) ride.factor = shown_factor(all.displacement, extent, exaggeration);
    Part part{std::span(all.displacement).subspan(ride.used, vertices), {}, ride.factor};
    if (all.speed.size() == all.displacement.size()) part.speed = std::span(all.speed).subspan(ride.used, vertices);
    ride.used += vertices;
    return part;
  }
  return {};
}

void FrameScene::add(const Shape& shape, const MeshForm& form, std::span<const Vibration> vibrations,
                     const PictureSetup& setup, ShadedMeshes& meshes) {
  if (form.mesh->triangles.empty()) return;
  const ShadedMesh& shaded = meshes.of(form.mesh);
  const TriangleMesh& mesh = *form.mesh;
  DrawnShape& solid = new_solid(shape);
  solid.mesh = &mesh;
  solid.normals = shaded.normals;
  if (solid.coat.kind == Coat::Kind::glowing)
    glows_.push_back({solid.position, static_cast<float>(shaded.extent / 2), kLampBrightness * solid.coat.tint});

  const Part part = next_part(shape.object, mesh.vertices.size(), shaded.extent, vibrations, setup.exaggeration);
  if (part.displacement.empty()) {
    solid.is_instance = static_cast<bool>(shaded.body);
    const EmbreeGeometry geometry = solid.is_instance
                                        ? instance_of(shaded.body, solid)
                                        : embree_triangles(mesh.vertices, mesh.triangles, shape.pose, origin_);
    show(geometry);
    return cast_shadow(geometry);
  }
  const std::vector<Vec3> vertices = moved(mesh.vertices, part.displacement, part.factor);
  solid.moved_normals = corner_normals(vertices, mesh.triangles);
  solid.normals = solid.moved_normals;
  if (setup.show_velocity && !part.speed.empty() && solid.coat.kind != Coat::Kind::clear) {
    solid.coat = velocity_coat();
    solid.speed.assign(part.speed.begin(), part.speed.end());
  }
  const EmbreeGeometry geometry = embree_triangles(vertices, mesh.triangles, shape.pose, origin_);
  show(geometry);
  cast_shadow(geometry);
}

void FrameScene::add(const Shape& shape, const SphereForm& form, const View& view) {
  if (form.spheres.empty()) return;
  DrawnShape& solid = new_solid(shape);
  std::vector<Sphere> shown = form.spheres, casting;
  for (Sphere& sphere : shown) {
    const Vec3f centre = to_float(shape.pose.to_world(sphere.centre) - origin_);
    const float pixel = view.pixel_size(centre);
    const float radius = std::max(static_cast<float>(sphere.radius), kThinnestSphere * pixel);
    sphere.radius = static_cast<double>(radius);
    if (radius >= kShadowFrom * pixel) casting.push_back(sphere);
    solid.centres.push_back(centre);
    solid.radii.push_back(radius);
    if (solid.coat.kind == Coat::Kind::glowing) glows_.push_back({centre, radius, kLampBrightness * solid.coat.tint});
  }
  show(embree_spheres(shown, shape.pose, origin_));
  if (!casting.empty()) cast_shadow(embree_spheres(casting, shape.pose, origin_));
}

// A thin streak of rain is widened to what the rays cannot miss, and fades by as much.
void FrameScene::add(const Shape& shape, const TubeForm& form, const View& view) {
  if (form.knots.size() < 2) return;
  DrawnShape& solid = new_solid(shape);
  std::vector<Sphere> knots = form.knots;
  if (is_streak(solid.coat)) {
    const float pixel = view.pixel_size(to_float(shape.pose.to_world(knots.front().centre) - origin_));
    const double thinnest = static_cast<double>(kThinnestTube * pixel);
    solid.streak = static_cast<float>(std::min(1.0, 0.45 * knots.front().radius / thinnest));
    for (Sphere& knot : knots) knot.radius = std::max(knot.radius, thinnest);
  }
  const EmbreeGeometry geometry = embree_curve(knots, RTC_GEOMETRY_TYPE_ROUND_LINEAR_CURVE, shape.pose, origin_);
  show(geometry);
  if (solid.streak == 0) cast_shadow(geometry);
}

void FrameScene::add(const Shape& shape, const LineForm& form, const View& view) {
  if (form.points.size() < 2) return;
  new_solid(shape).coat = mark_of(shape.look);
  std::vector<Sphere> knots;
  for (const Vec3& p : form.points) {
    const float pixel = view.pixel_size(to_float(shape.pose.to_world(p) - origin_));
    knots.push_back({p, static_cast<double>(kThinnestLine * pixel)});
  }
  const EmbreeGeometry geometry = embree_curve(knots, RTC_GEOMETRY_TYPE_FLAT_LINEAR_CURVE, shape.pose, origin_);
  rtcAttachGeometryByID(marks_.get(), geometry.get(), static_cast<unsigned>(solids_.size() - 1));
  has_marks_ = true;
}

void FrameScene::complete(Seen& seen, Vec3f position, Vec3f normal) const {
  const DrawnShape& of = solids_[seen.solid];
  if (of.mesh) {
    const Vec3f* corner = &of.normals[3 * static_cast<std::size_t>(seen.primitive)];
    const Vec3f n = (1 - seen.u - seen.v) * corner[0] + seen.u * corner[1] + seen.v * corner[2];
    seen.normal = normalized(of.to_picture(n));
  } else if (!of.radii.empty()) {
    seen.normal = normalized(position - of.centres[seen.primitive]);
  } else {
    seen.normal = normalized(normal);
  }
}

Vec3f FrameScene::local_position(const Seen& seen, Vec3f position) const {
  const DrawnShape& of = solids_[seen.solid];
  if (!of.mesh) return of.to_body(position);
  const Triangle& t = of.mesh->triangles[seen.primitive];
  const auto vertex = [&](int k) { return to_float(of.mesh->vertices[t[k]]); };
  return (1 - seen.u - seen.v) * vertex(0) + seen.u * vertex(1) + seen.v * vertex(2);
}

float FrameScene::speed(const Seen& seen) const {
  const DrawnShape& of = solids_[seen.solid];
  const Triangle& t = of.mesh->triangles[seen.primitive];
  return (1 - seen.u - seen.v) * of.speed[t[0]] + seen.u * of.speed[t[1]] + seen.v * of.speed[t[2]];
}

float FrameScene::sphere_radius(const Seen& seen) const {
  const DrawnShape& of = solids_[seen.solid];
  return of.radii.empty() ? 0 : of.radii[seen.primitive];
}

}  // namespace resound
