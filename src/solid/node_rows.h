#pragma once
#include <cstddef>
#include <span>

#include "solid/node_vectors.h"

namespace resound {

// Vectors of all nodes, wherever they lie: each thread that moves some of them keeps those in memory of its own.
class NodeRows {
 public:
  struct Piece {
    std::size_t end = 0;           // the nodes before it, down to the end of the piece before
    const double* rows = nullptr;  // as if node 0 were here as well
  };

  NodeRows(std::span<const double> all) : all_(all.data()) {}  // NOLINT(google-explicit-constructor)
  NodeRows(const NodeVectors& all) : all_(all.data()) {}       // NOLINT(google-explicit-constructor)
  explicit NodeRows(std::span<const Piece> pieces) : pieces_(pieces.data()) {}

  Vec3 operator[](std::size_t node) const {
    const double* rows = all_;
    if (pieces_) {
      const Piece* piece = pieces_;
      while (node >= piece->end) ++piece;
      rows = piece->rows;
    }
    const double* v = rows + kNodeStride * node;
    return {v[0], v[1], v[2]};
  }

 private:
  const double* all_ = nullptr;
  const Piece* pieces_ = nullptr;  // instead, if there are several
};

}  // namespace resound
