#include "output/figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "output/colour_map.h"
#include "output/decibel.h"
#include "output/plot_box.h"

namespace resound {
namespace {

constexpr int kWidth = 1200;                           // [pixels]
constexpr double kLeft = 124, kRight = 40, kTop = 96;  // [pixels]
constexpr InkColour kFirst{0.16, 0.32, 0.62}, kSecond{0.86, 0.52, 0.16};
constexpr InkColour kPredicted{0.78, 0.12, 0.16}, kSecondary{0.55, 0.57, 0.62};
constexpr InkColour kOverlay{0.45, 0.95, 1.0};  // stands out from night, violet and orange

void draw_heading(Canvas& canvas, const FigureText& text) {
  canvas.text(text.title, kLeft, 34, 23, Canvas::Align::left, kInk, true);
  canvas.text(text.subtitle, kLeft, 64, 15, Canvas::Align::left, kFaint);
}

// Entries of a legend, from right to left along a line.
class Legend {
 public:
  Legend(Canvas& canvas, double right, double y) : canvas_(canvas), right_(right), y_(y) {}

  void add(const std::string& name, const InkColour& colour, double width) {
    if (name.empty()) return;
    canvas_.text(name, right_, y_, 14, Canvas::Align::right);
    right_ -= canvas_.width_of(name, 14) + 8;
    const std::vector<SheetPoint> stroke{{right_ - 26, y_}, {right_, y_}};
    canvas_.curve(stroke, {right_ - 26, y_ - 6, 26, 12}, colour, width);
    right_ -= 50;
  }

