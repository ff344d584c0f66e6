// SPDX-License-Identifier: Apache-2.0
//
// The bank model and the layouts that follow from it, against tables worked out by a separate
// program from the same sources, and tiles whose size may not differ between passes.
#include "kernel.hpp"

#include "hipshim/lds.hpp"

namespace l = hipshim::lds;
namespace d = hipshim::lds::detail;

// The busiest bank of a phase when lane i reads `bytes` at row i % rows, place i / rows, of rows
// `pitch` bytes apart.
constexpr unsigned ways(l::family target, unsigned bytes, unsigned rows, unsigned pitch,
                        bool write = false) {
  unsigned address[64] = {};
  for (unsigned lane = 0; lane < 64; ++lane)
    address[lane] = lane % rows * pitch + lane / rows * bytes;
  const d::Cost cost = d::cost(target, d::Access{write, bytes}, address);
  return cost.cycles / cost.base;
}

constexpr auto gfx9 = l::family::gfx9;
constexpr auto gfx950 = l::family::gfx950;
constexpr auto rdna = l::family::rdna;
constexpr auto nvidia = l::family::nvidia;

// A column of a tile with 32 columns, pads of 0, 1, 2, 4, 8 elements.
#define COLUMN(target, bytes, p0, p1, p2, p4, p8)                                                  \
  static_assert(ways(target, bytes, 64, 32 * bytes) == p0, "no pad");                              \
  static_assert(ways(target, bytes, 64, 33 * bytes) == p1, "pad of 1");                            \
  static_assert(ways(target, bytes, 64, 34 * bytes) == p2, "pad of 2");                            \
  static_assert(ways(target, bytes, 64, 36 * bytes) == p4, "pad of 4");                            \
  static_assert(ways(target, bytes, 64, 40 * bytes) == p8, "pad of 8")
COLUMN(gfx9, 4, 32, 1, 2, 4, 8);
COLUMN(gfx9, 8, 16, 1, 2, 4, 8);
COLUMN(gfx9, 16, 8, 1, 2, 4, 8);
COLUMN(gfx950, 4, 16, 1, 1, 2, 4);
COLUMN(gfx950, 8, 32, 1, 2, 4, 8);
COLUMN(gfx950, 16, 16, 1, 2, 4, 8);
COLUMN(rdna, 4, 32, 1, 2, 4, 8);
COLUMN(nvidia, 4, 32, 1, 2, 4, 8);
static_assert(ways(gfx9, 2, 64, 32 * 2) == 16 && ways(gfx9, 2, 64, 34 * 2) == 1, "halves");
static_assert(ways(gfx950, 2, 64, 32 * 2) == 8 && ways(gfx950, 2, 64, 34 * 2) == 1, "halves");

// Matrix fragments of halves: 16 or 32 rows of 64, 16 bytes a lane; 8, 16 and 32 bytes of pad.
static_assert(ways(gfx9, 8, 16, 128) == 16 && ways(gfx9, 8, 16, 136) == 1, "b64, 16 rows");
static_assert(ways(gfx9, 16, 16, 128) == 4 && ways(gfx9, 16, 16, 144) == 2
                  && ways(gfx9, 16, 16, 160) == 1,
              "b128, 16 rows: the lane groups are not consecutive");
static_assert(ways(gfx9, 16, 32, 128) == 8 && ways(gfx9, 16, 32, 144) == 1, "b128, 32 rows");
static_assert(ways(gfx950, 16, 16, 128) == 4 && ways(gfx950, 16, 16, 160) == 1, "b128, 16 rows");
static_assert(ways(gfx950, 8, 16, 128) == 8 && ways(gfx950, 8, 16, 144) == 1, "b64, 16 rows");

// All lanes at one address are one broadcast, and so are two halves of one dword.
static_assert(ways(gfx9, 4, 64, 0) == 1 && ways(gfx9, 2, 64, 2) == 1, "broadcast");

// ---- layouts ----

