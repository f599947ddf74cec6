#include "rod/rod_stepper.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/parallel.h"
#include "base/spin_team.h"
#include "rod/rod_kernel.h"
#include "rod/rod_lanes.h"
#include "rod/rod_midpoint.h"
#include "rod/rod_stable_step.h"

namespace resound {
namespace {

// A vertex takes about twenty nanoseconds, and handing out a step costs about half a microsecond.
constexpr std::size_t kVerticesAThread = 200;

constexpr std::size_t kFirst = RodLanes::kFirst;

}  // namespace

struct RodStepper::Model {
  struct Driven {
    RodVertex vertex;
    double gain = 0;  // [s/kg]  it would have if it were free
    Vec3 before;      // [m/s]
  };
  struct Recorded {
    std::size_t vertex = 0, track = 0, place = 0;
  };

  std::vector<const ElasticRod*> rods;
  RodSettings settings;
  std::vector<RodLanes> lanes;
  std::vector<RodMidpoint> midpoints;  // none: leapfrog
  std::vector<RodPush> pushes;
  std::vector<Driven> driven;
  std::vector<Vec3> driven_velocity;  // [m/s]
  Drive velocity_of;
  double work_of_drive = 0;  // [J]
  std::vector<RodTrack> tracks;
  std::vector<std::vector<Recorded>> recorded_of;  // [rod]
  std::vector<std::vector<double>> recorded;       // [track]
  bool keeps_accelerations = false;
  std::vector<std::vector<double>> accelerations;  // [rod]
  std::unique_ptr<SpinTeam> team;

