// SPDX-License-Identifier: Apache-2.0
// Names whole cross-lane algorithms, and writes hipshim's in their place. What they compute is
// decided in lanes/idiom.hpp; here it is decided which call computes the same, how sure that is,
// and which text goes.
#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>

#include "match/idioms.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kDoc = R"md(
## What it finds
A cross-lane algorithm that is written out in shuffles and computes what one hipshim call computes:
* a reduction over the 32 lanes of a warp, or over groups of 4, 8 or 16 of them, by sum, minimum,
  maximum, and, or, xor; with or without a broadcast of the result;
* an inclusive scan over the 32 lanes, and an exclusive one by sum of integers;
* a reduction over the block in two stages through shared memory;
* a reduction of which one lane per warp adds the result to memory atomically;
* numbers from a counter, taken by one atomic for the lanes that vote or are there: ballot
  compaction, warp-aggregated atomics.

It is found by running the statements on 32 symbolic lanes, each a multiset of the lanes that it was
combined from; numbers from a counter, by running them on 32 lanes for many outcomes of the vote.
So the spelling does not matter: loops, unrolled steps, macros, templates,
temporaries, helpers and guards.

## Why it is wrong on AMD
It is not wrong: it is slow. HIP's `__shfl*` is `ds_bpermute_b32`, a trip through the LDS hardware for
every step and every 4 bytes; DPP moves between lanes fold into the instruction that uses the value
and touch no memory. hipshim's reductions and scans use DPP. A block reduction in stages of 32 also
stores twice as many partial results as a wave of 64 needs.

## Example
```cpp
__device__ int warp_sum(int v) {
  for (int offset = 16; offset > 0; offset /= 2) v += __shfl_xor(v, offset);
  return v;
}
```

## Use instead
```cpp
__device__ int warp_sum(int v) {
  return hipshim::wave::reduce_sum<32>(v);
}
```

## Fix safety
Applied by `hipaudit fix --strategy=native` only, and there before the fixes of single calls in the
same text. Locals and device functions of the file that nothing else uses go with the text. The width stays 32 (or the group's own) wherever lanes get the result of their warp: a row
per warp stays a row per warp on a wave of 64. Only totals of the block, which no warp boundary shows
in, are taken over the real wave, and numbers from a counter: which one a warp begins with depends
on which warp comes first, on CUDA too.

Safe for integers, and for `fmaxf` and `fminf`, where the order does not matter. Unsafe where
* floating values are added: the order of the additions changes, and with it the rounding;
* floating values are compared by `<` or `>`, which treat NaN by order;
* CUDA's code leaves the result in lane 0 and it cannot be seen that only lane 0 is read: the other
  lanes now hold the result as well;
* the lanes for which there is no warp bring a value that is not neutral, e.g. -1e20f for a maximum;
* memory may be ordered by what goes: a `__syncwarp` among the steps, or the barrier between the
  stages of a block's reduction where the kernel has other shared memory;
* a function is given its counter, and its callers are not all known: each warp might have one;
* the type is not known because a template is never instantiated.

## Not reported
* A step too few, another direction, an operator that is not commutative, a mask of some lanes.
* A reduction by `__shfl_down` whose lanes other than the first are read: they hold partial results,
  which the code may want.
* Shuffles over the wave's own size: code that counts in `warpSize`.
* A single broadcast, `__shfl(v, 0)`: there is no faster call. See shuffle-crosses-logical-warps.

## References
* AMD GCN assembly, cross-lane operations:
  https://gpuopen.com/learn/amd-gcn-assembly-cross-lane-operations/
* AMD Instinct MI200 ISA, "Data Parallel Processing (DPP)" and `DS_BPERMUTE_B32`:
  https://www.amd.com/content/dam/amd/en/documents/instinct-tech-docs/instruction-set-architectures/instinct-mi200-cdna2-instruction-set-architecture.pdf
* runtime-shims/BENCHMARKS.md: instructions of each reduction and scan, beside rocPRIM's
)md";

using kf::kNone;
using kf::Op;
using match::Append;
using match::Combined;
using match::ExprId;
using match::Function;
using match::Idiom;
using match::IdiomKind;
using match::Operator;
using match::Range;
using match::Reader;

const Rule& self();

/// Stands for the number of lanes in the text of an edit.
constexpr char kWidth = '\1';

bool blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

const char* suffix(Operator op) {
  switch (op) {
  case Operator::add: return "sum";
  case Operator::min: return "min";
  case Operator::max: return "max";
  case Operator::bit_and: return "and";
  case Operator::bit_or: return "or";
  default: return "xor";
  }
}

bool is_real(const kf::Type& type) {
  return type.kind == kf::TypeKind::floating || type.kind == kf::TypeKind::half
         || type.kind == kf::TypeKind::bfloat;
}

/// Text of one file, and what can be cut from it.
class Text {
 public:
  Text(const Context& context, FileId file)
      : file_(file), text_(context.sources.text(context.facts.files[file].path)) {}

