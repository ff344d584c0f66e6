// SPDX-License-Identifier: Apache-2.0
// Decides whether a warp-level class of hipCUB or rocPRIM, written without its logical width, is
// used by code that counts warps in 32s.
#include <algorithm>
#include <cctype>
#include <map>
#include <tuple>

#include "match/rule.hpp"

namespace hipaudit {

extern const Rule rule_library_logical_warp;

namespace {

constexpr std::string_view kDoc = R"md(
## What it finds

`hipcub::WarpReduce`, `WarpScan`, `WarpExchange`, `WarpLoad`, `WarpStore`, `WarpMergeSort` and their
`rocprim::warp_*` twins written without a logical warp width, in code that counts lanes or warps in 32s:
the temporary storage is indexed by `threadIdx.x / 32`, or lanes are taken modulo 32.

## Why it is wrong on AMD

CUB's width defaults to 32. hipCUB's and rocPRIM's default is the wave of the device: 64 on gfx90a, gfx942
and the other GFX9 targets. Two logical warps then work as one: a sum takes 64 lanes, lane 32 gets no result
of its own, and the two halves write to two storages of which one is too small for what runs in it.

## Example

```cpp
using Reduce = hipcub::WarpReduce<float>;
__shared__ typename Reduce::TempStorage storage[8];
const int warp = threadIdx.x / 32;
float sum = Reduce(storage[warp]).Sum(value);
```

## Use instead

```cpp
using Reduce = hipcub::WarpReduce<float, 32>;
__shared__ typename Reduce::TempStorage storage[8];
const int warp = threadIdx.x / 32;
float sum = Reduce(storage[warp]).Sum(value);
```

## Fix safety

Safe: 32 is what the CUDA code had, and it is exact on every wave size.

## Not reported

- a width that is written, or depends on a template parameter
- code whose storage and lanes follow `warpSize` or `HIPCUB_WARP_THREADS`
- block-wide and device-wide algorithms
- code that shows no count of 32
- when no target has 64 lanes

## References

- hipCUB documentation, "Warp-wide primitives"; hipcub/backend/rocprim/warp/warp_reduce.hpp
- rocPRIM documentation, "Warp operations"
- CUB documentation, `cub::WarpReduce`
)md";

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// threadIdx.x / 32, tid >> 5, lane & 31 ...
bool counts_in_32s(std::string_view text) {
  return contains(text, "/ 32") || contains(text, ">> 5") || contains(text, "& 31")
         || contains(text, "% 32") || contains(text, "< 32") || contains(text, "/32")
         || contains(text, ">>5");
}

/// The text with each macro that always stands for one number replaced by that number.
std::string with_numbers(const Facts& facts, const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto is_name = [&](std::size_t at) {
      return at < text.size()
             && (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_');
    };
    if (!is_name(i)) {
      out += text[i++];
      continue;
    }
    const std::size_t begin = i;
    while (is_name(i)) ++i;
    const std::string name = text.substr(begin, i - begin);
    std::string number;
    bool one = true;
    for (const MacroFact& macro : facts.macros) {
      if (macro.kind != MacroFact::Kind::defined || macro.name != name) continue;
      std::string body = macro.body;
      while (body.size() > 1 && (body.back() == 'u' || body.back() == 'U')) body.pop_back();
      if (body.size() > 2 && body.front() == '(' && body.back() == ')')
        body = body.substr(1, body.size() - 2);
      one = one && (number.empty() || number == body);
      number = body;
    }
    const bool digits = !number.empty() && std::all_of(number.begin(), number.end(), [](char c) {
      return std::isdigit(static_cast<unsigned char>(c)) != 0;
    });
    out += one && digits ? number : name;
  }
  return out;
}

/// What goes before the closing bracket to make the width 32; empty when it cannot be told.
std::string width_text(const LibraryType& type) {
  const std::string_view name = std::string_view(type.name).substr(type.name.rfind(':') + 1);
  if (name == "WarpReduce" || name == "WarpScan" || name == "warp_reduce" || name == "warp_scan"
      || name == "warp_sort")
    return type.written_args == 1 ? ", 32" : "";
  if (name == "WarpExchange" || name == "WarpMergeSort" || name == "warp_exchange"
      || name == "warp_load" || name == "warp_store")
    return type.written_args == 2 ? ", 32" : "";
  const std::string space = type.name.substr(0, type.name.find(':'));
  if (name == "WarpLoad" || name == "WarpStore") {
    if (type.written_args == 3) return ", 32";
    if (type.written_args == 2)
      return ", " + space + "::" + (name == "WarpLoad" ? "WARP_LOAD_DIRECT" : "WARP_STORE_DIRECT")
             + ", 32";
  }
  return "";
}

void judge(const Context& context, std::vector<Finding>& out) {
  const auto targets = match::targets_with_wave(context, 64);
  if (targets.empty()) return;
  const Facts& facts = context.facts;
  // One type written several times in a function is one decision.
  std::map<std::tuple<FileId, std::string, std::string, std::string>,
           std::vector<const LibraryType*>>
      groups;
  for (const LibraryType& type : facts.library_types) {
    const Span& span = type.where.best();
    if (!span.valid() || span.file >= facts.files.size() || !facts.files[span.file].project)
      continue;
    if (type.width_written || type.dependent_width) continue;
    std::string text(context.sources.text(facts.files[span.file].path, span.begin, span.end));
    std::erase_if(text, [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
    groups[{span.file, type.function, type.name, text}].push_back(&type);
  }
  std::vector<Finding> found;
  for (auto& [key, types] : groups) {
    std::sort(types.begin(), types.end(), [](const LibraryType* a, const LibraryType* b) {
      return a->where.best() < b->where.best();
    });
    std::string index;
    std::string hint;
    bool follows_wave = false;
    bool by_index = false;
    for (const LibraryType* type : types) {
      follows_wave = follows_wave || type->follows_wave;
      if (!type->storage_index.empty()) {
        const bool in_32s = counts_in_32s(with_numbers(facts, type->storage_index));
        // Passes that disagree have a constant that follows the target.
        if (!index.empty() && in_32s != by_index) follows_wave = true;
        index = type->storage_index;
        by_index = in_32s;
      }
      for (const std::string& each : type->lane_hints)
        if (hint.empty() && counts_in_32s(with_numbers(facts, each))) hint = each;
    }
    // A warp number that the function was given tells nothing of how it was made.
    const bool given =
        std::all_of(index.begin(), index.end(),
                    [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; })
        && (index.empty() || match::names_a_warp(index));
    if (follows_wave || (!by_index && (hint.empty() || !given))) continue;
    const LibraryType& first = *types.front();
    Finding finding = match::finding(rule_library_logical_warp, first.where, nullptr,
                                     "the width of " + first.name + " defaults to the wave, 64 on "
                                         + targets.front() + ", while "
                                         + (by_index ? "its storage is indexed by `" + index + "`"
                                                     : "this code counts lanes by `" + hint + "`"));
    finding.function = first.function;
    finding.targets = targets;
    if (!by_index) finding.confidence = Confidence::likely;
    finding.details.push_back("lanes 0-31 and 32-63 work as one warp of 64; CUDA has two of 32");
    std::vector<Edit> edits;
    for (const LibraryType* type : types) {
      if (type != &first) {
        finding.related.push_back({type->where.best(), "the same type"});
        finding.owns.push_back(type->where.best());
      }
      const std::string width = width_text(*type);
      if (width.empty() || !type->insert_width.valid() || !match::can_edit(facts, type->where)) {
        edits.clear();
        break;
      }
      edits.push_back({type->insert_width, width});
    }
    if (!edits.empty())
      finding.fixes.push_back(
          {Safety::safe, "make the logical warp 32 lanes", std::move(edits), {}});
    found.push_back(std::move(finding));
  }
  std::sort(found.begin(), found.end(), [](const Finding& a, const Finding& b) {
    return std::tie(a.where, a.message) < std::tie(b.where, b.message);
  });
  out.insert(out.end(), found.begin(), found.end());
}

}  // namespace

HIPAUDIT_RULE(rule_library_logical_warp) = {
    .id = "library-logical-warp",
    .topic = "waves",
    .summary = "a hipCUB or rocPRIM warp primitive defaults to 64 lanes in code that counts in 32s",
    .severity = Severity::error,
    .fix = Safety::safe,
    .needs = bit(FactKind::library_types) | bit(FactKind::macros),
    .doc = kDoc,
    .judge = judge,
};

}  // namespace hipaudit
