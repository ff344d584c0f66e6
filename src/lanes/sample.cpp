// SPDX-License-Identifier: Apache-2.0
#include "lanes/sample.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace hipaudit::lanes {

using kf::Expr;
using kf::ExprId;
using kf::Function;
using kf::kNone;
using kf::Op;
using kf::StmtKind;
using kf::TypeKind;

std::vector<SampleThread> threads_of(const SampleBlock& block) {
  std::vector<SampleThread> out;
  for (unsigned y = 0; y < block.y; ++y)
    for (unsigned x = 0; x < block.x; ++x) out.push_back({block, x, y});
  return out;
}

// ---- the program ----

namespace {

/// The variable that a store to `place` changes, or kNone.
kf::VarId root_of(const Function& f, ExprId place) {
  while (place < f.exprs.size()) {
    const Expr& e = f.exprs[place];
    if (e.op == Op::local) return e.var;
    if ((e.op != Op::index && e.op != Op::member && e.op != Op::cast) || e.args.empty())
      return kNone;
    place = e.args[0];
  }
  return kNone;
}

std::vector<bool> written_vars(const Function& f) {
  std::vector<bool> written(f.vars.size(), false);
  const auto mark = [&](ExprId place) {
    if (const kf::VarId var = root_of(f, place); var < written.size()) written[var] = true;
  };
  for (const Expr& e : f.exprs) {
    if (e.op == Op::assign && !e.args.empty()) mark(e.args[0]);
    if (e.op == Op::addr && !e.args.empty()) mark(e.args[0]);
    // By reference. In a template's pattern every argument looks so; builtins take values.
    if (e.op == Op::call && !f.is_pattern)
      for (const ExprId arg : e.args)
        if (arg < f.exprs.size() && f.exprs[arg].op == Op::local
            && f.types[f.exprs[arg].type].kind != TypeKind::record)
          mark(arg);
  }
  return written;
}

}  // namespace

Program::Program(const Facts& facts) {
  for (const Function& f : facts.functions) by_key_.emplace(f.key, &f);
  for (const Function& f : facts.functions)
    for (ExprId id = 0; id < f.exprs.size(); ++id)
      if (f.exprs[id].op == Op::call && !f.exprs[id].callee.empty())
        calls_[f.exprs[id].callee].emplace_back(&f, id);
  std::vector<std::string> work;
  for (const Function& f : facts.functions)
    if (std::any_of(f.exprs.begin(), f.exprs.end(), kf::is_shuffle)) work.push_back(f.key);
  while (!work.empty()) {
    const std::string key = std::move(work.back());
    work.pop_back();
    if (!shuffling_.insert(key).second) continue;
    for (const auto& [caller, call] : calls_of(key)) work.push_back(caller->key);
  }
}

bool Program::shuffles(const std::string& key) const { return shuffling_.count(key) != 0; }

const Function* Program::function(const std::string& key) const {
  const auto found = by_key_.find(key);
  return found == by_key_.end() ? nullptr : found->second;
}

const Program::Remembered& Program::remembered(const Function& f) const {
  const auto [found, added] = remembered_.try_emplace(&f);
  if (added) found->second = {kf::single_initialisers(f), written_vars(f)};
  return found->second;
}

const std::vector<ExprId>& Program::settled(const Function& f) const {
  return remembered(f).settled;
}

bool Program::is_written(const Function& f, kf::VarId var) const {
  const std::vector<bool>& written = remembered(f).written;
  return var >= written.size() || written[var];
}

const std::vector<std::pair<const Function*, ExprId>>&
Program::calls_of(const std::string& key) const {
  static const std::vector<std::pair<const Function*, ExprId>> none;
  const auto found = calls_.find(key);
  return found == calls_.end() ? none : found->second;
}

ExprId Activation::argument(kf::VarId var) const {
  if (caller == nullptr) return kNone;
  const auto at = std::find(f->params.begin(), f->params.end(), var);
  if (at == f->params.end()) return kNone;
  const Expr& c = caller->f->exprs[call];
  const std::size_t skip = c.compound ? 1 : 0;  // the object of a member call
  const auto index = static_cast<std::size_t>(at - f->params.begin()) + skip;
  return index < c.args.size() ? c.args[index] : kNone;
}

// ---- values ----

