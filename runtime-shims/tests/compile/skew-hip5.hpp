// SPDX-License-Identifier: Apache-2.0
//
// What the headers of HIP 5.2.3 miss under a newer clang: the device library's reciprocals and a
// macro that LLVM 22 took away. Included in front of a test where those are the installed headers.
#pragma once
#if defined(__GFX10__) || defined(__GFX11__) || defined(__GFX12__)
#define __AMDGCN_WAVEFRONT_SIZE 32
#else
#define __AMDGCN_WAVEFRONT_SIZE 64
#endif
typedef _Float16 hipshim_test_2f16 __attribute__((ext_vector_type(2)));
__attribute__((device)) inline _Float16 __llvm_amdgcn_rcp_f16(_Float16 x) {
  return static_cast<_Float16>(1) / x;
}
__attribute__((device)) inline hipshim_test_2f16 __llvm_amdgcn_rcp_2f16(hipshim_test_2f16 x) {
  return static_cast<_Float16>(1) / x;
}
