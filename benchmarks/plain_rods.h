#pragma once
#include <vector>

#include "rod/elastic_rod.h"

// Explicit steps of a rod as one would first write them: cell after cell, small vectors, each force added to its vertex
// at once, to hold the kernel of src/rod against.
namespace resound::bench {

// The same model as src/rod: any section, natural curvature and twist, directors carried by the least rotation.
class PlainRod {
 public:
  explicit PlainRod(const ElasticRod& rod);
  void step(double step);
  std::vector<Vec3> x, v;

 private:
  const ElasticRod& rod_;
  std::vector<Vec3> force_, t_, d1_, d2_;
  std::vector<double> length_, spin_, torque_, twist_;
};

// The shortest program there is: a straight wire of round section, whose bending needs no directors.
class PlainWire {
 public:
  explicit PlainWire(const ElasticRod& rod);
  void step(double step);
  std::vector<Vec3> x, v;

 private:
  const ElasticRod& rod_;
  std::vector<Vec3> force_, t_, u_;
  std::vector<double> theta_, spin_, torque_;
};

}  // namespace resound::bench
