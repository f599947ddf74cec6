#include "picture/scenes_to_see.h"

#include <cairo/cairo.h>

#include <cstdlib>
#include <memory>
#include <numbers>

#include "numerics/random_stream.h"

namespace resound::to_see {
namespace {

Shape box(int object, const Vec3& size, const Vec3& middle, const Look& look, double turn = 0) {
  return {object,
          MeshForm{std::make_shared<TriangleMesh>(box_mesh(size, 8))},
          {middle, rotation_about({0, 0, 1}, turn)},
          look};
}

Shape ball(int object, const Vec3& centre, double radius, const Look& look) {
  return {object, SphereForm{{{centre, radius}}}, {}, look};
}

std::vector<Look> all_finishes() {
  return {{Finish::steel, {0.62, 0.63, 0.65}}, {Finish::aluminium, {0.91, 0.92, 0.92}},
          {Finish::glass, {0.93, 0.98, 0.96}}, {Finish::ceramic, {0.85, 0.84, 0.80}},
          {Finish::wood, {0.62, 0.40, 0.22}},  {Finish::rubber, {0.035, 0.035, 0.038}},
          {Finish::water, {0.97, 0.99, 1.0}},  {Finish::plaster, {0.75, 0.72, 0.68}},
          {Finish::light, {1.0, 0.85, 0.55}}};
}

TubeForm spring(double radius, double pitch, int turns, double wire) {
  TubeForm form;
  for (int i = 0; i <= 24 * turns; ++i) {
    const double angle = 2 * std::numbers::pi * i / 24;
    form.knots.push_back({{radius * std::cos(angle), radius * std::sin(angle), pitch * i / 24}, wire});
  }
  return form;
}

Scene scene_seen_from(const Vec3& position, const Vec3& look_at, double field_of_view) {
  Scene scene;
  scene.picture.camera = {position, look_at, field_of_view};
  return scene;
}

}  // namespace

Set finishes() {
  Set set{scene_seen_from({0, -1.35, 0.62}, {0, 0.02, 0.06}, 42), {}, {}};
  std::vector<Shape>& shapes = set.events.snapshots.emplace_back().shapes;
  const std::vector<Look> looks = all_finishes();
  for (int i = 0; i < 9; ++i) {
    const double x = 0.115 * (i - 4);
    shapes.push_back(ball(i, {x, 0, 0.045}, 0.045, looks[i]));
    shapes.push_back(box(i, {0.20, 0.045, 0.022}, {x * 1.04, -0.20, 0.011}, looks[i], 0.95));
  }
  shapes.push_back({9, spring(0.03, 0.014, 8, 0.0032), {{-0.33, 0.20, 0.004}, {}}, looks[0]});
  shapes.push_back({10,
                    MeshForm{std::make_shared<TriangleMesh>(round_bar_mesh(0.5, 0.025, 20, 48))},
                    {{0.12, 0.22, 0.025}, {}},
                    looks[1]});
  SphereForm drops;
  RandomStream random(3, 0, 0);
  for (int i = 0; i < 60; ++i)
    drops.spheres.push_back({{random.uniform(-0.5, 0.5), random.uniform(-0.1, 0.3), random.uniform(0.12, 0.32)},
                             random.uniform(0.0006, 0.003)});
  shapes.push_back({11, drops, {}, looks[6]});
  LineForm wave;
  for (int i = 0; i <= 200; ++i) wave.points.push_back({-0.5 + 0.005 * i, 0.34, 0.16 + 0.02 * std::sin(0.2 * i)});
  shapes.push_back({12, wave, {}, {Finish::plaster, {1.0, 0.45, 0.1}}});
  return set;
}

Set close_up() {
  Set set{scene_seen_from({0.05, -0.30, 0.92}, {0, 0, 0.80}, 40), {}, {}};
  std::vector<Shape>& shapes = set.events.snapshots.emplace_back().shapes;
  shapes.push_back(box(0, {0.5, 0.04, 0.01}, {0, 0, 0.80}, all_finishes()[1]));
  RandomStream random(5, 0, 0);
  SphereForm falling, beads, splash;
  for (int i = 0; i < 40; ++i)
    falling.spheres.push_back({{random.uniform(-0.12, 0.12), random.uniform(-0.06, 0.08), random.uniform(0.80, 0.92)},
                               random.uniform(0.0006, 0.0022)});
  for (int i = 0; i < 70; ++i)
    beads.spheres.push_back(
        {{random.uniform(-0.15, 0.15), random.uniform(-0.018, 0.018), 0.805}, random.uniform(0.0005, 0.0022)});
  for (int i = 0; i < 24; ++i) {
    const double angle = 2 * std::numbers::pi * i / 24, reach = random.uniform(0.006, 0.011);
    splash.spheres.push_back(
        {{0.03 + reach * std::cos(angle), reach * std::sin(angle), 0.805 + random.uniform(0.002, 0.008)},
         random.uniform(0.0003, 0.0007)});
  }
  for (const SphereForm& form : {falling, beads, splash}) shapes.push_back({1, form, {}, all_finishes()[6]});
  return set;
}

Set rain(int drops) {
  Set set{scene_seen_from({0, -2.0, 1.4}, {0, 0, 0.8}, 40), {}, {}};
  std::vector<Shape>& shapes = set.events.snapshots.emplace_back().shapes;
  shapes.push_back({0,
                    MeshForm{std::make_shared<TriangleMesh>(box_mesh({0.8, 0.06, 0.012}, 64))},
                    {{0, 0, 0.8}, rotation_about({0, 0, 1}, 0.15)},
                    all_finishes()[1]});
  shapes.push_back(box(0, {0.02, 0.06, 0.79}, {-0.25, -0.03, 0.395}, all_finishes()[5]));
  shapes.push_back(box(0, {0.02, 0.06, 0.79}, {0.25, 0.03, 0.395}, all_finishes()[5]));
  SphereForm falling;
  RandomStream random(9, 0, 0);
  for (int i = 0; i < drops; ++i)
    falling.spheres.push_back({{random.uniform(-0.7, 0.7), random.uniform(-0.5, 0.5), random.uniform(0, 1.6)},
                               random.uniform(0.0004, 0.002)});
  shapes.push_back({1, falling, {}, all_finishes()[6]});
  Vibration vibration{0, 0, {}, {}};
  for (const Vec3& v : std::get<MeshForm>(shapes[0].form).mesh->vertices) {
    vibration.displacement.push_back({0, 0, 3e-7 * std::cos(12 * v.x)});
    vibration.speed.push_back(2e-3 * std::cos(20 * v.x));
  }
  set.sources.vibrations.push_back(vibration);
  return set;
}

Set balls(int count) {
  Set set{scene_seen_from({0, -1.6, 0.9}, {0, 0, 0.15}, 40), {}, {}};
  SphereForm heap;
  RandomStream random(11, 0, 0);
  constexpr double kRadius = 0.01;
  for (int i = 0; i < count; ++i) {
    const int column = i % 25, row = i / 25 % 25, layer = i / 625;
    const Vec3 lattice{column - 12.0, row - 12.0, static_cast<double>(layer)};
    const Vec3 shake{random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1)};
    heap.spheres.push_back({Vec3{0, 0, kRadius} + 2.2 * kRadius * (lattice + shake), kRadius});
  }
  set.events.snapshots.emplace_back().shapes.push_back({0, heap, {}, all_finishes()[0]});
  return set;
}

