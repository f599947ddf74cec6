#include "output/plot_box.h"

#include <utility>

#include "output/plot.h"

namespace resound {
namespace {

constexpr InkColour kGrid{0.90, 0.91, 0.93};

}  // namespace

PlotBox::PlotBox(Canvas& canvas, const SheetBox& box, PlotAxis x, PlotAxis y)
    : canvas_(canvas), box_(box), x_(std::move(x)), y_(std::move(y)) {
  x_ticks_ = round_ticks(x_.low, x_.high, 12);
  y_ticks_ = round_ticks(y_.low, y_.high, box.height > 250 ? 8 : 5);
}

double PlotBox::x_of(double value) const { return box_.left + box_.width * (value - x_.low) / (x_.high - x_.low); }

double PlotBox::y_of(double value) const { return box_.bottom() - box_.height * (value - y_.low) / (y_.high - y_.low); }

void PlotBox::draw_grid() {
  for (const double x : x_ticks_) canvas_.line(x_of(x), box_.top, x_of(x), box_.bottom(), kGrid);
  for (const double y : y_ticks_) canvas_.line(box_.left, y_of(y), box_.right(), y_of(y), kGrid);
}

void PlotBox::draw_curve(std::span<const double> x, std::span<const double> y, const InkColour& colour, double width) {
  std::vector<SheetPoint> points;
  for (std::size_t i = 0; i < x.size(); ++i) points.push_back({x_of(x[i]), y_of(y[i])});
  canvas_.curve(points, box_, colour, width);
}

void PlotBox::draw_prediction(double x, const std::string& label, const InkColour& colour, Canvas::Align align) {
  canvas_.dashes(x_of(x), box_.top, x_of(x), box_.bottom(), colour);
  canvas_.text(label, x_of(x), box_.top - 11, 14, align, colour);
}

void PlotBox::draw_axes() {
  canvas_.frame(box_);
  for (const double x : x_ticks_) {
    canvas_.line(x_of(x), box_.bottom(), x_of(x), box_.bottom() + 6, kFaint);
    if (x_.numbers)
      canvas_.text(tick_label(x, step_of(x_ticks_)), x_of(x), box_.bottom() + 19, 15, Canvas::Align::centre);
  }
  for (const double y : y_ticks_) {
    canvas_.line(box_.left - 6, y_of(y), box_.left, y_of(y), kFaint);
    canvas_.text(tick_label(y, step_of(y_ticks_)), box_.left - 12, y_of(y), 15, Canvas::Align::right);
  }
  if (x_.numbers) canvas_.text(x_.label, box_.left + box_.width / 2, box_.bottom() + 46, 16, Canvas::Align::centre);
  canvas_.upright_text(y_.label, box_.left - 92, box_.top + box_.height / 2, 16);
}

}  // namespace resound
