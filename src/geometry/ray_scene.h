#pragma once
#include <memory>
#include <span>

#include "geometry/shape.h"

namespace resound {

// The shapes of one instant, ready to be asked by rays. Light and sound ask the same object.
class RayScene {
 public:
  explicit RayScene(std::span<const Shape> shapes);

  // Another instant. Meshes that have only moved or bent since keep their tree, whose boxes are fitted to them anew: a
  // fraction of the work. What a ray meets does not depend on the tree.
  void show(std::span<const Shape> shapes);

  ~RayScene();
  RayScene(RayScene&&) noexcept;
  RayScene& operator=(RayScene&&) noexcept;

  // Does anything stand on the straight line between two points? Shapes of `ignored_object` do not count.
  bool is_blocked(const Vec3& from, const Vec3& to, int ignored_object = -1) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace resound
