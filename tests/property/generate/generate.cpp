// SPDX-License-Identifier: Apache-2.0
// A whole kernel: its launch, its gadgets, and what is stored in the end.
#include <algorithm>

#include "generate/generator.hpp"

namespace hipaudit::property {

Kernel Generator::make() {
  care_ = random_.of({25, 65, 88, 97});
  kernel_.restricted = random_.chance(25);
  block_ = &kernel_.body;
  choose_shape();
  prologue();
  const int gadgets = random_.between(2, 6);
  for (int i = 0; i < gadgets; ++i) gadget(2);
  if (crossings_ == 0) cross_gadget(2);
  epilogue();
  const Text text = kernel_text(kernel_);
  if (text.find("warpSize") != Text::npos || mentions(text, "__lane_id")) note(kWaveSize);
  return std::move(kernel_);
}

std::vector<Statement> Generator::inside(Flow flow, const std::function<void()>& make) {
  std::vector<Statement> body;
  std::vector<Statement>* outer = std::exchange(block_, &body);
  const Flow before = std::exchange(flow_, narrowed(flow));
  const std::size_t count = variables_.size();
  const bool conditional = flow.uniform != Uniform::block;
  depth_ += conditional;
  ++nested_;
  make();
  --nested_;
  depth_ -= conditional;
  variables_.resize(count);
  flow_ = before;
  block_ = outer;
  return body;
}

Flow Generator::narrowed(Flow f) const {
  return {std::max(f.uniform, flow_.uniform), std::min(f.group, flow_.group)};
}

Text Generator::operand(Flow flow, const std::function<Text()>& make) {
  const Flow before = std::exchange(flow_, narrowed(flow));
  depth_ += flow.uniform != Uniform::block;
  Text text = make();
  depth_ -= flow.uniform != Uniform::block;
  flow_ = before;
  return text;
}

bool Generator::cross_allowed() const {
  for (const Loop& loop : loops_)
    if (loop.divergent && depth_ > loop.depth) return false;
  return true;
}

void Generator::crossing(const char* construct, bool conditional) {
  note(construct);
  ++crossings_;
  for (Loop& loop : loops_)
    if (conditional || depth_ > loop.depth) loop.rejoin = true;
}

void Generator::choose_shape() {
  static const std::vector<std::pair<Shape, int>> shapes = {
      {{32, 1}, 8},  {{64, 1}, 34}, {{96, 1}, 11}, {{128, 1}, 20},
      {{32, 2}, 10}, {{16, 4}, 9},  {{8, 8}, 8}};
  int pick = random_.below(100);
  for (const auto& [shape, weight] : shapes) {
    shape_ = shape;
    pick -= weight;
    if (pick < 0) break;
  }
  threads_ = shape_.x * shape_.y;
  note(shape_.y > 1 ? "block 2-D" : "block 1-D");
  note(("block " + str(shape_.x) + (shape_.y > 1 ? "x" + str(shape_.y) : "")).c_str());
  const bool may_hide = shape_.x == 64 || shape_.x == 128 || shape_.y == 2;
  kernel_.launch_seen = !may_hide || chance(65);
  kernel_.shapes = {shape_};
  if (!kernel_.launch_seen) {
    // Nothing in the unit says more: the block that is assumed.
    shape_ = shape_.y == 2 ? Shape{32, 4} : Shape{128, 1};
    kernel_.shapes = {shape_};
    threads_ = 128;
    note("launch unseen");
  } else {
    note("launch seen");
  }
  if (chance(20)) {
    kernel_.bounds = "__launch_bounds__(" + str(threads_) + (chance(30) ? ", 2) " : ") ");
    note("launch bounds");
  }
  if (kernel_.launch_seen && chance(22)) {
    kernel_.template_head = chance(50) ? "template <int W>" : "template <int W, typename T>";
    has_type_ = kernel_.template_head.size() > 20;
    kernel_.template_args = has_type_ ? "<32, int>" : "<32>";
    note("template kernel");
  }
  const Text called = kernel_.name + kernel_.template_args;
  if (shape_.y > 1 || chance(30)) {
    const Text dims = str(shape_.x) + (shape_.y > 1 ? ", " + str(shape_.y) : "");
    kernel_.launch = chance(50)
                         ? "  " + called + "<<<dim3(2), dim3(" + dims + ")>>>(%s);\n"
                         : "  dim3 block(" + dims + ");\n  " + called + "<<<2, block>>>(%s);\n";
  } else if (chance(20)) {
    kernel_.launch =
        "  constexpr int threads = " + str(shape_.x) + ";\n  " + called + "<<<2, threads>>>(%s);\n";
  } else {
    kernel_.launch = "  " + called + "<<<2, " + str(shape_.x) + ">>>(%s);\n";
  }
}

Text Generator::thirty_two() {
  if (!kernel_.template_head.empty() && chance(60)) {
    note("template constant");
    return "W";
  }
  return random_.of({"32", "32", "32", "WARP", "kWarp"});
}

void Generator::epilogue() {
  // The newest values, so that most of what was computed is seen; at times by some threads
  // only.
  std::vector<Value> newest;
  for (std::size_t i = variables_.size(); i-- > 4 && newest.size() < 3;)
    if (newest.empty() || chance(65)) newest.push_back(variables_[i].value);
  for (const Value& v : newest) {
    const int pick = random_.below(100);
    if (pick < 62) {
      store(v, true);
    } else if (pick < 80) {
      note("if");
      note("store guarded");
      block_->push_back({{"if (" + lane().text + " == " + str(random_.of({0, 0, 0, 31})) + ") {"},
                         {inside({Uniform::none, 1}, [&] { store(v, false); })},
                         "}",
                         {}});
    } else if (pick < 88) {
      note("if");
      note("store guarded");
      block_->push_back({{"if (tid " + Text(random_.of({"== 0", "< 32", "< 16"})) + ") {"},
                         {inside({Uniform::none, 1}, [&] { store(v, true); })},
                         "}",
                         {}});
    } else if (!add_to_block(v)) {
      store(v, true);
    }
  }
  if (regions_ == 0) store(tid_, true);
}

Kernel generate(std::uint64_t seed, int index) { return Generator(seed, index).make(); }

}  // namespace hipaudit::property
