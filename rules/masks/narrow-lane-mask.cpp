// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <numeric>

#include "match/lane_masks.hpp"
#include "match/rule.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kDoc = R"md(
## What it finds
The result of a whole-wave vote (`__ballot`, `__activemask`, `__match_any`, `__match_all`, with or
without `_sync`) that is cut to fewer than 64 bits: by a variable, a parameter, a return type, a
field, an array element or a cast. The value is followed through locals, helper functions, lambdas,
macros and reference parameters; the finding stands at the first place that is too narrow.

## Why it is wrong on AMD
HIP returns these masks as 64 bits, because a wave of gfx8 and gfx9 has 64 lanes; CUDA returns 32.
`unsigned b = __ballot(p);` compiles without a word and keeps lanes 0-31. Lanes 32-63 then count,
shift and elect with the votes of lanes 0-31: wrong counts, wrong offsets, and no leader at all when
no lower lane is active.

## Example
```cpp
unsigned votes = __ballot(value > limit);  // lanes 32-63 are lost
int before = __popc(votes & ((1u << (threadIdx.x & 31)) - 1));
```

## Use instead
```cpp
unsigned votes = hipshim::warp32::ballot(value > limit);  // the caller's 32 lanes
int before = __popc(votes & ((1u << (threadIdx.x & 31)) - 1));
```

## Fix safety
Safe where every use of the value reckons with 32 lanes: `hipshim::warp32::ballot` and its siblings
return the caller's half of the wave, which is what CUDA returns. Unsafe where the code also speaks
of the real wave (`warpSize`, `__lane_id()`, 64-lane arithmetic) or uses the 64-bit value as well:
then the type may have to grow instead. It has to where the vote is the mask of a shuffle whose lane
or distance is computed from `warpSize`.

## Not reported
* Votes of a cooperative tile of at most 32 lanes: they fit.
* A half chosen on purpose, `(unsigned)(ballot >> (lane & 32))`; the low half where the high half is
  taken too; one lane's bit; a test against zero.
* Code that only blocks of at most 32 threads reach, or only threads 0-31 of a block, or that stands
  under a test of the wave size.
* `__popc(__ballot(p))` and the like: see narrow-mask-op. `words[i >> 5] = __ballot(p)`: see
  packed-ballot-output.

## References
* HIP C++ language extensions, "Warp cross-lane functions":
  https://rocm.docs.amd.com/projects/HIP/en/latest/how-to/hip_cpp_language_extensions.html
* HIP porting guide, "Lane masks bit-shift":
  https://rocm.docs.amd.com/projects/HIP/en/latest/how-to/hip_porting_guide.html
* CUDA C++ Programming Guide, "Warp Vote Functions"
)md";

using namespace match;
using kf::kNone;
using kf::Op;

constexpr std::size_t kMostRelated = 12;

/// A place where a vote loses its upper half.
struct Cut {
  std::size_t function = 0;
  Where where;
  Origins origins;
  std::string what;       ///< subject of the message
  kf::Type type;          ///< what is too narrow
  kf::VarId var = kNone;  ///< the local that holds the rest
  bool is_explicit = false;
  bool tainted = false;
  bool doubtful = false;            ///< a constant keeps fewer than 32 lanes: perhaps on purpose
  std::vector<std::size_t> bodies;  ///< all functions in which the text is cut so
};

class Judge {
 public:
  Judge(const Context& context, const Rule& rule)
      : context_(context), rule_(rule), flow_(context.facts) {}

  void run(std::vector<Finding>& out) {
    for (std::size_t i = 0; i < flow_.functions().size(); ++i) find_cuts(i);
    std::erase_if(cuts_, [&](const Cut& cut) { return !in_every_variant(cut.bodies); });
    for (const std::vector<std::size_t>& group : groups()) out.push_back(report(group));
  }

 private:
  [[nodiscard]] const FunctionView& view(std::size_t i) const { return flow_.functions()[i]; }

