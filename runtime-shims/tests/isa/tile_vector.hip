// SPDX-License-Identifier: Apache-2.0
// Rows of a padded tile stay aligned: 16 bytes are one instruction each way.
// isa all: ds_(read|load)_b128 == 1
// isa all: ds_(write|store)_b128 == 1
// isa all: ds_(read|load|write|store)2 == 0
// isa all: \s(scratch|buffer)_(load|store)_ == 0
#include "kernel.hpp"

#include "hipshim/lds.hpp"
using Tile = hipshim::lds::tile<float, 64, 64, 16>;
ISA_KERNEL k(Tile::vector* p) {
  ISA_SHARED Tile tile;
  const unsigned i = __builtin_amdgcn_workitem_id_x();
  tile.store(i / 16, i % 16 * 4, p[i]);
  __builtin_amdgcn_s_barrier();
  p[i] = tile.load(i % 64, i / 64 * 4);
}
