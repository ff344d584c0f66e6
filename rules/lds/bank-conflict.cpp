// SPDX-License-Identifier: Apache-2.0
// Decides what an access to shared memory costs: evaluates the byte address of every lane of the
// first wave, and asks the conflict model of each selected target for cycles.
//
// Vocabulary. A *lane value* is an integer per lane, plus possibly one unknown that is the same in
// all lanes (a loop counter, a block index, a kernel argument): it moves all addresses alike and
// does not change which of them meet in a bank. Whatever is not of that form is not judged.
#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>

#include "match/memory.hpp"
#include "match/rule.hpp"

namespace hipaudit {

extern const Rule rule_bank_conflict;

namespace {

constexpr std::string_view kDoc = R"md(
## What it finds

Reads and writes of shared arrays whose addresses, computed lane by lane, meet in the same LDS banks
so that the instruction takes at least four times as long as without conflicts on a selected target.

## Why it is wrong on AMD

It is slow, not wrong. LDS has 32 banks of 4 bytes (64 banks for 8 and 16 byte reads on gfx950). The
lanes of a wave are served in phases: for 4-byte accesses the two half-waves are looked at one after
the other, so the reasoning for 32 threads of a CUDA warp holds; wider accesses are looked at in
groups of 16 or 8 lanes. A phase takes as many cycles as its busiest bank has different dwords. A
two-way conflict costs about a third more in a loop that is bound by LDS instructions and is not
reported; a 32-way conflict costs 32 times the cycles.

## Example

```cpp
__shared__ float tile[32][32];
...
out[i] = tile[threadIdx.x][threadIdx.y];  // rows are 32 dwords apart: all lanes in one bank
```

## Use instead

```cpp
__shared__ float tile[32][33];  // rows are 33 dwords apart: one lane per bank
```

The right pad is one access unit: 4 bytes for elements of up to 4 bytes, 8 for 8-byte and 16 for
16-byte accesses, so that the pitch is an odd multiple of the access width. Where rows must stay
aligned for vector access, or padding costs a work-group per compute unit, exchange columns instead:
`tile[row][col ^ row]` in every read and write.

## Fix safety

Manual. The pad found by a search over all accesses of the array in the function is shown; changing
the layout also changes code that computes offsets by hand.

## Not reported

- costs below four times the conflict-free cost
- indices that are not sums and products of thread indices with constants (plus one common unknown)
- accesses that only a few lanes make, or half of a wave: `if (threadIdx.x < 32)`
- `[32][33]` and its like: tiles of 4-byte elements with one more column than rows
- accesses whose address is not a multiple of their width: the compiler splits those

## References

- ROCm Compute Profiler documentation, "Local data share (LDS)"
- Composable Kernel documentation, "LDS bank conflicts"
- RDNA 2 and RDNA 3 instruction set architecture guides, "LDS overview"
)md";

using kf::Expr;
using kf::ExprId;
using kf::Function;
using kf::kNone;
using kf::Op;
using kf::Stmt;
using kf::StmtId;
using kf::StmtKind;
using kf::Storage;
using kf::TypeKind;
using kf::Var;
using kf::VarId;

constexpr int kLanes = 64;
constexpr int kReportFactor = 4;
constexpr int kMaxDepth = 64;
constexpr long kMaxIndex = 1L << 40;  // keeps sums and products far from overflow

template <class T>
using PerLane = std::array<T, kLanes>;

/// An integer per lane; `shifted`: plus an unknown that is the same in all lanes.
struct LaneValue {
  PerLane<long> at{};
  bool shifted = false;

  [[nodiscard]] bool uniform() const {
    return std::all_of(at.begin(), at.end(), [&](long v) { return v == at[0]; });
  }
  [[nodiscard]] bool exact_uniform() const { return !shifted && uniform(); }
};

LaneValue all_lanes(long value) {
  LaneValue v;
  v.at.fill(value);
  return v;
}

LaneValue common_unknown() {
  LaneValue v;
  v.shifted = true;
  return v;
}

using MaybeLanes = std::optional<LaneValue>;

/// Block dimensions; 0 where not known. `assumed`: nothing in the code says so.
struct Shape {
  std::array<long, 3> dims{};
  bool assumed = true;
  std::string text;  ///< "blocks of 32x8 (launched at ...)"
};

/// A branch or loop that lanes enter or leave apart; `side` tells then from else.
struct Branch {
  StmtId stmt = kNone;
  int side = 0;
  bool operator==(const Branch&) const = default;
};

/// What is known of a local variable that is written more than once.
struct Writes {
  ExprId initial = kNone;
  struct Write {
    ExprId value = kNone;
    std::vector<Branch> path;
  };
  std::vector<Write> later;
  bool declared = false;
  bool escapes = false;  // its address is taken, or it is bound to a reference
};

/// Which lanes are here.
struct Guard {
  PerLane<bool> active{};
  std::vector<Branch> path;
  bool narrow = false;  // few lanes, in a way that is not computed
};

struct Access {
  ExprId place = kNone;
  VarId array = kNone;
  bool write = false;
  int bytes = 0;
  Guard guard;
  Where where;
  bool tainted = false;
};

struct Address {
  VarId array = kNone;
  LaneValue bytes;
  std::size_t depth = 0;  // subscripts taken; beyond the array's rank it is flat memory
  long flat_stride = 0;   // bytes of what a flat pointer points to
};

/// A pad of `elements` in the last dimension of `array`.
struct Pad {
  VarId array = kNone;
  long elements = 0;
};

class Evaluator {
 public:
  Evaluator(const Facts& facts, const Function& f, const Shape& shape)
      : facts_(facts), f_(f), shape_(shape), writes_(f.vars.size()) {
    if (f.root != kNone) collect(f.root, {});
    for (const Expr& e : f.exprs) {
      if (e.op == Op::addr) escape(e.args.empty() ? kNone : e.args[0]);
      if (e.op == Op::call || e.op == Op::atomic || e.op == Op::opaque || e.op == Op::lambda)
        for (const ExprId arg : e.args) escape(arg);
    }
    for (const Stmt& s : f.stmts)
      if (s.kind == StmtKind::asm_)
        for (const ExprId operand : s.exprs) escape(operand);
  }

