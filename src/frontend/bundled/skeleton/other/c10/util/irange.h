// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <hipaudit/torch.h>
namespace c10 {
template <class T> struct hipaudit_range {
  struct iterator { T v; __host__ __device__ T operator*() const { return v; } __host__ __device__ iterator &operator++() { ++v; return *this; } __host__ __device__ bool operator!=(iterator o) const { return v != o.v; } };
  T a, b;
  __host__ __device__ iterator begin() const { return {a}; }
  __host__ __device__ iterator end() const { return {b}; }
};
template <class T> __host__ __device__ hipaudit_range<T> irange(T n) { return {T(0), n}; }
template <class T, class U> __host__ __device__ hipaudit_range<U> irange(T a, U b) { return {U(a), b}; }
} // namespace c10