namespace {

constexpr int kMaxCalls = 6;

Number integer(std::int64_t value) { return {false, value, 0}; }
Number real(double value) { return {true, 0, value}; }
double as_real(const Number& n) { return n.floating ? n.d : static_cast<double>(n.i); }

std::optional<Number> fit(const kf::Type& type, const Number& n) {
  switch (type.kind) {
  case TypeKind::unknown: return n;
  case TypeKind::boolean: return integer(n.truth() ? 1 : 0);
  case TypeKind::floating: {
    const double d = as_real(n);
    return real(type.bytes == 4 ? static_cast<double>(static_cast<float>(d)) : d);
  }
  case TypeKind::integer: {
    if (n.floating && !(std::fabs(n.d) < 9e18)) return std::nullopt;
    const std::int64_t value = n.floating ? static_cast<std::int64_t>(n.d) : n.i;
    if (type.bytes == 0 || type.bytes >= 8) return integer(value);
    const std::uint64_t mask = (std::uint64_t{1} << type.bits()) - 1;
    std::uint64_t cut = static_cast<std::uint64_t>(value) & mask;
    if (type.is_signed && ((cut >> (type.bits() - 1)) & 1) != 0) cut |= ~mask;
    return integer(static_cast<std::int64_t>(cut));
  }
  default: return std::nullopt;
  }
}

class Evaluation {
 public:
  Evaluation(const Program& program, const SampleThread& thread)
      : program_(program), thread_(thread) {}

  std::optional<Number> value(const Activation& activation, ExprId id) {
    if (id >= activation.f->exprs.size() || depth_ > 64) return std::nullopt;
    if (const auto given = activation.given.find(id); given != activation.given.end())
      return integer(given->second);
    ++depth_;
    auto out = compute(activation, activation.f->exprs[id]);
    --depth_;
    return out;
  }

 private:
  std::optional<Number> arg(const Activation& activation, const Expr& e, std::size_t i) {
    return i < e.args.size() ? value(activation, e.args[i]) : std::nullopt;
  }

  std::optional<Number> variable(const Activation& activation, kf::VarId var) {
    const Function& f = *activation.f;
    if (var >= f.vars.size() || !f.vars[var].extents.empty()) return std::nullopt;
    if (const auto known = activation.known.find(var); known != activation.known.end())
      return integer(known->second);
    if (f.vars[var].storage == kf::Storage::param) {
      if (program_.is_written(f, var)) return std::nullopt;
      const ExprId given = activation.argument(var);
      if (given == kNone) return std::nullopt;
      const auto out = value(*activation.caller, given);
      return out ? fit(f.types[f.vars[var].type], *out) : std::nullopt;
    }
    const ExprId initial = program_.settled(f)[var];
    if (initial == kNone) return std::nullopt;
    const auto out = value(activation, initial);
    return out ? fit(f.types[f.vars[var].type], *out) : std::nullopt;
  }

  std::optional<Number> compute(const Activation& activation, const Expr& e) {
    const Function& f = *activation.f;
    const kf::Type& type = f.types[e.type];
    switch (e.op) {
    case Op::constant: return fit(type, integer(e.value));
    case Op::floating: return real(std::strtod(e.text.c_str(), nullptr));
    case Op::template_param:
      for (const kf::TemplateArg& given : f.template_args)
        if (given.name == e.text && given.value) return integer(*given.value);
      return std::nullopt;
    case Op::local: return variable(activation, e.var);
    case Op::load: return arg(activation, e, 0);
    case Op::thread_idx: return integer(e.value == 0 ? thread_.x : e.value == 1 ? thread_.y : 0);
    case Op::block_dim:
      return integer(e.value == 0 ? thread_.block.x : e.value == 1 ? thread_.block.y : 1);
    case Op::warp_size: return integer(thread_.block.wave);
    case Op::lane_id: return integer(thread_.linear() % static_cast<unsigned>(thread_.block.wave));
    case Op::cast: {
      const auto v = arg(activation, e, 0);
      return v ? fit(type, *v) : std::nullopt;
    }
    case Op::neg: {
      const auto v = arg(activation, e, 0);
      if (!v) return std::nullopt;
      return fit(type, v->floating ? real(-v->d) : integer(-v->i));
    }
    case Op::bit_not: {
      const auto v = arg(activation, e, 0);
      return v && !v->floating ? fit(type, integer(~v->i)) : std::nullopt;
    }
    case Op::logical_not: {
      const auto v = arg(activation, e, 0);
      return v ? std::optional(integer(v->truth() ? 0 : 1)) : std::nullopt;
    }
    case Op::logical_and:
    case Op::logical_or: {
      const bool stop = e.op == Op::logical_or;
      const auto a = arg(activation, e, 0);
      if (a && a->truth() == stop) return integer(stop ? 1 : 0);
      const auto b = arg(activation, e, 1);
      if (b && b->truth() == stop) return integer(stop ? 1 : 0);
      return a && b ? std::optional(integer(stop ? 0 : 1)) : std::nullopt;
    }
    case Op::select: {
      const auto c = arg(activation, e, 0);
      return c ? arg(activation, e, c->truth() ? 1 : 2) : std::nullopt;
    }
    case Op::comma: return arg(activation, e, 1);
    case Op::init_list: return e.args.size() == 1 ? arg(activation, e, 0) : std::nullopt;
    case Op::call: return call(activation, e);
    default: return e.args.size() == 2 ? binary(activation, e) : std::nullopt;
    }
  }

