// SPDX-License-Identifier: Apache-2.0
// How many cycles one LDS instruction costs when lanes hit the same bank.
//
// A bank is four bytes wide and serves one dword at a time: bank = (byte address / 4) mod banks.
// The lanes of a wave are looked at in phases; a phase takes as many cycles as the busiest bank has
// *different* dwords (one dword wanted by several lanes is a broadcast). What differs between
// targets and widths is the number of banks and which lanes share a phase.
//
// Sources, by row:
//   [rpc]    ROCm Compute Profiler, pipeline descriptions: CDNA has 32 banks of 4 bytes
//   [ck]     Composable Kernel, "LDS bank conflicts": lane groups of b128 on 32 banks
//   [mi300]  timing probes on MI300 (tingqli/pyhip, tests/bank-conflict): b32, b64, b128 reads
//   [mi355]  SQ_LDS_BANK_CONFLICT pair probing on gfx950 (HazyResearch/HipKittens, phases/ds_*)
//   [app]    AMD APP OpenCL guide: half-waves are checked separately on GCN
//   [isa]    RDNA ISA guides, LDS overview: 64 banks per work-group processor, 32 seen by a wave
// Rows without a publication are marked assumed.
#include <algorithm>
#include <array>
#include <cstdint>

#include "target/target.hpp"

