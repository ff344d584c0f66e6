// SPDX-License-Identifier: Apache-2.0
// The machine. Every expression is evaluated for all lanes of the block at once, in lockstep, under
// a mask of active lanes: the order in which the hardware reconverges. Memory that others see is one
// map from address to value; what was never stored is made up from its address.
#include "lanes/machine.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <deque>

#include "facts/query.hpp"
#include "lanes/names.hpp"

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

bool spans_the_wave(const Expr& e) {
  if (e.op != Op::cross || e.tile != 0) return false;
  switch (e.cross) {
  case CrossKind::shfl:
  case CrossKind::shfl_up:
  case CrossKind::shfl_down:
  case CrossKind::shfl_xor: return e.args.size() == 4 && e.args[3] == kNone;
  case CrossKind::ballot:
  case CrossKind::any:
  case CrossKind::all:
  case CrossKind::active_mask:
  case CrossKind::match_any:
  case CrossKind::match_all:
  case CrossKind::reduce: return true;
  default: return false;
  }
}

const Where& site_of(const Function& f, const Expr& e) {
  return e.site != kNone ? f.sites[e.site].callee : e.where;
}

namespace {

constexpr int kMaxDepth = 12;
constexpr int kMaxTurns = 1200;
/// Turns of a loop that data ends: one for each lane of two waves, and then some.
constexpr int kMaxDataTurns = 150;
constexpr int kMaxInnerDataTurns = 48;
constexpr std::size_t kMaxExchanges = 64;
constexpr std::size_t kMaxObjects = 1U << 20;

struct GaveUp {
  std::string why;
};

std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}
std::uint64_t mix(std::uint64_t a, std::uint64_t b) { return mix(a ^ mix(b)); }
std::uint64_t mix(std::string_view text) {
  std::uint64_t h = 0xcbf29ce484222325ULL;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return mix(h);
}

/// A value per lane; one for all lanes as long as they agree.
class Vec {
 public:
  Vec() = default;
  explicit Vec(Value all) : one_(all) {}
  [[nodiscard]] bool uniform() const { return many_.empty(); }
  Value operator[](int lane) const {
    return many_.empty() ? one_ : many_[static_cast<std::size_t>(lane)];
  }
  Value& lane(int l, int lanes) {
    if (many_.empty()) many_.assign(static_cast<std::size_t>(lanes), one_);
    return many_[static_cast<std::size_t>(l)];
  }

 private:
  Value one_;
  std::vector<Value> many_;
};

// Addresses: a tag in the top 12 bits, the object in the next 20, a biased offset in the rest.
constexpr std::uint64_t kLocalTag = 0xa51;
constexpr std::uint64_t kSharedTag = 0xb72;
constexpr std::int64_t kBias = std::int64_t{1} << 31;

std::uint64_t tag_of(std::uint64_t address) { return address >> 52; }
std::size_t object_in(std::uint64_t address) { return (address >> 32) & 0xfffff; }
std::int64_t offset_in(std::uint64_t address) {
  return static_cast<std::int64_t>(address & 0xffffffff) - kBias;
}
std::uint64_t address(std::uint64_t tag, std::uint64_t object) {
  return tag << 52 | object << 32 | static_cast<std::uint64_t>(kBias);
}
/// Memory that the kernel did not make: a parameter's, a global's.
std::uint64_t outside(std::uint64_t hash) { return address(0, (hash & 0x7ffff) | 0x80000); }

/// What a local variable holds at one offset.
struct Entry {
  std::int64_t offset = 0;
  std::uint32_t size = 0;
  bool copy = false;  ///< the values are addresses of what was copied here as a whole
  Vec value;
  Mask present;
};

struct Cell {
  Value value;
  std::uint32_t size = 0;
  std::uint64_t stamp = 0;  ///< the store that wrote it, and its lane
  int lane = -1;
};

struct Object {
  bool shared = false;
  std::string name;
  std::int64_t bytes = -1;
  std::uint32_t element = 0;
  const Function* function = nullptr;
  std::vector<Entry> entries;                      ///< local
  std::unordered_map<std::int64_t, Cell> cells;    ///< shared
  std::uint64_t unknown = 0;  ///< contents were changed by something not modelled
};

struct Frame {
  const Function* f = nullptr;
  std::vector<std::uint64_t> objects;          ///< by VarId: address, 0 not made yet
  std::vector<std::optional<Vec>> references;  ///< by VarId: addresses, for references
  std::optional<Vec> this_;
  Mask returned;
  Vec result;
  Frame* caller = nullptr;
};

/// A loop, or a switch: that takes `break` but no `continue`.
struct Loop {
  bool is_switch = false;
  Mask broken;
  Mask continued;
};

bool is_vector_like(const kf::Type& t) {
  return t.kind == TypeKind::record || t.kind == TypeKind::vector;
}

class Machine {
 public:
  Machine(const Library& library, const Shape& shape, const World& world, unsigned seed,
          unsigned budget)
      : library_(library), shape_(shape), world_(world), seed_(seed), budget_(budget),
        lanes_(shape.lanes()) {
    for (int l = 0; l < lanes_; ++l) on_.set(bit(l));
  }

  Trace run(const Function& root) {
    try {
      Frame frame = make_frame(root);
      kernel_ = root.kind == kf::FunctionKind::kernel;
      for (const VarId p : root.params) bind_unknown(frame, p);
      root_frame_ = &frame;
      stmt(frame, root.root);
      if (!kernel_ && frame.returned.any()) {
        trace_.returns = frame.returned;
        for (int l = 0; l < lanes_; ++l) {
          Value v = frame.returned[bit(l)] ? frame.result[l] : Value{};
          if (poisoned_[bit(l)]) v.taint |= kPoison;
          trace_.returned.push_back(v);
        }
        note_returned_record(root);
      }
    } catch (const GaveUp& g) {
      trace_.gave_up = g.why;
    }
    trace_.spent = spent_;
    return std::move(trace_);
  }

 private:
  static std::size_t bit(int lane) { return static_cast<std::size_t>(lane); }
  [[nodiscard]] bool active(int lane) const { return on_[bit(lane)]; }
  [[nodiscard]] int first_active() const {
    for (int l = 0; l < lanes_; ++l)
      if (active(l)) return l;
    return 0;
  }

  void spend() {
    if (++spent_ > budget_) throw GaveUp{"too large to evaluate"};
  }

  template <class F>
  Vec map(const Vec& a, F f) {
    if (a.uniform()) return Vec(f(a[0]));
    Vec out;
    for (int l = 0; l < lanes_; ++l)
      if (active(l)) out.lane(l, lanes_) = f(a[l]);
    return out;
  }
  template <class F>
  Vec zip(const Vec& a, const Vec& b, F f) {
    if (a.uniform() && b.uniform()) return Vec(f(a[0], b[0]));
    Vec out;
    for (int l = 0; l < lanes_; ++l)
      if (active(l)) out.lane(l, lanes_) = f(a[l], b[l]);
    return out;
  }
  template <class F>
  Vec each(F f) {
    Vec out;
    for (int l = 0; l < lanes_; ++l)
      if (active(l)) out.lane(l, lanes_) = f(l);
    return out;
  }
  static Vec constant(std::int64_t v) { return Vec(Value{static_cast<std::uint64_t>(v), 0}); }

  // --- made-up data -----------------------------------------------------------------------------

  /// A value of `type` made of a hash.
  [[nodiscard]] Value typed(std::uint64_t h, const kf::Type& type) const {
    Value v{0, kData};
    // Small numbers, so that they serve as indices, and often equal; many where coins decide.
    static constexpr std::array<std::uint64_t, 5> kRanges = {40, 3, 1000, 8, 1000};
    const std::uint64_t range = kRanges[seed_ % kRanges.size()];
    switch (type.is_reference ? type.pointee : type.kind) {
    case TypeKind::boolean: v.bits = h & 1; break;
    case TypeKind::pointer:
    case TypeKind::record:
    case TypeKind::vector: v.bits = outside(h); break;
    case TypeKind::floating:
    case TypeKind::half:
    case TypeKind::bfloat:
    case TypeKind::half2:
    case TypeKind::bfloat2: v.bits = h % 201 - 100; break;
    default: v.bits = h % range; break;
    }
    return v;
  }

  /// What memory holds at the start.
  [[nodiscard]] Value initial(std::uint64_t at, const kf::Type& type) const {
    return typed(mix(mix(at, seed_), type.bytes), type);
  }

  /// An integer parameter of a kernel: mostly a count.
  [[nodiscard]] std::uint64_t count(const std::string& name) const {
    static constexpr std::array<std::uint64_t, 7> kCounts = {200, 1000, 37, 64, 100, 3, 128};
    // Long enough for a search to end at different times.
    static constexpr std::array<std::uint64_t, 3> kLong = {200, 128, 100};
    if (searches()) return kLong[mix(name) % kLong.size()];
    return kCounts[(seed_ + mix(name) % 3) % kCounts.size()];
  }

  // --- frames and objects -----------------------------------------------------------------------

  static Frame make_frame(const Function& f) {
    Frame frame;
    frame.f = &f;
    frame.objects.assign(f.vars.size(), 0);
    frame.references.resize(f.vars.size());
    return frame;
  }

  std::uint64_t new_object(const Function& f, const kf::Var& var, bool shared) {
    if (objects_.size() >= kMaxObjects) throw GaveUp{"too large to evaluate"};
    Object object;
    object.shared = shared;
    object.name = var.name;
    object.function = &f;
    object.element = f.types[var.type].bytes;
    if (var.storage != kf::Storage::dynamic_shared && object.element > 0) {
      object.bytes = object.element;
      for (const std::int64_t extent : var.extents)
        object.bytes = extent > 0 && object.bytes >= 0 ? object.bytes * extent : -1;
    }
    objects_.push_back(std::move(object));
    return address(shared ? kSharedTag : kLocalTag, objects_.size() - 1);
  }

  Object* object_at(std::uint64_t at) {
    const std::uint64_t tag = tag_of(at);
    if ((tag != kLocalTag && tag != kSharedTag) || object_in(at) >= objects_.size()) return nullptr;
    Object& o = objects_[object_in(at)];
    return o.shared == (tag == kSharedTag) ? &o : nullptr;
  }

  std::uint64_t object_of(Frame& frame, VarId id) {
    if (frame.objects[id] != 0) return frame.objects[id];
    const kf::Var& var = frame.f->vars[id];
    switch (var.storage) {
    case kf::Storage::shared:
    case kf::Storage::dynamic_shared: {
      // All extern shared arrays begin at one address; each static one is its own.
      const std::string name = var.storage == kf::Storage::dynamic_shared
                                   ? std::string("extern shared")
                                   : var.name + "@" + std::to_string(var.where.best().begin);
      const auto [found, added] = shared_.try_emplace(name, 0);
      if (added) found->second = new_object(*frame.f, var, true);
      return frame.objects[id] = found->second;
    }
    case kf::Storage::constant:
    case kf::Storage::global: return frame.objects[id] = outside(mix(var.name));
    case kf::Storage::captured: capture(frame, id); return frame.objects[id];
    default: return frame.objects[id] = new_object(*frame.f, var, false);
    }
  }

  /// A variable of a function around the lambda: of a frame further up, wherever it was called.
  void capture(Frame& frame, VarId id) {
    const kf::Var& var = frame.f->vars[id];
    for (Frame* outer = frame.caller; outer; outer = outer->caller)
      for (VarId other = 0; other < outer->f->vars.size(); ++other) {
        if (outer->f->vars[other].where != var.where) continue;
        if (outer->references[other])
          frame.references[id] = outer->references[other];
        else
          frame.objects[id] = object_of(*outer, other);
        return;
      }
    // Host code made the lambda: the same value for all lanes.
    frame.objects[id] = outside(mix("captured " + var.name));
  }

