#include <doctest/doctest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "source_folder.h"

// What the pages and the comments point at must be there.
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = RESOUND_ROOT;

std::string text_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::vector<fs::path> files_below(const fs::path& folder, const std::set<std::string>& suffixes) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (suffixes.contains(entry.path().extension().string())) files.push_back(entry.path());
  return files;
}

std::vector<fs::path> pages() {
  std::vector<fs::path> pages = files_below(kRoot / "docs", {".md"});
  for (const char* name : {"README.md", "CONTRIBUTING.md", "fuzz/README.md"}) pages.push_back(kRoot / name);
  return pages;
}

std::vector<std::string> all_matches(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match)
    found.push_back((*match)[1]);
  return found;
}

// [text](file), [text](file#place) and ![picture](file), but not [text](https://…) nor a place on the same page.
std::vector<std::string> relative_links(const std::string& markdown) {
  std::vector<std::string> links;
  for (const std::string& link : all_matches(markdown, R"(\]\(([^)#\s]+)[^)]*\))"))
    if (link.find("://") == std::string::npos && link.rfind("mailto:", 0) != 0) links.push_back(link);
  return links;
}

// A citation may run over the end of a line of a comment.
std::string joined_comments(const std::string& code) { return std::regex_replace(code, std::regex("\n *// *"), " "); }

// "[Kaiser & Schafer 1980]", "[Salmon et al. 2011, Philox]", "[ISO 9613-1:1993, eq. 3]": authors and year.
std::vector<std::string> citations(const std::string& text) {
  return all_matches(text, R"(\[([A-Za-z][A-Za-z0-9'&.,\x80-\xff -]*[ :](?:19|20)[0-9]{2})(?=[\],;]))");
}

// "Kaiser & Schafer 1980" -> "kaiser1980", "ISO 9613-1:1993" -> "iso961311993"
std::string key_of(const std::string& citation) {
  const std::string year = citation.substr(citation.size() - 4);
  const std::string author =
      std::regex_replace(citation.substr(0, citation.size() - 5), std::regex("(,| &| and | et al).*"), "");
  std::string key;
  for (const char c : author)
    if (std::isalnum(static_cast<unsigned char>(c)))
      key += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return key + year;
}

std::set<std::string> reference_keys() {
  const auto keys = all_matches(text_of(kRoot / "docs" / "references.bib"), R"(@[a-z]+\{([a-z0-9]+),)");
  return {keys.begin(), keys.end()};
}

}  // namespace

TEST_CASE("every relative link of a page leads to a file") {
  CHECK(relative_links("[a](b.md#c) ![d](e/f.png) [g](https://h.org) [i](#j)") ==
        std::vector<std::string>{"b.md", "e/f.png"});
  std::size_t links = 0;
  for (const fs::path& page : pages()) {
    REQUIRE(fs::exists(page));
    for (const std::string& link : relative_links(text_of(page))) {
      CHECK_MESSAGE(fs::exists(page.parent_path() / link), fs::relative(page, kRoot).string() << " links to " << link);
      ++links;
    }
  }
  CHECK(links >= 10);
}

TEST_CASE("every citation in the code and the pages has its entry in the references") {
  CHECK(key_of("van den Doel 2005") == "vandendoel2005");
  CHECK(key_of("O'Brien, Cook & Essl 2001") == "obrien2001");
  CHECK(key_of("Salmon et al. 2011") == "salmon2011");
  CHECK(key_of("ISO 9613-1:1993") == "iso961311993");
  CHECK(citations(joined_comments("// so [A, B\n// 1992]. [m/s] a[2000] [Pa] [C & D 2001, ch. 7]")) ==
        std::vector<std::string>{"A, B 1992", "C & D 2001"});

  const std::set<std::string> keys = reference_keys();
  std::vector<fs::path> files = pages();
  for (const fs::path& file : files_below(kRoot / "src", {".h", ".cpp"})) files.push_back(file);
  std::size_t found = 0;
  for (const fs::path& file : files)
    for (const std::string& citation : citations(joined_comments(text_of(file)))) {
      CHECK_MESSAGE(keys.contains(key_of(citation)), fs::relative(file, kRoot).string()
                                                         << " cites [" << citation
                                                         << "], and docs/references.bib has no " << key_of(citation));
      ++found;
    }
  CHECK(found >= 20);
}
