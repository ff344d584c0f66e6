// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <map>
#include <string>
#include <vector>

#include "match/lane_masks.hpp"
#include "match/rule.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kDoc = R"md(
## What it finds
One atomic for many lanes: a vote (`__activemask`, `__ballot`, `__match_any`) names the lanes that
take part, the first of them (`__ffs(m) - 1`, lane 0, the one with nothing below it) adds
`__popc(m)` for all, `__shfl` hands the old value round, and each lane finds its place with
`__popc(m & below)`. Found over locals, helpers, lambdas, fields and macros, where the vote is kept in
32 bits or meets lanes that are counted to 31. The whole idiom is one finding.

## Why it is wrong on AMD
A wave of gfx8 and gfx9 holds two warps of CUDA. The vote has 64 bits; kept in 32 it names lanes 0-31
to both of them, so that lanes 32-63 add the count of lanes 0-31, read the base of lanes 0-31 and
write over their places. When no lane of 0-31 is active the mask is zero: nobody is elected, and the
updates of lanes 32-63 are lost. Where the mask keeps its 64 bits and the lane counts to 31, two lanes
add the count of all 64.

## Example
```cpp
unsigned peers = __activemask();
int leader = __ffs(peers) - 1;
int base = 0;
if (lane == leader) base = atomicAdd(counter, __popc(peers));
base = __shfl(base, leader);
int slot = base + __popc(peers & ((1u << lane) - 1));
```

## Use instead
```cpp
unsigned peers = hipshim::warp32::active_mask();
int leader = __ffs(peers) - 1;
int base = 0;
if (lane == leader) base = atomicAdd(counter, __popc(peers));
base = hipshim::warp32::shfl(base, leader);
int slot = base + __popc(peers & ((1u << lane) - 1));
```

## Fix safety
Safe: the votes and the shuffles of the idiom change together, to the warp of 32 lanes that the code
was written for. Shown only where the leader is compared with a lane of the real wave, which would
have to change as well. Unsafe where the code also speaks of the real wave (`warpSize`, `__lane_id()`,
64-lane arithmetic) or uses the 64-bit vote elsewhere.

## Not reported
* The idiom in 64 bits throughout: `__popcll`, `__ffsll`, a lane of the real wave.
* Groups of `cooperative_groups`: `coalesced_threads()` with its own rank, size and shuffle.
* Code that only blocks of at most 32 threads reach, or only threads 0-31 of a block, or that stands
  under a test of the wave size.
* An atomic whose operand is no count of a vote, or that no lane is elected for.

## References
* HIP C++ language extensions, "Warp cross-lane functions":
  https://rocm.docs.amd.com/projects/HIP/en/latest/how-to/hip_cpp_language_extensions.html
* NVIDIA Technical Blog, "CUDA Pro Tip: Optimized Filtering with Warp-Aggregated Atomics"
)md";

using namespace match;
using kf::kNone;
using kf::Op;

void judge(const Context& context, std::vector<Finding>& out);

}  // namespace

HIPAUDIT_RULE(rule_warp_aggregated_atomic) = {
    .id = "warp-aggregated-atomic",
    .topic = "masks",
    .summary = "one lane adds for a warp of 32 that is elected among 64",
    .severity = Severity::error,
    .fix = Safety::safe,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls),
    .doc = kDoc,
    .judge = judge,
};

