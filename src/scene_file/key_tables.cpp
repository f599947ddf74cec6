#include "scene_file/key_tables.h"

#include <algorithm>

namespace resound {

KeyInfo object_name_key() {
  KeyInfo key;
  key.name = "name";
  key.kind = ValueKind::text;
  key.sentence = "What the object is called in reports and stems; no two objects share a name.";
  key.low = Limit{1, false, ""};
  key.high = Limit{64, false, ""};
  key.default_words = "its kind; its kind and a number from the second on";
  return key;
}

const std::vector<TableInfo>& all_tables() {
  static const std::vector<TableInfo> tables = [] {
    std::vector<TableInfo> all{info_of<Scene>(),      info_of<Air>(),           info_of<Ground>(),
                               info_of<Unheard>(),    info_of<ListenerSetup>(), info_of<PictureSetup>(),
                               info_of<OwnMaterial>()};
    all[4].repeats = true;
    all[6].repeats = all[6].is_shelf = true;
    for_each_kind([&]<class Kind>(Kind*) {
      all.push_back(info_of<Kind>());
      all.back().repeats = true;
      all.back().is_object = true;
      all.back().keys.insert(all.back().keys.begin(), object_name_key());
    });
    return all;
  }();
  return tables;
}

const TableInfo* find_table(std::string_view name) {
  const auto found = std::ranges::find(all_tables(), name, &TableInfo::name);
  return found == all_tables().end() ? nullptr : &*found;
}

}  // namespace resound
