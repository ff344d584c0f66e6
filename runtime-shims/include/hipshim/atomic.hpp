// SPDX-License-Identifier: Apache-2.0
//
// CUDA's atomicAdd for the types that HIP lacks, is slow for, or gets from a fallback that loses
// adds, and minimum and maximum for the same types, which ports write by hand.
//
// Everything is relaxed and of device scope, as CUDA's atomics are. Elements of 16 bits are
// replaced inside the aligned 32-bit word that holds them: the neighbour's bits are written back as
// they were found, the loop compares integers (so a NaN ends it like any value), and the word never
// leaves the 4 bytes around the element. None of the names overloads atomicAdd, which HIP itself
// defines for half from ROCm 7.14 on.
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
#include "hipshim/detail/float_order.hpp"
#include "hipshim/detail/half_types.hpp"
#include HIPSHIM_ATOMIC_HEADER

namespace hipshim {
inline namespace v1 {
namespace atomic {
namespace detail {

using namespace hipshim::v1::detail;

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

struct Half : F16 {
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

struct Bfloat : Bf16 {
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

// What becomes of 16 bits in memory. A choice soon changes nothing any more, and then costs a load
// and no store.
template <class Format>
struct Sum {
  static constexpr bool kOftenKeeps = false;
  HIPSHIM_DEVICE static std::uint16_t apply(std::uint16_t found, std::uint16_t given) {
    return Format::sum(found, given);
  }
};
template <class Format, class Op>
struct Choice {
  static constexpr bool kOftenKeeps = true;
  HIPSHIM_DEVICE static std::uint16_t apply(std::uint16_t found, std::uint16_t given) {
    return Op::template replaces<Format>(found, given) ? given : found;
  }
};

// One element of 16 bits. The word is reached by pointer arithmetic, not through an integer, so
// that the compiler still knows whether it is global or shared memory.
template <class Change>
HIPSHIM_DEVICE inline std::uint16_t change_one(void* address, std::uint16_t bits) {
  const std::uintptr_t odd = reinterpret_cast<std::uintptr_t>(address) & 2u;
  auto* word = reinterpret_cast<std::uint32_t*>(static_cast<char*>(address) - odd);
  const std::uint32_t shift = static_cast<std::uint32_t>(odd) * 8u;
  std::uint32_t seen = detail::load_relaxed(word);
  std::uint16_t found = 0;
  std::uint32_t wanted = 0;
  do {
    found = static_cast<std::uint16_t>(seen >> shift);
    wanted = (seen & ~(0xffffu << shift))
             | (static_cast<std::uint32_t>(Change::apply(found, bits)) << shift);
  } while (!(Change::kOftenKeeps && wanted == seen)
           && !detail::compare_exchange(word, seen, wanted));
  return found;
}

template <class Change>
HIPSHIM_DEVICE inline std::uint32_t change_pair(std::uint32_t* word, std::uint32_t bits) {
  std::uint32_t seen = detail::load_relaxed(word);
  std::uint32_t wanted = 0;
  do {
    const std::uint32_t low =
        Change::apply(static_cast<std::uint16_t>(seen), static_cast<std::uint16_t>(bits));
    const std::uint32_t high = Change::apply(static_cast<std::uint16_t>(seen >> 16),
                                             static_cast<std::uint16_t>(bits >> 16));
    wanted = low | (high << 16);
  } while (!(Change::kOftenKeeps && wanted == seen)
           && !detail::compare_exchange(word, seen, wanted));
  return seen;
}

template <class Format>
HIPSHIM_DEVICE inline std::uint16_t add_one(void* address, std::uint16_t bits) {
  std::uint16_t found = 0;
  if (Format::try_one(address, bits, found)) return found;
  return detail::change_one<Sum<Format>>(address, bits);
}

template <class Format>
HIPSHIM_DEVICE inline std::uint32_t add_pair(std::uint32_t* word, std::uint32_t bits, bool coarse) {
  std::uint32_t seen = 0;
  if (Format::try_pair(word, bits, seen, coarse)) return seen;
  return detail::change_pair<Sum<Format>>(word, bits);
}

template <class Float>
HIPSHIM_DEVICE inline Float add_float_by_cas(Float* address, Float value) {
  using Word = typename FormatOf<Float>::Bits;
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

template <class Op, class Float>
HIPSHIM_DEVICE inline Float extreme_float_by_cas(Float* address, Float value) {
  using Format = FormatOf<Float>;
  using Word = typename Format::Bits;
  auto* word = reinterpret_cast<Word*>(address);
  Word given = 0;
  detail::copy_bits(given, value);
  Word seen = detail::load_relaxed(word);
  while (Op::template replaces<Format>(seen, given)
         && !detail::compare_exchange(word, seen, given)) {
  }
  detail::copy_bits(value, seen);
  return value;
}

// An integer in memory where the hardware may drop every atomic but add and compare-and-swap.
template <class Op, class Int>
HIPSHIM_DEVICE inline Int extreme_int_by_cas(Int* address, Int value) {
  using Word = std::conditional_t<sizeof(Int) == 4, std::uint32_t, std::uint64_t>;
  auto* word = reinterpret_cast<Word*>(address);
  Word seen = detail::load_relaxed(word);
  while (Op::replaces_int(static_cast<Int>(seen), value)
         && !detail::compare_exchange(word, seen, static_cast<Word>(value))) {
  }
  return static_cast<Int>(seen);
}

// What an element of type T is: each kind knows how it is added, and how it is made smaller or
// larger.
template <class Format>
struct One {
  template <class T>
  HIPSHIM_DEVICE static T add(T* address, T value, bool) {
    detail::copy_bits(value, detail::add_one<Format>(address, bits(value)));
    return value;
  }
  template <class Op, class T>
  HIPSHIM_DEVICE static T extreme(T* address, T value, bool) {
    detail::copy_bits(value, detail::change_one<Choice<Format, Op>>(address, bits(value)));
    return value;
  }
  template <class T>
  HIPSHIM_DEVICE static std::uint16_t bits(const T& value) {
    static_assert(sizeof(T) == 2, "a 16-bit type");
    std::uint16_t result = 0;
    detail::copy_bits(result, value);
    return result;
  }
};

template <class Format>
struct Pair {
  template <class T>
  HIPSHIM_DEVICE static T add(T* address, T value, bool coarse) {
    detail::copy_bits(value, detail::add_pair<Format>(word(address), bits(value), coarse));
    return value;
  }
  template <class Op, class T>
  HIPSHIM_DEVICE static T extreme(T* address, T value, bool) {
    detail::copy_bits(value, detail::change_pair<Choice<Format, Op>>(word(address), bits(value)));
    return value;
  }
  template <class T>
  HIPSHIM_DEVICE static std::uint32_t* word(T* address) {
    return reinterpret_cast<std::uint32_t*>(address);
  }
  template <class T>
  HIPSHIM_DEVICE static std::uint32_t bits(const T& value) {
    static_assert(sizeof(T) == 4, "a pair of 16-bit types");
    std::uint32_t result = 0;
    detail::copy_bits(result, value);
    return result;
  }
};

struct Floating {
  template <class T>
  HIPSHIM_DEVICE static T add(T* address, T value, bool coarse) {
    if (coarse) return detail::fetch_add_float(address, value);
    T old = 0;
    if (detail::try_add_any_memory(address, value, old)) return old;
    return detail::add_float_by_cas(address, value);
  }
  template <class Op, class T>
  HIPSHIM_DEVICE static T extreme(T* address, T value, bool coarse) {
    T old = 0;
    if (detail::try_extreme(Op{}, address, value, old, coarse)) return old;
    return detail::extreme_float_by_cas<Op>(address, value);
  }
};

struct Integer {
  template <class T>
  HIPSHIM_DEVICE static T add(T* address, T value, bool) {
    return detail::fetch_add_int(address, value);
  }
  template <class Op, class T>
  HIPSHIM_DEVICE static T extreme(T* address, T value, bool coarse) {
    return coarse ? detail::fetch_extreme_int(Op{}, address, value)
                  : detail::extreme_int_by_cas<Op>(address, value);
  }
};

template <class T>
struct NoKind {
  static_assert(sizeof(T) == 0,
                "hipshim::atomic: no atomic add, min or max for this type; there are for integers "
                "of 4 and 8 bytes, float, double, half, half2, bfloat16 and its pair");
};

template <class T>
using Kind = std::conditional_t<
    std::is_integral<T>::value && (sizeof(T) == 4 || sizeof(T) == 8), Integer,
    std::conditional_t<
        std::is_same<T, float>::value || std::is_same<T, double>::value, Floating,
        std::conditional_t<
            is_half<T>(), One<Half>,
            std::conditional_t<is_half2<T>(), Pair<Half>,
                               std::conditional_t<is_bfloat<T>(), One<Bfloat>,
                                                  std::conditional_t<is_bfloat2<T>(), Pair<Bfloat>,
                                                                     NoKind<T>>>>>>>;

// The value is not deduced, so that `add(pointer_to_half, 1.0f)` converts as atomicAdd does.
template <class T>
struct Same {
  using Type = T;
};
template <class T>
using Value = typename Same<T>::Type;

template <class Format, class T>
HIPSHIM_DEVICE inline void add_element(One<Format>, T* base, std::size_t index, std::size_t count,
                                       T value) {
  T* address = base + index;
  const bool odd = (reinterpret_cast<std::uintptr_t>(address) & 2u) != 0;
  const bool has_partner = odd ? index > 0 : index + 1 < count;
  if (!Format::kPackedAdd || !has_partner) {
    One<Format>::add(address, value, true);
    return;
  }
  const std::uint32_t bits = One<Format>::bits(value);
  // -0.0, because x + -0.0 is x for every x; +0.0 would turn a neighbour's -0.0 round.
  const std::uint32_t pair = odd ? (bits << 16) | 0x8000u : 0x80000000u | bits;
  detail::add_pair<Format>(reinterpret_cast<std::uint32_t*>(odd ? address - 1 : address), pair,
                           true);
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
  return detail::Kind<T>::add(address, value, true);
}

// add_noret: the same, for callers that do not use what was there
//   Cost       as add; gfx908 has float natively in this form only
template <class T>
HIPSHIM_DEVICE inline void add_noret(T* address, detail::Value<T> value) {
  static_cast<void>(detail::Kind<T>::add(address, value, true));
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
  detail::add_element(detail::Kind<T>{}, base, index, count, value);
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
  return detail::Kind<T>::add(address, value, false);
}

// min, max: the smaller, the larger of *address and value is stored; gives back what was there
// before
//   CUDA       atomicMin and atomicMax, for integers; for floating types a loop over atomicCAS that
//              every project writes itself
//   HIP        atomicMax(float*) and unsafeAtomicMax compare with `<` in some versions, so a NaN in
//              memory stays for good; none for half and bf16
//   Types      as add. As fmin and fmax: a number wins over a NaN. Which of -0.0 and 0.0 stays is
//              left open (in the loops -0.0 is the smaller)
//   Lanes      any. Valid: the caller
//   Cost       native: integers; float on gfx1030, gfx1100 and gfx1201; double on gfx90a, gfx942,
//              gfx950 and gfx1030; both in shared memory on every target. Else one loop; the
//              loops of 16-bit types, and all loops on NVIDIA, store only what changes
//   Undefined  memory that is not coarse, for integers, float and double: as add. Use
//              min_fine_grained. Local (private) memory
//   Emitted    float-atomic-cas-loop, cas-float-compare, atomic-cast-wider
template <class T>
HIPSHIM_DEVICE inline T min(T* address, detail::Value<T> value) {
  return detail::Kind<T>::template extreme<detail::Smaller>(address, value, true);
}
template <class T>
HIPSHIM_DEVICE inline T max(T* address, detail::Value<T> value) {
  return detail::Kind<T>::template extreme<detail::Larger>(address, value, true);
}

// min_noret, max_noret: the same, for callers that do not use what was there
//   Cost       as min and max
template <class T>
HIPSHIM_DEVICE inline void min_noret(T* address, detail::Value<T> value) {
  static_cast<void>(detail::Kind<T>::template extreme<detail::Smaller>(address, value, true));
}
template <class T>
HIPSHIM_DEVICE inline void max_noret(T* address, detail::Value<T> value) {
  static_cast<void>(detail::Kind<T>::template extreme<detail::Larger>(address, value, true));
}

// min_fine_grained, max_fine_grained: min and max, on any memory
//   CUDA       as min and max, on managed or pinned memory
//   HIP        over PCIe the hardware has add, swap and compare-and-swap only, and may drop the
//              rest, integer minimum included, without a word
//   Cost       integers: a loop that stores only what changes. float: native on gfx1201, double on
//              gfx942 and gfx950, else a loop
//   Undefined  to count on atomicity against the CPU over PCIe
//   Emitted    atomic-fine-grained
template <class T>
HIPSHIM_DEVICE inline T min_fine_grained(T* address, detail::Value<T> value) {
  return detail::Kind<T>::template extreme<detail::Smaller>(address, value, false);
}
template <class T>
HIPSHIM_DEVICE inline T max_fine_grained(T* address, detail::Value<T> value) {
  return detail::Kind<T>::template extreme<detail::Larger>(address, value, false);
}

}  // namespace atomic
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_ATOMIC_HPP
