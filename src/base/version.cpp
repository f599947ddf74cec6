#include "base/version.h"

namespace resound {

const char* const kVersion = RESOUND_VERSION;

}  // namespace resound
