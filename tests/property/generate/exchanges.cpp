// SPDX-License-Identifier: Apache-2.0
// Votes, masks of lanes and shuffles.
#include <algorithm>

#include "generate/generator.hpp"

namespace hipaudit::property {

Text Generator::predicate() {
  const Condition c = lane_or_data();
  if (chance(8)) return "(" + c.text + " && " + lane_or_data().text + ")";
  return c.text;
}

Value Generator::vote() {
  const bool any = chance(55);
  crossing(any ? "__any" : "__all");
  const bool sync = full() && chance(20);
  if (sync) note("_sync form");
  const Text call =
      Text(any ? "__any" : "__all") + (sync ? "_sync(FULL, " : "(") + predicate() + ")";
  return value_of(call, {0, 1}, {0, 1}, of_warp());
}

Generator::Mask Generator::lanes_where() {
  const int pick = random_.below(100);
  if (pick < 58) {
    crossing("__ballot");
    const bool sync = full() && chance(20);
    if (sync) note("_sync form");
    const Text p = predicate();
    return {Text(sync ? "__ballot_sync(FULL, " : "__ballot(") + p + ")", false};
  }
  if (pick < 66) {
    crossing("__ballot");
    return {"__ballot(1)", true};
  }
  if (pick < 82) {
    crossing("__activemask");
    return {"__activemask()", true};
  }
  crossing("__match_any");
  const Value v = integer_variable();
  const Text key = v.uniform == Uniform::none ? v.text : "a[" + bare(gid_.text) + "]";
  const Text by = "(" + key + " & " + str(random_.of({1, 3, 7, 63})) + ")";
  const bool sync = full() && chance(30);
  if (sync) note("_sync form");
  return {Text(sync ? "__match_any_sync(FULL, " : "__match_any(") + bare(by) + ")", true};
}

Variable& Generator::mask_variable() {
  const Mask mask = lanes_where();
  const Range narrow = limits(Type::u32);
  const Uniform u = mask.text.find("match") != Text::npos ? Uniform::none : of_warp();
  const int care = random_.below(100);
  Type t = Type::u32;
  Value v = value_of(mask.text, narrow, narrow, u);
  if (careful()) {
    if (care < 55) {
      note("half of a mask");
      v.text = "(unsigned)(" + mask.text + " >> ("
               + random_.of({"__lane_id() & 32", "tid & (warpSize - 32)"}) + "))";
    } else {
      t = Type::u64;
    }
  } else {
    t = care < 62 ? Type::u32 : care < 78 ? Type::i32 : Type::u64;
    if (care < 20) v.text = "(unsigned)" + v.text;
  }
  note(t == Type::u64 ? "mask in 64 bits" : t == Type::u32 ? "mask in unsigned" : "mask in int");
  v.type = t;
  if (t == Type::u64) v.at64 = limits(t);
  if (t == Type::i32) v.at32 = v.at64 = limits(t);
  Variable& x = declare(v, "m", false, name(t));
  x.mask = true;
  x.some_lane = mask.some_lane;
  return x;
}

Value Generator::mask_use(const Variable& m, bool bit) {
  const Value& v = m.value;
  const bool wide = v.type == Type::u64;
  const Text one = wide ? "1ull" : "1u";
  const Range small{0, 32}, large{0, wide ? 64 : 32};
  const Text popc = wide ? "__popcll" : "__popc";
  const Text text = v.type == Type::i32 && chance(50) ? "(unsigned)" + v.text : v.text;
  const Value l = lane();
  const Uniform u = v.uniform;
  const int pick = random_.below(bit ? 2 : 13);
  switch (pick) {
  case 0:
    note("lane's bit of a mask");
    note("shift");
    if (v.type == Type::i32)
      return value_of("((unsigned)" + v.text + " >> " + l.text + " & 1)", {0, 1}, {0, 1},
                      Uniform::none, Type::u32);
    return value_of("((" + v.text + " >> " + l.text + ") & 1)", {0, 1}, {0, 1}, Uniform::none,
                    v.type);
  case 1:
    note("lane's bit of a mask");
    note("shift");
    return value_of("(" + text + " & (" + one + " << " + l.text + "))",
                    limits(wide ? v.type : Type::u32), limits(wide ? v.type : Type::u32),
                    Uniform::none, wide ? v.type : Type::u32);
  case 2:
  case 3: {
    note("prefix mask");
    note("shift");
    note(popc.c_str());
    const int form = random_.below(5);
    Text prefix;
    if (form < 2) prefix = "((" + one + " << " + l.text + ") - 1)";
    if (form == 2) prefix = Text(wide ? "~(~0ull << " : "~(0xffffffffu << ") + l.text + ")";
    if (form == 3)
      prefix = wide ? "(~0ull >> (63 - " + l.text + "))" : "(0xffffffffu >> (31 - " + l.text + "))";
    if (form == 4) {
      crossing("__lanemask_lt");
      prefix = "__lanemask_lt()";
      return value_of((wide ? "__popcll(" : "__popc(") + text + " & " + prefix + ")", small, large,
                      Uniform::none, Type::u32);
    }
    return value_of(popc + "(" + text + " & " + prefix + ")", small, large, Uniform::none,
                    Type::u32);
  }
  case 4:
  case 5:
  case 6:
    note(popc.c_str());
    return value_of(popc + "(" + v.text + ")", small, large, u, Type::u32);
  case 7: {
    note(wide ? "__ffsll" : "__ffs");
    const Text f = (wide ? "__ffsll(" : "__ffs(") + v.text + ")";
    if (!chance(50)) return value_of(f, small, large, u);
    return value_of("(" + f + " - 1)", {m.some_lane ? 0 : -1, 31}, {-1, large.hi - 1}, u);
  }
  case 8: {
    note(wide ? "__clzll" : "__clz");
    const Text f = (wide ? "__clzll(" : "__clz(") + v.text + ")";
    if (wide) return value_of(f, {32, 64}, {0, 64}, u);
    if (!chance(50)) return value_of(f, small, large, u);
    return value_of("(31 - " + f + ")", {m.some_lane ? 0 : -1, 31}, {-1, 31}, u);
  }
  case 9:
    note(wide ? "__brevll" : "__brev");
    return value_of((wide ? "__brevll(" : "__brev(") + v.text + ")",
                    limits(wide ? v.type : Type::u32), limits(wide ? v.type : Type::u32), u,
                    wide ? v.type : Type::u32);
  case 10:
    note("mask compared");
    return value_of("(" + v.text
                        + (wide ? " == 0xffffffffull ? 1 : 0)" : " == 0xffffffffu ? 1 : 0)"),
                    {0, 1}, {0, 1}, u);
  case 11:
    note("mask compared");
    return value_of("(" + popc + "(" + v.text + ") == 32 ? 3 : 1)", {1, 3}, {1, 3}, u);
  default:
    note("mask as data");
    if (v.type == Type::i32)
      return value_of("(" + v.text + " & 0x7fffffff)", {0, limits(Type::i32).hi},
                      {0, limits(Type::i32).hi}, u);
    return value_of("(" + v.text + random_.of({" >> 16)", " & 0xffff)", " ^ 0x5555)"}),
                    limits(v.type), limits(v.type), u, v.type);
  }
}

Text Generator::width(int& w) {
  w = 32;
  if (flow_.group < 32) {
    w = flow_.group;
    while (w > 2 && chance(30)) w /= 2;
    note("width below 32");
    return ", " + str(w);
  }
  if (careful() ? chance(80) : chance(15)) {
    if (chance(65)) {
      note("width 32");
      return ", " + thirty_two();
    }
    w = random_.of({2, 4, 8, 8, 16, 16});
    note("width below 32");
    return ", " + str(w);
  }
  if (chance(6)) {
    note("width warpSize");
    return ", warpSize";
  }
  note("width by default");
  return {};
}

Value Generator::source_lane(int w) {
  switch (random_.below(12)) {
  case 0:
  case 1:
  case 2: note("source constant"); return number(random_.of({0, 0, 0, 1, 5, w - 1, 31}));
  case 3: {
    note("source by lane");
    const Value next = *binary(lane(), "+", number(random_.of({1, 3, 16, 31})));
    return chance(60) ? *binary(next, random_.of({"&", "&"}), number(w - 1)) : next;
  }
  case 4: note("source by lane"); return *binary(number(w - 1), "-", lane_);
  case 5: note("source by lane"); return *binary(lane(), "^", number(random_.of({1, 7, 16, 31})));
  case 6: note("source by lane"); return *binary(lane(), "&", number(random_.of({-2, -4, -8, 24})));
  case 7: note("source uniform"); return *binary(n(), "&", number(w - 1));
  case 8:
    note("source uniform");
    return value_of("b[blockIdx.x]", {-64, 64}, {-64, 64}, Uniform::block);
  case 9: {
    const Variable* m = readable([](const Variable& x) { return x.mask; });
    if (m && m->value.type != Type::u64) {
      note("source by mask");
      note("__ffs");
      return value_of("(__ffs(" + m->value.text + ") - 1)", {-1, 31}, {-1, 31}, m->value.uniform);
    }
    [[fallthrough]];
  }
  default: {
    note("source by data");
    const Value v = chance(50) ? load_from("b", Type::i32, {-64, 64}) : integer_variable();
    if (v.type == Type::u64 || v.type == Type::i64)
      return *convert(*binary(v, "&", number(w - 1)), Type::i32, true);
    return chance(75) ? *binary(v, "&", number(w - 1)) : v;
  }
  }
}

Value Generator::distance(int w) {
  switch (random_.below(8)) {
  case 0: note("source uniform"); return *binary(n(), "&", number(w - 1));
  case 1:
    note("source by data");
    return *binary(value_of("b[gid]", {-64, 64}, {-64, 64}, Uniform::none), "&", number(w - 1));
  case 2: note("source by lane"); return *binary(lane_, "&", number(w - 1));
  default: note("source constant"); return number(random_.of({1, 1, 2, 4, 8, 16}) % std::max(w, 2));
  }
}

Value Generator::shuffle(const Value& v) {
  static const char* const kinds[] = {"", "", "_up", "_down", "_xor"};
  const Text kind = kinds[random_.below(5)];
  crossing(("__shfl" + kind).c_str());
  note((Text("shuffle of ") + name(v.type)).c_str());
  const bool sync = full() && chance(20);
  if (sync) note("_sync form");
  Text call = "__shfl" + kind + (sync ? "_sync(FULL, " : "(") + bare(v.text) + ", ";
  Uniform u = Uniform::none;
  if (flow_.group == 1) {
    // Any lanes may be here: the first of them, or the lane itself.
    if (kind.empty()) {
      if (chance(60)) {
        crossing("__activemask");
        note("__ffsll");
        note("source is the first active lane");
        call += "__ffsll(__activemask()) - 1";
      } else {
        call += lane_.text;
      }
    } else {
      call += "0";
    }
    if (chance(care_ / 2)) call += ", 32";
  } else {
    int w = 32;
    const Text width_text = width(w);
    if (kind.empty()) {
      const Value source = source_lane(w);
      call += bare(source.text);
      if (w == 32 && source.uniform <= Uniform::warp) u = Uniform::warp;
    } else {
      call += bare(distance(w).text);
    }
    call += width_text;
  }
  return value_of(call + ")", v.at32, join(v.at64, {0, 0}), u, v.type);
}

Value Generator::exchanged() {
  const Variable* v = readable([](const Variable& x) { return !x.mask; });
  if (!v || chance(12)) return leaf();
  return v->value;
}

}  // namespace hipaudit::property
