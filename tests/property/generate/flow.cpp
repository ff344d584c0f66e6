// SPDX-License-Identifier: Apache-2.0
// Control flow.
#include <algorithm>

#include "generate/generator.hpp"

namespace hipaudit::property {

void Generator::vote_loop(int depth) {
  if (!loops_.empty()) return use_vote();
  note("loop until a vote");
  note("loop with data-dependent trips");
  const Text x = fresh("w");
  emit("int " + x + " = b[gid] & " + str(random_.of({3, 7})) + ";", x);
  const bool any = chance(60);
  crossing(any ? "__any" : "__all");
  const Text test = any ? "__any(" + x + " > 0)" : "!__all(" + x + " <= 0)";
  const Flow flow{Uniform::warp, 32};
  block_->push_back(
      block("while (" + test + ") {", loop_body(flow, depth, [&] { emit("--" + x + ";"); })));
}

void Generator::some_gadgets(int depth, int most) {
  const int count = random_.between(1, most);
  for (int i = 0; i < count; ++i) gadget(depth - 1);
}

void Generator::branch(int depth) {
  const Condition c = condition(1);
  note("if");
  Statement s;
  s.heads.push_back("if (" + bare(c.text) + ") {");
  s.bodies.push_back(inside(c.flow, [&] { some_gadgets(depth, 2); }));
  if (chance(35)) {
    note("else");
    s.heads.emplace_back("} else {");
    s.bodies.push_back(inside(c.flow, [&] { some_gadgets(depth, 2); }));
  }
  s.tail = "}";
  block_->push_back(std::move(s));
}

void Generator::switch_on(int depth) {
  note("switch");
  struct On {
    Text text;
    Flow flow;
  };
  On on{"n & 3", {Uniform::block, 32}};
  const int pick = random_.below(10);
  if (pick < 3) on = {"warp & 3", {Uniform::warp, 32}};
  if (pick >= 3 && pick < 6) on = {lane_.text + " & 3", {Uniform::none, 1}};
  if (pick >= 6 && pick < 8) on = {lane_.text + " >> 3", {Uniform::none, 8}};
  Statement s;
  const int cases = random_.between(2, 3);
  for (int i = 0; i < cases; ++i) {
    const Text label = i + 1 == cases ? "default: {" : "case " + str(i) + ": {";
    s.heads.push_back(i == 0 ? "switch (" + on.text + ") { " + label : "} " + label);
    s.bodies.push_back(inside(on.flow, [&] {
      some_gadgets(depth, 2);
      if (i + 1 == cases || on.flow.uniform == Uniform::none || chance(80))
        emit("break;");
      else
        note("fall through");
    }));
  }
  s.tail = "} }";
  block_->push_back(std::move(s));
}

std::vector<Statement> Generator::loop_body(Flow flow, int depth,
                                            const std::function<void()>& end) {
  std::vector<Text> written;
  for (int i = 0; i < 2; ++i)
    if (Variable* x = writable([](const Variable&) { return true; }))
      written.push_back(x->value.text);
  std::vector<std::pair<Text, bool>> before;
  for (Variable& v : variables_) {
    before.emplace_back(v.value.text, v.writable);
    if (std::find(written.begin(), written.end(), v.value.text) != written.end())
      freeze(v);
    else
      v.writable = false;
  }
  auto body = inside(flow, [&] {
    loops_.push_back({depth_, narrowed(flow).uniform == Uniform::none, false});
    // Lanes may come that did not enter together: the flow outside counts.
    some_gadgets(depth, 2);
    end();
    if (loops_.back().rejoin) emit("__syncwarp();");
    loops_.pop_back();
  });
  for (std::size_t i = 0; i < before.size(); ++i) variables_[i].writable = before[i].second;
  return body;
}

void Generator::loop(int depth) {
  const int pick = random_.below(100);
  Text head, tail = "}";
  Flow flow{Uniform::block, 32};
  Text i = fresh("i");
  if (pick < 25) {
    note("loop");
    head = "for (int " + i + " = 0; " + i + " < " + str(random_.between(2, 5)) + "; ++" + i + ") {";
  } else if (pick < 40) {
    note("loop");
    head = "for (int " + i + " = 0; " + i + " < (n & 3); ++" + i + ") {";
  } else if (pick < 58) {
    note("loop with data-dependent trips");
    flow = {Uniform::none, 1};
    head = "for (int " + i + " = 0; " + i + " < (b[gid] & 3); ++" + i + ") {";
  } else if (pick < 68) {
    note("loop with data-dependent trips");
    flow = {Uniform::warp, 32};
    head = "for (int " + i + " = 0; " + i + " < (b[" + bare(global_warp().text) + "] & 3); ++" + i
           + ") {";
  } else if (pick < 92) {
    return strided(i);
  } else {
    note("do loop");
    note("loop with data-dependent trips");
    flow = {Uniform::none, 1};
    emit("int " + i + " = b[gid] & 7;", i);
    auto body = loop_body(flow, depth, [&] { emit(i + " -= 2;"); });
    block_->push_back({{"do {"}, {std::move(body)}, "} while (" + i + " > 0);", {}});
    return;
  }
  auto body = loop_body(flow, depth, [] {});
  block_->push_back({{head}, {std::move(body)}, tail, {}});
}

void Generator::strided(const Text& i) {
  if (!loops_.empty()) return compute();
  note("strided loop");
  const Text x = fresh("c");
  const Text from = lane().text;
  const Text step = careful() || chance(70) ? thirty_two() : "warpSize";
  const Text to = random_.of({"n", "64", "100", "n + 32"});
  emit("int " + x + " = 0;", x);
  block_->push_back(block("for (int " + i + " = " + from + "; " + i + " < " + to + "; " + i
                              + " += " + step + ") {",
                          {plain(x + " += " + random_.of({"a", "b"}) + "[" + i + " & 255];")}));
  const Range sum{-64 * 20, 64 * 20};
  variables_.push_back({value_of(x, sum, sum, Uniform::none), true});
}

void Generator::early_return() {
  if (nested_ > 0 || flow_.uniform == Uniform::none) return compute();
  const Condition c = condition(0);
  note("early return");
  // Something is seen of those that leave.
  if (chance(60)) store_somewhere();
  emit("if (" + bare(c.text) + ") return;");
  // All that is still to come is for those that stay.
  flow_ = narrowed(c.flow);
}

}  // namespace hipaudit::property
