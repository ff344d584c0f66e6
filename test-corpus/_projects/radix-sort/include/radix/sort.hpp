// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hip/hip_runtime.h>

namespace radix {

constexpr int kBits = 4;
constexpr int kDigits = 1 << kBits;
constexpr int kBlock = 128;

// Ints that `scratch` must have for n keys.
inline int scratch_size(int n) { return kDigits * ((n + kBlock - 1) / kBlock); }

struct Pairs {
  unsigned* keys;
  int* values;
};

// One pass: stable by the kBits bits above `shift`.
void pass(Pairs to, Pairs from, int* scratch, int n, int shift, bool match, hipStream_t stream);
// All passes; the result is in `pairs`.
void sort(Pairs pairs, Pairs other, int* scratch, int n, bool match, hipStream_t stream);

}  // namespace radix
