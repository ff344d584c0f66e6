// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "core/finding.hpp"
#include "core/outcome.hpp"
#include "core/rule.hpp"
#include "core/sources.hpp"
#include "core/span.hpp"

using namespace hipaudit;

TEST_CASE("a file table has one index per path") {
  FileTable files;
  const FileId a = files.intern({"/r/a.hip", false, false});
  const FileId b = files.intern({"/r/b.hip", true, false});
  CHECK(a != b);
  CHECK(files.find("/r/b.hip") == b);
  CHECK(files.find("/r/c.hip") == kNoFile);
  SECTION("one unit that counts a file to the project decides") {
    CHECK(files.intern({"/r/a.hip", true, true}) == a);
    CHECK(files[a].project);
    CHECK(files[a].generated);
    CHECK(files.size() == 2);
  }
  SECTION("assign rebuilds the look-up") {
    files.assign({{"/r/z.hip", true, false}});
    CHECK(files.find("/r/a.hip") == kNoFile);
    CHECK(files.find("/r/z.hip") == 0);
    CHECK(files.intern({"/r/a.hip", true, false}) == 1);
  }
}

TEST_CASE("lines and columns") {
  Sources sources;
  sources.overlay("/a", "one\r\ntwo\n\nlast");
  CHECK(sources.line("/a", 1) == "one");
  CHECK(sources.line("/a", 2) == "two");
  CHECK(sources.line("/a", 3).empty());
  CHECK(sources.line("/a", 4) == "last");
  CHECK(sources.line("/a", 0).empty());
  CHECK(sources.line("/a", 5).empty());
  CHECK(sources.position("/a", 0) == Position{1, 1});
  CHECK(sources.position("/a", 5) == Position{2, 1});
  CHECK(sources.position("/a", 7) == Position{2, 3});
  CHECK(sources.position("/a", 14) == Position{4, 5});
  CHECK(sources.line_at("/a", 6) == "two");
  CHECK(sources.text("/a", 5, 8) == "two");
  CHECK(sources.text("/a", 8, 5).empty());
  CHECK(sources.text("/a", 99, 100).empty());
}

TEST_CASE("an overlay replaces what was read before") {
  Sources sources;
  CHECK(sources.text("/no/such/file").empty());
  CHECK(sources.position("/no/such/file", 3) == Position{1, 4});
  sources.overlay("/no/such/file", "x\ny");
  CHECK(sources.position("/no/such/file", 2) == Position{2, 1});
  CHECK(sources.text("/").empty());
}

TEST_CASE("a unit is as good as its worst pass") {
  UnitReport unit;
  CHECK(unit.status() == PassStatus::failed);
  unit.passes.resize(2);
  unit.passes[0].status = PassStatus::complete;
  unit.passes[1].status = PassStatus::skeleton;
  CHECK(unit.status() == PassStatus::skeleton);
  unit.passes[0].status = PassStatus::partial;
  CHECK(unit.status() == PassStatus::partial);
}

TEST_CASE("words for enumerators") {
  CHECK(std::string(to_string(Severity::perf)) == "perf");
  CHECK(std::string(to_string(Confidence::likely)) == "likely");
  CHECK(std::string(to_string(Safety::unsafe)) == "unsafe");
  CHECK(std::string(to_string(PassKind::wave32)) == "wave32");
  CHECK(std::string(to_string(PassStatus::skeleton)) == "skeleton");
}

TEST_CASE("rules are found by id, and ids are unique") {
  CHECK(find_rule("no-such-rule") == nullptr);
  for (const Rule* rule : all_rules()) CHECK(find_rule(rule->id) == rule);
}
