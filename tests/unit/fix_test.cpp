// SPDX-License-Identifier: Apache-2.0
// Property of plan and apply: each fix is in the new text whole or not at all, and everything
// outside of the planned edits is as it was.
#include <catch2/catch.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "code.hpp"
#include "fix/fix.hpp"

using namespace hipaudit;

namespace {

struct Project : test::Code {
  std::vector<Finding> findings;

  Edit replace(FileId file, const std::string& needle, std::string text, int nth = 0) const {
    return {span(file, needle, nth), std::move(text)};
  }
  Edit insert_before(FileId file, const std::string& needle, std::string text, int nth = 0) const {
    Span at = span(file, needle, nth);
    at.end = at.begin;
    return {at, std::move(text)};
  }
  Finding& find(FileId file, const std::string& needle, std::vector<Edit> edits,
                Safety safety = Safety::safe, int nth = 0) {
    Finding finding;
    finding.rule = "some-rule";
    finding.where = where(file, needle, nth);
    finding.fixes.push_back({safety, "mend it", std::move(edits), {}});
    findings.push_back(std::move(finding));
    return findings.back();
  }
  /// A finding in a macro body, used at `expansion`.
  Finding& find_in_macro(FileId file, const std::string& needle, const std::string& expansion,
                         std::vector<Edit> edits) {
    Finding& finding = find(file, needle, std::move(edits));
    finding.where.expansion = span(file, expansion);
    finding.where.in_macro_body = true;
    return finding;
  }
  Plan planned(Safety least = Safety::safe) const {
    return plan(findings, facts.files, sources, least);
  }
  std::string fixed(FileId file, Safety least = Safety::safe) const {
    const auto texts = apply(planned(least).fixes, facts.files, sources);
    const auto text = texts.find(facts.files[file].path);
    return text == texts.end() ? "(untouched)" : text->second;
  }
};

}  // namespace

TEST_CASE("A fix of a whole idiom goes before those of single calls in it", "[fix]") {
  Project p;
  const FileId file = p.add("a.hip", "for (;;) v += shfl(v);\n");
  p.find(file, "shfl", {p.replace(file, "shfl", "warp32::shfl")});
  p.find(file, "for (;;) v += shfl(v);", {p.replace(file, "for (;;) v += shfl(v);", "v = sum(v);")})
      .fixes.front()
      .whole_idiom = true;
  CHECK(p.fixed(file) == "v = sum(v);\n");
  REQUIRE(p.planned().skipped.size() == 1);
  CHECK(p.planned().skipped[0].finding == 0);
  CHECK(p.planned().skipped[0].reason.find("conflicts with") == 0);
}

TEST_CASE("edits are made in order, whatever order they are found in", "[fix]") {
  Project p;
  const FileId a = p.add("/p/a.hip", "one two three\n");
  p.find(a, "three", {p.replace(a, "three", "3")});
  p.find(a, "one", {p.replace(a, "one", "1"), p.insert_before(a, "two", "<")});
  CHECK(p.fixed(a) == "1 <two 3\n");
}

TEST_CASE("an insertion stands beside a replacement", "[fix]") {
  Project p;
  const FileId a = p.add("/p/a.hip", "ab");
  p.find(a, "a", {p.replace(a, "a", "X")});
  p.find(a, "b", {p.replace(a, "b", "Y")});
  p.find(a, "ab", {p.insert_before(a, "b", "-")});
  CHECK(p.fixed(a) == "X-Y");
}

TEST_CASE("the first of two colliding fixes wins whole", "[fix]") {
  Project p;
  const FileId a = p.add("/p/a.hip", "one two three\n");
  p.find(a, "two", {p.replace(a, "two", "2")});
  p.find(a, "one", {p.replace(a, "one", "1"), p.replace(a, "wo t", "_")});
  const Plan plan = p.planned();
  REQUIRE(plan.fixes.size() == 1);
  REQUIRE(plan.skipped.size() == 1);
  CHECK(plan.skipped[0].finding == 1);
  CHECK(plan.skipped[0].reason == "conflicts with some-rule at line 1");
  CHECK(p.fixed(a) == "one 2 three\n");
}

