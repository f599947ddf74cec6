#include "hit_file/hit_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace resound {
namespace {

constexpr std::size_t kPiece = 256 * 1024;  // [bytes]

// Hits at the same time stay in the order of the file.
bool is_later(const HitRow& a, const HitRow& b) { return a.time != b.time ? a.time > b.time : a.line > b.line; }

}  // namespace

HitReader::HitReader(const std::filesystem::path& file, HitNoteSink on_note)
    : name_(file.string()),
      file_(file, File::Mode::read),
      piece_(kPiece),
      parser_(
          name_, [this](HitRow&& hit) { take(std::move(hit)); }, std::move(on_note)) {
  read_on();
}

void HitReader::take(HitRow&& hit) {
  if (hit.time < last_)
    throw InputError(fmt::format(
        "{}:{}: t goes back to {} s after hits at {} s; rows may be out of order within {} rows only. Sort the "
        "file by t first, e.g. (head -1 {} && tail -n +2 {} | sort -t, -k1 -g) with t as the first column",
        name_, hit.line, hit.time, last_, kHitWindow, name_, name_));
  window_.push_back(std::move(hit));
  std::ranges::push_heap(window_, is_later);
}

void HitReader::read_on() {
  const std::size_t count = file_.read(piece_);
  parser_.feed({reinterpret_cast<const char*>(piece_.data()), count});
  if (count == piece_.size()) return;
  at_end_ = true;
  parser_.finish();
}

std::optional<HitRow> HitReader::next() {
  while (!at_end_ && window_.size() <= kHitWindow) read_on();
  if (window_.empty()) return std::nullopt;
  std::ranges::pop_heap(window_, is_later);
  HitRow hit = std::move(window_.back());
  window_.pop_back();
  last_ = hit.time;
  return hit;
}

}  // namespace resound
