#include "numerics/random_stream.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "numerics/random_blocks.h"

using namespace resound;

TEST_CASE("random streams are Philox-4x32-10 with the known answers of its authors") {
  // kat_vectors of Random123: counter 0 and key 0; the stream hands out 64 bits as (second word, first word)
  RandomStream zeros(0, 0, 0);
  CHECK(zeros.bits() == 0xe169c58d6627e8d5ull);
  CHECK(zeros.bits() == 0x9b00dbd8bc57ac4cull);
}

TEST_CASE("streams of other seeds, objects and events are independent and uniform") {
  double sum = 0, squares = 0, cross = 0;
  const int count = 200000;
  RandomStream a(7, 1, 1), b(7, 1, 2);
  for (int i = 0; i < count; ++i) {
    const double x = a.uniform() - 0.5, y = b.uniform() - 0.5;
    sum += x;
    squares += x * x;
    cross += x * y;
  }
  CHECK(std::abs(sum / count) < 4 * std::sqrt(1.0 / 12 / count));
  CHECK(squares / count == doctest::Approx(1.0 / 12).epsilon(0.01));
  CHECK(std::abs(cross / count) < 4.0 / 12 / std::sqrt(count));
}

TEST_CASE("exponential and normal numbers have the mean and variance of their laws") {
  RandomStream stream(3, 0, 9);
  const int count = 200000;
  double exponential = 0, normal = 0, normal_squares = 0;
  for (int i = 0; i < count; ++i) {
    exponential += stream.exponential(4.0);
    const double x = stream.normal();
    normal += x;
    normal_squares += x * x;
  }
  CHECK(exponential / count == doctest::Approx(0.25).epsilon(0.01));
  CHECK(std::abs(normal / count) < 4 / std::sqrt(count));
  CHECK(normal_squares / count == doctest::Approx(1).epsilon(0.02));
}

TEST_CASE("many numbers at once are those of the stream, wherever they begin and however many they are") {
  for (const std::size_t count : {1u, 2u, 7u, 8u, 33u}) {
    RandomStream stream(0x123456789abcdefu, 77, 0xfedcba9876543210u);
    for (int i = 0; i < 2 * 5; ++i) stream.bits();
    std::vector<std::uint64_t> even(count), odd(count);
    RandomBlocks{0x123456789abcdefu, 77, 0xfedcba9876543210u}.fill(5, even, odd);
    for (std::size_t i = 0; i < count; ++i) {
      CHECK(even[i] == stream.bits());
      CHECK(odd[i] == stream.bits());
    }
  }
}