  void check_vertex(const RodVertex& v) const;
  void check_step(std::size_t rod, const RodState& state) const;
  void step_one(std::size_t rod, int step, bool is_pushed);
  void keep_records(std::size_t rod, int step);
  void keep_accelerations(std::size_t rod, int step);
  void make_room(int steps);
  void begin_drive(int step);
  void count_drive();
};

void RodStepper::Model::check_vertex(const RodVertex& v) const {
  if (v.rod < 0 || v.rod >= static_cast<int>(rods.size()))
    throw InputError(fmt::format("there is no rod {}; there are {}", v.rod, rods.size()));
  const std::size_t count = rods[static_cast<std::size_t>(v.rod)]->vertices();
  if (v.vertex < 0 || v.vertex >= static_cast<int>(count))
    throw InputError(fmt::format("the rod has no vertex {}; its vertices are 0 to {}", v.vertex, count - 1));
}

void RodStepper::Model::check_step(std::size_t rod, const RodState& state) const {
  if (!(settings.step > 0)) throw InputError(fmt::format("the step is {} s; it must be positive", settings.step));
  if (settings.integrator != RodIntegrator::leapfrog) return;
  const double bound = step_bounds(*rods[rod], state).least();
  if (settings.step > bound)
    throw InputError(
        fmt::format("the step of {:.3g} s is beyond the {:.3g} s at which rod {} becomes unstable; take at "
                    "most {:.3g} s, or the implicit integrator",
                    settings.step, bound, rod, 0.8 * bound));
}

RodStepper::RodStepper(std::vector<const ElasticRod*> rods, const RodSettings& settings)
    : model_(std::make_unique<Model>()) {
  Model& model = *model_;
  model.rods = std::move(rods);
  model.settings = settings;
  const bool is_implicit = settings.integrator == RodIntegrator::implicit_midpoint;
  std::size_t vertices = 0;
  for (const ElasticRod* rod : model.rods) {
    model.lanes.emplace_back(*rod, settings.step, settings.gravity, is_implicit);
    if (is_implicit) model.midpoints.emplace_back(*rod);
    vertices += rod->vertices();
  }
  for (std::size_t r = 0; r < model.rods.size(); ++r) {
    set_state(r, at_rest(*model.rods[r]));
    RodLanes& lanes = model.lanes[r];
    const std::size_t edges = model.rods[r]->edges().size();
    model.pushes.push_back(
        {lanes.vectors(RodRow::push, lanes.vertices()), {lanes.row(RodRow::push_torque) + kFirst, edges}});
  }
  model.recorded_of.resize(model.rods.size());
  model.accelerations.resize(model.rods.size());
  const std::size_t useful = std::min(model.rods.size(), vertices / kVerticesAThread);
  // implicit steps may fail, and what threads do must not
  if (const int threads = std::min(thread_limit(), static_cast<int>(useful)); threads > 1 && !is_implicit)
    model.team = std::make_unique<SpinTeam>(threads);
}

RodStepper::~RodStepper() = default;
RodStepper::RodStepper(RodStepper&&) noexcept = default;
RodStepper& RodStepper::operator=(RodStepper&&) noexcept = default;

double RodStepper::step() const { return model_->settings.step; }
std::size_t RodStepper::rods() const { return model_->rods.size(); }
const ElasticRod& RodStepper::rod(std::size_t rod) const { return *model_->rods[rod]; }

void RodStepper::set_state(std::size_t rod, const RodState& state) {
  const ElasticRod& model = *model_->rods[rod];
  const std::size_t count = model.vertices();
  if (state.position.size() != count)
    throw InputError(fmt::format("rod {} has {} vertices, and its state {}", rod, count, state.position.size()));
  for (std::size_t i = 0; i < model.edges().size(); ++i)
    if (!(length(state.position[(i + 1) % count] - state.position[i]) > 0))
      throw InputError(fmt::format("vertices {} and {} of rod {} begin at the same place", i, (i + 1) % count, rod));
  model_->check_step(rod, state);
  model_->lanes[rod].load(model, state);
}

RodState RodStepper::state(std::size_t rod) const { return model_->lanes[rod].store(); }

ConstVertexView RodStepper::position(std::size_t rod) const {
  const RodLanes& lanes = model_->lanes[rod];
  return lanes.vectors(RodRow::position, lanes.vertices());
}
ConstVertexView RodStepper::velocity(std::size_t rod) const {
  const RodLanes& lanes = model_->lanes[rod];
  return lanes.vectors(RodRow::velocity, lanes.vertices());
}
VertexView RodStepper::velocity(std::size_t rod) {
  RodLanes& lanes = model_->lanes[rod];
  return lanes.vectors(RodRow::velocity, lanes.vertices());
}
ConstVertexView RodStepper::director(std::size_t rod) const {
  return std::as_const(model_->lanes[rod]).vectors(RodRow::director, model_->rods[rod]->edges().size());
}
ConstVertexView RodStepper::tangent(std::size_t rod) const {
  return std::as_const(model_->lanes[rod]).vectors(RodRow::tangent, model_->rods[rod]->edges().size());
}
ConstVertexView RodStepper::force(std::size_t rod) const {
  const RodLanes& lanes = model_->lanes[rod];
  return lanes.vectors(RodRow::force, lanes.vertices());
}
double RodStepper::stretch(std::size_t rod, std::size_t edge) const {
  return model_->lanes[rod].row(RodRow::length)[kFirst + edge] / model_->rods[rod]->edges()[edge].length;
}

void RodStepper::hold(const RodVertex& vertex) {
  model_->check_vertex(vertex);
  RodLanes& lanes = model_->lanes[static_cast<std::size_t>(vertex.rod)];
  const auto i = static_cast<std::size_t>(vertex.vertex);
  lanes.row(RodRow::gain)[kFirst + i] = 0;
  lanes.vectors(RodRow::velocity, lanes.vertices()).set(i, {});
  if (lanes.is_closed()) lanes.copy_end_vertices();
}

void RodStepper::hold_angle(int rod, int edge) {
  model_->check_vertex({rod, 0});
  RodLanes& lanes = model_->lanes[static_cast<std::size_t>(rod)];
  const std::size_t edges = model_->rods[static_cast<std::size_t>(rod)]->edges().size();
  if (edge < 0 || edge >= static_cast<int>(edges))
    throw InputError(fmt::format("the rod has no edge {}; its edges are 0 to {}", edge, edges - 1));
  const std::size_t slot = kFirst + static_cast<std::size_t>(edge);
  lanes.row(RodRow::spin_gain)[slot] = 0, lanes.row(RodRow::spin)[slot] = 0;
}

void RodStepper::set_gravity(std::size_t rod, const Vec3& gravity) { model_->lanes[rod].set_gravity(gravity); }

void RodStepper::pin(int rod, bool at_last) {
  model_->check_vertex({rod, 0});
  const ElasticRod& model = *model_->rods[static_cast<std::size_t>(rod)];
  if (model.is_closed()) throw InputError(fmt::format("rod {} is closed; it has no end to hold", rod));
  hold({rod, at_last ? static_cast<int>(model.vertices()) - 1 : 0});
}

void RodStepper::clamp(int rod, bool at_last) {
  pin(rod, at_last);
  const ElasticRod& model = *model_->rods[static_cast<std::size_t>(rod)];
  hold({rod, at_last ? static_cast<int>(model.vertices()) - 2 : 1});
  hold_angle(rod, at_last ? static_cast<int>(model.edges().size()) - 1 : 0);
}

void RodStepper::hold_ends(int rod, const RodEnds& ends) {
  for (const bool at_last : {false, true}) {
    const RodEnd end = at_last ? ends.last : ends.first;
    if (end == RodEnd::pinned) pin(rod, at_last);
    if (end == RodEnd::clamped) clamp(rod, at_last);
  }
}

void RodStepper::release(const RodVertex& vertex) {
  model_->check_vertex(vertex);
  const auto r = static_cast<std::size_t>(vertex.rod), i = static_cast<std::size_t>(vertex.vertex);
  const double keep = model_->lanes[r].numbers().keep;
  model_->lanes[r].row(RodRow::gain)[kFirst + i] = step() * (1 + keep) / (2 * model_->rods[r]->cells()[i].mass);
}

// What drives a vertex does not feel its force: no gain. Its velocity is put in before the step, over what mass damping
// keeps of it.
void RodStepper::drive(std::vector<RodVertex> vertices, Drive velocity_of) {
  Model& model = *model_;
  for (const Model::Driven& driven : model.driven) release(driven.vertex);
  model.driven.clear();
  for (const RodVertex& vertex : vertices) {
    release(vertex);
    double& gain = model.lanes[static_cast<std::size_t>(vertex.rod)].row(
        RodRow::gain)[kFirst + static_cast<std::size_t>(vertex.vertex)];
    model.driven.push_back({vertex, std::exchange(gain, 0), {}});
  }
  model.driven_velocity.assign(vertices.size(), {});
  model.velocity_of = std::move(velocity_of);
}

double RodStepper::work_of_drive() const { return model_->work_of_drive; }

void RodStepper::Model::begin_drive(int step) {
  velocity_of(step, driven_velocity);
  for (std::size_t k = 0; k < driven.size(); ++k) {
    RodLanes& rod = lanes[static_cast<std::size_t>(driven[k].vertex.rod)];
    const VertexView velocity = rod.vectors(RodRow::velocity, rod.vertices());
    const auto i = static_cast<std::size_t>(driven[k].vertex.vertex);
    driven[k].before = velocity[i];
    velocity.set(i, driven_velocity[k] / rod.numbers().keep);
    if (rod.is_closed()) rod.copy_end_vertices();
  }
}

void RodStepper::Model::count_drive() {
  for (std::size_t k = 0; k < driven.size(); ++k) {
    const RodLanes& rod = lanes[static_cast<std::size_t>(driven[k].vertex.rod)];
    const auto i = static_cast<std::size_t>(driven[k].vertex.vertex);
    const Vec3 &before = driven[k].before, &after = driven_velocity[k];
    const Vec3 needed = (after - rod.numbers().keep * before) / driven[k].gain;
    const Vec3 push = needed - rod.vectors(RodRow::force, rod.vertices())[i];
    work_of_drive += settings.step * dot(push, 0.5 * (before + after));
  }
}

void RodStepper::record(std::vector<RodTrack> tracks) {
  Model& model = *model_;
  for (std::vector<Model::Recorded>& list : model.recorded_of) list.clear();
  for (std::size_t track = 0; track < tracks.size(); ++track)
    for (std::size_t place = 0; place < tracks[track].vertices.size(); ++place) {
      const RodVertex& vertex = tracks[track].vertices[place];
      model.check_vertex(vertex);
      model.recorded_of[static_cast<std::size_t>(vertex.rod)].push_back(
          {static_cast<std::size_t>(vertex.vertex), track, place});
    }
  model.recorded.assign(tracks.size(), {});
  model.tracks = std::move(tracks);
}

void RodStepper::record_accelerations() { model_->keeps_accelerations = true; }

std::span<const double> RodStepper::recorded(std::size_t track) const { return model_->recorded[track]; }

std::span<const double> RodStepper::accelerations(std::size_t rod) const { return model_->accelerations[rod]; }
std::size_t RodStepper::acceleration_row(std::size_t rod) const {
  return RodLanes::whole_blocks(model_->rods[rod]->vertices());
}

void RodStepper::Model::make_room(int steps) {
  const auto count = static_cast<std::size_t>(steps);
  for (std::size_t track = 0; track < tracks.size(); ++track)
    recorded[track].resize(count * 3 * tracks[track].vertices.size());
  for (std::size_t rod = 0; keeps_accelerations && rod < rods.size(); ++rod)
    accelerations[rod].resize(count * 3 * RodLanes::whole_blocks(rods[rod]->vertices()));
}

void RodStepper::Model::keep_records(std::size_t rod, int step) {
  const RodLanes& r = lanes[rod];
  const std::size_t count = r.vertices();
  const ConstVertexView rows[] = {r.vectors(RodRow::position, count), r.vectors(RodRow::velocity, count),
                                  r.vectors(RodRow::force, count)};
  for (const Recorded& one : recorded_of[rod]) {
    const Vec3 value = rows[static_cast<std::size_t>(tracks[one.track].quantity)][one.vertex];
    double* to = recorded[one.track].data() +
                 3 * (static_cast<std::size_t>(step) * tracks[one.track].vertices.size() + one.place);
    to[0] = value.x, to[1] = value.y, to[2] = value.z;
  }
}

void RodStepper::Model::keep_accelerations(std::size_t rod, int step) {
  const std::size_t count = rods[rod]->vertices(), row = RodLanes::whole_blocks(count);
  double* to = accelerations[rod].data() + static_cast<std::size_t>(step) * 3 * row;
  note_accelerations(lanes[rod], to);
  const VertexView all{to, to + row, to + 2 * row, count};
  for (std::size_t k = 0; k < driven.size(); ++k)
    if (driven[k].vertex.rod == static_cast<int>(rod))
      all.set(static_cast<std::size_t>(driven[k].vertex.vertex),
              (driven_velocity[k] - driven[k].before) / settings.step);
}

void RodStepper::Model::step_one(std::size_t rod, int step, bool is_pushed) {
  if (midpoints.empty())
    step_rod(lanes[rod], is_pushed);
  else
    midpoints[rod].step(lanes[rod]);
  if (!recorded_of[rod].empty()) keep_records(rod, step);
  if (keeps_accelerations) keep_accelerations(rod, step);
}

void RodStepper::advance(int steps, const Hook& hook) {
  Model& model = *model_;
  model.make_room(steps);
  if (model.midpoints.empty())
    for (RodLanes& lanes : model.lanes) lanes.spare_flight();
  const std::size_t count = model.rods.size();
  if (!hook && !model.velocity_of) {
    const SpinTeam::Work all_steps = [&](std::size_t rod) {
      for (int step = 0; step < steps; ++step) model.step_one(rod, step, false);
    };
    if (model.team) return model.team->run(count, all_steps);
    for (std::size_t rod = 0; rod < count; ++rod) all_steps(rod);
    return;
  }
  int step = 0;
  const SpinTeam::Work one_step = [&](std::size_t rod) { model.step_one(rod, step, static_cast<bool>(hook)); };
  for (; step < steps; ++step) {
    if (hook) hook(step, model.pushes);
    if (model.velocity_of) model.begin_drive(step);
    if (model.team)
      model.team->run(count, one_step);
    else
      for (std::size_t rod = 0; rod < count; ++rod) one_step(rod);
    if (model.velocity_of) model.count_drive();
  }
}

double RodStepper::fastest() const {
  double most = 0;
  for (std::size_t r = 0; r < rods(); ++r) {
    const ConstVertexView v = velocity(r);
    for (std::size_t i = 0; i < v.count; ++i)
      most = std::max(most, v.x[i] * v.x[i] + v.y[i] * v.y[i] + v.z[i] * v.z[i]);
  }
  return std::sqrt(most);
}

RodEnergy RodStepper::energy(std::size_t rod) const { return model_->rods[rod]->energy(state(rod)); }

double RodStepper::weight_energy() const {
  double sum = 0;
  for (std::size_t r = 0; r < rods(); ++r)
    for (std::size_t i = 0; i < rod(r).vertices(); ++i)
      sum -= rod(r).cells()[i].mass * dot(model_->lanes[r].numbers().gravity, position(r)[i]);
  return sum;
}

void RodStepper::archive(StateArchive& state) {
  for (RodLanes& lanes : model_->lanes) lanes.archive(state);
  state.fields(model_->work_of_drive);
}

}  // namespace resound
