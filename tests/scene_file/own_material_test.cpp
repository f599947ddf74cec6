#include "scene/materials.h"

#include <nlohmann/json.hpp>

#include "scenes.h"

// Materials that a scene describes for itself.
using namespace resound;

namespace {

const std::string kPewter = R"([listener]
[[material]]
name = "pewter"
young_modulus_pa = 53e9
density_kg_m3 = 7280
poisson_ratio = 0.36
restitution = 0.4
[material.damping]
loss_factor = 0.004
)";

bool complains(const std::string& more, const std::string& about) {
  const std::string text = trouble(kPewter + more);
  INFO(text);
  return text.find(about) != std::string::npos;
}

}  // namespace

TEST_CASE("a body, a bar and a tip can be made of a material of the scene's own") {
  const Scene scene =
      parse(kPewter +
            "[[body]]\nmaterial = \"pewter\"\n[[bar]]\nmaterial = \"pewter\"\n[[strike]]\non = \"body\"\n"
            "tip = \"pewter\"\n[[strike]]\non = \"body\"\ntip = \"glass\"\n")
          .scene;
  for (const Material& material :
       {first<Body>(scene).material, first<Bar>(scene).material, std::get<Material>(first<Strike>(scene).tip)}) {
    CHECK(material.name == "pewter");
    CHECK(material.young_modulus == 53e9);
    CHECK(material.density == 7280);
    CHECK(material.poisson_ratio == 0.36);
    CHECK(material.restitution == 0.4);
    CHECK(material.damping == Damping{.loss_factor = 0.004});  // given damping takes the place of all
  }
  CHECK(std::get<Material>(std::get<Strike>(scene.objects.back().kind).tip).name == "glass");
  REQUIRE(find_material(scene.materials, "pewter"));
  CHECK(find_material(scene.materials, "steel")->density == find_material("steel")->density);
}

TEST_CASE("the four heads of mallets stay what they are") {
  const Scene scene = parse("[listener]\n[[body]]\n[[strike]]\non = \"body\"\ntip = \"rubber\"\n").scene;
  CHECK(std::get<MalletHead>(first<Strike>(scene).tip) == MalletHead::rubber);
}

TEST_CASE("a material based on another differs where it says so") {
  const Scene scene = parse(kPewter + R"([[material]]
name = "old pewter"
based_on = "pewter"
density_kg_m3 = 9000
[[material]]
name = "dead steel"
based_on = "steel"
damping.mode_t60_s = [0.5, 0.25]
damping.stiffness_time_s = 1e-7
[[body]]
material = "old pewter"
)")
                          .scene;
  const Material* old_one = find_material(scene.materials, "old pewter");
  CHECK(old_one->young_modulus == 53e9);
  CHECK(old_one->density == 9000);
  CHECK(old_one->damping.loss_factor == 0.004);
  const Material* dead = find_material(scene.materials, "dead steel");
  CHECK(dead->young_modulus == find_material("steel")->young_modulus);
  CHECK(dead->restitution == find_material("steel")->restitution);
  CHECK(dead->look.finish == Finish::steel);
  CHECK(dead->damping == Damping{.stiffness_time = 1e-7, .mode_t60 = {0.5, 0.25}});
}

TEST_CASE("a material that nobody knows is answered with the nearest, known or own") {
  CHECK(complains("[[body]]\nmaterial = \"pewtar\"\n", "test.toml:11:12: body.material is \"pewtar\""));
  CHECK(complains("[[body]]\nmaterial = \"pewtar\"\n", "did you mean pewter?"));
  CHECK(complains("[[body]]\nmaterial = \"porcelan\"\n", "did you mean porcelain?"));
  CHECK(complains("[[body]]\n[[strike]]\non = \"body\"\ntip = \"fellt\"\n", "did you mean felt?"));
  CHECK(complains("[[body]]\n[[strike]]\non = \"body\"\ntip = \"pewtr\"\n", "did you mean pewter?"));
  CHECK(complains("[[material]]\nname = \"new\"\nbased_on = \"steal\"\n[[body]]\n", "did you mean steel?"));
}

TEST_CASE("two materials cannot share a name") {
  CHECK(complains("[[material]]\nname = \"Pewter\"\nbased_on = \"steel\"\n[[body]]\n",
                  "test.toml:11:8: name is \"Pewter\", which another [[material]] has already"));
  CHECK(complains("[[material]]\nname = \"cast_iron\"\nbased_on = \"steel\"\n[[body]]\n",
                  "test.toml:11:8: name is \"cast_iron\", which a known material has already"));
  CHECK(
      complains("[[material]]\nname = \"felt\"\nbased_on = \"rubber\"\n[[body]]\n", "a tip of [[strike]] has already"));
}

TEST_CASE("a material needs a name and three numbers, or another to take them from") {
  CHECK(complains("[[material]]\nbased_on = \"steel\"\n[[body]]\n", "material[2] has no name; give it"));
  const std::string poor = "[[material]]\nname = \"new\"\nyoung_modulus_pa = 1e9\n[[body]]\n";
  CHECK(complains(poor, "material[2] has no density_kg_m3; give it, or based_on"));
  CHECK(complains(poor, "material[2] has no poisson_ratio"));
  CHECK_FALSE(complains(poor, "has no young_modulus_pa"));
  CHECK(complains("[[material]]\nname = \"new\"\nbased_on = \"steel\"\ndensity_kg_m3 = -1\n[[body]]\n",
                  "a solid needs a positive density"));
}

TEST_CASE("the canonical text keeps materials of the scene's own, with all they have") {
  const std::string text = kPewter + R"([[material]]
name = "soft"
based_on = "rubber"
colour = [0.5, 0.25, 1]
damping.mode_t60_s = [0.5, 0.25]
[[body]]
material = "soft"
[[strike]]
on = "body"
tip = "pewter"
)";
  const LoadedScene once = parse(text), twice = parse(once.canonical_text);
  CHECK(twice.canonical_text == once.canonical_text);
  const Material &a = first<Body>(once.scene).material, &b = first<Body>(twice.scene).material;
  CHECK(a.damping == b.damping);
  CHECK(a.restitution == b.restitution);
  CHECK(b.look.finish == Finish::rubber);
  CHECK(b.look.tint.green == 0.25);
  // what rings otherwise is another scene
  CHECK(parse(text, {"material[1].restitution=0.5"}).hash != once.hash);
}

TEST_CASE("the schema offers known materials and lets others pass") {
  const auto schema = nlohmann::json::parse(json_schema());
  const auto& material = schema.at("$defs").at("body").at("properties").at("material").at("anyOf");
  CHECK(material.at(0).at("enum").size() == materials().size());
  CHECK(material.at(1).at("type") == "string");
  CHECK(schema.at("$defs").at("material").at("properties").at("damping").at("properties").contains("mode_t60_s"));
  CHECK(explain("material.based_on").find("name of a [[material]]") != std::string::npos);
}
