#include "solid/solid_stepper.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <exception>
#include <utility>

#include "base/error.h"
#include "base/parallel.h"

namespace resound {
namespace {

// Below, a step is over before a second thread has heard of it.
constexpr double kCostAThread = 47;  // StepWork::cost(): four microseconds

std::size_t threads_for(double cost) {
  return std::min(static_cast<std::size_t>(thread_limit()),
                  std::max<std::size_t>(1, static_cast<std::size_t>(cost / kCostAThread)));
}

// How long somebody has worked, waiting left out.
class Stopwatch {
 public:
  void start() { begin_ = Clock::now(); }
  void stop() { sum_ += Clock::now() - begin_; }
  double seconds() const { return std::chrono::duration<double>(sum_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin_{};
  Clock::duration sum_{};
};

}  // namespace

struct SolidStepper::Call {
  int steps = 0;
  std::size_t first_turn = 0;            // it begins with
  std::function<void(int step)> before;  // drive and hook; empty if there are none

  std::size_t turn(int step) const { return (first_turn + static_cast<std::size_t>(step)) % 2; }
};

SolidStepper::SolidStepper(std::vector<const ElasticSolid*> solids, double step)
    : solids_(std::move(solids)), work_(solids_), step_(step) {
  assert(step > 0);
  for (const ElasticSolid* solid : solids_) {
    const double damping = solid->material().mass_damping * step;  // alpha dt
    first_node_.push_back(mass_.size());
    numbers_.push_back({step, (2 - damping) / (2 + damping), {}});
    for (const double mass : solid->mass()) {
      mass_.push_back(mass);
      gain_.push_back(2 * step / ((2 + damping) * mass));
    }
  }
  for (const StepWork::Part& part : work_.parts()) node_parts_.push_back({part, {}, 0});
  shares_.push_back(work_.whole());
  record({});
  memories_.emplace_back(solids_);
  for (std::size_t s = 0; s < solids_.size(); ++s)
    std::ranges::copy(solids_[s]->rest(), rows(memories_[0].position[turn_], s).begin());
  make_threads();
}

SolidStepper::~SolidStepper() = default;
SolidStepper::SolidStepper(SolidStepper&&) noexcept = default;
SolidStepper& SolidStepper::operator=(SolidStepper&&) noexcept = default;

void SolidStepper::make_threads() {
  const std::size_t threads = std::min(threads_for(work_.cost()), node_parts_.size());
  if (threads < 2) return;
  for (std::size_t thread = 0; thread < threads; ++thread) memories_.emplace_back(solids_);
  team_ = close_team();
  pace_ = std::make_unique<Lockstep>(threads + 1);
  balance_.emplace(threads);
  cut(work_.cuts(std::vector<double>(threads, 1)));
}

void SolidStepper::divide(std::span<const double> speeds) {
  assert(speeds.size() == threads());
  if (threads() > 1) cut(work_.cuts(speeds));
}

void SolidStepper::cut(std::span<const std::size_t> cuts) {
  collect();
  if (moved_last_ == 1) moved_last_.reset();
  shares_.resize(1);
  std::ranges::move(work_.shares(cuts), std::back_inserter(shares_));
  for (std::vector<NodeRows::Piece>* pieces : {&position_pieces_[0], &position_pieces_[1], &velocity_pieces_})
    pieces->clear();
  for (std::size_t i = 1; i < shares_.size(); ++i) {
    for (std::size_t turn : {0, 1})
      position_pieces_[turn].push_back({shares_[i].end_node, memories_[i].position[turn].all().data()});
    velocity_pieces_.push_back({shares_[i].end_node, memories_[i].velocity.all().data()});
  }
  lists_.assign(shares_);
}

// What threads have moved, into the memory of the whole.
void SolidStepper::give_back() const {
  if (is_collected_) return;
  for (std::size_t i = 1; i < shares_.size(); ++i) memories_[i].give_back(shares_[i], memories_[0]);
  is_collected_ = true;
}

void SolidStepper::collect() const {
  assert(!is_moving_);  // a hook sees what it was given
  give_back();
}

std::span<const double> SolidStepper::position() const {
  collect();
  return memories_[0].position[turn_].all().first(kNodeStride * nodes());
}

std::span<const double> SolidStepper::velocity() const {
  collect();
  return memories_[0].velocity.all().first(kNodeStride * nodes());
}

std::span<const double> SolidStepper::force() const {
  collect();
  return memories_[0].force.all().first(kNodeStride * nodes());
}

std::span<double> SolidStepper::position_to_set() {
  collect();
  is_placed_ = true;
  return memories_[0].position[turn_].all().first(kNodeStride * nodes());
}

std::span<double> SolidStepper::velocity_to_set() {
  collect();
  has_new_velocities_ = true;
  fastest_.reset();
  return memories_[0].velocity.all().first(kNodeStride * nodes());
}

void SolidStepper::stand_still() {
  std::ranges::fill(velocity_to_set(), 0.0);
  is_placed_ = true;
}

std::span<double> SolidStepper::rows(AlignedNumbers& numbers, std::size_t solid) const {
  return numbers.all().subspan(kNodeStride * first_node_[solid], kNodeStride * solids_[solid]->nodes());
}

void SolidStepper::hold(std::span<const int> nodes) {
  for (const int node : nodes) {
    gain_[static_cast<std::size_t>(node)] = 0;
    set_vector(velocity_to_set(), static_cast<std::size_t>(node), {});
  }
}

void SolidStepper::let_fall(std::size_t solid, const Vec3& gravity) {
  numbers_[solid].fall = {gravity.x, gravity.y, gravity.z, 0};
}

void SolidStepper::drive(std::vector<int> nodes, Drive velocity_of) {
  for (NodePart& part : node_parts_) part.driven.clear();
  for (std::size_t slot = 0; slot < nodes.size(); ++slot) {
    const auto node = static_cast<std::size_t>(nodes[slot]);
    NodePart& part = node_parts_[StepWork::part_with(work_.parts(), node)];
    part.driven.push_back({node, slot});
    // free to move, if it was held: what holds it now is the force that drives it
    gain_[node] = step_ * (1 + numbers_[part.solid].keep) / (2 * mass_[node]);
  }
  driven_velocity_.assign(kNodeStride * nodes.size(), 0);
  velocity_of_ = std::move(velocity_of);
}

void SolidStepper::record(const std::vector<std::vector<int>>& lists, const std::optional<PairFilter>& pairs) {
  lists_ = VelocityLists(work_.parts(), lists);
  lists_.assign(shares_);
  pairs_ = pairs;
  collect();
  moved_last_.reset();
  assert(!pairs_ || turn_ == 0);  // the first step from now on is the first of a pair
  for (StepMemory& memory : memories_) pairs_ ? memory.keep_pairs() : memory.kept.clear();
}

int SolidStepper::frames_in(int steps) const { return pairs_ ? (steps + static_cast<int>(turn_)) / 2 : steps; }

// Which frame of this call is complete with a step, if one is. `turn` is that of the step.
std::optional<int> SolidStepper::frame_at(int step, std::size_t turn) const {
  if (!pairs_) return step;
  if (turn == 0) return std::nullopt;  // the first of a pair
  return step / 2;
}

void SolidStepper::begin_from_rest() {
  if (!is_placed_) return;
  memories_[0].position[1 - turn_] = memories_[0].position[turn_];
  moved_last_.reset();
  is_placed_ = false;
}

SolidStepper::Now SolidStepper::now(int step, std::size_t turn) const {
  const double fastest = std::sqrt(fastest_squared());
  if (first_moving_ == 1) return {step, NodeRows(position_pieces_[turn]), NodeRows(velocity_pieces_), fastest};
  const StepMemory& whole = memories_[0];
  return {step, whole.position[turn].all(), whole.velocity.all(), fastest};
}

void SolidStepper::advance(int steps, const Hook& hook) {
  begin_from_rest();
  pushes_.clear();
  Call call{steps, turn_, {}};
  if (velocity_of_ || hook)
    call.before = [&](int step) {
      turn_ = call.turn(step);
      const Now before = now(step, turn_);
      if (velocity_of_) velocity_of_(before, driven_velocity_);
      pushes_.clear();
      if (hook) hook(before, pushes_);
    };
  if (!fastest_) fastest_ = greatest_square_of_speed();
  for (StepMemory& memory : memories_) memory.fastest[turn_] = *fastest_;
  if (pace_) pace_->begin();
  std::exception_ptr trouble;  // of the hook: the others are sent home first
  const auto move = [&](std::size_t share) {
    try {
      move_share(share, call);
    } catch (...) {
      trouble = std::current_exception();
      if (pace_) pace_->leave();
    }
  };
  is_moving_ = true;
  first_moving_ = 1;
  if (!team_ || !team_->run_abreast(threads(), [&](std::size_t thread) { move(thread + 1); })) {
    give_back();
    first_moving_ = 0;
    move(0);
  }
  is_moving_ = false;
  moved_last_ = first_moving_;
  is_collected_ = first_moving_ == 0;
  has_new_velocities_ = false;
  for (NodePart& p : node_parts_)
    if (p.work != 0) work_of_drive_ += std::exchange(p.work, 0);
  if (trouble) stop_where_it_is(trouble);
  turn_ = call.turn(steps);
  fastest_ = fastest_squared();
  const std::span<const StepMemory> moved = first_moving_ == 1 ? memories_of_threads() : std::span(memories_).first(1);
  for (const StepMemory& memory : moved) time_after_steps_ += memory.after / static_cast<double>(moved.size());
  if (first_moving_ == 1) learn(steps);
}

// Before the step whose hook has thrown: all have made those before it, and some have begun with their elements.
void SolidStepper::stop_where_it_is(const std::exception_ptr& trouble) {
  collect();
  moved_last_.reset();
  fastest_.reset();
  std::rethrow_exception(trouble);
}

// What a processor that was given to somebody else has not done says nothing of its speed.
void SolidStepper::learn(int steps) {
  if (pace_->was_slow()) return team_->crowded();
  std::vector<double> busy;
  for (const StepMemory& memory : memories_of_threads()) busy.push_back(memory.busy);
  if (const auto cuts = balance_->learn(work_, std::span(shares_).subspan(1), steps, busy)) cut(*cuts);
}

// What a share needs for its first step, if it was not the one that took the last.
void SolidStepper::begin_share(std::size_t index, std::size_t turn) {
  const StepShare& share = shares_[index];
  StepMemory& memory = memories_[index];
  if (moved_last_ == first_moving_) {
    if (has_new_velocities_ && index > 0) memory.take_velocities(share, memories_[0]);
    return;
  }
  if (index > 0) memory.take_over(share, memories_[0], turn);
  // strains of the step before; forces come out as well, and nobody pulls them together
  if (!std::ranges::any_of(memory.strains, [](const AlignedNumbers& strains) { return !strains.all().empty(); }))
    return;
  for (const std::vector<SolidBatches>* batches : {&share.inner, &share.later, &share.border})
    compute(*batches, memory, 1 - turn);
}

// Marks of the pace: steps that the hook has prepared; then, for each share, that it has begun, and one on for each
// step it has made.
void SolidStepper::move_share(std::size_t index, const Call& call) {
  const StepShare& share = shares_[index];
  StepMemory& memory = memories_[index];
  const bool has_neighbours = index > 0, leads = index <= 1;
  Stopwatch watch;
  const auto wait = [&](std::size_t mark, int stage) {
    if (pace_->has_reached(mark, stage)) return true;
    watch.stop();
    const bool goes_on = pace_->wait(mark, stage);
    watch.start();
    return goes_on;
  };
  const auto neighbours_made = [&](int made) {
    for (std::size_t other = 1; has_neighbours && other < shares_.size(); ++other)
      if (other != index && !wait(other, made + 1)) return false;
    return true;
  };
  watch.start();
  begin_share(index, call.first_turn);
  if (has_neighbours) pace_->reach(index, 1);
  for (int step = 0; step < call.steps; ++step) {
    const std::size_t turn = call.turn(step);
    compute(share.inner, memory, turn);
    if (!neighbours_made(step)) return;
    memory.ask_for_foreign(share, memories_of_threads(), turn);
    if (leads && call.before) {
      call.before(step);
      if (has_neighbours) pace_->reach(0, step + 1);
    }
    memory.prepare_to_show(share, 1 - turn);
    compute(share.later, memory, turn);
    memory.take_foreign(share, memories_of_threads(), turn);
    compute(share.border, memory, turn);
    if (has_neighbours && call.before && !wait(0, step + 1)) return;
    gather(share, memory);
    double fastest = 0;
    for (std::size_t part = share.first_part; part < share.end_part; ++part)
      fastest = std::max(fastest, move_on(part, step, memory, turn));
    memory.fastest[1 - turn] = fastest;
    memory.show(share, 1 - turn);
    if (has_neighbours) pace_->reach(index, step + 2);
  }
  watch.stop();
  memory.busy = watch.seconds();
  Stopwatch after;
  const auto work_through = [&](std::span<const std::size_t> lists) {
    after.start();
    for (const std::size_t list : lists) after_steps_(list);
    after.stop();
  };
  if (after_steps_) work_through(lists_.of_share(index));
  if (after_steps_ && leads && has_neighbours && neighbours_made(call.steps)) work_through(lists_.divided());
  memory.after = after.seconds();
}

void SolidStepper::compute(const std::vector<SolidBatches>& batches, StepMemory& memory, std::size_t turn) {
  for (const SolidBatches& some : batches)
    solids_[some.solid]->compute(some.range, rows(memory.position[turn], some.solid),
                                 {memory.strains[some.solid].all(), step_}, memory.element_forces[some.solid].all());
}

void SolidStepper::gather(const StepShare& share, StepMemory& memory) {
  for (std::size_t p = share.first_part; p < share.end_part; ++p) {
    const NodePart& part = node_parts_[p];
    solids_[part.solid]->gather(part.part, memory.element_forces[part.solid].all(), rows(memory.force, part.solid));
  }
  for (const NodePush& push : pushes_)
    if (share.first_node <= push.node && push.node < share.end_node)
      add_vector(memory.force.all(), push.node, push.force);
}

// Returns the square of a speed that no node exceeds now. [m^2/s^2]
double SolidStepper::move_on(std::size_t index, int step, StepMemory& memory, std::size_t turn) {
  NodePart& part = node_parts_[index];
  if (!part.driven.empty()) move_driven(part, memory);
  std::array<double, 4> fastest{};
  MovingNodes nodes{memory.force.all().data(), memory.velocity.all().data(), memory.position[turn].all().data(),
                    memory.position[1 - turn].all().data()};
  const std::optional<int> frame = frame_at(step, turn);
  if (pairs_) nodes.kept = memory.kept.data(), nodes.pair = *pairs_;
  for (const VelocityLists::Stretch& stretch : lists_.stretches(index)) {
    nodes.recorded = frame ? lists_.place(stretch, *frame) : nullptr;
    step_nodes(stretch.first, stretch.end, numbers_[part.solid], gain_.data(), mass_.data(), nodes, fastest.data());
  }
  return fastest[0] + fastest[1] + fastest[2];
}

// Adds the force that gives each driven node the velocity it has to have; step_nodes() then treats all nodes alike.
void SolidStepper::move_driven(NodePart& part, StepMemory& memory) {
  const double keep = numbers_[part.solid].keep;
  const std::array<double, 4>& fall = numbers_[part.solid].fall;
  for (const Driven& driven : part.driven) {
    const Vec3 wanted = vector_at(driven_velocity_, driven.slot);
    const Vec3 before = vector_at(memory.velocity.all(), driven.node);
    const Vec3 weight = mass_[driven.node] * Vec3{fall[0], fall[1], fall[2]};
    const Vec3 acting = vector_at(memory.force.all(), driven.node) + weight;
    const Vec3 push = (wanted - keep * before) / gain_[driven.node] - acting;
    add_vector(memory.force.all(), driven.node, push);
    part.work += step_ * dot(push, 0.5 * (wanted + before));
  }
}

double SolidStepper::greatest_square_of_speed() const {
  const std::span<const double> velocities = velocity();
  double greatest = 0;
  for (const NodePart& part : node_parts_) {
    std::array<double, 3> fastest{};
    for (std::size_t node = part.first; node < part.end; ++node)
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const double v = velocities[kNodeStride * node + axis];
        fastest[axis] = std::max(fastest[axis], v * v);
      }
    greatest = std::max(greatest, fastest[0] + fastest[1] + fastest[2]);
  }
  return greatest;
}

double SolidStepper::fastest() const {
  assert(!is_moving_);
  return std::sqrt(fastest_ ? *fastest_ : greatest_square_of_speed());
}

double SolidStepper::fastest_squared() const {
  double greatest = 0;
  const std::size_t end = first_moving_ == 0 ? 1 : memories_.size();
  for (std::size_t i = first_moving_; i < end; ++i) greatest = std::max(greatest, memories_[i].fastest[turn_]);
  return greatest;
}

double SolidStepper::kinetic_energy() const {
  const std::span<const double> velocities = velocity();
  double sum = 0;
  for (std::size_t node = 0; node < mass_.size(); ++node) {
    const Vec3 v = vector_at(velocities, node);
    sum += mass_[node] / 2 * dot(v, v);
  }
  return sum;
}

double SolidStepper::elastic_energy() const {
  const std::span<const double> positions = position();
  double sum = 0;
  for (std::size_t s = 0; s < solids_.size(); ++s)
    sum +=
        solids_[s]->elastic_energy(positions.subspan(kNodeStride * first_node_[s], kNodeStride * solids_[s]->nodes()));
  return sum;
}

void SolidStepper::archive(StateArchive& state) {
  collect();
  begin_from_rest();
  state.fields(turn_);
  if (turn_ > 1) throw InputError("the checkpoint is damaged: it has taken more than one step of two");
  memories_[0].archive(state, turn_);
  state.fields(work_of_drive_);
  fastest_.reset();
  moved_last_.reset();
}

}  // namespace resound
