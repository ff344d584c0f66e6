// SPDX-License-Identifier: Apache-2.0
// The evaluator. Every expression is evaluated for all lanes of the block at once, under one path
// condition per lane. A condition that is constant for a lane switches the lane; any other becomes
// part of its path condition, and what is assigned under it is a select. Loops with constant
// conditions run exactly; others run twice with the variables that they change made unknown.
#include "lanes/evaluate.hpp"

#include <algorithm>

#include "facts/query.hpp"

namespace hipaudit::lanes {

using kf::CrossKind;
using kf::Expr;
using kf::ExprId;
using kf::Function;
using kf::kNone;
using kf::Op;
using kf::Stmt;
using kf::StmtId;
using kf::StmtKind;
using kf::TypeKind;
using kf::VarId;

Library::Library(const Facts& facts) {
  for (const Function& f : facts.functions) by_key_.emplace(f.key, &f);
}

const Function* Library::find(const std::string& key) const {
  const auto found = by_key_.find(key);
  return found == by_key_.end() ? nullptr : found->second;
}

namespace {

using Vec = std::vector<TermId>;

constexpr int kMaxDepth = 10;
constexpr int kMaxTurns = 300;

struct GaveUp {
  std::string why;
};

/// Values by path, in its order. Most objects have one.
class Entries {
 public:
  [[nodiscard]] const TermId* find(TermId path) const {
    const auto at = std::ranges::lower_bound(sorted_, path, {}, &Entry::first);
    return at != sorted_.end() && at->first == path ? &at->second : nullptr;
  }
  void set(TermId path, TermId value) {
    const auto at = std::ranges::lower_bound(sorted_, path, {}, &Entry::first);
    if (at != sorted_.end() && at->first == path)
      at->second = value;
    else
      sorted_.insert(at, {path, value});
  }
  template <typename Test>
  void erase_if(Test test) {
    std::erase_if(sorted_, [&](const Entry& e) { return test(e.first); });
  }
  void clear() { sorted_.clear(); }
  [[nodiscard]] std::size_t size() const { return sorted_.size(); }
  [[nodiscard]] auto begin() const { return sorted_.begin(); }
  [[nodiscard]] auto end() const { return sorted_.end(); }

 private:
  using Entry = std::pair<TermId, TermId>;
  std::vector<Entry> sorted_;
};

/// Memory of one object: entries by path, and a version that stands for everything else.
struct Memory {
  Entries entries;
  TermId version = 0;
  bool has_version = false;
};

struct Object {
  bool shared = false;
  std::string name;
  Memory block;              ///< shared
  std::vector<Memory> lane;  ///< local
};

struct Frame {
  const Function* f = nullptr;
  std::vector<std::int64_t> objects;  ///< by VarId; -1 not made yet
  std::vector<Vec> references;        ///< by VarId: addresses, for reference variables
  Vec this_;
  std::vector<std::pair<Vec, Vec>> returns;  ///< condition and value per lane
  Frame* caller = nullptr;
};

bool is_lane_name(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return name.find("lane") != std::string::npos && name.find("mask") == std::string::npos
         && name.find("src") == std::string::npos && name.find("num") == std::string::npos
         && name.find("planes") == std::string::npos;
}

bool is_tid_name(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return name == "tid" || name == "tx" || name == "thread_id" || name == "threadid"
         || name == "tidx" || name == "thread_idx" || name == "threadidx";
}

bool is_warp_id_name(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return name == "wid" || name == "warpid" || name == "warp_id" || name == "warp_idx"
         || name == "warpidx";
}

bool is_warp_size_name(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return name.find("warp") != std::string::npos && name.find("size") != std::string::npos;
}

class Evaluator {
 public:
  Evaluator(const Library& library, const Shape& shape, int wave, const std::set<Where>& wide,
            Terms& terms, unsigned budget)
      : library_(library), shape_(shape), wave_(wave), wide_(wide), t_(terms), budget_(budget),
        lanes_(shape.lanes()) {
    pc_.assign(static_cast<std::size_t>(lanes_), t_.yes);
  }

  Trace run(const Function& root) {
    try {
      Frame frame = make_frame(root);
      root_ = &root;
      const bool kernel = root.kind == kf::FunctionKind::kernel;
      for (const VarId p : root.params) bind_unknown(frame, p, kernel);
      stmt(frame, root.root);
      // Values that reference parameters of a device function hold at its end.
      if (!kernel) {
        const Vec end = returned_condition(frame);
        (void)end;
        for (const auto& [condition, value] : frame.returns)
          for (int l = 0; l < lanes_; ++l)
            if (condition[at(l)] != t_.no)
              sink(nullptr, kNone, l, condition[at(l)], t_.no, value[at(l)], true);
        for (const VarId p : root.params)
          if (root.types[root.vars[p].type].is_reference)
            for (int l = 0; l < lanes_; ++l) {
              const TermId value = load_place(frame.references[p][at(l)], l);
              sink(nullptr, kNone, l, t_.yes, frame.references[p][at(l)], value, true);
            }
      }
    } catch (const GaveUp& g) {
      trace_.gave_up = g.why;
    }
    return std::move(trace_);
  }

 private:
  static std::size_t at(int lane) { return static_cast<std::size_t>(lane); }
  Vec same(TermId id) const { return Vec(at(lanes_), id); }
  [[nodiscard]] bool active(int lane) const { return pc_[at(lane)] != t_.no; }
  [[nodiscard]] bool any_active() const {
    return std::any_of(pc_.begin(), pc_.end(), [&](TermId c) { return c != t_.no; });
  }

  void spend(unsigned cost = 1) {
    if (spent_ + cost > budget_) throw GaveUp{"too large to evaluate"};
    spent_ += cost;
    if (t_.size() > 4000000) throw GaveUp{"too many distinct values"};
  }

  // --- frames and objects ------------------------------------------------------------------------

  Frame make_frame(const Function& f) {
    Frame frame;
    frame.f = &f;
    frame.objects.assign(f.vars.size(), -1);
    frame.references.resize(f.vars.size());
    return frame;
  }

  std::int64_t new_object(const kf::Var& var, bool shared) {
    Object object;
    object.shared = shared;
    object.name = var.name;
    if (!shared) object.lane.resize(at(lanes_));
    objects_.push_back(std::move(object));
    return static_cast<std::int64_t>(objects_.size() - 1);
  }

  std::int64_t object_of(Frame& frame, VarId id) {
    if (frame.objects[id] >= 0) return frame.objects[id];
    const kf::Var& var = frame.f->vars[id];
    const bool shared =
        var.storage == kf::Storage::shared || var.storage == kf::Storage::dynamic_shared;
    if (shared) {
      // All extern shared arrays begin at one address; each static one is its own.
      const std::string name = var.storage == kf::Storage::dynamic_shared
                                   ? std::string("extern shared")
                                   : var.name + "@" + std::to_string(var.where.best().begin);
      const auto [found, added] = shared_.try_emplace(name, 0);
      if (added) found->second = new_object(var, true);
      frame.objects[id] = found->second;
    } else if (var.storage == kf::Storage::captured) {
      capture(frame, id);
    } else {
      frame.objects[id] = new_object(var, false);
    }
    return frame.objects[id];
  }

  /// A variable of a function around the lambda: of a frame further up, wherever it was called.
  void capture(Frame& frame, VarId id) {
    const kf::Var& var = frame.f->vars[id];
    for (Frame* outer = frame.caller; outer; outer = outer->caller)
      for (VarId other = 0; other < outer->f->vars.size(); ++other) {
        if (outer->f->vars[other].where != var.where) continue;
        if (outer->references[other].empty()) frame.objects[id] = object_of(*outer, other);
        if (!outer->references[other].empty()) frame.references[id] = outer->references[other];
        return;
      }
    // Host code made the lambda: the same value for all lanes.
    frame.objects[id] = new_object(var, false);
    for (int l = 0; l < lanes_; ++l)
      memory(frame.objects[id], l).entries.set(t_.no, t_.symbol("captured " + var.name));
  }

  int lane_number(int lane) const { return lane % 32; }

  /// A parameter whose argument is not known: of a kernel, or of a function that nothing calls.
  void bind_unknown(Frame& frame, VarId p, bool kernel) {
    const kf::Var& var = frame.f->vars[p];
    const kf::Type& type = frame.f->types[var.type];
    Vec value(at(lanes_));
    const bool pointer = type.kind == TypeKind::pointer && !type.is_reference;
    for (int l = 0; l < lanes_; ++l) {
      if (kernel || pointer) {
        value[at(l)] = t_.symbol("param " + var.name);
      } else if (type.kind == TypeKind::integer && is_lane_name(var.name)) {
        value[at(l)] = t_.constant(lane_number(l));
        trace_.guessed = true;
      } else if (type.kind == TypeKind::integer && is_tid_name(var.name)) {
        value[at(l)] = t_.constant(l);
        trace_.guessed = true;
      } else if (type.kind == TypeKind::integer && is_warp_id_name(var.name)) {
        value[at(l)] = t_.constant(l / 32);
        trace_.guessed = true;
      } else {
        value[at(l)] = t_.symbol("param " + var.name, {t_.constant(l)});
      }
    }
    const std::int64_t object = new_object(var, false);
    for (int l = 0; l < lanes_; ++l) {
      const TermId place = t_.address(object, t_.no);
      store_place(place, l, value[at(l)], t_.yes);
    }
    if (type.is_reference) {
      frame.references[p] = Vec(at(lanes_), t_.address(object, t_.no));
    } else {
      frame.objects[p] = object;
    }
  }