  [[nodiscard]] std::string_view at(const Span& span) const {
    return span.end <= text_.size() ? text_.substr(span.begin, span.end - span.begin)
                                    : std::string_view();
  }
  /// With the semicolon behind it.
  [[nodiscard]] Span with_semicolon(Span span) const {
    std::uint32_t at = span.end;
    while (at < text_.size() && blank(text_[at])) ++at;
    if (at < text_.size() && text_[at] == ';' && span.end > span.begin && text_[span.end - 1] != '}'
        && text_[span.end - 1] != ';')
      span.end = at + 1;
    return span;
  }
  /// With `#pragma unroll`, `#pragma unroll 5` and CUTLASS_PRAGMA_UNROLL before it.
  [[nodiscard]] Span with_pragmas(Span span) const {
    for (;;) {
      std::uint32_t end = span.begin;
      while (end > 0 && blank(text_[end - 1])) --end;
      std::uint32_t start = end;
      while (start > 0 && text_[start - 1] != '\n') --start;
      std::uint32_t first = start;
      while (first < end && blank(text_[first])) ++first;
      const std::string_view line = text_.substr(first, end - first);
      const bool pragma = line.rfind("#", 0) == 0 && line.find("pragma") != std::string_view::npos;
      const bool macro = line.size() > 6 && line.ends_with("UNROLL")
                         && std::all_of(line.begin(), line.end(), word);
      if (line.find("unroll") == std::string_view::npos && !macro) return span;
      if (!pragma && !macro) return span;
      span.begin = first;
    }
  }
  /// The whole line, where nothing else stands in it.
  [[nodiscard]] Span with_line(Span span) const {
    std::uint32_t begin = span.begin;
    while (begin > 0 && (text_[begin - 1] == ' ' || text_[begin - 1] == '\t')) --begin;
    std::uint32_t end = span.end;
    while (end < text_.size() && (text_[end] == ' ' || text_[end] == '\t')) ++end;
    if (end < text_.size() && text_[end] == '\r') ++end;
    const bool starts = begin == 0 || text_[begin - 1] == '\n';
    const bool ends = end >= text_.size() || text_[end] == '\n';
    if (!starts || !ends) return span;
    return {span.file, begin, end < text_.size() ? end + 1 : end};
  }
  /// With `template <...>` before it.
  [[nodiscard]] Span with_template(Span span) const {
    std::uint32_t at = span.begin;
    while (at > 0 && blank(text_[at - 1])) --at;
    if (at == 0 || text_[at - 1] != '>') return span;
    int depth = 0;
    do {
      --at;
      depth += text_[at] == '>' ? 1 : text_[at] == '<' ? -1 : 0;
    } while (at > 0 && depth > 0);
    while (at > 0 && blank(text_[at - 1])) --at;
    constexpr std::string_view kWord = "template";
    if (depth != 0 || at < kWord.size() || text_.substr(at - kWord.size(), kWord.size()) != kWord)
      return span;
    span.begin = at - static_cast<std::uint32_t>(kWord.size());
    return span;
  }
  /// The line above is a comment, which speaks of what is here.
  [[nodiscard]] bool follows_comment(const Span& span) const {
    if (span.begin < 2) return false;
    const std::size_t end = span.begin - 1;
    std::size_t start = text_.rfind('\n', end - 1);
    start = start == std::string_view::npos ? 0 : start + 1;
    const std::string_view line = text_.substr(start, end - start);
    return line.find("//") != std::string_view::npos || line.find("*/") != std::string_view::npos;
  }
  [[nodiscard]] std::string indent(std::uint32_t at) const {
    std::uint32_t start = at;
    while (start > 0 && text_[start - 1] != '\n') --start;
    std::uint32_t end = start;
    while (end < at && (text_[end] == ' ' || text_[end] == '\t')) ++end;
    return std::string(text_.substr(start, end - start));
  }
  /// A directive other than a loop's pragma: the other branch of an `#if` would go unseen.
  [[nodiscard]] bool holds_directive(const Span& span) const {
    const std::string_view text = at(span);
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '#') continue;
      std::size_t start = i;
      while (start > 0 && (text[start - 1] == ' ' || text[start - 1] == '\t')) --start;
      if (start > 0 && text[start - 1] != '\n') continue;
      const std::string_view line = text.substr(i, text.find('\n', i) - i);
      if (line.find("unroll") == std::string_view::npos) return true;
    }
    return false;
  }
  [[nodiscard]] FileId file() const { return file_; }

 private:
  FileId file_;
  std::string_view text_;
};

/// Where a statement or expression stands in the function's own text.
Span place_of(const Where& where) {
  return where.spelling.valid() && !where.in_macro_body ? where.spelling : where.expansion;
}

/// The statements of a range, as text.
std::optional<Span> span_of(const Function& f, const Range& range) {
  Span out;
  for (std::size_t i = range.first; i <= range.last; ++i) {
    const Span s = place_of(f.stmts[(*range.list)[i]].where);
    if (!s.valid()) return std::nullopt;
    if (!out.valid()) {
      out = s;
      continue;
    }
    if (s.file != out.file) return std::nullopt;
    out.begin = std::min(out.begin, s.begin);
    out.end = std::max(out.end, s.end);
  }
  if (!out.valid() || !f.body.contains(out) || out == f.body) return std::nullopt;
  return out;
}

void below(const Function& f, kf::StmtId id, std::set<kf::StmtId>& out) {
  out.insert(id);
  for (const kf::StmtId child : f.stmts[id].body) below(f, child, out);
  for (const kf::StmtId child : f.stmts[id].other) below(f, child, out);
}

/// No other statement of the function has a part of this text: a macro may hold more than the
/// idiom.
bool stands_alone(const Function& f, const Range& range, const Span& span) {
  std::set<kf::StmtId> inside;
  for (std::size_t i = range.first; i <= range.last; ++i) below(f, (*range.list)[i], inside);
  bool alone = true;
  for (kf::StmtId id = 0; id < f.stmts.size(); ++id) {
    if (inside.count(id) != 0) continue;
    const Span s = place_of(f.stmts[id].where);
    if (!s.valid() || s.file != span.file) continue;
    const bool apart = s.end <= span.begin || span.end <= s.begin;
    alone = alone && (apart || (s.contains(span) && s != span));
  }
  return alone;
}

/// What one function says of an idiom; all functions of one text must say the same.
struct Proposal {
  const Function* f = nullptr;
  Idiom idiom;
  Span region;
  std::string message;
  std::vector<std::string> details;
  std::vector<std::string> doubts;  ///< why the rewrite is unsafe
  std::vector<Edit> edits;          ///< none: it cannot be rewritten here
  std::string title;
  std::set<std::string> headers;
};

class Proposer {
 public:
  Proposer(const Context& context, const match::Program& program)
      : context_(context), program_(program) {}

