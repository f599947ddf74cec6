#include "output/splash_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "output/colour_map.h"
#include "output/line_spectrum.h"
#include "output/plot_box.h"

namespace resound {
namespace {

constexpr int kSplashSheetWidth = 1200;                                                       // [pixels]
constexpr double kSheetLeft = 124, kSheetRight = 40, kSheetTop = 96;                          // [pixels]
constexpr double kCountsHeight = 230, kLevelHeight = 110, kSoundHeight = 380, kPaneGap = 24;  // [pixels]
constexpr InkColour kCollision{0.86, 0.24, 0.55}, kBubble{0.16, 0.42, 0.75}, kWater{0.16, 0.62, 0.45};
constexpr double kTopFrequency = 10'000;  // [Hz]

// A stair: each value holds for its frame.
void draw_stair(PlotBox& box, const std::vector<double>& values, double frame, const InkColour& colour) {
  std::vector<double> x, y;
  for (std::size_t i = 0; i < values.size(); ++i)
    for (const std::size_t end : {i, i + 1}) {
      x.push_back(static_cast<double>(end) * frame);
      y.push_back(values[i]);
    }
  box.draw_curve(x, y, colour, 2);
}

void draw_short_spectra(Canvas& canvas, const SheetBox& box, std::span<const float> sound, SampleRate rate) {
  constexpr double kWindow = 0.012, kRange = 70;  // [s], [dB]
  const auto width = static_cast<std::size_t>(box.width), height = static_cast<std::size_t>(box.height);
  const auto window = static_cast<std::size_t>(rate.samples(kWindow));
  const double highest = std::min(kTopFrequency, 0.5 * rate.hz);
  std::vector<double> levels(width * height, -300);
  for (std::size_t x = 0; x < width; ++x) {
    const std::size_t centre = sound.size() * (2 * x + 1) / (2 * width);
    const std::size_t first = centre - std::min(centre, window / 2), last = std::min(sound.size(), centre + window / 2);
    if (last - first < 64) continue;
    const LineSpectrum column = line_spectrum(sound.subspan(first, last - first), rate);
    for (std::size_t y = 0; y < height; ++y) {
      const double frequency = highest * (1 - (static_cast<double>(y) + 0.5) / box.height);
      const auto bin = static_cast<std::size_t>(std::lround(frequency / column.step));
      levels[y * width + x] = column.level[std::min(bin, column.level.size() - 1)];
    }
  }
  const double top = *std::ranges::max_element(levels);
  std::vector<std::uint32_t> pixels;
  for (const double level : levels)
    pixels.push_back(packed(colour_of(std::clamp(1 + (level - top) / kRange, 0.0, 1.0))));
  canvas.pixels(pixels, static_cast<int>(width), static_cast<int>(height), box.left, box.top);
}

double most_of(const std::vector<double>& values, double least) {
  return values.empty() ? least : std::max(least, *std::ranges::max_element(values));
}

}  // namespace

std::string plot_splashes(const std::string& title, const SplashCounts& counts, std::span<const float> sound,
                          SampleRate rate) {
  const bool has_level = !counts.level.empty();
  Canvas canvas(kSplashSheetWidth,
                static_cast<int>(kSheetTop + kCountsHeight + (has_level ? kLevelHeight + kPaneGap : 0) + kPaneGap +
                                 kSoundHeight + 70));
  canvas.text(title, kSheetLeft, 34, 23, Canvas::Align::left, kInk, true);
  canvas.text(
      fmt::format("Particles that collide in a frame of 1/{:.4g} s, bubbles that are born; below, what is heard",
                  1 / counts.frame),
      kSheetLeft, 64, 15, Canvas::Align::left, kFaint);
  const double duration = rate.seconds(static_cast<double>(sound.size()));
  PlotAxis time{0, duration, "time [s]", false};

  SheetBox place{kSheetLeft, kSheetTop, kSplashSheetWidth - kSheetLeft - kSheetRight, kCountsHeight};
  PlotBox above(canvas, place, time,
                {0, 1.08 * std::max(most_of(counts.collisions, 1), most_of(counts.bubbles, 1)), "a frame"});
  above.draw_grid();
  draw_stair(above, counts.bubbles, counts.frame, kBubble);
  draw_stair(above, counts.collisions, counts.frame, kCollision);
  above.draw_axes();
  canvas.text("collisions", place.right() - 14, place.top + 18, 15, Canvas::Align::right, kCollision, true);
  canvas.text("bubbles", place.right() - 14, place.top + 40, 15, Canvas::Align::right, kBubble, true);

  if (has_level) {
    place.top = place.bottom() + kPaneGap, place.height = kLevelHeight;
    std::vector<double> centimetres;
    for (const double level : counts.level) centimetres.push_back(100 * level);
    PlotBox box(canvas, place, time, {0, 1.1 * most_of(centimetres, 0.1), "level [cm]"});
    box.draw_grid();
    draw_stair(box, centimetres, counts.frame, kWater);
    box.draw_axes();
  }

  place.top = place.bottom() + kPaneGap, place.height = kSoundHeight, time.numbers = true;
  draw_short_spectra(canvas, place, sound, rate);
  PlotBox below(canvas, place, time, {0, std::min(kTopFrequency, 0.5 * rate.hz), "frequency [Hz]"});
  below.draw_axes();
  return canvas.png();
}

}  // namespace resound
