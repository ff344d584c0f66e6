// SPDX-License-Identifier: Apache-2.0
#include "match/wave_guard.hpp"

#include <algorithm>
#include <cctype>

namespace hipaudit::match {
namespace {

using kf::base_key;
using kf::kNone;
using kf::Op;

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

bool has_any(std::string_view lower, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
    return lower.find(part) != std::string_view::npos;
  });
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())))
    text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())))
    text.remove_suffix(1);
  return text;
}

/// The directive on this line without its #, or empty.
std::string_view directive_of(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with("#")) return {};
  return trimmed(line.substr(1));
}

std::string_view word_after(std::string_view text, std::string_view word) {
  if (!text.starts_with(word)) return {};
  text = trimmed(text.substr(word.size()));
  std::size_t end = 0;
  while (end < text.size()
         && (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_'))
    ++end;
  return text.substr(0, end);
}

/// An instance whose wave size is a template argument.
bool instance_for_one_size(const Context& context, const Function& f) {
  if (f.pattern.empty()) return false;
  for (std::size_t i = 0; i < f.template_args.size(); ++i) {
    const kf::TemplateArg& mine = f.template_args[i];
    if (!mine.value || (*mine.value != 64 && *mine.value != 32)) continue;
    if (names_wave_size(mine.name) || names_a_warp(mine.name)) return true;
    const std::int64_t other = *mine.value == 64 ? 32 : 64;
    for (const Function& sibling : context.facts.functions)
      if (base_key(sibling.pattern) == base_key(f.pattern) && i < sibling.template_args.size()
          && sibling.template_args[i].value == other)
        return true;
  }
  return false;
}

}  // namespace

std::vector<Condition> conditions_around(const Context& context, const Span& at) {
  std::vector<Condition> out;
  if (!at.valid() || at.file >= context.facts.files.size()) return out;
  const std::string_view text = context.sources.text(context.facts.files[at.file].path);
  std::vector<std::vector<Condition>> open;
  std::string_view guard;  // of an #ifndef that the next line may define
  for (std::size_t begin = 0; begin < text.size() && begin <= at.begin;) {
    std::size_t end = text.find('\n', begin);
    if (end == std::string_view::npos) end = text.size();
    const std::string_view directive = directive_of(text.substr(begin, end - begin));
    const Span line{at.file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    if (end >= at.begin) break;
    if (!guard.empty() && !directive.empty()) {
      // An include guard, or a default that the command may override: no choice.
      if (word_after(directive, "define") == guard && !open.empty()) open.back().clear();
      guard = {};
    }
    if (directive.starts_with("if")) {
      open.push_back({{std::string(directive), line}});
      guard = word_after(directive, "ifndef");
    } else if (directive.starts_with("el") && !open.empty()) {
      open.back().push_back({std::string(directive), line});
    } else if (directive.starts_with("endif") && !open.empty()) {
      open.pop_back();
    }
    begin = end + 1;
  }
  for (std::vector<Condition>& level : open)
    for (Condition& condition : level) out.push_back(std::move(condition));
  return out;
}

bool picked_by_architecture(const Context& context, const Span& at) {
  const auto conditions = conditions_around(context, at);
  return std::any_of(conditions.begin(), conditions.end(), [](const Condition& condition) {
    const std::string lower = lower_case(condition.text);
    return has_any(lower, {"gfx", "wave", "warp", "cdna", "rdna", "navi", "vega", "gcn", "mi100",
                           "mi200", "mi210", "mi250", "mi300", "mi3xx", "amdgcn"});
  });
}

bool chosen_by_wave(const Context& context, const FunctionView& view, ExprId id) {
  const Function& f = *view.f;
  if (under_wave_test(view, id) || instance_for_one_size(context, f)) return true;
  const std::string name = lower_case(f.name);
  if (has_any(name, {"wave64", "wave32", "warp64", "warp32", "wave_64", "warp_64", "w64"}))
    return true;
  const auto says_wave = [&](ExprId condition) {
    if (condition == kNone) return false;
    const std::string text = lower_case(shown_text(context, f.exprs[condition].where, 200));
    const bool size = text.find("64") != std::string::npos || text.find("32") != std::string::npos;
    return has_any(text, {"wave64", "wave32"}) || (size && has_any(text, {"warp", "wave"}));
  };
  if (view.reached(id))
    for (const Guard& guard : view.guards[view.owner[id]])
      if (says_wave(guard.condition)) return true;
  for (ExprId up = view.parent[id]; up != kNone; up = view.parent[up])
    if (f.exprs[up].op == Op::select && says_wave(f.exprs[up].args[0])) return true;
  return picked_by_architecture(context, f.exprs[id].where.best())
         || picked_by_architecture(context, f.where.best());
}

bool compiled_for(const Context& context, const Function& f, int lanes) {
  if ((f.passes & 6U) != (lanes == 64 ? 4U : 2U)) return true;
  const Span& at = f.where.best();
  if (!at.valid() || at.file >= context.facts.files.size()) return false;
  const std::string& path = context.facts.files[at.file].path;
  const PassKind kind = lanes == 64 ? PassKind::wave64 : PassKind::wave32;
  return std::none_of(
      context.facts.units.begin(), context.facts.units.end(), [&](const UnitReport& unit) {
        const bool made = std::any_of(unit.passes.begin(), unit.passes.end(),
                                      [&](const PassReport& pass) { return pass.kind == kind; });
        return made
               && std::binary_search(unit.project_files.begin(), unit.project_files.end(), path);
      });
}

bool launched_by_query(const Context& context, const Function& f) {
  bool any = false;
  for (const Launch& launch : context.facts.launches) {
    if (!is_launch_of(launch, f)) continue;
    any = true;
    bool asks = false;
    for (const HostFunction& host : context.facts.host_functions) {
      if (host.key != launch.host || !host.body.valid()) continue;
      const std::string text = lower_case(context.sources.text(
          context.facts.files[host.body.file].path, host.body.begin, host.body.end));
      asks = asks || has_any(text, {"warpsize", "warp_size", "wavesize", "wave_size", "wavefront"});
    }
    if (!asks) return false;
  }
  return any;
}

std::string wave32_names(const Context& context) {
  const std::vector<std::string> names = targets_with_wave(context, 32);
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += names[i];
  }
  return text;
}

std::optional<std::int64_t> value_in_lane(const FunctionView& view, ExprId id, int thread,
                                          int wave) {
  const Function& f = *view.f;
  if (const auto c = constant(f, id)) return c;
  const Expr& e = f.exprs[view.resolve(id)];
  const auto arg = [&](std::size_t i) -> std::optional<std::int64_t> {
    return i < e.args.size() ? value_in_lane(view, e.args[i], thread, wave) : std::nullopt;
  };
  switch (e.op) {
  case Op::thread_idx: return e.value == 0 ? std::optional<std::int64_t>(thread) : std::nullopt;
  case Op::lane_id: return thread % wave;
  case Op::warp_size: return wave;
  case Op::constant: return e.value;
  case Op::cast: return arg(0);
  case Op::add:
  case Op::sub:
  case Op::mul:
  case Op::div:
  case Op::rem:
  case Op::shl:
  case Op::shr:
  case Op::bit_and:
  case Op::bit_or:
  case Op::bit_xor:
  case Op::eq:
  case Op::ne:
  case Op::lt:
  case Op::le:
  case Op::gt:
  case Op::ge: break;
  default: return std::nullopt;
  }
  const auto a = arg(0);
  const auto b = arg(1);
  if (!a || !b) return std::nullopt;
  switch (e.op) {
  case Op::add: return *a + *b;
  case Op::sub: return *a - *b;
  case Op::mul: return *a * *b;
  case Op::div: return *b != 0 ? std::optional(*a / *b) : std::nullopt;
  case Op::rem: return *b != 0 ? std::optional(*a % *b) : std::nullopt;
  case Op::shl: return *b >= 0 && *b < 32 ? std::optional(*a << *b) : std::nullopt;
  case Op::shr: return *b >= 0 && *b < 32 ? std::optional(*a >> *b) : std::nullopt;
  case Op::bit_and: return *a & *b;
  case Op::bit_or: return *a | *b;
  case Op::eq: return *a == *b;
  case Op::ne: return *a != *b;
  case Op::lt: return *a < *b;
  case Op::le: return *a <= *b;
  case Op::gt: return *a > *b;
  case Op::ge: return *a >= *b;
  default: return *a ^ *b;
  }
}

}  // namespace hipaudit::match
