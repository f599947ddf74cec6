#pragma once
#include <concepts>
#include <functional>
#include <string_view>
#include <type_traits>
#include <utility>

#include "scene_file/table_reading.h"

namespace resound {

// A key together with the field of T that it fills.
template <class T>
struct Key {
  KeyInfo info;
  std::function<void(T&, const Node&, ValueReader&)> read;
  std::function<std::string(const T&)> write;  // the value as TOML; empty where the key does not apply

  // The rest of the description, in the order of a sentence.
  Key& says(std::string_view sentence) { return info.say(sentence), *this; }
  Key& above(double value, std::string_view remedy = "") { return info.set_low(value, true, remedy), *this; }
  Key& at_least(double value, std::string_view remedy = "") { return info.set_low(value, false, remedy), *this; }
  Key& below(double value, std::string_view remedy = "") { return info.set_high(value, true, remedy), *this; }
  Key& at_most(double value, std::string_view remedy = "") { return info.set_high(value, false, remedy), *this; }
  Key& otherwise(std::string_view words) { return info.say_default(words), *this; }
  Key& starts_as(std::string_view toml) { return info.start_as(toml), *this; }
};

// Two steps into a struct as one field: in(&Bar::decay, &BarDecay::low_t60).
template <class T, class Part, class Value>
auto in(Part T::*part, Value Part::*value) {
  return [ part, value ](auto& object) -> auto& { return object.*part.*value; };
}

// The one description of the keys of a table: from it come the reader, the canonical text, `explain`, the reference
// page, the JSON Schema and the starter scene. A field is a member pointer, or anything that gives a reference to a
// part of T.
template <class T>
class KeyTable {
 public:
  KeyTable(std::string name, std::string sentence) {
    info_.name = std::move(name);
    info_.sentence = std::move(sentence);
  }

  template <class Field>
  Key<T>& number(std::string_view name, Field field) {
    return plain(name, ValueKind::number, field, &ValueReader::number);
  }
  template <class Field>
  Key<T>& boolean(std::string_view name, Field field) {
    return plain(name, ValueKind::boolean, field, &ValueReader::boolean);
  }
  template <class Field>
  Key<T>& vector(std::string_view name, Field field) {
    return plain(name, ValueKind::vector, field, &ValueReader::vector);
  }
  template <class Field>
  Key<T>& vectors(std::string_view name, Field field) {
    return plain(name, ValueKind::vectors, field, &ValueReader::vectors);
  }
  template <class Field>
  Key<T>& direction(std::string_view name, Field field) {
    return plain(name, ValueKind::direction, field, &ValueReader::direction).at_least(-1e6).at_most(1e6);
  }
  template <class Field>
  Key<T>& frame_rate(std::string_view name, Field field) {
    return plain(name, ValueKind::frame_rate, field, &ValueReader::frame_rate);
  }
  template <class Field>
  Key<T>& text(std::string_view name, Field field) {
    return plain(name, ValueKind::text, field, &ValueReader::text);
  }

  template <class Field>
  Key<T>& numbers(std::string_view name, Field field) {
    return plain(name, ValueKind::numbers, field, &ValueReader::numbers);
  }

  template <class Field>
  Key<T>& integer(std::string_view name, Field field) {
    using Value = std::remove_cvref_t<std::invoke_result_t<Field, T&>>;
    return add(
        name, ValueKind::integer,
        [field](T& object, const Node& node, ValueReader& reader) {
          if (const auto value = reader.integer(node)) std::invoke(field, object) = static_cast<Value>(*value);
        },
        [field](const T& object) { return to_toml(static_cast<std::int64_t>(std::invoke(field, object))); });
  }

  // A word for each value of an enumeration.
  template <class Field, class Value = std::remove_cvref_t<std::invoke_result_t<Field, T&>>>
  Key<T>& choice(std::string_view name, Field field,
                 std::vector<std::pair<std::string, std::type_identity_t<Value>>> words) {
    Key<T>& key = add(
        name, ValueKind::choice,
        [field, words](T& object, const Node& node, ValueReader& reader) {
          if (const auto index = reader.choice(node)) std::invoke(field, object) = words[*index].second;
        },
        [field, words](const T& object) -> std::string {
          for (const auto& [word, value] : words) {
            if (value == std::invoke(field, object)) return to_toml(std::string_view(word));
          }
          return "";
        });
    for (const auto& word : words) key.info.words.push_back(word.first);
    return key;
  }

  // A number whose field is not the number itself: get(const T&), which may give none, and set(T&, double).
  template <class Get, class Set>
  Key<T>& number_by(std::string_view name, Get get, Set set) {
    return add(
        name, ValueKind::number,
        [set](T& object, const Node& node, ValueReader& reader) {
          if (const auto value = reader.number(node)) set(object, *value);
        },
        [get](const T& object) { return written(get(object)); });
  }

  // Anything else.
  Key<T>& add(std::string_view name, ValueKind kind, std::function<void(T&, const Node&, ValueReader&)> read,
              std::function<std::string(const T&)> write) {
    return keys_.emplace_back(Key<T>{KeyInfo::named(name, kind), std::move(read), std::move(write)});
  }

  // A rule between keys, asked once all of them are read.
  KeyTable& rule(std::function<void(const T&, TableReading&)> rule) {
    rules_.push_back(std::move(rule));
    return *this;
  }

  // Objects without which this one makes no sound: a starter scene brings them along.
  KeyTable& sounds_with(std::vector<std::string> company) {
    info_.company = std::move(company);
    return *this;
  }

  TableInfo info() const {
    TableInfo info = info_;
    for (const Key<T>& key : keys_) {
      info.keys.push_back(key.info);
      info.keys.back().default_value = key.write(T{});
    }
    return info;
  }

  void read(T& object, TableReading& table) const {
    for (const Key<T>& key : keys_) {
      table.with(key.info, [&](const Node& node, ValueReader& reader) { key.read(object, node, reader); });
    }
    for (const auto& rule : rules_) rule(object, table);
  }

  // Every key that applies, one a line.
  std::string write(const T& object) const {
    std::string text;
    for (const Key<T>& key : keys_) {
      const std::string value = key.write(object);
      if (!value.empty()) text += key.info.name + " = " + value + "\n";
    }
    return text;
  }

 private:
  template <class Field, class Value>
  Key<T>& plain(std::string_view name, ValueKind kind, Field field,
                std::optional<Value> (ValueReader::*take)(const Node&)) {
    return add(
        name, kind,
        [field, take](T& object, const Node& node, ValueReader& reader) {
          if (auto value = (reader.*take)(node)) std::invoke(field, object) = std::move(*value);
        },
        [field](const T& object) { return written(std::invoke(field, object)); });
  }
  static std::string written(const std::string& text) { return to_toml(std::string_view(text)); }
  static std::string written(std::optional<double> number) { return number ? to_toml(*number) : ""; }
  template <class Value>
  static std::string written(const Value& value) {
    return to_toml(value);
  }

  TableInfo info_;
  std::vector<Key<T>> keys_;
  std::vector<std::function<void(const T&, TableReading&)>> rules_;
};

}  // namespace resound
