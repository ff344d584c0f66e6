// SPDX-License-Identifier: Apache-2.0
// hipRAND, host side.
#pragma once
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
typedef struct hiprandGenerator_st *hiprandGenerator_t;
typedef struct hiprandDiscreteDistribution_st *hiprandDiscreteDistribution_t;
typedef unsigned int hiprandDirectionVectors32_t[32];
typedef unsigned long long hiprandDirectionVectors64_t[64];
enum hiprandDirectionVectorSet_t { HIPRAND_DIRECTION_VECTORS_32_JOEKUO6 = 101, HIPRAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6, HIPRAND_DIRECTION_VECTORS_64_JOEKUO6, HIPRAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 };
enum hiprandOrdering_t { HIPRAND_ORDERING_PSEUDO_BEST = 100, HIPRAND_ORDERING_PSEUDO_DEFAULT, HIPRAND_ORDERING_PSEUDO_SEEDED, HIPRAND_ORDERING_PSEUDO_LEGACY, HIPRAND_ORDERING_PSEUDO_DYNAMIC, HIPRAND_ORDERING_QUASI_DEFAULT = 201 };
enum hiprandStatus_t { HIPRAND_STATUS_SUCCESS = 0, HIPRAND_STATUS_VERSION_MISMATCH = 100, HIPRAND_STATUS_NOT_INITIALIZED, HIPRAND_STATUS_ALLOCATION_FAILED, HIPRAND_STATUS_TYPE_ERROR, HIPRAND_STATUS_OUT_OF_RANGE, HIPRAND_STATUS_LENGTH_NOT_MULTIPLE, HIPRAND_STATUS_DOUBLE_PRECISION_REQUIRED, HIPRAND_STATUS_LAUNCH_FAILURE = 201, HIPRAND_STATUS_PREEXISTING_FAILURE, HIPRAND_STATUS_INITIALIZATION_FAILED, HIPRAND_STATUS_ARCH_MISMATCH, HIPRAND_STATUS_INTERNAL_ERROR = 999, HIPRAND_STATUS_NOT_IMPLEMENTED = 1000 };
typedef hiprandStatus_t hiprandStatus;
enum hiprandRngType_t { HIPRAND_RNG_TEST = 0, HIPRAND_RNG_PSEUDO_DEFAULT = 400, HIPRAND_RNG_PSEUDO_XORWOW, HIPRAND_RNG_PSEUDO_MRG32K3A, HIPRAND_RNG_PSEUDO_MTGP32, HIPRAND_RNG_PSEUDO_MT19937, HIPRAND_RNG_PSEUDO_PHILOX4_32_10, HIPRAND_RNG_QUASI_DEFAULT = 500, HIPRAND_RNG_QUASI_SOBOL32, HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL32, HIPRAND_RNG_QUASI_SOBOL64, HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL64 };
typedef hiprandRngType_t hiprandRngType;
extern "C" {
hiprandStatus_t hiprandGetDirectionVectors32(hiprandDirectionVectors32_t **, hiprandDirectionVectorSet_t); hiprandStatus_t hiprandGetDirectionVectors64(hiprandDirectionVectors64_t **, hiprandDirectionVectorSet_t); hiprandStatus_t hiprandGetScrambleConstants32(const unsigned int **); hiprandStatus_t hiprandGetScrambleConstants64(const unsigned long long **); hiprandStatus_t hiprandSetGeneratorOrdering(hiprandGenerator_t, hiprandOrdering_t);
hiprandStatus_t hiprandGenerateUniformHalf(hiprandGenerator_t, half *, size_t); hiprandStatus_t hiprandGenerateNormalHalf(hiprandGenerator_t, half *, size_t, half, half); hiprandStatus_t hiprandGenerateLongLong(hiprandGenerator_t, unsigned long long *, size_t);
hiprandStatus_t hiprandCreateGenerator(hiprandGenerator_t *, hiprandRngType_t); hiprandStatus_t hiprandCreateGeneratorHost(hiprandGenerator_t *, hiprandRngType_t); hiprandStatus_t hiprandDestroyGenerator(hiprandGenerator_t); hiprandStatus_t hiprandSetStream(hiprandGenerator_t, hipStream_t); hiprandStatus_t hiprandSetPseudoRandomGeneratorSeed(hiprandGenerator_t, unsigned long long); hiprandStatus_t hiprandSetGeneratorOffset(hiprandGenerator_t, unsigned long long); hiprandStatus_t hiprandSetQuasiRandomGeneratorDimensions(hiprandGenerator_t, unsigned int);
hiprandStatus_t hiprandGenerate(hiprandGenerator_t, unsigned int *, size_t); hiprandStatus_t hiprandGenerateChar(hiprandGenerator_t, unsigned char *, size_t); hiprandStatus_t hiprandGenerateUniform(hiprandGenerator_t, float *, size_t); hiprandStatus_t hiprandGenerateUniformDouble(hiprandGenerator_t, double *, size_t); hiprandStatus_t hiprandGenerateNormal(hiprandGenerator_t, float *, size_t, float, float); hiprandStatus_t hiprandGenerateNormalDouble(hiprandGenerator_t, double *, size_t, double, double); hiprandStatus_t hiprandGenerateLogNormal(hiprandGenerator_t, float *, size_t, float, float); hiprandStatus_t hiprandGeneratePoisson(hiprandGenerator_t, unsigned int *, size_t, double); hiprandStatus_t hiprandGetVersion(int *);
}
