#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "solid/elastic_solid.h"

// The work of a step of several solids, and how threads divide it.
namespace resound {

struct SolidBatches {
  std::size_t solid = 0;
  BatchRange range;
};

// A node that one share reads and another moves.
struct ForeignNode {
  std::size_t place = 0;     // of its row
  std::size_t owner = 0;     // which share
  std::size_t shown_at = 0;  // where its row lies among those that the owner shows
};

// What one thread does: it moves a stretch of the nodes and computes every element that touches them.
struct StepShare {
  std::size_t first_part = 0, end_part = 0;  // of the nodes
  std::size_t first_node = 0, end_node = 0;  // the same
  std::vector<SolidBatches> inner, later;    // of the elements: those among its own nodes, in two halves
  std::vector<SolidBatches> border;          // and those that others compute as well
  std::vector<ForeignNode> foreign;
  std::vector<std::size_t> shown;  // places of the rows that are foreign to others
};

class StepWork {
 public:
  // The nodes of all solids lie behind each other in one array, and so do their parts.
  struct Part {
    std::size_t solid = 0, part = 0;
    std::size_t first = 0, end = 0;  // nodes
  };

  explicit StepWork(std::span<const ElasticSolid* const> solids);

  std::span<const Part> parts() const { return parts_; }
  static std::size_t part_with(std::span<const Part> parts, std::size_t node);
  double cost() const { return cost(0, parts_.size()); }
  // Of every element that touches the nodes of some parts, or a little more: batches that lie around them are counted
  // as well. [1]  a batch of linear tetrahedra
  double cost(std::size_t first_part, std::size_t end_part) const;

  // Where each thread's parts begin, and where the last one's end, if they compute so fast: all are done at about the
  // same time.
  std::vector<std::size_t> cuts(std::span<const double> speeds) const;

  StepShare whole() const;
  std::vector<StepShare> shares(std::span<const std::size_t> cuts) const;

 private:
  struct Batch {
    std::size_t solid = 0, number = 0;
    std::size_t low = 0, high = 0;  // its first node and its last
  };

  StepShare share_of(std::size_t first_part, std::size_t end_part) const;
  std::size_t first_node(std::size_t part) const;  // the end of all, if it is no part any more

  std::vector<const ElasticSolid*> solids_;
  std::vector<std::size_t> first_node_;  // of each solid
  std::vector<Part> parts_;
  std::vector<Batch> batches_;
  std::vector<double> before_, behind_;  // of each part and of the end: cost of the batches that end before it begins,
                                         // and of those that begin with it or behind
};

}  // namespace resound
