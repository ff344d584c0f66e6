// SPDX-License-Identifier: Apache-2.0
// What a name says of a value that is not known otherwise.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace hipaudit::lanes {

enum class NamedLike : std::uint8_t { lane, thread, warp };

/// `lane_id`, `m_tid`, `warpIdx_` ...
[[nodiscard]] std::optional<NamedLike> named_like(std::string_view name);
/// `WARP_SIZE`, `kWarpSize` ...
[[nodiscard]] bool is_warp_size_name(std::string_view name);
/// `WAVE_SIZE`, `wavefront_size` ...
[[nodiscard]] bool is_wave_size_name(std::string_view name);
/// `BLOCK_SIZE`, `num_threads` ...
[[nodiscard]] bool is_block_size_name(std::string_view name);

}  // namespace hipaudit::lanes
