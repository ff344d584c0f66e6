// SPDX-License-Identifier: Apache-2.0
// A reduction over the block, in two stages through shared memory.
#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "lanes/guards.hpp"
#include "lanes/idiom_search.hpp"
#include "lanes/readers.hpp"

namespace hipaudit::lanes {

namespace {

/// A search for reductions of the block in one function.
class BlockReduce {
 public:
  using List = std::vector<StmtId>;

  BlockReduce(const Program& program, const Layout& layout, const std::vector<Idiom>& known)
      : program_(program), f_(layout.f), layout_(layout), known_(known) {}

  std::optional<Idiom> from(const List& list, const std::vector<std::optional<Idiom>>& at,
                            std::size_t first) {
    const Idiom& one = *at[first];
    if (one.kind != IdiomKind::reduce || one.values.size() != 1) return std::nullopt;
    const Combined& c = one.values.front();
    const VarId value = local_of(f_, c.place);
    if (c.width != kLanes || value == kNone) return std::nullopt;
    std::size_t i = one.range.last + 1;
    const auto skip = [&] {
      while (i < list.size() && is_neutral(list[i])) ++i;
      return i < list.size();
    };
    if (!skip()) return std::nullopt;
    const auto partial = stores_partial(list[i], value);
    if (!partial) return std::nullopt;
    const VarId array = partial->array;
    const StmtId store = list[i++];
    if (!skip()) return std::nullopt;
    const Stmt& barrier = f_.stmts[list[i]];
    if (barrier.kind != StmtKind::eval || barrier.a == kNone || f_.exprs[barrier.a].op != Op::cross
        || f_.exprs[barrier.a].cross != CrossKind::barrier || !f_.exprs[barrier.a].args.empty())
      return std::nullopt;
    const std::size_t barrier_at = i++;

    // The load, here or in an `if`; the second stage behind it, here or in an `if`.
    const List* load_list = &list;
    const List* stage_list = &list;
    ExprId condition = kNone;
    StmtId load_statement = kNone;
    std::size_t stage_at = 0;
    if (i >= list.size()) return std::nullopt;
    std::optional<Load> load;
    while (i < list.size() && !(load = loads_partial(list[i], array)) && is_neutral(list[i])) ++i;
    if (i >= list.size()) return std::nullopt;
    const Idiom* two = nullptr;
    if (load) {
      load_statement = list[i++];
      if (i >= list.size()) return std::nullopt;
      if (at[i]) {
        two = &*at[i];
        stage_at = i;
      } else if (const List* inner = inner_list(f_.stmts[list[i]])) {
        two = known_at(inner, 0);
        stage_list = inner;
        condition = f_.stmts[list[i]].a;
      }
    } else if (const List* inner = inner_list(f_.stmts[list[i]])) {
      std::size_t k = 0;
      while (k < inner->size() && !(load = loads_partial((*inner)[k], array))
             && is_neutral((*inner)[k]))
        ++k;
      if (!load) return std::nullopt;
      load_list = stage_list = inner;
      load_statement = (*inner)[k];
      condition = f_.stmts[list[i]].a;
      stage_at = k + 1;
      two = known_at(inner, stage_at);
    }
    if (two == nullptr || two->kind != IdiomKind::reduce || two->values.size() != 1)
      return std::nullopt;
    const Combined& d = two->values.front();
    if (d.op != c.op || local_of(f_, d.place) != load->var) return std::nullopt;
    const kf::Type& stored = f_.types[f_.vars[array].type];
    if (stored.text != c.type.text || d.type.text != c.type.text) return std::nullopt;
    for (ExprId id = 0; id < f_.exprs.size(); ++id)
      if (f_.exprs[id].op == Op::local && f_.exprs[id].var == array && layout_.owner[id] != kNone
          && layout_.owner[id] != load_statement
          && !(layout_.position_of(id) >= layout_.position[store]
               && layout_.position_of(id) < layout_.end[store]))
        return std::nullopt;
    const auto whole = whole_warps(*load, condition, d.width);
    if (!whole) return std::nullopt;

    Idiom out;
    out.kind = IdiomKind::block_reduce;
    out.f = &f_;
    out.values = {d};
    out.values.front().every_lane = true;
    out.input = c.place;
    out.shared = array;
    out.filler = load->filler;
    out.steps = one.steps + two->steps;
    out.deltas = one.deltas;
    out.shuffles = one.shuffles;
    out.shuffles.insert(out.shuffles.end(), two->shuffles.begin(), two->shuffles.end());
    out.by_mask = one.by_mask || two->by_mask;
    out.compares = one.compares || two->compares;
    out.range = {&list, first, barrier_at};
    if (load_list == &list) {
      out.range.last = stage_list == &list ? two->range.last : i - 1;
      // An `if` around nothing but the second stage belongs to it.
      const bool alone = two->range.first == 0 && two->range.last + 1 == stage_list->size();
      if (stage_list != &list && alone) out.range.last = i;
      if (stage_list != &list && !alone) out.second = two->range;
    } else {
      const auto at_load = std::find(load_list->begin(), load_list->end(), load_statement);
      out.second = {load_list, static_cast<std::size_t>(at_load - load_list->begin()),
                    two->range.last};
    }
    out.load = load_statement;
    out.orders_memory = one.orders_memory || two->orders_memory || shares_more(f_, array);
    // Who reads the result, or what the variable holds where there is none.
    const bool one_row = partial->one_row;
    const bool all = whole->all;
    const bool every = d.every_lane;
    const unsigned width = d.width;
    Readers readers(
        program_,
        [=](const SampleThread& t) {
          const unsigned lane = t.linear() % kLanes;
          if (one_row && t.block.y > 1) return true;
          return (all || t.linear() / kLanes == 0) && (every ? lane < width : lane == 0);
        },
        kLanes);
    const std::uint32_t end = layout_.end[(*two->range.list)[two->range.last]];
    const std::uint32_t begin = layout_.position[list[first]];
    out.reader = readers.of_variable(layout_, load->var, end, begin, end,
                                     layout_.in_loop_of(load->var, list[first]));
    // Between the stages the input holds a warp's result, which nobody else may want.
    if (value != load->var)
      for (ExprId id = 0; id < f_.exprs.size(); ++id) {
        if (f_.exprs[id].op != Op::local || f_.exprs[id].var != value) continue;
        if (layout_.owner[id] != kNone && layout_.position_of(id) >= end) return std::nullopt;
      }
    return out.reader == Reader::others ? std::nullopt : std::optional(std::move(out));
  }

