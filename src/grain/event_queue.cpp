#include "grain/event_queue.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "grain/parabola.h"

namespace resound {
namespace {

constexpr double kWantedPerBin = 6;      // [1]  events; tuned for speed between 1000 and 100,000 grains
constexpr std::size_t kCounted = 16;     // so few events are sorted by counting
constexpr std::int64_t kFirstLook = 16;  // bins after a change of width
constexpr std::size_t kMostStale = 8, kFewEvents = 1024;  // numbers a grain, and what is too few to look at
constexpr std::int64_t kFarBin = 1LL << 60;               // beyond what a bin number can hold

}  // namespace

EventQueue::EventQueue(int grains) {
  times_.assign(static_cast<std::size_t>(grains), kNever);
  slots_ = static_cast<int>(std::bit_ceil(static_cast<unsigned>(std::max(grains / 2, 64))));
  ring_.resize(static_cast<std::size_t>(slots_));
}

std::int64_t EventQueue::bin_at(double time) const {
  const double bin = (time - origin_) * per_width_;
  return bin < static_cast<double>(kFarBin) ? static_cast<std::int64_t>(bin) : kFarBin;
}

void EventQueue::set(int grain, double time) {
  if (times_[grain] == time) return;
  times_[grain] = time;
  if (time < kNever && width_ > 0) insert(grain, time);  // before the first event is asked for, times are enough
}

void EventQueue::insert(int grain, double time) {
  const std::int64_t bin = bin_at(time), ahead = bin - present_;
  if (ahead <= 0 || ahead >= slots_ || waiting_count_ == kMostWaiting) [[unlikely]]
    return insert_with_care(grain, time);
  const int slot = static_cast<int>(bin & (slots_ - 1));
  waiting_[waiting_count_++] = {grain, slot};
  __builtin_prefetch(&ring_[static_cast<std::size_t>(slot)], 1);
}

void EventQueue::insert_with_care(int grain, double time) {
  const std::int64_t ahead = bin_at(time) - present_;
  if (ahead <= 0) {
    late_.push_back({time, grain});
    std::push_heap(late_.begin(), late_.end(), Later{});
    ++inserted_;
  } else if (ahead >= slots_) {
    far_.push_back(grain);
    ++inserted_;
  } else {
    put_waiting();
    insert(grain, time);
  }
  drop_stale();
}

// A grain that collides very often within one bin leaves an entry there each time, and others in the bins ahead. Most
// often the greater part of what was inserted has gone again; if not, everything is put in anew.
void EventQueue::drop_stale() {
  if (inserted_ <= kMostStale * times_.size() + kFewEvents) return;
  put_waiting();
  inserted_ = in_ring_ + far_.size() + late_.size();
  if (inserted_ > kMostStale / 2 * times_.size() + kFewEvents / 2) rebuild(width_, present_begin());
}

// Bins lie anywhere in memory: they are written to when the next one is opened, and have come near until then.
void EventQueue::put_waiting() {
  for (std::size_t k = 0; k < waiting_count_; ++k)
    put(ring_[static_cast<std::size_t>(waiting_[k].slot)], waiting_[k].grain);
  in_ring_ += waiting_count_;
  inserted_ += waiting_count_;
  waiting_count_ = 0;
}

// New ones always into the bin itself; when that is full, its grains move elsewhere together.
void EventQueue::put(Bin& bin, int grain) {
  if (bin.count == kInBin) {
    int to = free_;
    if (to < 0) {
      to = static_cast<int>(spare_.size());
      spare_.emplace_back();
    } else {
      free_ = spare_[to].more;
    }
    spare_[to] = bin;
    bin.count = 0;
    bin.more = to;
  }
  bin.grains[bin.count++] = grain;
}

template <class Show>
void EventQueue::empty(Bin& bin, const Show& show) {
  for (int k = 0; k < bin.count; ++k) show(bin.grains[k]);
  for (int full = bin.more; full >= 0;) {
    for (const int grain : spare_[full].grains) show(grain);
    const int following = spare_[full].more;
    spare_[full].more = free_;
    free_ = full;
    full = following;
  }
  bin.count = 0;
  bin.more = -1;
}

EventQueue::Event EventQueue::next_of_all() {
  if (width_ == 0) rebuild(1, 0);
  for (;;) {
    while (!late_.empty() && is_stale(late_.front())) {
      std::pop_heap(late_.begin(), late_.end(), Later{});
      late_.pop_back();
    }
    if (!late_.empty() && (present_events_.empty() || Later{}(present_events_.back(), late_.front())))
      return late_.front();
    if (!present_events_.empty()) return present_events_.back();
    if (!next_bin()) return {kNever, -1};
  }
}

int EventQueue::look_ahead(Outlook& at, int bins) const {
  const std::int64_t last = present_ + bins;
  if (at.bin <= present_ || at.bin > last + 1) at = {last, 0};
  for (; at.bin <= last; at = {at.bin + 1, 0}) {
    const Bin& bin = ring_[static_cast<std::size_t>(at.bin & (slots_ - 1))];
    if (at.number < bin.count) return bin.grains[at.number++];
  }
  return -1;
}

bool EventQueue::next_bin() {
  put_waiting();
  drop_stale();
  if (in_ring_ == 0) {
    if (far_.empty()) return false;
    jump_to_first();
    if (in_ring_ == 0) return false;
  }
  ++present_;
  ++bins_;
  const int number = static_cast<int>(present_ & (slots_ - 1));
  if (misfits(number)) {
    const double per_bin = static_cast<double>(met_) / static_cast<double>(bins_);
    rebuild(width_ * std::clamp(kWantedPerBin / per_bin, 0.01, 100.0), present_begin());
    return true;
  }
  if (number == 0) bring_nearer();
  open(ring_[static_cast<std::size_t>(number)]);
  return true;
}

void EventQueue::open(Bin& bin) {
  empty(bin, [&](int grain) {
    --in_ring_;
    if (const double time = times_[grain]; bin_at(time) == present_) present_events_.push_back({time, grain});
  });
  sort_present();
  met_ += static_cast<std::int64_t>(present_events_.size());
}

// Few are put where they belong by counting who comes before whom: which of two is later cannot be guessed, and a
// processor that guesses wrong loses more time than all comparisons take.
void EventQueue::sort_present() {
  const std::size_t count = present_events_.size();
  if (count > kCounted) return std::sort(present_events_.begin(), present_events_.end(), Later{});
  std::array<Event, kCounted> from;
  std::array<int, kCounted> later{};  // how many, than each of them
  bool are_equal = false;             // some
  for (std::size_t i = 0; i < count; ++i) {
    const Event event = from[i] = present_events_[i];
    for (std::size_t k = 0; k < i; ++k) {
      const int sooner = from[k].time < event.time ? 1 : 0;
      later[k] += sooner;
      later[i] += 1 - sooner;
      are_equal |= from[k].time == event.time;
    }
  }
  if (are_equal) return std::sort(present_events_.begin(), present_events_.end(), Later{});
  for (std::size_t i = 0; i < count; ++i) present_events_[static_cast<std::size_t>(later[i])] = from[i];
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
  std::size_t left = 0;
  for (const int grain : far_) {
    const std::int64_t bin = bin_at(times_[grain]);
    if (bin < present_) continue;  // it was here for another time
    if (bin - present_ < slots_) {
      put(slot(bin), grain);
      ++in_ring_;
    } else if (times_[grain] < kNever) {
      far_[left++] = grain;
    }
  }
  far_.resize(left);
}

// Nothing within a turn of the ring: the bins are far too short, or the grains rest.
void EventQueue::jump_to_first() {
  double first = kNever;
  for (const double time : times_) first = std::min(first, time);
  rebuild(width_, first < kNever ? first : origin_);
}

// All events anew, with other bins. The first time nothing is known of the width: half of the events in one turn.
void EventQueue::rebuild(double width, double origin) {
  std::vector<double> times;
  for (const double time : times_)
    if (width_ == 0 && time < kNever) times.push_back(time);
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
  for (Bin& bin : ring_) bin.count = 0, bin.more = -1;
  spare_.clear();
  free_ = -1;
  far_.clear();
  waiting_count_ = 0;
  present_events_.clear();
  late_.clear();
  in_ring_ = inserted_ = 0;
  for (int grain = 0; grain < static_cast<int>(times_.size()); ++grain)
    if (times_[grain] < kNever) insert(grain, times_[grain]);
  put_waiting();
}

}  // namespace resound
