// SPDX-License-Identifier: Apache-2.0
// Patches are judged by `git apply` itself.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "fix/fix.hpp"

using namespace hipaudit;
namespace fs = std::filesystem;

namespace {

struct Folder {
  fs::path path;
  Folder() {
    std::string name = (fs::temp_directory_path() / "hipaudit-patch-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path = fs::canonical(name);
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
};

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

using Texts = std::map<std::string, std::string>;

/// Makes the patch of files named relative to a folder, applies it with git, compares.
std::string check_applies(const Texts& before, const Texts& after) {
  const Folder folder;
  Texts old_texts;
  Texts new_texts;
  for (const auto& [name, text] : before) {
    old_texts[(folder.path / name).string()] = text;
    write(folder.path / name, text);
  }
  for (const auto& [name, text] : after) new_texts[(folder.path / name).string()] = text;
  const std::string patch = make_patch(old_texts, new_texts, folder.path.string());
  write(folder.path / ".patch", patch);
  // No repository above the folder may have a say.
  const std::string command = "cd '" + folder.path.string() + "' && GIT_CEILING_DIRECTORIES='"
                              + folder.path.parent_path().string()
                              + "' git -c core.autocrlf=false apply --whitespace=nowarn .patch";
  INFO(patch);
  CHECK(std::system(command.c_str()) == 0);
  for (const auto& [name, text] : after) CHECK(read(folder.path / name) == text);
  return patch;
}

}  // namespace

TEST_CASE("git applies the patch", "[patch]") {
  const std::string patch = check_applies({{"src/a.hip", "one\ntwo\nthree\n"}, {"b.hip", "x\n"}},
                                          {{"src/a.hip", "one\n2\nthree\n"}, {"b.hip", "y\n"}});
  CHECK(patch.find("--- a/src/a.hip\n+++ b/src/a.hip\n@@ -1,3 +1,3 @@\n") != std::string::npos);
  CHECK(patch.find("a/b.hip") < patch.find("a/src/a.hip"));
}

TEST_CASE("line ends and a missing newline survive", "[patch]") {
  check_applies({{"a.hip", "one\r\ntwo\r\nthree\r\n"}}, {{"a.hip", "one\r\n2\r\nthree\r\n"}});
  check_applies({{"a.hip", "one\ntwo"}}, {{"a.hip", "one\n2"}});
  check_applies({{"a.hip", "one\ntwo"}}, {{"a.hip", "1\ntwo"}});
  check_applies({{"a.hip", "one\r\ntwo"}}, {{"a.hip", "one\r\nmore\r\ntwo"}});
  check_applies({{"a.hip", "mixed\r\nends\n"}}, {{"a.hip", "mixed\r\nend\n"}});
  check_applies({{"a.hip", "\xef\xbb\xbfone\n"}}, {{"a.hip", "\xef\xbb\xbf#include <a>\none\n"}});
  check_applies({{"a.hip", ""}}, {{"a.hip", "one\n"}});
}

TEST_CASE("odd names and bytes survive", "[patch]") {
  check_applies({{"with blank/a b.hip", "one\n"}}, {{"with blank/a b.hip", "two\n"}});
  check_applies({{"gr\xc3\xb6\xc3\x9f"
                  "e.hip",
                  "one\n"}},
                {{"gr\xc3\xb6\xc3\x9f"
                  "e.hip",
                  "two\n"}});
  check_applies({{"a.hip", std::string("one\n\0two\n", 9)}},
                {{"a.hip", std::string("1\n\0two\n", 7)}});
  check_applies({{"a.hip", "caf\xe9\none\n"}}, {{"a.hip", "caf\xe9\ntwo\n"}});
}

TEST_CASE("far changes are hunks of their own", "[patch]") {
  std::string before;
  for (int i = 0; i < 60; ++i) before += "line " + std::to_string(i) + "\n";
  std::string after = before;
  after.replace(after.find("line 55"), 7, "LINE 55");
  after.replace(after.find("line 5\n"), 6, "LINE 5");
  const std::string patch = check_applies({{"a.hip", before}}, {{"a.hip", after}});
  CHECK(patch.find("\n@@ -3,7 +3,7 @@") != std::string::npos);
  CHECK(patch.find("\n@@ -53,7 +53,7 @@") != std::string::npos);
}

TEST_CASE("an executable file stays one", "[patch]") {
  const Folder folder;
  const std::string path = (folder.path / "a.hip").string();
  write(path, "one\n");
  fs::permissions(path, fs::perms(0755));
  const std::string patch = make_patch({{path, "one\n"}}, {{path, "two\n"}}, folder.path.string());
  CHECK(patch.find(" 100755\n") != std::string::npos);
}

TEST_CASE("what did not change or lies outside is left out", "[patch]") {
  CHECK(make_patch({{"/r/a", "x\n"}}, {{"/r/a", "x\n"}}, "/r").empty());
  CHECK(make_patch({{"/other/a", "x\n"}}, {{"/other/a", "y\n"}}, "/r").empty());
  CHECK(make_patch({{"/rest/a", "x\n"}}, {{"/rest/a", "y\n"}}, "/r").empty());
  CHECK(make_patch({{"/r/a", "x\n"}}, {}, "/r").empty());
}

TEST_CASE("a new file is added", "[patch]") {
  const std::string patch = check_applies({}, {{"new.hpp", "one\n"}});
  CHECK(patch.find("--- /dev/null") != std::string::npos);
}