 private:
  /// A declaration of something else: `int lane = threadIdx.x & 31;`.
  [[nodiscard]] bool is_neutral(StmtId id) const {
    const Stmt& s = f_.stmts[id];
    return s.kind == StmtKind::decl && (s.a == kNone || !contains_side_effect(f_, s.a));
  }

  [[nodiscard]] const Stmt& only_statement(const Stmt& s) const {
    const Stmt* at = &s;
    while (at->kind == StmtKind::block && at->body.size() == 1) at = &f_.stmts[at->body.front()];
    return *at;
  }

  /// `partial[index]`, an array in shared memory of one dimension.
  struct Slot {
    VarId array = kNone;
    ExprId index = kNone;
  };
  [[nodiscard]] std::optional<Slot> slot_of(ExprId id) const {
    id = strip_load(f_, id);
    if (id >= f_.exprs.size() || f_.exprs[id].op != Op::index || f_.exprs[id].args.size() != 2)
      return std::nullopt;
    const ExprId array = strip_load(f_, f_.exprs[id].args[0]);
    const VarId var = local_of(f_, array);
    if (var == kNone || f_.vars[var].storage != kf::Storage::shared
        || f_.vars[var].extents.size() != 1)
      return std::nullopt;
    return Slot{var, f_.exprs[id].args[1]};
  }

