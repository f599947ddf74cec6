#include "base/vtk_types.h"

#include <map>

#include "base/text_scanner.h"

namespace resound {
namespace {

std::optional<NumberType> type_in(const std::map<std::string, NumberType>& types, std::string_view word) {
  const auto found = types.find(lowered(word));
  return found == types.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

std::optional<NumberType> legacy_vtk_type(std::string_view word) {
  static const std::map<std::string, NumberType> kTypes{{"char", NumberType::int8},
                                                        {"signed_char", NumberType::int8},
                                                        {"unsigned_char", NumberType::uint8},
                                                        {"short", NumberType::int16},
                                                        {"unsigned_short", NumberType::uint16},
                                                        {"int", NumberType::int32},
                                                        {"unsigned_int", NumberType::uint32},
                                                        {"long", NumberType::int64},
                                                        {"unsigned_long", NumberType::uint64},
                                                        {"vtkidtype", NumberType::int32},
                                                        {"vtktypeint64", NumberType::int64},
                                                        {"vtktypeuint64", NumberType::uint64},
                                                        {"vtktypeint32", NumberType::int32},
                                                        {"vtktypeuint32", NumberType::uint32},
                                                        {"float", NumberType::float32},
                                                        {"double", NumberType::float64}};
  return type_in(kTypes, word);
}

std::optional<NumberType> xml_vtk_type(std::string_view word) {
  static const std::map<std::string, NumberType> kTypes{
      {"int8", NumberType::int8},      {"uint8", NumberType::uint8},   {"int16", NumberType::int16},
      {"uint16", NumberType::uint16},  {"int32", NumberType::int32},   {"uint32", NumberType::uint32},
      {"int64", NumberType::int64},    {"uint64", NumberType::uint64}, {"float32", NumberType::float32},
      {"float64", NumberType::float64}};
  return type_in(kTypes, word);
}

}  // namespace resound
