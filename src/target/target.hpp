// SPDX-License-Identifier: Apache-2.0
// What is known of each AMD target. The one source of hardware truth; each table names its source.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hipaudit {

/// Which conflict model the LDS follows (tables in lds.cpp).
enum class LdsFamily { gfx9_32banks, gfx950, rdna };

/// Where a row of the conflict model comes from. `assumed` rows make a finding at most likely.
enum class LdsEvidence { assumed, documented, measured };

struct Target {
  std::string name;  ///< gfx90a
  int wave = 64;     ///< lanes of a wave in HIP
  LdsFamily lds = LdsFamily::gfx9_32banks;
  int lds_bytes = 65536;  ///< most static LDS of one workgroup
};

/// Look up a gfx name; features such as ":sramecc+:xnack-" are ignored. Nothing when unknown.
[[nodiscard]] std::optional<Target> find_target(std::string_view gfx);

/// Every target that is known, generic ones included.
[[nodiscard]] std::vector<Target> all_targets();

/// gfx90a and gfx1100: one of each wave size.
[[nodiscard]] std::vector<Target> default_targets();

/// Whether any / all of `targets` have waves of `lanes` lanes.
[[nodiscard]] bool any_wave(const std::vector<Target>& targets, int lanes);
[[nodiscard]] std::vector<std::string> names_with_wave(const std::vector<Target>& targets,
                                                       int lanes);

/// How one kind of LDS instruction is split: `banks` banks of four bytes, `lanes_per_phase` lanes
/// looked at together (not always consecutive ones).
struct LdsRow {
  int banks = 32;
  int lanes_per_phase = 32;
  LdsEvidence evidence = LdsEvidence::assumed;
  std::string_view source;  ///< what the row was taken from
};
/// The row for an access of `bytes` bytes (1 to 16) per lane.
[[nodiscard]] LdsRow lds_row(LdsFamily family, bool write, int bytes);

/// Cost of one LDS instruction in conflict phases: `cycles` taken and `base` without conflicts.
struct LdsCost {
  int cycles = 0;
  int base = 0;
};
/// `address[lane]` is a byte address, or -1 for an inactive lane. `bytes` is 1 to 16, the width of
/// each lane's access. Model and its evidence: documented with the tables in lds.cpp.
[[nodiscard]] LdsCost lds_cost(LdsFamily family, bool write, int bytes,
                               const std::vector<long>& address);

}  // namespace hipaudit
