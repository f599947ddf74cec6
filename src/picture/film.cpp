#include "picture/film.h"

#include <optional>

#include "base/parallel.h"
#include "picture/floor.h"
#include "picture/frame_scene.h"
#include "picture/legend.h"
#include "picture/shaded_mesh.h"
#include "picture/studio.h"
#include "picture/tone.h"
#include "picture/tracer.h"
#include "picture/view.h"

namespace resound {
namespace {

// Display light at a place of a coarse picture, between the middles of its four nearest pixels.
Rgb bilinear(const std::vector<Rgb>& pixels, int width, int height, float x, float y) {
  const float fx = std::clamp(x - 0.5f, 0.0f, static_cast<float>(width - 1));
  const float fy = std::clamp(y - 0.5f, 0.0f, static_cast<float>(height - 1));
  const int x0 = static_cast<int>(fx), y0 = static_cast<int>(fy);
  const int x1 = std::min(x0 + 1, width - 1), y1 = std::min(y0 + 1, height - 1);
  const auto at = [&](int i, int j) {
    return pixels[static_cast<std::size_t>(j) * width + static_cast<std::size_t>(i)];
  };
  const float u = fx - static_cast<float>(x0), v = fy - static_cast<float>(y0);
  return mix(mix(at(x0, y0), at(x1, y0), u), mix(at(x0, y1), at(x1, y1), u), v);
}

void write_row(Image& image, int y, const auto& light_at) {
  std::uint8_t* pixel = &image.rgb[3 * static_cast<std::size_t>(y) * image.width];
  for (int x = 0; x < image.width; ++x, pixel += 3) {
    const Rgb light = light_at(x, y);
    const float dither = dither_at(x, y);
    pixel[0] = srgb_code(light.x, dither);
    pixel[1] = srgb_code(light.y, dither);
    pixel[2] = srgb_code(light.z, dither);
  }
}

}  // namespace

struct Film::Impl {
  PictureSetup setup;
  int coarseness;  // picture pixels a traced pixel, along either side
  View view;
  Studio studio;
  Floor floor;
  Tracer tracer;
  std::optional<Legend> legend;
  ShadedMeshes meshes;
  std::vector<Image> images;

  Impl(const Scene& scene, PictureQuality quality)
      : setup(scene.picture),
        coarseness(quality == PictureQuality::draft ? 2 : 1),
        view(setup.camera, (setup.width + coarseness - 1) / coarseness, (setup.height + coarseness - 1) / coarseness),
        studio(setup, view),
        floor(scene, view, studio),
        tracer(view, studio, floor) {
    if (setup.show_velocity) legend.emplace(setup.width);
  }

  void write(const std::vector<Rgb>& light, Image& image) const {
    image.width = setup.width;
    image.height = setup.height;
    image.rgb.resize(3 * static_cast<std::size_t>(setup.width) * setup.height);
    const int width = view.width(), height = view.height();
    const float scale = 1.0f / static_cast<float>(coarseness);
    parallel_for(static_cast<std::size_t>(setup.height), [&](std::size_t row) {
      const int y = static_cast<int>(row);
      if (coarseness == 1)
        write_row(image, y, [&](int i, int j) {
          return light[static_cast<std::size_t>(j) * width + static_cast<std::size_t>(i)];
        });
      else
        write_row(image, y, [&](int i, int j) {
          return bilinear(light, width, height, scale * (static_cast<float>(i) + 0.5f),
                          scale * (static_cast<float>(j) + 0.5f));
        });
    });
    if (legend) legend->stamp_on(image);
  }
};

Film::Film(const Scene& scene, PictureQuality quality) : impl_(std::make_unique<Impl>(scene, quality)) {}
Film::~Film() = default;
Film::Film(Film&&) noexcept = default;
Film& Film::operator=(Film&&) noexcept = default;

const std::vector<Image>& Film::expose(const MotionEvents& events, const SourceSignals& sources, const TimeBlock&) {
  Impl& film = *impl_;
  film.images.resize(events.snapshots.size());
  for (std::size_t i = 0; i < events.snapshots.size(); ++i) {
    const Snapshot& snapshot = events.snapshots[i];
    std::vector<Vibration> vibrations;
    for (const Vibration& vibration : sources.vibrations)
      if (vibration.sample == snapshot.sample) vibrations.push_back(vibration);
    const FrameScene frame(snapshot, vibrations, film.setup, film.view, film.meshes);
    film.write(film.tracer.render(frame), film.images[i]);
  }
  if (!events.snapshots.empty()) film.meshes.forget_unused();
  return film.images;
}

}  // namespace resound
