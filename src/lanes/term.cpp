// SPDX-License-Identifier: Apache-2.0
#include "lanes/term.hpp"

#include <algorithm>
#include <limits>

namespace hipaudit::lanes {

namespace {

/// Longer sums are data-dependent walks; beyond this they stay nested.
constexpr std::size_t kMaxFlat = 512;
constexpr TermId kFree = 0xffffffffU;
constexpr std::size_t kBlockSize = 1U << 14;

std::int64_t wrap(std::int64_t value, Width width) {
  if (width.bytes == 0 || width.bytes >= 8) return value;
  const unsigned unused = 64 - 8 * width.bytes;
  const std::uint64_t high = static_cast<std::uint64_t>(value) << unused;
  return width.is_signed ? static_cast<std::int64_t>(high) >> unused
                         : static_cast<std::int64_t>(high >> unused);
}

std::optional<std::int64_t> fold(Kind kind, std::int64_t a, std::int64_t b, Width width) {
  const auto ua = static_cast<std::uint64_t>(a);
  const auto ub = static_cast<std::uint64_t>(b);
  switch (kind) {
  case Kind::sum: return wrap(static_cast<std::int64_t>(ua + ub), width);
  case Kind::product: return wrap(static_cast<std::int64_t>(ua * ub), width);
  case Kind::sub: return wrap(static_cast<std::int64_t>(ua - ub), width);
  case Kind::minimum: return std::min(a, b);
  case Kind::maximum: return std::max(a, b);
  case Kind::bit_and: return wrap(a & b, width);
  case Kind::bit_or: return wrap(a | b, width);
  case Kind::bit_xor: return wrap(a ^ b, width);
  case Kind::div:
  case Kind::rem: {
    if (b == 0 || (a == std::numeric_limits<std::int64_t>::min() && b == -1)) return std::nullopt;
    if (!width.is_signed && width.bytes == 8)
      return static_cast<std::int64_t>(kind == Kind::div ? ua / ub : ua % ub);
    return wrap(kind == Kind::div ? a / b : a % b, width);
  }
  case Kind::shl:
    if (b < 0 || b > 63) return std::nullopt;
    return wrap(static_cast<std::int64_t>(ua << ub), width);
  case Kind::shr:
    if (b < 0 || b > 63) return std::nullopt;
    return wrap(width.is_signed ? a >> b : static_cast<std::int64_t>(ua >> ub), width);
  case Kind::lt: return !width.is_signed && width.bytes == 8 ? ua < ub : a < b;
  case Kind::le: return !width.is_signed && width.bytes == 8 ? ua <= ub : a <= b;
  case Kind::eq: return a == b;
  default: return std::nullopt;
  }
}

bool is_flat(Kind kind) { return kind >= Kind::sum && kind <= Kind::bit_xor; }
bool is_idempotent(Kind kind) {
  return kind == Kind::minimum || kind == Kind::maximum || kind == Kind::bit_and
         || kind == Kind::bit_or;
}

}  // namespace

Terms::Terms() : slots_(1024, kFree) {
  yes = constant(1);
  no = constant(0);
  poison_ = intern(Kind::poison, 0, {});
}

TermId Terms::intern(Kind kind, std::int64_t value, std::span<const TermId> args, bool definite) {
  std::uint64_t mixed = static_cast<std::uint64_t>(kind) * 0x9e3779b97f4a7c15ULL
                        ^ static_cast<std::uint64_t>(value) * 0xff51afd7ed558ccdULL;
  for (const TermId arg : args) mixed = (mixed ^ arg) * 0x9fb21c651e98df25ULL;
  const auto hash = static_cast<std::uint32_t>(mixed ^ mixed >> 32);
  std::size_t slot = hash & (slots_.size() - 1);
  for (; slots_[slot] != kFree; slot = (slot + 1) & (slots_.size() - 1)) {
    if (hashes_[slots_[slot]] != hash) continue;
    const Term& other = terms_[slots_[slot]];
    if (other.kind == kind && other.value == value && std::ranges::equal(other.args, args))
      return slots_[slot];
  }
  const auto id = static_cast<TermId>(terms_.size());
  terms_.push_back({kind, definite, value, keep(args)});
  hashes_.push_back(hash);
  slots_[slot] = id;
  if (terms_.size() * 2 > slots_.size()) grow();
  return id;
}

std::span<const TermId> Terms::keep(std::span<const TermId> args) {
  if (args.empty()) return {};
  if (args.size() > block_left_) {
    block_left_ = std::max(kBlockSize, args.size());
    blocks_.push_back(std::make_unique_for_overwrite<TermId[]>(block_left_));
    free_ = blocks_.back().get();
  }
  TermId* const to = free_;
  std::ranges::copy(args, to);
  free_ += args.size();
  block_left_ -= args.size();
  return {to, args.size()};
}

void Terms::grow() {
  slots_.assign(slots_.size() * 2, kFree);
  for (TermId id = 0; id < terms_.size(); ++id) {
    std::size_t slot = hashes_[id] & (slots_.size() - 1);
    while (slots_[slot] != kFree) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = id;
  }
}

TermId Terms::constant(std::int64_t value) { return intern(Kind::constant, value, {}, true); }

TermId Terms::symbol(std::string_view name, std::span<const TermId> args) {
  for (const TermId arg : args)
    if (arg == poison_) return poison_;
  return intern(Kind::symbol, name_of(name), args);
}

TermId Terms::step(std::string_view field, TermId base) {
  std::string name = ".";
  name += field;
  return intern(Kind::symbol, name_of(name), {{base}}, terms_[base].definite);
}

TermId Terms::address(std::int64_t object, TermId path) {
  return intern(Kind::address, object, {{path}}, terms_[path].definite);
}

std::int64_t Terms::name_of(std::string_view name) {
  if (const auto known = names_.find(name); known != names_.end()) return known->second;
  const auto next = static_cast<std::int64_t>(names_.size());
  names_.emplace(name, next);
  return next;
}

TermId Terms::flat(Kind kind, TermId a, TermId b, Width width) {
  std::vector<TermId> args;
  std::optional<std::int64_t> folded;
  const auto take = [&](TermId id) {
    if (is_constant(id)) {
      folded = folded ? fold(kind, *folded, value(id), width) : std::optional(value(id));
    } else {
      args.push_back(id);
    }
  };
  for (const TermId id : {a, b}) {
    if (terms_[id].kind == kind && terms_[id].args.size() < kMaxFlat)
      for (const TermId inner : terms_[id].args) take(inner);
    else
      take(id);
  }
  if (folded) {
    const std::int64_t c = *folded;
    if (kind == Kind::product && c == 0) return no;
    if (kind == Kind::bit_and && c == 0) return no;
    const bool neutral =
        ((kind == Kind::sum || kind == Kind::bit_or || kind == Kind::bit_xor) && c == 0)
        || (kind == Kind::product && c == 1) || (kind == Kind::bit_and && c == -1);
    if (args.empty()) return constant(wrap(c, width));
    if (!neutral) args.push_back(constant(c));
  }
  std::sort(args.begin(), args.end());
  if (is_idempotent(kind)) args.erase(std::unique(args.begin(), args.end()), args.end());
  if (args.size() == 1) return args[0];
  return intern(kind, 0, args);
}

bool Terms::multiple_of(TermId id, std::int64_t m) const {
  const Term& t = terms_[id];
  switch (t.kind) {
  case Kind::constant: return t.value % m == 0;
  case Kind::product:
    return std::any_of(t.args.begin(), t.args.end(), [&](TermId a) { return multiple_of(a, m); });
  case Kind::sum:
    return std::all_of(t.args.begin(), t.args.end(), [&](TermId a) { return multiple_of(a, m); });
  case Kind::shl:
    return is_constant(t.args[1]) && value(t.args[1]) >= 0 && value(t.args[1]) < 40
           && (std::int64_t{1} << value(t.args[1])) % m == 0;
  default: return false;
  }
}

std::optional<TermId> Terms::modulo(TermId x, std::int64_t m) {
  if (multiple_of(x, m)) return no;
  if (terms_[x].kind != Kind::sum) return std::nullopt;
  std::int64_t rest = 0;
  for (const TermId arg : terms_[x].args) {
    if (multiple_of(arg, m)) continue;
    if (!is_constant(arg)) return std::nullopt;
    rest += value(arg);
  }
  return constant(((rest % m) + m) % m);
}

std::optional<TermId> Terms::quotient(TermId x, std::int64_t m) {
  // Only sums of one constant and products with a constant multiple of m.
  if (terms_[x].kind != Kind::sum && terms_[x].kind != Kind::product) return std::nullopt;
  const std::span<const TermId> parts =
      terms_[x].kind == Kind::sum ? terms_[x].args : std::span<const TermId>(&x, 1);
  TermId total = no;
  for (const TermId part : parts) {
    if (is_constant(part)) {
      if (value(part) < 0) return std::nullopt;
      total = binary(Kind::sum, total, constant(value(part) / m));
      continue;
    }
    if (terms_[part].kind != Kind::product) return std::nullopt;
    TermId scaled = yes;
    bool divided = false;
    for (const TermId factor : terms_[part].args) {
      if (!divided && is_constant(factor) && value(factor) % m == 0) {
        divided = true;
        scaled = binary(Kind::product, scaled, constant(value(factor) / m));
      } else {
        scaled = binary(Kind::product, scaled, factor);
      }
    }
    if (!divided) return std::nullopt;
    total = binary(Kind::sum, total, scaled);
  }
  return total;
}

TermId Terms::binary(Kind kind, TermId a, TermId b, Width width) {
  if (a == poison_ || b == poison_) return poison_;
  if (is_constant(a) && is_constant(b))
    if (const auto folded = fold(kind, value(a), value(b), width)) return constant(*folded);
  // Pointer arithmetic inside an object moves the path.
  if (kind == Kind::sum || kind == Kind::sub) {
    if (terms_[a].kind == Kind::address)
      return address(terms_[a].value, binary(kind, terms_[a].args[0], b));
    if (kind == Kind::sum && terms_[b].kind == Kind::address)
      return address(terms_[b].value, binary(kind, terms_[b].args[0], a));
  }
  // Lane and warp numbers are taken from global indices as often as from threadIdx.
  if (kind == Kind::bit_and && is_constant(a)) std::swap(a, b);
  if (is_constant(b)) {
    const std::int64_t c = value(b);
    const auto power_of_two = [](std::int64_t m) {
      return m > 1 && m <= (1 << 20) && (m & (m - 1)) == 0;
    };
    if (kind == Kind::bit_and && power_of_two(c + 1))
      if (const auto rest = modulo(a, c + 1)) return *rest;
    if (kind == Kind::rem && power_of_two(c))
      if (const auto rest = modulo(a, c)) return *rest;
    if (kind == Kind::div && power_of_two(c))
      if (const auto q = quotient(a, c)) return *q;
    if (kind == Kind::shr && c > 0 && c <= 20)
      if (const auto q = quotient(a, std::int64_t{1} << c)) return *q;
  }
  if (is_flat(kind)) return flat(kind, a, b, width);
  if (a == b) {
    if (kind == Kind::sub) return no;
    if (kind == Kind::le || kind == Kind::eq) return yes;
    if (kind == Kind::lt) return no;
  }
  if (is_constant(b)) {
    const std::int64_t c = value(b);
    if ((kind == Kind::sub || kind == Kind::shl || kind == Kind::shr) && c == 0) return a;
    if (kind == Kind::div && c == 1) return a;
    if (kind == Kind::rem && c == 1) return no;
    if (kind == Kind::sub) return flat(Kind::sum, a, constant(-c), width);
  }
  if (kind == Kind::eq && a > b) std::swap(a, b);
  return intern(kind, 0, {{a, b}});
}

TermId Terms::unary(Kind kind, TermId a, Width width) {
  if (a == poison_) return poison_;
  if (is_constant(a)) {
    if (kind == Kind::neg) return constant(wrap(-value(a), width));
    if (kind == Kind::bit_not) return constant(wrap(~value(a), width));
  }
  return intern(kind, 0, {{a}});
}

TermId Terms::logical_not(TermId a) {
  if (a == poison_) return poison_;
  if (is_constant(a)) return truth(value(a) == 0);
  if (terms_[a].kind == Kind::negation) return terms_[a].args[0];
  return intern(Kind::negation, 0, {{a}});
}

bool Terms::negates(TermId a, TermId b) const {
  return (terms_[a].kind == Kind::negation && terms_[a].args[0] == b)
         || (terms_[b].kind == Kind::negation && terms_[b].args[0] == a);
}

TermId Terms::conj(TermId a, TermId b) {
  if (a == poison_ || b == poison_) return poison_;
  if (is_constant(a)) return value(a) ? b : no;
  if (is_constant(b)) return value(b) ? a : no;
  std::vector<TermId> args;
  for (const TermId id : {a, b}) {
    if (terms_[id].kind == Kind::conj)
      args.insert(args.end(), terms_[id].args.begin(), terms_[id].args.end());
    else
      args.push_back(id);
  }
  std::sort(args.begin(), args.end());
  args.erase(std::unique(args.begin(), args.end()), args.end());
  if (args.size() <= 32)
    for (std::size_t i = 0; i < args.size(); ++i)
      for (std::size_t j = i + 1; j < args.size(); ++j)
        if (negates(args[i], args[j])) return no;
  if (args.size() == 1) return args[0];
  return intern(Kind::conj, 0, args);
}

TermId Terms::disj(TermId a, TermId b) {
  if (a == poison_ || b == poison_) return poison_;
  if (is_constant(a)) return value(a) ? yes : b;
  if (is_constant(b)) return value(b) ? yes : a;
  if (a == b) return a;
  if (negates(a, b)) return yes;
  // (p and c) or (p and not c) is p.
  if (terms_[a].kind == Kind::conj && terms_[b].kind == Kind::conj) {
    std::vector<TermId> only_a;
    std::vector<TermId> only_b;
    std::vector<TermId> both;
    const auto& left = terms_[a].args;
    const auto& right = terms_[b].args;
    std::set_difference(left.begin(), left.end(), right.begin(), right.end(),
                        std::back_inserter(only_a));
    std::set_difference(right.begin(), right.end(), left.begin(), left.end(),
                        std::back_inserter(only_b));
    std::set_intersection(left.begin(), left.end(), right.begin(), right.end(),
                          std::back_inserter(both));
    if (only_a.size() == 1 && only_b.size() == 1 && negates(only_a[0], only_b[0])) {
      TermId out = yes;
      for (const TermId id : both) out = conj(out, id);
      return out;
    }
  }
  if (a > b) std::swap(a, b);
  return intern(Kind::disj, 0, {{a, b}});
}

std::optional<bool> Terms::implied(TermId pc, TermId condition) {
  if (is_constant(condition)) return value(condition) != 0;
  const auto holds = [&](TermId fact) {
    if (pc == fact) return true;
    if (terms_[pc].kind != Kind::conj) return false;
    const auto& args = terms_[pc].args;
    return std::binary_search(args.begin(), args.end(), fact);
  };
  if (terms_[condition].kind == Kind::conj) {
    bool all = true;
    for (const TermId part : terms_[condition].args) {
      if (holds(logical_not(part))) return false;
      all = all && holds(part);
    }
    if (all) return true;
    return std::nullopt;
  }
  if (holds(condition)) return true;
  if (holds(logical_not(condition))) return false;
  return std::nullopt;
}

TermId Terms::under(TermId pc, TermId id) {
  while (terms_[id].kind == Kind::select) {
    const auto known = implied(pc, terms_[id].args[0]);
    if (!known) break;
    id = terms_[id].args[*known ? 1 : 2];
  }
  return id;
}

TermId Terms::select(TermId condition, TermId then, TermId other) {
  if (then == other) return then;
  if (condition == poison_) return poison_;
  if (is_constant(condition)) return value(condition) ? then : other;
  return intern(Kind::select, 0, {{condition, then, other}});
}

TermId Terms::convert(TermId a, Width width) {
  if (is_constant(a) && width.bytes != 0) return constant(wrap(value(a), width));
  return a;
}

}  // namespace hipaudit::lanes
