// SPDX-License-Identifier: Apache-2.0
// The machine's own header: kernel form, executed for all lanes of a block at once, in lockstep,
// under a mask of active lanes. That is the order in which the hardware reconverges.
//   machine.cpp      a run, frames and variables, statements
//   expressions.cpp  places and values
//   calls.cpp        functions, known and unknown, and atomics
//   exchange.cpp     cross-lane operations
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "lanes/data.hpp"
#include "lanes/kernel_form.hpp"
#include "lanes/machine.hpp"
#include "lanes/memory.hpp"
#include "lanes/names.hpp"
#include "lanes/values.hpp"

namespace hipaudit::lanes {

/// One execution of a function.
struct Frame {
  Frame(const Function& function, Frame* calls) : f(&function), caller(calls) {
    objects.assign(function.vars.size(), 0);
    references.resize(function.vars.size());
  }
  const Function* f;
  std::vector<std::uint64_t> objects;          ///< by VarId: address, 0 not made yet
  std::vector<std::optional<Vec>> references;  ///< by VarId: addresses, for references
  std::optional<Vec> this_;
  Mask returned;
  Vec result;
  Frame* caller;
};

/// A loop, or a switch: that takes `break` but no `continue`.
struct Loop {
  bool is_switch = false;
  Mask broken;
  Mask continued;
};

struct Switch {
  Vec value;
  Mask entry;
  Mask matched;  ///< some label takes these lanes
};

/// A place that a compound assignment has evaluated.
struct Pinned {
  const Frame* frame;
  ExprId place;
  Vec at;
};

/// What is known of a function by its name; nothing for most.
[[nodiscard]] const Signature* signature(const std::string& name);

/// Something that can be stored to.
[[nodiscard]] bool is_place(const Function& f, ExprId id);

class Machine {
 public:
  Machine(const Library& library, const Shape& shape, const World& world, unsigned seed,
          unsigned budget, bool small);
  Trace run(const Function& root);

 private:
  void spend() {
    if (++spent_ > budget_) throw GaveUp{kTooLarge};
  }

  // machine.cpp
  std::uint64_t object_of(Frame& frame, VarId id);
  /// A variable of a function around the lambda: of a frame further up, wherever it was called.
  void capture(Frame& frame, VarId id);
  /// A parameter whose argument is not known: of a kernel, or of a function that nothing calls.
  void bind_unknown(Frame& frame, VarId p);
  /// Structures are returned by address; what others see of them is their contents.
  void note_returned_record(const Function& root);
  void body(Frame& frame, const std::vector<StmtId>& list);
  void stmt(Frame& frame, StmtId id);
  void return_stmt(Frame& frame, const Stmt& s);
  void assembly(Frame& frame, const Stmt& s);
  void declare(Frame& frame, const Stmt& s);
  void if_stmt(Frame& frame, const Stmt& s);
  /// Also a condition that is always true: what ends the loop then is a `break`.
  bool depends_on_data(const Vec& condition) const;
  void loop(Frame& frame, const Stmt& s);
  void switch_stmt(Frame& frame, const Stmt& s);
  /// In place of data that no label may equal, the value of one label or none.
  Vec some_label(Frame& frame, const Stmt& s, const Vec& selector);
  /// Whether data equals something, where a coin decides: as a switch has decided before.
  [[nodiscard]] bool coin(Value x, Value y) const;
  Mask equal(Frame& frame, const Switch& sw, ExprId label);
  void case_label(Frame& frame, const Stmt& s);