  /// A parameter whose argument is not known: of a kernel, or of a function that nothing calls.
  void bind_unknown(Frame& frame, VarId p) {
    const kf::Var& var = frame.f->vars[p];
    const kf::Type& type = frame.f->types[var.type];
    const std::uint64_t h = mix("param " + var.name);
    const bool integer = type.kind == TypeKind::integer && !type.is_reference;
    if (type.is_reference || type.kind == TypeKind::record || type.kind == TypeKind::vector) {
      // A kernel's structure is the same for all; what a function refers to is each lane's own.
      frame.references[p] =
          kernel_ ? Vec(Value{outside(h), 0})
                  : each([&](int l) { return Value{outside(h) + (bit(l) << 16), 0}; });
      return;
    }
    Vec value;
    if (type.kind == TypeKind::pointer) {
      value = Vec(Value{outside(h), 0});
    } else if (kernel_) {
      value = integer && type.bytes >= 2 ? Vec(Value{count(var.name), kData})
                                         : Vec(typed(mix(h, seed_), type));
    } else if (integer && named_like(var.name)) {
      value = guessed(*named_like(var.name));
    } else {
      value = each([&](int l) { return typed(mix(mix(h, seed_), bit(l)), type); });
    }
    frame.objects[p] = new_object(*frame.f, var, false);
    store(frame, kNone, Vec(Value{frame.objects[p], 0}), value, type.bytes);
  }

  Vec guessed(NamedLike like) {
    trace_.guessed = true;
    return each([&](int l) {
      const int n = like == NamedLike::lane ? l % 32 : like == NamedLike::thread ? l : l / 32;
      return Value{static_cast<std::uint64_t>(n), kGuessed};
    });
  }

  // --- memory -----------------------------------------------------------------------------------

  void note(Event::Kind kind, const Function* f, ExprId at_expr, int lane, const std::string& name,
            std::int64_t index = 0, std::int64_t extent = 0) {
    EventInfo& info = trace_.events[{kind, f, at_expr}];
    if (info.lanes.empty()) {
      info.name = name;
      info.index = index;
      info.extent = extent;
    }
    if (info.lanes.size() < kMaxLanes
        && std::ranges::find(info.lanes, lane) == info.lanes.end())
      info.lanes.push_back(lane);
  }

  static Value part(Value whole, std::int64_t delta, std::uint32_t size) {
    if (delta >= 8 || size >= 8) return {mix(whole.bits, static_cast<std::uint64_t>(delta)),
                                         whole.taint};
    const std::uint64_t shifted = whole.bits >> (8 * delta);
    return {size == 0 ? shifted : shifted & ((std::uint64_t{1} << (8 * size)) - 1), whole.taint};
  }

  Value load_local(Object& o, std::int64_t offset, int lane, const kf::Type& type) {
    const Entry* around = nullptr;
    const std::uint32_t size = type.bytes;
    std::uint64_t assembled = 0;
    std::uint32_t covered = 0;
    std::uint8_t taint = 0;
    for (const Entry& e : o.entries) {
      if (!e.present[bit(lane)]) continue;
      if (!e.copy && e.offset == offset && (e.size == size || size == 0 || e.size == 0))
        return e.value[lane];
      const std::int64_t end = e.offset + std::max<std::int64_t>(e.size, 1);
      if (e.offset <= offset && offset < end && (!around || !e.copy)) around = &e;
      if (!e.copy && e.offset >= offset && end <= offset + size && size <= 8) {
        assembled |= (e.value[lane].bits & (e.size >= 8 ? ~0ULL : (1ULL << (8 * e.size)) - 1))
                     << (8 * (e.offset - offset));
        covered += e.size;
        taint |= e.value[lane].taint;
      }
    }
    if (covered == size && size > 0) return convert({assembled, taint}, type);
    if (around && around->copy)
      return load_one(around->value[lane].bits
                          + static_cast<std::uint64_t>(offset - around->offset),
                      lane, type, nullptr, kNone);
    if (around) return convert(part(around->value[lane], offset - around->offset, size), type);
    if (o.unknown != 0) {
      Value v = typed(mix(mix(o.unknown, static_cast<std::uint64_t>(offset)), bit(lane)), type);
      v.taint |= kUnmodelled;
      return v;
    }
    Value v = typed(mix(static_cast<std::uint64_t>(offset), seed_), type);
    v.taint |= kPoison;
    return v;
  }

  Value load_shared(Object& o, std::int64_t offset, int lane, const kf::Type& type,
                    const Function* f, ExprId at) {
    const auto found = o.cells.find(offset);
    if (found != o.cells.end()) {
      const Cell& cell = found->second;
      if (cell.size == type.bytes || type.bytes == 0 || cell.size == 0) return cell.value;
      if (cell.size > type.bytes) return convert(part(cell.value, 0, type.bytes), type);
    }
    // A wider load of narrower stores, or a narrower one of a wider store.
    std::uint64_t mixed = 0;
    std::uint8_t taint = 0;
    bool any = false;
    if (type.bytes > 1 || found != o.cells.end())
      for (std::int64_t i = -8; i < static_cast<std::int64_t>(type.bytes); ++i)
        if (const auto near = o.cells.find(offset + i);
            near != o.cells.end() && (i >= 0 || -i < static_cast<std::int64_t>(near->second.size))) {
          mixed = mix(mixed, near->second.value.bits + static_cast<std::uint64_t>(i));
          taint |= near->second.value.taint;
          any = true;
        }
    if (any) {
      Value v = typed(mixed, type);
      v.taint |= taint;
      return v;
    }
    Value v = typed(mix(mix(o.unknown, static_cast<std::uint64_t>(offset)), seed_), type);
    if (o.unknown != 0) {
      v.taint |= kUnmodelled;
      return v;
    }
    v.taint |= kPoison;
    if (f && !poisoned_[bit(lane)])
      note(Event::Kind::unwritten, f, at, lane, o.name,
           o.element ? offset / static_cast<std::int64_t>(o.element) : offset,
           o.bytes > 0 && o.element ? o.bytes / static_cast<std::int64_t>(o.element) : 0);
    return v;
  }

  Value load_one(std::uint64_t at, int lane, const kf::Type& type, const Function* f, ExprId id) {
    if (Object* o = object_at(at))
      return o->shared ? load_shared(*o, offset_in(at), lane, type, f, id)
                       : load_local(*o, offset_in(at), lane, type);
    if (const auto found = outside_.find(at); found != outside_.end()) {
      const Cell& cell = found->second;
      if (cell.size == type.bytes || type.bytes == 0 || cell.size == 0) return cell.value;
      return convert(part(cell.value, 0, type.bytes), type);
    }
    return initial(at, type);
  }

  /// Indices past the end of an array, unless data decides them.
  void check_range(const Vec& at, std::uint32_t size, const Function* f, ExprId id) {
    if (!f || id == kNone) return;
    const auto check = [&](int l) {
      const Value v = at[l];
      if (v.taint & (kData | kUnmodelled | kPoison)) return;
      const Object* o = object_at(v.bits);
      if (!o || o->bytes < 0 || poisoned_[bit(l)]) return;
      const std::int64_t offset = offset_in(v.bits);
      if (offset >= 0 && offset + std::max<std::int64_t>(size, 1) <= o->bytes) return;
      const auto element = static_cast<std::int64_t>(std::max<std::uint32_t>(o->element, 1));
      note(Event::Kind::out_of_range, f, id, l, o->name, offset / element, o->bytes / element);
    };
    if (at.uniform()) return check(first_active());
    for (int l = 0; l < lanes_; ++l)
      if (active(l)) check(l);
  }

  Vec load(const Vec& at, const kf::Type& type, const Function* f = nullptr, ExprId id = kNone) {
    if (is_vector_like(type) && !type.is_reference) return at;  // structures go by address
    check_range(at, type.bytes, f, id);
    if (at.uniform()) {
      Object* o = object_at(at[0].bits);
      if (!o || o->shared) {
        Value v = load_one(at[0].bits, first_active(), type, f, id);
        v.taint |= at[0].taint & static_cast<std::uint8_t>(kPoison | kUnmodelled);
        return Vec(v);
      }
      for (const Entry& e : o->entries)
        if (!e.copy && e.offset == offset_in(at[0].bits)
            && (e.size == type.bytes || e.size == 0 || type.bytes == 0)
            && (on_ & ~e.present).none())
          return e.value;
    }
    return each([&](int l) {
      const Value p = at[l];
      Value v = load_one(p.bits, l, type, f, id);
      v.taint |= p.taint & static_cast<std::uint8_t>(kPoison | kUnmodelled);
      return v;
    });
  }

  static Entry& entry(Object& o, std::int64_t offset, std::uint32_t size, bool copy) {
    for (Entry& e : o.entries)
      if (e.offset == offset && e.size == size && e.copy == copy) return e;
    Entry e;
    e.offset = offset;
    e.size = size;
    e.copy = copy;
    o.entries.push_back(std::move(e));
    return o.entries.back();
  }

  /// Forget what overlaps `size` bytes from `offset` for `lanes`, the entry itself excepted.
  static void displace(Object& o, std::int64_t offset, std::uint32_t size, const Mask& lanes,
                       bool copy) {
    const std::int64_t end = offset + std::max<std::int64_t>(size, 1);
    for (Entry& e : o.entries) {
      if (e.offset == offset && e.size == size && e.copy == copy) continue;
      // A field stored into a copied structure hides only its own bytes.
      if (e.copy && !copy) continue;
      const std::int64_t last = e.offset + std::max<std::int64_t>(e.size, 1);
      if (e.offset < end && offset < last) e.present &= ~lanes;
    }
  }

  void store_local(Object& o, std::int64_t offset, std::uint32_t size, const Mask& lanes,
                   const Vec& value, bool copy) {
    if (o.entries.size() > 4096) throw GaveUp{"too large to evaluate"};
    displace(o, offset, size, lanes, copy);
    Entry& e = entry(o, offset, size, copy);
    if ((e.present & ~lanes).none()) {
      e.value = value;
      e.present = lanes;
      return;
    }
    if (e.value.uniform() && value.uniform() && e.value[0] == value[0]) {
      e.present |= lanes;
      return;
    }
    for (int l = 0; l < lanes_; ++l)
      if (lanes[bit(l)]) e.value.lane(l, lanes_) = value[l];
    e.present |= lanes;
  }

  void store_one(std::uint64_t at, int lane, Value v, std::uint32_t size, const Function* f,
                 ExprId id) {
    if (poisoned_[bit(lane)]) v.taint |= kPoison;
    if (Object* o = object_at(at)) {
      if (!o->shared) {
        Mask one;
        one.set(bit(lane));
        store_local(*o, offset_in(at), size, one, Vec(v), false);
        return;
      }
      put(o->cells[offset_in(at)], lane, v, size, f, id, o->name);
      return;
    }
    Cell& cell = outside_[at];
    put(cell, lane, v, size, f, id, "");
    Write& w = trace_.memory[at];
    w.value = cell.value;
    w.lane = lane;
    w.function = f;
    w.at = id;
  }

  void put(Cell& cell, int lane, Value v, std::uint32_t size, const Function* f, ExprId id,
           const std::string& name) {
    if (cell.stamp == stamp_ && cell.lane != lane && cell.value.bits != v.bits) {
      v.taint |= kPoison;
      if (f) note(Event::Kind::racing_stores, f, id, lane, name);
    }
    cell.value = v;
    cell.size = size;
    cell.stamp = stamp_;
    cell.lane = lane;
  }

