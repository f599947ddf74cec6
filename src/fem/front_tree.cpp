#include "fem/front_tree.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include "fem/index.h"
#include "fem/node_graph.h"

namespace resound {

namespace {

// The same graph with nodes numbered anew.
NodeGraph renumbered(const NodeGraph& graph, const std::vector<int>& number) {
  NodeGraph result{std::vector<int>(graph.start.size()), std::vector<int>(graph.neighbour.size())};
  for (std::size_t i = 0; i < number.size(); ++i)
    result.start[index(number[i]) + 1] = graph.start[i + 1] - graph.start[i];
  std::partial_sum(result.start.begin(), result.start.end(), result.start.begin());
  for (std::size_t i = 0; i < number.size(); ++i) {
    int to = result.start[index(number[i])];
    for (int at = graph.start[i]; at < graph.start[i + 1]; ++at)
      result.neighbour[index(to++)] = number[index(graph.neighbour[index(at)])];
  }
  return result;
}

// Collects the nodes after `last`, each once.
class LaterNodes {
 public:
  explicit LaterNodes(std::size_t nodes) : seen_by_(nodes, -1) {}
  void begin(int last) { last_ = last, list_.clear(); }
  void add(int node) {
    if (node > last_ && std::exchange(seen_by_[index(node)], last_) != last_) list_.push_back(node);
  }
  void add(const std::vector<int>& nodes) {
    for (const int node : nodes) add(node);
  }
  void add_neighbours(const NodeGraph& graph, int node) {
    for (int at = graph.start[index(node)]; at < graph.start[index(node) + 1]; ++at) add(graph.neighbour[index(at)]);
  }
  const std::vector<int>& list() const { return list_; }

