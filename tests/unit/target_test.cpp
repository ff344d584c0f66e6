// SPDX-License-Identifier: Apache-2.0
// The target table and the LDS conflict model against published numbers.
#include "target/target.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace hipaudit;

namespace {

/// Cycles over conflict-free cycles when lane l accesses byte `pitch` * l.
double ways(LdsFamily family, bool write, int bytes, long pitch, int lanes = 64) {
  std::vector<long> address;
  for (long lane = 0; lane < lanes; ++lane) address.push_back(lane * pitch);
  const LdsCost cost = lds_cost(family, write, bytes, address);
  return static_cast<double>(cost.cycles) / cost.base;
}

/// A fragment as matrix instructions read it: row l % rows, chunk l / rows of `bytes` bytes, in a
/// tile of `columns` halves padded by `pad` halves.
double fragment(LdsFamily family, int bytes, int rows, int columns, int pad) {
  std::vector<long> address;
  for (int lane = 0; lane < 64; ++lane)
    address.push_back((lane % rows) * (columns + pad) * 2L + (lane / rows) * bytes);
  const LdsCost cost = lds_cost(family, false, bytes, address);
  return static_cast<double>(cost.cycles) / cost.base;
}

constexpr auto k32 = LdsFamily::gfx9_32banks;
constexpr auto k950 = LdsFamily::gfx950;

}  // namespace

TEST_CASE("targets are found with and without features") {
  REQUIRE(find_target("gfx90a"));
  CHECK(find_target("gfx90a:sramecc+:xnack-")->name == "gfx90a");
  CHECK(find_target("gfx90a")->wave == 64);
  CHECK(find_target("gfx942")->lds == LdsFamily::gfx9_32banks);
  CHECK(find_target("gfx950")->lds == LdsFamily::gfx950);
  CHECK(find_target("gfx950")->lds_bytes == 163840);
  CHECK(find_target("gfx9-4-generic")->lds_bytes == 65536);
  CHECK(find_target("gfx1030")->wave == 32);
  CHECK(find_target("gfx1100")->lds == LdsFamily::rdna);
  CHECK(find_target("gfx12-generic")->wave == 32);
  CHECK(find_target("gfx1250")->lds_bytes == 327680);
  CHECK_FALSE(find_target("sm_80"));
  CHECK_FALSE(find_target("gfx"));
  CHECK_FALSE(find_target(""));
}

TEST_CASE("the default targets are one of each wave size") {
  const std::vector<Target> targets = default_targets();
  CHECK(any_wave(targets, 64));
  CHECK(any_wave(targets, 32));
  CHECK_FALSE(any_wave(targets, 16));
  CHECK(names_with_wave(targets, 64) == std::vector<std::string>{"gfx90a"});
  CHECK(names_with_wave(targets, 32) == std::vector<std::string>{"gfx1100"});
}

TEST_CASE("MI300 stride sweep: time is an issue floor or the number of ways") {
  // Microseconds by stride in dwords; 225 us is one cycle per phase, 1.6 of it the issue floor.
  struct Sample {
    long stride;
    double microseconds;
  };
  for (const Sample& s : {Sample{1, 358},
                          {2, 474},
                          {4, 907},
                          {8, 1806},
                          {16, 3601},
                          {32, 7196},
                          {17, 357},
                          {33, 357}}) {
    const double model = std::max(1.6, ways(k32, false, 4, s.stride * 4));
    INFO("stride " << s.stride);
    CHECK(std::abs(s.microseconds / 225 - model) / model < 0.06);
  }
}

TEST_CASE("stride in dwords: gcd with the number of banks") {
  for (const auto& [stride, on32, on64] : std::vector<std::array<int, 3>>{
           {1, 1, 1}, {2, 2, 1}, {4, 4, 2}, {8, 8, 4}, {16, 16, 8}, {32, 32, 16}, {33, 1, 1}}) {
    INFO("stride " << stride);
    CHECK(ways(k32, false, 4, stride * 4L) == on32);
    CHECK(ways(k950, false, 4, stride * 4L) == on64);
    CHECK(ways(LdsFamily::rdna, false, 4, stride * 4L, 32) == on32);
  }
  // 64 rows of 64 banks would be 64-way at stride 64, were half-waves not checked apart.
  CHECK(ways(k950, false, 4, 64 * 4) == 32);
}

