// SPDX-License-Identifier: Apache-2.0
// Decides which uses of warpSize break or change their meaning where it is an object with a
// conversion and no constant.
#include <algorithm>
#include <map>
#include <tuple>

#include "match/rule.hpp"

namespace hipaudit {

extern const Rule rule_warpsize_not_constant;

namespace {

constexpr std::string_view kDoc = R"md(
## What it finds

`warpSize` where a constant is needed: array bound, `constexpr`, enumerator, template argument, `case`;
where its type is taken over: `auto`, a deduced template parameter (`std::min(warpSize, n)`), `printf`;
where a `const` made of it is an array bound, which becomes a variable length array; and in host code. One
finding per function and kind of use, or per macro that stands for `warpSize`.

## Why it is wrong on AMD

Up to ROCm 6 `warpSize` was a `constexpr int`: 64 in every host pass, and the target's in device passes. From
ROCm 7 it is an object of a class with a conversion to `int` that only device code may call. The first group
does not compile any more. The second compiles with another meaning or not at all: `w` of `auto w = warpSize`
is that object. Host code that uses it does not compile, and before said 64 on RDNA, where waves have 32
lanes.

## Example

```cpp
__global__ void sums(const float* x, float* out) {
  __shared__ float partial[1024 / warpSize];
  auto lanes = warpSize;
  partial[threadIdx.x / lanes] = x[threadIdx.x];
}
```

## Use instead

```cpp
__global__ void sums(const float* x, float* out) {
  __shared__ float partial[1024 / 32];  // enough for waves of 32 and of 64
  int lanes = warpSize;
  partial[threadIdx.x / lanes] = x[threadIdx.x];
}
```

Where the size itself must be a constant, make it a template parameter and let the host choose the instance
by `hipDeviceAttributeWarpSize`.

## Fix safety

Safe where `int(warpSize)` says what was meant: `auto`, deduced types, `printf`. Unsafe for array bounds: the
bound is sized for the width that needs most, so that `sizeof` changes. Others are shown only.

## Not reported

- `warpSize` as a value at run time in device code: `threadIdx.x % warpSize`, a loop's start
- a project's own constant of that name, and `hipDeviceProp_t::warpSize`
- `C10_WARP_SIZE` and other libraries' names in device code

## References

- HIP documentation, "HIP C++ language extensions", warpSize
- ROCm release notes 6.4 and 7.0
)md";

using Kind = WaveSizeUse::Kind;

enum class Group : std::uint8_t { constant, bound, type, host };

std::optional<Group> group_of(const WaveSizeUse& use) {
  const bool host = use.side == CodeSide::host;
  switch (use.kind) {
  case Kind::array_bound:
  case Kind::constant:
  case Kind::template_argument:
  case Kind::case_label: return Group::constant;
  case Kind::variable_bound: return Group::bound;
  case Kind::copy:
  case Kind::deduced:
  case Kind::variadic: return host ? Group::host : Group::type;
  case Kind::value:
    return host && use.source == "warpSize" ? std::optional(Group::host) : std::nullopt;
  case Kind::assertion:
  case Kind::refusal: return std::nullopt;
  }
  return std::nullopt;
}

std::string described(const WaveSizeUse& use) {
  const std::string quoted = "`" + use.name + "`";
  switch (use.kind) {
  case Kind::array_bound: return "the bound of " + quoted;
  case Kind::constant: return "the constant " + quoted;
  case Kind::template_argument:
    return use.name.empty() ? "a template argument" : "a template argument of " + quoted;
  case Kind::case_label: return "a case label";
  case Kind::variable_bound: return "the bound of " + quoted;
  case Kind::copy: return quoted + ", declared auto";
  case Kind::deduced: return "an argument of " + quoted + ", whose type is deduced";
  case Kind::variadic: return "a variadic argument of " + quoted;
  default: return "used in host code";
  }
}

class Judge {
 public:
  Judge(const Context& context, std::vector<Finding>& out) : context_(context), out_(out) {}

  void run() {
    // One definition of a macro, or one function, and one kind of trouble.
    std::map<std::tuple<Span, FileId, std::string, Group>, std::vector<const WaveSizeUse*>> groups;
    for (const WaveSizeUse& use : context_.facts.wave_size_uses) {
      const auto group = group_of(use);
      if (!group) continue;
      const Span macro = use.where.in_macro_body ? use.where.spelling : Span{};
      // Without a function: a constant of its own, or text of functions that were lost.
      std::string holder = use.function;
      if (holder.empty() && use.owner.valid()) holder = std::to_string(use.owner.begin);
      groups[{macro, use.where.best().file, macro.valid() ? "" : holder, *group}].push_back(&use);
    }
    for (auto& [key, uses] : groups) {
      std::sort(uses.begin(), uses.end(), [](const WaveSizeUse* a, const WaveSizeUse* b) {
        return std::tuple(a->where, a->kind) < std::tuple(b->where, b->kind);
      });
      report(std::get<Group>(key), uses);
    }
  }

