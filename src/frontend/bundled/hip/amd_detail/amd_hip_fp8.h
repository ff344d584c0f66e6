// SPDX-License-Identifier: Apache-2.0
// 8-bit floating point: four formats, alone and in packs of two and four, and the conversions.
#pragma once
#include <hip/amd_detail/amd_hip_fp16.h>
#include <hip/amd_detail/amd_hip_bf16.h>

#if defined(__HIP_DEVICE_COMPILE__) && (defined(__gfx942__) || defined(__gfx950__) || defined(__gfx1200__) || defined(__gfx1201__))
#define HIP_FP8_CVT_FAST_PATH 1
#else
#define HIP_FP8_CVT_FAST_PATH 0
#endif
#if defined(__HIP_DEVICE_COMPILE__) && (defined(__gfx950__) || defined(__gfx1200__) || defined(__gfx1201__))
#define HIP_FP8_TYPE_FNUZ 0
#else
#define HIP_FP8_TYPE_FNUZ 1
#endif
#if defined(__HIP_DEVICE_COMPILE__) && defined(__gfx942__)
#define HIP_FP8_TYPE_OCP 0
#else
#define HIP_FP8_TYPE_OCP 1
#endif

enum __hip_fp8_interpretation_t { __HIP_E4M3, __HIP_E5M2, __HIP_E4M3_FNUZ, __HIP_E5M2_FNUZ };
enum __hip_saturation_t { __HIP_NOSAT, __HIP_SATFINITE };
typedef unsigned char __hip_fp8_storage_t;
typedef unsigned short __hip_fp8x2_storage_t;
typedef unsigned int __hip_fp8x4_storage_t;

#ifdef __cplusplus
#define HIPAUDIT_TO8(from, From, x, Raw) \
  HIPAUDIT_HD Raw __hip_cvt_##from##_to_fp8##x(From v, __hip_saturation_t saturation, __hip_fp8_interpretation_t format);
HIPAUDIT_TO8(float, float, , __hip_fp8_storage_t)
HIPAUDIT_TO8(double, double, , __hip_fp8_storage_t)
HIPAUDIT_TO8(halfraw, __half_raw, , __hip_fp8_storage_t)
HIPAUDIT_TO8(bfloat16raw, __hip_bfloat16_raw, , __hip_fp8_storage_t)
HIPAUDIT_TO8(float2, float2, x2, __hip_fp8x2_storage_t)
HIPAUDIT_TO8(double2, double2, x2, __hip_fp8x2_storage_t)
HIPAUDIT_TO8(halfraw2, __half2_raw, x2, __hip_fp8x2_storage_t)
HIPAUDIT_TO8(bfloat16raw2, __hip_bfloat162_raw, x2, __hip_fp8x2_storage_t)
#undef HIPAUDIT_TO8
HIPAUDIT_HD __half_raw __hip_cvt_fp8_to_halfraw(__hip_fp8_storage_t v, __hip_fp8_interpretation_t format);
HIPAUDIT_HD __half2_raw __hip_cvt_fp8x2_to_halfraw2(__hip_fp8x2_storage_t v, __hip_fp8_interpretation_t format);

#define HIPAUDIT_FP8(n, Format, Exponent, Mantissa)                                                                              \
  struct __hip_fp8_##n {                                                                                                         \
    __hip_fp8_storage_t __x;                                                                                                     \
    static constexpr __hip_saturation_t __default_saturation = __HIP_SATFINITE;                                                  \
    static constexpr __hip_fp8_interpretation_t __default_interpret = Format;                                                    \
    static constexpr unsigned int __we = Exponent, __wm = Mantissa;                                                              \
    __hip_fp8_##n() = default;                                                                                                   \
    HIPAUDIT_HD __hip_fp8_##n(float v); HIPAUDIT_HD __hip_fp8_##n(double v);                                                     \
    HIPAUDIT_HD __hip_fp8_##n(__half v); HIPAUDIT_HD __hip_fp8_##n(__hip_bfloat16 v);                                            \
    template <class T, hipaudit_detail::enable_if_t<hipaudit_detail::int_v<T>, int> = 0> HIPAUDIT_HD __hip_fp8_##n(T v);         \
    HIPAUDIT_HD operator float() const; HIPAUDIT_HD operator __half() const; HIPAUDIT_HD operator __hip_bfloat16() const;        \
    HIPAUDIT_HD operator double() const;                                                                                         \
    template <class T, hipaudit_detail::enable_if_t<hipaudit_detail::int_v<T>, int> = 0> HIPAUDIT_HD operator T() const;         \
  };                                                                                                                             \
  struct __hip_fp8x2_##n {                                                                                                       \
    __hip_fp8x2_storage_t __x;                                                                                                   \
    static constexpr __hip_saturation_t __default_saturation = __HIP_SATFINITE;                                                  \
    static constexpr __hip_fp8_interpretation_t __default_interpret = Format;                                                    \
    __hip_fp8x2_##n() = default;                                                                                                 \
    HIPAUDIT_HD __hip_fp8x2_##n(float2 v); HIPAUDIT_HD __hip_fp8x2_##n(double2 v);                                               \
    HIPAUDIT_HD __hip_fp8x2_##n(__half2 v); HIPAUDIT_HD __hip_fp8x2_##n(__hip_bfloat162 v);                                      \
    HIPAUDIT_HD operator float2() const; HIPAUDIT_HD operator __half2() const;                                                   \
  };                                                                                                                             \
  struct __hip_fp8x4_##n {                                                                                                       \
    __hip_fp8x4_storage_t __x;                                                                                                   \
    static constexpr __hip_saturation_t __default_saturation = __HIP_SATFINITE;                                                  \
    static constexpr __hip_fp8_interpretation_t __default_interpret = Format;                                                    \
    __hip_fp8x4_##n() = default;                                                                                                 \
    HIPAUDIT_HD __hip_fp8x4_##n(float4 v); HIPAUDIT_HD __hip_fp8x4_##n(double4 v);                                               \
    HIPAUDIT_HD __hip_fp8x4_##n(__half2 low, __half2 high); HIPAUDIT_HD __hip_fp8x4_##n(__hip_bfloat162 low, __hip_bfloat162 high); \
    HIPAUDIT_HD operator float4() const;                                                                                         \
  };
HIPAUDIT_FP8(e4m3_fnuz, __HIP_E4M3_FNUZ, 4, 3)
HIPAUDIT_FP8(e5m2_fnuz, __HIP_E5M2_FNUZ, 5, 2)
HIPAUDIT_FP8(e4m3, __HIP_E4M3, 4, 3)
HIPAUDIT_FP8(e5m2, __HIP_E5M2, 5, 2)
#undef HIPAUDIT_FP8
#endif
