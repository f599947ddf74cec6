#include "emission/solid/sounding_skin.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace resound {
namespace {

// A facet that stays this near to where it was is at rest: its place may be off by 0.1 us of flight, which is not
// heard, and standing sources are carried at a fraction of the cost. Beyond it the facet is led from there to where it
// is.
constexpr double kStill = 3e-5;  // [m]

// y[n] = (1 - alpha) y[n-1] + x[n] - x[n-1] [O'Brien, Cook & Essl 2001, eq. 9], by trial and error "yielding good
// results": a corner at 0.7 kHz that stands in for the time derivative which their eq. 10 lacks (docs/solids.md).
constexpr double kPublishedBlock = 0.1;  // alpha

constexpr std::size_t kAtOnce = 64;  // facets, a piece of work for one thread

}  // namespace

SoundingSkin::SoundingSkin(std::shared_ptr<const RadiatingSkin> skin, SolidRadiation radiation, int object,
                           const Air& air, SampleRate rate)
    : skin_(std::move(skin)),
      radiation_(radiation),
      object_(object),
      air_density_(density(air)),
      speed_of_sound_(speed_of_sound(air)) {
  if (radiation_ == SolidRadiation::kirchhoff)
    air_.emplace(skin_->mesh, SkinPressureSettings{speed_of_sound_, air_density_, rate});
}

void SoundingSkin::radiate(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals) {
  for (const SkinMotion& motion : events.skins) {
    if (motion.object != object_) continue;
    facets_.follow(*skin_, motion, block.count);
    forget_beginning();
    switch (radiation_) {
      case SolidRadiation::kirchhoff:
        radiate_kirchhoff();
        break;
      case SolidRadiation::rayleigh:
        radiate_rayleigh();
        break;
      case SolidRadiation::as_published:
        radiate_as_published();
        break;
    }
    follow_facets(motion, block);
    add_sources(motion, signals);
  }
}

// A body that is on its way as the scene begins was so before, and what does not change is not heard. Counted from
// nothing, its first sample would be a click.
void SoundingSkin::forget_beginning() {
  const std::size_t facets = skin_->corners.size(), stride = facets_.stride;
  if (begin_flow_.empty())
    for (std::size_t f = 0; f < facets; ++f) {
      begin_flow_.push_back(facets_.flow[f * stride]);
      begin_speed_.push_back(facets_.speed[f * stride]);
    }
  for (std::size_t f = 0; f < facets; ++f)
    for (std::size_t i = f * stride; i < (f + 1) * stride; ++i) {
      facets_.flow[i] -= begin_flow_[f];
      facets_.speed[i] -= begin_speed_[f];
    }
}

void SoundingSkin::radiate_kirchhoff() {
  monopole_ = facets_.flow;
  for (double& q : monopole_) q *= air_density_;
  pressures_.resize(facets_.speed.size());
  const int stride = static_cast<int>(facets_.stride);
  air_->follow(facets_.speed, stride, stride, pressure_state_, pressures_);
  push_along_normals(pressures_);
}

void SoundingSkin::radiate_rayleigh() {
  monopole_ = facets_.flow;
  for (double& q : monopole_) q *= 2 * air_density_;
}

void SoundingSkin::radiate_as_published() {
  const std::size_t facets = skin_->corners.size(), stride = facets_.stride;
  blocked_.resize(facets);
  pressures_.resize(facets_.speed.size());
  const double impedance = air_density_ * speed_of_sound_;  // [Pa s/m]
  parallel_for((facets + kAtOnce - 1) / kAtOnce, [&](std::size_t chunk) {
    for (std::size_t f = chunk * kAtOnce; f < std::min(facets, (chunk + 1) * kAtOnce); ++f) {
      auto [input, output] = blocked_[f];
      for (std::size_t i = f * stride; i < (f + 1) * stride; ++i) {
        const double pressure = impedance * facets_.speed[i], change = pressure - input;
        output = (1 - kPublishedBlock) * output + change;
        input = pressure;
        pressures_[i] = output;
      }
      blocked_[f] = {input, output};
    }
  });
  push_along_normals(pressures_);
}

void SoundingSkin::push_along_normals(std::span<const double> pressures) {
  for (auto& axis : vector_) axis.resize(pressures.size());
  parallel_for(3, [&](std::size_t axis) {
    const double* area = facets_.area[axis].data();
    double* to = vector_[axis].data();
    for (std::size_t i = 0; i < pressures.size(); ++i) to[i] = area[i] * pressures[i];
  });
}

// Where each facet is during the block; what is known of it is late by the motion's lag, as are the signals that go
// with it.
void SoundingSkin::follow_facets(const SkinMotion& motion, const TimeBlock& block) {
  const RadiatingSkin& skin = *skin_;
  const std::size_t facets = skin.corners.size(), last = static_cast<std::size_t>(block.count - 1);
  const bool is_first = anchors_.empty();
  anchors_.resize(facets);
  paths_.resize(facets);
  moves_.resize(facets);
  for (std::size_t f = 0; f < facets; ++f) {
    if (is_first) anchors_[f] = centroid(skin, motion, f, 0);
    const Vec3 there = centroid(skin, motion, f, last);
    moves_[f] = length(there - anchors_[f]) > kStill;
    if (!moves_[f]) {
      paths_[f] = {SourceKnot{0, anchors_[f], {}}, SourceKnot{}};
      continue;
    }
    // straight from one to the other: a chord of one millisecond
    const Vec3 here = anchors_[f];
    const Vec3 pace = (block.rate.hz / block.count) * (there - here);  // [m/s]
    paths_[f] = {SourceKnot{.sample = -1.0 - motion.lag, .position = here, .velocity = pace},
                 SourceKnot{.sample = block.count - 1.0 - motion.lag, .position = there, .velocity = pace}};
    anchors_[f] = there;
  }
}

void SoundingSkin::add_sources(const SkinMotion& motion, SourceSignals& signals) const {
  const std::size_t stride = facets_.stride;
  for (std::size_t f = 0; f < paths_.size(); ++f) {
    Source source;
    source.object = object_;
    source.id = static_cast<std::int64_t>(f);
    source.lag = motion.lag;
    source.path = std::span(paths_[f]).first(moves_[f] ? 2 : 1);
    if (!monopole_.empty()) source.monopole = std::span(monopole_).subspan(f * stride, stride);
    if (!vector_[0].empty()) {
      auto& to = radiation_ == SolidRadiation::as_published ? source.beam : source.dipole;
      for (std::size_t axis = 0; axis < 3; ++axis) to[axis] = std::span(vector_[axis]).subspan(f * stride, stride);
    }
    if (radiation_ != SolidRadiation::kirchhoff) source.front = facets_.area_at(f, 0);
    source.hidden_by_own_object = radiation_ == SolidRadiation::as_published;
    signals.sources.push_back(source);
  }
}

}  // namespace resound
