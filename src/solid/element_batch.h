#pragma once
#include <array>
#include <cstddef>
#include <span>
#include <vector>

// Elements side by side, one a vector lane: what the kernels read. A batch holds eight whatever the width of the
// machine's vectors; an element that only fills up the last batch has no stiffness.
namespace resound {

inline constexpr std::size_t kBatch = 8;

struct alignas(64) BatchLanes {
  std::array<double, kBatch> lane{};
};
struct alignas(32) BatchNodes {
  std::array<int, kBatch> lane{};  // where the node's row begins: kNodeStride times its number
};

// Forces of a batch lie node by node, eight rows (x, y, z, 0) each. Lanes are not in order among the rows: this order
// costs two shuffles less where eight lanes are stored at once.
inline constexpr std::array<std::size_t, kBatch> kRowOfLane{0, 4, 1, 5, 2, 6, 3, 7};

// A point of quadrature in tetrahedra, with the modulus of shear mu and its share V of the volume. With the edges at
// rest D_m, the columns of D_m B are orthogonal to each other: B is upper triangular and has ones on its diagonal. Laws
// that know no direction do not notice that strains are taken along these columns.
struct TetPoint {
  std::array<BatchLanes, 3> shear;   // [1]          B: xy, xz, yz
  std::array<BatchLanes, 3> rest;    // [m^2]        l_i^2, squares of the columns' lengths at rest
  std::array<BatchLanes, 3> along;   // [J^1/2/m^2]  sqrt(mu V) / l_i^2
  std::array<BatchLanes, 3> across;  // [J/m^4]      -mu V / (l_i l_j)^2: yz, zx, xy; products of those above, kept
                                     //              because multiplications are what a kernel waits for
  BatchLanes inverse_volume;         // [1/m^3]      1 / (l_x l_y l_z)
};

struct Tet4Batch {
  std::array<BatchNodes, 4> node;
  TetPoint point;
};

struct Tet10Batch {
  std::array<BatchNodes, 10> node;
  std::array<TetPoint, 4> point;
};

inline constexpr std::size_t kBrickStrains = 18;  // six of the whole brick, three for each of four hourglass shapes
inline constexpr std::size_t kBrickStiffness = kBrickStrains * (kBrickStrains + 1) / 2;

// Minus the lower triangle of eight bricks' matrices, block by block: brick_kernel.cpp. Batches of equal bricks share
// one, which then stays in the nearest cache.
using BrickStiffness = std::array<BatchLanes, kBrickStiffness>;

struct BrickBatch {
  std::array<BatchNodes, 8> node;
  std::array<BatchLanes, 9> gradient;  // [1/m]  of the linear shapes at the centre
  std::array<BatchLanes, 12> warp;     // [m]    hourglass shapes of the brick at rest
  std::size_t stiffness = 0;           // which of the matrices
};

// What a kernel needs to know of the material besides.
struct LawNumbers {
  double ratio = 0;  // [1]  lambda / (2 mu)
  bool is_neo_hookean = false;
};

// Numbers that damping remembers of each element from one step to the next.
template <class Batch>
inline constexpr std::size_t kStrains = 0;
template <>
inline constexpr std::size_t kStrains<Tet4Batch> = 6;  // l_i^2 less the squares of the columns, and their products
template <>
inline constexpr std::size_t kStrains<Tet10Batch> = 4 * 6;  // at each point
template <>
inline constexpr std::size_t kStrains<BrickBatch> = kBrickStrains;

// Damping acts on the change of the strains since the step before: E + tau E' = E + weight (E - E of the step before).
struct StrainMemory {
  double* strains = nullptr;  // of the step before, then of this one; lanes of each number, batch by batch. None: no
                              // damping
  double weight = 0;          // [1]  tau over the step
};

// One row of force for each node of each element, at `rows`.
void tet4_forces(std::span<const Tet4Batch> batches, const LawNumbers& law, const double* position, StrainMemory memory,
                 double* rows);
void tet10_forces(std::span<const Tet10Batch> batches, const LawNumbers& law, const double* position,
                  StrainMemory memory, double* rows);
void brick_forces(std::span<const BrickBatch> batches, std::span<const BrickStiffness> stiffness,
                  const double* position, StrainMemory memory, double* rows);

// [J]  eight a batch.
void tet4_energies(std::span<const Tet4Batch> batches, const LawNumbers& law, const double* position, double* energies);
void tet10_energies(std::span<const Tet10Batch> batches, const LawNumbers& law, const double* position,
                    double* energies);
void brick_energies(std::span<const BrickBatch> batches, std::span<const BrickStiffness> stiffness,
                    const double* position, double* energies);

}  // namespace resound
