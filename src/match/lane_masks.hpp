// SPDX-License-Identifier: Apache-2.0
// Where whole-wave votes go: which expressions still hold the 64 lanes of a ballot, an active mask
// or a match, over locals, fields, helpers and their reference parameters; and the questions that
// the rules about masks share.
//
// Vocabulary. An *origin* is the vote itself. An expression *carries* an origin while it has 64
// bits and its upper half may hold lanes 32-63. Carrying ends at a cut to 32 bits, at a shift that
// picks a half (`>> (lane & 32)`), at a single bit, and at anything that is no set of lanes.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "match/rule.hpp"

namespace hipaudit::match {

/// Sorted indices into LaneMaskFlow::origins().
using Origins = std::vector<std::uint32_t>;

struct Origin {
  std::size_t function = 0;  ///< index into LaneMaskFlow::functions()
  ExprId vote = kf::kNone;
};

/// A condition that decides whether a statement runs, and the value it has there.
struct Guard {
  ExprId condition = kf::kNone;
  bool holds = true;
};

/// Everything that is asked of one function more than once.
struct FunctionView {
  const Function* f = nullptr;
  std::vector<ExprId> parent;     ///< match::parents
  std::vector<kf::StmtId> owner;  ///< by expression: the statement that evaluates it, or kNone
  std::vector<std::vector<Guard>> guards;  ///< by statement: enclosing conditions, early exits too
  std::vector<std::vector<kf::StmtId>>
      around;                ///< by statement: enclosing statements, outermost first
  std::vector<ExprId> once;  ///< match::single_initialisers

  explicit FunctionView(const Function& function);
  [[nodiscard]] bool reached(ExprId id) const { return owner[id] != kf::kNone; }
  [[nodiscard]] const kf::Stmt& statement(ExprId id) const { return f->stmts[owner[id]]; }
  /// The nearest ancestor that is no cast, or kNone.
  [[nodiscard]] ExprId user(ExprId id) const;
  /// The initialiser of a local that is written once, else `id` without casts.
  [[nodiscard]] ExprId resolve(ExprId id) const;
};

/// How far a vote is followed. `whole`: while the upper half may be there. `parts`: in what is left
/// of it after a cut, too, as long as that is a set of lanes.
enum class Follow : std::uint8_t { whole, parts };

class LaneMaskFlow {
 public:
  explicit LaneMaskFlow(const Facts& facts, Follow follow = Follow::whole);

  [[nodiscard]] const std::vector<FunctionView>& functions() const { return views_; }
  [[nodiscard]] const std::vector<Origin>& origins() const { return origins_; }
  [[nodiscard]] const Expr& vote(std::uint32_t origin) const;
  [[nodiscard]] const FunctionView& view_of(std::uint32_t origin) const;

  /// Origins that the value of `id` still carries; empty for none.
  [[nodiscard]] Origins carried(std::size_t function, ExprId id) const;
  /// Index of the function that a call reaches, if it is among functions().
  [[nodiscard]] std::optional<std::size_t> target(const Expr& call) const;
  /// Calls of function `index`: (caller, call expression).
  [[nodiscard]] const std::vector<std::pair<std::size_t, ExprId>>&
  calls_of(std::size_t index) const {
    return calls_[index];
  }
  /// The upper half of this value is looked at somewhere in the function: `m >> 32`.
  [[nodiscard]] bool upper_half_used(std::size_t function, const Origins& origins) const;
  /// Where the vote itself is written: one for all expansions of a macro body.
  [[nodiscard]] Span written_at(std::uint32_t origin) const;
  /// The votes that are written where these are.
  [[nodiscard]] Origins written_alike(const Origins& origins) const;
  /// Nothing in the program wants the upper half of these votes.
  [[nodiscard]] bool only_narrow_uses(const Origins& votes) const;
  /// Votes with nothing in the upper half: cast by threads 0-31 alone, on a predicate that holds
  /// for them alone, or under a 64-bit mask of lanes 0-31 (which is sync-mask-half's); those of
  /// hipshim.
  [[nodiscard]] bool is_low(std::uint32_t origin) const;
  /// Bodies of the same function that other passes saw differently (`#if` on a wave-size macro),
  /// itself included. What is wrong at 64 lanes must be wrong in each of them, because facts do not
  /// tell which pass a body came from.
  [[nodiscard]] const std::vector<std::size_t>& variants(std::size_t function) const {
    return variants_.at(function);
  }
  /// "record.field" of a place in an object of the project's own class; empty for others.
  [[nodiscard]] std::string field_of(const Function& f, ExprId place) const;
  /// Every known launch that reaches the function has at most 32 threads in a block.
  [[nodiscard]] bool only_small_blocks(std::size_t function) const { return small_[function]; }

