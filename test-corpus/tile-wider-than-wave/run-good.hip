// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  constexpr const char* kFollows = "where waves have 64 lanes, only";
  KERNEL(tile_of_32);
  KERNEL(asked_for).follows_wave(kFollows);
  SKIP(for_gfx9, "for one family of targets");
  SKIP(for_cdna, "for one family of targets");
  KERNEL(by_instance<32>).block(256);
  SKIP(by_instance<64>, "launched where waves have 64 lanes");
  KERNEL(only_a_rank);
  KERNEL(chunk_of_64);
}