TEST_CASE("the next remedy is tried when the first collides", "[fix]") {
  Project p;
  const FileId a = p.add("/p/a.hip", "one two\n");
  p.find(a, "two", {p.replace(a, "two", "2")});
  Finding& second = p.find(a, "one", {p.replace(a, "one two", "12")});
  second.fixes.push_back({Safety::safe, "other", {p.replace(a, "one", "1")}, {}});
  CHECK(p.fixed(a) == "1 2\n");
}

TEST_CASE("equal edits are one, different insertions at one place collide", "[fix]") {
  Project p;
  const FileId a = p.add("/p/a.hip", "f(x)\n");
  p.find(a, "f", {p.insert_before(a, ")", ", 32")});
  p.find(a, "f", {p.insert_before(a, ")", ", 32")});
  p.find(a, "f", {p.insert_before(a, ")", ", 64")});
  CHECK(p.planned().fixes.size() == 2);
  CHECK(p.fixed(a) == "f(x, 32)\n");
}

TEST_CASE("half of a pair of insertions is not shared", "[fix]") {
  Project p;
  const FileId a = p.add("/p/a.hip", "x + y;\n");
  p.find(a, "x", {p.insert_before(a, "x", "f("), p.insert_before(a, " +", ")")});
  p.find(a, "x + y", {p.insert_before(a, "x", "f("), p.insert_before(a, ";", ")")});
  CHECK(p.planned().fixes.size() == 1);
  CHECK(p.fixed(a) == "f(x) + y;\n");
}

TEST_CASE("a fix that collides with itself is refused", "[fix]") {
  Project p;
  const FileId a = p.add("/p/a.hip", "one two\n");
  p.find(a, "one", {p.replace(a, "one", "1"), p.replace(a, "ne t", "2")});
  const Plan plan = p.planned();
  REQUIRE(plan.skipped.size() == 1);
  CHECK(plan.skipped[0].reason == "its own edits overlap");
}

TEST_CASE("why a fix is not applied", "[fix]") {
  Project p;
  const FileId a = p.add("/p/a.hip", "one /* why */ two\n");
  const FileId outside = p.add("/usr/include/b.h", "one\n", false);
  const FileId generated = p.facts.files.intern({"/p/gen.hip", true, true});
  p.sources.overlay("/p/gen.hip", "one\n");

  const auto reason = [&](const Finding& finding, Safety least = Safety::safe) {
    const Plan plan = hipaudit::plan({finding}, p.facts.files, p.sources, least);
    return plan.skipped.empty() ? std::string() : plan.skipped[0].reason;
  };
  CHECK(reason(p.find(a, "one", {p.replace(a, "one", "1")}, Safety::manual))
        == "manual: shown only");
  CHECK(reason(p.find(a, "one", {p.replace(a, "one", "1")}, Safety::manual), Safety::manual)
        == "manual: shown only");
  CHECK(reason(p.find(a, "one", {})) == "manual: nothing to apply");
  CHECK(reason(p.find(a, "one", {p.replace(a, "one", "1")}, Safety::unsafe))
        == "unsafe (use --unsafe-fixes)");
  CHECK(
      reason(p.find(a, "one", {p.replace(a, "one", "1")}, Safety::unsafe), Safety::unsafe).empty());
  CHECK(reason(p.find(a, "one", {p.replace(a, "one /* why */ two", "3")}))
        == "unsafe: would drop a comment (use --unsafe-fixes)");
  CHECK(reason(p.find(a, "one", {p.replace(a, "one /* why */ two", "3 /* why */")})).empty());
  CHECK(reason(p.find(a, "one", {p.replace(a, "one /* why */ two", "3")}), Safety::unsafe).empty());
  CHECK(reason(p.find(outside, "one", {p.replace(outside, "one", "1")}))
        == "outside the project: /usr/include/b.h");
  CHECK(reason(p.find(a, "one", {{{generated, 0, 3}, "1"}})) == "in a generated file");
  CHECK(reason(p.find(a, "one", {{{a, 0, 900}, "1"}}))
        == "the file is shorter than when it was read");
  CHECK(reason(p.find(a, "one", {{{}, "1"}}))
        == "the text to change comes out of a macro in parts");
  CHECK(reason(p.find(a, "one", {p.replace(a, "one", "one")})) == "changes nothing");
  Finding none;
  CHECK(reason(none) == "no fix");
  Finding& include = p.find(a, "one", {p.replace(a, "one", "1")});
  include.fixes[0].includes.push_back({outside, "hipshim/warp32.hpp"});
  CHECK(reason(include) == "outside the project: /usr/include/b.h");
}