namespace {

constexpr int kDepth = 8;  // locals and helpers that a count or a leader is followed through
constexpr std::size_t kMostRelated = 12;

bool counts_bits(const Expr& e) {
  return is_call(e, {"__popc", "__popcll", "__builtin_popcount", "__builtin_popcountl",
                     "__builtin_popcountll"});
}

bool finds_bit(const Expr& e) {
  return is_call(e, {"__ffs", "__ffsll", "__clz", "__clzll", "__builtin_ffs", "__builtin_ffsll",
                     "__builtin_clz", "__builtin_clzll", "__builtin_ctz", "__builtin_ctzll",
                     "__fns", "__fns64"});
}

/// atomicAdd, or a function of the project that is named for one.
bool is_atomic(const Expr& e) {
  if (e.op == Op::atomic) return e.atomic == kf::AtomicKind::add || e.atomic == kf::AtomicKind::sub;
  if (e.op != Op::call) return false;
  std::string lower = e.text;
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower.find("atomic") != std::string::npos && lower.find("add") != std::string::npos
         && e.args.size() >= 2;
}

/// What the elected lane is compared with.
struct Lanes {
  bool low = false;   ///< a lane that counts to 31
  bool wave = false;  ///< a lane of the real wave
};

struct Idiom {
  std::size_t function = 0;
  ExprId atomic = kNone;
  Origins votes;
  Lanes lanes;
  bool cut = false;  ///< the vote is kept in fewer than 64 bits; else the lane counts to 31
};

class Judge {
 public:
  explicit Judge(const Context& context)
      : context_(context), whole_(context.facts), parts_(context.facts, Follow::parts) {}

  void run(std::vector<Finding>& out) {
    std::map<Span, std::vector<Idiom>> found;
    for (std::size_t i = 0; i < parts_.functions().size(); ++i)
      for (ExprId id = 0; id < view(i).f->exprs.size(); ++id)
        if (auto idiom = idiom_at(i, id); idiom && in_every_variant(i, id))
          found[view(i).f->exprs[id].where.best()].push_back(std::move(*idiom));
    // One vote may serve several atomics.
    std::map<Span, std::size_t> by_vote;
    for (const auto& [at, idioms] : found) {
      Idiom all = idioms.front();
      for (const Idiom& other : idioms) unite(all.votes, other.votes);
      const Span key = parts_.written_at(all.votes.front());
      const auto [known, fresh] = by_vote.emplace(key, out.size());
      if (fresh) {
        out.push_back(report(all));
      } else {
        Finding& first = out[known->second];
        first.owns.push_back(at);
        const bool listed = std::any_of(first.related.begin(), first.related.end(),
                                        [&](const Related& r) { return r.span == at; });
        if (!listed) first.related.push_back({at, "this atomic too"});
      }
    }
  }

 private:
  [[nodiscard]] const FunctionView& view(std::size_t i) const { return parts_.functions()[i]; }

  // ---- recognising ----

  [[nodiscard]] std::optional<Idiom> idiom_at(std::size_t i, ExprId id) const {
    const FunctionView& v = view(i);
    const Expr& e = v.f->exprs[id];
    if (!is_atomic(e) || !v.reached(id) || !is_reportable(context_.facts, v.f, e.where))
      return std::nullopt;
    if (parts_.only_small_blocks(i) || first_half_only(v, id) || under_wave_test(v, id))
      return std::nullopt;
    Idiom idiom{i, id, {}, {}, false};
    for (std::size_t a = 1; a < e.args.size(); ++a)
      unite(idiom.votes, counted(i, e.args[a], kDepth, &idiom.cut));
    std::erase_if(idiom.votes, [&](std::uint32_t o) { return parts_.is_low(o); });
    if (idiom.votes.empty() || parts_.upper_half_used(i, idiom.votes)) return std::nullopt;
    if (!is_elected(i, id, idiom.votes, idiom.lanes)) return std::nullopt;
    if (!idiom.cut && !idiom.lanes.low) return std::nullopt;
    return idiom;
  }

  [[nodiscard]] bool in_every_variant(std::size_t i, ExprId id) const {
    const Span at = view(i).f->exprs[id].where.best();
    const auto& forms = parts_.variants(i);
    return std::all_of(forms.begin(), forms.end(), [&](std::size_t form) {
      if (form == i) return true;
      const Function& f = *view(form).f;
      for (ExprId other = 0; other < f.exprs.size(); ++other)
        if (f.exprs[other].where.best() == at && idiom_at(form, other)) return true;
      return false;
    });
  }

