// SPDX-License-Identifier: Apache-2.0
//
// Local memory (CUDA: shared memory; AMD: LDS): tiles without bank conflicts, and dynamic memory
// that is aligned.
//
// CUDA code pads a tile by one element, which is right for 4-byte elements reached one by one, and
// elsewhere costs what it should save: one half more misaligns every second row, one float more
// splits every float4 access in two on AMD and faults on NVIDIA. A tile here knows the width of its
// accesses and takes the pad, or the exclusive or on the column, that has no conflicts on the
// target by the model in detail/lds_model.hpp.
//
//   Lanes      any; a tile or dynamic memory needs the block's barrier between its writers and its
//              readers, as plain shared memory does
//   Emitted    the hipaudit rules whose fixes write the call
#ifndef HIPSHIM_LDS_HPP
#define HIPSHIM_LDS_HPP

#include "hipshim/config.hpp"
#include "hipshim/detail/bits.hpp"
#include "hipshim/detail/lds_model.hpp"
#include "hipshim/detail/words.hpp"

namespace hipshim {
inline namespace v1 {
namespace lds {

// this_family: which bank model this pass uses
//   Valid      in device code; a host pass answers for gfx9 on AMD
constexpr family this_family = family::HIPSHIM_LDS_FAMILY;

// tile<T, Rows, Cols, AccessBytes, RowStep>: a matrix in local memory, `__shared__ tile<...> t;`
//   CUDA       __shared__ T t[Rows][Cols + 1]
//   HIP        the same, with the pad that NVIDIA's 32 banks wanted; gfx950 has 64, and 8 and 16
//              byte accesses are checked in other groups of lanes than on NVIDIA
//   Types      of 1, 2, 4, 8 or 16 bytes, trivially copyable
//   Access     t(r, c) is one element. t.load(r, c) and t.store(r, c, chunk) move AccessBytes at
//              once (default: one element); c is a multiple of what they move
//   RowStep    when lanes go down a column, neighbouring lanes take every RowStep-th row
//   Cost       one ds_read or ds_write of the access's width. conflicts() are the modelled cycles
//              above the minimum, summed over reading and writing rows and columns; 0 for most
//              shapes. An exclusive or costs 2 or 3 more instructions for the address
//   Size       the same in every pass and for every target, so that a host pass may use sizeof
//   Undefined  r >= Rows, c >= Cols; to reach a tile's memory but through its members
//   Emitted    none yet
template <class T, unsigned Rows, unsigned Cols, unsigned AccessBytes = sizeof(T),
          unsigned RowStep = 1>
struct tile {
  static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8
                    || sizeof(T) == 16,
                "hipshim::lds::tile: an element has 1, 2, 4, 8 or 16 bytes");
  static_assert((AccessBytes & (AccessBytes - 1)) == 0 && AccessBytes >= sizeof(T)
                    && AccessBytes <= 16,
                "hipshim::lds::tile: an access is 1, 2, 4, 8 or 16 bytes, and not less than an "
                "element");
  static_assert(Cols * sizeof(T) % AccessBytes == 0,
                "hipshim::lds::tile: a row must be a whole number of accesses, or the last one "
                "reaches into the next row");
  static_assert(RowStep > 0 && Rows % RowStep == 0,
                "hipshim::lds::tile: the rows must be a multiple of the row step");

  static constexpr unsigned per_access = AccessBytes / sizeof(T);
  using vector = chunk<T, per_access>;

 private:
  static constexpr unsigned kUnit = AccessBytes < 4 ? 4 : AccessBytes;
  static constexpr unsigned kPerUnit = kUnit / sizeof(T);
  static constexpr unsigned kUnits = (Cols + kPerUnit - 1) / kPerUnit;
  static constexpr detail::Shape kShape{Rows, kUnits, kUnit, AccessBytes, RowStep};
  static constexpr detail::Layout kGfx9 = detail::best_layout(family::gfx9, kShape);
  static constexpr detail::Layout kGfx950 = detail::best_layout(family::gfx950, kShape);
  static constexpr detail::Layout kRdna = detail::best_layout(family::rdna, kShape);
  static constexpr detail::Layout kLayout = detail::choose(this_family, kGfx9, kGfx950, kRdna);
  static constexpr unsigned kPitch = (kUnits + kLayout.pad) * kPerUnit;
  static constexpr unsigned kMask = kLayout.mask;
  static constexpr unsigned kShift = kLayout.shift;
  // Room for the largest pad of any target: a tile has one size in every pass.
  static constexpr unsigned kRoom = Rows * (kUnits + detail::largest_pad(kGfx9, kGfx950, kRdna));

 public:
  static constexpr unsigned conflicts() { return kLayout.conflicts; }

  // Elements from one row to the next.
  static constexpr unsigned pitch() { return kPitch; }

  // Where element (r, c) stands, in elements.
  HIPSHIM_HOST_DEVICE static constexpr unsigned index(unsigned r, unsigned c) {
    return r * kPitch
           + (kMask == 0 ? c
                         : ((c / kPerUnit) ^ ((r >> kShift) & kMask)) * kPerUnit + c % kPerUnit);
  }

  HIPSHIM_DEVICE T& operator()(unsigned r, unsigned c) { return cells_[index(r, c)]; }
  HIPSHIM_DEVICE const T& operator()(unsigned r, unsigned c) const { return cells_[index(r, c)]; }

  HIPSHIM_DEVICE vector load(unsigned r, unsigned c) const {
    const auto words = hipshim::detail::load_words<AccessBytes>(cells_ + index(r, c));
    vector result;
    hipshim::detail::copy_bits(result, words);
    return result;
  }
  HIPSHIM_DEVICE void store(unsigned r, unsigned c, const vector& value) {
    hipshim::detail::Words<AccessBytes> words;
    hipshim::detail::copy_bits(words, value);
    hipshim::detail::store_words<AccessBytes>(cells_ + index(r, c), words);
  }

 private:
  alignas(16) T cells_[kRoom * kPerUnit];
};

// reserve: the place of `count` elements of T in dynamic local memory, after what is already used
//   CUDA       address arithmetic by hand, once for the launch and once in the kernel
//   HIP        the same; a wrong guess of the alignment is slow or wrong there, not a fault
//   Use        the same calls on the host (for the size of the launch) and in the kernel:
//              `std::size_t used = 0; auto keys = reserve<int>(used, n); ...` and then `used`
//   Valid      host and device. The place is aligned to T, at least to 4 bytes
//   Cost       integer arithmetic
//   Emitted    none yet
template <class T>
HIPSHIM_HOST_DEVICE constexpr std::size_t reserve(std::size_t& used, std::size_t count) {
  static_assert(alignof(T) <= 16, "hipshim::lds::reserve: dynamic memory is aligned to 16 bytes");
  const std::size_t grain = alignof(T) < 4 ? 4 : alignof(T);
  const std::size_t from = (used + grain - 1) / grain * grain;
  used = from + count * sizeof(T);
  return from;
}

#if defined(HIPSHIM_GLOBAL)
// dynamic: the block's dynamic local memory, from byte `from` on
//   CUDA       extern __shared__ T name[]; two such names of different type clash in one file
//   HIP        the same, and the array is aligned to T alone: a float4 access to an array of char
//              behind a static array is then misaligned
//   Valid      every thread of the block; aligned to 16 bytes plus `from`
//   Cost       none
//   Undefined  beyond the bytes that the launch asked for
//   Emitted    none yet
template <class T>
HIPSHIM_DEVICE inline T* dynamic(std::size_t from = 0) {
  static_assert(alignof(T) <= 16, "hipshim::lds::dynamic: dynamic memory is aligned to 16 bytes");
  extern HIPSHIM_SHARED __attribute__((aligned(16))) unsigned char hipshim_dynamic_lds[];
  return reinterpret_cast<T*>(hipshim_dynamic_lds + from);
}
#endif

}  // namespace lds
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_LDS_HPP
