#include "motion/solid/solids_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/error.h"
#include "motion/contact/force_stretch.h"
#include "motion/solid/rigid_fit.h"
#include "motion/solid/rigid_motion.h"
#include "numerics/gravity.h"
#include "solid/preload.h"

namespace resound {
namespace {

// Of the ground and of rigid obstacles, whatever they are made of: a hard floor, by choice. The geometric mean with the
// solid's own numbers counts.
constexpr ContactRule kRigidRule{.friction = 0.5, .restitution = 0.8};

std::size_t at(int index) { return static_cast<std::size_t>(index); }

std::vector<Vec3> world_nodes(const PreparedSolid& prepared, const Pose& pose) {
  std::vector<Vec3> nodes;
  for (const Vec3& node : nodes_of(prepared.mesh)) nodes.push_back(pose.to_world(node));
  return nodes;
}

// Where a solid turns about when the scene begins: its hinge, if it has one. About its centre of mass, the hinge would
// stop it with a jerk that rings.
Vec3 pivot_of(const Solid& solid, const PreparedSolid& prepared, std::span<const Vec3> nodes) {
  if (solid.hinged.empty()) return solid.pose.to_world(prepared.mass.centre);
  Vec3 sum;
  for (const int node : prepared.held) sum += nodes[at(node)];
  return sum / static_cast<double>(prepared.held.size());
}

// Velocity of each node when the scene begins.
std::vector<Vec3> begin_velocities(const Solid& solid, const PreparedSolid& prepared) {
  const std::vector<Vec3> nodes = world_nodes(prepared, solid.pose);
  const Vec3 pivot = pivot_of(solid, prepared, nodes), turn = solid.spin * normalized(solid.spin_axis);
  std::vector<Vec3> velocities;
  for (const Vec3& node : nodes) velocities.push_back(solid.velocity + cross(turn, node - pivot));
  for (const int node : prepared.held) velocities[at(node)] = {};
  for (const int node : prepared.driven) velocities[at(node)] = {};
  return velocities;
}

std::vector<Vec3> vertex_normals(const TriangleMesh& mesh) {
  std::vector<Vec3> normals(mesh.vertices.size());
  for (const Triangle& t : mesh.triangles) {
    const Vec3 &a = mesh.vertices[at(t[0])], &b = mesh.vertices[at(t[1])], &c = mesh.vertices[at(t[2])];
    for (const int corner : t) normals[at(corner)] += cross(b - a, c - a);
  }
  for (Vec3& normal : normals) normal = normalized(normal);
  return normals;
}

std::shared_ptr<const SurfaceIndex> surface_of(const Obstacle& obstacle) {
  if (const auto* surface = std::get_if<SurfaceForm>(&obstacle.form)) return surface->surface;
  if (const auto* box = std::get_if<BoxForm>(&obstacle.form))
    return std::make_shared<SurfaceIndex>(box_mesh(2 * box->half_size));
  const auto& cylinder = std::get<CylinderForm>(obstacle.form);
  return std::make_shared<SurfaceIndex>(round_bar_mesh(2 * cylinder.half_length, cylinder.radius, 1, 48));
}

}  // namespace

SolidsMotion::SolidsMotion(const Scene& scene, const PreparedBodies& bodies)
    : ground_(scene.ground), rate_(scene.simulation_rate()) {
  const SolidStep chosen = solid_step(scene, bodies);
  step_ = chosen.step;
  steps_per_sample_ = chosen.per_sample;
  std::vector<const ElasticSolid*> solids;
  for (int object = 0; object < static_cast<int>(scene.objects.size()); ++object) {
    const auto* solid = std::get_if<Solid>(&scene.objects[at(object)].kind);
    if (!solid) continue;
    const auto prepared = bodies.find_solid(object);
    add_member(*solid, object, scene.objects[at(object)].name, prepared);
    solids.push_back(&prepared->elastic);
  }
  stepper_.emplace(solids, step_);
  set_beginning();
}

void SolidsMotion::add_member(const Solid& solid, int object, const std::string& name,
                              std::shared_ptr<const PreparedSolid> prepared) {
  const std::vector<Vec3> nodes = world_nodes(*prepared, solid.pose);
  std::optional<SideDrive> drive;
  std::vector<Vec3> begin;
  if (!prepared->driven.empty()) {
    Vec3 middle;
    for (const int node : prepared->driven) {
      begin.push_back(nodes[at(node)]);
      middle += nodes[at(node)] / static_cast<double>(prepared->driven.size());
    }
    drive = SideDrive{solid.drive, middle};
  }
  const std::size_t first = members_.empty() ? 0 : members_.back().first + members_.back().prepared->elastic.nodes();
  std::vector<Vec3> normals = vertex_normals(prepared->skin.mesh);
  members_.push_back({object, name, solid, std::move(prepared), first, drive, std::move(begin), std::move(normals),
                      solid.pose, std::nullopt});
}

// Held solids hang at rest under their weight, if they have any; the others begin as they are told.
void SolidsMotion::set_beginning() {
  const SampleRate steps{1 / step_};
  const std::optional<PairFilter> pairs = pair_filter(steps, rate_);
  std::vector<std::vector<int>> groups;
  for (std::size_t m = 0; m < members_.size(); ++m) {
    Member& member = members_[m];
    const PreparedSolid& prepared = *member.prepared;
    const std::vector<Vec3> nodes = world_nodes(prepared, member.solid.pose);
    if (member.solid.falls) stepper_->let_fall(m, {0, 0, -kGravity});
    const std::span<double> places = stepper_->position_to_set();
    for (std::size_t i = 0; i < nodes.size(); ++i) set_vector(places, member.first + i, nodes[i]);
    if (member.solid.falls && member.solid.is_held()) hang(member);
    const std::vector<Vec3> velocities = begin_velocities(member.solid, prepared);
    const std::span<double> to_set = stepper_->velocity_to_set();
    for (std::size_t i = 0; i < nodes.size(); ++i) set_vector(to_set, member.first + i, velocities[i]);
    stepper_->hold(shared_nodes(member, prepared.held));

    std::vector<Vec3> begin, velocity;
    for (const int node : shared_nodes(member, prepared.skin.node)) {
      if (begin.size() % SkinRecorder::kVertices == 0) {
        recorded_.push_back({m, begin.size() / SkinRecorder::kVertices});
        groups.emplace_back();
      }
      groups.back().push_back(node);
      begin.push_back(vector_at(stepper_->position(), at(node)));
      velocity.push_back(vector_at(stepper_->velocity(), at(node)));
    }
    member.recorder.emplace(begin, velocity, steps, rate_, pairs);
  }
  stepper_->record(groups, pairs);
  fit_poses();
  supplied_ = energy();
}

// A hinge lets it turn as it hangs; a pendulum that is held aside by nobody begins to swing instead.
void SolidsMotion::hang(Member& member) {
  const PreparedSolid& prepared = *member.prepared;
  if (member.solid.clamped.empty()) return;
  std::vector<int> held = prepared.held;
  held.insert(held.end(), prepared.driven.begin(), prepared.driven.end());
  std::ranges::sort(held);
  const std::span<double> own =
      stepper_->position_to_set().subspan(kNodeStride * member.first, kNodeStride * prepared.elastic.nodes());
  const Preload rest = settle(prepared.elastic, held, own);
  if (!rest.is_settled)
    throw InputError(
        fmt::format("{} does not come to rest under its weight: {:.2g} of it is still unbalanced; hold it in "
                    "more places, make it stiffer or say falls = false",
                    member.name, rest.residual));
}

std::vector<int> SolidsMotion::shared_nodes(const Member& member, std::span<const int> nodes) const {
  std::vector<int> shared;
  for (const int node : nodes) shared.push_back(static_cast<int>(member.first) + node);
  return shared;
}

// Driven nodes are where they have to be at the end of each step, whatever pulls at them.
void SolidsMotion::drive_sides() {
  std::vector<int> nodes;
  for (const Member& member : members_) {
    const std::vector<int> own = shared_nodes(member, member.prepared->driven);
    nodes.insert(nodes.end(), own.begin(), own.end());
  }
  if (nodes.empty()) return;
  stepper_->drive(nodes, [this](const SolidStepper::Now& now, std::span<double> velocity) {
    const double end = sample_begin_ + (now.step + 1) * step_;
    std::size_t slot = 0;
    for (const Member& member : members_)
      for (std::size_t i = 0; i < member.begin.size(); ++i, ++slot) {
        const std::size_t node = member.first + at(member.prepared->driven[i]);
        const Vec3 next = member.drive->position(member.begin[i], end);
        set_vector(velocity, slot, (next - now.position[node]) / step_);
      }
  });
}

void SolidsMotion::filter_skins() {
  stepper_->after_steps([this](std::size_t list) {
    const auto [member, group] = recorded_[list];
    SkinRecorder& recorder = *members_[member].recorder;
    takes_last_sample_ ? recorder.finish(group) : recorder.filter(group);
  });
}

void SolidsMotion::place(const TimeBlock&, Obstacles& obstacles) const {
  for (const Member& member : members_)
    obstacles.push_back({member.object, SurfaceForm{member.prepared->surface}, member.pose});
}

// Others may strike the solids in this block; what follows from it is found in respond().
void SolidsMotion::advance(const TimeBlock&, const Obstacles&, MotionEvents& events) {
  for (const Member& member : members_) events.poses[at(member.object)] = {PoseKnot{0, member.pose, {}, {}}};
}

void SolidsMotion::meet(const Obstacles& obstacles) {
  drive_sides();  // from here on this object stays where it is
  filter_skins();
  std::vector<TouchingSkin> skins;
  NodeVectors rest;
  std::vector<double> mass;
  for (const Member& member : members_) {
    const PreparedSolid& prepared = *member.prepared;
    TouchingSkin skin;
    skin.rule = {member.solid.friction, member.solid.restitution.value_or(member.solid.material.restitution)};
    const auto shared = [&](int vertex) { return static_cast<int>(member.first) + prepared.skin.node[at(vertex)]; };
    for (const Triangle& t : prepared.skin.mesh.triangles)
      skin.triangles.push_back({shared(t[0]), shared(t[1]), shared(t[2])});
    for (std::size_t v = 0; v < prepared.skin.node.size(); ++v) skin.nodes.push_back(shared(static_cast<int>(v)));
    skins.push_back(std::move(skin));
    const NodeVectors own = prepared.elastic.rest();
    rest.insert(rest.end(), own.begin(), own.end());
    mass.insert(mass.end(), prepared.elastic.mass().begin(), prepared.elastic.mass().end());
  }
  std::vector<RigidObstacle> rigid{{nullptr, kRigidRule}};
  for (const Obstacle& obstacle : obstacles) {
    if (std::ranges::find(members_, obstacle.object, &Member::object) != members_.end()) continue;
    const auto* surface = std::get_if<SurfaceForm>(&obstacle.form);
    if (surface && surface->is_open) continue;  // a node that has gone through would not know where it came from
    rigid.push_back({surface_of(obstacle), kRigidRule});
    obstacle_objects_.push_back(obstacle.object);
  }
  contacts_.emplace(std::move(skins), std::move(rigid), mass, rest, ContactSettings{.step = step_});
}

void SolidsMotion::tell_obstacles(const MotionEvents& events) {
  std::vector<ObstacleMotion> motions{{Pose{{0, 0, ground_.height}, {}}, {}, {}}};
  for (const int object : obstacle_objects_) {
    const PoseKnot& knot = events.poses[at(object)].front();
    motions.push_back({knot.pose, knot.velocity, knot.angular_velocity});
  }
  contacts_->begin_block(motions);
}

void SolidsMotion::respond(const TimeBlock& block, MotionEvents& events) {
  tell_obstacles(events);
  for (const Contact& contact : events.contacts) {
    const auto member = std::ranges::find(members_, contact.object, &Member::object);
    if (member == members_.end()) continue;
    strikes_.begin(contact, *member->prepared, member->first, member->pose, block.begin(), step_);
  }
  for (Member& member : members_) member.recorder->begin_block(block.count);
  const double filtered_before = stepper_->time_after_steps();
  frames_.clear();
  blows_.clear();
  for (int sample = 0; sample < block.count; ++sample) {
    if (std::ranges::find(block.frames, block.first + sample) != block.frames.end())
      record_frame(block.first + sample, events);
    takes_last_sample_ = sample + 1 == block.count;
    take_sample(sample, block);
  }
  fit_poses();
  for (const Member& member : members_) events.skins.push_back(member.recorder->motion(member.object));
  events.filtering += stepper_->time_after_steps() - filtered_before;
  events.contacts.insert(events.contacts.end(), blows_.begin(), blows_.end());
  report_health(events);
}

// The steps of one sample. What they do to others is told in two halves.
void SolidsMotion::take_sample(int sample, const TimeBlock& block) {
  sample_begin_ = block.time_of(sample);
  const double since_block = sample_begin_ - block.begin();
  const int half = steps_per_sample_ / 2;
  for (std::size_t list = 0; list < recorded_.size(); ++list) {
    const auto [member, group] = recorded_[list];
    stepper_->write_to(list, members_[member].recorder->make_room(group, stepper_->frames_in(steps_per_sample_)));
  }
  stepper_->advance(steps_per_sample_, [&](const SolidStepper::Now& now, NodePushes& pushes) {
    contacts_->add_to(pushes, now.position, now.velocity, since_block + now.step * step_, now.fastest);
    if (!strikes_.is_quiet()) supplied_ += std::abs(strikes_.add_to(pushes, now.velocity, step_));
    if (now.step + 1 == half) tell_blows(sample_begin_, half * step_);
    if (now.step + 1 == steps_per_sample_) tell_blows(sample_begin_ + half * step_, (steps_per_sample_ - half) * step_);
  });
  for (const Member& member : members_) free_whole_motion(member);
}

void SolidsMotion::tell_blows(double begin, double stretch) {
  for (const ObstacleBlow& blow : contacts_->take_blows())
    if (blow.impulse != Vec3{})
      blows_.push_back(
          force_stretch(obstacle_objects_[at(blow.obstacle) - 1], blow.place, blow.impulse, begin, stretch));
}

// Mass damping stands for what a body loses as it rings; it must not brake its fall or its swing. What the steps of a
// sample have taken from the motion as a whole is given back. As published it is lost.
void SolidsMotion::free_whole_motion(const Member& member) {
  const Solid& solid = member.solid;
  const ElasticSolid& elastic = member.prepared->elastic;
  const double damping = elastic.material().mass_damping * step_;
  const bool is_fixed = !solid.clamped.empty() || !solid.drive.sides.empty();
  if (damping == 0 || is_fixed || solid.radiation == SolidRadiation::as_published) return;
  std::vector<Vec3> position, velocity, pivots;
  const std::span<const double> positions = stepper_->position(), velocities = stepper_->velocity();
  for (std::size_t i = 0; i < elastic.nodes(); ++i) {
    position.push_back(vector_at(positions, member.first + i));
    velocity.push_back(vector_at(velocities, member.first + i));
  }
  for (const int node : member.prepared->held) pivots.push_back(position[at(node)]);
  const RigidMotion whole = pivots.empty() ? rigid_motion(position, velocity, elastic.mass())
                                           : turning_motion(position, velocity, elastic.mass(), pivots);
  const double lost = std::pow((2 + damping) / (2 - damping), steps_per_sample_) - 1;
  const std::span<double> to_set = stepper_->velocity_to_set();
  for (std::size_t i = 0; i < elastic.nodes(); ++i)
    set_vector(to_set, member.first + i, velocity[i] + lost * whole.velocity_at(position[i]));
  for (const int node : member.prepared->held) set_vector(to_set, member.first + at(node), {});
}

void SolidsMotion::fit_poses() {
  for (Member& member : members_) {
    const std::span<const Vec3> rest = nodes_of(member.prepared->mesh);
    std::vector<Vec3> now;
    for (std::size_t i = 0; i < rest.size(); ++i) now.push_back(vector_at(stepper_->position(), member.first + i));
    member.pose = rigid_fit(rest, now, member.prepared->elastic.mass());
  }
}

// The picture shows the skin at rest in its pose, displaced by what it is bent.
void SolidsMotion::record_frame(SampleIndex sample, MotionEvents& events) {
  fit_poses();
  Frame frame{sample, {}};
  for (const Member& member : members_) {
    frame.poses.push_back(member.pose);
    const SolidSkin& skin = member.prepared->skin;
    Vibration bent{.sample = sample, .object = member.object, .displacement = {}, .speed = {}};
    for (std::size_t v = 0; v < skin.node.size(); ++v) {
      const std::size_t node = member.first + at(skin.node[v]);
      bent.displacement.push_back(member.pose.to_local(vector_at(stepper_->position(), node)) - skin.mesh.vertices[v]);
      const Vec3 outward = member.pose.rotation * member.normals[v];
      bent.speed.push_back(dot(vector_at(stepper_->velocity(), node), outward));
    }
    events.vibrations.push_back(std::move(bent));
  }
  frames_.push_back(std::move(frame));
}

void SolidsMotion::depict(SampleIndex sample, SampleRate, std::vector<Shape>& shapes) const {
  const auto frame = std::ranges::find(frames_, sample, &Frame::sample);
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const Member& member = members_[i];
    const Pose pose = frame == frames_.end() ? member.pose : frame->poses[i];
    shapes.push_back(
        {member.object, MeshForm{{member.prepared, &member.prepared->skin.mesh}}, pose, member.solid.material.look});
  }
}

