#pragma once
#include <memory>
#include <span>
#include <vector>

#include "solid/node_vectors.h"
#include "solid/solid_material.h"
#include "solid/solid_mesh.h"

namespace resound {

struct NodeRange {
  std::size_t first = 0, end = 0;
};

struct BatchRange {
  std::size_t first = 0, end = 0;
};

// What damping has to know of the step before.
struct FormerStrains {
  std::span<double> numbers;  // strain_size() of them, beginning at a line of the cache; then those of now. Empty:
                              // nothing is damped
  double step = 0;            // [s]  ago
};

// The elastic forces of a solid that may move and deform without bound: the constant model, shared by all threads. The
// state (positions, strains of the step before) belongs to the caller.
//
//   positions -> batches of elements, one a SIMD lane -> element forces -> pulled together node by node
//
// The order of all sums is fixed: the same bits for any number of threads, and for vectors of four and of eight lanes.
//
// Tetrahedra take Green's strain with either law. Bricks turn with their material and are linear within, whatever the
// law: right for any rotation, and for strains up to some per cent.
class ElasticSolid {
 public:
  ElasticSolid(const SolidMesh& mesh, const SolidMaterial& material);
  ~ElasticSolid();
  ElasticSolid(ElasticSolid&&) noexcept;
  ElasticSolid& operator=(ElasticSolid&&) noexcept;

  std::size_t nodes() const;
  std::size_t elements() const;
  std::span<const double> mass() const;  // [kg]  lumped, one a node
  const SolidMaterial& material() const;
  NodeVectors rest() const;  // [m]  positions at rest

  // The work of a step: first all batches of elements, in any order, then all parts of the nodes.
  std::size_t batches() const;
  std::vector<int> nodes_of_batch(std::size_t batch) const;
  double batch_cost() const;  // [1]  time that one takes, about, in those of a batch of linear tetrahedra
  void compute(BatchRange range, std::span<const double> position, FormerStrains former,
               std::span<double> element_forces) const;
  std::size_t strain_size() const;         // none if the material has no strain damping
  std::size_t element_force_size() const;  // of the scratch between the two
  std::size_t node_parts() const;
  NodeRange node_part(std::size_t part) const;
  void gather(std::size_t part, std::span<const double> element_forces, std::span<double> force) const;  // [N]  sets

  // All of it, undamped. [N]
  void forces(std::span<const double> position, std::span<double> element_forces, std::span<double> force) const;
  double elastic_energy(std::span<const double> position) const;  // [J]

 private:
  struct Model;
  std::unique_ptr<const Model> model_;
};

}  // namespace resound
