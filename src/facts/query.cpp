// SPDX-License-Identifier: Apache-2.0
// Questions about kernel form, answered once for lanes and rules. Vocabulary: a local is *settled*
// when its declaration gives it a value and nothing else can write it.

#include "facts/query.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace hipaudit::kf {
namespace {

/// The variable at the root of a place, when storing to the place stores to the variable itself.
kf::VarId stored_variable(const Function& f, ExprId place) {
  while (place < f.exprs.size()) {
    const Expr& e = f.exprs[place];
    if (e.op == Op::local) return e.var;
    // An index into a pointer goes through a load of the pointer and ends here.
    const bool part = e.op == Op::index || e.op == Op::member;
    const bool dressed = e.op == Op::cast;
    if ((!part && !dressed) || e.args.empty()) return kNone;
    place = e.args[0];
  }
  return kNone;
}

/// Value cut to the width of `type`; as it is when the type is not known here.
std::optional<std::int64_t> fit(const Type& type, std::int64_t value) {
  switch (type.kind) {
  case TypeKind::unknown: return value;
  case TypeKind::boolean: return value != 0 ? 1 : 0;
  case TypeKind::integer: {
    if (type.bytes == 0 || type.bytes >= 8) return value;
    const unsigned bits = type.bits();
    const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
    std::uint64_t cut = static_cast<std::uint64_t>(value) & mask;
    if (type.is_signed && ((cut >> (bits - 1)) & 1) != 0) cut |= ~mask;
    return static_cast<std::int64_t>(cut);
  }
  default: return std::nullopt;
  }
}

bool is_unsigned(const Type& type) {
  return type.kind == TypeKind::boolean || (type.kind == TypeKind::integer && !type.is_signed);
}

class Folder {
 public:
  explicit Folder(const Function& f) : f_(f) {}

  std::optional<std::int64_t> fold(ExprId id) {
    if (id >= f_.exprs.size()) return std::nullopt;
    const auto [known, fresh] = known_.try_emplace(id);
    if (!fresh) return known->second;  // also breaks `int x = x + 1`
    const std::optional<std::int64_t> value = compute(f_.exprs[id]);
    known_[id] = value;
    return value;
  }

 private:
  const Type& type(const Expr& e) const {
    static const Type kUnknown;
    return e.type < f_.types.size() ? f_.types[e.type] : kUnknown;
  }
  std::optional<std::int64_t> arg(const Expr& e, std::size_t i) {
    return i < e.args.size() ? fold(e.args[i]) : std::nullopt;
  }

  std::optional<std::int64_t> compute(const Expr& e) {
    switch (e.op) {
    case Op::constant: return fit(type(e), e.value);
    case Op::load: return load(e);
    case Op::cast: {
      const auto value = arg(e, 0);
      return value ? fit(type(e), *value) : std::nullopt;
    }
    case Op::neg: {
      const auto value = arg(e, 0);
      return value ? fit(type(e), static_cast<std::int64_t>(-static_cast<std::uint64_t>(*value)))
                   : std::nullopt;
    }
    case Op::bit_not: {
      const auto value = arg(e, 0);
      return value ? fit(type(e), ~*value) : std::nullopt;
    }
    case Op::logical_not: {
      const auto value = arg(e, 0);
      return value ? std::optional<std::int64_t>(*value == 0) : std::nullopt;
    }
    case Op::logical_and:
    case Op::logical_or: {
      const bool stop = e.op == Op::logical_or;  // the operand that decides alone
      const auto left = arg(e, 0);
      const auto right = arg(e, 1);
      if ((left && (*left != 0) == stop) || (right && (*right != 0) == stop)) return stop ? 1 : 0;
      return left && right ? std::optional<std::int64_t>(stop ? 0 : 1) : std::nullopt;
    }
    case Op::select: {
      const auto condition = arg(e, 0);
      if (condition) return arg(e, *condition != 0 ? 1 : 2);
      const auto then = arg(e, 1);
      return then && then == arg(e, 2) ? then : std::nullopt;
    }
    case Op::comma: return arg(e, 1);
    case Op::init_list:  // int n{32}
      return e.args.size() == 1 ? arg(e, 0) : std::nullopt;
    case Op::add:
    case Op::sub:
    case Op::mul:
    case Op::div:
    case Op::rem:
    case Op::shl:
    case Op::shr:
    case Op::bit_and:
    case Op::bit_or:
    case Op::bit_xor:
    case Op::lt:
    case Op::le:
    case Op::gt:
    case Op::ge:
    case Op::eq:
    case Op::ne: return binary(e);
    default: return std::nullopt;
    }
  }

