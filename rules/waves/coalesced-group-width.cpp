// SPDX-License-Identifier: Apache-2.0
// Decides whether a coalesced group is taken to have at most 32 threads.
#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>

#include "match/wave_guard.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kDoc = R"md(
## What it finds

`coalesced_threads()` taken to be a group of at most 32 threads: its vote kept in 32 bits
(`unsigned m = group.ballot(p)`), its size compared with 32, arrays of 32 elements indexed by its
`thread_rank()`, and `1u << group.thread_rank()`.

## Why it is wrong on AMD

The group is the active lanes of the wave, up to 64 on gfx90a, gfx942 and the other GFX9 targets. `ballot()`
returns 64 bits, of which 32 are lost without a warning; `size() == 32` is false when all lanes are there; rank
32 and up leave an array of 32, and shifted by as much a 32-bit value is undefined.

## Example

```cpp
auto group = cg::coalesced_threads();
const unsigned votes = group.ballot(p);
const int before = __popc(votes & ((1u << group.thread_rank()) - 1));
```

## Use instead

```cpp
auto group = cg::coalesced_threads();
const unsigned long long votes = group.ballot(p);
const int before = __popcll(votes & ((1ull << group.thread_rank()) - 1));
```

## Fix safety

Unsafe: a variable of 32 bits becomes one of 64, the counts of it become `__popcll` and `__ffsll`, and `1u`
becomes `1ull`. Shown only where the narrow value is stored or handed on.

## Not reported

- tiles: `tiled_partition<32>` has 32 threads on every target, and a coalesced group that a tile of at most 32
  was cut from
- where only lanes 0-31 or blocks of 32 threads can be
- an array of 32 whose index is cut to it: `slots[group.thread_rank() % 32]`

## References

- HIP documentation, "Cooperative groups": coalesced groups; amd_hip_cooperative_groups.h
- CUDA C++ Programming Guide, "Coalesced Groups"
)md";

using namespace match;
using kf::kNone;
using kf::Op;

void judge(const Context& context, std::vector<Finding>& out);

}  // namespace

HIPAUDIT_RULE(rule_coalesced_group_width) = {
    .id = "coalesced-group-width",
    .topic = "waves",
    .summary = "coalesced_threads() is taken to have at most 32 threads",
    .severity = Severity::error,
    .fix = Safety::unsafe,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls),
    .doc = kDoc,
    .judge = judge,
};

namespace {

bool is_coalesced(const kf::Type& type) {
  return type.text.find("coalesced_group") != std::string::npos;
}

class Judge {
 public:
  explicit Judge(const Context& context) : context_(context), flow_(context.facts) {}

  void run(std::vector<Finding>& out) {
    if (!any_wave(context_.targets, 64)) return;
    for (std::size_t i = 0; i < flow_.functions().size(); ++i) {
      const FunctionView& view = flow_.functions()[i];
      if (flow_.only_small_blocks(i) || !compiled_for(context_, *view.f, 64)) continue;
      // One group taken for 32 threads is one mistake, wherever its width matters.
      std::map<kf::VarId, std::map<Span, Finding>> by_group;
      for (ExprId id = 0; id < view.f->exprs.size(); ++id)
        if (auto found = judge_expr(view, id)) {
          const Span at = found->where.best();
          by_group[group_of(view, id)].emplace(at, std::move(*found));
        }
      for (auto& [group, places] : by_group) {
        if (group == kNone)
          for (auto& [span, place] : places) out.push_back(std::move(place));
        else
          out.push_back(merged(places));
      }
    }
  }

 private:
  enum class Group : std::uint8_t { no, maybe, whole };

  /// Whether the group in this variable is the active lanes of a whole wave.
  static Group group_in(const FunctionView& view, kf::VarId var) {
    const Function& f = *view.f;
    if (var == kNone || !is_coalesced(f.types[f.vars[var].type])) return Group::no;
    const ExprId initial = initial_of(f, var);
    if (initial == kNone)
      return f.vars[var].storage == kf::Storage::param ? Group::maybe : Group::no;
    return made_by(view, initial);
  }

