#include "emission/bar/ringing_bar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace resound {
namespace {

constexpr double kMaxFrequency = 20000;               // [Hz]  higher modes are not heard
constexpr double kMaxShareOfRate = 0.45;              // of the sample rate: higher modes would alias
constexpr double kSegmentLength = 343.0 / 10000 / 6;  // [m]
constexpr int kMinSegments = 12;
constexpr int kMinIntervals = 4;  // the rows of the two ends must not overlap

std::vector<double> segment_middles(double length) {
  const int count = std::max(kMinSegments, static_cast<int>(std::ceil(length / kSegmentLength)));
  std::vector<double> middles;
  for (int i = 0; i < count; ++i) middles.push_back((i + 0.5) * length / count);
  return middles;
}

BarScheme checked_scheme(const Bar& bar, const std::string& name, SampleRate rate) {
  const UniformBar uniform = uniform_bar(bar);
  const BarLoss loss = grid_loss(uniform, bar.decay);
  const double step = 1 / (rate.hz * bar.oversampling);
  const int largest = largest_stable_intervals(uniform, loss, step);
  if (largest < kMinIntervals)
    throw InputError(
        fmt::format("bar \"{}\": only {} grid intervals are stable at {} times the sample rate, fewer than the {} that "
                    "a bar needs; raise oversampling or use method = \"modes\"",
                    name, largest, bar.oversampling, kMinIntervals));
  if (bar.intervals > largest)
    throw InputError(
        fmt::format("bar \"{}\": intervals is {}, but at most {} are stable at {} times the sample rate; lower it or "
                    "raise oversampling",
                    name, bar.intervals, largest, bar.oversampling));
  if (bar.intervals != 0 && bar.intervals < kMinIntervals)
    throw InputError(
        fmt::format("bar \"{}\": intervals is {}; a bar needs at least {}", name, bar.intervals, kMinIntervals));
  return bar_scheme(uniform, loss, step, bar.intervals == 0 ? largest : bar.intervals);
}

}  // namespace

RingingBar::RingingBar(const Bar& bar, int object, const std::string& name, const Air& air, SampleRate rate)
    : object_(object),
      length_(bar.length),
      step_(rate.step()),
      segments_(segment_middles(bar.length)),
      solver_(make_solver(bar, name, rate, segments_)) {
  force_per_acceleration_ = density(air) * dipole_area(bar) * bar.length / static_cast<double>(segments_.size());
}

RingingBar::Solver RingingBar::make_solver(const Bar& bar, const std::string& name, SampleRate rate,
                                           const std::vector<double>& pickups) {
  if (bar.method == BarMethod::finite_differences)
    return GridBar(checked_scheme(bar, name, rate), bar.oversampling, rate, pickups);
  const UniformBar uniform = uniform_bar(bar);
  const double max_frequency = std::min(kMaxFrequency, kMaxShareOfRate * rate.hz);
  return ModalBar(uniform, modal_loss(uniform, bar.decay), max_frequency, rate, pickups);
}

void RingingBar::radiate(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals) {
  hear_contacts(events);
  ring(events, block, signals);
  add_sources(events, block, signals);
  signals.health.push_back(health());
}

// Only the part of a force along the thickness bends the bar this way; a shove along or across it makes no sound here.
void RingingBar::hear_contacts(const MotionEvents& events) {
  const Pose& pose = events.poses[static_cast<std::size_t>(object_)].front().pose;
  for (const Contact& contact : events.contacts) {
    if (contact.object != object_) continue;
    const double place = std::clamp(pose.to_local(contact.position).x + length_ / 2, 0.0, length_);
    const double along = dot(contact.direction, pose.rotation * Vec3{0, 0, 1});
    std::visit([&](auto& solver) { solver.strike({contact.time, place, contact.pulse, along}); }, solver_);
  }
}

// Stops at each picture frame to look at the bar.
void RingingBar::ring(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals) {
  const auto stride = static_cast<std::size_t>(block.count);
  acceleration_.resize(segments_.size() * stride);
  SampleIndex now = block.first;
  const auto ring_until = [&](SampleIndex sample) {
    if (sample == now) return;
    std::visit(
        [&](auto& solver) {
          solver.advance(now, static_cast<int>(sample - now), acceleration_.data() + (now - block.first), stride);
        },
        solver_);
    now = sample;
  };
  for (const Snapshot& snapshot : events.snapshots) {
    ring_until(snapshot.sample);
    signals.vibrations.push_back(vibration(snapshot));
  }
  ring_until(block.last());
}

// One number a vertex of the mesh as which the picture shows this bar.
Vibration RingingBar::vibration(const Snapshot& snapshot) const {
  Vibration result{.sample = snapshot.sample, .object = object_, .displacement = {}, .speed = {}};
  for (const Shape& shape : snapshot.shapes) {
    const auto* mesh = shape.object == object_ ? std::get_if<MeshForm>(&shape.form) : nullptr;
    if (mesh == nullptr) continue;
    double x = std::nan(""), deflection = 0, speed = 0;
    for (const Vec3& vertex : mesh->mesh->vertices) {
      if (vertex.x != x) {  // vertices come slice by slice: one look a slice
        x = vertex.x;
        const double place = std::clamp(x + length_ / 2, 0.0, length_);
        deflection = std::visit([&](const auto& solver) { return solver.deflection(place); }, solver_);
        speed = std::visit([&](const auto& solver) { return solver.velocity(place); }, solver_);
      }
      result.displacement.push_back({0, 0, deflection});
      result.speed.push_back(speed);
    }
    break;
  }
  return result;
}

void RingingBar::add_sources(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals) {
  const Pose& pose = events.poses[static_cast<std::size_t>(object_)].front().pose;
  const Vec3 axis = force_per_acceleration_ * (pose.rotation * Vec3{0, 0, 1});
  const double parts[] = {axis.x, axis.y, axis.z};
  const auto count = static_cast<std::size_t>(block.count);
  const int lag = std::holds_alternative<GridBar>(solver_) ? std::get<GridBar>(solver_).lag() : 0;
  force_.resize(3 * segments_.size() * count);
  knots_.resize(segments_.size());
  for (std::size_t s = 0; s < segments_.size(); ++s) {
    knots_[s] = {0, pose.to_world({segments_[s] - length_ / 2, 0, 0}), {}};
    Source source{.object = object_, .lag = lag, .id = static_cast<std::int64_t>(s), .path = {&knots_[s], 1}};
    for (std::size_t k = 0; k < 3; ++k) {
      if (parts[k] == 0) continue;  // a bar that lies level has no dipole along x and y
      double* force = force_.data() + (3 * s + k) * count;
      for (std::size_t i = 0; i < count; ++i) force[i] = parts[k] * acceleration_[s * count + i];
      source.dipole[k] = {force, count};
    }
    signals.sources.push_back(source);
  }
}

Health RingingBar::health() const {
  Health report{.object = object_, .energy = 0, .energy_supplied = 0, .step = step_};
  std::visit(
      [&](const auto& solver) {
        report.energy = solver.energy();
        report.energy_supplied = solver.energy_supplied();
      },
      solver_);
  if (const auto* grid = std::get_if<GridBar>(&solver_)) {
    report.step = grid->scheme().step;
    report.stable_step = stable_step(grid->scheme());
  }
  return report;
}

void RingingBar::archive(StateArchive& state) {
  std::visit([&](auto& solver) { solver.archive(state); }, solver_);
}

}  // namespace resound
