#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "collision_file/collision_reader.h"
#include "collision_file/first_touch.h"
#include "list_probe.h"
#include "scratch_folder.h"
#include "source_folder.h"

using namespace resound;

namespace {

const std::filesystem::path kDumps = std::filesystem::path(RESOUND_TEST_DATA) / "lammps";
constexpr double kGravity = 9.81;  // [m/s^2]  in the scripts

struct Ball {
  Vec3 position;
  double radius = 0;
};

// Pairs that overlap in a frame and did not in the one before, from the atoms alone; x has a period.
std::multiset<std::pair<int, int>> count_new_overlaps(const std::filesystem::path& atoms, double period) {
  std::ifstream file(atoms);
  std::multiset<std::pair<int, int>> met;
  std::set<std::pair<int, int>> before;
  bool is_first = true;
  for (std::string line; std::getline(file, line);) {
    if (line != "ITEM: NUMBER OF ATOMS") continue;
    int count = 0, id = 0, type = 0;
    file >> count;
    for (int i = 0; i < 6; ++i) std::getline(file, line);
    REQUIRE(line == "ITEM: ATOMS id type x y z vx vy vz radius");
    std::map<int, Ball> balls;
    for (int i = 0; i < count; ++i) {
      Ball ball;
      Vec3 v;
      file >> id >> type >> ball.position.x >> ball.position.y >> ball.position.z >> v.x >> v.y >> v.z >> ball.radius;
      balls[id] = ball;
    }
    std::set<std::pair<int, int>> now;
    for (const auto& [i, a] : balls)
      for (const auto& [j, b] : balls) {
        Vec3 d = b.position - a.position;
        if (d.x > period / 2) d.x -= period;
        if (d.x < -period / 2) d.x += period;
        if (i < j && length(d) < a.radius + b.radius) now.insert({i, j});
      }
    for (const auto& pair : now)
      if (!is_first && !before.contains(pair)) met.insert(pair);
    before = now;
    is_first = false;
  }
  return met;
}

// Two grains of 2 mm on the x axis; the second comes at 1 m/s, touches the first 1 ms after the start, and stays.
std::string atoms_frame(int step, double x, const std::string& head = "") {
  return fmt::format(
      "{}ITEM: TIME\n{:.6g}\nITEM: TIMESTEP\n{}\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS ff ff ff\n-1 1\n-1 1\n-1 "
      "1\n"
      "ITEM: ATOMS radius vx vy vz id type z y x\n"
      "0.001 -1 0 0 20 3 0 0 {}\n0.001 0 0 0 10 1 0 0 0\n",
      head, step * 1e-6, step, x);
}
std::string contacts_frame(int step, const std::string& rows, int count) {
  return fmt::format(
      "ITEM: TIMESTEP\n{}\nITEM: NUMBER OF ENTRIES\n{}\nITEM: BOX BOUNDS ff ff ff\n-1 1\n-1 1\n-1 1\n"
      "ITEM: ENTRIES index c_1[1] c_1[2] c_2[1] \n{}",
      step, count, rows);
}
const std::string kAtoms = atoms_frame(0, 0.003) + atoms_frame(800, 0.0022) + atoms_frame(1200, 0.0018);
const std::string kContacts =
    contacts_frame(0, "", 0) + contacts_frame(800, "", 0) + contacts_frame(1200, "1 20 10 0.5\n", 1);

std::string replaced(std::string text, const std::string& old, const std::string& fresh) {
  const std::size_t at = text.rfind(old);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old.size(), fresh);
}

long peak_memory() {  // [kB]
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

}  // namespace

TEST_CASE("beads that LAMMPS lets meet head on at 1 m/s are told so, at the instant that their gap closes") {
  constexpr double kInterval = 1e-4;  // [s]  between dumps
  ObjectNames names;
  const std::vector<ListedCollision> rows = read_all(kDumps / "meetings.contacts", &names);
  REQUIRE(rows.size() == 2);
  const ListedCollision& met = rows[0].first == 1 ? rows[0] : rows[1];
  CHECK(met.first == 1);
  CHECK(met.second == 2);
  CHECK(met.speed == doctest::Approx(1.0).epsilon(1e-3));
  CHECK(std::abs(met.time - 0.014) < 0.01 * kInterval);  // 14 mm apart at first
  CHECK(length(met.normal - Vec3{1, 0, 0}) < 1e-6);
  CHECK(length(met.place - Vec3{0, 0, 0.01 - kGravity / 2 * 0.014 * 0.014}) < 1e-6);
  CHECK(names[static_cast<std::size_t>(met.first_object)] == "type1");
  CHECK(names[static_cast<std::size_t>(met.second_object)] == "type1");
}