  /// Every access of a shared array that the function makes.
  std::vector<Access> accesses() {
    std::vector<Access> found;
    Guard guard;
    const long threads = block_threads();
    for (int lane = 0; lane < kLanes; ++lane) guard.active[lane] = threads == 0 || lane < threads;
    if (f_.root != kNone) walk(f_.root, guard, found);
    return found;
  }

  /// Byte address of each active lane, or -1; nothing when the index has another form, leaves the
  /// array, or is not a multiple of the access width.
  std::optional<std::vector<long>> addresses(const Access& access, const Pad& pad) {
    pad_ = pad;
    begin(access.guard);
    const auto address = place(access.place, 0);
    if (!address || out_of_range_) return std::nullopt;
    std::optional<long> first;
    long lowest = 0;
    for (int lane = 0; lane < kLanes; ++lane) {
      if (!access.guard.active[lane]) continue;
      if (!first) first = lowest = address->bytes.at[lane];
      lowest = std::min(lowest, address->bytes.at[lane]);
    }
    if (!first) return std::nullopt;
    const long unit = access.bytes == 12 ? 4 : access.bytes;
    const long origin = address->bytes.shifted ? *first : 0;
    std::vector<long> bytes(kLanes, -1);
    // Negative addresses come from the unknown part: move up by whole rounds of all banks.
    const long up = lowest < 0 ? (-lowest / 1024 + 1) * 1024 : 0;
    for (int lane = 0; lane < kLanes; ++lane) {
      if (!access.guard.active[lane]) continue;
      if ((address->bytes.at[lane] - origin) % unit != 0) return std::nullopt;
      bytes[lane] = address->bytes.at[lane] + up;
    }
    return bytes;
  }

  [[nodiscard]] long block_threads() const {
    long threads = 1;
    for (const long d : shape_.dims) threads *= d;
    return threads;
  }
  [[nodiscard]] bool out_of_range() const { return out_of_range_; }

 private:
  // --- writes to locals ------------------------------------------------------------------------

  void escape(ExprId id) {
    if (id != kNone && f_.exprs[id].op == Op::local && f_.exprs[id].var != kNone)
      writes_[f_.exprs[id].var].escapes = true;
  }

  void collect_expr(ExprId root, const std::vector<Branch>& path) {
    if (root == kNone) return;
    match::walk(f_, root, [&](ExprId id) {
      const Expr& e = f_.exprs[id];
      if (e.op != Op::assign || e.args.size() < 2) return;
      const Expr& target = f_.exprs[e.args[0]];
      if (target.op == Op::local && target.var != kNone)
        writes_[target.var].later.push_back({e.args[1], path});
    });
  }

  void collect(StmtId id, std::vector<Branch> path) {
    const Stmt& s = f_.stmts[id];
    if (s.kind == StmtKind::decl && s.var != kNone) {
      writes_[s.var].declared = true;
      writes_[s.var].initial = s.a;
    }
    collect_expr(s.a, path);
    if (diverges(s)) path.push_back({id, 0});
    collect_expr(s.b, path);
    for (const StmtId child : s.body) collect(child, path);
    if (!path.empty() && path.back().stmt == id) path.back().side = 1;
    for (const StmtId child : s.other) collect(child, path);
  }

  [[nodiscard]] bool diverges(const Stmt& s) const {
    return (s.kind == StmtKind::if_ || s.kind == StmtKind::switch_ || s.kind == StmtKind::loop)
           && s.a != kNone && match::depends_on_thread(f_, s.a);
  }

  /// Whoever reads here has gone the way of the write: all lanes that read have written.
  [[nodiscard]] bool on_the_way(const Writes::Write& write) const {
    return std::all_of(write.path.begin(), write.path.end(), [&](const Branch& branch) {
      return std::find(guard_->path.begin(), guard_->path.end(), branch) != guard_->path.end();
    });
  }

  // --- values ----------------------------------------------------------------------------------

  void begin(const Guard& guard) {
    guard_ = &guard;
    memo_.clear();
    out_of_range_ = false;
  }

  MaybeLanes local(VarId var, int depth) {
    if (const auto known = memo_.find(var); known != memo_.end()) return known->second;
    const Var& v = f_.vars[var];
    if (!v.extents.empty() || f_.types[v.type].kind == TypeKind::pointer) return std::nullopt;
    if (const auto bound = bound_.find(var); bound != bound_.end()) return bound->second;
    const Writes& writes = writes_[var];
    if (v.storage == Storage::param) {
      // A kernel's arguments are the same in all lanes.
      if (f_.kind != kf::FunctionKind::kernel || writes.escapes) return std::nullopt;
      if (!writes.later.empty()) return counted(var, common_unknown(), depth);
      return common_unknown();
    }
    if (v.storage == Storage::constant) return common_unknown();
    if (v.storage != Storage::local || !writes.declared || writes.escapes) return std::nullopt;
    if (writes.later.empty())
      return writes.initial == kNone ? std::nullopt : value(writes.initial, depth + 1);
    // int x; x = threadIdx.x;
    if (writes.initial == kNone && writes.later.size() == 1 && on_the_way(writes.later[0])) {
      memo_[var] = std::nullopt;
      memo_[var] = value(writes.later[0].value, depth + 1);
      return memo_[var];
    }
    if (writes.initial == kNone) return std::nullopt;
    const MaybeLanes initial = value(writes.initial, depth + 1);
    if (!initial) return std::nullopt;
    return counted(var, *initial, depth);
  }

