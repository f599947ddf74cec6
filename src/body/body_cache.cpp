#include "body/body_cache.h"

#include <span>
#include <string_view>

#include "base/error.h"

namespace resound {
namespace {

constexpr std::size_t kHashLength = 32;  // hex digits at the end of a file tell damage

}  // namespace

bool BodyCache::load_bytes(const std::string& kind, const std::string& key, StateArchive& state) const {
  if (folder_.empty() || !std::filesystem::exists(file(kind, key))) return false;
  const std::string content = read_file(file(kind, key));
  if (content.size() < kHashLength) return false;
  const auto bytes = std::as_bytes(std::span(content)).first(content.size() - kHashLength);
  if (content_hash(bytes) != std::string_view(content).substr(bytes.size())) {
    if (message_) message_(fmt::format("{} is damaged; computing it again", file(kind, key).string()));
    return false;
  }
  state = StateArchive(std::vector<std::byte>(bytes.begin(), bytes.end()));
  return true;
}

void BodyCache::save_bytes(const std::string& kind, const std::string& key, const StateArchive& state) const {
  try {
    std::filesystem::create_directories(folder_);
    std::string content(reinterpret_cast<const char*>(state.bytes().data()), state.bytes().size());
    content += content_hash(state.bytes());
    write_atomically(file(kind, key), true, content);
  } catch (const std::exception& trouble) {
    if (message_)
      message_(fmt::format("{} cannot be kept for the next time: {}", file(kind, key).string(), trouble.what()));
  }
}

}  // namespace resound
