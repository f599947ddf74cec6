#include "emission/beacon/beacon_voice.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "numerics/pi.h"

namespace resound {
namespace {

constexpr double kReference = 20e-6;  // [Pa]  0 dB SPL
constexpr double kClickWidth = 1.8;   // [samples]
constexpr double kClickReach = 7.5;   // [click widths]  beyond, the pulse is below 1e-11
constexpr double kToneFade = 0.005;   // [s]

}  // namespace

BeaconVoice::BeaconVoice(const Beacon& beacon, int object, double speed_of_sound)
    : beacon_(beacon),
      object_(object),
      force_per_flow_(speed_of_sound * normalized(beacon.axis)),
      peak_(kReference * std::pow(10.0, beacon.level_db / 20)) {}

double BeaconVoice::flow(double time, SampleRate rate) const {
  return 4 * kPi * peak_ * (beacon_.signal == BeaconSignal::click ? clicks(time, rate) : tone(time));
}

// The clicks near enough to be felt at this instant; a click before the scene began was never made.
double BeaconVoice::clicks(double time, SampleRate rate) const {
  const double s = kClickWidth * rate.step(), reach = kClickReach * s;
  const double first = std::max(0.0, std::ceil((time - reach - beacon_.offset) / beacon_.interval));
  double sum = 0;
  for (double n = first; beacon_.offset + n * beacon_.interval <= time + reach; ++n) {
    const double t = time - (beacon_.offset + n * beacon_.interval);
    sum += t * std::exp(-t * t / (2 * s * s));
  }
  return sum;
}

double BeaconVoice::tone(double time) const {
  const double omega = 2 * kPi * beacon_.frequency;
  const double rise = std::sin(kPi / 2 * std::clamp(time / kToneFade, 0.0, 1.0));
  return -std::numbers::sqrt2 * rise * rise * std::cos(omega * time) / omega;
}

void BeaconVoice::radiate(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals) {
  knots_.clear();
  for (const PoseKnot& knot : events.poses[static_cast<std::size_t>(object_)])
    knots_.push_back({knot.sample, knot.pose.position, knot.velocity});
  flow_.resize(static_cast<std::size_t>(block.count));
  for (int i = 0; i < block.count; ++i) flow_[static_cast<std::size_t>(i)] = flow(block.time_of(i), block.rate);

  Source source{.object = object_, .path = knots_};
  if (beacon_.kind == BeaconKind::monopole) {
    source.monopole = flow_;
  } else {
    const double parts[] = {force_per_flow_.x, force_per_flow_.y, force_per_flow_.z};
    for (std::size_t k = 0; k < 3; ++k) {
      if (parts[k] == 0) continue;
      force_[k].resize(flow_.size());
      std::ranges::transform(flow_, force_[k].begin(), [&](double q) { return parts[k] * q; });
      source.dipole[k] = force_[k];
    }
  }
  signals.sources.push_back(source);
}

}  // namespace resound