  /// Values that a place may hold: what the function stores to it, or what callers pass.
  template <class Visit>
  void values_of(std::size_t i, ExprId load, const Visit& visit) const {
    const FunctionView& v = view(i);
    const Function& f = *v.f;
    if (f.exprs[load].args.empty()) return;
    const Expr& place = f.exprs[f.exprs[load].args[0]];
    if (place.op == Op::member) return fields_of(parts_.field_of(f, f.exprs[load].args[0]), visit);
    if (place.op != Op::local) return;
    walk_stmts(f, [&](const kf::Stmt& s) {
      if (s.kind == kf::StmtKind::decl && s.var == place.var && s.a != kNone) visit(i, s.a);
    });
    for (ExprId id = 0; id < f.exprs.size(); ++id) {
      const Expr& e = f.exprs[id];
      if (e.op == Op::assign && e.args.size() == 2 && v.reached(id)
          && f.exprs[e.args[0]].op == Op::local && f.exprs[e.args[0]].var == place.var)
        visit(i, e.args[1]);
    }
    const auto param = std::find(f.params.begin(), f.params.end(), place.var);
    if (param == f.params.end()) return;
    for (const auto& [caller, call] : parts_.calls_of(i)) {
      const Expr& c = view(caller).f->exprs[call];
      const std::size_t skip = c.compound ? 1 : 0;
      const auto at = static_cast<std::size_t>(param - f.params.begin()) + skip;
      if (at < c.args.size() && c.args[at] != kNone) visit(caller, c.args[at]);
    }
  }

  template <class Visit>
  void fields_of(const std::string& field, const Visit& visit) const {
    if (field.empty()) return;
    for (std::size_t i = 0; i < parts_.functions().size(); ++i) {
      const Function& f = *view(i).f;
      for (ExprId id = 0; id < f.exprs.size(); ++id) {
        const Expr& e = f.exprs[id];
        if (e.op == Op::assign && e.args.size() == 2 && view(i).reached(id)
            && f.exprs[e.args[0]].op == Op::member && parts_.field_of(f, e.args[0]) == field)
          visit(i, e.args[1]);
      }
    }
  }

  template <class Visit>
  void results_of(const Expr& call, const Visit& visit) const {
    const auto to = parts_.target(call);
    if (!to) return;
    walk_stmts(*view(*to).f, [&](const kf::Stmt& s) {
      if (s.kind == kf::StmtKind::return_ && s.a != kNone) visit(*to, s.a);
    });
  }

  /// Votes whose lanes this value counts. `cut` is set where fewer than 64 bits are counted.
  Origins counted(std::size_t i, ExprId id, int depth, bool* cut) const {
    Origins all;
    if (id == kNone || depth == 0) return all;
    id = skip_casts(*view(i).f, id);
    const Expr& e = view(i).f->exprs[id];
    const auto more = [&](std::size_t at, ExprId value) {
      unite(all, counted(at, value, depth - 1, cut));
    };
    if (counts_bits(e) && !e.args.empty()) {
      const ExprId mask = is_narrow_bit_op(e) ? skip_implicit(*view(i).f, e.args[0]) : e.args[0];
      all = parts_.carried(i, mask);
      if (cut != nullptr && !all.empty() && (is_narrow_bit_op(e) || whole_.carried(i, mask) != all))
        *cut = true;
      return all;
    }
    switch (e.op) {
    case Op::add:
    case Op::sub:
    case Op::mul:
    case Op::neg:
    case Op::comma:
      for (const ExprId arg : e.args) more(i, arg);
      break;
    case Op::select:
      for (std::size_t a = 1; a < e.args.size(); ++a) more(i, e.args[a]);
      break;
    case Op::load: values_of(i, id, more); break;
    case Op::call: results_of(e, more); break;
    default: break;
    }
    return all;
  }

  /// Votes whose first or last lane this value names.
  Origins named(std::size_t i, ExprId id, int depth) const {
    Origins all;
    if (id == kNone || depth == 0) return all;
    id = skip_casts(*view(i).f, id);
    const Expr& e = view(i).f->exprs[id];
    const auto more = [&](std::size_t at, ExprId value) {
      unite(all, named(at, value, depth - 1));
    };
    if (finds_bit(e) && !e.args.empty())
      return parts_.carried(i, skip_implicit(*view(i).f, e.args[0]));
    switch (e.op) {
    case Op::add:
    case Op::sub:
    case Op::bit_xor:
      for (const ExprId arg : e.args) more(i, arg);
      break;
    case Op::load: values_of(i, id, more); break;
    case Op::call: results_of(e, more); break;
    default: break;
    }
    return all;
  }