  /// Some function among `bodies` is cut in each form that the passes saw.
  [[nodiscard]] bool in_every_variant(const std::vector<std::size_t>& bodies) const {
    return std::any_of(bodies.begin(), bodies.end(), [&](std::size_t i) {
      const auto& forms = flow_.variants(i);
      return std::all_of(forms.begin(), forms.end(), [&](std::size_t form) {
        return std::find(bodies.begin(), bodies.end(), form) != bodies.end();
      });
    });
  }

  // ---- where votes are cut ----

  void find_cuts(std::size_t i) {
    const FunctionView& v = view(i);
    const Function& f = *v.f;
    if (flow_.only_small_blocks(i)) return;
    for (ExprId id = 0; id < f.exprs.size(); ++id) {
      const Expr& e = f.exprs[id];
      if (!v.reached(id)) continue;
      if (e.op == Op::cast && is_narrow_integer(f.type_of(id)) && !e.args.empty())
        cast(i, id);
      else if (e.op == Op::assign && e.args.size() == 2 && is_narrow_integer(f.type_of(e.args[0])))
        assignment(i, id);
    }
    walk_stmts(f, [&](const kf::Stmt& s) {
      if (s.a == kNone) return;
      if (s.kind == kf::StmtKind::decl && s.var != kNone) {
        const kf::Var& var = f.vars[s.var];
        if (is_narrow_integer(f.types[var.type]))
          add(i, s.a, "`" + f.types[var.type].text + " " + var.name + "`", var.where,
              f.types[var.type], s.var, false);
      } else if (s.kind == kf::StmtKind::return_ && is_narrow_integer(f.types[f.return_type])) {
        add(i, s.a, "the `" + f.types[f.return_type].text + "` result of `" + f.name + "`", s.where,
            f.types[f.return_type], kNone, false);
      }
    });
  }

  /// Cuts without a cast: `bits |= __ballot(p)`, and patterns whose vote is type-dependent.
  void assignment(std::size_t i, ExprId id) {
    const Function& f = *view(i).f;
    const Expr& e = f.exprs[id];
    if (is_packed_store(view(i), id)) return;
    ExprId value = e.args[1];
    const Expr& computed = f.exprs[value];
    if (e.compound && computed.args.size() == 2 && computed.op != Op::shl && computed.op != Op::shr)
      value = computed.args[1];
    add(i, value, describe_place(f, e.args[0]), place_where(f, id), f.type_of(e.args[0]),
        root_if_local(f, e.args[0]), false);
  }

  void cast(std::size_t i, ExprId id) {
    const FunctionView& v = view(i);
    const Function& f = *v.f;
    const Expr& e = f.exprs[id];
    const Origins origins = flow_.carried(i, e.args[0]);
    if (origins.empty()) return;
    const ExprId user = v.user(id);
    const kf::Type& type = f.type_of(id);
    if (user != kNone && !e.explicit_cast && is_narrow_bit_op(f.exprs[user])) return;
    // `(int)(m >> lane) & 1`: one lane's bit.
    if (user != kNone && f.exprs[user].op == Op::bit_and && f.exprs[user].args.size() == 2
        && (constant(f, f.exprs[user].args[0]) == 1 || constant(f, f.exprs[user].args[1]) == 1))
      return;
    if (e.explicit_cast) {
      add(i, e.args[0], "the cast to `" + type.text + "`", e.where, type, holder(v, id), true);
      return;
    }
    if (user == kNone) {
      const kf::Stmt& s = v.statement(id);
      if (s.kind == kf::StmtKind::decl && s.var != kNone) {
        const kf::Var& var = f.vars[s.var];
        add(i, e.args[0], "`" + type.text + " " + var.name + "`", var.where, type, s.var, false);
      } else if (s.kind == kf::StmtKind::return_) {
        add(i, e.args[0], "the `" + type.text + "` result of `" + f.name + "`", s.where, type,
            kNone, false);
      } else {
        add(i, e.args[0], "`" + type.text + "`", e.where, type, kNone, false);
      }
      return;
    }
    const Expr& u = f.exprs[user];
    if (is_packed_store(v, user)) return;  // packed-ballot-output's
    if (u.op == Op::assign && u.args.size() == 2) {
      add(i, e.args[0], describe_place(f, u.args[0]), place_where(f, user), type,
          root_if_local(f, u.args[0]), false);
    } else if (u.op == Op::call) {
      argument(i, id, user);
    } else if (u.op == Op::atomic) {
      add(i, e.args[0], "the `" + type.text + "` operand of `" + u.text + "`", e.where, type, kNone,
          false);
    } else {
      add(i, e.args[0], "`" + type.text + "`", e.where, type, kNone, false);
    }
  }

