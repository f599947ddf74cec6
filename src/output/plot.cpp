#include "output/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "output/canvas.h"
#include "output/colour_map.h"
#include "output/decibel.h"
#include "output/spectrogram.h"

namespace resound {
namespace {

constexpr InkColour kPlotGrid{0.88, 0.89, 0.91}, kWave{0.20, 0.33, 0.62}, kLevel{0.86, 0.42, 0.08},
    kCentroid{0.55, 0.95, 1.0};
constexpr double kLowest = 20, kHighest = 20000;  // [Hz]  what a person hears
constexpr double kLevelRange = 60;                // [dB]  of the curve of levels; fainter stretches have no centroid

// Very small pressures are easier to read in milli- and micropascals.
struct PressureUnit {
  double pascals;
  const char* name;
};
PressureUnit unit_for(double peak) {
  if (peak >= 0.1) return {1, "Pa"};
  return peak >= 1e-4 ? PressureUnit{1e-3, "mPa"} : PressureUnit{1e-6, "\u00b5Pa"};
}

class SoundPlot {
 public:
  SoundPlot(const RawSound& sound, const PlotSettings& settings)
      : sound_(sound), settings_(settings), canvas_(settings.width, settings.height) {
    const double left = 112, right = 150,
                 top = settings.title.empty()      ? 20
                       : settings.subtitle.empty() ? 78
                                                   : 98,
                 bottom = 74, gap = 22;
    const double width = settings.width - left - right, height = settings.height - top - bottom - gap;
    wave_ = {left, top, width, std::round(0.27 * height)};
    spectrum_ = {left, wave_.bottom() + gap, width, std::round(0.73 * height)};
    top_frequency_ = std::min(kHighest, 0.5 * static_cast<double>(sound.sample_rate));
  }

  std::string draw() {
    canvas_.text(settings_.title, wave_.left, 40, 25, Canvas::Align::left, kInk, true);
    if (!settings_.subtitle.empty()) canvas_.text(settings_.subtitle, wave_.left, 72, 16, Canvas::Align::left, kFaint);
    draw_wave();
    draw_spectrogram();
    draw_time_axis();
    return canvas_.png();
  }

 private:
  double x_of(double time) const {  // [s] after the first sample
    return wave_.left + wave_.width * time / std::max(sound_.duration(), 1e-9);
  }

  double y_of(double frequency) const {
    const double t = std::log(frequency / kLowest) / std::log(top_frequency_ / kLowest);
    return spectrum_.bottom() - t * spectrum_.height;
  }

  std::vector<double> time_ticks() const {
    return round_ticks(settings_.begin, settings_.begin + sound_.duration(), 12);
  }

  void draw_wave() {
    const Envelope envelope = make_envelope(sound_, static_cast<int>(wave_.width));
    double peak = 0;
    for (std::size_t i = 0; i < envelope.low.size(); ++i)
      peak = std::max<double>({peak, envelope.high[i], -envelope.low[i]});
    const PressureUnit unit = unit_for(peak);
    const double reach = peak > 0 ? 1.08 * peak / unit.pascals : 1;  // of the axis
    const double middle = wave_.top + wave_.height / 2, scale = wave_.height / 2 / reach;

    const auto ticks = round_ticks(-reach, reach, 5);
    for (const double time : time_ticks())
      canvas_.line(x_of(time - settings_.begin), wave_.top, x_of(time - settings_.begin), wave_.bottom(), kPlotGrid);
    for (const double tick : ticks) {
      const double y = middle - tick * scale;
      canvas_.line(wave_.left, y, wave_.right(), y, kPlotGrid);
      canvas_.text(tick_label(tick, step_of(ticks)), wave_.left - 12, y, 15, Canvas::Align::right);
    }
    for (std::size_t i = 0; i < envelope.low.size(); ++i) {
      const double high = middle - scale * envelope.high[i] / unit.pascals;
      const double low = middle - scale * envelope.low[i] / unit.pascals;
      canvas_.fill({wave_.left + static_cast<double>(i), high, 1, std::max(1.2, low - high)}, kWave);
    }
    canvas_.frame(wave_);
    canvas_.upright_text(fmt::format("pressure [{}]", unit.name), 34, middle, 16);
  }