  /// A variable that is stepped: for (i = threadIdx.x; ...; i += 256), for (k = 1; ...; k *= 2).
  MaybeLanes counted(VarId var, LaneValue initial, int depth) {
    const Writes& writes = writes_[var];
    if (!std::all_of(writes.later.begin(), writes.later.end(),
                     [&](const Writes::Write& w) { return on_the_way(w); }))
      return std::nullopt;
    initial.shifted = true;
    memo_[var] = std::nullopt;
    const bool steps =
        std::all_of(writes.later.begin(), writes.later.end(),
                    [&](const Writes::Write& w) { return steps_by_common(var, w.value, depth); });
    if (steps) {
      memo_[var] = initial;
      return initial;
    }
    if (!initial.uniform()) return std::nullopt;
    memo_[var] = common_unknown();  // assumed while its next values are looked at
    for (const Writes::Write& w : writes.later) {
      const MaybeLanes next = value(w.value, depth + 1);
      if (!next || !next->uniform()) {
        memo_[var] = std::nullopt;
        return std::nullopt;
      }
    }
    return memo_[var];
  }

  bool steps_by_common(VarId var, ExprId id, int depth) {
    const Expr& e = f_.exprs[match::skip_casts(f_, id)];
    if ((e.op != Op::add && e.op != Op::sub) || e.args.size() != 2) return false;
    const auto is_self = [&](ExprId arg) {
      const Expr& load = f_.exprs[match::skip_casts(f_, arg)];
      return load.op == Op::load && f_.exprs[load.args[0]].op == Op::local
             && f_.exprs[load.args[0]].var == var;
    };
    ExprId step = kNone;
    if (is_self(e.args[0]))
      step = e.args[1];
    else if (e.op == Op::add && is_self(e.args[1]))
      step = e.args[0];
    if (step == kNone) return false;
    const MaybeLanes by = value(step, depth + 1);
    return by && by->uniform();
  }

  MaybeLanes value(ExprId id, int depth) {
    if (id == kNone || depth > kMaxDepth) return std::nullopt;
    const Expr& e = f_.exprs[id];
    switch (e.op) {
    case Op::constant: return all_lanes(e.value);
    case Op::template_param:
    case Op::block_idx:
    case Op::grid_dim: return common_unknown();
    case Op::thread_idx: {
      LaneValue v;
      const long x = shape_.dims[0] > 0 ? shape_.dims[0] : kLanes;
      const long y = shape_.dims[1] > 0 ? shape_.dims[1] : kLanes;
      for (int lane = 0; lane < kLanes; ++lane)
        v.at[lane] = e.value == 0 ? lane % x : e.value == 1 ? lane / x % y : lane / (x * y);
      return v;
    }
    case Op::block_dim: {
      const long dim = shape_.dims[static_cast<std::size_t>(e.value) % 3];
      return dim > 0 && !(shape_.assumed && e.value != 0) ? all_lanes(dim) : common_unknown();
    }
    case Op::lane_id: {
      LaneValue v;
      for (int lane = 0; lane < kLanes; ++lane) v.at[lane] = lane;
      return v;
    }
    case Op::load: {
      const Expr& p = f_.exprs[e.args[0]];
      if (p.op == Op::local && p.var != kNone) return local(p.var, depth);
      if (p.op == Op::global) return common_unknown();
      return std::nullopt;
    }
    case Op::cast: {
      const TypeKind kind = f_.type_of(id).kind;
      if (kind != TypeKind::integer && kind != TypeKind::boolean && kind != TypeKind::unknown)
        return std::nullopt;
      if (e.args.empty() || f_.type_of(e.args[0]).kind == TypeKind::floating) return std::nullopt;
      MaybeLanes v = value(e.args[0], depth + 1);
      if (v && kind == TypeKind::boolean) {
        if (v->shifted) return std::nullopt;
        for (long& lane : v->at) lane = lane != 0;
      }
      return v;
    }
    case Op::neg:
    case Op::bit_not: {
      MaybeLanes v = value(e.args[0], depth + 1);
      if (v)
        for (long& lane : v->at) lane = e.op == Op::neg ? -lane : ~lane;
      return v;
    }
    case Op::logical_not: {
      MaybeLanes v = value(e.args[0], depth + 1);
      if (!v || v->shifted) return std::nullopt;
      for (long& lane : v->at) lane = lane == 0;
      return v;
    }
    case Op::comma: return value(e.args.back(), depth + 1);
    case Op::select: {
      const MaybeLanes condition = value(e.args[0], depth + 1);
      const MaybeLanes yes = value(e.args[1], depth + 1);
      const MaybeLanes no = value(e.args[2], depth + 1);
      if (!condition || condition->shifted || !yes || !no || yes->shifted || no->shifted)
        return std::nullopt;
      LaneValue v;
      for (int lane = 0; lane < kLanes; ++lane)
        v.at[lane] = condition->at[lane] != 0 ? yes->at[lane] : no->at[lane];
      return v;
    }
    case Op::call: return call(e, depth);
    default:
      if (e.args.size() == 2) {
        const MaybeLanes a = value(e.args[0], depth + 1);
        const MaybeLanes b = value(e.args[1], depth + 1);
        if (a && b) return binary(e.op, *a, *b);
      }
      return std::nullopt;
    }
  }