  // --- memory ------------------------------------------------------------------------------------

  Memory& memory(std::int64_t object, int lane) {
    Object& o = objects_[static_cast<std::size_t>(object)];
    return o.shared ? o.block : o.lane[at(lane)];
  }

  /// Whether `path` is a field (of a field ...) of what lies at `base`.
  bool inside(TermId path, TermId base) const {
    for (;;) {
      const Term& step = t_[path];
      if (step.kind != Kind::symbol || step.args.size() != 1) return false;
      path = step.args[0];
      if (path == base) return true;
    }
  }

  TermId load_entry(std::int64_t object, TermId path, int lane) {
    Memory& m = memory(object, lane);
    const Object& o = objects_[static_cast<std::size_t>(object)];
    const TermId whole = [&] {
      if (const TermId* found = m.entries.find(path)) return *found;
      // A field of something that was stored whole.
      const Term step = t_[path];
      if (step.kind == Kind::symbol && step.args.size() == 1) {
        const TermId outer = step.args[0];
        if (const TermId* found = m.entries.find(outer))
          return t_.symbol("field", {*found, t_.symbol(std::to_string(step.value))});
      }
      if (m.has_version) return t_.symbol("load", {m.version, path});
      std::vector<TermId> args{path, t_.constant(object)};
      if (!o.shared) args.push_back(t_.constant(lane));
      return t_.symbol("unwritten", std::move(args));
    }();
    // What was stored into its parts since.
    std::vector<TermId> args;
    for (const auto& [key, value] : m.entries)
      if (inside(key, path)) {
        if (args.empty()) args.push_back(whole);
        args.push_back(key);
        args.push_back(value);
      }
    return args.empty() ? whole : t_.symbol("whole", args);
  }

  TermId load_place(TermId place, int lane) {
    const Term& p = t_[place];
    if (p.kind == Kind::address)
      return t_.under(pc_[at(lane)], load_entry(p.value, p.args[0], lane));
    if (p.kind == Kind::select) {
      const TermId c = p.args[0];
      const TermId a = p.args[1];
      const TermId b = p.args[2];
      const TermId left = load_place(a, lane);
      return t_.select(c, left, load_place(b, lane));
    }
    return t_.symbol("global", {place});
  }

  void store_entry(std::int64_t object, TermId path, int lane, TermId value, TermId condition) {
    Memory& m = memory(object, lane);
    const bool definite = t_[path].definite;
    if (condition != t_.yes) {
      const TermId old = load_entry(object, path, lane);
      value = t_.select(condition, value, t_.under(t_.logical_not(condition), old));
    }
    if (definite) {
      m.entries.erase_if([&](TermId key) { return !t_[key].definite || inside(key, path); });
      m.entries.set(path, value);
      return;
    }
    std::vector<TermId> args{path, value};
    if (m.has_version) args.push_back(m.version);
    if (m.entries.size() <= 64)
      for (const auto& [key, old] : m.entries) {
        args.push_back(key);
        args.push_back(old);
      }
    m.version = t_.symbol("stored", std::move(args));
    m.has_version = true;
    m.entries.clear();
    m.entries.set(path, value);
  }

  void store_place(TermId place, int lane, TermId value, TermId condition) {
    const Term& p = t_[place];
    if (p.kind == Kind::address) store_entry(p.value, p.args[0], lane, value, condition);
  }

  /// Everything in the object is unknown from here on, as a function of `cause`.
  void havoc(TermId place, int lane, TermId cause) {
    const Term& p = t_[place];
    if (p.kind != Kind::address) return;
    Memory& m = memory(p.value, lane);
    std::vector<TermId> args{cause};
    if (m.has_version) args.push_back(m.version);
    m.version = t_.symbol("changed", std::move(args));
    m.has_version = true;
    m.entries.clear();
  }

  void sink(const Function* f, ExprId e, int lane, TermId condition, TermId address, TermId value,
            bool is_return = false) {
    Sink s;
    s.function = f;
    s.at = e;
    s.lane = lane;
    s.condition = condition;
    s.address = address;
    s.value = value;
    s.is_return = is_return;
    s.turn = turns_[{f, e, lane}]++;
    trace_.sinks.push_back(s);
  }

  // --- places ------------------------------------------------------------------------------------

  Vec place(Frame& frame, ExprId id) {
    const Expr& e = frame.f->exprs[id];
    switch (e.op) {
    case Op::local: {
      if (!frame.references[e.var].empty()) return frame.references[e.var];
      const std::int64_t object = object_of(frame, e.var);
      if (!frame.references[e.var].empty()) return frame.references[e.var];
      return same(t_.address(object, t_.no));
    }
    case Op::global: return same(t_.symbol("&" + e.text));
    case Op::deref: return value(frame, e.args[0]);
    case Op::index: {
      const Vec base = pointer(frame, e.args[0]);
      const Vec index = value(frame, e.args[1]);
      // Rows of an array of arrays are steps of their own: t[i][j] is (t, i, j).
      const bool nested = is_nested(frame, e.args[0]);
      Vec out(at(lanes_));
      for (int l = 0; l < lanes_; ++l)
        if (active(l)) out[at(l)] = element(base[at(l)], index[at(l)], nested);
      return out;
    }
    case Op::member: {
      Vec out = place(frame, e.args[0]);
      for (int l = 0; l < lanes_; ++l) {
        if (!active(l)) continue;
        const Term& base = t_[out[at(l)]];
        if (base.kind == Kind::address) {
          const std::int64_t object = base.value;
          out[at(l)] = t_.address(object, t_.step(e.text, base.args[0]));
        } else {
          out[at(l)] = t_.symbol("." + e.text, {out[at(l)]});
        }
      }
      return out;
    }
    case Op::cast: return place(frame, e.args[0]);
    case Op::load: return place(frame, e.args[0]);
    case Op::assign: {
      const Vec ignored = value(frame, id);
      (void)ignored;
      return place(frame, e.args[0]);
    }
    case Op::this_: return this_pointer(frame);
    case Op::select: {
      const Vec condition = value(frame, e.args[0]);
      const Vec a = place(frame, e.args[1]);
      const Vec b = place(frame, e.args[2]);
      Vec out(at(lanes_));
      for (int l = 0; l < lanes_; ++l)
        if (active(l)) out[at(l)] = t_.select(truth(condition[at(l)]), a[at(l)], b[at(l)]);
      return out;
    }
    default: {
      // A value used as a place: a temporary.
      Vec v = value(frame, id);
      for (int l = 0; l < lanes_; ++l)
        if (active(l)) v[at(l)] = t_.symbol("temporary", {v[at(l)]});
      return v;
    }
    }
  }

  /// Whether the place is itself a row of an array of arrays.
  bool is_nested(Frame& frame, ExprId id) {
    const Expr& e = frame.f->exprs[id];
    return e.op == Op::index && !(e.args[1] == kNone);
  }

  TermId element(TermId base, TermId index, bool nested) {
    const Term& b = t_[base];
    if (b.kind != Kind::address) {
      if (nested) return t_.symbol("row", {base, index});
      return t_.binary(Kind::sum, base, index);
    }
    const std::int64_t object = b.value;
    const TermId path = b.args[0];
    if (!nested) return t_.address(object, t_.binary(Kind::sum, path, index));
    if (t_.is_constant(index) && t_[path].definite)
      return t_.address(object, t_.step("[" + std::to_string(t_.value(index)) + "]", path));
    return t_.address(object, t_.symbol("row", {path, index}));
  }

  /// The address that an array or pointer expression denotes.
  Vec pointer(Frame& frame, ExprId id) {
    const Expr& e = frame.f->exprs[id];
    if (e.op == Op::local) {
      const kf::Var& var = frame.f->vars[e.var];
      if (!var.extents.empty() && var.storage != kf::Storage::param) return place(frame, id);
      if (var.storage == kf::Storage::dynamic_shared) return place(frame, id);
      // An operator[] of a class gives a part of the object.
      const kf::Type& type = frame.f->types[var.type];
      const TypeKind indexed = type.is_reference ? type.pointee : type.kind;
      if (indexed == TypeKind::record || indexed == TypeKind::vector) return place(frame, id);
      // A pointer variable that lowering left as a place.
      return load_all(place(frame, id));
    }
    if (e.op == Op::index || e.op == Op::member || e.op == Op::global) return place(frame, id);
    if (e.op == Op::cast) return pointer(frame, e.args[0]);
    return value(frame, id);
  }

