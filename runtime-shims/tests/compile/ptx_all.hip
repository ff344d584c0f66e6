// SPDX-License-Identifier: Apache-2.0
//
// Every instruction with every type it has.
#include "kernel.hpp"

#include "hipshim/ptx.hpp"

namespace ptx = hipshim::ptx;

template <class T>
HIPSHIM_DEVICE void bits(T* x, std::uint32_t* counts, unsigned n) {
  x[0] = ptx::bfe(x[1], n, 8);
  x[2] = ptx::bfi(x[3], x[4], 4, n);
  x[5] = ptx::brev(x[6]);
  x[7] = ptx::shl(x[8], n);
  x[9] = ptx::shr(x[10], n);
  x[11] = ptx::mul_hi(x[12], x[13]);
  counts[0] = ptx::popc(x[14]) + ptx::clz(x[14]) + ptx::bfind(x[14]) + ptx::bfind_shiftamt(x[14]);
}

TEST_KERNEL words(std::uint32_t* u, std::int32_t* s, std::uint64_t* ul, std::int64_t* sl,
                  unsigned n) {
  bits(u, u + 20, n);
  bits(s, u + 21, n);
  bits(ul, u + 22, n);
  bits(sl, u + 23, n);
  u[0] = ptx::prmt(u[1], u[2], 0x5410) ^ ptx::prmt(u[1], u[2], n);
  u[1] = ptx::prmt_f4e(u[1], u[2], n) ^ ptx::prmt_b4e(u[1], u[2], n) ^ ptx::prmt_rc8(u[1], u[2], n)
         ^ ptx::prmt_ecl(u[1], u[2], n) ^ ptx::prmt_ecr(u[1], u[2], n)
         ^ ptx::prmt_rc16(u[1], u[2], n);
  u[2] = ptx::lop3<0x96>(u[3], u[4], u[5]) ^ ptx::lop3<0xe8>(u[3], u[4], u[5]);
  u[3] = ptx::shf_l_wrap(u[1], u[2], n) ^ ptx::shf_l_clamp(u[1], u[2], n)
         ^ ptx::shf_r_wrap(u[1], u[2], n) ^ ptx::shf_r_clamp(u[1], u[2], n);
  ul[0] = ptx::mul_wide(u[1], u[2]);
  sl[0] = ptx::mul_wide(s[1], s[2]);
  u[4] = ptx::mul24(u[5], u[6]) + ptx::sad(u[7], u[8], u[9]) + ptx::dp4a(u[10], u[11], u[12]);
  s[4] = ptx::mul24(s[5], s[6]) + ptx::sad(s[7], s[8], s[9]) + ptx::dp4a(s[10], s[11], s[12]);
  u[5] = ptx::fns(u[6], n, s[7]);
  std::uint32_t carry;
  u[10] = ptx::add_cc(u[11], u[12], carry);
  u[13] = ptx::addc(u[14], u[15], carry);
  u[16] = ptx::sub_cc(u[11], u[12], carry);
  u[17] = ptx::subc(u[14], u[15], carry);
}

TEST_KERNEL lanes(std::uint32_t* u, int* i, float* f, std::uint64_t* clock) {
  u[0] = ptx::laneid() ^ ptx::lanemask_lt() ^ ptx::lanemask_le() ^ ptx::lanemask_eq()
         ^ ptx::lanemask_ge() ^ ptx::lanemask_gt() ^ ptx::activemask();
  clock[0] = ptx::clock64();
  u[1] = ptx::vote_ballot(0xffffffff, i[0] > 1);
  i[1] = ptx::vote_all(-1, i[2] > 1) + ptx::vote_any(~0ull, i[3] > 1) + ptx::vote_uni(7u, i[4] > 1);
  bool p = false;
  u[2] = ptx::match_any(~0u, i[5]) ^ ptx::match_all(~0u, f[5], p);
  std::uint32_t leader = 0;
  i[6] = ptx::elect(~0u, leader) + p;
  i[7] = ptx::redux_add(~0u, i[8]) + ptx::redux_min(~0u, i[8]) + ptx::redux_max(~0u, i[8]);
  u[3] = ptx::redux_and(~0u, u[4]) ^ ptx::redux_or(~0u, u[4]) ^ ptx::redux_xor(~0u, u[4]);
  bool within[4];
  f[0] = ptx::shfl_up(~0u, f[1], 1, 0, within[0]);
  i[9] = ptx::shfl_down(~0u, i[10], 1, 31, within[1]);
  u[5] = ptx::shfl_bfly(~0u, u[6], 1, 0x101f, within[2]);
  u[7] = ptx::shfl_idx(~0u, u[8], leader, 31, within[3]);
  i[10] = within[0] + within[1] + within[2] + within[3];
  ptx::bar_warp_sync(~0u);
  ptx::bar_sync();
  ptx::membar_cta();
  ptx::membar_gl();
  ptx::membar_sys();
  ptx::nanosleep(20);
  if (i[11] == 5) ptx::trap();
}

template <class Scope, class T>
HIPSHIM_DEVICE void ordered(T* p) {
  ptx::st_relaxed<Scope>(p + 1, ptx::ld_relaxed<Scope>(p));
  ptx::st_release<Scope>(p + 3, ptx::ld_acquire<Scope>(p + 2));
}

TEST_KERNEL memory(std::uint32_t* u, long long* ll, float* f, double* d, char* c, short* s) {
  ordered<ptx::cta>(u);
  ordered<ptx::gpu>(ll);
  ordered<ptx::sys>(f);
  ordered<ptx::gpu>(d);
  ordered<ptx::sys>(u);
  ptx::st_cs(f, ptx::ld_cs(f + 1) + ptx::ld_nc(f + 2));
  ptx::st_cs(d, ptx::ld_cs(d + 1) + ptx::ld_nc(d + 2));
  ptx::st_cs(c, ptx::ld_cs(c + 1));
  ptx::st_cs(s, ptx::ld_nc(s + 1));
  u[0] = ptx::isspacep_shared(u) || ptx::isspacep_local(u) || ptx::isspacep_global(u) ? 1 : 0;
#if defined(__HIP__) || defined(__CUDACC__)
  alignas(16) __shared__ unsigned tile[64];
  ptx::cp_async<16>(tile, u);
  ptx::cp_async<8>(tile + 4, u + 4);
  ptx::cp_async<4>(tile + 6, u + 6, u[7]);
  ptx::cp_async_commit();
  ptx::cp_async_wait<0>();
  ptx::bar_sync();
  u[8] = tile[u[9] & 63u];
#endif
}

TEST_KERNEL approximations(float* f) {
  f[0] = ptx::ex2_approx(f[8]);
  f[1] = ptx::lg2_approx(f[9]);
  f[2] = ptx::rcp_approx(f[10]);
  f[3] = ptx::rsqrt_approx(f[11]);
  f[4] = ptx::sqrt_approx(f[12]);
  f[5] = ptx::sin_approx(f[13]);
  f[6] = ptx::cos_approx(f[14]);
  f[7] = ptx::tanh_approx(f[15]);
}