  static MaybeLanes binary(Op op, const LaneValue& a, const LaneValue& b) {
    const bool linear = op == Op::add || op == Op::sub;
    const bool scaled = (op == Op::mul && (a.exact_uniform() || b.exact_uniform()))
                        || (op == Op::shl && b.exact_uniform());
    LaneValue v;
    v.shifted = a.shifted || b.shifted;
    if (v.shifted && !linear && !scaled)
      return a.uniform() && b.uniform() ? MaybeLanes(common_unknown()) : std::nullopt;
    for (int lane = 0; lane < kLanes; ++lane) {
      const auto result = compute(op, a.at[lane], b.at[lane]);
      if (!result || *result > kMaxIndex || *result < -kMaxIndex) return std::nullopt;
      v.at[lane] = *result;
    }
    return v;
  }

  static std::optional<long> compute(Op op, long a, long b) {
    switch (op) {
    case Op::add: return a + b;
    case Op::sub: return a - b;
    case Op::mul:
      if (a != 0 && (b > kMaxIndex / std::abs(a) || b < -kMaxIndex / std::abs(a)))
        return std::nullopt;
      return a * b;
    case Op::div: return b == 0 ? std::nullopt : std::optional(a / b);
    case Op::rem: return b == 0 ? std::nullopt : std::optional(a % b);
    case Op::shl:
      if (b < 0 || b > 20 || a < 0 || a > kMaxIndex) return std::nullopt;
      return a << b;
    case Op::shr: return b < 0 || b > 62 ? std::nullopt : std::optional(a >> b);
    case Op::bit_and: return a & b;
    case Op::bit_or: return a | b;
    case Op::bit_xor: return a ^ b;
    case Op::lt: return a < b;
    case Op::le: return a <= b;
    case Op::gt: return a > b;
    case Op::ge: return a >= b;
    case Op::eq: return a == b;
    case Op::ne: return a != b;
    case Op::logical_and: return a != 0 && b != 0;
    case Op::logical_or: return a != 0 || b != 0;
    default: return std::nullopt;
    }
  }

  /// min, max, and helpers of the form `return row * kPitch + col;`.
  MaybeLanes call(const Expr& e, int depth) {
    std::vector<LaneValue> args;
    for (const ExprId arg : e.args) {
      const MaybeLanes v = value(arg, depth + 1);
      if (!v) return std::nullopt;
      args.push_back(*v);
    }
    if ((e.text == "min" || e.text == "max") && args.size() == 2) {
      if (args[0].shifted || args[1].shifted) return std::nullopt;
      for (int lane = 0; lane < kLanes; ++lane)
        args[0].at[lane] = e.text == "min" ? std::min(args[0].at[lane], args[1].at[lane])
                                           : std::max(args[0].at[lane], args[1].at[lane]);
      return args[0];
    }
    if (e.callee.empty() || depth > 8) return std::nullopt;
    const Function* callee = match::find_function(facts_, e.callee);
    if (callee == nullptr || callee->params.size() != args.size() || callee->root == kNone)
      return std::nullopt;
    StmtId id = callee->root;
    while (callee->stmts[id].kind == StmtKind::block && callee->stmts[id].body.size() == 1)
      id = callee->stmts[id].body[0];
    const Stmt& only = callee->stmts[id];
    if (only.kind != StmtKind::return_ || only.a == kNone) return std::nullopt;
    Evaluator inside(facts_, *callee, shape_);
    inside.begin(*guard_);
    for (std::size_t i = 0; i < args.size(); ++i) inside.bound_[callee->params[i]] = args[i];
    return inside.value(only.a, depth + 4);
  }

  // --- addresses -------------------------------------------------------------------------------

  static bool is_shared(const Var& v) {
    return v.storage == Storage::shared || v.storage == Storage::dynamic_shared;
  }

  [[nodiscard]] long stride(VarId array, std::size_t depth) const {
    const Var& v = f_.vars[array];
    long bytes = f_.types[v.type].bytes;
    for (std::size_t d = v.extents.size(); d-- > depth + 1;) {
      if (v.extents[d] < 0) return 0;
      const bool padded = pad_.array == array && d + 1 == v.extents.size();
      bytes *= v.extents[d] + (padded ? pad_.elements : 0);
    }
    return bytes;
  }

  std::optional<Address> advance(Address base, const LaneValue& index, const kf::Type& pointer) {
    const Var& v = f_.vars[base.array];
    long step = 0;
    if (base.depth < v.extents.size()) {
      step = stride(base.array, base.depth);
      const long extent = v.extents[base.depth];
      if (extent >= 0 && !index.shifted)
        for (int lane = 0; lane < kLanes; ++lane)
          if (guard_->active[lane] && (index.at[lane] < 0 || index.at[lane] >= extent))
            out_of_range_ = true;
    } else {
      step = base.flat_stride > 0 ? base.flat_stride : pointer.pointee_bytes;
    }
    if (step <= 0) return std::nullopt;
    const auto scaled = binary(Op::mul, index, all_lanes(step));
    if (!scaled) return std::nullopt;
    const auto sum = binary(Op::add, base.bytes, *scaled);
    if (!sum) return std::nullopt;
    base.bytes = *sum;
    return base;
  }