  std::optional<std::int64_t> load(const Expr& e) {
    if (e.args.empty() || e.args[0] >= f_.exprs.size()) return std::nullopt;
    const Expr& place = f_.exprs[e.args[0]];
    if (place.op != Op::local || place.var >= f_.vars.size()) return std::nullopt;
    const ExprId initial = single_initialisers(f_)[place.var];
    if (initial == kNone || !f_.vars[place.var].extents.empty()) return std::nullopt;
    const auto value = fold(initial);
    return value ? fit(type(e), *value) : std::nullopt;
  }

  std::optional<std::int64_t> binary(const Expr& e) {
    const auto left = arg(e, 0);
    const auto right = arg(e, 1);
    if (!left || !right) return std::nullopt;
    const Type& left_type = type(f_.exprs[e.args[0]]);
    // Both operands have the common type, except those of shifts, which keep their own.
    const bool as_unsigned = is_unsigned(left_type);
    const auto a = static_cast<std::uint64_t>(*left);
    const auto b = static_cast<std::uint64_t>(*right);
    const auto wrap = [&](std::uint64_t value) {
      return fit(type(e), static_cast<std::int64_t>(value));
    };
    switch (e.op) {
    case Op::add: return wrap(a + b);
    case Op::sub: return wrap(a - b);
    case Op::mul: return wrap(a * b);
    case Op::div:
    case Op::rem: {
      if (b == 0 || (!as_unsigned && *left == INT64_MIN && *right == -1)) return std::nullopt;
      if (as_unsigned) return wrap(e.op == Op::div ? a / b : a % b);
      return fit(type(e), e.op == Op::div ? *left / *right : *left % *right);
    }
    case Op::shl:
    case Op::shr: {
      const unsigned bits = left_type.bytes == 0 ? 64 : left_type.bits();
      if (*right < 0 || b >= bits) return std::nullopt;
      if (e.op == Op::shl) return wrap(a << b);
      return as_unsigned ? wrap(a >> b) : fit(type(e), *left >> b);
    }
    case Op::bit_and: return wrap(a & b);
    case Op::bit_or: return wrap(a | b);
    case Op::bit_xor: return wrap(a ^ b);
    case Op::lt: return as_unsigned ? a < b : *left < *right;
    case Op::le: return as_unsigned ? a <= b : *left <= *right;
    case Op::gt: return as_unsigned ? a > b : *left > *right;
    case Op::ge: return as_unsigned ? a >= b : *left >= *right;
    case Op::eq: return a == b;
    case Op::ne: return a != b;
    default: return std::nullopt;
    }
  }

  const Function& f_;
  std::unordered_map<ExprId, std::optional<std::int64_t>> known_;
};

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

/// Calls whose value tells lanes apart, by name.
bool reads_lane(std::string_view name) {
  const std::string lower = lower_case(name);
  for (const char* part : {"laneid", "lane_id", "lanemask", "lane_mask", "thread_rank", "mbcnt",
                           "workitem_id", "thread_id", "threadid"})
    if (lower.find(part) != std::string::npos) return true;
  return false;
}

class ThreadDependence {
 public:
  explicit ThreadDependence(const Function& f) : f_(f) {}

  bool depends(ExprId id) {
    if (id >= f_.exprs.size() || !seen_.insert(id).second) return false;
    const Expr& e = f_.exprs[id];
    switch (e.op) {
    case Op::thread_idx:
    case Op::lane_id: return true;
    case Op::call:
      if (reads_lane(e.text)) return true;
      break;
    case Op::cross:
      // What a vote returns is the same in every lane that takes part.
      if (e.cross == CrossKind::ballot || e.cross == CrossKind::any || e.cross == CrossKind::all
          || e.cross == CrossKind::active_mask || e.cross == CrossKind::reduce
          || e.cross == CrossKind::barrier)
        return false;
      break;
    case Op::local: return written_from_thread(e.var);
    default: break;
    }
    return std::any_of(e.args.begin(), e.args.end(), [&](ExprId arg) { return depends(arg); });
  }

