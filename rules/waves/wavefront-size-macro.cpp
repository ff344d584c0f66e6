// SPDX-License-Identifier: Apache-2.0
// Decides what the compiler's wave size macro stands for in this text: a test that silently comes
// to false, a definition that carries the loss on, or an identifier that no longer exists.
#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <tuple>

#include "match/rule.hpp"

namespace hipaudit {

extern const Rule rule_wavefront_size_macro;

namespace {

constexpr std::string_view kDoc = R"md(
## What it finds

Any use of `__AMDGCN_WAVEFRONT_SIZE` or `__AMDGCN_WAVEFRONT_SIZE__` in the project's text: in `#if` and
`#ifdef`, in the body of another macro (one finding at that definition, with its uses), and in code.

## Why it is wrong on AMD

LLVM 22 no longer defines it. In `#if` an unknown name is 0 without a diagnostic: `#if
__AMDGCN_WAVEFRONT_SIZE == 64` compiles the branch for 32 lanes on gfx90a, and everything built on it is
wrong there. Older compilers defined it in the host pass as well, as 64 whatever the target, so that host
and device disagreed on RDNA. HIP offers no constant in its place: the wave size is known to the device
compiler per target and to the host only by query.

## Example

```cpp
#if __AMDGCN_WAVEFRONT_SIZE == 64
#define LANES 64
#else
#define LANES 32
#endif

__global__ void lanes(int* out) {
  out[threadIdx.x] = threadIdx.x % __AMDGCN_WAVEFRONT_SIZE;
}
```

## Use instead

```cpp
__global__ void lanes(int* out) {
  out[threadIdx.x] = threadIdx.x % warpSize;
}

int lanes_of(int device) {
  int lanes = 0;
  hipDeviceGetAttribute(&lanes, hipDeviceAttributeWarpSize, device);
  return lanes;
}
```

Where the algorithm is one for 32 lanes, keep 32 and give shuffles that width. Where a constant is needed
in device code, test the family: `#if defined(__GFX8__) || defined(__GFX9__)`; that test is false on the host.

## Fix safety

Safe for uses in the body of a kernel or device function where the value is needed at run time only:
`warpSize` has the same value there. Unsafe where the result initialises a constant. Tests and definitions
are shown only.

## Not reported

- a test whose other branch finds the wave size without the macro (`warpSize`, `__GFX9__`, a query)
- text that is not compiled
- a macro that the command itself defines

## References

- Clang documentation, "AMDGPU support": deprecation and removal of `__AMDGCN_WAVEFRONT_SIZE`
- HIP documentation, "HIP C++ language extensions", warpSize
- ROCm release notes 6.4 and 7.0
)md";

bool is_name_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

bool names(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_name_char(text[at - 1]))
        && (end == text.size() || !is_name_char(text[end])))
      return true;
  }
  return false;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())))
    text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())))
    text.remove_suffix(1);
  return text;
}

/// The text from the end of the directive at `offset` to its #endif, nested conditionals included.
std::string_view rest_of_conditional(std::string_view text, std::size_t offset) {
  std::size_t line = text.find('\n', offset);
  const std::size_t from = line;
  int depth = 0;
  while (line != std::string_view::npos) {
    const std::size_t begin = line + 1;
    line = text.find('\n', begin);
    const std::string_view content = trimmed(text.substr(begin, line - begin));
    if (!content.starts_with("#")) continue;
    const std::string_view directive = trimmed(content.substr(1));
    if (directive.starts_with("if")) ++depth;
    if (directive.starts_with("endif") && depth-- == 0) return text.substr(from, begin - from);
  }
  return {};
}

/// Whether the branches after the tested one find the wave size another way.
bool has_sound_fallback(std::string_view conditional) {
  // What follows the first #else or #elif of this level.
  int depth = 0;
  std::size_t line = 0;
  while (line < conditional.size()) {
    std::size_t end = conditional.find('\n', line);
    if (end == std::string_view::npos) end = conditional.size();
    const std::string_view content = trimmed(conditional.substr(line, end - line));
    if (content.starts_with("#")) {
      const std::string_view directive = trimmed(content.substr(1));
      if (directive.starts_with("if")) ++depth;
      if (directive.starts_with("endif")) --depth;
      if (depth == 0 && directive.starts_with("el")) {
        const std::string_view other = conditional.substr(line);
        return names(other, "warpSize") || other.find("wavefrontsize") != std::string_view::npos
               || other.find("__GFX") != std::string_view::npos
               || other.find("__gfx") != std::string_view::npos
               || names(other, "hipDeviceAttributeWarpSize");
      }
    }
    line = end + 1;
  }
  return false;
}

