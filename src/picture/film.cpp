#include "picture/film.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

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

using Row = std::vector<Rgb>;

// Row y of a picture of twice the size: each new pixel lies a quarter of an old one from the nearest, so that it takes
// 3/4 of it and 1/4 of the next, along both sides.
void enlarge_row(std::span<const Rgb> pixels, int width, int height, int y, Row& row) {
  const auto nearest_and_next = [](int i, int count) {
    const int near = i / 2;
    return std::pair(near, std::clamp(near + (i % 2 ? 1 : -1), 0, count - 1));
  };
  const auto [near_y, next_y] = nearest_and_next(y, height);
  const Rgb* near_row = &pixels[static_cast<std::size_t>(near_y) * width];
  const Rgb* next_row = &pixels[static_cast<std::size_t>(next_y) * width];
  for (int x = 0; x < static_cast<int>(row.size()); ++x) {
    const auto [near_x, next_x] = nearest_and_next(x, width);
    row[x] = 0.5625f * near_row[near_x] + 0.1875f * (near_row[next_x] + next_row[near_x]) + 0.0625f * next_row[next_x];
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
        tracer(view, studio, floor, quality == PictureQuality::draft ? kSubpixels / 2 : kSubpixels) {
    if (setup.show_velocity) legend.emplace(setup.width);
  }

  void write(const std::vector<Rgb>& light, Image& image) const {
    image.width = setup.width;
    image.height = setup.height;
    image.rgb.resize(3 * static_cast<std::size_t>(setup.width) * setup.height);
    const auto width = static_cast<std::size_t>(setup.width);
    parallel_for(static_cast<std::size_t>(setup.height), [&](std::size_t row) {
      const int y = static_cast<int>(row);
      std::uint8_t* codes = &image.rgb[3 * row * width];
      if (coarseness == 1) return srgb_row(std::span(light).subspan(row * width, width), y, codes);
      Row enlarged(width);
      enlarge_row(light, view.width(), view.height(), y, enlarged);
      srgb_row(enlarged, y, codes);
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
    for (const auto* all : {&events.vibrations, &sources.vibrations})
      for (const Vibration& vibration : *all)
        if (vibration.sample == snapshot.sample) vibrations.push_back(vibration);
    const FrameScene frame(snapshot, vibrations, film.setup, film.view, film.meshes);
    film.write(film.tracer.render(frame), film.images[i]);
  }
  if (!events.snapshots.empty()) film.meshes.forget_unused();
  return film.images;
}

}  // namespace resound
