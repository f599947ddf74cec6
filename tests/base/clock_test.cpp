#include "base/clock.h"

#include <doctest/doctest.h>

using namespace resound;

TEST_CASE("frame n begins at sample round(n rate / fps), after ten hours as in the first second") {
  const FrameRate ntsc{30000, 1001};
  CHECK(frame_start(0, 48000, ntsc) == 0);
  CHECK(frame_start(1, 48000, ntsc) == 1602);  // 1601.6
  CHECK(frame_start(30000, 48000, ntsc) == 1001 * 48000LL);
  CHECK(frame_start(36 * 30000LL, 48000, ntsc) == 36 * 1001 * 48000LL);
  CHECK(frame_start(7, 44100, FrameRate{24, 1}) == 12863);  // 12862.5 rounds up
}

TEST_CASE("a block lasts at most one millisecond, so a blow-up is caught within one") {
  CHECK(block_length({48000}) == 48);
  CHECK(block_length({44100}) == 40);
  CHECK(block_length({384000}) == 384);
  CHECK(block_length({7500}) == 7);
}