  std::optional<Proposal> propose(const Function& f, const Idiom& idiom) const {
    const auto region = span_of(f, idiom.range);
    if (!region || region->file >= context_.facts.files.size()) return std::nullopt;
    Proposal p;
    p.f = &f;
    p.idiom = idiom;
    p.region = *region;
    describe(p);
    doubt(p);
    switch (idiom.kind) {
    case IdiomKind::reduce:
    case IdiomKind::inclusive_scan:
    case IdiomKind::exclusive_scan: rewrite_lanes(p); break;
    case IdiomKind::wave_total: rewrite_total(p); break;
    case IdiomKind::block_reduce: rewrite_block(p); break;
    default: break;
    }
    return p;
  }

  std::optional<Proposal> propose(const Function& f, const Append& append) const {
    const Range range{append.list, append.first, append.last};
    const auto region = span_of(f, range);
    if (!region || region->file >= context_.facts.files.size()) return std::nullopt;
    Proposal p;
    p.f = &f;
    p.idiom.f = &f;
    p.idiom.range = range;
    p.idiom.values.emplace_back();
    p.region = *region;
    const bool counts = append.numbers.empty();
    p.message = counts ? "a vote and an atomic count the lanes of a warp"
                       : "a vote, an atomic and a shuffle give each lane of a warp its number from "
                         "a counter";
    p.details.emplace_back(
        counts ? "proof: whatever the vote, one lane adds the number of voters"
               : "proof: whatever the vote, one lane adds the number of voters, and each voter has "
                 "what the counter held and the number of voters below it");
    if (!append.one_counter)
      p.doubts.emplace_back(
          "warps may have counters of their own: not all callers that give it are known");
    rewrite_append(p, append);
    return p;
  }

 private:
  // ---- words ----

  /// The place as it can be written where the idiom stands.
  [[nodiscard]] std::string shown_place(const Function& f, ExprId place) const {
    const kf::Expr& e = f.exprs[place];
    if (e.op == Op::local) return f.vars[e.var].name;
    const Span span = place_of(e.where);
    if (span.valid() && !e.where.in_macro_body) {
      const std::string_view raw = Text(context_, span.file).at(span);
      if (raw.find('\n') == std::string_view::npos && !raw.empty()) return std::string(raw);
    }
    return spelled(f, place);
  }

  /// The same of what comes out of a macro's body: `*p`, `p[1]`, `v.x`.
  static std::string spelled(const Function& f, ExprId id) {
    id = match::skip_implicit(f, id);
    const kf::Expr& e = f.exprs[id];
    switch (e.op) {
    case Op::local: return f.vars[e.var].name;
    case Op::constant: return std::to_string(e.value);
    case Op::load: return spelled(f, e.args[0]);
    case Op::deref: {
      const std::string inner = spelled(f, e.args[0]);
      return inner.empty() ? inner : "*" + inner;
    }
    case Op::index: {
      const std::string base = spelled(f, e.args[0]);
      const std::string index = spelled(f, e.args[1]);
      return base.empty() || index.empty() || base.front() == '*' ? std::string()
                                                                  : base + "[" + index + "]";
    }
    default: return {};
    }
  }

  static std::string steps_of(const Idiom& idiom) {
    std::string out;
    for (std::size_t i = 0; i < idiom.deltas.size() && i < 6; ++i)
      out += (i == 0 ? "" : ", ") + std::to_string(idiom.deltas[i]);
    if (idiom.deltas.size() > 6) out += " ...";
    return out;
  }

  static std::string type_name(const kf::Type& type) {
    return type.kind == kf::TypeKind::unknown ? "value" : type.text;
  }

