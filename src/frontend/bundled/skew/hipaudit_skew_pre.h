// SPDX-License-Identifier: Apache-2.0
// Clang 22 removed what older HIP headers stand on. Included before each of HIP's own headers by the wrappers in hip/.
// Goes with hipaudit_skew_begin.h and hipaudit_skew_end.h, which hold the wavefront size macro around HIP's text only.
#pragma once
#ifndef HIPAUDIT_SKEW
#define HIPAUDIT_SKEW 1
#endif
#if !defined(__HIP_PLATFORM_AMD__) && !defined(__HIP_PLATFORM_NVIDIA__)
#define __HIP_PLATFORM_AMD__ 1
#endif
#if !defined(__HIP_PLATFORM_HCC__) && defined(__HIP_PLATFORM_AMD__)
#define __HIP_PLATFORM_HCC__ 1
#endif
#include <hip/hip_version.h>

// ROCm's device library had these; the calls in hip_fp16.h expect a true reciprocal.
#if defined(__HIP__) && defined(__cplusplus) && HIP_VERSION_MAJOR < 6
extern "C" __attribute__((device)) __attribute__((const)) _Float16 __llvm_amdgcn_rcp_f16(_Float16);
typedef _Float16 hipaudit_skew_2f16 __attribute__((ext_vector_type(2)));
extern "C" __attribute__((device)) __attribute__((const)) hipaudit_skew_2f16 __llvm_amdgcn_rcp_2f16(hipaudit_skew_2f16);
#endif
