#include "output/sound_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "output/plot_box.h"

namespace resound {
namespace {

constexpr int kSheetWidth = 1600, kRowHeight = 170, kTop = 130, kFoot = 60;  // [pixels]
constexpr double kPlotHeight = 110, kLeft = 140, kWholeWidth = 880, kCloseLeft = 1130, kCloseWidth = 430;
constexpr double kClose = 0.004;  // [s]  that are shown at large
constexpr InkColour kSoundColour{0.16, 0.32, 0.62};

double largest(std::span<const float> sound) {
  double peak = 0;
  for (const float p : sound) peak = std::max(peak, std::abs(static_cast<double>(p)));
  return peak;
}

// Lowest and highest value of each column of pixels; the samples themselves where they are fewer.
// `per_second`: units of the axis in a second.
void draw_wave(PlotBox& box, std::span<const float> sound, SampleRate rate, double per_second) {
  const auto columns = static_cast<std::size_t>(box.box().width);
  std::vector<double> x, y;
  for (std::size_t i = 0; i < sound.size();) {
    const std::size_t next =
        sound.size() <= 2 * columns
            ? i + 1
            : std::min(sound.size(), (i * columns / sound.size() + 1) * sound.size() / columns + 1);
    const auto [low, high] = std::ranges::minmax(sound.subspan(i, next - i));
    const double time = per_second * rate.seconds(static_cast<double>(i));
    x.push_back(time), y.push_back(low);
    if (high > low) x.push_back(time), y.push_back(high);
    i = next;
  }
  box.draw_curve(x, y, kSoundColour, 1);
}

}  // namespace

std::string plot_sound_rows(const std::string& title, const std::string& subtitle, SampleRate rate,
                            const std::vector<SoundRow>& rows) {
  const auto count = static_cast<int>(rows.size());
  Canvas canvas(kSheetWidth, kTop + count * kRowHeight + kFoot);
  canvas.text(title, kLeft, 34, 23, Canvas::Align::left, kInk, true);
  canvas.text(subtitle, kLeft, 64, 15, Canvas::Align::left, kFaint);
  double peak = 1e-12;
  for (const SoundRow& row : rows) peak = std::max(peak, largest(row.sound));
  const std::span<const float> first = rows.front().sound;
  const auto loudest = std::ranges::max_element(first, {}, [](float p) { return std::abs(p); }) - first.begin();
  const auto wanted = std::min(first.size(), static_cast<std::size_t>(rate.samples(kClose)));
  const auto from =
      std::min(static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, loudest - static_cast<std::ptrdiff_t>(wanted) / 2)),
               first.size() - wanted);
  const double duration = rate.seconds(static_cast<double>(first.size()));
  const std::string close_label = fmt::format("milliseconds after {:.4f} s", rate.seconds(static_cast<double>(from)));
  for (int i = 0; i < count; ++i) {
    const SoundRow& row = rows[static_cast<std::size_t>(i)];
    const double top = kTop + i * kRowHeight;
    const bool is_last = i + 1 == count;
    canvas.text(row.heading, kLeft, top - 16, 15, Canvas::Align::left, kInk, true);
    PlotBox whole(canvas, {kLeft, top, kWholeWidth, kPlotHeight}, {0, duration, is_last ? "time [s]" : "", is_last},
                  {-peak, peak, "pressure [Pa]"});
    whole.draw_grid();
    draw_wave(whole, row.sound, rate, 1);
    whole.draw_axes();
    PlotBox close(canvas, {kCloseLeft, top, kCloseWidth, kPlotHeight},
                  {0, 1000 * kClose, is_last ? close_label : "", is_last}, {-peak, peak, "", false});
    close.draw_grid();
    draw_wave(close, row.sound.subspan(from, wanted), rate, 1000);
    close.draw_axes();
  }
  return canvas.png();
}

}  // namespace resound
