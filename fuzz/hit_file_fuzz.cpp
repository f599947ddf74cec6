// Feeds arbitrary text to the parser of hit files, in one piece and cut into small ones (the first byte says how
// small). The parser may refuse it, in words; it may not crash, hang or run out of memory, both ways must say the same,
// every line must end as a hit or in a note, and what comes out must be fit to be played.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/error.h"
#include "hit_file/hit_parser.h"

using namespace resound;

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

void check_words(const std::string& message) {
  require(!message.empty(), "a note without words");
  for (const char c : message)
    require(static_cast<unsigned char>(c) >= 32 && c != 127, "a control character in a note");
}

void check_hit(const HitRow& hit) {
  require(hit.line > 0 && !hit.object.empty(), "a hit without line or object");
  require(std::isfinite(hit.time) && hit.time >= 0 && is_finite(hit.position), "a hit at no place or time");
  require(hit.speed || hit.impulse, "a hit without force");
  require(!hit.speed || (*hit.speed > 0 && std::isfinite(*hit.speed)), "a speed that is none");
  require(!hit.impulse || (*hit.impulse > 0 && std::isfinite(*hit.impulse)), "an impulse that is none");
  require(!hit.normal || std::abs(length(*hit.normal) - 1) < 1e-9, "a normal that is not unit");
  if (hit.pose) {
    const Rotation& q = hit.pose->rotation;
    require(std::abs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1) < 1e-9, "a rotation that is not unit");
  }
}

// All that was said, as text.
std::string parse(std::string_view text, std::size_t piece) {
  std::string said;
  std::int64_t left_out = 0;
  HitParser parser(
      "fuzz",
      [&](HitRow&& hit) {
        check_hit(hit);
        said += std::to_string(hit.line) + hit.object + std::to_string(hit.time) + "\n";
      },
      [&](const HitNote& note) {
        check_words(note.message);
        left_out += note.is_used ? 0 : 1;
        said += std::to_string(note.line) + note.message + "\n";
      });
  try {
    for (std::size_t at = 0; at < text.size(); at += piece) parser.feed(text.substr(at, piece));
    parser.finish();
    require(parser.rows() == parser.hits() + left_out, "a line was passed over in silence");
  } catch (const InputError& error) {
    check_words(error.what());
    said += error.what();
  }
  return said;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  require(parse(text, size) == parse(text, 1 + data[0] % 64), "the pieces say something else than the whole");
  return 0;
}
