// SPDX-License-Identifier: Apache-2.0
#include "value.hpp"

#include <string_view>

namespace hipaudit::property {

namespace {

Type usual(Type a, Type b) { return std::max(a, b); }

Wide ones_up_to(Wide v) {
  Wide mask = 0;
  while (mask < v) mask = mask * 2 + 1;
  return mask;
}

Range bitwise(Range a, Range b, char op, Type t) {
  const bool a_sign = a.lo < 0, b_sign = b.lo < 0;
  if (op == '&') {
    if (!a_sign && !b_sign) return {0, std::min(a.hi, b.hi)};
    if (!a_sign) return {0, a.hi};
    if (!b_sign) return {0, b.hi};
  } else if (!a_sign && !b_sign) {
    return {0, ones_up_to(std::max(a.hi, b.hi))};
  }
  return limits(t);
}

std::optional<Range> arithmetic(Range a, Range b, std::string_view op, Type t) {
  if (op == "&" || op == "|" || op == "^") return bitwise(a, b, op[0], t);
  Range r;
  if (op == "+") {
    r = {a.lo + b.lo, a.hi + b.hi};
  } else if (op == "-") {
    r = {a.lo - b.hi, a.hi - b.lo};
  } else if (op == "*") {
    // Wide operands would leave even 128 bits.
    const Range small{-(Wide{1} << 40), Wide{1} << 40};
    if (!a.in(small) || !b.in(small)) {
      if (t == Type::u64) return limits(t);
      return std::nullopt;
    }
    const Wide all[] = {a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi};
    r = {*std::min_element(all, all + 4), *std::max_element(all, all + 4)};
  } else if (op == "/" || op == "%") {
    if (b.lo <= 0) return std::nullopt;
    if (op == "%")
      r = {a.lo < 0 ? -(b.hi - 1) : 0, a.hi > 0 ? std::min(a.hi, b.hi - 1) : 0};
    else
      r = {std::min<Wide>(a.lo, 0), std::max<Wide>(a.hi, 0)};
  }
  if (r.in(limits(t))) return r;
  if (t == Type::u32 || t == Type::u64) return limits(t);
  return std::nullopt;
}

}  // namespace

std::optional<Value> convert(Value v, Type t, bool written) {
  if (t == v.type) return v;
  if (t == Type::f32 && !(v.at32.in(limits(t)) && v.at64.in(limits(t)))) return std::nullopt;
  if (v.type == Type::f32 && !(v.at32.in(limits(t)) && v.at64.in(limits(t)))) return std::nullopt;
  v.at32 = converted(v.at32, t);
  v.at64 = converted(v.at64, t);
  if (written) v.text = std::string("(") + name(t) + ")(" + v.text + ")";
  v.type = t;
  return v;
}

std::optional<Value> binary(const Value& a, const char* op, const Value& b) {
  const Type t = usual(a.type, b.type);
  const std::string_view o = op;
  if (t == Type::f32 && o != "+" && o != "-" && o != "*") return std::nullopt;
  const auto ca = convert(a, t), cb = convert(b, t);
  if (!ca || !cb) return std::nullopt;
  const auto r32 = arithmetic(ca->at32, cb->at32, o, t), r64 = arithmetic(ca->at64, cb->at64, o, t);
  if (!r32 || !r64) return std::nullopt;
  return Value{"(" + a.text + " " + op + " " + b.text + ")", t, *r32, *r64,
               std::max(a.uniform, b.uniform)};
}

std::optional<Value> shift(const Value& a, bool left, const Value& amount) {
  const Range allowed{0, bits(a.type) - 1};
  if (a.type == Type::f32 || amount.type == Type::f32 || !amount.at32.in(allowed))
    return std::nullopt;
  const auto shifted = [&](Range r, Range by) -> std::optional<Range> {
    // At 64 lanes the amount may be out of range: the hardware takes it modulo the width.
    if (!by.in(allowed)) by = allowed;
    if (!left) return Range{std::min<Wide>(r.lo, 0), std::max<Wide>(r.hi, 0)};
    if (r.lo < 0) return std::nullopt;
    if (r.hi < (Wide{1} << 62) && (r.hi << static_cast<int>(by.hi)) <= limits(a.type).hi)
      return Range{0, r.hi << static_cast<int>(by.hi)};
    if (is_signed(a.type)) return std::nullopt;
    return limits(a.type);
  };
  auto r32 = shifted(a.at32, amount.at32), r64 = shifted(a.at64, amount.at64);
  if (!r32) return std::nullopt;
  if (!r64) r64 = limits(a.type);
  return Value{"(" + a.text + (left ? " << " : " >> ") + amount.text + ")", a.type, *r32, *r64,
               std::max(a.uniform, amount.uniform)};
}

}  // namespace hipaudit::property
