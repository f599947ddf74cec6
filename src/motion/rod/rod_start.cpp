#include "motion/rod/rod_start.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "numerics/gravity.h"
#include "rod/rod_frame.h"
#include "rod/rod_settle.h"
#include "scene/solid.h"

namespace resound {
namespace {

RodEnd end_of(RodHold hold) {
  return hold == RodHold::clamped ? RodEnd::clamped : hold == RodHold::pinned ? RodEnd::pinned : RodEnd::free;
}

RodMaterial material_of(const Rod& rod) {
  // as for solids: two numbers stand for the material's losses
  const Damping& losses = rod.material.damping;
  const double low = kTurn * kLossFitLow, high = kTurn * kLossFitHigh, tau = losses.loss_factor / (low + high);
  const double strain = rod.strain_damping.value_or(losses.stiffness_time + tau);
  return {.young_modulus = rod.material.young_modulus,
          .poisson_ratio = rod.material.poisson_ratio,
          .density = rod.material.density,
          .law = rod.law == RodLaw::linear ? StretchLaw::linear : StretchLaw::neo_hookean,
          .mass_damping = rod.mass_damping.value_or(losses.mass_rate + tau * low * high),
          .stretch_damping = strain,
          .bend_damping = strain,
          .twist_damping = strain,
          .tension_damping = rod.tension_damping};
}

RodSection section_of(const Rod& rod, double share) {
  return {rod.profile == RodProfile::ellipse ? RodSection::Kind::ellipse : RodSection::Kind::rectangle,
          share * rod.width / 2, share * rod.thickness / 2};
}

// Level and across the rod: where its width lies.
Vec3 level_normal(const Vec3& along) {
  const Vec3 across = cross(Vec3{0, 0, 1}, along);
  return length(across) > 1e-9 * length(along) ? normalized(across) : Vec3{0, 1, 0};
}

RodShape moved(RodShape shape, const Pose& pose) {
  for (Vec3& vertex : shape.vertices) vertex = pose.to_world(vertex);
  for (Vec3& director : shape.directors) director = pose.rotation * director;
  return shape;
}

// The stretch at which a rod of one section pulls with this force, by halving.
double stretch_at(const ElasticRod& rod, double tension) {
  double low = 1, high = 2;
  while (rod.tension(0, high) < tension && high < 1e6) high *= 2;
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    (rod.tension(0, middle) < tension ? low : high) = middle;
  }
  return low;
}

RodShape line_at_rest(const Rod& rod, const RodEnds& ends, double length_at_rest) {
  const Vec3 along = normalized(rod.to - rod.from);
  return straight_rod(rod.from, rod.from + length_at_rest * along, rod.edges, ends, level_normal(along));
}

RodShape shape_at_rest(const Rod& rod, const RodEnds& ends) {
  switch (rod.form) {
    case RodForm::straight:
      return line_at_rest(rod, ends, rod.length.value_or(length(rod.to - rod.from)));
    case RodForm::arc:
      return moved(arc_rod(rod.radius, rod.angle, rod.edges), rod.pose);
    case RodForm::ring:
      return moved(ring_rod(rod.radius, rod.edges), rod.pose);
    case RodForm::points:
      return moved(curved_rod(rod.points), rod.pose);
    case RodForm::coil:
    case RodForm::strip:
      break;
  }
  return moved(helix_rod({rod.radius, rod.pitch, rod.turns, edges_a_turn(rod), rod.form == RodForm::strip}), rod.pose);
}

ElasticRod elastic_rod(const Rod& rod, const RodEnds& ends) {
  const RodMaterial material = material_of(rod);
  const auto made_of = [&](RodShape shape) {
    const auto edges = static_cast<int>(shape.edges());
    if (rod.twist != 0) shape = turned(std::move(shape), 0, rod.twist);
    return ElasticRod(std::move(shape), tapered(section_of(rod, 1), section_of(rod, rod.taper), edges), material);
  };
  if (!rod.tension) return made_of(shape_at_rest(rod, ends));
  const double whole = length(rod.to - rod.from);
  return made_of(line_at_rest(rod, ends, whole / stretch_at(made_of(line_at_rest(rod, ends, whole)), *rod.tension)));
}

// Where a straight one begins. A clamp lies in the middle of the edge at the end, half of which is beyond it.
std::vector<Vec3> line_at_begin(const Rod& rod, const ElasticRod& elastic, const RodEnds& ends) {
  const double edges = rod.edges;
  const double before = ends.first == RodEnd::clamped ? 0.5 : 0, after = ends.last == RodEnd::clamped ? 0.5 : 0;
  const Vec3 edge = (rod.to - rod.from) / (edges - before - after);
  const Vec3 from = rod.from - before * edge, to = rod.to + after * edge;
  const RodPluck& pluck = rod.pluck;
  const double slack = elastic.length() / length(to - from);
  if (slack > 1 + 1e-9 && ends.first != RodEnd::free && ends.last != RodEnd::free) {
    const double half = length(to - from) / 2;  // hangs from both ends as two straight sides to begin with
    return triangle_line(elastic, from, to, 0.5, {0, 0, -half * std::sqrt(slack * slack - 1)});
  }
  if (pluck.offset == Vec3{}) {
    // what nothing pulls is as long as it is
    if (ends.last == RodEnd::free) return stretched_line(elastic, from, from + slack * (to - from));
    if (ends.first == RodEnd::free) return stretched_line(elastic, to - slack * (to - from), to);
    return stretched_line(elastic, from, to);
  }
  switch (pluck.line) {
    case RodPluck::Line::triangle:
      return triangle_line(elastic, from, to, pluck.place, pluck.offset);
    case RodPluck::Line::lobe:
      return lobe_line(elastic, from, to, pluck.place, pluck.width, pluck.offset);
    case RodPluck::Line::arch:
      break;
  }
  return arch_line(elastic, from, to, pluck.offset);
}

std::vector<Vec3> coil_at_begin(const Rod& rod, const ElasticRod& elastic) {
  std::vector<Vec3> places = elastic.shape().vertices;
  for (Vec3& place : places) {
    Vec3 own = rod.pose.to_local(place);
    own.z *= rod.pulled;
    place = rod.pose.to_world(own);
  }
  return places;
}

// Turned evenly along it, against its shape at rest.
void twist_by(double angle, const ElasticRod& rod, RodState& state) {
  const std::size_t edges = rod.edges().size();
  const double each = angle / static_cast<double>(std::max<std::size_t>(1, edges - 1));
  for (std::size_t e = 1; e < edges; ++e) {
    const Vec3 tangent = normalized(state.position[e + 1] - state.position[e]);
    state.director[e] = turned_about(state.director[e], tangent, static_cast<double>(e) * each);
    state.twist[e] += each;
  }
}

RodLoad load_of(const Rod& description, const ElasticRod& rod, const RodEnds& ends) {
  RodLoad load;
  load.held = description.held;
  load.gravity = {0, 0, -kGravity};
  const int vertices = static_cast<int>(rod.vertices()), edges = static_cast<int>(rod.edges().size());
  if (ends.first != RodEnd::free) load.held.push_back(0);
  if (ends.first == RodEnd::clamped) load.held.push_back(1), load.held_angles.push_back(0);
  if (ends.last == RodEnd::clamped) load.held.push_back(vertices - 2), load.held_angles.push_back(edges - 1);
  if (ends.last != RodEnd::free) load.held.push_back(vertices - 1);
  return load;
}

}  // namespace

StartedRod start_rod(const Rod& described) {
  Rod description = described;
  description.from = described.pose.to_world(described.from), description.to = described.pose.to_world(described.to);
  const RodEnds ends{end_of(description.first), end_of(description.last)};
  ElasticRod rod = elastic_rod(description, ends);
  RodState state = at_rest(rod);
  if (description.form == RodForm::straight) state = placed(rod, line_at_begin(description, rod, ends));
  const bool is_coil = description.form == RodForm::coil || description.form == RodForm::strip;
  if (is_coil && description.pulled != 1) state = placed(rod, coil_at_begin(description, rod));
  if (description.twisted != 0) twist_by(description.twisted, rod, state);
  if (description.settles) {
    Settled rest = settle(rod, std::move(state), load_of(description, rod, ends));
    if (!rest.is_settled)
      throw InputError(
          fmt::format("does not come to rest under its weight: {:.2g} of it is still unbalanced; hold it "
                      "in more places, make it stiffer or say settles = false",
                      rest.residual));
    state = std::move(rest.state);
  }
  for (Vec3& velocity : state.velocity) velocity = description.velocity;
  return {std::move(rod), std::move(state), ends};
}

}  // namespace resound
