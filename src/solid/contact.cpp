#include "solid/contact.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "geometry/contact_law.h"
#include "geometry/friction_spring.h"
#include "solid/contact_search.h"
#include "solid/touching_body.h"

namespace resound {
namespace {

constexpr double kMarginWithoutTriangles = 1e-3;  // [m]  only nodes, on the ground or on obstacles

// How a skin meets a body.
struct Meeting {
  TouchLaw law;
  double friction = 0;  // [1]
};

// A node inside a body, at this step.
struct Contact {
  std::size_t near = 0;  // place in the list
  int node = 0, body = 0;
  Triangle corners{};               // nodes that are pushed back; none of an obstacle
  std::array<double, 3> weights{};  // of the corners; zero for an obstacle
  Vec3 normal;                      // the way out, in the world
  double depth = 0;                 // [m]
  Vec3 place;                       // [m]  on the surface of an obstacle
  Vec3 surface_velocity;            // [m/s]
};

// How far the farthest point of a body is from where it was, at most.
double way_between(const Pose& from, const Pose& to, double radius) {  // [m]
  const Rotation turn = to.rotation * from.rotation.inverse();
  const double half_sine = length({turn.x, turn.y, turn.z});
  return length(to.position - from.position) + 2 * radius * std::min(1.0, half_sine);
}

}  // namespace

struct ContactForces::Model {
  std::vector<TouchingSkin> skins;
  std::vector<TouchingBody> bodies;            // the skins, then the obstacles
  std::vector<std::vector<Meeting>> meetings;  // [skin][body]
  std::vector<int> skin_of;                    // one a node; -1 inside
  std::vector<double> mass;                    // [kg]
  ContactSettings settings;

  // State.
  NearList list;
  double travel = 0;          // [m]  things have come nearer to each other by no more than this since the list was made
  double next_wake = 0;       // [m]  the first sleeper's
  double time = 0;            // [s]  of the last call, in its block
  double obstacle_speed = 0;  // [m/s]  of the fastest point of any, in this block
  double jump = 0;            // [m]  how deep nodes may be in obstacles that were put off their way since the last call
  double deepest = 0;         // [m]  contact of the last call
  double work = 0;            // [J]
  double energy = 0;          // [J]
  std::vector<std::size_t> awake;  // places in the list of all that touched at the last call

  std::vector<ObstacleBlow> blows;  // few: those of the nodes that touch

  // Of one step.
  std::vector<Contact> contacts;
  std::vector<double> load;  // [1]  one a node: sum of its weights in all contacts

