// SPDX-License-Identifier: Apache-2.0
// No include guard: closes hipaudit_skew_begin.h.
#pragma pop_macro("HIP_DISABLE_WARP_SYNC_BUILTINS")
#pragma pop_macro("HIP_ENABLE_WARP_SYNC_BUILTINS")
#pragma pop_macro("__AMDGCN_WAVEFRONT_SIZE__")
#pragma pop_macro("__AMDGCN_WAVEFRONT_SIZE")
