// SPDX-License-Identifier: Apache-2.0
// Makes random kernels as CUDA code is written: what they compute at 32 lanes is defined. By
// construction no lane reads one that is inactive there, no two threads meet at one address without
// an atomic, and nothing overflows or leaves its array. At 64 lanes they are what they are.
//
// Control flow carries two facts. `uniform` says which threads surely take it together; only code
// that the whole block takes has barriers. `group` is the size of the aligned groups of lanes that
// surely take it together: exchanges within such a group read active lanes only.
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "kernel.hpp"
#include "value.hpp"

namespace hipaudit::property {

namespace {

using Text = std::string;

Text str(long long v) { return std::to_string(v); }

struct Variable {
  Value value;
  bool writable = false;
  bool frozen = false;     ///< assigned in a loop: stays within the range it has
  bool mask = false;       ///< of lanes
  bool some_lane = false;  ///< a mask that is not 0 at 32 lanes
};

struct Flow {
  Uniform uniform = Uniform::block;
  int group = 32;
};

struct Condition {
  Text text;
  Flow flow;
};

struct Loop {
  int depth = 0;
  bool divergent = false;  ///< entered by part of a warp
  bool rejoin = false;     ///< its turns must end together
};

Statement plain(Text text, Text declares = {}) {
  return {{std::move(text)}, {}, {}, std::move(declares)};
}

/// `head body tail`
Statement block(Text head, std::vector<Statement> body, Text tail = "}") {
  return {{std::move(head)}, {std::move(body)}, std::move(tail), {}};
}

class Generator {
 public:
  Generator(std::uint64_t seed, int index) : random_(seed, static_cast<std::uint64_t>(index)) {
    kernel_.index = index;
    kernel_.name = "k" + str(index);
  }

