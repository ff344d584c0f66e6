// SPDX-License-Identifier: Apache-2.0
// What generated kernels read and write, and the table by which they are run.
#pragma once

struct Pool {
  const int* a;        ///< -64 to 64
  const int* b;        ///< 0 to 63, or -64 to 63
  const unsigned* u;   ///< any
  const long long* l;  ///< up to a thousand million
  const float* f;      ///< whole numbers from -8 to 8
  int n;               ///< -16 to 256
  int* out;
  unsigned* uout;
  unsigned long long* lout;
  float* fout;
};

struct Entry {
  int index;
  int shapes;  ///< block shapes it is launched with
  void (*run)(const Pool& pool, int shape);
};

constexpr int kInputLength = 512;    ///< of each input, with as much before and behind it
constexpr int kOutputLength = 4096;  ///< of each output, with kInputLength before and behind it
