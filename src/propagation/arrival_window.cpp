#include "propagation/arrival_window.h"

#include <algorithm>
#include <cassert>

namespace resound {
namespace {

// By how much a window is longer than its first source needs, each way: facets side by side on a skin of decimetres are
// nearer or farther by less (12 cm at 44.1 kHz). Who shares a window decides in which order is added: the last digits.
constexpr int kSlack = 16;  // [samples]

}  // namespace

void ArrivalWindows::clear() {
  used_ = 0;
  std::ranges::fill(newest_, std::size_t{0});
}

ArrivalWindow& ArrivalWindows::room_for(const Way& way, const ArrivalWindow::Stretch& stretch,
                                        std::span<const ArrivalWindow::Share> shares, std::size_t lanes) {
  const std::size_t slot = 2 * static_cast<std::size_t>(way.receiver) + way.is_mirrored;
  if (newest_.size() <= slot) newest_.resize(slot + 1);
  if (newest_[slot] > 0) {
    ArrivalWindow& window = windows_[newest_[slot] - 1];
    if (window.object == way.object && window.held.holds(stretch) && std::ranges::equal(window.shares, shares)) {
      assert(window.lanes.size() == lanes * window.held.length());
      window.reached.first = std::min(window.reached.first, stretch.first);
      window.reached.end = std::max(window.reached.end, stretch.end);
      return window;
    }
  }
  if (used_ == windows_.size()) windows_.emplace_back();
  ArrivalWindow& window = windows_[used_++];
  newest_[slot] = used_;
  window.receiver = way.receiver;
  window.object = way.object;
  window.held = {stretch.first - kSlack, stretch.end + kSlack};
  window.reached = stretch;
  window.lanes.assign(lanes * window.held.length(), 0.0);
  window.shares.assign(shares.begin(), shares.end());
  return window;
}

}  // namespace resound