Set vibrating_bar(double amplitude) {
  Set set{scene_seen_from({0, -0.9, 0.35}, {0, 0, 0.2}, 40), {}, {}};
  const auto mesh = std::make_shared<TriangleMesh>(box_mesh({0.5, 0.04, 0.01}, 64));
  set.events.snapshots.emplace_back().shapes.push_back({0, MeshForm{mesh}, {{0, 0, 0.2}, {}}, all_finishes()[1]});
  Vibration vibration{0, 0, {}, {}};
  for (const Vec3& v : mesh->vertices) {
    const double shape = std::cos(2 * std::numbers::pi * v.x / 0.5);
    vibration.displacement.push_back({0, 0, amplitude * shape});
    vibration.speed.push_back(0.1 * shape * std::abs(shape));
  }
  set.sources.vibrations.push_back(vibration);
  return set;
}

Image expose(const Set& set, PictureQuality quality) {
  return Film(set.scene, quality).expose(set.events, set.sources, {}).front();
}

void keep(const Image& image, const std::string& name) {
  const char* folder = std::getenv("RESOUND_PICTURES");
  if (!folder) return;
  std::vector<std::uint32_t> pixels;
  for (std::size_t i = 0; i < image.rgb.size(); i += 3)
    pixels.push_back(0xff000000u |
                     static_cast<std::uint32_t>(image.rgb[i] << 16 | image.rgb[i + 1] << 8 | image.rgb[i + 2]));
  cairo_surface_t* surface = cairo_image_surface_create_for_data(
      reinterpret_cast<unsigned char*>(pixels.data()), CAIRO_FORMAT_RGB24, image.width, image.height, 4 * image.width);
  cairo_surface_write_to_png(surface, (std::string(folder) + "/" + name + ".png").c_str());
  cairo_surface_destroy(surface);
}

}  // namespace resound::to_see