  std::optional<Address> place(ExprId id, int depth) {
    if (id == kNone || depth > kMaxDepth) return std::nullopt;
    const Expr& e = f_.exprs[id];
    switch (e.op) {
    case Op::local: {
      if (e.var == kNone) return std::nullopt;
      if (is_shared(f_.vars[e.var])) return Address{e.var, all_lanes(0), 0, 0};
      // float& slot = tile[threadIdx.x][0];
      const Writes& writes = writes_[e.var];
      if (f_.types[f_.vars[e.var].type].is_reference && writes.initial != kNone)
        return place(writes.initial, depth + 1);
      return std::nullopt;
    }
    case Op::index: {
      auto base = pointer(e.args[0], depth + 1);
      if (!base) return std::nullopt;
      const MaybeLanes index = value(e.args[1], depth + 1);
      if (!index) return std::nullopt;
      auto result = advance(*base, *index, f_.type_of(e.args[0]));
      if (result) ++result->depth;
      return result;
    }
    case Op::deref: {
      auto base = pointer(e.args[0], depth + 1);
      if (base) ++base->depth;
      return base;
    }
    default: return std::nullopt;
    }
  }

  /// What a pointer points to; an array stands for the pointer to its first element.
  std::optional<Address> pointer(ExprId id, int depth) {
    if (id == kNone || depth > kMaxDepth) return std::nullopt;
    const Expr& e = f_.exprs[id];
    const auto flat = [&](std::optional<Address> a, const kf::Type& type) {
      if (a) {
        a->depth = f_.vars[a->array].extents.size();
        a->flat_stride = type.pointee_bytes;
      }
      return a;
    };
    switch (e.op) {
    case Op::local:
    case Op::index: return place(id, depth);
    case Op::load: {
      const Expr& p = f_.exprs[e.args[0]];
      if (p.op != Op::local || p.var == kNone) return std::nullopt;
      const Writes& writes = writes_[p.var];
      // float4* p = (float4*)s;
      if (!writes.later.empty() || writes.escapes || writes.initial == kNone) return std::nullopt;
      return flat(pointer(writes.initial, depth + 1), f_.types[f_.vars[p.var].type]);
    }
    case Op::cast:
      if (e.args.empty() || f_.type_of(id).kind != TypeKind::pointer) return std::nullopt;
      return flat(pointer(e.args[0], depth + 1), f_.type_of(id));
    case Op::addr: {
      auto a = place(e.args[0], depth + 1);
      return flat(a, f_.type_of(id));
    }
    case Op::add:
    case Op::sub: {
      if (e.args.size() != 2) return std::nullopt;
      const bool first = f_.type_of(e.args[0]).kind == TypeKind::pointer;
      auto base = pointer(e.args[first ? 0 : 1], depth + 1);
      MaybeLanes index = value(e.args[first ? 1 : 0], depth + 1);
      if (!base || !index) return std::nullopt;
      if (e.op == Op::sub)
        for (long& lane : index->at) lane = -lane;
      return advance(*base, *index, f_.type_of(id));
    }
    default: return std::nullopt;
    }
  }

  // --- walking ---------------------------------------------------------------------------------

  /// 1 and 0: the lane passes or not; -1: not known. Sets `narrow` when few lanes can pass.
  PerLane<int> passes(ExprId id, bool& narrow) {
    PerLane<int> result;
    result.fill(-1);
    const Expr& e = f_.exprs[match::skip_implicit(f_, id)];
    if (e.op == Op::logical_and || e.op == Op::logical_or) {
      bool narrow_a = false;
      bool narrow_b = false;
      const PerLane<int> a = passes(e.args[0], narrow_a);
      const PerLane<int> b = passes(e.args[1], narrow_b);
      const int decides = e.op == Op::logical_and ? 0 : 1;
      for (int lane = 0; lane < kLanes; ++lane)
        result[lane] = a[lane] == decides || b[lane] == decides ? decides
                       : a[lane] < 0 || b[lane] < 0             ? -1
                                                                : 1 - decides;
      narrow = e.op == Op::logical_and ? narrow_a || narrow_b : narrow_a && narrow_b;
      return result;
    }
    if (const MaybeLanes v = value(id, 0); v && !v->shifted) {
      for (int lane = 0; lane < kLanes; ++lane) result[lane] = v->at[lane] != 0;
      return result;
    }
    // threadIdx.x == k
    narrow = e.op == Op::eq && match::depends_on_thread(f_, id);
    return result;
  }

  /// Whether control never leaves the end of this statement list.
  [[nodiscard]] bool leaves(const std::vector<StmtId>& body) const {
    if (body.empty()) return false;
    const Stmt& last = f_.stmts[body.back()];
    if (last.kind == StmtKind::block) return leaves(last.body);
    return last.kind == StmtKind::return_ || last.kind == StmtKind::continue_
           || last.kind == StmtKind::break_;
  }