 private:
  using PlaceKey = std::pair<kf::VarId, std::string>;
  struct State {
    std::map<PlaceKey, Origins> places;
    std::map<kf::VarId, Origins> out;  ///< what is stored through a parameter
    Origins result;
  };
  PlaceKey key_of(const Function& f, ExprId place) const;
  bool flow_once(std::size_t function);
  bool pass_arguments(std::size_t caller, const Expr& call, std::size_t callee);
  bool store(std::size_t function, ExprId place, const Origins& value);
  void find_small_blocks(const Facts& facts);
  [[nodiscard]] bool use_is_narrow(std::size_t i, ExprId id, const Origins& votes) const;
  /// Too narrow for a value that is followed.
  [[nodiscard]] bool ends(const kf::Type& type) const;

  Follow follow_;
  std::vector<FunctionView> views_;
  std::vector<State> states_;
  std::map<std::string, Origins> fields_;  ///< by "record.field", over all functions
  std::vector<Origin> origins_;
  std::map<std::pair<std::size_t, ExprId>, std::uint32_t> origin_index_;
  std::map<std::string, std::size_t> by_key_;
  std::map<std::string, std::size_t> by_pattern_;
  std::vector<std::vector<std::pair<std::size_t, ExprId>>> calls_;
  std::vector<std::vector<std::size_t>> reached_from_;
  std::vector<std::vector<std::size_t>> variants_;
  std::vector<char> small_;
};

/// Where a shift by `amount` leaves the upper half of a 64-bit value.
enum class ShiftKind : std::uint8_t { within, half, unknown };
[[nodiscard]] ShiftKind shift_kind(const FunctionView& view, ExprId amount);

[[nodiscard]] bool intersects(const Origins& a, const Origins& b);
void unite(Origins& into, const Origins& more);

/// `place` without indices, fields and indirections: the local it belongs to, or kNone.
[[nodiscard]] kf::VarId root_of(const Function& f, ExprId place);

/// An integer type of fewer than 64 bits.
[[nodiscard]] bool is_narrow_integer(const kf::Type& type);

/// The value of an integer constant as the 64 bits that a mask parameter of its type would see.
[[nodiscard]] std::optional<std::uint64_t> mask_bits(const Function& f, ExprId id);

/// __popc, __ffs, __clz, __brev, __fns and the compiler built-ins that take 32 bits.
[[nodiscard]] bool is_narrow_bit_op(const Expr& e);
/// Their 64-bit siblings.
[[nodiscard]] bool is_wide_bit_op(const Expr& e);

/// The function reckons in hardware waves (warpSize, a bare __lane_id(), 64-lane arithmetic), so a
/// rewrite to 32-lane warps needs a look.
[[nodiscard]] bool speaks_of_waves(const FunctionView& view);

/// `id` is computed from a value that `wanted` accepts (function, expression): through locals in
/// whatever order they are stored to, parameters, and what helpers return. Not through memory.
[[nodiscard]] bool stems_from(const LaneMaskFlow& flow, std::size_t function, ExprId id,
                              const std::function<bool(std::size_t, ExprId)>& wanted);

/// A shuffle whose lane or distance is computed from warpSize or counts in a loop that is bounded
/// by it, or a vote that is the mask of one: follows the wave, and is wrong among 32 lanes of 64.
[[nodiscard]] bool follows_wave(const LaneMaskFlow& flow, std::size_t function, ExprId operation);

/// Only lanes 0-31 of a wave can be here: `if (threadIdx.x < 32)`, `if (threadIdx.x / 32 == 0)`.
[[nodiscard]] bool first_half_only(const FunctionView& view, ExprId id);
/// Where `condition` holds, only lanes 0-31 of a wave can be.
[[nodiscard]] bool leaves_first_half(const FunctionView& view, ExprId condition);
/// A lane number of the real wave: __lane_id(), threadIdx.x % warpSize, threadIdx.x & 63.
[[nodiscard]] bool is_wave_lane(const FunctionView& view, ExprId id);
/// Under a condition on the wave size, where the author chose.
[[nodiscard]] bool under_wave_test(const FunctionView& view, ExprId id);

/// `vote & 0x3fffffff`: the value names fewer than 32 lanes by a constant, so that the upper half
/// may have been left out on purpose.
[[nodiscard]] bool is_cut_by_constant(const Function& f, ExprId value);

/// The hipshim function with CUDA's meaning, e.g. "hipshim::warp32::ballot_sync"; empty for none.
[[nodiscard]] std::string warp32_name(const Expr& cross);
/// Rename the vote or shuffle to its hipshim function; nothing where its text cannot be edited.
[[nodiscard]] std::optional<Edit> to_warp32(const Facts& facts, const Function& f, ExprId cross);

/// The remedy of a vote that is used as a set of 32 lanes: hipshim::warp32 in its place. Unsafe
/// where the code also reckons in hardware waves; nothing where the text cannot be edited.
[[nodiscard]] std::optional<Fix> warp32_fix(const Context& context, const LaneMaskFlow& flow,
                                            const Origins& origins);

/// A test for "all 32 lanes": `vote == 0xffffffff`, `__popc(vote) == 32` and their opposites.
struct FullCompare {
  ExprId vote = kf::kNone;   ///< the mask that is compared or counted
  ExprId count = kf::kNone;  ///< the popc, if any
  bool when_full = true;     ///< true when all are set: `==`, `>=`
};
[[nodiscard]] std::optional<FullCompare> full_compare(const LaneMaskFlow& flow,
                                                      std::size_t function, ExprId id);

/// An assignment to memory at an index by warps of 32: `words[i >> 5] = ...`, `words[warp] = ...`
/// with `warp = threadIdx.x / 32`. Shared and local arrays do not count.
[[nodiscard]] bool is_packed_store(const FunctionView& view, ExprId assign);

/// Lanes below, up to, from or above a lane, as a set: `(1u << lane) - 1`, `~0u >> (31 - lane)`.
struct PrefixMask {
  enum class Kind : std::uint8_t { below, up_to, from, above } kind = Kind::below;
  ExprId shift = kf::kNone;  ///< the shift in it
  ExprId lane = kf::kNone;
};
[[nodiscard]] std::optional<PrefixMask> prefix_mask(const FunctionView& view, ExprId id);

/// What a narrower place or a 32-bit bit function takes of this value is a defect of its own.
[[nodiscard]] bool is_narrowed(const FunctionView& view, ExprId id);

/// Narrowed, or met with a mask of 32 bits.
[[nodiscard]] bool is_used_in_32(const FunctionView& view, ExprId id);

/// A lane that counts to 31: `threadIdx.x & 31`, `threadIdx.x % 32`.
[[nodiscard]] bool is_warp_lane(const FunctionView& view, ExprId id);

/// Findings belong in the project's own files, hipshim's excepted.
[[nodiscard]] bool is_reportable(const Facts& facts, const Function* f, const Where& where);

/// `name` as written at the call, e.g. "__ballot_sync".
[[nodiscard]] std::string written_name(const Context& context, const Function& f, ExprId cross);

/// Source text of a place, blanks squeezed and cut at `limit`.
[[nodiscard]] std::string shown_text(const Context& context, const Where& where,
                                     std::size_t limit = 40);

/// "gfx90a" or "gfx90a and gfx942": the selected targets with waves of 64 lanes.
[[nodiscard]] std::string wave64_names(const Context& context);

}  // namespace hipaudit::match
