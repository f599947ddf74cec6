#include "output/spectrogram.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "output/fourier.h"

namespace resound {
namespace {

// w = sin^2(pi (n + 1/2) / N); the sum of its squares makes the density independent of the window.
std::vector<float> hann_window(int length) {
  std::vector<float> window(static_cast<std::size_t>(length));
  for (int n = 0; n < length; ++n) {
    const double s = std::sin(std::numbers::pi * (n + 0.5) / length);
    window[static_cast<std::size_t>(n)] = static_cast<float>(s * s);
  }
  return window;
}

// Adds the density of single windows into the columns they are centred in.
class Accumulator {
 public:
  Accumulator(const RawSound& sound, int window, int columns)
      : sound_(sound), fourier_(window), window_(hann_window(window)), counts_(static_cast<std::size_t>(columns)) {
    result_.columns = columns;
    result_.bins = window / 2 + 1;
    result_.window = window;
    result_.channels = sound.channels;
    result_.duration = sound.duration();
    result_.frequency_step = static_cast<double>(sound.sample_rate) / window;
    result_.density.resize(counts_.size() * static_cast<std::size_t>(result_.bins));
    double squares = 0;
    for (const float w : window_) squares += static_cast<double>(w) * w;
    // one-sided: 2 |X|^2 / (rate * sum w^2)
    scale_ = 2.0 / (static_cast<double>(sound.sample_rate) * squares * sound.channels);
  }

  // `samples` holds one window, interleaved, and is centred on the sample `centre`.
  void add(std::span<const float> samples, SampleIndex centre) {
    const auto column = static_cast<std::size_t>(
        std::clamp<SampleIndex>(centre * result_.columns / sound_.samples, 0, result_.columns - 1));
    counts_[column] += 1;
    windowed_.resize(window_.size());
    const auto channels = static_cast<std::size_t>(sound_.channels);
    const auto bins = static_cast<std::size_t>(result_.bins);
    for (std::size_t c = 0; c < channels; ++c) {
      for (std::size_t n = 0; n < window_.size(); ++n) windowed_[n] = window_[n] * samples[n * channels + c];
      const auto spectrum = fourier_.forward(windowed_);
      for (std::size_t k = 0; k < bins; ++k)
        result_.density[column * bins + k] += static_cast<float>(scale_ * std::norm(spectrum[k]));
    }
  }

  // Columns narrower than the hop were skipped: they show their left neighbour.
  Spectrogram finish() {
    const auto bins = static_cast<std::size_t>(result_.bins);
    for (std::size_t column = 0; column < counts_.size(); ++column) {
      float* density = &result_.density[column * bins];
      if (counts_[column] > 0)
        for (std::size_t k = 0; k < bins; ++k) density[k] /= static_cast<float>(counts_[column]);
      else if (column > 0)
        std::copy_n(density - bins, bins, density);
    }
    return std::move(result_);
  }

 private:
  RawSound sound_;
  RealFourier fourier_;
  std::vector<float> window_, windowed_;
  std::vector<int> counts_;
  Spectrogram result_;
  double scale_ = 1;
};

}  // namespace

int spectrogram_window(double duration, double sample_rate) {
  const double seconds = duration < 2 ? 0.021 : duration < 20 ? 0.042 : 0.085;
  int window = 256;
  while (window < seconds * sample_rate) window *= 2;
  return window;
}

Spectrogram make_spectrogram(const RawSound& sound, const SpectrogramSettings& settings) {
  const int window = settings.window > 0 ? settings.window
                                         : spectrogram_window(sound.duration(), static_cast<double>(sound.sample_rate));
  Accumulator accumulator(sound, window, settings.columns);
  if (sound.samples == 0) return accumulator.finish();

  // a hop of at most a quarter window, and short enough that every column of a short sound gets a window of its own
  const SampleIndex finest = std::max<SampleIndex>(1, sound.samples / settings.columns);
  const auto hop = static_cast<std::size_t>(std::clamp<SampleIndex>(finest, window / 32, window / 4));
  const auto channels = static_cast<std::size_t>(sound.channels);
  // half a window of silence on either side, so that the first and the last sample have a window around them
  std::vector<float> samples(static_cast<std::size_t>(window / 2) * channels, 0.0f);
  RawSoundReader reader(sound);
  bool is_at_end = false;
  for (SampleIndex centre = 0; centre < sound.samples; centre += static_cast<SampleIndex>(hop)) {
    while (samples.size() < static_cast<std::size_t>(window) * channels) {
      const auto piece = is_at_end ? std::span<const float>{} : reader.next(static_cast<std::size_t>(window));
      is_at_end = piece.empty();
      samples.insert(samples.end(), piece.begin(), piece.end());
      if (is_at_end) samples.resize(std::max(samples.size(), static_cast<std::size_t>(window) * channels), 0.0f);
    }
    accumulator.add(samples, centre);
    samples.erase(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(hop * channels));
  }
  return accumulator.finish();
}

std::vector<double> mean_density(const Spectrogram& spectrogram) {
  std::vector<double> mean(static_cast<std::size_t>(spectrogram.bins));
  for (int column = 0; column < spectrogram.columns; ++column)
    for (int bin = 0; bin < spectrogram.bins; ++bin)
      mean[static_cast<std::size_t>(bin)] += static_cast<double>(spectrogram.at(column, bin)) / spectrogram.columns;
  return mean;
}

SoundCourse sound_course(const Spectrogram& spectrogram, double window) {
  const auto columns = static_cast<std::size_t>(spectrogram.columns);
  std::vector<double> power(columns + 1), moment(columns + 1);  // sums of all columns before
  for (std::size_t column = 0; column < columns; ++column) {
    double sum = 0, weighted = 0;
    for (int bin = 0; bin < spectrogram.bins; ++bin) {
      const double density = spectrogram.at(static_cast<int>(column), bin);
      sum += density;
      weighted += density * bin;
    }
    power[column + 1] = power[column] + sum * spectrogram.frequency_step;
    moment[column + 1] = moment[column] + weighted * spectrogram.frequency_step * spectrogram.frequency_step;
  }
  const double half = 0.5 * window * static_cast<double>(columns) / std::max(spectrogram.duration, 1e-9);
  const auto reach = static_cast<std::size_t>(std::clamp(half, 0.0, static_cast<double>(columns)));
  SoundCourse course;
  for (std::size_t column = 0; column < columns; ++column) {
    const std::size_t from = column - std::min(column, reach), to = std::min(columns, column + reach + 1);
    const double sum = power[to] - power[from];
    course.power.push_back(sum / static_cast<double>(to - from));
    course.centroid.push_back(sum > 0 ? (moment[to] - moment[from]) / sum : 0);
  }
  return course;
}

Envelope make_envelope(const RawSound& sound, int columns) {
  Envelope envelope{std::vector<float>(static_cast<std::size_t>(columns), 0.0f),
                    std::vector<float>(static_cast<std::size_t>(columns), 0.0f)};
  RawSoundReader reader(sound);
  SampleIndex i = 0;
  const auto channels = static_cast<std::size_t>(sound.channels);
  for (auto piece = reader.next(); !piece.empty(); piece = reader.next())
    for (std::size_t k = 0; k < piece.size(); k += channels, ++i) {
      const auto column = static_cast<std::size_t>(i * columns / sound.samples);
      const auto [low, high] = std::ranges::minmax(piece.subspan(k, channels));
      envelope.low[column] = std::min(envelope.low[column], low);
      envelope.high[column] = std::max(envelope.high[column], high);
    }
  return envelope;
}

}  // namespace resound