  void draw_spectrogram() {
    SpectrogramSettings settings;
    settings.columns = static_cast<int>(spectrum_.width);
    const Spectrogram spectrogram = make_spectrogram(sound_, settings);
    const double strongest = *std::ranges::max_element(spectrogram.density);
    // a ceiling on a multiple of ten, so that the colours of two plots can be compared
    top_level_ = strongest > 0 ? 10 * std::ceil(sound_pressure_level(std::sqrt(strongest)) / 10) : 0;
    draw_pixels(spectrogram);
    draw_course(sound_course(spectrogram));
    for (const double f : {20., 50., 100., 200., 500., 1000., 2000., 5000., 10000., 20000.}) {
      if (f > top_frequency_) continue;
      canvas_.line(spectrum_.left - 6, y_of(f), spectrum_.left, y_of(f), kFaint);
      canvas_.text(f < 1000 ? fmt::format("{:g}", f) : fmt::format("{:g}k", f / 1000), spectrum_.left - 12, y_of(f), 15,
                   Canvas::Align::right);
    }
    canvas_.frame(spectrum_);
    canvas_.upright_text("frequency [Hz]", 34, spectrum_.top + spectrum_.height / 2, 16);
    draw_colour_bar();
    canvas_.text(
        fmt::format("Hann window {} samples ({:.3g} ms), {:.3g} Hz a bin{}", spectrogram.window,
                    1000.0 * spectrogram.window / static_cast<double>(sound_.sample_rate), spectrogram.frequency_step,
                    spectrogram.channels > 1 ? fmt::format(", mean of {} channels", spectrogram.channels) : ""),
        spectrum_.right(), settings_.height - 18, 13, Canvas::Align::right, kFaint);
  }

  // The level into the frame of the waveform, the centroid into that of the spectrogram.
  void draw_course(const SoundCourse& course) {
    const double strongest = *std::ranges::max_element(course.power);
    if (!(strongest > 0)) return;
    const double top = 10 * std::ceil(sound_pressure_level(std::sqrt(strongest)) / 10), bottom = top - kLevelRange;
    const auto y_of_level = [&](double level) {
      return wave_.bottom() - (level - bottom) / kLevelRange * wave_.height;
    };
    std::vector<SheetPoint> levels;
    std::vector<std::vector<SheetPoint>> centroids(1);
    for (std::size_t column = 0; column < course.power.size(); ++column) {
      const double x = wave_.left + static_cast<double>(column) + 0.5, power = course.power[column];
      const double level = power > 0 ? sound_pressure_level(std::sqrt(power)) : bottom - 1;
      levels.push_back({x, y_of_level(std::max(level, bottom - 1))});
      if (level > bottom)
        centroids.back().push_back({x, y_of(std::max(course.centroid[column], kLowest))});
      else if (!centroids.back().empty())
        centroids.emplace_back();
    }
    canvas_.curve(levels, wave_, kLevel, 1.8);
    for (const auto& stretch : centroids) canvas_.curve(stretch, spectrum_, kCentroid, 1.4);
    for (double level = bottom; level <= top + 0.5; level += 20) {
      canvas_.line(wave_.right(), y_of_level(level), wave_.right() + 5, y_of_level(level), kLevel);
      canvas_.text(tick_label(level, 10), wave_.right() + 11, y_of_level(level), 15, Canvas::Align::left, kLevel);
    }
    canvas_.text("level [dB SPL]", wave_.right() - 10, wave_.top + 16, 14, Canvas::Align::right, kLevel);
    canvas_.text("centroid", spectrum_.right() - 10, spectrum_.top + 16, 14, Canvas::Align::right, kCentroid);
  }

  // A row shows the mean over the bins it spans, or between two bins where it is narrower than one.
  void draw_pixels(const Spectrogram& spectrogram) {
    const auto width = static_cast<int>(spectrum_.width), height = static_cast<int>(spectrum_.height);
    std::vector<std::uint32_t> pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    for (int row = 0; row < height; ++row) {
      const auto bin_at = [&](double from_top) {
        const double t = 1 - from_top / height;
        return kLowest * std::pow(top_frequency_ / kLowest, t) / spectrogram.frequency_step;
      };
      const double high = bin_at(row), low = bin_at(row + 1), middle = bin_at(row + 0.5);
      for (int column = 0; column < width; ++column) {
        const double density =
            high - low > 1 ? mean_of(spectrogram, column, low, high) : between(spectrogram, column, middle);
        const double level = sound_pressure_level(std::sqrt(density));
        pixels[static_cast<std::size_t>(row * width + column)] =
            packed(colour_of(density > 0 ? 1 + (level - top_level_) / settings_.range : 0));
      }
    }
    canvas_.pixels(pixels, width, height, spectrum_.left, spectrum_.top);
  }

