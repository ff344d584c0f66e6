// SPDX-License-Identifier: Apache-2.0
#include <hipaudit_skew_pre.h>
#if HIP_VERSION >= 100000000
#include <hipaudit_skew_begin.h>
#include_next <hip/hip_cooperative_groups.h>
#include <hipaudit_skew_end.h>
#include <hipaudit_skew_post.h>
#else
// Members (ballot, match_any, num_threads ...) cannot be added to classes from outside: declarations of the newest shape instead.
#include <hip/hip_runtime.h>
#include <hipaudit/cooperative_groups.h>
#endif