  /// A lane among those of the vote is chosen by this condition. `lanes` tells
  /// what it is compared with.
  bool elects(std::size_t i, ExprId id, const Origins& votes, Lanes& lanes, int depth) const {
    if (id == kNone || depth == 0) return false;
    const FunctionView& v = view(i);
    id = skip_casts(*v.f, id);
    const Expr& e = v.f->exprs[id];
    const auto inner = [&](ExprId arg) { return elects(i, arg, votes, lanes, depth - 1); };
    switch (e.op) {
    case Op::logical_not:
      if (!e.args.empty() && is_warp_lane(v, e.args[0])) return lanes.low = true;
      return !e.args.empty()
             && (intersects(counted(i, e.args[0], kDepth, nullptr), votes) || inner(e.args[0]));
    case Op::eq:
    case Op::ne: {
      for (std::size_t side = 0; side < 2 && e.args.size() == 2; ++side) {
        const ExprId lane = e.args[1 - side];
        if (intersects(named(i, e.args[side], kDepth), votes)) {
          lanes.low = lanes.low || is_warp_lane(v, lane);
          lanes.wave = lanes.wave || is_wave_lane(v, lane);
          return true;
        }
        const bool zero = constant(*v.f, e.args[side]) == 0;
        if (zero && is_warp_lane(v, lane)) return lanes.low = true;
        if (zero && is_wave_lane(v, lane)) return lanes.wave = true;
        // Nothing of the vote lies below this lane.
        if (zero && intersects(counted(i, lane, kDepth, nullptr), votes)) return true;
        if (zero && intersects(parts_.carried(i, lane), votes)
            && v.f->exprs[v.resolve(lane)].op == Op::bit_and)
          return true;
      }
      return false;
    }
    case Op::logical_and:
    case Op::logical_or: return std::any_of(e.args.begin(), e.args.end(), inner);
    case Op::load: {
      bool found = false;
      values_of(i, id, [&](std::size_t at, ExprId value) {
        found = found || elects(at, value, votes, lanes, depth - 1);
      });
      return found;
    }
    case Op::call: {
      bool found = false;
      results_of(e, [&](std::size_t at, ExprId value) {
        found = found || elects(at, value, votes, lanes, depth - 1);
      });
      return found;
    }
    default: return false;
    }
  }

  bool is_elected(std::size_t i, ExprId atomic, const Origins& votes, Lanes& lanes,
                  int depth = 3) const {
    const FunctionView& v = view(i);
    for (ExprId below = atomic, up = v.parent[below]; up != kNone; below = up, up = v.parent[up]) {
      const Expr& e = v.f->exprs[up];
      const bool after = (e.op == Op::select || e.op == Op::logical_and) && e.args[0] != below;
      if (after && elects(i, e.args[0], votes, lanes, kDepth)) return true;
    }
    for (const Guard& g : v.guards[v.owner[atomic]])
      if (elects(i, g.condition, votes, lanes, kDepth)) return true;
    // The helper adds; its caller elects.
    if (depth == 0) return false;
    return std::any_of(parts_.calls_of(i).begin(), parts_.calls_of(i).end(), [&](const auto& call) {
      return is_elected(call.first, call.second, votes, lanes, depth - 1);
    });
  }

  // ---- reporting ----

  /// What belongs to the idiom: everything that looks at the vote, and the shuffles that hand the
  /// result round.
  struct Partner {
    std::size_t function = 0;
    ExprId id = kNone;
    std::string says;
    bool renamed = false;
  };