  Vec load_all(const Vec& places) {
    Vec out(at(lanes_));
    for (int l = 0; l < lanes_; ++l)
      if (active(l)) out[at(l)] = load_place(places[at(l)], l);
    return out;
  }

  Vec this_pointer(Frame& frame) {
    for (Frame* at_frame = &frame; at_frame; at_frame = at_frame->caller) {
      if (!at_frame->this_.empty()) return at_frame->this_;
      if (!at_frame->f->is_lambda) break;
    }
    return same(t_.symbol("this"));
  }

  // --- values ------------------------------------------------------------------------------------

  TermId truth(TermId v) {
    const Term& x = t_[v];
    switch (x.kind) {
    case Kind::constant: return t_.truth(x.value != 0);
    case Kind::lt:
    case Kind::le:
    case Kind::eq:
    case Kind::conj:
    case Kind::disj:
    case Kind::negation:
    case Kind::poison: return v;
    case Kind::select: {
      const TermId c = x.args[0];
      const TermId a = x.args[1];
      const TermId b = x.args[2];
      const TermId left = truth(a);
      return t_.select(c, left, truth(b));
    }
    default: return t_.logical_not(t_.binary(Kind::eq, v, t_.no));
    }
  }

  static Width width_of(const kf::Type& type) {
    if (type.kind == TypeKind::integer) return {type.bytes, type.is_signed};
    if (type.kind == TypeKind::boolean) return {1, false};
    return {};
  }

  template <class F>
  Vec map(const Vec& a, F f) {
    Vec out(at(lanes_));
    for (int l = 0; l < lanes_; ++l)
      if (active(l)) out[at(l)] = f(a[at(l)], l);
    return out;
  }

  Vec value(Frame& frame, ExprId id) {
    if (id == kNone) return same(t_.no);
    spend();
    const Function& f = *frame.f;
    const Expr& e = f.exprs[id];
    switch (e.op) {
    case Op::constant: return same(t_.constant(e.value));
    case Op::floating: return same(t_.symbol("float " + e.text));
    case Op::string: return same(t_.symbol("string " + e.text));
    case Op::template_param:
      if (is_warp_size_name(e.text)) return same(t_.constant(32));
      return same(t_.symbol("template " + e.text));
    case Op::thread_idx: {
      if (e.value != 0) trace_.uses_y = true;
      Vec out(at(lanes_));
      for (int l = 0; l < lanes_; ++l) {
        const int x = l % shape_.block[0];
        const int y = l / shape_.block[0] % shape_.block[1];
        const int z = l / (shape_.block[0] * shape_.block[1]);
        out[at(l)] = t_.constant(e.value == 0 ? x : e.value == 1 ? y : z);
      }
      return out;
    }
    case Op::block_dim: return same(t_.constant(shape_.block[static_cast<std::size_t>(e.value)]));
    case Op::block_idx: return same(t_.symbol("blockIdx " + std::to_string(e.value)));
    case Op::grid_dim: return same(t_.symbol("gridDim " + std::to_string(e.value)));
    case Op::warp_size: trace_.uses_warp_size = true; return same(t_.constant(32));
    case Op::lane_id: {
      // Unlike anything in CUDA this is 0 to 63; code that asks for it knows.
      trace_.uses_warp_size = true;
      return lane_ids();
    }
    case Op::this_: return this_pointer(frame);
    case Op::local: {
      // An array decays to its address; anything else that lowering left as a place is read.
      const kf::Var& var = f.vars[e.var];
      if ((!var.extents.empty() && var.storage != kf::Storage::param)
          || var.storage == kf::Storage::dynamic_shared)
        return place(frame, id);
      return load_all(place(frame, id));
    }
    case Op::global: return same(t_.symbol("&" + e.text));
    case Op::index:
    case Op::deref:
    case Op::member: {
      // A row decays to its address.
      if (f.type_of(id).kind == TypeKind::pointer
          && f.types[e.type].text.find('[') != std::string::npos)
        return place(frame, id);
      return load_all(place(frame, id));
    }
    case Op::load: return guess_by_name(f, e, load_all(place(frame, e.args[0])));
    case Op::addr: return place(frame, e.args[0]);
    case Op::cast: return cast(frame, id, e);
    case Op::neg:
    case Op::bit_not: {
      const Kind kind = e.op == Op::neg ? Kind::neg : Kind::bit_not;
      const Width width = width_of(f.types[e.type]);
      return map(value(frame, e.args[0]), [&](TermId a, int) { return t_.unary(kind, a, width); });
    }
    case Op::logical_not:
      return map(value(frame, e.args[0]), [&](TermId a, int) { return t_.logical_not(truth(a)); });
    case Op::comma: value(frame, e.args[0]); return value(frame, e.args[1]);
    case Op::logical_and:
    case Op::logical_or: return short_circuit(frame, e);
    case Op::select: return conditional(frame, e);
    case Op::assign: return assign(frame, id, e);
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
    case Op::ne: return binary(frame, e);
    case Op::cross: return cross(frame, id, e);
    case Op::atomic: return atomic(frame, id, e);
    case Op::call: return call(frame, id, e);
    case Op::lambda: return same(t_.symbol("lambda " + e.callee));
    case Op::init_list: {
      std::vector<Vec> parts;
      for (const ExprId arg : e.args) parts.push_back(value(frame, arg));
      return combine("list", parts);
    }
    case Op::opaque: {
      std::vector<Vec> parts;
      for (const ExprId arg : e.args) parts.push_back(value(frame, arg));
      return unknown(frame, id, parts);
    }
    }
    return same(t_.no);
  }

  /// An integer named like a lane or thread number whose value is not known here (a member that a
  /// constructor set, the result of inline assembly) is taken for what its name says.
  Vec guess_by_name(const Function& f, const Expr& e, Vec v) {
    if (f.types[e.type].kind != TypeKind::integer) return v;
    const Expr& from = f.exprs[e.args[0]];
    std::string name = from.text;
    while (!name.empty() && name.back() == '_') name.pop_back();
    if (name.rfind("m_", 0) == 0) name.erase(0, 2);
    const int kind = is_lane_name(name) ? 1 : is_tid_name(name) ? 2 : is_warp_id_name(name) ? 3 : 0;
    if (kind == 0 || (from.op != Op::local && from.op != Op::member)) return v;
    for (int l = 0; l < lanes_; ++l) {
      if (!active(l) || t_.is_constant(v[at(l)])) continue;
      v[at(l)] = t_.constant(kind == 1 ? lane_number(l) : kind == 2 ? l : l / 32);
      trace_.guessed = true;
    }
    return v;
  }

  Vec combine(const std::string& name, const std::vector<Vec>& parts) {
    Vec out(at(lanes_));
    for (int l = 0; l < lanes_; ++l) {
      if (!active(l)) continue;
      std::vector<TermId> args;
      for (const Vec& part : parts) args.push_back(part[at(l)]);
      out[at(l)] = t_.symbol(name, std::move(args));
    }
    return out;
  }

  /// A value that may differ on every lane and every turn.
  Vec unknown(Frame& frame, ExprId id, const std::vector<Vec>& parts) {
    const std::string name = "opaque " + frame.f->key + "#" + std::to_string(id);
    Vec out(at(lanes_));
    for (int l = 0; l < lanes_; ++l) {
      if (!active(l)) continue;
      std::vector<TermId> args{t_.constant(l)};
      for (const Vec& part : parts) args.push_back(part[at(l)]);
      out[at(l)] = t_.symbol(name, std::move(args));
    }
    return out;
  }

  Vec cast(Frame& frame, ExprId, const Expr& e) {
    const kf::Type& to = frame.f->types[e.type];
    Vec v = value(frame, e.args[0]);
    if (to.kind == TypeKind::boolean) return map(v, [&](TermId a, int) { return truth(a); });
    if (to.kind == TypeKind::integer) {
      const Width width = width_of(to);
      return map(v, [&](TermId a, int) { return t_.convert(a, width); });
    }
    return v;
  }

  Vec short_circuit(Frame& frame, const Expr& e) {
    const bool is_and = e.op == Op::logical_and;
    const Vec left = map(value(frame, e.args[0]), [&](TermId a, int) { return truth(a); });
    const Vec saved = pc_;
    for (int l = 0; l < lanes_; ++l)
      if (active(l))
        pc_[at(l)] = t_.conj(saved[at(l)], is_and ? left[at(l)] : t_.logical_not(left[at(l)]));
    Vec right = same(t_.no);
    if (any_active()) {
      right = value(frame, e.args[1]);
      for (int l = 0; l < lanes_; ++l)
        if (active(l)) right[at(l)] = truth(right[at(l)]);
    }
    const Vec inner = pc_;
    pc_ = saved;
    Vec out(at(lanes_));
    for (int l = 0; l < lanes_; ++l) {
      if (!active(l)) continue;
      const bool reached = inner[at(l)] != t_.no;
      if (is_and)
        out[at(l)] = reached ? t_.conj(left[at(l)], right[at(l)]) : t_.no;
      else
        out[at(l)] = reached ? t_.disj(left[at(l)], right[at(l)]) : t_.yes;
      // An unreached right side of a symbolic left cannot happen: conj(pc, c) is false only when
      // the path already decides c.
    }
    return out;
  }

