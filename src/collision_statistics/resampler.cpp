#include "collision_statistics/resampler.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/parallel.h"
#include "numerics/poisson_number.h"
#include "numerics/random_blocks.h"

namespace resound {
namespace {

constexpr std::size_t kCellsAtOnce = 256;    // of one task
constexpr std::uint32_t kFirstBlock = 1024;  // of a cell's stream that belongs to its collisions
constexpr double kMany = 1000;               // collisions of a pair in a window that are worth a table

// A number between 0 and 1 from some of the bits of a random one.
double part(std::uint64_t bits, int from, int count) {
  const std::uint64_t number = bits >> from & ((std::uint64_t{1} << count) - 1);
  return (static_cast<double>(static_cast<std::int64_t>(number)) + 0.5) *
         (1 / static_cast<double>(std::uint64_t{1} << count));
}

void prefetch_both_ends(const ListedCollision* collision) {  // it may lie in two lines of the cache
  __builtin_prefetch(collision);
  __builtin_prefetch(reinterpret_cast<const char*>(collision + 1) - 1);
}

// Of numbers far within the range of integers.
std::int64_t whole_below(double x) {
  const auto whole = static_cast<std::int64_t>(x);
  return whole - (x < static_cast<double>(whole) ? 1 : 0);
}

}  // namespace

Resampler::Resampler(const ResampleSettings& settings, ListedObjects objects, Sink sink)
    : settings_(settings),
      weights_(settings.counts == CountRule::smooth ? std::array<std::uint64_t, 3>{1, 2, 1}
                                                    : std::array<std::uint64_t, 3>{0, 1, 0}),
      per_window_(1 / settings.window),
      keys_(settings.cell, std::move(objects)),
      sink_(std::move(sink)) {
  assert(settings.window > 0);
}

std::int64_t Resampler::window_of(double time) const { return whole_below(time * per_window_); }

void Resampler::add(const ListedCollision& collision) {
  const std::int64_t window = window_of(collision.time);
  if (window != now_ && window != now_ + 1) pass(collision.time);
  windows_[window == now_ ? 1 : 2].collisions.push_back(collision);
}

void Resampler::pass(double time) {
  const std::int64_t window = window_of(time);
  while (now_ + 1 < window) {
    const auto is_empty = [](const CollisionWindow& w) { return w.collisions.empty(); };
    if (std::ranges::all_of(windows_, is_empty)) {
      now_ = window - 1;
      return;
    }
    make();
    shift();
  }
  if (window < now_) {  // the first of all lies before 0
    assert(std::ranges::all_of(windows_, [](const CollisionWindow& w) { return w.collisions.empty(); }));
    now_ = window;
  }
}

void Resampler::finish() {
  for (int i = 0; i < 3; ++i) {
    make();
    shift();
  }
}

void Resampler::shift() {
  std::swap(windows_[0], windows_[1]);
  std::swap(windows_[1], windows_[2]);
  windows_[2].clear();
  ++now_;
}

// One for each cell that has collisions in a window that counts.
void Resampler::plan_cells() {
  plans_.clear();
  std::array<std::size_t, 3> next{};
  for (;;) {
    std::uint64_t key = ~std::uint64_t{0};
    for (std::size_t w = 0; w < 3; ++w)
      if (weights_[w] > 0 && next[w] < windows_[w].groups.size()) key = std::min(key, windows_[w].groups[next[w]].key);
    if (key == ~std::uint64_t{0}) return;
    Plan& cell = plans_.emplace_back();
    cell.key = key;
    for (std::size_t w = 0; w < 3; ++w) {
      const bool is_here =
          weights_[w] > 0 && next[w] < windows_[w].groups.size() && windows_[w].groups[next[w]].key == key;
      if (is_here) cell.from[w] = &windows_[w].groups[next[w]++];
      cell.border[w + 1] = cell.border[w] + (is_here ? weights_[w] * cell.from[w]->count : 0);
    }
  }
}

std::int64_t Resampler::count(const Plan& cell, RandomStream& chance) const {
  if (settings_.counts == CountRule::exact) return cell.from[1]->count;
  const double all = static_cast<double>(weights_[0] + weights_[1] + weights_[2]);
  return poisson_number(static_cast<double>(cell.border[3]) / all, chance);
}

// Any of them, by a number of 24 bits.
const ListedCollision& Resampler::pick(const Plan& cell, std::uint64_t number) const {
  const std::uint64_t at = number * cell.border[3] >> 24;
  const std::size_t w = std::size_t{at >= cell.border[1]} + std::size_t{at >= cell.border[2]};
  const std::uint64_t within = (at - cell.border[w]) >> (weights_[w] / 2);  // weights are 1 and 2
  return windows_[w].collisions[windows_[w].order[cell.from[w]->first + within]];
}

void Resampler::plan(Plan& cell) const {
  RandomStream chance(settings_.seed ^ keys_.name_code(CellKeys::pair_of(cell.key)), static_cast<std::uint32_t>(now_),
                      CellKeys::cell_of(cell.key));
  cell.bins = JointBins(chance);
  cell.count = static_cast<std::size_t>(count(cell, chance));
}

// Each collision has 128 random bits, of which 24 are its time.
void Resampler::draw(const Plan& cell) {
  const std::uint32_t pair = CellKeys::pair_of(cell.key);
  const RandomBlocks stream{settings_.seed ^ keys_.name_code(pair), static_cast<std::uint32_t>(now_),
                            CellKeys::cell_of(cell.key)};
  const auto even = std::span(even_).subspan(cell.first, cell.count);
  stream.fill(kFirstBlock, even, std::span(odd_).subspan(cell.first, cell.count));
  const WindowProfile& profile = profiles_[pair];
  const bool is_quick = windows_[1].count_of(pair) > kMany;
  for (std::size_t i = 0; i < cell.count; ++i) {
    const double share = part(even[i], 0, 24);
    order_.put(cell.first + i, is_quick ? profile.quick_place_of(share) : profile.place_of(share));
  }
}

void Resampler::sample(const Plan& cell) {
  for (std::size_t done = 0; done < cell.count; done += JointBatch::kMost)
    sample(cell, cell.first + done, std::min(JointBatch::kMost, cell.count - done));
}

// What lies far apart in memory is asked for before it is needed: those drawn from, and where the new ones belong.
void Resampler::sample(const Plan& cell, std::size_t first, std::size_t count) {
  std::array<const ListedCollision*, JointBatch::kMost> like;
  for (std::size_t i = 0; i < count; ++i) {
    like[i] = &pick(cell, even_[first + i] >> 24 & 0xffffff);
    prefetch_both_ends(like[i]);
    prefetch_both_ends(&made_[order_.place(first + i)]);
  }
  JointBatch batch;
  for (std::size_t i = 0; i < count; ++i) batch.set(i, like[i]->speed, like[i]->normal);
  cell.bins.draw_like(batch, std::span(even_).subspan(first, count), std::span(odd_).subspan(first, count));

  const std::uint32_t pair = CellKeys::pair_of(cell.key);
  const bool is_on_solid = keys_.is_on_solid(pair);
  const double edge = keys_.edge(pair);  // [m]
  const Vec3 low = keys_.corner(cell.key);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t odd = odd_[first + i];
    const Vec3 anywhere = low + edge * Vec3{part(odd, 0, 13), part(odd, 13, 13), part(odd, 26, 13)};
    ListedCollision& c = made_[order_.place(first + i)];
    c = *like[i];
    c.time = (static_cast<double>(now_) + order_.part(first + i)) * settings_.window;
    c.speed = batch.speed[i];
    if (is_on_solid) {
      c.place = anywhere - dot(anywhere - c.place, c.normal) * c.normal;
    } else {
      c.place = anywhere;
      c.normal = batch.normal(i);
    }
  }
}