  /// "sum", "sum of each of 2 values", "maximum and the sum"
  static std::string named(const Idiom& idiom) {
    std::vector<std::string> names;
    for (const Combined& c : idiom.values)
      if (std::find(names.begin(), names.end(), match::name_of(c.op)) == names.end())
        names.emplace_back(match::name_of(c.op));
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i) out += (i == 0 ? "" : " and the ") + names[i];
    if (names.size() < idiom.values.size())
      out += " of each of " + std::to_string(idiom.values.size()) + " values";
    return out;
  }

  void describe(Proposal& p) const {
    const Idiom& idiom = p.idiom;
    const Combined& c = idiom.values.front();
    const std::string width = std::to_string(c.width);
    const std::string what = named(idiom) + " of " + type_name(c.type);
    std::string proof = "proof: after the steps " + steps_of(idiom) + " ";
    switch (idiom.kind) {
    case IdiomKind::reduce:
      p.message = std::to_string(idiom.steps) + " shuffles make the " + what + " over "
                  + (c.width == 32 ? "the 32 lanes of a warp" : "groups of " + width + " lanes");
      proof += c.every_lane ? "each lane" : "the first lane of each " + width;
      proof += " holds every lane of its " + width + " once";
      break;
    case IdiomKind::inclusive_scan:
      p.message = std::to_string(idiom.steps) + " shuffles make the inclusive scan by " + what
                  + " over " + width + " lanes";
      proof += "lane i holds the lanes 0 to i of its " + width + " once";
      break;
    case IdiomKind::exclusive_scan:
      p.message = std::to_string(idiom.steps) + " shuffles make the exclusive scan by " + what
                  + " over " + width + " lanes";
      proof += "lane i holds the lanes 0 to i - 1 of its " + width + " once, lane 0 none";
      break;
    case IdiomKind::wave_total:
      p.message = std::to_string(idiom.steps) + " shuffles make the " + what
                  + " over 32 lanes, and one lane of each 32 adds it to memory";
      proof += "the lane that adds holds every lane of its 32 once";
      break;
    case IdiomKind::block_reduce:
      p.message = std::to_string(idiom.steps) + " shuffles in two stages make the " + what
                  + " over the block";
      proof =
          "proof: the first lane of each 32 stores the result of its warp, and the second stage "
          "takes each warp's once";
      break;
    default: p.message = what; break;
    }
    p.details.push_back(proof);
  }

  void doubt(Proposal& p) const {
    const Idiom& idiom = p.idiom;
    const auto once = [&](const char* why) {
      if (std::find(p.doubts.begin(), p.doubts.end(), why) == p.doubts.end())
        p.doubts.emplace_back(why);
    };
    for (const Combined& c : idiom.values) {
      const bool ordered = c.op == Operator::min || c.op == Operator::max;
      if (c.type.kind == kf::TypeKind::unknown)
        once("the type is not known: no instantiation of the template was seen");
      if (is_real(c.type) && c.op == Operator::add)
        once("the order of the additions changes, so the sum may be rounded differently");
      if (is_real(c.type) && ordered && idiom.compares)
        once("the comparisons treat NaN by order; hipshim lets a number win");
    }
    if (idiom.orders_memory && idiom.kind == IdiomKind::block_reduce)
      once("the kernel has more shared memory, which the barrier between the stages may be for: "
           "hipshim has none where the block is one wave");
    if (idiom.orders_memory && idiom.kind != IdiomKind::block_reduce)
      once("a __syncwarp goes with it, which may be for shared memory");
    if (idiom.kind == IdiomKind::block_reduce && !is_neutral(p))
      once("lanes without a warp bring a value that may not be neutral");
    if (idiom.kind == IdiomKind::block_reduce && idiom.reader == Reader::unknown)
      once("all threads would hold the result, and their readers are not all known");
    if (idiom.kind != IdiomKind::block_reduce && idiom.reader == Reader::unknown)
      once("lanes other than the first would hold the result too, and their readers are not all "
           "known");
  }

  /// The value of lanes without a warp changes nothing.
  static bool is_neutral(const Proposal& p) {
    const Function& f = *p.f;
    const Combined& c = p.idiom.values.front();
    if (p.idiom.filler == kNone) return true;
    const kf::Expr& written = f.exprs[match::skip_casts(f, p.idiom.filler)];
    const bool zero_literal =
        written.op == Op::floating && written.text.find_first_not_of("0.fF") == std::string::npos;
    const auto value = match::constant(f, p.idiom.filler);
    const bool zero = zero_literal || (value && *value == 0);
    if (c.op == Operator::add || c.op == Operator::bit_or || c.op == Operator::bit_xor) return zero;
    if (c.type.kind != kf::TypeKind::integer || c.type.bytes == 0 || c.type.bytes > 8) return false;
    const unsigned bits = c.type.bits();
    const std::uint64_t all = ~std::uint64_t{0} >> (64 - bits);
    const std::uint64_t given = value ? static_cast<std::uint64_t>(*value) & all : 0;
    if (!value) return false;
    if (c.op == Operator::bit_and) return given == all;
    const std::uint64_t top = c.type.is_signed ? all >> 1 : all;
    return given == (c.op == Operator::min ? top : all & ~top);
  }

  // ---- text ----

  static std::string call_of(const Idiom& idiom, const Combined& c, const std::string& width,
                             const std::string& place) {
    const bool scan =
        idiom.kind == IdiomKind::inclusive_scan || idiom.kind == IdiomKind::exclusive_scan;
    const std::string out =
        std::string("hipshim::wave::") + (scan ? "inclusive_" : "reduce_") + suffix(c.op);
    if (idiom.by_mask) return out + "_sync" + width + "(hipshim::wave::full_mask(), " + place + ")";
    return out + width + "(" + place + ")";
  }

  /// The width is written last, when it is known what all instantiations say.
  static std::string width_of() { return "<" + std::string(1, kWidth) + ">"; }

  [[nodiscard]] bool in_braces(const Function& f, const Range& range) const {
    for (const kf::Stmt& s : f.stmts) {
      if (&s.body != range.list || s.kind != kf::StmtKind::block) continue;
      const Span span = place_of(s.where);
      if (!span.valid()) return false;
      const std::string_view text = Text(context_, span.file).at(span);
      return !text.empty() && text.front() == '{';
    }
    return range.list == &f.stmts[f.root].body;
  }

  /// The text that the idiom leaves behind, or nothing where it cannot be cut cleanly.
  [[nodiscard]] std::optional<Span> cut(const Function& f, const Range& range) const {
    auto span = span_of(f, range);
    if (!span || f.where.in_macro_body || !stands_alone(f, range, *span)) return std::nullopt;
    const FileInfo& file = context_.facts.files[span->file];
    if (!file.project || file.generated) return std::nullopt;
    const Text text(context_, span->file);
    const Span whole = text.with_pragmas(text.with_semicolon(*span));
    return text.holds_directive(whole) ? std::nullopt : std::optional(whole);
  }

  /// What is missing before the first line: a pragma may stand further to the left.
  static std::string indented(const Text& text, const Span& replaced, const std::string& indent) {
    const std::string have = text.indent(replaced.begin);
    return indent.size() > have.size() ? indent.substr(have.size()) : std::string();
  }

  void rewrite_lanes(Proposal& p) const {
    const Function& f = *p.f;
    const Idiom& idiom = p.idiom;
    const auto span = cut(f, idiom.range);
    if (!span) return;
    const Text text(context_, span->file);
    Span replaced = *span;
    std::vector<std::string> lines;
    for (const Combined& c : idiom.values) {
      if (idiom.kind == IdiomKind::inclusive_scan && c.width < 16) return;  // no call for it
      const std::string place = shown_place(f, c.place);
      if (place.empty()) return;
      if (idiom.kind == IdiomKind::exclusive_scan) {
        const auto line = exclusive(f, idiom, c, place);
        if (!line) return;
        lines.push_back(*line);
        continue;
      }
      lines.push_back(place + " = " + call_of(idiom, c, width_of(), place) + ";");
    }
    if (lines.size() > 1 && !in_braces(f, idiom.range)) return;
    // `v = ...; return v;`
    if (lines.size() == 1 && idiom.kind != IdiomKind::exclusive_scan)
      if (const auto end = returned_next(f, idiom)) {
        const std::string place = shown_place(f, idiom.values.front().place);
        Range both = idiom.range;
        ++both.last;
        if (const auto whole = cut(f, both)) {
          replaced = *whole;
          lines = {"return " + call_of(idiom, idiom.values.front(), width_of(), place) + ";"};
        }
      }
    std::string joined;
    const std::string indent = text.indent(span_of(f, idiom.range)->begin);
    for (const std::string& line : lines) joined += (joined.empty() ? "" : "\n" + indent) + line;
    p.edits.push_back({replaced, indented(text, replaced, indent) + joined});
    remove_unused(p);
    remove_helpers(p);
    join_deletions(p.edits);
    p.title = "call " + call_of(idiom, idiom.values.front(), width_of(), "...");
    p.headers.insert("hipshim/wave.hpp");
  }

  /// `int before = hipshim::wave::inclusive_sum<32>(v) - v;`: sums of integers wrap, so that the
  /// difference is exact.
  [[nodiscard]] std::optional<std::string> exclusive(const Function& f, const Idiom& idiom,
                                                     const Combined& c,
                                                     const std::string& place) const {
    const std::string source = shown_place(f, c.source);
    if (source.empty()) return std::nullopt;
    std::string type;
    if (c.declares != kNone) {
      const Span span = f.vars[c.declares].type_where;
      if (!span.valid()) return std::nullopt;
      type = std::string(Text(context_, span.file).at(span)) + " ";
    }
    return type + place + " = " + call_of(idiom, c, width_of(), source) + " - " + source + ";";
  }

  /// The statement behind the idiom is `return v`, v being its value and the function's own.
  [[nodiscard]] std::optional<kf::StmtId> returned_next(const Function& f,
                                                        const Idiom& idiom) const {
    const std::size_t next = idiom.range.last + 1;
    if (next >= idiom.range.list->size()) return std::nullopt;
    const kf::Stmt& s = f.stmts[(*idiom.range.list)[next]];
    if (s.kind != kf::StmtKind::return_ || s.a == kNone) return std::nullopt;
    ExprId id = match::skip_implicit(f, s.a);
    if (f.exprs[id].op == Op::load) id = match::skip_implicit(f, f.exprs[id].args[0]);
    const kf::Expr& place = f.exprs[idiom.values.front().place];
    const bool same =
        f.exprs[id].op == Op::local && place.op == Op::local && f.exprs[id].var == place.var;
    const kf::Type& type = f.types[f.vars[place.var].type];
    // A sum of shorts comes as int; the variable cuts it.
    const bool cuts = type.kind == kf::TypeKind::integer && type.bytes < 4;
    if (!same || cuts || type.is_reference) return std::nullopt;
    return (*idiom.range.list)[next];
  }

  // ---- block reductions ----

  /// `static __shared__ T partial[32];`, for the specifiers are no part of the declaration's range.
  [[nodiscard]] Span with_specifiers(Span span) const {
    const std::string_view text = context_.sources.text(context_.facts.files[span.file].path);
    for (;;) {
      std::uint32_t end = span.begin;
      while (end > 0 && blank(text[end - 1])) --end;
      std::uint32_t start = end;
      while (start > 0 && word(text[start - 1])) --start;
      const std::string_view before = text.substr(start, end - start);
      if (before != "static" && before != "__shared__" && before != "volatile" && before != "const"
          && before != "constexpr")
        return span;
      span.begin = start;
    }
  }

  /// The declaration of one variable, as a whole line; nothing where it shares its statement.
  [[nodiscard]] std::optional<Span> declaration_of(const Function& f, kf::VarId var) const {
    for (kf::StmtId id = 0; id < f.stmts.size(); ++id) {
      const kf::Stmt& s = f.stmts[id];
      if (s.kind != kf::StmtKind::decl || s.var != var) continue;
      const Span plain = place_of(s.where);
      if (!plain.valid() || s.where.in_macro_body || !f.body.contains(plain)) return std::nullopt;
      for (kf::StmtId other = 0; other < f.stmts.size(); ++other) {
        if (other == id || f.stmts[other].kind != kf::StmtKind::decl) continue;
        const Span o = place_of(f.stmts[other].where);
        if (o.valid() && o.file == plain.file && o.begin < plain.end && plain.begin < o.end)
          return std::nullopt;
      }
      const Text text(context_, plain.file);
      const Span with = with_specifiers(plain);
      const Span whole = text.with_semicolon(with);
      // `int a, b;`: the first of several ends at a comma.
      if (whole.end == with.end || text.holds_directive(whole)) return std::nullopt;
      return text.with_line(whole);
    }
    return std::nullopt;
  }

  /// The name stands in the new text.
  static bool is_written_anew(const Proposal& p, const std::string& name) {
    return std::any_of(p.edits.begin(), p.edits.end(), [&](const Edit& edit) {
      for (std::size_t at = edit.text.find(name); at != std::string::npos;
           at = edit.text.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if ((at == 0 || !word(edit.text[at - 1]))
            && (end == edit.text.size() || !word(edit.text[end])))
          return true;
      }
      return false;
    });
  }

  /// Locals that nothing but the removed text uses.
  void remove_unused(Proposal& p) const {
    const Function& f = *p.f;
    const auto removed = [&](const Span& span) {
      return std::any_of(p.edits.begin(), p.edits.end(),
                         [&](const Edit& e) { return e.range.contains(span); });
    };
    for (bool again = true; again;) {
      again = false;
      for (kf::VarId var = 0; var < f.vars.size(); ++var) {
        const kf::Var& v = f.vars[var];
        if (v.storage != kf::Storage::local && v.storage != kf::Storage::shared) continue;
        std::size_t uses = 0;
        std::size_t left = 0;
        for (const kf::Expr& e : f.exprs) {
          if (e.op != Op::local || e.var != var) continue;
          const Span at = place_of(e.where);
          if (!at.valid()) continue;
          ++uses;
          if (!removed(at)) ++left;
        }
        if (uses == 0 || left != 0 || is_written_anew(p, v.name)) continue;
        const auto span = declaration_of(f, var);
        if (!span || removed(*span)) continue;
        bool pure = true;
        for (const kf::Stmt& s : f.stmts)
          if (s.kind == kf::StmtKind::decl && s.var == var && s.a != kNone)
            match::walk(f, s.a, [&](ExprId id) {
              const Op op = f.exprs[id].op;
              pure = pure && op != Op::assign && op != Op::atomic && op != Op::opaque
                     && op != Op::cross && (op != Op::call || only_computes(f.exprs[id].callee));
            });
        const bool overlaps = std::any_of(p.edits.begin(), p.edits.end(), [&](const Edit& e) {
          return e.range.begin < span->end && span->begin < e.range.end;
        });
        if (!pure || overlaps) continue;
        p.edits.push_back({*span, ""});
        again = true;
      }
    }
  }

  /// `int lane() { return threadIdx.x & 31; }`: a call that nobody wants the result of does
  /// nothing.
  [[nodiscard]] bool only_computes(const std::string& callee) const {
    const Function* f = program_.function(callee);
    return f != nullptr && !f->tainted
           && std::none_of(f->exprs.begin(), f->exprs.end(),
                           [](const kf::Expr& e) {
                             return e.op == Op::assign || e.op == Op::atomic || e.op == Op::opaque
                                    || e.op == Op::cross || e.op == Op::call || e.op == Op::lambda;
                           })
           && std::all_of(f->stmts.begin(), f->stmts.end(), [](const kf::Stmt& s) {
                return s.kind == kf::StmtKind::block || s.kind == kf::StmtKind::decl
                       || s.kind == kf::StmtKind::return_;
              });
  }

  /// Device functions of the same file that nothing but the removed text uses.
  void remove_helpers(Proposal& p) const {
    if (p.edits.empty() || !is_main_file(p.region.file)) return;
    std::vector<const Function*> work = {p.f};
    std::set<Span> seen;
    while (!work.empty()) {
      const Function& f = *work.back();
      work.pop_back();
      for (const kf::Expr& e : f.exprs) {
        if (e.op != Op::call || !is_removed(p, place_of(e.where))) continue;
        const Function* helper = program_.function(e.callee);
        if (helper == nullptr || helper->is_lambda || !seen.insert(helper->body).second) continue;
        const auto span = helper_text(p, *helper);
        if (!span) continue;
        p.edits.push_back({*span, ""});
        work.push_back(helper);
      }
    }
  }

  static bool is_removed(const Proposal& p, const Span& span) {
    return span.valid() && std::any_of(p.edits.begin(), p.edits.end(), [&](const Edit& e) {
             return e.range.contains(span);
           });
  }

  /// No other unit reads it.
  [[nodiscard]] bool is_main_file(FileId file) const {
    const std::string& path = context_.facts.files[file].path;
    return std::any_of(context_.facts.units.begin(), context_.facts.units.end(),
                       [&](const UnitReport& unit) { return unit.file == path; });
  }

  /// The word stands in what is left of the file, `own` apart.
  [[nodiscard]] bool named_in(const Proposal& p, const std::string& name, FileId file,
                              const Span& own) const {
    const std::string_view all = context_.sources.text(context_.facts.files[file].path);
    for (std::size_t at = all.find(name); at != std::string_view::npos;
         at = all.find(name, at + 1)) {
      const auto begin = static_cast<std::uint32_t>(at);
      const Span found{file, begin, begin + static_cast<std::uint32_t>(name.size())};
      const bool is_word =
          (at == 0 || !word(all[at - 1])) && (found.end == all.size() || !word(all[found.end]));
      if (is_word && !own.contains(found) && !is_removed(p, found)) return true;
    }
    return false;
  }

  /// The definition as whole lines, where its name stands nowhere else in what is left of the file.
  [[nodiscard]] std::optional<Span> helper_text(const Proposal& p, const Function& helper) const {
    const FileId file = p.region.file;
    if (helper.kind != kf::FunctionKind::device || helper.where.in_macro_body
        || helper.head.file != file || helper.body.file != file || helper.tainted
        || helper.name.find("::") != std::string::npos)
      return std::nullopt;
    const Text text(context_, file);
    const Span own{file, text.with_template(helper.head).begin, helper.body.end};
    if (!helper.pattern.empty() && own.begin == helper.head.begin) return std::nullopt;
    const Span whole = text.with_line(own);
    if (!helper.head.valid() || whole == own || text.holds_directive(own)
        || text.at(own).find("//") != std::string_view::npos
        || text.at(own).find("/*") != std::string_view::npos || text.follows_comment(whole))
      return std::nullopt;
    // Of another file it may be a declaration: the program is more than this unit.
    for (FileId other = 0; other < context_.facts.files.size(); ++other)
      if (context_.facts.files[other].project && named_in(p, helper.name, other, own))
        return std::nullopt;
    const bool overlaps = std::any_of(p.edits.begin(), p.edits.end(), [&](const Edit& e) {
      return e.range.begin < whole.end && whole.begin < e.range.end;
    });
    return overlaps ? std::nullopt : std::optional(whole);
  }

  /// Deleted lines that follow one another are one edit, and leave no blank line at the top of a
  /// block nor two blank lines where there was one.
  void join_deletions(std::vector<Edit>& edits) const {
    std::sort(edits.begin(), edits.end());
    std::vector<Edit> out;
    for (Edit& e : edits) {
      const bool joins = !out.empty() && out.back().text.empty() && e.text.empty()
                         && out.back().range.file == e.range.file
                         && out.back().range.end == e.range.begin;
      if (joins)
        out.back().range.end = e.range.end;
      else
        out.push_back(std::move(e));
    }
    for (Edit& e : out) {
      if (!e.text.empty()) continue;
      const std::string_view text = context_.sources.text(context_.facts.files[e.range.file].path);
      std::uint32_t before = e.range.begin;
      if (before == 0 || text[before - 1] != '\n') continue;
      unsigned lines = 0;
      while (before > 0 && blank(text[before - 1])) lines += text[--before] == '\n' ? 1 : 0;
      if (lines < 2 && (before == 0 || text[before - 1] != '{')) continue;
      std::uint32_t end = e.range.end;
      while (end < text.size() && blank(text[end]) && text[end] != '\n') ++end;
      if (end < text.size() && text[end] == '\n') e.range.end = end + 1;
    }
    edits = std::move(out);
  }

  void rewrite_block(Proposal& p) const {
    const Function& f = *p.f;
    const Idiom& idiom = p.idiom;
    const Combined& c = idiom.values.front();
    const std::string input = shown_place(f, idiom.input);
    const kf::VarId out = f.exprs[c.place].var;
    const std::string& output = f.vars[out].name;
    const kf::Stmt& load = f.stmts[idiom.load];
    if (input.empty()) return;
    auto first = cut(f, idiom.range);
    if (!first) return;
    const std::string indent = Text(context_, first->file).indent(span_of(f, idiom.range)->begin);
    const std::string call =
        "hipshim::block::reduce_" + std::string(suffix(c.op)) + "(" + input + ")";
    std::string declared;  // `float ` where the result is declared at the load
    if (load.kind == kf::StmtKind::decl) {
      const Span type = f.vars[out].type_where;
      if (!type.valid() || type.file != first->file) return;
      declared = std::string(Text(context_, type.file).at(type)) + " ";
    }
    const bool here =
        std::find(idiom.range.list->begin() + static_cast<long>(idiom.range.first),
                  idiom.range.list->begin() + static_cast<long>(idiom.range.last) + 1, idiom.load)
        != idiom.range.list->begin() + static_cast<long>(idiom.range.last) + 1;
    std::string text = here ? declared + output + " = " + call + ";" : input + " = " + call + ";";
    const bool ends_here = here && idiom.second.list == nullptr;
    if (ends_here)
      if (returned_next(f, idiom)) {
        Range both = idiom.range;
        ++both.last;
        if (const auto whole = cut(f, both)) {
          first = whole;
          text = "return " + call + ";";
        }
      }
    p.edits.push_back({*first, indented(Text(context_, first->file), *first, indent) + text});
    if (idiom.second.list != nullptr) {
      auto second = cut(f, idiom.second);
      if (!second || second->file != first->file) return p.edits.clear();
      std::string rest;
      if (!here && (out != f.exprs[idiom.input].var || !declared.empty()))
        rest = declared + output + " = " + input + ";";
      if (rest.empty() && !first->contains(*second))
        second = Text(context_, second->file).with_line(*second);
      p.edits.push_back({*second, rest});
    }
    remove_unused(p);
    remove_helpers(p);
    join_deletions(p.edits);
    p.title = "call hipshim::block::reduce_" + std::string(suffix(c.op));
    p.headers.insert("hipshim/block.hpp");
    p.details.emplace_back(
        "the block's result is the same for any wave size, so each wave may take all its lanes");
  }

  /// The text of what is written in the function itself.
  [[nodiscard]] std::optional<std::string> own_text(const Where& where) const {
    if (where.in_macro_body || !where.spelling.valid()) return std::nullopt;
    const Text text(context_, where.spelling.file);
    if (text.holds_directive(where.spelling)) return std::nullopt;
    return std::string(text.at(where.spelling));
  }

  void rewrite_append(Proposal& p, const Append& append) const {
    const Function& f = *p.f;
    const kf::Expr& atomic = f.exprs[append.atomic];
    if (f.where.in_macro_body || atomic.site == kNone || f.sites[atomic.site].args.empty()) return;
    const auto counter = own_text(f.sites[atomic.site].args.front());
    std::string arguments;
    if (append.predicate != kNone) {
      const auto predicate = own_text(f.exprs[match::skip_implicit(f, append.predicate)].where);
      if (!predicate) return;
      arguments = ", " + *predicate;
    }
    if (!counter || counter->empty()) return;
    const std::string call = "hipshim::wave::append(" + *counter + arguments + ")";
    const FileInfo& file = context_.facts.files[p.region.file];
    const Text text(context_, p.region.file);
    if (!file.project || file.generated || text.holds_directive(p.region)) return;
    std::vector<Edit> edits;
    for (const kf::StmtId id : append.dropped) {
      const kf::Stmt& s = f.stmts[id];
      const Span span = place_of(s.where);
      if (!span.valid() || s.where.in_macro_body || span.file != p.region.file) return;
      if (id == append.at) {
        std::string now = call + ";";
        if (append.base != kNone) {
          now = f.vars[append.base].name + " = " + now;
          if (append.declares != kNone) {
            const Span type = f.vars[append.base].type_where;
            if (!type.valid() || type.file != p.region.file) return;
            now = std::string(text.at(type)) + " " + now;
          }
        }
        if (s.kind == kf::StmtKind::decl && !declaration_of(f, s.var)) return;
        edits.push_back({text.with_semicolon(span), now});
      } else if (s.kind == kf::StmtKind::decl) {
        const auto whole = declaration_of(f, s.var);
        if (!whole) return;
        edits.push_back({*whole, ""});
      } else {
        edits.push_back({text.with_line(text.with_semicolon(span)), ""});
      }
    }
    for (const ExprId number : append.numbers) {
      const Where& where = f.exprs[match::skip_implicit(f, number)].where;
      if (!own_text(where)) return;
      edits.push_back({where.spelling, f.vars[append.base].name});
    }
    p.edits = std::move(edits);
    remove_unused(p);
    remove_helpers(p);
    join_deletions(p.edits);
    p.title = "call hipshim::wave::append";
    p.headers.insert("hipshim/wave.hpp");
    p.details.emplace_back(
        "which number a warp begins with depends on which warp comes first, so the real wave may "
        "be taken: one atomic for 64 lanes");
  }

  void rewrite_total(Proposal& p) const {
    const Function& f = *p.f;
    const Idiom& idiom = p.idiom;
    const auto span = cut(f, idiom.range);
    const Where& condition = f.exprs[idiom.guard].where;
    if (!span || !condition.spelling.valid() || condition.in_macro_body
        || condition.spelling.file != span->file)
      return;
    const std::string place = shown_place(f, idiom.values.front().place);
    const Text text(context_, span->file);
    if (place.empty() || text.holds_directive(condition.spelling)) return;
    const std::string call = call_of(idiom, idiom.values.front(), "", place);
    p.edits.push_back({*span, place + " = " + call + ";"});
    p.edits.push_back({condition.spelling, "hipshim::wave::lane_id() == 0"});
    p.title =
        "take the total of the whole wave: " + call_of(idiom, idiom.values.front(), "", "...");
    p.headers.insert("hipshim/wave.hpp");
    p.details.emplace_back(
        "the whole block comes here and only the total reaches memory, so the real wave may be "
        "taken: one atomic for 64 lanes");
  }

  const Context& context_;
  const match::Program& program_;
};

