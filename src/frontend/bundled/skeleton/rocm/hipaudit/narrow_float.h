// SPDX-License-Identifier: Apache-2.0
// The function families that half and bfloat16 share: R is the scalar, P the pair.
#pragma once
#include <hipaudit/traits.h>
#ifndef HIPAUDIT_HD
#define HIPAUDIT_HD __host__ __device__
#endif

#define HIPAUDIT_CMP1(n, R, P)                                                                             \
  HIPAUDIT_HD bool __h##n(R a, R b); HIPAUDIT_HD bool __h##n##u(R a, R b); HIPAUDIT_HD P __h##n##2(P a, P b); \
  HIPAUDIT_HD bool __hb##n##2(P a, P b); HIPAUDIT_HD bool __hb##n##u2(P a, P b);
#define HIPAUDIT_BIN1(n, R, P) HIPAUDIT_HD R n(R a, R b); HIPAUDIT_HD P n##2(P a, P b);
#define HIPAUDIT_FUN1(n, R, P) __device__ R h##n(R x); __device__ P h2##n(P x);
#define HIPAUDIT_NARROW(R, P)                                                                                                                             \
  HIPAUDIT_CMP1(eq, R, P) HIPAUDIT_CMP1(ne, R, P) HIPAUDIT_CMP1(le, R, P) HIPAUDIT_CMP1(ge, R, P) HIPAUDIT_CMP1(lt, R, P) HIPAUDIT_CMP1(gt, R, P)           \
  HIPAUDIT_BIN1(__hadd, R, P) HIPAUDIT_BIN1(__hsub, R, P) HIPAUDIT_BIN1(__hmul, R, P) HIPAUDIT_BIN1(__hmax, R, P) HIPAUDIT_BIN1(__hmin, R, P)               \
  HIPAUDIT_HD R __hdiv(R a, R b); HIPAUDIT_HD P __h2div(P a, P b); __device__ R __hfma(R a, R b, R c); __device__ P __hfma2(P a, P b, P c);                  \
  HIPAUDIT_HD R __habs(R x); HIPAUDIT_HD P __habs2(P x); HIPAUDIT_HD R __hneg(R x); HIPAUDIT_HD P __hneg2(P x);                                             \
  HIPAUDIT_HD bool __hisnan(R x); HIPAUDIT_HD P __hisnan2(P x); HIPAUDIT_HD int __hisinf(R x);                                                              \
  HIPAUDIT_FUN1(trunc, R, P) HIPAUDIT_FUN1(ceil, R, P) HIPAUDIT_FUN1(floor, R, P) HIPAUDIT_FUN1(rint, R, P) HIPAUDIT_FUN1(sin, R, P)                        \
  HIPAUDIT_FUN1(cos, R, P) HIPAUDIT_FUN1(exp, R, P) HIPAUDIT_FUN1(exp2, R, P) HIPAUDIT_FUN1(exp10, R, P) HIPAUDIT_FUN1(log, R, P)                           \
  HIPAUDIT_FUN1(log2, R, P) HIPAUDIT_FUN1(log10, R, P) HIPAUDIT_FUN1(rcp, R, P) HIPAUDIT_FUN1(rsqrt, R, P) HIPAUDIT_FUN1(sqrt, R, P)
// Atomics on them: absent from most HIP versions, so templates: a project's own function wins.
#define HIPAUDIT_NARROW_ATOMICS(T)                                            \
  template <class = void> __device__ T atomicAdd(T *address, T value);        \
  template <class = void> __device__ T unsafeAtomicAdd(T *address, T value);  \
  template <class = void> __device__ T safeAtomicAdd(T *address, T value);
// Shuffles of types for which HIP has no overload, or only with a mask: the call parses, and half-shuffle says what HIP makes of it.
// Templates for the same reason.
#define HIPAUDIT_NARROW_SHFL(T)                                                                   \
  template <class = void> __attribute__((device)) T __shfl(T var, int src_lane, int width = warpSize);           \
  template <class = void> __attribute__((device)) T __shfl_up(T var, unsigned int delta, int width = warpSize);  \
  template <class = void> __attribute__((device)) T __shfl_down(T var, unsigned int delta, int width = warpSize); \
  template <class = void> __attribute__((device)) T __shfl_xor(T var, int lane_mask, int width = warpSize);
// Operators of one type; F is `friend` inside a class, nothing outside.
#define HIPAUDIT_OPS2(F, T, op) F HIPAUDIT_HD T operator op(const T &, const T &); F HIPAUDIT_HD T &operator op##=(T &, const T &);
#define HIPAUDIT_CMP(F, T, op) F HIPAUDIT_HD bool operator op(const T &, const T &);
#define HIPAUDIT_OPS(F, T)                                                                                                          \
  HIPAUDIT_OPS2(F, T, +) HIPAUDIT_OPS2(F, T, -) HIPAUDIT_OPS2(F, T, *) HIPAUDIT_OPS2(F, T, /)                                         \
  HIPAUDIT_CMP(F, T, ==) HIPAUDIT_CMP(F, T, !=) HIPAUDIT_CMP(F, T, <) HIPAUDIT_CMP(F, T, >) HIPAUDIT_CMP(F, T, <=) HIPAUDIT_CMP(F, T, >=) \
  F HIPAUDIT_HD T operator-(const T &); F HIPAUDIT_HD T operator+(const T &); F HIPAUDIT_HD T &operator++(T &);                       \
  F HIPAUDIT_HD T &operator--(T &); F HIPAUDIT_HD T operator++(T &, int); F HIPAUDIT_HD T operator--(T &, int);
