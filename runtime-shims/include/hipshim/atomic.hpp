// SPDX-License-Identifier: Apache-2.0
//
// CUDA's atomicAdd for the types that HIP lacks, is slow for, or gets from a fallback that loses
// adds.
//
// Every add is relaxed and of device scope, as CUDA's is. Elements of 16 bits are replaced inside
// the aligned 32-bit word that holds them: the neighbour's bits are written back as they were
// found, the loop compares integers (so a NaN ends it like any value), and the word never leaves
// the 4 bytes around the element. None of the names overloads atomicAdd, which HIP itself defines
// for half from ROCm 7.14 on.
//
// Words used in the contracts below:
//   coarse     memory that one device caches: hipMalloc, __shared__. Not hipHostMalloc or
//              hipMallocManaged
//   native     which targets have one instruction, from the code that clang 22 makes; the others
//              loop on compare-and-swap. No AMD GPU was at hand
//   Emitted    the hipaudit rules whose fixes write the call
#ifndef HIPSHIM_ATOMIC_HPP
#define HIPSHIM_ATOMIC_HPP

#include "hipshim/config.hpp"
#include "hipshim/detail/bits.hpp"
#include "hipshim/detail/half_types.hpp"
#include HIPSHIM_ATOMIC_HEADER

namespace hipshim {
inline namespace v1 {
namespace atomic {
namespace detail {

using namespace ::hipshim::v1::detail;

// The sum of two bfloat16 by their bits: exact in float but for one rounding, then to the nearest,
// ties to even.
HIPSHIM_DEVICE inline std::uint16_t sum_bf16(std::uint16_t a, std::uint16_t b) {
  const std::uint32_t wide_a = static_cast<std::uint32_t>(a) << 16;
  const std::uint32_t wide_b = static_cast<std::uint32_t>(b) << 16;
  float x = 0, y = 0;
  detail::copy_bits(x, wide_a);
  detail::copy_bits(y, wide_b);
  const float sum = x + y;  // 24 bits are more than 2 * 8 + 2: rounding twice is rounding once
  std::uint32_t bits = 0;
  detail::copy_bits(bits, sum);
  if ((bits & 0x7fffffffu) > 0x7f800000u)
    return static_cast<std::uint16_t>((bits >> 16) | 0x40u);  // a NaN must not round to infinity
  return static_cast<std::uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

struct Half {
  static constexpr bool kPackedAdd = kPackedAddF16;
  HIPSHIM_DEVICE static std::uint16_t sum(std::uint16_t a, std::uint16_t b) {
    return detail::sum_f16(a, b);
  }
  HIPSHIM_DEVICE static bool try_one(void* address, std::uint16_t bits, std::uint16_t& old) {
    return detail::try_add_f16(address, bits, old);
  }
  HIPSHIM_DEVICE static bool try_pair(std::uint32_t* word, std::uint32_t bits, std::uint32_t& old,
                                      bool coarse) {
    return detail::try_add_f16x2(word, bits, old, coarse);
  }
};

struct Bfloat {
  static constexpr bool kPackedAdd = kPackedAddBf16;
  HIPSHIM_DEVICE static std::uint16_t sum(std::uint16_t a, std::uint16_t b) {
    return detail::sum_bf16(a, b);
  }
  HIPSHIM_DEVICE static bool try_one(void* address, std::uint16_t bits, std::uint16_t& old) {
    return detail::try_add_bf16(address, bits, old);
  }
  HIPSHIM_DEVICE static bool try_pair(std::uint32_t* word, std::uint32_t bits, std::uint32_t& old,
                                      bool) {
    return detail::try_add_bf16x2(word, bits, old);
  }
};

// One element of 16 bits. The word is reached by pointer arithmetic, not through an integer, so
// that the compiler still knows whether it is global or shared memory.
template <class Format>
HIPSHIM_DEVICE inline std::uint16_t add_one(void* address, std::uint16_t bits) {
  std::uint16_t found = 0;
  if (Format::try_one(address, bits, found)) return found;
  const std::uintptr_t odd = reinterpret_cast<std::uintptr_t>(address) & 2u;
  auto* word = reinterpret_cast<std::uint32_t*>(static_cast<char*>(address) - odd);
  const std::uint32_t shift = static_cast<std::uint32_t>(odd) * 8u;
  std::uint32_t seen = detail::load_relaxed(word);
  std::uint32_t wanted = 0;
  do {
    found = static_cast<std::uint16_t>(seen >> shift);
    wanted = (seen & ~(0xffffu << shift))
             | (static_cast<std::uint32_t>(Format::sum(found, bits)) << shift);
  } while (!detail::compare_exchange(word, seen, wanted));
  return found;
}

template <class Format>
HIPSHIM_DEVICE inline std::uint32_t add_pair(std::uint32_t* word, std::uint32_t bits, bool coarse) {
  std::uint32_t seen = 0;
  if (Format::try_pair(word, bits, seen, coarse)) return seen;
  seen = detail::load_relaxed(word);
  std::uint32_t wanted = 0;
  do {
    const std::uint32_t low =
        Format::sum(static_cast<std::uint16_t>(seen), static_cast<std::uint16_t>(bits));
    const std::uint32_t high =
        Format::sum(static_cast<std::uint16_t>(seen >> 16), static_cast<std::uint16_t>(bits >> 16));
    wanted = low | (high << 16);
  } while (!detail::compare_exchange(word, seen, wanted));
  return seen;
}

template <class Float>
HIPSHIM_DEVICE inline Float add_float_by_cas(Float* address, Float value) {
  using Word = std::conditional_t<sizeof(Float) == 4, std::uint32_t, std::uint64_t>;
  auto* word = reinterpret_cast<Word*>(address);
  Word seen = detail::load_relaxed(word);
  Word wanted = 0;
  Float old = 0;
  do {
    detail::copy_bits(old, seen);
    const Float sum = old + value;
    detail::copy_bits(wanted, sum);
  } while (!detail::compare_exchange(word, seen, wanted));
  return old;
}

// How an element of type T is added: one adder per kind, the kind chosen by type.
template <class Format>
struct OneAdder {
  template <class T>
  HIPSHIM_DEVICE static T add(T* address, T value, bool) {
    static_assert(sizeof(T) == 2, "a 16-bit type");
    std::uint16_t bits = 0;
    detail::copy_bits(bits, value);
    detail::copy_bits(value, detail::add_one<Format>(address, bits));
    return value;
  }
};

template <class Format>
struct PairAdder {
  template <class T>
  HIPSHIM_DEVICE static T add(T* address, T value, bool coarse) {
    static_assert(sizeof(T) == 4, "a pair of 16-bit types");
    std::uint32_t bits = 0;
    detail::copy_bits(bits, value);
    auto* word = reinterpret_cast<std::uint32_t*>(address);
    detail::copy_bits(value, detail::add_pair<Format>(word, bits, coarse));
    return value;
  }
};

struct FloatAdder {
  template <class T>
  HIPSHIM_DEVICE static T add(T* address, T value, bool coarse) {
    if (coarse) return detail::fetch_add_float(address, value);
    T old = 0;
    if (detail::try_add_any_memory(address, value, old)) return old;
    return detail::add_float_by_cas(address, value);
  }
};

struct IntAdder {
  template <class T>
  HIPSHIM_DEVICE static T add(T* address, T value, bool) {
    return detail::fetch_add_int(address, value);
  }
};

template <class T>
struct NoAdder {
  static_assert(sizeof(T) == 0,
                "hipshim::atomic::add: no atomic add for this type; there is one for integers of 4 "
                "and 8 bytes, float, double, half, half2, bfloat16 and its pair");
};

template <class T>
using Adder = std::conditional_t<
    std::is_integral<T>::value && (sizeof(T) == 4 || sizeof(T) == 8), IntAdder,
    std::conditional_t<
        std::is_same<T, float>::value || std::is_same<T, double>::value, FloatAdder,
        std::conditional_t<
            is_half<T>(), OneAdder<Half>,
            std::conditional_t<
                is_half2<T>(), PairAdder<Half>,
                std::conditional_t<
                    is_bfloat<T>(), OneAdder<Bfloat>,
                    std::conditional_t<is_bfloat2<T>(), PairAdder<Bfloat>, NoAdder<T>>>>>>>;

// The value is not deduced, so that `add(pointer_to_half, 1.0f)` converts as atomicAdd does.
template <class T>
struct Same {
  using Type = T;
};
template <class T>
using Value = typename Same<T>::Type;

template <class Format, class T>
HIPSHIM_DEVICE inline void add_paired(T* base, std::size_t index, std::size_t count, T value) {
  T* address = base + index;
  const bool odd = (reinterpret_cast<std::uintptr_t>(address) & 2u) != 0;
  const bool has_partner = odd ? index > 0 : index + 1 < count;
  if (!Format::kPackedAdd || !has_partner) {
    OneAdder<Format>::add(address, value, true);
    return;
  }
  std::uint16_t bits = 0;
  detail::copy_bits(bits, value);
  // -0.0, because x + -0.0 is x for every x; +0.0 would turn a neighbour's -0.0 round.
  const std::uint32_t pair = odd ? (static_cast<std::uint32_t>(bits) << 16) | 0x8000u
                                 : 0x80000000u | static_cast<std::uint32_t>(bits);
  detail::add_pair<Format>(reinterpret_cast<std::uint32_t*>(odd ? address - 1 : address), pair,
                           true);
}

template <class T>
HIPSHIM_DEVICE inline void add_element(OneAdder<Half>, T* base, std::size_t index,
                                       std::size_t count, T value) {
  detail::add_paired<Half>(base, index, count, value);
}
template <class T>
HIPSHIM_DEVICE inline void add_element(OneAdder<Bfloat>, T* base, std::size_t index,
                                       std::size_t count, T value) {
  detail::add_paired<Bfloat>(base, index, count, value);
}
template <class Any, class T>
HIPSHIM_DEVICE inline void add_element(Any, T* base, std::size_t index, std::size_t, T value) {
  Any::add(base + index, value, true);
}

}  // namespace detail

// add: *address += value; gives back what was there before
//   CUDA       atomicAdd
//   HIP        atomicAdd has no half or bf16 before ROCm 7.14, and orders memory (acq_rel) from
//              then on; ports fall back to code that stores plainly, or not at all
//   Types      4 and 8 byte integers, float, double, __half, __half2, bfloat16 and its pair. Of a
//              pair each element is atomic, not the pair
//   Lanes      any. Valid: the caller
//   Cost       native: integers; float and double on gfx90a, gfx942, gfx950 (float also gfx1100 and
//              gfx1201); __half2 on gfx90a (global memory), gfx942, gfx950, gfx1201; the bf16 pair
//              on the last three. A single half or bf16 always loops on AMD: for many adds to one
//              place, add in float and convert once, which also does not stop at 2048. Compilers
//              without clang::atomic (seen: clang 14) loop for float
//   Undefined  memory that is not coarse, for float, double and __half2, on gfx908, gfx90a, gfx10
//              and gfx11: the hardware may drop the add without a word. Use add_fine_grained. Local
//              (private) memory
//   Emitted    half-atomic, atomic-cast-wider, atomic-without-store, cas-float-compare,
//              half2-pair-bounds, float-atomic-cas-loop
template <class T>
HIPSHIM_DEVICE inline T add(T* address, detail::Value<T> value) {
  return detail::Adder<T>::add(address, value, true);
}

// add_noret: the same, for callers that do not use what was there
//   Cost       as add; gfx908 has float natively in this form only
template <class T>
HIPSHIM_DEVICE inline void add_noret(T* address, detail::Value<T> value) {
  static_cast<void>(detail::Adder<T>::add(address, value, true));
}

// add_noret into element `index` of an array of `count` elements
//   For        half and bf16 arrays: the bounds tell whether the neighbour in the same word is an
//              element too. If it is, targets with a packed add add (value, -0.0) at once, which
//              leaves the neighbour as it is. A neighbour that is a signalling NaN becomes a quiet
//              one
//   Cost       native for half and bf16 where add is native for their pairs; else as add
//   Undefined  index >= count; otherwise as add
//   Emitted    half2-pair-bounds, half-atomic
template <class T>
HIPSHIM_DEVICE inline void add_noret(T* base, std::size_t index, std::size_t count,
                                     detail::Value<T> value) {
  detail::add_element(detail::Adder<T>{}, base, index, count, value);
}

// add_fine_grained: add, on any memory
//   CUDA       atomicAdd, whose memory may be managed or pinned
//   HIP        see Undefined above; hipHostMalloc and hipMallocManaged give such memory
//   Cost       a compare-and-swap loop where the instruction is not safe: float, double and __half2
//              on gfx90a, float on gfx1100. As add elsewhere
//   Undefined  to count on atomicity against the CPU over PCIe
//   Emitted    atomic-fine-grained
template <class T>
HIPSHIM_DEVICE inline T add_fine_grained(T* address, detail::Value<T> value) {
  return detail::Adder<T>::add(address, value, false);
}

}  // namespace atomic
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_ATOMIC_HPP