// As it is bent, and as late as its sound is: a facet must be hidden neither by where another one was at rest, nor by
// where it will be itself when the filters are done.
void SolidsMotion::occlude(std::vector<Shape>& shapes) const {
  for (const Member& member : members_) {
    auto bent = std::make_shared<TriangleMesh>(member.prepared->skin.mesh);
    for (std::size_t v = 0; v < bent->vertices.size(); ++v) bent->vertices[v] = member.recorder->newest(v);
    shapes.push_back({member.object, MeshForm{std::move(bent)}, {}, member.solid.material.look});
  }
}

double SolidsMotion::energy() const {
  return stepper_->kinetic_energy() + stepper_->elastic_energy() + (contacts_ ? contacts_->energy() : 0);
}

// What weight has given: the deepest that the solids have come below where they began.
void SolidsMotion::report_health(MotionEvents& events) {
  double fallen = 0;  // [J]
  for (const Member& member : members_) {
    if (!member.solid.falls) continue;
    const std::span<const double> mass = member.prepared->elastic.mass();
    const std::span<const Vec3> rest = nodes_of(member.prepared->mesh);
    for (std::size_t i = 0; i < mass.size(); ++i)
      fallen += kGravity * mass[i] *
                (member.solid.pose.to_world(rest[i]).z - stepper_->position()[kNodeStride * (member.first + i) + 2]);
  }
  fallen_ = std::max(fallen_, fallen);
  double stable = std::numeric_limits<double>::infinity();
  int stiffest = members_.front().object;
  for (const Member& member : members_)
    if (member.prepared->stable_step < stable) stable = member.prepared->stable_step, stiffest = member.object;
  events.health.push_back({stiffest, energy(),
                           supplied_ + fallen_ + std::abs(contacts_->work()) + std::abs(stepper_->work_of_drive()),
                           step_, stable});
}

void SolidsMotion::archive(StateArchive& state) {
  state.fields(*stepper_, *contacts_, strikes_, supplied_, fallen_);
  for (Member& member : members_) state.fields(member.pose, *member.recorder);
}

}  // namespace resound
