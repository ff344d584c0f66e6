// SPDX-License-Identifier: Apache-2.0
// Decides whether a block that is computed from the wave size is one that can be launched, and
// whether a dispatch table has the sizes that a wave needs.
#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "match/wave_guard.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kDoc = R"md(
## What it finds

- Launches whose block is computed from the wave size and has more threads than a block may have (1024), or
  than the kernel's `__launch_bounds__` allows, where a wave has 64 lanes: `dim3(warpSize, warpSize)`,
  `32 * prop.warpSize`, `dim3(WARP_SIZE, 16)` with 64 behind the name.
- Dispatch tables that the preprocessor picks by wave size, of which the one for 64 lanes leaves out sizes that
  the one for 32 has: `#if WAVE == 64`, `if (lanes == 64) launch<64>(); else fail();`.

## Why it is wrong on AMD

A block of 32 x 32 is CUDA's largest, and 64 x 64 is 4096 threads: the launch fails with
`hipErrorInvalidConfiguration` and runs nothing, which only shows where the result of the launch is looked at. A
table that has 64 lanes alone launches nothing for the smaller sizes, which a wave of 64 needs as well.

## Example

```cpp
dim3 block(prop.warpSize, prop.warpSize);      // 4096 threads on gfx90a
transpose<<<grid, block, 0, stream>>>(x, out);
```

## Use instead

```cpp
dim3 block(prop.warpSize, 1024 / prop.warpSize);
transpose<<<grid, block, 0, stream>>>(x, out);
```

## Fix safety

Manual: the kernel has to follow the block.

## Not reported

- blocks within the limits at every selected wave size
- blocks whose size is not computed from constants and the wave size
- tables for 64 lanes that have every size of the other one

## References

- HIP documentation: `hipDeviceProp_t::maxThreadsPerBlock` is 1024; `hipErrorInvalidConfiguration`
- LLVM: `amdgpu-flat-work-group-size` defaults to 1,1024
)md";

using namespace match;

void judge(const Context& context, std::vector<Finding>& out);

}  // namespace

HIPAUDIT_RULE(rule_block_follows_wave) = {
    .id = "block-follows-wave",
    .topic = "waves",
    .summary = "a block or a dispatch table computed from the wave size does not hold at 64 lanes",
    .severity = Severity::error,
    .fix = Safety::manual,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls) | bit(FactKind::macros),
    .doc = kDoc,
    .judge = judge,
};

namespace {

constexpr std::int64_t kMaxBlock = 1024;

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

/// The text names a constant for the wave size: dim3(WARP_SIZE, WARP_SIZE), or a variable made so.
bool speaks_of_wave(const Context& context, const Launch& launch) {
  std::string text = launch.block.text;
  // dim3 block(WARP_SIZE, WARP_SIZE); stands above the launch.
  if (!launch.block.name.empty())
    for (const HostFunction& host : context.facts.host_functions) {
      if (host.key != launch.host || !host.body.valid()) continue;
      const std::string body(context.sources.text(context.facts.files[host.body.file].path,
                                                  host.body.begin, host.body.end));
      const std::size_t at = body.find("dim3 " + launch.block.name);
      if (at != std::string::npos) text += body.substr(at, body.find(';', at) - at);
    }
  std::string word;
  for (const char c : text + " ") {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') {
      word += c;
      continue;
    }
    if (names_wave_size(word)) return true;
    word.clear();
  }
  return false;
}

std::optional<std::int64_t> bound_of(const Facts& facts, const Launch& launch) {
  std::optional<std::int64_t> bound;
  for (const Function& f : facts.functions) {
    const bool mine = !launch.kernel_key.empty()
                      && (f.key == launch.kernel_key || f.pattern == launch.kernel_key);
    if (mine && f.kind == kf::FunctionKind::kernel && f.max_threads)
      bound = std::max(bound.value_or(0), *f.max_threads);
  }
  return bound;
}