  void argument(std::size_t i, ExprId id, ExprId call) {
    const FunctionView& v = view(i);
    const Function& f = *v.f;
    const Expr& c = f.exprs[call];
    ExprId top = id;
    while (v.parent[top] != call) top = v.parent[top];
    const auto at =
        static_cast<std::size_t>(std::find(c.args.begin(), c.args.end(), top) - c.args.begin());
    Where where = f.exprs[id].where;
    if (c.site != kNone) {
      const std::vector<Where>& written = f.sites[c.site].args;
      const std::size_t skip = c.compound ? 1 : 0;  // the object of a member call
      if (at >= skip && at - skip < written.size()) where = written[at - skip];
    }
    std::string what = "the `" + f.type_of(id).text + "` parameter of `" + c.text + "`";
    if (const auto to = flow_.target(c)) {
      const Function& callee = *view(*to).f;
      const std::size_t skip = c.compound ? 1 : 0;
      if (at >= skip && at - skip < callee.params.size())
        what = "parameter `" + f.type_of(id).text + " " + callee.vars[callee.params[at - skip]].name
               + "` of `" + callee.name + "`";
    }
    add(i, f.exprs[id].args[0], what, where, f.type_of(id), kNone, false);
  }

  /// The local that an explicit cast initialises or is assigned to.
  kf::VarId holder(const FunctionView& v, ExprId id) const {
    const ExprId user = v.user(id);
    if (user == kNone) {
      const kf::Stmt& s = v.statement(id);
      return s.kind == kf::StmtKind::decl ? s.var : kNone;
    }
    const Expr& u = v.f->exprs[user];
    return u.op == Op::assign && !u.args.empty() ? root_if_local(*v.f, u.args[0]) : kNone;
  }

  static kf::VarId root_if_local(const Function& f, ExprId place) {
    return f.exprs[place].op == Op::local ? f.exprs[place].var : kNone;
  }

  static Where place_where(const Function& f, ExprId assign) {
    const Where& place = f.exprs[f.exprs[assign].args[0]].where;
    return place.best().valid() ? place : f.exprs[assign].where;
  }

  std::string describe_place(const Function& f, ExprId place) const {
    const std::string text = shown_text(context_, f.exprs[place].where);
    const std::string type = f.type_of(place).text;
    return text.empty() ? "`" + type + "`" : "`" + text + "` (`" + type + "`)";
  }

  void add(std::size_t i, ExprId value, std::string what, const Where& where, const kf::Type& type,
           kf::VarId var, bool is_explicit) {
    const FunctionView& v = view(i);
    Origins origins = flow_.carried(i, value);
    if (origins.empty() || !is_reportable(context_.facts, v.f, where)) return;
    if (first_half_only(v, value) || under_wave_test(v, value)) return;
    if (flow_.upper_half_used(i, origins)) return;
    std::erase_if(origins, [&](std::uint32_t o) { return flow_.is_low(o); });
    if (origins.empty()) return;
    for (Cut& cut : cuts_) {
      // The same text in several instantiations.
      if (cut.where.best() == where.best()) {
        unite(cut.origins, origins);
        cut.bodies.push_back(i);
        return;
      }
    }
    const bool tainted = v.f->tainted || v.f->exprs[value].tainted;
    cuts_.push_back({i,
                     where,
                     std::move(origins),
                     std::move(what),
                     type,
                     var,
                     is_explicit,
                     tainted,
                     is_cut_by_constant(*v.f, value),
                     {i}});
  }

  // ---- one defect per vote ----