TEST_CASE("a bead that falls on a fixed one in LAMMPS has the speed of free fall at the frame before") {
  constexpr double kInterval = 1e-4, kHeight = 1e-3;  // [s], [m]
  ObjectNames names;
  const std::vector<ListedCollision> rows = read_all(kDumps / "meetings.contacts", &names);
  REQUIRE(rows.size() == 2);
  const ListedCollision& fell = rows[0].first == 3 ? rows[0] : rows[1];
  const double speed = std::sqrt(2 * kGravity * kHeight), time = std::sqrt(2 * kHeight / kGravity);
  CHECK(fell.speed <= speed * (1 + 1e-6));
  CHECK(fell.speed >= speed - kGravity * kInterval);
  const double in_frame = std::fmod(time, kInterval);  // what it falls on after the frame before it has not gained yet
  CHECK(fell.speed == doctest::Approx(speed - kGravity * in_frame).epsilon(1e-4));
  CHECK(std::abs(fell.time - time) < 0.01 * kInterval);
  CHECK(length(fell.normal - Vec3{0, 0, -1}) < 1e-6);
  CHECK(length(fell.place - Vec3{0.02, 0, 0.001}) < 1e-6);
  CHECK(names[static_cast<std::size_t>(fell.first_object)] == "type1");
  CHECK(names[static_cast<std::size_t>(fell.second_object)] == "type2");
}

TEST_CASE("a pour in LAMMPS has as many collisions as its atoms begin to overlap, across a periodic face too") {
  constexpr double kWidth = 0.0108;  // [m]  the period along x
  const std::vector<ListedCollision> rows = read_all(kDumps / "bed.dump");
  std::multiset<std::pair<int, int>> told;
  int across = 0;
  for (const ListedCollision& row : rows) {
    told.insert({row.first, row.second});
    CHECK(row.speed > 0);
    CHECK(row.speed < 2.5);
    CHECK(length(row.normal) == doctest::Approx(1.0));
    CHECK(row.time >= 0.012);
    CHECK(row.time <= 0.0156);
  }
  const auto counted = count_new_overlaps(kDumps / "bed.atoms", kWidth);
  CHECK(counted.size() > 25);
  CHECK(told == counted);
  for (const auto& pair : counted) across += count_new_overlaps(kDumps / "bed.atoms", 1e9).contains(pair) ? 0 : 1;
  CHECK(across > 0);
  CHECK(std::ranges::is_sorted(rows, {}, &ListedCollision::time));
}

TEST_CASE("two balls that fly past each other's centre touch where the geometry says") {
  // Offset b from a head-on line: the normal at touch has sin = b / R, and the approach is w cos.
  const double R = 0.002, b = 0.0012, w = 0.7;
  const MovingPair before{{0.005, b, 0}, {-w, 0, 0}, R};
  const double cosine = std::sqrt(1 - b * b / (R * R));
  const FirstTouch touch = first_touch(before, before, 0.01);
  CHECK(touch.delay == doctest::Approx((0.005 - R * cosine) / w));
  CHECK(length(touch.normal - Vec3{cosine, b / R, 0}) < 1e-12);
  CHECK(touch.speed == doctest::Approx(w * cosine));
}

TEST_CASE("balls that a third one drives together meet at the end of the interval with the mean speed of their gap") {
  const MovingPair before{{0.003, 0, 0}, {0.1, 0, 0}, 0.002}, now{{0, 0.0019, 0}, {0, -1, 0}, 0.002};
  const FirstTouch touch = first_touch(before, now, 0.004);
  CHECK(touch.delay == 0.004);
  CHECK(touch.speed == doctest::Approx(0.25));
  CHECK(length(touch.normal - Vec3{0, 1, 0}) < 1e-12);
  // and the two rules agree where they hand over
  const MovingPair straight{{0.003, 0, 0}, {-0.25, 0, 0}, 0.002};
  CHECK(first_touch(straight, now, 0.004 * (1 + 1e-9)).speed == doctest::Approx(0.25));
  CHECK(first_touch(straight, now, 0.004 * (1 - 1e-9)).speed == doctest::Approx(0.25));
}

