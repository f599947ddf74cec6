#include "solid/step_shares.h"

#include <doctest/doctest.h>

#include <array>
#include <set>

#include "share_probe.h"

namespace resound {
TEST_CASE("no other cut between two threads makes a step shorter") {
  const ElasticSolid solid = bowl();
  const std::array<const ElasticSolid*, 1> solids{&solid};
  const StepWork work(solids);
  for (const double faster : {1.0, 1.5, 0.5, 4.0, 100.0}) {
    const std::array<double, 2> speeds{1, faster};
    const double best = time_of(work, work.cuts(speeds), speeds);
    for (std::size_t cut = 1; cut < work.parts().size(); ++cut)
      CHECK(time_of(work, std::array<std::size_t, 3>{0, cut, work.parts().size()}, speeds) > 0.999 * best);
  }
}

TEST_CASE("shares move every node once and compute every element that touches their nodes") {
  const ElasticSolid solid = bowl();
  const std::array<const ElasticSolid*, 2> solids{&solid, &solid};
  const StepWork work(solids);
  const std::vector<double> speeds{1, 3, 2};
  const std::vector<StepShare> shares = work.shares(work.cuts(speeds));
  REQUIRE(shares.size() == 3);
  CHECK(shares.front().first_node == 0);
  CHECK(shares.back().end_node == 2 * solid.nodes());
  for (std::size_t i = 0; i < 3; ++i) {
    const StepShare& share = shares[i];
    if (i > 0) CHECK(share.first_node == shares[i - 1].end_node);
    const auto is_own = [&](std::size_t node) { return share.first_node <= node && node < share.end_node; };
    std::set<std::pair<std::size_t, std::size_t>> computed;
    for (const auto* batches : {&share.inner, &share.later, &share.border})
      for (const SolidBatches& some : *batches)
        for (std::size_t b = some.range.first; b < some.range.end; ++b)
          CHECK(computed.insert({some.solid, b}).second);  // once
    CHECK(static_cast<double>(computed.size()) <= work.cost(share.first_part, share.end_part));
    std::set<std::size_t> needed;
    for (std::size_t s = 0; s < 2; ++s)
      for (std::size_t b = 0; b < solid.batches(); ++b) {
        bool touches = false;
        for (const int node : solid.nodes_of_batch(b)) touches = touches || is_own(s * solid.nodes() + node);
        CHECK(touches == computed.contains({s, b}));
        if (computed.contains({s, b}))
          for (const int node : solid.nodes_of_batch(b))
            if (!is_own(s * solid.nodes() + node)) needed.insert(s * solid.nodes() + node);
      }
    REQUIRE(share.foreign.size() == needed.size());
    for (const ForeignNode& foreign : share.foreign) {
      CHECK(needed.contains(foreign.place / kNodeStride));
      CHECK(shares[foreign.owner].shown[foreign.shown_at / kNodeStride] == foreign.place);
    }
  }
}

}  // namespace resound
