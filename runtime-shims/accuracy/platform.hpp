// SPDX-License-Identifier: Apache-2.0
//
// What differs between nvcc, HIP and a host compiler: the types, the names of the functions that
// are measured, and how 65,536 results are made.
//
//   ACCURACY_HALF(f, g)    the toolkit's f of half, or its float g, rounded once
//   ACCURACY_BFLOAT(f, g)  the same for bfloat16
//   ACCURACY_WIDE(g)       the float g for either
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "hipshim/config.hpp"
#include "hipshim/math.hpp"

#if defined(HIPSHIM_BACKEND_NVIDIA)
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#define ACCURACY_DEVICE __device__
#define ACCURACY_RT(name) cuda##name
#define ACCURACY_HALF(half_function, float_function) half_function(x)
#define ACCURACY_BFLOAT(bfloat_function, float_function) bfloat_function(x)
#define ACCURACY_TANH htanh(x)
#elif defined(HIPSHIM_BACKEND_AMD)
#include <hip/hip_bfloat16.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>
#define ACCURACY_DEVICE __device__
#define ACCURACY_RT(name) hip##name
#define ACCURACY_HALF(half_function, float_function) half_function(x)
#define ACCURACY_BFLOAT(bfloat_function, float_function) ACCURACY_WIDE(float_function)
#define ACCURACY_TANH ACCURACY_WIDE(tanhf)
#else
#if !defined(HIPSHIM_FLOAT16)
#error "on a CPU the kit needs a compiler with _Float16: clang"
#endif
#define ACCURACY_DEVICE
#define ACCURACY_HALF(half_function, float_function) ACCURACY_WIDE(float_function)
#define ACCURACY_TANH ACCURACY_WIDE(tanhf)
#define ACCURACY_BFLOAT(bfloat_function, float_function) ACCURACY_WIDE(float_function)
#endif
#define ACCURACY_WIDE(float_function) narrowed(x, float_function(widened(x)))

namespace accuracy {

constexpr unsigned kInputs = 65536;
using Bits = std::vector<std::uint32_t>;

#if defined(HIPSHIM_BACKEND_NVIDIA)
using HalfT = __half;
using BfloatT = __nv_bfloat16;
constexpr const char* kBackEnd = "NVIDIA";
ACCURACY_DEVICE inline HalfT narrowed(HalfT, float x) { return __float2half_rn(x); }
ACCURACY_DEVICE inline BfloatT narrowed(BfloatT, float x) { return __float2bfloat16_rn(x); }
#elif defined(HIPSHIM_BACKEND_AMD)
using HalfT = __half;
using BfloatT = hip_bfloat16;
constexpr const char* kBackEnd = "AMD";
ACCURACY_DEVICE inline HalfT narrowed(HalfT, float x) { return __float2half_rn(x); }
ACCURACY_DEVICE inline BfloatT narrowed(BfloatT, float x) { return BfloatT(x); }
#else
// A host has no bfloat16 that code may count on; its float is rounded by hipshim.
using HalfT = _Float16;
struct BfloatT {
  std::uint16_t bits;
};
constexpr const char* kBackEnd = "CPU";
inline HalfT narrowed(HalfT, float x) { return static_cast<HalfT>(x); }
inline BfloatT narrowed(BfloatT, float x) {
  if (std::isnan(x)) return {hipshim::detail::quiet_nan<hipshim::detail::Bf16>()};
  return {hipshim::detail::finish(hipshim::detail::Bf16{}, x, 0)};
}
inline float exp10f(float x) { return static_cast<float>(std::pow(10.0, static_cast<double>(x))); }
inline float rsqrtf(float x) { return 1.0f / std::sqrt(x); }
#endif
ACCURACY_DEVICE inline float inverse(float x) { return 1.0f / x; }
ACCURACY_DEVICE inline float widened(HalfT x) { return hipshim::detail::arithmetic(x); }
ACCURACY_DEVICE inline float widened(BfloatT x) {
  std::uint16_t bits = 0;
  hipshim::detail::copy_bits(bits, x);
  return hipshim::detail::widened(hipshim::detail::Bf16{}, bits);
}

// The toolkit's conversions, found by the type that comes out.
#if defined(HIPSHIM_BACKEND_NVIDIA) || defined(HIPSHIM_BACKEND_AMD)
#define ACCURACY_MODE(rn)                                                                          \
  ACCURACY_DEVICE inline int device_##rn(int, HalfT x) { return __half2int_##rn(x); }              \
  ACCURACY_DEVICE inline HalfT device_##rn(HalfT, short x) { return __short2half_##rn(x); }        \
  ACCURACY_DEVICE inline HalfT device_##rn(HalfT, float x) { return __float2half_##rn(x); }
ACCURACY_MODE(rn)
ACCURACY_MODE(rz)
ACCURACY_MODE(rd)
ACCURACY_MODE(ru)
#undef ACCURACY_MODE
#else
// A host only has casts: to nearest, and to zero for integers.
#define ACCURACY_MODE(rn)                                                                          \
  inline int device_##rn(int, HalfT x) {                                                           \
    return static_cast<int>(                                                                       \
        std::fmin(std::fmax(static_cast<double>(x), -2147483648.0), 2147483647.0));                \
  }                                                                                                \
  inline HalfT device_##rn(HalfT, short x) { return static_cast<HalfT>(x); }                       \
  inline HalfT device_##rn(HalfT, float x) { return static_cast<HalfT>(x); }
ACCURACY_MODE(rn)
ACCURACY_MODE(rz)
ACCURACY_MODE(rd)
ACCURACY_MODE(ru)
#undef ACCURACY_MODE
#endif

#if defined(HIPSHIM_BACKEND_NVIDIA) || defined(HIPSHIM_BACKEND_AMD)

inline void must(ACCURACY_RT(Error_t) error, const char* call) {
  if (error == ACCURACY_RT(Success)) return;
  std::fprintf(stderr, "%s: %s\n", call, ACCURACY_RT(GetErrorString)(error));
  std::exit(2);
}

template <class Item>
__global__ void fill(std::uint32_t* out) {
  const std::uint32_t x = blockIdx.x * blockDim.x + threadIdx.x;
  out[x] = Item::at(x);
}

template <class Item>
Bits evaluate() {
  std::uint32_t* out = nullptr;
  must(ACCURACY_RT(Malloc)(reinterpret_cast<void**>(&out), kInputs * sizeof(std::uint32_t)),
       "Malloc");
  fill<Item><<<kInputs / 256, 256>>>(out);
  must(ACCURACY_RT(GetLastError)(), "launch");
  Bits bits(kInputs);
  must(ACCURACY_RT(Memcpy)(bits.data(), out, kInputs * sizeof(std::uint32_t),
                           ACCURACY_RT(MemcpyDeviceToHost)),
       "Memcpy");
  must(ACCURACY_RT(Free)(out), "Free");
  return bits;
}

inline std::string machine() {
#if defined(HIPSHIM_BACKEND_NVIDIA)
  cudaDeviceProp properties;
#else
  hipDeviceProp_t properties;
#endif
  must(ACCURACY_RT(GetDeviceProperties)(&properties, 0), "GetDeviceProperties");
  return properties.name;
}

#else

template <class Item>
Bits evaluate() {
  Bits bits(kInputs);
  for (std::uint32_t x = 0; x < kInputs; ++x) bits[x] = Item::at(x);
  return bits;
}
inline std::string machine() { return "host"; }

#endif

}  // namespace accuracy
