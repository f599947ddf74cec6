#include "collision_statistics/databank.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/error.h"
#include "numerics/pi.h"

namespace resound {
namespace {

constexpr double kMostAnisotropy = 2;  // beyond it a density would be negative

constexpr std::string_view kShipped =
#include "collision_statistics/databank_table.inc"
    ;

std::vector<double> values_of(const std::vector<DatabankRow>& rows, double FlowKey::*field) {
  std::vector<double> values;
  for (const DatabankRow& row : rows) values.push_back(row.key.*field);
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

// Between which two of rising values another lies, and how far.
struct Between {
  std::size_t low = 0, high = 0;
  double part = 0;
};
Between between(const std::vector<double>& values, double value) {
  if (value <= values.front()) return {};
  const auto above = std::ranges::upper_bound(values, value);
  if (above == values.end()) return {values.size() - 1, values.size() - 1, 0};
  const auto high = static_cast<std::size_t>(above - values.begin());
  return {high - 1, high, (value - values[high - 1]) / (values[high] - values[high - 1])};
}

CollisionLaw mix(const CollisionLaw& a, const CollisionLaw& b, double part) {
  const auto blend = [part](double x, double y) { return x + part * (y - x); };
  return {blend(a.rate, b.rate),
          blend(a.anisotropy, b.anisotropy),
          {blend(a.rms[0], b.rms[0]), blend(a.rms[1], b.rms[1])},
          {blend(a.shape[0], b.shape[0]), blend(a.shape[1], b.shape[1])}};
}

DatabankRow parse_row(std::string_view line, const std::string& place) {
  std::array<double, 9> numbers{};
  const char* at = line.data();
  const char* end = line.data() + line.size();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto [next, trouble] = std::from_chars(at, end, numbers[i]);
    if (trouble != std::errc() || !std::isfinite(numbers[i]) ||
        (i + 1 < numbers.size() ? next == end || *next != ',' : next != end))
      throw InputError(fmt::format("{}: a row of a databank has nine numbers; build it again", place));
    at = next + 1;
  }
  return {{numbers[0], numbers[1], numbers[2]},
          {numbers[3], numbers[4], {numbers[5], numbers[7]}, {numbers[6], numbers[8]}}};
}

}  // namespace

std::string_view shipped_databank_text() { return kShipped; }

CollisionLaw gas_law(const FlowKey& key) {
  CollisionLaw law;
  law.anisotropy = std::min(std::sqrt(kPi) / 2 * key.shear, kMostAnisotropy);
  return law;
}

Databank::Databank(std::vector<DatabankRow> rows) : rows_(std::move(rows)) {
  std::ranges::sort(rows_, {}, [](const DatabankRow& row) {
    return std::array<double, 3>{row.key.phi, row.key.shear, row.key.restitution};
  });
  phis_ = values_of(rows_, &FlowKey::phi);
  shears_ = values_of(rows_, &FlowKey::shear);
  restitutions_ = values_of(rows_, &FlowKey::restitution);
  if (rows_.empty() || rows_.size() != phis_.size() * shears_.size() * restitutions_.size())
    throw InputError(
        "the databank has gaps: it needs every combination of its solid fractions, shear numbers and restitutions");
}

Databank Databank::parse(std::string_view text, const std::string& name) {
  if (!text.starts_with(kDatabankHeader))
    throw InputError(fmt::format("{}:1: it does not begin as a databank does", name));
  text.remove_prefix(kDatabankHeader.size());
  std::vector<DatabankRow> rows;
  for (int line = 2; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    rows.push_back(parse_row(text.substr(0, end), fmt::format("{}:{}", name, line)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return Databank(std::move(rows));
}

const Databank& Databank::shipped() {
  static const Databank bank = parse(kShipped, "the databank that ships");
  return bank;
}

CollisionLaw Databank::law(const FlowKey& key) const {
  if (key.phi <= kDilute) return gas_law(key);
  const Between phi = between(phis_, key.phi), shear = between(shears_, key.shear),
                e = between(restitutions_, key.restitution);
  const auto at = [&](std::size_t i, std::size_t j, std::size_t k) {
    return rows_[(i * shears_.size() + j) * restitutions_.size() + k].law;
  };
  const auto along_e = [&](std::size_t i, std::size_t j) { return mix(at(i, j, e.low), at(i, j, e.high), e.part); };
  const auto along_shear = [&](std::size_t i) {
    return mix(along_e(i, shear.low), along_e(i, shear.high), shear.part);
  };
  const CollisionLaw dense = mix(along_shear(phi.low), along_shear(phi.high), phi.part);
  // from theory to table without a step
  return mix(gas_law(key), dense, std::clamp((key.phi - kDilute) / (kDense - kDilute), 0.0, 1.0));
}

std::string databank_line(const DatabankRow& row) {
  const CollisionLaw& law = row.law;
  return fmt::format("{:g},{:g},{:g},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f}\n", row.key.phi, row.key.shear,
                     row.key.restitution, law.rate, law.anisotropy, law.rms[0], law.shape[0], law.rms[1], law.shape[1]);
}

DrawnCollision draw_collision(const CollisionLaw& law, const std::array<double, 6>& strain, RandomStream& chance) {
  const double a = std::clamp(law.anisotropy, -kMostAnisotropy, kMostAnisotropy);
  DrawnCollision drawn;
  double squeeze = 0;  // n.E.n/G
  do {
    const double height = 2 * chance.uniform() - 1, turn = kTurn * chance.uniform();
    const double radius = std::sqrt(1 - height * height);
    const Vec3 n{radius * std::cos(turn), radius * std::sin(turn), height};
    squeeze = strain[0] * n.x * n.x + strain[1] * n.y * n.y + strain[2] * n.z * n.z +
              2 * (strain[3] * n.x * n.y + strain[4] * n.y * n.z + strain[5] * n.z * n.x);
    drawn.normal = n;
  } while (a != 0 && chance.uniform() * (1 + std::abs(a)) > 1 - a * squeeze);
  const std::size_t side = squeeze <= 0 ? 0 : 1;
  const double shape = law.shape[side];
  const double unit = law.rms[side] / std::sqrt(std::tgamma(1 + 2 / shape));
  drawn.speed = unit * std::pow(-std::log(chance.uniform()), 1 / shape);
  return drawn;
}

}  // namespace resound