 private:
  Canvas& canvas_;
  double right_, y_;
};

double strongest(const std::vector<SpectrumPanel>& panels, double highest) {
  double level = -200;
  for (const SpectrumPanel& panel : panels)
    for (const SpectrumCurve& curve : panel.curves)
      for (std::size_t i = 0; i < curve.spectrum.level.size() && static_cast<double>(i) * curve.spectrum.step < highest;
           ++i)
        level = std::max(level, curve.spectrum.level[i]);
  return level;
}

// Several values fall on one pixel: the largest of them is a line's peak.
void draw_spectrum(PlotBox& box, const LineSpectrum& spectrum, double highest, const InkColour& colour) {
  const auto per_pixel = std::max<std::size_t>(1, static_cast<std::size_t>(highest / box.box().width / spectrum.step));
  std::vector<double> frequency, level;
  for (std::size_t first = 0; first + per_pixel <= spectrum.level.size(); first += per_pixel) {
    const auto begin = spectrum.level.begin() + static_cast<std::ptrdiff_t>(first);
    const auto peak = std::max_element(begin, begin + static_cast<std::ptrdiff_t>(per_pixel));
    frequency.push_back(static_cast<double>(peak - spectrum.level.begin()) * spectrum.step);
    level.push_back(*peak);
    if (frequency.back() > highest) break;
  }
  box.draw_curve(frequency, level, colour, 1.3);
}

// Where neighbours would run into each other, each name leans away from the other.
Canvas::Align lean(const PlotBox& box, const PredictedLine& line, const std::vector<PredictedLine>& lines) {
  constexpr double kNear = 60;  // [pixels]
  for (const PredictedLine& other : lines) {
    const double apart = box.x_of(other.frequency) - box.x_of(line.frequency);
    if (apart != 0 && std::abs(apart) < kNear) return apart > 0 ? Canvas::Align::right : Canvas::Align::left;
  }
  return Canvas::Align::centre;
}

void draw_lines(PlotBox& box, const std::vector<PredictedLine>& lines) {
  for (const bool is_secondary : {true, false})
    for (const PredictedLine& line : lines)
      if (line.is_secondary == is_secondary)
        box.draw_prediction(line.frequency, line.label, is_secondary ? kSecondary : kPredicted, lean(box, line, lines));
}

// Levels of short windows, one column a pixel: what a spectrogram shows, in linear frequency.
void draw_spectrogram(Canvas& canvas, const SheetBox& box, std::span<const float> sound, SampleRate rate,
                      double highest) {
  constexpr double kWindow = 0.05, kRange = 70;  // [s], [dB]
  const auto width = static_cast<std::size_t>(box.width), height = static_cast<std::size_t>(box.height);
  const auto window = static_cast<std::size_t>(rate.samples(kWindow));
  std::vector<double> levels(width * height);
  for (std::size_t x = 0; x < width; ++x) {
    const std::size_t centre = sound.size() * (2 * x + 1) / (2 * width);
    const std::size_t first = centre - std::min(centre, window / 2), last = std::min(sound.size(), centre + window / 2);
    const LineSpectrum column = line_spectrum(sound.subspan(first, last - first), rate);
    for (std::size_t y = 0; y < height; ++y) {
      const double frequency = highest * (1 - (static_cast<double>(y) + 0.5) / box.height);
      levels[y * width + x] = column.level[static_cast<std::size_t>(std::lround(frequency / column.step))];
    }
  }
  const double top = *std::ranges::max_element(levels);
  std::vector<std::uint32_t> pixels;
  for (const double level : levels) pixels.push_back(packed(colour_of(1 + (level - top) / kRange)));
  canvas.pixels(pixels, static_cast<int>(width), static_cast<int>(height), box.left, box.top);
}

std::vector<double> times_of(const LineTrack& track) {
  std::vector<double> times;
  for (std::size_t i = 0; i < track.frequency.size(); ++i) times.push_back(track.time_of(i));
  return times;
}

std::vector<double> levels_of(const LineTrack& track) {  // [dB SPL]
  std::vector<double> levels;
  for (const double amplitude : track.amplitude) levels.push_back(sound_pressure_level(amplitude / std::sqrt(2.0)));
  return levels;
}

// An axis that holds both curves, with some room around them.
PlotAxis axis_around(const std::vector<double>& a, const std::vector<double>& b, std::string label) {
  const auto [low_a, high_a] = std::ranges::minmax(a);
  const auto [low_b, high_b] = std::ranges::minmax(b);
  const double low = std::min(low_a, low_b), high = std::max(high_a, high_b), room = 0.12 * (high - low);
  return {low - room, high + room, std::move(label)};
}

void draw_comparison(Canvas& canvas, const SheetBox& place, const PlotAxis& time, const std::string& label,
                     const ComparedTrack& track, const std::vector<double>& heard,
                     const std::vector<double>& expected) {
  PlotBox box(canvas, place, time, axis_around(heard, expected, label));
  box.draw_grid();
  box.draw_curve(times_of(track.heard), heard, {0.62, 0.74, 0.92}, 6);
  box.draw_curve(times_of(track.expected), expected, kPredicted, 1.4);
  box.draw_axes();
}

}  // namespace

std::string plot_spectra(const FigureText& text, const std::vector<SpectrumPanel>& panels, double highest,
                         double range) {
  const double height = panels.size() > 1 ? 300 : 420, gap = 58;
  Canvas canvas(kWidth, static_cast<int>(kTop + static_cast<double>(panels.size()) * (height + gap) + 44));
  draw_heading(canvas, text);
  const double top = 10 * std::ceil(strongest(panels, highest) / 10);
  SheetBox place{kLeft, kTop + 24, kWidth - kLeft - kRight, height};
  for (const SpectrumPanel& panel : panels) {
    const bool is_last = &panel == &panels.back();
    PlotBox box(canvas, place, {0, highest, "frequency [Hz]", is_last}, {top - range, top, "level [dB SPL]"});
    box.draw_grid();
    draw_lines(box, panel.lines);
    for (std::size_t i = panel.curves.size(); i-- > 0;)
      draw_spectrum(box, panel.curves[i].spectrum, highest, i == 0 ? kFirst : kSecond);
    box.draw_axes();
    canvas.text(panel.heading, place.left + 14, place.top + 20, 16, Canvas::Align::left, kInk, true);
    Legend legend(canvas, place.right() - 14, place.top + 20);
    for (std::size_t i = panel.curves.size(); i-- > 0;)
      legend.add(panel.curves[i].name, i == 0 ? kFirst : kSecond, 2.5);
    place.top += height + gap;
  }
  return canvas.png();
}

std::string plot_tracks(const FigureText& text, std::span<const float> sound, SampleRate rate, double highest,
                        const std::vector<ComparedTrack>& tracks, std::size_t shown) {
  constexpr double kGap = 26, kSpectrogram = 320, kPanel = 190;  // [pixels]
  Canvas canvas(kWidth, static_cast<int>(kTop + kSpectrogram + 2 * (kPanel + kGap) + 70));
  draw_heading(canvas, text);
  SheetBox place{kLeft, kTop, kWidth - kLeft - kRight, kSpectrogram};
  PlotAxis time{0, rate.seconds(static_cast<double>(sound.size())), "time [s]", false};
  draw_spectrogram(canvas, place, sound, rate, highest);
  PlotBox box(canvas, place, time, {0, highest, "frequency [Hz]"});
  for (const ComparedTrack& track : tracks) {
    box.draw_curve(times_of(track.expected), track.expected.frequency, kOverlay, 1);
    canvas.text(fmt::format("{:.0f} Hz", track.expected.mean_frequency()), place.right() - 8,
                box.y_of(track.expected.mean_frequency()) - 13, 14, Canvas::Align::right, kOverlay);
  }
  box.draw_axes();

  const ComparedTrack& track = tracks[shown];
  place.top = place.bottom() + kGap, place.height = kPanel;
  draw_comparison(canvas, place, time, "frequency [Hz]", track, track.heard.frequency, track.expected.frequency);
  Legend legend(canvas, place.right() - 14, place.top + 16);
  legend.add("predicted", kPredicted, 1.4);
  legend.add("rendered", {0.62, 0.74, 0.92}, 6);
  place.top = place.bottom() + kGap, time.numbers = true;
  draw_comparison(canvas, place, time, "level [dB SPL]", track, levels_of(track.heard), levels_of(track.expected));
  return canvas.png();
}

}  // namespace resound
