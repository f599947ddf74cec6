#include "solid/step_memory.h"

#include <hwy/cache_control.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "base/cache_line.h"
#include "base/error.h"

namespace resound {
namespace {

constexpr std::size_t kPage = 512;  // numbers: processors fetch ahead no farther than to the end of a page

void copy_row(const double* from, double* to) { std::memcpy(to, from, kNodeStride * sizeof(double)); }

template <class Number>
void copy_rows(std::span<const Number> from, std::span<Number> to, std::size_t first_node, std::size_t end_node) {
  if (from.empty()) return;
  std::copy_n(from.data() + kNodeStride * first_node, kNodeStride * (end_node - first_node),
              to.data() + kNodeStride * first_node);
}

}  // namespace

StepMemory::StepMemory(std::span<const ElasticSolid* const> solids) {
  for (const ElasticSolid* solid : solids) {
    nodes += solid->nodes();
    element_forces.emplace_back(solid->element_force_size() + kPage);
    strains.emplace_back(solid->strain_size() + (solid->strain_size() > 0 ? kPage : 0));
  }
  for (AlignedNumbers* numbers : {&position[0], &position[1], &velocity, &force, &shown[0], &shown[1]})
    *numbers = AlignedNumbers(kNodeStride * nodes + kPage);
}

void StepMemory::archive(StateArchive& state, std::size_t now) {
  const auto rows_of = [&](auto own, auto rows) {
    rows.assign(own.begin(), own.end());
    state.fields(rows);
    if (rows.size() != own.size()) throw InputError("the checkpoint is damaged: it belongs to another body");
    std::ranges::copy(rows, own.begin());
  };
  for (AlignedNumbers* numbers : {&position[now], &position[1 - now], &velocity})
    rows_of(numbers->all().first(kNodeStride * nodes), NodeVectors());
  rows_of(std::span(kept), std::vector<float>());
}

void StepMemory::keep_pairs() {
  const std::span<const double> now = velocity.all().first(kNodeStride * nodes);
  kept.resize(now.size());
  std::ranges::transform(now, kept.begin(), [](double v) { return static_cast<float>(v / 2); });
}

void StepMemory::take_over(const StepShare& share, const StepMemory& whole, std::size_t now) {
  for (std::size_t turn : {now, 1 - now}) {
    copy_rows<double>(whole.position[turn].all(), position[turn].all(), share.first_node, share.end_node);
    for (const ForeignNode& node : share.foreign)
      copy_row(whole.position[turn].all().data() + node.place, position[turn].all().data() + node.place);
  }
  take_velocities(share, whole);
  copy_rows<float>(whole.kept, kept, share.first_node, share.end_node);
  show(share, now);
}

void StepMemory::take_velocities(const StepShare& share, const StepMemory& whole) {
  copy_rows<double>(whole.velocity.all(), velocity.all(), share.first_node, share.end_node);
}

void StepMemory::give_back(const StepShare& share, StepMemory& whole) const {
  for (std::size_t turn : {0, 1})
    copy_rows<double>(position[turn].all(), whole.position[turn].all(), share.first_node, share.end_node);
  copy_rows<double>(velocity.all(), whole.velocity.all(), share.first_node, share.end_node);
  copy_rows<double>(force.all(), whole.force.all(), share.first_node, share.end_node);
  copy_rows<float>(kept, whole.kept, share.first_node, share.end_node);
}

void StepMemory::ask_for_foreign(const StepShare& share, std::span<const StepMemory> of_shares, std::size_t now) const {
  for (const ForeignNode& node : share.foreign)
    hwy::Prefetch(of_shares[node.owner].shown[now].all().data() + node.shown_at);
}

void StepMemory::take_foreign(const StepShare& share, std::span<const StepMemory> of_shares, std::size_t now) {
  for (const ForeignNode& node : share.foreign)
    copy_row(of_shares[node.owner].shown[now].all().data() + node.shown_at, position[now].all().data() + node.place);
}

void StepMemory::prepare_to_show(const StepShare& share, std::size_t now) {
  constexpr std::size_t kLine = 8;  // numbers
  for (std::size_t at = 0; at < kNodeStride * share.shown.size(); at += kLine)
    fetch_to_write(shown[now].all().data() + at);
}

void StepMemory::show(const StepShare& share, std::size_t now) {
  double* to = shown[now].all().data();
  for (const std::size_t place : share.shown) {
    copy_row(position[now].all().data() + place, to);
    to += kNodeStride;
  }
}

}  // namespace resound