TEST_CASE("a macro body changes only when all its uses agree", "[fix]") {
  const std::string text = "#define SHFL(v) \\\n  shfl(v, 1)\nint a = SHFL(1);\nint b = SHFL(2);\n";
  SECTION("they agree") {
    Project p;
    const FileId a = p.add("/p/a.hip", text);
    const Edit edit = p.replace(a, "shfl", "warp32::shfl");
    p.find_in_macro(a, "shfl(v, 1)", "SHFL(1)", {edit});
    p.find_in_macro(a, "shfl(v, 1)", "SHFL(2)", {edit});
    CHECK(p.planned().fixes.size() == 2);
    CHECK(p.fixed(a).starts_with("#define SHFL(v) \\\n  warp32::shfl(v, 1)\n"));
  }
  SECTION("they ask for different text") {
    Project p;
    const FileId a = p.add("/p/a.hip", text);
    p.find_in_macro(a, "shfl(v, 1)", "SHFL(1)", {p.replace(a, "shfl", "f")});
    p.find_in_macro(a, "shfl(v, 1)", "SHFL(2)", {p.replace(a, "shfl", "g")});
    CHECK(p.planned().fixes.empty());
    CHECK(p.planned().skipped[0].reason
          == "conflicts with another use of the macro (some-rule at line 2)");
  }
  SECTION("one has no fix") {
    Project p;
    const FileId a = p.add("/p/a.hip", text);
    p.find_in_macro(a, "shfl(v, 1)", "SHFL(1)", {p.replace(a, "shfl", "f")});
    p.find_in_macro(a, "shfl(v, 1)", "SHFL(2)", {}).fixes.clear();
    CHECK(p.planned().fixes.empty());
  }
  SECTION("a line end without a backslash would end it") {
    Project p;
    const FileId a = p.add("/p/a.hip", text);
    p.find_in_macro(a, "shfl(v, 1)", "SHFL(1)", {p.replace(a, "shfl", "f\n")});
    CHECK(p.planned().skipped[0].reason == "would end a macro definition");
  }
}

TEST_CASE("aligned backslashes stay in their column", "[fix]") {
  Project p;
  const FileId a = p.add("/p/a.hip", "#define F(x)          \\\n"
                                     "  do {                \\\n"
                                     "    g(x);   h(x);     \\\n"
                                     "    long_enough_here; \\\n"
                                     "  } while (0)\n");
  p.find(a, "g(", {p.replace(a, "g(", "gg(")});
  p.find(a, "h(", {p.replace(a, "h(", "hh(", 0)});
  p.find(a, "do", {p.replace(a, "do {", "{")});
  p.find(a, "long_enough_here", {p.replace(a, "long_enough_here", "still_longer_than_that")});
  CHECK(p.fixed(a)
        == "#define F(x)          \\\n"
           "  {                   \\\n"
           "    gg(x);   hh(x);   \\\n"
           "    still_longer_than_that; \\\n"
           "  } while (0)\n");
}

