#include "hit_file/hit_parser.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/error.h"

using namespace resound;

namespace {

struct Parsed {
  std::vector<HitRow> hits;
  std::vector<HitNote> notes;
  HitColumns columns;
  std::int64_t rows = 0;
};

Parsed parse(std::string_view text, std::size_t piece = 1'000'000) {
  Parsed parsed;
  HitParser parser(
      "hits.csv", [&](HitRow&& hit) { parsed.hits.push_back(std::move(hit)); },
      [&](const HitNote& note) { parsed.notes.push_back(note); });
  for (std::size_t at = 0; at < text.size(); at += piece) parser.feed(text.substr(at, piece));
  parser.finish();
  parsed.columns = parser.columns();
  parsed.rows = parser.rows();
  return parsed;
}

std::string trouble(std::string_view text) {
  try {
    parse(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

bool contains(const std::string& text, std::string_view words) { return text.find(words) != std::string::npos; }

const std::string kHeader = "t,object,x,y,z,speed\n";

}  // namespace

TEST_CASE("a plain table of hits is read as it stands") {
  const Parsed parsed = parse("t,object,x,y,z,speed\n0.25,cup,0.04,0,0.03,1.5\n1e-1,2,-1,+2,.5,0.1\n");
  REQUIRE(parsed.hits.size() == 2);
  CHECK(parsed.notes.empty());
  CHECK(parsed.hits[0].line == 2);
  CHECK(parsed.hits[0].time == 0.25);
  CHECK(parsed.hits[0].object == "cup");
  CHECK(parsed.hits[0].position == Vec3{0.04, 0, 0.03});
  CHECK(parsed.hits[0].speed == 1.5);
  CHECK_FALSE(parsed.hits[0].impulse);
  CHECK_FALSE(parsed.hits[0].normal);
  CHECK_FALSE(parsed.hits[0].pose);
  CHECK(parsed.hits[1].position == Vec3{-1, 2, 0.5});
}

TEST_CASE("order, case, comments, quotes, blanks, byte order mark and line ends do not matter") {
  const Parsed parsed = parse(
      "\xEF\xBB\xBF# made by a script\r\n\r\nSpeed , X,Y,Z,\"Object\",TIME,colour\r\n"
      "1, 0.1 ,0.2,0.3,\"a \"\"big\"\", cup\" ,0.5,red\r\n  # halfway\r\n2,1,2,3,b,0.6,");
  REQUIRE(parsed.hits.size() == 2);
  CHECK(parsed.notes.empty());
  CHECK(parsed.hits[0].object == "a \"big\", cup");
  CHECK(parsed.hits[0].line == 4);
  CHECK(parsed.hits[1].line == 6);
  CHECK(parsed.columns.unknown == std::vector<std::string>{"colour"});
  for (const char* separator : {";", "\t"}) {
    std::string text = "t,object,x,y,z,speed,other_material\n1,a,1,2,3,4,\n,,,,,,\n";
    for (std::size_t at = 0; (at = text.find(',', at)) != std::string::npos;) text.replace(at, 1, separator);
    const Parsed other = parse(text);
    CHECK(other.hits.size() == 1);
    CHECK(other.rows == 1 + (std::string(separator) == ";"));  // a line of tabs is a blank one
  }
}

TEST_CASE("all columns are understood, normals and quaternions made unit") {
  const Parsed parsed = parse(
      "t,object,x,y,z,impulse,nx,ny,nz,other_material,other_mass,other_radius,px,py,pz,qw,qx,qy,qz\n"
      "1,a,0,0,0,0.01,0,0,-2,steel,0.02,0.005,1,2,3,2,0,0,0\n");
  REQUIRE(parsed.hits.size() == 1);
  const HitRow& hit = parsed.hits[0];
  CHECK(hit.impulse == 0.01);
  CHECK(*hit.normal == Vec3{0, 0, -1});
  CHECK(hit.other_material == "steel");
  CHECK(hit.other_mass == 0.02);
  CHECK(hit.other_radius == 0.005);
  CHECK(hit.pose->position == Vec3{1, 2, 3});
  CHECK(hit.pose->rotation == Rotation{});
  REQUIRE(parsed.notes.size() == 1);
  CHECK(contains(parsed.notes[0].message, "length 2"));
  CHECK(parsed.notes[0].is_used);
}

TEST_CASE("JSON lines say the same as the table") {
  const Parsed parsed = parse(
      "{\"t\": 0.5, \"object\": \"cup\", \"x\": 1, \"y\": 2.5, \"z\": -3e-2, \"Impulse\": 0.002, \"other_material\": "
      "null}\n"
      "# comment\n\n{\"t\":1,\"object\":7,\"x\":0,\"y\":0,\"z\":0,\"speed\":\"1.5\",\"extra\":[1,2]}\n"
      "{\"t\":1\n[1,2]\n{\"t\":1,\"object\":7,\"x\":0,\"y\":{},\"z\":0,\"speed\":1}\n"
      "{\"t\":1,\"time\":2,\"object\":7,\"x\":0,\"y\":0,\"z\":0,\"speed\":1}\n{\"object\":7}\n");
  REQUIRE(parsed.hits.size() == 2);
  CHECK(parsed.hits[0].position == Vec3{1, 2.5, -0.03});
  CHECK(parsed.hits[0].impulse == 0.002);
  CHECK(parsed.hits[1].object == "7");
  CHECK(parsed.hits[1].speed == 1.5);
  CHECK(parsed.notes.size() == 5);
  CHECK(parsed.rows == 7);
  CHECK(parsed.columns.has(HitColumn::impulse));
}

TEST_CASE("doubtful rows are told with their line and never passed over in silence") {
  struct Case {
    const char* row;
    const char* words;
    bool is_used;
  };
  for (const Case& doubtful : std::initializer_list<Case>{
           {"nan,a,0,0,0,1", "t is not finite", false},
           {"inf,a,0,0,0,1", "t is not finite", false},
           {"-0.1,a,0,0,0,1", "the sound begins at 0", false},
           {"1e300,a,0,0,0,1", "taken for a mistake", false},
           {"1e999,a,0,0,0,1", "no number here can hold", false},
           {"soon,a,0,0,0,1", "t is \"soon\", which is no number", false},
           {"1,,0,0,0,1", "object is missing", false},
           {"1,a,0,0,,1", "z is missing", false},
           {"1,a,0,0,1e9,1", "z is 1000000000; beyond", false},
           {"1,a,0,0,0,-1", "it cannot be negative", false},
           {"1,a,0,0,0,0", "nothing is to be heard", false},
           {"1,a,0,0,0,", "neither a speed nor an impulse", false},
           {"1,a,0,0,0,1,2", "7 fields under 6 columns", false},
           {"1,a,0,0", "4 fields under 6 columns", false},
           {"1,\"a,0,0,0,1", "quote is not closed", false},
           {"1,\"a\"b,0,0,0,1", "something follows it", false},
           {"1,a\x01,0,0,0,1", "control character", false},
           {"1,a,0,0,0,1 2", "which is no number", false},
           {"1,a,0,0,0,250", "other units", true},
       }) {
    CAPTURE(doubtful.row);
    const Parsed parsed = parse(kHeader + "# one\n" + doubtful.row + "\n2,b,0,0,0,1\n");
    REQUIRE(parsed.notes.size() == 1);
    CHECK_MESSAGE(contains(parsed.notes[0].message, doubtful.words), parsed.notes[0].message);
    CHECK(parsed.notes[0].line == 3);
    CHECK(parsed.notes[0].is_used == doubtful.is_used);
    CHECK(parsed.hits.size() == (doubtful.is_used ? 2 : 1));
    CHECK(parsed.rows == 2);
  }
  const std::string poses = "t,object,x,y,z,speed,nx,ny,nz,px,py,pz,qw,qx,qy,qz\n";
  for (const char* row : {"1,a,0,0,0,1,0,0,0,,,,,,,", "1,a,0,0,0,1,1,,,,,,,,,", "1,a,0,0,0,1,,,,1,2,3,0,0,0,0",
                          "1,a,0,0,0,1,,,,1,2,3,,,,"}) {
    const Parsed parsed = parse(poses + row);
    REQUIRE(parsed.hits.size() == 1);
    CHECK_FALSE(parsed.hits[0].normal);
    CHECK_FALSE(parsed.hits[0].pose);
    REQUIRE(parsed.notes.size() == 1);
    CHECK(parsed.notes[0].is_used);
  }
}

TEST_CASE("what is missing from the header is derived, and said, or refused") {
  CHECK(contains(trouble("t,object,x,y,speed\n"), "hits.csv:1: the header lacks z"));
  CHECK(contains(trouble("t,object,x,y,z\n"), "lacks speed or impulse"));
  CHECK(contains(trouble("t,t,object,x,y,z,speed\n"), "t is there twice"));
  CHECK(contains(trouble("time,t,object,x,y,z,speed\n"), "t is there twice"));
  CHECK(contains(trouble(""), "holds no hits"));
  CHECK(contains(trouble("# only words\n\n"), "holds no hits"));
  CHECK(contains(trouble(std::string("t,object\0x", 10) + "\n"), "zero byte"));
  CHECK(contains(trouble(std::string(70'000, 'a')), "longer than"));
  CHECK(contains(trouble(kHeader + std::string(70'000, 'a')), "hits.csv:2:"));
  const auto derived = parse(kHeader).columns.derived();
  CHECK(derived.size() == 6);
  CHECK(contains(derived[0], "nx, ny, nz"));
  CHECK(parse("t,object,x,y,z,speed,impulse,nx,ny,nz,other_material,other_mass,other_radius,px,py,pz,qw,qx,qy,qz\n")
            .columns.derived()
            .empty());
}

TEST_CASE("it does not matter how the text is cut into pieces") {
  const std::string text = "\xEF\xBB\xBFt;object;x;y;z;speed\r\n1;\"a;\"\"b\";0;0;0;1\r\n\r\nbad\r\n2;b;0;0;0;1";
  const Parsed whole = parse(text);
  REQUIRE(whole.hits.size() == 2);
  for (std::size_t piece = 1; piece < text.size(); ++piece) {
    const Parsed cut = parse(text, piece);
    REQUIRE(cut.hits.size() == 2);
    CHECK(cut.hits[0].object == whole.hits[0].object);
    CHECK(cut.hits[1].line == whole.hits[1].line);
    REQUIRE(cut.notes.size() == 1);
    CHECK(cut.notes[0].message == whole.notes[0].message);
  }
}