  [[nodiscard]] std::vector<Partner> partners(const Idiom& idiom) const {
    std::vector<Partner> out;
    for (std::size_t i = 0; i < parts_.functions().size(); ++i) {
      const FunctionView& v = view(i);
      const Function& f = *v.f;
      for (ExprId id = 0; id < f.exprs.size(); ++id) {
        if (!v.reached(id)) continue;
        const Expr& e = f.exprs[id];
        const auto looks_at = [&](std::size_t arg) {
          return arg < e.args.size() && e.args[arg] != kNone
                 && intersects(parts_.carried(i, e.args[arg]), idiom.votes);
        };
        if (finds_bit(e) && looks_at(0)) {
          out.push_back({i, id, "the lane that is elected", false});
        } else if (counts_bits(e) && looks_at(0)) {
          const bool below = f.exprs[v.resolve(e.args[0])].op == Op::bit_and;
          out.push_back(
              {i, id, below ? "the place of each lane" : "the lanes that are counted", false});
        } else if (e.op == Op::cross && e.sync_form && looks_at(0) && !is_vote(i, id)) {
          out.push_back({i, id, "among these lanes", true});
        } else if (is_shuffle(e) && e.tile == 0 && hands_round(i, e, idiom)) {
          const auto width =
              e.args.size() > 3 && e.args[3] != kNone ? constant(f, e.args[3]) : std::nullopt;
          out.push_back({i, id, "the result is handed round", !width || *width > 32});
        }
      }
    }
    return out;
  }

  [[nodiscard]] bool is_vote(std::size_t i, ExprId id) const {
    return std::any_of(parts_.origins().begin(), parts_.origins().end(),
                       [&](const Origin& o) { return o.function == i && o.vote == id; });
  }

  [[nodiscard]] bool hands_round(std::size_t i, const Expr& shuffle, const Idiom& idiom) const {
    if (shuffle.args.size() < 3) return false;
    if (intersects(named(i, shuffle.args[2], kDepth), idiom.votes)) return true;
    // base = __shfl(base, 0), where the elected lane is the first
    bool handed = false;
    const ExprId value = skip_casts(*view(i).f, shuffle.args[1]);
    if (i != idiom.function || view(i).f->exprs[value].op != Op::load) return false;
    values_of(i, value, [&](std::size_t at, ExprId stored) {
      walk(*view(at).f, stored,
           [&](ExprId e) { handed = handed || (at == idiom.function && e == idiom.atomic); });
    });
    return handed;
  }

  Finding report(const Idiom& idiom) const {
    const FunctionView& v = view(idiom.function);
    const Function& f = *v.f;
    const Expr& atomic = f.exprs[idiom.atomic];
    const std::uint32_t source = idiom.votes.front();
    const std::string vote =
        written_name(context_, *parts_.view_of(source).f, parts_.origins()[source].vote);
    const std::string names = wave64_names(context_);
    const std::string what =
        idiom.cut ? "one lane adds for the lanes of " + vote + ", of which 32 of 64 are kept on "
                        + names + ": lanes 32-63 add, share and place by lanes 0-31"
                  : "one lane adds for all 64 lanes of " + vote + " on " + names
                        + ", elected by a lane number that ends at 31: both halves add";
    Finding out = finding(rule_warp_aggregated_atomic, atomic.where, &f, what);
    out.targets = targets_with_wave(context_, 64);
    out.details.push_back("lanes 0-31 and lanes 32-63 are two warps of CUDA: two leaders, two "
                          "counts, two bases");
    if (idiom.cut)
      out.details.push_back("with no active lane among 0-31 the mask is 0: no leader, and the "
                            "updates of lanes 32-63 are lost");

    Fix fix{Safety::safe,
            "elect, count and share in the caller's 32 lanes with hipshim::warp32",
            {},
            {}};
    bool whole = true;
    bool tainted = f.tainted || atomic.tainted;
    bool waves = speaks_of_waves(v);
    std::vector<Span> seen = {atomic.where.best()};
    const auto relate = [&](const Span& at, const std::string& message) {
      out.owns.push_back(at);
      if (!at.valid() || std::find(seen.begin(), seen.end(), at) != seen.end()) return;
      seen.push_back(at);
      if (out.related.size() < kMostRelated) out.related.push_back({at, message});
    };
    const auto rename = [&](std::size_t i, ExprId id) {
      const Function& in = *view(i).f;
      const auto edit = to_warp32(context_.facts, in, id);
      if (!edit || !fits_a_warp(view(i), in.exprs[id])) {
        whole = false;
        return;
      }
      waves = waves || speaks_of_waves(view(i));
      if (std::find(fix.edits.begin(), fix.edits.end(), *edit) == fix.edits.end())
        fix.edits.push_back(*edit);
      const auto include = include_for(in.sites[in.exprs[id].site].callee, "hipshim/warp32.hpp");
      if (std::find(fix.includes.begin(), fix.includes.end(), include) == fix.includes.end())
        fix.includes.push_back(include);
    };
    const Origins votes = parts_.written_alike(idiom.votes);
    for (const std::uint32_t o : votes) {
      const Origin& origin = parts_.origins()[o];
      relate(view(origin.function).f->exprs[origin.vote].where.best(), "the vote of 64 lanes");
      tainted = tainted || parts_.vote(o).tainted;
      if (parts_.vote(o).text == "__ballot64") fix.safety = Safety::unsafe;
      rename(origin.function, origin.vote);
    }
    for (const Partner& p : partners(idiom)) {
      const Expr& e = view(p.function).f->exprs[p.id];
      tainted = tainted || e.tainted;
      relate(e.where.best(), p.says);
      if (p.renamed) rename(p.function, p.id);
    }
    own_holders(votes, out.owns);
    if (tainted) {
      out.confidence = Confidence::likely;
      return out;
    }
    // In 32 lanes nobody above lane 31 of the wave would be elected: the lane has to change too.
    if (!whole || fix.edits.empty() || idiom.lanes.wave) return out;
    if (waves || !whole_.only_narrow_uses(votes)) fix.safety = Safety::unsafe;
    out.fixes.push_back(std::move(fix));
    return out;
  }

