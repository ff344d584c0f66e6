// SPDX-License-Identifier: Apache-2.0
#include <hipaudit_skew_pre.h>
#if HIP_VERSION >= 60200000
#include <hipaudit_skew_begin.h>
#include_next <hip/hip_bf16.h>
#include <hipaudit_skew_end.h>
#include <hipaudit_skew_post.h>
#include <hipaudit_skew_post_bf16.h>
#else
// HIP before 5.7 has no such header, and before 6.2 the type has neither operators nor conversions.
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
#include <hipaudit/bf16.h>
#endif
