#pragma once
#include <embree3/rtcore.h>

#include <utility>

// Embree's reference-counted handles as values. Only .cpp files and private headers include this one.
namespace resound {

// The one device of the program, made when it is first needed.
RTCDevice embree_device();

// Owns one reference to an Embree object.
template <class Handle, void (*retain)(Handle), void (*release)(Handle)>
class EmbreeHandle {
 public:
  EmbreeHandle() = default;
  explicit EmbreeHandle(Handle owned) : handle_(owned) {}
  EmbreeHandle(const EmbreeHandle& other) : handle_(other.handle_) {
    if (handle_) retain(handle_);
  }
  EmbreeHandle(EmbreeHandle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  EmbreeHandle& operator=(EmbreeHandle other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~EmbreeHandle() {
    if (handle_) release(handle_);
  }

  Handle get() const { return handle_; }
  explicit operator bool() const { return handle_ != nullptr; }

 private:
  Handle handle_ = nullptr;
};

using EmbreeGeometry = EmbreeHandle<RTCGeometry, rtcRetainGeometry, rtcReleaseGeometry>;
using EmbreeScene = EmbreeHandle<RTCScene, rtcRetainScene, rtcReleaseScene>;

inline EmbreeScene new_embree_scene(RTCBuildQuality quality = RTC_BUILD_QUALITY_MEDIUM) {
  EmbreeScene scene(rtcNewScene(embree_device()));
  rtcSetSceneBuildQuality(scene.get(), quality);
  return scene;
}

}  // namespace resound