 private:
  std::vector<int> seen_by_, list_;
  int last_ = -1;
};

// A front in the making, named by its last node.
struct Draft {
  int parent = -1;         // a node of it, perhaps not the last
  int joined_to;           // the front that took it in, or itself
  std::vector<int> nodes;  // the last one first
  std::int64_t rows = 0, zeros = 0;
};

int name_of(std::vector<Draft>& drafts, int node) {
  while (drafts[index(node)].joined_to != node)
    node = drafts[index(node)].joined_to = drafts[index(drafts[index(node)].joined_to)].joined_to;
  return node;
}

// One front a node: what it touches are its later neighbours and what its children touch; its parent is the first of
// these.
std::vector<Draft> single_node_fronts(const NodeGraph& graph) {
  const int nodes = static_cast<int>(graph.start.size()) - 1;
  std::vector<Draft> drafts;
  drafts.reserve(index(nodes));
  std::vector<std::vector<int>> touched(index(nodes)), children(index(nodes));
  LaterNodes later(index(nodes));
  for (int i = 0; i < nodes; ++i) {
    later.begin(i);
    later.add_neighbours(graph, i);
    for (const int child : children[index(i)]) {
      later.add(touched[index(child)]);
      std::vector<int>().swap(touched[index(child)]);
    }
    touched[index(i)] = later.list();
    const auto first = std::ranges::min_element(later.list());
    const int parent = first == later.list().end() ? -1 : *first;
    if (parent >= 0) children[index(parent)].push_back(i);
    drafts.push_back({parent, i, {i}, static_cast<std::int64_t>(later.list().size()), 0});
  }
  return drafts;
}

// Takes children into their parents where at most so small a share of the joined front is zero: none at first, so that
// fronts which fit exactly find each other, then more, the most for small fronts.
void join(std::vector<Draft>& drafts, int components, bool exactly) {
  const auto most_zeros = [&](std::int64_t columns) {
    columns *= components;
    return exactly         ? 0.0
           : columns <= 16 ? 0.6
           : columns <= 48 ? 0.2
                           : 0.05;  // tuned on cups of 10 to 150 thousand unknowns
  };
  for (int name = 0; name < static_cast<int>(drafts.size()); ++name) {
    Draft& child = drafts[index(name)];
    if (child.joined_to != name || child.parent < 0) continue;
    const int parent_name = name_of(drafts, child.parent);
    Draft& parent = drafts[index(parent_name)];
    const auto own = static_cast<std::int64_t>(child.nodes.size()),
               others = static_cast<std::int64_t>(parent.nodes.size());
    const std::int64_t columns = own + others, entries = columns * (columns + 1) / 2 + columns * parent.rows;
    const std::int64_t zeros = child.zeros + parent.zeros + own * (others + parent.rows - child.rows);
    if (static_cast<double>(zeros) > most_zeros(columns) * static_cast<double>(entries)) continue;
    parent.nodes.insert(parent.nodes.end(), child.nodes.begin(), child.nodes.end());
    parent.zeros = zeros;
    child = {child.parent, parent_name, {}, 0, 0};
  }
}

// Names of fronts: a parent, then all below its first child, then all below the next.
std::vector<int> from_the_root(std::vector<Draft>& drafts) {
  std::vector<std::vector<int>> children(drafts.size());
  std::vector<int> waiting, result;
  for (int name = 0; name < static_cast<int>(drafts.size()); ++name) {
    const Draft& draft = drafts[index(name)];
    if (draft.joined_to != name) continue;
    (draft.parent < 0 ? waiting : children[index(name_of(drafts, draft.parent))]).push_back(name);
  }
  while (!waiting.empty()) {
    const int name = waiting.back();
    waiting.pop_back();
    result.push_back(name);
    waiting.insert(waiting.end(), children[index(name)].begin(), children[index(name)].end());
  }
  return result;
}

}  // namespace

FrontTree front_tree(const Pencil& pencil, std::span<const int> elimination_order) {
  const NodeGraph graph = node_graph(pencil);
  const std::size_t nodes = graph.start.size() - 1;
  FrontTree tree{std::vector<int>(nodes), {}};
  for (std::size_t i = 0; i < nodes; ++i)
    tree.turn[i] = elimination_order[i * index(pencil.components)] / pencil.components;
  NodeGraph by_turn = renumbered(graph, tree.turn);
  std::vector<Draft> drafts = single_node_fronts(by_turn);
  join(drafts, pencil.components, true);
  join(drafts, pencil.components, false);

  // Children first: the new turns.
  std::vector<int> new_turn(nodes), front_named(nodes, -1);
  int turn = 0;
  const std::vector<int> names = from_the_root(drafts);
  for (auto name = names.rbegin(); name != names.rend(); ++name) {
    const std::vector<int>& members = drafts[index(*name)].nodes;
    front_named[index(*name)] = static_cast<int>(tree.fronts.size());
    tree.fronts.push_back({turn, static_cast<int>(members.size()), -1, {}});
    for (auto node = members.rbegin(); node != members.rend(); ++node) new_turn[index(*node)] = turn++;
  }
  for (int& at : tree.turn) at = new_turn[index(at)];
  by_turn = renumbered(by_turn, new_turn);

  // What each front touches.
  LaterNodes later(nodes);
  std::vector<std::vector<int>> children(tree.fronts.size());
  auto name = names.rbegin();
  for (std::size_t f = 0; f < tree.fronts.size(); ++f, ++name) {
    Front& front = tree.fronts[f];
    later.begin(front.first + front.count - 1);
    for (int node = front.first; node < front.first + front.count; ++node) later.add_neighbours(by_turn, node);
    for (const int child : children[f]) later.add(tree.fronts[index(child)].rows);
    front.rows = later.list();
    std::ranges::sort(front.rows);
    if (drafts[index(*name)].parent < 0) continue;
    front.parent = front_named[index(name_of(drafts, drafts[index(*name)].parent))];
    children[index(front.parent)].push_back(static_cast<int>(f));
  }
  return tree;
}

}  // namespace resound
