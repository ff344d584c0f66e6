// SPDX-License-Identifier: Apache-2.0
#include <hipaudit_skew_pre.h>
#include <hipaudit_skew_begin.h>
#include_next <hip/hip_texture_types.h>
#include <hipaudit_skew_end.h>
