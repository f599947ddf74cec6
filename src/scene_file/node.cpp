#include "scene_file/node.h"

#include <fmt/format.h>

#include <algorithm>

namespace resound {
namespace {

constexpr std::size_t kLongestShown = 60;  // [bytes] of a value in a message

// A cut must not split a UTF-8 sequence.
std::string cut_short(std::string text) {
  if (text.size() <= kLongestShown) return text;
  std::size_t end = kLongestShown;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

// Escapes of a TOML basic string. DEL and the control characters are escaped as well.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20 || byte == 0x7F) {
      out += fmt::format("\\u{:04X}", byte);
    } else {
      out += c;
    }
  }
  return out;
}

struct Writer {
  std::string operator()(bool value) const { return to_toml(value); }
  std::string operator()(std::int64_t value) const { return to_toml(value); }
  std::string operator()(double value) const { return fmt::format("{}", value); }
  std::string operator()(const std::string& value) const { return to_toml(std::string_view(value)); }
  std::string operator()(const DateOrTime&) const { return "a date or time"; }
  std::string operator()(const NodeTable&) const { return "a table"; }
  std::string operator()(const NodeList& list) const {
    std::string out = "[";
    for (const Node& node : list) {
      if (out.size() > kLongestShown) break;
      out += (out.size() > 1 ? ", " : "") + std::visit(*this, node.value);
    }
    return out + "]";
  }
};

}  // namespace

const Node* find(const NodeTable& table, std::string_view name) {
  const auto found = std::ranges::find(table, name, &NodeEntry::name);
  return found == table.end() ? nullptr : &found->value;
}

Node* find(NodeTable& table, std::string_view name) {
  const auto found = std::ranges::find(table, name, &NodeEntry::name);
  return found == table.end() ? nullptr : &found->value;
}

std::string shown(const Node& node) { return cut_short(std::visit(Writer{}, node.value)); }
std::string shown(std::string_view text) { return cut_short(escaped(text)); }
std::string printable(std::string_view text) { return escaped(text); }

std::string to_toml(double number) { return fmt::format("{}", number + 0.0); }  // + 0.0: no minus before a zero
std::string to_toml(std::int64_t number) { return fmt::format("{}", number); }
std::string to_toml(bool truth) { return truth ? "true" : "false"; }
std::string to_toml(std::string_view text) { return '"' + escaped(text) + '"'; }

}  // namespace resound
