// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <functional>

#include "code.hpp"
#include "engine/engine.hpp"

using namespace hipaudit;
using test::Code;

namespace {

// What the test's rules find. A rule is a plain function, so the findings wait in a static.
std::vector<Finding>& planned() {
  static std::vector<Finding> findings;
  return findings;
}

void report_planned(const Context&, std::vector<Finding>& out) {
  out.insert(out.end(), planned().begin(), planned().end());
}
void report_nothing(const Context&, std::vector<Finding>&) {}

const Rule kA = {.id = "rule-a", .topic = "porting", .summary = "a", .judge = report_planned};
const Rule kB = {.id = "rule-b", .topic = "porting", .summary = "b", .judge = report_nothing};
const Rule kWave = {.id = "rule-w", .topic = "waves", .summary = "w", .judge = report_nothing};
const Rule kHidden = {
    .id = "rule-h", .topic = "waves", .summary = "h", .hidden = true, .judge = report_planned};
const Rule kUnused = {.id = "unused-suppression", .topic = "tool", .summary = "u"};
const Rule kReason = {.id = "suppression-without-reason",
                      .topic = "tool",
                      .summary = "r",
                      .severity = Severity::note};

Finding make(const char* rule, Where where, const char* message = "m") {
  Finding f;
  f.rule = rule;
  f.where = where;
  f.message = message;
  return f;
}

EngineOptions options(std::vector<const Rule*> rules) {
  EngineOptions o;
  o.rules = std::move(rules);
  o.targets = default_targets();
  return o;
}

Judged run(const Code& code, std::vector<Finding> findings, const EngineOptions& o) {
  planned() = std::move(findings);
  return judge(code.facts, code.sources, o);
}
Judged run(const Code& code, std::vector<Finding> findings) {
  return run(code, std::move(findings), options({&kA, &kB, &kWave, &kUnused, &kReason}));
}

std::vector<std::string> rules_of(const std::vector<Finding>& findings) {
  std::vector<std::string> out;
  for (const Finding& f : findings) out.push_back(f.rule);
  return out;
}
using Ids = std::vector<std::string>;

}  // namespace

TEST_CASE("only project files, in a stable order") {
  Code code;
  const FileId b = code.add("/r/b.hip", "x y z\n");
  const FileId a = code.add("/r/a.hip", "x y z\n");
  const FileId system = code.add("/usr/include/s.h", "x\n", false);
  const Judged judged =
      run(code, {make("rule-b", code.where(b, "y")), make("rule-a", code.where(b, "y")),
                 make("rule-a", code.where(b, "x")), make("rule-a", code.where(a, "z")),
                 make("rule-a", code.where(system, "x")), make("rule-a", {})});
  REQUIRE(judged.findings.size() == 4);
  CHECK(judged.findings[0].where == code.where(a, "z"));
  CHECK(judged.findings[1].where == code.where(b, "x"));
  CHECK(judged.findings[2].rule == "rule-a");
  CHECK(judged.findings[3].rule == "rule-b");
}

TEST_CASE("duplicates become one finding") {
  Code code;
  const FileId a = code.add("/r/a.hip", "x y z\n");
  Finding first = make("rule-a", code.where(a, "x"), "first");
  first.severity = Severity::warning;
  first.confidence = Confidence::certain;
  first.targets = {"gfx90a"};
  first.related = {{code.span(a, "y"), "here"}};
  first.fixes = {{Safety::safe, "title", {{code.span(a, "x"), "u"}}, {}}};
  Finding second = make("rule-a", code.where(a, "x"), "second");
  second.severity = Severity::error;
  second.confidence = Confidence::likely;
  second.targets = {"gfx1100"};
  second.related = {{code.span(a, "y"), "here"}, {code.span(a, "z"), "there"}};

  SECTION("equal fixes stay, as safe as the least") {
    second.fixes = {{Safety::unsafe, "other title", {{code.span(a, "x"), "u"}}, {}}};
    const Judged judged = run(code, {first, second});
    REQUIRE(judged.findings.size() == 1);
    const Finding& f = judged.findings[0];
    CHECK(f.message == "second");
    CHECK(f.severity == Severity::error);
    CHECK(f.confidence == Confidence::certain);
    CHECK(f.targets == Ids{"gfx1100", "gfx90a"});
    CHECK(f.related.size() == 2);
    REQUIRE(f.fixes.size() == 1);
    CHECK(f.fixes[0].safety == Safety::unsafe);
  }
  SECTION("different fixes go") {
    second.fixes = {{Safety::safe, "title", {{code.span(a, "x"), "v"}}, {}}};
    const Judged judged = run(code, {first, second});
    REQUIRE(judged.findings.size() == 1);
    CHECK(judged.findings[0].fixes.empty());
    CHECK(judged.findings[0].details.size() == 1);
  }
  SECTION("a duplicate on all targets makes it all targets") {
    second.targets.clear();
    CHECK(run(code, {first, second}).findings[0].targets.empty());
  }
  SECTION("the order of the input does not matter") {
    CHECK(run(code, {first, second}).findings == run(code, {second, first}).findings);
  }
}

