// SPDX-License-Identifier: Apache-2.0
// Threads that wait for one another in a loop: spin locks and flags, through helpers too.
//
// Vocabulary. A *spot* is the memory that is waited on, as far as it can be named: a variable and a
// path of fields, indices aside. An *event* takes, frees, polls or sets a spot at an expression of
// one function, or inside a function that is called there.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "match/uniformity.hpp"

namespace hipaudit::match {

struct Spot {
  enum class Root : std::uint8_t { variable, this_object, global };
  Root root = Root::variable;
  kf::VarId var = kf::kNone;
  std::string path;             ///< of a global its name, then ".field"
  std::vector<ExprId> indices;  ///< in the function of the event
  [[nodiscard]] bool same_as(const Spot& other) const {
    return root == other.root && var == other.var && path == other.path;
  }
};

struct Event {
  enum class Kind : std::uint8_t {
    take,  ///< a loop that ends when an atomic has taken the spot
    poll,  ///< a loop that ends when the spot has another value
    write  ///< a store or an atomic that changes the spot
  };
  Kind kind = Kind::write;
  Spot spot;
  ExprId at = kf::kNone;           ///< in this function: the atomic, load, store or call
  kf::StmtId loop = kf::kNone;     ///< of take and poll, unless behind a call
  std::vector<ExprId> compared;    ///< of poll: what the spot is compared with
  std::size_t inner_function = 0;  ///< where it happens
  ExprId inner = kf::kNone;        ///< what happens there: the atomic, load or store
  std::optional<std::int64_t>
      value;                 ///< of take: when the spot is free; of write: what is put there
  int together64 = 1 << 20;  ///< most lanes of a wave, and of 32 threads, at once; what
  int together32 = 1 << 20;  ///< is known inside called functions
};

/// A take or poll, and the write that would end it, in one function.
struct Wait {
  std::size_t function = 0;
  Event wait;
  Event release;
  Grain grain = Grain::lane;  ///< warp: the two sides are in different 32 threads of one wave
  bool exact = false;         ///< which threads are on each side follows from constants
  int together = 0;           ///< of a lock: lanes of a wave that take it at once
};

class Waits {
 public:
  Waits(const Context& context, const LaneMaskFlow& flow);

  /// Locks taken by more than one lane of a wave and freed after the loop.
  [[nodiscard]] const std::vector<Wait>& locks() const { return locks_; }
  /// Polls whose flag is set by threads of the same wave that come later or another way.
  [[nodiscard]] const std::vector<Wait>& polls() const { return polls_; }

 private:
  Uniformity& uniformity(std::size_t function);
  const std::vector<Event>& events(std::size_t function, int depth);
  void direct_events(std::size_t function, std::vector<Event>& out);
  void called_events(std::size_t function, int depth, std::vector<Event>& out);
  void loop_events(std::size_t function, kf::StmtId loop, std::vector<Event>& out);
  std::optional<Spot> translate(std::size_t caller, const Expr& call, std::size_t callee,
                                const Spot& spot) const;
  void pair_lock(std::size_t function, const Event& take, const std::vector<Event>& all);
  void pair_poll(std::size_t function, const Event& poll, const std::vector<Event>& all);
  bool is_contended(std::size_t function, const Spot& spot);

  const Context& context_;
  const LaneMaskFlow& flow_;
  std::vector<std::unique_ptr<Uniformity>> uniformity_;
  std::vector<std::optional<std::vector<Event>>> events_;
  std::vector<char> visiting_;
  std::vector<Wait> locks_;
  std::vector<Wait> polls_;
};

/// The spot that a pointer points to, or that a place is.
[[nodiscard]] std::optional<Spot> pointed_spot(const FunctionView& view, ExprId pointer);
[[nodiscard]] std::optional<Spot> placed_spot(const FunctionView& view, ExprId place);

}  // namespace hipaudit::match