TEST_CASE("column read of a padded tile, lane = row") {
  struct Row {
    int element;
    int columns;
    std::array<double, 5> on32;  // pad of 0, 1, 2, 4, 8 elements
    std::array<double, 5> on950;
  };
  const std::array<int, 5> pads = {0, 1, 2, 4, 8};
  const std::vector<Row> rows = {
      {1, 32, {8, 1, 2, 1, 2}, {4, 1, 2, 1, 1}},   {1, 64, {16, 2, 1, 1, 2}, {8, 1, 1, 1, 1}},
      {2, 32, {16, 1, 1, 2, 4}, {8, 1, 1, 1, 2}},  {2, 64, {32, 2, 1, 2, 4}, {16, 1, 1, 1, 2}},
      {4, 32, {32, 1, 2, 4, 8}, {16, 1, 1, 2, 4}}, {4, 64, {32, 1, 2, 4, 8}, {32, 1, 1, 2, 4}},
      {8, 32, {16, 1, 2, 4, 8}, {32, 1, 2, 4, 8}}, {8, 64, {16, 1, 2, 4, 8}, {32, 1, 2, 4, 8}},
      {16, 32, {8, 1, 2, 4, 8}, {16, 1, 2, 4, 8}}, {16, 64, {8, 1, 2, 4, 8}, {16, 1, 2, 4, 8}},
  };
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < pads.size(); ++i) {
      const long pitch = (row.columns + pads[i]) * long{row.element};
      INFO("element " << row.element << ", columns " << row.columns << ", pad " << pads[i]);
      CHECK(ways(k32, false, row.element, pitch) == row.on32[i]);
      CHECK(ways(k950, false, row.element, pitch) == row.on950[i]);
    }
  }
}

TEST_CASE("a 32x33 tile of floats is free of conflicts; 64x66 is not") {
  CHECK(ways(k32, false, 4, 33 * 4) == 1);
  CHECK(ways(k950, false, 4, 33 * 4) == 1);
  CHECK(ways(k32, false, 4, 65 * 4) == 1);
  CHECK(ways(k32, false, 4, 66 * 4) == 2);
}

TEST_CASE("fragments of halves as matrix instructions read them") {
  struct Row {
    LdsFamily family;
    int rows;
    int bytes;
    std::array<double, 3> plain;  // 32, 64, 128 columns
    double pad4, pad8, pad16;     // at 64 columns; 0 where the pad misaligns
  };
  for (const Row& row : std::vector<Row>{
           {k32, 16, 8, {8, 16, 16}, 1, 2, 4},
           {k32, 16, 16, {2, 4, 4}, 0, 2, 1},
           {k32, 32, 8, {8, 16, 16}, 1, 2, 4},
           {k32, 32, 16, {4, 8, 8}, 0, 1, 2},
           {k950, 16, 8, {4, 8, 16}, 2, 1, 2},
           {k950, 16, 16, {2, 4, 8}, 0, 2, 1},
           {k950, 32, 8, {8, 16, 32}, 1, 2, 4},
           {k950, 32, 16, {4, 8, 16}, 0, 1, 2},
       }) {
    INFO("rows " << row.rows << ", bytes " << row.bytes << ", gfx950 " << (row.family == k950));
    CHECK(fragment(row.family, row.bytes, row.rows, 32, 0) == row.plain[0]);
    CHECK(fragment(row.family, row.bytes, row.rows, 64, 0) == row.plain[1]);
    CHECK(fragment(row.family, row.bytes, row.rows, 128, 0) == row.plain[2]);
    if (row.pad4 != 0) CHECK(fragment(row.family, row.bytes, row.rows, 64, 4) == row.pad4);
    CHECK(fragment(row.family, row.bytes, row.rows, 64, 8) == row.pad8);
    CHECK(fragment(row.family, row.bytes, row.rows, 64, 16) == row.pad16);
  }
}

TEST_CASE("float4 rows: a pad of one access unit") {
  CHECK(ways(k32, false, 16, 32 * 4) == 8);
  CHECK(ways(k32, false, 16, 36 * 4) == 1);
  CHECK(ways(k32, false, 16, 40 * 4) == 2);
  CHECK(ways(k32, false, 16, 68 * 4) == 1);
}

TEST_CASE("one dword wanted by many lanes is a broadcast; inactive lanes cost nothing") {
  const LdsCost broadcast = lds_cost(k32, false, 4, std::vector<long>(64, 128));
  CHECK(broadcast.cycles == 2);
  CHECK(broadcast.base == 2);
  std::vector<long> half(64, -1);
  for (int lane = 0; lane < 32; ++lane) half[lane] = lane * 128L;
  const LdsCost one_half = lds_cost(k32, false, 4, half);
  CHECK(one_half.base == 1);
  CHECK(one_half.cycles == 32);
  CHECK(lds_cost(k32, false, 4, {}).base == 0);
}

TEST_CASE("rows without a publication say so") {
  CHECK(lds_row(k950, false, 4).evidence == LdsEvidence::assumed);
  CHECK(lds_row(k950, false, 8).evidence == LdsEvidence::measured);
  CHECK(lds_row(k32, false, 2).evidence == LdsEvidence::measured);
  CHECK(lds_row(LdsFamily::rdna, false, 16).evidence == LdsEvidence::assumed);
  CHECK(lds_row(k32, true, 12).lanes_per_phase == 8);
}
