#pragma once
#include "motion/motion.h"

// Scenes of deforming solids, moved on without a sound.
namespace resound::test {

inline Scene scene_with(std::vector<Object> objects) {
  Scene scene;
  scene.objects = std::move(objects);
  return scene;
}

inline Solid bar(double length, double thickness) {
  Solid solid;
  solid.shape = BarShape{length, 0.02, thickness};
  solid.cells = {10, 1, 1};
  solid.strain_damping = 0;
  solid.mass_damping = 0;
  return solid;
}

// A scene that is moved on, block after block.
struct Stage {
  explicit Stage(const Scene& described)
      : scene(described), bodies(scene, {}), motion(scene, bodies), length(block_length(scene.simulation_rate())) {}

  const MotionEvents& next() {
    const TimeBlock block{first, length, scene.simulation_rate(), {}};
    first += length;
    return motion.advance(block);
  }
  // Mean place of a skin at the last sample of a block [m].
  static Vec3 middle(const SkinMotion& skin) {
    Vec3 sum;
    for (std::size_t v = 0; v < skin.vertices(); ++v) sum += skin.position(v, skin.stride - 1);
    return sum / static_cast<double>(skin.vertices());
  }
  double time() const { return static_cast<double>(first) / scene.sample_rate; }  // [s]

  Scene scene;
  PreparedBodies bodies;
  Motion motion;
  int length;
  SampleIndex first = 0;
};

}  // namespace resound::test
