// SPDX-License-Identifier: Apache-2.0
// Cooperative groups: HIP's, with the additions up to HIP 10 and those of CUDA that ported code still names. Needs dim3.
#pragma once
#include <hipaudit/traits.h>

#if defined(__cplusplus) && defined(__HIP__)
namespace cooperative_groups {
#define HIPAUDIT_Q __device__
class thread_group {
public:
  HIPAUDIT_Q uint32_t size() const;
  HIPAUDIT_Q uint32_t num_threads() const;
  HIPAUDIT_Q uint32_t thread_rank() const;
  HIPAUDIT_Q unsigned int cg_type() const;
  HIPAUDIT_Q bool is_valid() const;
  HIPAUDIT_Q void sync() const;
};

class multi_grid_group : public thread_group {
public:
  HIPAUDIT_Q uint32_t num_grids() const;
  HIPAUDIT_Q uint32_t grid_rank() const;
};

class grid_group : public thread_group {
public:
  struct arrival_token {};
  HIPAUDIT_Q dim3 group_dim() const;
  HIPAUDIT_Q dim3 dim_blocks() const;
  HIPAUDIT_Q dim3 block_index() const;
  HIPAUDIT_Q uint32_t num_blocks() const;
  HIPAUDIT_Q uint32_t block_rank() const;
  HIPAUDIT_Q unsigned long long thread_rank() const;
  HIPAUDIT_Q unsigned long long size() const;
  HIPAUDIT_Q unsigned long long num_threads() const;
  HIPAUDIT_Q arrival_token barrier_arrive() const;
  HIPAUDIT_Q void barrier_wait(arrival_token &&token) const;
};

class thread_block : public thread_group {
public:
  struct arrival_token {};
  HIPAUDIT_Q static dim3 group_index();
  HIPAUDIT_Q static dim3 thread_index();
  HIPAUDIT_Q static dim3 group_dim();
  HIPAUDIT_Q static dim3 dim_threads();
  HIPAUDIT_Q static uint32_t thread_rank();
  HIPAUDIT_Q static uint32_t size();
  HIPAUDIT_Q static uint32_t num_threads();
  HIPAUDIT_Q static bool is_valid();
  HIPAUDIT_Q static void sync();
  HIPAUDIT_Q arrival_token barrier_arrive() const;
  HIPAUDIT_Q void barrier_wait(arrival_token &&token) const;
};

class tiled_group : public thread_group {
public:
  HIPAUDIT_Q unsigned int meta_group_rank() const;
  HIPAUDIT_Q unsigned int meta_group_size() const;
};

class coalesced_group : public thread_group {
public:
  HIPAUDIT_Q unsigned int size() const;
  HIPAUDIT_Q unsigned int num_threads() const;
  HIPAUDIT_Q unsigned int thread_rank() const;
  HIPAUDIT_Q void sync() const;
  HIPAUDIT_Q unsigned int meta_group_rank() const;
  HIPAUDIT_Q unsigned int meta_group_size() const;
  template <class T> HIPAUDIT_Q T shfl(T var, int src_rank) const;
  template <class T> HIPAUDIT_Q T shfl_down(T var, unsigned int delta) const;
  template <class T> HIPAUDIT_Q T shfl_up(T var, unsigned int delta) const;
  HIPAUDIT_Q unsigned long long ballot(int pred) const;
  HIPAUDIT_Q int any(int pred) const;
  HIPAUDIT_Q int all(int pred) const;
  template <class T> HIPAUDIT_Q unsigned long long match_any(T value) const;
  template <class T> HIPAUDIT_Q unsigned long long match_all(T value, int &pred) const;
};

template <unsigned int Size, class Parent = void> class thread_block_tile : public tiled_group {
public:
  template <class Other> HIPAUDIT_Q thread_block_tile(const thread_block_tile<Size, Other> &other);
  HIPAUDIT_Q static constexpr unsigned int size() { return Size; }
  HIPAUDIT_Q static constexpr unsigned int num_threads() { return Size; }
  HIPAUDIT_Q unsigned int thread_rank() const;
  HIPAUDIT_Q bool is_valid() const;
  HIPAUDIT_Q void sync() const;
  template <class T> HIPAUDIT_Q T shfl(T var, int src_rank) const;
  template <class T> HIPAUDIT_Q T shfl_down(T var, unsigned int delta) const;
  template <class T> HIPAUDIT_Q T shfl_up(T var, unsigned int delta) const;
  template <class T> HIPAUDIT_Q T shfl_xor(T var, unsigned int mask) const;
  HIPAUDIT_Q unsigned long long ballot(int pred) const;
  HIPAUDIT_Q int any(int pred) const;
  HIPAUDIT_Q int all(int pred) const;
  template <class T> HIPAUDIT_Q unsigned long long match_any(T value) const;
  template <class T> HIPAUDIT_Q unsigned long long match_all(T value, int &pred) const;
};

HIPAUDIT_Q multi_grid_group this_multi_grid();
HIPAUDIT_Q grid_group this_grid();
HIPAUDIT_Q thread_block this_thread_block();
HIPAUDIT_Q thread_group this_thread();
HIPAUDIT_Q coalesced_group coalesced_threads();
HIPAUDIT_Q thread_group tiled_partition(const thread_group &parent, unsigned int size);
HIPAUDIT_Q thread_group tiled_partition(const thread_block &parent, unsigned int size);
HIPAUDIT_Q tiled_group tiled_partition(const tiled_group &parent, unsigned int size);
HIPAUDIT_Q coalesced_group tiled_partition(const coalesced_group &parent, unsigned int size);
template <unsigned int Size, class Parent> HIPAUDIT_Q thread_block_tile<Size, Parent> tiled_partition(const Parent &parent);
HIPAUDIT_Q coalesced_group binary_partition(const coalesced_group &group, bool pred);
template <unsigned int Size, class Parent> HIPAUDIT_Q coalesced_group binary_partition(const thread_block_tile<Size, Parent> &group, bool pred);
template <class Group, class Label> HIPAUDIT_Q coalesced_group labeled_partition(const Group &group, Label label);
template <class Group> HIPAUDIT_Q uint32_t group_size(const Group &g);
template <class Group> HIPAUDIT_Q uint32_t thread_rank(const Group &g);
template <class Group> HIPAUDIT_Q bool is_valid(const Group &g);
template <class Group> HIPAUDIT_Q void sync(const Group &g);

template <class T> struct plus { HIPAUDIT_Q T operator()(T a, T b) const; };
template <class T> struct less { HIPAUDIT_Q T operator()(T a, T b) const; };
template <class T> struct greater { HIPAUDIT_Q T operator()(T a, T b) const; };
template <class T> struct bit_and { HIPAUDIT_Q T operator()(T a, T b) const; };
template <class T> struct bit_or { HIPAUDIT_Q T operator()(T a, T b) const; };
template <class T> struct bit_xor { HIPAUDIT_Q T operator()(T a, T b) const; };
template <class Group, class T, class Op> HIPAUDIT_Q T reduce(const Group &g, T value, Op op) HIPAUDIT_BODY
template <class Group, class T, class Op> HIPAUDIT_Q T inclusive_scan(const Group &g, T value, Op op) HIPAUDIT_BODY
template <class Group, class T> HIPAUDIT_Q T inclusive_scan(const Group &g, T value);
template <class Group, class T, class Op> HIPAUDIT_Q T exclusive_scan(const Group &g, T value, Op op) HIPAUDIT_BODY
template <class Group, class T> HIPAUDIT_Q T exclusive_scan(const Group &g, T value);
template <class Group, class T, class U, class N> HIPAUDIT_Q void memcpy_async(const Group &g, T *dst, const U *src, N shape);
template <class Group> HIPAUDIT_Q void wait(const Group &g);
template <unsigned int N, class Group> HIPAUDIT_Q void wait_prior(const Group &g);
template <class Group, class F> HIPAUDIT_Q void invoke_one(const Group &g, F f) HIPAUDIT_BODY
#undef HIPAUDIT_Q
} // namespace cooperative_groups
#endif
