#pragma once
#include <cairo.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "output/colour_map.h"

namespace resound {

struct SheetBox {
  double left = 0, top = 0, width = 0, height = 0;  // [pixels]
  double right() const { return left + width; }
  double bottom() const { return top + height; }
};

struct SheetPoint {
  double x = 0, y = 0;  // [pixels]
};

constexpr InkColour kInk{0.13, 0.14, 0.17}, kFaint{0.45, 0.47, 0.52};

// A white sheet with words for what a plot needs; cairo draws.
class Canvas {
 public:
  enum class Align { left, centre, right };

  Canvas(int width, int height);  // [pixels]
  void fill(const SheetBox& box, const InkColour& colour);
  void line(double x0, double y0, double x1, double y1, const InkColour& colour);
  void dashes(double x0, double y0, double x1, double y1, const InkColour& colour);
  void frame(const SheetBox& box);

  // Through all points, cut off at the box; `width` [pixels].
  void curve(std::span<const SheetPoint> points, const SheetBox& within, const InkColour& colour, double width);

  // (x, y) is the text's left, middle or right, at half the height of its figures
  void text(const std::string& words, double x, double y, double size, Align align, const InkColour& colour = kInk,
            bool is_bold = false);
  double width_of(const std::string& words, double size);                        // [pixels]
  void upright_text(const std::string& words, double x, double y, double size);  // read from below

  void pixels(const std::vector<std::uint32_t>& rgb, int width, int height, double left, double top);  // one to one
  std::string png();                                                                                   // bytes

 private:
  void set(const InkColour& colour);

  std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> surface_;
  std::unique_ptr<cairo_t, decltype(&cairo_destroy)> context_;
};

}  // namespace resound
