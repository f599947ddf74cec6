#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "scene_file/key_tables.h"
#include "scene_file/scene_file.h"

namespace resound {
namespace {

using Json = nlohmann::ordered_json;

// The range of a key, in the words of the schema.
void add_range(Json& schema, const KeyInfo& key) {
  if (key.low) schema[key.low->is_open ? "exclusiveMinimum" : "minimum"] = key.low->value;
  if (key.high) schema[key.high->is_open ? "exclusiveMaximum" : "maximum"] = key.high->value;
}

Json vector_schema(const KeyInfo& key) {
  Json item{{"type", "number"}};
  add_range(item, key);
  return {{"type", "array"}, {"items", item}, {"minItems", 3}, {"maxItems", 3}};
}

Json text_schema(const KeyInfo& key) {
  Json schema{{"type", "string"}};
  if (key.low) schema["minLength"] = static_cast<int>(key.low->value);
  if (key.high) schema["maxLength"] = static_cast<int>(key.high->value);
  return schema;
}

Json frame_rate_schema(const KeyInfo& key) {
  Json number{{"type", "number"}};
  add_range(number, key);
  return {{"anyOf", Json::array({number, Json{{"type", "string"}, {"pattern", "^[0-9.]+(/[0-9]+)?$"}}})}};
}

Json waypoints_schema(const KeyInfo& key) {
  const Json properties{{"time_s", {{"type", "number"}}}, {"position_m", vector_schema(key)}};
  const Json waypoint{{"type", "object"},
                      {"properties", properties},
                      {"required", Json::array({"time_s", "position_m"})},
                      {"additionalProperties", false}};
  return {{"type", "array"}, {"items", waypoint}, {"minItems", 1}};
}

Json value_schema(const KeyInfo& key) {
  Json schema;
  switch (key.kind) {
    case ValueKind::number:
    case ValueKind::integer:
      schema["type"] = key.kind == ValueKind::integer ? "integer" : "number";
      add_range(schema, key);
      return schema;
    case ValueKind::boolean:
      return {{"type", "boolean"}};
    case ValueKind::text:
      return text_schema(key);
    case ValueKind::choice:
      return {{"type", "string"}, {"enum", key.words}};
    case ValueKind::material:  // an editor offers the known words and lets any other pass
      return {{"anyOf", Json::array({Json{{"enum", key.words}}, Json{{"type", "string"}}})}};
    case ValueKind::vector:
    case ValueKind::direction:
      return vector_schema(key);
    case ValueKind::vectors:
      return {{"type", "array"}, {"items", vector_schema(key)}};
    case ValueKind::waypoints:
      return waypoints_schema(key);
    case ValueKind::frame_rate:
      return frame_rate_schema(key);
    case ValueKind::file:
      return {{"type", "string"}};
    case ValueKind::numbers:
      schema["type"] = "number";
      add_range(schema, key);
      return {{"type", "array"}, {"items", schema}};
    case ValueKind::words:
      return {{"type", "array"}, {"items", {{"type", "string"}, {"enum", key.words}}}};
  }
  return schema;
}

Json key_schema(const KeyInfo& key) {
  Json schema = value_schema(key);
  schema["description"] = key.sentence + (key.unit().empty() ? "" : " [" + key.unit() + "]") +
                          (key.default_words.empty() ? "" : " Default: " + key.default_words + ".");
  // numbers, words and lists are written alike in TOML and JSON
  if (key.default_words.empty() && !key.default_value.empty()) schema["default"] = Json::parse(key.default_value);
  return schema;
}

Json table_schema(const TableInfo& table) {
  Json schema{{"type", "object"}, {"description", table.sentence}, {"properties", Json::object()}};
  for (const KeyInfo& key : table.keys) {
    Json* owner = &schema;
    std::string_view name = key.name;
    for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.')) {
      owner = &(*owner)["properties"][std::string(name.substr(0, dot))];
      (*owner)["type"] = "object";
      (*owner)["additionalProperties"] = false;
      name.remove_prefix(dot + 1);
    }
    (*owner)["properties"][std::string(name)] = key_schema(key);
  }
  schema["additionalProperties"] = false;
  return schema;
}

}  // namespace

std::string json_schema() {
  Json schema = table_schema(all_tables().front());
  Json any_object = Json::array();
  for (const TableInfo& table : all_tables()) {
    if (table.name.empty()) continue;
    Json one = table_schema(table);
    if (table.repeats) {
      const Json reference{{"$ref", "#/$defs/" + table.name}};
      schema["$defs"][table.name] = std::move(one);
      one = {{"anyOf", Json::array({reference, Json{{"type", "array"}, {"items", reference}, {"minItems", 1}}})},
             {"description", table.sentence}};
    }
    schema["properties"][table.name] = std::move(one);
    if (table.is_object) any_object.push_back({{"required", Json::array({table.name})}});
  }
  schema["required"] = Json::array({"listener"});
  schema["anyOf"] = any_object;

  Json page{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
            {"title", "Resound scene"},
            {"$comment", "Made from the tables in src/scene_file: cmake --build build/release --target scene_docs"}};
  schema["description"] = "What a physical scene holds and where it is heard from.";
  page.update(schema);
  return page.dump(2) + "\n";
}

}  // namespace resound
