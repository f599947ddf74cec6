#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "listener/heard.h"
#include "picture/image.h"

namespace resound {

// Where a render goes, block by block: into memory, or into a take on disk. Last stage of the road.
class Recorder {
 public:
  virtual ~Recorder() = default;
  virtual void append(const Heard& heard) = 0;  // samples follow each other without a gap from sample 0
  virtual void append(const Image& frame) = 0;  // frames follow each other from frame 0

  // A checkpoint holds the state of the stages; the recorder adds how far it has written. What was saved last and can
  // still be read comes back from resume(), with everything recorded after it dropped. Nothing: the render begins at
  // sample 0.
  //
  // Bytes that are whole can still be a state that the stages cannot load. Then resume() is asked again, before
  // anything is appended: it forgets what it gave, says so to the user, and gives the checkpoint before; when there is
  // none left, nothing.
  virtual void checkpoint(const std::vector<std::byte>& state) = 0;
  virtual std::optional<std::vector<std::byte>> resume() = 0;
};

}  // namespace resound