  Vec conditional(Frame& frame, const Expr& e) {
    const Vec condition = map(value(frame, e.args[0]), [&](TermId a, int) { return truth(a); });
    const Vec saved = pc_;
    const auto side = [&](ExprId arg, bool positive) {
      for (int l = 0; l < lanes_; ++l)
        pc_[at(l)] = saved[at(l)] == t_.no
                         ? t_.no
                         : t_.conj(saved[at(l)],
                                   positive ? condition[at(l)] : t_.logical_not(condition[at(l)]));
      Vec out = same(t_.no);
      Vec reached = pc_;
      if (any_active()) out = value(frame, arg);
      return std::pair{std::move(out), std::move(reached)};
    };
    const auto [a, pa] = side(e.args[1], true);
    const auto [b, pb] = side(e.args[2], false);
    pc_ = saved;
    Vec out(at(lanes_));
    for (int l = 0; l < lanes_; ++l) {
      if (!active(l)) continue;
      if (pa[at(l)] == t_.no)
        out[at(l)] = b[at(l)];
      else if (pb[at(l)] == t_.no)
        out[at(l)] = a[at(l)];
      else
        out[at(l)] = t_.select(condition[at(l)], a[at(l)], b[at(l)]);
    }
    return out;
  }

  Vec assign(Frame& frame, ExprId id, const Expr& e) {
    // The right side first: its side effects come before the store, and C++17 agrees.
    const ExprId right = e.args[1];
    Vec old;
    if (e.post)
      old =
          value(frame, frame.f->exprs[right].args.empty() ? right : frame.f->exprs[right].args[0]);
    Vec v = value(frame, right);
    const kf::Type& type = frame.f->type_of(id);
    if (type.kind == TypeKind::integer) {
      const Width width = width_of(type);
      v = map(v, [&](TermId a, int) { return t_.convert(a, width); });
    }
    const Vec target = place(frame, e.args[0]);
    store(frame, id, target, v);
    return e.post ? old : v;
  }

  void store(Frame& frame, ExprId id, const Vec& target, const Vec& v) {
    for (int l = 0; l < lanes_; ++l) {
      if (!active(l)) continue;
      const Term& p = t_[target[at(l)]];
      if (p.kind == Kind::address) {
        store_place(target[at(l)], l, v[at(l)], relative(p.value, l));
      } else {
        sink(frame.f, id, l, pc_[at(l)], target[at(l)], v[at(l)]);
      }
    }
  }

  /// The condition under which a store to `object` happens, seen from where the object lives. A
  /// local that was made under the same condition needs none; keeping it is only less tidy.
  TermId relative(std::int64_t object, int lane) {
    const auto made = made_under_.find(object);
    if (made != made_under_.end() && made->second[at(lane)] == pc_[at(lane)]) return t_.yes;
    return pc_[at(lane)];
  }

  Vec binary(Frame& frame, const Expr& e) {
    Vec a = cuts_lane_id(*frame.f, e) ? lane_ids() : value(frame, e.args[0]);
    const Vec b = value(frame, e.args[1]);
    const kf::Type& left = frame.f->type_of(e.args[0]);
    const bool compare = e.op == Op::lt || e.op == Op::le || e.op == Op::gt || e.op == Op::ge
                         || e.op == Op::eq || e.op == Op::ne;
    const Width width = compare ? width_of(left) : width_of(frame.f->types[e.type]);
    note_64(frame, e, a);
    return [&] {
      Vec out(at(lanes_));
      for (int l = 0; l < lanes_; ++l)
        if (active(l)) out[at(l)] = apply(e.op, a[at(l)], b[at(l)], width);
      return out;
    }();
  }

  Vec lane_ids() {
    Vec out(at(lanes_));
    for (int l = 0; l < lanes_; ++l) out[at(l)] = t_.constant(l % wave_);
    return out;
  }

  /// `__lane_id() & 31`: the same number on every wave size.
  static bool cuts_lane_id(const Function& f, const Expr& e) {
    if (f.exprs[kf::skip_casts(f, e.args[0])].op != Op::lane_id) return false;
    return cut_to_32(f, e);
  }

  TermId apply(Op op, TermId a, TermId b, Width width) {
    switch (op) {
    case Op::add: return t_.binary(Kind::sum, a, b, width);
    case Op::sub: return t_.binary(Kind::sub, a, b, width);
    case Op::mul: return t_.binary(Kind::product, a, b, width);
    case Op::div: return t_.binary(Kind::div, a, b, width);
    case Op::rem: return t_.binary(Kind::rem, a, b, width);
    case Op::shl: return t_.binary(Kind::shl, a, b, width);
    case Op::shr: return t_.binary(Kind::shr, a, b, width);
    case Op::bit_and: return t_.binary(Kind::bit_and, a, b, width);
    case Op::bit_or: return t_.binary(Kind::bit_or, a, b, width);
    case Op::bit_xor: return t_.binary(Kind::bit_xor, a, b, width);
    case Op::lt: return t_.binary(Kind::lt, a, b, width);
    case Op::le: return t_.binary(Kind::le, a, b, width);
    case Op::gt: return t_.binary(Kind::lt, b, a, width);
    case Op::ge: return t_.binary(Kind::le, b, a, width);
    case Op::eq: return t_.binary(Kind::eq, a, b, width);
    case Op::ne: return t_.logical_not(t_.binary(Kind::eq, a, b, width));
    default: return t_.no;
    }
  }

  /// tid % 64, tid & 63, tid / 64, tid >> 6 on per-lane constants: code written for 64 lanes.
  void note_64(Frame& frame, const Expr& e, const Vec& a) {
    if (e.op != Op::rem && e.op != Op::div && e.op != Op::bit_and && e.op != Op::shr) return;
    const Expr& right = frame.f->exprs[kf::skip_casts(*frame.f, e.args[1])];
    if (right.op != Op::constant) return;
    const std::int64_t c = right.value;
    const bool by_64 = ((e.op == Op::rem || e.op == Op::div) && c == 64)
                       || (e.op == Op::bit_and && c == 63) || (e.op == Op::shr && c == 6);
    if (!by_64) return;
    TermId first = 0;
    bool seen = false;
    for (int l = 0; l < lanes_; ++l) {
      if (!active(l)) continue;
      if (seen && a[at(l)] != first) trace_.uses_64 = true;
      first = a[at(l)];
      seen = true;
    }
  }

  // --- cross-lane operations
  // -----------------------------------------------------------------------

  Vec cross(Frame& frame, ExprId id, const Expr& e) {
    switch (e.cross) {
    case CrossKind::shfl:
    case CrossKind::shfl_up:
    case CrossKind::shfl_down:
    case CrossKind::shfl_xor: return shuffle(frame, id, e);
    case CrossKind::ballot:
    case CrossKind::any:
    case CrossKind::all: return vote(frame, e);
    case CrossKind::active_mask: {
      Vec predicate = same(t_.yes);
      return per_warp("ballot", predicate, 32, true);
    }
    case CrossKind::match_any:
    case CrossKind::match_all: return per_warp("match", value(frame, e.args[1]), 32, false);
    case CrossKind::reduce: {
      const Vec v = value(frame, e.args[1]);
      const Kind kind = e.text.find("add") != std::string::npos   ? Kind::sum
                        : e.text.find("min") != std::string::npos ? Kind::minimum
                        : e.text.find("max") != std::string::npos ? Kind::maximum
                        : e.text.find("and") != std::string::npos ? Kind::bit_and
                        : e.text.find("xor") != std::string::npos ? Kind::bit_xor
                                                                  : Kind::bit_or;
      Vec out(at(lanes_));
      for (int w = 0; w < lanes_; w += 32) {
        std::optional<TermId> total;
        for (int l = w; l < std::min(w + 32, lanes_); ++l)
          if (active(l)) total = total ? t_.binary(kind, *total, v[at(l)]) : v[at(l)];
        for (int l = w; l < std::min(w + 32, lanes_); ++l)
          if (active(l)) out[at(l)] = *total;
      }
      return out;
    }
    case CrossKind::barrier: {
      if (e.args.empty()) return same(t_.no);
      const Vec v = value(frame, e.args[0]);
      return per_warp("block vote", v, lanes_, false);
    }
    default: return same(t_.no);
    }
  }

