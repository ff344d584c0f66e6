// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hip/hip_runtime.h>

namespace softmax {

// Rows of up to 1024 columns, one warp each.
void forward_small(float* out, const float* in, int rows, int columns, hipStream_t stream);
// Rows of any length, one block each.
void forward_large(float* out, const float* in, int rows, int columns, hipStream_t stream);
// One pass over the row for maximum and sum together.
void log_forward(float* out, const float* in, int rows, int columns, hipStream_t stream);
void backward(float* grad_in, const float* grad_out, const float* out, int rows, int columns,
              hipStream_t stream);
// The first column that holds the row's maximum.
void argmax(int* index, const float* in, int rows, int columns, hipStream_t stream);

}  // namespace softmax
