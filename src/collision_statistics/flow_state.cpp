#include "collision_statistics/flow_state.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <unordered_map>

#include "numerics/pi.h"

namespace resound {
namespace {

constexpr std::uint32_t kEnough = 10;  // particles for a mean and a gradient, four numbers a component
constexpr double kThin = 0.2;          // [1]  solid fraction up to which neighbours on one side only mean a thin flow

std::uint64_t packed_cell(std::int64_t x, std::int64_t y, std::int64_t z) {
  const auto bits = [](std::int64_t n) { return static_cast<std::uint64_t>(n) & 0x1fffff; };
  return bits(x) << 42 | bits(y) << 21 | bits(z);
}
std::array<std::int64_t, 3> cell_at(const Vec3& place, double edge) {
  const auto number = [edge](double x) { return static_cast<std::int64_t>(std::floor(x / edge)); };
  return {number(place.x), number(place.y), number(place.z)};
}
std::uint64_t key_at(const Vec3& place, double edge) {
  const auto cell = cell_at(place, edge);
  return packed_cell(cell[0], cell[1], cell[2]);
}

// Of the eight cubes of two by two by two cells that have the middle one, the denser four, as for 27 cells. [m^3]
double denser_half(const std::array<double, 27>& cells) {
  std::array<double, 8> cubes{};
  for (std::size_t c = 0; c < 8; ++c)
    for (std::size_t k = 0; k < 8; ++k)
      cubes[c] += cells[(c % 2 + k % 2) + 3 * (c / 2 % 2 + k / 2 % 2) + 9 * (c / 4 + k / 4)];
  std::ranges::sort(cubes, std::greater<>());
  return (cubes[0] + cubes[1] + cubes[2] + cubes[3]) / 4 * 27 / 8;
}

// Volume of solid in the cube of three by three by three small cells around each particle, without itself.
std::vector<double> local_fractions(const FlowFrame& frame) {
  const std::size_t size = frame.positions.size();
  double edge = 0, present = 0;  // [m]
  for (std::size_t i = 0; i < size; ++i)
    if (is_finite(frame.positions[i])) edge += frame.diameters[i], ++present;
  edge /= std::max(present, 1.0);
  std::unordered_map<std::uint64_t, double> solid;  // [m^3]
  solid.reserve(2 * size);
  const auto volume = [&](std::size_t i) {
    return kPi / 6 * frame.diameters[i] * frame.diameters[i] * frame.diameters[i];
  };
  for (std::size_t i = 0; i < size; ++i)
    if (is_finite(frame.positions[i])) solid[key_at(frame.positions[i], edge)] += volume(i);
  const double cube = 27 * edge * edge * edge;
  const auto solid_at = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    const auto there = solid.find(packed_cell(x, y, z));
    return there == solid.end() ? 0.0 : there->second;
  };
  struct Around {
    double all = 0, inside = 0;  // [m^3]
  };
  std::unordered_map<std::uint64_t, Around> around;
  around.reserve(2 * size);
  std::vector<double> fractions(size);
  for (std::size_t i = 0; i < size; ++i) {
    if (!is_finite(frame.positions[i])) continue;
    const auto [x, y, z] = cell_at(frame.positions[i], edge);
    const auto [known, is_new] = around.try_emplace(packed_cell(x, y, z));
    if (is_new) {
      std::array<double, 27> cells{};
      for (std::int64_t k = 0; k < 27; ++k)
        cells[static_cast<std::size_t>(k)] = solid_at(x + k % 3 - 1, y + k / 3 % 3 - 1, z + k / 9 - 1);
      known->second = {std::reduce(cells.begin(), cells.end()), denser_half(cells)};
    }
    // where grains lie dense, a thin side of the cube is a wall or a surface, and the others say how dense they are
    const double thin = known->second.all / cube;
    const double dense = std::clamp((thin - kThin) / kThin, 0.0, 1.0);
    const double total = known->second.all + dense * (known->second.inside - known->second.all);
    // Around a ball of a dense fluid there is one ball less than elsewhere: S(0) - 1, with S(0) of hard balls.
    const double others = std::max(0.0, (total - volume(i)) / cube), p = std::min(others, kDensest);
    const double compressible = std::pow(1 - p, 4) / (1 + 4 * p + 4 * p * p - 4 * p * p * p + p * p * p * p);
    fractions[i] = std::min(kDensest, others + (1 - compressible) * volume(i) / cube);
  }
  return fractions;
}

// A symmetric three by three system by Cramer; false where particles lie in a plane.
bool solve(const std::array<double, 6>& m, const Vec3& b, Vec3& x) {  // xx yy zz xy yz zx
  const Vec3 r0{m[0], m[3], m[5]}, r1{m[3], m[1], m[4]}, r2{m[5], m[4], m[2]};
  const double determinant = dot(r0, cross(r1, r2)), scale = (m[0] + m[1] + m[2]) / 3;
  if (!(std::abs(determinant) > 1e-3 * scale * scale * scale)) return false;
  x = (b.x * cross(r1, r2) + b.y * cross(r2, r0) + b.z * cross(r0, r1)) / determinant;
  return true;
}

void find_motion(const FlowFrame& frame, std::span<const std::uint32_t> members, CellFlow& cell) {
  const double count = cell.count;
  Vec3 middle, mean;
  for (const std::uint32_t i : members) middle += frame.positions[i] / count, mean += frame.velocities[i] / count;
  cell.velocity = mean;
  std::array<double, 6> moments{};
  Vec3 bx, by, bz;  // sums of r u_x, r u_y, r u_z
  for (const std::uint32_t i : members) {
    const Vec3 r = frame.positions[i] - middle, u = frame.velocities[i] - mean;
    moments[0] += r.x * r.x, moments[1] += r.y * r.y, moments[2] += r.z * r.z;
    moments[3] += r.x * r.y, moments[4] += r.y * r.z, moments[5] += r.z * r.x;
    bx += u.x * r, by += u.y * r, bz += u.z * r;
  }
  Vec3 gx, gy, gz;  // gradients of u_x, u_y, u_z  [1/s]
  cell.has_gradient =
      cell.count >= kEnough && solve(moments, bx, gx) && solve(moments, by, gy) && solve(moments, bz, gz);
  if (!cell.has_gradient) gx = gy = gz = {};
  double squares = 0;
  for (const std::uint32_t i : members) {
    const Vec3 r = frame.positions[i] - middle;
    const Vec3 rest = frame.velocities[i] - mean - Vec3{dot(gx, r), dot(gy, r), dot(gz, r)};
    squares += dot(rest, rest);
  }
  const double freedom = count - (cell.has_gradient ? 4 : 1);
  cell.variance = freedom > 0 ? squares / (3 * freedom) : 0;
  // the strain rate, without what only swells or shrinks
  const double swelling = (gx.x + gy.y + gz.z) / 3;
  const std::array<double, 6> e{gx.x - swelling,   gy.y - swelling,   gz.z - swelling,
                                (gx.y + gy.x) / 2, (gy.z + gz.y) / 2, (gz.x + gx.z) / 2};
  const double square = e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + 2 * (e[3] * e[3] + e[4] * e[4] + e[5] * e[5]);
  cell.gradient = {gx, gy, gz};
  cell.shear = std::sqrt(2 * square);
  for (std::size_t k = 0; k < 6 && cell.shear > 0; ++k) cell.strain[k] = e[k] / cell.shear;
}

}  // namespace

FlowCells flow_cells(const FlowFrame& frame, double edge) {
  FlowCells found;
  if (frame.positions.empty()) return found;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keyed;
  keyed.reserve(frame.positions.size());
  for (std::size_t i = 0; i < frame.positions.size(); ++i)
    if (is_finite(frame.positions[i]) && is_finite(frame.velocities[i]))
      keyed.emplace_back(key_at(frame.positions[i], edge), static_cast<std::uint32_t>(i));
  std::ranges::sort(keyed);
  found.fractions = local_fractions(frame);
  for (std::size_t first = 0; first < keyed.size();) {
    std::size_t last = first;
    CellFlow cell;
    cell.first = static_cast<std::uint32_t>(found.members.size());
    for (; last < keyed.size() && keyed[last].first == keyed[first].first; ++last)
      found.members.push_back(keyed[last].second);
    cell.count = static_cast<std::uint32_t>(last - first);
    const auto members = std::span(found.members).subspan(cell.first, cell.count);
    for (const std::uint32_t i : members)
      cell.phi += found.fractions[i] / cell.count, cell.diameter += frame.diameters[i] / cell.count;
    find_motion(frame, members, cell);
    found.cells.push_back(cell);
    first = last;
  }
  return found;
}

}  // namespace resound
