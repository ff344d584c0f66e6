// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>

#include "code.hpp"
#include "report/place.hpp"
#include "report/report.hpp"

using namespace hipaudit;
using nlohmann::json;
using test::Code;

namespace {

constexpr const char* kText = "#include <hip/hip_runtime.h>\n"
                              "#define VOTE(p) __ballot(p)\n"
                              "__global__ void k(int* out) {\n"
                              "\tunsigned m = __ballot(out[0]);\n"
                              "  // h\xc3\xb6her \xf0\x9f\x98\x80: unsigned n = VOTE(1);\n"
                              "}\n";

Finding make(const Where& where, Severity severity = Severity::error) {
  Finding f;
  f.rule = "narrow-lane-mask";
  f.severity = severity;
  f.where = where;
  f.message = "32 of 64 lanes are kept";
  f.function = "k";
  return f;
}

PassReport pass(PassStatus status, std::vector<std::string> reasons = {}) {
  PassReport p;
  p.status = status;
  p.reasons = std::move(reasons);
  return p;
}

UnitReport unit(const char* file, PassReport p) {
  UnitReport u;
  u.file = file;
  u.command = "database";
  u.passes.push_back(std::move(p));
  return u;
}

struct Fixture {
  Code code;
  FileId a = code.add("/root dir/src/a b.hip", kText);
  Audit audit;

  Fixture() {
    audit.root = "/root dir";
    audit.version = "1.2.3";
    audit.files = &code.facts.files;
    audit.sources = &code.sources;
    audit.targets = default_targets();
    audit.units.push_back(unit("/root dir/src/a b.hip", pass(PassStatus::complete)));
  }

  Finding vote() const { return make(code.where(a, "__ballot(out[0])")); }
};

std::size_t lines_with(const std::string& text, const std::string& needle) {
  std::size_t n = 0;
  for (std::size_t at = text.find(needle); at != std::string::npos;
       at = text.find(needle, at + 1)) {
    ++n;
  }
  return n;
}

}  // namespace

TEST_CASE("paths are shown relative to the root") {
  CHECK(shown_path("/r", "/r/a/b") == "a/b");
  CHECK(shown_path("/r/", "/r/a") == "a");
  CHECK(shown_path("/r", "/rest/a") == "/rest/a");
  CHECK(shown_path("/r", "/r") == "/r");
  CHECK(shown_path("", "/a") == "/a");
  CHECK(shown_path("/", "/a") == "a");
}

TEST_CASE("columns in UTF-16") {
  CHECK(report::utf16_column("abc", 1) == 1);
  CHECK(report::utf16_column("abc", 4) == 4);
  CHECK(report::utf16_column("\xc3\xb6x", 3) == 2);
  CHECK(report::utf16_column("\xf0\x9f\x98\x80x", 5) == 3);
  CHECK(report::utf16_column("\xff\xfex", 3) == 3);
  CHECK(report::utf16_column("\xef\xbb\xbf#x", 4) == 1);
  CHECK(report::utf16_column("", 1) == 1);
  CHECK(report::utf16_column("ab", 5) == 5);
}

TEST_CASE("text that cannot mislead a terminal") {
  CHECK(report::printable("a\x1b[2Jb\tc") == "a?[2Jb\tc");
  CHECK(report::printable("\xc2\x9b") == "?");
  CHECK(report::printable("\xe2\x80\xae") == "?");
  CHECK(report::printable("\xff") == "\xef\xbf\xbd");
  CHECK(report::printable("\xed\xa0\x80").size() == 9);
  CHECK(report::valid_utf8("a\nb\xc3") == "a\nb\xef\xbf\xbd");
}

TEST_CASE("URIs") {
  CHECK(report::uri_path("a b/c#d%\xc3\xb6:.hip") == "a%20b/c%23d%25%C3%B6%3A.hip");
}