 private:
  bool written_from_thread(kf::VarId var) {
    if (var >= f_.vars.size()) return false;
    if (!writes_) collect();
    const std::vector<ExprId>& values = (*writes_)[var];
    return std::any_of(values.begin(), values.end(), [&](ExprId value) { return depends(value); });
  }
  void collect() {
    writes_.emplace(f_.vars.size());
    for (const Stmt& s : f_.stmts)
      if (s.kind == StmtKind::decl && s.var < f_.vars.size() && s.a != kNone)
        (*writes_)[s.var].push_back(s.a);
    for (const Expr& e : f_.exprs) {
      if (e.op != Op::assign || e.args.size() < 2) continue;
      const kf::VarId var = stored_variable(f_, e.args[0]);
      if (var < f_.vars.size()) (*writes_)[var].push_back(e.args[1]);
    }
  }

  const Function& f_;
  std::unordered_set<ExprId> seen_;
  std::optional<std::vector<std::vector<ExprId>>> writes_;
};

void walk_from(const Function& f, kf::StmtId id, const std::function<void(const Stmt&)>& visit) {
  if (id >= f.stmts.size()) return;
  const Stmt& s = f.stmts[id];
  visit(s);
  for (const kf::StmtId child : s.body) walk_from(f, child, visit);
  for (const kf::StmtId child : s.other) walk_from(f, child, visit);
}

}  // namespace

ExprId skip_implicit(const Function& f, ExprId id) {
  while (id < f.exprs.size()) {
    const Expr& e = f.exprs[id];
    if (e.op != Op::cast || e.explicit_cast || e.args.empty()) break;
    id = e.args[0];
  }
  return id;
}

ExprId skip_casts(const Function& f, ExprId id) {
  while (id < f.exprs.size()) {
    const Expr& e = f.exprs[id];
    if (e.op != Op::cast || e.args.empty()) break;
    id = e.args[0];
  }
  return id;
}

std::optional<std::int64_t> constant(const Function& f, ExprId id) { return Folder(f).fold(id); }

bool mentions(const Function& f, ExprId id, kf::Op op) {
  if (id >= f.exprs.size()) return false;
  const Expr& e = f.exprs[id];
  if (e.op == op) return true;
  return std::any_of(e.args.begin(), e.args.end(),
                     [&](ExprId arg) { return mentions(f, arg, op); });
}

bool depends_on_thread(const Function& f, ExprId id) { return ThreadDependence(f).depends(id); }

bool is_lane_mask(const Expr& e) {
  if (e.op != Op::cross) return false;
  switch (e.cross) {
  case CrossKind::ballot:
  case CrossKind::active_mask:
  case CrossKind::match_any:
  case CrossKind::match_all: break;
  default: return false;
  }
  // A tile of unknown size: a coalesced group can hold a whole wave, but a template may still
  // become a tile of 32.
  if (e.tile == 255) return !e.dependent;
  return e.tile == 0 || e.tile > 32;
}

bool is_shuffle(const Expr& e) {
  return e.op == Op::cross
         && (e.cross == CrossKind::shfl || e.cross == CrossKind::shfl_up
             || e.cross == CrossKind::shfl_down || e.cross == CrossKind::shfl_xor);
}

bool is_call(const Expr& e, std::initializer_list<std::string_view> names) {
  return e.op == Op::call && std::find(names.begin(), names.end(), e.text) != names.end();
}

void walk(const Function& f, ExprId id, const std::function<void(ExprId)>& visit) {
  if (id >= f.exprs.size()) return;
  visit(id);
  for (const ExprId arg : f.exprs[id].args) walk(f, arg, visit);
}

void walk_stmts(const Function& f, const std::function<void(const kf::Stmt&)>& visit) {
  walk_from(f, f.root, visit);
}

std::vector<ExprId> parents(const Function& f) {
  std::vector<ExprId> out(f.exprs.size(), kNone);
  for (ExprId id = 0; id < f.exprs.size(); ++id)
    for (const ExprId arg : f.exprs[id].args)
      if (arg < out.size()) out[arg] = id;
  return out;
}

