// SPDX-License-Identifier: Apache-2.0
// Decides for which targets a list of gfx macros gives a constant another wave width than theirs.
#include <algorithm>
#include <cctype>
#include <map>

#include "match/constants.hpp"
#include "match/rule.hpp"
#include "target/target.hpp"

namespace hipaudit {

extern const Rule rule_arch_macro_list;

namespace {

constexpr std::string_view kDoc = R"md(
## What it finds

An `#if` over `__gfx908__`, `__GFX11__` and their kind that gives a constant named after a warp 64 for some
targets and 32 for others, and forgets some. Every definition that a pass compiled is evaluated for every
target that is known; macros that stand for such a list are looked through. One finding per directive.

## Why it is wrong on AMD

Targets of GFX8 and GFX9 have waves of 64 lanes, those of GFX10, GFX11 and GFX12 of 32. A target that the list
leaves out falls into the other branch, silently: lists of "CDNA" forget gfx900 and gfx906, and lists of
"RDNA" those that came later.

## Example

```cpp
#if defined(__gfx908__) || defined(__gfx90a__)
#define WARP_SIZE 64
#else
#define WARP_SIZE 32  // also for gfx906, gfx942 and gfx950
#endif
```

## Use instead

```cpp
#if defined(__GFX8__) || defined(__GFX9__)
#define WARP_SIZE 64
#else
#define WARP_SIZE 32
#endif
```

in device code only: no host pass defines any of them. At run time `warpSize` needs no list.

## Fix safety

Unsafe, and only where the directive holds nothing but the list: what else the branch holds may want that
list.

## Not reported

- a test of `__GFX9__` alone, unless a target of GFX8 is selected
- generic targets, unless selected
- conditions on what is not known: version tests of a missing header
- constants that are not named after a warp, wave or lane

## References

- HIP documentation, "HIP porting guide", identifying architecture features
- LLVM documentation, "User Guide for AMDGPU Backend", processors
)md";

/// Log2 and mask of a width stand for it.
int lanes_of(std::int64_t value) {
  if (value == 32 || value == 31 || value == 5) return 32;
  if (value == 64 || value == 63 || value == 6) return 64;
  return 0;
}

struct Missed {
  const match::NamedConstant* constant = nullptr;
  std::vector<Target> targets;
  int given = 0;
};

class Judge {
 public:
  Judge(const Context& context, std::vector<Finding>& out)
      : context_(context), out_(out), constants_(context.facts) {
    for (Target& target : all_targets())
      if (is_selected(target.name)
          || (target.name.find('-') == std::string::npos && !target.name.starts_with("gfx8")))
        targets_.push_back(std::move(target));
  }

  void run() {
    std::map<Span, std::vector<Missed>> by_directive;
    for (const match::NamedConstant& constant : constants_.all()) {
      if (!match::names_a_warp(constant.name)) continue;
      Missed missed = missed_by(constant);
      if (missed.targets.empty()) continue;
      by_directive[first_directive(constant)].push_back(std::move(missed));
    }
    for (const auto& [directive, missed] : by_directive) report(directive, missed);
  }

 private:
  bool is_selected(const std::string& name) const {
    return std::any_of(context_.targets.begin(), context_.targets.end(),
                       [&](const Target& t) { return t.name == name; });
  }

  static bool names_targets(const match::NamedConstant& constant) {
    const auto selectors = constant.selectors();
    return std::any_of(selectors.begin(), selectors.end(), [](const std::string& name) {
      return name.starts_with("__gfx") || name.starts_with("__GFX");
    });
  }

  static Span first_directive(const match::NamedConstant& constant) {
    Span first;
    for (const ConstantFact* d : constant.definitions)
      if (d->directive.valid() && (!first.valid() || d->directive < first)) first = d->directive;
    return first;
  }

  /// What the definitions give for `target`; 0 when none or several are compiled for it.
  static std::optional<int> lanes_for(const match::NamedConstant& constant,
                                      const std::string& target) {
    int lanes = 0;
    for (const ConstantFact* d : constant.definitions) {
      const auto compiled = match::compiled_for(d->condition, target);
      if (!compiled) return std::nullopt;
      if (!*compiled) continue;
      const int here = d->value ? lanes_of(*d->value) : 0;
      if (here == 0 || (lanes != 0 && lanes != here)) return std::nullopt;
      lanes = here;
    }
    return lanes;
  }

  Missed missed_by(const match::NamedConstant& constant) const {
    if (!names_targets(constant)) return {};
    Missed missed;
    missed.constant = &constant;
    bool right[2] = {false, false};  // for some target of 32 and of 64 lanes
    for (const Target& target : targets_) {
      const auto lanes = lanes_for(constant, target.name);
      if (!lanes) return {};
      if (*lanes == 0) continue;
      if (*lanes == target.wave) {
        right[*lanes == 64] = true;
        continue;
      }
      // One list forgets one kind of target.
      if (missed.given != 0 && missed.given != *lanes) return {};
      missed.given = *lanes;
      missed.targets.push_back(target);
    }
    // Else it does not try to follow the wave.
    if (!right[0] || !right[1]) return {};
    return missed;
  }

