// SPDX-License-Identifier: Apache-2.0
// The one header that a rule includes: facts, findings, and the vocabulary of questions about
// kernel form. Each function reads as a sentence where it is used.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/finding.hpp"
#include "core/rule.hpp"
#include "facts/facts.hpp"
#include "facts/print.hpp"
#include "facts/query.hpp"
#include "lanes/verdict.hpp"

namespace hipaudit {

/// Defines the record of the rule in this file; the registry finds it by the file's name.
#define HIPAUDIT_RULE(symbol)                                                                      \
  extern const Rule symbol;                                                                        \
  const Rule symbol

namespace match {

using kf::Expr;
using kf::ExprId;
using kf::Function;

using kf::constant;
using kf::depends_on_thread;
using kf::is_call;
using kf::is_lane_mask;
using kf::is_shuffle;
using kf::lane_range;
using kf::mentions;
using kf::parents;
using kf::single_initialisers;
using kf::skip_casts;
using kf::skip_implicit;
using kf::walk;
using kf::walk_stmts;

/// All functions worth judging: instantiations, plain functions, and patterns that were never
/// instantiated. Patterns with instantiations are left out (their spans are the same).
[[nodiscard]] std::vector<const Function*> judged_functions(const Facts& facts);
/// The same, without bodies that no pass of `wave` lanes has.
[[nodiscard]] std::vector<const Function*> judged_functions(const Facts& facts, int wave);
[[nodiscard]] const Function* find_function(const Facts& facts, const std::string& key);
/// By the kernel's key, also of its pattern; by its name where a launch has no key.
[[nodiscard]] bool is_launch_of(const Launch& launch, const Function& f);

/// A name suggests a warp, lane or wave.
[[nodiscard]] bool names_a_warp(std::string_view name);
/// __syncwarp, SYNC_WARP, warp_sync, syncWave: and no shuffle or vote.
[[nodiscard]] bool names_a_warp_sync(std::string_view name);

/// Edit helpers. They return false when the text is not plain enough to edit (macro pasted, taint).
[[nodiscard]] bool can_edit(const Facts& facts, const Where& where);
/// Argument `index` as it stands in the text of the call itself: for `f(FULL_MASK, x)` the name of
/// the macro, not its body. Invalid when the call's text does not hold it.
[[nodiscard]] Span argument_span(const kf::Site& site, std::size_t index);
/// Replace the callee's name at `site` by `text`.
[[nodiscard]] Edit rename_callee(const kf::Site& site, std::string text);
/// Insert `text` just before the closing parenthesis of `site`.
[[nodiscard]] Edit insert_last_argument(const kf::Site& site, std::string text);
/// Remove argument `index` of `site` together with its comma.
[[nodiscard]] Edit remove_argument(const kf::Site& site, std::size_t index);
[[nodiscard]] IncludeRequest include_for(const Where& where, std::string header);

/// Names of the selected targets with waves of `lanes` lanes.
[[nodiscard]] std::vector<std::string> targets_with_wave(const Context& context, int lanes);

/// A finding at `where` with the rule's severity, in function `f` (may be null).
[[nodiscard]] Finding finding(const Rule& rule, const Where& where, const Function* f,
                              std::string message);

}  // namespace match
}  // namespace hipaudit
