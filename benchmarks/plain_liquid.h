#pragma once
#include <vector>

// A dam break as one would first write it: density and pressure kernels of Mueller, in single precision, cells sorted
// at each step, candidates looked through twice, walls that clamp; to hold src/liquid against. It has 26 neighbours
// where ours has 58, and no wall particles.
namespace resound::bench {

class PlainLiquid {
 public:
  explicit PlainLiquid(int particles);  // a cube of one metre in a box of 3 x 2 x 1
  void step();
  std::size_t size() const { return x_.size(); }

 private:
  struct V {
    float x, y, z;
  };
  struct Cell {
    int x, y, z;
  };
  Cell cell(const V& p) const;
  void sort();
  template <class Visit>
  void for_candidates(const V& p, const Visit& visit) const;
  void find_densities(std::size_t begin, std::size_t end);
  void find_forces(std::size_t begin, std::size_t end);
  void move(std::size_t begin, std::size_t end);

  float spacing_, h_, mass_, step_;
  int nx_, ny_, nz_;
  std::vector<V> x_, v_, a_, sorted_x_, sorted_v_;
  std::vector<float> density_, pressure_;
  std::vector<int> first_, key_;
};

}  // namespace resound::bench
