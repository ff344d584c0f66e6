// SPDX-License-Identifier: Apache-2.0
// Masks given to `*_sync` calls, gathered by where they are defined: a macro, a constant, a
// parameter, or the same literal in one file. One definition is one defect, however many calls.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "match/lane_masks.hpp"

namespace hipaudit::match {

/// One `*_sync` call with a mask.
struct SyncCall {
  std::size_t function = 0;  ///< index into LaneMaskFlow::functions()
  ExprId cross = kf::kNone;
  ExprId mask = kf::kNone;  ///< without implicit casts
};

/// All calls whose mask has one definition, in source order; each written place once.
struct SyncMask {
  enum class From : std::uint8_t { macro, variable, parameter, literal };
  From from = From::literal;
  Where where;       ///< the definition, or the first use of the literal
  std::string name;  ///< as a reader knows it: FULL_MASK, `mask`, 0xffffffff
  std::vector<SyncCall> calls;
  bool editable = true;  ///< all calls have text that can be renamed
};

/// Calls that `wanted` accepts, grouped. A definition with calls of both kinds gives two groups,
/// one editable and one not.
[[nodiscard]] std::vector<SyncMask>
sync_masks(const Context& context, const LaneMaskFlow& flow,
           const std::function<bool(const FunctionView&, const SyncCall&)>& wanted);

/// The call may mean a function of the project: its overload is not settled before a template is
/// instantiated, and the project has a function of that name. (A settled call of the project's own
/// function is no cross-lane operation in kernel form, and a macro of the name leaves no call.)
[[nodiscard]] bool project_defines(const Facts& facts, const Function& f, ExprId cross);

/// What may be done, best first. Calls on 32 lanes are made with hipshim::warp32 (or, where the
/// context prefers built-ins, shuffles get width 32 and lose the mask). Where the code reckons in
/// hardware waves the mask may name all 64 lanes instead, and where a shuffle follows the wave it
/// has to.
[[nodiscard]] std::vector<Fix> mask_remedies(const Context& context, const LaneMaskFlow& flow,
                                             const SyncMask& mask);

}  // namespace hipaudit::match
