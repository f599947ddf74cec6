#include "geometry/ray_scene.h"

#include <tbb/task_arena.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "geometry/embree_form.h"

namespace resound {
namespace {

// A question to Embree that knows whose shapes it looks through.
struct Question {
  RTCIntersectContext context;  // first, so that Embree's pointer to it is a pointer to the question
  int ignored_object;
};

// Called at each surface that a ray meets: a shape of the ignored object is no obstacle.
void look_through_ignored(const RTCFilterFunctionNArguments* arguments) {
  const auto object = static_cast<int>(reinterpret_cast<std::intptr_t>(arguments->geometryUserPtr));
  const auto* question = reinterpret_cast<const Question*>(arguments->context);
  if (object != question->ignored_object) return;
  for (unsigned i = 0; i < arguments->N; ++i) arguments->valid[i] = 0;
}

Vec3 some_point_of(const Shape& shape) {
  return std::visit(
      [&](const auto& form) {
        using Form = std::decay_t<decltype(form)>;
        if constexpr (std::is_same_v<Form, SphereForm>) {
          if (!form.spheres.empty()) return shape.pose.to_world(form.spheres.front().centre);
        }
        return shape.pose.position;
      },
      shape.form);
}

RTCRay segment(const Vec3& from, const Vec3& to) {
  const Vec3 d = to - from;
  RTCRay ray{};
  ray.org_x = static_cast<float>(from.x);
  ray.org_y = static_cast<float>(from.y);
  ray.org_z = static_cast<float>(from.z);
  ray.dir_x = static_cast<float>(d.x);
  ray.dir_y = static_cast<float>(d.y);
  ray.dir_z = static_cast<float>(d.z);
  ray.tnear = 0;
  ray.tfar = 1;  // the direction is as long as the segment
  ray.mask = 0xffffffffu;
  return ray;
}

}  // namespace

struct RayScene::Impl {
  // A mesh as it was shown last, whose vertices can be moved.
  struct Shown {
    int object = 0;
    MeshForm form;
    Pose pose;
    EmbreeGeometry geometry;
  };

  EmbreeScene scene;
  Vec3 origin;               // [m] Embree's zero
  std::vector<Shown> shown;  // all there is, if it is all meshes; else nothing

  void build(std::span<const Shape> shapes) {
    scene = new_embree_scene(RTC_BUILD_QUALITY_LOW);  // few rays go through it before things have moved
    // Robust: no ray slips between the boxes of one tree that would be caught by those of another.
    rtcSetSceneFlags(scene.get(), RTC_SCENE_FLAG_DYNAMIC | RTC_SCENE_FLAG_ROBUST);
    shown.clear();
    for (const Shape& shape : shapes) add(shape);
    if (shown.size() != shapes.size()) shown.clear();
  }

  void add(const Shape& shape) {
    std::visit(
        [&]<class Form>(const Form& form) {
          if constexpr (!std::is_same_v<Form, LineForm>) {
            const EmbreeGeometry geometry = embree_geometry(form, shape.pose, origin);
            if constexpr (std::is_same_v<Form, MeshForm>) {
              rtcSetGeometryBuildQuality(geometry.get(), RTC_BUILD_QUALITY_REFIT);
              shown.push_back({shape.object, form, shape.pose, geometry});
            }
            attach(geometry, shape.object);
          }
        },
        shape.form);
  }

  void attach(const EmbreeGeometry& geometry, int object) {
    rtcSetGeometryUserData(geometry.get(), reinterpret_cast<void*>(static_cast<std::intptr_t>(object)));
    rtcSetGeometryOccludedFilterFunction(geometry.get(), look_through_ignored);
    rtcCommitGeometry(geometry.get());
    rtcAttachGeometry(scene.get(), geometry.get());
  }

  bool is_known(std::span<const Shape> shapes) const {
    return !shapes.empty() && std::ranges::equal(shapes, shown, [](const Shape& shape, const Shown& before) {
      const auto* form = std::get_if<MeshForm>(&shape.form);
      return form && shape.object == before.object &&
             form->mesh->vertices.size() == before.form.mesh->vertices.size() &&
             (form->mesh == before.form.mesh || form->mesh->triangles == before.form.mesh->triangles);
    });
  }

  void move(std::span<const Shape> shapes, bool is_same_origin) {
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const auto& form = std::get<MeshForm>(shapes[i].form);
      if (is_same_origin && form.mesh == shown[i].form.mesh && shapes[i].pose == shown[i].pose) continue;
      shown[i].form = form;
      shown[i].pose = shapes[i].pose;
      move_embree_triangles(shown[i].geometry, form.mesh->vertices, shapes[i].pose, origin);
    }
  }
};

RayScene::RayScene(std::span<const Shape> shapes) : impl_(std::make_unique<Impl>()) { show(shapes); }

void RayScene::show(std::span<const Shape> shapes) {
  const Vec3 before = impl_->origin;
  impl_->origin =
      shapes.empty() ? Vec3{} : some_point_of(shapes.front());  // of this instant, whatever was shown before
  if (impl_->is_known(shapes))
    impl_->move(shapes, impl_->origin == before);
  else
    impl_->build(shapes);
  // On this thread alone: it is made anew every millisecond, and threads that Embree woke would look for more to do
  // where others have it.
  thread_local tbb::task_arena alone(1);
  alone.execute([&] { rtcCommitScene(impl_->scene.get()); });
}

RayScene::~RayScene() = default;
RayScene::RayScene(RayScene&&) noexcept = default;
RayScene& RayScene::operator=(RayScene&&) noexcept = default;

bool RayScene::is_blocked(const Vec3& from, const Vec3& to, int ignored_object) const {
  Question question{};
  rtcInitIntersectContext(&question.context);
  question.ignored_object = ignored_object;
  RTCRay ray = segment(from - impl_->origin, to - impl_->origin);
  rtcOccluded1(impl_->scene.get(), &question.context, &ray);
  return ray.tfar < 0;
}

}  // namespace resound
