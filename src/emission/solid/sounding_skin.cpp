#include "emission/solid/sounding_skin.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "emission/solid/facet_motion.h"

namespace resound {
namespace {

// A facet that stays this near to where it was is at rest: its place may be off by 0.1 us of flight, which is not
// heard, and standing sources are carried at a fraction of the cost. Beyond it the facet is led from there to where it
// is.
constexpr double kStill = 3e-5;  // [m]

// y[n] = (1 - alpha) y[n-1] + x[n] - x[n-1] [O'Brien, Cook & Essl 2001, eq. 9], by trial and error "yielding good
// results": a corner at 0.7 kHz that stands in for the time derivative which their eq. 10 lacks (docs/solids.md).
constexpr double kPublishedBlock = 0.1;  // alpha

constexpr std::size_t kAtOnce = 32;  // facets, a piece of work for one thread

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
    make_room(block.count);
    follow_facets(motion, block);
    if (air_) feel_air();
    add_sources(motion, signals);
  }
}

void SoundingSkin::make_room(int count) {
  const std::size_t facets = skin_->corners.size();
  stride_ = static_cast<std::size_t>(count);
  if (radiation_ != SolidRadiation::as_published) monopole_.resize(facets * stride_);
  if (radiation_ != SolidRadiation::rayleigh)
    for (auto& axis : vector_) axis.resize(facets * stride_);
  if (air_) speeds_.resize(facets * stride_), pressures_.resize(facets * stride_);
  fronts_.resize(facets), paths_.resize(facets), moves_.resize(facets);
  if (radiation_ == SolidRadiation::as_published) blocked_.resize(facets);
}

// Everything that a facet knows by itself, one after the other while its numbers are near the processor.
void SoundingSkin::follow_facets(const SkinMotion& motion, const TimeBlock& block) {
  const std::size_t facets = skin_->corners.size(), n = stride_;
  const bool is_first = begin_flow_.empty();
  if (is_first) begin_flow_.resize(facets), begin_speed_.resize(facets), anchors_.resize(facets);
  parallel_for((facets + kAtOnce - 1) / kAtOnce, [&](std::size_t chunk) {
    std::vector<double> own(5 * n);
    const auto row = [&](std::size_t k) { return std::span(own).subspan(k * n, n); };
    for (std::size_t f = chunk * kAtOnce; f < std::min(facets, (chunk + 1) * kAtOnce); ++f) {
      FacetMotion facet{{row(0), row(1), row(2)}, row(3), row(4)};
      if (!vector_[0].empty())  // areas first: what pushes along them comes later
        for (std::size_t axis = 0; axis < 3; ++axis) facet.area[axis] = std::span(vector_[axis]).subspan(f * n, n);
      if (air_) facet.speed = std::span(speeds_).subspan(f * n, n);
      follow_facet(*skin_, motion, f, facet);
      fronts_[f] = {facet.area[0][0], facet.area[1][0], facet.area[2][0]};
      if (is_first) {
        begin_flow_[f] = facet.flow[0], begin_speed_[f] = facet.speed[0];
        anchors_[f] = centroid(*skin_, motion, f, 0);
      }
      forget_beginning(f, facet.flow, facet.speed);
      follow_path(f, motion, block);
      if (radiation_ == SolidRadiation::as_published) press(f, facet.speed);
      const double density = radiation_ == SolidRadiation::rayleigh ? 2 * air_density_ : air_density_;
      for (std::size_t i = 0; !monopole_.empty() && i < n; ++i) monopole_[f * n + i] = density * facet.flow[i];
    }
  });
}

// A body that is on its way as the scene begins was so before, and what does not change is not heard. Counted from
// nothing, its first sample would be a click.
void SoundingSkin::forget_beginning(std::size_t f, std::span<double> flow, std::span<double> speed) {
  for (double& q : flow) q -= begin_flow_[f];
  for (double& v : speed) v -= begin_speed_[f];
}

// Where a facet is during the block; what is known of it is late by the motion's lag, as are the signals that go with
// it.
void SoundingSkin::follow_path(std::size_t f, const SkinMotion& motion, const TimeBlock& block) {
  const Vec3 here = anchors_[f], there = centroid(*skin_, motion, f, stride_ - 1);
  moves_[f] = length(there - here) > kStill;
  if (!moves_[f]) {
    paths_[f] = {SourceKnot{0, here, {}}, SourceKnot{}};
    return;
  }
  // straight from one to the other: a chord of one millisecond
  const Vec3 pace = (block.rate.hz / block.count) * (there - here);  // [m/s]
  paths_[f] = {SourceKnot{.sample = -1.0 - motion.lag, .position = here, .velocity = pace},
               SourceKnot{.sample = block.count - 1.0 - motion.lag, .position = there, .velocity = pace}};
  anchors_[f] = there;
}

// The published pressure rho c v, blocked, in place of the speed.
void SoundingSkin::press(std::size_t f, std::span<double> speed) {
  const double impedance = air_density_ * speed_of_sound_;  // [Pa s/m]
  constexpr double a = 1 - kPublishedBlock;
  auto [input, output] = blocked_[f];
  std::size_t i = 0;
  for (; i + 4 <= speed.size(); i += 4) {  // four at once: each alone would wait for the one before it
    const double x0 = impedance * speed[i], x1 = impedance * speed[i + 1], x2 = impedance * speed[i + 2],
                 x3 = impedance * speed[i + 3];
    const double y0 = x0 - input, y1 = a * y0 + (x1 - x0), y2 = a * y1 + (x2 - x1), y3 = a * y2 + (x3 - x2);
    speed[i] = a * output + y0;
    speed[i + 1] = a * a * output + y1;
    speed[i + 2] = a * a * a * output + y2;
    speed[i + 3] = output = a * a * a * a * output + y3;
    input = x3;
  }
  for (; i < speed.size(); ++i) {
    const double pressure = impedance * speed[i];
    output = a * output + (pressure - input);
    input = pressure;
    speed[i] = output;
  }
  blocked_[f] = {input, output};
  push_along_normal(f, speed);
}

void SoundingSkin::feel_air() {
  const int stride = static_cast<int>(stride_);
  air_->follow(speeds_, stride, stride, pressure_state_, pressures_);
  const std::size_t facets = skin_->corners.size();
  parallel_for((facets + kAtOnce - 1) / kAtOnce, [&](std::size_t chunk) {
    for (std::size_t f = chunk * kAtOnce; f < std::min(facets, (chunk + 1) * kAtOnce); ++f)
      push_along_normal(f, std::span(pressures_).subspan(f * stride_, stride_));
  });
}

void SoundingSkin::push_along_normal(std::size_t f, std::span<const double> pressure) {
  for (auto& axis : vector_) {
    double* area = axis.data() + f * stride_;
    for (std::size_t i = 0; i < pressure.size(); ++i) area[i] *= pressure[i];
  }
}

void SoundingSkin::add_sources(const SkinMotion& motion, SourceSignals& signals) const {
  const std::size_t stride = stride_;
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
    if (radiation_ != SolidRadiation::kirchhoff) source.front = fronts_[f];
    source.hidden_by_own_object = radiation_ == SolidRadiation::as_published;
    signals.sources.push_back(source);
  }
}

}  // namespace resound
