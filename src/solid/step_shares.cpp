#include "solid/step_shares.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace resound {
namespace {

void add(std::vector<SolidBatches>& list, std::size_t solid, std::size_t batch) {
  if (!list.empty() && list.back().solid == solid && list.back().range.end == batch)
    ++list.back().range.end;
  else
    list.push_back({solid, {batch, batch + 1}});
}

// Moves the second half of the batches over.
void halve(std::vector<SolidBatches>& batches, std::vector<SolidBatches>& later) {
  std::size_t all = 0;
  for (const SolidBatches& some : batches) all += some.range.end - some.range.first;
  std::size_t left = all / 2;  // to stay
  std::vector<SolidBatches> stay;
  for (const SolidBatches& some : batches) {
    const std::size_t cut = some.range.first + std::min(left, some.range.end - some.range.first);
    if (some.range.first < cut) stay.push_back({some.solid, {some.range.first, cut}});
    if (cut < some.range.end) later.push_back({some.solid, {cut, some.range.end}});
    left -= cut - some.range.first;
  }
  batches = std::move(stay);
}

void sort_and_thin_out(std::vector<std::size_t>& places) {
  std::ranges::sort(places);
  const auto [from, to] = std::ranges::unique(places);
  places.erase(from, to);
}

}  // namespace

StepWork::StepWork(std::span<const ElasticSolid* const> solids) : solids_(solids.begin(), solids.end()) {
  std::size_t nodes = 0;
  for (std::size_t s = 0; s < solids_.size(); ++s) {
    const ElasticSolid& solid = *solids_[s];
    first_node_.push_back(nodes);
    for (std::size_t part = 0; part < solid.node_parts(); ++part) {
      const NodeRange range = solid.node_part(part);
      parts_.push_back({s, part, nodes + range.first, nodes + range.end});
    }
    for (std::size_t batch = 0; batch < solid.batches(); ++batch) {
      const auto [low, high] = std::ranges::minmax(solid.nodes_of_batch(batch));
      batches_.push_back({s, batch, nodes + static_cast<std::size_t>(low), nodes + static_cast<std::size_t>(high)});
    }
    nodes += solid.nodes();
  }
  before_.assign(parts_.size() + 1, 0);
  behind_.assign(parts_.size() + 1, 0);
  for (const Batch& batch : batches_) {
    const double cost = solids_[batch.solid]->batch_cost();
    before_[part_with(parts_, batch.high) + 1] += cost;
    behind_[part_with(parts_, batch.low)] += cost;
  }
  std::partial_sum(before_.begin(), before_.end(), before_.begin());
  std::partial_sum(behind_.rbegin(), behind_.rend(), behind_.rbegin());
}

std::size_t StepWork::part_with(std::span<const Part> parts, std::size_t node) {
  const auto behind = std::ranges::upper_bound(parts, node, {}, &Part::first);
  return static_cast<std::size_t>(behind - parts.begin()) - 1;
}

double StepWork::cost(std::size_t first_part, std::size_t end_part) const {
  if (first_part == end_part) return 0;
  return before_.back() - before_[first_part] - behind_[end_part];
}

std::vector<std::size_t> StepWork::cuts(std::span<const double> speeds) const {
  assert(!speeds.empty() && speeds.size() <= parts_.size());
  // In some time each goes as far as it gets, but takes one part and leaves as many as there are others; the last takes
  // the rest.
  const auto within = [&](double time) {
    std::vector<std::size_t> cuts{0};
    for (std::size_t others = speeds.size() - 1; others > 0; --others) {
      const double most = time * speeds[speeds.size() - 1 - others];
      std::size_t end = cuts.back() + 1;
      while (end + others < parts_.size() && cost(cuts.back(), end + 1) <= most) ++end;
      cuts.push_back(end);
    }
    cuts.push_back(parts_.size());
    return cuts;
  };
  const double together = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  double too_short = 0, enough = 2 * cost() / speeds.back();
  for (int halving = 0; halving < 30 && enough - too_short > 1e-3 * cost() / together; ++halving) {
    const double time = (too_short + enough) / 2;
    const std::vector<std::size_t> cuts = within(time);
    (cost(cuts[speeds.size() - 1], parts_.size()) <= time * speeds.back() ? enough : too_short) = time;
  }
  return within(enough);
}

StepShare StepWork::whole() const { return share_of(0, parts_.size()); }

std::vector<StepShare> StepWork::shares(std::span<const std::size_t> cuts) const {
  std::vector<StepShare> shares;
  for (std::size_t thread = 0; thread + 1 < cuts.size(); ++thread)
    shares.push_back(share_of(cuts[thread], cuts[thread + 1]));
  for (StepShare& share : shares)
    for (ForeignNode& node : share.foreign) {
      const auto owner = std::ranges::find_if(
          shares, [&](const StepShare& other) { return node.place < kNodeStride * other.end_node; });
      node.owner = static_cast<std::size_t>(owner - shares.begin());
      owner->shown.push_back(node.place);
    }
  for (StepShare& share : shares) sort_and_thin_out(share.shown);
  for (StepShare& share : shares)
    for (ForeignNode& node : share.foreign) {
      const std::vector<std::size_t>& shown = shares[node.owner].shown;
      const auto at = std::ranges::lower_bound(shown, node.place);
      node.shown_at = kNodeStride * static_cast<std::size_t>(at - shown.begin());
    }
  return shares;
}

std::size_t StepWork::first_node(std::size_t part) const {
  return part < parts_.size() ? parts_[part].first : parts_.back().end;
}

StepShare StepWork::share_of(std::size_t first_part, std::size_t end_part) const {
  const std::size_t begin = first_node(first_part), end = first_node(end_part);
  StepShare share{first_part, end_part, begin, end, {}, {}, {}, {}, {}};
  std::vector<std::size_t> places;  // of foreign nodes
  for (const Batch& batch : batches_) {
    if (batch.high < begin || end <= batch.low) continue;
    if (begin <= batch.low && batch.high < end) {
      add(share.inner, batch.solid, batch.number);
      continue;
    }
    const auto at = [&](int node) { return first_node_[batch.solid] + static_cast<std::size_t>(node); };
    const auto is_own = [&](int node) { return begin <= at(node) && at(node) < end; };
    const std::vector<int> nodes = solids_[batch.solid]->nodes_of_batch(batch.number);
    if (std::ranges::none_of(nodes, is_own)) continue;  // it lies around the share
    add(share.border, batch.solid, batch.number);
    for (const int node : nodes)
      if (!is_own(node)) places.push_back(kNodeStride * at(node));
  }
  sort_and_thin_out(places);
  for (const std::size_t place : places) share.foreign.push_back({place, 0, 0});
  if (!share.border.empty()) halve(share.inner, share.later);
  return share;
}

}  // namespace resound
