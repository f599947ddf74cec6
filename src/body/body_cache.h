#pragma once
#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "base/atomic_file.h"
#include "base/content_hash.h"
#include "base/file.h"
#include "base/state_archive.h"

namespace resound {

// What took long to compute, kept in a folder under a name made from all it depends on. A file that is damaged counts
// as absent; one that cannot be written is no reason to stop, but is said.
class BodyCache {
 public:
  explicit BodyCache(std::filesystem::path folder, MessageSink message)  // empty folder: nothing is kept
      : folder_(std::move(folder)), message_(std::move(message)) {}

  // The value kept under a key, or what make() returns, which is then kept.
  template <class Value, class Make>
  Value get(const std::string& kind, const std::string& key, Make make) const {
    Value value;
    if (load(kind, key, value)) return value;
    value = make();
    save(kind, key, value);
    return value;
  }

 private:
  std::filesystem::path file(const std::string& kind, const std::string& key) const {
    return folder_ / fmt::format("{}-{}", kind, key);
  }
  template <class Value>
  bool load(const std::string& kind, const std::string& key, Value& value) const {
    StateArchive state;
    if (!load_bytes(kind, key, state)) return false;
    try {
      state.fields(value);
      if (state.is_exhausted()) return true;
    } catch (const InputError&) {  // of another version: computed anew
    }
    value = Value{};
    return false;
  }
  template <class Value>
  void save(const std::string& kind, const std::string& key, Value& value) const {
    if (folder_.empty()) return;
    StateArchive state;
    state.fields(value);
    save_bytes(kind, key, state);
  }
  bool load_bytes(const std::string& kind, const std::string& key, StateArchive& state) const;
  void save_bytes(const std::string& kind, const std::string& key, const StateArchive& state) const;

  std::filesystem::path folder_;
  MessageSink message_;
};

}  // namespace resound
