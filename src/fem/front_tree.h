#pragma once
#include <span>
#include <vector>

#include "fem/pencil.h"

namespace resound {

// Nodes that a factorisation eliminates together, as a dense matrix: the front.
struct Front {
  int first, count;       // its nodes, by their turn
  int parent;             // the front that takes in what this one leaves; -1: none
  std::vector<int> rows;  // the later nodes that its elimination touches, ascending
};

// The plan of a factorisation by fronts [Liu 1992]: children come before their parents, and right before them those
// of the last child, so that what is left over can lie on a stack.
struct FrontTree {
  std::vector<int> turn;  // in which turn each node is eliminated
  std::vector<Front> fronts;
};

// Starts from the given elimination order of the unknowns and changes it to an equivalent one. Fronts are joined where
// that makes few zeros to be computed with: small dense matrices waste more time than they save.
FrontTree front_tree(const Pencil& pencil, std::span<const int> elimination_order);

}  // namespace resound
