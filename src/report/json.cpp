// SPDX-License-Identifier: Apache-2.0
// The format for programs; every field is described in tool/json-format.md. Columns count bytes.
#include <nlohmann/json.hpp>

#include "report/place.hpp"
#include "report/report.hpp"

namespace hipaudit {
namespace {

using Json = nlohmann::ordered_json;
using report::Place;

constexpr int kSchemaVersion = 1;

Json strings(const std::vector<std::string>& items) {
  Json list = Json::array();
  for (const std::string& item : items) list.push_back(item);
  return list;
}

void put_place(Json& into, const Place& place) {
  into["file"] = place.shown;
  into["line"] = place.begin.line;
  into["column"] = place.begin.column;
  into["end_line"] = place.end.line;
  into["end_column"] = place.end.column;
}

Json fix_json(const Audit& audit, const Fix& fix) {
  Json out;
  out["safety"] = to_string(fix.safety);
  out["title"] = fix.title;
  out["edits"] = Json::array();
  for (const Edit& edit : fix.edits) {
    Json one;
    put_place(one, report::place(audit, edit.range));
    one["offset"] = edit.range.begin;
    one["length"] = edit.range.end - edit.range.begin;
    one["text"] = edit.text;
    out["edits"].push_back(std::move(one));
  }
  out["includes"] = Json::array();
  for (const IncludeRequest& request : fix.includes) {
    Json one;
    one["file"] = request.file < audit.files->size()
                      ? shown_path(audit.root, (*audit.files)[request.file].path)
                      : std::string();
    one["header"] = request.header;
    out["includes"].push_back(std::move(one));
  }
  return out;
}

Json finding_json(const Audit& audit, const Finding& finding) {
  Json out;
  put_place(out, report::place(audit, finding.where.best()));
  out["rule"] = finding.rule;
  out["severity"] = to_string(finding.severity);
  out["confidence"] = to_string(finding.confidence);
  out["message"] = finding.message;
  out["details"] = strings(finding.details);
  out["targets"] = strings(report::affected_targets(audit, finding));
  out["function"] = finding.function;
  out["in_macro"] = finding.where.in_macro_body;
  out["expansion"] = nullptr;
  if (report::has_expansion(finding)) {
    Json expansion;
    put_place(expansion, report::place(audit, finding.where.expansion));
    out["expansion"] = std::move(expansion);
  }
  out["related"] = Json::array();
  for (const Related& related : finding.related) {
    if (!related.span.valid()) continue;
    Json one;
    put_place(one, report::place(audit, related.span));
    one["message"] = related.message;
    out["related"].push_back(std::move(one));
  }
  out["fixes"] = Json::array();
  for (const Fix& fix : finding.fixes) out["fixes"].push_back(fix_json(audit, fix));
  return out;
}

Json unit_json(const Audit& audit, const UnitReport& unit) {
  Json out;
  out["file"] = shown_path(audit.root, unit.file);
  out["status"] = to_string(unit.status());
  out["command"] = unit.command;
  out["notes"] = strings(unit.notes);
  out["passes"] = Json::array();
  for (const PassReport& pass : unit.passes) {
    Json one;
    one["kind"] = to_string(pass.kind);
    one["target"] = pass.target;
    one["status"] = to_string(pass.status);
    one["reasons"] = strings(pass.reasons);
    one["skeletons"] = strings(pass.skeletons);
    one["errors"] = pass.errors.size();
    one["functions"] = pass.functions;
    one["functions_tainted"] = pass.functions_tainted;
    one["functions_lost"] = pass.functions_lost;
    out["passes"].push_back(std::move(one));
  }
  return out;
}

Json summary_json(const Audit& audit) {
  const report::Counts counts = report::count(audit);
  Json out;
  out["units"] = {{"total", audit.units.size()},
                  {"complete", counts.units[0]},
                  {"skeleton", counts.units[1]},
                  {"partial", counts.units[2]},
                  {"failed", counts.units[3]}};
  out["functions"] = {
      {"total", counts.functions}, {"tainted", counts.tainted}, {"lost", counts.lost}};
  out["findings"] = {{"total", audit.findings.size()}, {"error", counts.findings[3]},
                     {"warning", counts.findings[2]},  {"perf", counts.findings[1]},
                     {"note", counts.findings[0]},     {"suppressed", audit.suppressed.size()}};
  out["fixable"] = {{"safe", counts.fixable[2]}, {"unsafe", counts.fixable[1]}};
  out["reasons"] = Json::array();
  for (const report::Reason& reason : report::reasons(audit)) {
    out["reasons"].push_back({{"reason", reason.text}, {"units", reason.units}});
  }
  return out;
}

}  // namespace

std::string render_json(const Audit& audit) {
  Json out;
  out["schema_version"] = kSchemaVersion;
  out["tool"] = {{"name", "hipaudit"}, {"version", audit.version}};
  out["targets"] = Json::array();
  for (const Target& target : audit.targets) {
    out["targets"].push_back({{"name", target.name}, {"wave", target.wave}});
  }
  out["notices"] = strings(audit.notices);
  out["summary"] = summary_json(audit);
  out["units"] = Json::array();
  for (const UnitReport& unit : audit.units) out["units"].push_back(unit_json(audit, unit));
  out["findings"] = Json::array();
  const std::vector<std::string> prints = fingerprints(audit);
  for (std::size_t i = 0; i < audit.findings.size(); ++i) {
    Json one = finding_json(audit, audit.findings[i]);
    one["fingerprint"] = prints[i];
    out["findings"].push_back(std::move(one));
  }
  out["suppressed"] = Json::array();
  for (const Finding& finding : audit.suppressed) {
    out["suppressed"].push_back(finding_json(audit, finding));
  }
  // Source text need not be UTF-8.
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace hipaudit