bool same_rewrite(const Proposal& a, const Proposal& b) {
  return a.region == b.region && a.edits == b.edits;
}

bool one_width(const Proposal& p) {
  return std::all_of(p.idiom.values.begin(), p.idiom.values.end(),
                     [&](const Combined& c) { return c.width == p.idiom.values.front().width; });
}

/// The number of lanes as all instantiations of the text would write it: the same number, or the
/// template parameter that gives it.
std::string written_width(const std::vector<const Proposal*>& all) {
  const auto width = [](const Proposal* p) { return p->idiom.values.front().width; };
  if (!std::all_of(all.begin(), all.end(), [](const Proposal* p) { return one_width(*p); }))
    return {};
  if (std::all_of(all.begin(), all.end(),
                  [&](const Proposal* p) { return width(p) == width(all.front()); }))
    return std::to_string(width(all.front()));
  for (const kf::TemplateArg& arg : all.front()->f->template_args) {
    const bool gives = std::all_of(all.begin(), all.end(), [&](const Proposal* p) {
      return std::any_of(
          p->f->template_args.begin(), p->f->template_args.end(), [&](const kf::TemplateArg& a) {
            return a.name == arg.name && a.value && *a.value == static_cast<std::int64_t>(width(p));
          });
    });
    if (gives && !arg.name.empty()) return arg.name;
  }
  return {};
}

