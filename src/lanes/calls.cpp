// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "lanes/interpreter.hpp"

namespace hipaudit::lanes {

/// What functions of HIP and of the C library compute, as far as a run must know.
enum class Known : std::uint8_t {
  bits,      ///< __popc and the like
  load,      ///< __ldg and the like
  identity,  ///< conversions between types that hold the same number, or the same bits
  absolute,
  min,
  max,
  add,
  mul,
  sub,
  fma,
  lanes_below,  ///< __builtin_amdgcn_mbcnt_*
  lane_mask,    ///< __lanemask_*
  nothing,      ///< has no effect on what is compared
};

struct Signature {
  Known known;
  std::size_t operands;
};

namespace {

constexpr int kMaxDepth = 12;

constexpr std::size_t kAny = ~std::size_t{0};

std::uint8_t both(const Value& a, const Value& b) {
  return static_cast<std::uint8_t>(a.taint | b.taint);
}

}  // namespace

const Signature* signature(const std::string& name) {
  static const std::unordered_map<std::string_view, Signature> table = [] {
    std::unordered_map<std::string_view, Signature> t;
    const auto add = [&](Known known, std::size_t operands,
                         std::initializer_list<std::string_view> names) {
      for (const std::string_view one : names) t.emplace(one, Signature{known, operands});
    };
    add(Known::bits, 1,
        {"__popc", "__popcll", "__ffs", "__ffsll", "__clz", "__clzll", "__brev", "__brevll",
         "__builtin_popcount", "__builtin_popcountll", "__builtin_popcountl", "__builtin_ctz",
         "__builtin_ctzll"});
    add(Known::load, 1, {"__ldg", "__ldcs", "__ldca", "__ldcg", "__ldlu", "__ldcv"});
    add(Known::identity, 1,
        {"__half2float",
         "__float2half",
         "__float2half_rn",
         "__bfloat162float",
         "__float2bfloat16",
         "__int2float_rn",
         "__float2int_rn",
         "__float2int_rz",
         "__int_as_float",
         "__float_as_int",
         "__uint_as_float",
         "__float_as_uint",
         "__double_as_longlong",
         "__longlong_as_double",
         "__builtin_expect",
         "__half2int_rn",
         "__int2half_rn",
         "__ushort_as_half",
         "__half_as_ushort",
         "move",
         "forward"});
    add(Known::absolute, 1, {"abs", "fabs", "fabsf", "llabs"});
    add(Known::min, 2, {"min", "fminf", "fmin", "umin", "__hmin", "llmin", "ullmin"});
    add(Known::max, 2, {"max", "fmaxf", "fmax", "umax", "__hmax", "llmax", "ullmax"});
    add(Known::add, 2, {"__hadd", "__hadd2", "__fadd_rn", "__dadd_rn"});
    add(Known::mul, 2, {"__hmul", "__hmul2", "__fmul_rn", "__dmul_rn", "__mul24", "__umul24"});
    add(Known::sub, 2, {"__hsub", "__hsub2", "__fsub_rn"});
    add(Known::fma, 3, {"fma", "fmaf", "__fmaf_rn", "__fma_rn", "__hfma"});
    add(Known::lanes_below, 2, {"__builtin_amdgcn_mbcnt_lo", "__builtin_amdgcn_mbcnt_hi"});
    add(Known::lane_mask, 0, {"__lanemask_lt", "__lanemask_eq", "__lanemask_gt"});
    add(Known::nothing, kAny,
        {"printf", "__assert_fail", "__threadfence", "__threadfence_block",
         "__threadfence_system"});
    return t;
  }();
  const auto found = table.find(name);
  return found == table.end() ? nullptr : &found->second;
}

const Function* Machine::body_of(const Expr& e) const {
  const Function* target = depth_ < kMaxDepth ? library_.body(e) : nullptr;
  if (!target || target->variadic_pack) return nullptr;
  return std::ranges::count(stack_, target) < 2 ? target : nullptr;
}

Vec Machine::call(Frame& frame, ExprId id, const Expr& e) {
  if (!library_.body(e))
    if (auto known = known_call(frame, id, e)) return std::move(*known);
  if (const Function* target = body_of(e))
    if (auto result = inline_call(frame, e, *target)) return std::move(*result);
  return unknown_call(frame, id, e);
}

std::optional<Vec> Machine::inline_call(Frame& frame, const Expr& e, const Function& target) {
  std::vector<ExprId> args = e.args;
  Frame inner(target, &frame);
  if (e.compound && !args.empty()) {
    // The object of a member call.
    if (!target.is_lambda) {
      const bool is_pointer = frame.f->type_of(args[0]).kind == TypeKind::pointer;
      inner.this_ = is_pointer ? value(frame, args[0]) : place(frame, args[0]);
    }
    args.erase(args.begin());
  }
  if (args.size() != target.params.size()) return std::nullopt;
  for (std::size_t i = 0; i < args.size(); ++i) bind(frame, inner, target.params[i], args[i]);
  return run_body(inner);
}

bool Machine::construct(Frame& frame, const Expr& e, const Vec& at) {
  if (e.op == Op::call) return false;  // gives back an object
  const Function* target = body_of(e);
  if (!target || e.args.size() != target->params.size()) return false;
  Frame inner(*target, &frame);
  inner.this_ = at;
  for (std::size_t i = 0; i < e.args.size(); ++i) bind(frame, inner, target->params[i], e.args[i]);
  run_body(inner);
  return true;
}

Vec Machine::run_body(Frame& inner) {
  ++depth_;
  stack_.push_back(inner.f);
  const Mask saved = lanes_.on;
  std::vector<Loop> loops;
  std::swap(loops, loops_);
  stmt(inner, inner.f->root);
  std::swap(loops, loops_);
  lanes_.on = saved;
  stack_.pop_back();
  --depth_;
  return inner.result;
}

void Machine::bind(Frame& frame, Frame& inner, VarId p, ExprId arg) {
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
    inner.objects[p] = memory_.make(target, var, false);
    memory_.copy({frame.f, kNone}, Vec(Value{inner.objects[p], 0}), v, type);
    return;
  }
  const std::uint64_t object = memory_.make(target, var, false);
  const Vec at(Value{object, 0});
  memory_.store({frame.f, kNone}, at, convert(lanes_, v, type), type.bytes);
  if (type.is_reference)
    inner.references[p] = at;
  else
    inner.objects[p] = object;
}

