#include "grain/event_queue.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "grain/parabola.h"

namespace resound {
namespace {

constexpr double kWantedPerBin = 3;      // [1]  events; tuned for speed between 1000 and 100,000 grains
constexpr std::int64_t kFirstLook = 16;  // bins after a change of width
constexpr std::size_t kMostStale = 3, kFewEvents = 1024;  // heap: entries a grain, and what is too few to look at
constexpr std::int64_t kFarBin = 1LL << 60;               // beyond what a bin number can hold

}  // namespace

EventQueue::EventQueue(int grains) {
  nodes_.assign(static_cast<std::size_t>(grains) + 1, {kNever, -1, -1, kNowhere, 0});
  slots_ = static_cast<int>(std::bit_ceil(static_cast<unsigned>(std::max(grains, 64))));
  ring_.assign(static_cast<std::size_t>(slots_) + 1, -1);
}

std::int64_t EventQueue::bin_at(double time) const {
  const double bin = (time - origin_) * per_width_;
  return bin < static_cast<double>(kFarBin) ? static_cast<std::int64_t>(bin) : kFarBin;
}

void EventQueue::set(int grain, double time) {
  Node& mine = node(grain);
  if (mine.bin >= 0) unlink(grain);
  mine.time = time;
  mine.bin = kNowhere;
  if (time == kNever) return;
  if (width_ == 0) {  // before the first event is asked for
    link(grain, slots_);
    return;
  }
  insert(grain, time);
}

void EventQueue::insert(int grain, double time) {
  const std::int64_t bin = bin_at(time);
  if (bin <= present_) {
    push(grain);
    std::push_heap(heap_.begin(), heap_.end(), Later{});
    if (heap_.size() > kMostStale * nodes_.size() + kFewEvents) drop_stale();
    return;
  }
  link(grain, bin - present_ < slots_ ? static_cast<int>(bin & (slots_ - 1)) : slots_);
}

// A grain that collides very often within one bin leaves an entry there each time, maybe several for one instant.
void EventQueue::push(int grain) {
  Node& mine = node(grain);
  mine.bin = kInHeap;
  heap_.push_back({mine.time, grain, ++mine.entry});
}

bool EventQueue::is_stale(const Entry& entry) const {
  const Node& mine = node(entry.grain);
  return mine.bin != kInHeap || mine.entry != entry.number;
}

void EventQueue::drop_stale() {
  std::erase_if(heap_, [&](const Entry& entry) { return is_stale(entry); });
  std::make_heap(heap_.begin(), heap_.end(), Later{});
}

// Whether a list goes on cannot be guessed, so that nothing here branches on it.
void EventQueue::link(int grain, int bin) {
  Node& mine = node(grain);
  const int following = ring_[bin];
  mine.bin = bin;
  mine.previous = -1;
  mine.next = following;
  node(following).previous = grain;
  ring_[bin] = grain;
  ++*(bin == slots_ ? &far_ : &in_ring_);
}

void EventQueue::unlink(int grain) {
  const Node& mine = node(grain);
  const int previous = mine.previous, following = mine.next, bin = mine.bin;
  node(following).previous = previous;
  int* const before = previous >= 0 ? &node(previous).next : &ring_[bin];
  *before = following;
  --*(bin == slots_ ? &far_ : &in_ring_);
}

EventQueue::Event EventQueue::next() {
  if (width_ == 0) rebuild(1, 0);
  for (;;) {
    while (!heap_.empty()) {
      const Entry& first = heap_.front();
      if (!is_stale(first)) return {first.time, first.grain};
      std::pop_heap(heap_.begin(), heap_.end(), Later{});
      heap_.pop_back();
    }
    if (!next_bin()) return {kNever, -1};
  }
}

int EventQueue::after_next() const {
  if (heap_.size() < 2) return -1;
  return heap_.size() == 2 || Later{}(heap_[2], heap_[1]) ? heap_[1].grain : heap_[2].grain;
}

bool EventQueue::next_bin() {
  if (in_ring_ == 0) {
    if (far_ == 0) return false;
    jump_to_first();
  }
  ++present_;
  ++bins_;
  const int slot = static_cast<int>(present_ & (slots_ - 1));
  if (misfits(slot)) {
    const double per_bin = static_cast<double>(met_) / static_cast<double>(bins_);
    rebuild(width_ * std::clamp(kWantedPerBin / per_bin, 0.01, 100.0),
            origin_ + static_cast<double>(present_) * width_);
    return true;
  }
  if (slot == 0) bring_nearer();
  for (int grain = ring_[slot]; grain >= 0;) {
    const int following = node(grain).next;
    push(grain);
    grain = following;
    --in_ring_;
    ++met_;
  }
  ring_[slot] = -1;
  std::make_heap(heap_.begin(), heap_.end(), Later{});
  return true;
}

// Looked at once a turn of the ring, and sooner if the bins are far too full.
bool EventQueue::misfits(int slot) {
  const double wanted = kWantedPerBin * static_cast<double>(bins_), met = static_cast<double>(met_);
  if (slot == 0 && bins_ >= slots_) {
    if (met > 2 * wanted || met < 0.5 * wanted) return true;
    bins_ = met_ = 0;
  }
  return bins_ >= kFirstLook && met > 8 * wanted;
}

void EventQueue::bring_nearer() {
  for (int grain = ring_[slots_]; grain >= 0;) {
    const int following = node(grain).next;
    const std::int64_t bin = bin_at(node(grain).time);
    if (bin - present_ < slots_) {
      unlink(grain);
      link(grain, static_cast<int>(std::max(bin, present_) & (slots_ - 1)));
    }
    grain = following;
  }
}

// Nothing within a turn of the ring: the bins are far too short, or the grains rest.
void EventQueue::jump_to_first() {
  double first = kNever;
  for (int grain = ring_[slots_]; grain >= 0; grain = node(grain).next) first = std::min(first, node(grain).time);
  rebuild(width_, first);
}

// All events anew, with other bins. The first time nothing is known of the width: half of the events in one turn.
void EventQueue::rebuild(double width, double origin) {
  std::vector<double> times;
  for (const Node& node : nodes_)
    if (width_ == 0 && node.bin != kNowhere) times.push_back(node.time);
  if (!times.empty()) {
    std::sort(times.begin(), times.end());
    origin = times.front();
    width = kWantedPerBin * std::max(times[times.size() / 2] - origin, 1e-12) / static_cast<double>(times.size());
  }
  width_ = width;
  per_width_ = 1 / width;
  origin_ = origin;
  present_ = -1;
  bins_ = met_ = 0;
  std::fill(ring_.begin(), ring_.end(), -1);
  heap_.clear();
  in_ring_ = far_ = 0;
  for (int grain = 0; grain + 1 < static_cast<int>(nodes_.size()); ++grain)
    if (node(grain).bin != kNowhere) insert(grain, node(grain).time);
}

}  // namespace resound