  /// `if (lane == 0) partial[warp] = v;`: one value per warp, in the order of warps.
  struct Partial {
    VarId array = kNone;
    bool one_row = true;  ///< rows of the block are not told apart: it can have one only
  };
  [[nodiscard]] std::optional<Partial> stores_partial(StmtId id, VarId value) {
    const Stmt& s = f_.stmts[id];
    if (s.kind != StmtKind::if_ || !s.other.empty() || s.body.size() != 1) return std::nullopt;
    const Stmt& inner = only_statement(f_.stmts[s.body.front()]);
    if (inner.kind != StmtKind::eval || inner.a == kNone) return std::nullopt;
    const Expr& e = f_.exprs[inner.a];
    if (e.op != Op::assign || e.compound || e.args.size() != 2) return std::nullopt;
    const auto slot = slot_of(e.args[0]);
    if (!slot || local_of(f_, strip_load(f_, e.args[1])) != value
        || !chooses_lane(program_, f_, s.a, 0))
      return std::nullopt;
    const Activation activation{&f_};
    Partial out{slot->array, true};
    for (const SampleBlock& block :
         {SampleBlock{128, 1, 32}, SampleBlock{1024, 1, 32}, SampleBlock{64, 2, 32}})
      for (const SampleThread& t : threads_of(block)) {
        if (t.linear() % kLanes != 0) continue;
        // Rows of a block that are not told apart would overwrite one another.
        const auto index = evaluate(program_, activation, slot->index, t);
        const auto chosen = evaluate(program_, activation, s.a, t);
        if (!index || index->floating || !chosen || !chosen->truth()) return std::nullopt;
        if (index->i != t.linear() / kLanes && index->i != t.x / kLanes) return std::nullopt;
        if (t.y != 0) out.one_row = out.one_row && index->i == t.x / kLanes;
      }
    return out;
  }

  /// `q = tid < warps ? partial[lane] : 0`
  struct Load {
    ExprId place = kNone;  ///< of q; kNone where it is declared here
    VarId var = kNone;
    ExprId guard = kNone;
    Slot slot;
    ExprId filler = kNone;
  };
  [[nodiscard]] std::optional<Load> loads_partial(StmtId id, VarId array) const {
    const Stmt& s = f_.stmts[id];
    Load out;
    ExprId value = kNone;
    if (s.kind == StmtKind::decl && s.a != kNone) {
      out.var = s.var;
      value = s.a;
    } else if (s.kind == StmtKind::eval && s.a != kNone && f_.exprs[s.a].op == Op::assign
               && f_.exprs[s.a].args.size() == 2 && !f_.exprs[s.a].compound) {
      out.place = f_.exprs[s.a].args[0];
      out.var = local_of(f_, out.place);
      value = f_.exprs[s.a].args[1];
    }
    if (out.var == kNone) return std::nullopt;
    value = kf::skip_casts(f_, value);
    if (f_.exprs[value].op == Op::select && f_.exprs[value].args.size() == 3) {
      out.guard = f_.exprs[value].args[0];
      out.filler = f_.exprs[value].args[2];
      value = f_.exprs[value].args[1];
      if (contains_side_effect(f_, out.guard)) return std::nullopt;
    }
    const auto slot = slot_of(kf::skip_casts(f_, value));
    if (!slot || slot->array != array || contains_side_effect(f_, slot->index)) return std::nullopt;
    out.slot = *slot;
    return out;
  }

