// SPDX-License-Identifier: Apache-2.0
// rocRAND, host side.
#pragma once
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
typedef struct rocrandGenerator_st *rocrand_generator;
typedef struct rocrandDiscreteDistribution_st *rocrandDiscreteDistribution_t;
typedef unsigned int rocrandDirectionVectors32_t[32];
enum rocrand_status { ROCRAND_STATUS_SUCCESS = 0, ROCRAND_STATUS_VERSION_MISMATCH = 100, ROCRAND_STATUS_NOT_INITIALIZED, ROCRAND_STATUS_ALLOCATION_FAILED, ROCRAND_STATUS_TYPE_ERROR, ROCRAND_STATUS_OUT_OF_RANGE, ROCRAND_STATUS_LENGTH_NOT_MULTIPLE, ROCRAND_STATUS_DOUBLE_PRECISION_REQUIRED, ROCRAND_STATUS_LAUNCH_FAILURE = 201, ROCRAND_STATUS_PREEXISTING_FAILURE, ROCRAND_STATUS_INITIALIZATION_FAILED, ROCRAND_STATUS_ARCH_MISMATCH, ROCRAND_STATUS_INTERNAL_ERROR = 999, ROCRAND_STATUS_NOT_IMPLEMENTED = 1000 };
enum rocrand_rng_type { ROCRAND_RNG_TEST = 0, ROCRAND_RNG_PSEUDO_DEFAULT = 400, ROCRAND_RNG_PSEUDO_XORWOW, ROCRAND_RNG_PSEUDO_MRG32K3A, ROCRAND_RNG_PSEUDO_MTGP32, ROCRAND_RNG_PSEUDO_MT19937, ROCRAND_RNG_PSEUDO_PHILOX4_32_10, ROCRAND_RNG_QUASI_DEFAULT = 500, ROCRAND_RNG_QUASI_SOBOL32, ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL32, ROCRAND_RNG_QUASI_SOBOL64, ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL64 };
extern "C" {
rocrand_status rocrand_create_generator(rocrand_generator *, rocrand_rng_type); rocrand_status rocrand_create_generator_host(rocrand_generator *, rocrand_rng_type); rocrand_status rocrand_destroy_generator(rocrand_generator); rocrand_status rocrand_set_stream(rocrand_generator, hipStream_t); rocrand_status rocrand_set_seed(rocrand_generator, unsigned long long); rocrand_status rocrand_set_offset(rocrand_generator, unsigned long long); rocrand_status rocrand_set_quasi_random_generator_dimensions(rocrand_generator, unsigned int);
rocrand_status rocrand_generate(rocrand_generator, unsigned int *, size_t); rocrand_status rocrand_generate_char(rocrand_generator, unsigned char *, size_t); rocrand_status rocrand_generate_uniform(rocrand_generator, float *, size_t); rocrand_status rocrand_generate_uniform_double(rocrand_generator, double *, size_t); rocrand_status rocrand_generate_normal(rocrand_generator, float *, size_t, float, float); rocrand_status rocrand_generate_normal_double(rocrand_generator, double *, size_t, double, double); rocrand_status rocrand_generate_log_normal(rocrand_generator, float *, size_t, float, float); rocrand_status rocrand_generate_poisson(rocrand_generator, unsigned int *, size_t, double); rocrand_status rocrand_get_version(int *);
}
