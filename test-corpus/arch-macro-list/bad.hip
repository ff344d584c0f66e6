// SPDX-License-Identifier: Apache-2.0
// Lists of targets that decide the wave size, and what they forgot.
#include <hip/hip_runtime.h>

#if defined(__gfx908__) || defined(__gfx90a__)  // trap: arch-macro-list "leaves out gfx900, gfx902, gfx904, gfx906, gfx909, gfx90c, gfx942 and gfx950, whose waves have 64 lanes and not 32"
#define LIST_LANES 64
#else
#define LIST_LANES 32
#endif

// A name for the list, and one for a part of it.
#define IS_CDNA1 (defined(__gfx908__))
#define IS_CDNA (IS_CDNA1 || defined(__gfx90a__) || defined(__gfx942__) || defined(__gfx950__))
#if IS_CDNA  // trap: arch-macro-list "leaves out gfx900"
constexpr int kNamedLanes = 64;
constexpr int kNamedLaneBits = 6;
#else
constexpr int kNamedLanes = 32;
constexpr int kNamedLaneBits = 5;
#endif

// The families of 32 lanes, less the last one.
__device__ constexpr int wave_lanes() {
#if defined(__GFX10__) || defined(__GFX11__)  // trap: arch-macro-list "leaves out gfx1200, gfx1201, gfx1250 and gfx1251, whose waves have 32 lanes and not 64"
  return 32;
#else
  return 64;
#endif
}

struct Traits {
#ifdef __gfx1100__  // trap: arch-macro-list "leaves out gfx1010"
  static constexpr int kWaveSize = 32;
#else
  static constexpr int kWaveSize = 64;
#endif
};

__global__ void uses(int* out) {
  out[0] = LIST_LANES + kNamedLanes + kNamedLaneBits + wave_lanes() + Traits::kWaveSize;
}
