#include "solid/solid_stepper.h"

#include <hwy/cache_control.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <exception>
#include <utility>

#include "base/cache_line.h"
#include "base/parallel.h"

namespace resound {
namespace {

// Below, a step is over before a second thread has heard of it.
constexpr std::size_t kRowsAThread = 1500;  // of element forces

int threads_for(std::size_t rows) {
  return std::min(thread_limit(), static_cast<int>(std::max<std::size_t>(1, rows / kRowsAThread)));
}

}  // namespace

struct SolidStepper::Call {
  int steps = 0;
  std::size_t first = 0;                 // which of the positions it begins with
  std::function<void(int step)> before;  // drive and hook; empty if there are none
};

SolidStepper::SolidStepper(std::vector<const ElasticSolid*> solids, double step)
    : solids_(std::move(solids)), step_(step) {
  assert(step > 0);
  std::size_t nodes = 0;
  for (std::size_t s = 0; s < solids_.size(); ++s) {
    const ElasticSolid& solid = *solids_[s];
    const double damping = solid.material().mass_damping * step;  // alpha dt
    first_node_.push_back(nodes);
    numbers_.push_back({step, (2 - damping) / (2 + damping), {}});
    for (const double mass : solid.mass()) {
      mass_.push_back(mass);
      gain_.push_back(2 * step / ((2 + damping) * mass));
    }
    for (std::size_t part = 0; part < solid.node_parts(); ++part) {
      const NodeRange range = solid.node_part(part);
      node_parts_.push_back({s, part, nodes + range.first, nodes + range.end, {}, {}, 0});
    }
    nodes += solid.nodes();
  }
  for (AlignedNumbers* numbers : {&position_[0], &position_[1], &velocity_, &force_})
    *numbers = AlignedNumbers(kNodeStride * nodes);
  for (std::size_t s = 0; s < solids_.size(); ++s) std::ranges::copy(solids_[s]->rest(), rows(position_[0], s).begin());
  divide();
}

SolidStepper::~SolidStepper() = default;
SolidStepper::SolidStepper(SolidStepper&&) noexcept = default;
SolidStepper& SolidStepper::operator=(SolidStepper&&) noexcept = default;

// Shares with equally many rows to add up, which is work in proportion to their elements.
void SolidStepper::divide() {
  shares_.push_back(share_of(0, node_parts_.size()));
  std::size_t all = 0;
  for (const NodePart& part : node_parts_) all += solids_[part.solid]->rows_of_part(part.part);
  const auto threads = static_cast<std::size_t>(threads_for(all));
  if (threads < 2) return;
  std::size_t first = 0, end = 0, rows = 0;
  for (std::size_t thread = 1; thread <= threads; ++thread) {
    for (; end < node_parts_.size(); ++end) {
      const std::size_t more = solids_[node_parts_[end].solid]->rows_of_part(node_parts_[end].part);
      if (thread < threads && (rows + more / 2) * threads > all * thread) break;
      rows += more;
    }
    shares_.push_back(share_of(first, end));
    first = end;
  }
  show_borders();
  team_ = close_team();
  pace_ = std::make_unique<Lockstep>(threads + 1);
}

void SolidStepper::show_borders() {
  for (Share& share : std::span(shares_).subspan(1)) {
    if (share.first_part == share.end_part) continue;
    const std::size_t begin = kNodeStride * node_parts_[share.first_part].first;
    const std::size_t end = kNodeStride * node_parts_[share.end_part - 1].end;
    for (const Share& other : std::span(shares_).subspan(1))
      for (const std::size_t place : other.foreign)
        if (begin <= place && place < end) share.shown.push_back(place);
  }
}

// Moves the second half of the batches over.
void SolidStepper::halve(std::vector<Batches>& batches, std::vector<Batches>& later) {
  std::size_t all = 0;
  for (const Batches& some : batches) all += some.range.end - some.range.first;
  std::size_t left = all / 2;  // to stay
  std::vector<Batches> stay;
  for (const Batches& some : batches) {
    const std::size_t cut = some.range.first + std::min(left, some.range.end - some.range.first);
    if (some.range.first < cut) stay.push_back({some.solid, {some.range.first, cut}});
    if (cut < some.range.end) later.push_back({some.solid, {cut, some.range.end}});
    left -= cut - some.range.first;
  }
  batches = std::move(stay);
}

SolidStepper::Share SolidStepper::share_of(std::size_t first_part, std::size_t end_part) const {
  Share share;
  share.first_part = first_part, share.end_part = end_part;
  const std::size_t begin = first_part < node_parts_.size() ? node_parts_[first_part].first : nodes();
  const std::size_t end = end_part < node_parts_.size() ? node_parts_[end_part].first : nodes();
  const auto add = [](std::vector<Batches>& list, std::size_t solid, std::size_t batch) {
    if (!list.empty() && list.back().solid == solid && list.back().range.end == batch)
      ++list.back().range.end;
    else
      list.push_back({solid, {batch, batch + 1}});
  };
  for (std::size_t s = 0; s < solids_.size(); ++s) {
    share.element_forces.emplace_back(solids_[s]->element_force_size());
    share.strains.emplace_back(solids_[s]->strain_size());
    for (std::size_t batch = 0; batch < solids_[s]->batches(); ++batch) {
      const std::vector<int> corners = solids_[s]->nodes_of_batch(batch);
      const auto is_own = [&](int node) {
        const std::size_t at = first_node_[s] + static_cast<std::size_t>(node);
        return begin <= at && at < end;
      };
      if (std::ranges::all_of(corners, is_own))
        add(share.inner, s, batch);
      else if (std::ranges::any_of(corners, is_own)) {
        add(share.border, s, batch);
        for (const int node : corners)
          if (!is_own(node)) share.foreign.push_back(kNodeStride * (first_node_[s] + static_cast<std::size_t>(node)));
      }
    }
  }
  std::ranges::sort(share.foreign);
  const auto [from, to] = std::ranges::unique(share.foreign);
  share.foreign.erase(from, to);
  if (!share.border.empty()) halve(share.inner, share.later);
  return share;
}

std::span<double> SolidStepper::rows(AlignedNumbers& numbers, std::size_t solid) const {
  return numbers.all().subspan(kNodeStride * first_node_[solid], kNodeStride * solids_[solid]->nodes());
}

SolidStepper::NodePart& SolidStepper::part_with(std::size_t node) {
  return *std::ranges::find_if(node_parts_, [&](const NodePart& p) { return p.first <= node && node < p.end; });
}

void SolidStepper::hold(std::span<const int> nodes) {
  for (const int node : nodes) {
    gain_[static_cast<std::size_t>(node)] = 0;
    set_vector(velocity(), static_cast<std::size_t>(node), {});
  }
}

void SolidStepper::let_fall(std::size_t solid, const Vec3& gravity) {
  numbers_[solid].fall = {gravity.x, gravity.y, gravity.z, 0};
}

void SolidStepper::drive(std::vector<int> nodes, Drive velocity_of) {
  for (NodePart& part : node_parts_) part.driven.clear();
  for (std::size_t slot = 0; slot < nodes.size(); ++slot) {
    const auto node = static_cast<std::size_t>(nodes[slot]);
    NodePart& part = part_with(node);
    part.driven.push_back({node, slot});
    // free to move, if it was held: what holds it now is the force that drives it
    gain_[node] = step_ * (1 + numbers_[part.solid].keep) / (2 * mass_[node]);
  }
  driven_velocity_.assign(kNodeStride * nodes.size(), 0);
  velocity_of_ = std::move(velocity_of);
}

void SolidStepper::record(const std::vector<std::vector<int>>& lists) {
  for (NodePart& part : node_parts_) part.recorded.clear();
  frame_size_.clear();
  std::vector<Stretch> parts_of_list;
  for (std::size_t list = 0; list < lists.size(); ++list) {
    frame_size_.push_back(3 * lists[list].size());
    parts_of_list.push_back({node_parts_.size(), 0});
    for (std::size_t slot = 0; slot < lists[list].size(); ++slot) {
      const auto node = static_cast<std::size_t>(lists[list][slot]);
      NodePart& part = part_with(node);
      const auto number = static_cast<std::size_t>(&part - node_parts_.data());
      Stretch& parts = parts_of_list.back();
      parts = {std::min(parts.first, number), std::max(parts.end, number + 1)};
      std::vector<Recorded>& runs = part.recorded;
      const bool goes_on = !runs.empty() && runs.back().list == list && runs.back().slot + runs.back().count == slot &&
                           runs.back().node + runs.back().count == node;
      if (goes_on)
        ++runs.back().count;
      else
        runs.push_back({node, list, slot, 1});
    }
  }
  frames_.assign(lists.size(), nullptr);
  assign_lists(parts_of_list);
}

void SolidStepper::assign_lists(std::span<const Stretch> parts_of_list) {
  divided_lists_.clear();
  for (Share& share : shares_) share.lists.clear();
  for (std::size_t list = 0; list < parts_of_list.size(); ++list) {
    const auto [first, end] = parts_of_list[list];
    bool is_divided = true;
    for (Share& share : shares_)
      if (share.first_part <= first && end <= share.end_part) {
        share.lists.push_back(list);
        if (&share != &shares_.front()) is_divided = false;
      }
    if (is_divided) divided_lists_.push_back(list);
  }
}

void SolidStepper::begin_from_rest() {
  if (!is_placed_) return;
  std::ranges::copy(position(), position_[1 - now_].all().begin());
  first_remembering_.reset();
  is_placed_ = false;
}

void SolidStepper::advance(int steps, const Hook& hook) {
  begin_from_rest();
  pushes_.clear();
  Call call{steps, now_, {}};
  if (velocity_of_ || hook)
    call.before = [&](int step) {
      now_ = (call.first + static_cast<std::size_t>(step)) % 2;
      if (velocity_of_) velocity_of_(step, driven_velocity_);
      pushes_.clear();
      if (hook) hook(step, pushes_);
    };
  if (!fastest_) look_for_fastest();
  for (Share& share : shares_) share.fastest[now_] = *fastest_;
  if (pace_) pace_->begin();
  std::exception_ptr trouble;  // of the hook: the others are sent home first
  const auto part = [&](std::size_t thread) {
    try {
      move_share(thread + 1, call);
    } catch (...) {
      trouble = std::current_exception();
      pace_->leave();
    }
  };
  first_moving_ = 1;
  if (!team_ || !team_->run_abreast(shares_.size() - 1, part)) {
    first_moving_ = 0;
    move_share(0, call);
  }
  first_remembering_ = first_moving_;
  if (trouble) std::rethrow_exception(trouble);
  if (team_ && pace_->was_slow()) team_->crowded();
  now_ = (call.first + static_cast<std::size_t>(steps)) % 2;
  fastest_ = fastest_squared();
  for (NodePart& p : node_parts_) work_of_drive_ += std::exchange(p.work, 0);
}

// Marks of the pace: steps that the hook has prepared; then, for each share, that it needs the positions before no
// more, and one on for each step it has made.
void SolidStepper::move_share(std::size_t index, const Call& call) {
  Share& share = shares_[index];
  const bool has_neighbours = index > 0, leads = index <= 1;
  const auto neighbours_made = [&](int made) {
    for (std::size_t other = 1; has_neighbours && other < shares_.size(); ++other)
      if (other != index && !pace_->wait(other, made + 1)) return false;
    return true;
  };
  if (first_remembering_ != first_moving_) remember_strains(share, 1 - call.first);
  if (has_neighbours) pace_->reach(index, 1);
  for (int step = 0; step < call.steps; ++step) {
    const std::size_t now = (call.first + static_cast<std::size_t>(step)) % 2;
    compute(share.inner, share, now);
    if (!neighbours_made(step)) return;
    fetch_foreign(share, now);
    if (leads && call.before) {
      call.before(step);
      if (has_neighbours) pace_->reach(0, step + 1);
    }
    reclaim_shown(share, 1 - now);
    compute(share.later, share, now);
    compute(share.border, share, now);
    if (has_neighbours && call.before && !pace_->wait(0, step + 1)) return;
    gather(share);
    double fastest = 0;
    for (std::size_t part = share.first_part; part < share.end_part; ++part)
      fastest = std::max(fastest, move_on(node_parts_[part], step, now));
    share.fastest[1 - now] = fastest;
    if (has_neighbours) pace_->reach(index, step + 2);
  }
  if (after_steps_)
    for (const std::size_t list : share.lists) after_steps_(list);
  if (!leads || !has_neighbours || !neighbours_made(call.steps) || !after_steps_) return;
  for (const std::size_t list : divided_lists_) after_steps_(list);
}

void SolidStepper::together(std::size_t parts, const SpinTeam::Work& work) {
  if (team_) return team_->run(parts, work);
  for (std::size_t part = 0; part < parts; ++part) work(part);
}

void SolidStepper::compute(const std::vector<Batches>& batches, Share& share, std::size_t now) {
  for (const Batches& some : batches)
    solids_[some.solid]->compute(some.range, rows(position_[now], some.solid),
                                 {share.strains[some.solid].all(), step_}, share.element_forces[some.solid].all());
}

// Forces come out as well; nobody pulls them together.
void SolidStepper::remember_strains(Share& share, std::size_t before) {
  for (const std::vector<Batches>* batches : {&share.inner, &share.later, &share.border})
    compute(*batches, share, before);
}

// What another processor has written takes a while to come; asked for all at once, it comes together.
void SolidStepper::fetch_foreign(const Share& share, std::size_t now) const {
  for (const std::size_t place : share.foreign) hwy::Prefetch(position_[now].all().data() + place);
}

// What it will write and others have read comes back while it has other things to do.
void SolidStepper::reclaim_shown(const Share& share, std::size_t next) {
  for (const std::size_t place : share.shown) fetch_to_write(position_[next].all().data() + place);
}

void SolidStepper::gather(const Share& share) {
  if (share.first_part == share.end_part) return;
  for (std::size_t p = share.first_part; p < share.end_part; ++p) {
    const NodePart& part = node_parts_[p];
    solids_[part.solid]->gather(part.part, share.element_forces[part.solid].all(), rows(force_, part.solid));
  }
  const std::size_t first = node_parts_[share.first_part].first, end = node_parts_[share.end_part - 1].end;
  for (const NodePush& push : pushes_)
    if (first <= push.node && push.node < end) add_vector(force_.all(), push.node, push.force);
}

// Returns the square of a speed that no node exceeds now. [m^2/s^2]
double SolidStepper::move_on(NodePart& part, int step, std::size_t now) {
  if (!part.driven.empty()) move_driven(part);
  std::array<double, 4> fastest{};
  const MovingNodes nodes{force_.all().data(), velocity_.all().data(), position_[now].all().data(),
                          position_[1 - now].all().data()};
  step_nodes(part.first, part.end, numbers_[part.solid], gain_.data(), mass_.data(), nodes, fastest.data());
  write_down(part, step);
  return fastest[0] + fastest[1] + fastest[2];
}

void SolidStepper::write_down(const NodePart& part, int step) const {
  for (const Recorded& run : part.recorded) {
    float* to = frames_[run.list] + static_cast<std::size_t>(step) * frame_size_[run.list] + 3 * run.slot;
    round_vectors(velocity().data() + kNodeStride * run.node, run.count, to);
  }
}

// Adds the force that gives each driven node the velocity it has to have; step_nodes() then treats all nodes alike.
void SolidStepper::move_driven(NodePart& part) {
  const double keep = numbers_[part.solid].keep;
  const std::array<double, 4>& fall = numbers_[part.solid].fall;
  for (const Driven& driven : part.driven) {
    const Vec3 wanted = vector_at(driven_velocity_, driven.slot);
    const Vec3 before = vector_at(velocity_.all(), driven.node);
    const Vec3 weight = mass_[driven.node] * Vec3{fall[0], fall[1], fall[2]};
    const Vec3 acting = vector_at(force_.all(), driven.node) + weight;
    const Vec3 push = (wanted - keep * before) / gain_[driven.node] - acting;
    add_vector(force_.all(), driven.node, push);
    part.work += step_ * dot(push, 0.5 * (wanted + before));
  }
}

void SolidStepper::look_for_fastest() {
  fastest_ = 0;
  for (const NodePart& part : node_parts_) {
    std::array<double, 3> fastest{};
    for (std::size_t node = part.first; node < part.end; ++node)
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const double v = velocity_.all()[kNodeStride * node + axis];
        fastest[axis] = std::max(fastest[axis], v * v);
      }
    fastest_ = std::max(*fastest_, fastest[0] + fastest[1] + fastest[2]);
  }
}

double SolidStepper::fastest() const { return std::sqrt(fastest_squared()); }

double SolidStepper::fastest_squared() const {
  double greatest = 0;
  const std::size_t end = first_moving_ == 0 ? 1 : shares_.size();
  for (std::size_t share = first_moving_; share < end; ++share)
    greatest = std::max(greatest, shares_[share].fastest[now_]);
  return greatest;
}

double SolidStepper::kinetic_energy() const {
  double sum = 0;
  for (std::size_t node = 0; node < mass_.size(); ++node) {
    const Vec3 v = vector_at(velocity(), node);
    sum += mass_[node] / 2 * dot(v, v);
  }
  return sum;
}

double SolidStepper::elastic_energy() const {
  double sum = 0;
  for (std::size_t s = 0; s < solids_.size(); ++s)
    sum +=
        solids_[s]->elastic_energy(position().subspan(kNodeStride * first_node_[s], kNodeStride * solids_[s]->nodes()));
  return sum;
}

void SolidStepper::archive(StateArchive& state) {
  begin_from_rest();
  state.fields(position_[now_], position_[1 - now_], velocity_, work_of_drive_);
  fastest_.reset();
  first_remembering_.reset();
}

}  // namespace resound
