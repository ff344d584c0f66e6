// SPDX-License-Identifier: Apache-2.0
// rocPRIM: warp, block and device primitives.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
#include <hip/hip_bfloat16.h>

#define ROCPRIM_DEVICE __device__
#define ROCPRIM_HOST __host__
#define ROCPRIM_HOST_DEVICE __host__ __device__
#define ROCPRIM_KERNEL __global__
#define ROCPRIM_INLINE inline
#define ROCPRIM_FORCE_INLINE inline __attribute__((always_inline))
#define ROCPRIM_SHARED_MEMORY __shared__
#define ROCPRIM_NAMESPACE rocprim
#define ROCPRIM_WARP_SIZE_32 32u
#define ROCPRIM_WARP_SIZE_64 64u
#define ROCPRIM_MAX_WARP_SIZE 64u
#define ROCPRIM_DEFAULT_MAX_BLOCK_SIZE 1024
#define ROCPRIM_DEFAULT_MIN_WARPS_PER_EU 1
#include <hipaudit/traits.h>

namespace rocprim {
#define HIPAUDIT_OP(n, R) template <class T = void> struct n { HD R operator()(const T &a, const T &b) const HIPAUDIT_BODY }; template <> struct n<void> { template <class T> HD R operator()(const T &a, const T &b) const HIPAUDIT_BODY };
#define HD __host__ __device__
#define HIPAUDIT_OPT(n) template <class T = void> struct n { HD T operator()(const T &a, const T &b) const HIPAUDIT_BODY }; template <> struct n<void> { template <class T> HD T operator()(const T &a, const T &b) const HIPAUDIT_BODY };
HIPAUDIT_OPT(plus) HIPAUDIT_OPT(minus) HIPAUDIT_OPT(multiplies) HIPAUDIT_OPT(maximum) HIPAUDIT_OPT(minimum) HIPAUDIT_OP(less, bool) HIPAUDIT_OP(greater, bool) HIPAUDIT_OP(equal_to, bool) HIPAUDIT_OP(not_equal_to, bool)
HIPAUDIT_OP(less_equal, bool) HIPAUDIT_OP(greater_equal, bool)
#undef HIPAUDIT_OP
#undef HIPAUDIT_OPT
template <class T = void> struct identity { HD T operator()(const T &a) const HIPAUDIT_BODY };
struct empty_type {};
struct default_config {};
template <class T> struct double_buffer { double_buffer() HIPAUDIT_BODY double_buffer(T *, T *) HIPAUDIT_BODY T *current() const HIPAUDIT_BODY T *alternate() const HIPAUDIT_BODY void swap() HIPAUDIT_BODY };
template <class A, class B> struct key_value_pair { A key; B value; };
__device__ unsigned int lane_id() HIPAUDIT_BODY __device__ unsigned int warp_id() HIPAUDIT_BODY __device__ unsigned int flat_block_thread_id() HIPAUDIT_BODY template <unsigned X, unsigned Y, unsigned Z> __device__ unsigned int flat_block_thread_id() HIPAUDIT_BODY __device__ unsigned int flat_block_size() HIPAUDIT_BODY HD unsigned int warp_size() HIPAUDIT_BODY HD unsigned int device_warp_size() HIPAUDIT_BODY HD unsigned int host_warp_size() HIPAUDIT_BODY HD constexpr unsigned int arch_wavefront_size() { return 64; }
hipError_t host_warp_size(int, unsigned int &) HIPAUDIT_BODY
__device__ void syncthreads() HIPAUDIT_BODY __device__ void wave_barrier() HIPAUDIT_BODY
template <class T> __device__ T warp_shuffle(const T &v, int lane, int width = warpSize) HIPAUDIT_BODY template <class T> __device__ T warp_shuffle_up(const T &v, unsigned int delta, int width = warpSize) HIPAUDIT_BODY template <class T> __device__ T warp_shuffle_down(const T &v, unsigned int delta, int width = warpSize) HIPAUDIT_BODY template <class T> __device__ T warp_shuffle_xor(const T &v, int mask, int width = warpSize) HIPAUDIT_BODY
template <int C, int R = 15, int B = 15, bool Z = false, class T> __device__ T warp_move_dpp(const T &v) HIPAUDIT_BODY
__device__ unsigned long long ballot(int predicate) HIPAUDIT_BODY __device__ unsigned int masked_bit_count(unsigned long long x, unsigned int add = 0) HIPAUDIT_BODY __device__ int warp_any(int predicate) HIPAUDIT_BODY __device__ int warp_all(int predicate) HIPAUDIT_BODY __device__ unsigned int bit_count(unsigned long long x) HIPAUDIT_BODY
template <class T> __device__ T warp_readlane(T v, int lane) HIPAUDIT_BODY template <class T> __device__ T warp_readfirstlane(T v) HIPAUDIT_BODY
#define HIPAUDIT_ST struct storage_type { int hipaudit_bytes[1]; };
#define V template <class... A> __device__ void
enum class block_reduce_algorithm { using_warp_reduce, raking_reduce, raking_reduce_commutative_only, default_algorithm = using_warp_reduce };
enum class block_scan_algorithm { using_warp_scan, reduce_then_scan, default_algorithm = using_warp_scan };
enum class block_load_method { block_load_direct, block_load_striped, block_load_vectorize, block_load_transpose, block_load_warp_transpose, default_method = block_load_direct };
enum class block_store_method { block_store_direct, block_store_striped, block_store_vectorize, block_store_transpose, block_store_warp_transpose, default_method = block_store_direct };
template <class T, unsigned int WarpSize = 64, bool UseAllReduce = false> class warp_reduce { public: HIPAUDIT_ST V reduce(A &&...) HIPAUDIT_BODY V head_segmented_reduce(A &&...) HIPAUDIT_BODY V tail_segmented_reduce(A &&...) HIPAUDIT_BODY };
template <class T, unsigned int WarpSize = 64> class warp_scan { public: HIPAUDIT_ST V inclusive_scan(A &&...) HIPAUDIT_BODY V exclusive_scan(A &&...) HIPAUDIT_BODY V scan(A &&...) HIPAUDIT_BODY V broadcast(A &&...) HIPAUDIT_BODY };
template <class K, unsigned int WarpSize = 64, class Val = empty_type> class warp_sort { public: HIPAUDIT_ST V sort(A &&...) HIPAUDIT_BODY };
template <class T, unsigned int N, unsigned int WarpSize = 64> class warp_exchange { public: HIPAUDIT_ST V blocked_to_striped(A &&...) HIPAUDIT_BODY V striped_to_blocked(A &&...) HIPAUDIT_BODY };
template <class T, unsigned int X, block_reduce_algorithm Alg = block_reduce_algorithm::default_algorithm, unsigned int Y = 1, unsigned int Z = 1> class block_reduce { public: HIPAUDIT_ST V reduce(A &&...) HIPAUDIT_BODY };
template <class T, unsigned int X, block_scan_algorithm Alg = block_scan_algorithm::default_algorithm, unsigned int Y = 1, unsigned int Z = 1> class block_scan { public: HIPAUDIT_ST V inclusive_scan(A &&...) HIPAUDIT_BODY V exclusive_scan(A &&...) HIPAUDIT_BODY };
template <class T, unsigned int X, unsigned int N, block_load_method M = block_load_method::default_method, unsigned int Y = 1, unsigned int Z = 1> class block_load { public: HIPAUDIT_ST V load(A &&...) HIPAUDIT_BODY };
template <class T, unsigned int X, unsigned int N, block_store_method M = block_store_method::default_method, unsigned int Y = 1, unsigned int Z = 1> class block_store { public: HIPAUDIT_ST V store(A &&...) HIPAUDIT_BODY };
template <class T, unsigned int X, unsigned int N, unsigned int Y = 1, unsigned int Z = 1> class block_exchange { public: HIPAUDIT_ST V blocked_to_striped(A &&...) HIPAUDIT_BODY V striped_to_blocked(A &&...) HIPAUDIT_BODY V scatter_to_blocked(A &&...) HIPAUDIT_BODY V scatter_to_striped(A &&...) HIPAUDIT_BODY };
template <class K, unsigned int X, unsigned int N, class Val = empty_type, unsigned int Y = 1, unsigned int Z = 1, unsigned int B = 4> class block_radix_sort { public: HIPAUDIT_ST V sort(A &&...) HIPAUDIT_BODY V sort_desc(A &&...) HIPAUDIT_BODY V sort_to_striped(A &&...) HIPAUDIT_BODY V sort_desc_to_striped(A &&...) HIPAUDIT_BODY };
template <class T, unsigned int X, unsigned int Y = 1, unsigned int Z = 1> class block_discontinuity { public: HIPAUDIT_ST V flag_heads(A &&...) HIPAUDIT_BODY V flag_tails(A &&...) HIPAUDIT_BODY };
#undef V
#undef HIPAUDIT_ST
#define DEV(n) template <class Config = default_config, class... A> hipError_t n(void *temp, size_t &temp_bytes, A &&...args) HIPAUDIT_BODY
DEV(reduce) DEV(segmented_reduce) DEV(reduce_by_key) DEV(inclusive_scan) DEV(exclusive_scan) DEV(inclusive_scan_by_key) DEV(exclusive_scan_by_key) DEV(radix_sort_keys) DEV(radix_sort_pairs) DEV(radix_sort_keys_desc) DEV(radix_sort_pairs_desc)
DEV(segmented_radix_sort_keys) DEV(segmented_radix_sort_pairs) DEV(segmented_radix_sort_pairs_desc) DEV(merge_sort) DEV(merge) DEV(select) DEV(unique) DEV(unique_by_key) DEV(partition) DEV(run_length_encode) DEV(histogram_even) DEV(histogram_range) DEV(binary_search) DEV(lower_bound) DEV(upper_bound) DEV(adjacent_difference)
#undef DEV
template <class... A> hipError_t transform(A &&...) HIPAUDIT_BODY
#define HIPAUDIT_IT(n, P, M) template <P> class n { public: typedef ptrdiff_t difference_type; HD n(M) HIPAUDIT_BODY };
template <class V> class counting_iterator { public: typedef V value_type; HD counting_iterator(V) HIPAUDIT_BODY HD V operator*() const HIPAUDIT_BODY HD V operator[](ptrdiff_t) const HIPAUDIT_BODY };
template <class V> class constant_iterator { public: typedef V value_type; HD constant_iterator(V) HIPAUDIT_BODY HD V operator*() const HIPAUDIT_BODY HD V operator[](ptrdiff_t) const HIPAUDIT_BODY };
template <class In, class F> class transform_iterator { public: HD transform_iterator(In, F) HIPAUDIT_BODY HD auto operator*() const -> decltype(hipaudit_detail::make<F>()(*hipaudit_detail::make<In>())) HIPAUDIT_BODY };
template <class V> HD counting_iterator<V> make_counting_iterator(V) HIPAUDIT_BODY template <class V> HD constant_iterator<V> make_constant_iterator(V) HIPAUDIT_BODY template <class In, class F> HD transform_iterator<In, F> make_transform_iterator(In, F) HIPAUDIT_BODY
#undef HIPAUDIT_IT
template <class T, int N, class It> __device__ void block_load_direct_blocked(unsigned int, It, T (&)[N]) HIPAUDIT_BODY template <unsigned int B, class T, int N, class It> __device__ void block_load_direct_striped(unsigned int, It, T (&)[N]) HIPAUDIT_BODY
template <class T, int N, class It> __device__ void block_store_direct_blocked(unsigned int, It, T (&)[N]) HIPAUDIT_BODY template <unsigned int B, class T, int N, class It> __device__ void block_store_direct_striped(unsigned int, It, T (&)[N]) HIPAUDIT_BODY
// Parts of a decoupled look-back scan that programs build their own from.
namespace detail {
HD inline size_t align_size(size_t, size_t = 256) HIPAUDIT_BODY
template <class T, bool UseSleep = false, bool IsSmall = true> struct lookback_scan_state {
  using value_type = T;
  static hipError_t get_storage_size(unsigned int, hipStream_t, size_t &) HIPAUDIT_BODY static hipError_t create(lookback_scan_state &, void *, unsigned int, hipStream_t) HIPAUDIT_BODY
  __device__ void initialize_prefix(unsigned int, unsigned int) HIPAUDIT_BODY __device__ void set_partial(unsigned int, T) HIPAUDIT_BODY __device__ void set_complete(unsigned int, T) HIPAUDIT_BODY
};
template <class T = unsigned int> struct ordered_block_id {
  using id_type = T; struct storage_type { T id; };
  static size_t get_storage_size() HIPAUDIT_BODY static ordered_block_id create(id_type *) HIPAUDIT_BODY __device__ void reset() HIPAUDIT_BODY __device__ id_type get(unsigned int, storage_type &) HIPAUDIT_BODY
};
template <class T, class Op, class State> struct lookback_scan_prefix_op { __device__ lookback_scan_prefix_op(unsigned int, Op, State &) HIPAUDIT_BODY __device__ T operator()(T) HIPAUDIT_BODY };
} // namespace detail
#undef HD
} // namespace rocprim
