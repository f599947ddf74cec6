#pragma once

namespace resound {

extern const char* const kVersion;  // "0.1.0", as the project's CMakeLists.txt says

}  // namespace resound
