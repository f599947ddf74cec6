#pragma once
#include <array>
#include <vector>

#include "geometry/brick_mesh.h"

namespace resound {

// Edges of a brick by its corners.
inline constexpr std::array<std::array<int, 2>, 12> kBrickEdges{
    {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6}, {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}}};

// Colours the nodes 0 and 1 like a chessboard: the ends of every edge differ, and the first node of each connected part
// is 0. Diagonals that join nodes of one colour alternate from brick to brick and agree on common faces. Empty if the
// bricks close to an odd ring, where no such colouring exists.
std::vector<int> chessboard(const BrickMesh& mesh);

}  // namespace resound