TEST_CASE("a macro body is one finding for all its uses") {
  Code code;
  const FileId a =
      code.add("/r/a.hip", "#define M f(0)\nM;\nM;  // hipaudit: allow(rule-a) fine\nM;\n");
  const Span body = code.span(a, "f(0)");
  const auto at = [&](int use) { return make("rule-a", {body, code.span(a, "M", use), true}); };
  const Judged judged = run(code, {at(3), at(1), at(2)});
  REQUIRE(judged.findings.size() == 1);
  CHECK(judged.findings[0].where.expansion == code.span(a, "M", 1));
  REQUIRE(judged.findings[0].related.size() == 1);
  CHECK(judged.findings[0].related[0].span == code.span(a, "M", 3));
  CHECK(judged.suppressed.size() == 1);
}

TEST_CASE("one owner per defect") {
  Code code;
  const FileId a = code.add("/r/a.hip", "x y z\n");
  Finding x = make("rule-a", code.where(a, "x"));
  Finding y = make("rule-b", code.where(a, "y"));
  Finding z = make("rule-a", code.where(a, "z"));

  SECTION("of another rule") {
    x.owns = {code.span(a, "y z")};
    CHECK(run(code, {x, y, z}).findings.size() == 2);
  }
  SECTION("through others") {
    x.owns = {code.span(a, "y")};
    y.owns = {code.span(a, "z")};
    CHECK(rules_of(run(code, {z, y, x}).findings) == Ids{"rule-a"});
  }
  SECTION("in a ring the first stays") {
    x.owns = {code.span(a, "y")};
    y.owns = {code.span(a, "x")};
    const Judged judged = run(code, {y, x});
    REQUIRE(judged.findings.size() == 1);
    CHECK(judged.findings[0].rule == "rule-a");
  }
  SECTION("what is not reported owns nothing") {
    x.owns = {code.span(a, "y")};
    x.confidence = Confidence::possible;
    CHECK(rules_of(run(code, {x, y}).findings) == Ids{"rule-b"});
  }
}

TEST_CASE("thresholds") {
  Code code;
  const FileId a = code.add("/r/a.hip", "x y z\n");
  Finding possible = make("rule-a", code.where(a, "x"));
  possible.confidence = Confidence::possible;
  Finding perf = make("rule-a", code.where(a, "y"));
  perf.severity = Severity::perf;
  CHECK(run(code, {possible, perf}).findings.empty());
  EngineOptions all = options({&kA});
  all.perf = true;
  all.min_confidence = Confidence::possible;
  CHECK(run(code, {possible, perf}, all).findings.size() == 2);

  EngineOptions hidden = options({&kHidden});
  CHECK(run(code, {make("rule-h", code.where(a, "x"))}, hidden).findings.empty());
  hidden.show_hidden = true;
  CHECK(run(code, {make("rule-h", code.where(a, "x"))}, hidden).findings.size() == 1);
}

TEST_CASE("suppression") {
  Code code;
  SECTION("on the line") {
    const FileId a = code.add("/r/a.hip", "x;  // hipaudit: allow(rule-a) because\n");
    const Judged judged = run(code, {make("rule-a", code.where(a, "x"))});
    CHECK(judged.findings.empty());
    REQUIRE(judged.suppressed.size() == 1);
    CHECK(judged.suppressed[0].details == Ids{"suppressed: because"});
  }
  SECTION("names another rule") {
    const FileId a = code.add("/r/a.hip", "x;  // hipaudit: allow(rule-b) because\n");
    CHECK(rules_of(run(code, {make("rule-a", code.where(a, "x"))}).findings)
          == Ids{"rule-a", "unused-suppression"});
  }
  SECTION("at the first line of the statement") {
    const FileId a =
        code.add("/r/a.hip", "// hipaudit: allow(rule-a) because\nf(1,\n  x,\n  2);\n");
    kf::Function function;
    kf::Stmt statement;
    statement.kind = kf::StmtKind::eval;
    statement.where = code.where(a, "f(1,\n  x,\n  2)");
    function.stmts.push_back(statement);
    code.facts.functions.push_back(function);
    CHECK(run(code, {make("rule-a", code.where(a, "x"))}).findings.empty());
  }
  SECTION("inside an if is not for its condition") {
    const FileId a =
        code.add("/r/a.hip", "if (x) {\n  y;  // hipaudit: allow(rule-a) because\n}\n");
    kf::Function function;
    kf::Stmt statement;
    statement.kind = kf::StmtKind::if_;
    statement.where = code.where(a, "if (x) {\n  y;  // hipaudit: allow(rule-a) because\n}");
    function.stmts.push_back(statement);
    code.facts.functions.push_back(function);
    CHECK(run(code, {make("rule-a", code.where(a, "x"))}).findings.size() == 2);
  }
  SECTION("in a macro body and at its use") {
    const FileId a =
        code.add("/r/a.hip", "#define M \\\n  x /* hipaudit: allow(rule-a) r */\nM;\n");
    const Where where = {code.span(a, "x"), code.span(a, "M;"), true};
    CHECK(run(code, {make("rule-a", where)}).findings.empty());
    const FileId b = code.add("/r/b.hip", "#define M x\nM;  // hipaudit: allow(rule-a) r\n");
    const Where used = {code.span(b, "x"), code.span(b, "M;"), true};
    CHECK(rules_of(run(code, {make("rule-a", used)}).findings) == Ids{"unused-suppression"});
  }
  SECTION("a suppressed finding still owns its consequences") {
    const FileId a = code.add("/r/a.hip", "x;  // hipaudit: allow(rule-a) because\ny;\n");
    Finding x = make("rule-a", code.where(a, "x"));
    x.owns = {code.span(a, "y")};
    CHECK(run(code, {x, make("rule-b", code.where(a, "y"))}).findings.empty());
  }
}