TEST_CASE("backslashes that are not aligned are left alone", "[fix]") {
  Project p;
  const FileId a = p.add("/p/a.hip", "#define F(x) \\\n  g(x);   \\\n  h(x)\n");
  p.find(a, "g", {p.replace(a, "g", "ggg")});
  CHECK(p.fixed(a) == "#define F(x) \\\n  ggg(x);   \\\n  h(x)\n");
}

TEST_CASE("line ends, byte order mark and a missing newline are kept", "[fix]") {
  Project p;
  const FileId a = p.add("/p/a.hip", "\xef\xbb\xbf#include <a>\r\nint x;\r\nint y;");
  Finding& finding = p.find(a, "x", {p.replace(a, "int x;", "int\nx;")});
  finding.fixes[0].includes.push_back({a, "hipshim/warp32.hpp"});
  CHECK(p.fixed(a)
        == "\xef\xbb\xbf#include <a>\r\n#include <hipshim/warp32.hpp>\r\nint\r\nx;\r\nint y;");
}

TEST_CASE("an include asked for twice comes once, and only with its fix", "[fix]") {
  Project p;
  const FileId a = p.add("/p/a.hip", "#include <a>\nint x, y;\n");
  const FileId b = p.add("/p/b.hip", "#include <a>\nint x;\n");
  p.find(a, "x", {p.replace(a, "x", "z")}).fixes[0].includes = {{a, "hipshim/warp32.hpp"}};
  p.find(a, "y", {p.replace(a, "y", "w")}).fixes[0].includes = {{a, "hipshim/warp32.hpp"},
                                                                {a, "hipshim/atomic.hpp"}};
  p.find(b, "x", {p.replace(b, "x", "z")}, Safety::unsafe).fixes[0].includes = {
      {b, "hipshim/warp32.hpp"}};
  CHECK(
      p.fixed(a)
      == "#include <a>\n#include <hipshim/atomic.hpp>\n#include <hipshim/warp32.hpp>\nint z, w;\n");
  CHECK(p.fixed(b) == "(untouched)");
}

TEST_CASE("random fixes are applied whole or not at all", "[fix]") {
  std::mt19937 random(7);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  for (int round = 0; round < 400; ++round) {
    Project p;
    std::vector<std::string> texts;
    for (int file = 0; file < 2; ++file) {
      std::string text;
      for (int i = 0; i < 60; ++i) text += "abc \n"[below(5)];
      texts.push_back(text);
      p.add("/p/" + std::to_string(file) + ".hip", text);
    }
    for (int i = 0; i < 12; ++i) {
      std::vector<Edit> edits;
      for (std::uint32_t n = 1 + below(3); n > 0; --n) {
        const std::uint32_t begin = below(60);
        const std::uint32_t length = below(3) == 0 ? 0 : below(5);
        const std::uint32_t end = std::min<std::uint32_t>(60, begin + length);
        edits.push_back({{below(2), begin, end}, std::string(1 + below(2), "XYZ"[below(3)])});
      }
      p.find(0, "", std::move(edits));
    }
    const Plan plan = p.planned();
    REQUIRE(plan.fixes.size() + plan.skipped.size() == p.findings.size());
    const auto after = apply(plan.fixes, p.facts.files, p.sources);

    // Made again, the simple way: from the back, each distinct edit of the planned fixes.
    for (FileId file = 0; file < 2; ++file) {
      std::vector<Edit> edits;
      for (const PlannedFix& fix : plan.fixes)
        for (const Edit& edit : fix.fix.edits)
          if (edit.range.file == file) edits.push_back(edit);
      std::sort(edits.begin(), edits.end());
      edits.erase(std::unique(edits.begin(), edits.end()), edits.end());
      std::string expected = texts[file];
      for (std::size_t i = edits.size(); i-- > 0;) {
        if (i + 1 < edits.size()) REQUIRE(edits[i].range.end <= edits[i + 1].range.begin);
        expected.replace(edits[i].range.begin, edits[i].range.end - edits[i].range.begin,
                         edits[i].text);
      }
      const auto got = after.find(p.facts.files[file].path);
      REQUIRE((got == after.end() ? texts[file] : got->second) == expected);
    }
  }
}