std::string with_width(std::string text, const std::string& width) {
  for (std::size_t at = text.find(kWidth); at != std::string::npos; at = text.find(kWidth, at))
    text.replace(at, 1, width);
  return text;
}

Finding report(const Context& context, const std::vector<const Proposal*>& all) {
  const Proposal& first = *all.front();
  Where where;
  where.spelling = where.expansion = first.region;
  Finding out = match::finding(self(), where, first.f, first.message);
  out.details = first.details;
  std::vector<std::string> doubts;
  const std::string width = written_width(all);
  bool agreed = !width.empty();
  for (const Proposal* p : all) {
    agreed = agreed && same_rewrite(first, *p);
    for (const std::string& why : p->doubts)
      if (std::find(doubts.begin(), doubts.end(), why) == doubts.end()) doubts.push_back(why);
  }
  if (!agreed || first.edits.empty()) {
    out.details.emplace_back(first.edits.empty()
                                 ? "no automatic fix: the text cannot be cut out cleanly"
                                 : "no automatic fix: instantiations ask for different calls");
    return out;
  }
  for (const std::string& why : doubts) out.details.push_back("unsafe: " + why);
  Fix fix;
  fix.whole_idiom = true;
  fix.title = with_width(first.title, width);
  fix.edits = first.edits;
  for (Edit& edit : fix.edits) edit.text = with_width(edit.text, width);
  for (const std::string& header : first.headers)
    fix.includes.push_back({first.region.file, header});
  fix.safety = doubts.empty() ? Safety::safe : Safety::unsafe;
  if (context.strategy != Strategy::native) {
    fix.safety = Safety::manual;
    fix.title += " (hipaudit fix --strategy=native)";
  }
  out.fixes.push_back(std::move(fix));
  return out;
}