TEST_CASE("a dump may have its columns in any order, and more of them") {
  const Scratch scratch;
  write(scratch / "run.contacts", kContacts);
  write(scratch / "run.atoms", kAtoms);
  const std::vector<ListedCollision> rows = read_all(scratch / "run.contacts");
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].first == 10);
  CHECK(rows[0].second == 20);
  CHECK(rows[0].time == doctest::Approx(1e-3));
  CHECK(rows[0].speed == doctest::Approx(1.0));
  CHECK(rows[0].normal == Vec3{1, 0, 0});
  CHECK(rows[0].place.x == doctest::Approx(0.001));
  CHECK(files_of_list(scratch / "run.contacts").back() == scratch / "run.atoms");
}

TEST_CASE("a pair that touches from the first frame on does not collide, until it has parted") {
  const Scratch scratch;
  const std::string row = "1 10 20 0.5\n";
  write(scratch / "run.dump", contacts_frame(0, row, 1) + contacts_frame(100, row, 1) + contacts_frame(200, "", 0) +
                                  contacts_frame(300, row + row, 2) + contacts_frame(400, row, 1));
  write(scratch / "run.atoms", atoms_frame(0, 0.0019) + atoms_frame(100, 0.0018) + atoms_frame(200, 0.00205) +
                                   atoms_frame(300, 0.00195) + atoms_frame(400, 0.0019));
  const std::vector<ListedCollision> rows = read_all(scratch / "run.dump");
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].time == doctest::Approx(250e-6));
}

TEST_CASE("a grain that was poured in since the frame before has no collision yet") {
  const Scratch scratch;
  const std::string alone = replaced(replaced(atoms_frame(800, 0.0022), "0.001 -1 0 0 20 3 0 0 0.0022\n", ""),
                                     "NUMBER OF ATOMS\n2", "NUMBER OF ATOMS\n1");
  write(scratch / "run.dump", contacts_frame(800, "", 0) + contacts_frame(1200, "1 20 10 0.5\n", 1));
  write(scratch / "run.atoms", alone + atoms_frame(1200, 0.0018));
  CHECK(read_all(scratch / "run.dump").empty());
}

TEST_CASE("dumps of LAMMPS that cannot be played are refused with file, line, fact and remedy") {
  const Scratch scratch;
  const auto told = [&](const std::string& contacts, const std::string& atoms, const std::string& fact) {
    write(scratch / "run.dump", contacts);
    write(scratch / "run.atoms", atoms);
    const std::string message = refusal(scratch / "run.dump");
    CAPTURE(message);
    CHECK(message.find(fact) != std::string::npos);
  };
  write(scratch / "lone.dump", kContacts);
  CHECK(refusal(scratch / "lone.dump").find("lone.atoms is missing beside it") != std::string::npos);

  SUBCASE("what the run should have said") {
    told(kContacts, atoms_frame(0, 0.003, "ITEM: UNITS\nlj\n"),
         "run.atoms:2: the units are \"lj\"; they should be metres");
    told(kContacts, replaced(atoms_frame(0, 0.003), "ITEM: TIME\n0\n", ""),
         "run.atoms:9: the frame does not tell its time; say dump_modify ID time yes");
    told(kContacts, replaced(atoms_frame(0, 0.003), "radius vx", "mass vx"), "run.atoms:11: there is no column radius");
    told(replaced(contacts_frame(0, "", 0), "index c_1[1] c_1[2] c_2[1]", "index c_1"), kAtoms,
         "run.dump:9: there are no two columns of ids; say compute C all property/local");
    told(kAtoms, kAtoms, "run.dump:11: here is the section \"ATOMS radius vx vy vz id type z \"; this file should be");
    told(replaced(kContacts, "1200", "1300"), kAtoms, "run.dump:27: this frame is of step 1300");
    told(kContacts + contacts_frame(1300, "", 0), kAtoms, "run.dump:37: the frame of step 1300 is not in ");
    told(kContacts, kAtoms + atoms_frame(1300, 0.002), "run.atoms:50: the frame of step 1300 is not in ");
    told(kContacts, replaced(kAtoms, "0.0012\n", "0.0008\n"), "time should rise");
    told(kContacts, replaced(kAtoms, "BOX BOUNDS ff ff ff", "BOX BOUNDS xy xz yz pp pp ff"), "the box is tilted");
  }
  SUBCASE("rows") {
    told(replaced(kContacts, "1 20 10", "1 20 11"), kAtoms, "run.dump:28: atom 11 is not in the frame of step 1200");
    told(replaced(kContacts, "1 20 10", "1 20 20"), kAtoms, "run.dump:28: atom 20 is said to touch itself");
    told(replaced(kContacts, "1 20 10", "1 2e1 10"), kAtoms, "c_1[1] is \"2e1\"; it should be a whole number");
    told(replaced(kContacts, "1 20 10", "1 99999999999 10"), kAtoms, "c_1[1] is \"99999999999\"");
    told(replaced(kContacts, " 0.5", ""), kAtoms, "run.dump:28: there are 3 fields under 4 columns");
    told(kContacts, replaced(kAtoms, "0.0018", "0.018"), "say cutoff radius for compute property/local");
    told(kContacts, replaced(kAtoms, "0.0018", "0"), "atoms 10 and 20 are at one place");
    told(kContacts, replaced(kAtoms, "0.0018", "nan"), "run.atoms:38: x is \"nan\"; it should be a number");
    told(kContacts, replaced(kAtoms, "0.001 -1", "0 -1"), "run.atoms:38: radius is 0; a grain needs a positive one");
    told(kContacts, replaced(kAtoms, "0 10 1", "0 20 1"), "has atom 20 twice");
  }
  SUBCASE("counts") {
    const std::string absurd = "NUMBER OF ATOMS\n9000000000000000000";
    told(kContacts, replaced(kAtoms, "NUMBER OF ATOMS\n2", absurd), "the file ends within the frame of step 1200");
    told(kContacts, replaced(atoms_frame(0, 0.003), "NUMBER OF ATOMS\n2", absurd) + atoms_frame(800, 0.002),
         "run.atoms:14: the frame of step 0 has 2 rows and speaks of 9000000000000000000");
    told(kContacts, replaced(kAtoms, "NUMBER OF ATOMS\n2", "NUMBER OF ATOMS\n-2"), "NUMBER OF ATOMS is \"-2\"");
    told(kContacts, replaced(kAtoms, "NUMBER OF ATOMS\n2", "NUMBER OF ATOMS\n99999999999999999999"), "it should be");
    told(kContacts, replaced(atoms_frame(0, 0.003), "NUMBER OF ATOMS\n2", "NUMBER OF ATOMS\n1") + kAtoms,
         "run.atoms:13: here is \"0.001 0 0 0 10 1 0 0 0\"; a section should begin");
  }
}

