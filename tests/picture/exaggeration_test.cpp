#include "picture/exaggeration.h"

#include <doctest/doctest.h>

#include <vector>

#include "picture/frame_scene.h"
#include "picture/scenes_to_see.h"
#include "picture/shader.h"

using namespace resound;

namespace {

// Height [m] of the top of the bar of to_see::vibrating_bar above its place at rest, found by a ray from above.
double shown_bend(double amplitude, double exaggeration, double x) {
  to_see::Set set = to_see::vibrating_bar(amplitude);
  set.scene.picture.exaggeration = exaggeration;
  const View view(set.scene.picture.camera, 64, 36);
  const Studio studio(set.scene.picture, view);
  const Floor floor(set.scene, view, studio);
  ShadedMeshes meshes;
  const FrameScene frame(set.events.snapshots[0], set.sources.vibrations, set.scene.picture, view, meshes);
  const Vec3f from = to_float(Vec3{x, 0.001, 1} - view.origin());
  const Seen seen = Shader(frame, studio, floor, view).trace(from, {0, 0, -1});
  REQUIRE(seen.is_solid());
  return 1 - static_cast<double>(seen.distance) - 0.205;
}

}  // namespace

TEST_CASE("an exaggerated bar bends by the stated factor") {
  CHECK(shown_bend(1e-6, 1000, 0.25 - 1e-4) == doctest::Approx(-1e-3).epsilon(0.01));
  CHECK(shown_bend(1e-6, 1000, 0) == doctest::Approx(1e-3).epsilon(0.01));
  CHECK(shown_bend(1e-6, 5000, 0) == doctest::Approx(5e-3).epsilon(0.01));
}

TEST_CASE("the automatic law shows a millionth of the size half as large as it can, and never more than 1.2 per cent") {
  constexpr double kSize = 0.5;  // [m]
  CHECK(shown_bend(1e-6 * kSize, 0, 0) == doctest::Approx(0.006 * kSize).epsilon(0.01));
  CHECK(shown_bend(1e-2 * kSize, 0, 0) == doctest::Approx(0.012 * kSize).epsilon(0.01));
  CHECK(shown_bend(0, 0, 0) == doctest::Approx(0).epsilon(1e-6));
}

TEST_CASE("a stronger vibration is always drawn larger, without a jump") {
  double last = 0, last_slope = 1e300;
  for (int i = 1; i <= 400; ++i) {
    const double u = 1e-9 * i * i;  // [m]
    const std::vector<Vec3> displacement{{0, 0, u}, {0, 0, -0.5 * u}};
    const double shown = u * shown_factor(displacement, 0.5, 0);
    const double slope = (shown - last) / (1e-9 * (2 * i - 1));
    CHECK(shown > last);
    CHECK(slope < last_slope);
    last = shown;
    last_slope = slope;
  }
}
