// SPDX-License-Identifier: Apache-2.0
// Makes random kernels as CUDA code is written: what they compute at 32 lanes is defined. By
// construction no lane reads one that is inactive there, no two threads meet at one address without
// an atomic, and nothing overflows or leaves its array. At 64 lanes they are what they are.
//
// Control flow carries two facts. `uniform` says which threads surely take it together; only code
// that the whole block takes has barriers. `group` is the size of the aligned groups of lanes that
// surely take it together: exchanges within such a group read active lanes only.
//
//   generate.cpp     a whole kernel and its launch
//   variables.cpp    variables and assignments
//   threads.cpp      where a thread is
//   expressions.cpp  inputs and expressions
//   conditions.cpp   conditions
//   exchanges.cpp    votes, masks and shuffles
//   gadgets.cpp      what comes next; small gadgets
//   reductions.cpp   reductions and scans
//   mask_loops.cpp   work by the lanes of a mask
//   helpers.cpp      functions that the kernel calls
//   flow.cpp         branches and loops
//   memory.cpp       shared memory, atomics, stores
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernel.hpp"
#include "value.hpp"

namespace hipaudit::property {

using Text = std::string;

inline Text str(long long v) { return std::to_string(v); }

/// An expression without the parentheses around it.
[[nodiscard]] Text bare(const Text& e);

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

inline Statement plain(Text text, Text declares = {}) {
  return {{std::move(text)}, {}, {}, std::move(declares)};
}

/// `head body tail`
inline Statement block(Text head, std::vector<Statement> body, Text tail = "}") {
  return {{std::move(head)}, {std::move(body)}, std::move(tail), {}};
}

class Generator {
 public:
  Generator(std::uint64_t seed, int index) : random_(seed, static_cast<std::uint64_t>(index)) {
    kernel_.index = index;
    kernel_.name = "k" + str(index);
  }

  Kernel make();

 private:
  struct Ranges {
    Range at32, at64;
    Uniform uniform = Uniform::none;
  };
  struct Mask {
    Text text;
    bool some_lane = false;
  };
  struct Fold {
    Text op;  ///< "+", "|", "&", "^", "max", "min"
    Range at32, at64;
  };
  static constexpr int kMostRegions = 14;

  // ---- small tools, in generate.cpp ----

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
  std::vector<Statement> inside(Flow flow, const std::function<void()>& make);
  [[nodiscard]] Flow narrowed(Flow f) const;
  /// An operand that is evaluated only by some.
  Text operand(Flow flow, const std::function<Text()>& make);
  [[nodiscard]] bool barrier_allowed() const { return flow_.uniform == Uniform::block; }
  [[nodiscard]] bool full() const { return flow_.group == 32; }
  /// Lanes that skip an operation would run ahead to it in the next turn: such turns end together.
  [[nodiscard]] bool cross_allowed() const;
  void crossing(const char* construct, bool conditional = false);

  // generate.cpp
  void choose_shape();
  Text thirty_two();
  void epilogue();

  // variables.cpp
  Variable& declare(Value value, const char* prefix, bool writable = true, const Text& type = {});
  Variable& declare_as(Type t, const Value& value, const char* prefix);
  /// A variable that is declared where all that follows sees it.
  Variable* writable(const std::function<bool(const Variable&)>& fits);
  const Variable* readable(const std::function<bool(const Variable&)>& fits);
  /// `x = e`, where x may take it.
  bool assign(Variable& x, Value e, bool add = false);
  /// An integer variable made fit to be written in a loop.
  Variable* accumulator();
  void freeze(Variable& x);

  // threads.cpp
  Value value_of(Text text, Range r32, Range r64, Uniform u, Type t = Type::i32);
  void prologue();
  Value named(const char* name_of_it, const Text& text, Ranges r);
  [[nodiscard]] Range warps() const { return {0, threads_ / 32 - 1}; }
  Text lane_text();
  Text warp_text();
  /// A lane number, spelled anew at times.
  Value lane();
  Value block_index();
  /// Warp in the grid; the launch need not be known.
  Value global_warp();