  static double mean_of(const Spectrogram& spectrogram, int column, double low, double high) {
    const int first = static_cast<int>(std::ceil(low)), last = std::min(static_cast<int>(high), spectrogram.bins - 1);
    double sum = 0;
    for (int bin = first; bin <= last; ++bin) sum += spectrogram.at(column, bin);
    return sum / std::max(1, last - first + 1);
  }

  static double between(const Spectrogram& spectrogram, int column, double bin) {
    const int below = std::clamp(static_cast<int>(bin), 0, spectrogram.bins - 2);
    const double t = std::clamp(bin - below, 0.0, 1.0);
    const double a = spectrogram.at(column, below), b = spectrogram.at(column, below + 1);
    return a > 0 && b > 0 ? a * std::pow(b / a, t) : (1 - t) * a + t * b;  // straight in decibels, as it is drawn
  }

  void draw_colour_bar() {
    const SheetBox bar{spectrum_.right() + 28, spectrum_.top, 20, spectrum_.height};
    for (int row = 0; row < static_cast<int>(bar.height); ++row)
      canvas_.fill({bar.left, bar.top + row, bar.width, 1}, colour_of(1 - (row + 0.5) / bar.height));
    for (double level = top_level_ - settings_.range; level <= top_level_ + 0.5; level += 10) {
      const double y = bar.bottom() - (level - top_level_ + settings_.range) / settings_.range * bar.height;
      canvas_.line(bar.right(), y, bar.right() + 5, y, kFaint);
      canvas_.text(tick_label(level, 10), bar.right() + 11, y, 15, Canvas::Align::left);
    }
    canvas_.frame(bar);
    canvas_.upright_text("density [dB re 20 \u00b5Pa/\u221aHz]", bar.right() + 72, bar.top + bar.height / 2, 16);
  }

  void draw_time_axis() {
    const auto ticks = time_ticks();
    for (const double time : ticks) {
      const double x = x_of(time - settings_.begin);
      canvas_.line(x, spectrum_.bottom(), x, spectrum_.bottom() + 6, kFaint);
      canvas_.text(tick_label(time, step_of(ticks)), x, spectrum_.bottom() + 19, 15, Canvas::Align::centre);
    }
    canvas_.text("time [s]", spectrum_.left + spectrum_.width / 2, spectrum_.bottom() + 46, 16, Canvas::Align::centre);
  }

  RawSound sound_;
  PlotSettings settings_;
  Canvas canvas_;
  SheetBox wave_, spectrum_;
  double top_frequency_ = kHighest;  // [Hz]
  double top_level_ = 0;             // [dB]
};

}  // namespace

std::vector<double> round_ticks(double low, double high, int most) {
  if (!(high > low) || most < 1) return {low};
  double step = std::pow(10.0, std::floor(std::log10((high - low) / most)));
  for (const double multiple : {1.0, 2.0, 5.0, 10.0})
    if (std::floor(high / (step * multiple)) - std::ceil(low / (step * multiple)) + 1 <= most) {
      step *= multiple;
      break;
    }
  std::vector<double> ticks;
  for (double n = std::ceil(low / step - 1e-9); n * step <= high + 1e-9 * step; ++n) ticks.push_back(n * step);
  return ticks;
}

std::string tick_label(double value, double step) {
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 6);
  std::string label = fmt::format("{:.{}f}", std::abs(value) < step * 1e-6 ? 0.0 : value, decimals);
  if (label[0] == '-') label.replace(0, 1, "\u2212");
  return label;
}

double step_of(const std::vector<double>& ticks) { return ticks.size() < 2 ? 1.0 : ticks[1] - ticks[0]; }

std::string plot_sound(const RawSound& sound, const PlotSettings& settings) {
  return SoundPlot(sound, settings).draw();
}

}  // namespace resound
