// SPDX-License-Identifier: Apache-2.0
// What is known of each gfx target: wave size in HIP, LDS model and LDS limit.
//
// Wave size: wave64 is GFX8 and GFX9, wave32 is GFX10, 11 and 12; HIP does not support wave64 on
// GFX10 and later (HIP language documentation; `.wavefront_size` metadata of clang 22 per target).
// LDS limit: the largest static object that LLVM 22 accepts per target ("local memory exceeds
// limit"). LDS model: see lds.cpp.
#include "target/target.hpp"

#include <algorithm>
#include <array>

namespace hipaudit {
namespace {

struct Row {
  std::string_view name;
  int wave;
  LdsFamily lds;
  int lds_bytes;
};

constexpr int kLds64 = 64 * 1024;
constexpr int kLds160 = 160 * 1024;  // gfx950
constexpr int kLds320 = 320 * 1024;  // gfx1250

constexpr std::array kTargets = {
    Row{"gfx801", 64, LdsFamily::gfx9_32banks, kLds64},
    Row{"gfx802", 64, LdsFamily::gfx9_32banks, kLds64},
    Row{"gfx803", 64, LdsFamily::gfx9_32banks, kLds64},
    Row{"gfx805", 64, LdsFamily::gfx9_32banks, kLds64},
    Row{"gfx810", 64, LdsFamily::gfx9_32banks, kLds64},
    Row{"gfx900", 64, LdsFamily::gfx9_32banks, kLds64},
    Row{"gfx902", 64, LdsFamily::gfx9_32banks, kLds64},
    Row{"gfx904", 64, LdsFamily::gfx9_32banks, kLds64},
    Row{"gfx906", 64, LdsFamily::gfx9_32banks, kLds64},
    Row{"gfx908", 64, LdsFamily::gfx9_32banks, kLds64},
    Row{"gfx909", 64, LdsFamily::gfx9_32banks, kLds64},
    Row{"gfx90a", 64, LdsFamily::gfx9_32banks, kLds64},
    Row{"gfx90c", 64, LdsFamily::gfx9_32banks, kLds64},
    Row{"gfx942", 64, LdsFamily::gfx9_32banks, kLds64},
    Row{"gfx950", 64, LdsFamily::gfx950, kLds160},
    Row{"gfx9-generic", 64, LdsFamily::gfx9_32banks, kLds64},
    Row{"gfx9-4-generic", 64, LdsFamily::gfx9_32banks, kLds64},
    Row{"gfx1010", 32, LdsFamily::rdna, kLds64},
    Row{"gfx1011", 32, LdsFamily::rdna, kLds64},
    Row{"gfx1012", 32, LdsFamily::rdna, kLds64},
    Row{"gfx1013", 32, LdsFamily::rdna, kLds64},
    Row{"gfx1030", 32, LdsFamily::rdna, kLds64},
    Row{"gfx1031", 32, LdsFamily::rdna, kLds64},
    Row{"gfx1032", 32, LdsFamily::rdna, kLds64},
    Row{"gfx1033", 32, LdsFamily::rdna, kLds64},
    Row{"gfx1034", 32, LdsFamily::rdna, kLds64},
    Row{"gfx1035", 32, LdsFamily::rdna, kLds64},
    Row{"gfx1036", 32, LdsFamily::rdna, kLds64},
    Row{"gfx10-1-generic", 32, LdsFamily::rdna, kLds64},
    Row{"gfx10-3-generic", 32, LdsFamily::rdna, kLds64},
    Row{"gfx1100", 32, LdsFamily::rdna, kLds64},
    Row{"gfx1101", 32, LdsFamily::rdna, kLds64},
    Row{"gfx1102", 32, LdsFamily::rdna, kLds64},
    Row{"gfx1103", 32, LdsFamily::rdna, kLds64},
    Row{"gfx1150", 32, LdsFamily::rdna, kLds64},
    Row{"gfx1151", 32, LdsFamily::rdna, kLds64},
    Row{"gfx1152", 32, LdsFamily::rdna, kLds64},
    Row{"gfx1153", 32, LdsFamily::rdna, kLds64},
    Row{"gfx11-generic", 32, LdsFamily::rdna, kLds64},
    Row{"gfx1200", 32, LdsFamily::rdna, kLds64},
    Row{"gfx1201", 32, LdsFamily::rdna, kLds64},
    Row{"gfx12-generic", 32, LdsFamily::rdna, kLds64},
    Row{"gfx1250", 32, LdsFamily::rdna, kLds320},
    Row{"gfx1251", 32, LdsFamily::rdna, kLds320},
};

}  // namespace

std::optional<Target> find_target(std::string_view gfx) {
  const std::string_view name = gfx.substr(0, gfx.find(':'));
  const auto it = std::find_if(kTargets.begin(), kTargets.end(),
                               [&](const Row& row) { return row.name == name; });
  if (it == kTargets.end()) return std::nullopt;
  return Target{std::string(it->name), it->wave, it->lds, it->lds_bytes};
}

std::vector<Target> all_targets() {
  std::vector<Target> out;
  for (const Row& row : kTargets)
    out.push_back({std::string(row.name), row.wave, row.lds, row.lds_bytes});
  return out;
}

std::vector<Target> default_targets() { return {*find_target("gfx90a"), *find_target("gfx1100")}; }

bool any_wave(const std::vector<Target>& targets, int lanes) {
  return std::any_of(targets.begin(), targets.end(),
                     [&](const Target& t) { return t.wave == lanes; });
}

std::vector<std::string> names_with_wave(const std::vector<Target>& targets, int lanes) {
  std::vector<std::string> names;
  for (const Target& target : targets)
    if (target.wave == lanes) names.push_back(target.name);
  return names;
}

}  // namespace hipaudit
