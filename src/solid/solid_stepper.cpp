#include "solid/solid_stepper.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "base/parallel.h"

namespace resound {
namespace {

// A part of the elements takes about a microsecond, and handing out a step costs about half of one.
constexpr std::size_t kPartsAThread = 6;

int threads_for(std::size_t parts) {
  return std::min(thread_limit(), static_cast<int>(std::max<std::size_t>(1, parts / kPartsAThread)));
}

}  // namespace

SolidStepper::SolidStepper(std::vector<const ElasticSolid*> solids, double step)
    : solids_(std::move(solids)), step_(step) {
  assert(step > 0);
  std::size_t nodes = 0;
  for (std::size_t s = 0; s < solids_.size(); ++s) {
    const ElasticSolid& solid = *solids_[s];
    const double damping = solid.material().mass_damping * step;  // alpha dt
    first_node_.push_back(nodes);
    numbers_.push_back({step, (2 - damping) / (2 + damping)});
    for (const double mass : solid.mass()) {
      mass_.push_back(mass);
      gain_.push_back(2 * step / ((2 + damping) * mass));
    }
    element_forces_.emplace_back(solid.element_force_size());
    for (std::size_t part = 0; part < solid.element_parts(); ++part) element_parts_.push_back({s, part});
    for (std::size_t part = 0; part < solid.node_parts(); ++part) {
      const NodeRange range = solid.node_part(part);
      node_parts_.push_back({{s, part}, nodes + range.first, nodes + range.end, {}, {}, {}, 0});
    }
    nodes += solid.nodes();
  }
  for (AlignedNumbers* numbers : {&position_, &velocity_, &force_, &more_})
    *numbers = AlignedNumbers(kNodeStride * nodes);
  for (std::size_t s = 0; s < solids_.size(); ++s) std::ranges::copy(solids_[s]->rest(), rows(position_, s).begin());
  if (const int threads = threads_for(element_parts_.size()); threads > 1) team_ = std::make_unique<SpinTeam>(threads);
}

SolidStepper::~SolidStepper() = default;
SolidStepper::SolidStepper(SolidStepper&&) noexcept = default;
SolidStepper& SolidStepper::operator=(SolidStepper&&) noexcept = default;

std::span<double> SolidStepper::rows(AlignedNumbers& numbers, std::size_t solid) {
  return numbers.all().subspan(kNodeStride * first_node_[solid], kNodeStride * solids_[solid]->nodes());
}

SolidStepper::NodePart& SolidStepper::part_with(std::size_t node) {
  return *std::ranges::find_if(node_parts_, [&](const NodePart& p) { return p.first <= node && node < p.end; });
}

void SolidStepper::hold(std::span<const int> nodes) {
  for (const int node : nodes) {
    gain_[static_cast<std::size_t>(node)] = 0;
    set_vector(velocity(), static_cast<std::size_t>(node), {});
  }
}

void SolidStepper::drive(std::vector<int> nodes, Drive velocity_of) {
  for (NodePart& part : node_parts_) part.driven.clear();
  for (std::size_t slot = 0; slot < nodes.size(); ++slot) {
    const auto node = static_cast<std::size_t>(nodes[slot]);
    NodePart& part = part_with(node);
    part.driven.push_back({node, slot});
    // free to move, if it was held: what holds it now is the force that drives it
    gain_[node] = step_ * (1 + numbers_[part.part.solid].keep) / (2 * mass_[node]);
  }
  driven_velocity_.assign(kNodeStride * nodes.size(), 0);
  velocity_of_ = std::move(velocity_of);
}

void SolidStepper::record(std::vector<std::vector<int>> lists) {
  for (NodePart& part : node_parts_) part.recorded.clear();
  recorded_nodes_.clear();
  for (std::size_t list = 0; list < lists.size(); ++list) {
    recorded_nodes_.push_back(lists[list].size());
    for (std::size_t slot = 0; slot < lists[list].size(); ++slot) {
      const auto node = static_cast<std::size_t>(lists[list][slot]);
      part_with(node).recorded.push_back({node, list, slot});
    }
  }
  recorded_.assign(lists.size(), {});
}

std::span<const double> SolidStepper::recorded(std::size_t list) const { return recorded_[list]; }

void SolidStepper::advance(int steps, const Hook& hook) {
  look_for_fastest();
  for (std::size_t list = 0; list < recorded_.size(); ++list)
    recorded_[list].resize(static_cast<std::size_t>(steps) * 3 * recorded_nodes_[list]);
  int step = 0;
  const auto before = [&] {
    if (velocity_of_) velocity_of_(step, driven_velocity_);
    if (hook) hook(step, more_.all());
  };
  const SpinTeam::Work elements = [&](std::size_t i) { compute(element_parts_[i]); };
  const SpinTeam::Work nodes = [&](std::size_t i) { move_on(node_parts_[i], step); };
  const std::function<void()> ahead = before;
  for (; step < steps; ++step) {
    if (team_) {
      team_->run(element_parts_.size(), elements, ahead);
      team_->run(node_parts_.size(), nodes);
    } else {
      before();
      for (const Part& part : element_parts_) compute(part);
      for (NodePart& part : node_parts_) move_on(part, step);
    }
    for (NodePart& part : node_parts_) work_of_drive_ += std::exchange(part.work, 0);
  }
}

void SolidStepper::together(std::size_t parts, const SpinTeam::Work& work) {
  if (team_) return team_->run(parts, work);
  for (std::size_t part = 0; part < parts; ++part) work(part);
}

void SolidStepper::compute(const Part& part) {
  solids_[part.solid]->compute(part.part, rows(position_, part.solid), rows(velocity_, part.solid),
                               element_forces_[part.solid].all());
}

void SolidStepper::move_on(NodePart& part, int step) {
  const std::size_t solid = part.part.solid;
  solids_[solid]->gather(part.part.part, element_forces_[solid].all(), rows(force_, solid));
  if (!part.driven.empty()) move_driven(part);
  part.fastest = {};
  step_nodes(part.first, part.end, numbers_[solid], gain_.data(), force_.all().data(), more_.all().data(),
             velocity_.all().data(), position_.all().data(), part.fastest.data());
  const std::span<const double> v = velocity_.all();
  for (const Recorded& recorded : part.recorded) {
    double* to = recorded_[recorded.list].data() +
                 3 * (static_cast<std::size_t>(step) * recorded_nodes_[recorded.list] + recorded.slot);
    std::copy_n(v.data() + kNodeStride * recorded.node, 3, to);
  }
}

// Adds the force that gives each driven node the velocity it has to have; step_nodes() then treats all nodes alike.
void SolidStepper::move_driven(NodePart& part) {
  const double keep = numbers_[part.part.solid].keep;
  for (const Driven& driven : part.driven) {
    const Vec3 wanted = vector_at(driven_velocity_, driven.slot), now = vector_at(velocity(), driven.node);
    const Vec3 acting = vector_at(force_.all(), driven.node) + vector_at(more_.all(), driven.node);
    const Vec3 push = (wanted - keep * now) / gain_[driven.node] - acting;
    add_vector(more_.all(), driven.node, push);
    part.work += step_ * dot(push, 0.5 * (wanted + now));
  }
}

void SolidStepper::look_for_fastest() {
  for (NodePart& part : node_parts_) {
    part.fastest = {};
    for (std::size_t node = part.first; node < part.end; ++node)
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const double v = velocity_.all()[kNodeStride * node + axis];
        part.fastest[axis] = std::max(part.fastest[axis], v * v);
      }
  }
}

double SolidStepper::fastest() const {
  double greatest = 0;
  for (const NodePart& part : node_parts_)
    greatest = std::max(greatest, part.fastest[0] + part.fastest[1] + part.fastest[2]);
  return std::sqrt(greatest);
}

double SolidStepper::kinetic_energy() const {
  double sum = 0;
  for (std::size_t node = 0; node < mass_.size(); ++node) {
    const Vec3 v = vector_at(velocity_.all(), node);
    sum += mass_[node] / 2 * dot(v, v);
  }
  return sum;
}

double SolidStepper::elastic_energy() const {
  double sum = 0;
  for (std::size_t s = 0; s < solids_.size(); ++s)
    sum += solids_[s]->elastic_energy(
        position_.all().subspan(kNodeStride * first_node_[s], kNodeStride * solids_[s]->nodes()));
  return sum;
}

void SolidStepper::archive(StateArchive& state) { state.fields(position_, velocity_, work_of_drive_); }

}  // namespace resound