std::optional<Vec> Machine::known_call(Frame& frame, ExprId id, const Expr& e) {
  const std::string& name = e.text;
  const Function& f = *frame.f;
  const kf::Type& type = f.types[e.type];
  if (const Signature* s = library_.known(e);
      s && (s->operands == e.args.size() || s->operands == kAny)) {
    std::vector<Vec> args;
    for (const ExprId arg : e.args) args.push_back(value(frame, arg));
    if (s->operands == 2 && s->known != Known::lanes_below) return two_operands(f, e, *s, args);
    switch (s->known) {
    case Known::bits:
      return lanes_.map(args[0],
                        [&](Value a) { return Value{bit_operation(name, a.bits), a.taint}; });
    case Known::load: return memory_.load(args[0], type, {&f, e.args[0]});
    case Known::identity: return lanes_.map(args[0], [&](Value a) { return convert(a, type); });
    case Known::absolute:
      return lanes_.map(args[0], [&](Value a) {
        const bool negative = static_cast<std::int64_t>(a.bits) < 0;
        return convert({negative ? 0 - a.bits : a.bits, a.taint}, type);
      });
    case Known::fma:
      return lanes_.each([&](int l) {
        return Value{args[0][l].bits * args[1][l].bits + args[2][l].bits,
                     static_cast<std::uint8_t>(both(args[0][l], args[1][l]) | args[2][l].taint)};
      });
    case Known::lanes_below:
      trace_.by_wave.insert({&f, id});
      return lanes_below(name.back() == 'o', args[0], args[1]);
    case Known::lane_mask: trace_.by_wave.insert({&f, id}); return lane_mask(name.substr(11));
    default: return constant(0);
    }
  }
  if (name.starts_with("make_") && is_vector_like(type)) return made_vector(frame, e, type);
  return group_call(frame, e);
}

Vec Machine::two_operands(const Function& f, const Expr& e, const Signature& known,
                          const std::vector<Vec>& args) {
  const kf::Type& type = f.types[e.type];
  const kf::Type& first = f.type_of(e.args[0]);
  const kf::Type& operands = first.kind == TypeKind::integer ? first : type;
  return lanes_.zip(args[0], args[1], [&](Value x, Value y) {
    switch (known.known) {
    case Known::mul: return convert({x.bits * y.bits, both(x, y)}, type);
    case Known::sub: return convert({x.bits - y.bits, both(x, y)}, type);
    case Known::add: return convert({x.bits + y.bits, both(x, y)}, type);
    case Known::min: return combine("min", x, y, operands);
    default: return combine("max", x, y, operands);
    }
  });
}

Vec Machine::lanes_below(bool low, const Vec& mask, const Vec& base) {
  return lanes_.each([&](int l) {
    const int lane = l % world_.warp_size;
    const int n = std::clamp(low ? lane : lane - 32, 0, 32);
    const std::uint32_t below = n == 32 ? ~0U : (1U << n) - 1;
    const auto counted =
        static_cast<unsigned>(std::popcount(static_cast<std::uint32_t>(mask[l].bits) & below));
    return Value{base[l].bits + counted, both(mask[l], base[l])};
  });
}

