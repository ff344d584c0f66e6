// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <hip/hip_common.h>
#include <hip/amd_detail/amd_hip_fp8.h>
