// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <hip/amd_detail/amd_hip_vector_types.h>
