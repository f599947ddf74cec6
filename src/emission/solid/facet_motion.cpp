#include "emission/solid/facet_motion.h"

#include <cmath>

#include "base/parallel.h"

namespace resound {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// Where the three coordinates of three vertices begin: [corner][axis].
using NineRows = std::array<std::array<const double*, 3>, 3>;

NineRows rows_of(const std::array<int, 3>& vertices, std::span<const double> vectors, std::size_t stride) {
  NineRows rows;
  for (std::size_t corner = 0; corner < 3; ++corner)
    for (std::size_t axis = 0; axis < 3; ++axis)
      rows[corner][axis] = vectors.data() + (3 * at(vertices[corner]) + axis) * stride;
  return rows;
}

Vec3 mean_of(const std::array<int, 3>& vertices, std::span<const double> vectors, std::size_t stride,
             std::size_t sample) {
  Vec3 sum;
  for (const auto& row : rows_of(vertices, vectors, stride)) sum += {row[0][sample], row[1][sample], row[2][sample]};
  return sum / 3;
}

}  // namespace

void FacetMotion::follow(const RadiatingSkin& skin, const SkinMotion& motion, int count) {
  const std::size_t facets = skin.corners.size();
  stride = at(count);
  for (auto& axis : area) axis.resize(facets * stride);
  flow.resize(facets * stride);
  speed.resize(facets * stride);
  constexpr std::size_t kChunk = 64;
  parallel_for((facets + kChunk - 1) / kChunk, [&](std::size_t chunk) {
    for (std::size_t f = chunk * kChunk; f < std::min(facets, (chunk + 1) * kChunk); ++f) {
      const NineRows x = rows_of(skin.corners[f], motion.position, motion.stride);
      const NineRows v = rows_of(skin.carriers[f], motion.velocity, motion.stride);
      double *ax = area[0].data() + f * stride, *ay = area[1].data() + f * stride, *az = area[2].data() + f * stride;
      double *out = flow.data() + f * stride, *fast = speed.data() + f * stride;
      for (std::size_t i = 0; i < stride; ++i) {
        const double ux = x[1][0][i] - x[0][0][i], uy = x[1][1][i] - x[0][1][i], uz = x[1][2][i] - x[0][2][i];
        const double wx = x[2][0][i] - x[0][0][i], wy = x[2][1][i] - x[0][1][i], wz = x[2][2][i] - x[0][2][i];
        ax[i] = 0.5 * (uy * wz - uz * wy), ay[i] = 0.5 * (uz * wx - ux * wz), az[i] = 0.5 * (ux * wy - uy * wx);
        const double vx = v[0][0][i] + v[1][0][i] + v[2][0][i], vy = v[0][1][i] + v[1][1][i] + v[2][1][i],
                     vz = v[0][2][i] + v[1][2][i] + v[2][2][i];
        out[i] = (vx * ax[i] + vy * ay[i] + vz * az[i]) / 3;
        fast[i] = out[i] / std::sqrt(ax[i] * ax[i] + ay[i] * ay[i] + az[i] * az[i] + 1e-40);
      }
    }
  });
}

Vec3 centroid(const RadiatingSkin& skin, const SkinMotion& motion, std::size_t facet, std::size_t sample) {
  return mean_of(skin.corners[facet], motion.position, motion.stride, sample);
}

}  // namespace resound
