#pragma once
#include <compare>
#include <span>
#include <vector>

#include "base/state_archive.h"
#include "emission/source_signals.h"
#include "geometry/corner_cloud.h"
#include "geometry/ray_scene.h"
#include "propagation/outlook.h"
#include "propagation/source_carrier.h"

namespace resound {

// Which sources a solid hides from which receivers [O'Brien, Cook & Essl 2001, section 4.2]. One ray a source, receiver
// and route, once a block; what appears or vanishes fades over the block.
//
// Facets that their own body may hide are looked at every two milliseconds only, and not while everything stands as it
// did (Outlook): there are thousands of them, and what they see changes as slowly as the body turns. Those with
// everything behind them (CornerCloud) need no ray to see an ear before them.
//
// This is the 2001 rule, not diffraction: a hidden source falls silent at all pitches. See docs/propagation.md.
class Visibility {
 public:
  // One fade for each source, receiver and route: [source][receiver * kRoutes + route].
  void look(const SourceSignals& signals, const Surroundings& around);
  std::span<const Fade> fades(std::size_t source) const;
  // A kick is over at once and needs no fade: 1 where it is seen. [kick][receiver * kRoutes + route]
  std::span<const std::uint8_t> kicks_seen() const { return kicks_seen_; }

  void archive(StateArchive& state) { state.fields(names_, fades_, outlook_); }

 private:
  // Sources keep their id from block to block; those that share one are told apart by their order.
  struct Name {
    int object = 0;
    std::int64_t id = 0;
    friend auto operator<=>(const Name&, const Name&) = default;  // NOLINT(modernize-use-nullptr): there is none
    void archive(StateArchive& state) { state.fields(object, id); }
  };
  bool wants_glance(const SourceSignals& signals, const Surroundings& around);
  void recall(std::span<const Source> sources);
  void find_again(std::span<const Source> sources, bool is_same_audience);
  static void put_in_order(std::span<const Name> names, std::vector<std::size_t>& order);

  RayScene rays_{{}};                // what stands in the way now
  CornerCloud corners_;              // of it
  Outlook outlook_;                  // of the last glance
  std::vector<Name> names_;          // [source]
  std::vector<Fade> fades_;          // [source][pair]
  std::vector<std::uint8_t> known_;  // [source]  was it there in the block before?
  bool are_all_kept_ = false;        // were all, and need none be looked at before the next glance?
  std::vector<std::uint8_t> kicks_seen_;
  std::size_t pairs_ = 0;
  // Scratch.
  std::vector<Name> new_names_;
  std::vector<Fade> new_fades_;
  std::vector<std::size_t> old_order_, new_order_;
};

}  // namespace resound
