#include "scene/materials.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "base/error.h"
#include "source_folder.h"

using namespace resound;

namespace {

std::string trouble(std::string_view text) {
  try {
    parse_material(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

bool says(std::string_view text, std::string_view words) { return trouble(text).find(words) != std::string::npos; }

}  // namespace

TEST_CASE("every material is a solid that could exist, with a source") {
  for (const KnownMaterial& known : materials()) {
    const Material& m = known.material;
    CAPTURE(m.name);
    CHECK((m.poisson_ratio > 0 && m.poisson_ratio < 0.5));
    CHECK((m.density > 400 && m.density < 9000));
    const double speed = std::sqrt(m.young_modulus / m.density);  // [m/s]
    CHECK((speed > 50 && speed < 5500));
    CHECK((m.damping.loss_factor > 0 && m.damping.loss_factor < 0.3));
    CHECK((m.restitution > 0.3 && m.restitution < 1));
    CHECK(known.source.size() > 10);
    CHECK(find_material(m.name)->young_modulus == m.young_modulus);
  }
}

TEST_CASE("the materials of the workshop, the kitchen and the street are there, each once") {
  std::set<std::string> names;
  for (const KnownMaterial& known : materials()) CHECK(names.insert(known.material.name).second);
  for (const char* name : {"steel",   "aluminium", "brass",        "bronze",   "cast iron", "glass",  "crystal",
                           "ceramic", "porcelain", "stone",        "concrete", "oak",       "spruce", "bamboo",
                           "PVC",     "acrylic",   "polyethylene", "rubber",   "ice",       "bone"})
    CHECK_MESSAGE(names.contains(name), name);
}

TEST_CASE("metals ring long, woods and plastics briefly, rubber not at all") {
  const auto t60 = [](const char* name) {
    return t60_of_decay(find_material(name)->damping.decay(0, 2000 * 3.14159265358979));
  };
  for (const char* name : {"steel", "aluminium", "bronze"}) CHECK(t60(name) > 5);
  CHECK((t60("glass") > 1 && t60("glass") < 5));
  CHECK(t60("crystal") > t60("glass"));
  for (const char* name : {"oak", "spruce", "bamboo"}) CHECK((t60(name) > 0.1 && t60(name) < 0.5));
  for (const char* name : {"acrylic", "PVC", "polyethylene"}) CHECK(t60(name) < 0.1);
  CHECK(t60("rubber") < 0.02);
}

TEST_CASE("a material is a name, values, or a name and what differs") {
  CHECK(parse_material("ceramic").young_modulus == find_material("ceramic")->young_modulus);
  CHECK(parse_material("Cast_Iron").name == "cast iron");
  CHECK(parse_material("pvc").name == "PVC");
  const Material own = parse_material("E=45e9, nu=0.2 ,density=2300");
  CHECK(own.young_modulus == 45e9);
  CHECK(own.poisson_ratio == 0.2);
  CHECK(own.density == 2300);
  CHECK(own.damping.loss_factor > 0);
  const Material damped = parse_material("steel,loss=0.01,alpha1=1e-7,alpha2=3,restitution=0.5");
  CHECK(damped.young_modulus == find_material("steel")->young_modulus);
  CHECK(damped.damping.loss_factor == 0.01);
  CHECK(damped.damping.stiffness_time == 1e-7);
  CHECK(damped.damping.mass_rate == 3);
  CHECK(damped.restitution == 0.5);
  CHECK(damped.name == kOwnName);  // it is no longer the steel of the table
}

TEST_CASE("a material that is none is refused with fact and remedy") {
  CHECK(says("porcelan", "did you mean porcelain?"));
  CHECK(says("porcelan", "there are acrylic"));
  CHECK(says("E=45e9,nu=0.2", "has no density"));
  CHECK(says("E=45e9,nu=0.2,density=-2300", "density is -2300 kg/m^3; it must be above 0"));
  CHECK(says("E=45e9,nu=0.2,density=0", "above 0"));
  CHECK(says("E=45e9,nu=0.5,density=2300", "at most 0.499"));
  CHECK(says("E=nan,nu=0.2,density=2300", "needs a number"));
  CHECK(says("E=4 5,nu=0.2,density=2300", "needs a number"));
  CHECK(says("E=45e9,nu=0.2,density=2300,loss=-1", "at least 0"));
  CHECK(says("E=1e9,E=2e9,nu=0.2,density=1", "twice"));
  CHECK(says("densitty=3", "did you mean density?"));
  CHECK(says("steel,brass", "write name=number"));
  CHECK(says("", "there is no material"));
  CHECK(says("\x1b[31m", "?[31m"));
}

TEST_CASE("the committed page of materials is made from the table") {
  const std::string path = RESOUND_ROOT "/docs/materials.md";
  if (std::getenv("RESOUND_UPDATE_DOCS")) std::ofstream(path) << materials_page();
  std::ostringstream committed;
  committed << std::ifstream(path).rdbuf();
  CHECK_MESSAGE(committed.str() == materials_page(),
                "docs/materials.md is out of date: RESOUND_UPDATE_DOCS=1 build/release/tests/scene/test_scene");
}