  /// A value that all lanes of a group share and that depends on all their values.
  Vec per_warp(const std::string& name, const Vec& v, int group, bool mask) {
    Vec out(at(lanes_));
    for (int w = 0; w < lanes_; w += group) {
      const int end = std::min(w + group, lanes_);
      std::vector<TermId> args;
      std::int64_t bits = 0;
      bool constant = mask;
      for (int l = w; l < end; ++l) {
        const TermId c = pc_[at(l)];
        const TermId p = c == t_.no ? t_.no : t_.conj(c, truth(v[at(l)]));
        args.push_back(p);
        if (t_.is_constant(p))
          bits |= t_.value(p) ? std::int64_t{1} << (l - w) : 0;
        else
          constant = false;
      }
      const TermId result = constant ? t_.constant(bits) : t_.symbol(name, args);
      for (int l = w; l < end; ++l)
        if (active(l)) out[at(l)] = result;
    }
    return out;
  }

  Vec vote(Frame& frame, const Expr& e) {
    const Vec v = value(frame, e.args[1]);
    if (e.cross == CrossKind::ballot) return per_warp("ballot", v, 32, true);
    Vec out(at(lanes_));
    const bool is_any = e.cross == CrossKind::any;
    for (int w = 0; w < lanes_; w += 32) {
      const int end = std::min(w + 32, lanes_);
      std::vector<TermId> args;
      std::optional<bool> known;
      bool all_known = true;
      for (int l = w; l < end; ++l) {
        if (!active(l)) continue;
        const TermId p = truth(v[at(l)]);
        args.push_back(t_.conj(pc_[at(l)], p));
        if (t_.is_constant(p) && pc_[at(l)] == t_.yes) {
          const bool holds = t_.value(p) != 0;
          known = known ? (is_any ? *known || holds : *known && holds) : holds;
        } else {
          all_known = false;
        }
      }
      const TermId result = all_known && known ? t_.truth(*known)
                                               : t_.symbol(is_any ? "any" : "all", std::move(args));
      for (int l = w; l < end; ++l)
        if (active(l)) out[at(l)] = result;
    }
    return out;
  }

  /// Source lane of `lane` in groups of `width`, or -1 when out of range (own value).
  static int source(CrossKind kind, int lane, std::int64_t x, int width) {
    const int base = lane / width * width;
    switch (kind) {
    case CrossKind::shfl: return base + static_cast<int>(((x % width) + width) % width);
    case CrossKind::shfl_up: return lane - x < base ? lane : static_cast<int>(lane - x);
    case CrossKind::shfl_down: return lane + x >= base + width ? lane : static_cast<int>(lane + x);
    default: {
      // Beyond the own segment's end: own value; an earlier segment may be read.
      const auto other = static_cast<int>(lane ^ x);
      return other >= base + width ? lane : other;
    }
    }
  }

  Vec shuffle(Frame& frame, ExprId id, const Expr& e) {
    const Vec v = value(frame, e.args[1]);
    const Vec x = value(frame, e.args[2]);
    if (e.args[0] != kNone) value(frame, e.args[0]);
    int width = 32;
    if (e.args[3] != kNone) {
      const Vec w = value(frame, e.args[3]);
      TermId known = t_.yes;
      for (int l = 0; l < lanes_; ++l)
        if (active(l)) known = w[at(l)];
      if (!t_.is_constant(known) || t_.value(known) < 1 || t_.value(known) > 64
          || (t_.value(known) & (t_.value(known) - 1)) != 0)
        return combine("shuffle of unknown width", {v, x});
      width = static_cast<int>(t_.value(known));
    }
    if (e.tile == 255) return combine("shuffle in a group", {v, x});
    if (e.tile != 0) width = e.tile;
    const bool judged = e.args[3] == kNone && e.tile == 0;
    int own_wave = 32;
    if (width == 64) own_wave = 64;
    SiteInfo* info = nullptr;
    if (judged) {
      const Where& callee = e.site != kNone ? frame.f->sites[e.site].callee : e.where;
      info = &trace_.sites[callee];
      info->callee = callee;
      if (!info->function) {
        info->function = frame.f;
        info->expr = id;
      }
      if (wide_.count(callee)) width = own_wave = wave_;
    }
    (void)own_wave;

    Exchange exchange;
    if (info && info->exchanges.size() < 64) {
      exchange.cuda.assign(at(lanes_), -1);
      exchange.target.assign(at(lanes_), -1);
    }
    Vec out(at(lanes_));
    TermId first_source = t_.poison();
    for (int l = 0; l < lanes_; ++l) {
      if (!active(l)) continue;
      if (first_source == t_.poison()) first_source = x[at(l)];
      if (info && x[at(l)] != first_source) info->same_source = false;
      if (!t_.is_constant(x[at(l)])) {
        out[at(l)] = symbolic_shuffle(e, v, x[at(l)], l, width);
        if (info) {
          info->symbolic = true;
          if (cut_to_32(*frame.f, e.args[2])) info->masked_source = true;
        }
        if (!exchange.cuda.empty()) exchange.cuda[at(l)] = exchange.target[at(l)] = -2;
        continue;
      }
      const std::int64_t c = t_.value(x[at(l)]);
      if (info) {
        if (c >= 32 && c < 64 && e.cross != CrossKind::shfl) info->wide = true;
        if (e.cross == CrossKind::shfl_down || e.cross == CrossKind::shfl_up)
          trace_.deltas.insert(c);
        if (e.cross != CrossKind::shfl_down) trace_.only_down = false;
      }
      if (!exchange.cuda.empty()) {
        exchange.cuda[at(l)] = source(e.cross, l, c, 32);
        exchange.target[at(l)] = source(e.cross, l, c, wave_);
      }
      const int from = source(e.cross, l, c, width);
      if (from >= lanes_)
        out[at(l)] = t_.symbol("beyond the block");
      else if (!active(from))
        out[at(l)] = t_.poison();
      else
        out[at(l)] = t_.under(pc_[at(l)], v[at(from)]);
    }
    // A lane above 31 named for everybody. Lanes that name their own place in the block are not.
    if (info && e.cross == CrossKind::shfl && info->same_source && t_.is_constant(first_source)
        && t_.value(first_source) >= 32 && t_.value(first_source) < 64)
      info->wide = true;
    if (info && !exchange.cuda.empty()) info->exchanges.push_back(std::move(exchange));
    return out;
  }

  /// `x & 31`, `x % 32` as the lane argument.
  static bool cut_to_32(const Function& f, ExprId id) {
    return cut_to_32(f, f.exprs[kf::skip_casts(f, id)]);
  }
  static bool cut_to_32(const Function& f, const Expr& e) {
    if (e.op != Op::bit_and && e.op != Op::rem) return false;
    for (const ExprId arg : e.args) {
      const auto c = kf::constant(f, arg);
      if (c && ((e.op == Op::bit_and && *c == 31) || (e.op == Op::rem && *c == 32))) return true;
    }
    return false;
  }

  TermId symbolic_shuffle(const Expr& e, const Vec& v, TermId x, int lane, int width) {
    if (x == t_.poison()) return x;
    const int base = lane / width * width;
    std::vector<TermId> args{x};
    bool uniform = true;
    TermId first = t_.poison();
    for (int l = base; l < std::min(base + width, lanes_); ++l) {
      const TermId term = active(l) ? v[at(l)] : t_.symbol("inactive");
      if (active(l)) {
        if (first == t_.poison()) first = term;
        uniform = uniform && term == first;
      }
      args.push_back(term);
    }
    if (uniform) return first;
    if (e.cross != CrossKind::shfl) args.push_back(t_.constant(lane - base));
    return t_.symbol("shuffle " + std::to_string(static_cast<int>(e.cross)), std::move(args));
  }

  // --- atomics, calls
  // ------------------------------------------------------------------------------

  Vec atomic(Frame& frame, ExprId id, const Expr& e) {
    if (e.args.empty()) return unknown(frame, id, {});
    const Vec target = value(frame, e.args[0]);
    std::vector<Vec> parts;
    for (std::size_t i = 1; i < e.args.size(); ++i) parts.push_back(value(frame, e.args[i]));
    const std::string name = "atomic" + std::to_string(static_cast<int>(e.atomic));
    Vec out(at(lanes_));
    for (int l = 0; l < lanes_; ++l) {
      if (!active(l)) continue;
      std::vector<TermId> args;
      for (const Vec& part : parts) args.push_back(part[at(l)]);
      const TermId v = args.size() == 1 ? args[0] : t_.symbol("operands", args);
      const Term& p = t_[target[at(l)]];
      if (p.kind == Kind::address) {
        const TermId old = load_place(target[at(l)], l);
        const Kind kind = e.atomic == kf::AtomicKind::add    ? Kind::sum
                          : e.atomic == kf::AtomicKind::min  ? Kind::minimum
                          : e.atomic == kf::AtomicKind::max  ? Kind::maximum
                          : e.atomic == kf::AtomicKind::and_ ? Kind::bit_and
                          : e.atomic == kf::AtomicKind::or_  ? Kind::bit_or
                          : e.atomic == kf::AtomicKind::xor_ ? Kind::bit_xor
                                                             : Kind::symbol;
        const TermId now = kind == Kind::symbol ? t_.symbol(name, {old, v, t_.constant(l)})
                                                : t_.binary(kind, old, v);
        store_place(target[at(l)], l, now, pc_[at(l)]);
        out[at(l)] = t_.symbol("old", {old, t_.constant(l)});
      } else {
        sink(frame.f, id, l, pc_[at(l)], target[at(l)], v);
        out[at(l)] = t_.symbol("old", {target[at(l)], v, t_.constant(l)});
      }
    }
    return out;
  }