  std::vector<std::vector<std::size_t>> groups() {
    std::vector<std::size_t> leader(cuts_.size());
    std::iota(leader.begin(), leader.end(), std::size_t{0});
    const auto find = [&](std::size_t x) {
      while (leader[x] != x) x = leader[x];
      return x;
    };
    std::map<Span, std::size_t> first;
    for (std::size_t c = 0; c < cuts_.size(); ++c)
      for (const std::uint32_t o : cuts_[c].origins) {
        const auto [it, fresh] = first.emplace(flow_.written_at(o), c);
        if (!fresh) leader[find(c)] = find(it->second);
      }
    std::map<std::size_t, std::vector<std::size_t>> by_leader;
    for (std::size_t c = 0; c < cuts_.size(); ++c) by_leader[find(c)].push_back(c);
    std::vector<std::vector<std::size_t>> all;
    for (auto& [lead, members] : by_leader) {
      // The earliest cut: in the function of the vote, then by position.
      std::sort(members.begin(), members.end(),
                [&](std::size_t a, std::size_t b) { return order(cuts_[a]) < order(cuts_[b]); });
      all.push_back(members);
    }
    return all;
  }

  [[nodiscard]] std::tuple<int, std::string, std::uint32_t> order(const Cut& cut) const {
    const bool home = std::any_of(cut.origins.begin(), cut.origins.end(), [&](std::uint32_t o) {
      return flow_.origins()[o].function == cut.function;
    });
    const Span& at = cut.where.best();
    return {home ? 0 : 1, context_.facts.files[at.file].path, at.begin};
  }

  // ---- report ----

  Finding report(const std::vector<std::size_t>& group) {
    const Cut& cut = cuts_[group.front()];
    const Function& f = *view(cut.function).f;
    Origins origins;
    bool tainted = false;
    for (const std::size_t c : group) {
      unite(origins, cuts_[c].origins);
      tainted = tainted || cuts_[c].tainted;
    }
    const std::uint32_t source = cut.origins.front();
    const std::string name =
        written_name(context_, *flow_.view_of(source).f, flow_.origins()[source].vote);
    const unsigned kept = cut.type.bits();
    const std::string lost = "lanes " + std::to_string(kept) + "-63";
    Finding out = finding(rule_, cut.where, &f,
                          cut.what + " keeps " + std::to_string(kept) + " of the 64 lanes that "
                              + name + " returns on " + wave64_names(context_) + "; the votes of "
                              + lost + " are lost");
    out.targets = targets_with_wave(context_, 64);
    out.details.push_back("lane l votes in bit l of 64; " + cut.type.text + " has bits 0-"
                          + std::to_string(kept - 1));
    out.details.push_back("lanes 32-63 go on with the votes of lanes 0-31");
    if (tainted || cut.doubtful) out.confidence = Confidence::likely;
    if (cut.is_explicit && speaks_of_waves(view(cut.function))) out.confidence = Confidence::likely;

    std::vector<Span> seen = {cut.where.best()};
    const auto relate = [&](const Span& at, std::string message) {
      if (!at.valid() || std::find(seen.begin(), seen.end(), at) != seen.end()) return;
      seen.push_back(at);
      if (out.related.size() < kMostRelated) out.related.push_back({at, std::move(message)});
    };
    for (const std::uint32_t o : origins) {
      const Span at = flow_.written_at(o);
      if (at.file != cut.where.best().file
          || context_.sources.position(context_.facts.files[at.file].path, at.begin).line
                 != context_.sources
                        .position(context_.facts.files[cut.where.best().file].path,
                                  cut.where.best().begin)
                        .line)
        relate(at, "the vote of 64 lanes");
    }
    for (const std::size_t c : group) {
      // A mask of 32 bits that is then given to a *_sync call is a consequence of this.
      out.owns.push_back(cuts_[c].where.best());
      if (c != group.front())
        relate(cuts_[c].where.best(), cuts_[c].what + " keeps the lower half too");
      if (cuts_[c].var != kNone) uses(cuts_[c].function, cuts_[c].var, relate, out.owns);
    }
    own_narrow_ops(origins, relate, out.owns);
    if (!tainted) out.fixes = remedies(group, origins);
    return out;
  }