void blocks(const Context& context, std::vector<Finding>& out) {
  std::map<Span, Finding> found;
  for (const Launch& launch : context.facts.launches) {
    if (launch.tainted || !is_reportable(context.facts, nullptr, launch.block.where)) continue;
    std::int64_t at_64 = 0;
    std::int64_t at_32 = 0;
    if (launch.wave_threads) {
      at_32 = (*launch.wave_threads)[0];
      at_64 = (*launch.wave_threads)[1];
    } else if (launch.block_dims && speaks_of_wave(context, launch)) {
      const auto& d = *launch.block_dims;
      at_64 = d[0] * d[1] * d[2];
    } else {
      continue;
    }
    if (at_64 <= 0 || !any_wave(context.targets, 64)) continue;
    const auto bound = bound_of(context.facts, launch);
    const bool over_bound = bound && *bound < at_64 && *bound >= at_32;
    if (at_64 <= kMaxBlock && !over_bound) continue;
    const std::int64_t limit = at_64 > kMaxBlock ? kMaxBlock : *bound;
    Finding made = finding(
        rule_block_follows_wave, launch.block.where, nullptr,
        "the block has " + std::to_string(at_64) + " threads where a wave has 64 lanes, and "
            + (at_64 > kMaxBlock ? "a block may have " : "the kernel's bound is ")
            + std::to_string(limit) + ": the launch fails on " + wave64_names(context));
    if (at_32 != 0)
      made.details.push_back("threads of a block: " + std::to_string(at_32) + " at 32 lanes, "
                             + std::to_string(at_64) + " at 64 lanes");
    made.targets = targets_with_wave(context, 64);
    for (const HostFunction& host : context.facts.host_functions)
      if (host.key == launch.host) made.function = host.name;
    made.fixes.push_back({Safety::manual,
                          "keep one dimension at the wave size and let the other fill the block",
                          {},
                          {}});
    found.try_emplace(launch.block.where.best(), std::move(made));
  }
  for (auto& [span, made] : found) out.push_back(std::move(made));
}

// ---- dispatch tables ----

/// A branch of a preprocessor conditional: its condition and its text.
struct Branch {
  std::string condition;
  std::uint32_t line = 0;  ///< offset of the directive
  std::uint32_t line_end = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// Branches of the conditional whose first directive is at `offset`, outermost level only.
std::vector<Branch> branches_at(std::string_view text, std::uint32_t offset) {
  std::vector<Branch> out;
  int depth = 0;
  std::size_t begin = text.rfind('\n', offset);
  begin = begin == std::string_view::npos ? 0 : begin + 1;
  while (begin < text.size()) {
    std::size_t end = text.find('\n', begin);
    if (end == std::string_view::npos) end = text.size();
    std::string_view line = text.substr(begin, end - begin);
    const auto blank = [](char c) { return c == ' ' || c == '\t'; };
    while (!line.empty() && blank(line.front())) line.remove_prefix(1);
    if (line.starts_with("#")) {
      line.remove_prefix(1);
      while (!line.empty() && blank(line.front())) line.remove_prefix(1);
      const bool opens = line.starts_with("if");
      const bool closes = line.starts_with("endif");
      if (opens) ++depth;
      const bool here = depth == 1 && (line.starts_with("el") || closes || (opens && out.empty()));
      if (here && !out.empty()) out.back().end = static_cast<std::uint32_t>(begin);
      if (here && closes) return out;
      if (here) {
        const auto next = static_cast<std::uint32_t>(std::min(end + 1, text.size()));
        out.push_back({std::string(line), static_cast<std::uint32_t>(begin),
                       static_cast<std::uint32_t>(end), next, next});
      }
      if (closes) --depth;
    }
    begin = end + 1;
  }
  return {};
}

/// Numbers that one variable is compared with, in `x == N` and `case N:`; by the variable.
std::map<std::string, std::set<int>> compared_with(std::string_view text) {
  std::map<std::string, std::set<int>> out;
  const auto is_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  const auto number_at = [&](std::size_t at) -> std::optional<int> {
    while (at < text.size() && (text[at] == ' ' || text[at] == '(')) ++at;
    std::size_t end = at;
    int value = 0;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0
           && value < 100000)
      value = value * 10 + (text[end++] - '0');
    if (end == at || (end < text.size() && (is_name(text[end]) || text[end] == '.')))
      return std::nullopt;
    return value;
  };
  for (std::size_t at = text.find("=="); at != std::string_view::npos;
       at = text.find("==", at + 2)) {
    std::size_t end = at;
    while (end > 0 && text[end - 1] == ' ') --end;
    std::size_t begin = end;
    while (begin > 0 && is_name(text[begin - 1])) --begin;
    const auto value = number_at(at + 2);
    if (value && begin < end) out[std::string(text.substr(begin, end - begin))].insert(*value);
  }
  for (std::size_t at = text.find("case "); at != std::string_view::npos;
       at = text.find("case ", at + 5))
    if (const auto value = number_at(at + 5)) out["case"].insert(*value);
  return out;
}

