// SPDX-License-Identifier: Apache-2.0
// Whether code is for one wave size by choice: behind a preprocessor condition on the architecture
// or the wave, behind a test of the wave size, or as an instance for one size.
#pragma once

#include <string>
#include <vector>

#include "match/lane_masks.hpp"

namespace hipaudit::match {

/// A preprocessor condition that holds where a place stands. Of an #else or #elif, also the
/// conditions of the branches before it.
struct Condition {
  std::string text;  ///< the directive without its #, blanks squeezed: "if defined(__GFX9__)"
  Span line;
};
[[nodiscard]] std::vector<Condition> conditions_around(const Context& context, const Span& at);

/// One of them names an architecture or the wave: `__GFX9__`, `BNB_CDNA`, `WARP_SIZE == 64`. A
/// platform (`USE_ROCM`, `__HIP_PLATFORM_AMD__`) tells no wave size.
[[nodiscard]] bool picked_by_architecture(const Context& context, const Span& at);

using kf::names_wave_size;

/// The expression runs where the code asked for the wave size: under_wave_test, `if constexpr` on a
/// constant named for it, `#if` on the architecture around it or around its function, or in a
/// function or instance made for one size.
[[nodiscard]] bool chosen_by_wave(const Context& context, const FunctionView& view, ExprId id);

/// The body is compiled where waves have `lanes` lanes. A body that only a pass of the other wave
/// size has is left out, unless no pass of this one was made: one device pass then stands for both.
[[nodiscard]] bool compiled_for(const Context& context, const Function& f, int lanes);

/// Every launch that reaches the function stands in a host function that looks at the wave size.
[[nodiscard]] bool launched_by_query(const Context& context, const Function& f);

/// "gfx1100" or "gfx1100 and gfx1201": the selected targets with waves of 32 lanes.
[[nodiscard]] std::string wave32_names(const Context& context);

/// The value of an integer expression in one thread of a block of one dimension, where all of it
/// follows from the thread index.
[[nodiscard]] std::optional<std::int64_t> value_in_lane(const FunctionView& view, ExprId id,
                                                        int thread, int wave);

}  // namespace hipaudit::match
