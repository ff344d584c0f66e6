// SPDX-License-Identifier: Apache-2.0
// Reductions and scans by shuffles, and the second stage of a block.
#include <algorithm>

#include "generate/generator.hpp"

namespace hipaudit::property {

namespace {

Text folded(const Text& op, const Text& x, const Text& y) {
  if (op == "max") return x + " < " + y + " ? " + y + " : " + x;
  if (op == "min") return y + " < " + x + " ? " + y + " : " + x;
  return x + " " + op + " " + y;
}

Text fold_statement(const Text& op, const Text& x, const Text& y, const Text& temp_type) {
  if (op == "max" || op == "min")
    return "{ " + temp_type + " t = " + y + "; " + x + " = " + folded(op, x, "t") + "; }";
  return x + " " + op + "= " + y + ";";
}

Range grown_four(Range r, Type t) {
  return converted(join({r.lo * 4, r.hi * 4}, join(r, {0, 0})), t);
}

}  // namespace

const Variable* Generator::summable() {
  return readable([](const Variable& x) {
    const Wide bound = x.value.type == Type::f32 ? 4096 : 1 << 20;
    const bool small = x.value.at32.in({-bound, bound}) && x.value.at64.in({-bound, bound});
    return !x.mask && (small || x.value.type == Type::u32 || x.value.type == Type::u64);
  });
}

Generator::Fold Generator::fold_of(const Value& v) {
  const bool real = v.type == Type::f32;
  Text op = real ? random_.of({"+", "+", "max", "min"})
                 : random_.of({"+", "+", "+", "max", "min", "|", "&", "^"});
  const auto grown = [&](Range r) {
    if (op == "+") return converted(join(r, {r.lo * 64, r.hi * 64}), v.type);
    if (op == "max" || op == "min") return join(r, {0, 0});
    return r.lo < 0 ? limits(v.type) : Range{0, std::min<Wide>(limits(v.type).hi, r.hi * 2 + 1)};
  };
  const Range r32 = grown(v.at32), r64 = grown(v.at64);
  return {op, r32, r64};
}

Text Generator::distances() {
  switch (random_.below(7)) {
  case 0: note("doubling loop"); return "for (int d = 1; d < " + thirty_two() + "; d <<= 1)";
  case 1: note("doubling loop"); return "for (int d = 1; d < 32; d *= 2)";
  case 2:
    note("halving loop");
    note("loop from warpSize");
    return "for (int d = warpSize / 2; d > 0; d >>= 1)";
  case 3: note("halving loop"); return "for (int d = " + thirty_two() + " / 2; d > 0; d /= 2)";
  case 4: note("halving loop"); return "for (unsigned d = 16; d; d >>= 1)";
  default: note("halving loop"); return "for (int d = 16; d > 0; d >>= 1)";
  }
}

Text Generator::reduce_width() {
  if (careful()) {
    note("width 32");
    return ", " + thirty_two();
  }
  note("width by default");
  return chance(6) ? ", warpSize" : "";
}

void Generator::reduce() {
  const Variable* from = summable();
  if (!from) return use_shuffle();
  note("reduction");
  const Value v = from->value;
  const Fold fold = fold_of(v);
  const Text kind = random_.of({"_down", "_down", "_xor", "_xor", "_up"});
  const Text w = reduce_width();
  Value result =
      value_of({}, fold.at32, fold.at64, kind == "_xor" ? Uniform::warp : Uniform::none, v.type);
  crossing(("__shfl" + kind).c_str());
  note((Text("shuffle of ") + name(v.type)).c_str());
  if (chance(45)) return reduce_by_helper(v, fold, kind, w, result);
  const Text x = fresh("r");
  emit(Text(name(v.type)) + " " + x + " = " + v.text + ";", x);
  const auto step = [&](const Text& d) {
    return fold_statement(fold.op, x, "__shfl" + kind + "(" + x + ", " + d + w + ")", name(v.type));
  };
  if (chance(25)) {
    note("loop written out");
    const bool up = chance(40);
    for (int i = 0; i < 5; ++i) emit(step(str(up ? 1 << i : 16 >> i)));
  } else if (chance(12)) {
    note("loop by steps");
    block_->push_back(block("for (int i = 0; i < 5; ++i) {", {plain(step("1 << i"))}));
  } else {
    const Text unroll = chance(20) ? "#pragma unroll\n  " : "";
    block_->push_back(block(unroll + distances() + " {", {plain(step("d"))}));
  }
  result.text = x;
  result.uniform = std::max(result.uniform, flow_.uniform);
  if (!loops_.empty()) result.uniform = Uniform::none;
  variables_.push_back({result, true});
  after_reduction(result, w);
}

void Generator::after_reduction(const Value& sum, const Text& w) {
  const int pick = random_.below(100);
  if (pick < 25) {
    crossing("__shfl");
    note("source constant");
    if (Variable* x = writable([&](const Variable& v) { return v.value.text == sum.text; }))
      assign(*x, value_of("__shfl(" + sum.text + ", 0" + w + ")", sum.at32, join(sum.at64, {0, 0}),
                          Uniform::warp, sum.type));
  } else if (pick < 50) {
    if (barrier_allowed() && chance(60)) return second_stage(sum);
    block_->push_back(block("if (" + lane().text + " == 0) {", inside({Uniform::none, 1}, [&] {
                              if (!chance(45) || !add_to_block(sum)) store(sum, false);
                            })));
    note("if");
  }
}

void Generator::second_stage(const Value& sum) {
  note("block reduction");
  note("shared array");
  note("__syncthreads");
  const Text s = fresh("s");
  const int warps_of_block = threads_ / 32;
  emit("__shared__ " + Text(name(sum.type)) + " " + s + "[32];", s);
  emit("if (" + lane_.text + " == 0) " + s + "[warp] = " + sum.text + ";");
  emit("__syncthreads();");
  const Text total = fresh("v");
  const auto four = [](Range r) { return Range{r.lo * 4, r.hi * 4}; };
  const bool fits = !is_signed(sum.type)
                    || (four(sum.at32).in(limits(sum.type)) && four(sum.at64).in(limits(sum.type)));
  if (fits && chance(50) && kernel_.launch_seen) {
    // A sum in order.
    emit(Text(name(sum.type)) + " " + total + " = 0;", total);
    const Text count = random_.of(
        {str(warps_of_block), str(threads_) + " / " + thirty_two(), str(threads_) + " / warpSize"});
    emit("for (int i = 0; i < " + count + "; ++i) " + total + " += " + s + "[i];");
  } else {
    const Text size = shape_.y > 1 ? "blockDim.x * blockDim.y" : "blockDim.x";
    const Text count = kernel_.launch_seen ? str(warps_of_block)
                       : chance(50)        ? "(int)(" + size + ") / 32"
                                           : "(int)(" + size + ") / warpSize";
    emit(Text(name(sum.type)) + " " + total + " = (int)" + tid_.text + " < " + count + " ? " + s
             + "[tid] : (" + name(sum.type) + ")0;",
         total);
  }
  emit("__syncthreads();");
  Value v = value_of(total, grown_four(sum.at32, sum.type), grown_four(sum.at64, sum.type),
                     Uniform::none, sum.type);
  variables_.push_back({v, true});
}

void Generator::reduce_by_helper(const Value& v, const Fold& fold, const Text& kind, const Text& w,
                                 Value result) {
  const Text f = helper_name("reduce");
  const Text t = name(v.type);
  const auto step = [&](const Text& type, const Text& d, const Text& with) {
    return fold_statement(fold.op, "v", "__shfl" + kind + "(v, " + d + with + ")", type);
  };
  Text call = f + "(" + v.text + ")";
  // The kernel's own constants are not seen in a helper.
  const Text plain = w == ", W" ? ", 32" : w;
  switch (random_.below(6)) {
  case 0:
    note("helper template with a constant");
    helper(f, "template <int N>\n__device__ " + t + " " + f + "(" + t
                  + " v) {\n  for (int d = N / 2; d > 0; d /= 2) "
                  + step(t, "d", chance(care_) ? ", N" : "") + "\n  return v;\n}\n");
    call = f + "<" + str(random_.of({32, 32, 16, 8})) + ">(" + v.text + ")";
    result.uniform = Uniform::none;
    break;
  case 1:
    note("helper template of a type");
    helper(f, "template <typename V>\n__device__ V " + f
                  + "(V v) {\n  for (int d = 16; d > 0; d >>= 1) " + step("V", "d", plain)
                  + "\n  return v;\n}\n");
    break;
  case 2:
    note("helper with a reference");
    helper(f, "__device__ void " + f + "(" + t + "& v) {\n  for (int d = 16; d > 0; d >>= 1) "
                  + step(t, "d", plain) + "\n}\n");
    {
      const Text x = fresh("r");
      emit(t + " " + x + " = " + v.text + ";", x);
      emit(f + "(" + x + ");");
      result.text = x;
      if (flow_.uniform != Uniform::block || !loops_.empty()) result.uniform = Uniform::none;
      variables_.push_back({result, true});
      return;
    }
  case 3:
    if (fold.op == "+" || fold.op == "max") {
      note("helper taking a lambda");
      helper(f, "template <typename Op>\n__device__ " + t + " " + f + "(" + t
                    + " v, Op op) {\n  for (int d = 16; d > 0; d >>= 1) v = op(v, __shfl" + kind
                    + "(v, d" + plain + "));\n  return v;\n}\n");
      call = f + "(" + v.text + ", [](" + t + " x, " + t + " y) { return "
             + folded(fold.op, "x", "y") + "; })";
      break;
    }
    [[fallthrough]];
  case 4:
    note("helper by recursion");
    helper(f, "template <int D>\n__device__ " + t + " " + f + "(" + t + " v) {\n  "
                  + step(t, "D", plain) + "\n  if constexpr (D > 1) return " + f
                  + "<D / 2>(v);\n  else return v;\n}\n");
    call = f + "<16>(" + v.text + ")";
    break;
  default:
    note("helper");
    helper(f, "__device__ " + Text(random_.of({"", "__forceinline__ ", "static "})) + t + " " + f
                  + "(" + t + " v) {\n  for (int d = 16; d > 0; d >>= 1) " + step(t, "d", plain)
                  + "\n  return v;\n}\n");
  }
  result.text = call;
  if (!loops_.empty()) result.uniform = Uniform::none;
  const Variable& x = declare(result, "v", true, name(result.type));
  after_reduction(Value(x.value), w);
}

void Generator::scan() {
  const Variable* from = summable();
  if (!from || from->value.type == Type::f32) return use_shuffle();
  note("scan");
  const Value v = from->value;
  const Text w = reduce_width();
  const Text t = name(v.type);
  const Text x = fresh("r");
  crossing("__shfl_up");
  note("doubling loop");
  emit(t + " " + x + " = " + v.text + ";", x);
  const Value l = lane();
  const Text guard = l.type == Type::i32 ? l.text : "(int)" + l.text;
  const Text bound = careful() || chance(60) ? thirty_two() : "warpSize";
  block_->push_back(block("for (int d = 1; d < " + bound + "; d <<= 1) {",
                          {plain(t + " t = __shfl_up(" + x + ", d" + w + ");"),
                           plain("if (" + guard + " >= d) " + x + " += t;")}));
  const auto grown = [&](Range r) { return converted(join(r, {r.lo * 64, r.hi * 64}), v.type); };
  const Value r = value_of(x, grown(v.at32), grown(v.at64), Uniform::none, v.type);
  variables_.push_back({r, true});
  if (chance(30)) {
    crossing("__shfl");
    note("source constant");
    declare(value_of("__shfl(" + x + ", 31" + w + ")", r.at32, join(r.at64, {0, 0}),
                     loops_.empty() ? Uniform::warp : Uniform::none, v.type),
            "v");
  } else if (chance(40)) {
    if (const auto exclusive = binary(r, "-", v)) keep(*exclusive);
  }
}

}  // namespace hipaudit::property