  /// A shuffle that has no width, or one of at most 32.
  static bool fits_a_warp(const FunctionView& v, const Expr& cross) {
    if (!is_shuffle(cross) || cross.args.size() < 4 || cross.args[3] == kNone) return true;
    const auto width = constant(*v.f, cross.args[3]);
    return width && *width <= 32;
  }

  /// Whatever keeps or passes on the votes: nobody else need speak of it.
  void own_holders(const Origins& votes, std::vector<Span>& owns) const {
    for (std::size_t i = 0; i < parts_.functions().size(); ++i) {
      const FunctionView& v = view(i);
      const Function& f = *v.f;
      const auto keeps = [&](ExprId id) { return intersects(parts_.carried(i, id), votes); };
      walk_stmts(f, [&](const kf::Stmt& s) {
        if (s.a == kNone || !keeps(s.a)) return;
        if (s.kind == kf::StmtKind::decl && s.var != kNone)
          owns.push_back(f.vars[s.var].where.best());
        if (s.kind == kf::StmtKind::return_) owns.push_back(s.where.best());
      });
      for (ExprId id = 0; id < f.exprs.size(); ++id) {
        const Expr& e = f.exprs[id];
        if (!v.reached(id)) continue;
        if (e.op == Op::assign && e.args.size() == 2 && keeps(e.args[1]))
          owns.push_back(f.exprs[e.args[0]].where.best());
        const bool looks = e.op == Op::cast || e.op == Op::bit_and || e.op == Op::load
                           || e.op == Op::eq || e.op == Op::ne || e.op == Op::bit_xor;
        if (looks && std::any_of(e.args.begin(), e.args.end(), [&](ExprId a) {
              return a != kNone && keeps(a);
            }))
          owns.push_back(e.where.best());
      }
    }
    std::erase_if(owns, [](const Span& s) { return !s.valid(); });
  }

  const Context& context_;
  LaneMaskFlow whole_;
  LaneMaskFlow parts_;
};

void judge(const Context& context, std::vector<Finding>& out) {
  if (!any_wave(context.targets, 64)) return;
  const bool any = std::any_of(
      context.facts.functions.begin(), context.facts.functions.end(),
      [](const Function& f) { return std::any_of(f.exprs.begin(), f.exprs.end(), is_atomic); });
  if (any) Judge(context).run(out);
}

}  // namespace
}  // namespace hipaudit