TEST_CASE_METHOD(Fixture, "text: a line as a compiler writes it, with a caret below") {
  Finding f = vote();
  f.details = {"64 lanes, 32 bits"};
  f.confidence = Confidence::likely;
  f.targets = {"gfx90a"};
  f.related = {{code.span(a, "out", 1), "read here"}};
  f.fixes = {{Safety::safe, "use warp32::ballot", {{code.span(a, "__ballot", 1), "x"}}, {}}};
  audit.findings = {f};
  CHECK(render_text(audit, {})
        == "src/a b.hip:4:15: error: 32 of 64 lanes are kept [narrow-lane-mask]\n"
           "    4 |         unsigned m = __ballot(out[0]);\n"
           "      |                      ^~~~~~~~~~~~~~~~\n"
           "        64 lanes, 32 bits\n"
           "        likely, on gfx90a\n"
           "src/a b.hip:4:24: note: read here\n"
           "    4 |         unsigned m = __ballot(out[0]);\n"
           "      |                               ^~~\n"
           "        fix (safe): use warp32::ballot\n");
  CHECK(render_text(audit, {false, true})
        == "src/a b.hip:4:15: error: 32 of 64 lanes are kept [narrow-lane-mask]\n");
  CHECK(render_text(audit, {true, true}).find("\x1b[1;31merror:\x1b[0m") != std::string::npos);
}

TEST_CASE_METHOD(Fixture,
                 "text: carets stand below characters, not bytes, and wide ones count twice") {
  audit.findings = {make(code.where(a, "VOTE(1)"))};
  const std::string text = render_text(audit, {});
  CHECK(text.find("      |                             ^~~~~~~\n") != std::string::npos);
}

TEST_CASE_METHOD(Fixture, "text: a macro shows where it is used") {
  Finding f = make({code.span(a, "__ballot(p)"), code.span(a, "VOTE(1)"), true});
  audit.findings = {f};
  const std::string text = render_text(audit, {});
  CHECK(text.find("src/a b.hip:2:17: error") != std::string::npos);
  CHECK(text.find("src/a b.hip:5:32: note: expanded here\n") != std::string::npos);
}

TEST_CASE("text: long lines, ranges over lines, and empty ones") {
  Code code;
  const FileId a =
      code.add("/r/a.hip", std::string(500, 'x') + "Y" + std::string(500, 'z') + "\none\ntwo\n");
  Audit audit;
  audit.root = "/r";
  audit.files = &code.facts.files;
  audit.sources = &code.sources;
  audit.findings = {make(code.where(a, "Y")), make(code.where(a, "one\ntwo")),
                    make({{a, 0, 0}, {a, 0, 0}, false})};
  const std::string text = render_text(audit, {});
  CHECK(text.find("    1 | ...xxx") != std::string::npos);
  CHECK(text.find("    2 | one\n      | ^~~\n") != std::string::npos);
  const std::size_t shown = text.find('Y');
  const std::size_t caret = text.find('^');
  const std::size_t line = text.rfind('\n', shown);
  const std::size_t mark = text.rfind('\n', caret);
  CHECK(shown - line == caret - mark);
}

TEST_CASE_METHOD(Fixture, "the summary always says what was not seen") {
  CHECK(render_summary(audit, false)
        == "hipaudit: 1 unit: 1 complete, 0 with skeleton headers, 0 partial, 0 failed\n"
           "hipaudit: no findings\n");
  audit.units.push_back(unit("/root dir/b.hip", pass(PassStatus::partial, {"'x.h' not found"})));
  audit.units.push_back(unit("/root dir/c.hip", pass(PassStatus::failed, {"crashed"})));
  audit.units[1].passes[0].functions = 10;
  audit.units[1].passes[0].functions_lost = 2;
  audit.findings = {vote(), make(code.where(a, "VOTE"), Severity::perf)};
  audit.findings[0].fixes = {{Safety::safe, "t", {{code.span(a, "m"), "x"}}, {}}};
  audit.suppressed = {vote()};
  audit.notices = {"no compile database"};
  CHECK(render_summary(audit, false)
        == "hipaudit: no compile database\n"
           "hipaudit: 3 units: 1 complete, 0 with skeleton headers, 1 partial, 1 failed\n"
           "hipaudit: of 10 device functions, 0 touched by parse errors (judged with care, not "
           "fixed); 2 lost\n"
           "  failed c.hip: crashed\n"
           "  most frequent reasons for what was not seen:\n"
           "    1 unit: 'x.h' not found\n"
           "    1 unit: crashed\n"
           "hipaudit: 2 findings in 1 file: 1 error, 0 warnings, 1 perf, 0 notes; 1 with a safe "
           "fix, 0 with an unsafe fix; 1 suppressed\n");
  audit.units.clear();
  CHECK(render_summary(audit, false).find("nothing was analysed") != std::string::npos);
}

