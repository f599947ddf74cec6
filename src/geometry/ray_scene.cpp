#include "geometry/ray_scene.h"

#include <tbb/task_arena.h>

#include <cstdint>
#include <type_traits>

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
  EmbreeScene scene = new_embree_scene(RTC_BUILD_QUALITY_LOW);  // few rays go through it before things have moved
  Vec3 origin;                                                  // [m] Embree's zero

  void add(const Shape& shape) {
    std::visit(
        [&](const auto& form) {
          if constexpr (!std::is_same_v<std::decay_t<decltype(form)>, LineForm>)
            attach(embree_geometry(form, shape.pose, origin), shape.object);
        },
        shape.form);
  }

  void attach(const EmbreeGeometry& geometry, int object) {
    rtcSetGeometryUserData(geometry.get(), reinterpret_cast<void*>(static_cast<std::intptr_t>(object)));
    rtcSetGeometryOccludedFilterFunction(geometry.get(), look_through_ignored);
    rtcCommitGeometry(geometry.get());
    rtcAttachGeometry(scene.get(), geometry.get());
  }
};

RayScene::RayScene(std::span<const Shape> shapes) : impl_(std::make_unique<Impl>()) {
  if (!shapes.empty()) impl_->origin = some_point_of(shapes.front());
  for (const Shape& shape : shapes) impl_->add(shape);
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
