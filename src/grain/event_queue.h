#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "base/large_pages.h"

namespace resound {

// One coming event for each grain, the earliest first, at a cost that does not grow with their number: a ring of short
// time bins, of which only the present one is kept in order [Paul 2007]. The width of the bins follows the events.
// Events at the same time come in the order of the grains, however the queue came about.
//
//   far away -> ring of bins, each one line of cache with the numbers of grains -> present bin, sorted -> next event
//
// A grain that gets another time is not looked for in its old bin: its number is left there, and passed over when that
// bin is opened, because the grain's own time says another bin.
class EventQueue {
 public:
  explicit EventQueue(int grains);

  struct Event {
    double time;  // [s]; infinite: nothing will ever happen
    int grain;    // -1: nothing
  };
  void set(int grain, double time);  // instead of what it had; infinite: none
  Event next() {                     // stays in the queue until set anew
    while (!present_events_.empty() && is_stale(present_events_.back())) present_events_.pop_back();
    if (late_.empty() && !present_events_.empty()) [[likely]]
      return present_events_.back();
    return next_of_all();
  }

  // What probably follows, so that memory can be fetched in time: shows one grain after the other of the bins to come,
  // up to some bins after the present one.
  struct Outlook {
    std::int64_t bin = 0;
    int number = 0;  // in the bin
  };
  int look_ahead(Outlook& at, int bins) const;  // grain; -1: there is no other as yet
  bool is_planned(int grain, const Outlook& at) const { return bin_at(times_[grain]) == at.bin; }  // still there
  const void* place(int grain) const { return &times_[grain]; }

 private:
  static constexpr int kInBin = 14;
  static constexpr std::size_t kMostWaiting = 256;  // many more than are set anew while a bin lasts, most often
  struct alignas(64) Bin {
    int count = 0, more = -1;  // `more`: a full one in spare_
    int grains[kInBin] = {};
  };
  struct Later {
    bool operator()(const Event& a, const Event& b) const {
      return a.time > b.time || (a.time == b.time && a.grain > b.grain);
    }
  };

  struct Waiting {
    int grain, slot;
  };

  void insert(int grain, double time);
  [[gnu::noinline]] void insert_with_care(int grain, double time);  // also if it has no place among those that wait
  Event next_of_all();
  void put_waiting();
  void drop_stale();
  void put(Bin& bin, int grain);
  template <class Show>
  void empty(Bin& bin, const Show& show);
  bool is_stale(const Event& event) const { return times_[event.grain] != event.time; }
  void open(Bin& bin);
  void sort_present();
  bool next_bin();         // false: there is none
  bool misfits(int slot);  // bins too full or too empty
  void bring_nearer();     // what is far away but within the next turn of the ring
  void jump_to_first();
  void rebuild(double width, double origin);
  std::int64_t bin_at(double time) const;
  double present_begin() const { return origin_ + static_cast<double>(present_) * width_; }  // [s]
  Bin& slot(std::int64_t bin) { return ring_[static_cast<std::size_t>(bin & (slots_ - 1))]; }

  LargePageVector<double> times_;                // [s]  of the grains; infinite: none
  LargePageVector<Bin> ring_;                    // grains, some of which have another time by now
  std::array<Waiting, kMostWaiting> waiting_{};  // to be put into the ring as soon as their bins are at hand
  std::size_t waiting_count_ = 0;
  std::vector<Bin> spare_;                         // for bins with more grains than fit into one
  int free_ = -1;                                  // the first of spare_ that is not in use, linked by `more`
  std::vector<int> far_;                           // grains beyond the ring, or that were
  std::vector<Event> present_events_;              // of the present bin when it was opened, the next last
  std::vector<Event> late_;                        // heap of those that came into it since
  double width_ = 0, per_width_ = 0, origin_ = 0;  // [s], [1/s], [s]
  std::int64_t present_ = 0;                       // bin
  int slots_ = 0;
  std::size_t in_ring_ = 0;          // numbers of grains, up to date or not, without those that wait
  std::size_t inserted_ = 0;         // since the last look at how many are up to date, without those that wait
  std::int64_t met_ = 0, bins_ = 0;  // events and bins met since the last look at the width
};

}  // namespace resound