TEST_CASE_METHOD(Fixture, "fingerprints survive edits elsewhere and tell equals apart") {
  audit.findings = {vote(), vote(), make(code.where(a, "VOTE"))};
  const std::vector<std::string> before = fingerprints(audit);
  REQUIRE(before.size() == 3);
  CHECK(before[0] != before[1]);
  CHECK(before[0] != before[2]);
  CHECK(before[0].substr(0, 32) == before[1].substr(0, 32));

  Fixture moved;
  moved.code.sources.overlay("/root dir/src/a b.hip", std::string("// more\n\n") + kText);
  moved.audit.findings = {moved.vote()};
  CHECK(fingerprints(moved.audit)[0] == before[0]);
  moved.audit.findings[0].function = "other";
  CHECK(fingerprints(moved.audit)[0] != before[0]);
}

TEST_CASE_METHOD(Fixture, "json: a finding has all its fields") {
  Finding f = make({code.span(a, "__ballot(p)"), code.span(a, "VOTE(1)"), true});
  f.related = {{code.span(a, "out"), "here"}, {{}, "nowhere"}};
  f.fixes = {{Safety::safe, "t", {{code.span(a, "__ballot"), "x"}}, {{a, "hipshim/warp32.hpp"}}}};
  audit.findings = {f};
  audit.suppressed = {vote()};
  const json out = json::parse(render_json(audit));
  CHECK(out["schema_version"] == 1);
  CHECK(out["tool"]["version"] == "1.2.3");
  const json& one = out["findings"][0];
  CHECK(one["file"] == "src/a b.hip");
  CHECK(one["line"] == 2);
  CHECK(one["column"] == 17);
  CHECK(one["end_line"] == 2);
  CHECK(one["end_column"] == 28);
  CHECK(one["in_macro"] == true);
  CHECK(one["expansion"]["line"] == 5);
  CHECK(one["targets"] == json({"gfx90a", "gfx1100"}));
  CHECK(one["related"].size() == 1);
  CHECK(one["fixes"][0]["edits"][0]["length"] == 8);
  CHECK(one["fixes"][0]["edits"][0]["text"] == "x");
  CHECK(one["fixes"][0]["includes"][0]["header"] == "hipshim/warp32.hpp");
  CHECK(one["fingerprint"].get<std::string>().size() == 34);
  CHECK(out["suppressed"].size() == 1);
  CHECK(out["units"][0]["status"] == "complete");
  CHECK(out["summary"]["findings"]["error"] == 1);
  CHECK(out["summary"]["fixable"]["safe"] == 1);
  CHECK(render_json(audit).find("/root dir") == std::string::npos);
}

TEST_CASE("json and sarif: bytes that are no UTF-8 do not end the run") {
  Code code;
  const FileId a = code.add("/r/a.hip", "x\xff y\n");
  Audit audit;
  audit.root = "/r";
  audit.files = &code.facts.files;
  audit.sources = &code.sources;
  audit.findings = {make(code.where(a, "x\xff"))};
  audit.findings[0].message = "bad \xff";
  CHECK(json::parse(render_json(audit))["findings"].size() == 1);
  CHECK(json::parse(render_sarif(audit))["runs"][0]["results"].size() == 1);
}

