#pragma once
#include <span>
#include <vector>

#include "rod/elastic_rod.h"
#include "rod/rod_band.h"
#include "rod/rod_frame.h"

namespace resound {

// Places of a rod's degrees of freedom in a banded matrix: x, y, z of vertex i and the angle of edge i lie together.
// A closed rod is folded, so that its two ends are neighbours as well.
class RodOrder {
 public:
  explicit RodOrder(const ElasticRod& rod);
  std::size_t size() const { return 4 * vertices_; }
  std::size_t half_width() const { return is_closed_ ? 19 : 10; }
  std::size_t of_vertex(std::size_t vertex) const { return 4 * place(vertex); }  // x; y and z follow
  std::size_t of_angle(std::size_t edge) const { return 4 * place(edge) + 3; }

 private:
  std::size_t place(std::size_t vertex) const;
  std::size_t vertices_;
  bool is_closed_;
};

// Edges of a rod in a state.
std::vector<EdgeFrame> edge_frames(const ElasticRod& rod, const RodState& state);

// Goes on from a state: vertices by `shift`, edges turned by `turn` [rad] after their directors have followed.
void displace(const ElasticRod& rod, std::span<const Vec3> shift, std::span<const double> turn, RodState& state);

// Factors of the stiffness of each strain; `tension` that of the tension that holds edges straight.
struct TangentScale {
  double stretch = 1, bend = 1, twist = 1, tension = 1;
};

// Adds a rod's stiffness: exact for stretch, without the second derivatives of the strains for bend and twist and
// without compression, which leaves it positive. Entries of held degrees of freedom are left out.
void add_stiffness(const ElasticRod& rod, const RodOrder& order, std::span<const EdgeFrame> frames,
                   const std::vector<bool>& is_held, const TangentScale& scale, RodBand& band);

}  // namespace resound
