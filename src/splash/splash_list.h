#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/atomic_file.h"
#include "base/file.h"
#include "splash/splash.h"

// Lists of splashes: found, written, edited by hand or by a program, and read back. CSV with a header, one a row:
//
//   t,kind,x,y,z,radius,speed,dx,dy,dz,rise,depth,swing,gain,particles,on,vessel
//
//   impact   t place radius speed direction gain particles on
//            (on: "liquid", or the name of the body that was struck, or nothing where what was struck does not ring)
//   bubble   t place radius rise depth swing gain
//   level    t depth vessel
//
// t in s; x, y, z, radius and depth in m; speed in m/s. Columns may stand in any order; those that a kind does not use
// may be empty, or left out altogether.
namespace resound {

struct ListedSplash {
  Splash splash;
  std::string on;  // of an impact
};

// Writes row by row; the file is whole or absent.
class SplashListWriter {
 public:
  SplashListWriter(const std::filesystem::path& target, bool force);
  void add(const Splash& splash, std::string_view on);
  void commit();

 private:
  void flush();
  AtomicFile whole_;
  File file_;
  std::string piece_;
};

// In the order of time. Throws InputError with file and line.
std::vector<ListedSplash> read_splash_list(const std::filesystem::path& file);
std::vector<ListedSplash> parse_splash_list(std::string_view text, const std::string& name);

}  // namespace resound
