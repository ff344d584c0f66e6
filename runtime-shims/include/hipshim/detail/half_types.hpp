// SPDX-License-Identifier: Apache-2.0
//
// Which types are half and bfloat16, by the names that the toolkit's headers give them. Two names
// may mean one type in one version and two in another, so they are asked for one by one.
#ifndef HIPSHIM_DETAIL_HALF_TYPES_HPP
#define HIPSHIM_DETAIL_HALF_TYPES_HPP

#include "hipshim/config.hpp"

#if defined(HIPSHIM_FP16_HEADER)
#include HIPSHIM_FP16_HEADER
#endif
#if defined(HIPSHIM_BF16_HEADER)
#include HIPSHIM_BF16_HEADER
#endif
#if defined(HIPSHIM_BFLOAT16_HEADER)
#include HIPSHIM_BFLOAT16_HEADER
#endif

namespace hipshim {
inline namespace v1 {
namespace detail {

template <class T>
HIPSHIM_HOST_DEVICE constexpr bool is_half() {
  bool answer = false;
#if defined(HIPSHIM_FP16_HEADER)
  answer = answer || std::is_same<T, __half>::value;
#endif
#if defined(HIPSHIM_FLOAT16)
  answer = answer || std::is_same<T, HIPSHIM_FLOAT16>::value;
#endif
  return answer;
}

template <class T>
HIPSHIM_HOST_DEVICE constexpr bool is_half2() {
#if defined(HIPSHIM_FP16_HEADER)
  return std::is_same<T, __half2>::value;
#else
  return false;
#endif
}

template <class T>
HIPSHIM_HOST_DEVICE constexpr bool is_bfloat() {
  bool answer = false;
#if defined(HIPSHIM_BF16_HEADER)
  answer = answer || std::is_same<T, HIPSHIM_BF16>::value;
#endif
#if defined(HIPSHIM_BFLOAT16_HEADER)
  answer = answer || std::is_same<T, hip_bfloat16>::value;
#endif
  return answer;
}

template <class T>
HIPSHIM_HOST_DEVICE constexpr bool is_bfloat2() {
#if defined(HIPSHIM_BF16_HEADER)
  return std::is_same<T, HIPSHIM_BF162>::value;
#else
  return false;
#endif
}

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_HALF_TYPES_HPP
