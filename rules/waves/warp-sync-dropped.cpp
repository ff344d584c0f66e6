// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "match/memory.hpp"
#include "match/rule.hpp"
#include "match/waits.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kDoc = R"md(
## What it finds
Lanes that exchange values through memory with nothing that keeps the order:
* `__syncwarp`, or a project's own name for it, defined as nothing for HIP (an empty macro, `do {}
  while (0)`, an empty function) and used between a store and another lane's load, or between a load
  and another lane's store of something else, with no barrier that keeps these in order as well;
* the tail of a reduction without `volatile` and without a sync between its steps
  (`if (t < 32) { s[t] += s[t + 16]; s[t] += s[t + 8]; ... }`), also as a loop;
* a volatile tail that more threads run than a wave has (`if (t < 64)`), on targets with waves of 32.

## Why it is wrong on AMD
Lanes of a wave run in step, but the compiler does not: for one thread `s[t]` and `s[t + 8]` are two
places, so that it may load both before it stores the first. `__syncwarp` costs no instruction on AMD;
it is what forbids that. And two waves of 32 are not in step at all: what was tuned for 64 lanes races.

## Example
```cpp
#define __syncwarp(...)                       // "waves run in lockstep"
s[lane] += s[lane + 16]; __syncwarp();
s[lane] += s[lane + 8];                       // may read what was there before
```

## Use instead
```cpp
#define __syncwarp(...) hipshim::warp32::sync()
```
or no definition at all on ROCm 7.0 and later, which has `__syncwarp`. For a tail:
```cpp
float v = s[t] + s[t + 16];
hipshim::warp32::sync();
s[t] = v;
hipshim::warp32::sync();
```
or `hipshim::block::reduce_sum`, or shuffles.

## Fix safety
Safe for the definition: `hipshim::warp32::sync` is `__syncwarp` on CUDA and a fence without an
instruction on AMD. Unsafe for a tail: a sync is put between its steps, which keeps them in order on
AMD; on NVIDIA since Volta each step needs another between its load and its store.

## Not reported
* A dropped `__syncwarp` with no store before it and no load of another element behind it: beside
  shuffles it has nothing to keep in order. Nor has it where a `__syncthreads` stands between it and
  the store or the load.
* A dropped `__syncwarp` between loads and the store of what is computed from them: lanes in step
  have all loaded before any of them stores. The same where the compiler cannot tell that a thread's
  load and store are of two elements.
* Volatile tails of 32 threads, tails with `__syncwarp` or `__syncthreads` between the steps.
* Definitions that hold a fence.

## References
* HIP documentation, "HIP C++ language extensions", `__syncwarp`: ROCm 7.0 and later.
* LLVM AMDGPU usage, memory model: a fence of scope "wavefront" emits no instruction.
* Measured: clang 22 for gfx90a loads all elements of the tail (`ds_read2_b32`) before its one
  `ds_write_b32`.
* CUDA C++ Programming Guide, "Independent Thread Scheduling": warp-synchronous code is unsafe.
)md";

using namespace match;
using kf::CrossKind;
using kf::kNone;
using kf::Op;
using kf::StmtId;
using kf::StmtKind;
using kf::VarId;

void judge(const Context& context, std::vector<Finding>& out);

}  // namespace

HIPAUDIT_RULE(rule_warp_sync_dropped) = {
    .id = "warp-sync-dropped",
    .topic = "waves",
    .summary = "lanes exchange values through memory without a warp sync",
    .severity = Severity::error,
    .fix = Safety::safe,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls) | bit(FactKind::macros),
    .doc = kDoc,
    .judge = judge,
};

namespace {

/// Nothing is left of a macro's replacement: "", "((void)0)", "do { } while (0)", "{}".
bool is_nothing(std::string_view body) {
  std::string text;
  for (const char c : body)
    if (c != ' ' && c != '\\') text += c;
  return text.empty() || text == "(void)0" || text == "((void)0)" || text == "dowhile(0)"
         || text == "do{}while(0)" || text == "{}" || text == "do{}while(false)" || text == "0";
}

/// A store to or a load from an element that other lanes can reach.
struct Access {
  VarId root = kNone;
  ExprId index = kNone;         ///< the last one
  std::vector<ExprId> outer{};  ///< those before it
  ExprId at = kNone;
  bool store = false;
  bool is_volatile = false;
};

class Accesses {
 public:
  explicit Accesses(const FunctionView& view) : view_(view) {}

  std::vector<Access> all() const {
    std::vector<Access> out;
    for (ExprId id = 0; id < view_.f->exprs.size(); ++id)
      if (view_.reached(id))
        if (const auto access = of(id)) out.push_back(*access);
    return out;
  }

  std::optional<Access> of(ExprId id) const {
    const Function& f = *view_.f;
    const Expr& e = f.exprs[id];
    const bool store = e.op == Op::assign;
    if ((!store && e.op != Op::load) || e.args.empty()) return std::nullopt;
    const Expr& place = f.exprs[e.args[0]];
    if (place.op != Op::index || place.args.size() != 2) return std::nullopt;
    const auto spot = placed_spot(view_, e.args[0]);
    if (!spot || spot->root != Spot::Root::variable) return std::nullopt;
    const kf::Var& var = f.vars[spot->var];
    const bool shared =
        var.storage == kf::Storage::shared || var.storage == kf::Storage::dynamic_shared;
    const bool pointer =
        var.storage == kf::Storage::param && f.types[var.type].kind == kf::TypeKind::pointer;
    if (!shared && !pointer) return std::nullopt;
    const kf::Type& type = f.type_of(e.args[0]);
    Access out{spot->var, place.args[1], {}, id, store, var.is_volatile || type.is_volatile};
    if (!spot->indices.empty()) out.outer.assign(spot->indices.begin(), spot->indices.end() - 1);
    return out;
  }

  /// The same element in every thread.
  bool same_element(const Access& a, const Access& b) const {
    return same_row(a, b) && same_value(view_, a.index, b.index);
  }
  bool same_row(const Access& a, const Access& b) const {
    return std::ranges::equal(a.outer, b.outer,
                              [&](ExprId x, ExprId y) { return same_value(view_, x, y); });
  }

  /// For one thread, two elements for certain: `s[t]` beside `s[t + 8]` or `s[t ^ 1]`.
  bool two_elements(const Access& a, const Access& b) const {
    if (!same_row(a, b)) return false;
    const auto [x, by_x] = offset(a.index);
    const auto [y, by_y] = offset(b.index);
    if (by_x != by_y
        && ((x == kNone && y == kNone) || (x != kNone && y != kNone && same_value(view_, x, y))))
      return true;
    return is_flipped(a.index, b.index) || is_flipped(b.index, a.index);
  }

 private:
  /// What a constant is added to, and the constant.
  std::pair<ExprId, std::int64_t> offset(ExprId id) const {
    const Function& f = *view_.f;
    if (const auto value = constant(f, id)) return {kNone, *value};
    id = view_.resolve(id);
    const Expr& e = f.exprs[id];
    if ((e.op == Op::add || e.op == Op::sub) && e.args.size() == 2) {
      if (const auto by = constant(f, e.args[1])) return {e.args[0], e.op == Op::add ? *by : -*by};
      if (const auto by = constant(f, e.args[0]); by && e.op == Op::add) return {e.args[1], *by};
    }
    return {id, 0};
  }
  /// `id` is `base ^ 1`.
  bool is_flipped(ExprId id, ExprId base) const {
    const Function& f = *view_.f;
    const Expr& e = f.exprs[view_.resolve(id)];
    if (e.op != Op::bit_xor || e.args.size() != 2) return false;
    for (const std::size_t side : {0U, 1U})
      if (const auto bits = constant(f, e.args[side]);
          bits && *bits != 0 && same_value(view_, e.args[1 - side], base))
        return true;
    return false;
  }

  const FunctionView& view_;
};

/// The ways between places of one function, and the barriers on them.
class Ways {
 public:
  Ways(const LaneMaskFlow& flow, std::size_t function) : view_(flow.functions()[function]) {
    for (ExprId id = 0; id < view_.f->exprs.size(); ++id) {
      const Expr& e = view_.f->exprs[id];
      if (!view_.reached(id)) continue;
      const auto target = e.op == Op::call ? flow.target(e) : std::nullopt;
      if (orders(e) || (target && always_orders(flow.functions()[*target])))
        barriers_.push_back(id);
    }
  }

  /// A thread can come from one place to the other with no barrier on its way.
  bool open(const Span& from, const Span& to) const {
    if (from.begin <= to.begin && !cut(from.begin, to.begin, {from, to})) return true;
    // In a loop, by its next turn.
    return std::ranges::any_of(view_.f->stmts, [&](const kf::Stmt& s) {
      const Span& loop = s.where.expansion;
      return s.kind == StmtKind::loop && loop.contains(from) && loop.contains(to)
             && !cut(from.begin, loop.end, {from}) && !cut(loop.begin, to.begin, {to});
    });
  }

 private:
  static bool orders(const Expr& e) {
    return (e.op == Op::cross && (e.cross == CrossKind::barrier || e.cross == CrossKind::sync_warp))
           || is_call(e, {"__threadfence", "__threadfence_block", "__builtin_amdgcn_fence",
                          "__builtin_amdgcn_s_barrier", "__builtin_amdgcn_wave_barrier"});
  }
  static bool always_orders(const FunctionView& view) {
    for (ExprId id = 0; id < view.f->exprs.size(); ++id)
      if (view.reached(id) && orders(view.f->exprs[id])
          && std::ranges::all_of(view.around[view.owner[id]], [&](StmtId s) {
               return view.f->stmts[s].kind == StmtKind::block;
             }))
        return true;
    return false;
  }

  /// A barrier between two offsets. It counts when who is at one of `ends` comes to it for certain.
  bool cut(std::uint32_t begin, std::uint32_t end, std::initializer_list<Span> ends) const {
    return std::ranges::any_of(barriers_, [&](ExprId id) {
      const std::uint32_t at = view_.f->exprs[id].where.expansion.begin;
      if (at <= begin || at >= end) return false;
      return std::ranges::all_of(view_.around[view_.owner[id]], [&](StmtId around) {
        const kf::Stmt& s = view_.f->stmts[around];
        return s.kind == StmtKind::block || std::ranges::any_of(ends, [&](const Span& place) {
                 return s.where.expansion.contains(place);
               });
      });
    });
  }

  const FunctionView& view_;
  std::vector<ExprId> barriers_;
};

/// One step of a tail: `s[t] += s[t + 16];`, perhaps behind an `if`.
struct Step {
  StmtId statement = kNone;
  bool plain = false;   ///< an expression statement of its own
  bool one_row = true;  ///< of an array of rows, the loads are in the row that is written
  Access store;
  std::vector<Access> loads;  ///< of other elements
};

struct Tail {
  std::size_t function = 0;
  std::vector<Step> steps;
  bool loop = false;
  bool widened = false;  ///< volatile, and run by more than 32 threads
};

class Judge {
 public:
  explicit Judge(const Context& context) : context_(context), flow_(context.facts) {}

  void run(std::vector<Finding>& out) {
    macros();
    functions();
    for (std::size_t i = 0; i < flow_.functions().size(); ++i) tails(i);
    for (auto& [span, finding] : found_) out.push_back(std::move(finding));
  }

 private:
  // ---- definitions that drop the sync ----

  /// What the sync at `at` keeps in order; nothing where it has nothing to keep.
  std::optional<std::string> keeps_order(std::size_t function, const Span& at) const {
    const FunctionView& view = flow_.functions()[function];
    const Function& f = *view.f;
    const Ways ways(flow_, function);
    const Accesses accesses(view);
    const std::vector<Access> all = accesses.all();
    std::vector<bool> before;
    std::vector<bool> after;
    for (const Access& access : all) {
      const Span& place = f.exprs[access.at].where.expansion;
      before.push_back(ways.open(place, at));
      after.push_back(ways.open(at, place));
    }
    for (std::size_t s = 0; s < all.size(); ++s)
      for (std::size_t l = 0; l < all.size(); ++l) {
        const Access& store = all[s];
        const Access& load = all[l];
        if (!store.store || load.store || load.root != store.root || load.is_volatile) continue;
        if (accesses.same_element(load, store)) continue;
        if (before[s] && after[l]) return "a lane reads what another stored before this";
        // What is stored may come from the load, which then is done in all lanes.
        const auto is_load = [&](std::size_t g, ExprId id) {
          return g == function && id == load.at;
        };
        if (before[l] && after[s] && accesses.two_elements(load, store)
            && !stems_from(flow_, function, f.exprs[store.at].args[1], is_load))
          return "a lane stores what another read before this";
      }
    return std::nullopt;
  }

  std::vector<Related> uses_of(const MacroFact& definition) const {
    std::vector<Related> out;
    for (const MacroFact& fact : context_.facts.macros) {
      if (fact.kind != MacroFact::Kind::used || fact.name != definition.name) continue;
      if (fact.definition != definition.where.spelling) continue;
      const Span& at = fact.where.expansion;
      for (std::size_t i = 0; i < flow_.functions().size(); ++i) {
        if (!flow_.functions()[i].f->body.contains(at)) continue;
        auto order = keeps_order(i, at);
        if (!order) continue;
        const bool known = std::ranges::any_of(out, [&](const Related& other) {
          return other.span.file == at.file && other.span.begin == at.begin;
        });
        if (!known) out.push_back({at, std::move(*order)});
      }
    }
    return out;
  }

  void macros() {
    for (const MacroFact& fact : context_.facts.macros) {
      if (fact.kind != MacroFact::Kind::defined || !fact.function_like) continue;
      if (!names_a_warp_sync(fact.name) || !is_nothing(fact.body)) continue;
      if (!is_reportable(context_.facts, nullptr, fact.where)) continue;
      std::vector<Related> uses = uses_of(fact);
      if (uses.empty()) continue;
      Finding out = finding(
          rule_warp_sync_dropped, fact.where, nullptr,
          "`" + fact.name + "` is defined as nothing, and "
              + (uses.size() == 1 ? "one use stands" : std::to_string(uses.size()) + " uses stand")
              + " between a store and the load of another lane, which the "
                "compiler may now exchange");
      out.details.push_back("a warp sync costs no instruction on AMD: it is what keeps the "
                            "compiler from moving memory accesses across it");
      out.related = std::move(uses);
      if (auto fix = define_as_sync(fact)) out.fixes.push_back(std::move(*fix));
      found_.emplace(fact.where.best(), std::move(out));
    }
  }

  std::optional<Fix> define_as_sync(const MacroFact& fact) const {
    if (!can_edit(context_.facts, fact.where) || fact.where.in_macro_body) return std::nullopt;
    Span at = fact.body_span;
    std::string text = "hipshim::warp32::sync()";
    if (fact.body.empty()) {
      // Behind the parameters.
      const Span& name = fact.where.best();
      const std::string& path = context_.facts.files[name.file].path;
      const std::string_view behind = context_.sources.text(path, name.end, name.end + 200);
      const auto close = behind.find(')');
      if (!behind.starts_with("(") || close == std::string_view::npos) return std::nullopt;
      at = {name.file, name.end + static_cast<std::uint32_t>(close) + 1, 0};
      at.end = at.begin;
      text = " " + text;
    }
    if (!at.valid()) return std::nullopt;
    return Fix{Safety::safe,
               "define it as hipshim::warp32::sync",
               {{at, text}},
               {include_for(fact.where, "hipshim/warp32.hpp")}};
  }

  void functions() {
    for (std::size_t i = 0; i < flow_.functions().size(); ++i) {
      const Function& f = *flow_.functions()[i].f;
      if (f.root == kNone || !f.stmts[f.root].body.empty()) {
        // The body is a block in the root's block.
        bool empty = f.root != kNone;
        if (empty)
          walk_stmts(f, [&](const kf::Stmt& s) { empty = empty && s.kind == StmtKind::block; });
        if (!empty) continue;
      }
      if (!names_a_warp_sync(unqualified(f.name)) || !is_reportable(context_.facts, &f, f.where))
        continue;
      Finding out = finding(rule_warp_sync_dropped, f.where, &f,
                            "`" + std::string(unqualified(f.name))
                                + "` does nothing, and stands between a store and the load of "
                                  "another lane, which the compiler may now exchange");
      for (const auto& [caller, call] : flow_.calls_of(i)) {
        const FunctionView& view = flow_.functions()[caller];
        const Span& at = view.f->exprs[call].where.expansion;
        if (!view.reached(call)) continue;
        if (auto order = keeps_order(caller, at)) out.related.push_back({at, std::move(*order)});
      }
      if (out.related.empty()) continue;
      // What is empty here may be the other branch of an #if.
      const std::string& path = context_.facts.files[f.body.file].path;
      const std::string_view text = context_.sources.text(path, f.body.begin, f.body.end);
      const bool whole = text.find('#') == std::string_view::npos;
      if (whole && !f.tainted && can_edit(context_.facts, f.where) && !f.where.in_macro_body)
        out.fixes.push_back({Safety::safe,
                             "call hipshim::warp32::sync",
                             {{f.body, "{ hipshim::warp32::sync(); }"}},
                             {include_for(f.where, "hipshim/warp32.hpp")}});
      found_.emplace(f.where.best(), std::move(out));
    }
  }

  // ---- tails without a sync ----

  /// Something that keeps the order, or that may.
  static bool syncs(const Function& f, const kf::Stmt& s) {
    bool found = s.kind == StmtKind::asm_ || s.kind == StmtKind::opaque;
    for (const ExprId root : {s.a, s.b})
      walk(f, root, [&](ExprId id) {
        const Expr& e = f.exprs[id];
        found = found || e.op == Op::atomic || e.op == Op::cross
                || (e.op == Op::call && e.text.find("max") == std::string::npos
                    && e.text.find("min") == std::string::npos);
      });
    for (const StmtId id : s.body) found = found || syncs(f, f.stmts[id]);
    for (const StmtId id : s.other) found = found || syncs(f, f.stmts[id]);
    return found;
  }

  std::optional<Step> step_of(const FunctionView& view, StmtId id) const {
    const Function& f = *view.f;
    const kf::Stmt* s = &f.stmts[id];
    Step step;
    step.statement = id;
    step.plain = s->kind == StmtKind::eval;
    // if (blockSize >= 32) s[t] += s[t + 16];
    while ((s->kind == StmtKind::if_ && s->other.empty() && s->body.size() == 1)
           || (s->kind == StmtKind::block && s->body.size() == 1))
      s = &f.stmts[s->body[0]];
    if (s->kind != StmtKind::eval || s->a == kNone || syncs(f, f.stmts[id])) return std::nullopt;
    const Accesses accesses(view);
    const auto store = accesses.of(s->a);
    if (!store || !store->store) return std::nullopt;
    step.store = *store;
    walk(f, s->a, [&](ExprId at) {
      const auto load = accesses.of(at);
      if (!load || load->store || load->root != store->root) return;
      if (accesses.same_element(*load, *store)) return;
      step.loads.push_back(*load);
      step.one_row = step.one_row && accesses.same_row(*load, *store);
    });
    return step.loads.empty() || !step.one_row ? std::nullopt : std::optional(step);
  }

  void tails(std::size_t function) {
    const FunctionView& view = flow_.functions()[function];
    const Function& f = *view.f;
    if (f.root == kNone || !is_reportable(context_.facts, &f, f.where)) return;
    Uniformity u(flow_, function, block_shape(context_.facts, flow_, function), 32);
    for (StmtId id = 0; id < f.stmts.size(); ++id) {
      const kf::Stmt& s = f.stmts[id];
      if (s.kind == StmtKind::loop) loop_tail(function, u, id);
      Tail tail;
      tail.function = function;
      for (const StmtId child : s.body) {
        const auto step = step_of(view, child);
        const bool goes_on =
            step && !tail.steps.empty() && step->store.root == tail.steps.back().store.root;
        if (!goes_on) {
          straight_tail(u, tail);
          tail.steps.clear();
        }
        if (step) tail.steps.push_back(*step);
      }
      straight_tail(u, tail);
    }
  }

  /// Distance between the element that is read and the one that is written, when it is constant.
  static std::optional<std::int64_t> distance(Uniformity& u, const Access& load,
                                              const Access& store) {
    const Function& f = *u.view().f;
    if (u.is_exact(load.index) && u.is_exact(store.index)) {
      const Column from = u.column(load.index);
      const Column to = u.column(store.index);
      const std::int64_t first = *from[0] - *to[0];
      for (std::size_t t = 0; t < from.size(); ++t)
        if (*from[t] - *to[t] != first) return std::nullopt;
      return first;
    }
    // s[i + 16] beside s[i], of an index that is not known.
    const Expr& sum = f.exprs[u.view().resolve(load.index)];
    if (sum.op != Op::add || sum.args.size() != 2) return std::nullopt;
    const auto value = constant(f, sum.args[1]);
    const Expr& base = f.exprs[u.view().resolve(sum.args[0])];
    const Expr& index = f.exprs[u.view().resolve(store.index)];
    const bool same = base.op == Op::load && index.op == Op::load && !base.args.empty()
                      && f.exprs[base.args[0]].op == Op::local
                      && f.exprs[index.args[0]].op == Op::local
                      && f.exprs[base.args[0]].var == f.exprs[index.args[0]].var;
    return same ? value : std::nullopt;
  }

  void straight_tail(Uniformity& u, const Tail& tail) {
    if (tail.steps.size() < 2) return;
    // Halving distances within a wave: 32, 16, 8 ...
    std::vector<std::int64_t> distances;
    for (const Step& step : tail.steps) {
      const auto d = distance(u, step.loads[0], step.store);
      if (!d || *d < 1 || *d > 64) return;
      if (!distances.empty() && *d * 2 != distances.back()) return;
      distances.push_back(*d);
    }
    const auto& guards = u.view().guards[tail.steps[0].statement];
    const std::vector<bool> here = u.reach(guards);
    const auto active = static_cast<std::size_t>(std::ranges::count(here, true));
    if (!tail.steps[0].store.is_volatile && !tail.steps[0].loads[0].is_volatile) {
      // Threads of several waves: a missing barrier, and no affair of the wave.
      const auto last = std::find(here.rbegin(), here.rend(), true);
      const bool guarded = active < here.size();
      if (guarded && static_cast<std::size_t>(here.rend() - last) > 64) return;
      if (!guarded && tail.steps.size() < 4) return;
      report(tail, distances);
      return;
    }
    if (!any_wave(context_.targets, 32) || active <= 32 || active >= here.size()) return;
    if (races_across_waves(u, tail, here)) {
      Tail widened = tail;
      widened.widened = true;
      report(widened, distances);
    }
  }

  /// A thread of one 32-lane wave reads what a thread of another writes in these steps.
  static bool races_across_waves(Uniformity& u, const Tail& tail, const std::vector<bool>& here) {
    std::map<std::int64_t, std::size_t> writer;
    for (const Step& step : tail.steps) {
      if (!u.is_exact(step.store.index)) return false;
      const Column& to = u.column(step.store.index);
      for (std::size_t t = 0; t < to.size(); ++t)
        if (here[t]) writer.emplace(*to[t], t);
    }
    for (const Step& step : tail.steps)
      for (const Access& load : step.loads) {
        if (!u.is_exact(load.index)) return false;
        const Column& from = u.column(load.index);
        for (std::size_t t = 0; t < 32; ++t) {
          const auto by = here[t] ? writer.find(*from[t]) : writer.end();
          if (by != writer.end() && by->second >= 32) return true;
        }
      }
    return false;
  }

  /// `for (int d = 16; d > 0; d >>= 1) s[t] += s[t + d];` behind `t < 32`.
  void loop_tail(std::size_t function, Uniformity& u, StmtId id) {
    const FunctionView& view = u.view();
    const Function& f = *view.f;
    const kf::Stmt& s = f.stmts[id];
    if (syncs(f, s)) return;
    const std::vector<bool> here = u.reach(view.guards[id]);
    const auto last = std::find(here.rbegin(), here.rend(), true);
    const auto end = static_cast<std::size_t>(here.rend() - last);
    if (end > 64 || end < 2 || std::ranges::count(here, true) < 2) return;
    std::vector<StmtId> body = s.body;
    while (body.size() == 1 && f.stmts[body[0]].kind == StmtKind::block)
      body = f.stmts[body[0]].body;
    if (body.size() != 1) return;
    const auto step = step_of(view, body[0]);
    if (!step || step->store.is_volatile || step->loads[0].is_volatile) return;
    if (u.grain(step->store.index) != Grain::lane) return;
    if (step->loads.size() != 1) return;
    // s[t + d], s[t ^ d] beside s[t], of a distance that changes from turn to turn.
    const Expr& sum = f.exprs[view.resolve(step->loads[0].index)];
    if ((sum.op != Op::add && sum.op != Op::sub && sum.op != Op::bit_xor) || sum.args.size() != 2)
      return;
    const std::size_t side = same_value(view, sum.args[0], step->store.index) ? 1 : 0;
    if (side == 0 && !same_value(view, sum.args[1], step->store.index)) return;
    const Expr& by = f.exprs[skip_casts(f, sum.args[side])];
    if (by.op != Op::load || f.exprs[by.args[0]].op != Op::local) return;
    bool moves = false;
    walk(f, s.b, [&](ExprId b) {
      const Expr& a = f.exprs[b];
      moves = moves
              || (a.op == Op::assign && f.exprs[a.args[0]].op == Op::local
                  && f.exprs[a.args[0]].var == f.exprs[by.args[0]].var);
    });
    if (!moves) return;
    Tail tail;
    tail.function = function;
    tail.loop = true;
    tail.steps.push_back(*step);
    report(tail, {});
  }

  void report(const Tail& tail, const std::vector<std::int64_t>& distances) {
    const FunctionView& view = flow_.functions()[tail.function];
    const Function& f = *view.f;
    const Step& first = tail.steps.front();
    const Where& where = f.exprs[first.store.at].where;
    const std::string array = f.vars[first.store.root].name;
    std::string message =
        "lanes exchange `" + array + "` in " + std::to_string(tail.steps.size())
        + " steps with no sync between them and without volatile: the compiler may load for all "
          "steps before it stores";
    if (tail.loop)
      message =
          "lanes exchange `" + array
          + "` in each turn with no sync between the turns and without volatile: the compiler "
            "may load for the next before it stores";
    if (tail.widened)
      message = "more than 32 threads run these steps on `" + array
                + "` without a barrier: they are two waves on "
                + joined(targets_with_wave(context_, 32)) + ", which are not in step";
    Finding out = finding(rule_warp_sync_dropped, where, &f, message);
    if (tail.widened) {
      out.targets = targets_with_wave(context_, 32);
      out.details.push_back("lanes 0-31 read elements that threads 32 and up write");
    }
    if (!distances.empty()) {
      std::string list;
      for (const std::int64_t d : distances) list += (list.empty() ? "" : ", ") + std::to_string(d);
      out.details.push_back("distances " + list);
    }
    for (std::size_t i = 1; i < tail.steps.size(); ++i)
      out.related.push_back({f.exprs[tail.steps[i].store.at].where.best(), "next step"});
    if (f.tainted) out.confidence = Confidence::likely;
    if (auto fix = sync_between(tail); fix && !f.tainted && !tail.widened)
      out.fixes.push_back(std::move(*fix));
    found_.emplace(where.best(), std::move(out));
  }

  static std::string joined(const std::vector<std::string>& names) {
    std::string out;
    for (const std::string& name : names) out += (out.empty() ? "" : " and ") + name;
    return out;
  }

  std::optional<Fix> sync_between(const Tail& tail) const {
    if (tail.loop) return std::nullopt;
    const Function& f = *flow_.functions()[tail.function].f;
    Fix fix{Safety::unsafe, "put hipshim::warp32::sync() between the steps", {}, {}};
    for (const Step& step : tail.steps) {
      const Where& where = f.stmts[step.statement].where;
      if (!step.plain || !can_edit(context_.facts, where) || where.in_macro_body)
        return std::nullopt;
      const Span& span = where.best();
      const std::string& path = context_.facts.files[span.file].path;
      const std::string_view behind = context_.sources.text(path, span.end, span.end + 8);
      if (!behind.starts_with(";")) return std::nullopt;
      fix.edits.push_back({{span.file, span.end + 1, span.end + 1}, " hipshim::warp32::sync();"});
    }
    fix.includes.push_back(
        include_for(f.stmts[tail.steps[0].statement].where, "hipshim/warp32.hpp"));
    return fix;
  }

  const Context& context_;
  LaneMaskFlow flow_;
  std::map<Span, Finding> found_;
};

void judge(const Context& context, std::vector<Finding>& out) { Judge(context).run(out); }

}  // namespace
}  // namespace hipaudit
