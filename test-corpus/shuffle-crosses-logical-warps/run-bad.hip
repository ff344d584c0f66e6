// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

__global__ void uses_first_of_warp(float* x) { x[threadIdx.x] = first_of_warp(x[threadIdx.x]); }
__global__ void uses_memory_of_the_caller(float* out, const float* in) {
  to_memory_of_the_caller(out, in[threadIdx.x]);
}

Best best_of(size_t i) { return {corpus::sample<float>(i, 0), static_cast<int>(i)}; }

int main() {
  KERNEL(broadcast_first);
  KERNEL(broadcast_last);
  KERNEL(broadcast_named);
  KERNEL(mean_of_warp);
  KERNEL(mean_of_warp_down);
  KERNEL(reserve).with(0, 0, _).unordered();
  KERNEL(row_maximum).block(32, 8).with(_, _, 64);
  KERNEL(known_block).block(256);
  KERNEL(guarded_tail).with(_, _, 192);
  KERNEL(rotate);
  KERNEL(global_index);
  KERNEL(shifted_index);
  KERNEL(group_leader);
  KERNEL(all_pairs);
  KERNEL(unrolled_by_hand);
  KERNEL(previous);
  KERNEL(following);
  KERNEL(guarded_by_thread);
  KERNEL(three_point);
  KERNEL(uses_first_of_warp);
  KERNEL(subtract_first<float, 32>);
  KERNEL(subtract_first<int, 32>);
  KERNEL(centre<float>);
  KERNEL(centre<double>);
  KERNEL(through_macro);
  KERNEL(mask_dropped);
  KERNEL(multi_line_macro);
  KERNEL(macro_in_argument);
  KERNEL(wrapper);
  KERNEL(member_function);
  KERNEL(apply<FirstOfWarp>);
  KERNEL(by_lambda);
  KERNEL(out_parameters);
  KERNEL(closest);
  KERNEL(chosen).with(_, _, 0);
  corpus::case_of("chosen of mode 1", chosen).with(_, _, 1);
  KERNEL(ternary);
  KERNEL(rounds).with(_, 5);
  KERNEL(from_any_lane).with(_, _, 7);
  KERNEL(spelled_otherwise);
  KERNEL(second_stage_in_all_warps);
  KERNEL(segment_heads);
  KERNEL(to_an_address).with(0, [](size_t i) { return static_cast<int>(i); });
  KERNEL(to_a_branch).with(0, [](size_t i) { return i % 64 == 0; });
  KERNEL(to_an_atomic);
  KERNEL(to_shared_memory).shared(512);
  KERNEL(uses_memory_of_the_caller);
  KERNEL(parts_of_a_vector);
  KERNEL(half_pairs);
  KERNEL(any_size).with(best_of);
  KERNEL(array_of_registers).grid(1);
  KERNEL(swap_halves);
  KERNEL(sparse_rows).with(-1, [](size_t row) { return static_cast<int>(40 * row + row % 3); });
  KERNEL(port::own_constant);
  KERNEL(both_units);
}
