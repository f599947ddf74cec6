// Which ball is near which: done anew whenever balls have come so near that a pair might have been missed.
#include <algorithm>
#include <cmath>

#include "grain/near_kernel.h"
#include "grain/soft_run.h"
#include "numerics/nearest_image.h"

namespace resound {
namespace {

constexpr double kStepsBetween = 60;                         // that a list should last
constexpr double kThinnestSkin = 0.05, kThickestSkin = 0.4;  // [1]  in radii of the largest ball

}  // namespace

// Contacts by the lower of the two balls' numbers, which do not change. The spring is that on it.
struct SoftRun::Kept {
  struct Pair {
    int other;
    ContactMemory memory;
  };
  std::vector<int> first;
  std::vector<Pair> pairs;

  Kept(const SoftRun& run) : first(run.now().balls.size() + 1) {
    const auto visit = [&](const auto& show) {
      for (const SoftBlock& block : run.blocks_)
        for (std::size_t p = 0; p < block.pairs.size(); ++p) {
          const BallPair pair = block.pairs[p];
          if (block.touching[p] == 0 || pair.first < block.begin || pair.first >= block.end) continue;
          const int a = run.order_.ball[pair.first], b = run.order_.ball[pair.second];
          ContactMemory memory = block.memory[p];
          if (a > b) memory.spring = -1.0 * memory.spring;
          show(std::min(a, b), std::max(a, b), memory);
        }
    };
    visit([&](int low, int, const ContactMemory&) { ++first[low + 1]; });
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    pairs.resize(static_cast<std::size_t>(first.back()));
    std::vector<int> next(first.begin(), first.end() - 1);
    visit([&](int low, int high, const ContactMemory& memory) { pairs[next[low]++] = {high, memory}; });
  }
  ContactMemory of(int a, int b) const {  // as it acts on a
    for (int k = first[std::min(a, b)]; k < first[std::min(a, b) + 1]; ++k)
      if (pairs[k].other == std::max(a, b)) {
        ContactMemory memory = pairs[k].memory;
        if (a > b) memory.spring = -1.0 * memory.spring;
        return memory;
      }
    return {};
  }
};

void SoftRun::sort() {
  SoftState& state = state_[current_];
  if (state.balls.empty()) return;
  const double r = model_.largest_radius;
  skin_ = std::clamp(2 * kStepsBetween * model_.scale.step * fastest_, kThinnestSkin * r, kThickestSkin * r);
  travelled_ = walls_way_ = 0;
  const Kept kept(*this);
  std::vector<WallTouch> touches;
  for (SoftBlock& block : blocks_)
    for (WallTouch& touch : block.touches) {
      touch.ball = order_.ball[touch.ball];
      touches.push_back(touch);
    }

  std::vector<Vec3> places;
  const bool bodies = model_.clumps;
  for (std::size_t b = 0; b < order_.grain.size(); ++b) {
    Vec3& at = bodies ? state.bodies[b].position : state.balls[b].position;
    if (model_.period > 0) {
      const Vec3 turns{std::floor(at.x / model_.period), std::floor(at.y / model_.period),
                       std::floor(at.z / model_.period)};
      at -= model_.period * turns;
      for (int i = order_.first_ball[b]; bodies && i < order_.first_ball[b + 1]; ++i)
        state.balls[i].position -= model_.period * turns;
    }
    places.push_back(at);
    reach_ = std::max(reach_, length(at) + 2 * r);
  }
  reorder(BallCells(places, 2 * r + skin_, model_.period).in_order());
  sorted_.clear();
  for (const BallRow& ball : state.balls) sorted_.push_back(ball.position);
  cut_into_blocks();
  find_pairs(kept);
  find_walls(std::move(touches));
}

void SoftRun::reorder(std::span<const int> bodies) {
  const SoftOrder old = order_;
  const SoftState from = state_[current_];
  SoftState& to = state_[current_];
  int ball = 0;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const int was = bodies[b];
    order_.grain[b] = old.grain[was];
    order_.kind[b] = old.kind[was];
    order_.first_ball[b] = ball;
    if (model_.clumps) to.bodies[b] = from.bodies[was];
    for (int i = old.first_ball[was]; i < old.first_ball[was + 1]; ++i, ++ball) {
      to.balls[ball] = from.balls[i];
      to.spins[ball] = from.spins[i];
      order_.ball[ball] = old.ball[i];
      order_.body[ball] = static_cast<int>(b);
    }
  }
  order_.find_balls();
}