  void archive(StateArchive& state);
  void wake_sleepers();
  void look(std::size_t near, const NodeRows& position, const NodeRows& velocity);
  double reduced_mass(const Contact& contact) const;
  void push_apart(const Contact& contact, NodePushes& pushes, const NodeRows& velocity);
  void note_blow(const Contact& contact, const Vec3& impulse);
};

void ContactForces::Model::archive(StateArchive& state) {
  state.fields(list, travel, next_wake, time, obstacle_speed, jump, deepest, work, energy, awake);
  for (TouchingBody& body : bodies)
    if (body.kind != TouchingBody::Kind::skin) state.fields(body.motion);
}

void ContactForces::Model::wake_sleepers() {
  awake.clear();
  next_wake = list.valid - kContactSlack;
  for (std::size_t i = 0; i < list.nodes.size(); ++i)
    if (list.nodes[i].wake <= travel)
      awake.push_back(i);
    else
      next_wake = std::min(next_wake, list.nodes[i].wake);
}

// Measures the gap of a node. Open: it sleeps until things may have moved by it. Closed: it is a contact.
void ContactForces::Model::look(std::size_t place, const NodeRows& position, const NodeRows& velocity) {
  NearNode& near = list.nodes[place];
  const TouchingBody& body = bodies[near.body];
  const Vec3 at = position[near.node];
  Contact contact;
  contact.near = place, contact.node = near.node, contact.body = near.body;
  if (body.kind == TouchingBody::Kind::ground) {
    contact.normal = {0, 0, 1};
    contact.depth = body.pose.position.z - at.z;
  } else {
    const bool turned = body.kind == TouchingBody::Kind::obstacle;
    const Vec3 way_out = turned ? body.pose.rotation.inverse() * near.touch.way_out : near.touch.way_out;
    const std::span<NearTriangle> triangles{list.triangles.data() + near.begin, list.triangles.data() + near.end};
    const SurfaceGap gap = body.surface.gap(body.to_own(at), body.corners(position), triangles, travel, way_out);
    contact.normal = turned ? body.pose.rotation * gap.normal : gap.normal;
    contact.depth = -gap.distance;
    if (!turned) contact.corners = body.surface.triangles()[gap.triangle], contact.weights = gap.weights;
  }
  if (!(contact.depth > 0)) {
    near.wake = travel - contact.depth - kContactSlack;
    near.touch = {};
    next_wake = std::min(next_wake, near.wake);
    return;
  }
  contact.place = at + contact.depth * contact.normal;
  if (body.kind != TouchingBody::Kind::skin)
    contact.surface_velocity = body.velocity_at(contact.place);
  else
    for (std::size_t k = 0; k < 3; ++k) contact.surface_velocity += contact.weights[k] * velocity[contact.corners[k]];
  near.wake = 0;
  contacts.push_back(contact);
}

// Each node lends a contact the part of its mass that its weight w there has in the sum W of its weights everywhere;
// with these parts 1 / m = sum of w^2 / (mass w / W). By Cauchy and Schwarz, springs of (share / dt^2) m then add no
// more than share / dt^2 to any omega^2, however many contacts share a node. One alone has the usual reduced mass.
double ContactForces::Model::reduced_mass(const Contact& contact) const {
  double inverse = load[contact.node] / mass[contact.node];
  for (std::size_t k = 0; k < 3; ++k)
    if (contact.weights[k] > 0) inverse += contact.weights[k] * load[contact.corners[k]] / mass[contact.corners[k]];
  return 1 / inverse;
}

void ContactForces::Model::push_apart(const Contact& contact, NodePushes& pushes, const NodeRows& velocity) {
  Touch& touch = list.nodes[contact.near].touch;
  const Meeting& meeting = meetings[skin_of[contact.node]][contact.body];
  const double dt = settings.step;
  // A spring that grew stiffer under load would give more than it took.
  touch.mass = std::min(touch.mass, reduced_mass(contact));
  const double k = meeting.law.stiffness * touch.mass / (dt * dt);  // [N/m]
  const double c = meeting.law.damping * touch.mass / dt;           // [N s/m]

  const Vec3& n = contact.normal;
  const Vec3 relative = velocity[contact.node] - contact.surface_velocity;
  const double advance = -dot(relative, n) * dt;  // [m]
  const bool is_new = touch.way_out == Vec3{};
  const double normal_force = push(meeting.law, contact.depth, advance, is_new) * touch.mass / (dt * dt);

  const Vec3 slip = relative - dot(relative, n) * n;                                      // [m/s]
  const double inside = is_new && advance > contact.depth ? contact.depth / advance : 1;  // part of the last step
  const FrictionSpring spring{k, c, meeting.friction * normal_force};
  const Vec3 friction = drag(spring, n, slip, inside * dt, touch.stretch);
  touch.way_out = n;

  const Vec3 total = normal_force * n + friction;
  pushes.push_back({static_cast<std::size_t>(contact.node), total});
  for (std::size_t j = 0; j < 3; ++j)
    if (contact.weights[j] > 0)
      pushes.push_back({static_cast<std::size_t>(contact.corners[j]), -contact.weights[j] * total});
  energy += k / 2 * (contact.depth * std::max(0.0, contact.depth - advance) + dot(touch.stretch, touch.stretch));
  if (bodies[contact.body].kind != TouchingBody::Kind::skin) work += dot(total, contact.surface_velocity) * dt;
  if (bodies[contact.body].kind == TouchingBody::Kind::obstacle) note_blow(contact, -dt * total);
}

void ContactForces::Model::note_blow(const Contact& contact, const Vec3& impulse) {
  const int obstacle = contact.body - static_cast<int>(skins.size());
  const auto is_same = [&](const ObstacleBlow& b) { return b.obstacle == obstacle && b.node == contact.node; };
  auto blow = std::ranges::find_if(blows, is_same);
  if (blow == blows.end()) blow = blows.insert(blow, {obstacle, contact.node, {}, {}});
  blow->impulse += impulse;
  blow->place = contact.place;
}

ContactForces::ContactForces(std::vector<TouchingSkin> skins, const std::vector<RigidObstacle>& obstacles,
                             std::span<const double> mass, std::span<const double> rest,
                             const ContactSettings& settings)
    : model_(std::make_unique<Model>()) {
  assert(rest.size() == kNodeStride * mass.size() && settings.step > 0 && settings.stiffness_share > 0);
  Model& model = *model_;
  model.settings = settings;
  model.mass.assign(mass.begin(), mass.end());
  model.load.assign(mass.size(), 0);
  model.skin_of.assign(mass.size(), -1);
  double edges = 0;
  for (const TouchingSkin& skin : skins) {
    for (const int node : skin.nodes) model.skin_of[node] = static_cast<int>(model.bodies.size());
    model.bodies.push_back(body_of(skin));
    edges += model.bodies.back().surface.mean_edge(rest);
  }
  if (!(model.settings.margin > 0))
    model.settings.margin = edges > 0 ? edges / static_cast<double>(skins.size()) : kMarginWithoutTriangles;
  for (const RigidObstacle& obstacle : obstacles) model.bodies.push_back(body_of(obstacle));
  for (const TouchingSkin& skin : skins) {
    std::vector<Meeting>& row = model.meetings.emplace_back();
    for (const TouchingBody& body : model.bodies)
      row.push_back({touch_law(std::sqrt(skin.rule.restitution * body.rule.restitution), settings.stiffness_share),
                     std::sqrt(skin.rule.friction * body.rule.friction)});
  }
  model.skins = std::move(skins);
}

ContactForces::~ContactForces() = default;
ContactForces::ContactForces(ContactForces&&) noexcept = default;
ContactForces& ContactForces::operator=(ContactForces&&) noexcept = default;

void ContactForces::begin_block(std::span<const ObstacleMotion> obstacles) {
  Model& model = *model_;
  const std::size_t first = model.skins.size();
  assert(first + obstacles.size() == model.bodies.size());
  model.obstacle_speed = 0;
  double farthest = 0, deepest = 0;
  for (std::size_t i = 0; i < obstacles.size(); ++i) {
    TouchingBody& body = model.bodies[first + i];
    const double way = way_between(body.pose_at(model.time), obstacles[i].pose, body.radius);
    farthest = std::max(farthest, way);
    deepest = std::max(deepest, std::min(way, 2 * body.radius));  // the ground finds what is below it by itself
    body.motion = obstacles[i];
    model.obstacle_speed = std::max(model.obstacle_speed, body.greatest_speed());
  }
  model.travel += farthest;
  if (model.list.valid > 0) model.jump += deepest;  // before the first search obstacles come from nowhere
  model.time = 0;
}

void ContactForces::add_to(NodePushes& pushes, const NodeRows& position, const NodeRows& velocity, double time,
                           double fastest) {
  Model& model = *model_;
  // Two solids may come towards each other, or one towards an obstacle: no faster than this.
  const double way = 2 * fastest * model.settings.step + model.obstacle_speed * std::abs(time - model.time);
  model.travel += way;
  model.time = time;
  model.energy = 0;
  model.contacts.clear();
  const double jump = std::exchange(model.jump, 0);
  if (model.awake.empty() && model.travel < model.next_wake) return;

  for (TouchingBody& body : model.bodies) body.pose = body.pose_at(time);
  // What was apart a step ago is in no deeper than this step's way. Triangles that are not listed must be farther.
  const double depth = model.deepest + way + jump;
  if (!(model.travel + depth < model.list.valid - kContactSlack)) {
    const double reach = model.settings.margin + depth;
    model.list = find_near(model.skins, model.bodies, position, reach, model.list);
    if (jump > 0) model.list.valid = std::min(model.list.valid, reach - jump);  // a shorter list comes soon
    model.travel = 0;
    model.wake_sleepers();
  } else if (model.travel >= model.next_wake) {
    model.wake_sleepers();
  }

  for (const std::size_t near : model.awake) model.look(near, position, velocity);
  model.awake.clear();
  model.deepest = 0;
  for (const Contact& contact : model.contacts) {
    model.deepest = std::max(model.deepest, contact.depth);
    model.awake.push_back(contact.near);
    model.load[contact.node] += 1;
    for (std::size_t k = 0; k < 3; ++k) model.load[contact.corners[k]] += contact.weights[k];
  }
  for (const Contact& contact : model.contacts) model.push_apart(contact, pushes, velocity);
  for (const Contact& contact : model.contacts) {
    model.load[contact.node] = 0;
    for (const int corner : contact.corners) model.load[corner] = 0;
  }
}

std::vector<ObstacleBlow> ContactForces::take_blows() { return std::exchange(model_->blows, {}); }
double ContactForces::energy() const { return model_->energy; }
double ContactForces::work() const { return model_->work; }
std::size_t ContactForces::touching() const { return model_->awake.size(); }
void ContactForces::archive(StateArchive& state) { model_->archive(state); }

}  // namespace resound
