// SPDX-License-Identifier: Apache-2.0
// Questions about kernel form. Each function reads as a sentence where it is used.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facts/kernel_form.hpp"

namespace hipaudit::kf {

/// Expression without the parentheses and implicit casts around it.
[[nodiscard]] ExprId skip_implicit(const Function& f, ExprId id);
/// Expression without any cast around it.
[[nodiscard]] ExprId skip_casts(const Function& f, ExprId id);
/// Value when the expression is an integer constant without warpSize in it (folds operators, and
/// constant locals that are initialised once and never assigned).
[[nodiscard]] std::optional<std::int64_t> constant(const Function& f, ExprId id);
[[nodiscard]] bool mentions(const Function& f, ExprId id, Op op);
/// Whether the value stems from the thread index or the lane id, through locals too.
[[nodiscard]] bool depends_on_thread(const Function& f, ExprId id);

/// ballot, active_mask, match_any or match_all: a set of lanes, 64 bits wide on HIP. Only whole
/// waves count: false for a cooperative tile of at most 32 lanes.
[[nodiscard]] bool is_lane_mask(const Expr& e);
[[nodiscard]] bool is_shuffle(const Expr& e);
/// A `call` node whose name is one of `names`.
[[nodiscard]] bool is_call(const Expr& e, std::initializer_list<std::string_view> names);

/// Visit every expression below `id`, itself first.
void walk(const Function& f, ExprId id, const std::function<void(ExprId)>& visit);
/// Visit every statement of the function in source order.
void walk_stmts(const Function& f, const std::function<void(const Stmt&)>& visit);
/// Parent of each expression (kNone for roots).
[[nodiscard]] std::vector<ExprId> parents(const Function& f);
/// Every local that is written exactly once, by its declaration: its initialiser; else kNone. Holds
/// until the function changes.
[[nodiscard]] const std::vector<ExprId>& single_initialisers(const Function& f);

/// The key without the "#2" that tells variants of one function apart.
[[nodiscard]] std::string_view base_key(std::string_view key);

/// A name such as WARP_SIZE, kWaveSize, warp_threads, wavefront_size, lanes_per_warp.
[[nodiscard]] bool names_wave_size(std::string_view name);

/// "lanes 32-63", "lane 31".
[[nodiscard]] std::string lane_range(const std::vector<int>& lanes);
/// "threads 32-63, 96-127 and others": the first few ranges.
[[nodiscard]] std::string thread_range(const std::vector<int>& threads);

}  // namespace hipaudit::kf
