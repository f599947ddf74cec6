#pragma once
#include <array>
#include <span>
#include <vector>

#include "grain/contact_kernel.h"

namespace resound {

// Balls sorted into cells at least as large as the reach of their contacts. What lies far from the bulk counts for the
// cells at the border: neighbours stay neighbours, and a grain that has left for good costs no memory.
class BallCells {
 public:
  // Cells of at least `size` [m]; a `period` [m] above 0 repeats.
  BallCells(std::span<const Vec3> places, double size, double period);

  // All places, cell by cell; the longest side of the whole varies slowest, so that stretches of it have small borders.
  std::span<const int> in_order() const { return listed_; }

  // Shows every place in the cells around that of place `i`, itself included; some may come twice if the period has
  // less than three cells: see is_small().
  template <class Show>
  void around(std::size_t i, const Show& show) const;
  bool is_small() const { return small_; }

  // The same as stretches of in_order(). Where places were given cell by cell, most of those before place `i` are left
  // out.
  struct Stretch {
    int begin, end;
  };
  static constexpr std::size_t kMostStretches = 27;
  std::span<const Stretch> stretches_behind(std::size_t i, std::array<Stretch, kMostStretches>& room) const;

 private:
  void choose_box(std::span<const Vec3> places, double size, double period);
  Stretch stretch(int first, int last) const {  // of cells
    return {first_[static_cast<std::size_t>(first)], first_[static_cast<std::size_t>(last + 1)]};
  }
  template <class Show>
  void show_stretches(std::size_t i, const Show& show) const;

  std::array<double, 3> low_{}, inverse_{};  // [m], [1/m]
  std::array<int, 3> count_{1, 1, 1};
  std::array<std::size_t, 3> axis_{0, 1, 2};  // fastest first
  bool periodic_ = false, small_ = false, was_in_order_ = false;
  std::vector<std::array<int, 3>> cells_;  // of each place, fastest axis first
  std::vector<int> first_, listed_;
};

template <class Show>
void BallCells::around(std::size_t i, const Show& show) const {
  show_stretches(i, [&](const Stretch& s) {
    for (int k = s.begin; k < s.end; ++k) show(listed_[static_cast<std::size_t>(k)]);
  });
}

template <class Show>
void BallCells::show_stretches(std::size_t i, const Show& show) const {
  const auto [x, y, z] = cells_[i];
  const auto wrapped = [&](int c, std::size_t axis) {
    return c < 0 ? c + count_[axis] : c >= count_[axis] ? c - count_[axis] : c;
  };
  for (int dz = -1; dz <= 1; ++dz)
    for (int dy = -1; dy <= 1; ++dy) {
      int cy = y + dy, cz = z + dz;
      if (periodic_) {
        cy = wrapped(cy, 1);
        cz = wrapped(cz, 2);
      } else if (cy < 0 || cz < 0 || cy >= count_[1] || cz >= count_[2]) {
        continue;
      }
      const int row = (cz * count_[1] + cy) * count_[0];
      const int from = x > 0 ? x - 1 : 0, to = x + 1 < count_[0] ? x + 1 : x;
      show(stretch(row + from, row + to));
      if (periodic_ && x == 0) show(stretch(row + count_[0] - 1, row + count_[0] - 1));
      if (periodic_ && x == count_[0] - 1) show(stretch(row, row));
    }
}

}  // namespace resound