  /// What the group is made from: groups are asked and handed on by reference, not changed.
  static ExprId initial_of(const Function& f, kf::VarId var) {
    for (const Expr& e : f.exprs)
      if (e.op == Op::assign && !e.args.empty() && f.exprs[e.args[0]].op == Op::local
          && f.exprs[e.args[0]].var == var)
        return kNone;
    for (const kf::Stmt& s : f.stmts)
      if (s.kind == kf::StmtKind::decl && s.var == var) return s.a;
    return kNone;
  }

  static Group made_by(const FunctionView& view, ExprId id) {
    const Function& f = *view.f;
    const Expr& e = f.exprs[view.resolve(id)];
    if (is_call(e, {"coalesced_threads"})) return Group::whole;
    if (e.op == Op::local) return group_in(view, e.var);
    // binary_partition of a whole group; tiled_partition(group, 16) cuts it.
    if (is_call(e, {"binary_partition"}) && !e.args.empty() && is_coalesced(f.type_of(e.args[0])))
      return made_by(view, e.args[0]);
    return Group::no;
  }

  /// The group that a member call such as group.size() is made on.
  static Group object(const FunctionView& view, const Expr& e) {
    if (e.op != Op::call || !e.compound || e.args.empty()) return Group::no;
    const Function& f = *view.f;
    const ExprId at = skip_casts(f, e.args[0]);
    const Expr& o = f.exprs[at];
    if (!is_coalesced(f.type_of(at))) return Group::no;
    if (o.op == Op::local) return group_in(view, o.var);
    return made_by(view, at);
  }

  static Group rank_of_group(const FunctionView& view, ExprId id) {
    const Expr& e = view.f->exprs[view.resolve(id)];
    return is_call(e, {"thread_rank"}) ? object(view, e) : Group::no;
  }

  static Group vote_of_group(const FunctionView& view, ExprId id) {
    const Expr& e = view.f->exprs[id];
    if (e.op != Op::cross || e.tile != 255 || e.dependent) return Group::no;
    if (e.cross != kf::CrossKind::ballot && e.cross != kf::CrossKind::match_any
        && e.cross != kf::CrossKind::match_all)
      return Group::no;
    // cg::coalesced_threads().ballot(p)
    return e.var == kNone ? Group::whole : group_in(view, e.var);
  }

  std::optional<Finding> judge_expr(const FunctionView& view, ExprId id) const {
    const Function& f = *view.f;
    if (!view.reached(id) || !is_reportable(context_.facts, &f, f.exprs[id].where))
      return std::nullopt;
    std::optional<Finding> found = narrow_vote(view, id);
    if (!found) found = full_size(view, id);
    if (!found) found = small_array(view, id);
    if (!found) found = rank_bit(view, id);
    if (!found || first_half_only(view, id) || chosen_by_wave(context_, view, id))
      return std::nullopt;
    found->targets = targets_with_wave(context_, 64);
    if (f.tainted || f.exprs[id].tainted) found->confidence = Confidence::likely;
    if (f.tainted || f.exprs[id].tainted) found->fixes.clear();
    return found;
  }

  /// The variable that holds the group which this place is about.
  static kf::VarId group_of(const FunctionView& view, ExprId id) {
    const Function& f = *view.f;
    if (f.exprs[id].op == Op::cross) return f.exprs[id].var;
    kf::VarId var = kNone;
    for (const ExprId arg : f.exprs[id].args) {
      const Expr& call = f.exprs[view.resolve(arg)];
      if (call.op != Op::call || !call.compound || call.args.empty()) continue;
      const Expr& group = f.exprs[skip_casts(f, call.args[0])];
      if (group.op == Op::local && is_coalesced(f.types[f.vars[group.var].type])) var = group.var;
    }
    return var;
  }

