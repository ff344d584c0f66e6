// SPDX-License-Identifier: Apache-2.0
// rocRAND, device side.
#pragma once
#include <hip/hip_runtime.h>
#include <rocrand/rocrand.h>
struct rocrand_state_xorwow { unsigned int hipaudit_state[8]; };
struct rocrand_state_philox4_32_10 { unsigned int hipaudit_state[8]; };
struct rocrand_state_mrg32k3a { unsigned int hipaudit_state[8]; };
struct rocrand_state_mrg31k3p { unsigned int hipaudit_state[8]; };
struct rocrand_state_mtgp32 { unsigned int hipaudit_state[8]; };
struct rocrand_state_sobol32 { unsigned int hipaudit_state[8]; };
struct rocrand_state_scrambledsobol32 { unsigned int hipaudit_state[8]; };
struct rocrand_state_sobol64 { unsigned int hipaudit_state[8]; };
struct rocrand_state_lfsr113 { unsigned int hipaudit_state[8]; };
struct rocrand_state_threefry4_64_20 { unsigned int hipaudit_state[8]; };
__device__ void rocrand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, rocrand_state_xorwow *state);
template <class S> __device__ void rocrand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, S *state);
template <class S> __device__ void rocrand_init(rocrandDirectionVectors32_t vectors, unsigned int offset, S *state);
#define HIPAUDIT_RAND(n, R) template <class S> __device__ R n(S *state);
HIPAUDIT_RAND(rocrand, unsigned int) HIPAUDIT_RAND(rocrand4, uint4) HIPAUDIT_RAND(rocrand_uniform, float) HIPAUDIT_RAND(rocrand_uniform2, float2) HIPAUDIT_RAND(rocrand_uniform4, float4) HIPAUDIT_RAND(rocrand_uniform_double, double) HIPAUDIT_RAND(rocrand_uniform2_double, double2) HIPAUDIT_RAND(rocrand_uniform4_double, double4)
HIPAUDIT_RAND(rocrand_normal, float) HIPAUDIT_RAND(rocrand_normal2, float2) HIPAUDIT_RAND(rocrand_normal4, float4) HIPAUDIT_RAND(rocrand_normal_double, double) HIPAUDIT_RAND(rocrand_normal2_double, double2) HIPAUDIT_RAND(rocrand_normal4_double, double4)
#undef HIPAUDIT_RAND
template <class S> __device__ float rocrand_log_normal(S *state, float mean, float stddev);
template <class S> __device__ float2 rocrand_log_normal2(S *state, float mean, float stddev);
template <class S> __device__ double rocrand_log_normal_double(S *state, double mean, double stddev);
template <class S> __device__ unsigned int rocrand_poisson(S *state, double lambda);
template <class S> __device__ uint4 rocrand_poisson4(S *state, double lambda);
template <class S> __device__ unsigned int rocrand_discrete(S *state, rocrandDiscreteDistribution_t d);
template <class S> __device__ void skipahead(unsigned long long n, S *state);
template <class S> __device__ void skipahead_sequence(unsigned long long n, S *state);
template <class S> __device__ void skipahead_subsequence(unsigned long long n, S *state);
