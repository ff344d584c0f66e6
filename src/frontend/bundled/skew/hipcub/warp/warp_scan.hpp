// SPDX-License-Identifier: Apache-2.0
#include <hipaudit_skew_pre.h>
#include <hipaudit_skew_begin.h>
#include_next <hipcub/warp/warp_scan.hpp>
#include <hipaudit_skew_end.h>
#include <hipaudit_skew_post.h>
