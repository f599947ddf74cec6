#include "output/compare_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "numerics/pi.h"
#include "output/canvas.h"
#include "output/compare.h"
#include "output/decibel.h"
#include "output/fourier.h"
#include "output/plot_box.h"
#include "output/sound_statistics.h"

namespace resound {
namespace {

constexpr int kPaperWidth = 1600, kPaperHeight = 1000;                                             // [pixels]
constexpr double kPaneTop = 110, kPaneWidth = 650, kPaneHeight = 440, kPaneLeft = 140, kGap = 90;  // [pixels]
constexpr double kLowestPitch = 100, kColourRange = 70;                                            // [Hz], [dB]
constexpr int kHop = 1024;  // [samples]  of the transform
constexpr std::array<InkColour, 2> kPens{{{0.16, 0.32, 0.62}, {0.80, 0.36, 0.16}}};

// Power of each bin in each of `columns` stretches of time.
std::vector<std::vector<double>> stretches(std::span<const float> sound, int columns) {
  RealFourier fourier(kHop);
  std::vector<float> windowed(kHop);
  std::vector<std::vector<double>> powers;
  for (int column = 0; column < columns; ++column) {
    std::vector<double> power(kHop / 2 + 1);
    const auto middle = static_cast<std::ptrdiff_t>((column + 0.5) * static_cast<double>(sound.size()) / columns);
    for (int n = 0; n < kHop; ++n) {
      const std::ptrdiff_t i = middle + n - kHop / 2;
      const bool is_inside = i >= 0 && i < static_cast<std::ptrdiff_t>(sound.size());
      const double window = 0.5 - 0.5 * std::cos(kTurn * (n + 0.5) / kHop);
      windowed[static_cast<std::size_t>(n)] =
          is_inside ? static_cast<float>(window * sound[static_cast<std::size_t>(i)]) : 0.0f;
    }
    const auto bins = fourier.forward(windowed);
    for (std::size_t k = 0; k < power.size(); ++k) power[k] = std::norm(bins[k]);
    powers.push_back(std::move(power));
  }
  return powers;
}

void draw_pane(Canvas& canvas, const SheetBox& box, const std::vector<std::vector<double>>& powers, double strongest,
               SampleRate rate) {
  const auto width = static_cast<int>(box.width), height = static_cast<int>(box.height);
  const double top = rate.hz / 2;
  std::vector<std::uint32_t> pixels(static_cast<std::size_t>(width * height));
  for (int row = 0; row < height; ++row) {
    const double pitch = kLowestPitch * std::pow(top / kLowestPitch, 1 - (row + 0.5) / height);
    const auto bin = std::min(static_cast<std::size_t>(pitch * kHop / rate.hz + 0.5), std::size_t{kHop / 2});
    for (int column = 0; column < width; ++column) {
      const double power = powers[static_cast<std::size_t>(column)][bin];
      const double level = power > 0 ? 1 + 10 * std::log10(power / strongest) / kColourRange : 0;
      pixels[static_cast<std::size_t>(row * width + column)] = packed(colour_of(std::clamp(level, 0.0, 1.0)));
    }
  }
  canvas.pixels(pixels, width, height, box.left, box.top);
  for (const double pitch : {100., 200., 500., 1000., 2000., 5000., 10000., 20000.}) {
    if (pitch > top) continue;
    const double y = box.bottom() - std::log(pitch / kLowestPitch) / std::log(top / kLowestPitch) * box.height;
    canvas.text(pitch < 1000 ? fmt::format("{:g}", pitch) : fmt::format("{:g}k", pitch / 1000), box.left - 8, y, 14,
                Canvas::Align::right);
  }
  canvas.frame(box);
}

}  // namespace

std::string plot_comparison(const std::string& title, SampleRate rate, const FigureSound& a, const FigureSound& b) {
  Canvas canvas(kPaperWidth, kPaperHeight);
  canvas.text(title, kPaneLeft, 34, 23, Canvas::Align::left, kInk, true);
  const std::array<const FigureSound*, 2> sounds{&a, &b};
  std::array<std::vector<std::vector<double>>, 2> powers;
  std::array<SoundStatistics, 2> found;
  double strongest = 1e-300;
  for (std::size_t i = 0; i < 2; ++i) {
    powers[i] = stretches(sounds[i]->sound, static_cast<int>(kPaneWidth));
    found[i] = sound_statistics(sounds[i]->sound, rate.hz);
    for (const auto& stretch : powers[i]) strongest = std::max(strongest, *std::ranges::max_element(stretch));
  }
  const double reference = 20 * std::log10(kReferencePressure);
  for (std::size_t i = 0; i < 2; ++i) {
    const SheetBox box{kPaneLeft + static_cast<double>(i) * (kPaneWidth + kGap), kPaneTop, kPaneWidth, kPaneHeight};
    draw_pane(canvas, box, powers[i], strongest, rate);
    canvas.text(fmt::format("{}: {:.1f} dB SPL, kurtosis {:.3g}, {:.0f} clicks a second", sounds[i]->name,
                            to_decibel(found[i].rms) - reference, found[i].kurtosis, found[i].clicks),
                box.left, box.top - 18, 15, Canvas::Align::left, kPens[i], true);
    canvas.text(fmt::format("{:g} s", rate.seconds(static_cast<double>(sounds[i]->sound.size()))), box.right(),
                box.bottom() + 16, 14, Canvas::Align::right);
  }
  canvas.upright_text("frequency [Hz]", 28, kPaneTop + kPaneHeight / 2, 16);
  const std::vector<double>& centres = octave_centres();
  double highest = -1000, lowest = 1000;
  std::vector<double> octaves;
  for (std::size_t k = 0; k < centres.size(); ++k) octaves.push_back(std::log2(centres[k] / 1000));
  for (const SoundStatistics& one : found)
    for (const double level : one.band_levels)
      if (std::isfinite(level))
        highest = std::max(highest, level - reference), lowest = std::min(lowest, level - reference);
  PlotBox levels(canvas, {kPaneLeft, kPaneTop + kPaneHeight + 90, 2 * kPaneWidth + kGap, 260},
                 {-5.5, 4.5, "octaves from 1 kHz"},
                 {std::max(lowest, highest - 80) - 5, highest + 5, "octave level [dB SPL]"});
  levels.draw_grid();
  for (std::size_t i = 0; i < 2; ++i) {
    std::vector<double> level;
    for (const double one : found[i].band_levels) level.push_back(std::max(one - reference, lowest));
    levels.draw_curve(octaves, level, kPens[i], 2.5);
  }
  levels.draw_axes();
  return canvas.png();
}

}  // namespace resound
