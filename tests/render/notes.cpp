#include "render/notes.h"

#include <cmath>
#include <complex>
#include <utility>

#include "numerics/pi.h"

namespace resound {

double decibels(double ratio) { return 20 * std::log10(ratio); }

double strength(const std::vector<float>& samples, double frequency, double from, double to) {
  const auto begin = static_cast<std::size_t>(from * kNoteRate);
  const auto count = static_cast<std::size_t>((to - from) * kNoteRate);
  std::complex<double> sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double window = std::sin(kPi * static_cast<double>(i) / static_cast<double>(count));
    sum += static_cast<double>(samples[begin + i]) * window * window *
           std::polar(1.0, -kTurn * frequency * static_cast<double>(i) / kNoteRate);
  }
  return 4 * std::abs(sum) / static_cast<double>(count);
}

Note note_near(const std::vector<float>& samples, double frequency, double share, double from, double to) {
  double low = frequency * (1 - share), high = frequency * (1 + share);
  Note best;
  for (double step = 0.25 / (to - from); step > 1e-4; step /= 8) {
    for (double f = low; f <= high; f += step)
      if (const double level = strength(samples, f, from, to); level > best.level) best = {f, level};
    low = best.frequency - step, high = best.frequency + step;
  }
  return best;
}

Scene scene_in_free_air(std::vector<Object> objects, const Vec3& ear, double duration) {
  Scene scene;
  scene.duration = duration;
  scene.air.absorption = false;
  ListenerSetup microphone;
  microphone.kind = ListenerKind::microphone;
  microphone.path = Path(ear);
  scene.listeners = {microphone};
  scene.objects = std::move(objects);
  return scene;
}

}  // namespace resound
