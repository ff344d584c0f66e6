// SPDX-License-Identifier: Apache-2.0
// Conditions, and who surely agrees on them.
#include <algorithm>

#include "generate/generator.hpp"

namespace hipaudit::property {

Condition Generator::condition(int crosses) {
  const int pick = random_.below(100);
  if (pick < 12) return block_condition();
  if (pick < 26) return warp_condition(crosses);
  if (pick < 40) {
    const bool both = chance(50);
    const Condition left = lane_or_data(), right = [&] {
      // The right side is evaluated only by some.
      Condition c;
      operand(left.flow, [&] { return (c = condition(crosses > 0 ? crosses - 1 : 0)).text; });
      return c;
    }();
    note(both ? "&&" : "||");
    return {"(" + left.text + (both ? " && " : " || ") + right.text + ")",
            {std::max(left.flow.uniform, right.flow.uniform),
             std::min(left.flow.group, right.flow.group)}};
  }
  return lane_or_data();
}

Condition Generator::block_condition() {
  switch (random_.below(4)) {
  case 0: return {"n > " + str(random_.of({0, 5, 31, 32, 50})), {Uniform::block, 32}};
  case 1: return {"(n & " + str(random_.of({1, 2, 4})) + ") != 0", {Uniform::block, 32}};
  case 2: return {"blockIdx.x == 0", {Uniform::block, 32}};
  default: return {"b[blockIdx.x] > 20", {Uniform::block, 32}};
  }
}

Condition Generator::warp_condition(int crosses) {
  const Flow flow{Uniform::warp, 32};
  const int pick = random_.below(crosses > 0 && cross_allowed() ? 8 : 5);
  switch (pick) {
  case 0: return {"warp == " + str(random_.below(2)), flow};
  case 1: return {"tid < 32", flow};
  case 2: return {"tid >= 32", flow};
  case 3: return {"(b[" + bare(global_warp().text) + "] & 1) == 0", flow};
  case 4: {
    const Variable* v = readable([](const Variable& x) {
      return x.value.uniform <= Uniform::warp && x.value.type != Type::f32;
    });
    if (!v) return {"warp != 0", flow};
    return {"(" + v->value.text + " & 3) > " + str(random_.below(2)), flow};
  }
  default: {
    const Value v = vote();
    // Of those that are here: all that are here agree, but others may not be.
    return {v.text + random_.of({" != 0", "", " == 0"}),
            {full() ? Uniform::warp : Uniform::none, flow_.group}};
  }
  }
}

Condition Generator::lane_or_data() {
  const int pick = random_.below(100);
  if (pick < 50) return lane_condition();
  if (pick < 62) {
    const Variable* v = readable([](const Variable& x) { return x.mask; });
    if (v) return {mask_use(*v, true).text + " != 0", {Uniform::none, 1}};
  }
  const Value x = integer_variable();
  const Flow flow{x.uniform, x.uniform == Uniform::none ? 1 : 32};
  switch (random_.below(4)) {
  case 0: return {"(" + x.text + " & " + str(random_.of({1, 1, 2, 4})) + ") != 0", flow};
  case 1: return {x.text + " % 3 == " + str(random_.below(2)), flow};
  case 2: {
    return {"a[" + bare(tid_.text) + "] > " + str(random_.of({-20, 0, 10, 30})),
            {Uniform::none, 1}};
  }
  default: {
    if (x.type == Type::u32 || x.type == Type::u64)
      return {"(" + x.text + " & 15) > " + str(random_.between(2, 12)), flow};
    return {x.text + random_.of({" > ", " < ", " >= "}) + str(random_.of({-5, 0, 3, 17})), flow};
  }
  }
}

Condition Generator::lane_condition() {
  const Text l = lane().text;
  switch (random_.below(7)) {
  case 0: {
    const int k = random_.of({1, 2, 4, 8, 8, 16, 16, 24});
    return {l + random_.of({" < ", " >= "}) + str(k), {Uniform::none, k & -k}};
  }
  case 1: {
    const int k = random_.of({1, 2, 4, 8, 16});
    return {"(" + l + " & " + str(k) + ") " + random_.of({"!= 0", "== 0"}), {Uniform::none, k}};
  }
  case 2: return {l + " == " + str(random_.of({0, 0, 0, 31, 5})), {Uniform::none, 1}};
  case 3: return {l + " % 3 == " + str(random_.below(3)), {Uniform::none, 1}};
  case 4: return {"(" + l + " >> 3) == (n & 3)", {Uniform::none, 8}};
  case 5:
    if (shape_.y > 1 && shape_.x < 32)
      return {"threadIdx.y " + Text(random_.of({"== 0", "== 1", "> 1"})),
              {Uniform::none, shape_.x}};
    return {"tid < " + str(random_.of({8, 16, 48})), {Uniform::none, 8}};
  default: return {l + " > (n & 31)", {Uniform::none, 1}};
  }
}

}  // namespace hipaudit::property