TEST_CASE("apply tears no fix apart, even without a plan", "[fix]") {
  Project p;
  const FileId a = p.add("/p/a.hip", "one two three\n");
  const std::vector<PlannedFix> fixes = {
      {0, {Safety::safe, "", {p.replace(a, "two", "2")}, {}}},
      {1, {Safety::safe, "", {p.replace(a, "one", "1"), p.replace(a, "wo", "?")}, {}}},
      {2, {Safety::safe, "", {{{a, 0, 999}, "?"}}, {}}},
      {3, {Safety::safe, "", {{{7, 0, 1}, "?"}}, {}}},
  };
  CHECK(apply(fixes, p.facts.files, p.sources).at("/p/a.hip") == "one 2 three\n");
}

namespace {

namespace fs = std::filesystem;

struct Folder {
  fs::path path;
  Folder() {
    std::string name = (fs::temp_directory_path() / "hipaudit-fix-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path = fs::canonical(name);
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  void put(const std::string& name, const std::string& text) const {
    fs::create_directories((path / name).parent_path());
    std::ofstream(path / name, std::ios::binary) << text;
  }
  std::string get(const std::string& name) const {
    std::ifstream in(path / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
};

}  // namespace

TEST_CASE("files are written whole, with their mode", "[fix]") {
  const Folder folder;
  folder.put("a.hip", "old");
  fs::permissions(folder.path / "a.hip", fs::perms(0751));
  CHECK(write_files({{(folder.path / "a.hip").string(), "new"}}, folder.path.string()).empty());
  CHECK(folder.get("a.hip") == "new");
  CHECK(fs::status(folder.path / "a.hip").permissions() == fs::perms(0751));
  CHECK(std::distance(fs::directory_iterator(folder.path), {}) == 1);
}

TEST_CASE("a file that does not change is not touched", "[fix]") {
  const Folder folder;
  folder.put("a.hip", "same");
  const auto past = fs::file_time_type::clock::now() - std::chrono::hours(5);
  fs::last_write_time(folder.path / "a.hip", past);
  const auto before = fs::last_write_time(folder.path / "a.hip");
  CHECK(write_files({{(folder.path / "a.hip").string(), "same"}}, folder.path.string()).empty());
  CHECK(fs::last_write_time(folder.path / "a.hip") == before);
}

TEST_CASE("nothing is written outside of the root", "[fix]") {
  const Folder folder;
  folder.put("root/a.hip", "old");
  folder.put("other/b.hip", "old");
  fs::create_symlink(folder.path / "other/b.hip", folder.path / "root/link.hip");
  fs::create_directory_symlink(folder.path / "other", folder.path / "root/out");
  const std::string root = (folder.path / "root").string();
  for (const char* name :
       {"other/b.hip", "root/../other/b.hip", "root/link.hip", "root/out/b.hip"}) {
    const std::string path = (folder.path / name).string();
    const std::string error = write_files({{root + "/a.hip", "new"}, {path, "new"}}, root);
    CHECK(error.find("outside of " + root) != std::string::npos);
    CHECK(folder.get("other/b.hip") == "old");
    CHECK(folder.get("root/a.hip") == "old");
  }
}

TEST_CASE("a link inside of the root is written through", "[fix]") {
  const Folder folder;
  folder.put("a.hip", "old");
  fs::create_symlink("a.hip", folder.path / "link.hip");
  CHECK(write_files({{(folder.path / "link.hip").string(), "new"}}, folder.path.string()).empty());
  CHECK(folder.get("a.hip") == "new");
  CHECK(fs::is_symlink(folder.path / "link.hip"));
}

TEST_CASE("what cannot be written is said with its name", "[fix]") {
  const Folder folder;
  const std::string path = (folder.path / "missing/a.hip").string();
  CHECK(write_files({{path, "new"}}, folder.path.string()).starts_with(path + ": "));
  CHECK(write_files({}, "/no/such/root").starts_with("/no/such/root: "));
}
