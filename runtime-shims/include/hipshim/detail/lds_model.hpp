// SPDX-License-Identifier: Apache-2.0
//
// How many cycles a local-memory instruction costs when lanes hit the same bank, and the layout of
// a tile that follows from it. All of it is constexpr.
//
// A bank is four bytes wide and serves one dword at a time: bank = (byte address / 4) mod banks.
// The lanes of a wave are looked at in phases; a phase takes as many cycles as the busiest bank has
// different dwords. Targets differ in the number of banks and in which lanes share a phase:
//
//   gfx9    32 banks. b32: half-waves; b64: 16 lanes; b128: 8 lanes, which for reads are not
//           consecutive. From AMD's documents and third-party timing on MI300; assumed for gfx906
//           and gfx90a beyond b32
//   gfx950  64 banks for reads. From third-party counters; b32 is assumed
//   rdna    a wave sees 32 banks. b64 and b128 are assumed: nothing is published
//   nvidia  as rdna. bench/lds_bench.cu agrees within 5 % on an H200, for b32, b64 and b128
//
// hipaudit judges user code by the same model (src/target/lds.cpp).
#ifndef HIPSHIM_DETAIL_LDS_MODEL_HPP
#define HIPSHIM_DETAIL_LDS_MODEL_HPP

#include "hipshim/config.hpp"