template <class Tile>
constexpr bool is_free() {
  return Tile::conflicts() == 0;
}

// CUDA's classic: one float of pad.
using Classic = l::tile<float, 32, 32>;
static_assert(is_free<Classic>() && Classic::pitch() == 33, "32x33 stays 32x33");
// Rows of 16 bytes accesses stay aligned.
using Wide = l::tile<float, 64, 64, 16>;
static_assert(is_free<Wide>() && Wide::pitch() % 4 == 0, "a multiple of the access");
static_assert(is_free<l::tile<double, 32, 32>>() && l::tile<double, 32, 32>::pitch() == 33, "");
// Halves: four bytes of pad, not one half.
using Halves = l::tile<std::uint16_t, 64, 64>;
static_assert(is_free<Halves>() && Halves::pitch() % 2 == 0, "rows of whole dwords");
// The tiles of the transpose: rows in steps, which no pad of whole accesses can serve.
static_assert(is_free<l::tile<float, 64, 64, 16, 4>>(), "");
static_assert(is_free<l::tile<std::uint16_t, 128, 128, 16, 8>>(), "");
static_assert(is_free<l::tile<double, 32, 32, 16, 2>>(), "");
static_assert(l::tile<float, 64, 64, 16, 4>::pitch() == 64, "an exclusive or, not a pad");

// One size in every pass and on every target.
static_assert(sizeof(Classic) == 33 * 32 * 4, "");
static_assert(sizeof(Wide) == 64 * 68 * 4, "");
static_assert(sizeof(l::tile<float, 64, 64, 16, 4>) == 64 * 64 * 4, "");
static_assert(sizeof(l::tile<std::uint16_t, 16, 64, 16>) % 16 == 0, "");

// No two elements share a place, and all are inside.
template <class Tile>
constexpr bool is_one_to_one(unsigned rows, unsigned columns, unsigned element) {
  for (unsigned r = 0; r < rows; ++r)
    for (unsigned c = 0; c < columns; ++c) {
      const unsigned place = Tile::index(r, c);
      if ((place + 1) * element > sizeof(Tile)) return false;
      // Rows do not overlap and a row's units are permuted by one exclusive or, so places can only
      // meet within a row.
      if (place / Tile::pitch() != r) return false;
      for (unsigned other = 0; other < c; ++other)
        if (Tile::index(r, other) == place) return false;
    }
  return true;
}
static_assert(is_one_to_one<l::tile<float, 8, 32, 16>>(8, 32, 4), "");
static_assert(is_one_to_one<l::tile<float, 16, 16, 16, 4>>(16, 16, 4), "");
static_assert(is_one_to_one<l::tile<std::uint16_t, 16, 32, 16>>(16, 32, 2), "");

// Host and kernel place the same arrays.
constexpr std::size_t placed_bytes() {
  std::size_t used = 0;
  l::reserve<char>(used, 3);
  l::reserve<double>(used, 2);
  return used;
}
static_assert(placed_bytes() == 8 + 16, "");

#if defined(HIPSHIM_GLOBAL)
template <class Tile>
HIPSHIM_DEVICE void use(Tile& t, unsigned i) {
  t(i & 7, i & 7) = t(i & 3, i & 3);
  t.store(i & 7, 0, t.load(i & 3, 0));
}
TEST_KERNEL use_tiles(float* out, unsigned n) {
  HIPSHIM_SHARED Classic classic;
  HIPSHIM_SHARED Wide wide;
  HIPSHIM_SHARED Halves halves;
  const Classic& readable = classic;
  use(classic, n);
  use(wide, n);
  use(halves, n);
  std::size_t used = 0;
  float* dynamic = l::dynamic<float>(l::reserve<float>(used, n));
  double* second = l::dynamic<double>(l::reserve<double>(used, n));
  dynamic[n] = readable(n & 7, 1);
  second[n] = dynamic[n + 1];
  out[n] = dynamic[n] + static_cast<float>(second[n]) + static_cast<float>(halves(1, n & 7));
}
#endif