namespace {

std::vector<ExprId> find_single_initialisers(const Function& f) {
  std::vector<ExprId> initial(f.vars.size(), kNone);
  std::vector<bool> written(f.vars.size(), false);
  for (const Stmt& s : f.stmts) {
    if (s.kind != StmtKind::decl || s.var >= f.vars.size()) continue;
    if (s.a == kNone || initial[s.var] != kNone) written[s.var] = true;
    initial[s.var] = s.a;
  }

  // A place that is not loaded from is assigned, bound to a reference, or has its address taken.
  const std::vector<ExprId> above = parents(f);
  std::vector<bool> evaluated(f.exprs.size(), false);
  for (const Stmt& s : f.stmts)
    if (s.kind == StmtKind::eval && s.a < f.exprs.size()) evaluated[s.a] = true;
  for (ExprId id = 0; id < f.exprs.size(); ++id) {
    const Expr& e = f.exprs[id];
    if (e.op != Op::local || e.var >= f.vars.size()) continue;
    ExprId at = id;
    ExprId up = above[id];
    while (up != kNone && (f.exprs[up].op == Op::member || f.exprs[up].op == Op::index)
           && f.exprs[up].args[0] == at) {
      at = up;
      up = above[at];
    }
    // `(void)n;` and `n;`
    const bool discarded = up == kNone
                               ? evaluated[at]
                               : f.exprs[up].op == Op::cast && f.exprs[up].type < f.types.size()
                                     && f.types[f.exprs[up].type].kind == TypeKind::void_;
    const bool read = up != kNone && f.exprs[up].op == Op::load;
    if (!read && !discarded) written[e.var] = true;
  }

  for (kf::VarId var = 0; var < f.vars.size(); ++var) {
    const kf::Var& v = f.vars[var];
    const bool reference = v.type < f.types.size() && f.types[v.type].is_reference;
    if (written[var] || reference || v.is_volatile || v.storage != kf::Storage::local)
      initial[var] = kNone;
  }
  return initial;
}

}  // namespace

const std::vector<ExprId>& single_initialisers(const Function& f) {
  Initialisers& known = f.initialisers;
  if (known.of_var.size() != f.vars.size() || known.exprs != f.exprs.size()
      || known.stmts != f.stmts.size()) {
    known.of_var = find_single_initialisers(f);
    known.exprs = f.exprs.size();
    known.stmts = f.stmts.size();
  }
  return known.of_var;
}

std::string_view base_key(std::string_view key) {
  const std::size_t mark = key.rfind('#');
  if (mark == std::string_view::npos || mark + 1 == key.size()) return key;
  const std::string_view digits = key.substr(mark + 1);
  const bool number =
      std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  return number ? key.substr(0, mark) : key;
}

bool names_wave_size(std::string_view name) {
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  const auto has_any = [&](std::initializer_list<std::string_view> parts) {
    return std::ranges::any_of(
        parts, [&](std::string_view part) { return lower.find(part) != std::string::npos; });
  };
  if (!has_any({"warp", "wave", "wf_size", "wfsize"})) return false;
  // kWarpSize holds no "warps".
  for (const std::string_view word : {"warpsize", "wavesize"})
    if (const std::size_t at = lower.find(word); at != std::string::npos) lower.insert(at + 4, "_");
  // WARPS_PER_BLOCK and WARP_TILE count or cut something else.
  if (has_any({"warps", "waves", "tile", "block", "num", "_per_thread", "elements", "items", "_m",
               "_n", "_k", "shape", "row", "col", "mask", "shift", "length", "log"}))
    return has_any({"threads_per_warp", "threads_per_wave", "lanes_per_w", "threadsperwa",
                    "num_threads_per_w", "numthreadsperw"});
  if (has_any({"size", "width", "threads", "lanes", "threads_per"})) return true;
  return lower == "warp" || lower == "kwarp" || lower == "wavefront" || lower == "kwave";
}

namespace {

/// "32-63, 96-127 and others": at most `most` ranges.
std::string ranges_text(std::vector<int> sorted, std::size_t most) {
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  std::string out;
  std::size_t shown = 0;
  for (std::size_t i = 0; i < sorted.size(); ++shown) {
    if (shown == most) return out + " and others";
    std::size_t last = i;
    while (last + 1 < sorted.size() && sorted[last + 1] == sorted[last] + 1) ++last;
    if (i != 0) out += ", ";
    out += std::to_string(sorted[i]);
    if (last != i) out += (last == i + 1 ? ", " : "-") + std::to_string(sorted[last]);
    i = last + 1;
  }
  return out;
}

}  // namespace

std::string lane_range(const std::vector<int>& lanes) {
  if (lanes.empty()) return "no lane";
  return (lanes.size() == 1 ? "lane " : "lanes ") + ranges_text(lanes, lanes.size());
}

std::string thread_range(const std::vector<int>& threads) {
  if (threads.empty()) return "no thread";
  return (threads.size() == 1 ? "thread " : "threads ") + ranges_text(threads, 3);
}

}  // namespace hipaudit::kf