void SoftRun::for_each_block(const SpinTeam::Work& work) {
  if (team_) return team_->run_long(blocks_.size(), work);
  for (std::size_t b = 0; b < blocks_.size(); ++b) work(b);
}

void SoftRun::cut_into_blocks() {
  const int balls = static_cast<int>(now().balls.size()), bodies = static_cast<int>(order_.grain.size());
  const int count = static_cast<int>(blocks_.size());
  int body = 0;
  for (int b = 0; b < count; ++b) {
    SoftBlock& block = blocks_[b];
    block.first_body = body;
    const auto wanted = static_cast<std::int64_t>(balls) * (b + 1) / count;
    while (body < bodies && order_.first_ball[body] < wanted) ++body;
    block.end_body = body;
    block.begin = order_.first_ball[block.first_body];
    block.end = order_.first_ball[block.end_body];
  }
}

// Each block finds the pairs whose first ball is its own; what reaches across its end is told to the others after that,
// and stands before their own, so that a block has its pairs by their first balls.
void SoftRun::find_pairs(const Kept& kept) {
  const std::vector<BallRow>& balls = now().balls;
  std::vector<Vec3> places;
  places.reserve(balls.size());
  for (const BallRow& ball : balls) places.push_back(ball.position);
  const BallCells cells(places, 2 * model_.largest_radius + skin_, model_.period);
  const NearPlaces near(places, cells, model_.period);
  for_each_block([&](std::size_t home) { find_own_pairs(blocks_[home], cells, near, kept); });
  for_each_block([&](std::size_t b) { blocks_[b].take_pairs_from(std::span(blocks_).first(b)); });
}

void SoftRun::find_own_pairs(SoftBlock& block, const BallCells& cells, const NearPlaces& near, const Kept& kept) const {
  const std::vector<BallRow>& balls = now().balls;
  const double farthest = 2 * model_.largest_radius + skin_;
  const int count = static_cast<int>(balls.size());
  std::vector<int> found;
  std::array<BallCells::Stretch, BallCells::kMostStretches> room;
  block.forget_pairs();
  for (int i = block.begin; i < block.end; ++i) {
    const BallRow& a = balls[i];
    const auto consider = [&](int j) {
      if (j <= i || order_.body[i] == order_.body[j]) return;
      const BallRow& b = balls[j];
      const Vec3 d = nearest_image(b.position - a.position, model_.period);
      const double reach = a.radius + b.radius, wide = reach + skin_, apart = dot(d, d);
      if (apart >= wide * wide) return;
      const ContactMemory memory = apart < reach * reach ? kept.of(order_.ball[i], order_.ball[j]) : ContactMemory{};
      block.add_pair({i, j}, memory);
    };
    if (cells.is_small()) {
      for (int j = i + 1; j < count; ++j) consider(j);
      continue;
    }
    const std::span<const BallCells::Stretch> stretches = cells.stretches_behind(static_cast<std::size_t>(i), room);
    for (const int k : near.find(a.position, farthest, stretches, found))
      consider(cells.in_order()[static_cast<std::size_t>(k)]);
  }
}

void SoftRun::find_walls(std::vector<WallTouch> touches) {
  for (WallTouch& touch : touches) touch.ball = order_.at[touch.ball];
  std::stable_sort(touches.begin(), touches.end(), [](const auto& a, const auto& b) { return a.ball < b.ball; });
  auto next = touches.begin();
  for (SoftBlock& block : blocks_) {
    block.touches.clear();
    for (; next != touches.end() && next->ball < block.end; ++next) block.touches.push_back(*next);
  }
  for_each_block([&](std::size_t b) {
    SoftBlock& block = blocks_[b];
    std::vector<int> parts;
    block.candidates.clear();
    for (int i = block.begin; i < block.end; ++i)
      for (std::size_t w = 0; w < walls_.size(); ++w) {
        parts.clear();
        walls_[w].find_near(now().balls[i].position, now().balls[i].radius + skin_, parts);
        for (const int part : parts) block.candidates.push_back({i, static_cast<int>(w), part});
      }
  });
}

}  // namespace resound