  std::optional<Number> binary(const Activation& activation, const Expr& e) {
    const bool arithmetic = e.op >= Op::add && e.op <= Op::ne;
    if (!arithmetic) return std::nullopt;
    const auto a = arg(activation, e, 0);
    const auto b = arg(activation, e, 1);
    if (!a || !b) return std::nullopt;
    const kf::Type& type = activation.f->types[e.type];
    if (a->floating || b->floating) return binary_real(e.op, as_real(*a), as_real(*b), type);
    const kf::Type& left = activation.f->type_of(e.args[0]);
    const bool is_unsigned = left.kind == TypeKind::integer && !left.is_signed;
    const auto x = static_cast<std::uint64_t>(a->i);
    const auto y = static_cast<std::uint64_t>(b->i);
    const auto less = is_unsigned ? x < y : a->i < b->i;
    const auto bits = [&](std::uint64_t v) {
      return fit(type, integer(static_cast<std::int64_t>(v)));
    };
    switch (e.op) {
    case Op::add: return bits(x + y);
    case Op::sub: return bits(x - y);
    case Op::mul: return bits(x * y);
    case Op::div:
    case Op::rem:
      if (b->i == 0 || b->i == -1) return std::nullopt;
      if (is_unsigned) return bits(e.op == Op::div ? x / y : x % y);
      return fit(type, integer(e.op == Op::div ? a->i / b->i : a->i % b->i));
    case Op::shl: return y < 64 ? bits(x << y) : std::nullopt;
    case Op::shr:
      if (y >= 64) return std::nullopt;
      return is_unsigned ? bits(x >> y) : fit(type, integer(a->i >> y));
    case Op::bit_and: return bits(x & y);
    case Op::bit_or: return bits(x | y);
    case Op::bit_xor: return bits(x ^ y);
    case Op::lt: return integer(less ? 1 : 0);
    case Op::ge: return integer(less ? 0 : 1);
    case Op::le: return integer(less || x == y ? 1 : 0);
    case Op::gt: return integer(less || x == y ? 0 : 1);
    case Op::eq: return integer(x == y ? 1 : 0);
    case Op::ne: return integer(x == y ? 0 : 1);
    default: return std::nullopt;
    }
  }

  static std::optional<Number> binary_real(Op op, double a, double b, const kf::Type& type) {
    switch (op) {
    case Op::add: return fit(type, real(a + b));
    case Op::sub: return fit(type, real(a - b));
    case Op::mul: return fit(type, real(a * b));
    case Op::div: return fit(type, real(a / b));
    case Op::lt: return integer(a < b ? 1 : 0);
    case Op::le: return integer(a <= b ? 1 : 0);
    case Op::gt: return integer(a > b ? 1 : 0);
    case Op::ge: return integer(a >= b ? 1 : 0);
    case Op::eq: return integer(a == b ? 1 : 0);
    case Op::ne: return integer(a == b ? 0 : 1);
    default: return std::nullopt;
    }
  }

  /// The language's own functions of bits.
  std::optional<Number> bits(const Activation& activation, const Expr& e) {
    const bool wide = kf::is_call(e, {"__popcll", "__ffsll", "__clzll", "__builtin_popcountll"});
    if (!wide && !kf::is_call(e, {"__popc", "__ffs", "__clz", "__builtin_popcount"}))
      return std::nullopt;
    const auto v = arg(activation, e, 0);
    if (!v || v->floating) return std::nullopt;
    const auto word = static_cast<std::uint64_t>(v->i) & (wide ? ~0ULL : 0xffffffffULL);
    if (e.text.find("popc") != std::string::npos) return integer(std::popcount(word));
    if (e.text.find("ffs") != std::string::npos)
      return integer(word == 0 ? 0 : std::countr_zero(word) + 1);
    return integer(std::countl_zero(word) - (wide ? 0 : 32));
  }

  /// `int lane_id() { return threadIdx.x & 31; }`
  std::optional<Number> call(const Activation& activation, const Expr& e) {
    const Function* f = program_.function(e.callee);
    if (f == nullptr && e.args.size() == 1 && !e.compound) return bits(activation, e);
    if (f == nullptr || f->is_pattern || calls_ >= kMaxCalls) return std::nullopt;
    ExprId result = kNone;
    for (const kf::Stmt& s : f->stmts) {
      if (s.kind == StmtKind::block || s.kind == StmtKind::decl) continue;
      if (s.kind != StmtKind::return_ || result != kNone) return std::nullopt;
      result = s.a;
    }
    if (result == kNone) return std::nullopt;
    const Activation inner{f, &activation, static_cast<ExprId>(&e - activation.f->exprs.data())};
    ++calls_;
    auto out = value(inner, result);
    --calls_;
    return out;
  }

  const Program& program_;
  const SampleThread& thread_;
  int depth_ = 0;
  int calls_ = 0;
};

}  // namespace

std::optional<Number> evaluate(const Program& program, const Activation& activation, ExprId id,
                               const SampleThread& thread) {
  return Evaluation(program, thread).value(activation, id);
}

}  // namespace hipaudit::lanes