void judge(const Context& context, std::vector<Finding>& out) {
  const match::Program program(context.facts);
  const Proposer proposer(context, program);
  // All functions that one text stands for: instantiations, and what each pass saw of it.
  std::map<Span, std::vector<const Function*>> texts;
  for (const Function* f : match::judged_functions(context.facts))
    if (f->body.valid() && !f->tainted && f->name.rfind("hipshim::", 0) != 0)
      texts[f->body].push_back(f);
  for (const auto& [body, functions] : texts) {
    std::map<Span, std::vector<Proposal>> found;
    for (const Function* f : functions)
      for (const Idiom& idiom : match::find_idioms(program, *f))
        if (auto p = proposer.propose(*f, idiom)) found[p->region].push_back(std::move(*p));
    for (const Function* f : functions)
      for (const Append& append : match::find_appends(program, *f))
        if (auto p = proposer.propose(*f, append)) found[p->region].push_back(std::move(*p));
    for (const auto& [region, proposals] : found) {
      // What is an idiom in one instantiation only is none of the text.
      std::set<const Function*> said;
      std::vector<const Proposal*> all;
      for (const Proposal& p : proposals) {
        said.insert(p.f);
        all.push_back(&p);
      }
      if (said.size() != functions.size()) continue;
      out.push_back(report(context, all));
    }
  }
}

}  // namespace

HIPAUDIT_RULE(rule_warp_idiom) = {
    .id = "warp-idiom",
    .topic = "waves",
    .summary = "shuffles that spell out a reduction or scan for which hipshim has a faster one",
    .severity = Severity::perf,
    .fix = Safety::safe,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls),
    .doc = kDoc,
    .judge = judge,
};

namespace {
const Rule& self() { return rule_warp_idiom; }
}  // namespace

}  // namespace hipaudit
