#pragma once
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "fem/dense_front.h"
#include "fem/pencil.h"

namespace resound {

// Which unknowns each front of a factorisation holds and touches. It serves any shift.
struct FrontLayout {
  struct Place {
    std::size_t first, columns;        // unknowns, by turn
    std::size_t row_start, row_count;  // in rows
    int parent;                        // -1: none
  };
  std::vector<std::size_t> turn;  // of each unknown
  std::vector<Place> places;      // children before their parents, see front_tree.h
  std::vector<int> rows;          // below each front, by turn, rounded up to whole tiles of a factor
  std::span<const int> rows_below(const Place& place) const {
    return std::span(rows).subspan(place.row_start, place.row_count);
  }
};

FrontLayout front_layout(const Pencil& pencil);

// Assembles K - shift M front by front and calls eliminate(number, front) with each, which must eliminate it.
void eliminate_fronts(const Pencil& pencil, double shift, const FrontLayout& layout,
                      const std::function<void(std::size_t number, DenseFront& front)>& eliminate);

}  // namespace resound