enum class Need : std::uint8_t { run_time, constant_initialiser, constant };

/// How the statement around [begin, end) uses the value.
Need need_of(std::string_view text, std::uint32_t begin, std::uint32_t end) {
  std::size_t start = begin;
  int depth = 0;  // closed brackets passed on the way back
  char opener = '\0';
  std::size_t opener_at = 0;
  while (start > 0) {
    const char c = text[start - 1];
    if (depth == 0 && (c == ';' || c == '{' || c == '}')) break;
    if (c == '\n' && trimmed(text.substr(0, start)).ends_with("\\")) return Need::constant;
    if (c == ')' || c == ']') ++depth;
    if (c == '(' || c == '[') {
      if (depth > 0) {
        --depth;
      } else if (opener == '\0') {
        opener = c;
        opener_at = start - 1;
      }
    }
    --start;
  }
  const std::string_view head = text.substr(start, begin - start);
  for (const std::string_view word :
       {"constexpr", "static", "enum", "static_assert", "case", "alignas", "template", "using",
        "typedef", "__launch_bounds__", "__shared__", "__attribute__", "sizeof", "decltype",
        "operator"})
    if (names(head, word)) return Need::constant;
  if (head.find('#') != std::string_view::npos) return Need::constant;
  // <N> and <T, N>: a template argument; i < N is not.
  const std::string_view after = trimmed(text.substr(end, 64));
  const std::string_view before = trimmed(head);
  const bool closes = after.starts_with(">") && !after.starts_with(">=");
  if (before.ends_with("<") && (closes || after.starts_with(","))) return Need::constant;
  if (before.ends_with(",") && closes) return Need::constant;
  if (before.ends_with(",") && head.find('<') != std::string_view::npos && opener != '(')
    return Need::constant;
  if (opener == '[') {
    // buf[lane % N] = x; reads an element, float buf[N]; declares an array.
    const std::string_view base = trimmed(text.substr(start, opener_at - start));
    const bool one_word = std::all_of(base.begin(), base.end(), [](char c) {
      return is_name_char(c) || c == '.' || c == '>' || c == '-';
    });
    const bool on_the_right = base.find('=') != std::string_view::npos
                              || base.find("return") != std::string_view::npos
                              || base.find('(') != std::string_view::npos;
    if (!one_word && !on_the_right) return Need::constant;
  }
  if (names(head, "const") || names(head, "auto")) return Need::constant_initialiser;
  return Need::run_time;
}

class Judge {
 public:
  Judge(const Context& context, std::vector<Finding>& out) : context_(context), out_(out) {
    for (const CommandFact& command : context.facts.commands)
      for (const std::string& define : command.defines)
        defined_by_command_.insert(define.substr(0, define.find('=')));
    for (const MacroFact& macro : context.facts.macros)
      if (is_project(macro.where.best())) by_name_[macro.name].push_back(&macro);
  }

  void run() {
    for (const std::string name : {"__AMDGCN_WAVEFRONT_SIZE", "__AMDGCN_WAVEFRONT_SIZE__"}) {
      if (defined_by_command_.contains(name)) continue;
      const auto found = by_name_.find(name);
      if (found == by_name_.end()) continue;
      std::vector<const MacroFact*> facts = found->second;
      std::sort(facts.begin(), facts.end(), [](const MacroFact* a, const MacroFact* b) {
        return std::pair(a->where.best(), a->kind) < std::pair(b->where.best(), b->kind);
      });
      if (own_definition(name, facts)) continue;
      tests(name, facts);
      definitions(name, facts);
      code(name, facts);
    }
  }

