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
//   kick -> meets the ear (delay, 1/r, direction) -> dots, shared between two distances -> spread over the grid
//
// Owned by one task at a time. The spheres count as at rest while they are kicked: their own speed would change the
// sound by v/c, 0.3 % for 1 m/s.
class KickCarrier {
 public:
  void carry(std::span<const SphereKick> kicks, const KickSheet& sheet, const KickSelection& selection, int receiver,
             const Surroundings& around, ArrivalBuffers& to);

 private:
  // One kick at the ear.
  struct Hit {
    std::size_t kick = 0;
    double at = 0;             // [samples]  absolute
    double near = 0, far = 0;  // [Pa s], [Pa s^2]
    double stretch = 1;        // [1]  E: how much slower a moving ear hears
    double rest = 0;           // [Pa s]  what a moving ear hears beside
    int shape = 0;             // as a moving ear hears it
    DistanceBins::Place place;
    Vec3 direction;
  };
  void meet_kick(const SphereKick& kick, std::size_t index, bool mirrored, const Receiver& receiver,
                 const Surroundings& around);
  void spread(const KickSheet& sheet, const Receiver& receiver, const Surroundings& around, ArrivalBuffers& to);
  void add_dots(const Hit& hit, int shape, const KickSheet& sheet, double weight, double band);
  int stretched_shape(const KickShape& shape, double stretch);

  SampleRate rate_;
  std::vector<Hit> hits_;
  std::vector<KickDot> dots_;
  std::vector<KickShape> shapes_;  // of a moving ear
};

}  // namespace resound
