// SPDX-License-Identifier: Apache-2.0
// hipRAND's C++ interface: engines and distributions over the generators of hiprand.h.
#pragma once
#include <exception>
#include <string>
#include <hiprand/hiprand.h>
#include <hiprand/hiprand_kernel.h>
namespace hiprand_cpp {
class error : public std::exception { public: typedef hiprandStatus_t error_type; error(error_type) noexcept; error_type error_code() const noexcept; const char *what() const noexcept override; static std::string to_string(error_type); };
#define HIPAUDIT_ENGINE(n) class n##_engine { public: typedef hipStream_t stream_type; n##_engine(unsigned long long seed = 0, unsigned long long offset = 0); void stream(stream_type); void seed(unsigned long long); void offset(unsigned long long); template <class T> void operator()(T *, size_t); hiprandGenerator_t m_generator; }; typedef n##_engine n;
HIPAUDIT_ENGINE(philox4x32_10) HIPAUDIT_ENGINE(xorwow) HIPAUDIT_ENGINE(mrg32k3a) HIPAUDIT_ENGINE(mtgp32) HIPAUDIT_ENGINE(mt19937) HIPAUDIT_ENGINE(sobol32)
#undef HIPAUDIT_ENGINE
typedef xorwow default_random_engine;
#define HIPAUDIT_DIST(n, P) template <class T> class n { public: n(P); template <class G> hiprandStatus_t operator()(G &, T *, size_t); };
HIPAUDIT_DIST(uniform_int_distribution, ...) HIPAUDIT_DIST(uniform_real_distribution, ...) HIPAUDIT_DIST(normal_distribution, ...) HIPAUDIT_DIST(lognormal_distribution, ...) HIPAUDIT_DIST(poisson_distribution, ...)
#undef HIPAUDIT_DIST
int version();
} // namespace hiprand_cpp