  void walk(StmtId id, Guard& guard, std::vector<Access>& into) {
    const Stmt& s = f_.stmts[id];
    begin(guard);
    switch (s.kind) {
    case StmtKind::block: {
      Guard inner = guard;
      for (const StmtId child : s.body) walk(child, inner, into);
      return;
    }
    case StmtKind::if_: {
      if (s.a == kNone) return;
      expression(s.a, guard, into);
      bool narrow = false;
      begin(guard);
      const PerLane<int> pass = passes(s.a, narrow);
      Guard yes = guard;
      Guard no = guard;
      for (int lane = 0; lane < kLanes; ++lane) {
        yes.active[lane] = guard.active[lane] && pass[lane] != 0;
        no.active[lane] = guard.active[lane] && pass[lane] != 1;
      }
      yes.narrow |= narrow;
      if (diverges(s)) {
        yes.path.push_back({id, 0});
        no.path.push_back({id, 1});
      }
      for (const StmtId child : s.body) walk(child, yes, into);
      for (const StmtId child : s.other) walk(child, no, into);
      // if (threadIdx.x >= 32) return;
      if (leaves(s.body) && s.other.empty()) guard.active = no.active;
      return;
    }
    case StmtKind::loop: {
      Guard inner = guard;
      if (diverges(s)) inner.path.push_back({id, 0});
      if (s.a != kNone) expression(s.a, inner, into);
      for (const StmtId child : s.body) walk(child, inner, into);
      if (s.b != kNone) expression(s.b, inner, into);
      return;
    }
    case StmtKind::switch_: {
      if (s.a != kNone) expression(s.a, guard, into);
      Guard inner = guard;
      inner.narrow |= diverges(s);
      for (const StmtId child : s.body) walk(child, inner, into);
      return;
    }
    case StmtKind::decl:
      // float4 v = s4[i]; is a copy, without a load of its own
      if (s.var != kNone && s.a != kNone && !f_.types[f_.vars[s.var].type].is_reference
          && f_.vars[s.var].extents.empty())
        copied(s.a, guard, into);
      break;
    case StmtKind::return_:
      if (s.a != kNone) copied(s.a, guard, into);
      break;
    default: break;
    }
    if (s.a != kNone) expression(s.a, guard, into);
    if (s.b != kNone) expression(s.b, guard, into);
  }

  void copied(ExprId id, const Guard& guard, std::vector<Access>& into) {
    const Expr& e = f_.exprs[id];
    const TypeKind kind = f_.type_of(id).kind;
    if ((e.op == Op::index || e.op == Op::deref) && kind != TypeKind::pointer)
      record(id, false, guard, into);
  }

  void expression(ExprId root, const Guard& guard, std::vector<Access>& into) {
    match::walk(f_, root, [&](ExprId id) {
      const Expr& e = f_.exprs[id];
      if (e.op == Op::load && !e.args.empty()) record(e.args[0], false, guard, into);
      if (e.op == Op::assign && e.args.size() == 2) {
        record(e.args[0], true, guard, into);
        copied(e.args[1], guard, into);
      }
      // __hadd(tile[i][j], x): class types are copied into parameters
      if (e.op == Op::call)
        for (const ExprId arg : e.args)
          if (arg != kNone) copied(arg, guard, into);
    });
  }

  void record(ExprId id, bool write, const Guard& guard, std::vector<Access>& into) {
    const Expr& e = f_.exprs[id];
    if (e.op != Op::index && e.op != Op::deref) return;
    const auto bytes = static_cast<int>(f_.type_of(id).bytes);
    if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8 && bytes != 12 && bytes != 16) return;
    begin(guard);
    const auto address = place(id, 0);
    if (!address || guard.narrow) return;
    into.push_back({id, address->array, write, bytes, guard, e.where, e.tainted});
  }

  const Facts& facts_;
  const Function& f_;
  Shape shape_;
  std::vector<Writes> writes_;
  std::map<VarId, MaybeLanes> memo_;
  std::map<VarId, LaneValue> bound_;
  const Guard* guard_ = nullptr;
  Pad pad_;
  bool out_of_range_ = false;
};

// --- block shapes --------------------------------------------------------------------------------

bool uses_dimension(const Function& f, int dimension) {
  return std::any_of(f.exprs.begin(), f.exprs.end(),
                     [&](const Expr& e) { return e.op == Op::thread_idx && e.value == dimension; });
}

std::string dims_text(const std::array<long, 3>& dims) {
  std::string text = std::to_string(dims[0]);
  if (dims[1] > 1 || dims[2] > 1) text += "x" + std::to_string(dims[1]);
  if (dims[2] > 1) text += "x" + std::to_string(dims[2]);
  return text;
}

/// Shapes to judge, those that the code states first. For an assumed shape the first one that stays
/// inside the arrays is taken.
struct Shapes {
  std::vector<Shape> stated;
  std::vector<Shape> assumed;
};

Shapes shapes_of(const Facts& facts, const Function& f) {
  Shapes shapes;
  for (const Launch& launch : facts.launches) {
    if (launch.tainted || !launch.block_dims || launch.kernel_key.empty()) continue;
    if (launch.kernel_key != f.key && launch.kernel_key != f.pattern) continue;
    Shape shape;
    for (std::size_t d = 0; d < 3; ++d) shape.dims[d] = std::max<long>((*launch.block_dims)[d], 1);
    shape.assumed = false;
    shape.text = "launched with blocks of " + dims_text(shape.dims);
    const bool known = std::any_of(shapes.stated.begin(), shapes.stated.end(),
                                   [&](const Shape& s) { return s.dims == shape.dims; });
    if (!known) shapes.stated.push_back(shape);
  }
  if (!shapes.stated.empty()) return shapes;
  const bool flat = !uses_dimension(f, 1) && !uses_dimension(f, 2);
  if (flat && f.max_threads && *f.max_threads > 0) {
    Shape shape;
    shape.dims = {static_cast<long>(*f.max_threads), 1, 1};
    shape.text = "__launch_bounds__ allows blocks of " + dims_text(shape.dims);
    shape.assumed = false;
    shapes.stated.push_back(shape);
    return shapes;
  }
  if (flat) {
    shapes.assumed.push_back({{0, 1, 1}, true, "for a block of one dimension"});
    shapes.assumed.push_back({{32, 1, 1}, true, "for a block of 32 threads"});
  } else {
    for (const long width : {32L, 16L, 8L})
      shapes.assumed.push_back(
          {{width, 256 / width, 1}, true, "for blocks " + std::to_string(width) + " wide"});
  }
  return shapes;
}

// --- findings ------------------------------------------------------------------------------------

struct TargetCost {
  const Target* target = nullptr;
  LdsCost cost;
};

