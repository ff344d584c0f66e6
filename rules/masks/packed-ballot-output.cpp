// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "match/lane_masks.hpp"
#include "match/rule.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kDoc = R"md(
## What it finds
A vote of the whole wave stored to memory as one word for each warp of 32: `words[i >> 5] =
__ballot(p)`, `words[row * pitch + warp] = votes` where `warp` is a thread index divided by 32, with or
without a test for lane 0 of each warp, in words of 32 or of 64 bits.

## Why it is wrong on AMD
A wave of gfx8 and gfx9 fills two such words, and the vote holds both. In a word of 32 bits both get
the votes of lanes 0-31, and those of lanes 32-63 are nowhere. In a word of 64 bits both get all 64
votes, and whoever reads one word for 32 items sees the wrong ones above bit 31.

## Example
```cpp
if ((threadIdx.x & 31) == 0) words[i >> 5] = __ballot(value > limit);
```

## Use instead
```cpp
if ((threadIdx.x & 31) == 0) words[i >> 5] = hipshim::warp32::ballot(value > limit);
```

## Fix safety
Safe where every use of the vote reckons with 32 lanes: the caller's half is what CUDA stores.
Unsafe where the code also speaks of the real wave, or the words have 64 bits: then the output could
grow to one word for 64 items instead. Not offered where the vote is the mask of a shuffle whose lane or
distance is computed from `warpSize`.

## Not reported
* 64-bit words with one for each wave: `words[i >> 6]`, `words[i / warpSize]`.
* A half that was chosen, `(unsigned)(votes >> (lane & 32))`.
* A vote that was kept in 32 bits before, and shared or local arrays: see narrow-lane-mask.
* Code that only blocks of at most 32 threads reach, or only threads 0-31 of a block, or that stands
  under a test of the wave size.

## References
* HIP C++ language extensions, "Warp cross-lane functions":
  https://rocm.docs.amd.com/projects/HIP/en/latest/how-to/hip_cpp_language_extensions.html
* CUDA C++ Programming Guide, "Warp Vote Functions"
)md";

using namespace match;
using kf::kNone;
using kf::Op;

void judge(const Context& context, std::vector<Finding>& out);

}  // namespace

HIPAUDIT_RULE(rule_packed_ballot_output) = {
    .id = "packed-ballot-output",
    .topic = "masks",
    .summary = "a 64-lane vote is stored as the word of 32 items",
    .severity = Severity::error,
    .fix = Safety::safe,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls),
    .doc = kDoc,
    .judge = judge,
};

namespace {

class Judge {
 public:
  explicit Judge(const Context& context) : context_(context), flow_(context.facts) {}

  void run(std::vector<Finding>& out) {
    std::map<Span, std::size_t> by_vote;
    for (std::size_t i = 0; i < flow_.functions().size(); ++i) {
      const Function& f = *flow_.functions()[i].f;
      if (flow_.only_small_blocks(i)) continue;
      for (ExprId id = 0; id < f.exprs.size(); ++id) {
        const Origins votes = wrong_store(i, id);
        if (votes.empty() || !in_every_variant(i, id)) continue;
        const Span at = f.exprs[f.exprs[id].args[0]].where.best();
        const auto [known, fresh] = by_vote.emplace(flow_.written_at(votes.front()), out.size());
        if (fresh) {
          out.push_back(report(i, id, votes));
        } else if (Finding& first = out[known->second]; at != first.where.best()) {
          first.owns.push_back(at);
          first.related.push_back({at, "stored here too"});
        }
      }
    }
  }

 private:
  [[nodiscard]] Origins wrong_store(std::size_t i, ExprId id) const {
    const FunctionView& v = flow_.functions()[i];
    const Expr& e = v.f->exprs[id];
    if (!v.reached(id) || !is_packed_store(v, id)) return {};
    if (!is_reportable(context_.facts, v.f, v.f->exprs[e.args[0]].where)) return {};
    if (first_half_only(v, id) || under_wave_test(v, id)) return {};
    // words[w] |= votes
    ExprId value = e.args[1];
    const Expr& computed = v.f->exprs[skip_implicit(*v.f, value)];
    if (e.compound && computed.args.size() == 2 && computed.op != Op::shl && computed.op != Op::shr)
      value = computed.args[1];
    Origins votes = flow_.carried(i, skip_implicit(*v.f, value));
    if (votes.empty() || flow_.upper_half_used(i, votes)) return {};
    std::erase_if(votes, [&](std::uint32_t o) { return flow_.is_low(o); });
    return votes;
  }

  [[nodiscard]] bool in_every_variant(std::size_t i, ExprId id) const {
    const Span at = flow_.functions()[i].f->exprs[id].where.best();
    const auto& forms = flow_.variants(i);
    return std::all_of(forms.begin(), forms.end(), [&](std::size_t form) {
      if (form == i) return true;
      const Function& f = *flow_.functions()[form].f;
      for (ExprId other = 0; other < f.exprs.size(); ++other)
        if (f.exprs[other].where.best() == at && !wrong_store(form, other).empty()) return true;
      return false;
    });
  }

  Finding report(std::size_t i, ExprId id, const Origins& votes) const {
    const FunctionView& v = flow_.functions()[i];
    const Function& f = *v.f;
    const Expr& e = f.exprs[id];
    const std::uint32_t source = votes.front();
    const std::string vote =
        written_name(context_, *flow_.view_of(source).f, flow_.origins()[source].vote);
    const Where& where = f.exprs[e.args[0]].where;
    const bool narrow = is_narrow_integer(f.type_of(e.args[0]));
    const std::string what = narrow
                                 ? "gets lanes 0-31 of the 64 that " + vote + " returns on "
                                       + wave64_names(context_) + ", in both warps of a wave"
                                 : "gets all 64 lanes that " + vote + " returns on "
                                       + wave64_names(context_) + ", where the index asks for 32";
    Finding out =
        finding(rule_packed_ballot_output, where, &f,
                "`" + shown_text(context_, where) + "` is a word for 32 items and " + what);
    out.targets = targets_with_wave(context_, 64);
    out.details.push_back("items 32w to 32w+31 belong to word w; a wave fills words 2k and 2k+1");
    out.owns.push_back(where.best());
    bool tainted = f.tainted || e.tainted;
    for (const std::uint32_t o : votes) {
      const Span at = flow_.written_at(o);
      tainted = tainted || flow_.vote(o).tainted;
      if (!e.where.best().contains(at)) out.related.push_back({at, "the vote of 64 lanes"});
    }
    if (tainted) {
      out.confidence = Confidence::likely;
      return out;
    }
    if (auto fix = warp32_fix(context_, flow_, votes)) {
      if (speaks_of_waves(v) || !narrow) fix->safety = Safety::unsafe;
      out.fixes.push_back(std::move(*fix));
    }
    return out;
  }

  const Context& context_;
  LaneMaskFlow flow_;
};

void judge(const Context& context, std::vector<Finding>& out) {
  if (any_wave(context.targets, 64)) Judge(context).run(out);
}

}  // namespace
}  // namespace hipaudit
