// SPDX-License-Identifier: Apache-2.0
// Short vectors. The members are plain, so that v.x is a plain member expression.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <hip/amd_detail/host_defines.h>

#define HIPAUDIT_HD __host__ __device__

template <class T, unsigned int N> struct HIP_vector_type;
template <class T> struct HIP_vector_type<T, 1> {
  using value_type = T;
  T x;
  HIP_vector_type() = default;
  template <class A, hipaudit_detail::enable_if_t<__is_convertible(A, T), int> = 0>
  HIPAUDIT_HD constexpr HIP_vector_type(A a) : x(static_cast<T>(a)) {}
};
template <class T> struct alignas(2 * sizeof(T)) HIP_vector_type<T, 2> {
  using value_type = T;
  T x, y;
  HIP_vector_type() = default;
  template <class A, hipaudit_detail::enable_if_t<__is_convertible(A, T), int> = 0>
  HIPAUDIT_HD constexpr HIP_vector_type(A a) : x(static_cast<T>(a)), y(static_cast<T>(a)) {}
  template <class A, class B>
  HIPAUDIT_HD constexpr HIP_vector_type(A a, B b) : x(static_cast<T>(a)), y(static_cast<T>(b)) {}
};
template <class T> struct HIP_vector_type<T, 3> {
  using value_type = T;
  T x, y, z;
  HIP_vector_type() = default;
  template <class A, hipaudit_detail::enable_if_t<__is_convertible(A, T), int> = 0>
  HIPAUDIT_HD constexpr HIP_vector_type(A a) : x(static_cast<T>(a)), y(static_cast<T>(a)), z(static_cast<T>(a)) {}
  template <class A, class B, class C>
  HIPAUDIT_HD constexpr HIP_vector_type(A a, B b, C c) : x(static_cast<T>(a)), y(static_cast<T>(b)), z(static_cast<T>(c)) {}
};
template <class T> struct alignas(4 * sizeof(T)) HIP_vector_type<T, 4> {
  using value_type = T;
  T x, y, z, w;
  HIP_vector_type() = default;
  template <class A, hipaudit_detail::enable_if_t<__is_convertible(A, T), int> = 0>
  HIPAUDIT_HD constexpr HIP_vector_type(A a) : x(static_cast<T>(a)), y(static_cast<T>(a)), z(static_cast<T>(a)), w(static_cast<T>(a)) {}
  template <class A, class B, class C, class D>
  HIPAUDIT_HD constexpr HIP_vector_type(A a, B b, C c, D d)
      : x(static_cast<T>(a)), y(static_cast<T>(b)), z(static_cast<T>(c)), w(static_cast<T>(d)) {}
};

#define HIPAUDIT_OP(op)                                                                                                        \
  template <class T, unsigned int N> HIPAUDIT_HD HIP_vector_type<T, N> operator op(const HIP_vector_type<T, N> &, const HIP_vector_type<T, N> &); \
  template <class T, unsigned int N, class U, hipaudit_detail::enable_if_t<hipaudit_detail::arith_v<U>, int> = 0>                \
  HIPAUDIT_HD HIP_vector_type<T, N> operator op(const HIP_vector_type<T, N> &, U);                                               \
  template <class T, unsigned int N, class U, hipaudit_detail::enable_if_t<hipaudit_detail::arith_v<U>, int> = 0>                \
  HIPAUDIT_HD HIP_vector_type<T, N> operator op(U, const HIP_vector_type<T, N> &);                                               \
  template <class T, unsigned int N> HIPAUDIT_HD HIP_vector_type<T, N> &operator op##=(HIP_vector_type<T, N> &, const HIP_vector_type<T, N> &); \
  template <class T, unsigned int N, class U, hipaudit_detail::enable_if_t<hipaudit_detail::arith_v<U>, int> = 0>                \
  HIPAUDIT_HD HIP_vector_type<T, N> &operator op##=(HIP_vector_type<T, N> &, U);
HIPAUDIT_OP(+) HIPAUDIT_OP(-) HIPAUDIT_OP(*) HIPAUDIT_OP(/) HIPAUDIT_OP(%) HIPAUDIT_OP(&) HIPAUDIT_OP(|) HIPAUDIT_OP(^) HIPAUDIT_OP(<<) HIPAUDIT_OP(>>)
#undef HIPAUDIT_OP
template <class T, unsigned int N> HIPAUDIT_HD bool operator==(const HIP_vector_type<T, N> &, const HIP_vector_type<T, N> &);
template <class T, unsigned int N> HIPAUDIT_HD bool operator!=(const HIP_vector_type<T, N> &, const HIP_vector_type<T, N> &);
template <class T, unsigned int N> HIPAUDIT_HD HIP_vector_type<T, N> operator-(const HIP_vector_type<T, N> &);
template <class T, unsigned int N> HIPAUDIT_HD HIP_vector_type<T, N> operator+(const HIP_vector_type<T, N> &);
template <class T, unsigned int N> HIPAUDIT_HD HIP_vector_type<T, N> operator~(const HIP_vector_type<T, N> &);
template <class T, unsigned int N> HIPAUDIT_HD HIP_vector_type<T, N> &operator++(HIP_vector_type<T, N> &);
template <class T, unsigned int N> HIPAUDIT_HD HIP_vector_type<T, N> &operator--(HIP_vector_type<T, N> &);

#define HIPAUDIT_VEC(T, n)                                                                                              \
  using n##1 = HIP_vector_type<T, 1>;                                                                                   \
  using n##2 = HIP_vector_type<T, 2>;                                                                                   \
  using n##3 = HIP_vector_type<T, 3>;                                                                                   \
  using n##4 = HIP_vector_type<T, 4>;                                                                                   \
  HIPAUDIT_HD constexpr n##1 make_##n##1(T x) { return n##1{x}; }                                                       \
  HIPAUDIT_HD constexpr n##2 make_##n##2(T x, T y) { return n##2{x, y}; }                                               \
  HIPAUDIT_HD constexpr n##3 make_##n##3(T x, T y, T z) { return n##3{x, y, z}; }                                       \
  HIPAUDIT_HD constexpr n##4 make_##n##4(T x, T y, T z, T w) { return n##4{x, y, z, w}; }
HIPAUDIT_VEC(signed char, char)
HIPAUDIT_VEC(unsigned char, uchar)
HIPAUDIT_VEC(short, short)
HIPAUDIT_VEC(unsigned short, ushort)
HIPAUDIT_VEC(int, int)
HIPAUDIT_VEC(unsigned int, uint)
HIPAUDIT_VEC(long, long)
HIPAUDIT_VEC(unsigned long, ulong)
HIPAUDIT_VEC(long long, longlong)
HIPAUDIT_VEC(unsigned long long, ulonglong)
HIPAUDIT_VEC(float, float)
HIPAUDIT_VEC(double, double)
#undef HIPAUDIT_VEC

typedef struct dim3 {
  uint32_t x, y, z;
  HIPAUDIT_HD constexpr dim3(uint32_t vx = 1, uint32_t vy = 1, uint32_t vz = 1) : x(vx), y(vy), z(vz) {}
  HIPAUDIT_HD constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  HIPAUDIT_HD constexpr operator uint3() const { return uint3{x, y, z}; }
} dim3;

