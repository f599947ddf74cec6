#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "scene_file/scene_error.h"

// The text of a scene as a tree of values that remember where they stand. Free of any parser's types: only
// toml_text.cpp knows the parser, which is slow to compile.
namespace resound {

struct NodeEntry;
struct Node;
using NodeList = std::vector<Node>;
using NodeTable = std::vector<NodeEntry>;

struct DateOrTime {};  // TOML has them; no key of a scene does

struct Node {
  Place place;
  std::variant<bool, std::int64_t, double, std::string, DateOrTime, NodeList, NodeTable> value;

  const NodeTable* table() const { return std::get_if<NodeTable>(&value); }
  NodeTable* table() { return std::get_if<NodeTable>(&value); }
  const NodeList* list() const { return std::get_if<NodeList>(&value); }
  NodeList* list() { return std::get_if<NodeList>(&value); }
  const std::string* text() const { return std::get_if<std::string>(&value); }
};

struct NodeEntry {
  std::string name;
  Place place;  // of the name
  Node value;
};

const Node* find(const NodeTable& table, std::string_view name);  // null if there is none
Node* find(NodeTable& table, std::string_view name);

// A value as one would write it, cut short when it is long: for messages. Nothing in it can upset a terminal.
std::string shown(const Node& node);
std::string shown(std::string_view text);      // without quotes
std::string printable(std::string_view text);  // the same in full

// Values written as TOML. Numbers keep all their digits.
std::string to_toml(double number);
std::string to_toml(std::int64_t number);
std::string to_toml(bool truth);
std::string to_toml(std::string_view text);

}  // namespace resound
