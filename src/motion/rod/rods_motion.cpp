#include "motion/rod/rods_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "geometry/triangle_mesh.h"
#include "motion/contact/force_stretch.h"
#include "motion/rod/rod_look.h"
#include "numerics/gravity.h"
#include "rod/rod_stable_step.h"

namespace resound {
namespace {

constexpr ContactRule kObstacleRule{.friction = 0.5, .restitution = 0.8};  // of the ground: a hard floor
constexpr Vec3 kGone{0, 0, -1e6};                                          // [m]  where a gate is that has been opened

std::size_t place_of(int index) { return static_cast<std::size_t>(index); }

int object_named(const Scene& scene, const std::string& name) {
  const auto found = std::ranges::find(scene.objects, name, &Object::name);
  return found == scene.objects.end() ? -1 : static_cast<int>(found - scene.objects.begin());
}

std::shared_ptr<const SurfaceIndex> surface_of_form(const Obstacle& obstacle) {
  if (const auto* surface = std::get_if<SurfaceForm>(&obstacle.form)) return surface->surface;
  if (const auto* box = std::get_if<BoxForm>(&obstacle.form))
    return std::make_shared<SurfaceIndex>(box_mesh(2 * box->half_size));
  const auto& cylinder = std::get<CylinderForm>(obstacle.form);
  return std::make_shared<SurfaceIndex>(round_bar_mesh(2 * cylinder.half_length, cylinder.radius, 1, 48));
}

double ball_radius_of(const ObjectKind& kind) {  // [m]  0: no ball
  const auto* body = std::get_if<Body>(&kind);
  const auto* ball = body && !body->mesh ? std::get_if<SphereShape>(&body->shape) : nullptr;
  return ball ? ball->radius : 0;
}

ContactRule rule_of(const ObjectKind& kind) {
  return std::visit(
      [](const auto& object) {
        ContactRule rule = kObstacleRule;
        if constexpr (requires { object.material.restitution; }) rule.restitution = object.material.restitution;
        if constexpr (requires { rule.friction = object.friction; }) rule.friction = object.friction;
        if constexpr (requires { object.restitution.value_or(0.0); })
          rule.restitution = object.restitution.value_or(rule.restitution);
        return rule;
      },
      kind);
}

// Elastic forces and weight. What has settled is in balance: rounding is all that is left.
RodForces forces_at_begin(const Rod& rod, const StartedRod& started) {
  RodForces forces = elastic_forces(started.rod, started.state);
  for (std::size_t i = 0; rod.falls && i < forces.force.size(); ++i)
    forces.force[i] += started.rod.cells()[i].mass * Vec3{0, 0, -kGravity};
  // what is held on goes on pulling
  const std::size_t last = forces.force.size() - 1;
  const RodEnds& ends = started.ends;
  if (ends.first != RodEnd::free) forces.force[0] = {};
  if (ends.first == RodEnd::clamped) forces.force[1] = {};
  if (ends.last != RodEnd::free) forces.force[last] = {};
  if (ends.last == RodEnd::clamped) forces.force[last - 1] = {};
  for (const int vertex : rod.held) forces.force[place_of(vertex)] = {};
  return forces;
}

std::vector<Vec3> copied(const ConstVertexView& view) {
  std::vector<Vec3> all;
  for (std::size_t i = 0; i < view.size(); ++i) all.push_back(view[i]);
  return all;
}

}  // namespace

RodsMotion::RodsMotion(const Scene& scene, const PreparedBodies&)
    : ground_(scene.ground), rate_(scene.simulation_rate()) {
  for (int object = 0; object < static_cast<int>(scene.objects.size()); ++object) {
    const Object& one = scene.objects[place_of(object)];
    const auto* rod = std::get_if<Rod>(&one.kind);
    if (!rod) continue;
    std::unique_ptr<const StartedRod> started;
    try {
      started = std::make_unique<const StartedRod>(start_rod(*rod));
    } catch (const InputError& trouble) {
      throw InputError(fmt::format("{}: {}", called(one), trouble.what()));
    }
    RodPushes pushes(*rod, started->rod, forces_at_begin(*rod, *started));
    members_.push_back({object, called(one), *rod, std::move(started), std::move(pushes), {}, {}});
  }
  for (const Object& one : scene.objects) {
    rules_.push_back(rule_of(one.kind));
    ball_radius_.push_back(ball_radius_of(one.kind));
  }
  choose_step();
  set_beginning(scene);
}

void RodsMotion::choose_step() {
  std::vector<SteppedRod> rods;
  for (const Member& member : members_) rods.push_back({member.called, &member.description, member.started.get()});
  step_ = rod_step(rods, rate_);
  stretches_ = step_.per_sample % 2 == 0 ? 2 : 1;
}

void RodsMotion::set_beginning(const Scene& scene) {
  std::vector<const ElasticRod*> rods;
  for (const Member& member : members_) rods.push_back(&member.started->rod);
  stepper_.emplace(rods, RodSettings{.step = step_.step, .integrator = step_.integrator});
  std::vector<RodTrack> tracks;
  for (std::size_t r = 0; r < members_.size(); ++r) {
    Member& member = members_[r];
    const int number = static_cast<int>(r);
    const ElasticRod& rod = member.started->rod;
    if (member.description.falls) stepper_->set_gravity(r, {0, 0, -kGravity});
    stepper_->set_state(r, member.started->state);
    stepper_->hold_ends(number, member.started->ends);
    for (const int vertex : member.description.held) stepper_->hold({number, vertex});
    member.recorder.emplace(*stepper_, r, rate_);
    if (member.description.bridge.empty()) continue;
    const int body = object_named(scene, member.description.bridge);
    if (body < 0 || !std::holds_alternative<Body>(scene.objects[place_of(body)].kind))
      throw InputError(
          fmt::format("{}: bridge is \"{}\", and there is no body of that name; name a [[body]] of the scene",
                      member.called, member.description.bridge));
    const int last = static_cast<int>(rod.vertices()) - 1;
    std::vector<RodVertex> held{{number, last}};
    if (member.started->ends.last == RodEnd::clamped) held.push_back({number, last - 1});
    const RodForces forces = elastic_forces(rod, member.started->state);
    Vec3 still;
    for (const RodVertex& vertex : held) still += forces.force[place_of(vertex.vertex)];
    member.bridge = Bridge{body, held, still, {}};
  }
  for (const Member& member : members_)
    if (member.bridge) tracks.push_back({RodQuantity::force, member.bridge->held});
  stepper_->record(std::move(tracks));
  stepper_->record_accelerations();
  begin_weight_ = stepper_->weight_energy();
  supplied_ = energy();
}

// Driven ends are where they have to be at the end of each step, whatever pulls at them.
void RodsMotion::drive_ends() {
  std::vector<RodVertex> vertices;
  std::vector<RodDrive> drives;
  for (std::size_t r = 0; r < members_.size(); ++r) {
    const Member& member = members_[r];
    const RodDrive& drive = member.description.drive;
    if (drive.travel == Vec3{}) continue;
    const int number = static_cast<int>(r),
              end = drive.at_last ? static_cast<int>(member.started->rod.vertices()) - 1 : 0;
    const RodEnd hold = drive.at_last ? member.started->ends.last : member.started->ends.first;
    vertices.push_back({number, end}), drives.push_back(drive);
    if (hold == RodEnd::clamped) vertices.push_back({number, drive.at_last ? end - 1 : 1}), drives.push_back(drive);
  }
  if (vertices.empty()) return;
  stepper_->drive(vertices, [this, drives](int step, std::span<Vec3> velocity) {
    const double begin = sample_begin_ + step * step_.step;
    for (std::size_t i = 0; i < drives.size(); ++i) {
      const auto way = [&](double time) { return (1 - std::cos(kTurn * drives[i].frequency * time)) / 2; };
      velocity[i] = ((way(begin + step_.step) - way(begin)) / step_.step) * drives[i].travel;
    }
  });
}

// A ball is met edge by edge, anything else vertex by vertex.
RodObstacle RodsMotion::obstacle_of(const Obstacle& obstacle) const {
  const std::size_t object = place_of(obstacle.object);
  if (ball_radius_[object] > 0) return {BallForm{ball_radius_[object]}, rules_[object]};
  return {surface_of_form(obstacle), rules_[object]};
}

void RodsMotion::meet(const Obstacles& obstacles) {
  drive_ends();  // from here on this object stays where it is
  if (std::ranges::none_of(members_, [](const Member& m) { return m.description.touches; })) return;
  std::vector<RodObstacle> things{{PlaneForm{}, kObstacleRule}};
  for (const Obstacle& obstacle : obstacles) {
    const bool is_bridge =
        std::ranges::any_of(members_, [&](const Member& m) { return m.bridge && m.bridge->object == obstacle.object; });
    if (is_bridge) continue;  // its string lies on it
    things.push_back(obstacle_of(obstacle));
    obstacle_objects_.push_back(obstacle.object);
  }
  RodContactSettings settings;
  for (const Member& member : members_)
    settings.rules.push_back(
        {.friction = member.description.friction,
         .restitution = member.description.restitution.value_or(member.description.material.restitution)});
  contacts_.emplace(*stepper_, std::move(things), settings);
}

void RodsMotion::advance(const TimeBlock&, const Obstacles& obstacles, MotionEvents& events) {
  is_there_.clear();
  for (const int object : obstacle_objects_)
    is_there_.push_back(std::ranges::find(obstacles, object, &Obstacle::object) != obstacles.end());
  for (std::size_t r = 0; r < members_.size(); ++r) {
    const Vec3 middle = stepper_->position(r)[members_[r].started->rod.vertices() / 2];
    events.poses[place_of(members_[r].object)] = {PoseKnot{0, {middle, {}}, {}, {}}};
  }
}

void RodsMotion::tell_obstacles(const TimeBlock& block, const MotionEvents& events) {
  if (!contacts_) return;
  std::vector<RodObstacleMotion> motions{{Pose{{0, 0, ground_.height}, {}}, {}, {}}};
  for (std::size_t i = 0; i < obstacle_objects_.size(); ++i) {
    const PoseKnot& knot = events.poses[place_of(obstacle_objects_[i])].front();
    motions.push_back({knot.pose, knot.velocity, knot.angular_velocity});
    if (!is_there_[i]) motions.back() = {Pose{kGone, {}}, {}, {}};
  }
  contacts_->begin_block(block.begin(), motions);
}

void RodsMotion::respond(const TimeBlock& block, MotionEvents& events) {
  tell_obstacles(block, events);
  frames_.clear();
  for (Member& member : members_) {
    member.recorder->begin_block(block.count);
    if (member.bridge) member.bridge->pull.clear();
  }
  for (int sample = 0; sample < block.count; ++sample) {
    if (std::ranges::find(block.frames, block.first + sample) != block.frames.end())
      frames_.push_back(frame_now(block.first + sample));
    take_sample(sample, block);
  }
  for (Member& member : members_) {
    member.recorder->finish();
    events.rods.push_back(member.recorder->sound(member.object));
  }
  tell_contacts(block, events);
  pull_at_bridges(block, events);
  report_health(events);
}

void RodsMotion::take_sample(int sample, const TimeBlock& block) {
  sample_begin_ = block.time_of(sample);
  pushed_.clear();
  for (std::size_t r = 0; r < members_.size(); ++r)
    if (!members_[r].pushes.is_quiet(sample_begin_, sample_begin_ + rate_.step())) pushed_.push_back(r);
  RodStepper::Hook hook;
  if (contacts_ || !pushed_.empty())
    hook = [&](int step, std::span<const RodPush> pushes) {
      if (contacts_) contacts_->add_to(pushes, sample * step_.per_sample + step);
      for (const std::size_t r : pushed_)
        supplied_ += std::abs(members_[r].pushes.add_to(pushes[r], *stepper_, r, sample_begin_ + step * step_.step));
    };
  stepper_->advance(step_.per_sample, hook);
  std::size_t track = 0;
  for (Member& member : members_) {
    member.recorder->take(*stepper_);
    if (member.bridge) take_pull(*member.bridge, stepper_->recorded(track++));
  }
}

void RodsMotion::take_pull(Bridge& bridge, std::span<const double> forces) const {
  const std::size_t numbers = 3 * bridge.held.size(), steps = forces.size() / numbers;
  const std::size_t stretch = steps / place_of(stretches_);
  for (std::size_t first = 0; first < steps; first += stretch) {
    Vec3 sum;
    for (std::size_t i = first * numbers; i < (first + stretch) * numbers; i += 3)
      sum += Vec3{forces[i], forces[i + 1], forces[i + 2]};
    bridge.pull.push_back(sum / static_cast<double>(stretch) - bridge.still);
  }
}

// What a body feels of a contact is known when it is over: the blow comes late by its length, a millisecond or less.
void RodsMotion::tell_contacts(const TimeBlock& block, MotionEvents& events) {
  if (!contacts_) return;
  const auto obstacle_object = [&](int obstacle) {
    return obstacle == 0 ? -1 : obstacle_objects_[place_of(obstacle) - 1];
  };
  for (const RodContactEvent& contact : contacts_->begun()) {
    const bool is_rod = contact.other_rod >= 0;
    events.rod_contacts.push_back(
        {.time = contact.time,
         .object = members_[place_of(contact.rod)].object,
         .part = contact.part,
         .other = is_rod ? members_[place_of(contact.other_rod)].object : obstacle_object(contact.other_part),
         .other_part = is_rod ? contact.other_part : 0,
         .place = contact.place,
         .normal = -contact.normal,
         .speed = contact.speed});
  }
  for (const RodContactEvent& contact : contacts_->ended()) {
    const bool is_on_object = contact.other_rod < 0 && contact.other_part > 0 && contact.impulse > 0;
    if (!is_on_object) continue;
    events.contacts.push_back({.time = std::max(contact.time, block.begin()),
                               .object = obstacle_object(contact.other_part),
                               .position = contact.place,
                               .direction = -contact.normal,
                               .pulse = StrikePulse{contact.impulse, std::max(contact.duration, 2 * step_.step)}});
  }
}

void RodsMotion::pull_at_bridges(const TimeBlock& block, MotionEvents& events) const {
  const double stretch = rate_.step() / stretches_;  // [s]
  for (std::size_t r = 0; r < members_.size(); ++r) {
    const std::optional<Bridge>& bridge = members_[r].bridge;
    if (!bridge) continue;
    const Vec3 place = stepper_->position(r)[place_of(bridge->held.front().vertex)];
    for (std::size_t i = 0; i < bridge->pull.size(); ++i)
      if (bridge->pull[i] != Vec3{})
        events.contacts.push_back(force_stretch(bridge->object, place, stretch * bridge->pull[i],
                                                block.begin() + static_cast<double>(i) * stretch, stretch));
  }
}

double RodsMotion::energy() const {
  double sum = contacts_ ? contacts_->energy() : 0;
  for (std::size_t r = 0; r < members_.size(); ++r) sum += stepper_->energy(r).all();
  return sum;
}

void RodsMotion::report_health(MotionEvents& events) {
  fallen_ = std::max(fallen_, begin_weight_ - stepper_->weight_energy());
  const double work = std::abs(stepper_->work_of_drive()) + (contacts_ ? std::abs(contacts_->work()) : 0);
  const double now = energy(), supplied = supplied_ + fallen_ + work;
  events.health.push_back({members_.front().object, now, supplied, step_.step, stable_now(now > supplied)});
}

// A rod that is crushed or bent hard bears less than it did at first: worth a look when there is too much energy. [s]
double RodsMotion::stable_now(bool has_changed) const {
  double stable = step_.stable;
  for (std::size_t r = 0; has_changed && r < members_.size(); ++r)
    stable = std::min(stable, step_bounds(members_[r].started->rod, stepper_->state(r)).least());
  return std::isfinite(stable) ? stable : step_.stable;
}

RodsMotion::Frame RodsMotion::frame_now(SampleIndex sample) const {
  Frame frame{sample, {}, {}};
  for (std::size_t r = 0; r < members_.size(); ++r) {
    frame.vertices.push_back(copied(stepper_->position(r)));
    frame.directors.push_back(copied(stepper_->director(r)));
  }
  return frame;
}

void RodsMotion::depict(SampleIndex sample, SampleRate, std::vector<Shape>& shapes) const {
  const auto found = std::ranges::find(frames_, sample, &Frame::sample);
  const Frame frame = found == frames_.end() ? frame_now(sample) : *found;
  for (std::size_t r = 0; r < members_.size(); ++r)
    draw_rod(members_[r].description, members_[r].started->rod, frame.vertices[r], frame.directors[r],
             members_[r].object, shapes);
}

void RodsMotion::archive(StateArchive& state) {
  state.fields(*stepper_, supplied_, fallen_);
  if (contacts_) state.fields(*contacts_);
  for (Member& member : members_) state.fields(*member.recorder, member.pushes);
}

}  // namespace resound
