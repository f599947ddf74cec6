#include "rod/rod_contact.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "geometry/friction_spring.h"
#include "rod/rod_near.h"

namespace resound {
namespace {

constexpr double kRodSlack = 1e-12;  // [m]  lengths that rounding may have added or taken

// Two things that overlap, at this step: four vertices at most and their weights, those of the second negative.
struct RodOverlap {
  std::size_t pair = 0;
  std::array<std::size_t, 4> vertex{};
  std::array<double, 4> weight{};
  Vec3 normal;             // the way out of the first
  double depth = 0;        // [m]
  Vec3 obstacle_velocity;  // [m/s]
  Vec3 place;              // [m]
};

struct RodMeeting {
  TouchLaw law;
  double friction = 0;  // [1]
};

}  // namespace

struct RodContacts::Model {
  RodChain chain;
  std::vector<PlacedObstacle> obstacles;
  std::vector<std::vector<RodMeeting>> meetings;  // [rod][rods, then obstacles]
  RodContactSettings settings;
  double step = 0;    // [s]
  double margin = 0;  // [m]

  // State.
  RodNearList list;
  double travel = 0;          // [m]  things have come nearer to each other by no more than this since the list was made
  double next_wake = 0;       // [m]  the first sleeper's
  double block_time = 0;      // [s]  of the scene, at the beginning of the block
  double now = 0;             // [s]  after it
  double obstacle_speed = 0;  // [m/s]  of the fastest point of any
  double deepest = 0;         // [m]
  double work = 0, energy = 0;     // [J]
  std::vector<std::size_t> awake;  // pairs that touched at the last call
  std::vector<RodContactEvent> begun, ended;

  // Of one step.
  std::vector<RodOverlap> overlaps;
  std::vector<double> load;  // [1]  one a vertex: sum of its weights

