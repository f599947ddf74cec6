#include "base/state_archive.h"

#include <cstring>

namespace resound {

void StateArchive::raw(void* data, std::size_t size) {
  if (loading_) {
    if (size > bytes_.size() - position_) throw InputError("the checkpoint is damaged: it ends too early");
    std::memcpy(data, bytes_.data() + position_, size);
    position_ += size;
  } else {
    const std::size_t end = bytes_.size();
    bytes_.resize(end + size);
    std::memcpy(bytes_.data() + end, data, size);
  }
}

}  // namespace resound