TEST_CASE("a dump that was cut off anywhere is refused, and never read as something else") {
  const Scratch scratch;
  write(scratch / "run.dump", kContacts);
  for (std::size_t size = 1; size < kAtoms.size(); ++size) {
    write(scratch / "run.atoms", kAtoms.substr(0, size));
    CAPTURE(size);
    CHECK(refusal(scratch / "run.dump").find("run.") != std::string::npos);
  }
  write(scratch / "run.atoms", kAtoms);
  for (std::size_t size = 6; size < kContacts.size(); ++size) {  // from "ITEM: " on it is a dump
    write(scratch / "run.dump", kContacts.substr(0, size));
    CAPTURE(size);
    CHECK(refusal(scratch / "run.dump").find("run.") != std::string::npos);
  }
}

TEST_CASE("a long dump streams with flat memory") {
  const Scratch scratch;
  constexpr int kFrames = 300, kGrains = 2000;
  {
    std::ofstream atoms(scratch / "run.atoms"), contacts(scratch / "run.dump");
    std::string rows;
    for (int i = 1; i <= kGrains; ++i) rows += fmt::format("{} 1 {} 0 0 0 0 0 0.001\n", i, 0.0019 * i);
    for (int frame = 0; frame < kFrames; ++frame) {
      atoms << fmt::format(
          "ITEM: TIME\n{}\nITEM: TIMESTEP\n{}\nITEM: NUMBER OF ATOMS\n{}\nITEM: BOX BOUNDS ff ff ff\n"
          "0 1\n0 1\n0 1\nITEM: ATOMS id type x y z vx vy vz radius\n{}",
          frame * 1e-4, frame, kGrains, rows);
      contacts << contacts_frame(frame, frame % 2 == 1 ? "1 7 8 0\n2 9 8 0\n" : "", frame % 2 == 1 ? 2 : 0);
    }
  }
  CHECK(std::filesystem::file_size(scratch / "run.atoms") > 15'000'000);
  const long before = peak_memory();
  CHECK(read_all(scratch / "run.dump").size() == kFrames);
  CHECK(peak_memory() - before < 4'000);
}
