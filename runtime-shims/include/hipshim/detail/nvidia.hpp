// SPDX-License-Identifier: Apache-2.0
//
// The NVIDIA back end: CUDA's own intrinsics, with the caller's mask.
#ifndef HIPSHIM_DETAIL_NVIDIA_HPP
#define HIPSHIM_DETAIL_NVIDIA_HPP

#include "hipshim/config.hpp"
#include "hipshim/detail/lanes.hpp"

namespace hipshim {
inline namespace v1 {
namespace detail {

HIPSHIM_DEVICE inline int count_set(std::uint32_t bits) { return __popc(bits); }
HIPSHIM_DEVICE inline int first_set(std::uint32_t bits) { return __ffs(static_cast<int>(bits)); }
HIPSHIM_DEVICE inline int leading_zeros(std::uint32_t bits) {
  return __clz(static_cast<int>(bits));
}

// A call without a mask meant "whoever is here". The intrinsics that took no mask are gone since
// sm_70.
HIPSHIM_DEVICE inline std::uint32_t default_mask() { return __activemask(); }

HIPSHIM_DEVICE inline std::uint32_t lane32() {
  std::uint32_t lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

HIPSHIM_DEVICE inline std::uint32_t ballot32(std::uint32_t mask, bool predicate) {
  return __ballot_sync(mask, predicate);
}

HIPSHIM_DEVICE inline std::uint32_t active32() { return __activemask(); }

HIPSHIM_DEVICE inline bool any32(std::uint32_t mask, bool predicate) {
  return __any_sync(mask, predicate) != 0;
}

HIPSHIM_DEVICE inline bool all32(std::uint32_t mask, bool predicate) {
  return __all_sync(mask, predicate) != 0;
}

HIPSHIM_DEVICE inline void sync32() { __syncwarp(); }
HIPSHIM_DEVICE inline void sync32(std::uint32_t mask) { __syncwarp(mask); }

HIPSHIM_DEVICE inline std::uint32_t shuffle_word(FromIndex, std::uint32_t mask, std::uint32_t word,
                                                 std::uint32_t operand, int width) {
  return __shfl_sync(mask, word, static_cast<int>(operand), width);
}
HIPSHIM_DEVICE inline std::uint32_t shuffle_word(FromUp, std::uint32_t mask, std::uint32_t word,
                                                 std::uint32_t operand, int width) {
  return __shfl_up_sync(mask, word, operand, width);
}
HIPSHIM_DEVICE inline std::uint32_t shuffle_word(FromDown, std::uint32_t mask, std::uint32_t word,
                                                 std::uint32_t operand, int width) {
  return __shfl_down_sync(mask, word, operand, width);
}
HIPSHIM_DEVICE inline std::uint32_t shuffle_word(FromXor, std::uint32_t mask, std::uint32_t word,
                                                 std::uint32_t operand, int width) {
  return __shfl_xor_sync(mask, word, static_cast<int>(operand), width);
}

HIPSHIM_DEVICE inline std::uint32_t match_any_bits(std::uint32_t mask, std::uint32_t bits) {
  return __match_any_sync(mask, bits);
}
HIPSHIM_DEVICE inline std::uint32_t match_any_bits(std::uint32_t mask, std::uint64_t bits) {
  return __match_any_sync(mask, static_cast<unsigned long long>(bits));
}

HIPSHIM_DEVICE inline std::uint32_t match_all_bits(std::uint32_t mask, std::uint32_t bits,
                                                   bool& same) {
  int answer = 0;
  const std::uint32_t lanes = __match_all_sync(mask, bits, &answer);
  same = answer != 0;
  return lanes;
}
HIPSHIM_DEVICE inline std::uint32_t match_all_bits(std::uint32_t mask, std::uint64_t bits,
                                                   bool& same) {
  int answer = 0;
  const std::uint32_t lanes =
      __match_all_sync(mask, static_cast<unsigned long long>(bits), &answer);
  same = answer != 0;
  return lanes;
}

HIPSHIM_DEVICE inline std::uint32_t members32(std::uint32_t mask) { return mask; }

// Every lane of a mask holds the same mask, so these need no vote here.
HIPSHIM_DEVICE inline bool wave_agrees(bool condition) { return condition; }
HIPSHIM_DEVICE inline bool wave_has(bool condition) { return condition; }

// sm_80 and newer reduce 32-bit integers over a mask in one instruction.
template <class Op, class T>
struct NativeReduce {
  static constexpr bool kAvailable = false;
  HIPSHIM_DEVICE static T apply(std::uint32_t, T value) { return value; }
};

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define HIPSHIM_DETAIL_REDUCE(op, type, intrinsic)                                                 \
  template <>                                                                                      \
  struct NativeReduce<op, type> {                                                                  \
    static constexpr bool kAvailable = true;                                                       \
    HIPSHIM_DEVICE static type apply(std::uint32_t mask, type value) {                             \
      return intrinsic(mask, value);                                                               \
    }                                                                                              \
  };
HIPSHIM_DETAIL_REDUCE(Add, unsigned, __reduce_add_sync)
HIPSHIM_DETAIL_REDUCE(Min, int, __reduce_min_sync)
HIPSHIM_DETAIL_REDUCE(Min, unsigned, __reduce_min_sync)
HIPSHIM_DETAIL_REDUCE(Max, int, __reduce_max_sync)
HIPSHIM_DETAIL_REDUCE(Max, unsigned, __reduce_max_sync)
HIPSHIM_DETAIL_REDUCE(And, unsigned, __reduce_and_sync)
HIPSHIM_DETAIL_REDUCE(Or, unsigned, __reduce_or_sync)
HIPSHIM_DETAIL_REDUCE(Xor, unsigned, __reduce_xor_sync)
#undef HIPSHIM_DETAIL_REDUCE
#endif

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_NVIDIA_HPP