  /// The first place carries the finding; a remedy is one for all of them.
  static Finding merged(std::map<Span, Finding>& places) {
    Finding out = std::move(places.begin()->second);
    bool all = !out.fixes.empty();
    for (auto at = std::next(places.begin()); at != places.end(); ++at) {
      Finding& other = at->second;
      out.related.push_back({at->first, other.message});
      out.owns.push_back(at->first);
      out.confidence = std::min(out.confidence, other.confidence);
      all = all && !other.fixes.empty();
      if (!all) continue;
      for (const Edit& edit : other.fixes.front().edits)
        if (std::find(out.fixes.front().edits.begin(), out.fixes.front().edits.end(), edit)
            == out.fixes.front().edits.end())
          out.fixes.front().edits.push_back(edit);
    }
    if (all && places.size() > 1) out.fixes.front().title = "count the group in 64 bits";
    if (!all) out.fixes.clear();
    return out;
  }

  Finding start(const FunctionView& view, ExprId id, Group group, std::string message) const {
    Finding out =
        finding(rule_coalesced_group_width, view.f->exprs[id].where, view.f, std::move(message));
    if (group == Group::maybe) out.confidence = Confidence::likely;
    out.details.push_back("coalesced_threads() is the active lanes of the wave: up to 64 on "
                          + wave64_names(context_) + ", up to 32 on CUDA");
    return out;
  }

  /// `unsigned m = group.ballot(p)`, `__popc(group.ballot(p))`
  std::optional<Finding> narrow_vote(const FunctionView& view, ExprId id) const {
    const Function& f = *view.f;
    const Group group = vote_of_group(view, id);
    if (group == Group::no) return std::nullopt;
    ExprId cut = id;
    for (ExprId up = view.parent[id]; up != kNone && f.exprs[up].op == Op::cast;
         up = view.parent[up]) {
      cut = up;
      if (is_narrow_integer(f.type_of(up))) break;
    }
    if (!is_narrow_integer(f.type_of(cut))) return std::nullopt;
    Finding out =
        start(view, id, group,
              "`" + shown_text(context_, f.exprs[id].where) + "` speaks of up to 64 threads and "
                  + std::to_string(f.type_of(cut).bits()) + " bits of it are kept");
    widen(view, cut, out);
    return out;
  }

  /// Widen the local that takes the vote, and the counts of it.
  void widen(const FunctionView& view, ExprId cut, Finding& out) const {
    const Function& f = *view.f;
    const kf::Stmt& s = view.statement(cut);
    const bool declares = s.kind == kf::StmtKind::decl && s.var != kNone && s.a == cut;
    if (!declares || f.exprs[cut].explicit_cast) return;
    const kf::Var& var = f.vars[s.var];
    if (var.is_const && view.once[s.var] == kNone) return;
    if (!var.type_where.valid() || f.vars[s.var].where.in_macro_body) return;
    const std::string path = context_.facts.files[var.type_where.file].path;
    std::string_view type = context_.sources.text(path, var.type_where.begin, var.type_where.end);
    const bool is_const = type.starts_with("const ");
    if (is_const) type.remove_prefix(6);
    if (type != "unsigned" && type != "int" && type != "unsigned int" && type != "uint32_t") return;
    Fix fix{Safety::unsafe, "keep 64 bits of the vote", {}, {}};
    fix.edits.push_back(
        {var.type_where, is_const ? "const unsigned long long" : "unsigned long long"});
    for (ExprId id = 0; id < f.exprs.size(); ++id) {
      const Expr& e = f.exprs[id];
      if (e.op != Op::local || e.var != s.var || !view.reached(id)) continue;
      if (!widen_use(view, id, fix)) return;
    }
    out.fixes.push_back(std::move(fix));
  }

  /// What takes the local can be made to take 64 bits.
  bool widen_use(const FunctionView& view, ExprId local, Fix& fix) const {
    const Function& f = *view.f;
    for (ExprId at = view.parent[local]; at != kNone; at = view.parent[at]) {
      const Expr& e = f.exprs[at];
      if (is_call(e, {"__popc", "__ffs"}) && e.site != kNone) {
        const Edit edit = rename_callee(f.sites[e.site], e.text + "ll");
        if (!can_edit(context_.facts, f.sites[e.site].callee)) return false;
        if (std::find(fix.edits.begin(), fix.edits.end(), edit) == fix.edits.end())
          fix.edits.push_back(edit);
        return true;
      }
      if (e.op == Op::eq || e.op == Op::ne || e.op == Op::logical_not) return true;
      if (e.op != Op::load && e.op != Op::cast && e.op != Op::bit_and && e.op != Op::sub)
        return false;
      if (e.op == Op::cast && e.explicit_cast) return false;
    }
    return false;
  }

