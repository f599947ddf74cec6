#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "numerics/vec3.h"

// Orders in which what is computed together lies together in memory, and in which threads that each take a stretch of
// the nodes have short borders.
namespace resound {

// Where stretches of a list begin, and where the last ends.
using Bounds = std::vector<std::size_t>;

Bounds even_bounds(std::size_t count, std::size_t unit);  // every `unit`, and at the end
// Parts in which nodes are added up and moved on: a power of two of them, so that halves, quarters … of a solid are as
// large as each other, and each begins at an even node: two nodes fill a line of the cache.
Bounds node_bounds(std::size_t nodes);
std::size_t middle_of(std::size_t first, std::size_t end);  // of the bounds between these two: where they are halved

// Points halved across their greatest extent, and the halves again, down to the stretches between two bounds.
std::vector<int> halved_order(std::span<const Vec3> points, const Bounds& bounds);

// Elements whose nodes lie in the halved order of node_bounds(), `corners` a row each: those of the first half, those
// across the cut, those of the second half, and so on within the halves for a few levels.
std::vector<int> element_order(std::span<const Vec3> nodes, std::span<const int> corners, std::size_t corners_a_row);

}  // namespace resound
