#include "particle_file/particle_series.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <string>

#include "base/error.h"
#include "numerics/gravity.h"
#include "particle_file/particle_path.h"
#include "scratch_folder.h"

using namespace resound;

namespace {

// A cloud that falls from rest and bounces off the floor z = 0, keeping half of its speed.
Vec3 bouncing(std::size_t i, double t) {
  const double height = 0.4 + 0.003 * static_cast<double>(i), x = 0.01 * static_cast<double>(i);
  const double landing = std::sqrt(2 * height / kGravity);
  if (t < landing) return {x, 0.5 * x, height - 0.5 * kGravity * t * t};
  const double since = t - landing, up = 0.5 * kGravity * landing;
  return {x, 0.5 * x, up * since - 0.5 * kGravity * since * since};
}

struct CacheStyle {
  double scale = 1;  // of lengths
  bool y_up = false, has_ids = true;
  double fps = 60;
  std::function<bool(int frame)> is_there = [](int) { return true; };
  std::function<std::size_t(int frame)> count = [](int) { return std::size_t{50}; };
  std::function<bool(int frame, std::size_t i)> is_broken = [](int, std::size_t) { return false; };
};

void write_cache(const Scratch& folder, const CacheStyle& style, int frames = 24) {
  for (int frame = 0; frame < frames; ++frame) {
    if (!style.is_there(frame)) continue;
    std::ofstream file(folder / fmt::format("frame_{:04}.csv", frame + 1));
    file << (style.has_ids ? "id,x,y,z\n" : "x,y,z\n");
    for (std::size_t i = 0; i < style.count(frame); ++i) {
      const Vec3 p = style.scale * bouncing(i, frame / style.fps);
      const Vec3 q = style.y_up ? Vec3{p.x, p.z, -p.y} : p;
      if (style.has_ids) file << 1000 - 3 * i << ",";
      if (style.is_broken(frame, i))
        file << "nan,nan,nan\n";
      else
        file << fmt::format("{},{},{}\n", q.x, q.y, q.z);
    }
  }
}

ParticleSeriesSettings cache_in(const Scratch& folder) {
  return {.pattern = folder / "frame_####.csv", .rate = {60, 1}};
}

std::string refusal_of(const ParticleSeriesSettings& settings) {
  try {
    ParticleSeries series(settings);
    for (std::size_t i = 0; i < series.frames(); ++i) series.read(i);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
bool has(const std::vector<std::string>& notes, const std::string& part) {
  return std::ranges::any_of(notes, [&](const std::string& note) { return has(note, part); });
}

}  // namespace

TEST_CASE("files of a series are found by every way to write its name, in the order of their numbers") {
  const Scratch folder;
  for (const char* name : {"frame_2.csv", "frame_10.csv", "frame_1.csv", "other.txt", "frame_x.csv"})
    std::ofstream(folder / name) << "x,y,z\n0,0,0\n";
  for (const char* pattern : {"frame_%d.csv", "frame_%04d.csv", "frame_#.csv", "frame_####.csv", "frame_$F4.csv"}) {
    CAPTURE(pattern);
    const auto files = find_series(folder / pattern);
    REQUIRE(files.size() == 3);
    CHECK(files[0].number == 1);
    CHECK(files[1].number == 2);
    CHECK(files[2].number == 10);
  }
  CHECK(find_series(folder / "frame_*.csv").size() == 4);
  CHECK(find_series(folder.folder()).size() == 4);
  CHECK(find_series(folder / "nothing_%d.csv").empty());
}

TEST_CASE("a particle keeps its place for life by its id, whatever its line in the file") {
  const Scratch folder;
  std::ofstream(folder / "f_1.csv") << "id,x,y,z\n7,1,0,0\n3,2,0,0\n";
  std::ofstream(folder / "f_2.csv") << "id,x,y,z\n9,5,0,0\n3,2.1,0,0\n7,1.1,0,0\n";
  std::ofstream(folder / "f_3.csv") << "id,x,y,z\n9,5.1,0,0\n7,1.2,0,0\n";
  ParticleSeries series({.pattern = folder / "f_#.csv"});
  CHECK(series.read(0).positions.size() == 2);
  const ParticleState second = series.read(1);
  REQUIRE(second.positions.size() == 3);
  CHECK(second.positions[0].x == 1.1);
  CHECK(second.positions[1].x == 2.1);
  CHECK(second.positions[2].x == 5);
  const ParticleState third = series.read(2);
  CHECK(third.present() == 2);
  CHECK(!is_finite(third.positions[1]));
}

TEST_CASE("a missing frame is bridged and said; a longer gap is refused with its place") {
  const Scratch one;
  write_cache(one, {.is_there = [](int frame) { return frame != 7; }});
  ParticleSeries series(cache_in(one));
  CHECK(series.frames() == 23);
  CHECK(series.time(7) == doctest::Approx(8.0 / 60));
  CHECK(has(series.notes(), "a frame is missing before"));
  CHECK(has(series.notes(), "frame_0009.csv"));

  const Scratch many;
  write_cache(many, {.is_there = [](int frame) { return frame < 7 || frame > 10; }});
  const std::string said = refusal_of(cache_in(many));
  CHECK(has(said, "4 frames are missing between"));
  CHECK(has(said, "frame_0007.csv"));
}

TEST_CASE("a changing number of particles needs ids unless new ones are only added, which is said") {
  const Scratch fewer;
  write_cache(fewer, {.has_ids = false, .count = [](int frame) { return frame < 9 ? 50 : 47; }});
  const std::string said = refusal_of(cache_in(fewer));
  CHECK(has(said, "frame_0010.csv: 47 particles, the frame before had 50"));
  CHECK(has(said, "export ids"));

  const Scratch more;
  write_cache(more, {.has_ids = false, .count = [](int frame) { return frame < 9 ? 50 : 60; }});
  ParticleSeries series(cache_in(more));
  for (std::size_t i = 0; i < series.frames(); ++i) series.read(i);
  CHECK(has(series.notes(), "new ones are taken to be last"));
  CHECK(has(series.notes(), "told apart by their order"));

  const Scratch with_ids;
  write_cache(with_ids, {.count = [](int frame) { return frame < 9 ? 50 : 47; }});
  CHECK(refusal_of(cache_in(with_ids)).empty());
}

TEST_CASE("places that are no numbers are left out and counted; too many are refused") {
  const Scratch few;
  write_cache(few, {.is_broken = [](int frame, std::size_t i) { return frame == 4 && i < 2; }});
  ParticleSeries series(cache_in(few));
  CHECK(series.read(4).present() == 48);
  CHECK(has(series.notes(), "frame_0005.csv: 2 of 50 particles have no place (NaN)"));

  const Scratch many;
  write_cache(many, {.is_broken = [](int frame, std::size_t i) { return frame == 4 && i < 30; }});
  CHECK(has(refusal_of(cache_in(many)), "frame_0005.csv: 30 of 50 particles have no place (NaN)"));
}

TEST_CASE("wrong units, axes and frame rates are noticed by how particles fall") {
  const Scratch millimetres;
  write_cache(millimetres, {.scale = 1000});
  CHECK(has(refusal_of(cache_in(millimetres)), "set unit = \"mm\""));
  ParticleSeriesSettings right = cache_in(millimetres);
  right.unit = 0.001;
  CHECK(refusal_of(right).empty());

  const Scratch centimetres;
  write_cache(centimetres, {.scale = 100});
  CHECK(has(refusal_of(cache_in(centimetres)), "set unit = \"cm\""));

  const Scratch turned;
  write_cache(turned, {.y_up = true});
  CHECK(has(refusal_of(cache_in(turned)), "set up ="));
  ParticleSeriesSettings upright = cache_in(turned);
  upright.up = UpAxis::y;
  CHECK(refusal_of(upright).empty());
  CHECK(length(ParticleSeries(upright).read(3).positions[5] - bouncing(5, 3.0 / 60)) < 1e-9);

  const Scratch slow;
  write_cache(slow, {.fps = 120});
  CHECK(has(refusal_of(cache_in(slow)), "with frames_per_second = 1"));
  ParticleSeriesSettings meant = cache_in(slow);
  meant.checks_fall = false;
  CHECK(refusal_of(meant).empty());
  CHECK(has(ParticleSeries(meant).notes(), "it is meant so"));
}

TEST_CASE("a bounce between two frames is found within a millisecond at 30 frames a second") {
  const Scratch folder;
  const double fps = 30;
  write_cache(folder, {.fps = fps}, 14);
  ParticleSeries series({.pattern = folder / "frame_####.csv", .rate = {30, 1}});
  std::vector<ParticleState> states;
  for (std::size_t i = 0; i < series.frames(); ++i) states.push_back(series.read(i));
  std::vector<Vec3> places, velocities;
  int found = 0;
  double worst = 0;
  for (std::size_t f = 0; f + 1 < states.size(); ++f) {
    ParticlePath path;
    path.span(f > 0 ? &states[f - 1] : nullptr, states[f], states[f + 1],
              f + 2 < states.size() ? &states[f + 2] : nullptr);
    for (std::size_t i = 0; i < states[0].positions.size(); ++i) {
      const double landing = std::sqrt(2 * (0.4 + 0.003 * static_cast<double>(i)) / kGravity);
      if (landing < path.begin() || landing >= path.end() || f == 0 || f + 2 >= states.size()) continue;
      double turn = 0;  // the first tenth of a millisecond at which it goes up
      for (double t = path.begin(); t < path.end() && turn == 0; t += 1e-4) {
        path.at(t, places, velocities);
        if (velocities[i].z > 0) turn = t;
      }
      ++found;
      worst = std::max(worst, std::abs(turn - landing));
    }
  }
  CHECK(found == 50);
  CHECK(worst < 1e-3);
}

TEST_CASE("free fall between frames is a parabola") {
  const Scratch folder;
  write_cache(folder, {.fps = 24}, 6);
  ParticleSeries series({.pattern = folder / "frame_*.csv", .rate = {24, 1}});
  std::vector<ParticleState> states;
  for (std::size_t i = 0; i < 5; ++i) states.push_back(series.read(i));
  ParticlePath path;
  path.span(&states[1], states[2], states[3], &states[4]);
  std::vector<Vec3> places, velocities;
  for (double t = path.begin(); t < path.end(); t += 0.003) {
    path.at(t, places, velocities);
    CHECK(length(places[9] - bouncing(9, t)) < 1e-9);
    CHECK(velocities[9].z == doctest::Approx(-kGravity * t));
  }
}

TEST_CASE("grains that lie stay where they are between frames") {
  ParticleState one;
  one.positions = {{0.1, 0.2, 0.3}};
  std::vector<ParticleState> states(4, one);
  for (std::size_t i = 0; i < states.size(); ++i) states[i].time = static_cast<double>(i) / 30;
  ParticlePath path(ParticlePath::Slow::lies);
  path.span(&states[0], states[1], states[2], &states[3]);
  std::vector<Vec3> places, velocities;
  for (double t = path.begin(); t < path.end(); t += 0.003) {
    path.at(t, places, velocities);
    CHECK(length(places[0] - one.positions[0]) < 1e-12);
    CHECK(length(velocities[0]) < 1e-12);
  }
}
