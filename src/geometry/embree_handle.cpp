#include "geometry/embree_handle.h"

#include "base/error.h"

namespace resound {
namespace {

// Embree reports trouble through a callback; the only kinds that can reach us are a lack of memory and a processor
// that is too old, and neither leaves anything to go on with.
void report(void*, RTCError code, const char* message) {
  if (code == RTC_ERROR_NONE) return;
  throw Error(ExitCode::our_fault, std::string("the ray library Embree failed: ") + message);
}

}  // namespace

RTCDevice embree_device() {
  static const RTCDevice device = [] {
    const RTCDevice made = rtcNewDevice(nullptr);
    if (!made) report(nullptr, rtcGetDeviceError(nullptr), "it does not start on this processor");
    rtcSetDeviceErrorFunction(made, report, nullptr);
    return made;
  }();
  return device;
}

}  // namespace resound
