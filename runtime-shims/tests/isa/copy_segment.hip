// SPDX-License-Identifier: Apache-2.0
// A segment of a batch travels in pieces of 16 bytes, four of them under way at once, and a tail.
// Held as a struct with an array, they went through shared memory, one after the other.
// isa all: (flat|global)_load_(dwordx4|b128) == 5
// isa all: (flat|global)_store_(dwordx4|b128) == 5
// isa all: [[:space:]]ds_|scratch_ == 0
#include "kernel.hpp"

#include "hipshim/detail/segments.hpp"

ISA_KERNEL k(const hipshim::detail::Segment* segments, char* packed, unsigned thread) {
  hipshim::detail::copy_segment<true>(segments[0], packed, thread, 256);
}
