#pragma once
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What a key of a scene file is, for people and for editors: everything but the field it fills (key_table.h adds that).
namespace resound {

enum class ValueKind {
  number,
  integer,
  boolean,
  text,
  choice,
  material,
  vector,
  vectors,
  direction,
  waypoints,
  frame_rate,
  file,
  numbers,
  words
};

// One end of a range. The remedy is what a message says when a value is beyond it.
struct Limit {
  double value = 0;
  bool is_open = false;  // the value itself is not allowed
  std::string remedy;    // "a drop needs a positive radius"; empty: made from the value
};

struct KeyInfo {
  std::string name;  // within its table, "camera.position_m" for [picture.camera]
  ValueKind kind = ValueKind::number;
  std::string sentence;            // what it means
  std::optional<Limit> low, high;  // of a number, of each number of a vector or list, of the length of a text
  std::vector<std::string> words;  // of a choice, or a list of them; of a material, those that need no [[material]]
  std::string default_value;       // as TOML; empty where there is none
  std::string default_words;       // said in place of the value: "its terminal speed"
  std::string starter_value;       // as TOML, where a starter scene should show the key in use

  // Out of line: the tables of keys are long, and a string made at each call takes a compiler long too.
  static KeyInfo named(std::string_view name, ValueKind kind);
  void say(std::string_view text);
  void say_default(std::string_view text);
  void start_as(std::string_view toml);
  void set_low(double value, bool is_open, std::string_view remedy);
  void set_high(double value, bool is_open, std::string_view remedy);

  std::string unit() const;   // "m": from the end of the name, for keys carry their units; empty for a pure number
  std::string type() const;   // "number", "one of free, clamped, supported"
  std::string range() const;  // "above 0, at most 10"; empty if there is none
  bool contains(double value) const;
  std::string remedy(double value) const;  // for a value that the range does not contain
};

// A table of a scene file, [air] or [[bar]], as the documentation sees it.
struct TableInfo {
  std::string name;  // "bar"; empty for the top of the file
  std::string sentence;
  bool repeats = false;              // may occur any number of times, as [[bar]]
  bool is_object = false;            // of Scene::objects
  bool is_shelf = false;             // holds what objects may name; a scene does well without it
  std::vector<std::string> company;  // other objects without which it makes no sound
  std::vector<KeyInfo> keys;

  const KeyInfo* find(std::string_view key) const;
  std::string path(const KeyInfo& key) const { return name.empty() ? key.name : name + "." + key.name; }
};

}  // namespace resound
