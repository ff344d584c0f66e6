// SPDX-License-Identifier: Apache-2.0
// explain --lanes: one operation, lane by lane.
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "lanes/verdict.hpp"
#include "output.hpp"
#include "session.hpp"

namespace hipaudit {

namespace {

struct Place {
  std::string file;
  unsigned line = 0;
};

std::optional<Place> parse_place(const std::string& text) {
  const auto colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0) return std::nullopt;
  Place out;
  out.file = text.substr(0, colon);
  const char* begin = text.data() + colon + 1;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(begin, end, out.line);
  if (error != std::errc() || rest != end || out.line == 0) return std::nullopt;
  return out;
}

const char* to_string(Outcome outcome) {
  switch (outcome) {
  case Outcome::right: return "right";
  case Outcome::wrong: return "wrong";
  case Outcome::unknown: return "not decided";
  }
  return "not decided";
}

std::string cell(bool is_shuffle, int lane, std::uint64_t value) {
  char text[32];
  if (lane < 0)
    std::snprintf(text, sizeof text, "-");
  else if (is_shuffle)
    std::snprintf(text, sizeof text, "lane %d", lane);
  else
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

std::string print_map(const LaneMap& map, const std::string& where) {
  const std::string wave = std::to_string(map.wave);
  std::string out = where + ": " + map.operation + " in " + map.context + "\n";
  out += "wave of " + wave + ": " + to_string(map.verdict.outcome)
         + (map.verdict.effect.empty() ? "" : ", " + map.verdict.effect) + "\n";
  if (map.executions > 1)
    out += "one of " + std::to_string(map.executions)
           + " executions, the first that differs if any does\n";
  out += map.is_shuffle ? "\nlane  reads on CUDA  reads on wave"
                        : "\nlane  gets on CUDA   gets on wave";
  out += wave + "   seen by others\n";
  for (const LaneMap::Row& row : map.rows) {
    const bool differs =
        map.is_shuffle ? row.cuda != row.target : row.cuda_value != row.target_value;
    char line[128];
    std::snprintf(line, sizeof line, "%4d  %-13s  %-18s  %-3s%s\n", row.lane,
                  cell(map.is_shuffle, row.cuda, row.cuda_value).c_str(),
                  cell(map.is_shuffle, row.target, row.target_value).c_str(),
                  row.demanded ? "yes" : "no",
                  !differs       ? ""
                  : row.demanded ? "  differs"
                                 : "  differs, unseen");
    out += line;
  }
  return out;
}

}  // namespace

int run_explain_lanes(const Options& given, const std::string& text) {
  const auto place = parse_place(text);
  if (!place) return usage_error("--lanes: '" + text + "' is not FILE:LINE");
  std::error_code error;
  const std::string file = std::filesystem::weakly_canonical(place->file, error).string();
  if (error || !std::filesystem::is_regular_file(file, error))
    return usage_error("--lanes: cannot read " + place->file);
  Options options = given;
  options.paths = {place->file};
  Session session;
  if (auto problem = prepare(options, session)) return usage_error(*problem);
  session.parse.needs = 0xffffffffU;
  parse_all(session);
  bool wave64 = false;
  for (const Target& target : session.engine.targets) wave64 = wave64 || target.wave == 64;
  if (!wave64)
    return usage_error("--lanes: no target has waves of 64 lanes; waves of 32 are CUDA's");
  const auto on_line = [&](const Where& where) {
    for (const Span& span : {where.expansion, where.spelling}) {
      if (!span.valid()) continue;
      const std::string& path = session.facts.files[span.file].path;
      if (path == file && session.sources.position(path, span.begin).line == place->line)
        return true;
    }
    return false;
  };
  const std::vector<LaneMap> maps = map_lanes(session.facts, 64, on_line);
  if (maps.empty())
    return usage_error("--lanes: no shuffle of default width and no vote on " + text
                       + " that runs in a kernel seen here (hipaudit facts lists them)");
  std::string out;
  for (const LaneMap& map : maps) {
    const Span at = map.site.best();
    const std::string& path = session.facts.files[at.file].path;
    const Position position = session.sources.position(path, at.begin);
    out +=
        (out.empty() ? "" : "\n")
        + print_map(map, shown_path(session.units.root, path) + ":" + std::to_string(position.line)
                             + ":" + std::to_string(position.column));
  }
  if (auto problem = write_file("-", out)) return usage_error(*problem);
  return kExitClean;
}

}  // namespace hipaudit
