// SPDX-License-Identifier: Apache-2.0
// What a kernel is made of: which gadget comes next, and the small ones.
#include <algorithm>

#include "generate/generator.hpp"

namespace hipaudit::property {

void Generator::gadget(int depth) {
  const int pick = random_.below(100);
  if (pick < 48) return cross_gadget(depth);
  if (pick < 52) return compute();
  if (pick < 55) return store_somewhere();
  if (pick < 64) return shared();
  if (pick < 68) return atomic();
  if (pick < 71) return pure_helper();
  if (depth == 0) return compute();
  if (pick < 82) return branch(depth);
  if (pick < 86) return switch_on(depth);
  if (pick < 95) return loop(depth);
  return early_return();
}

void Generator::cross_gadget(int depth) {
  if (!cross_allowed()) return compute();
  const int pick = random_.below(100);
  if (pick < 20) return use_shuffle();
  if (pick < 37) return use_mask();
  if (pick < 42) return use_vote();
  if (pick < 48) return conditional_cross();
  if (!full()) return chance(50) ? use_shuffle() : use_mask();
  if (pick < 60) return reduce();
  if (pick < 65) return scan();
  if (pick < 69) return mask_loop();
  if (pick < 73) return aggregated_atomic();
  if (pick < 76) return match_loop();
  if (depth > 0 && pick < 80) return vote_loop(depth);
  return cross_helper();
}

void Generator::compute() {
  const Value e = expression(random_.between(1, 2));
  if (chance(50))
    if (Variable* x = writable([](const Variable&) { return true; });
        x && assign(*x, e, chance(40)))
      return;
  declare(e, "v");
}

void Generator::keep(const Value& e) {
  const bool onto = chance(50);
  if (chance(55))
    if (Variable* x = writable([&](const Variable& v) { return v.value.type == e.type; });
        x && assign(*x, e, onto))
      return;
  if (chance(25))
    if (Variable* x = writable([](const Variable&) { return true; }); x && assign(*x, e, onto))
      return;
  declare(e, "v");
}

void Generator::use_shuffle() {
  Value e = shuffle(exchanged());
  if (chance(20))
    if (const auto sum = binary(e, random_.of({"+", "-", "^"}), leaf())) e = *sum;
  keep(e);
}

void Generator::use_vote() {
  if (chance(30)) {
    const Text p = fresh("p");
    const Value v = vote();
    emit("bool " + p + " = " + v.text + ";", p);
    Value b = value_of(p, {0, 1}, {0, 1}, std::max(v.uniform, flow_.uniform));
    variables_.push_back({b});
    return;
  }
  keep(vote());
}

void Generator::use_mask() {
  if (chance(15)) {
    // No variable between: converted to the argument's 32 bits, or taken whole.
    const Mask m = lanes_where();
    const bool wide = careful();
    note(wide ? "__popcll" : "__popc");
    keep(value_of(Text(wide ? "__popcll(" : "__popc(") + m.text + ")", {0, 32}, {0, 64},
                  m.text.find("match") != Text::npos ? Uniform::none : of_warp(), Type::u32));
    return;
  }
  const Variable m = mask_variable();
  const int uses = random_.between(1, 2);
  for (int i = 0; i < uses; ++i) keep(mask_use(m));
}

void Generator::conditional_cross() {
  const Condition c = condition(1);
  const Value x = exchanged();
  Value y;
  bool vote_instead = chance(30);
  const Text text = operand(c.flow, [&] {
    if (!cross_allowed()) return (y = x).text;
    y = vote_instead ? vote() : shuffle(x);
    return y.text;
  });
  if (vote_instead) {
    note("&&");
    const Text p = fresh("p");
    emit("bool " + p + " = " + c.text + " && " + text + ";", p);
    variables_.push_back({value_of(p, {0, 1}, {0, 1}, Uniform::none)});
    return;
  }
  note("ternary");
  keep(value_of("(" + c.text + " ? " + text + " : " + x.text + ")", join(x.at32, y.at32),
                join(x.at64, y.at64), std::max({x.uniform, y.uniform, c.flow.uniform}), x.type));
}

}  // namespace hipaudit::property
