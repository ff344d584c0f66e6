// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <hip/hip_version.h>
#include <hip/amd_detail/host_defines.h>
