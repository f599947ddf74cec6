#include <fmt/format.h>

#include "scene/materials.h"
#include "scene_file/key_tables.h"
#include "scene_file/scene_file.h"
#include "scene_file/text_limits.h"

namespace resound {
namespace {

constexpr std::string_view kIntroduction = R"(# Scene files

<!-- Made from the tables in src/scene_file. Regenerate with: cmake --build build/release --target scene_docs -->

A scene is a [TOML](https://toml.io) file: keys at the top, then a table for each part and each object. Every key has a
default; a scene needs a listener and at least one object. Keys carry their units, z is up, and anything that is not
listed here is an error that names the nearest key. `resound explain bar.length_m` shows the same descriptions in the
terminal, `resound new bar` writes a commented scene to begin with, and [scene.schema.json](scene.schema.json) teaches them
to an editor: put `#:schema scene.schema.json` with the path to that file on the first line of a scene.

A key with a dot in its name may be written with its own heading: `camera.position_m` of `[picture]` is also `position_m`
under `[picture.camera]`. From the command line, `--set bar.length_m=0.4` replaces a value and `--set bar[2].length_m=0.4`
that of the second bar.
)";

// A | would end the cell of a Markdown table.
std::string cell(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '|' ? "\\|" : std::string(1, c);
  return out.empty() ? " " : out;
}

std::string heading(const TableInfo& table) {
  if (table.name.empty()) return "Top of the file";
  return table.repeats ? fmt::format("`[[{}]]`", table.name) : fmt::format("`[{}]`", table.name);
}

std::string row(const KeyInfo& key) {
  std::string fallback = key.default_words;
  if (fallback.empty() && !key.default_value.empty()) fallback = "`" + key.default_value + "`";
  return fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", key.name, cell(key.type()), cell(key.unit()),
                     cell(key.range()), cell(fallback), cell(key.sentence));
}

}  // namespace

std::string reference_page() {
  std::string page(kIntroduction);
  for (const TableInfo& table : all_tables()) {
    page += fmt::format("\n## {}\n{}\n\n| key | type | unit | range | default | meaning |\n|---|---|---|---|---|---|\n",
                        heading(table), table.sentence);
    for (const KeyInfo& key : table.keys) page += row(key);
  }
  page += "\n## Materials\nNominal values at room temperature.\n\n";
  page += "| name | Young's modulus [GPa] | density [kg/m^3] | Poisson ratio | source |\n|---|---|---|---|---|\n";
  for (const KnownMaterial& known : materials()) {
    const Material& material = known.material;
    page += fmt::format("| `{}` | {} | {} | {} | {} |\n", material.name, material.young_modulus / 1e9, material.density,
                        material.poisson_ratio, cell(known.source));
  }
  page += fmt::format(
      "\n## Limits\nA scene file has at most {} MiB, keys of at most {} parts, values nested at most {} deep.\n",
      kLargestSceneFile / (1024 * 1024), kMostKeyParts, kDeepestNesting);
  return page;
}

}  // namespace resound