TEST_CASE("the comments are judged too") {
  Code code;
  SECTION("unused, with an offer to remove it") {
    const FileId a = code.add("/r/a.hip", "x;  // hipaudit: allow(rule-b) because\n"
                                          "  // hipaudit: allow(rule-b) because\ny;\n");
    const Judged judged = run(code, {});
    REQUIRE(judged.findings.size() == 2);
    REQUIRE(judged.findings[0].fixes.size() == 1);
    const Edit& tail = judged.findings[0].fixes[0].edits[0];
    CHECK(code.sources.text("/r/a.hip", tail.range.begin, tail.range.end)
          == "  // hipaudit: allow(rule-b) because");
    const Edit& line = judged.findings[1].fixes[0].edits[0];
    CHECK(code.sources.text("/r/a.hip", line.range.begin, line.range.end)
          == "  // hipaudit: allow(rule-b) because\n");
    CHECK(a == 0);
  }
  SECTION("used by a finding that is not shown") {
    const FileId a = code.add("/r/a.hip", "x;  // hipaudit: allow(rule-a) because\n");
    Finding perf = make("rule-a", code.where(a, "x"));
    perf.severity = Severity::perf;
    CHECK(run(code, {perf}).findings.empty());
  }
  SECTION("not when the rule was not selected") {
    code.add("/r/a.hip", "x;  // hipaudit: allow(rule-b) because\n");
    const Judged judged = run(code, {}, options({&kA, &kUnused}));
    // rule-b is no rule of the product, so it counts as unknown here.
    REQUIRE(judged.findings.size() == 1);
    CHECK(judged.findings[0].message.find("no rule `rule-b`") != std::string::npos);
    CHECK(run(code, {}, options({&kA})).findings.empty());
  }
  SECTION("not when a unit was seen in part") {
    code.add("/r/a.hip", "x;  // hipaudit: allow(rule-b) because\n");
    code.facts.units.resize(1);
    CHECK(run(code, {}).findings.empty());
  }
  SECTION("not for a rule on waves with one wave size") {
    code.add("/r/a.hip", "x;  // hipaudit: allow(rule-w) because\n");
    EngineOptions o = options({&kWave, &kUnused});
    CHECK(run(code, {}, o).findings.size() == 1);
    o.targets.pop_back();
    CHECK(run(code, {}, o).findings.empty());
  }
  SECTION("malformed") {
    code.add("/r/a.hip", "x;  // hipaudit: allow(*) because\n");
    CHECK(rules_of(run(code, {}).findings) == Ids{"unused-suppression"});
  }
  SECTION("without a reason") {
    const FileId a = code.add("/r/a.hip", "x;  // hipaudit: allow(rule-a)\n");
    const Judged judged = run(code, {make("rule-a", code.where(a, "x"))});
    CHECK(rules_of(judged.findings) == Ids{"suppression-without-reason"});
    CHECK(judged.findings[0].severity == Severity::note);
  }
  SECTION("excused by itself") {
    code.add("/r/a.hip",
             "x;  // hipaudit: allow(rule-b, unused-suppression) other builds need it\n");
    const Judged judged = run(code, {});
    CHECK(judged.findings.empty());
    CHECK(judged.suppressed.size() == 1);
  }
}

TEST_CASE("needs are united") {
  const Rule a = {.id = "a", .needs = bit(FactKind::functions)};
  const Rule b = {.id = "b", .needs = bit(FactKind::macros)};
  CHECK(needed_facts({&a, &b}) == (bit(FactKind::functions) | bit(FactKind::macros)));
}