  static std::string listed(const std::vector<Target>& targets) {
    std::string text;
    for (std::size_t i = 0; i < targets.size(); ++i)
      text += (i == 0 ? "" : (i + 1 == targets.size() ? " and " : ", ")) + targets[i].name;
    return text;
  }

  void report(const Span& directive, const std::vector<Missed>& all) {
    if (!directive.valid()) return;
    const Missed& first = all.front();
    const int wave = first.given == 64 ? 32 : 64;
    Finding finding =
        match::finding(rule_arch_macro_list, Where{directive, directive, false}, nullptr,
                       "the list of targets that decides " + first.constant->name + " leaves out "
                           + listed(first.targets) + ", whose waves have " + std::to_string(wave)
                           + " lanes and not " + std::to_string(first.given));
    for (const Target& target : first.targets)
      if (is_selected(target.name)) finding.targets.push_back(target.name);
    if (!finding.targets.empty()) finding.severity = Severity::error;
    std::string tested;
    for (const std::string& name : first.constant->selectors())
      tested += (tested.empty() ? "" : ", ") + name;
    finding.details.push_back("tested: " + tested);
    if (tested.find("__AMDGCN_WAVEFRONT_SIZE") != std::string::npos)
      finding.details.push_back("compilers before LLVM 22 define __AMDGCN_WAVEFRONT_SIZE");
    if (first.given == 32 && !wants_gfx8(first))
      finding.details.push_back("GFX8 has 64 lanes, too");
    for (const Missed& missed : all) {
      Span last;
      for (const ConstantFact* d : missed.constant->definitions) {
        if (d->where.best() == last) continue;
        last = d->where.best();
        finding.related.push_back(
            {last, missed.constant->name + " is " + d->text + " in this branch"});
      }
    }
    rewrite(directive, first, finding);
    finding.fixes.push_back(
        {Safety::manual, "test defined(__GFX8__) || defined(__GFX9__), or use warpSize", {}, {}});
    out_.push_back(std::move(finding));
  }

  static bool wants_gfx8(const Missed& missed) {
    const auto selectors = missed.constant->selectors();
    return selectors.count("__GFX8__") != 0;
  }

  /// `#if defined(__gfx908__) || defined(__gfx90a__)` and nothing else, over the 64.
  void rewrite(const Span& directive, const Missed& missed, Finding& finding) const {
    if (missed.given != 32 || !match::can_edit(context_.facts, Where{directive, directive, false}))
      return;
    const std::string_view all = context_.sources.text(context_.facts.files[directive.file].path);
    std::size_t begin = directive.begin;
    if (all.substr(begin, 3) != "if ") return;
    begin += 3;
    std::size_t end = begin;
    while (end < all.size() && all[end] != '\n') {
      if (all[end] == '\\' && end + 1 < all.size()) ++end;
      ++end;
    }
    // A comment behind stays.
    std::string_view condition = all.substr(begin, end - begin);
    condition = condition.substr(0, std::min(condition.find("//"), condition.find("/*")));
    while (!condition.empty() && std::isspace(static_cast<unsigned char>(condition.back())) != 0)
      condition.remove_suffix(1);
    std::string rest(condition);
    bool any = false;
    for (std::size_t at = rest.find("defined"); at != std::string::npos;
         at = rest.find("defined", at)) {
      std::size_t to = at + 7;
      while (to < rest.size() && (rest[to] == ' ' || rest[to] == '(')) ++to;
      if (rest.compare(to, 5, "__gfx") != 0) return;
      while (to < rest.size()
             && (std::isalnum(static_cast<unsigned char>(rest[to])) != 0 || rest[to] == '_'))
        ++to;
      while (to < rest.size() && rest[to] == ' ') ++to;
      if (to < rest.size() && rest[to] == ')') ++to;
      rest.erase(at, to - at);
      any = true;
    }
    if (!any || rest.find_first_not_of("|() \\\n\t\r") != std::string::npos) return;
    const auto at = static_cast<std::uint32_t>(begin);
    const Span range{directive.file, at, at + static_cast<std::uint32_t>(condition.size())};
    finding.fixes.push_back({Safety::unsafe,
                             "test the families of 64 lanes",
                             {{range, "defined(__GFX8__) || defined(__GFX9__)"}},
                             {}});
  }

  const Context& context_;
  std::vector<Finding>& out_;
  match::Constants constants_;
  std::vector<Target> targets_;
};

void judge(const Context& context, std::vector<Finding>& out) { Judge(context, out).run(); }

}  // namespace

HIPAUDIT_RULE(rule_arch_macro_list) = {
    .id = "arch-macro-list",
    .topic = "waves",
    .summary = "a list of gfx macros that decides the wave size and misses targets",
    .severity = Severity::warning,
    .fix = Safety::unsafe,
    .needs = bit(FactKind::constants),
    .doc = kDoc,
    .judge = judge,
};

}  // namespace hipaudit