  /// Which warps end with the total in a block of `threads`, given the second stage.
  struct Whole {
    bool first = false;
    bool all = false;
  };
  [[nodiscard]] Whole whole_warps(const Load& load, ExprId condition, unsigned threads,
                                  unsigned width) const {
    const Activation activation{&f_};
    const unsigned warps = threads / kLanes;
    const auto holds = [&](unsigned warp) {
      std::vector<unsigned> seen(warps, 0);
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        const SampleThread t{{threads, 1, 32}, warp * kLanes + lane, 0};
        if (condition != kNone) {
          const auto runs = evaluate(program_, activation, condition, t);
          if (!runs || !runs->truth()) return false;
        }
        if (load.guard != kNone) {
          const auto reads = evaluate(program_, activation, load.guard, t);
          if (!reads) return false;
          if (!reads->truth()) continue;
        }
        const auto index = evaluate(program_, activation, load.slot.index, t);
        if (!index || index->floating || index->i < 0 || index->i >= warps || lane >= width)
          return false;
        ++seen[static_cast<std::size_t>(index->i)];
      }
      return std::all_of(seen.begin(), seen.end(), [](unsigned n) { return n == 1; });
    };
    Whole out;
    out.first = holds(0);
    out.all = out.first;
    for (unsigned warp = 1; warp < warps; ++warp) out.all = out.all && holds(warp);
    return out;
  }

  /// For every block size, or for the only one that the code is written for.
  [[nodiscard]] std::optional<Whole> whole_warps(const Load& load, ExprId condition,
                                                 unsigned width) const {
    Whole all{true, true};
    for (const unsigned threads : {64U, 128U, 256U, 1024U}) {
      const Whole w = whole_warps(load, condition, threads, width);
      all.first = all.first && (w.first || threads / kLanes > width);
      all.all = all.all && (w.all || threads / kLanes > width);
    }
    if (all.first) return all;
    // What asks for the size of the block is written for every size.
    if (load.guard != kNone)
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        const Activation activation{&f_};
        const auto small = evaluate(program_, activation, load.guard, {{64, 1, 32}, lane, 0});
        const auto large = evaluate(program_, activation, load.guard, {{1024, 1, 32}, lane, 0});
        if (!small || !large || small->truth() != large->truth()) return std::nullopt;
      }
    std::optional<Whole> only;
    for (unsigned threads = 64; threads <= 1024; threads += 32) {
      const Whole w = whole_warps(load, condition, threads, width);
      if (!w.first) continue;
      if (only) return std::nullopt;
      only = w;
    }
    return only;
  }

  [[nodiscard]] const Idiom* known_at(const List* list, std::size_t first) const {
    for (const Idiom& idiom : known_)
      if (idiom.range.list == list && idiom.range.first == first) return &idiom;
    return nullptr;
  }

  /// The list that a statement holds: of an `if`, without the braces.
  [[nodiscard]] const List* inner_list(const Stmt& s) const {
    if (s.kind != StmtKind::if_ || !s.other.empty()) return nullptr;
    if (s.body.size() == 1 && f_.stmts[s.body.front()].kind == StmtKind::block
        && known_at(&s.body, 0) == nullptr)
      return &f_.stmts[s.body.front()].body;
    return &s.body;
  }

  /// Other shared memory that the barrier between the stages may be for, here or in a caller.
  [[nodiscard]] bool shares_more(const Function& f, VarId array) const {
    std::set<const Function*> seen = {&f};
    std::vector<const Function*> work = {&f};
    while (!work.empty()) {
      const Function& at = *work.back();
      work.pop_back();
      for (VarId var = 0; var < at.vars.size(); ++var) {
        const kf::Storage storage = at.vars[var].storage;
        const bool shared =
            storage == kf::Storage::shared || storage == kf::Storage::dynamic_shared;
        if (shared && (&at != &f || var != array)) return true;
      }
      for (const auto& [caller, call] : program_.calls_of(at.key))
        if (seen.insert(caller).second) work.push_back(caller);
    }
    return false;
  }

  const Program& program_;
  const Function& f_;
  const Layout& layout_;
  const std::vector<Idiom>& known_;
};

}  // namespace

std::optional<Idiom> block_reduce(const Program& program, const Layout& layout,
                                  const std::vector<Idiom>& known, const std::vector<StmtId>& list,
                                  const std::vector<std::optional<Idiom>>& at, std::size_t first) {
  return BlockReduce(program, layout, known).from(list, at, first);
}

}  // namespace hipaudit::lanes