  void store(Frame& frame, ExprId id, const Vec& at, const Vec& value, std::uint32_t size) {
    if (on_.none()) return;
    ++stamp_;
    check_range(at, size, frame.f, id);
    if (at.uniform()) {
      Object* o = object_at(at[0].bits);
      if (o && !o->shared) {
        Vec v = value;
        if ((poisoned_ & on_).any())
          for (int l = 0; l < lanes_; ++l)
            if (active(l) && poisoned_[bit(l)]) v.lane(l, lanes_).taint |= kPoison;
        store_local(*o, offset_in(at[0].bits), size, on_, v, false);
        return;
      }
      if (value.uniform() && (poisoned_ & on_).none()) {
        store_one(at[0].bits, first_active(), tainted_store(value[0], at[0]), size, frame.f, id);
        return;
      }
    }
    for (int l = 0; l < lanes_; ++l)
      if (active(l)) store_one(at[l].bits, l, tainted_store(value[l], at[l]), size, frame.f, id);
  }

  Value tainted_store(Value v, const Value& at) {
    if (at.taint & kPoison) v.taint |= kPoison;
    if (at.taint & kUnmodelled) trace_.unmodelled = true;
    return v;
  }

  /// `*to = *from` for structures of `bytes` bytes.
  void copy(Frame& frame, ExprId id, const Vec& to, const Vec& from, const kf::Type& type) {
    ++stamp_;
    const std::uint32_t bytes = type.bytes ? type.bytes : 1U << 20;
    for (int l = 0; l < lanes_; ++l) {
      if (!active(l) || to[l].bits == from[l].bits) continue;
      copy_one(frame, id, to[l].bits, from[l].bits, l, bytes);
    }
  }

  void copy_one(Frame& frame, ExprId id, std::uint64_t to, std::uint64_t from, int lane,
                std::uint32_t bytes) {
    struct Piece {
      std::int64_t delta;
      std::uint32_t size;
      Value value;
      bool copy;
    };
    std::vector<Piece> pieces;
    const std::int64_t start = offset_in(from);
    const auto inside = [&](std::int64_t offset, std::uint32_t size) {
      return offset >= start && offset + static_cast<std::int64_t>(size) <= start + bytes;
    };
    Object* source = object_at(from);
    bool whole = source == nullptr;
    if (source && !source->shared) {
      for (const Entry& e : source->entries) {
        if (!e.present[bit(lane)]) continue;
        if (inside(e.offset, e.size))
          pieces.push_back({e.offset - start, e.size, e.value[lane], e.copy});
        else if (e.copy && e.offset <= start
                 && start < e.offset + static_cast<std::int64_t>(e.size))
          pieces.push_back({0, bytes,
                            {e.value[lane].bits + static_cast<std::uint64_t>(start - e.offset),
                             e.value[lane].taint},
                            true});
      }
      std::ranges::stable_sort(pieces, [](const Piece& a, const Piece& b) { return a.copy > b.copy; });
    } else if (source) {
      for (std::int64_t i = 0; i < std::min<std::int64_t>(bytes, 256); ++i)
        if (const auto cell = source->cells.find(start + i); cell != source->cells.end())
          pieces.push_back({i, cell->second.size, cell->second.value, false});
    } else {
      for (std::uint32_t i = 0; i < std::min<std::uint32_t>(bytes, 64); i += 4)
        if (const auto cell = outside_.find(from + i); cell != outside_.end())
          pieces.push_back({i, cell->second.size, cell->second.value, false});
    }
    Object* target = object_at(to);
    if (target && !target->shared) {
      Mask one;
      one.set(bit(lane));
      displace(*target, offset_in(to), bytes, one, true);
      if (whole) store_local(*target, offset_in(to), bytes, one, Vec(Value{from, 0}), true);
      for (const Piece& p : pieces)
        store_local(*target, offset_in(to) + p.delta, p.size, one, Vec(p.value), p.copy);
      return;
    }
    if (whole || pieces.empty()) {
      // All of it at once: its address stands for its contents.
      Value v{mix(from, seed_), kData};
      store_one(to, lane, v, bytes, frame.f, id);
    }
    for (const Piece& p : pieces) {
      Value v = p.value;
      if (p.copy) v.bits = mix(v.bits, seed_);
      store_one(to + static_cast<std::uint64_t>(p.delta), lane, v, p.size, frame.f, id);
    }
  }

  /// A digest of what lies at an address, for calls that are not known.
  std::uint64_t digest(Value v, int lane) {
    const Object* o = object_at(v.bits);
    if (!o) return v.bits;
    std::uint64_t h = 0;
    if (o->shared) {
      for (const auto& [offset, cell] : o->cells)
        h += mix(static_cast<std::uint64_t>(offset), cell.value.bits);
    } else {
      for (const Entry& e : o->entries)
        if (e.present[bit(lane)])
          h += mix(static_cast<std::uint64_t>(e.offset), e.value[lane].bits);
    }
    return mix(h, static_cast<std::uint64_t>(offset_in(v.bits)));
  }

  void forget(Value v, int lane, std::uint64_t cause) {
    Object* o = object_at(v.bits);
    if (!o) return;
    o->unknown = mix(o->unknown + 1, o->shared ? 1 : cause);
    if (o->shared) {
      o->cells.clear();
    } else {
      for (Entry& e : o->entries) e.present.reset(bit(lane));
    }
  }

  // --- places -----------------------------------------------------------------------------------

  static std::uint32_t element_size(const Function& f, const Expr& index) {
    const kf::Type& type = f.types[index.type];
    if (type.bytes > 0 && !type.is_reference) return type.bytes;
    if (type.text.find('[') != std::string::npos) return 1U << 16;  // a row of unknown size
    const kf::Type& base = f.type_of(index.args[0]);
    if (base.pointee_bytes > 0) return base.pointee_bytes;
    return type.bytes > 0 ? type.bytes : 8;
  }

  Vec place(Frame& frame, ExprId id) {
    const Function& f = *frame.f;
    const Expr& e = f.exprs[id];
    switch (e.op) {
    case Op::local: {
      if (frame.references[e.var]) return *frame.references[e.var];
      const std::uint64_t object = object_of(frame, e.var);
      if (frame.references[e.var]) return *frame.references[e.var];
      return Vec(Value{object, 0});
    }
    case Op::global: return Vec(Value{outside(mix(e.text)), 0});
    case Op::deref: return value(frame, e.args[0]);
    case Op::index: {
      const Vec base = pointer(frame, e.args[0]);
      const Vec index = value(frame, e.args[1]);
      const std::uint64_t size = element_size(f, e);
      return zip(base, index, [&](Value a, Value b) {
        return Value{a.bits + b.bits * size, static_cast<std::uint8_t>(a.taint | b.taint)};
      });
    }
    case Op::member: {
      const Vec base = place(frame, e.args[0]);
      const std::uint64_t offset = e.value >= 0 ? static_cast<std::uint64_t>(e.value)
                                                : (mix(e.text) & 0xfff) << 6;
      return map(base, [&](Value a) { return Value{a.bits + offset, a.taint}; });
    }
    case Op::cast: return place(frame, e.args[0]);
    case Op::load: return place(frame, e.args[0]);
    case Op::assign: value(frame, id); return place(frame, e.args[0]);
    case Op::this_: return this_pointer(frame);
    case Op::select: return conditional(frame, e, true);
    case Op::comma: value(frame, e.args[0]); return place(frame, e.args[1]);
    default: {
      const kf::Type& type = f.types[e.type];
      Vec v = value(frame, id);
      if (is_vector_like(type) || type.is_reference || type.kind == TypeKind::pointer) return v;
      return temporary(frame, v, type);
    }
    }
  }

  Vec temporary(Frame& frame, const Vec& v, const kf::Type& type) {
    kf::Var var;
    Object object;
    objects_.push_back(std::move(object));
    const Vec at(Value{address(kLocalTag, objects_.size() - 1), 0});
    store(frame, kNone, at, v, type.bytes);
    return at;
  }

  /// The address that an array or pointer expression denotes.
  Vec pointer(Frame& frame, ExprId id) {
    const Function& f = *frame.f;
    const Expr& e = f.exprs[id];
    const kf::Type& type = f.types[e.type];
    if (e.op == Op::local || e.op == Op::global) {
      if (is_array(f, e)) return place(frame, id);
      // An operator[] of a class gives a part of the object.
      if (type.kind != TypeKind::pointer) return place(frame, id);
      return load(place(frame, id), pointer_type());
    }
    if (e.op == Op::index || e.op == Op::member) {
      if (type.kind == TypeKind::pointer && type.text.find('[') == std::string::npos
          && type.text.find('*') != std::string::npos)
        return load(place(frame, id), type, &f, id);
      return place(frame, id);
    }
    if (e.op == Op::cast) return pointer(frame, e.args[0]);
    return value(frame, id);
  }

  static const kf::Type& pointer_type() {
    static const kf::Type type = [] {
      kf::Type t;
      t.kind = TypeKind::pointer;
      t.bytes = 8;
      return t;
    }();
    return type;
  }

  static bool is_array(const Function& f, const Expr& e) {
    if (e.var == kNone) return false;
    const kf::Var& var = f.vars[e.var];
    return (!var.extents.empty() && var.storage != kf::Storage::param)
           || var.storage == kf::Storage::dynamic_shared;
  }

  Vec this_pointer(Frame& frame) {
    for (Frame* at = &frame; at; at = at->caller) {
      if (at->this_) return *at->this_;
      if (!at->f->is_lambda) break;
    }
    return Vec(Value{outside(mix("this")), 0});
  }

  // --- values -----------------------------------------------------------------------------------

