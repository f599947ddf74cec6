#include "collision_file/lammps_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <span>

#include "base/error.h"
#include "base/file.h"
#include "collision_file/binary_list.h"
#include "collision_file/first_touch.h"

namespace resound {
namespace {

constexpr std::string_view kDocs = "docs/collisions-from-simulators.md";

// A pair that is farther apart than this part of its radii does not touch: compute property/local was left at its own
// cutoff, by type, which is that of the largest grains.
constexpr double kWidestContact = 0.05;

double nearest_image(double distance, double period) {
  return period > 0 ? distance - period * std::round(distance / period) : distance;
}

template <class Grain>
MovingPair pair_of(const Grain& first, const Grain& second, const Vec3& period) {
  const Vec3 d = second.position - first.position;
  return {{nearest_image(d.x, period.x), nearest_image(d.y, period.y), nearest_image(d.z, period.z)},
          second.velocity - first.velocity,
          first.radius + second.radius};
}

std::filesystem::path existing_atoms(const std::filesystem::path& contacts) {
  std::filesystem::path atoms = LammpsCollisions::atoms_beside(contacts);
  if (!std::filesystem::exists(atoms))
    throw InputError(fmt::format(
        "{} is a dump of LAMMPS, and {} is missing beside it: contacts alone have no speeds; dump the atoms "
        "under that name too ({})",
        contacts.string(), atoms.filename().string(), kDocs));
  return atoms;
}

}  // namespace

bool LammpsCollisions::is_dump(const std::filesystem::path& file) {
  std::array<char, 6> begin{};
  File dump(file, File::Mode::read);
  return dump.read(std::as_writable_bytes(std::span(begin))) == begin.size() &&
         std::string_view(begin.data(), begin.size()) == "ITEM: ";
}

std::filesystem::path LammpsCollisions::atoms_beside(const std::filesystem::path& contacts) {
  return std::filesystem::path(contacts).replace_extension(".atoms");
}

LammpsCollisions::LammpsCollisions(const std::filesystem::path& contacts)
    : contacts_(contacts, "ENTRIES"), atoms_(existing_atoms(contacts), "ATOMS") {}

const LammpsCollisions::Grain* LammpsCollisions::Frame::find(std::int32_t id) const {
  const auto found = std::ranges::lower_bound(grains, id, {}, &Grain::id);
  return found != grains.end() && found->id == id ? &*found : nullptr;
}

bool LammpsCollisions::next_frame() {
  std::swap(before_, now_);
  const bool has_contacts = contacts_.next_frame(), has_atoms = atoms_.next_frame();
  if (!has_contacts && !has_atoms) return false;
  const LammpsDump& longer = has_contacts ? contacts_ : atoms_;
  if (has_contacts != has_atoms)
    longer.refuse(fmt::format("the frame of step {} is not in {}; both dumps should have the same frames",
                              longer.head().step, (has_contacts ? atoms_ : contacts_).file_name()));
  if (contacts_.head().step != atoms_.head().step)
    contacts_.refuse(
        fmt::format("this frame is of step {}, that of {} of step {}; dump both every so many steps, the same number",
                    contacts_.head().step, atoms_.file_name(), atoms_.head().step));
  read_grains();
  read_pairs();
  return true;
}

void LammpsCollisions::read_grains() {
  constexpr std::array<std::string_view, 9> kColumns{"id", "type", "x", "y", "z", "vx", "vy", "vz", "radius"};
  std::array<std::size_t, kColumns.size()> at{};
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    const auto column = atoms_.find_column(kColumns[i]);
    if (!column)
      atoms_.refuse(fmt::format("there is no column {}; say dump ID all custom N FILE id type x y z vx vy vz radius",
                                kColumns[i]));
    at[i] = *column;
  }
  const DumpHead& head = atoms_.head();
  if (!head.time) atoms_.refuse("the frame does not tell its time; say dump_modify ID time yes for this dump");
  if (has_before_ && !(*head.time > before_.time))
    atoms_.refuse(fmt::format("the frame of step {} is at {} s and the one before at {} s; time should rise", head.step,
                              *head.time, before_.time));
  now_.step = head.step;
  now_.time = *head.time;
  now_.period = head.period;
  now_.grains.clear();
  const auto vector = [&](std::size_t i) {
    return Vec3{atoms_.number(at[i]), atoms_.number(at[i + 1]), atoms_.number(at[i + 2])};
  };
  while (atoms_.next_row()) {
    now_.grains.push_back({atoms_.whole(at[0]), atoms_.whole(at[1]), vector(2), vector(5), atoms_.number(at[8])});
    if (const double radius = now_.grains.back().radius; !(radius > 0))
      atoms_.refuse(fmt::format("radius is {}; a grain needs a positive one: is this atom_style sphere?", radius));
  }
  if (!std::ranges::is_sorted(now_.grains, {}, &Grain::id)) std::ranges::sort(now_.grains, {}, &Grain::id);
  const auto twin = std::ranges::adjacent_find(now_.grains, {}, &Grain::id);
  if (twin != now_.grains.end())
    atoms_.refuse(fmt::format("the frame of step {} that ends here has atom {} twice", now_.step, twin->id));
}

