// SPDX-License-Identifier: Apache-2.0
//
// Reductions and scans by DPP, AMD's moves between lanes that cost no memory and fold into the
// instruction that uses the value. A row is 16 lanes. Two trees, because the step from row to row
// differs: gfx9 broadcasts a row's last lane upwards, gfx10 and newer exchange pairs of rows.
//
// Lanes that do not run hold the neutral value: everything between `enter` and `leave` runs in
// whole-wave mode, so that any set of lanes may call, at the cost of one select and two moves of
// the lane mask. No branch may stand in between, nor a call that is not inlined. A caller that
// promises the whole wave is spared both.
//
// `Hardware` supplies the instructions (amd_lanes.hpp; in tests, lanes that are played):
//   enter(value, neutral)       the value in lanes that run, neutral in the others
//   leave(value)                back to the lanes that run
//   pull<Control>(value)        a lane's value by a DPP control; lanes without a source get junk
//   move<Control, Rows>(fill, value)
//                               the same, into rows named by the mask; other lanes get the fill
//   other_row<Lane>(value)      in each pair of rows, the given lane of the other row
//   lane<Lane>(value)           one lane's value, for all
//   wide()                      are there 64 lanes? Folded by the compiler
#ifndef HIPSHIM_DETAIL_DPP_TREE_HPP
#define HIPSHIM_DETAIL_DPP_TREE_HPP

#include "hipshim/config.hpp"
#include "hipshim/detail/wave_values.hpp"