bool is_power_of_two(int n) { return n > 0 && (n & (n - 1)) == 0; }

void tables(const Context& context, std::vector<Finding>& out) {
  if (!any_wave(context.targets, 64)) return;
  std::set<Span> seen;
  for (const MacroFact& fact : context.facts.macros) {
    if (fact.kind != MacroFact::Kind::tested) continue;
    const std::string condition = lower_case(fact.condition);
    const bool by_wave =
        (condition.find("wave") != std::string::npos || condition.find("warp") != std::string::npos)
        && condition.find("64") != std::string::npos && condition.find("!=") == std::string::npos;
    const Span& at = fact.where.best();
    if (!by_wave || !is_reportable(context.facts, nullptr, fact.where)) continue;
    const std::string_view text = context.sources.text(context.facts.files[at.file].path);
    const std::vector<Branch> branches = branches_at(text, at.begin);
    if (branches.size() != 2 || branches[1].condition.find("else") == std::string::npos) continue;
    if (!seen.insert({at.file, branches[0].line, branches[0].line_end}).second) continue;
    const auto mine =
        compared_with(text.substr(branches[0].begin, branches[0].end - branches[0].begin));
    const auto other =
        compared_with(text.substr(branches[1].begin, branches[1].end - branches[1].begin));
    for (const auto& [variable, sizes] : other) {
      const auto same = mine.find(variable);
      // A table has sizes up to the wave's own: 32 in one, 64 in the other.
      if (same == mine.end() || !same->second.contains(64) || !sizes.contains(32)
          || sizes.contains(64) || sizes.size() < 2)
        continue;
      std::string missing;
      for (const int size : sizes)
        if (is_power_of_two(size) && !same->second.contains(size))
          missing += (missing.empty() ? "" : ", ") + std::to_string(size);
      if (missing.empty()) continue;
      Where where;
      where.spelling = where.expansion = {at.file, branches[0].line, branches[0].line_end};
      Finding made =
          finding(rule_block_follows_wave, where, nullptr,
                  "the table for 64 lanes has no case for `"
                      + (variable == "case" ? std::string("switch") : variable) + "` of " + missing
                      + ", which the one for 32 lanes has: nothing is launched " + "for them on "
                      + wave64_names(context));
      made.targets = targets_with_wave(context, 64);
      made.related.push_back(
          {{at.file, branches[1].line, branches[1].line_end}, "the table for 32 lanes"});
      made.fixes.push_back({Safety::manual, "add the sizes below 64 to the table", {}, {}});
      out.push_back(std::move(made));
      break;
    }
  }
}

void judge(const Context& context, std::vector<Finding>& out) {
  blocks(context, out);
  tables(context, out);
}

}  // namespace
}  // namespace hipaudit