void Resampler::find_profiles() {
  profiles_.clear();
  for (std::size_t pair = 0; pair < keys_.pairs(); ++pair) {
    profiles_.emplace_back(windows_[0].count_of(pair), windows_[1].count_of(pair), windows_[2].count_of(pair));
    if (windows_[1].count_of(pair) > kMany) profiles_.back().tabulate();
  }
}

void Resampler::in_parts(const std::function<void(Plan&)>& work) {
  const std::size_t tasks = (plans_.size() + kCellsAtOnce - 1) / kCellsAtOnce;
  const auto task = [&](std::size_t t) {
    const std::size_t end = std::min(plans_.size(), (t + 1) * kCellsAtOnce);
    for (std::size_t i = t * kCellsAtOnce; i < end; ++i) work(plans_[i]);
  };
  if (tasks == 1)
    task(0);
  else
    parallel_for(tasks, task);
}

void Resampler::make() {
  for (CollisionWindow& window : windows_) table_.group(window, keys_);
  plan_cells();
  if (plans_.empty()) return;
  find_profiles();
  in_parts([this](Plan& cell) { plan(cell); });
  std::size_t size = 0;
  for (Plan& cell : plans_) {
    cell.first = size;
    size += cell.count;
  }
  if (size == 0) return;
  even_.resize(size), odd_.resize(size), made_.resize(size);
  order_.begin(size);
  in_parts([this](const Plan& cell) { draw(cell); });
  order_.sort();
  in_parts([this](const Plan& cell) { sample(cell); });
  sink_(made_);
}

void Resampler::archive(StateArchive& state) {
  std::vector<std::int32_t> met = keys_.met();
  state.fields(now_, windows_[0], windows_[1], windows_[2], met);
  if (state.is_loading()) keys_.meet(met);
}

}  // namespace resound
