// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small type predicates: <type_traits> costs more than all of this.
// A template over a lambda's type must have a body in the unit (the type has no linkage). Nothing looks into it.
#define HIPAUDIT_BODY { __builtin_unreachable(); }
#ifdef __cplusplus
namespace hipaudit_detail {
template <bool B, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { using type = T; };
template <bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;
template <bool B, class T, class F> struct conditional { using type = T; };
template <class T, class F> struct conditional<false, T, F> { using type = F; };
template <class T> struct is_int { static constexpr bool value = false; };
template <class T> struct is_fp { static constexpr bool value = false; };
#define HIPAUDIT_INT(T) template <> struct is_int<T> { static constexpr bool value = true; };
HIPAUDIT_INT(bool) HIPAUDIT_INT(char) HIPAUDIT_INT(signed char) HIPAUDIT_INT(unsigned char) HIPAUDIT_INT(short) HIPAUDIT_INT(unsigned short)
HIPAUDIT_INT(int) HIPAUDIT_INT(unsigned) HIPAUDIT_INT(long) HIPAUDIT_INT(unsigned long) HIPAUDIT_INT(long long) HIPAUDIT_INT(unsigned long long)
#undef HIPAUDIT_INT
template <> struct is_fp<float> { static constexpr bool value = true; };
template <> struct is_fp<double> { static constexpr bool value = true; };
template <class T> inline constexpr bool int_v = is_int<T>::value;
template <class T> inline constexpr bool arith_v = is_int<T>::value || is_fp<T>::value || __is_enum(T);
template <class T, class U> inline constexpr bool same_v = __is_same(T, U);
template <class T> T &&make() noexcept;
template <class T> struct promote { using type = double; };
template <> struct promote<float> { using type = float; };
template <class T, class U> struct promote2 { using type = double; };
template <> struct promote2<float, float> { using type = float; };
// A parameter that takes an integer by a conversion of its own: any other candidate is a better one.
#ifdef __HIP__
template <class T> struct weak {
  T value;
  template <class A, enable_if_t<int_v<A>, int> = 0> __attribute__((host, device)) weak(A a);
};
#endif
} // namespace hipaudit_detail
#endif