  // expressions.cpp
  Vec place(Frame& frame, ExprId id);
  /// The address that an array or pointer expression denotes.
  Vec pointer(Frame& frame, ExprId id);
  void check_row(const Function& f, ExprId id, const Vec& index);
  Vec temporary(Frame& frame, const Vec& v, const kf::Type& type);
  Vec this_pointer(Frame& frame);
  Vec value(Frame& frame, ExprId id);
  /// A parameter of a template that nothing instantiates.
  Value template_parameter(const std::string& name);
  Vec thread_index(int dimension);
  Vec lane_ids(int of) const;
  Vec guessed(NamedLike like);
  /// An integer named like a lane or thread number whose value is not known here (a member that a
  /// constructor set, the result of inline assembly) is taken for what its name says.
  Vec guess_by_name(const Function& f, const Expr& e, const Vec& at, Vec v);
  Vec cast(Frame& frame, const Expr& e);
  /// Note what a condition depends on.
  void test(const Vec& condition);
  /// The lanes where a condition holds, and note what it depends on.
  Mask truth(const Vec& condition);
  Mask truth_quietly(const Vec& v) const;
  Vec short_circuit(Frame& frame, const Expr& e);
  Vec conditional(Frame& frame, const Expr& e, bool as_place);
  Vec assign(Frame& frame, ExprId id, const Expr& e);
  Vec binary(Frame& frame, ExprId id, const Expr& e);
  /// float4 + float4 and the like.
  Vec elementwise(Frame& frame, const Expr& e, const Vec& a, const Vec& b, const kf::Type& type);
  void note_lane_arithmetic(const Function& f, ExprId id, const Expr& e, const Vec& a);
  Vec list(Frame& frame, const Expr& e);
  /// Store the elements of an initialiser list from `at` on, where all is zero.
  void fill(Frame& frame, const Expr& e, std::uint64_t at);
  Vec opaque(Frame& frame, const Expr& e);
  /// A value that is a function of others.
  Vec made_of(std::uint64_t name, const std::vector<Vec>& parts, const kf::Type& type,
              std::uint8_t taint, bool per_lane = false);

  // calls.cpp
  Vec call(Frame& frame, ExprId id, const Expr& e);
  /// The function to run for a call; nothing where its body is not known, or too deep.
  [[nodiscard]] const Function* body_of(const Expr& e) const;
  std::optional<Vec> inline_call(Frame& frame, const Expr& e, const Function& target);
  Vec run_body(Frame& inner);
  /// Run a constructor on the object at `at`; false where its body is not known.
  bool construct(Frame& frame, const Expr& e, const Vec& at);
  void bind(Frame& frame, Frame& inner, VarId p, ExprId arg);
  std::optional<Vec> known_call(Frame& frame, ExprId id, const Expr& e);
  Vec two_operands(const Function& f, const Expr& e, const Signature& known,
                   const std::vector<Vec>& args);
  Vec lanes_below(bool low, const Vec& mask, const Vec& base);
  /// HIP's __lanemask_lt() and _gt() name active lanes only.
  [[nodiscard]] Vec lane_mask(std::string_view which) const;
  Vec made_vector(Frame& frame, const Expr& e, const kf::Type& type);
  /// thread_rank() and size() of cooperative groups.
  std::optional<Vec> group_call(Frame& frame, const Expr& e);
  /// A function of its arguments, which may change what they point to.
  Vec unknown_call(Frame& frame, ExprId id, const Expr& e);
  Vec atomic(Frame& frame, ExprId id, const Expr& e);

  // exchange.cpp
  /// How many lanes the operation goes over.
  [[nodiscard]] int span_of(const Function& f, const Expr& e) const;
  /// ... or its tile has.
  [[nodiscard]] int group_of(const Function& f, const Expr& e) const;
  /// On CUDA what an inactive lane gives is undefined; AMD's hardware gives 0.
  [[nodiscard]] Value inactive(int span) const;
  Vec cross(Frame& frame, ExprId id, const Expr& e);
  Vec exchanged(Frame& frame, ExprId id, const Expr& e, SiteInfo* info, Exchange& exchange);
  Vec shuffle(Frame& frame, ExprId id, const Expr& e, SiteInfo* info, Exchange& exchange);
  void note_distance(const Expr& e, SiteInfo& info, std::int64_t n, std::uint8_t taint);
  Vec vote(Frame& frame, const Expr& e);
  Vec match(Frame& frame, const Expr& e);
  Vec reduce(Frame& frame, const Expr& e);
  Vec barrier(Frame& frame, ExprId id, const Expr& e);

  const Library& library_;
  const Shape& shape_;
  const World& world_;
  unsigned budget_;
  unsigned spent_ = 0;
  int depth_ = 0;
  bool kernel_ = true;
  Lanes lanes_;
  Data data_;
  Trace trace_;
  Memory memory_{lanes_, data_, trace_};
  Frame* root_frame_ = nullptr;
  std::map<std::string, std::uint64_t> shared_;  ///< addresses of shared arrays
  std::vector<const Function*> stack_;
  std::vector<Loop> loops_;
  std::vector<Switch> switches_;
  std::vector<Pinned> pinned_;
  std::unordered_map<std::uint64_t, std::uint64_t> labels_;  ///< that stand for data in switches
  std::map<const Expr*, std::uint64_t> turns_of_;
};

}  // namespace hipaudit::lanes
