#include "liquid/near_search.h"

#include <algorithm>

#include "liquid/near_lists.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "liquid/near_search.cpp"
#include <hwy/foreach_target.h>  // compiles what follows once for each kind of processor

#include "liquid/row_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {
namespace {

template <bool asks_fronts>
HWY_INLINE std::size_t search(const PlaceRow& place, const Crowd& crowd, const Fronts& fronts,
                              const PlaceCells::Runs& runs, float reach, std::uint32_t listed, std::uint32_t* found) {
  const V x = number(static_cast<float>(place.x - crowd.origin[0]));
  const V y = number(static_cast<float>(place.y - crowd.origin[1]));
  const V z = number(static_cast<float>(place.z - crowd.origin[2]));
  const V reach2 = number(reach * reach);
  const float *xs = crowd.x.data(), *ys = crowd.y.data(), *zs = crowd.z.data();
  const auto lanes = hn::Mul(hn::Iota(U(), crowd.first), hn::Set(U(), listed));
  std::uint32_t* to = found;
  for (int r = 0; r < runs.count; ++r) {
    const std::uint32_t end = runs.run[r].end;
    for (std::uint32_t k = runs.run[r].begin; k < end; k += kLanes) {
      const V a = hn::Sub(x, hn::LoadU(F(), xs + k)), b = hn::Sub(y, hn::LoadU(F(), ys + k)),
              c = hn::Sub(z, hn::LoadU(F(), zs + k));
      auto is_near = hn::Lt(hn::MulAdd(a, a, hn::MulAdd(b, b, hn::Mul(c, c))), reach2);
      if constexpr (asks_fronts) {
        const V facing =
            hn::MulAdd(a, hn::LoadU(F(), &fronts.x[k]),
                       hn::MulAdd(b, hn::LoadU(F(), &fronts.y[k]), hn::Mul(c, hn::LoadU(F(), &fronts.z[k]))));
        is_near = hn::And(is_near, hn::Ge(facing, hn::LoadU(F(), &fronts.least[k])));
      }
      if (k + kLanes > end) is_near = hn::And(is_near, hn::FirstN(F(), end - k));
      const Chosen chosen(is_near);
      chosen.store(hn::Add(lanes, hn::Set(U(), listed * k)), to);
      to += chosen.count;
    }
  }
  return static_cast<std::size_t>(to - found);
}

std::size_t Search(const PlaceRow& place, const Crowd& crowd, const PlaceCells::Runs& runs, float reach,
                   std::uint32_t listed, std::uint32_t* found) {
  return search<false>(place, crowd, {}, runs, reach, listed, found);
}
std::size_t SearchFacing(const PlaceRow& place, const Crowd& crowd, const Fronts& fronts, const PlaceCells::Runs& runs,
                         float reach, std::uint32_t* found) {
  return search<true>(place, crowd, fronts, runs, reach, 1, found);
}

std::size_t Step() { return kLanes; }

}  // namespace
}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(Search);
HWY_EXPORT(SearchFacing);
HWY_EXPORT(Step);

void Crowd::set(std::span<const PlaceRow> rows) {
  x.assign(rows.size() + kListStep, 0), y = z = x;
  if (rows.empty()) return;
  origin[0] = rows[0].x, origin[1] = rows[0].y, origin[2] = rows[0].z;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    x[i] = static_cast<float>(rows[i].x - origin[0]);
    y[i] = static_cast<float>(rows[i].y - origin[1]);
    z[i] = static_cast<float>(rows[i].z - origin[2]);
  }
}

void Fronts::resize(std::size_t rows) {
  for (std::vector<float>* numbers : {&x, &y, &z, &least}) numbers->assign(rows + kListStep, 0);
}

std::size_t list_step() { return HWY_DYNAMIC_DISPATCH(Step)(); }

std::size_t find_near(const PlaceRow& place, const Crowd& crowd, const PlaceCells::Runs& runs, float reach,
                      std::uint32_t listed, std::uint32_t* found) {
  return HWY_DYNAMIC_DISPATCH(Search)(place, crowd, runs, reach + Crowd::kRounding, listed, found);
}

std::size_t find_near_facing(const PlaceRow& place, const Crowd& crowd, const Fronts& fronts,
                             const PlaceCells::Runs& runs, float reach, std::uint32_t* found) {
  return HWY_DYNAMIC_DISPATCH(SearchFacing)(place, crowd, fronts, runs, reach + Crowd::kRounding, found);
}

}  // namespace resound
#endif
