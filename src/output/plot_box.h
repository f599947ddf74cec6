#pragma once
#include <span>
#include <string>
#include <vector>

#include "output/canvas.h"

namespace resound {

struct PlotAxis {
  double low = 0, high = 1;
  std::string label;    // with its unit: "frequency [Hz]"
  bool numbers = true;  // below or beside it; a box above another leaves them to that one
};

// A frame with two straight axes on a sheet. What is drawn into it is cut off at the frame.
class PlotBox {
 public:
  PlotBox(Canvas& canvas, const SheetBox& box, PlotAxis x, PlotAxis y);

  double x_of(double value) const;  // [pixels]
  double y_of(double value) const;  // [pixels]
  const SheetBox& box() const { return box_; }

  void draw_grid();  // first
  void draw_curve(std::span<const double> x, std::span<const double> y, const InkColour& colour, double width);
  // Upright and dashed, with its name above the frame.
  void draw_prediction(double x, const std::string& label, const InkColour& colour, Canvas::Align align);
  void draw_axes();  // last

 private:
  Canvas& canvas_;
  SheetBox box_;
  PlotAxis x_, y_;
  std::vector<double> x_ticks_, y_ticks_;
};

}  // namespace resound