  /// `group.size() == 32`
  std::optional<Finding> full_size(const FunctionView& view, ExprId id) const {
    const Function& f = *view.f;
    const Expr& e = f.exprs[id];
    if (e.op < Op::lt || e.op > Op::ne || e.args.size() != 2) return std::nullopt;
    for (const std::size_t side : {0U, 1U}) {
      const auto limit = constant(f, e.args[1 - side]);
      const Expr& count = f.exprs[view.resolve(e.args[side])];
      if (!is_call(count, {"size", "num_threads"})) continue;
      const Group group = object(view, count);
      const bool equality = e.op == Op::eq || e.op == Op::ne;
      const bool least = side == 0
                         && ((e.op == Op::lt && limit == 32) || (e.op == Op::ge && limit == 32)
                             || (e.op == Op::gt && limit == 31));
      if (group == Group::no || !((equality && limit == 32) || least)) continue;
      // What warpSize decides is a question of its own, and 32 in both worlds.
      return start(view, id, group,
                   "`" + shown_text(context_, e.where)
                       + "` asks for a whole warp of 32, and the group has up to 64 threads on "
                       + wave64_names(context_));
    }
    return std::nullopt;
  }

  /// `slots[group.thread_rank()]` of 32 elements
  std::optional<Finding> small_array(const FunctionView& view, ExprId id) const {
    const Function& f = *view.f;
    const Expr& e = f.exprs[id];
    if (e.op != Op::index || e.args.size() != 2) return std::nullopt;
    const Group group = rank_of_group(view, e.args[1]);
    if (group == Group::no) return std::nullopt;
    std::size_t depth = 1;
    ExprId base = skip_casts(f, e.args[0]);
    while (f.exprs[base].op == Op::index && !f.exprs[base].args.empty()) {
      base = skip_casts(f, f.exprs[base].args[0]);
      ++depth;
    }
    const Expr& array = f.exprs[base];
    if (array.op != Op::local && array.op != Op::global) return std::nullopt;
    if (array.var == kNone || f.vars[array.var].extents.size() < depth) return std::nullopt;
    if (f.vars[array.var].extents[depth - 1] != 32) return std::nullopt;
    return start(view, id, group,
                 "`" + f.vars[array.var].name + "` has 32 elements and `"
                     + shown_text(context_, f.exprs[e.args[1]].where) + "` reaches 63 on "
                     + wave64_names(context_));
  }

  /// `1u << group.thread_rank()`
  std::optional<Finding> rank_bit(const FunctionView& view, ExprId id) const {
    const Function& f = *view.f;
    const Expr& e = f.exprs[id];
    if ((e.op != Op::shl && e.op != Op::shr) || e.args.size() != 2
        || !is_narrow_integer(f.type_of(id)) || !constant(f, e.args[0]))
      return std::nullopt;
    const Group group = rank_of_group(view, e.args[1]);
    if (group == Group::no) return std::nullopt;
    Finding out =
        start(view, id, group,
              "`" + shown_text(context_, e.where) + "` has " + std::to_string(f.type_of(id).bits())
                  + " bits and the rank reaches 63 on " + wave64_names(context_));
    const Expr& one = f.exprs[skip_implicit(f, e.args[0])];
    if (e.op == Op::shl && one.op == Op::constant && one.value == 1 && one.var == kNone
        && !one.where.in_macro_body && can_edit(context_.facts, one.where))
      out.fixes.push_back({Safety::unsafe, "shift 64 bits", {{one.where.best(), "1ull"}}, {}});
    return out;
  }

  const Context& context_;
  LaneMaskFlow flow_;
};

void judge(const Context& context, std::vector<Finding>& out) { Judge(context).run(out); }

}  // namespace
}  // namespace hipaudit
