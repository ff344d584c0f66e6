// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>

#include "lanes/interpreter.hpp"

namespace hipaudit::lanes {

namespace {

std::uint32_t element_size(const Function& f, const Expr& index) {
  const kf::Type& type = f.types[index.type];
  if (type.bytes > 0 && !type.is_reference) return type.bytes;
  if (type.text.find('[') != std::string::npos) return 1U << 16;  // a row of unknown size
  const kf::Type& base = f.type_of(index.args[0]);
  if (base.pointee_bytes > 0) return base.pointee_bytes;
  return type.bytes > 0 ? type.bytes : 8;
}

const kf::Type& pointer_type() {
  static const kf::Type type = [] {
    kf::Type t;
    t.kind = TypeKind::pointer;
    t.bytes = 8;
    return t;
  }();
  return type;
}

bool is_array(const Function& f, const Expr& e) {
  if (e.var == kNone) return false;
  const kf::Var& var = f.vars[e.var];
  return (!var.extents.empty() && var.storage != kf::Storage::param)
         || var.storage == kf::Storage::dynamic_shared;
}

/// p + i, i + p, p - i, p - q: in elements.
class PointerArithmetic {
 public:
  PointerArithmetic(Op op, const kf::Type& left, const kf::Type& right)
      : op_(op), on_left_(left.kind == TypeKind::pointer),
        on_right_(right.kind == TypeKind::pointer),
        size_(size(on_left_ || !on_right_ ? left : right)), compare_(op, address(), address()) {}
  Value operator()(Value x, Value y) const {
    const auto taint = static_cast<std::uint8_t>(x.taint | y.taint);
    if (op_ == Op::add) {
      if (on_left_) return {x.bits + y.bits * size_, taint};
      return {y.bits + x.bits * size_, taint};
    }
    if (op_ == Op::sub && on_right_) {
      const auto distance = static_cast<std::int64_t>(x.bits - y.bits);
      return {static_cast<std::uint64_t>(distance / static_cast<std::int64_t>(size_)), taint};
    }
    if (op_ == Op::sub) return {x.bits - y.bits * size_, taint};
    return compare_(x, y);
  }

 private:
  static std::uint64_t size(const kf::Type& pointer) {
    return pointer.pointee_bytes ? pointer.pointee_bytes : 8;
  }
  static kf::Type address() {
    kf::Type type;
    type.kind = TypeKind::integer;
    type.bytes = 8;
    return type;
  }

