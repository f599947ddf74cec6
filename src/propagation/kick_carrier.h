#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "propagation/arrival_buffers.h"
#include "propagation/source_carrier.h"
#include "radiation/kick_shape.h"
#include "radiation/pushed_sphere.h"

namespace resound {

// How kicks become sound. Both are band-limited and meet the same grid; the closed form is the reference, some thirty
// times as dear, and serves by itself whatever is too large or too soft for a polynomial.
enum class KickRendering { polynomial, closed_form };

// What the kicks of a block are, whoever hears them: found once for all ears.
class KickSheet {
 public:
  KickSheet(const KickFilters& filters, double speed_of_sound, KickRendering rendering);
  void read(std::span<const SphereKick> kicks);

  // A kick is heard at one instant in a shape of its own, or as deltas at many.
  struct Entry {
    int shape = 0;
    std::uint32_t first_node = 0, nodes = 0;  // none: at one instant
  };
  const Entry& entry(std::size_t kick) const { return entries_[kick]; }
  std::span<const PushNode> nodes(const Entry& entry) const {
    return std::span(nodes_).subspan(entry.first_node, entry.nodes);
  }
  const std::vector<KickShape>& shapes() const { return shapes_; }
  bool has_instants_only() const { return nodes_.empty(); }
  double band() const { return band_; }  // [rad/s]

 private:
  double band_, speed_of_sound_;
  KickRendering rendering_;
  KickShaper shaper_;
  std::vector<Entry> entries_;
  std::vector<KickShape> shapes_;  // the first is a delta
  std::vector<PushNode> nodes_;
};

// Which kicks reach a receiver: of one object or of all, and what of them is seen.
struct KickSelection {
  int object = -1;                       // all
  std::span<const std::uint8_t> seen{};  // [kick * pairs + receiver * kRoutes + route]; none: everything is seen
  std::size_t pairs = 0;
};

// Carries the kicks of a block to the buffers of one receiver, along all routes:
//
//   kicks -> flight (arrival, distance, direction) -> far and near impulse -> dots, shared between two distances ->
//   grid
//
// A kick flies and is weighed as a sample of a source is, by the same functions (flight.h).
//
// Owned by one task at a time. The spheres count as at rest while they are kicked: their own speed would change the
// sound by v/c, 0.3 % for 1 m/s.
class KickCarrier {
 public:
  void carry(std::span<const SphereKick> kicks, const KickSheet& sheet, const KickSelection& selection, int receiver,
             const Surroundings& around, ArrivalBuffers& to);

 private:
  void choose(std::span<const SphereKick> kicks, std::size_t begin, const KickSelection& selection, std::size_t pair);
  void load(std::span<const SphereKick> kicks, bool mirrored, const Ground& ground);
  void place_ear(std::span<const SphereKick> kicks, const Receiver& receiver, const Surroundings& around);
  void weigh(const Receiver& receiver, bool mirrored, double speed_of_sound);
  void slow_down(const KickSheet& sheet, double speed_of_sound);
  void share(std::span<const SphereKick> kicks, const KickSheet& sheet, const Receiver& receiver,
             const Surroundings& around, ArrivalBuffers& to);
  void fill_plain_dots(const KickSheet& sheet, std::size_t begin, std::size_t end);
  template <class Weight>
  void fill_dots(const KickSheet& sheet, bool moving_ear, std::size_t begin, std::size_t end, SampleRate rate,
                 const Weight& weight);
  void check(std::span<const SphereKick> kicks) const;
  int count() const { return static_cast<int>(chosen_.size()); }

  // of the chosen kicks, one number each
  std::vector<std::size_t> chosen_;
  Course centres_;
  std::array<std::vector<double>, 3> impulses_;  // [N s]
  std::vector<double> gain_;
  Course ear_;
  Flight flight_;
  std::vector<double> far_, near_;      // [Pa s^2], [Pa s]
  std::vector<double> at_;              // [rows]  absolute
  std::vector<double> stretch_, rest_;  // of a moving ear: E [1], and what it hears beside [Pa s]
  std::vector<int> shape_;              // likewise
  std::vector<KickShape> shapes_;       // likewise
  std::vector<DistanceBins::Place> places_;
  std::vector<KickDot> dots_;
};

}  // namespace resound
