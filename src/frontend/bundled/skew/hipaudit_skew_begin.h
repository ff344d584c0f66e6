// SPDX-License-Identifier: Apache-2.0
// No include guard: each wrapper holds the macros for the length of one of HIP's headers, and wrappers nest.
// The wave size is no macro of Clang 22 any more, and must not be one in the project's text.
#pragma push_macro("__AMDGCN_WAVEFRONT_SIZE")
#pragma push_macro("__AMDGCN_WAVEFRONT_SIZE__")
#if defined(__HIP_DEVICE_COMPILE__) && !defined(__GFX8__) && !defined(__GFX9__)
#define HIPAUDIT_SKEW_WAVE 32
#else
#define HIPAUDIT_SKEW_WAVE 64
#endif
#ifndef __AMDGCN_WAVEFRONT_SIZE
#if HIPAUDIT_SKEW_WAVE == 32
#define __AMDGCN_WAVEFRONT_SIZE 32
#else
#define __AMDGCN_WAVEFRONT_SIZE 64
#endif
#endif
#ifndef __AMDGCN_WAVEFRONT_SIZE__
#if HIPAUDIT_SKEW_WAVE == 32
#define __AMDGCN_WAVEFRONT_SIZE__ 32
#else
#define __AMDGCN_WAVEFRONT_SIZE__ 64
#endif
#endif
#undef HIPAUDIT_SKEW_WAVE
// HIP's own forms with a lane mask refuse 32 bits by a failed instantiation; hipaudit/warp_sync.h has them for every HIP.
#pragma push_macro("HIP_ENABLE_WARP_SYNC_BUILTINS")
#pragma push_macro("HIP_DISABLE_WARP_SYNC_BUILTINS")
#undef HIP_ENABLE_WARP_SYNC_BUILTINS
#undef HIP_DISABLE_WARP_SYNC_BUILTINS
#define HIP_DISABLE_WARP_SYNC_BUILTINS