namespace hipshim {
inline namespace v1 {
namespace lds {

enum class family { gfx9, gfx950, rdna, nvidia };

namespace detail {

constexpr unsigned kLanes = 64;
constexpr unsigned kPhases = 8;

struct Access {
  bool write;
  unsigned bytes;  // of one lane: 1, 2, 4, 8 or 16
};

constexpr unsigned lanes(family target) {
  return target == family::gfx9 || target == family::gfx950 ? 64u : 32u;
}

constexpr unsigned banks(family target, Access access) {
  return target == family::gfx950 && !access.write ? 64u : 32u;
}

// Groups of four lanes of a half-wave, in hexadecimal digits from the right: 0x23013210 puts quads
// 0 and 5 in phase 0.
constexpr unsigned quad_phase(unsigned digits, unsigned lane, unsigned per_half) {
  return ((digits >> (lane % 32 / 4 * 4)) & 15u) + (lane >= 32 ? per_half : 0u);
}

// {0-3,20-23} {4-7,16-19} {8-11,28-31} {12-15,24-27}, and 32 lanes further.
constexpr unsigned kOddEighths = 0x23013210u;
// {0-3,12-15,20-27} {4-11,16-19,28-31}, and 32 lanes further.
constexpr unsigned kOddQuarters = 0x10010110u;

constexpr unsigned phase(family target, Access access, unsigned lane) {
  const unsigned bytes = access.bytes;
  if (target == family::gfx950 && !access.write)
    return bytes <= 8 ? lane / 32 : quad_phase(kOddQuarters, lane, 2);
  if (target == family::gfx9 && !access.write && bytes == 16)
    return quad_phase(kOddEighths, lane, 4);
  return bytes <= 4 ? lane / 32 : bytes == 8 ? lane / 16 : lane / 8;
}

struct Cost {
  unsigned cycles;
  unsigned base;  // without conflicts
};

// What one instruction costs when lane i reaches byte address[i], a multiple of the access. An
// access takes whole groups of banks, so two lanes meet in all of a group's banks or in none.
constexpr Cost cost(family target, Access access, const unsigned (&address)[kLanes]) {
  const unsigned grain = access.bytes < 4 ? 4 : access.bytes;
  const unsigned groups = banks(target, access) * 4 / grain;
  unsigned count[kPhases][64] = {};
  unsigned newest[kPhases][64] = {};  // lane + 1 of the newest place in a group
  unsigned older[kLanes] = {};        // and from there to the older ones
  unsigned most[kPhases] = {};
  for (unsigned lane = 0; lane < lanes(target); ++lane) {
    const unsigned now = phase(target, access, lane);
    const unsigned place = address[lane] / grain;
    const unsigned group = place % groups;
    // The same place for several lanes is one broadcast.
    unsigned other = newest[now][group];
    while (other != 0 && address[other - 1] / grain != place) other = older[other - 1];
    if (other != 0) continue;
    older[lane] = newest[now][group];
    newest[now][group] = lane + 1;
    const unsigned in_group = ++count[now][group];
    if (in_group > most[now]) most[now] = in_group;
  }
  Cost total{0, 0};
  for (unsigned cycles : most) {
    total.cycles += cycles;
    total.base += cycles != 0 ? 1 : 0;
  }
  return total;
}

// ---- layouts ----

// The form of a tile: rows of `units` units, a unit being what one lane reaches at once (at least a
// bank). Lanes that go down a column take every `step`-th row.
struct Shape {
  unsigned rows;
  unsigned units;
  unsigned unit_bytes;
  unsigned access_bytes;
  unsigned step;
};

// Unit u of row r stands at r * (units + pad) + (u ^ (mask & (r >> shift))).
struct Layout {
  unsigned pad;
  unsigned mask;
  unsigned shift;
  unsigned conflicts;  // cycles above the base: row and column, read and written
};

constexpr unsigned place(Layout layout, unsigned units, unsigned row, unsigned unit) {
  return row * (units + layout.pad) + (unit ^ (layout.mask & (row >> layout.shift)));
}

constexpr unsigned conflicts(family target, Shape shape, Layout layout) {
  unsigned down[kLanes] = {};
  unsigned along[kLanes] = {};
  const unsigned steps = shape.rows / shape.step;
  for (unsigned lane = 0; lane < lanes(target); ++lane) {
    down[lane] =
        shape.unit_bytes
        * place(layout, shape.units, lane % steps * shape.step, lane / steps % shape.units);
    along[lane] = shape.unit_bytes
                  * place(layout, shape.units, lane / shape.units % shape.rows, lane % shape.units);
  }
  unsigned above = 0;
  for (unsigned write = 0; write < 2; ++write) {
    const Access access{write != 0, shape.access_bytes};
    const Cost column = cost(target, access, down);
    const Cost row = cost(target, access, along);
    above += column.cycles - column.base + row.cycles - row.base;
  }
  return above;
}

constexpr unsigned kMaxPad = 4;
constexpr unsigned kMaxShift = 4;

// The layout with the fewest conflicts. Of equal ones the first in this order: rows as they are; a
// pad of at most an eighth of the row, which needs no arithmetic; an exclusive or, which needs no
// memory; a larger pad.
constexpr Layout best_layout(family target, Shape shape) {
  Layout best{0, 0, 0, 0};
  best.conflicts = conflicts(target, shape, best);
  for (unsigned turn = 0; turn < 3 && best.conflicts != 0; ++turn) {
    if (turn == 1) {
      const bool power_of_two = (shape.units & (shape.units - 1)) == 0 && shape.units > 1;
      for (unsigned shift = 0; power_of_two && shift <= kMaxShift && best.conflicts != 0; ++shift) {
        Layout tried{0, shape.units - 1, shift, 0};
        tried.conflicts = conflicts(target, shape, tried);
        if (tried.conflicts < best.conflicts) best = tried;
      }
      continue;
    }
    for (unsigned pad = 1; pad <= kMaxPad && best.conflicts != 0; ++pad) {
      if ((pad * 8 <= shape.units) != (turn == 0)) continue;
      Layout tried{pad, 0, 0, 0};
      tried.conflicts = conflicts(target, shape, tried);
      if (tried.conflicts < best.conflicts) best = tried;
    }
  }
  return best;
}

// NVIDIA's layouts are RDNA's.
constexpr Layout choose(family target, Layout on_gfx9, Layout on_gfx950, Layout on_rdna) {
  return target == family::gfx9 ? on_gfx9 : target == family::gfx950 ? on_gfx950 : on_rdna;
}

constexpr unsigned largest_pad(Layout a, Layout b, Layout c) {
  const unsigned pad = a.pad > b.pad ? a.pad : b.pad;
  return pad > c.pad ? pad : c.pad;
}

}  // namespace detail
}  // namespace lds
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_LDS_MODEL_HPP
