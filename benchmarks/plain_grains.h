#pragma once
#include <cstdint>
#include <memory>
#include <vector>

namespace resound::bench {

struct GrainBoxCase {
  int count = 1000;
  bool gas = false;  // elastic, without gravity, under a lid; otherwise a pile that settles, restitution 0.9
};

struct GrainBoxStart {
  double width = 0, top = 0;                // of the box, in diameters
  std::vector<double> x, y, z, vx, vy, vz;  // balls of diameter 1 on a shaken lattice
};
GrainBoxStart grain_box(const GrainBoxCase& what);

// Event-driven hard balls as one would first write them: a heap of all predicted events, void ones left in it, cells
// that hold lists of numbers, and everything around predicted anew after each event. Same physics as src/grain has
// there.
class PlainGrains {
 public:
  explicit PlainGrains(const GrainBoxCase& what);
  ~PlainGrains();
  void run(std::int64_t collisions);  // that many more

 private:
  struct Model;
  std::unique_ptr<Model> model_;
};

}  // namespace resound::bench
