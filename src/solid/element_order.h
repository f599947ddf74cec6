#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "numerics/vec3.h"

// Orders in which what is computed together lies together in memory, and in which threads that each take a stretch of
// the nodes have short borders.
namespace resound {

// Points halved across their greatest extent, and the halves again, down to `unit` points. All cuts fall on multiples
// of it; the first comes after first_half().
std::vector<int> halved_order(std::span<const Vec3> points, std::size_t unit);
std::size_t first_half(std::size_t points, std::size_t unit);

// Elements whose nodes lie in such an order, `corners` a row each: those of the first half, those across the cut, those
// of the second half, and so on within the halves for a few levels.
std::vector<int> element_order(std::span<const Vec3> nodes, std::span<const int> corners, std::size_t corners_a_row);

}  // namespace resound
