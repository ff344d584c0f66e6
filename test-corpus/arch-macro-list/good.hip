// SPDX-License-Identifier: Apache-2.0
// Lists that forget nobody, and lists that decide something else.
#include <hip/hip_runtime.h>

#if defined(__GFX8__) || defined(__GFX9__)
#define FAMILY_LANES 64
#else
#define FAMILY_LANES 32
#endif

#if defined(__GFX9__)
constexpr int kNewestFamilyLanes = 64;
#else
constexpr int kNewestFamilyLanes = 32;
#endif

#if defined(__gfx900__) || defined(__gfx902__) || defined(__gfx904__) || defined(__gfx906__) \
    || defined(__gfx908__) || defined(__gfx909__) || defined(__gfx90a__) || defined(__gfx90c__) \
    || defined(__gfx942__) || defined(__gfx950__)
#define COMPLETE_LIST_LANES 64
#else
#define COMPLETE_LIST_LANES 32
#endif

#if defined(__GFX10__) || defined(__GFX11__) || defined(__GFX12__)
#define COMPLETE_FAMILIES_LANES 32
#else
#define COMPLETE_FAMILIES_LANES 64
#endif

// Which targets have an instruction, and a tile that is as wide as it pays.
#if defined(__gfx90a__) || defined(__gfx942__)
#define HAS_PACKED_MATH 1
constexpr int kTileColumns = 64;
#else
#define HAS_PACKED_MATH 0
constexpr int kTileColumns = 32;
#endif

// What the library's version decides is not known here.
#define SOME_LIBRARY_VERSION(major, minor) ((major)*100 + (minor))
#if SOME_LIBRARY_VERSION(2, 0) >= 200 && defined(__gfx90a__)
constexpr int kLibraryLanes = 64;
#else
constexpr int kLibraryLanes = 32;
#endif

// A logical width that stays the same.
#if defined(__gfx90a__)
constexpr int kLogicalLanes = 32;
#else
constexpr int kLogicalLanes = 32;
#endif

__global__ void uses(int* out) {
  out[0] = FAMILY_LANES + kNewestFamilyLanes + COMPLETE_LIST_LANES + COMPLETE_FAMILIES_LANES + HAS_PACKED_MATH
           + kTileColumns + kLibraryLanes + kLogicalLanes;
}
