#pragma once
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "numerics/random_stream.h"
#include "numerics/vec3.h"

namespace resound {

// What decides how grains collide in a small part of a flow. Temperature is not among it: rates and speeds go exactly
// as its root.
struct FlowKey {
  double phi = 0;          // [1]  solid fraction
  double shear = 0;        // [1]  shear number G D / sqrt(T)
  double restitution = 1;  // [1]
};

// How they collide there. Speeds are in units of sqrt(T); those of collisions along the axis on which the flow is
// compressed and along the one on which it is stretched are told apart. Each follows 1 - exp(-(v/v0)^shape), the law of
// Weibull: shape 2 is that of a gas.
struct CollisionLaw {
  double rate = 1;                    // [1]  of collisions, by that of a gas of the same phi and T
  double anisotropy = 0;              // [1]  a: normals n have the density 1 - a n.E.n/G, E the strain rate
  std::array<double, 2> rms{2, 2};    // [sqrt(T)]  compressed, stretched
  std::array<double, 2> shape{2, 2};  // [1]        likewise
};

struct DatabankRow {
  FlowKey key;
  CollisionLaw law;
};

// Below this solid fraction kinetic theory is right within a few percent and nothing is looked up.
inline constexpr double kDilute = 0.3;
inline constexpr double kDense = 0.4;  // from here on the table alone counts

// Of a flow that is no denser than kDilute: rate and speeds of a gas, normals biased to first order in the shear by
// sqrt(pi)/2 G D / sqrt(T) towards the axis of compression.
CollisionLaw gas_law(const FlowKey& key);

// Rows for every combination of a few solid fractions, shear numbers and restitutions; between them straight lines,
// beyond them the nearest.
class Databank {
 public:
  explicit Databank(std::vector<DatabankRow> rows);
  static Databank parse(std::string_view text, const std::string& name);  // throws InputError with the line
  static const Databank& shipped();

  CollisionLaw law(const FlowKey& key) const;
  const std::vector<DatabankRow>& rows() const { return rows_; }

 private:
  std::vector<DatabankRow> rows_;  // by phi, then shear, then restitution
  std::vector<double> phis_, shears_, restitutions_;
};

inline constexpr std::string_view kDatabankHeader =
    "phi,shear,restitution,rate,anisotropy,rms_compressed,shape_compressed,rms_stretched,shape_stretched\n";
std::string databank_line(const DatabankRow& row);  // with its line feed
std::string_view shipped_databank_text();

// A normal and a speed [in units of sqrt(T)] by chance. `strain` is the symmetric gradient over G: xx, yy, zz, xy, yz,
// zx.
struct DrawnCollision {
  Vec3 normal;
  double speed = 0;
};
DrawnCollision draw_collision(const CollisionLaw& law, const std::array<double, 6>& strain, RandomStream& chance);

}  // namespace resound
