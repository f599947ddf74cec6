#include "collision_statistics/resampler.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <iterator>

#include "base/error.h"
#include "base/parallel.h"
#include "collision_statistics/joint_bins.h"
#include "numerics/poisson_number.h"
#include "numerics/random_blocks.h"

namespace resound {
namespace {

constexpr int kCellBits = 17;  // of a cell's number along an axis
constexpr int kPairBits = 12;
constexpr std::int64_t kHalfGrid = std::int64_t{1} << (kCellBits - 1);
constexpr std::uint64_t kCellMask = (std::uint64_t{1} << kCellBits) - 1;
constexpr std::uint64_t kFree = ~std::uint64_t{0};        // no key
constexpr std::size_t kLeastSlots = 256;                  // of the table of keys
constexpr std::size_t kCellsAtOnce = 256;                 // of one task
constexpr std::array<std::uint64_t, 3> kSmooth{1, 2, 1};  // weights of the windows before, now and after
constexpr double kWeights = 4;                            // their sum
constexpr std::uint32_t kFirstBlock = 1024;               // of a cell's stream that belongs to its collisions
constexpr double kMany = 1000;                            // collisions of a pair in a window that are worth a table

std::uint64_t name_code(const std::string& first, const std::string& second) {  // FNV-1a
  std::uint64_t code = 0xcbf29ce484222325u;
  for (const std::string* name : {&first, &second}) {
    for (const char letter : *name) code = (code ^ static_cast<unsigned char>(letter)) * 0x100000001b3u;
    code = (code ^ 0xff) * 0x100000001b3u;
  }
  return code;
}

double corner(std::uint64_t key, int axis, double cell) {  // [m]
  const auto number = static_cast<std::int64_t>(key >> (kPairBits + axis * kCellBits) & kCellMask) - kHalfGrid;
  return static_cast<double>(number) * cell;
}

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

void SolidFinder::add(const ListedCollision& c) {
  const auto most = static_cast<std::size_t>(std::max(c.first_object, c.second_object));
  if (meets_itself_.size() <= most) meets_itself_.resize(most + 1);
  if (c.first_object == c.second_object) meets_itself_[most] = true;
}

// Sizes of one sort of grains are one object.
ListedObjects SolidFinder::found(const ObjectNames& names) const {
  ListedObjects objects{names, std::vector<bool>(names.size(), true)};
  const auto object = [&](std::size_t i) { return names[i].substr(0, names[i].find(':')); };
  for (std::size_t i = 0; i < std::min(names.size(), meets_itself_.size()); ++i)
    for (std::size_t j = 0; meets_itself_[i] && j < names.size(); ++j)
      if (object(j) == object(i)) objects.is_solid[j] = false;
  return objects;
}

void Resampler::Window::clear() {
  collisions.clear();
  order.clear();
  groups.clear();
  of_pair.clear();
  is_grouped = false;
}

void Resampler::Window::archive(StateArchive& state) {
  state.fields(collisions);
  if (!state.is_loading()) return;
  order.clear();
  groups.clear();
  of_pair.clear();
  is_grouped = false;
}

Resampler::Resampler(const ResampleSettings& settings, ListedObjects objects, Sink sink)
    : settings_(settings), objects_(std::move(objects)), sink_(std::move(sink)) {
  assert(settings.window > 0 && settings.cell > 0);
  pair_table_.resize(objects_.names.size() * objects_.names.size(), -1);
}

std::int64_t Resampler::window_of(double time) const { return whole_below(time / settings_.window); }

std::uint32_t Resampler::pair_of(const ListedCollision& c) {
  const std::size_t objects = objects_.names.size();
  std::int32_t& pair =
      pair_table_[static_cast<std::size_t>(c.first_object) * objects + static_cast<std::size_t>(c.second_object)];
  if (pair < 0) {
    pair = static_cast<std::int32_t>(pairs_.size());
    if (pair >= 1 << kPairBits)
      throw LimitError(
          fmt::format("the list has more than {} pairs of objects that meet; resample parts of it", 1 << kPairBits));
    pairs_.emplace_back(c.first_object, c.second_object);
    pair_code_.push_back(name_code(objects_.names[static_cast<std::size_t>(c.first_object)],
                                   objects_.names[static_cast<std::size_t>(c.second_object)]));
  }
  return static_cast<std::uint32_t>(pair);
}

std::uint64_t Resampler::key_of(const ListedCollision& c) {
  std::uint64_t key = pair_of(c);
  int axis = 0;
  for (const double place : {c.place.x, c.place.y, c.place.z}) {
    const double number = place / settings_.cell + static_cast<double>(kHalfGrid);
    if (!(number >= 0 && number < static_cast<double>(kCellMask + 1)))
      throw InputError(fmt::format(
          "a collision at {} s lies {} m away from the origin; cells of {} m reach to {} m: make them larger", c.time,
          length(c.place), settings_.cell, static_cast<double>(kHalfGrid) * settings_.cell));
    key |= static_cast<std::uint64_t>(number) << (kPairBits + axis++ * kCellBits);
  }
  return key;
}

void Resampler::add(const ListedCollision& collision) {
  const std::int64_t window = window_of(collision.time);
  if (window != now_ && window != now_ + 1) pass(collision.time);
  windows_[window == now_ ? 1 : 2].collisions.push_back(collision);
}

void Resampler::pass(double time) {
  const std::int64_t window = window_of(time);
  while (now_ + 1 < window) {
    const auto is_empty = [](const Window& w) { return w.collisions.empty(); };
    if (std::ranges::all_of(windows_, is_empty)) {
      now_ = window - 1;
      return;
    }
    make();
    shift();
  }
  if (window < now_) {  // the first of all lies before 0
    assert(std::ranges::all_of(windows_, [](const Window& w) { return w.collisions.empty(); }));
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

void Resampler::empty_table(std::size_t slots) {
  slot_key_.assign(slots, kFree);
  slot_group_.resize(slots);
}

// That of the key, or a free one.
std::size_t Resampler::slot_of(std::uint64_t key) const {
  const std::size_t last = slot_key_.size() - 1;
  std::size_t slot = (key * 0x9E3779B97F4A7C15u >> 32) & last;
  while (slot_key_[slot] != kFree && slot_key_[slot] != key) slot = (slot + 1) & last;
  return slot;
}

// Sorts the collisions of a window into groups by a table of keys, which grows with their number; then the groups,
// which are few, by their keys.
void Resampler::group(Window& window) {
  if (window.is_grouped) return;
  window.is_grouped = true;
  const std::size_t size = window.collisions.size();
  group_of_.resize(size);
  empty_table(kLeastSlots);
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint64_t key = key_of(window.collisions[i]);
    std::size_t slot = slot_of(key);
    if (slot_key_[slot] == kFree) {
      if (2 * window.groups.size() >= slot_key_.size()) {
        empty_table(2 * slot_key_.size());
        for (std::uint32_t g = 0; g < window.groups.size(); ++g) {
          const std::size_t old = slot_of(window.groups[g].key);
          slot_key_[old] = window.groups[g].key, slot_group_[old] = g;
        }
        slot = slot_of(key);
      }
      slot_key_[slot] = key;
      slot_group_[slot] = static_cast<std::uint32_t>(window.groups.size());
      window.groups.push_back({key, slot_group_[slot], 0});  // `first` is its number until they are sorted
    }
    group_of_[i] = slot_group_[slot];
    ++window.groups[group_of_[i]].count;
  }
  std::ranges::sort(window.groups, {}, &Group::key);
  std::vector<std::uint32_t> next(window.groups.size());
  window.of_pair.assign(pairs_.size(), 0);
  std::uint32_t first = 0;
  for (Group& group : window.groups) {
    next[group.first] = first;
    group.first = first;
    first += group.count;
    window.of_pair[group.key & ((1 << kPairBits) - 1)] += group.count;
  }
  window.order.resize(size);
  for (std::size_t i = 0; i < size; ++i) window.order[next[group_of_[i]]++] = static_cast<std::uint32_t>(i);
}

std::vector<Resampler::Neighbours> Resampler::cells_to_make() const {
  std::vector<Neighbours> cells;
  if (settings_.counts != CountRule::smooth) {
    for (const Group& group : windows_[1].groups) cells.push_back({nullptr, &group, nullptr});
    return cells;
  }
  std::array<std::size_t, 3> next{};
  for (;;) {
    std::uint64_t key = ~std::uint64_t{0};
    for (std::size_t w = 0; w < 3; ++w)
      if (next[w] < windows_[w].groups.size()) key = std::min(key, windows_[w].groups[next[w]].key);
    if (key == ~std::uint64_t{0}) return cells;
    Neighbours cell{};
    for (std::size_t w = 0; w < 3; ++w)
      if (next[w] < windows_[w].groups.size() && windows_[w].groups[next[w]].key == key)
        cell[w] = &windows_[w].groups[next[w]++];
    cells.push_back(cell);
  }
}

std::int64_t Resampler::count(const Neighbours& cell, RandomStream& chance) const {
  if (settings_.counts == CountRule::exact) return cell[1]->count;
  if (settings_.counts == CountRule::poisson) return poisson_number(cell[1]->count, chance);
  double mean = 0;
  for (std::size_t w = 0; w < 3; ++w)
    if (cell[w]) mean += static_cast<double>(kSmooth[w] * cell[w]->count) / kWeights;
  return poisson_number(mean, chance);
}

// Any of them, by a number of 24 bits.
const ListedCollision& Resampler::pick(const Neighbours& cell, std::uint64_t number) const {
  std::size_t w = 1;
  std::uint64_t at = 0;
  if (settings_.counts == CountRule::smooth) {
    std::array<std::uint64_t, 3> weight{};
    for (std::size_t i = 0; i < 3; ++i) weight[i] = cell[i] ? kSmooth[i] * cell[i]->count : 0;
    at = number * (weight[0] + weight[1] + weight[2]) >> 24;
    for (w = 0; at >= weight[w]; ++w) at -= weight[w];
    at /= kSmooth[w];
  } else {
    at = number * cell[1]->count >> 24;
  }
  return windows_[w].collisions[windows_[w].order[cell[w]->first + at]];
}

void Resampler::plan(Plan& cell) const {
  const std::uint64_t pair = cell.key & ((1 << kPairBits) - 1);
  RandomStream chance(settings_.seed ^ pair_code_[pair], static_cast<std::uint32_t>(now_), cell.key >> kPairBits);
  cell.bins = JointBins(chance);
  cell.count = static_cast<std::size_t>(count(cell.from, chance));
}

// Each collision has 128 random bits, of which 24 are its time.
void Resampler::draw(const Plan& cell) {
  const std::uint64_t pair = cell.key & ((1 << kPairBits) - 1);
  const RandomBlocks stream{settings_.seed ^ pair_code_[pair], static_cast<std::uint32_t>(now_), cell.key >> kPairBits};
  const auto even = std::span(even_).subspan(cell.first, cell.count);
  stream.fill(kFirstBlock, even, std::span(odd_).subspan(cell.first, cell.count));
  const WindowProfile& profile = profiles_[pair];
  const bool is_quick = windows_[1].of_pair.size() > pair && windows_[1].of_pair[pair] > kMany;
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
    like[i] = &pick(cell.from, even_[first + i] >> 24 & 0xffffff);
    prefetch_both_ends(like[i]);
    prefetch_both_ends(&made_[order_.place(first + i)]);
  }
  JointBatch batch;
  for (std::size_t i = 0; i < count; ++i) batch.set(i, like[i]->speed, like[i]->normal);
  cell.bins.draw_like(batch, std::span(even_).subspan(first, count), std::span(odd_).subspan(first, count));

  const auto& pair = pairs_[cell.key & ((1 << kPairBits) - 1)];
  const bool is_solid = objects_.is_solid[static_cast<std::size_t>(pair.first)] ||
                        objects_.is_solid[static_cast<std::size_t>(pair.second)];
  const double edge = settings_.cell;  // [m]
  const Vec3 low{corner(cell.key, 0, edge), corner(cell.key, 1, edge), corner(cell.key, 2, edge)};
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t odd = odd_[first + i];
    const Vec3 anywhere = low + edge * Vec3{part(odd, 0, 13), part(odd, 13, 13), part(odd, 26, 13)};
    ListedCollision& c = made_[order_.place(first + i)];
    c = *like[i];
    c.time = (static_cast<double>(now_) + order_.part(first + i)) * settings_.window;
    c.speed = batch.speed[i];
    if (is_solid) {
      c.place = anywhere - dot(anywhere - c.place, c.normal) * c.normal;
    } else {
      c.place = anywhere;
      c.normal = batch.normal(i);
    }
  }
}

void Resampler::find_profiles() {
  profiles_.clear();
  for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
    const auto of = [&](const Window& window) { return pair < window.of_pair.size() ? window.of_pair[pair] : 0; };
    profiles_.emplace_back(of(windows_[0]), of(windows_[1]), of(windows_[2]));
    if (of(windows_[1]) > kMany) profiles_.back().tabulate();
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
  for (Window& window : windows_) group(window);
  plans_.clear();
  for (const Neighbours& cell : cells_to_make()) {
    const Group& any = cell[1] ? *cell[1] : cell[0] ? *cell[0] : *cell[2];
    plans_.push_back({.from = cell, .key = any.key});
  }
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
  std::vector<std::int32_t> first, second;
  for (const auto& pair : pairs_) first.push_back(pair.first), second.push_back(pair.second);
  state.fields(now_, windows_[0], windows_[1], windows_[2], first, second);
  if (!state.is_loading()) return;
  pairs_.clear();
  pair_code_.clear();
  std::ranges::fill(pair_table_, -1);
  for (std::size_t i = 0; i < first.size(); ++i) {
    ListedCollision known;
    known.first_object = first[i], known.second_object = second[i];
    pair_of(known);
  }
}

}  // namespace resound