namespace hipaudit {
namespace {

constexpr int kMaxLanes = 64;
constexpr int kMaxBanks = 64;

/// Phase of each lane.
using Phases = std::array<std::uint8_t, kMaxLanes>;

/// `n` consecutive lanes share a phase.
constexpr Phases blocks(int n) {
  Phases phases{};
  for (int lane = 0; lane < kMaxLanes; ++lane) phases[lane] = static_cast<std::uint8_t>(lane / n);
  return phases;
}

/// Lanes of the first half-wave by groups of four, e.g. {0, 1, 2, 3, 1, 0, 3, 2}: quad 0 (lanes
/// 0-3) is in phase 0, quad 5 (lanes 20-23) too. The second half repeats it in later phases.
constexpr Phases quads(std::array<int, 8> phase_of_quad, int per_half) {
  Phases phases{};
  for (int lane = 0; lane < kMaxLanes; ++lane)
    phases[lane] =
        static_cast<std::uint8_t>(phase_of_quad[(lane % 32) / 4] + (lane >= 32 ? per_half : 0));
  return phases;
}

constexpr Phases kHalves = blocks(32);
constexpr Phases kQuarters = blocks(16);
constexpr Phases kEighths = blocks(8);
// {0-3,20-23} {4-7,16-19} {8-11,28-31} {12-15,24-27}, and the same 32 lanes further.
constexpr Phases kOddEighths = quads({0, 1, 2, 3, 1, 0, 3, 2}, 4);
// {0-3,12-15,20-27} {4-11,16-19,28-31}, and the same 32 lanes further.
constexpr Phases kOddQuarters = quads({0, 1, 1, 0, 1, 0, 0, 1}, 2);

struct ModelRow {
  LdsFamily family;
  bool write;
  int bytes;  // widest access that the row serves
  LdsRow row;
  const Phases* phases;
};

constexpr auto kAssumed = LdsEvidence::assumed;
constexpr auto kDocumented = LdsEvidence::documented;
constexpr auto kMeasured = LdsEvidence::measured;

constexpr std::array kModel = {
    ModelRow{LdsFamily::gfx9_32banks, false, 4, {32, 32, kMeasured, "[mi300] [app]"}, &kHalves},
    ModelRow{LdsFamily::gfx9_32banks, false, 8, {32, 16, kMeasured, "[mi300] [app]"}, &kQuarters},
    ModelRow{LdsFamily::gfx9_32banks, false, 12, {32, 8, kAssumed, "as b128"}, &kOddEighths},
    ModelRow{LdsFamily::gfx9_32banks, false, 16, {32, 8, kMeasured, "[ck] [mi300]"}, &kOddEighths},
    ModelRow{LdsFamily::gfx9_32banks, true, 4, {32, 32, kDocumented, "[rpc] [app]"}, &kHalves},
    ModelRow{LdsFamily::gfx9_32banks, true, 8, {32, 16, kAssumed, "as the read"}, &kQuarters},
    ModelRow{LdsFamily::gfx9_32banks, true, 16, {32, 8, kDocumented, "[ck]"}, &kEighths},

    ModelRow{LdsFamily::gfx950, false, 4, {64, 32, kAssumed, "halves, 64 banks"}, &kHalves},
    ModelRow{LdsFamily::gfx950, false, 8, {64, 32, kMeasured, "[mi355]"}, &kHalves},
    ModelRow{LdsFamily::gfx950, false, 12, {32, 8, kMeasured, "[mi355]"}, &kOddEighths},
    ModelRow{LdsFamily::gfx950, false, 16, {64, 16, kMeasured, "[mi355]"}, &kOddQuarters},
    ModelRow{LdsFamily::gfx950, true, 4, {32, 32, kAssumed, "as gfx942"}, &kHalves},
    ModelRow{LdsFamily::gfx950, true, 8, {32, 16, kMeasured, "[mi355]"}, &kQuarters},
    ModelRow{LdsFamily::gfx950, true, 16, {32, 8, kAssumed, "as gfx942"}, &kEighths},

    ModelRow{LdsFamily::rdna, false, 4, {32, 32, kDocumented, "[isa]"}, &kHalves},
    ModelRow{LdsFamily::rdna, false, 8, {32, 16, kAssumed, "not published"}, &kQuarters},
    ModelRow{LdsFamily::rdna, false, 16, {32, 8, kAssumed, "not published"}, &kEighths},
    ModelRow{LdsFamily::rdna, true, 4, {32, 32, kDocumented, "[isa]"}, &kHalves},
    ModelRow{LdsFamily::rdna, true, 8, {32, 16, kAssumed, "not published"}, &kQuarters},
    ModelRow{LdsFamily::rdna, true, 16, {32, 8, kAssumed, "not published"}, &kEighths},
};

const ModelRow& model_row(LdsFamily family, bool write, int bytes) {
  // Rows of one family and direction stand in order of width: the first that is wide enough.
  const ModelRow* last = nullptr;
  for (const ModelRow& row : kModel) {
    if (row.family != family || row.write != write) continue;
    last = &row;
    if (row.bytes >= bytes) break;
  }
  return *last;
}

}  // namespace

LdsRow lds_row(LdsFamily family, bool write, int bytes) {
  return model_row(family, write, bytes).row;
}

LdsCost lds_cost(LdsFamily family, bool write, int bytes, const std::vector<long>& address) {
  const ModelRow& row = model_row(family, write, bytes);
  const std::size_t lanes = std::min<std::size_t>(address.size(), kMaxLanes);
  LdsCost cost;
  for (int phase = 0; phase < kMaxLanes; ++phase) {
    // (bank, dword) pairs of this phase; sorted, each different dword counts once in its bank.
    std::vector<std::pair<long, long>> hits;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      if ((*row.phases)[lane] != phase || address[lane] < 0) continue;
      const long last = (address[lane] + bytes - 1) / 4;
      for (long dword = address[lane] / 4; dword <= last; ++dword)
        hits.emplace_back(dword % row.row.banks, dword);
    }
    if (hits.empty()) continue;
    std::sort(hits.begin(), hits.end());
    hits.erase(std::unique(hits.begin(), hits.end()), hits.end());
    std::array<int, kMaxBanks> in_bank{};
    for (const auto& [bank, dword] : hits) ++in_bank[static_cast<std::size_t>(bank)];
    cost.cycles += *std::max_element(in_bank.begin(), in_bank.end());
    cost.base += 1;
  }
  return cost;
}

}  // namespace hipaudit