  Op op_;
  bool on_left_;
  bool on_right_;
  std::uint64_t size_;
  Arithmetic compare_;
};

/// T(), and what an initialiser list leaves out.
bool is_zero(const Expr& e) {
  return e.op == Op::opaque && e.text == "value initialisation" && e.args.empty();
}

/// tid % n, tid & (n - 1), tid / n, tid >> log2(n)
bool cuts_by(const Function& f, const Expr& e, std::int64_t n) {
  if (e.op != Op::rem && e.op != Op::div && e.op != Op::bit_and && e.op != Op::shr) return false;
  const Expr& right = f.exprs[kf::skip_casts(f, e.args[1])];
  if (right.op != Op::constant) return false;
  const std::int64_t c = right.value;
  return ((e.op == Op::rem || e.op == Op::div) && c == n) || (e.op == Op::bit_and && c == n - 1)
         || (e.op == Op::shr && c == std::countr_zero(static_cast<std::uint64_t>(n)));
}

/// `__lane_id() & 31`: the same number on every wave size.
bool cuts_lane_id(const Function& f, const Expr& e) {
  if (f.exprs[kf::skip_casts(f, e.args[0])].op != Op::lane_id) return false;
  return cuts_by(f, e, 32);
}

}  // namespace

bool is_place(const Function& f, ExprId id) {
  switch (f.exprs[id].op) {
  case Op::local:
  case Op::global:
  case Op::index:
  case Op::deref:
  case Op::member: return true;
  case Op::load: return is_place(f, f.exprs[id].args[0]);
  case Op::select: return is_place(f, f.exprs[id].args[1]) && is_place(f, f.exprs[id].args[2]);
  default: return false;
  }
}

Vec Machine::place(Frame& frame, ExprId id) {
  if (!pinned_.empty() && pinned_.back().place == id && pinned_.back().frame == &frame)
    return pinned_.back().at;
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
    check_row(f, id, index);
    const std::uint64_t size = element_size(f, e);
    return lanes_.zip(base, index, [&](Value a, Value b) {
      return Value{a.bits + b.bits * size, static_cast<std::uint8_t>(a.taint | b.taint)};
    });
  }
  case Op::member: {
    const Vec base = place(frame, e.args[0]);
    const std::uint64_t offset =
        e.value >= 0 ? static_cast<std::uint64_t>(e.value) : (mix(e.text) & 0xfff) << 6;
    return lanes_.map(base, [&](Value a) { return Value{a.bits + offset, a.taint}; });
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

/// a[i][j]: past the end of the row, though not of the array.
void Machine::check_row(const Function& f, ExprId id, const Vec& index) {
  std::size_t depth = 0;
  ExprId base = f.exprs[id].args[0];
  for (; f.exprs[base].op == Op::index; base = f.exprs[base].args[0]) ++depth;
  if (depth == 0 || !is_array(f, f.exprs[base]) || f.exprs[base].op != Op::local) return;
  const kf::Var& var = f.vars[f.exprs[base].var];
  if (depth >= var.extents.size() || var.extents[depth] <= 0) return;
  const std::int64_t extent = var.extents[depth];
  for (int l = 0; l < lanes_.count; ++l) {
    const Value i = index[l];
    const auto n = static_cast<std::int64_t>(i.bits);
    if (!lanes_.active(l) || lanes_.poisoned[Lanes::bit(l)]
        || (i.taint & (kData | kUnmodelled | kPoison)) || (n >= 0 && n < extent))
      continue;
    memory_.note(Event::Kind::out_of_range, {&f, id}, l, var.name, n, extent);
    if (index.uniform()) return;
  }
}

Vec Machine::temporary(Frame& frame, const Vec& v, const kf::Type& type) {
  const Vec at(Value{memory_.make_temporary(), 0});
  memory_.store({frame.f, kNone}, at, v, type.bytes);
  return at;
}

Vec Machine::pointer(Frame& frame, ExprId id) {
  const Function& f = *frame.f;
  const Expr& e = f.exprs[id];
  const kf::Type& type = f.types[e.type];
  if (e.op == Op::local || e.op == Op::global) {
    if (is_array(f, e)) return place(frame, id);
    // An operator[] of a class gives a part of the object.
    if (type.kind != TypeKind::pointer) return place(frame, id);
    return memory_.load(place(frame, id), pointer_type());
  }
  if (e.op == Op::index || e.op == Op::member) {
    if (type.kind == TypeKind::pointer && type.text.find('[') == std::string::npos
        && type.text.find('*') != std::string::npos)
      return memory_.load(place(frame, id), type, {&f, id});
    return place(frame, id);
  }
  if (e.op == Op::cast) return pointer(frame, e.args[0]);
  return value(frame, id);
}

Vec Machine::this_pointer(Frame& frame) {
  for (Frame* at = &frame; at; at = at->caller) {
    if (at->this_) return *at->this_;
    if (!at->f->is_lambda) break;
  }
  return Vec(Value{outside(mix("this")), 0});
}

Vec Machine::value(Frame& frame, ExprId id) {
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
  case Op::block_idx: return constant(data_.seed() % 2 == 0 || e.value != 0 ? 0 : 1);
  case Op::grid_dim: return constant(e.value == 0 ? 4 : 1);
  case Op::warp_size: trace_.by_wave.insert({&f, id}); return constant(world_.warp_size);
  case Op::lane_id: trace_.by_wave.insert({&f, id}); return lane_ids(world_.warp_size);
  case Op::this_: return this_pointer(frame);
  case Op::local:
  case Op::global:
    if (e.op == Op::global && e.var == kNone) return place(frame, id);
    if (is_array(f, e)) return place(frame, id);
    return memory_.load(place(frame, id), f.types[e.type], {&f, id});
  case Op::index:
  case Op::deref:
  case Op::member:
    // A row decays to its address.
    if (f.types[e.type].kind == TypeKind::pointer
        && f.types[e.type].text.find('[') != std::string::npos)
      return place(frame, id);
    return memory_.load(place(frame, id), f.types[e.type], {&f, id});
  case Op::load: {
    const Expr& from = f.exprs[e.args[0]];
    const kf::Type& type =
        f.types[e.type].kind == TypeKind::unknown ? f.types[from.type] : f.types[e.type];
    const Vec at = place(frame, e.args[0]);
    return guess_by_name(f, e, at, memory_.load(at, type, {&f, e.args[0]}));
  }
  case Op::addr: return place(frame, e.args[0]);
  case Op::cast: return cast(frame, e);
  case Op::neg:
    return lanes_.map(value(frame, e.args[0]), [&](Value a) {
      return convert({std::uint64_t{0} - a.bits, a.taint}, f.types[e.type]);
    });
  case Op::bit_not:
    return lanes_.map(value(frame, e.args[0]),
                      [&](Value a) { return convert({~a.bits, a.taint}, f.types[e.type]); });
  case Op::logical_not:
    return lanes_.map(value(frame, e.args[0]),
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

Value Machine::template_parameter(const std::string& name) {
  if (is_warp_size_name(name)) return {32, kUnmodelled};
  if (is_block_size_name(name)) return {static_cast<std::uint64_t>(shape_.lanes()), kUnmodelled};
  static constexpr std::array<std::uint64_t, 4> kSizes = {4, 2, 8, 1};
  return {kSizes[(data_.seed() + mix(name)) % kSizes.size()], kUnmodelled};
}

Vec Machine::thread_index(int dimension) {
  if (dimension != 0) trace_.uses_y = true;
  if (dimension != 0 && shape_.block[static_cast<std::size_t>(dimension)] == 1) return constant(0);
  return lanes_.each([&](int l) {
    const int x = l % shape_.block[0];
    const int y = l / shape_.block[0] % shape_.block[1];
    const int z = l / (shape_.block[0] * shape_.block[1]);
    return Value{static_cast<std::uint64_t>(dimension == 0 ? x : dimension == 1 ? y : z), 0};
  });
}

Vec Machine::lane_ids(int of) const {
  return lanes_.each([&](int l) { return Value{static_cast<std::uint64_t>(l % of), 0}; });
}

Vec Machine::guess_by_name(const Function& f, const Expr& e, const Vec& at, Vec v) {
  if (f.types[e.type].kind != TypeKind::integer) return v;
  const Expr& from = f.exprs[e.args[0]];
  if (from.op != Op::local && from.op != Op::member) return v;
  const int l = lanes_.first_active();
  const std::uint8_t taint = v[l].taint;
  // Data is what the code makes of it, once it has stored it there.
  if (!(taint & (kUnmodelled | kPoison))
      && (!(taint & kData) || from.op == Op::local || memory_.is_stored(at[l].bits, l)))
    return v;
  const auto like = named_like(from.text);
  return like ? guessed(*like) : v;
}

Vec Machine::guessed(NamedLike like) {
  trace_.guessed = true;
  return lanes_.each([&](int l) {
    const int n = like == NamedLike::lane ? l % 32 : like == NamedLike::thread ? l : l / 32;
    return Value{static_cast<std::uint64_t>(n), kGuessed};
  });
}

Vec Machine::cast(Frame& frame, const Expr& e) {
  const kf::Type& to = frame.f->types[e.type];
  if (!e.callee.empty())
    if (const Vec at(Value{memory_.make_temporary(), 0}); construct(frame, e, at)) return at;
  const Vec v = value(frame, e.args[0]);
  const kf::Type& from = frame.f->type_of(e.args[0]);
  if (is_vector_like(to) && !to.is_reference && !is_vector_like(from)
      && from.kind != TypeKind::unknown && from.kind != TypeKind::pointer)
    return temporary(frame, v, from);  // a structure made of one value
  return convert(lanes_, v, to);
}

void Machine::test(const Vec& condition) {
  for (int l = 0; l < lanes_.count; ++l) {
    if (!lanes_.active(l)) continue;
    const std::uint8_t taint = condition[l].taint;
    if (taint & kPoison) lanes_.poisoned.set(Lanes::bit(l));
    if (taint & kUnmodelled) trace_.unmodelled = true;
    if (condition.uniform() && !(taint & kPoison)) return;
  }
}

Mask Machine::truth(const Vec& condition) {
  test(condition);
  if (condition.uniform()) return condition[0].bits != 0 ? lanes_.on : Mask();
  Mask out;
  for (int l = 0; l < lanes_.count; ++l)
    if (lanes_.active(l) && condition[l].bits != 0) out.set(Lanes::bit(l));
  return out;
}

Vec Machine::short_circuit(Frame& frame, const Expr& e) {
  const bool is_and = e.op == Op::logical_and;
  const Vec left = value(frame, e.args[0]);
  const Mask saved = lanes_.on;
  const Mask holds = truth_quietly(left);
  // `undefined && i < n`: either way the result is 0 where i is too large.
  const auto undefined = [&](int l) { return (left[l].taint & kPoison) != 0; };
  lanes_.on = is_and ? holds : saved & ~holds;
  for (int l = 0; l < lanes_.count; ++l)
    if (saved[Lanes::bit(l)] && undefined(l)) lanes_.on.set(Lanes::bit(l));
  Vec right = constant(0);
  if (lanes_.on.any()) right = value(frame, e.args[1]);
  const Mask reached = lanes_.on;
  lanes_.on = saved;
  return lanes_.each([&](int l) {
    if (!reached[Lanes::bit(l)]) return Value{is_and ? 0U : 1U, left[l].taint};
    const bool holds_too = right[l].bits != 0;
    if (undefined(l) && holds_too != is_and)
      return Value{is_and ? 0U : 1U,
                   static_cast<std::uint8_t>((left[l].taint & ~kPoison) | right[l].taint)};
    return Value{holds_too ? 1U : 0U, static_cast<std::uint8_t>(left[l].taint | right[l].taint)};
  });
}

Mask Machine::truth_quietly(const Vec& v) const {
  Mask out;
  for (int l = 0; l < lanes_.count; ++l)
    if (lanes_.active(l) && v[l].bits != 0) out.set(Lanes::bit(l));
  return out;
}

Vec Machine::conditional(Frame& frame, const Expr& e, bool as_place) {
  const Vec condition = value(frame, e.args[0]);
  const Mask saved = lanes_.on;
  const Mask holds = truth_quietly(condition);
  const auto side = [&](ExprId arg, const Mask& lanes) {
    lanes_.on = lanes;
    Vec out = constant(0);
    if (lanes_.on.any()) out = as_place ? place(frame, arg) : value(frame, arg);
    lanes_.on = saved;
    return out;
  };
  const Vec a = side(e.args[1], holds);
  const Vec b = side(e.args[2], saved & ~holds);
  if ((saved & ~holds).none() && condition.uniform()) return a;
  if (holds.none() && condition.uniform()) return b;
  return lanes_.each([&](int l) {
    Value v = holds[Lanes::bit(l)] ? a[l] : b[l];
    v.taint |= condition[l].taint;
    return v;
  });
}

Vec Machine::assign(Frame& frame, ExprId id, const Expr& e) {
  const Function& f = *frame.f;
  const ExprId right = e.args[1];
  const kf::Type& type = f.types[e.type];
  // a[i++] += v: the place stands on both sides, and is evaluated once.
  const bool pins = e.compound && f.exprs[e.args[0]].op != Op::local;
  if (pins) pinned_.push_back({&frame, e.args[0], place(frame, e.args[0])});
  Vec old;
  if (e.post) old = value(frame, f.exprs[right].args.empty() ? right : f.exprs[right].args[0]);
  const Vec v = value(frame, right);
  const Vec target = place(frame, e.args[0]);
  if (pins) pinned_.pop_back();
  const kf::Type& left = f.type_of(e.args[0]);
  const kf::Type& stored = left.kind == TypeKind::unknown ? type : left;
  if (is_vector_like(stored)) {
    const kf::Type& from = f.type_of(right);
    if (is_vector_like(from) || from.kind == TypeKind::unknown)
      memory_.copy({frame.f, id}, target, v, stored);
    else
      memory_.store({frame.f, id}, target, v, stored.bytes);
    return target;
  }
  const Vec converted = convert(lanes_, v, stored);
  memory_.store({frame.f, id}, target, converted, stored.bytes);
  return e.post ? old : converted;
}

Vec Machine::binary(Frame& frame, ExprId id, const Expr& e) {
  const Function& f = *frame.f;
  const kf::Type& type = f.types[e.type];
  const Vec a = cuts_lane_id(f, e) ? lane_ids(world_.wave) : value(frame, e.args[0]);
  const Vec b = value(frame, e.args[1]);
  note_lane_arithmetic(f, id, e, a);
  const kf::Type& left = f.type_of(e.args[0]);
  if (is_vector_like(type) && !type.is_reference) return elementwise(frame, e, a, b, type);
  if (type.kind == TypeKind::pointer || left.kind == TypeKind::pointer) {
    const PointerArithmetic apply(e.op, left, f.type_of(e.args[1]));
    return lanes_.zip(a, b, apply);
  }
  const Arithmetic apply(e.op, left, type);
  if ((e.op == Op::eq || e.op == Op::ne) && data_.has_coins())
    return lanes_.zip(a, b, [&](Value x, Value y) {
      Value out = apply(x, y);
      if (data_.is_decided_by_coin(x, y)) out.bits = coin(x, y) == (e.op == Op::eq);
      out.taint |= kVote;
      return out;
    });
  return lanes_.zip(a, b, apply);
}

Vec Machine::elementwise(Frame& frame, const Expr& e, const Vec& a, const Vec& b,
                         const kf::Type& type) {
  const kf::Type element = element_type(type);
  const std::uint32_t n =
      element.bytes ? std::min(4U, std::max(1U, type.bytes / element.bytes)) : 1;
  const std::uint64_t at = memory_.make_temporary();
  const auto side = [&](const Vec& v, ExprId arg, std::uint32_t i) {
    if (!is_vector_like(frame.f->type_of(arg))) return v;
    return memory_.load(
        lanes_.map(v, [&](Value p) { return Value{p.bits + i * element.bytes, p.taint}; }),
        element);
  };
  for (std::uint32_t i = 0; i < n; ++i) {
    const Vec x = side(a, e.args[0], i);
    const Vec y = side(b, e.args[1], i);
    const Vec r = lanes_.zip(x, y, Arithmetic(e.op, element, element));
    memory_.store({frame.f, kNone}, Vec(Value{at + i * element.bytes, 0}), r, element.bytes);
  }
  return Vec(Value{at, 0});
}

void Machine::note_lane_arithmetic(const Function& f, ExprId id, const Expr& e, const Vec& a) {
  const bool by_32 = cuts_by(f, e, 32);
  if ((!by_32 && !cuts_by(f, e, 64)) || a.uniform()) return;
  std::optional<std::uint64_t> first;
  bool differs = false;
  for (int l = 0; l < lanes_.count; ++l) {
    if (!lanes_.active(l)) continue;
    if (a[l].taint & (kData | kUnmodelled)) return;
    differs = differs || (first && *first != a[l].bits);
    first = a[l].bits;
  }
  if (differs) (by_32 ? trace_.by_32 : trace_.by_64).insert({&f, id});
}

Vec Machine::list(Frame& frame, const Expr& e) {
  const Function& f = *frame.f;
  const kf::Type& type = f.types[e.type];
  if (!is_vector_like(type) && type.kind != TypeKind::pointer) {
    if (e.args.size() == 1) return value(frame, e.args[0]);
    if (e.args.empty()) return constant(0);
  }
  const std::uint64_t at = memory_.make_temporary();
  memory_.zero(at, std::max(type.bytes, 1U));
  fill(frame, e, at);
  return Vec(Value{at, 0});
}

void Machine::fill(Frame& frame, const Expr& e, std::uint64_t at) {
  const Function& f = *frame.f;
  const bool fields = is_vector_like(f.types[e.type]);
  std::uint64_t next = at;
  for (const ExprId arg : e.args) {
    // A structure's field says where it lies.
    const Expr& x = f.exprs[arg];
    const bool placed = fields && x.op == Op::cast && x.value > 0;
    const std::uint64_t to = placed ? at + static_cast<std::uint64_t>(x.value) : next;
    const ExprId id = placed ? x.args[0] : arg;
    const Expr& element = f.exprs[id];
    const kf::Type& part = f.types[element.type];
    next = to + (part.bytes ? part.bytes : 8);
    if (element.op == Op::init_list) {
      fill(frame, element, to);
      continue;
    }
    if (is_zero(element)) continue;
    const Vec v = value(frame, id);
    if (is_vector_like(part))
      memory_.copy({frame.f, kNone}, Vec(Value{to, 0}), v, part);
    else
      memory_.store({frame.f, kNone}, Vec(Value{to, 0}), v, part.bytes);
  }
}

Vec Machine::opaque(Frame& frame, const Expr& e) {
  if (is_zero(e)) {
    const std::uint64_t at = memory_.make_temporary();
    memory_.zero(at, std::max(frame.f->types[e.type].bytes, 1U));
    return Vec(Value{at, 0});
  }
  if (!e.callee.empty())
    if (const Vec at(Value{memory_.make_temporary(), 0}); construct(frame, e, at)) return at;
  std::vector<Vec> parts;
  for (const ExprId arg : e.args) parts.push_back(value(frame, arg));
  std::uint64_t name = mix(e.text + "@" + std::to_string(e.where.best().begin));
  // Another element in each turn, the same for all lanes.
  if (e.text.starts_with("range")) name = mix(name, ++turns_of_[&e]);
  const bool per_lane = e.text == "error" || e.text == "expression too deep";
  return made_of(name, parts, frame.f->types[e.type],
                 e.text.starts_with("construct") ? 0 : kUnmodelled, per_lane);
}

Vec Machine::made_of(std::uint64_t name, const std::vector<Vec>& parts, const kf::Type& type,
                     std::uint8_t taint, bool per_lane) {
  const bool same = !per_lane && std::ranges::all_of(parts, [&](const Vec& p) {
    const Object* o = p.uniform() ? memory_.find(p[0].bits) : nullptr;
    return p.uniform() && (!o || o->shared);
  });
  const auto one = [&](int l) {
    std::uint64_t h = mix(name, data_.seed());
    std::uint8_t t = taint;
    for (const Vec& p : parts) {
      h = mix(h, memory_.digest(p[l], l));
      t |= p[l].taint;
    }
    if (per_lane) h = mix(h, Lanes::bit(l));
    Value v = data_.typed(h, type);
    v.taint |= t;
    return v;
  };
  if (same) return Vec(one(lanes_.first_active()));
  return lanes_.each(one);
}

}  // namespace hipaudit::lanes
