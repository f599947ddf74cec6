#include "output/fourier.h"

#include <kiss_fftr.h>

namespace resound {

struct RealFourier::Plans {
  kiss_fftr_cfg forward;
  kiss_fftr_cfg backward;
  std::vector<std::complex<float>> spectrum;
  std::vector<float> signal;
};

RealFourier::RealFourier(int length) : length_(length), plans_(std::make_unique<Plans>()) {
  plans_->forward = kiss_fftr_alloc(length, 0, nullptr, nullptr);
  plans_->backward = kiss_fftr_alloc(length, 1, nullptr, nullptr);
  plans_->spectrum.resize(static_cast<std::size_t>(length / 2 + 1));
  plans_->signal.resize(static_cast<std::size_t>(length));
}

RealFourier::~RealFourier() {
  kiss_fftr_free(plans_->forward);
  kiss_fftr_free(plans_->backward);
}

std::span<std::complex<float>> RealFourier::forward(std::span<const float> signal) {
  static_assert(sizeof(kiss_fft_cpx) == sizeof(std::complex<float>));
  kiss_fftr(plans_->forward, signal.data(), reinterpret_cast<kiss_fft_cpx*>(plans_->spectrum.data()));
  return plans_->spectrum;
}

std::span<float> RealFourier::backward(std::span<const std::complex<float>> spectrum) {
  kiss_fftri(plans_->backward, reinterpret_cast<const kiss_fft_cpx*>(spectrum.data()), plans_->signal.data());
  return plans_->signal;
}

int power_of_two_at_least(std::int64_t count) {
  int power = 2;
  while (power < count) power *= 2;
  return power;
}

}  // namespace resound