Vec Machine::lane_mask(std::string_view which) const {
  return lanes_.each([&](int l) {
    const int first = l / world_.warp_size * world_.warp_size;
    std::uint64_t active = 0;
    for (int o = first; o < std::min(first + world_.warp_size, lanes_.count); ++o)
      if (lanes_.active(o)) active |= std::uint64_t{1} << (o - first);
    const std::uint64_t own = std::uint64_t{1} << (l - first);
    if (which == "eq") return Value{own, 0};
    return Value{active & (which == "lt" ? own - 1 : ~(own - 1) & ~own), 0};
  });
}

Vec Machine::made_vector(Frame& frame, const Expr& e, const kf::Type& type) {
  const kf::Type element = element_type(type);
  const std::uint64_t at = memory_.make_temporary();
  for (std::size_t i = 0; i < e.args.size(); ++i)
    memory_.store({frame.f, kNone}, Vec(Value{at + i * element.bytes, 0}), value(frame, e.args[i]),
                  element.bytes);
  return Vec(Value{at, 0});
}

std::optional<Vec> Machine::group_call(Frame& frame, const Expr& e) {
  if (e.args.size() != 1) return std::nullopt;
  const std::string& type = frame.f->type_of(e.args[0]).text;
  const bool rank = e.text == "thread_rank";
  const bool size = e.text == "size" || e.text == "num_threads";
  if (type.find("coalesced_group") != std::string::npos && (rank || size)) {
    return lanes_.each([&](int l) {
      std::uint64_t before = 0;
      std::uint64_t all = 0;
      for (int o = l / 32 * 32; o < std::min(l / 32 * 32 + 32, lanes_.count); ++o)
        if (lanes_.active(o)) {
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
      return lanes_.each(
          [&](int l) { return Value{static_cast<std::uint64_t>(rank ? l % n : l / n), 0}; });
  }
  if (type.find("thread_block") != std::string::npos && type.find("tile") == std::string::npos) {
    if (rank) return lanes_.each([&](int l) { return Value{Lanes::bit(l), 0}; });
    if (size) return constant(lanes_.count);
  }
  return std::nullopt;
}

namespace {

/// __builtin_amdgcn_update_dpp, ...ds_bpermute, ...permlanex16, ...readlane
bool exchanges_lanes(const std::string& builtin) {
  return std::ranges::any_of(
      std::array{"dpp", "permute", "permlane", "swizzle", "readlane"},
      [&](const char* part) { return builtin.find(part) != std::string::npos; });
}

}  // namespace

Vec Machine::unknown_call(Frame& frame, ExprId id, const Expr& e) {
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
  // Built-in functions of AMD's compiler may exchange between lanes in ways that are not known.
  const bool builtin = e.text.starts_with("__builtin_amdgcn_");
  if (builtin && exchanges_lanes(e.text)) trace_.native_lanes = true;
  const bool pure = (e.text.starts_with("__") && !builtin)
                    || (written.empty() && type.kind == TypeKind::floating);
  Vec out = made_of(mix(e.text), parts, type, pure ? 0 : kUnmodelled, parts.empty() && !pure);
  if (pure) return out;
  // What it does with its arguments is seen, when it gives nothing back.
  auto* seen = !parts.empty() && (type.kind == TypeKind::void_ || type.kind == TypeKind::unknown)
                   ? &trace_.calls[{&f, id}]
                   : nullptr;
  for (int l = 0; l < lanes_.count; ++l) {
    if (!lanes_.active(l)) continue;
    std::uint64_t h = 0;
    std::uint8_t taint = lanes_.poisoned[Lanes::bit(l)] ? kPoison : 0;
    for (const Vec& part : parts) {
      h = mix(h, memory_.digest(part[l], l));
      taint |= part[l].taint;
    }
    if (seen && !(taint & kPoison)) {
      seen->resize(std::max(seen->size(), Lanes::bit(lanes_.count)));
      (*seen)[Lanes::bit(l)].push_back(h);
    }
    for (const Vec& at : written) memory_.forget(at[l], l, h);
  }
  return out;
}

Vec Machine::atomic(Frame& frame, ExprId id, const Expr& e) {
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
  return lanes_.each([&](int l) {
    const Value at = parts[0][l];
    Value old = memory_.load_one(at, l, type, {&f, id});
    const Value a = parts.size() > 1 ? parts[1][l] : Value{};
    const Value b = parts.size() > 2 ? parts[2][l] : Value{};
    auto [now, stores] = updated(e.atomic, old, a, b, type);
    now.taint |= static_cast<std::uint8_t>(old.taint | a.taint | b.taint);
    if (stores) memory_.store_in_turn({&f, id}, at, l, convert(now, type), type.bytes);
    old.taint |= at.taint & static_cast<std::uint8_t>(kPoison | kUnmodelled);
    return old;
  });
}

}  // namespace hipaudit::lanes
