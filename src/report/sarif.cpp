// SPDX-License-Identifier: Apache-2.0
// SARIF 2.1.0 with what GitHub code scanning asks of it: paths relative to %SRCROOT%, columns in
// UTF-16 code units, stable fingerprints, at least one location per result, and its limits kept.
// Suppressed findings are left out: GitHub would show them as open.
#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include <nlohmann/json.hpp>

#include "core/rule.hpp"
#include "fix/fix.hpp"
#include "report/place.hpp"
#include "report/report.hpp"

namespace hipaudit {
namespace {

using Json = nlohmann::ordered_json;
using report::Place;

constexpr const char* kSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
constexpr const char* kBase = "%SRCROOT%";
constexpr std::size_t kMaxResults = 25000;
constexpr std::size_t kMaxLocations = 1000;  // of one result
constexpr std::uint32_t kContextLines = 2;
constexpr std::size_t kMaxSnippet = 4096;

// Notification ids, in the order in which the driver lists them.
enum Notification : std::size_t { kPartialUnit, kFailedUnit, kResultsCut, kNotice };
constexpr const char* kNotificationIds[] = {"partial-unit", "failed-unit", "results-cut", "notice"};
constexpr const char* kNotificationTexts[] = {
    "A unit was analysed in part.",
    "A unit was not analysed.",
    "Results were left out because the format's limit was reached.",
    "Something about this run that its reader should know.",
};

Json text_message(std::string_view text) { return {{"text", std::string(text)}}; }

const char* level_of(Severity severity) {
  switch (severity) {
  case Severity::error: return "error";
  case Severity::warning: return "warning";
  case Severity::perf:
  case Severity::note: return "note";
  }
  return "warning";
}

const char* problem_severity(Severity severity) {
  switch (severity) {
  case Severity::error: return "error";
  case Severity::warning: return "warning";
  case Severity::perf:
  case Severity::note: return "recommendation";
  }
  return "warning";
}

bool known(const Audit& audit, const Span& span) {
  return span.valid() && span.file < audit.files->size();
}

Json artifact_location(const Audit& audit, const std::string& path) {
  const std::string shown = shown_path(audit.root, path);
  if (shown == path && !path.empty() && path.front() == '/') {
    return {{"uri", "file://" + report::uri_path(path)}};
  }
  return {{"uri", report::uri_path(shown)}, {"uriBaseId", kBase}};
}

Json region(const Audit& audit, const Place& place) {
  return {{"startLine", place.begin.line},
          {"startColumn", report::utf16_column(audit, place.path, place.begin)},
          {"endLine", place.end.line},
          {"endColumn", report::utf16_column(audit, place.path, place.end)}};
}

Json physical_location(const Audit& audit, const Span& span, bool context) {
  const Place place = report::place(audit, span);
  Json out;
  out["artifactLocation"] = artifact_location(audit, place.path);
  out["region"] = region(audit, place);
  const std::string_view snippet = audit.sources->text(place.path, span.begin, span.end);
  if (!snippet.empty() && snippet.size() <= kMaxSnippet) {
    out["region"]["snippet"] = text_message(snippet);
  }
  if (!context) return out;

  const std::uint32_t first = place.begin.line - std::min(kContextLines, place.begin.line - 1);
  const std::uint32_t last = place.end.line + kContextLines;
  std::string text;
  std::uint32_t end = first;
  for (std::uint32_t line = first; line <= last; ++line) {
    const std::string_view one = audit.sources->line(place.path, line);
    if (line > place.end.line && one.empty()) break;
    text += one;
    text += '\n';
    end = line;
  }
  if (text.size() > 1 && text.size() <= kMaxSnippet) {
    out["contextRegion"] = {
        {"startLine", first}, {"endLine", end}, {"snippet", text_message(text)}};
  }
  return out;
}

// The paragraph below `heading`, as one line; empty when there is none.
std::string paragraph_below(std::string_view doc, std::string_view heading) {
  const std::size_t found = doc.find(heading);
  if (found == std::string_view::npos) return {};
  std::string_view rest = doc.substr(found + heading.size());
  while (!rest.empty() && rest.front() == '\n') rest.remove_prefix(1);
  std::string out(rest.substr(0, rest.find("\n\n")));
  std::replace(out.begin(), out.end(), '\n', ' ');
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

// The first web address among the rule's references.
std::string help_uri(std::string_view doc) {
  const std::size_t references = doc.find("## References");
  if (references == std::string_view::npos) return {};
  const std::size_t begin = doc.find("https://", references);
  if (begin == std::string_view::npos) return {};
  std::string uri(doc.substr(begin, doc.find_first_of(" \n\t)>]\"'`", begin) - begin));
  while (!uri.empty() && (uri.back() == '.' || uri.back() == ',' || uri.back() == ';')) {
    uri.pop_back();
  }
  return uri;
}

Json rule_json(const std::string& id) {
  Json out;
  out["id"] = id;
  const Rule* rule = find_rule(id);
  if (rule == nullptr) return out;
  std::string full = paragraph_below(rule->doc, "## What it finds");
  if (full.empty()) full = rule->summary;
  const std::string doc = rule->doc.empty() ? std::string(rule->summary) : std::string(rule->doc);
  out["shortDescription"] = text_message(rule->summary);
  out["fullDescription"] = text_message(full);
  out["help"] = {{"text", doc}, {"markdown", doc}};
  if (const std::string uri = help_uri(rule->doc); !uri.empty()) out["helpUri"] = uri;
  out["defaultConfiguration"] = {{"level", level_of(rule->severity)}};
  out["properties"] = {
      {"precision", rule->hidden ? "medium" : "high"},
      {"problem.severity", problem_severity(rule->severity)},
      {"tags",
       {rule->severity == Severity::perf ? "performance" : "correctness", "hip",
        std::string(rule->topic)}},
  };
  return out;
}

Json replacement(const Audit& audit, const Span& span, std::string_view text) {
  Json out;
  out["deletedRegion"] = region(audit, report::place(audit, span));
  out["insertedContent"] = text_message(text);
  return out;
}

// Edits and the includes that they need, grouped by file: a viewer that applies it gets a file that
// compiles.
Json fix_json(const Audit& audit, const Fix& fix) {
  std::map<FileId, std::vector<Edit>> by_file;
  for (const Edit& edit : fix.edits) by_file[edit.range.file].push_back(edit);
  for (const IncludeRequest& request : fix.includes) {
    if (request.file >= audit.files->size()) continue;
    const std::string_view text = audit.sources->text((*audit.files)[request.file].path);
    const Insertion insertion = place_include(text, request.header);
    if (insertion.text.empty()) continue;
    by_file[request.file].push_back(
        {{request.file, insertion.offset, insertion.offset}, insertion.text});
  }
  Json changes = Json::array();
  for (auto& [file, edits] : by_file) {
    std::sort(edits.begin(), edits.end());
    Json change;
    change["artifactLocation"] = artifact_location(audit, (*audit.files)[file].path);
    change["replacements"] = Json::array();
    for (const Edit& edit : edits) {
      change["replacements"].push_back(replacement(audit, edit.range, edit.text));
    }
    changes.push_back(std::move(change));
  }
  Json out;
  out["description"] = text_message(fix.title + " (" + to_string(fix.safety) + ")");
  out["artifactChanges"] = std::move(changes);
  return out;
}

Json result_json(const Audit& audit, const Finding& finding, std::size_t rule_index,
                 const std::string& fingerprint) {
  Json out;
  out["ruleId"] = finding.rule;
  out["ruleIndex"] = rule_index;
  out["level"] = level_of(finding.severity);
  std::string message = finding.message;
  for (const std::string& detail : finding.details) message += '\n' + detail;
  out["message"] = text_message(message);

  Json location;
  location["physicalLocation"] = physical_location(audit, finding.where.best(), true);
  if (!finding.function.empty()) {
    location["logicalLocations"] =
        Json::array({{{"fullyQualifiedName", finding.function}, {"kind", "function"}}});
  }
  out["locations"] = Json::array({std::move(location)});

  Json related = Json::array();
  const auto relate = [&](const Span& span, std::string_view text) {
    if (!known(audit, span) || related.size() + 1 >= kMaxLocations) return;
    Json one;
    one["id"] = related.size() + 1;
    one["physicalLocation"] = physical_location(audit, span, false);
    one["message"] = text_message(text);
    related.push_back(std::move(one));
  };
  if (report::has_expansion(finding)) relate(finding.where.expansion, "expanded here");
  for (const Related& other : finding.related) relate(other.span, other.message);
  if (!related.empty()) out["relatedLocations"] = std::move(related);

  out["partialFingerprints"] = {{"primaryLocationLineHash", fingerprint},
                                {"hipaudit/v1", fingerprint}};
  Json fixes = Json::array();
  for (const Fix& fix : finding.fixes) {
    if (report::applicable(fix)) fixes.push_back(fix_json(audit, fix));
  }
  if (!fixes.empty()) out["fixes"] = std::move(fixes);
  out["properties"] = {{"confidence", to_string(finding.confidence)},
                       {"severity", to_string(finding.severity)},
                       {"targets", report::affected_targets(audit, finding)}};
  return out;
}

Json notification(Notification kind, const char* level, std::string_view text) {
  Json out;
  out["descriptor"] = {{"id", kNotificationIds[kind]}, {"index", static_cast<std::size_t>(kind)}};
  out["level"] = level;
  out["message"] = text_message(text);
  return out;
}

Json invocation(const Audit& audit, std::size_t cut) {
  Json notifications = Json::array();
  bool failed = false;
  bool analysed = false;
  for (const UnitReport& unit : audit.units) {
    const PassStatus status = unit.status();
    failed |= status == PassStatus::failed;
    analysed |= status != PassStatus::failed;
    if (status != PassStatus::partial && status != PassStatus::failed) continue;
    std::vector<std::string> reasons;
    for (const PassReport& pass : unit.passes) {
      for (const std::string& reason : pass.reasons) {
        if (std::find(reasons.begin(), reasons.end(), reason) == reasons.end()) {
          reasons.push_back(reason);
        }
      }
    }
    std::string text =
        shown_path(audit.root, unit.file)
        + (status == PassStatus::failed ? " was not analysed" : " was analysed in part");
    for (std::size_t i = 0; i < reasons.size(); ++i) text += (i == 0 ? ": " : "; ") + reasons[i];
    Json one = status == PassStatus::failed ? notification(kFailedUnit, "error", text)
                                            : notification(kPartialUnit, "warning", text);
    one["locations"] = Json::array(
        {{{"physicalLocation", {{"artifactLocation", artifact_location(audit, unit.file)}}}}});
    notifications.push_back(std::move(one));
  }
  if (cut > 0) {
    notifications.push_back(
        notification(kResultsCut, "warning",
                     std::to_string(cut)
                         + " results were left out, the least serious ones: one run holds at most "
                         + std::to_string(kMaxResults)));
  }
  for (const std::string& notice : audit.notices) {
    notifications.push_back(notification(kNotice, "note", notice));
  }
  Json out;
  out["executionSuccessful"] = analysed && !failed;
  out["toolExecutionNotifications"] = std::move(notifications);
  return out;
}

// Indices of the findings to report, in their own order; the most serious when there are too many.
std::vector<std::size_t> chosen(const Audit& audit) {
  std::vector<std::size_t> indices(audit.findings.size());
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  std::erase_if(indices,
                [&](std::size_t i) { return !known(audit, audit.findings[i].where.best()); });
  if (indices.size() <= kMaxResults) return indices;
  std::sort(indices.begin(), indices.end(), [&](std::size_t a, std::size_t b) {
    const Finding& left = audit.findings[a];
    const Finding& right = audit.findings[b];
    if (left.severity != right.severity) return left.severity > right.severity;
    if (left.confidence != right.confidence) return left.confidence > right.confidence;
    return a < b;
  });
  indices.resize(kMaxResults);
  std::sort(indices.begin(), indices.end());
  return indices;
}

}  // namespace

std::string render_sarif(const Audit& audit) {
  const std::vector<std::size_t> indices = chosen(audit);
  std::set<std::string> ids;
  for (const std::size_t i : indices) ids.insert(audit.findings[i].rule);
  std::map<std::string, std::size_t> rule_index;
  Json rules = Json::array();
  for (const std::string& id : ids) {
    rule_index[id] = rules.size();
    rules.push_back(rule_json(id));
  }

  Json driver;
  driver["name"] = "hipaudit";
  driver["version"] = audit.version;
  driver["rules"] = std::move(rules);
  driver["notifications"] = Json::array();
  for (std::size_t i = 0; i < std::size(kNotificationIds); ++i) {
    driver["notifications"].push_back(
        {{"id", kNotificationIds[i]}, {"shortDescription", text_message(kNotificationTexts[i])}});
  }

  Json results = Json::array();
  const std::vector<std::string> prints = fingerprints(audit);
  for (const std::size_t i : indices) {
    const Finding& finding = audit.findings[i];
    results.push_back(result_json(audit, finding, rule_index[finding.rule], prints[i]));
  }

  std::string root = "file://" + report::uri_path(audit.root);
  if (root.back() != '/') root += '/';

  Json run;
  run["tool"] = {{"driver", std::move(driver)}};
  run["automationDetails"] = {{"id", "hipaudit/default/"}};
  run["invocations"] = Json::array({invocation(audit, audit.findings.size() - indices.size())});
  run["originalUriBaseIds"] = {{kBase, {{"uri", root}}}};
  run["columnKind"] = "utf16CodeUnits";
  run["results"] = std::move(results);

  Json out;
  out["$schema"] = kSchema;
  out["version"] = "2.1.0";
  out["runs"] = Json::array({std::move(run)});
  // Source text need not be UTF-8.
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace hipaudit
