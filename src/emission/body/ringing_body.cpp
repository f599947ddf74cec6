#include "emission/body/ringing_body.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "emission/body/filling_contacts.h"
#include "motion/contact/force_pulse.h"

namespace resound {
namespace {

// A force that is no half-sine reaches the modes in stretches of half a sample, each as the half-sine of the same
// impulse, middle and spread: a uniform stretch h has the variance h^2 / 12, a half-sine D has (1/4 - 2/pi^2) D^2.
constexpr double kStretchesPerSample = 2;
constexpr double kEqualSpread = 1.3265;  // D / h

// A new load comes little by little: a step of a mode's pitch is heard as a click.
constexpr double kLoadTime = 0.025;  // [s]

std::vector<BankMode> bank_modes(const ModalModel& model, const Damping& damping) {
  std::vector<BankMode> modes;
  for (std::size_t i = 0; i < model.modes.size(); ++i) {
    const double omega = model.modes[i].omega;
    modes.push_back({omega, damping.decay(static_cast<int>(i), omega)});
  }
  return modes;
}

}  // namespace

RingingBody::RingingBody(std::shared_ptr<const PreparedBody> body, const Body& description, int object, const Air& air,
                         SampleRate rate)
    : body_(std::move(body)),
      object_(object),
      grain_loss_(description.grain_loss),
      modes_(bank_modes(body_->model, description.damping ? *description.damping : description.material.damping)),
      filling_(contacts_of(description.filling, *body_, description.material)),
      load_(mode_loads(*body_, filling_, grain_loss_)),
      new_load_(load_),
      bank_(modes_, rate),
      state_(bank_),
      slow_(modes_, rate),
      recoil_(*body_, speed_of_sound(air), rate),
      shape_(body_->model.modes.size()),
      impulse_(body_->model.modes.size()) {
  if (!filling_.empty()) retune();
}

void RingingBody::archive(StateArchive& state) {
  state.fields(state_, slow_, recoil_, load_, new_load_, load_time_, loads_change_);
  if (state.is_loading()) retune();
}

void RingingBody::retune() {
  std::vector<BankMode> modes;
  for (std::size_t i = 0; i < modes_.size(); ++i) modes.push_back(loaded(modes_[i], load_[i]));
  bank_.retune(modes);
}

void RingingBody::bear(const MotionEvents& events, const TimeBlock& block) {
  if (events.grains.loads_change != loads_change_) {
    loads_change_ = events.grains.loads_change;
    const Pose& pose = events.poses[static_cast<std::size_t>(object_)].front().pose;
    std::vector<WallLoad> contacts = filling_;
    for (WallLoad contact : events.grains.loads) {
      if (contact.object != object_) continue;
      contact.place = pose.to_local(contact.place);
      contact.normal = pose.rotation.inverse() * contact.normal;
      contacts.push_back(contact);
    }
    new_load_ = mode_loads(*body_, contacts, grain_loss_);
    load_time_ = kLoadTime;
  }
  if (load_time_ <= 0) return;
  const double seconds = block.end() - block.begin(), part = std::min(1.0, seconds / load_time_);
  for (std::size_t i = 0; i < load_.size(); ++i) {
    load_[i].mass += part * (new_load_[i].mass - load_[i].mass);
    load_[i].loss += part * (new_load_[i].loss - load_[i].loss);
    load_[i].share += part * (new_load_[i].share - load_[i].share);
  }
  load_time_ -= seconds;
  retune();
}

void RingingBody::radiate(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals) {
  const Pose& pose = events.poses[static_cast<std::size_t>(object_)].front().pose;
  bear(events, block);
  for (const Contact& contact : events.contacts)
    if (contact.object == object_) hear(contact, pose, block);
  ring(events, block, signals);
  recoil_.fill(block.count);
  add_sources(events, block, signals);
  signals.health.push_back({.object = object_,
                            .energy = bank_.energy(state_),
                            .energy_supplied = state_.energy_supplied(),
                            .step = block.rate.step()});
}

void RingingBody::hear(const Contact& contact, const Pose& pose, const TimeBlock& block) {
  find_mode_shapes(pose.to_local(contact.position), pose.rotation.inverse() * contact.direction);
  strike(contact.pulse, contact.time, block);
  recoil_.push(contact.pulse, contact.time, contact.direction, pose, block.first);
}

void RingingBody::find_mode_shapes(const Vec3& place, const Vec3& direction) {
  const SurfacePoint point = body_->surface->nearest(place).value_or(SurfacePoint{});
  if (point.triangle < 0) return;
  const Triangle& corners = body_->model.skin.triangles[static_cast<std::size_t>(point.triangle)];
  for (std::size_t i = 0; i < shape_.size(); ++i) {
    Vec3 moved;
    for (std::size_t k = 0; k < 3; ++k)
      moved += point.weights[k] * body_->model.modes[i].shape[static_cast<std::size_t>(corners[k])];
    shape_[i] = dot(moved, direction);
  }
}

void RingingBody::strike(const ContactPulse& pulse, double time, const TimeBlock& block) {
  if (const auto* blow = std::get_if<StrikePulse>(&pulse))
    return hit(time + blow->duration / 2, blow->duration, blow->impulse, block);
  const double step = block.rate.step() / kStretchesPerSample;
  ForcePulse force(pulse, 1, 0, step);
  for (int i = 0; !force.is_over(); ++i) {
    const PulseMoments moments = force.next();
    if (moments.impulse == 0) continue;
    const double middle = (i + 0.5) * step + std::clamp(moments.lever / moments.impulse, -step, step);
    hit(time + middle, kEqualSpread * step, moments.impulse, block);
  }
}

void RingingBody::hit(double middle, double duration, double impulse, const TimeBlock& block) {
  for (std::size_t i = 0; i < shape_.size(); ++i) impulse_[i] = impulse * shape_[i] * load_[i].share;
  bank_.strike(state_, {block.rate.samples(middle) - static_cast<double>(block.first), duration, impulse_});
}

void RingingBody::ring(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals) {
  const auto count = static_cast<std::size_t>(block.count);
  real_.resize(shape_.size() * count);
  imaginary_.resize(shape_.size() * count);
  bank_.ring(state_, block.count, BankLanes{real_, imaginary_, count});
  for (const Snapshot& snapshot : events.snapshots)
    signals.vibrations.push_back(vibration(snapshot.sample, static_cast<std::size_t>(snapshot.sample - block.first)));
  if (!state_.is_silent() || !slow_.is_silent()) slow_.take_from(real_, imaginary_, count);
}

// The velocity phasor w s has its displacement Im(s) a quarter turn behind, over omega.
Vibration RingingBody::vibration(SampleIndex sample, std::size_t offset) const {
  const std::size_t count = real_.size() / std::max<std::size_t>(shape_.size(), 1);
  const std::size_t vertices = body_->model.skin.vertices.size();
  Vibration result{.sample = sample,
                   .object = object_,
                   .displacement = std::vector<Vec3>(vertices),
                   .speed = std::vector<double>(vertices)};
  std::vector<Vec3> velocity(vertices);
  for (std::size_t i = 0; i < shape_.size(); ++i) {
    const double re = real_[i * count + offset], im = imaginary_[i * count + offset];
    if (re == 0 && im == 0) continue;
    const BodyMode& mode = body_->model.modes[i];
    for (std::size_t v = 0; v < vertices; ++v) {
      result.displacement[v] += (-re / mode.omega) * mode.shape[v];
      velocity[v] += im * mode.shape[v];
    }
  }
  for (std::size_t v = 0; v < vertices; ++v)
    result.speed[v] = std::copysign(length(velocity[v]), dot(velocity[v], result.displacement[v]));
  return result;
}

void RingingBody::add_sources(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals) {
  map_path_.clear();
  centre_path_.clear();
  rotations_.clear();
  for (const PoseKnot& knot : events.poses[static_cast<std::size_t>(object_)]) {
    const auto carried = [&](const Vec3& local) {
      const Vec3 arm = knot.pose.rotation * local;
      return SourceKnot{knot.sample, knot.pose.position + arm, knot.velocity + cross(knot.angular_velocity, arm)};
    };
    map_path_.push_back(carried(body_->map.centre));
    centre_path_.push_back(carried(body_->model.centre));
    rotations_.push_back(knot.pose.rotation);
  }
  if (!state_.is_silent() || !slow_.is_silent()) {
    voices_ = {&body_->map, real_, imaginary_, static_cast<std::size_t>(block.count), rotations_};
    signals.sources.push_back(
        {.object = object_, .lag = ModeBank::lag(), .id = 0, .path = map_path_, .voices = &voices_});
  }
  if (!recoil_.is_silent()) {
    Source click{.object = object_, .lag = recoil_.lag(), .id = 1, .path = centre_path_};
    for (int axis = 0; axis < 3; ++axis) click.dipole[static_cast<std::size_t>(axis)] = recoil_.force(axis);
    signals.sources.push_back(click);
  }
}

}  // namespace resound
