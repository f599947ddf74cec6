#include "splash/splash_list.h"

#include <doctest/doctest.h>

#include <string>

#include "base/error.h"
#include "scratch_folder.h"

using namespace resound;

namespace {

std::string refusal(const std::string& text) {
  try {
    parse_splash_list(text, "l.csv");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a list of splashes that is written is read back as it was") {
  const Scratch folder;
  SplashImpact impact{0.25, {1, 2, 3}, {0, 0, -1}, 1.5, 0.004, 1.25, 17, 0, 0};
  SplashBubble bubble{0.3, {1, 2, 2.9}, 0.001, 0.2, 0.05, 0.03, 1.5, 0};
  SplashLevel level{0.1, 0.02, 1};
  SplashListWriter writer(folder / "l.csv", false);
  writer.add(bubble, "");
  writer.add(impact, "glass, tall");
  writer.add(level, "");
  writer.commit();
  const auto rows = read_splash_list(folder / "l.csv");
  REQUIRE(rows.size() == 3);  // in the order of time
  const auto& first = std::get<SplashLevel>(rows[0].splash);
  CHECK(first.level == 0.02);
  CHECK(first.basin == 1);
  const auto& second = std::get<SplashImpact>(rows[1].splash);
  CHECK(rows[1].on == "glass, tall");
  CHECK(second.place == impact.place);
  CHECK(second.speed == 1.5);
  CHECK(second.radius == 0.004);
  CHECK(second.gain == 1.25);
  CHECK(second.particles == 17);
  const auto& third = std::get<SplashBubble>(rows[2].splash);
  CHECK(third.radius == 0.001);
  CHECK(third.rise == 0.2);
  CHECK(third.depth == 0.05);
  CHECK(third.swing == 0.03);
}

TEST_CASE("a list written by hand needs only what a kind uses; what is wrong is told with its line") {
  CHECK(parse_splash_list("t,kind,x,y,z,radius\n0.5,bubble,0,0,0,0.002\n", "l.csv").size() == 1);
  CHECK(refusal("t,kind\n1,drip\n") == "l.csv:2: kind is \"drip\"; impact, bubble and level are known");
  CHECK(refusal("t,kind,x,y,z,radius\n1,bubble,0,0,0,-1\n").starts_with("l.csv:2: radius is -1"));
  CHECK(refusal("a,b\n1,2\n").starts_with("l.csv:1: the header lacks t or kind"));
  CHECK(refusal("t,kind\n1\n").starts_with("l.csv:2: there are 1 fields under 2 columns"));
  CHECK(!refusal("").empty());
}
