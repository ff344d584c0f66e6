// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  KERNEL(declared_with_align).shared(2048);
  KERNEL(element_type_is_wide).shared(2048);
  KERNEL(no_static_shared).shared(2048);
  KERNEL(cast_is_not_wider).shared(512);
  KERNEL(another_array_is_aligned).shared(2048);
  KERNEL(static_sizes_keep_it_aligned).shared(2048);
  KERNEL(cast_of_other_memory).shared(128);
  KERNEL(aligned_by_size<double>).block(64).shared(512);
}