// The first two columns are the ids, whatever their names (c_touching[1]); a running index before them is passed over.
void LammpsCollisions::read_pairs() {
  const std::size_t first = contacts_.find_column("index") == std::size_t{0} ? 1 : 0;
  if (contacts_.head().columns.size() < first + 2)
    contacts_.refuse(
        fmt::format("there are no two columns of ids; say compute C all property/local patom1 patom2 cutoff radius, "
                    "and dump both ({})",
                    kDocs));
  now_.pairs.clear();
  while (contacts_.next_row()) {
    const Pair pair = std::minmax({contacts_.whole(first), contacts_.whole(first + 1)});
    if (pair.first == pair.second) contacts_.refuse(fmt::format("atom {} is said to touch itself", pair.first));
    const Grain *a = now_.find(pair.first), *b = now_.find(pair.second);
    if (a == nullptr || b == nullptr)
      contacts_.refuse(
          fmt::format("atom {} is not in the frame of step {} of {}; dump group all there, and the two ids of a "
                      "contact first here",
                      a == nullptr ? pair.first : pair.second, now_.step, atoms_.file_name()));
    const MovingPair balls = pair_of(*a, *b, now_.period);
    const double distance = length(balls.separation);
    if (distance > (1 + kWidestContact) * balls.reach)
      contacts_.refuse(
          fmt::format("atoms {} and {} are {:.3g} m apart and their radii sum to {:.3g} m, so they do not touch; say "
                      "cutoff radius for compute property/local",
                      pair.first, pair.second, distance, balls.reach));
    if (!(distance > 0)) contacts_.refuse(fmt::format("atoms {} and {} are at one place", pair.first, pair.second));
    now_.pairs.push_back(pair);
  }
  std::ranges::sort(now_.pairs);
  now_.pairs.erase(std::unique(now_.pairs.begin(), now_.pairs.end()), now_.pairs.end());
}

std::int32_t LammpsCollisions::object(std::int32_t type) {
  const auto [entry, is_new] = object_of_type_.try_emplace(type, static_cast<std::int32_t>(names_.size()));
  if (is_new) {
    if (names_.size() >= kMostNames) atoms_.refuse(fmt::format("there are more than {} types of atoms", kMostNames));
    names_.push_back(fmt::format("type{}", type));
  }
  return entry->second;
}

void LammpsCollisions::find_collisions() {
  found_.clear();
  met_.clear();
  next_ = 0;
  std::ranges::set_difference(now_.pairs, before_.pairs, std::back_inserter(met_));
  const double interval = now_.time - before_.time;
  for (const auto& [first, second] : met_) {
    const Grain *a = before_.find(first), *b = before_.find(second);
    if (a == nullptr || b == nullptr) continue;  // poured in since
    const MovingPair before = pair_of(*a, *b, before_.period);
    const MovingPair now = pair_of(*now_.find(first), *now_.find(second), now_.period);
    const FirstTouch touch = first_touch(before, now, interval);
    const Vec3 place = a->position + touch.delay * a->velocity + a->radius * touch.normal;
    found_.push_back({before_.time + touch.delay, place, touch.normal, touch.speed, first, second, object(a->type),
                      object(b->type)});
  }
  std::ranges::stable_sort(found_, {}, &ListedCollision::time);
}

bool LammpsCollisions::read(ListedCollision& row) {
  while (next_ == found_.size()) {
    if (!next_frame()) return false;
    if (std::exchange(has_before_, true)) find_collisions();
  }
  row = found_[next_++];
  return true;
}

}  // namespace resound