  /// Uses of the local that kept only a part.
  template <class Relate>
  void uses(std::size_t i, kf::VarId var, const Relate& relate, std::vector<Span>& owns) const {
    const FunctionView& v = view(i);
    const Function& f = *v.f;
    for (ExprId id = 0; id < f.exprs.size(); ++id) {
      const Expr& e = f.exprs[id];
      if (!v.reached(id) || e.op != Op::load || e.args.empty() || f.exprs[e.args[0]].op != Op::local
          || f.exprs[e.args[0]].var != var)
        continue;
      const ExprId user = v.user(id);
      Span at = e.where.best();
      std::string message = "used here";
      if (user != kNone) {
        const Expr& u = f.exprs[user];
        if (is_narrow_bit_op(u) || is_wide_bit_op(u)) {
          at = u.where.best();
          message = u.text + " sees lanes 0-31 only";
        } else if (u.op == Op::shl || u.op == Op::shr || u.op == Op::bit_and) {
          message = "tested as a set of 32 lanes";
        } else if (u.op == Op::cross && u.sync_form) {
          message = "names the lanes of " + written_name(context_, f, user);
        } else if (u.op == Op::assign || u.op == Op::atomic) {
          message = "stored here";
        } else if (u.op == Op::call) {
          message = "passed on to " + u.text;
        } else if (u.op == Op::eq || u.op == Op::ne) {
          message = "compared here";
        }
      } else if (v.statement(id).kind == kf::StmtKind::return_) {
        message = "returned here";
      }
      owns.push_back(at);
      relate(at, message);
    }
  }

  /// `__popc(m)` of the same 64-bit vote belongs to this defect.
  template <class Relate>
  void own_narrow_ops(const Origins& origins, const Relate& relate, std::vector<Span>& owns) const {
    for (std::size_t i = 0; i < flow_.functions().size(); ++i) {
      const FunctionView& v = view(i);
      for (ExprId id = 0; id < v.f->exprs.size(); ++id) {
        const Expr& e = v.f->exprs[id];
        if (!v.reached(id) || !is_narrow_bit_op(e) || e.args.empty()) continue;
        const ExprId inner = skip_casts(*v.f, e.args[0]);
        if (!intersects(flow_.carried(i, inner), origins)) continue;
        owns.push_back(e.where.best());
        relate(e.where.best(), e.text + " sees lanes 0-31 only");
      }
    }
  }

  // ---- remedies ----

  std::vector<Fix> remedies(const std::vector<std::size_t>& group, const Origins& origins) const {
    std::vector<Fix> fixes;
    if (auto narrow = warp32_fix(context_, flow_, origins)) {
      for (const std::size_t c : group)
        if (speaks_of_waves(view(cuts_[c].function)) || cuts_[c].type.bits() != 32)
          narrow->safety = Safety::unsafe;
      fixes.push_back(std::move(*narrow));
    }

    const Cut& cut = cuts_[group.front()];
    const Function& f = *view(cut.function).f;
    if (group.size() == 1 && cut.var != kNone && !cut.is_explicit) {
      const Span& type = f.vars[cut.var].type_where;
      const Where at{type, type, false};
      if (type.valid() && !f.vars[cut.var].where.in_macro_body && can_edit(context_.facts, at))
        fixes.push_back(
            {Safety::unsafe,
             "keep all 64 lanes: widen `" + f.vars[cut.var].name + "` (its uses must follow)",
             {{type, "unsigned long long"}},
             {}});
    }
    return fixes;
  }

  const Context& context_;
  const Rule& rule_;
  LaneMaskFlow flow_;
  std::vector<Cut> cuts_;
};

void judge(const Context& context, std::vector<Finding>& out);

}  // namespace

HIPAUDIT_RULE(rule_narrow_lane_mask) = {
    .id = "narrow-lane-mask",
    .topic = "masks",
    .summary = "a whole-wave vote is kept in fewer than 64 bits",
    .severity = Severity::error,
    .fix = Safety::safe,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls),
    .doc = kDoc,
    .judge = judge,
};

namespace {

void judge(const Context& context, std::vector<Finding>& out) {
  if (!any_wave(context.targets, 64)) return;
  Judge(context, rule_narrow_lane_mask).run(out);
}

}  // namespace
}  // namespace hipaudit