  std::optional<Vec> known_call(Frame& frame, const Expr& e) {
    const std::string& name = e.text;
    const auto two = [&](Kind kind) -> std::optional<Vec> {
      if (e.args.size() != 2) return std::nullopt;
      const Vec a = value(frame, e.args[0]);
      const Vec b = value(frame, e.args[1]);
      Vec out(at(lanes_));
      for (int l = 0; l < lanes_; ++l)
        if (active(l)) out[at(l)] = t_.binary(kind, a[at(l)], b[at(l)]);
      return out;
    };
    if (name == "min" || name == "fminf" || name == "fmin" || name == "umin" || name == "__hmin")
      return two(Kind::minimum);
    if (name == "max" || name == "fmaxf" || name == "fmax" || name == "umax" || name == "__hmax")
      return two(Kind::maximum);
    if (name == "__hadd" || name == "__hadd2" || name == "__fadd_rn" || name == "__dadd_rn")
      return two(Kind::sum);
    if (name == "__ldg" || name == "__ldcs" || name == "__ldca" || name == "__ldcg") {
      if (e.args.size() != 1) return std::nullopt;
      return load_all(value(frame, e.args[0]));
    }
    if (name == "__popc" || name == "__popcll" || name == "__ffs" || name == "__ffsll"
        || name == "__clz") {
      if (e.args.size() != 1) return std::nullopt;
      return map(value(frame, e.args[0]), [&](TermId a, int) {
        if (!t_.is_constant(a)) return t_.symbol(name, {a});
        const auto bits = static_cast<std::uint64_t>(t_.value(a));
        if (name == "__clz")
          return t_.constant(bits == 0 ? 32 : __builtin_clz(static_cast<unsigned>(bits)));
        if (name.rfind("__popc", 0) == 0) return t_.constant(__builtin_popcountll(bits));
        return t_.constant(__builtin_ffsll(static_cast<long long>(bits)));
      });
    }
    return std::nullopt;
  }

  Vec call(Frame& frame, ExprId id, const Expr& e) {
    if (auto known = known_call(frame, e)) return std::move(*known);
    const Function* target = e.callee.empty() ? nullptr : library_.find(e.callee);
    if (target && target->root != kNone && depth_ < kMaxDepth && !target->variadic_pack
        && std::find(stack_.begin(), stack_.end(), target) == stack_.end())
      if (auto result = inline_call(frame, e, *target)) return std::move(*result);
    // Unknown: a pure function of its arguments, except for what they point to.
    std::vector<Vec> parts;
    for (const ExprId arg : e.args) parts.push_back(value(frame, arg));
    const bool pure = e.text.rfind("__", 0) == 0;
    Vec out(at(lanes_));
    const kf::Type& type = frame.f->types[e.type];
    for (int l = 0; l < lanes_; ++l) {
      if (!active(l)) continue;
      std::vector<TermId> args;
      for (const Vec& part : parts) {
        const TermId a = part[at(l)];
        // What a pointer to an object of ours points to goes in too.
        args.push_back(t_[a].kind == Kind::address ? load_place(a, l) : a);
      }
      out[at(l)] = t_.symbol("call " + e.text, args);
      if (!pure)
        for (const Vec& part : parts) havoc(part[at(l)], l, out[at(l)]);
      if (!pure && type.kind == TypeKind::void_)
        sink(frame.f, id, l, pc_[at(l)], t_.no, out[at(l)]);
    }
    return out;
  }

  std::optional<Vec> inline_call(Frame& frame, const Expr& e, const Function& target) {
    std::vector<ExprId> args = e.args;
    Frame inner = make_frame(target);
    inner.caller = &frame;
    if (e.compound && !args.empty()) {
      // The object of a member call.
      if (!target.is_lambda) {
        const Expr& object = frame.f->exprs[args[0]];
        const bool is_pointer = frame.f->types[object.type].kind == TypeKind::pointer;
        inner.this_ = is_pointer ? value(frame, args[0]) : place(frame, args[0]);
      }
      args.erase(args.begin());
    }
    if (args.size() != target.params.size()) return std::nullopt;
    for (std::size_t i = 0; i < args.size(); ++i) {
      const kf::Var& var = target.vars[target.params[i]];
      const kf::Type& type = target.types[var.type];
      const bool by_place = type.is_reference && is_place(*frame.f, args[i]);
      if (by_place) {
        inner.references[target.params[i]] = place(frame, args[i]);
        continue;
      }
      Vec v = value(frame, args[i]);
      if (type.kind == TypeKind::integer) {
        const Width width = width_of(type);
        v = map(v, [&](TermId a, int) { return t_.convert(a, width); });
      }
      const std::int64_t object = new_object(var, false);
      made_under_[object] = pc_;
      for (int l = 0; l < lanes_; ++l)
        if (active(l)) store_place(t_.address(object, t_.no), l, v[at(l)], t_.yes);
      if (type.is_reference)
        inner.references[target.params[i]] = same(t_.address(object, t_.no));
      else
        inner.objects[target.params[i]] = object;
    }
    ++depth_;
    stack_.push_back(&target);
    const Vec saved = pc_;
    stmt(inner, target.root);
    pc_ = saved;
    stack_.pop_back();
    --depth_;
    Vec out = same(t_.no);
    // The last return whose condition holds wins nothing: conditions exclude each other.
    for (const auto& [condition, v] : inner.returns)
      for (int l = 0; l < lanes_; ++l) {
        if (!active(l) || condition[at(l)] == t_.no) continue;
        const bool always = condition[at(l)] == pc_[at(l)];
        out[at(l)] = always ? v[at(l)] : t_.select(condition[at(l)], v[at(l)], out[at(l)]);
      }
    return out;
  }

  static bool is_place(const Function& f, ExprId id) {
    switch (f.exprs[id].op) {
    case Op::local:
    case Op::global:
    case Op::index:
    case Op::deref:
    case Op::member: return true;
    case Op::load: return is_place(f, f.exprs[id].args[0]);
    default: return false;
    }
  }

  // --- statements
  // ----------------------------------------------------------------------------------

  Vec returned_condition(Frame& frame) {
    Vec out = same(t_.no);
    for (const auto& [condition, v] : frame.returns)
      for (int l = 0; l < lanes_; ++l) out[at(l)] = t_.disj(out[at(l)], condition[at(l)]);
    return out;
  }

  void body(Frame& frame, const std::vector<StmtId>& list) {
    for (const StmtId id : list) {
      if (!any_active()) {
        // Case labels make lanes active again.
        const StmtKind kind = frame.f->stmts[id].kind;
        if (kind != StmtKind::case_ && kind != StmtKind::default_) continue;
      }
      stmt(frame, id);
    }
  }

  void stmt(Frame& frame, StmtId id) {
    if (id == kNone) return;
    spend();
    const Stmt& s = frame.f->stmts[id];
    switch (s.kind) {
    case StmtKind::block: body(frame, s.body); break;
    case StmtKind::decl: declare(frame, s); break;
    case StmtKind::eval: value(frame, s.a); break;
    case StmtKind::if_: if_stmt(frame, s); break;
    case StmtKind::loop: loop(frame, id, s); break;
    case StmtKind::switch_: switch_stmt(frame, s); break;
    case StmtKind::case_:
    case StmtKind::default_: case_label(frame, s); break;
    case StmtKind::return_: {
      Vec v = s.a == kNone ? same(t_.no) : value(frame, s.a);
      frame.returns.emplace_back(pc_, std::move(v));
      pc_ = same(t_.no);
      break;
    }
    case StmtKind::break_:
      if (!breaks_.empty())
        for (int l = 0; l < lanes_; ++l)
          breaks_.back()[at(l)] = t_.disj(breaks_.back()[at(l)], pc_[at(l)]);
      pc_ = same(t_.no);
      break;
    case StmtKind::continue_:
      if (!continues_.empty())
        for (int l = 0; l < lanes_; ++l)
          continues_.back()[at(l)] = t_.disj(continues_.back()[at(l)], pc_[at(l)]);
      pc_ = same(t_.no);
      break;
    case StmtKind::asm_:
      for (std::size_t i = 0; i < s.exprs.size(); ++i)
        if (i < s.constraints.size() && !s.constraints[i].empty()
            && (s.constraints[i][0] == '=' || s.constraints[i][0] == '+')
            && is_place(*frame.f, s.exprs[i])) {
          const Vec target = place(frame, s.exprs[i]);
          Vec v(at(lanes_));
          for (int l = 0; l < lanes_; ++l)
            if (active(l)) v[at(l)] = t_.symbol("asm " + s.text, {t_.constant(l)});
          store(frame, s.exprs[i], target, v);
        }
      break;
    case StmtKind::opaque: throw GaveUp{"not modelled: " + s.text};
    }
  }