TEST_CASE_METHOD(Fixture, "sarif: what GitHub reads") {
  Finding f = make(code.where(a, "VOTE(1)"));
  f.rule = "unused-suppression";
  f.related = {{code.span(a, "out"), "here"}};
  f.fixes = {{Safety::safe, "t", {{code.span(a, "VOTE"), "x"}}, {{a, "hipshim/warp32.hpp"}}},
             {Safety::manual, "by hand", {}, {}}};
  audit.findings = {f, f};
  audit.units.push_back(unit("/root dir/b.hip", pass(PassStatus::partial, {"'x.h' not found"})));
  audit.suppressed = {vote()};
  const json out = json::parse(render_sarif(audit));
  CHECK(out["version"] == "2.1.0");
  const json& run = out["runs"][0];
  CHECK(run["columnKind"] == "utf16CodeUnits");
  CHECK(run["originalUriBaseIds"]["%SRCROOT%"]["uri"] == "file:///root%20dir/");
  REQUIRE(run["results"].size() == 2);
  const json& result = run["results"][0];
  const json& physical = result["locations"][0]["physicalLocation"];
  CHECK(physical["artifactLocation"]["uri"] == "src/a%20b.hip");
  CHECK(physical["artifactLocation"]["uriBaseId"] == "%SRCROOT%");
  CHECK(physical["region"]["startLine"] == 5);
  CHECK(physical["region"]["startColumn"] == 29);
  CHECK(physical["region"]["endColumn"] == 36);
  CHECK(physical["region"]["snippet"]["text"] == "VOTE(1)");
  CHECK(physical["contextRegion"]["startLine"] == 3);
  CHECK(result["relatedLocations"].size() == 1);
  CHECK(result["fixes"].size() == 1);
  const json& replacements = result["fixes"][0]["artifactChanges"][0]["replacements"];
  REQUIRE(replacements.size() == 2);
  CHECK(replacements[1]["insertedContent"]["text"] == "x");
  CHECK(result["partialFingerprints"]["primaryLocationLineHash"]
        != run["results"][1]["partialFingerprints"]["primaryLocationLineHash"]);
  const json& rule = run["tool"]["driver"]["rules"][result["ruleIndex"].get<std::size_t>()];
  CHECK(rule["id"] == "unused-suppression");
  CHECK(rule["fullDescription"]["text"].get<std::string>().find('\n') == std::string::npos);
  CHECK(rule["defaultConfiguration"]["level"] == "warning");
  CHECK(rule["help"]["markdown"].get<std::string>().find("## Example") != std::string::npos);
  CHECK(rule["properties"].contains("precision"));
  const json& invocation = run["invocations"][0];
  CHECK(invocation["executionSuccessful"] == true);
  CHECK(invocation["toolExecutionNotifications"][0]["level"] == "warning");
}

TEST_CASE_METHOD(Fixture, "sarif: a failed unit is a failed execution") {
  audit.units.push_back(unit("/elsewhere/b.hip", pass(PassStatus::failed)));
  const json run = json::parse(render_sarif(audit))["runs"][0];
  CHECK(run["invocations"][0]["executionSuccessful"] == false);
  const json& where = run["invocations"][0]["toolExecutionNotifications"][0]["locations"][0];
  CHECK(where["physicalLocation"]["artifactLocation"]["uri"] == "file:///elsewhere/b.hip");
  CHECK_FALSE(where["physicalLocation"]["artifactLocation"].contains("uriBaseId"));
}

TEST_CASE_METHOD(Fixture, "sarif: no more results than GitHub takes, the serious ones first") {
  audit.findings.assign(25010, make(code.where(a, "VOTE"), Severity::note));
  audit.findings.push_back(vote());
  const json run = json::parse(render_sarif(audit))["runs"][0];
  CHECK(run["results"].size() == 25000);
  CHECK(run["results"].back()["level"] == "error");
  const json& said = run["invocations"][0]["toolExecutionNotifications"][0];
  CHECK(said["descriptor"]["id"] == "results-cut");
}

TEST_CASE_METHOD(Fixture, "github: escapes") {
  Finding f = vote();
  f.message = "100% of a:b,\nlost";
  audit.findings = {f};
  CHECK(render_github(audit)
        == "::error file=src/a b.hip,line=4,endLine=4,col=15,endColumn=31,title=hipaudit%3A "
           "narrow-lane-mask::100%25 of a:b,%0Alost\n");
}

TEST_CASE_METHOD(Fixture, "github: ten of a kind, the surest first, and how many are missing") {
  audit.findings.assign(12, make(code.where(a, "VOTE")));
  audit.findings[11].message = "sure";
  for (int i = 0; i < 11; ++i) audit.findings[i].confidence = Confidence::likely;
  audit.findings.resize(24, make(code.where(a, "VOTE"), Severity::note));
  const std::string text = render_github(audit);
  CHECK(lines_with(text, "::error ") == 10);
  CHECK(lines_with(text, "::notice ") == 10);
  CHECK(text.find("sure") < text.find('\n'));
  CHECK(text.find("::notice title=hipaudit::5 more") != std::string::npos);
}

TEST_CASE_METHOD(Fixture, "github: says that it did not see everything") {
  CHECK(render_github(audit).empty());
  audit.units.push_back(unit("/root dir/b.hip", pass(PassStatus::failed)));
  CHECK(
      render_github(audit)
      == "::warning title=hipaudit::0 partial and 1 failed of 2 units: findings may be missing\n");
}

TEST_CASE_METHOD(Fixture, "the same audit gives the same bytes") {
  audit.findings = {vote(), make(code.where(a, "VOTE"))};
  CHECK(render_sarif(audit) == render_sarif(audit));
  CHECK(render_json(audit) == render_json(audit));
}