  explicit Model(const RodStepper& stepper) : chain(stepper), step(stepper.step()) {}
  void wake_sleepers();
  void look(std::size_t pair);
  void tell(RodTouch& touch);
  void end_touch(RodNear& near);
  double reduced_mass(const RodOverlap& overlap) const;
  const RodMeeting& meeting_of(const RodNear& near) const;
  void begin_event(RodNear& near, const RodOverlap& overlap, double speed);
  void push_apart(const RodOverlap& overlap, std::span<const RodPush> pushes);
};

void RodContacts::Model::wake_sleepers() {
  awake.clear();
  next_wake = list.valid;
  for (std::size_t i = 0; i < list.pairs.size(); ++i)
    if (list.pairs[i].wake <= travel)
      awake.push_back(i);
    else
      next_wake = std::min(next_wake, list.pairs[i].wake);
}

void RodContacts::Model::tell(RodTouch& touch) {
  touch.event.duration = block_time + now - touch.event.time;
  ended.push_back(touch.event);
  touch.is_told = true;
}

void RodContacts::Model::end_touch(RodNear& near) {
  if (!near.touch.is_told) tell(near.touch);
  near.touch = {};
}

// Measures a gap. Open: the pair sleeps until things may have moved by it. Closed: an overlap.
void RodContacts::Model::look(std::size_t pair) {
  RodNear& near = list.pairs[pair];
  RodOverlap o;
  o.pair = pair;
  double distance = 0;
  const auto take_edge = [&](std::size_t edge, double s, double sign, std::size_t from) {
    const RodChain::Edge& e = chain.edges()[edge];
    o.vertex[from] = e.first, o.vertex[from + 1] = e.second;
    o.weight[from] = sign * (1 - s), o.weight[from + 1] = sign * s;
    return (1 - s) * chain.position(e.first) + s * chain.position(e.second);
  };
  const auto first = static_cast<std::size_t>(near.first), second = static_cast<std::size_t>(near.second);
  if (near.kind == RodNear::Kind::edges) {
    const RodChain::Edge &a = chain.edges()[first], &b = chain.edges()[second];
    const SegmentGap gap = segment_gap(chain.position(a.first), chain.position(a.second), chain.position(b.first),
                                       chain.position(b.second));
    distance = length(gap.apart);
    o.normal = distance > 0 ? gap.apart / distance : Vec3{0, 0, 1};
    o.place = take_edge(first, gap.s, 1, 0) - 0.5 * gap.apart;
    take_edge(second, gap.t, -1, 2);
  } else {
    const PlacedObstacle& obstacle = obstacles[second];
    Vec3 at;
    if (near.kind == RodNear::Kind::edge_and_ball) {
      const RodChain::Edge& e = chain.edges()[first];
      const Vec3 from = chain.position(e.first), edge = chain.position(e.second) - from;
      const double s = std::clamp(dot(obstacle.pose.position - from, edge) / dot(edge, edge), 0.0, 1.0);
      at = take_edge(first, s, 1, 0);
    } else {
      at = chain.position(first);
      o.vertex[0] = first, o.weight[0] = 1;
    }
    const PlacedObstacle::Gap gap = obstacle.gap(at);
    distance = gap.distance, o.normal = gap.normal;
    o.place = at - distance * o.normal;
    o.obstacle_velocity = obstacle.velocity_at(o.place);
  }
  // who has been pressed through the other's centre line leaves by the side on which it came
  if (near.touch.way_out != Vec3{} && dot(o.normal, near.touch.way_out) < 0) {
    const bool is_plane = near.kind == RodNear::Kind::vertex_and_obstacle && distance < 0;
    if (!is_plane) o.normal = -o.normal, distance = -distance;
  }
  o.depth = near.distance - distance;
  if (!(o.depth > 0)) {
    near.wake = travel - o.depth - kRodSlack;
    if (near.touch.way_out != Vec3{}) end_touch(near);
    next_wake = std::min(next_wake, near.wake);
    return;
  }
  near.wake = 0;
  overlaps.push_back(o);
}

// Each vertex lends a contact its part of the mass, as its weight is of all its weights: springs of (share / dt^2) m
// add no more than share / dt^2 to any omega^2, however many contacts share a vertex (ContactForces of solids).
double RodContacts::Model::reduced_mass(const RodOverlap& overlap) const {
  double inverse = 0;
  for (std::size_t k = 0; k < 4; ++k)
    inverse += std::abs(overlap.weight[k]) * load[overlap.vertex[k]] / chain.vertices()[overlap.vertex[k]].mass;
  return 1 / inverse;
}

const RodMeeting& RodContacts::Model::meeting_of(const RodNear& near) const {
  const auto first = static_cast<std::size_t>(near.first), second = static_cast<std::size_t>(near.second);
  const bool is_vertex = near.kind == RodNear::Kind::vertex_and_obstacle;
  const auto rod = static_cast<std::size_t>(is_vertex ? chain.vertices()[first].rod : chain.edges()[first].rod);
  const std::size_t rods = meetings.size();
  return meetings[rod][near.kind == RodNear::Kind::edges ? static_cast<std::size_t>(chain.edges()[second].rod)
                                                         : rods + second];
}

void RodContacts::Model::begin_event(RodNear& near, const RodOverlap& overlap, double speed) {
  const auto first = static_cast<std::size_t>(near.first), second = static_cast<std::size_t>(near.second);
  RodContactEvent& event = near.touch.event;
  event = {};
  event.time = block_time + now;
  event.place = overlap.place, event.normal = overlap.normal, event.speed = std::max(0.0, speed);
  const bool is_vertex = near.kind == RodNear::Kind::vertex_and_obstacle;
  event.rod = is_vertex ? chain.vertices()[first].rod : chain.edges()[first].rod;
  event.part = is_vertex ? chain.vertices()[first].vertex : chain.edges()[first].edge;
  event.other_rod = near.kind == RodNear::Kind::edges ? chain.edges()[second].rod : -1;
  event.other_part = near.kind == RodNear::Kind::edges ? chain.edges()[second].edge : near.second;
  begun.push_back(event);
}

void RodContacts::Model::push_apart(const RodOverlap& overlap, std::span<const RodPush> pushes) {
  RodNear& near = list.pairs[overlap.pair];
  RodTouch& touch = near.touch;
  const RodMeeting& meeting = meeting_of(near);
  // A spring that grew stiffer under load would give more than it took.
  touch.mass = std::min(touch.mass, reduced_mass(overlap));
  const double k = meeting.law.stiffness * touch.mass / (step * step);  // [N/m]
  const double c = meeting.law.damping * touch.mass / step;             // [N s/m]

  const Vec3& n = overlap.normal;
  Vec3 relative = -overlap.obstacle_velocity;
  for (std::size_t i = 0; i < 4; ++i) relative += overlap.weight[i] * chain.velocity(overlap.vertex[i]);
  const double advance = -dot(relative, n) * step;  // [m]
  const bool is_new = touch.way_out == Vec3{};
  if (is_new) begin_event(near, overlap, advance / step);
  const double normal_force = push(meeting.law, overlap.depth, advance, is_new) * touch.mass / (step * step);

  const Vec3 slip = relative - dot(relative, n) * n;                                      // [m/s]
  const double inside = is_new && advance > overlap.depth ? overlap.depth / advance : 1;  // part of the last step
  const FrictionSpring spring{k, c, meeting.friction * normal_force};
  const Vec3 friction = drag(spring, n, slip, inside * step, touch.stretch);
  touch.way_out = n;
  touch.event.impulse += normal_force * step;
  if (!touch.is_told && block_time + now - touch.event.time > settings.longest_blow) tell(touch);

  const Vec3 total = normal_force * n + friction;
  for (std::size_t i = 0; i < 4; ++i) {
    if (overlap.weight[i] == 0) continue;
    const RodChain::Vertex& v = chain.vertices()[overlap.vertex[i]];
    pushes[static_cast<std::size_t>(v.rod)].force.add(static_cast<std::size_t>(v.vertex), overlap.weight[i] * total);
  }
  energy += k / 2 * (overlap.depth * std::max(0.0, overlap.depth - advance) + dot(touch.stretch, touch.stretch));
  work += dot(total, overlap.obstacle_velocity) * step;
}

RodContacts::RodContacts(const RodStepper& stepper, std::vector<RodObstacle> obstacles,
                         const RodContactSettings& settings)
    : model_(std::make_unique<Model>(stepper)) {
  Model& model = *model_;
  model.settings = settings;
  if (model.settings.rules.empty()) model.settings.rules.resize(stepper.rods());
  if (model.settings.rules.size() != stepper.rods()) throw InputError("there must be one contact rule a rod, or none");
  model.load.assign(model.chain.vertices().size(), 0);
  double thickest = 0;
  for (const RodChain::Edge& edge : model.chain.edges()) thickest = std::max(thickest, edge.radius);
  model.margin = std::max(2 * thickest, 0.25 * model.chain.mean_edge());
  for (RodObstacle& obstacle : obstacles) model.obstacles.push_back(placed_obstacle(std::move(obstacle)));
  for (const ContactRule& rule : model.settings.rules) {
    std::vector<RodMeeting>& row = model.meetings.emplace_back();
    const auto meet = [&](const ContactRule& other) {
      row.push_back({touch_law(std::sqrt(rule.restitution * other.restitution), settings.stiffness_share),
                     std::sqrt(rule.friction * other.friction)});
    };
    for (const ContactRule& other : model.settings.rules) meet(other);
    for (const PlacedObstacle& obstacle : model.obstacles) meet(obstacle.obstacle.rule);
  }
}

RodContacts::~RodContacts() = default;
RodContacts::RodContacts(RodContacts&&) noexcept = default;
RodContacts& RodContacts::operator=(RodContacts&&) noexcept = default;

void RodContacts::begin_block(double time, std::span<const RodObstacleMotion> obstacles) {
  Model& model = *model_;
  if (obstacles.size() != model.obstacles.size()) throw InputError("there must be one motion an obstacle");
  double farthest = 0;
  model.obstacle_speed = 0;
  for (std::size_t i = 0; i < obstacles.size(); ++i) {
    PlacedObstacle& obstacle = model.obstacles[i];
    const Pose before = obstacle.pose;
    obstacle.motion = obstacles[i];
    obstacle.move_to(0);
    const Rotation turn = obstacle.pose.rotation * before.rotation.inverse();
    // a plane that is turned may come near anything
    const bool is_turned_plane = std::holds_alternative<PlaneForm>(obstacle.obstacle.form) && !(turn == Rotation{});
    farthest = std::max(farthest, length(obstacle.pose.position - before.position) +
                                      2 * obstacle.radius * std::min(1.0, length({turn.x, turn.y, turn.z})));
    if (is_turned_plane) model.list.valid = 0;
    model.obstacle_speed = std::max(model.obstacle_speed, obstacle.greatest_speed());
  }
  model.travel += farthest;
  model.block_time = time;
  model.now = 0;
  model.begun.clear(), model.ended.clear();
}

void RodContacts::add_to(std::span<const RodPush> pushes, int step) {
  Model& model = *model_;
  // Two rods may come towards each other, or one towards an obstacle: no faster than this.
  const double way = (2 * model.chain.fastest() + model.obstacle_speed) * model.step;
  model.travel += way;
  model.now = step * model.step;
  model.energy = 0;
  model.overlaps.clear();
  if (model.awake.empty() && model.travel < model.next_wake) return;

  for (PlacedObstacle& obstacle : model.obstacles) obstacle.move_to(model.now);
  // What was apart a step ago is in no deeper than this step's way. Pairs that are not listed must be farther.
  const double depth = model.deepest + way;
  if (!(model.travel + depth < model.list.valid - kRodSlack)) {
    RodNearList next =
        find_near(model.chain, model.obstacles, model.margin + depth, model.settings.least_arc, model.list);
    model.list = std::move(next);
    model.travel = 0;
    model.wake_sleepers();
  } else if (model.travel >= model.next_wake) {
    model.wake_sleepers();
  }

  for (const std::size_t pair : model.awake) model.look(pair);
  model.awake.clear();
  model.deepest = 0;
  const auto each_weight = [&](const auto& change) {
    for (const RodOverlap& o : model.overlaps)
      for (std::size_t k = 0; k < 4; ++k)
        if (o.weight[k] != 0) change(model.load[o.vertex[k]], std::abs(o.weight[k]));
  };
  each_weight([](double& load, double weight) { load += weight; });
  for (const RodOverlap& o : model.overlaps) {
    model.deepest = std::max(model.deepest, o.depth);
    model.awake.push_back(o.pair);
    model.push_apart(o, pushes);
  }
  each_weight([](double& load, double) { load = 0; });
}

std::span<const RodContactEvent> RodContacts::begun() const { return model_->begun; }
std::span<const RodContactEvent> RodContacts::ended() const { return model_->ended; }
double RodContacts::energy() const { return model_->energy; }
double RodContacts::work() const { return model_->work; }
std::size_t RodContacts::touching() const { return model_->awake.size(); }

void RodContacts::archive(StateArchive& state) {
  Model& m = *model_;
  state.fields(m.list, m.travel, m.next_wake, m.block_time, m.now, m.obstacle_speed, m.deepest, m.work, m.energy,
               m.awake);
  for (PlacedObstacle& obstacle : m.obstacles) state.fields(obstacle.motion, obstacle.pose);
}

}  // namespace resound
