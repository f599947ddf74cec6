#pragma once
#include <cstdint>
#include <vector>

#include "base/large_pages.h"

namespace resound {

// One coming event for each grain, the earliest first, at a cost that does not grow with their number: a ring of short
// time bins, of which only the present one is kept in order [Paul 2007]. The width of the bins follows the events.
// Events at the same time come in the order of the grains, however the queue came about.
//
//   far away -> ring of bins, each a linked list -> heap of the present bin -> next event
class EventQueue {
 public:
  explicit EventQueue(int grains);

  struct Event {
    double time;  // [s]; infinite: nothing will ever happen
    int grain;    // -1: nothing
  };
  void set(int grain, double time);  // instead of what it had; infinite: none
  Event next();                      // stays in the queue until set anew

  // What probably follows, so that memory can be fetched in time: the event after next(), and those of a bin after the
  // present one.
  int after_next() const;                        // grain; -1: not known
  std::int64_t bin() const { return present_; }  // changes when the next bin is begun
  template <class Show>
  void show_bin(int after_present, const Show& show) const {
    for (int grain = ring_[(present_ + after_present) & (slots_ - 1)]; grain >= 0; grain = node(grain).next)
      show(grain);
  }

 private:
  struct Node {
    double time;
    int previous, next;   // in the list of a bin
    int bin;              // slot of the ring, ring_.size() for far away, or one of the below
    std::uint32_t entry;  // which of its entries in the heap counts
  };
  struct Entry {
    double time;
    int grain;
    std::uint32_t number;
  };
  struct Later {
    bool operator()(const Entry& a, const Entry& b) const {
      return a.time > b.time || (a.time == b.time && a.grain > b.grain);
    }
  };
  static constexpr int kNowhere = -1, kInHeap = -2;

  Node& node(int grain) { return nodes_[grain + 1]; }
  const Node& node(int grain) const { return nodes_[grain + 1]; }
  void insert(int grain, double time);
  void link(int grain, int bin);
  void unlink(int grain);
  void push(int grain);  // onto the heap, without putting that in order
  bool is_stale(const Entry& entry) const;
  void drop_stale();
  bool next_bin();         // false: there is none
  bool misfits(int slot);  // bins too full or too empty
  void bring_nearer();     // what is far away but within the next turn of the ring
  void jump_to_first();
  void rebuild(double width, double origin);
  std::int64_t bin_at(double time) const;

  LargePageVector<Node> nodes_;                    // one more in front, -1: what is written there counts for nothing
  std::vector<int> ring_;                          // first grain of each bin, and one more for what is far away
  std::vector<Entry> heap_;                        // of the present bin; some are out of date
  double width_ = 0, per_width_ = 0, origin_ = 0;  // [s], [1/s], [s]
  std::int64_t present_ = 0;                       // bin
  int slots_ = 0, in_ring_ = 0, far_ = 0;
  std::int64_t met_ = 0, bins_ = 0;  // events and bins met since the last look at the width
};

}  // namespace resound