  void declare(Frame& frame, const Stmt& s) {
    const kf::Var& var = frame.f->vars[s.var];
    const kf::Type& type = frame.f->types[var.type];
    if (var.storage == kf::Storage::shared || var.storage == kf::Storage::dynamic_shared) {
      object_of(frame, s.var);
      return;
    }
    if (type.is_reference && s.a != kNone) {
      frame.references[s.var] =
          is_place(*frame.f, s.a) ? place(frame, s.a) : temporary(frame, s.a, var);
      return;
    }
    // A fresh object each time the declaration is reached.
    frame.objects[s.var] = new_object(var, false);
    frame.references[s.var].clear();
    made_under_[frame.objects[s.var]] = pc_;
    if (s.a == kNone) return;
    const Expr& init = frame.f->exprs[s.a];
    if (!var.extents.empty() && init.op == Op::init_list) {
      for (std::size_t i = 0; i < init.args.size(); ++i) {
        const Vec v = value(frame, init.args[i]);
        for (int l = 0; l < lanes_; ++l)
          if (active(l))
            store_place(t_.address(frame.objects[s.var], t_.constant(static_cast<std::int64_t>(i))),
                        l, v[at(l)], t_.yes);
      }
      return;
    }
    Vec v = value(frame, s.a);
    if (type.kind == TypeKind::integer) {
      const Width width = width_of(type);
      v = map(v, [&](TermId a, int) { return t_.convert(a, width); });
    }
    for (int l = 0; l < lanes_; ++l)
      if (active(l)) store_place(t_.address(frame.objects[s.var], t_.no), l, v[at(l)], t_.yes);
  }

  Vec temporary(Frame& frame, ExprId id, const kf::Var& var) {
    const Vec v = value(frame, id);
    const std::int64_t object = new_object(var, false);
    for (int l = 0; l < lanes_; ++l)
      if (active(l)) store_place(t_.address(object, t_.no), l, v[at(l)], t_.yes);
    return same(t_.address(object, t_.no));
  }

  void if_stmt(Frame& frame, const Stmt& s) {
    const Vec condition = map(value(frame, s.a), [&](TermId a, int) { return truth(a); });
    const Vec saved = pc_;
    const auto side = [&](const std::vector<StmtId>& list, bool positive) {
      for (int l = 0; l < lanes_; ++l)
        pc_[at(l)] = saved[at(l)] == t_.no
                         ? t_.no
                         : t_.conj(saved[at(l)],
                                   positive ? condition[at(l)] : t_.logical_not(condition[at(l)]));
      const Vec before = pc_;
      if (any_active()) body(frame, list);
      return std::pair{before, pc_};
    };
    const auto [then_in, then_out] = side(s.body, true);
    const auto [else_in, else_out] = side(s.other, false);
    for (int l = 0; l < lanes_; ++l) {
      if (then_in[at(l)] == then_out[at(l)] && else_in[at(l)] == else_out[at(l)])
        pc_[at(l)] = saved[at(l)];
      else
        pc_[at(l)] = t_.disj(then_out[at(l)], else_out[at(l)]);
    }
  }

  void switch_stmt(Frame& frame, const Stmt& s) {
    const Vec selector = value(frame, s.a);
    const Vec saved = pc_;
    // What remains for `default`, wherever it stands.
    Vec unmatched = same(t_.yes);
    const std::vector<StmtId>& list = switch_body(*frame.f, s);
    for (const StmtId id : list) {
      const Stmt& label = frame.f->stmts[id];
      if (label.kind != StmtKind::case_) continue;
      const Vec v = value(frame, label.a);
      for (int l = 0; l < lanes_; ++l)
        if (active(l))
          unmatched[at(l)] = t_.conj(
              unmatched[at(l)], t_.logical_not(t_.binary(Kind::eq, selector[at(l)], v[at(l)])));
    }
    switches_.push_back({selector, pc_, same(t_.no), std::move(unmatched)});
    breaks_.push_back(same(t_.no));
    pc_ = same(t_.no);
    body(frame, list);
    const Vec matched = switches_.back().matched;
    const Vec broken = breaks_.back();
    switches_.pop_back();
    breaks_.pop_back();
    for (int l = 0; l < lanes_; ++l) {
      const TermId skipped =
          saved[at(l)] == t_.no ? t_.no : t_.conj(saved[at(l)], t_.logical_not(matched[at(l)]));
      const TermId through = t_.disj(t_.disj(pc_[at(l)], broken[at(l)]), skipped);
      // Nothing returned or continued in it: the condition is what it was.
      pc_[at(l)] = frame.returns.empty() && continues_.empty() ? saved[at(l)] : through;
    }
  }

  /// The statements among which the labels stand.
  static const std::vector<StmtId>& switch_body(const Function& f, const Stmt& s) {
    if (s.body.size() == 1 && f.stmts[s.body[0]].kind == StmtKind::block)
      return f.stmts[s.body[0]].body;
    return s.body;
  }

  void case_label(Frame& frame, const Stmt& s) {
    if (switches_.empty()) return;
    Switch& sw = switches_.back();
    const Vec fall_through = pc_;
    pc_ = sw.entry;
    const Vec label = s.kind == StmtKind::case_ ? value(frame, s.a) : same(t_.no);
    for (int l = 0; l < lanes_; ++l) {
      if (sw.entry[at(l)] == t_.no) {
        pc_[at(l)] = t_.no;
        continue;
      }
      const TermId equal = s.kind == StmtKind::case_
                               ? t_.binary(Kind::eq, sw.value[at(l)], label[at(l)])
                               : sw.unmatched[at(l)];
      sw.matched[at(l)] = t_.disj(sw.matched[at(l)], equal);
      pc_[at(l)] = t_.disj(fall_through[at(l)], t_.conj(sw.entry[at(l)], equal));
    }
  }

  // --- loops
  // ---------------------------------------------------------------------------------------

  void loop(Frame& frame, StmtId id, const Stmt& s) {
    const Vec entry = pc_;
    breaks_.push_back(same(t_.no));
    Vec still = pc_;  // lanes that are in the loop, at the top of a turn
    bool symbolic = false;
    int turn = 0;
    for (;; ++turn) {
      pc_ = still;
      if (!any_active()) break;
      if (!(s.post_test && turn == 0)) {
        const Vec condition = s.a == kNone
                                  ? same(t_.yes)
                                  : map(value(frame, s.a), [&](TermId a, int) { return truth(a); });
        bool constant = true;
        for (int l = 0; l < lanes_; ++l)
          if (active(l)) {
            const auto known = t_.implied(pc_[at(l)], condition[at(l)]);
            constant = constant && known.has_value();
          }
        if (!constant || turn > kMaxTurns) {
          symbolic = true;
          break;
        }
        for (int l = 0; l < lanes_; ++l)
          if (active(l) && !*t_.implied(pc_[at(l)], condition[at(l)]))
            still[at(l)] = pc_[at(l)] = t_.no;
        if (!any_active()) break;
      }
      turn_body(frame, s, still);
    }
    if (symbolic) {
      pc_ = still;
      symbolic_loop(frame, id, s);
    }
    breaks_.pop_back();
    // After the loop every lane that came in and did not return goes on.
    restore_after_loop(frame, entry);
  }

  void restore_after_loop(Frame& frame, const Vec& entry) {
    for (int l = 0; l < lanes_; ++l) {
      pc_[at(l)] = entry[at(l)];
      if (entry[at(l)] == t_.no) continue;
      for (const auto& [condition, v] : frame.returns) {
        const TermId c = condition[at(l)];
        if (c == t_.no) continue;
        // Only returns inside this loop can be under its entry condition and still be here.
        if (c == entry[at(l)])
          pc_[at(l)] = t_.no;
        else
          pc_[at(l)] = t_.conj(pc_[at(l)], t_.logical_not(c));
      }
    }
  }

  /// One turn for the lanes in `still`; lanes that break or return leave it.
  void turn_body(Frame& frame, const Stmt& s, Vec& still) {
    continues_.push_back(same(t_.no));
    const Vec top = pc_;
    body(frame, s.body);
    const Vec jumped = continues_.back();
    continues_.pop_back();
    for (int l = 0; l < lanes_; ++l) {
      const TermId out = pc_[at(l)];
      pc_[at(l)] = out == top[at(l)] ? out : t_.disj(out, jumped[at(l)]);
      still[at(l)] = pc_[at(l)];
    }
    if (any_active() && s.b != kNone) value(frame, s.b);
    still = pc_;
  }