 private:
  static constexpr std::size_t kShown = 12;

  void report(Group group, const std::vector<const WaveSizeUse*>& uses) {
    const WaveSizeUse& first = *uses.front();
    Finding finding =
        match::finding(rule_warpsize_not_constant, first.where, nullptr, message(group, first));
    finding.function = first.function;
    if (uses.size() > 1) finding.details.push_back(std::to_string(uses.size()) + " places in all");
    for (std::size_t k = 1; k < uses.size() && k <= kShown; ++k) {
      const Span& span =
          uses[k]->where.in_macro_body ? uses[k]->where.expansion : uses[k]->where.best();
      finding.related.push_back({span, described(*uses[k])});
    }
    if (group == Group::type || group == Group::constant) edits(group, uses, finding);
    finding.fixes.push_back({Safety::manual, advice(group), {}, {}});
    out_.push_back(std::move(finding));
  }

  std::string message(Group group, const WaveSizeUse& first) const {
    switch (group) {
    case Group::constant:
      return "warpSize is no constant expression from ROCm 7 on: " + described(first)
             + " does not compile";
    case Group::bound:
      return described(first) + " is no constant from ROCm 7 on, since `" + first.source
             + "` comes from warpSize: it becomes a variable length array";
    case Group::type:
      return "warpSize is an object and no int from ROCm 7 on: as " + described(first)
             + ", it changes its type";
    case Group::host: {
      const auto narrow = match::targets_with_wave(context_, 32);
      return "warpSize in host code does not compile from ROCm 7 on, and before it was 64 there"
             + (narrow.empty() ? "" : ", also for the 32 lanes of " + narrow.front());
    }
    }
    return {};
  }

  static std::string advice(Group group) {
    switch (group) {
    case Group::constant:
    case Group::bound:
      return "size for the width that needs most, or make the wave size a template parameter that "
             "the host picks by a query";
    case Group::type: return "write int(warpSize)";
    case Group::host: return "ask for hipDeviceAttributeWarpSize";
    }
    return {};
  }

  std::string_view text(const Span& span) const {
    return context_.sources.text(context_.facts.files[span.file].path);
  }

  /// All uses or none.
  void edits(Group group, const std::vector<const WaveSizeUse*>& uses, Finding& finding) const {
    Fix fix;
    fix.safety = group == Group::type ? Safety::safe : Safety::unsafe;
    fix.title = group == Group::type ? "write int(warpSize)" : "size for the width that needs most";
    for (const WaveSizeUse* use : uses) {
      if (use->where.in_macro_body || !match::can_edit(context_.facts, use->where)) return;
      const Span& span = use->where.spelling;
      const std::string_view all = text(span);
      if (span.end > all.size() || all.substr(span.begin, span.end - span.begin) != "warpSize")
        return;
      if (group == Group::type) {
        fix.edits.push_back({span, "int(warpSize)"});
        continue;
      }
      const std::string_view wide = widest(all, span);
      if (use->kind != Kind::array_bound || wide.empty()) return;
      fix.edits.push_back({span, std::string(wide)});
    }
    finding.fixes.push_back(std::move(fix));
  }

  /// [warpSize * 2] needs most for 64 lanes, [1024 / warpSize] for 32.
  static std::string_view widest(std::string_view all, const Span& span) {
    const auto skip_back = [&](std::size_t at) {
      while (at > 0 && (all[at - 1] == ' ' || all[at - 1] == '\n' || all[at - 1] == '\t')) --at;
      return at;
    };
    const std::size_t before = skip_back(span.begin);
    std::size_t after = span.end;
    while (after < all.size() && (all[after] == ' ' || all[after] == '\n')) ++after;
    if (before == 0 || after >= all.size()) return {};
    const char left = all[before - 1];
    const char right = all[after];
    if (left == '[' && (right == ']' || right == '*' || right == '+')) return "64";
    if ((left == '*' || left == '+') && right == ']') return "64";
    // Only a plain quotient: [a / warpSize].
    if (left != '/' || right != ']') return {};
    std::size_t at = before - 1;
    while (at > 0 && all[at - 1] != '[') {
      const char c = all[at - 1];
      if (c == '/' || c == '%' || c == '-' || c == '?' || c == ';') return {};
      --at;
    }
    return "32";
  }

  const Context& context_;
  std::vector<Finding>& out_;
};

void judge(const Context& context, std::vector<Finding>& out) { Judge(context, out).run(); }

}  // namespace

HIPAUDIT_RULE(rule_warpsize_not_constant) = {
    .id = "warpsize-not-constant",
    .topic = "waves",
    .summary = "warpSize as a constant, as an int by deduction, or in host code",
    .severity = Severity::warning,
    .fix = Safety::safe,
    .needs = bit(FactKind::constants),
    .doc = kDoc,
    .judge = judge,
};

}  // namespace hipaudit