namespace hipshim {
inline namespace v1 {
namespace detail {

// DPP controls.
constexpr unsigned kQuadSame = 0xe4;      // quad_perm:[0,1,2,3]
constexpr unsigned kQuadSwapOne = 0xb1;   // quad_perm:[1,0,3,2]
constexpr unsigned kQuadSwapTwo = 0x4e;   // quad_perm:[2,3,0,1]
constexpr unsigned kRowMirror = 0x140;    // row_mirror
constexpr unsigned kHalfMirror = 0x141;   // row_half_mirror
constexpr unsigned kRowUp = 0x110;        // row_shr:n is this and n
constexpr unsigned kWaveUp = 0x138;       // wave_shr:1, gfx9 only
constexpr unsigned kBroadcast15 = 0x142;  // row_bcast:15, gfx9 only
constexpr unsigned kBroadcast31 = 0x143;  // row_bcast:31, gfx9 only

template <class Hardware, class Lanes, class Work>
HIPSHIM_ALWAYS_INLINE Work enter(Lanes lanes, Work value, Work neutral) {
  return Lanes::kWhole ? value : Hardware::enter(lanes.names(value, neutral), neutral);
}
template <class Hardware, class Lanes, class Work>
HIPSHIM_ALWAYS_INLINE Work leave(Lanes, Work value) {
  return Lanes::kWhole ? value : Hardware::leave(value);
}

// Afterwards each lane holds the result of its group of up to 16 lanes. Mirrors will do for
// exchanges because all lanes of a smaller group hold the same.
template <class Hardware, class Op, unsigned Width, class Work>
HIPSHIM_ALWAYS_INLINE Work reduce_in_row(Work value) {
  if (Width >= 2) value = Op::apply(value, Hardware::template pull<kQuadSwapOne>(value));
  if (Width >= 4) value = Op::apply(value, Hardware::template pull<kQuadSwapTwo>(value));
  if (Width >= 8) value = Op::apply(value, Hardware::template pull<kHalfMirror>(value));
  if (Width >= 16) value = Op::apply(value, Hardware::template pull<kRowMirror>(value));
  return value;
}

template <class Hardware, class Op, class Work>
HIPSHIM_ALWAYS_INLINE Work scan_in_row(Work value, Work fill) {
  value = Op::apply(value, Hardware::template move<kRowUp + 1, 15>(fill, value));
  value = Op::apply(value, Hardware::template move<kRowUp + 2, 15>(fill, value));
  value = Op::apply(value, Hardware::template move<kRowUp + 4, 15>(fill, value));
  value = Op::apply(value, Hardware::template move<kRowUp + 8, 15>(fill, value));
  return value;
}

template <class Hardware>
struct BroadcastTree {
  // Width 0 is the whole wave.
  template <class Op, unsigned Width, class Lanes, class Work>
  static HIPSHIM_ALWAYS_INLINE Work reduce(Lanes lanes, Work value) {
    const Work neutral = Neutral<Op, Work>::value();
    value = detail::enter<Hardware>(lanes, value, neutral);
    value = detail::reduce_in_row<Hardware, Op, Width == 0 ? 16 : Width>(value);
    if (Width != 0 && Width <= 16) return detail::leave<Hardware>(lanes, value);
    // Rows 1 and 3 now hold their pair's result; rows 0 and 2 are spoilt and not read again.
    value = Op::apply(value, Hardware::template pull<kBroadcast15>(value));
    if (Width == 32) {
      const Work low = detail::leave<Hardware>(lanes, Hardware::template lane<31>(value));
      const Work high = detail::leave<Hardware>(lanes, Hardware::template lane<63>(value));
      return Hardware::template move<kQuadSame, 0xc>(low, high);
    }
    value = Op::apply(value, Hardware::template pull<kBroadcast31>(value));
    return detail::leave<Hardware>(lanes, Hardware::template lane<63>(value));
  }

  // Width 0 is the whole wave, else 16 or 32.
  template <class Op, unsigned Width = 0, class Lanes, class Work>
  static HIPSHIM_ALWAYS_INLINE Work inclusive(Lanes lanes, Work value) {
    const Work neutral = Neutral<Op, Work>::value();
    return detail::leave<Hardware>(
        lanes, scan<Op, Width>(detail::enter<Hardware>(lanes, value, neutral), neutral));
  }

  // Shifted first, so that the scan's own fills do the rest.
  template <class Op, class Lanes, class Work>
  static HIPSHIM_ALWAYS_INLINE Work exclusive(Lanes lanes, Work value, Work start) {
    value = detail::enter<Hardware>(lanes, value, start);
    value = Hardware::template move<kWaveUp, 15>(start, value);
    return detail::leave<Hardware>(lanes, scan<Op, 0>(value, start));
  }

 private:
  template <class Op, unsigned Width, class Work>
  static HIPSHIM_ALWAYS_INLINE Work scan(Work value, Work fill) {
    value = detail::scan_in_row<Hardware, Op>(value, fill);
    if (Width == 16) return value;
    value = Op::apply(value, Hardware::template move<kBroadcast15, 0xa>(fill, value));
    if (Width == 32) return value;
    return Op::apply(value, Hardware::template move<kBroadcast31, 0xc>(fill, value));
  }
};

template <class Hardware>
struct ExchangeTree {
  template <class Op, unsigned Width, class Lanes, class Work>
  static HIPSHIM_ALWAYS_INLINE Work reduce(Lanes lanes, Work value) {
    const Work neutral = Neutral<Op, Work>::value();
    value = detail::enter<Hardware>(lanes, value, neutral);
    value = detail::reduce_in_row<Hardware, Op, Width == 0 ? 16 : Width>(value);
    if (Width != 0 && Width <= 16) return detail::leave<Hardware>(lanes, value);
    value = Op::apply(value, Hardware::template other_row<0>(value));
    if (Width == 32) return detail::leave<Hardware>(lanes, value);
    const Work low = Hardware::template lane<0>(value);
    if (!Hardware::wide()) return detail::leave<Hardware>(lanes, low);
    return detail::leave<Hardware>(lanes, Op::apply(low, Hardware::template lane<32>(value)));
  }

  // Width 0 is the whole wave, else 16 or 32.
  template <class Op, unsigned Width = 0, class Lanes, class Work>
  static HIPSHIM_ALWAYS_INLINE Work inclusive(Lanes lanes, Work value) {
    const Work neutral = Neutral<Op, Work>::value();
    return detail::leave<Hardware>(
        lanes, scan<Op, Width>(detail::enter<Hardware>(lanes, value, neutral), neutral));
  }

  // There is no shift across rows: lane 0 of a row takes the last lane of the row before.
  template <class Op, class Lanes, class Work>
  static HIPSHIM_ALWAYS_INLINE Work exclusive(Lanes lanes, Work value, Work start) {
    value = detail::enter<Hardware>(lanes, value, start);
    Work before =
        Hardware::template move<kQuadSame, 0xa>(start, Hardware::template other_row<15>(value));
    if (Hardware::wide())
      before = Hardware::template move<kQuadSame, 0x4>(before, Hardware::template lane<31>(value));
    value = Hardware::template move<kRowUp + 1, 15>(before, value);
    return detail::leave<Hardware>(lanes, scan<Op, 0>(value, start));
  }

 private:
  template <class Op, unsigned Width, class Work>
  static HIPSHIM_ALWAYS_INLINE Work scan(Work value, Work fill) {
    value = detail::scan_in_row<Hardware, Op>(value, fill);
    if (Width == 16) return value;
    value = Op::apply(value, Hardware::template move<kQuadSame, 0xa>(
                                 fill, Hardware::template other_row<15>(value)));
    if (Width == 32 || !Hardware::wide()) return value;
    return Op::apply(
        value, Hardware::template move<kQuadSame, 0xc>(fill, Hardware::template lane<31>(value)));
  }
};

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_DPP_TREE_HPP
