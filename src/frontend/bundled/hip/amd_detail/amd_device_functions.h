// SPDX-License-Identifier: Apache-2.0
// Integer, conversion, memory, barrier and clock functions of device code.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <hip/amd_detail/amd_hip_vector_types.h>
#include <hipaudit/cuda_only.h>

// __popc returns unsigned in every HIP (CUDA: int). The bit functions take one type each, so that a 64-bit vote given to a
// 32-bit form shows as a truncation and not as an ambiguous call.
__device__ unsigned int __popc(unsigned int x);
__device__ unsigned int __popcll(unsigned long long x);
__device__ int __clz(int x);
__device__ int __clzll(long long x);
__device__ int __ffs(int x);
__device__ int __ffsll(long long x);
__device__ int __fns(unsigned int mask, unsigned int base, int offset);
__device__ int __fns32(uint64_t mask, uint32_t base, int32_t offset);
__device__ int __fns64(uint64_t mask, uint32_t base, int32_t offset);
__device__ unsigned int __brev(unsigned int x);
__device__ unsigned long long __brevll(unsigned long long x);
__device__ unsigned int __lastbit_u32_u64(uint64_t x);
__device__ unsigned int __bitextract_u32(unsigned int v, unsigned int offset, unsigned int width);
__device__ uint64_t __bitextract_u64(uint64_t v, unsigned int offset, unsigned int width);
__device__ unsigned int __bitinsert_u32(unsigned int a, unsigned int b, unsigned int offset, unsigned int width);
__device__ uint64_t __bitinsert_u64(uint64_t a, uint64_t b, unsigned int offset, unsigned int width);
__device__ uint64_t __lanemask_gt();
__device__ uint64_t __lanemask_lt();
__device__ uint64_t __lanemask_eq();

#define HIPAUDIT_U3(n) __device__ unsigned int n(unsigned int a, unsigned int b, unsigned int c);
HIPAUDIT_U3(__funnelshift_l) HIPAUDIT_U3(__funnelshift_lc) HIPAUDIT_U3(__funnelshift_r) HIPAUDIT_U3(__funnelshift_rc)
HIPAUDIT_U3(__byte_perm) HIPAUDIT_U3(__usad)
#undef HIPAUDIT_U3
__device__ unsigned int __sad(int a, int b, unsigned int c);
__device__ int __hadd(int a, int b);
__device__ int __rhadd(int a, int b);
__device__ unsigned int __uhadd(unsigned int a, unsigned int b);
__device__ unsigned int __urhadd(unsigned int a, unsigned int b);
__device__ int __mul24(int a, int b);
__device__ int __umul24(unsigned int a, unsigned int b);
__device__ int __mulhi(int a, int b);
__device__ unsigned int __umulhi(unsigned int a, unsigned int b);
__device__ long long __mul64hi(long long a, long long b);
__device__ unsigned long long __umul64hi(unsigned long long a, unsigned long long b);
__device__ int mulhi(int a, int b);
__device__ unsigned int umulhi(unsigned int a, unsigned int b);
__device__ int mul24(int a, int b);
__device__ unsigned int umul24(unsigned int a, unsigned int b);

#define HIPAUDIT_DOT(V, S) __device__ S amd_mixed_dot(V a, V b, S c, bool saturate);
HIPAUDIT_DOT(short2, int) HIPAUDIT_DOT(ushort2, unsigned int) HIPAUDIT_DOT(char4, int) HIPAUDIT_DOT(uchar4, unsigned int)
HIPAUDIT_DOT(int, int) HIPAUDIT_DOT(unsigned int, unsigned int)
#undef HIPAUDIT_DOT

// Conversions, one per rounding mode.
#define HIPAUDIT_RND(n, To, From) \
  __device__ To n##_rn(From x); __device__ To n##_rz(From x); __device__ To n##_rd(From x); __device__ To n##_ru(From x);
HIPAUDIT_RND(__double2float, float, double) HIPAUDIT_RND(__double2int, int, double) HIPAUDIT_RND(__double2uint, unsigned int, double)
HIPAUDIT_RND(__double2ll, long long, double) HIPAUDIT_RND(__double2ull, unsigned long long, double)
HIPAUDIT_RND(__float2int, int, float) HIPAUDIT_RND(__float2uint, unsigned int, float)
HIPAUDIT_RND(__float2ll, long long, float) HIPAUDIT_RND(__float2ull, unsigned long long, float)
HIPAUDIT_RND(__int2float, float, int) HIPAUDIT_RND(__uint2float, float, unsigned int)
HIPAUDIT_RND(__ll2float, float, long long) HIPAUDIT_RND(__ull2float, float, unsigned long long)
HIPAUDIT_RND(__ll2double, double, long long) HIPAUDIT_RND(__ull2double, double, unsigned long long)
#undef HIPAUDIT_RND
__device__ double __int2double_rn(int x);
__device__ double __uint2double_rn(unsigned int x);
__device__ int __double2hiint(double x);
__device__ int __double2loint(double x);
__device__ double __hiloint2double(int hi, int lo);
__device__ long long __double_as_longlong(double x);
__device__ double __longlong_as_double(long long x);
__device__ int __float_as_int(float x);
__device__ unsigned int __float_as_uint(float x);
__device__ float __int_as_float(int x);
__device__ float __uint_as_float(unsigned int x);

// Loads with a cache hint: the other forms stand in hipaudit/cuda_only.h.
template <class T> __device__ T __ldg(const T *p);
__device__ bool __isGlobal(const void *p);
__device__ bool __isShared(const void *p);
__device__ bool __isLocal(const void *p);
__device__ bool __isConstant(const void *p);

// Barriers and fences.
typedef unsigned int __cl_mem_fence_flags;
#define __CLK_LOCAL_MEM_FENCE 0x01
#define __CLK_GLOBAL_MEM_FENCE 0x02
__device__ void __syncthreads();
__device__ int __syncthreads_count(int predicate);
__device__ int __syncthreads_and(int predicate);
__device__ int __syncthreads_or(int predicate);
__device__ void __barrier(int n);
__device__ void __work_group_barrier(__cl_mem_fence_flags flags);
__device__ void __named_sync();
__device__ void __threadfence();
__device__ void __threadfence_block();
__device__ void __threadfence_system();

// Clocks and the machine.
__device__ long long clock64();
__device__ long long __clock64();
__device__ long long clock();
__device__ long long __clock();
__device__ long long wall_clock64();
__device__ unsigned int __smid();
__device__ void *__get_dynamicgroupbaseptr();
__device__ void *__local_to_generic(void *p);

// The C library in device code.
__device__ int printf(const char *format, ...);
__device__ void *malloc(size_t size);
__device__ void free(void *p);
__device__ void *memcpy(void *dst, const void *src, size_t size);
__device__ void *memset(void *dst, int value, size_t size);
__device__ void *memmove(void *dst, const void *src, size_t size);
__device__ void __assert_fail(const char *expr, const char *file, unsigned int line, const char *function);
__device__ void __assertfail();
[[noreturn]] __device__ void abort();
