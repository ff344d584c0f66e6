// SPDX-License-Identifier: Apache-2.0
// The function families that half and bfloat16 share: R is the scalar, P the pair.
#pragma once
#include <hipaudit/traits.h>
#ifndef HIPAUDIT_HD
#define HIPAUDIT_HD __host__ __device__
#endif

#define HIPAUDIT_C1(n, R, P)                                                                                                     \
  HIPAUDIT_HD bool __h##n(R a, R b); HIPAUDIT_HD bool __h##n##u(R a, R b); HIPAUDIT_HD P __h##n##2(P a, P b);                    \
  HIPAUDIT_HD P __h##n##u2(P a, P b); HIPAUDIT_HD bool __hb##n##2(P a, P b); HIPAUDIT_HD bool __hb##n##u2(P a, P b);             \
  HIPAUDIT_HD unsigned __h##n##2_mask(P a, P b);
#define HIPAUDIT_C2(n, R, P) HIPAUDIT_HD R n(R a, R b); HIPAUDIT_HD P n##2(P a, P b);
#define HIPAUDIT_C3(n, R, P) HIPAUDIT_HD R h##n(R x); HIPAUDIT_HD P h2##n(P x);
#define HIPAUDIT_LDST(n, T) __device__ T n(const T *p);
#define HIPAUDIT_NARROW(R, P)                                                                                                                    \
  HIPAUDIT_C1(eq, R, P) HIPAUDIT_C1(ne, R, P) HIPAUDIT_C1(le, R, P) HIPAUDIT_C1(ge, R, P) HIPAUDIT_C1(lt, R, P) HIPAUDIT_C1(gt, R, P)              \
  HIPAUDIT_C2(__hadd, R, P) HIPAUDIT_C2(__hsub, R, P) HIPAUDIT_C2(__hmul, R, P) HIPAUDIT_C2(__hmax, R, P) HIPAUDIT_C2(__hmin, R, P)               \
  HIPAUDIT_HD R __hdiv(R a, R b); HIPAUDIT_HD P __h2div(P a, P b);                                                                               \
  HIPAUDIT_HD R __hmax_nan(R a, R b); HIPAUDIT_HD R __hmin_nan(R a, R b); HIPAUDIT_HD P __hmax2_nan(P a, P b); HIPAUDIT_HD P __hmin2_nan(P a, P b); \
  HIPAUDIT_HD R __hadd_sat(R a, R b); HIPAUDIT_HD R __hsub_sat(R a, R b); HIPAUDIT_HD R __hmul_sat(R a, R b);                                     \
  HIPAUDIT_HD R __hadd_rn(R a, R b); HIPAUDIT_HD R __hsub_rn(R a, R b); HIPAUDIT_HD R __hmul_rn(R a, R b);                                        \
  HIPAUDIT_HD P __hadd2_rn(P a, P b); HIPAUDIT_HD P __hsub2_rn(P a, P b); HIPAUDIT_HD P __hmul2_rn(P a, P b);                                     \
  HIPAUDIT_HD P __hadd2_sat(P a, P b); HIPAUDIT_HD P __hsub2_sat(P a, P b); HIPAUDIT_HD P __hmul2_sat(P a, P b);                                  \
  HIPAUDIT_HD R __hfma(R a, R b, R c); HIPAUDIT_HD R __hfma_sat(R a, R b, R c); HIPAUDIT_HD R __hfma_relu(R a, R b, R c);                         \
  HIPAUDIT_HD P __hfma2(P a, P b, P c); HIPAUDIT_HD P __hfma2_sat(P a, P b, P c); HIPAUDIT_HD P __hfma2_relu(P a, P b, P c);                      \
  HIPAUDIT_HD R __habs(R x); HIPAUDIT_HD P __habs2(P x); HIPAUDIT_HD R __hneg(R x); HIPAUDIT_HD P __hneg2(P x);                                   \
  HIPAUDIT_HD bool __hisnan(R x); HIPAUDIT_HD P __hisnan2(P x); HIPAUDIT_HD int __hisinf(R x); HIPAUDIT_HD P __hisinf2(P x);                      \
  HIPAUDIT_C3(trunc, R, P) HIPAUDIT_C3(ceil, R, P) HIPAUDIT_C3(floor, R, P) HIPAUDIT_C3(rint, R, P) HIPAUDIT_C3(sin, R, P) HIPAUDIT_C3(cos, R, P) \
  HIPAUDIT_C3(exp, R, P) HIPAUDIT_C3(exp2, R, P) HIPAUDIT_C3(exp10, R, P) HIPAUDIT_C3(log, R, P) HIPAUDIT_C3(log2, R, P) HIPAUDIT_C3(log10, R, P) \
  HIPAUDIT_C3(rcp, R, P) HIPAUDIT_C3(rsqrt, R, P) HIPAUDIT_C3(sqrt, R, P) HIPAUDIT_C3(tanh, R, P)                                                \
  HIPAUDIT_LDST(__ldg, R) HIPAUDIT_LDST(__ldcg, R) HIPAUDIT_LDST(__ldca, R) HIPAUDIT_LDST(__ldcs, R)                                             \
  HIPAUDIT_LDST(__ldg, P) HIPAUDIT_LDST(__ldcg, P) HIPAUDIT_LDST(__ldca, P) HIPAUDIT_LDST(__ldcs, P)
// Atomics on them: absent from most HIP versions, so templates: a project's own function wins.
#define HIPAUDIT_NARROW_ATOMICS(T)                                            \
  template <class = void> __device__ T atomicAdd(T *address, T value);        \
  template <class = void> __device__ T unsafeAtomicAdd(T *address, T value);  \
  template <class = void> __device__ T safeAtomicAdd(T *address, T value);
#define HIPAUDIT_OPS2(T, op) HIPAUDIT_HD T operator op(const T &, const T &); HIPAUDIT_HD T &operator op##=(T &, const T &);
#define HIPAUDIT_CMP(T, op) HIPAUDIT_HD bool operator op(const T &, const T &);
#define HIPAUDIT_OPS(T)                                                                                                              \
  HIPAUDIT_OPS2(T, +) HIPAUDIT_OPS2(T, -) HIPAUDIT_OPS2(T, *) HIPAUDIT_OPS2(T, /)                                                    \
  HIPAUDIT_CMP(T, ==) HIPAUDIT_CMP(T, !=) HIPAUDIT_CMP(T, <) HIPAUDIT_CMP(T, >) HIPAUDIT_CMP(T, <=) HIPAUDIT_CMP(T, >=)              \
  HIPAUDIT_HD T operator-(const T &); HIPAUDIT_HD T operator+(const T &); HIPAUDIT_HD T &operator++(T &); HIPAUDIT_HD T &operator--(T &); \
  HIPAUDIT_HD T operator++(T &, int); HIPAUDIT_HD T operator--(T &, int);