 private:
  bool is_project(const Span& span) const {
    return span.valid() && span.file < context_.facts.files.size()
           && context_.facts.files[span.file].project;
  }
  std::string_view text(FileId file) const {
    return context_.sources.text(context_.facts.files[file].path);
  }
  std::uint32_t line(const Span& span) const {
    return context_.sources.position(context_.facts.files[span.file].path, span.begin).line;
  }

  Finding start(const Where& where, std::string message) const {
    return match::finding(rule_wavefront_size_macro, where, nullptr, std::move(message));
  }

  /// #ifndef X / #define X 64: the project now says one size for every target.
  bool own_definition(const std::string& name, const std::vector<const MacroFact*>& facts) {
    const auto at = std::find_if(facts.begin(), facts.end(), [](const MacroFact* fact) {
      return fact->kind == MacroFact::Kind::defined;
    });
    if (at == facts.end()) return false;
    Finding finding = start((*at)->where, name + " is defined here as " + (*at)->body
                                              + " for every target and for the host, since LLVM 22 "
                                                "no longer defines it");
    for (const MacroFact* fact : facts)
      if (fact != *at) relate(finding, fact->where.best(), "relies on it");
    finding.fixes.push_back(
        {Safety::manual, "use warpSize in device code and a query on the host", {}, {}});
    out_.push_back(std::move(finding));
    return true;
  }

  static void relate(Finding& finding, const Span& span, std::string message) {
    finding.related.push_back({span, std::move(message)});
    finding.owns.push_back(span);
  }

  void tests(const std::string& name, const std::vector<const MacroFact*>& facts) {
    std::set<std::pair<FileId, std::uint32_t>> lines;
    for (const MacroFact* fact : facts) {
      if (fact->kind != MacroFact::Kind::tested) continue;
      const Span& span = fact->where.best();
      // #if defined(X) && X == 64 tests it once.
      if (!lines.insert({span.file, line(span)}).second) continue;
      const bool turned = fact->condition.find("ifndef") != std::string::npos
                          || fact->condition.find("!defined") != std::string::npos
                          || fact->condition.find("! defined") != std::string::npos;
      const std::string_view conditional = rest_of_conditional(text(span.file), span.end);
      if (!turned && has_sound_fallback(conditional)) continue;
      if (turned && sound_guard(conditional)) continue;
      std::string came = "is false on every target";
      if (fact->taken) came = *fact->taken ? "is true on every target" : "is false on every target";
      Finding finding =
          start(fact->where, "`" + fact->condition + "` " + came + ": LLVM 22 no longer defines "
                                 + name + ", and an unknown name in a test is 0");
      finding.details.push_back(
          "gfx9 (gfx90a, gfx942, gfx950): 64 lanes; gfx10 and later: 32 lanes; the "
          "same branch is compiled for both");
      finding.fixes.push_back({Safety::manual,
                               "use warpSize in device code, a query on the host, or test "
                               "defined(__GFX8__) || defined(__GFX9__) in device code",
                               {},
                               {}});
      out_.push_back(std::move(finding));
    }
  }

  /// #ifndef X with a branch that finds the size another way.
  static bool sound_guard(std::string_view conditional) {
    return names(conditional, "warpSize") || conditional.find("__GFX") != std::string_view::npos
           || conditional.find("wavefrontsize") != std::string_view::npos;
  }

  void definitions(const std::string& name, const std::vector<const MacroFact*>& facts) {
    std::map<std::string, std::vector<const MacroFact*>> wrappers;
    std::vector<std::string> order;
    for (const MacroFact* fact : facts) {
      if (fact->kind != MacroFact::Kind::used || fact->condition.empty()) continue;
      const std::string key = std::to_string(fact->where.best().file) + ":" + fact->condition;
      if (wrappers[key].empty()) order.push_back(key);
      wrappers[key].push_back(fact);
    }
    for (const std::string& key : order) {
      const MacroFact& first = *wrappers[key].front();
      const std::string& wrapper = first.condition;
      Finding finding = start(
          first.where, wrapper + " is built on " + name
                           + ", which LLVM 22 no longer defines: where it is tested it counts as "
                             "0, elsewhere it does not compile");
      std::set<std::string> seen{wrapper};
      uses_of(wrapper, finding, seen);
      const std::size_t uses = finding.related.size();
      finding.details.push_back(std::to_string(uses) + (uses == 1 ? " use" : " uses") + " of "
                                + wrapper);
      finding.fixes.push_back({Safety::manual,
                               "define it as warpSize where only device code uses it at run time",
                               {},
                               {}});
      out_.push_back(std::move(finding));
    }
  }