  // expressions.cpp
  Value n() { return value_of("n", {-16, 256}, {-16, 256}, Uniform::block); }
  Value index();
  Value load();
  Value load_from(const char* array, Type type, Range range);
  /// A variable, an input, a number; never a mask of lanes.
  Value leaf(bool integer = false);
  Value integer_variable();
  Value expression(int depth);
  std::optional<Value> ternary(const Value& x, const Value& y);
  /// Bit functions, on data and on masks.
  std::optional<Value> bit_count(const Value& x);

  // conditions.cpp
  /// `crosses`: how deep votes may stand in it.
  Condition condition(int crosses);
  Condition block_condition();
  Condition warp_condition(int crosses);
  Condition lane_or_data();
  Condition lane_condition();

  // exchanges.cpp
  Text predicate();
  Uniform of_warp() const { return full() ? Uniform::warp : Uniform::none; }
  /// __any, __all: 0 or 1.
  Value vote();
  /// An expression of 64 bits.
  Mask lanes_where();
  /// Declares a variable that holds lanes: of 32 bits as CUDA's are, or of 64.
  Variable& mask_variable();
  /// What lane masks are asked; with `bit`, only whether something holds for a lane.
  Value mask_use(const Variable& m, bool bit = false);
  /// Width argument of an exchange within groups that surely take part; empty for the default.
  Text width(int& w);
  Value source_lane(int w);
  Value distance(int w);
  /// An exchange of `v`; lanes it reads take part at 32 lanes.
  Value shuffle(const Value& v);
  /// A value to exchange.
  Value exchanged();

  // gadgets.cpp
  void gadget(int depth);
  void cross_gadget(int depth);
  void compute();
  /// Into a new variable, or into or onto one that is there.
  void keep(const Value& e);
  void use_shuffle();
  void use_vote();
  void use_mask();
  /// Only some lanes come here: c ? shuffle : x, c && any.
  void conditional_cross();

  // reductions.cpp
  /// Variables that a reduction over 64 lanes cannot overflow.
  const Variable* summable();
  Fold fold_of(const Value& v);
  /// Header of the loop over distances `d`.
  Text distances();
  Text reduce_width();
  void reduce();
  /// What is done with a sum: broadcast, the warp's first lane, a barrier and the next stage.
  void after_reduction(const Value& sum, const Text& w);
  void second_stage(const Value& sum);
  void reduce_by_helper(const Value& v, const Fold& fold, const Text& kind, const Text& w,
                        Value result);
  void scan();

  // mask_loops.cpp
  /// One turn for each lane of a mask.
  void mask_loop();
  /// A loop whose turns differ by warp, within others.
  void rejoin_outer();
  /// One atomic for the lanes that want it, by the first of them.
  void aggregated_atomic();
  /// A turn for each value that some lane holds.
  void match_loop();

  // helpers.cpp
  void cross_helper();
  void pure_helper();

  // flow.cpp
  /// As long as any lane wants another turn.
  void vote_loop(int depth);
  void some_gadgets(int depth, int most);
  void branch(int depth);
  void switch_on(int depth);
  std::vector<Statement> loop_body(Flow flow, int depth, const std::function<void()>& end);
  void loop(int depth);
  /// Each lane takes every 32nd element.
  void strided(const Text& i);
  void early_return();

  // memory.cpp
  /// Each store has its own part of the output.
  Text next_region() { return str(256 * regions_++); }
  void shared();
  void atomic();
  void store_somewhere();
  /// To a place of the thread's own; `all`: each thread that comes here stores.
  void store(const Value& v, bool all);
  /// Onto a number of the block.
  bool add_to_block(const Value& v);

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

}  // namespace hipaudit::property