  Kernel make() {
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

 private:
  // ---- small tools ----

  bool chance(int percent) { return random_.chance(percent); }
  bool careful() { return chance(care_); }
  void note(const char* construct) { kernel_.constructs.insert(construct); }
  Text fresh(const char* prefix) { return prefix + str(counter_++); }
  Text helper_name(const char* prefix) {
    return prefix + str(kernel_.index) + "_" + str(counter_++);
  }
  void helper(const Text& name, const Text& text) { kernel_.helpers.push_back({name, text}); }

  void emit(const Text& text, const Text& declares = {}) {
    block_->push_back(plain(text, declares));
  }

  /// Variables that are declared in `make` end with it.
  std::vector<Statement> inside(Flow flow, const std::function<void()>& make) {
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
  [[nodiscard]] Flow narrowed(Flow f) const {
    return {std::max(f.uniform, flow_.uniform), std::min(f.group, flow_.group)};
  }
  /// An operand that is evaluated only by some.
  Text operand(Flow flow, const std::function<Text()>& make) {
    const Flow before = std::exchange(flow_, narrowed(flow));
    depth_ += flow.uniform != Uniform::block;
    Text text = make();
    depth_ -= flow.uniform != Uniform::block;
    flow_ = before;
    return text;
  }

  [[nodiscard]] bool barrier_allowed() const { return flow_.uniform == Uniform::block; }
  [[nodiscard]] bool full() const { return flow_.group == 32; }

  /// Lanes that skip an operation would run ahead to it in the next turn: such turns end together.
  [[nodiscard]] bool cross_allowed() const {
    for (const Loop& loop : loops_)
      if (loop.divergent && depth_ > loop.depth) return false;
    return true;
  }
  void crossing(const char* construct, bool conditional = false) {
    note(construct);
    ++crossings_;
    for (Loop& loop : loops_)
      if (conditional || depth_ > loop.depth) loop.rejoin = true;
  }

  // ---- the launch ----

  void choose_shape() {
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
      kernel_.launch = "  constexpr int threads = " + str(shape_.x) + ";\n  " + called
                       + "<<<2, threads>>>(%s);\n";
    } else {
      kernel_.launch = "  " + called + "<<<2, " + str(shape_.x) + ">>>(%s);\n";
    }
  }

  Text thirty_two() {
    if (!kernel_.template_head.empty() && chance(60)) {
      note("template constant");
      return "W";
    }
    return random_.of({"32", "32", "32", "WARP", "kWarp"});
  }

  // ---- variables ----

  Variable& declare(Value value, const char* prefix, bool writable = true, const Text& type = {}) {
    const Text name_of_it = fresh(prefix);
    const Text written = !type.empty()                                        ? type
                         : has_bool(value.text)                               ? name(value.type)
                         : chance(12)                                         ? "auto"
                         : value.type == Type::i32 && has_type_ && chance(40) ? "T"
                                                                              : name(value.type);
    emit(written + " " + name_of_it + " = " + value.text + ";", name_of_it);
    value.text = name_of_it;
    value.uniform = std::max(value.uniform, flow_.uniform);
    variables_.push_back({std::move(value), writable});
    return variables_.back();
  }
  /// A condition's variable stands in it: `auto` would be bool.
  static bool has_bool(const Text& e) {
    for (std::size_t i = 0; i + 1 < e.size(); ++i)
      if (e[i] == 'p' && e[i + 1] >= '0' && e[i + 1] <= '9') return true;
    return false;
  }
  Variable& declare_as(Type t, const Value& value, const char* prefix) {
    const auto v = convert(value, t);
    return v ? declare(*v, prefix, true, name(t)) : declare(value, prefix, true, name(value.type));
  }

  /// A variable that is declared where all that follows sees it.
  Variable* writable(const std::function<bool(const Variable&)>& fits) {
    std::vector<Variable*> list;
    for (Variable& v : variables_)
      if (v.writable && fits(v)) list.push_back(&v);
    return list.empty()
               ? nullptr
               : list[static_cast<std::size_t>(random_.below(static_cast<int>(list.size())))];
  }

  const Variable* readable(const std::function<bool(const Variable&)>& fits) {
    std::vector<const Variable*> list;
    for (const Variable& v : variables_)
      if (fits(v)) list.push_back(&v);
    // Newer ones more often: results of results.
    if (list.empty()) return nullptr;
    const int n = static_cast<int>(list.size());
    return list[static_cast<std::size_t>(std::max(random_.below(n), random_.below(n)))];
  }

  /// `x = e`, where x may take it.
  bool assign(Variable& x, Value e, bool add = false) {
    if (add) {
      const auto sum = binary(x.value, random_.of({"+", "+", "^", "-", "|"}), e);
      if (!sum) return false;
      e = *sum;
    }
    auto fitted = convert(e, x.value.type);
    if (!fitted) return false;
    if (x.frozen && !(fitted->at32.in(x.value.at32) && fitted->at64.in(x.value.at64))) {
      if (x.value.type == Type::f32) return false;
      const auto cut = binary(e, "&", number(1023));
      if (!cut) return false;
      e = *cut;
      fitted = convert(e, x.value.type);
      if (!fitted || !fitted->at32.in(x.value.at32) || !fitted->at64.in(x.value.at64)) return false;
    }
    emit(x.value.text + " = " + bare(e.text) + ";");
    const bool replaces = nested_ == 0;
    x.value.at32 = replaces ? fitted->at32 : join(x.value.at32, fitted->at32);
    x.value.at64 = replaces ? fitted->at64 : join(x.value.at64, fitted->at64);
    const Uniform now = std::max(e.uniform, flow_.uniform);
    x.value.uniform = replaces ? now : std::max(x.value.uniform, now);
    x.mask = x.some_lane = false;
    return true;
  }

  static Text bare(const Text& e) {
    if (e.size() < 2 || e[0] != '(' || e.back() != ')') return e;
    int depth = 0;
    for (std::size_t i = 0; i + 1 < e.size(); ++i) {
      depth += e[i] == '(' ? 1 : e[i] == ')' ? -1 : 0;
      if (depth == 0) return e;
    }
    return e.substr(1, e.size() - 2);
  }

  // ---- where a thread is ----

  Value value_of(Text text, Range r32, Range r64, Uniform u, Type t = Type::i32) {
    return {std::move(text), t, r32, r64, u};
  }

  void prologue() {
    const Range threads{0, threads_ - 1};
    Text tid = "threadIdx.x";
    if (shape_.y > 1) {
      const Text width = chance(60) ? "blockDim.x" : str(shape_.x);
      tid = chance(50) ? "threadIdx.y * " + width + " + threadIdx.x"
                       : "threadIdx.x + threadIdx.y * " + width;
    }
    tid_ = named("tid", tid, {threads, threads, Uniform::none});
    lane_ = named("lane", lane_text(), lane_range_);
    warp_ = named("warp", warp_text(), {warps(), warps(), Uniform::warp});
    const Text size = !kernel_.launch_seen || chance(60)
                          ? (shape_.y > 1 ? "blockDim.x * blockDim.y" : "blockDim.x")
                          : str(threads_);
    const Range all{0, kBlocks * threads_ - 1};
    gid_ = named("gid", "blockIdx.x * " + (shape_.y > 1 ? "(" + size + ")" : size) + " + tid",
                 {all, all, Uniform::none});
    const int count = random_.between(1, 2);
    for (int i = 0; i < count; ++i) declare(load(), "v", true);
    if (chance(35))
      declare_as(random_.of({Type::u32, Type::i64, Type::u64, Type::f32}), load(), "x");
  }

  struct Ranges {
    Range at32, at64;
    Uniform uniform = Uniform::none;
  };
  Value named(const char* name_of_it, const Text& text, Ranges r) {
    const Type t = chance(80) ? Type::i32 : Type::u32;
    emit((chance(30) ? "const " : "") + Text(name(t)) + " " + name_of_it + " = " + text + ";",
         name_of_it);
    Value v = value_of(name_of_it, r.at32, r.at64, r.uniform, t);
    variables_.push_back({v});
    return v;
  }
  [[nodiscard]] Range warps() const { return {0, threads_ / 32 - 1}; }

  Text lane_text() {
    lane_range_ = {{0, 31}, {0, 31}, Uniform::none};
    if (shape_.x == 32 && shape_.y > 1 && chance(45)) {
      note("lane threadIdx.x");
      return "threadIdx.x";
    }
    if (threads_ == 32 && chance(30)) {
      note("lane threadIdx.x");
      return "threadIdx.x";
    }
    const int pick = random_.below(careful() ? 78 : 120);
    if (pick < 28) {
      note("lane & 31");
      return chance(75) ? "tid & 31" : "tid & (" + thirty_two() + " - 1)";
    }
    if (pick < 55) {
      note("lane % 32");
      return "tid % " + thirty_two();
    }
    if (pick < 62) {
      note("lane by a helper");
      const Text f = helper_name("lane_id");
      helper(f, "__device__ " + Text(random_.of({"", "__forceinline__ "})) + "int " + f
                    + "(int t) { return t & 31; }\n");
      return f + "(tid)";
    }
    lane_range_.at64 = {0, 63};
    if (pick < 90) {
      note("lane % warpSize");
      return chance(70) ? "tid % warpSize" : "tid & (warpSize - 1)";
    }
    note("__lane_id");
    return "__lane_id()";
  }
  Text warp_text() {
    if (shape_.x == 32 && shape_.y > 1 && chance(45)) return "threadIdx.y";
    const bool real = lane_range_.at64.hi == 63 ? chance(70) : chance(8);
    if (real) {
      note("warp / warpSize");
      return "tid / warpSize";
    }
    note("warp / 32");
    return chance(50) ? "tid >> 5" : "tid / " + thirty_two();
  }
  /// A lane number, spelled anew at times.
  Value lane() {
    if (chance(75)) return lane_;
    const int pick = random_.below(careful() ? 2 : 4);
    if (pick == 0) return value_of("(tid & 31)", {0, 31}, {0, 31}, Uniform::none, tid_.type);
    if (pick == 1) {
      if (shape_.y > 1) return value_of("(tid % 32)", {0, 31}, {0, 31}, Uniform::none, tid_.type);
      note("lane by threadIdx.x");
      return value_of(random_.of({"(threadIdx.x & 31)", "(threadIdx.x % 32)"}), {0, 31}, {0, 31},
                      Uniform::none, Type::u32);
    }
    if (pick == 2) {
      note("lane % warpSize");
      return value_of("(tid % warpSize)", {0, 31}, {0, 63}, Uniform::none, tid_.type);
    }
    note("__lane_id");
    return value_of("__lane_id()", {0, 31}, {0, 63}, Uniform::none, Type::u32);
  }
  Value block_index() {
    return value_of("blockIdx.x", {0, kBlocks - 1}, {0, kBlocks - 1}, Uniform::block, Type::u32);
  }
  /// Warp in the grid; the launch need not be known.
  Value global_warp() {
    const Range r{0, kBlocks * 4 - 1};
    return value_of("(blockIdx.x * 4 + warp)", r, r, Uniform::warp, Type::u32);
  }

  // ---- inputs ----

  Value n() { return value_of("n", {-16, 256}, {-16, 256}, Uniform::block); }

  Value index() {
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

  Value load() {
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
  Value load_from(const char* array, Type type, Range range) {
    const Value i = index();
    return value_of(Text(array) + "[" + bare(i.text) + "]", range, range, i.uniform, type);
  }

  // ---- expressions ----

  /// A variable, an input, a number; never a mask of lanes.
  Value leaf(bool integer = false) {
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
  Value integer_variable() {
    const Variable* v =
        readable([](const Variable& x) { return !x.mask && x.value.type != Type::f32; });
    return v ? v->value : tid_;
  }

  Value expression(int depth) {
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

  std::optional<Value> ternary(const Value& x, const Value& y) {
    if ((x.type == Type::f32) != (y.type == Type::f32)) return std::nullopt;
    const Type t = std::max(x.type, y.type);
    const auto cx = convert(x, t), cy = convert(y, t);
    if (!cx || !cy) return std::nullopt;
    note("ternary");
    const Condition c = condition(0);
    return value_of("(" + c.text + " ? " + x.text + " : " + y.text + ")", join(cx->at32, cy->at32),
                    join(cx->at64, cy->at64), std::max({x.uniform, y.uniform, c.flow.uniform}), t);
  }

  /// Bit functions, on data and on masks.
  std::optional<Value> bit_count(const Value& x) {
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

  // ---- conditions ----

  /// `crosses`: how deep votes may stand in it.
  Condition condition(int crosses) {
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

  Condition block_condition() {
    switch (random_.below(4)) {
    case 0: return {"n > " + str(random_.of({0, 5, 31, 32, 50})), {Uniform::block, 32}};
    case 1: return {"(n & " + str(random_.of({1, 2, 4})) + ") != 0", {Uniform::block, 32}};
    case 2: return {"blockIdx.x == 0", {Uniform::block, 32}};
    default: return {"b[blockIdx.x] > 20", {Uniform::block, 32}};
    }
  }

  Condition warp_condition(int crosses) {
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

  Condition lane_or_data() {
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

  Condition lane_condition() {
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

  // ---- votes and masks ----

  Text predicate() {
    const Condition c = lane_or_data();
    if (chance(8)) return "(" + c.text + " && " + lane_or_data().text + ")";
    return c.text;
  }
  Uniform of_warp() const { return full() ? Uniform::warp : Uniform::none; }

  /// __any, __all: 0 or 1.
  Value vote() {
    const bool any = chance(55);
    crossing(any ? "__any" : "__all");
    const bool sync = full() && chance(20);
    if (sync) note("_sync form");
    const Text call =
        Text(any ? "__any" : "__all") + (sync ? "_sync(FULL, " : "(") + predicate() + ")";
    return value_of(call, {0, 1}, {0, 1}, of_warp());
  }

  struct Mask {
    Text text;
    bool some_lane = false;
  };
  /// An expression of 64 bits.
  Mask lanes_where() {
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

  /// Declares a variable that holds lanes: of 32 bits as CUDA's are, or of 64.
  Variable& mask_variable() {
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

  /// What lane masks are asked; with `bit`, only whether something holds for a lane.
  Value mask_use(const Variable& m, bool bit = false) {
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
        prefix =
            wide ? "(~0ull >> (63 - " + l.text + "))" : "(0xffffffffu >> (31 - " + l.text + "))";
      if (form == 4) {
        crossing("__lanemask_lt");
        prefix = "__lanemask_lt()";
        return value_of((wide ? "__popcll(" : "__popc(") + text + " & " + prefix + ")", small,
                        large, Uniform::none, Type::u32);
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

  // ---- shuffles ----

  /// Width argument of an exchange within groups that surely take part; empty for the default.
  Text width(int& w) {
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

  Value source_lane(int w) {
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
    case 6:
      note("source by lane");
      return *binary(lane(), "&", number(random_.of({-2, -4, -8, 24})));
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
  Value distance(int w) {
    switch (random_.below(8)) {
    case 0: note("source uniform"); return *binary(n(), "&", number(w - 1));
    case 1:
      note("source by data");
      return *binary(value_of("b[gid]", {-64, 64}, {-64, 64}, Uniform::none), "&", number(w - 1));
    case 2: note("source by lane"); return *binary(lane_, "&", number(w - 1));
    default:
      note("source constant");
      return number(random_.of({1, 1, 2, 4, 8, 16}) % std::max(w, 2));
    }
  }

  /// An exchange of `v`; lanes it reads take part at 32 lanes.
  Value shuffle(const Value& v) {
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

  /// A value to exchange.
  Value exchanged() {
    const Variable* v = readable([](const Variable& x) { return !x.mask; });
    if (!v || chance(12)) return leaf();
    return v->value;
  }

  // ---- gadgets: what a kernel is made of ----

  void gadget(int depth) {
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

  void cross_gadget(int depth) {
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

  void compute() {
    const Value e = expression(random_.between(1, 2));
    if (chance(50))
      if (Variable* x = writable([](const Variable&) { return true; });
          x && assign(*x, e, chance(40)))
        return;
    declare(e, "v");
  }

  /// Into a new variable, or into or onto one that is there.
  void keep(const Value& e) {
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

  void use_shuffle() {
    Value e = shuffle(exchanged());
    if (chance(20))
      if (const auto sum = binary(e, random_.of({"+", "-", "^"}), leaf())) e = *sum;
    keep(e);
  }
  void use_vote() {
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
  void use_mask() {
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

  /// Only some lanes come here: c ? shuffle : x, c && any.
  void conditional_cross() {
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

  /// Variables that a reduction over 64 lanes cannot overflow.
  const Variable* summable() {
    return readable([](const Variable& x) {
      const Wide bound = x.value.type == Type::f32 ? 4096 : 1 << 20;
      const bool small = x.value.at32.in({-bound, bound}) && x.value.at64.in({-bound, bound});
      return !x.mask && (small || x.value.type == Type::u32 || x.value.type == Type::u64);
    });
  }

  struct Fold {
    Text op;  ///< "+", "|", "&", "^", "max", "min"
    Range at32, at64;
  };
  Fold fold_of(const Value& v) {
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
  static Text folded(const Text& op, const Text& x, const Text& y) {
    if (op == "max") return x + " < " + y + " ? " + y + " : " + x;
    if (op == "min") return y + " < " + x + " ? " + y + " : " + x;
    return x + " " + op + " " + y;
  }
  static Text fold_statement(const Text& op, const Text& x, const Text& y, const Text& temp_type) {
    if (op == "max" || op == "min")
      return "{ " + temp_type + " t = " + y + "; " + x + " = " + folded(op, x, "t") + "; }";
    return x + " " + op + "= " + y + ";";
  }

  /// Header of the loop over distances `d`.
  Text distances() {
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
  Text reduce_width() {
    if (careful()) {
      note("width 32");
      return ", " + thirty_two();
    }
    note("width by default");
    return chance(6) ? ", warpSize" : "";
  }

  void reduce() {
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
      return fold_statement(fold.op, x, "__shfl" + kind + "(" + x + ", " + d + w + ")",
                            name(v.type));
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

  /// What is done with a sum: broadcast, the warp's first lane, a barrier and the next stage.
  void after_reduction(const Value& sum, const Text& w) {
    const int pick = random_.below(100);
    if (pick < 25) {
      crossing("__shfl");
      note("source constant");
      if (Variable* x = writable([&](const Variable& v) { return v.value.text == sum.text; }))
        assign(*x, value_of("__shfl(" + sum.text + ", 0" + w + ")", sum.at32,
                            join(sum.at64, {0, 0}), Uniform::warp, sum.type));
    } else if (pick < 50) {
      if (barrier_allowed() && chance(60)) return second_stage(sum);
      block_->push_back(block("if (" + lane().text + " == 0) {", inside({Uniform::none, 1}, [&] {
                                if (!chance(45) || !add_to_block(sum)) store(sum, false);
                              })));
      note("if");
    }
  }

  void second_stage(const Value& sum) {
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
    const bool fits =
        !is_signed(sum.type)
        || (four(sum.at32).in(limits(sum.type)) && four(sum.at64).in(limits(sum.type)));
    if (fits && chance(50) && kernel_.launch_seen) {
      // A sum in order.
      emit(Text(name(sum.type)) + " " + total + " = 0;", total);
      const Text count = random_.of({str(warps_of_block), str(threads_) + " / " + thirty_two(),
                                     str(threads_) + " / warpSize"});
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
  static Range grown_four(Range r, Type t) {
    return converted(join({r.lo * 4, r.hi * 4}, join(r, {0, 0})), t);
  }

  void reduce_by_helper(const Value& v, const Fold& fold, const Text& kind, const Text& w,
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

  void scan() {
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

  /// One turn for each lane of a mask.
  void mask_loop() {
    note("loop over a mask");
    Text m = fresh("m");
    const bool wide = careful() && chance(60);
    crossing("__ballot");
    const Text p = predicate();
    const bool cut = !wide && careful();
    if (cut) note("half of a mask");
    emit(Text(wide ? "unsigned long long " : "unsigned ") + m + " = "
             + (cut ? "(unsigned)(__ballot(" + p + ") >> (__lane_id() & 32))"
                    : "__ballot(" + p + ")")
             + ";",
         m);
    note(wide ? "mask in 64 bits" : "mask in unsigned");
    Variable* sum = accumulator();
    if (!sum) return;
    const Value v = exchanged();
    const Text t = fresh("i");
    crossing("__shfl");
    note("source by mask");
    note(wide ? "__ffsll" : "__ffs");
    std::vector<Statement> body;
    body.push_back(plain("int " + t + " = " + (wide ? "__ffsll(" : "__ffs(") + m + ") - 1;", t));
    const Text from = (v.type == Type::f32 ? "(int)__shfl(" : "__shfl(") + bare(v.text) + ", " + t
                      + reduce_width() + ")";
    const Text x = sum->value.text;
    const Text update = is_signed(sum->value.type) ? x + " = (" + x + " ^ " + from + ") & 1023;"
                                                   : x + " += " + from + ";";
    body.push_back(plain(update));
    body.push_back(plain(m + " &= " + m + " - 1;"));
    block_->push_back(block("while (" + m + ") {", body));
    // Turns differ between the warps of a wave.
    rejoin_outer();
  }
  /// A loop whose turns differ by warp, within others.
  void rejoin_outer() {
    for (Loop& loop : loops_) loop.rejoin = true;
  }

  /// An integer variable made fit to be written in a loop.
  Variable* accumulator() {
    Variable* x = writable([](const Variable& v) { return v.value.type != Type::f32; });
    if (x && !loops_.empty() && !x->frozen) x = nullptr;
    if (!x) {
      if (!loops_.empty()) return nullptr;
      x = &declare(value_of("0", {0, 0}, {0, 0}, Uniform::block), "c", true, "int");
    }
    freeze(*x);
    return x;
  }
  void freeze(Variable& x) {
    if (x.frozen) return;
    x.frozen = true;
    const Range threads_ = x.value.type == Type::f32 ? Range{-64, 64}
                        : is_signed(x.value.type) ? Range{0, 1023}
                                                  : limits(x.value.type);
    x.value.at32 = join(x.value.at32, threads_);
    x.value.at64 = join(x.value.at64, threads_);
    x.value.uniform = Uniform::none;
    x.mask = x.some_lane = false;
  }

  /// One atomic for the lanes that want it, by the first of them.
  void aggregated_atomic() {
    if (regions_ >= kMostRegions || !loops_.empty()) return use_mask();
    note("aggregated atomic");
    note("if");
    const Text region = next_region();
    const bool wide = careful();
    const Text m = fresh("m"), leader = fresh("i");
    const Text popc = wide ? "__popcll(" : "__popc(", ffs = wide ? "__ffsll(" : "__ffs(";
    note(wide ? "mask in 64 bits" : "mask in unsigned");
    note(wide ? "__popcll" : "__popc");
    note(wide ? "__ffsll" : "__ffs");
    const Condition c = lane_or_data();
    const Value l = lane();
    const bool by_ballot = chance(50);
    block_->push_back(block("if (" + c.text + ") {", inside(c.flow, [&] {
                              crossing(by_ballot ? "__ballot" : "__activemask");
                              emit(Text(wide ? "unsigned long long " : "unsigned ") + m + " = "
                                       + (by_ballot ? "__ballot(1)" : "__activemask()") + ";",
                                   m);
                              emit("int " + leader + " = " + ffs + m + ") - 1;", leader);
                              // The count of a warp, so that no order between warps is seen; or of
                              // all.
                              const bool own = chance(60);
                              note("atomicAdd");
                              note("atomic to global");
                              const Text to = own ? "&out[" + region + " + blockIdx.x * 4 + warp]"
                                                  : "&out[" + region + "]";
                              const Text add = "atomicAdd(" + to + ", (int)" + popc + m + "));";
                              const Text is_leader = "if ((int)" + l.text + " == " + leader + ") ";
                              if (!own || chance(40)) {
                                emit(is_leader + add);
                                return;
                              }
                              const Text base = fresh("i");
                              emit("int " + base + " = 0;", base);
                              emit(is_leader + base + " = " + add);
                              crossing("__shfl");
                              note("source by mask");
                              emit(base + " = __shfl(" + base + ", " + leader + reduce_width()
                                   + ");");
                              note("prefix mask");
                              emit(base + " += " + popc + m + " & ((" + (wide ? "1ull" : "1u")
                                   + " << " + l.text + ") - 1));");
                              if (regions_ < kMostRegions)
                                emit("uout[" + next_region() + " + gid] = " + base + ";");
                            })));
  }

  /// A turn for each value that some lane holds.
  void match_loop() {
    if (regions_ >= kMostRegions || !loops_.empty() || !full()) return use_shuffle();
    note("loop by value");
    note("loop with data-dependent trips");
    const Text key = fresh("v"), k = fresh("v"), region = next_region();
    emit("int " + key + " = a[gid] & " + str(random_.of({1, 3, 7})) + ";", key);
    if (chance(50)) {
      const bool wide = careful();
      const Text todo = fresh("m"), leader = fresh("i"), same = fresh("m");
      const Text t = wide ? "unsigned long long " : "unsigned ";
      crossing("__ballot");
      crossing("__shfl");
      note("atomicAdd");
      note("atomic to global");
      note(wide ? "mask in 64 bits" : "mask in unsigned");
      emit(t + todo + " = __ballot(1);", todo);
      const Text l = lane().text;
      std::vector<Statement> body;
      body.push_back(plain(
          "int " + leader + " = " + (wide ? "__ffsll(" : "__ffs(") + todo + ") - 1;", leader));
      body.push_back(
          plain("int " + k + " = __shfl(" + key + ", " + leader + reduce_width() + ");", k));
      body.push_back(plain(t + same + " = __ballot(" + key + " == " + k + ");", same));
      body.push_back(plain("if ((int)" + l + " == " + leader + ") atomicAdd(&out[" + region + " + "
                           + k + "], (int)" + (wide ? "__popcll(" : "__popc(") + same + "));"));
      body.push_back(plain(todo + " &= ~" + same + ";"));
      block_->push_back(block("while (" + todo + ") {", body));
      return;
    }
    // The lanes that are not done yet agree on the first one's value.
    const Text done = fresh("p");
    crossing("__activemask");
    crossing("__shfl");
    crossing("__ballot");
    note("source is the first active lane");
    note("__ffsll");
    note("__popcll");
    note("if");
    const Text same = fresh("m");
    emit("bool " + done + " = false;", done);
    std::vector<Statement> body;
    body.push_back(plain("int " + k + " = __shfl(" + key + ", __ffsll(__activemask()) - 1"
                             + (careful() ? ", 32" : "") + ");",
                         k));
    body.push_back(
        plain("unsigned long long " + same + " = __ballot(" + k + " == " + key + ");", same));
    body.push_back({{"if (" + k + " == " + key + ") {"},
                    {{plain("uout[" + region + " + gid] = __popcll(" + same + ");"),
                      plain(done + " = true;")}},
                    "}",
                    {}});
    block_->push_back(block("while (!" + done + ") {", body));
  }

  /// As long as any lane wants another turn.
  void vote_loop(int depth) {
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

  void cross_helper() {
    const Text f = helper_name("helper");
    const Value v = integer_variable();
    const Text t = name(v.type);
    const Text w = careful() ? ", 32" : "";
    note(w.empty() ? "width by default" : "width 32");
    switch (random_.of({0, 1, 2, 2, 2, 3, 4, 4, 5, 6, 7})) {
    case 0: {
      note("helper with a reference");
      crossing("__shfl_up");
      crossing("__shfl_down");
      helper(f, "__device__ void " + f + "(" + t + " v, " + t + "& before, " + t
                    + "& after) {\n  before = __shfl_up(v, 1" + w + ");\n  after = __shfl_down(v, 1"
                    + w + ");\n}\n");
      const Text x = fresh("v"), y = fresh("v");
      for (const Text& out : {x, y}) emit(t + " " + out + " = 0;", out);
      emit(f + "(" + v.text + ", " + x + ", " + y + ");");
      for (const Text& r : {x, y})
        variables_.push_back(
            {value_of(r, join(v.at32, {0, 0}), join(v.at64, {0, 0}), Uniform::none, v.type), true});
      return;
    }
    case 1: {
      note("helper with a struct");
      crossing("__shfl");
      crossing("__ballot");
      const bool wide = careful();
      helper(f, "struct " + f + "_result {\n  " + t + " first;\n  "
                    + (wide ? "unsigned long long" : "unsigned") + " lanes;\n};\n__device__ " + f
                    + "_result " + f + "(" + t + " v) {\n  " + f
                    + "_result r;\n  r.first = __shfl(v, 0" + w
                    + ");\n  r.lanes = __ballot(v > r.first);\n  return r;\n}\n");
      const Text x = fresh("r");
      emit(f + "_result " + x + " = " + f + "(" + v.text + ");", x);
      keep(value_of(x + ".first", v.at32, join(v.at64, {0, 0}),
                    loops_.empty() ? Uniform::warp : Uniform::none, v.type));
      note(wide ? "__popcll" : "__popc");
      note(wide ? "mask in 64 bits" : "mask in unsigned");
      keep(value_of((wide ? "__popcll(" : "__popc(") + x + ".lanes)", {0, 32}, {0, 64},
                    Uniform::none, Type::u32));
      return;
    }
    case 2: {
      note("lambda");
      const Value e = [&] {
        return shuffle(value_of("x", v.at32, v.at64, Uniform::none, v.type));
      }();
      emit("auto " + f + " = [" + Text(random_.of({"&", "="})) + "](" + t + " x) { return " + e.text
               + "; };",
           f);
      keep(value_of(f + "(" + v.text + ")", e.at32, e.at64, Uniform::none, e.type));
      if (chance(30)) keep(value_of(f + "(" + v.text + ")", e.at32, e.at64, Uniform::none, e.type));
      return;
    }
    case 3: {
      note("helper with a pointer");
      crossing("__shfl_xor");
      helper(f, "__device__ bool " + f + "(" + t + "* v) {\n  const " + t
                    + " other = __shfl_xor(*v, " + str(random_.of({1, 8, 16})) + w
                    + ");\n  if (other < *v) return false;\n  *v = other;\n  return true;\n}\n");
      const Text x = fresh("v");
      emit(t + " " + x + " = " + v.text + ";", x);
      const Text p = fresh("p");
      emit("const bool " + p + " = " + f + "(&" + x + ");", p);
      variables_.push_back(
          {value_of(x, v.at32, join(v.at64, {0, 0}), Uniform::none, v.type), true});
      variables_.push_back({value_of(p, {0, 1}, {0, 1}, Uniform::none)});
      return;
    }
    case 4: {
      note("struct with a call operator");
      crossing("__shfl");
      helper(f, "struct " + f + " {\n  int from;\n  __device__ " + t + " operator()(" + t
                    + " v) const { return __shfl(v, from" + w + "); }\n};\n");
      const Text x = fresh("g");
      emit("const " + f + " " + x + "{"
               + Text(random_.of({"0", "n & 31", "(int)(tid & 31) ^ 1", "31"})) + "};",
           x);
      keep(value_of(x + "(" + v.text + ")", v.at32, join(v.at64, {0, 0}), Uniform::none, v.type));
      return;
    }
    case 5: {
      if (!cross_allowed() || (flow_.uniform == Uniform::none && !loops_.empty())) return compute();
      note("helper with an early return");
      crossing("__ballot", true);
      const bool wide = careful();
      note(wide ? "__popcll" : "__popc");
      helper(f, "__device__ int " + f + "(" + t + " v) {\n  if ((v & 1) == 0) return -1;\n  return "
                    + (wide ? "__popcll" : "__popc") + "(__ballot(v & 2));\n}\n");
      keep(value_of(f + "(" + v.text + ")", {-1, 32}, {-1, 64}, Uniform::none));
      return;
    }
    case 6: {
      note("helper template with a constant");
      crossing("__shfl_xor");
      helper(f, "template <int N, bool kWide = false>\n__device__ " + t + " " + f + "(" + t
                    + " v) {\n  return kWide ? __shfl_xor(v, N) : __shfl_xor(v, N, 32);\n}\n");
      keep(value_of(f + "<" + str(random_.of({1, 4, 16})) + (chance(50) ? ", true" : "") + ">("
                        + v.text + ")",
                    v.at32, join(v.at64, {0, 0}), Uniform::none, v.type));
      return;
    }
    default: {
      note("helper");
      crossing("__shfl");
      const Text g = helper_name("inner");
      helper(g, "__device__ inline int " + g + "(int lane, int by) { return (lane + by) & 31; }\n");
      helper(f, "__device__ " + t + " " + f + "(" + t
                    + " v, int lane, int by = 1) { return __shfl(v, " + g + "(lane, by)" + w
                    + "); }\n");
      keep(
          value_of(f + "(" + v.text + ", " + lane().text + random_.of({"", ", 3", ", n & 7"}) + ")",
                   v.at32, join(v.at64, {0, 0}), Uniform::none, v.type));
      return;
    }
    }
  }

  void pure_helper() {
    note("helper");
    const Text f = helper_name("pick");
    const Value x = integer_variable();
    const Text t = name(x.type);
    if (chance(50)) {
      note("switch");
      helper(f, "__device__ int " + f + "(" + t
                    + " x) {\n  switch (x & 3) {\n  case 0: return 7;\n  case 1: return "
                      "2;\n  default: break;\n  }\n  return (int)(x & 15);\n}\n");
    } else {
      note("helper with an early return");
      helper(f, "__device__ int " + f + "(" + t
                    + " x) {\n  if (x < 3) return 1;\n  int steps = 0;\n  for (" + t
                    + " i = x & 63; i > 0; i >>= 1) ++steps;\n  return steps;\n}\n");
    }
    keep(value_of(f + "(" + x.text + ")", {0, 15}, {0, 15}, x.uniform));
  }

  // ---- control flow ----

  void some_gadgets(int depth, int most) {
    const int count = random_.between(1, most);
    for (int i = 0; i < count; ++i) gadget(depth - 1);
  }

  void branch(int depth) {
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

  void switch_on(int depth) {
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

  std::vector<Statement> loop_body(Flow flow, int depth, const std::function<void()>& end) {
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

  void loop(int depth) {
    const int pick = random_.below(100);
    Text head, tail = "}";
    Flow flow{Uniform::block, 32};
    Text i = fresh("i");
    if (pick < 25) {
      note("loop");
      head =
          "for (int " + i + " = 0; " + i + " < " + str(random_.between(2, 5)) + "; ++" + i + ") {";
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

  /// Each lane takes every 32nd element.
  void strided(const Text& i) {
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

  void early_return() {
    if (nested_ > 0 || flow_.uniform == Uniform::none) return compute();
    const Condition c = condition(0);
    note("early return");
    // Something is seen of those that leave.
    if (chance(60)) store_somewhere();
    emit("if (" + bare(c.text) + ") return;");
    // All that is still to come is for those that stay.
    flow_ = narrowed(c.flow);
  }

  // ---- memory ----

  static constexpr int kMostRegions = 14;
  /// Each store has its own part of the output.
  Text next_region() { return str(256 * regions_++); }

  void shared() {
    if (!barrier_allowed() || !loops_.empty()) return compute();
    note("shared array");
    note("__syncthreads");
    const Text s = fresh("s");
    const int pick = random_.below(100);
    const Variable* v = readable([](const Variable& x) { return !x.mask; });
    const Value x = v ? v->value : tid_;
    const Text t = name(x.type);
    Value read = value_of({}, x.at32, join(x.at64, x.at32), Uniform::none, x.type);
    if (pick < 45) {
      emit("__shared__ " + t + " " + s + "[" + str(threads_) + "];", s);
      emit(s + "[tid] = " + x.text + ";");
      emit("__syncthreads();");
      Text i;
      switch (random_.below(5)) {
      case 0: i = "tid ^ " + str(random_.of({1, 16, 31})); break;
      case 1: i = str(threads_ - 1) + " - (tid % " + str(threads_) + ")"; break;
      case 2: i = "(tid & ~31) + ((" + lane_.text + " + 1) & 31)"; break;
      case 3: i = "(tid + 32) % " + str(threads_); break;
      default: i = "a[gid] & 31"; break;
      }
      read.text = s + "[" + i + "]";
    } else if (pick < 65) {
      emit("__shared__ " + t + " " + s + "[4];", s);
      emit("if (" + lane().text + " == " + str(random_.of({0, 0, 31})) + ") " + s
           + "[warp] = " + x.text + ";");
      emit("__syncthreads();");
      read.text = s + "[" + Text(chance(60) ? "warp" : "0") + "]";
      read.uniform = read.text == s + "[0]" ? Uniform::block : Uniform::warp;
    } else if (pick < 82) {
      note("shared array 2-D");
      emit("__shared__ " + t + " " + s + "[4][32];", s);
      emit(s + "[warp][" + lane_.text + "] = " + x.text + ";");
      emit("__syncthreads();");
      read.text = s + "[" + random_.of({"warp", "0"}) + "]["
                  + random_.of({"31 - (tid & 31)", "tid & 15", "5"}) + "]";
    } else {
      note("atomic to shared");
      const Text op = random_.of({"atomicAdd", "atomicAdd", "atomicMax", "atomicOr"});
      note(op.c_str());
      emit("__shared__ unsigned " + s + "[4];", s);
      emit("if (tid < 4) " + s + "[tid] = 0;");
      emit("__syncthreads();");
      const Condition c = condition(1);
      const Value e = *binary(integer_variable(), "&", number(255));
      const Text what = operand(c.flow, [&] {
        const Text cast = "(unsigned)" + e.text;
        return op + "(&" + s + "[" + random_.of({"warp", "tid & 3", "0"}) + "], " + cast + ")";
      });
      emit("if (" + bare(c.text) + ") " + what + ";");
      emit("__syncthreads();");
      read = value_of(s + "[" + random_.of({"warp", "tid & 3", "0"}) + "]", limits(Type::u32),
                      limits(Type::u32), Uniform::none, Type::u32);
    }
    declare(read, "v");
    // What was read may be written by the next use.
    if (chance(40)) emit("__syncthreads();");
  }

  void atomic() {
    if (regions_ >= kMostRegions) return;
    const Value v = leaf();
    note("atomic to global");
    const Text region = next_region();
    const Text at =
        region + " + "
        + Text(random_.of({"blockIdx.x", "(tid & 3)", "(blockIdx.x * 4 + warp)", "(a[gid] & 7)"}));
    const bool real = v.type == Type::f32;
    const bool small = v.at32.in({-4096, 4096}) && v.at64.in({-4096, 4096});
    if (real && small && loops_.empty()) {
      note("atomicAdd");
      emit("atomicAdd(&fout[" + at + "], " + bare(v.text) + ");");
      return;
    }
    if (real) return;
    const Text op = random_.of({"atomicAdd", "atomicAdd", "atomicMax", "atomicOr"});
    note(op.c_str());
    const Text array = v.type == Type::i32 ? "out" : v.type == Type::u32 ? "uout" : "lout";
    const Text text = v.type == Type::i64 ? "(unsigned long long)" + v.text : bare(v.text);
    emit(op + "(&" + array + "[" + at + "], " + text + ");");
  }

  void store_somewhere() {
    const Variable* v = readable([](const Variable& x) { return x.writable || x.mask; });
    if (v) store(Value(v->value), true);
  }
  /// To a place of the thread's own; `all`: each thread that comes here stores.
  void store(const Value& v, bool all) {
    if (regions_ >= kMostRegions) return;
    const Text array = v.type == Type::i32   ? "out"
                       : v.type == Type::u32 ? "uout"
                       : v.type == Type::f32 ? "fout"
                                             : "lout";
    const Text region = next_region();
    note("store");
    const bool by_warp = !all && chance(60);
    if (by_warp) note("store by warp");
    emit(array + "[" + region + (by_warp ? " + blockIdx.x * 4 + warp" : " + gid") + "] = " + v.text
         + ";");
  }

  /// Onto a number of the block.
  bool add_to_block(const Value& v) {
    const bool small = v.at32.in({-8192, 8192}) && v.at64.in({-8192, 8192});
    if (regions_ >= kMostRegions || v.type == Type::i64) return false;
    if (v.type == Type::f32 && (!small || !loops_.empty())) return false;
    const Text array = v.type == Type::i32   ? "out["
                       : v.type == Type::u32 ? "uout["
                       : v.type == Type::f32 ? "fout["
                                             : "lout[";
    note("atomicAdd");
    note("atomic to global");
    emit("atomicAdd(&" + array + next_region() + " + blockIdx.x], " + bare(v.text) + ");");
    return true;
  }

  void epilogue() {
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

  Random random_;
  Kernel kernel_;
  int care_ = 50;          ///< percent of choices that hold at 64 lanes too
  bool has_type_ = false;  ///< the kernel has a parameter T, which is int
  Shape shape_;
  int threads_ = 64;  ///< at most
  int counter_ = 0;
  int regions_ = 0;
  int crossings_ = 0;
  int depth_ = 0;   ///< of conditions that not the whole block takes together
  int nested_ = 0;  ///< of statements with a body
  Flow flow_;
  std::vector<Loop> loops_;
  std::vector<Variable> variables_;
  std::vector<Statement>* block_ = nullptr;
  Value tid_, lane_, warp_, gid_;
  Ranges lane_range_;
};

}  // namespace

Kernel generate(std::uint64_t seed, int index) { return Generator(seed, index).make(); }

}  // namespace hipaudit::property