/// Cost per target; empty when too few lanes take part.
std::vector<TargetCost> costs(const Context& context, const Access& access,
                              const std::vector<long>& address, long block_threads) {
  std::vector<TargetCost> result;
  for (const Target& target : context.targets) {
    const int wave = std::min(target.wave, kLanes);
    const long here = block_threads == 0 ? wave : std::min<long>(wave, block_threads);
    const long active =
        std::count(access.guard.active.begin(), access.guard.active.begin() + wave, true);
    if (active < 16 || active * 2 <= here) continue;
    result.push_back({&target, lds_cost(target.lds, access.write, access.bytes,
                                        {address.begin(), address.begin() + wave})});
  }
  return result;
}

bool is_slow(const LdsCost& cost) {
  return cost.base > 0 && cost.cycles >= kReportFactor * cost.base;
}

/// `[32][33]` of 4-byte elements: the tile that CUDA's guides recommend, free of conflicts here
/// too.
bool is_padded_tile(const Function& f, const Var& array) {
  const auto& extents = array.extents;
  return f.types[array.type].bytes == 4 && extents.size() >= 2
         && extents.back() == extents[extents.size() - 2] + 1;
}

struct Judged {
  Access access;
  std::vector<long> address;
  std::vector<TargetCost> slow;
};

std::string extents_text(const Var& array, long pad) {
  std::string text = array.name;
  for (std::size_t d = 0; d < array.extents.size(); ++d) {
    const bool last = d + 1 == array.extents.size();
    text += "["
            + (array.extents[d] < 0 ? std::string()
                                    : std::to_string(array.extents[d] + (last ? pad : 0)))
            + "]";
  }
  return text;
}

/// Cycles of all accesses with a pad, or nothing when it breaks an access.
std::optional<long> cycles_with(const Context& context, Evaluator& evaluator,
                                const std::vector<Access>& accesses, VarId array, long pad,
                                bool& still_slow) {
  long total = 0;
  still_slow = false;
  for (const Access& access : accesses) {
    if (access.array != array) continue;
    const auto address = evaluator.addresses(access, {array, pad});
    if (!address) {
      // An access that is not judged without the pad says nothing against it.
      if (!evaluator.addresses(access, {})) continue;
      return std::nullopt;
    }
    for (const TargetCost& c : costs(context, access, *address, evaluator.block_threads())) {
      total += c.cost.cycles;
      still_slow |= is_slow(c.cost);
    }
  }
  return total;
}

Fix remedy(const Context& context, const Function& f, Evaluator& evaluator,
           const std::vector<Access>& accesses, VarId array_id, int bytes) {
  Fix fix;
  const Var& array = f.vars[array_id];
  const long element = std::max<long>(f.types[array.type].bytes, 1);
  if (array.extents.size() >= 2 && array.extents.back() > 0) {
    bool slow = false;
    const auto plain = cycles_with(context, evaluator, accesses, array_id, 0, slow);
    std::optional<long> best = plain;
    long best_pad = 0;
    bool best_slow = true;
    for (long pad = 1; pad <= std::max(32 / element, 2L); ++pad) {
      // Rows of sub-dword elements stay aligned to dwords.
      if (pad * element % 4 != 0) continue;
      const auto cycles = cycles_with(context, evaluator, accesses, array_id, pad, slow);
      if (cycles && (!best || *cycles < *best)) {
        best = cycles;
        best_pad = pad;
        best_slow = slow;
      }
    }
    if (best_pad > 0 && !best_slow) {
      fix.title = "declare `" + extents_text(array, best_pad) + "`: a pad of "
                  + std::to_string(best_pad * element) + " bytes per row brings all accesses of `"
                  + array.name + "` here from " + std::to_string(*plain) + " to "
                  + std::to_string(*best) + " cycles";
      return fix;
    }
    fix.title = "exchange columns, e.g. `" + array.name
                + "[row][col ^ row]`, in every read and write: no pad of up to 32 bytes helps";
    return fix;
  }
  const int unit = std::max(4, bytes);
  fix.title = "choose a stride that is an odd multiple of " + std::to_string(unit)
              + " bytes, e.g. by one unused element per row";
  return fix;
}

