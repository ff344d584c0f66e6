// SPDX-License-Identifier: Apache-2.0
// Inputs, and expressions of them.
#include <algorithm>

#include "generate/generator.hpp"

namespace hipaudit::property {

Value Generator::index() {
  switch (random_.below(11)) {
  case 0:
  case 1:
  case 2: note("load by thread"); return gid_;
  case 3: note("load by thread"); return tid_;
  case 4: note("load by block"); return block_index();
  case 5: note("load by warp"); return global_warp();
  case 6: note("load by warp"); return warp_;
  case 7: note("load by lane"); return lane_;
  case 8: {
    note("load by computed index");
    return *binary(tid_, "^", number(random_.of({1, 3, 16, 31, 33})));
  }
  default: {
    note("load by computed index");
    const Variable* v = readable([](const Variable& x) { return x.value.type != Type::f32; });
    return *binary(v ? v->value : tid_, "&", number(random_.of({63, 127, 255})));
  }
  }
}

Value Generator::load() {
  struct Array {
    const char* name;
    Type type;
    Range range;
  };
  static const Array arrays[] = {{"a", Type::i32, {-64, 64}},
                                 {"a", Type::i32, {-64, 64}},
                                 {"b", Type::i32, {-64, 64}},
                                 {"u", Type::u32, limits(Type::u32)},
                                 {"l", Type::i64, {-1000000000, 1000000000}},
                                 {"f", Type::f32, {-8, 8}}};
  const Array& array = arrays[random_.below(6)];
  return load_from(array.name, array.type, array.range);
}

Value Generator::load_from(const char* array, Type type, Range range) {
  const Value i = index();
  return value_of(Text(array) + "[" + bare(i.text) + "]", range, range, i.uniform, type);
}

Value Generator::leaf(bool integer) {
  const int pick = random_.below(100);
  if (pick < 70) {
    const Variable* v = readable(
        [&](const Variable& x) { return !x.mask && (!integer || x.value.type != Type::f32); });
    if (v) return v->value;
  }
  if (pick < 80) {
    const Value v = load();
    return integer && v.type == Type::f32 ? tid_ : v;
  }
  if (pick < 88) return lane();
  if (pick < 92) return n();
  return number(random_.between(0, 40));
}

Value Generator::integer_variable() {
  const Variable* v =
      readable([](const Variable& x) { return !x.mask && x.value.type != Type::f32; });
  return v ? v->value : tid_;
}

Value Generator::expression(int depth) {
  if (depth == 0) return leaf();
  for (int attempt = 0; attempt < 6; ++attempt) {
    const Value x = expression(depth - 1);
    const int pick = random_.below(100);
    if (pick < 62) {
      const char* op = random_.of({"+", "+", "-", "*", "&", "|", "^"});
      if (const auto r = binary(x, op, leaf())) return *r;
    } else if (pick < 70) {
      if (const auto r = binary(x, random_.of({"%", "/"}), number(random_.of({2, 3, 5, 7, 32}))))
        return *r;
    } else if (pick < 80) {
      note("shift");
      Value by = number(random_.between(1, 7));
      if (chance(30))
        if (const auto low = binary(integer_variable(), "&", number(7))) by = *low;
      if (const auto r = shift(x, chance(40), by)) return *r;
    } else if (pick < 90) {
      if (const auto r = ternary(x, leaf())) return *r;
    } else {
      if (const auto r = bit_count(x)) return *r;
    }
  }
  return leaf();
}

std::optional<Value> Generator::ternary(const Value& x, const Value& y) {
  if ((x.type == Type::f32) != (y.type == Type::f32)) return std::nullopt;
  const Type t = std::max(x.type, y.type);
  const auto cx = convert(x, t), cy = convert(y, t);
  if (!cx || !cy) return std::nullopt;
  note("ternary");
  const Condition c = condition(0);
  return value_of("(" + c.text + " ? " + x.text + " : " + y.text + ")", join(cx->at32, cy->at32),
                  join(cx->at64, cy->at64), std::max({x.uniform, y.uniform, c.flow.uniform}), t);
}

std::optional<Value> Generator::bit_count(const Value& x) {
  if (x.type == Type::f32) return std::nullopt;
  const bool wide = bits(x.type) == 64;
  const Range all{0, bits(x.type)};
  struct F {
    const char* narrow;
    const char* wide;
    Type narrow_type, wide_type;
  };
  static const F functions[] = {{"__popc", "__popcll", Type::u32, Type::u32},
                                {"__popc", "__popcll", Type::u32, Type::u32},
                                {"__ffs", "__ffsll", Type::i32, Type::i32},
                                {"__clz", "__clzll", Type::i32, Type::i32},
                                {"__brev", "__brevll", Type::u32, Type::u64}};
  const F& f = functions[random_.below(5)];
  const Text name_of_it = wide ? f.wide : f.narrow;
  note(name_of_it.c_str());
  const Type t = wide ? f.wide_type : f.narrow_type;
  const Range r = name_of_it.find("brev") != Text::npos ? limits(t) : all;
  return value_of(name_of_it + "(" + bare(x.text) + ")", r, r, x.uniform, t);
}

}  // namespace hipaudit::property
