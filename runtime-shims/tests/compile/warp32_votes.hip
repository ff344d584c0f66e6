// SPDX-License-Identifier: Apache-2.0
//
// Every vote, match, reduction and mask operation, with every kind of mask.
#include "kernel.hpp"

#include "hipshim/warp32.hpp"

namespace w = hipshim::warp32;

enum Lanes : unsigned { kAllLanes = 0xffffffffu };

template <class Mask>
HIPSHIM_DEVICE void votes(Mask mask, int p, std::uint32_t* bits, int* out) {
  bits[0] = w::ballot(p) | w::ballot_sync(mask, p) | w::active_mask();
  out[0] = w::any(p) + w::any_sync(mask, p) + w::all(p) + w::all_sync(mask, p) + w::uni(p)
           + w::uni_sync(mask, p);
  bits[1] = w::match_any(p) | w::match_any_sync(mask, p);
  bits[2] = w::match_all(p, out + 1) | w::match_all_sync(mask, p, out + 2);
  w::sync();
  w::sync(mask);
  out[3] = w::reduce_add_sync(mask, p) + w::reduce_min_sync(mask, p) + w::reduce_max_sync(mask, p);
  bits[3] = w::reduce_and_sync(mask, p) | w::reduce_or_sync(mask, p) | w::reduce_xor_sync(mask, p);
}

TEST_KERNEL vote_masks(std::uint64_t wide, unsigned narrow, std::int64_t wide_signed, int* out,
                       std::uint32_t* bits) {
  const int p = out[9];
  votes(0xffffffff, p, bits, out);
  votes(-1, p, bits, out);
  votes(~0u, p, bits, out);
  votes(0xffffffffULL, p, bits, out);
  votes(~0ull, p, bits, out);
  votes((1ull << 32) - 1, p, bits, out);
  votes(wide, p, bits, out);
  votes(narrow, p, bits, out);
  votes(wide_signed, p, bits, out);
  votes(kAllLanes, p, bits, out);
}

template <class T>
HIPSHIM_DEVICE std::uint32_t matches(T value, int* same) {
  return w::match_any(value) ^ w::match_any_sync(5u, value) ^ w::match_all(value, same)
         ^ w::match_all_sync(5u, value, same);
}

TEST_KERNEL match_types(short* s, unsigned* u, long* l, long long* ll, float* f, double* d,
                        std::uint32_t* bits, int* same) {
  bits[0] = matches(s[0], same) ^ matches(u[0], same) ^ matches(l[0], same) ^ matches(ll[0], same)
            ^ matches(f[0], same) ^ matches(d[0], same) ^ matches(f, same) ^ matches(true, same);
}

template <class T>
HIPSHIM_DEVICE void reductions(T value, T* out) {
  out[0] = static_cast<T>(w::reduce_add(value));
  out[1] = static_cast<T>(w::reduce_min(value));
  out[2] = static_cast<T>(w::reduce_max(value));
  out[3] = static_cast<T>(w::reduce_and(value));
  out[4] = static_cast<T>(w::reduce_or(value));
  out[5] = static_cast<T>(w::reduce_xor(value));
}

TEST_KERNEL reduce_types(short* s, int* i, unsigned* u, long* l, unsigned long* ul, long long* ll,
                         unsigned long long* ull) {
  reductions(s[0], s);
  reductions(i[0], i);
  reductions(u[0], u);
  reductions(l[0], l);
  reductions(ul[0], ul);
  reductions(ll[0], ll);
  reductions(ull[0], ull);
}

TEST_KERNEL lanes(std::uint32_t* bits, int* counts, int m) {
  bits[0] = w::lane_id();
  bits[1] = w::lanemask_lt();
  bits[2] = w::lanemask_le();
  bits[3] = w::lanemask_eq();
  bits[4] = w::lanemask_ge();
  bits[5] = w::lanemask_gt();
  counts[0] = w::popc(bits[6]) - w::ffs(bits[6]) + w::clz(bits[6]);
  counts[1] = w::popc(m) - w::ffs(m) + w::clz(m);
}

// Counts are signed, votes are 32 bits, reductions give what CUDA gives.
static_assert(std::is_same<decltype(w::popc(1u)), int>::value, "signed");
static_assert(std::is_same<decltype(w::ffs(1)), int>::value, "signed");
static_assert(std::is_same<decltype(w::clz(1u)), int>::value, "signed");
static_assert(std::is_same<decltype(w::ballot(1)), std::uint32_t>::value, "32 lanes");
static_assert(std::is_same<decltype(w::all(1)), int>::value, "as CUDA");
static_assert(std::is_same<decltype(w::reduce_add_sync(1, 1)), int>::value, "as CUDA");
static_assert(std::is_same<decltype(w::reduce_add_sync(1, 1u)), unsigned>::value, "as CUDA");
static_assert(std::is_same<decltype(w::reduce_xor_sync(1, 1)), unsigned>::value, "as CUDA");
static_assert(std::is_same<decltype(w::reduce_min_sync(1, short{})), int>::value, "as CUDA");
