#include "render/guard.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "base/error.h"

using namespace resound;

namespace {

Scene one_bar() {
  Scene scene;
  scene.objects.push_back({"chime", Bar{}});
  return scene;
}

std::string complaint(const Health& health) {
  try {
    check_health({health}, one_bar(), TimeBlock{48000, 48, {48000}, {}});
  } catch (const UnstableError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("energy that was supplied is no blow-up") {
  CHECK(complaint({0, 2.0, 2.1, 1e-6, 1e-6}).empty());
  CHECK(complaint({0, 1e-14, 0, 1e-6, 1e-6}).empty());  // round-off of a body at rest
}

TEST_CASE("runaway energy is explained with object, time, step and stable step") {
  const std::string message = complaint({0, 500, 2, 1.1e-6, 1.0e-6});
  for (const char* part : {"chime", "1.001000 s", "500 J", "1.1e-06 s", "1e-06 s"})
    CHECK(message.find(part) != std::string::npos);
}

TEST_CASE("energy that is not a number is a blow-up") {
  CHECK_FALSE(complaint({0, NAN, 1, 1e-6, 1e-6}).empty());
  CHECK_FALSE(complaint({0, INFINITY, 1, 1e-6, 1e-6}).empty());
}
