// SPDX-License-Identifier: Apache-2.0
// Device functions that CUDA has and HIP has not, or has only lately. Declared so that a call parses and the rules can say what
// is wrong with it, with every HIP. Templates: a real function, or a project's own, wins.
#pragma once
#include <stddef.h>
#include <hipaudit/traits.h>

// Packed integers: CUDA has them, HIP mostly has not.
#define HIPAUDIT_V2(n) template <class = void> __device__ unsigned int n(hipaudit_detail::weak<unsigned int> a, hipaudit_detail::weak<unsigned int> b);
#define HIPAUDIT_V1(n) template <class = void> __device__ unsigned int n(hipaudit_detail::weak<unsigned int> a);
#define HIPAUDIT_VS(s) HIPAUDIT_V2(__vadd##s) HIPAUDIT_V2(__vsub##s) HIPAUDIT_V2(__vcmpeq##s) HIPAUDIT_V2(__vcmpne##s) HIPAUDIT_V2(__vcmpges##s) \
  HIPAUDIT_V2(__vcmpgeu##s) HIPAUDIT_V2(__vcmpgts##s) HIPAUDIT_V2(__vcmpgtu##s) HIPAUDIT_V2(__vmaxs##s) HIPAUDIT_V2(__vmaxu##s) HIPAUDIT_V2(__vmins##s)  \
  HIPAUDIT_V2(__vminu##s) HIPAUDIT_V2(__vaddss##s) HIPAUDIT_V2(__vaddus##s) HIPAUDIT_V2(__vsubss##s) HIPAUDIT_V2(__vsubus##s) HIPAUDIT_V2(__vabsdiffu##s) \
  HIPAUDIT_V2(__vabsdiffs##s) HIPAUDIT_V2(__vsads##s) HIPAUDIT_V2(__vsadu##s) HIPAUDIT_V1(__vabs##s) HIPAUDIT_V1(__vneg##s) HIPAUDIT_V2(__vavgu##s)
HIPAUDIT_VS(2) HIPAUDIT_VS(4)
#undef HIPAUDIT_VS
#undef HIPAUDIT_V1
#undef HIPAUDIT_V2
template <class = void> __device__ int __dp4a(int a, int b, int c);
template <class = void> __device__ unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c);
template <class = void> __device__ int __dp4a(char4 a, char4 b, int c);
template <class = void> __device__ int __dp2a_lo(int a, int b, int c);
template <class = void> __device__ int __dp2a_hi(int a, int b, int c);

template <class = void> __device__ size_t __cvta_generic_to_shared(const void *p);
template <class = void> __device__ size_t __cvta_generic_to_global(const void *p);
template <class = void> __device__ void __nanosleep(unsigned int ns);
template <class = void> __device__ void __trap();
template <class = void> __device__ void __brkpt();
template <class = void> __device__ void __prof_trigger(int counter);

#define HIPAUDIT_LD(n) template <class T> __device__ T n(const T *p);
HIPAUDIT_LD(__ldca) HIPAUDIT_LD(__ldcg) HIPAUDIT_LD(__ldcs) HIPAUDIT_LD(__ldcv) HIPAUDIT_LD(__ldlu)
#undef HIPAUDIT_LD
#define HIPAUDIT_ST(n) template <class T> __device__ void n(T *p, T v);
HIPAUDIT_ST(__stwb) HIPAUDIT_ST(__stcg) HIPAUDIT_ST(__stcs) HIPAUDIT_ST(__stwt)
#undef HIPAUDIT_ST

#define HIPAUDIT_INTS(X, name) X(name, int) X(name, unsigned int) X(name, unsigned long) X(name, unsigned long long)
#define HIPAUDIT_FPS(X, name) X(name, float) X(name, double)
#define HIPAUDIT_B(name, T) template <class = void> __device__ T name##_block(T *address, T value);
HIPAUDIT_INTS(HIPAUDIT_B, atomicAdd) HIPAUDIT_FPS(HIPAUDIT_B, atomicAdd) HIPAUDIT_INTS(HIPAUDIT_B, atomicSub)
HIPAUDIT_INTS(HIPAUDIT_B, atomicExch) HIPAUDIT_FPS(HIPAUDIT_B, atomicExch)
HIPAUDIT_INTS(HIPAUDIT_B, atomicMin) HIPAUDIT_B(atomicMin, long long) HIPAUDIT_INTS(HIPAUDIT_B, atomicMax) HIPAUDIT_B(atomicMax, long long)
HIPAUDIT_INTS(HIPAUDIT_B, atomicAnd) HIPAUDIT_INTS(HIPAUDIT_B, atomicOr) HIPAUDIT_INTS(HIPAUDIT_B, atomicXor)
HIPAUDIT_B(atomicInc, unsigned int) HIPAUDIT_B(atomicDec, unsigned int)
#undef HIPAUDIT_B
#define HIPAUDIT_CB(name, T) template <class = void> __device__ T name##_block(T *address, T compare, T value);
HIPAUDIT_INTS(HIPAUDIT_CB, atomicCAS)
#undef HIPAUDIT_CB
template <class = void> __device__ unsigned short atomicCAS(unsigned short *address, unsigned short compare, unsigned short value);
#undef HIPAUDIT_INTS
#undef HIPAUDIT_FPS