Finding describe(const Context& context, const Function& f, const Shape& shape,
                 const Judged& worst) {
  const Var& array = f.vars[worst.access.array];
  const TargetCost& top = *std::max_element(
      worst.slow.begin(), worst.slow.end(), [](const TargetCost& a, const TargetCost& b) {
        return a.cost.cycles * b.cost.base < b.cost.cycles * a.cost.base;
      });
  const int ways = top.cost.cycles / top.cost.base;
  const std::string verb = worst.access.write ? "writing" : "reading";
  Finding finding = match::finding(rule_bank_conflict, worst.access.where, &f,
                                   verb + " `" + array.name + "` is " + (ways == 8 ? "an " : "a ")
                                       + std::to_string(ways) + "-way bank conflict on "
                                       + top.target->name + ": " + std::to_string(top.cost.cycles)
                                       + " cycles instead of " + std::to_string(top.cost.base));

  // Pitch and stride, where neighbouring lanes are equally far apart.
  const long element = f.types[array.type].bytes;
  if (array.extents.size() >= 2 && array.extents.back() > 0) {
    const long pitch = array.extents.back() * element;
    finding.details.push_back(
        "pitch of a row: " + std::to_string(array.extents.back()) + " x " + std::to_string(element)
        + " bytes = " + std::to_string(pitch) + " bytes"
        + (pitch % 4 == 0 ? " = " + std::to_string(pitch / 4) + " dwords" : ""));
  }
  std::optional<long> stride;
  bool regular = true;
  for (int lane = 1; lane < top.target->wave && lane < kLanes; ++lane) {
    if (worst.address[lane] < 0 || worst.address[lane - 1] < 0) continue;
    const long step = worst.address[lane] - worst.address[lane - 1];
    if (!stride) stride = step;
    // A wave of several rows starts anew in each.
    regular &= step == *stride || step < 0;
  }
  const LdsRow row = lds_row(top.target->lds, worst.access.write, worst.access.bytes);
  if (stride && regular && *stride != 0 && *stride % 4 == 0) {
    const long dwords = std::abs(*stride / 4);
    finding.details.push_back("lanes are " + std::to_string(dwords) + " dwords apart; gcd("
                              + std::to_string(dwords) + ", " + std::to_string(row.banks)
                              + " banks) = " + std::to_string(std::gcd(dwords, long{row.banks})));
  }
  Confidence confidence = shape.assumed ? Confidence::likely : Confidence::certain;
  for (const TargetCost& c : worst.slow) {
    const LdsRow r = lds_row(c.target->lds, worst.access.write, worst.access.bytes);
    finding.details.push_back(
        c.target->name + ": " + std::to_string(r.banks) + " banks, "
        + std::to_string(r.lanes_per_phase) + " lanes at a time, " + std::to_string(c.cost.cycles)
        + " cycles for " + std::to_string(worst.access.bytes) + "-byte accesses, "
        + std::to_string(c.cost.base) + " without conflicts"
        + (r.evidence == LdsEvidence::assumed ? " (this row of the model is an assumption)" : ""));
    finding.targets.push_back(c.target->name);
  }
  const bool all_assumed =
      std::all_of(worst.slow.begin(), worst.slow.end(), [&](const TargetCost& c) {
        return lds_row(c.target->lds, worst.access.write, worst.access.bytes).evidence
               == LdsEvidence::assumed;
      });
  if (all_assumed || f.tainted || worst.access.tainted) confidence = Confidence::likely;
  finding.details.push_back(shape.text);
  finding.confidence = confidence;
  if (finding.targets.size() == context.targets.size()) finding.targets.clear();
  return finding;
}

double factor(const Judged& j) {
  double worst = 0;
  for (const TargetCost& c : j.slow)
    worst = std::max(worst, static_cast<double>(c.cost.cycles) / c.cost.base);
  return worst;
}

/// False when an index leaves its array under this shape: then the shape is not the real one.
bool fits(Evaluator& evaluator, const std::vector<Access>& accesses) {
  return std::none_of(accesses.begin(), accesses.end(), [&](const Access& access) {
    return !evaluator.addresses(access, {}) && evaluator.out_of_range();
  });
}

void judge_shape(const Context& context, const Function& f, const Shape& shape,
                 Evaluator& evaluator, const std::vector<Access>& accesses,
                 std::vector<Finding>& out) {
  std::map<std::pair<VarId, bool>, std::vector<Judged>> by_array;
  for (const Access& access : accesses) {
    const Var& array = f.vars[access.array];
    if (is_padded_tile(f, array) || !match::in_project(context.facts, access.where)) continue;
    const auto address = evaluator.addresses(access, {});
    if (!address) continue;
    Judged judged{access, *address, {}};
    for (const TargetCost& c : costs(context, access, *address, evaluator.block_threads()))
      if (is_slow(c.cost)) judged.slow.push_back(c);
    if (!judged.slow.empty()) by_array[{access.array, access.write}].push_back(std::move(judged));
  }
  for (const auto& [key, judged] : by_array) {
    const auto worst =
        std::max_element(judged.begin(), judged.end(),
                         [](const Judged& a, const Judged& b) { return factor(a) < factor(b); });
    Finding finding = describe(context, f, shape, *worst);
    for (const Judged& other : judged) {
      if (&other == &*worst || other.access.where == worst->access.where) continue;
      finding.related.push_back({other.access.where.best(), "the same conflict here"});
    }
    finding.related.push_back({f.vars[key.first].where.best(), "declared here"});
    finding.fixes.push_back(
        remedy(context, f, evaluator, accesses, key.first, worst->access.bytes));
    out.push_back(std::move(finding));
  }
}

void judge(const Context& context, std::vector<Finding>& out) {
  for (const Function* f :
       match::device_variants(context.facts, match::judged_functions(context.facts))) {
    const bool has_shared = std::any_of(f->vars.begin(), f->vars.end(), [](const Var& v) {
      return v.storage == Storage::shared || v.storage == Storage::dynamic_shared;
    });
    if (!has_shared || f->is_pattern) continue;
    const Shapes shapes = shapes_of(context.facts, *f);
    for (const Shape& shape : shapes.stated) {
      Evaluator evaluator(context.facts, *f, shape);
      const std::vector<Access> accesses = evaluator.accesses();
      if (fits(evaluator, accesses)) judge_shape(context, *f, shape, evaluator, accesses, out);
    }
    for (const Shape& shape : shapes.assumed) {
      Evaluator evaluator(context.facts, *f, shape);
      const std::vector<Access> accesses = evaluator.accesses();
      if (!fits(evaluator, accesses)) continue;
      judge_shape(context, *f, shape, evaluator, accesses, out);
      break;
    }
  }
}

}  // namespace

HIPAUDIT_RULE(rule_bank_conflict) = {
    .id = "bank-conflict",
    .topic = "lds",
    .summary = "shared memory accesses whose lanes meet in the same LDS banks",
    .severity = Severity::perf,
    .fix = Safety::manual,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls),
    .doc = kDoc,
    .judge = judge,
};

}  // namespace hipaudit
