// SPDX-License-Identifier: Apache-2.0
#include "warp.hpp"

__global__ void ranks(const int* in, int* out) { out[threadIdx.x] = rank_below(in[threadIdx.x] > 0); }
