// SPDX-License-Identifier: Apache-2.0
// hipRAND, device side.
#pragma once
#include <hip/hip_runtime.h>
#include <hiprand/hiprand.h>
struct hiprandStateXorwow { unsigned int hipaudit_state[8]; };
typedef hiprandStateXorwow hiprandStateXorwow_t;
struct hiprandStatePhilox4_32_10 { unsigned int hipaudit_state[8]; };
typedef hiprandStatePhilox4_32_10 hiprandStatePhilox4_32_10_t;
struct hiprandStateMRG32k3a { unsigned int hipaudit_state[8]; };
typedef hiprandStateMRG32k3a hiprandStateMRG32k3a_t;
struct hiprandStateMRG31k3p { unsigned int hipaudit_state[8]; };
typedef hiprandStateMRG31k3p hiprandStateMRG31k3p_t;
struct hiprandStateMtgp32 { unsigned int hipaudit_state[8]; };
typedef hiprandStateMtgp32 hiprandStateMtgp32_t;
struct hiprandStateSobol32 { unsigned int hipaudit_state[8]; };
typedef hiprandStateSobol32 hiprandStateSobol32_t;
struct hiprandStateScrambledSobol32 { unsigned int hipaudit_state[8]; };
typedef hiprandStateScrambledSobol32 hiprandStateScrambledSobol32_t;
struct hiprandStateSobol64 { unsigned int hipaudit_state[8]; };
typedef hiprandStateSobol64 hiprandStateSobol64_t;
struct hiprandStateLFSR113 { unsigned int hipaudit_state[8]; };
typedef hiprandStateLFSR113 hiprandStateLFSR113_t;
struct hiprandStateThreeFry4_64_20 { unsigned int hipaudit_state[8]; };
typedef hiprandStateThreeFry4_64_20 hiprandStateThreeFry4_64_20_t;
typedef hiprandStateXorwow hiprandState;
typedef hiprandStateXorwow hiprandState_t;
__device__ void hiprand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, hiprandStateXorwow *state);
template <class S> __device__ void hiprand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, S *state);
template <class S> __device__ void hiprand_init(hiprandDirectionVectors32_t vectors, unsigned int offset, S *state);
#define HIPAUDIT_RAND(n, R) template <class S> __device__ R n(S *state);
HIPAUDIT_RAND(hiprand, unsigned int) HIPAUDIT_RAND(hiprand4, uint4) HIPAUDIT_RAND(hiprand_uniform, float) HIPAUDIT_RAND(hiprand_uniform2, float2) HIPAUDIT_RAND(hiprand_uniform4, float4) HIPAUDIT_RAND(hiprand_uniform_double, double) HIPAUDIT_RAND(hiprand_uniform2_double, double2) HIPAUDIT_RAND(hiprand_uniform4_double, double4)
HIPAUDIT_RAND(hiprand_normal, float) HIPAUDIT_RAND(hiprand_normal2, float2) HIPAUDIT_RAND(hiprand_normal4, float4) HIPAUDIT_RAND(hiprand_normal_double, double) HIPAUDIT_RAND(hiprand_normal2_double, double2) HIPAUDIT_RAND(hiprand_normal4_double, double4)
#undef HIPAUDIT_RAND
template <class S> __device__ float hiprand_log_normal(S *state, float mean, float stddev);
template <class S> __device__ float2 hiprand_log_normal2(S *state, float mean, float stddev);
template <class S> __device__ double hiprand_log_normal_double(S *state, double mean, double stddev);
template <class S> __device__ unsigned int hiprand_poisson(S *state, double lambda);
template <class S> __device__ uint4 hiprand_poisson4(S *state, double lambda);
template <class S> __device__ unsigned int hiprand_discrete(S *state, hiprandDiscreteDistribution_t d);
template <class S> __device__ void skipahead(unsigned long long n, S *state);
template <class S> __device__ void skipahead_sequence(unsigned long long n, S *state);
template <class S> __device__ void skipahead_subsequence(unsigned long long n, S *state);
