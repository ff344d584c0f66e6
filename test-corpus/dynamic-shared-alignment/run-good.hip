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
  KERNEL(padded_by_the_widest_scalar).block(64).shared(256);
  KERNEL(padded_behind_a_class).block(64).shared(256);
  KERNEL(gap_is_filled).block(64).shared(512);
  KERNEL(switched_off<false>).shared(2048);
  KERNEL(helper_is_not_called<Mode::copy>).shared(2048);
  KERNEL(wide_where_it_is_aligned<1>).shared(512);
}