  /// Locals that the loop assigns, and for each those that its new values depend on.
  void assigned(const Function& f, const Stmt& s, std::map<VarId, std::set<VarId>>& out) {
    std::vector<VarId> guards;
    const std::function<void(const Stmt&)> visit = [&](const Stmt& inner) {
      const auto expression = [&](ExprId root, VarId declared) {
        if (root == kNone) return;
        std::set<VarId> reads;
        kf::walk(f, root, [&](ExprId e) {
          if (f.exprs[e].op == Op::local) reads.insert(f.exprs[e].var);
        });
        if (declared != kNone) out[declared].insert(reads.begin(), reads.end());
        kf::walk(f, root, [&](ExprId e) {
          const Expr& x = f.exprs[e];
          const auto target = [&](ExprId place) {
            const VarId var = base_variable(f, place);
            if (var == kNone) return;
            std::set<VarId>& to = out[var];
            kf::walk(f, e, [&](ExprId r) {
              if (f.exprs[r].op == Op::local) to.insert(f.exprs[r].var);
            });
            to.insert(guards.begin(), guards.end());
          };
          if (x.op == Op::assign) target(x.args[0]);
          // Arguments that a call may change.
          if (x.op == Op::call)
            for (const ExprId arg : x.args)
              if (is_place(f, arg) || f.exprs[arg].op == Op::addr) target(arg);
          if (x.op == Op::atomic && !x.args.empty()) target(x.args[0]);
        });
      };
      if (inner.kind == StmtKind::decl)
        expression(inner.a, inner.var);
      else
        expression(inner.a, kNone);
      expression(inner.b, kNone);
      for (const ExprId e : inner.exprs)
        if (const VarId var = base_variable(f, e); var != kNone && inner.kind == StmtKind::asm_)
          out[var];
      const std::size_t depth = guards.size();
      if (inner.kind == StmtKind::if_ && inner.a != kNone)
        kf::walk(f, inner.a, [&](ExprId e) {
          if (f.exprs[e].op == Op::local) guards.push_back(f.exprs[e].var);
        });
      for (const StmtId child : inner.body) visit(f.stmts[child]);
      for (const StmtId child : inner.other) visit(f.stmts[child]);
      guards.resize(depth);
    };
    visit(s);
    // Close over dependencies between the variables of the loop.
    for (bool changed = true; changed;) {
      changed = false;
      for (auto& [var, reads] : out) {
        const std::set<VarId> before = reads;
        for (const VarId read : before)
          if (const auto other = out.find(read); other != out.end())
            for (const VarId more : other->second) changed = reads.insert(more).second || changed;
      }
    }
  }

  static VarId base_variable(const Function& f, ExprId id) {
    for (;;) {
      const Expr& e = f.exprs[id];
      if (e.op == Op::local) return e.var;
      if (e.args.empty()) return kNone;
      if (e.op != Op::index && e.op != Op::member && e.op != Op::load && e.op != Op::addr
          && e.op != Op::cast && e.op != Op::deref)
        return kNone;
      id = e.args[0];
    }
  }

  bool has_cross(const Function& f, const Stmt& s, int depth = 0) {
    bool found = false;
    const std::function<void(const Stmt&)> visit = [&](const Stmt& inner) {
      const auto scan = [&](ExprId root) {
        if (root == kNone || found) return;
        kf::walk(f, root, [&](ExprId e) {
          if (f.exprs[e].op == Op::cross) found = true;
          if (f.exprs[e].op == Op::call && depth < 4)
            if (const Function* callee = library_.find(f.exprs[e].callee);
                callee && callee != &f && callee->root != kNone)
              found = found || has_cross(*callee, callee->stmts[callee->root], depth + 1);
        });
      };
      scan(inner.a);
      scan(inner.b);
      for (const StmtId child : inner.body) visit(f.stmts[child]);
      for (const StmtId child : inner.other) visit(f.stmts[child]);
    };
    visit(s);
    return found;
  }

  void symbolic_loop(Frame& frame, StmtId id, const Stmt& s) {
    const Function& f = *frame.f;
    std::map<VarId, std::set<VarId>> changes;
    assigned(f, s, changes);
    // A loop whose variables are declared outside: only those carry over.
    const std::string name = "loop " + f.key + "#" + std::to_string(id);
    const Vec entry = pc_;
    if (++loops_ > 6) {
      // Deep nests: one unknown turn is enough to see every operation.
      symbolic_turn(frame, s, changes, name + " in", entry);
    } else {
      symbolic_turn(frame, s, changes, name + " in", entry);
      if (has_cross(f, s)) symbolic_turn(frame, s, changes, name + " next", entry);
    }
    --loops_;
    unsettle(frame, changes, name + " out", entry);
    pc_ = entry;
  }

  void symbolic_turn(Frame& frame, const Stmt& s, const std::map<VarId, std::set<VarId>>& changes,
                     const std::string& name, const Vec& entry) {
    pc_ = entry;
    unsettle(frame, changes, name, entry);
    if (s.a != kNone && !s.post_test) {
      const Vec condition = map(value(frame, s.a), [&](TermId a, int) { return truth(a); });
      for (int l = 0; l < lanes_; ++l)
        if (active(l)) pc_[at(l)] = t_.conj(pc_[at(l)], condition[at(l)]);
    }
    if (!any_active()) return;
    Vec still = pc_;
    turn_body(frame, s, still);
    if (s.post_test && s.a != kNone && any_active()) value(frame, s.a);
  }

  /// Make the variables that a loop changes unknown, as functions of what they depend on.
  void unsettle(Frame& frame, const std::map<VarId, std::set<VarId>>& changes,
                const std::string& name, const Vec& entry) {
    struct Pending {
      TermId place;
      int lane;
      TermId value;
    };
    std::vector<Pending> pending;
    for (const auto& [var, reads] : changes) {
      const kf::Var& v = frame.f->vars[var];
      const bool made = frame.objects[var] >= 0 || !frame.references[var].empty();
      if (!made) continue;  // declared inside the loop
      const bool shared =
          v.storage == kf::Storage::shared || v.storage == kf::Storage::dynamic_shared;
      const bool whole = !v.extents.empty() || shared || v.storage == kf::Storage::param
                         || frame.f->types[v.type].kind == TypeKind::record
                         || frame.f->types[v.type].kind == TypeKind::vector;
      for (int l = 0; l < lanes_; ++l) {
        if (entry[at(l)] == t_.no) continue;
        const TermId place = frame.references[var].empty() ? t_.address(frame.objects[var], t_.no)
                                                           : frame.references[var][at(l)];
        if (t_[place].kind != Kind::address) continue;
        if (shared && l != 0) continue;
        std::vector<TermId> args;
        for (const VarId read : reads) {
          const kf::Var& r = frame.f->vars[read];
          if (!r.extents.empty() || frame.objects[read] < 0) continue;
          if (objects_[static_cast<std::size_t>(frame.objects[read])].shared) continue;
          const TermId at_entry = load_entry(frame.objects[read], t_.no, l);
          if (at_entry != t_.poison()) args.push_back(at_entry);
        }
        const TermId own = load_place(place, l);
        if (own != t_.poison()) args.push_back(own);
        const TermId fresh = t_.symbol(name + " " + v.name, std::move(args));
        if (whole
            && !(v.storage == kf::Storage::param && v.extents.empty()
                 && frame.f->types[v.type].kind != TypeKind::record))
          pending.push_back({place, l, fresh});
        else
          pending.push_back({place, -l - 1, fresh});
      }
    }
    for (const Pending& p : pending) {
      if (p.lane >= 0)
        havoc(p.place, p.lane, p.value);
      else {
        const int lane = -p.lane - 1;
        const Term& place = t_[p.place];
        memory(place.value, lane).entries.set(place.args[0], p.value);
      }
    }
  }

  struct Switch {
    Vec value;
    Vec entry;
    Vec matched;
    Vec unmatched;  ///< no case label is equal
  };

  const Library& library_;
  Shape shape_;
  int wave_;
  const std::set<Where>& wide_;
  Terms& t_;
  unsigned budget_;
  unsigned spent_ = 0;
  int lanes_;
  int depth_ = 0;
  int loops_ = 0;
  const Function* root_ = nullptr;
  Vec pc_;
  Trace trace_;
  std::vector<Object> objects_;
  std::map<std::string, std::int64_t> shared_;
  std::unordered_map<std::int64_t, Vec> made_under_;
  std::vector<const Function*> stack_;
  std::vector<Vec> breaks_;
  std::vector<Vec> continues_;
  std::vector<Switch> switches_;
  std::map<std::tuple<const Function*, ExprId, int>, int> turns_;
};

}  // namespace

Trace evaluate(const Library& library, const kf::Function& root, const Shape& shape, int wave,
               const std::set<Where>& wide_sites, Terms& terms, unsigned budget) {
  return Evaluator(library, shape, wave, wide_sites, terms, budget).run(root);
}

}  // namespace hipaudit::lanes
