// SPDX-License-Identifier: Apache-2.0
// Reads the source tree: folders depend only leftward in the flow, only two know Clang, and every
// rule has its documentation and its corpus. HIPAUDIT_SOURCE_DIR is the root of the sources.
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/rule.hpp"

namespace fs = std::filesystem;
using hipaudit::Rule;

namespace {

const fs::path kSource = HIPAUDIT_SOURCE_DIR;

// Which folders of src/ each folder may include, itself aside.
const std::map<std::string, std::set<std::string>> kMayInclude = {
    {"core", {"target"}},
    {"target", {}},
    {"facts", {"core"}},
    {"frontend", {"core", "target", "facts", "collect"}},
    {"collect", {"core", "target", "facts", "frontend"}},
    {"lanes", {"core", "target", "facts"}},
    {"match", {"core", "target", "facts", "lanes"}},
    {"rules", {"match", "core", "target", "facts", "lanes"}},
    {"engine", {"core", "target", "facts", "lanes"}},
    {"fix", {"core", "target", "facts", "engine"}},
    {"report", {"core", "target", "facts", "engine", "fix"}},
};

struct Include {
  fs::path file;
  std::string name;
};

std::vector<Include> includes_below(const fs::path& folder) {
  std::vector<Include> found;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".hpp" && extension != ".cpp") continue;
    // Headers that travel inside the binary are the analysed code's, not ours.
    if (entry.path().string().find("/frontend/bundled/") != std::string::npos) continue;
    std::ifstream in(entry.path());
    bool in_doc = false;  // a rule's documentation shows includes of the analysed code
    for (std::string line; std::getline(in, line);) {
      if (line.find("R\"md(") != std::string::npos) in_doc = true;
      if (line.find(")md\"") != std::string::npos) in_doc = false;
      if (in_doc || line.rfind("#include", 0) != 0) continue;
      const std::size_t open = line.find_first_of("<\"");
      const std::size_t close = line.find_last_of(">\"");
      if (open == std::string::npos || close <= open) continue;
      found.push_back({entry.path(), line.substr(open + 1, close - open - 1)});
    }
  }
  return found;
}

std::string first_folder(const std::string& name) {
  const std::size_t slash = name.find('/');
  return slash == std::string::npos ? std::string() : name.substr(0, slash);
}

}  // namespace

TEST_CASE("folders depend only leftward in the flow") {
  for (const auto& [folder, allowed] : kMayInclude) {
    const fs::path path = folder == "rules" ? kSource / "rules" : kSource / "src" / folder;
    if (!fs::exists(path)) continue;
    for (const Include& include : includes_below(path)) {
      const std::string from = first_folder(include.name);
      if (from == folder || kMayInclude.count(from) == 0) continue;
      INFO(include.file << " includes " << include.name);
      CHECK(allowed.count(from) == 1);
    }
  }
}

TEST_CASE("every folder of src has its place in the flow") {
  for (const fs::directory_entry& entry : fs::directory_iterator(kSource / "src")) {
    INFO(entry.path());
    if (entry.is_directory()) CHECK(kMayInclude.count(entry.path().filename().string()) == 1);
  }
}

TEST_CASE("only frontend and collect know Clang") {
  for (const char* folder : {"src", "rules", "tool"}) {
    for (const Include& include : includes_below(kSource / folder)) {
      if (include.name.rfind("clang/", 0) != 0) continue;
      const std::string file = include.file.string();
      INFO(file << " includes " << include.name);
      CHECK((file.find("/src/frontend/") != std::string::npos
             || file.find("/src/collect/") != std::string::npos));
    }
  }
}

TEST_CASE("a rule includes no more than the vocabulary of rules") {
  for (const Include& include : includes_below(kSource / "rules")) {
    const std::string from = first_folder(include.name);
    INFO(include.file << " includes " << include.name);
    CHECK((from.empty() || from == "match" || from == "core" || from == "target"));
  }
}

TEST_CASE("every rule is where its id says, and is documented") {
  const std::set<std::string> topics = {"waves",  "masks",    "lds",     "atomics", "streams",
                                        "memory", "numerics", "porting", "tool"};
  std::set<std::string> ids;
  for (const Rule* rule : hipaudit::all_rules()) {
    const std::string id(rule->id);
    INFO(id);
    CHECK(ids.insert(id).second);
    CHECK(topics.count(std::string(rule->topic)) == 1);
    CHECK(std::all_of(id.begin(), id.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    }));
    CHECK(fs::exists(kSource / "rules" / rule->topic / (id + ".cpp")));
    CHECK_FALSE(rule->summary.empty());
    CHECK(rule->judge != nullptr);
    std::size_t after = 0;
    for (const char* heading :
         {"## What it finds\n", "## Why it is wrong on AMD\n", "## Example\n", "## Use instead\n",
          "## Fix safety\n", "## Not reported\n", "## References\n"}) {
      INFO(heading);
      const std::size_t found = rule->doc.find(heading, after);
      CHECK(found != std::string_view::npos);
      if (found != std::string_view::npos) after = found;
    }
  }
}

TEST_CASE("every rule has a corpus") {
  for (const Rule* rule : hipaudit::all_rules()) {
    const fs::path folder = kSource / "test-corpus" / rule->id;
    INFO(folder);
    CHECK(fs::exists(folder / "bad.hip"));
    CHECK(fs::exists(folder / "good.hip"));
  }
}

TEST_CASE("every corpus folder belongs to a rule") {
  for (const fs::directory_entry& entry : fs::directory_iterator(kSource / "test-corpus")) {
    const std::string name = entry.path().filename().string();
    if (!entry.is_directory() || name.front() == '_') continue;
    INFO(name);
    CHECK(hipaudit::find_rule(name) != nullptr);
  }
}
