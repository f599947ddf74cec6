#include "output/collision_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "output/plot_box.h"

namespace resound {
namespace {

constexpr int kSheetWidth = 1500, kSheetHeight = 1330;  // [pixels]
constexpr SheetBox kRateBox{130, 110, 1320, 260};
constexpr SheetBox kSpeedBox{130, 480, 560, 260}, kSteepnessBox{890, 480, 560, 260};
constexpr SheetBox kSideBox{130, 850, 560, 400}, kTopBox{890, 850, 560, 400};
constexpr std::array<InkColour, 5> kPairColours{
    {{0.16, 0.32, 0.62}, {0.86, 0.52, 0.16}, {0.20, 0.55, 0.30}, {0.62, 0.22, 0.50}, {0.45, 0.47, 0.52}}};

struct NamedPair {
  std::string name;
  const PairSurvey* survey = nullptr;
  InkColour colour;
  bool is_solid = false;  // a grain and something else
};

// Those that collide most often come first; what comes after the fifth is not drawn.
std::vector<NamedPair> most_frequent(const CollisionSurvey& survey) {
  std::vector<NamedPair> pairs;
  for (const auto& [pair, found] : survey.pairs()) {
    const ObjectNames& names = survey.objects();
    const std::string &first = names[static_cast<std::size_t>(pair.first)],
                      &second = names[static_cast<std::size_t>(pair.second)];
    pairs.push_back({fmt::format("{} on {}", first, second), &found, {}, pair.first != pair.second});
  }
  std::ranges::stable_sort(pairs, std::greater<>{}, [](const NamedPair& pair) { return pair.survey->count; });
  if (pairs.size() > kPairColours.size()) pairs.resize(kPairColours.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i].colour = kPairColours[i];
  return pairs;
}

struct Steps {
  std::vector<double> x, y;
  void add(double from, double to, double value) {
    x.insert(x.end(), {from, to});
    y.insert(y.end(), {value, value});
  }
  double highest() const { return y.empty() ? 0 : *std::ranges::max_element(y); }
};

Steps rate_over_time(const PairSurvey& pair) {
  Steps steps;
  const double width = pair.times.width();
  for (std::size_t i = 0; i < pair.times.counts().size(); ++i)
    steps.add(static_cast<double>(i) * width, static_cast<double>(i + 1) * width,
              static_cast<double>(pair.times.counts()[i]) / width);
  return steps;
}

// Share of the collisions in each tenth of a decade.
Steps speeds(const PairSurvey& pair) {
  Steps steps;
  for (std::size_t i = 0; i < pair.speeds.counts().size(); ++i) {
    const double low = SpeedCounts::kLowest + static_cast<double>(i) / SpeedCounts::kPerDecade;
    steps.add(low, low + 1.0 / SpeedCounts::kPerDecade,
              static_cast<double>(pair.speeds.counts()[i]) / static_cast<double>(pair.count));
  }
  return steps;
}

// Normals of any direction give one everywhere.
Steps steepness(const PairSurvey& pair) {
  Steps steps;
  const auto bins = static_cast<double>(pair.steepness.size());
  for (std::size_t i = 0; i < pair.steepness.size(); ++i)
    steps.add(static_cast<double>(i) / bins, static_cast<double>(i + 1) / bins,
              bins * static_cast<double>(pair.steepness[i]) / static_cast<double>(pair.count));
  return steps;
}

template <class Curve>
void draw_panel(Canvas& canvas, const SheetBox& where, PlotAxis x, PlotAxis y, const std::vector<NamedPair>& pairs,
                Curve curve_of) {
  std::vector<Steps> curves;
  y.high = 0;
  for (const NamedPair& pair : pairs) {
    curves.push_back(curve_of(*pair.survey));
    y.high = std::max(y.high, 1.05 * curves.back().highest());
  }
  PlotBox box(canvas, where, std::move(x), std::move(y));
  box.draw_grid();
  for (std::size_t i = curves.size(); i-- > 0;) box.draw_curve(curves[i].x, curves[i].y, pairs[i].colour, 1.5);
  box.draw_axes();
}

// Equal scales on both axes, so that a circle is round.
void draw_spots(Canvas& canvas, const SheetBox& where, std::span<const SheetPoint> spots, const std::string& x_label,
                const std::string& y_label, const InkColour& colour) {
  double left = 1e300, right = -1e300, low = 1e300, high = -1e300;
  for (const SheetPoint& spot : spots) {
    left = std::min(left, spot.x), right = std::max(right, spot.x);
    low = std::min(low, spot.y), high = std::max(high, spot.y);
  }
  const double scale =  // [mm] a pixel
      1.1 * std::max({(right - left) / where.width, (high - low) / where.height, 1e-3 / where.height});
  const double x = (left + right) / 2, y = (low + high) / 2, half_x = scale * where.width / 2,
               half_y = scale * where.height / 2;
  PlotBox box(canvas, where, {x - half_x, x + half_x, x_label}, {y - half_y, y + half_y, y_label});
  box.draw_grid();
  for (const SheetPoint& spot : spots) canvas.fill({box.x_of(spot.x) - 1, box.y_of(spot.y) - 1, 2, 2}, colour);
  box.draw_axes();
}

void draw_places(Canvas& canvas, const NamedPair& pair) {
  constexpr double kMillimetres = 1000;
  std::vector<SheetPoint> side, top;
  for (const PairSurvey::Spot& spot : pair.survey->spots) {
    side.push_back({kMillimetres * std::hypot(spot.place.x, spot.place.y), kMillimetres * spot.place.z});
    top.push_back({kMillimetres * spot.place.x, kMillimetres * spot.place.y});
  }
  canvas.text(fmt::format("where: {}", pair.name), kSideBox.left, kSideBox.top - 20, 16, Canvas::Align::left);
  draw_spots(canvas, kSideBox, side, "distance from the vertical through the origin [mm]", "height z [mm]",
             pair.colour);
  canvas.text("seen from above", kTopBox.left, kTopBox.top - 20, 16, Canvas::Align::left);
  draw_spots(canvas, kTopBox, top, "x [mm]", "y [mm]", pair.colour);
}

}  // namespace

std::string plot_collisions(const std::string& title, const CollisionSurvey& survey) {
  Canvas canvas(kSheetWidth, kSheetHeight);
  const std::vector<NamedPair> pairs = most_frequent(survey);
  canvas.text(title, kRateBox.left, 34, 23, Canvas::Align::left, kInk, true);
  canvas.text(fmt::format("{} collisions from {:.3f} to {:.3f} s", survey.count(), survey.begin(), survey.end()),
              kRateBox.left, 64, 15, Canvas::Align::left, kFaint);
  double right = kRateBox.right();
  for (const NamedPair& pair : pairs) {
    const std::string words = fmt::format("{}: {}", pair.name, pair.survey->count);
    canvas.text(words, right, 92, 14, Canvas::Align::right, pair.colour, true);
    right -= canvas.width_of(words, 14) + 40;
  }
  if (!pairs.empty()) {
    draw_panel(canvas, kRateBox, {0, std::max(1e-3, survey.end()), "time [s]"}, {0, 1, "collisions a second"}, pairs,
               rate_over_time);
    draw_panel(canvas, kSpeedBox, {-6, 2, "speed of approach [m/s], as a power of ten"},
               {0, 1, "share a tenth of a decade"}, pairs, speeds);
    draw_panel(canvas, kSteepnessBox, {0, 1, "normal: 0 level, 1 upright"}, {0, 1, "density (1: any direction)"}, pairs,
               steepness);
    const auto solid = std::ranges::find(pairs, true, &NamedPair::is_solid);
    draw_places(canvas, solid == pairs.end() ? pairs.front() : *solid);
  }
  return canvas.png();
}

}  // namespace resound