  void uses_of(const std::string& wrapper, Finding& finding, std::set<std::string>& seen) {
    std::vector<std::pair<Span, std::string>> uses;
    if (const auto found = by_name_.find(wrapper); found != by_name_.end())
      for (const MacroFact* fact : found->second) {
        if (fact->kind == MacroFact::Kind::used)
          uses.emplace_back(fact->where.best(), wrapper + " is used");
        else if (fact->kind == MacroFact::Kind::tested)
          uses.emplace_back(fact->where.best(), wrapper + " is tested");
      }
    std::sort(uses.begin(), uses.end());
    uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
    for (auto& [span, message] : uses) relate(finding, span, std::move(message));
    for (const auto& [name, facts] : by_name_)
      for (const MacroFact* fact : facts)
        if (fact->kind == MacroFact::Kind::defined && names(fact->body, wrapper)
            && seen.insert(name).second) {
          relate(finding, fact->where.best(), name + " is built on " + wrapper);
          uses_of(name, finding, seen);
        }
  }

  /// All uses in the code of one file that can be mended alike are one finding.
  void code(const std::string& name, const std::vector<const MacroFact*>& facts) {
    std::map<std::tuple<FileId, bool, Safety>, std::vector<const MacroFact*>> groups;
    for (const MacroFact* fact : facts) {
      if (fact->kind != MacroFact::Kind::used || !fact->condition.empty()) continue;
      const Span& span = fact->where.best();
      Safety safety = Safety::manual;
      if (fact->in_device_code) {
        const Need need = need_of(text(span.file), span.begin, span.end);
        if (need == Need::run_time) safety = Safety::safe;
        if (need == Need::constant_initialiser) safety = Safety::unsafe;
      }
      groups[{span.file, fact->in_device_code, safety}].push_back(fact);
    }
    for (const auto& [key, uses] : groups) {
      const auto [file, device, safety] = key;
      const bool host = !device;
      Finding finding =
          start(uses.front()->where,
                name
                    + (host ? " does not exist in LLVM 22, and before it was 64 on the host "
                              "whatever the target"
                            : " does not exist in LLVM 22: the code does not compile"));
      for (std::size_t i = 1; i < uses.size(); ++i)
        relate(finding, uses[i]->where.best(), "used here, too");
      const bool editable = std::all_of(uses.begin(), uses.end(), [&](const MacroFact* fact) {
        return match::can_edit(context_.facts, fact->where);
      });
      if (safety != Safety::manual && editable) {
        Fix fix{safety, "use warpSize", {}, {}};
        for (const MacroFact* fact : uses) fix.edits.push_back({fact->where.spelling, "warpSize"});
        finding.fixes.push_back(std::move(fix));
      } else {
        finding.fixes.push_back({Safety::manual,
                                 host ? "ask for hipDeviceAttributeWarpSize"
                                      : "size for 64 lanes, or make the wave size a template "
                                        "parameter that the host picks by a query",
                                 {},
                                 {}});
      }
      out_.push_back(std::move(finding));
    }
  }

  const Context& context_;
  std::vector<Finding>& out_;
  std::set<std::string> defined_by_command_;
  std::map<std::string, std::vector<const MacroFact*>> by_name_;
};

void judge(const Context& context, std::vector<Finding>& out) { Judge(context, out).run(); }

}  // namespace

HIPAUDIT_RULE(rule_wavefront_size_macro) = {
    .id = "wavefront-size-macro",
    .topic = "waves",
    .summary = "__AMDGCN_WAVEFRONT_SIZE is gone: tests of it silently come to 0",
    .severity = Severity::error,
    .fix = Safety::safe,
    .needs = bit(FactKind::macros) | bit(FactKind::commands),
    .doc = kDoc,
    .judge = judge,
};

}  // namespace hipaudit
