// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <hip/amd_detail/amd_warp_functions.h>
#include <hipaudit/warp_sync.h>
