#include "output/contact_sheet.h"

#include <algorithm>
#include <cstdint>

#include "output/canvas.h"

namespace resound {
namespace {

constexpr int kMargin = 16, kTitle = 44, kCaption = 30;  // [pixels]

std::vector<std::uint32_t> packed(const Image& image) {
  std::vector<std::uint32_t> pixels;
  for (std::size_t i = 0; i + 2 < image.rgb.size(); i += 3)
    pixels.push_back(static_cast<std::uint32_t>(image.rgb[i] << 16 | image.rgb[i + 1] << 8 | image.rgb[i + 2]));
  return pixels;
}

}  // namespace

std::string contact_sheet(const std::vector<CaptionedImage>& images, const std::string& title, int columns) {
  const int width = images.empty() ? 0 : images.front().image.width;
  const int height = images.empty() ? 0 : images.front().image.height;
  const int count = static_cast<int>(images.size());
  columns = std::clamp(columns, 1, std::max(count, 1));
  const int rows = (count + columns - 1) / columns;
  Canvas canvas(kMargin + columns * (width + kMargin), kTitle + rows * (height + kCaption) + kMargin);
  canvas.text(title, kMargin, kTitle / 2.0, 16, Canvas::Align::left, kInk, true);
  for (int i = 0; i < count; ++i) {
    const int row = i / columns, column = i % columns;
    const double left = kMargin + column * (width + kMargin), top = kTitle + row * (height + kCaption);
    const CaptionedImage& item = images[static_cast<std::size_t>(i)];
    canvas.pixels(packed(item.image), width, height, left, top);
    canvas.text(item.caption, left + width / 2.0, top + height + kCaption / 2.0, 13, Canvas::Align::centre);
  }
  return canvas.png();
}

}  // namespace resound