  static Value convert(Value v, const kf::Type& type) {
    if (type.kind == TypeKind::boolean) return {v.bits != 0 ? 1U : 0U, v.taint};
    if (type.kind != TypeKind::integer || type.bytes == 0 || type.bytes >= 8) return v;
    const unsigned drop = 64 - type.bits();
    if (type.is_signed)
      v.bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(v.bits << drop) >> drop);
    else
      v.bits = v.bits << drop >> drop;
    return v;
  }

  Vec value(Frame& frame, ExprId id) {
    if (id == kNone) return constant(0);
    spend();
    const Function& f = *frame.f;
    const Expr& e = f.exprs[id];
    switch (e.op) {
    case Op::constant: return constant(e.value);
    case Op::floating: return Vec(floating(e.text));
    case Op::string: return Vec(Value{outside(mix(e.text)), 0});
    case Op::template_param: return Vec(template_parameter(e.text));
    case Op::thread_idx: return thread_index(static_cast<int>(e.value));
    case Op::block_dim: return constant(shape_.block[static_cast<std::size_t>(e.value)]);
    case Op::block_idx: return constant(seed_ % 2 == 0 || e.value != 0 ? 0 : 1);
    case Op::grid_dim: return constant(e.value == 0 ? 4 : 1);
    case Op::warp_size: trace_.by_wave.insert({&f, id}); return constant(world_.warp_size);
    case Op::lane_id: trace_.by_wave.insert({&f, id}); return lane_ids();
    case Op::this_: return this_pointer(frame);
    case Op::local:
    case Op::global:
      if (e.op == Op::global && e.var == kNone) return place(frame, id);
      if (is_array(f, e)) return place(frame, id);
      return load(place(frame, id), f.types[e.type], &f, id);
    case Op::index:
    case Op::deref:
    case Op::member:
      // A row decays to its address.
      if (f.types[e.type].kind == TypeKind::pointer
          && f.types[e.type].text.find('[') != std::string::npos)
        return place(frame, id);
      return load(place(frame, id), f.types[e.type], &f, id);
    case Op::load: {
      const Expr& from = f.exprs[e.args[0]];
      const kf::Type& type = f.types[e.type].kind == TypeKind::unknown ? f.types[from.type]
                                                                        : f.types[e.type];
      return guess_by_name(f, e, load(place(frame, e.args[0]), type, &f, e.args[0]));
    }
    case Op::addr: return place(frame, e.args[0]);
    case Op::cast: return cast(frame, e);
    case Op::neg:
      return map(value(frame, e.args[0]), [&](Value a) {
        return convert({std::uint64_t{0} - a.bits, a.taint}, f.types[e.type]);
      });
    case Op::bit_not:
      return map(value(frame, e.args[0]),
                 [&](Value a) { return convert({~a.bits, a.taint}, f.types[e.type]); });
    case Op::logical_not:
      return map(value(frame, e.args[0]),
                 [](Value a) { return Value{a.bits == 0 ? 1U : 0U, a.taint}; });
    case Op::comma: value(frame, e.args[0]); return value(frame, e.args[1]);
    case Op::logical_and:
    case Op::logical_or: return short_circuit(frame, e);
    case Op::select: return conditional(frame, e, false);
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
    case Op::ne: return binary(frame, id, e);
    case Op::cross: return cross(frame, id, e);
    case Op::atomic: return atomic(frame, id, e);
    case Op::call: return call(frame, id, e);
    case Op::lambda: return Vec(Value{outside(mix(e.callee)), 0});
    case Op::init_list: return list(frame, e);
    case Op::opaque: return opaque(frame, e);
    }
    return constant(0);
  }

  static Value floating(const std::string& text) {
    const double d = std::strtod(text.c_str(), nullptr);
    if (std::isnan(d)) return {mix("nan"), 0};
    if (d > 1e18) return {static_cast<std::uint64_t>(std::int64_t{1} << 62), 0};
    if (d < -1e18) return {static_cast<std::uint64_t>(-(std::int64_t{1} << 62)), 0};
    const auto whole = static_cast<std::int64_t>(d);
    if (static_cast<double>(whole) == d) return {static_cast<std::uint64_t>(whole), 0};
    return {mix(text) | 1, 0};
  }

  /// A parameter of a template that nothing instantiates.
  Value template_parameter(const std::string& name) {
    if (is_warp_size_name(name)) return {32, kUnmodelled};
    if (is_block_size_name(name))
      return {static_cast<std::uint64_t>(shape_.lanes()), kUnmodelled};
    static constexpr std::array<std::uint64_t, 4> kSizes = {4, 2, 8, 1};
    return {kSizes[(seed_ + mix(name)) % kSizes.size()], kUnmodelled};
  }

  Vec thread_index(int dimension) {
    if (dimension != 0) trace_.uses_y = true;
    if (dimension != 0 && shape_.block[static_cast<std::size_t>(dimension)] == 1)
      return constant(0);
    return each([&](int l) {
      const int x = l % shape_.block[0];
      const int y = l / shape_.block[0] % shape_.block[1];
      const int z = l / (shape_.block[0] * shape_.block[1]);
      return Value{static_cast<std::uint64_t>(dimension == 0 ? x : dimension == 1 ? y : z), 0};
    });
  }

  Vec lane_ids() {
    return each([&](int l) { return Value{static_cast<std::uint64_t>(l % world_.warp_size), 0}; });
  }

  /// An integer named like a lane or thread number whose value is not known here (a member that a
  /// constructor set, the result of inline assembly) is taken for what its name says.
  Vec guess_by_name(const Function& f, const Expr& e, Vec v) {
    if (f.types[e.type].kind != TypeKind::integer) return v;
    const Expr& from = f.exprs[e.args[0]];
    if (from.op != Op::local && from.op != Op::member) return v;
    const auto like = named_like(from.text);
    if (!like) return v;
    bool known = true;
    for (int l = 0; l < lanes_; ++l)
      if (active(l) && (v[l].taint & (kData | kUnmodelled | kPoison))) known = false;
    return known ? v : guessed(*like);
  }

  Vec cast(Frame& frame, const Expr& e) {
    const kf::Type& to = frame.f->types[e.type];
    const Vec v = value(frame, e.args[0]);
    const kf::Type& from = frame.f->type_of(e.args[0]);
    if (is_vector_like(to) && !to.is_reference && !is_vector_like(from)
        && from.kind != TypeKind::unknown && from.kind != TypeKind::pointer)
      return temporary(frame, v, from);  // a structure made of one value
    return map(v, [&](Value a) { return convert(a, to); });
  }

  void test(const Vec& condition) {
    for (int l = 0; l < lanes_; ++l) {
      if (!active(l)) continue;
      const std::uint8_t taint = condition[l].taint;
      if (taint & kPoison) poisoned_.set(bit(l));
      if (taint & kUnmodelled) trace_.unmodelled = true;
      if (condition.uniform() && !(taint & kPoison)) return;
    }
  }

  Mask truth(const Vec& condition) {
    test(condition);
    if (condition.uniform()) return condition[0].bits != 0 ? on_ : Mask();
    Mask out;
    for (int l = 0; l < lanes_; ++l)
      if (active(l) && condition[l].bits != 0) out.set(bit(l));
    return out;
  }

  Vec short_circuit(Frame& frame, const Expr& e) {
    const bool is_and = e.op == Op::logical_and;
    const Vec left = value(frame, e.args[0]);
    const Mask saved = on_;
    const Mask holds = truth_quietly(left);
    on_ = is_and ? holds : saved & ~holds;
    Vec right = constant(0);
    if (on_.any()) right = value(frame, e.args[1]);
    const Mask reached = on_;
    on_ = saved;
    return each([&](int l) {
      if (!reached[bit(l)]) return Value{is_and ? 0U : 1U, left[l].taint};
      return Value{right[l].bits != 0 ? 1U : 0U,
                   static_cast<std::uint8_t>(left[l].taint | right[l].taint)};
    });
  }

  Mask truth_quietly(const Vec& v) {
    Mask out;
    for (int l = 0; l < lanes_; ++l)
      if (active(l) && v[l].bits != 0) out.set(bit(l));
    return out;
  }

  Vec conditional(Frame& frame, const Expr& e, bool as_place) {
    const Vec condition = value(frame, e.args[0]);
    const Mask saved = on_;
    const Mask holds = truth_quietly(condition);
    const auto side = [&](ExprId arg, const Mask& lanes) {
      on_ = lanes;
      Vec out = constant(0);
      if (on_.any()) out = as_place ? place(frame, arg) : value(frame, arg);
      on_ = saved;
      return out;
    };
    const Vec a = side(e.args[1], holds);
    const Vec b = side(e.args[2], saved & ~holds);
    if ((saved & ~holds).none() && condition.uniform()) return a;
    if (holds.none() && condition.uniform()) return b;
    return each([&](int l) {
      Value v = holds[bit(l)] ? a[l] : b[l];
      v.taint |= condition[l].taint;
      return v;
    });
  }

  Vec assign(Frame& frame, ExprId id, const Expr& e) {
    const Function& f = *frame.f;
    const ExprId right = e.args[1];
    const kf::Type& type = f.types[e.type];
    Vec old;
    if (e.post)
      old = value(frame, f.exprs[right].args.empty() ? right : f.exprs[right].args[0]);
    const Vec v = value(frame, right);
    const Vec target = place(frame, e.args[0]);
    const kf::Type& left = f.type_of(e.args[0]);
    const kf::Type& stored = left.kind == TypeKind::unknown ? type : left;
    if (is_vector_like(stored)) {
      const kf::Type& from = f.type_of(right);
      if (is_vector_like(from) || from.kind == TypeKind::unknown)
        copy(frame, id, target, v, stored);
      else
        store(frame, id, target, v, stored.bytes);
      return target;
    }
    const Vec converted = map(v, [&](Value a) { return convert(a, stored); });
    store(frame, id, target, converted, stored.bytes);
    return e.post ? old : converted;
  }

  Vec binary(Frame& frame, ExprId id, const Expr& e) {
    const Function& f = *frame.f;
    const kf::Type& type = f.types[e.type];
    const Vec a = cuts_lane_id(f, e) ? real_lane_ids() : value(frame, e.args[0]);
    const Vec b = value(frame, e.args[1]);
    note_lane_arithmetic(f, id, e, a);
    const kf::Type& left = f.type_of(e.args[0]);
    if (is_vector_like(type) && !type.is_reference) return elementwise(frame, e, a, b, type);
    const bool pointers = type.kind == TypeKind::pointer || left.kind == TypeKind::pointer;
    return zip(a, b, [&](Value x, Value y) {
      Value out = pointers ? pointer_apply(e.op, x, y, f, e) : apply(e.op, x, y, left, type);
      if ((e.op == Op::eq || e.op == Op::ne) && is_decided_by_coin(x, y))
        out.bits = coin(x, y) == (e.op == Op::eq);
      out.taint |= static_cast<std::uint8_t>(x.taint | y.taint);
      return out;
    });
  }

  /// Data seldom equals a constant, and code behind such a test would hardly run: with some seeds a
  /// coin decides, which is made of the operands.
  [[nodiscard]] bool is_decided_by_coin(Value x, Value y) const {
    if (seed_ < kFirstCoin && !searches()) return false;
    return ((x.taint ^ y.taint) & kData) && !((x.taint | y.taint) & kPoison);
  }
  [[nodiscard]] bool searches() const { return seed_ == 2 || seed_ == 4; }
  /// Rarely, as a search finds its key; from kFirstCoin on every other time.
  [[nodiscard]] bool coin(Value x, Value y) const {
    return mix(mix(x.bits, y.bits), seed_) % (seed_ < kFirstCoin ? 48 : 2) == 0;
  }

  /// p + i, i + p, p - i, p - q: in elements.
  static Value pointer_apply(Op op, Value x, Value y, const Function& f, const Expr& e) {
    const kf::Type& left = f.type_of(e.args[0]);
    const kf::Type& right = f.type_of(e.args[1]);
    const auto size = [](const kf::Type& t) {
      return static_cast<std::uint64_t>(t.pointee_bytes ? t.pointee_bytes : 8);
    };
    if (op == Op::add)
      return left.kind == TypeKind::pointer ? Value{x.bits + y.bits * size(left), 0}
                                            : Value{y.bits + x.bits * size(right), 0};
    if (op == Op::sub && right.kind == TypeKind::pointer) {
      const auto d = static_cast<std::int64_t>(x.bits - y.bits);
      return {static_cast<std::uint64_t>(d / static_cast<std::int64_t>(size(left))), 0};
    }
    if (op == Op::sub) return {x.bits - y.bits * size(left), 0};
    kf::Type address_like;
    address_like.kind = TypeKind::integer;
    address_like.bytes = 8;
    return apply(op, x, y, address_like, address_like);
  }

  /// float4 + float4 and the like.
  Vec elementwise(Frame& frame, const Expr& e, const Vec& a, const Vec& b, const kf::Type& type) {
    const kf::Type element = element_type(type);
    const std::uint32_t n =
        element.bytes ? std::min(4U, std::max(1U, type.bytes / element.bytes)) : 1;
    Object object;
    objects_.push_back(std::move(object));
    const std::uint64_t at = address(kLocalTag, objects_.size() - 1);
    const auto side = [&](const Vec& v, ExprId arg, std::uint32_t i) {
      if (!is_vector_like(frame.f->type_of(arg))) return v;
      return load(map(v, [&](Value p) { return Value{p.bits + i * element.bytes, p.taint}; }),
                  element);
    };
    for (std::uint32_t i = 0; i < n; ++i) {
      const Vec x = side(a, e.args[0], i);
      const Vec y = side(b, e.args[1], i);
      const Vec r = zip(x, y, [&](Value u, Value v) {
        Value out = apply(e.op, u, v, element, element);
        out.taint |= static_cast<std::uint8_t>(u.taint | v.taint);
        return out;
      });
      store(frame, kNone, Vec(Value{at + i * element.bytes, 0}), r, element.bytes);
    }
    return Vec(Value{at, 0});
  }

  static kf::Type element_type(const kf::Type& type) {
    kf::Type out;
    const bool floats = type.text.find("float") != std::string::npos
                        || type.text.find("double") != std::string::npos;
    out.kind = floats ? TypeKind::floating : TypeKind::integer;
    out.is_signed = true;
    std::uint32_t n = 1;
    if (!type.text.empty() && type.text.back() >= '1' && type.text.back() <= '4')
      n = static_cast<std::uint32_t>(type.text.back() - '0');
    else if (const auto comma = type.text.rfind(", "); comma != std::string::npos)
      n = static_cast<std::uint32_t>(std::max(1, std::atoi(type.text.c_str() + comma + 2)));
    out.bytes = type.bytes / (n == 3 && type.bytes % 3 != 0 ? 4 : std::max(1U, n));
    return out;
  }

  static Value apply(Op op, Value a, Value b, const kf::Type& left, const kf::Type& type) {
    const std::uint64_t x = a.bits;
    const std::uint64_t y = b.bits;
    const bool integral = left.kind == TypeKind::integer || left.kind == TypeKind::boolean;
    const bool is_unsigned = integral && !left.is_signed;
    const auto sx = static_cast<std::int64_t>(x);
    const auto sy = static_cast<std::int64_t>(y);
    const auto made = [&](std::uint64_t bits) { return convert({bits, 0}, type); };
    const unsigned width = type.kind == TypeKind::integer && type.bytes > 0 && type.bytes < 8
                               ? std::max(32U, type.bits())
                               : 64;
    switch (op) {
    case Op::add: return made(x + y);
    case Op::sub: return made(x - y);
    case Op::mul: return made(x * y);
    case Op::div:
    case Op::rem:
      if (y == 0) return {0, kPoison};
      if (!integral) {
        if (op == Op::div && y == 1) return made(x);
        return made(mix(mix(x, y), static_cast<std::uint64_t>(op)));
      }
      if (is_unsigned) return made(op == Op::div ? x / y : x % y);
      if (sy == -1) return made(op == Op::div ? 0 - x : 0);
      return made(static_cast<std::uint64_t>(op == Op::div ? sx / sy : sx % sy));
    // The hardware looks at the low bits of the amount only.
    case Op::shl: return made(x << (y & (width - 1)));
    case Op::shr:
      if (is_unsigned) return made(x >> (y & (width - 1)));
      return made(static_cast<std::uint64_t>(sx >> (y & (width - 1))));
    case Op::bit_and: return made(x & y);
    case Op::bit_or: return made(x | y);
    case Op::bit_xor: return made(x ^ y);
    case Op::lt: return {is_unsigned ? x < y : sx < sy, 0};
    case Op::le: return {is_unsigned ? x <= y : sx <= sy, 0};
    case Op::gt: return {is_unsigned ? x > y : sx > sy, 0};
    case Op::ge: return {is_unsigned ? x >= y : sx >= sy, 0};
    case Op::eq: return {x == y, 0};
    case Op::ne: return {x != y, 0};
    default: return {};
    }
  }

  Vec real_lane_ids() {
    return each([&](int l) { return Value{static_cast<std::uint64_t>(l % world_.wave), 0}; });
  }

  /// `__lane_id() & 31`: the same number on every wave size.
  static bool cuts_lane_id(const Function& f, const Expr& e) {
    if (f.exprs[kf::skip_casts(f, e.args[0])].op != Op::lane_id) return false;
    return cuts_by(f, e, 32);
  }
  /// tid % n, tid & (n - 1), tid / n, tid >> log2(n)
  static bool cuts_by(const Function& f, const Expr& e, std::int64_t n) {
    if (e.op != Op::rem && e.op != Op::div && e.op != Op::bit_and && e.op != Op::shr) return false;
    const Expr& right = f.exprs[kf::skip_casts(f, e.args[1])];
    if (right.op != Op::constant) return false;
    const std::int64_t c = right.value;
    return ((e.op == Op::rem || e.op == Op::div) && c == n) || (e.op == Op::bit_and && c == n - 1)
           || (e.op == Op::shr && c == std::countr_zero(static_cast<std::uint64_t>(n)));
  }

  void note_lane_arithmetic(const Function& f, ExprId id, const Expr& e, const Vec& a) {
    const bool by_32 = cuts_by(f, e, 32);
    if ((!by_32 && !cuts_by(f, e, 64)) || a.uniform()) return;
    std::optional<std::uint64_t> first;
    bool differs = false;
    for (int l = 0; l < lanes_; ++l) {
      if (!active(l)) continue;
      if (a[l].taint & (kData | kUnmodelled)) return;
      differs = differs || (first && *first != a[l].bits);
      first = a[l].bits;
    }
    if (differs) (by_32 ? trace_.by_32 : trace_.by_64).insert({&f, id});
  }

  Vec list(Frame& frame, const Expr& e) {
    const Function& f = *frame.f;
    const kf::Type& type = f.types[e.type];
    if (!is_vector_like(type) && type.kind != TypeKind::pointer) {
      if (e.args.size() == 1) return value(frame, e.args[0]);
      if (e.args.empty()) return constant(0);
    }
    Object object;
    objects_.push_back(std::move(object));
    const std::uint64_t at = address(kLocalTag, objects_.size() - 1);
    fill(frame, e, at);
    return Vec(Value{at, 0});
  }

  /// Store the elements of an initialiser list from `at` on.
  void fill(Frame& frame, const Expr& e, std::uint64_t at) {
    const Function& f = *frame.f;
    const kf::Type& type = f.types[e.type];
    std::uint64_t next = at;
    for (const ExprId arg : e.args) {
      const Expr& x = f.exprs[arg];
      const kf::Type& part = f.types[x.type];
      // A structure's field says where it lies.
      const bool field = is_vector_like(type) && x.op == Op::cast && x.value > 0;
      const std::uint64_t to = field ? at + static_cast<std::uint64_t>(x.value) : next;
      if (x.op == Op::init_list) {
        fill(frame, x, to);
      } else {
        const Vec v = value(frame, arg);
        if (is_vector_like(part))
          copy(frame, kNone, Vec(Value{to, 0}), v, part);
        else
          store(frame, kNone, Vec(Value{to, 0}), v, part.bytes);
      }
      next = to + (part.bytes ? part.bytes : 8);
    }
  }

  Vec opaque(Frame& frame, const Expr& e) {
    std::vector<Vec> parts;
    for (const ExprId arg : e.args) parts.push_back(value(frame, arg));
    std::uint64_t name = mix(e.text + "@" + std::to_string(e.where.best().begin));
    // Another element in each turn, the same for all lanes.
    if (e.text.starts_with("range")) name = mix(name, ++turns_of_[&e]);
    const bool per_lane = e.text == "error" || e.text == "expression too deep";
    return made_of(name, parts, frame.f->types[e.type],
                   e.text == "construct" ? 0 : kUnmodelled, per_lane);
  }

  /// A value that is a function of others.
  Vec made_of(std::uint64_t name, const std::vector<Vec>& parts, const kf::Type& type,
              std::uint8_t taint, bool per_lane = false) {
    const bool same = !per_lane && std::ranges::all_of(parts, [&](const Vec& p) {
      return p.uniform() && (!object_at(p[0].bits) || objects_[object_in(p[0].bits)].shared);
    });
    const auto one = [&](int l) {
      std::uint64_t h = mix(name, seed_);
      std::uint8_t t = taint;
      for (const Vec& p : parts) {
        h = mix(h, digest(p[l], l));
        t |= p[l].taint;
      }
      if (per_lane) h = mix(h, bit(l));
      Value v = typed(h, type);
      v.taint |= t;
      return v;
    };
    if (same) return Vec(one(first_active()));
    return each(one);
  }

  // --- cross-lane operations --------------------------------------------------------------------

  /// How many lanes the operation goes over.
  int span_of(const Function& f, const Expr& e) const {
    if (!spans_the_wave(e)) return 32;
    const bool wide = world_.wide != (world_.except.count(site_of(f, e)) != 0);
    return wide ? world_.wave : 32;
  }
  /// On CUDA what an inactive lane gives is undefined; AMD's hardware gives 0.
  [[nodiscard]] Value inactive(int span) const {
    return {0, static_cast<std::uint8_t>(world_.wide || span > 32 ? 0 : kPoison)};
  }

  Vec cross(Frame& frame, ExprId id, const Expr& e) {
    SiteInfo* info = nullptr;
    const Function& f = *frame.f;
    if (spans_the_wave(e)) {
      info = &trace_.sites[site_of(f, e)];
      if (!info->function) {
        info->function = &f;
        info->expr = id;
      }
    }
    Exchange exchange;
    if (info && info->exchanges.size() < kMaxExchanges) {
      exchange.from.assign(bit(lanes_), -1);
      exchange.got.assign(bit(lanes_), 0);
    }
    Vec out = exchanged(frame, id, e, info, exchange);
    if (!info) return out;
    if (world_.perturbed && world_.perturbed->first == site_of(f, e)
        && active(world_.perturbed->second)) {
      Value& v = out.lane(world_.perturbed->second, lanes_);
      v.bits = convert({v.bits ^ (mix(v.bits, 77) | 1), 0}, f.types[e.type]).bits;
      if (e.cross == CrossKind::any || e.cross == CrossKind::all) v.bits &= 1;
    }
    if (!exchange.got.empty()) {
      for (int l = 0; l < lanes_; ++l)
        if (active(l)) {
          exchange.got[bit(l)] = out[l].bits;
          if (!kf::is_shuffle(e)) exchange.from[bit(l)] = l;
        }
      info->exchanges.push_back(std::move(exchange));
    }
    return out;
  }

  Vec exchanged(Frame& frame, ExprId id, const Expr& e, SiteInfo* info, Exchange& exchange) {
    switch (e.cross) {
    case CrossKind::shfl:
    case CrossKind::shfl_up:
    case CrossKind::shfl_down:
    case CrossKind::shfl_xor: return shuffle(frame, e, info, exchange);
    case CrossKind::ballot:
    case CrossKind::any:
    case CrossKind::all:
    case CrossKind::active_mask: return vote(frame, e);
    case CrossKind::match_any:
    case CrossKind::match_all: return match(frame, e);
    case CrossKind::reduce: return reduce(frame, e);
    case CrossKind::barrier: return barrier(frame, id, e);
    case CrossKind::sync_warp:
      if (!e.args.empty() && e.args[0] != kNone) value(frame, e.args[0]);
      return constant(0);
    default: return constant(0);
    }
  }

  /// Lane that `lane` reads in segments of `width` on waves of `wave`: HIP's own arithmetic, which
  /// is CUDA's at 32.
  static int source(CrossKind kind, int lane, std::int64_t x, int width, int wave) {
    const int self = lane % wave;
    const int base = lane - self;
    const int segment = self & ~(width - 1);
    std::int64_t index = self;
    switch (kind) {
    case CrossKind::shfl: index = (x & (width - 1)) + segment; break;
    case CrossKind::shfl_up: index = self - x < segment ? self : self - x; break;
    case CrossKind::shfl_down: index = (self & (width - 1)) + x >= width ? self : self + x; break;
    default: index = (self ^ x) >= ((self + width) & ~(width - 1)) ? self : self ^ x; break;
    }
    return base + static_cast<int>(index & (wave - 1));
  }

  Vec shuffle(Frame& frame, const Expr& e, SiteInfo* info, Exchange& exchange) {
    const Vec v = value(frame, e.args[1]);
    const Vec x = value(frame, e.args[2]);
    if (e.args[0] != kNone) value(frame, e.args[0]);
    const int span = span_of(*frame.f, e);
    int width = span;
    int wave = span;
    std::uint8_t taint = 0;
    if (e.tile == 255) {
      taint = kUnmodelled;
    } else if (e.tile != 0) {
      width = e.tile;
      wave = std::max<int>(e.tile, 32);
    }
    // Also within a tile: hipshim::warp32's take a width.
    if (e.args[3] != kNone) {
      const Value w = value(frame, e.args[3])[first_active()];
      taint |= w.taint & kUnmodelled;
      const auto asked = static_cast<std::int64_t>(w.bits);
      if (asked < 1 || asked > 64 || (asked & (asked - 1)) != 0)
        return made_of(mix("shuffle of unknown width"), {v, x}, frame.f->types[e.type],
                       kUnmodelled);
      width = static_cast<int>(asked);
      wave = e.tile != 0 ? 32 : world_.wave;
    }
    std::optional<std::uint64_t> first;
    Vec out;
    for (int l = 0; l < lanes_; ++l) {
      if (!active(l)) continue;
      const Value lane = x[l];
      // The intrinsics take an int.
      const auto n = static_cast<std::int64_t>(static_cast<std::int32_t>(lane.bits));
      const int from = source(e.cross, l, n, std::min(width, std::max(width, wave)), wave);
      if (info) {
        if (first && *first != lane.bits) info->same_source = false;
        first = lane.bits;
        if (lane.taint & kData) info->source_is_data = true;
        if (lane.taint & kUnmodelled) info->source_unmodelled = true;
        note_distance(e, *info, n, lane.taint);
        if (!exchange.from.empty()) exchange.from[bit(l)] = from;
      }
      Value& r = out.lane(l, lanes_);
      if (from < 0 || from >= lanes_ || !active(from)) {
        r = inactive(span);
        if (info) info->reads_inactive = true;
      } else {
        r = v[from];
      }
      r.taint |= static_cast<std::uint8_t>(taint | (lane.taint & (kPoison | kUnmodelled)));
    }
    // A lane above 31 named for everybody. Lanes that name their own place in the block are not.
    if (info && e.cross == CrossKind::shfl && info->same_source && first && *first >= 32
        && *first < 64 && !info->source_is_data)
      info->reaches_32 = true;
    return out;
  }

  void note_distance(const Expr& e, SiteInfo& info, std::int64_t n, std::uint8_t taint) {
    if (e.cross == CrossKind::shfl) {
      trace_.only_down = false;
      return;
    }
    if (taint & (kData | kUnmodelled)) return;
    if (n >= 32 && n < 64) info.reaches_32 = true;
    info.deltas.insert(n);
    if (e.cross != CrossKind::shfl_xor) trace_.deltas.insert(n);
    if (e.cross != CrossKind::shfl_down) trace_.only_down = false;
  }

  /// The lanes that the caller's mask names, within a group of `span`.
  std::uint64_t named_lanes(const Function& f, ExprId mask, const Value& v, int span) const {
    if (mask == kNone) return ~std::uint64_t{0};
    // A mask of 32 bits does not compile on a wave of 64; taken for all lanes of its half where it
    // names all.
    const auto low = static_cast<std::uint32_t>(v.bits);
    if (span > 32 && f.type_of(mask).bytes < 8 && low == ~0U) return ~std::uint64_t{0};
    // 0xffffffffull << (lane & 32): the caller's half.
    if (span == 32 && low == 0) return v.bits >> 32;
    return v.bits;
  }

  Vec vote(Frame& frame, const Expr& e) {
    const Function& f = *frame.f;
    const bool always = e.cross == CrossKind::active_mask;
    const ExprId mask_id = always || e.args.empty() ? kNone : e.args[0];
    const Vec mask = mask_id != kNone ? value(frame, mask_id) : constant(-1);
    const Vec p = always ? constant(1) : value(frame, e.args[1]);
    const int span = e.tile != 0 && e.tile != 255 ? e.tile : span_of(f, e);
    Vec out;
    for (int w = 0; w < lanes_; w += span) {
      std::uint64_t voted = 0;
      std::uint64_t there = 0;
      std::uint8_t taint = 0;
      int first = -1;
      for (int l = w; l < std::min(w + span, lanes_); ++l) {
        if (!active(l)) continue;
        if (first < 0) first = l;
        there |= std::uint64_t{1} << (l - w);
        if (p[l].bits != 0) voted |= std::uint64_t{1} << (l - w);
        taint |= p[l].taint;
      }
      for (int l = w; l < std::min(w + span, lanes_); ++l) {
        if (!active(l)) continue;
        const std::uint64_t named = named_lanes(f, mask_id, mask[l], span);
        std::uint64_t r = voted & named;
        if (e.cross == CrossKind::any) r = r != 0;
        if (e.cross == CrossKind::all) r = (voted & named) == (there & named);
        out.lane(l, lanes_) = convert(
            {r, static_cast<std::uint8_t>(taint | (mask[l].taint & (kPoison | kUnmodelled)))},
            f.types[e.type]);
      }
    }
    return out;
  }

  Vec match(Frame& frame, const Expr& e) {
    const Function& f = *frame.f;
    const Vec mask = e.args[0] != kNone ? value(frame, e.args[0]) : constant(-1);
    const Vec v = value(frame, e.args[1]);
    const int span = e.tile != 0 && e.tile != 255 ? e.tile : span_of(f, e);
    const bool all = e.cross == CrossKind::match_all;
    Vec out;
    Vec agreed;
    for (int w = 0; w < lanes_; w += span)
      for (int l = w; l < std::min(w + span, lanes_); ++l) {
        if (!active(l)) continue;
        const std::uint64_t named = named_lanes(f, e.args[0], mask[l], span);
        std::uint64_t same = 0;
        std::uint64_t there = 0;
        std::uint8_t taint = mask[l].taint & static_cast<std::uint8_t>(kPoison | kUnmodelled);
        for (int o = w; o < std::min(w + span, lanes_); ++o) {
          if (!active(o)) continue;
          there |= std::uint64_t{1} << (o - w);
          if (v[o].bits == v[l].bits) same |= std::uint64_t{1} << (o - w);
          taint |= v[o].taint;
        }
        const bool whole = (same & named) == (there & named);
        const std::uint64_t r = all ? (whole ? there & named : 0) : same & named;
        out.lane(l, lanes_) = convert({r, taint}, f.types[e.type]);
        agreed.lane(l, lanes_) = {whole ? 1U : 0U, taint};
      }
    if (all && e.args.size() > 2 && e.args[2] != kNone)
      store(frame, kNone, value(frame, e.args[2]), agreed, 4);
    return out;
  }

  Vec reduce(Frame& frame, const Expr& e) {
    const Function& f = *frame.f;
    const Vec mask = e.args[0] != kNone ? value(frame, e.args[0]) : constant(-1);
    const Vec v = value(frame, e.args[1]);
    const int span = span_of(f, e);
    const kf::Type& type = f.type_of(e.args[1]);
    Vec out;
    for (int w = 0; w < lanes_; w += span)
      for (int l = w; l < std::min(w + span, lanes_); ++l) {
        if (!active(l)) continue;
        const std::uint64_t named = named_lanes(f, e.args[0], mask[l], span);
        std::optional<Value> total;
        for (int o = w; o < std::min(w + span, lanes_); ++o)
          if (active(o) && (named >> (o - w) & 1))
            total = total ? combine(e.text, *total, v[o], type) : v[o];
        out.lane(l, lanes_) = total.value_or(Value{0, kPoison});
      }
    return out;
  }

  static Value combine(const std::string& name, Value a, Value b, const kf::Type& type) {
    const auto has = [&](const char* part) { return name.find(part) != std::string::npos; };
    const auto taint = static_cast<std::uint8_t>(a.taint | b.taint);
    const bool less = type.kind == TypeKind::integer && !type.is_signed
                          ? a.bits < b.bits
                          : static_cast<std::int64_t>(a.bits) < static_cast<std::int64_t>(b.bits);
    std::uint64_t r = 0;
    if (has("add") || has("sum")) r = a.bits + b.bits;
    else if (has("min")) r = less ? a.bits : b.bits;
    else if (has("max")) r = less ? b.bits : a.bits;
    else if (has("and")) r = a.bits & b.bits;
    else if (has("xor")) r = a.bits ^ b.bits;
    else r = a.bits | b.bits;
    return convert({r, taint}, type);
  }

  Vec barrier(Frame& frame, ExprId id, const Expr& e) {
    for (int w = 0; w < lanes_; w += world_.wave) {
      int here = 0;
      int elsewhere = 0;
      int ended = 0;
      for (int l = w; l < std::min(w + world_.wave, lanes_); ++l) {
        if (active(l)) ++here;
        else if (root_frame_ && root_frame_->returned[bit(l)]) ++ended;
        else ++elsewhere;
      }
      if (here == 0 || (elsewhere == 0 && ended == 0)) continue;
      note(elsewhere ? Event::Kind::divergent_barrier : Event::Kind::ended_barrier, frame.f, id, w,
           "");
    }
    if (e.args.empty()) return constant(0);
    const Vec v = value(frame, e.args[0]);
    std::uint64_t count = 0;
    std::uint64_t there = 0;
    std::uint8_t taint = 0;
    for (int l = 0; l < lanes_; ++l)
      if (active(l)) {
        ++there;
        if (v[l].bits != 0) ++count;
        taint |= v[l].taint;
      }
    if (e.text.find("count") == std::string::npos)
      count = e.text.find("and") != std::string::npos ? count == there : count != 0;
    return Vec(Value{count, taint});
  }

  // --- atomics, calls ---------------------------------------------------------------------------

  Vec atomic(Frame& frame, ExprId id, const Expr& e) {
    const Function& f = *frame.f;
    std::vector<Vec> parts;
    for (const ExprId arg : e.args) parts.push_back(value(frame, arg));
    if (parts.empty()) return constant(0);
    kf::Type type = f.types[e.type];
    if (type.kind == TypeKind::void_ || type.kind == TypeKind::unknown || type.bytes == 0) {
      const kf::Type& pointer = f.type_of(e.args[0]);
      type = kf::Type();
      type.kind = pointer.pointee;
      type.bytes = pointer.pointee_bytes;
      type.is_signed = pointer.pointee_signed;
    }
    Vec out;
    for (int l = 0; l < lanes_; ++l) {
      if (!active(l)) continue;
      ++stamp_;
      const Value at = parts[0][l];
      const Value old = load_one(at.bits, l, type, nullptr, kNone);
      const Value a = parts.size() > 1 ? parts[1][l] : Value{};
      const Value b = parts.size() > 2 ? parts[2][l] : Value{};
      auto [now, stores] = updated(e.atomic, old, a, b, type);
      now.taint |= static_cast<std::uint8_t>(old.taint | a.taint | b.taint);
      if (stores)
        store_one(at.bits, l, tainted_store(convert(now, type), at), type.bytes, &f, id);
      out.lane(l, lanes_) = old;
      out.lane(l, lanes_).taint |= at.taint & static_cast<std::uint8_t>(kPoison | kUnmodelled);
    }
    return out;
  }

  static std::pair<Value, bool> updated(kf::AtomicKind kind, Value old, Value a, Value b,
                                        const kf::Type& type) {
    using kf::AtomicKind;
    const std::uint64_t o = old.bits;
    switch (kind) {
    case AtomicKind::add: return {{o + a.bits, 0}, true};
    case AtomicKind::sub: return {{o - a.bits, 0}, true};
    case AtomicKind::min: return {combine("min", old, a, type), true};
    case AtomicKind::max: return {combine("max", old, a, type), true};
    case AtomicKind::and_: return {{o & a.bits, 0}, true};
    case AtomicKind::or_: return {{o | a.bits, 0}, true};
    case AtomicKind::xor_: return {{o ^ a.bits, 0}, true};
    case AtomicKind::exch: return {{a.bits, 0}, true};
    case AtomicKind::cas: return {{b.bits, 0}, convert(a, type).bits == o};
    case AtomicKind::inc: return {{o >= a.bits ? 0 : o + 1, 0}, true};
    case AtomicKind::dec: return {{o == 0 || o > a.bits ? a.bits : o - 1, 0}, true};
    default: return {{mix(o, a.bits), kUnmodelled}, true};
    }
  }

  static std::uint64_t bit_operation(const std::string& name, std::uint64_t x) {
    const auto low = static_cast<std::uint32_t>(x);
    if (name == "__popc" || name == "__builtin_popcount") return static_cast<unsigned>(std::popcount(low));
    if (name == "__popcll" || name == "__builtin_popcountll" || name == "__builtin_popcountl")
      return static_cast<unsigned>(std::popcount(x));
    if (name == "__ffs") return low ? static_cast<unsigned>(std::countr_zero(low)) + 1 : 0;
    if (name == "__ffsll") return x ? static_cast<unsigned>(std::countr_zero(x)) + 1 : 0;
    if (name == "__clz") return static_cast<unsigned>(std::countl_zero(low));
    if (name == "__clzll") return static_cast<unsigned>(std::countl_zero(x));
    if (name == "__builtin_ctz") return static_cast<unsigned>(std::countr_zero(low));
    if (name == "__builtin_ctzll") return static_cast<unsigned>(std::countr_zero(x));
    std::uint64_t r = 0;
    const int bits = name == "__brev" ? 32 : 64;
    for (int i = 0; i < bits; ++i)
      if (x >> i & 1) r |= std::uint64_t{1} << (bits - 1 - i);
    return r;
  }

  std::optional<Vec> known_call(Frame& frame, const Expr& e) {
    const std::string& name = e.text;
    const Function& f = *frame.f;
    const kf::Type& type = f.types[e.type];
    const auto arg = [&](std::size_t i) { return value(frame, e.args[i]); };
    if (e.args.size() == 1) {
      static const std::set<std::string, std::less<>> bits = {
          "__popc", "__popcll", "__ffs", "__ffsll", "__clz", "__clzll", "__brev", "__brevll",
          "__builtin_popcount", "__builtin_popcountll", "__builtin_popcountl", "__builtin_ctz",
          "__builtin_ctzll"};
      if (bits.count(name))
        return map(arg(0), [&](Value a) { return Value{bit_operation(name, a.bits), a.taint}; });
      if (name == "__ldg" || name == "__ldcs" || name == "__ldca" || name == "__ldcg"
          || name == "__ldlu" || name == "__ldcv")
        return load(arg(0), type, &f, e.args[0]);
      if (is_identity(name)) return map(arg(0), [&](Value a) { return convert(a, type); });
      if (name == "abs" || name == "fabs" || name == "fabsf" || name == "llabs")
        return map(arg(0), [&](Value a) {
          const auto s = static_cast<std::int64_t>(a.bits);
          return convert({static_cast<std::uint64_t>(s < 0 ? -s : s), a.taint}, type);
        });
    }
    if (e.args.size() == 2) {
      const std::string plain = two_operand(name);
      if (!plain.empty()) {
        const Vec a = arg(0);
        const Vec b = arg(1);
        const kf::Type& operands = f.type_of(e.args[0]).kind == TypeKind::integer
                                       ? f.type_of(e.args[0])
                                       : type;
        return zip(a, b, [&](Value x, Value y) {
          if (plain == "mul")
            return Value{convert({x.bits * y.bits, 0}, type).bits,
                         static_cast<std::uint8_t>(x.taint | y.taint)};
          if (plain == "sub")
            return Value{convert({x.bits - y.bits, 0}, type).bits,
                         static_cast<std::uint8_t>(x.taint | y.taint)};
          return combine(plain, x, y, operands);
        });
      }
      if (name == "__builtin_amdgcn_mbcnt_lo" || name == "__builtin_amdgcn_mbcnt_hi")
{
        trace_.by_wave.insert({&f, static_cast<ExprId>(&e - f.exprs.data())});
        return lanes_below(name.back() == 'o', arg(0), arg(1));
      }
    }
    if (e.args.size() == 3 && (name == "fma" || name == "fmaf" || name == "__fmaf_rn"
                               || name == "__fma_rn" || name == "__hfma")) {
      const Vec a = arg(0);
      const Vec b = arg(1);
      const Vec c = arg(2);
      return each([&](int l) {
        return Value{a[l].bits * b[l].bits + c[l].bits,
                     static_cast<std::uint8_t>(a[l].taint | b[l].taint | c[l].taint)};
      });
    }
    if (name.starts_with("make_") && is_vector_like(type)) return made_vector(frame, e, type);
    if (name == "printf" || name == "__assert_fail" || name == "__threadfence"
        || name == "__threadfence_block" || name == "__threadfence_system") {
      for (const ExprId a : e.args) value(frame, a);
      return constant(0);
    }
    return group_call(frame, e);
  }

  static bool is_identity(const std::string& name) {
    return name == "__half2float" || name == "__float2half" || name == "__float2half_rn"
           || name == "__bfloat162float" || name == "__float2bfloat16" || name == "__int2float_rn"
           || name == "__float2int_rn" || name == "__float2int_rz" || name == "__int_as_float"
           || name == "__float_as_int" || name == "__uint_as_float" || name == "__float_as_uint"
           || name == "__double_as_longlong" || name == "__longlong_as_double"
           || name == "__builtin_expect" || name == "__half2int_rn" || name == "__int2half_rn"
           || name == "__ushort_as_half" || name == "__half_as_ushort" || name == "move"
           || name == "forward";
  }

  static std::string two_operand(const std::string& name) {
    if (name == "min" || name == "fminf" || name == "fmin" || name == "umin" || name == "__hmin"
        || name == "llmin" || name == "ullmin")
      return "min";
    if (name == "max" || name == "fmaxf" || name == "fmax" || name == "umax" || name == "__hmax"
        || name == "llmax" || name == "ullmax")
      return "max";
    if (name == "__hadd" || name == "__hadd2" || name == "__fadd_rn" || name == "__dadd_rn")
      return "add";
    if (name == "__hmul" || name == "__hmul2" || name == "__fmul_rn" || name == "__dmul_rn"
        || name == "__mul24" || name == "__umul24")
      return "mul";
    if (name == "__hsub" || name == "__hsub2" || name == "__fsub_rn") return "sub";
    return {};
  }

  Vec lanes_below(bool low, const Vec& mask, const Vec& base) {
    return each([&](int l) {
      const int lane = l % world_.warp_size;
      std::uint32_t below = ~0U;
      const int n = low ? lane : lane - 32;
      if (n <= 0) below = 0;
      else if (n < 32) below = (1U << n) - 1;
      const auto counted = static_cast<unsigned>(
          std::popcount(static_cast<std::uint32_t>(mask[l].bits) & below));
      return Value{base[l].bits + counted, mask[l].taint};
    });
  }

  Vec made_vector(Frame& frame, const Expr& e, const kf::Type& type) {
    const kf::Type element = element_type(type);
    Object object;
    objects_.push_back(std::move(object));
    const std::uint64_t at = address(kLocalTag, objects_.size() - 1);
    for (std::size_t i = 0; i < e.args.size(); ++i)
      store(frame, kNone, Vec(Value{at + i * element.bytes, 0}), value(frame, e.args[i]),
            element.bytes);
    return Vec(Value{at, 0});
  }

  /// thread_rank() and size() of cooperative groups.
  std::optional<Vec> group_call(Frame& frame, const Expr& e) {
    if (!e.compound || e.args.size() != 1) return std::nullopt;
    const std::string& type = frame.f->type_of(e.args[0]).text;
    const bool rank = e.text == "thread_rank";
    const bool size = e.text == "size" || e.text == "num_threads";
    if (type.find("coalesced_group") != std::string::npos && (rank || size)) {
      return each([&](int l) {
        std::uint64_t before = 0;
        std::uint64_t all = 0;
        for (int o = l / 32 * 32; o < std::min(l / 32 * 32 + 32, lanes_); ++o)
          if (active(o)) {
            ++all;
            if (o < l) ++before;
          }
        return Value{rank ? before : all, 0};
      });
    }
    if (const auto tile = type.find("thread_block_tile<"); tile != std::string::npos) {
      const int n = std::atoi(type.c_str() + tile + 18);
      if (n < 1 || n > 64) return std::nullopt;
      if (size) return constant(n);
      if (rank || e.text == "meta_group_rank")
        return each([&](int l) {
          return Value{static_cast<std::uint64_t>(rank ? l % n : l / n), 0};
        });
    }
    if (type.find("thread_block") != std::string::npos
        && type.find("tile") == std::string::npos) {
      if (rank) return each([&](int l) { return Value{bit(l), 0}; });
      if (size) return constant(lanes_);
    }
    return std::nullopt;
  }

  Vec call(Frame& frame, ExprId id, const Expr& e) {
    const Function* target = e.callee.empty() ? nullptr : library_.find(e.callee);
    if (!target || target->root == kNone)
      if (auto known = known_call(frame, e)) return std::move(*known);
    if (target && target->root != kNone && depth_ < kMaxDepth && !target->variadic_pack
        && std::ranges::count(stack_, target) < 2)
      if (auto result = inline_call(frame, e, *target)) return std::move(*result);
    return unknown_call(frame, id, e);
  }

  /// A function of its arguments, which may change what they point to.
  Vec unknown_call(Frame& frame, ExprId id, const Expr& e) {
    const Function& f = *frame.f;
    const kf::Type& type = f.types[e.type];
    if (e.args.empty() && type.kind == TypeKind::integer)
      if (const auto like = named_like(e.text)) return guessed(*like);
    std::vector<Vec> parts;
    std::vector<Vec> written;  // addresses of what the call may write
    for (const ExprId arg : e.args) {
      const kf::Type& given = f.type_of(arg);
      parts.push_back(value(frame, arg));
      // A variable that is not read here goes by reference.
      if (f.exprs[arg].op != Op::load && is_place(f, arg) && !is_vector_like(given)
          && given.kind != TypeKind::pointer)
        written.push_back(place(frame, arg));
      else if (given.kind == TypeKind::pointer || is_vector_like(given))
        written.push_back(parts.back());
    }
    const bool pure =
        e.text.starts_with("__") || (written.empty() && type.kind == TypeKind::floating);
    Vec out = made_of(mix(e.text), parts, type, pure ? 0 : kUnmodelled, parts.empty() && !pure);
    if (pure) return out;
    for (int l = 0; l < lanes_; ++l) {
      if (!active(l)) continue;
      std::uint64_t h = 0;
      std::uint8_t taint = poisoned_[bit(l)] ? kPoison : 0;
      for (const Vec& part : parts) {
        h = mix(h, digest(part[l], l));
        taint |= part[l].taint;
      }
      if (!parts.empty() && !(taint & kPoison)
          && (type.kind == TypeKind::void_ || type.kind == TypeKind::unknown))
        trace_.calls[{&f, id, l, turns_[{&f, id, l}]++}] = h;
      for (const Vec& at : written) forget(at[l], l, h);
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
        const bool is_pointer =
            frame.f->type_of(args[0]).kind == TypeKind::pointer;
        inner.this_ = is_pointer ? value(frame, args[0]) : place(frame, args[0]);
      }
      args.erase(args.begin());
    }
    if (args.size() != target.params.size()) return std::nullopt;
    for (std::size_t i = 0; i < args.size(); ++i) bind(frame, inner, target.params[i], args[i]);
    ++depth_;
    stack_.push_back(&target);
    const Mask saved = on_;
    std::vector<Loop> loops;
    std::swap(loops, loops_);
    stmt(inner, target.root);
    std::swap(loops, loops_);
    on_ = saved;
    stack_.pop_back();
    --depth_;
    return inner.result;
  }

  void bind(Frame& frame, Frame& inner, VarId p, ExprId arg) {
    const Function& target = *inner.f;
    const kf::Var& var = target.vars[p];
    const kf::Type& type = target.types[var.type];
    if (type.is_reference && is_place(*frame.f, arg)) {
      inner.references[p] = place(frame, arg);
      return;
    }
    const Vec v = value(frame, arg);
    const kf::Type& given = frame.f->type_of(arg);
    if (is_vector_like(type) && (is_vector_like(given) || type.is_reference)) {
      if (type.is_reference) {
        inner.references[p] = v;
        return;
      }
      inner.objects[p] = new_object(target, var, false);
      copy(frame, kNone, Vec(Value{inner.objects[p], 0}), v, type);
      return;
    }
    const std::uint64_t object = new_object(target, var, false);
    const Vec at(Value{object, 0});
    store(frame, kNone, at, map(v, [&](Value a) { return convert(a, type); }), type.bytes);
    if (type.is_reference)
      inner.references[p] = at;
    else
      inner.objects[p] = object;
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

  // --- statements -------------------------------------------------------------------------------

  void body(Frame& frame, const std::vector<StmtId>& list) {
    for (const StmtId id : list) {
      if (on_.none()) {
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
    case StmtKind::loop: loop(frame, s); break;
    case StmtKind::switch_: switch_stmt(frame, s); break;
    case StmtKind::case_:
    case StmtKind::default_: case_label(frame, s); break;
    case StmtKind::return_: return_stmt(frame, s); break;
    case StmtKind::break_:
      if (!loops_.empty()) loops_.back().broken |= on_;
      on_.reset();
      break;
    case StmtKind::continue_:
      for (auto at = loops_.rbegin(); at != loops_.rend(); ++at)
        if (!at->is_switch) {
          at->continued |= on_;
          break;
        }
      on_.reset();
      break;
    case StmtKind::asm_: assembly(frame, s); break;
    case StmtKind::opaque: throw GaveUp{"not modelled: " + s.text};
    }
  }

  void return_stmt(Frame& frame, const Stmt& s) {
    if (s.a != kNone) {
      const kf::Type& returned = frame.f->types[frame.f->return_type];
      const Vec v = returned.is_reference && is_place(*frame.f, s.a) ? place(frame, s.a)
                                                                     : value(frame, s.a);
      if (frame.returned.none()) {
        frame.result = map(v, [&](Value a) { return convert(a, returned); });
      } else {
        for (int l = 0; l < lanes_; ++l)
          if (active(l)) frame.result.lane(l, lanes_) = convert(v[l], returned);
      }
    }
    frame.returned |= on_;
    on_.reset();
  }

  /// Structures are returned by address; what others see of them is their contents.
  void note_returned_record(const Function& root) {
    if (!is_vector_like(root.types[root.return_type])) return;
    for (int l = 0; l < lanes_; ++l)
      if (trace_.returns[bit(l)]) {
        Value& v = trace_.returned[bit(l)];
        v.bits = digest(v, l);
      }
  }

  void assembly(Frame& frame, const Stmt& s) {
    for (std::size_t i = 0; i < s.exprs.size(); ++i) {
      if (i >= s.constraints.size() || s.constraints[i].empty()
          || (s.constraints[i][0] != '=' && s.constraints[i][0] != '+')
          || !is_place(*frame.f, s.exprs[i]))
        continue;
      const Vec target = place(frame, s.exprs[i]);
      const kf::Type& type = frame.f->type_of(s.exprs[i]);
      const auto has = [&](const char* name) { return s.text.find(name) != std::string::npos; };
      const Vec v = each([&](int l) {
        const auto lane = static_cast<std::uint64_t>(l % 32);
        if (has("%laneid")) return Value{lane, 0};
        if (has("%warpid")) return Value{static_cast<std::uint64_t>(l / 32), 0};
        if (has("%lanemask_lt")) return Value{(std::uint64_t{1} << lane) - 1, 0};
        if (has("%lanemask_le")) return Value{(std::uint64_t{2} << lane) - 1, 0};
        if (has("%lanemask_eq")) return Value{std::uint64_t{1} << lane, 0};
        Value made = typed(mix(mix(s.text), mix(seed_, bit(l))), type);
        made.taint |= kUnmodelled;
        return made;
      });
      store(frame, s.exprs[i], target, v, type.bytes);
    }
  }

  void declare(Frame& frame, const Stmt& s) {
    const Function& f = *frame.f;
    const kf::Var& var = f.vars[s.var];
    const kf::Type& type = f.types[var.type];
    if (var.storage == kf::Storage::shared || var.storage == kf::Storage::dynamic_shared) {
      object_of(frame, s.var);
      return;
    }
    if (type.is_reference && s.a != kNone) {
      if (is_place(f, s.a)) {
        frame.references[s.var] = place(frame, s.a);
      } else {
        const Vec v = value(frame, s.a);
        frame.references[s.var] =
            is_vector_like(f.type_of(s.a)) || f.exprs[s.a].op == Op::call ? v
                                                                         : temporary(frame, v, type);
      }
      return;
    }
    frame.references[s.var].reset();
    if (frame.objects[s.var] == 0) {
      frame.objects[s.var] = new_object(f, var, false);
    } else if (Object* o = object_at(frame.objects[s.var])) {
      // A fresh variable each time the declaration is reached.
      for (Entry& e : o->entries) e.present &= ~on_;
    }
    if (s.a == kNone) return;
    const Vec at(Value{frame.objects[s.var], 0});
    const Expr& init = f.exprs[s.a];
    if (init.op == Op::init_list && (!var.extents.empty() || is_vector_like(type))) {
      if (!var.extents.empty()) zero(frame, frame.objects[s.var], var, type);
      fill(frame, init, frame.objects[s.var]);
      return;
    }
    if (init.op == Op::opaque && init.args.empty() && init.text == "construct") return;
    const Vec v = value(frame, s.a);
    if (is_vector_like(type)) {
      const kf::Type& given = f.type_of(s.a);
      if (is_vector_like(given) || given.kind == TypeKind::unknown)
        copy(frame, kNone, at, v, type);
      else
        store(frame, kNone, at, v, type.bytes);
      return;
    }
    store(frame, kNone, at, map(v, [&](Value a) { return convert(a, type); }), type.bytes);
  }

  /// What an initialiser list does not name is zero.
  void zero(Frame& frame, std::uint64_t object, const kf::Var& var, const kf::Type& type) {
    std::int64_t n = 1;
    for (const std::int64_t extent : var.extents) n *= std::max<std::int64_t>(extent, 0);
    if (n > 256 || type.bytes == 0 || is_vector_like(type)) return;
    for (std::int64_t i = 0; i < n; ++i)
      store(frame, kNone, Vec(Value{object + static_cast<std::uint64_t>(i) * type.bytes, 0}),
            constant(0), type.bytes);
  }

  void if_stmt(Frame& frame, const Stmt& s) {
    const Vec condition = value(frame, s.a);
    const Mask saved = on_;
    const Mask holds = truth(condition);
    on_ = holds;
    if (on_.any()) body(frame, s.body);
    const Mask after = on_;
    on_ = saved & ~holds;
    if (on_.any()) body(frame, s.other);
    on_ |= after;
  }

  /// Also a condition that is always true: what ends the loop then is a `break`.
  bool depends_on_data(const Vec& condition) const {
    if (condition.uniform() && condition[0].taint == 0 && condition[0].bits != 0) return true;
    for (int l = 0; l < lanes_; ++l)
      if (active(l) && (condition[l].taint & (kData | kUnmodelled))) return true;
    return false;
  }

  void loop(Frame& frame, const Stmt& s) {
    const int most = loops_.empty() ? kMaxDataTurns : kMaxInnerDataTurns;
    loops_.emplace_back();
    Mask done;
    bool data_decides = false;
    for (int turn = 0; on_.any(); ++turn) {
      if (turn > kMaxTurns) throw GaveUp{"a loop does not end"};
      if (turn > most && (data_decides || s.a == kNone)) {
        // Made-up data need not end a loop; a search that goes on says nothing more.
        trace_.cut_loops = true;
        done |= on_;
        on_.reset();
        break;
      }
      if (s.a != kNone && !(s.post_test && turn == 0)) {
        const Vec condition = value(frame, s.a);
        data_decides = depends_on_data(condition);
        const Mask holds = truth(condition);
        done |= on_ & ~holds;
        on_ = holds;
        if (on_.none()) break;
      }
      body(frame, s.body);
      on_ |= loops_.back().continued;
      loops_.back().continued.reset();
      if (on_.any() && s.b != kNone) value(frame, s.b);
    }
    on_ = done | loops_.back().broken;
    loops_.pop_back();
  }

  struct Switch {
    Vec value;
    Mask entry;
    Mask matched;  ///< some label takes these lanes
  };

  void switch_stmt(Frame& frame, const Stmt& s) {
    Vec selector = value(frame, s.a);
    test(selector);
    if (seed_ >= kFirstCoin) selector = some_label(frame, s, selector);
    const Mask saved = on_;
    loops_.push_back({true, {}, {}});
    Switch sw;
    sw.value = selector;
    sw.entry = saved;
    // What some label takes, wherever `default` stands.
    const std::vector<StmtId>& list = switch_body(*frame.f, s);
    for (const StmtId id : list) {
      const Stmt& label = frame.f->stmts[id];
      if (label.kind == StmtKind::case_) sw.matched |= equal(frame, sw, label.a);
    }
    switches_.push_back(std::move(sw));
    on_.reset();
    bool has_default = false;
    for (const StmtId id : list)
      has_default = has_default || frame.f->stmts[id].kind == StmtKind::default_;
    body(frame, list);
    const Switch ended = std::move(switches_.back());
    switches_.pop_back();
    on_ |= loops_.back().broken;
    if (!has_default) on_ |= saved & ~ended.matched;
    loops_.pop_back();
  }

  /// In place of data that no label may equal, the value of one label or none.
  Vec some_label(Frame& frame, const Stmt& s, const Vec& selector) {
    std::vector<Vec> labels;
    for (const StmtId id : switch_body(*frame.f, s))
      if (frame.f->stmts[id].kind == StmtKind::case_)
        labels.push_back(value(frame, frame.f->stmts[id].a));
    return map(selector, [&](Value v) {
      const std::size_t chosen = mix(v.bits, seed_) % (labels.size() + 1);
      return (v.taint & kData) && chosen < labels.size() ? Value{labels[chosen][0].bits, v.taint}
                                                        : v;
    });
  }

  Mask equal(Frame& frame, const Switch& sw, ExprId label) {
    const Mask saved = on_;
    on_ = sw.entry;
    const Vec v = value(frame, label);
    Mask out;
    for (int l = 0; l < lanes_; ++l)
      if (active(l) && v[l].bits == sw.value[l].bits) out.set(bit(l));
    on_ = saved;
    return out;
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
    on_ |= s.kind == StmtKind::case_ ? equal(frame, sw, s.a) : sw.entry & ~sw.matched;
  }

  const Library& library_;
  Shape shape_;
  const World& world_;
  unsigned seed_;
  unsigned budget_;
  unsigned spent_ = 0;
  int lanes_;
  int depth_ = 0;
  bool kernel_ = true;
  Mask on_;        ///< lanes that execute
  Mask poisoned_;  ///< lanes that took a branch on a value that CUDA leaves undefined
  std::uint64_t stamp_ = 0;
  Trace trace_;
  Frame* root_frame_ = nullptr;
  std::deque<Object> objects_;
  std::unordered_map<std::uint64_t, Cell> outside_;
  std::map<std::string, std::uint64_t> shared_;
  std::vector<const Function*> stack_;
  std::vector<Loop> loops_;
  std::vector<Switch> switches_;
  std::map<std::tuple<const Function*, ExprId, int>, int> turns_;
  std::map<const Expr*, std::uint64_t> turns_of_;
};

}  // namespace

Trace run(const Library& library, const Function& root, const Shape& shape, const World& world,
          unsigned seed, unsigned budget) {
  return Machine(library, shape, world, seed, budget).run(root);
}

}  // namespace hipaudit::lanes
