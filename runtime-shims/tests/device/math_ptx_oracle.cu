// SPDX-License-Identifier: Apache-2.0
//
// On an NVIDIA GPU: math.hpp's conversions and arithmetic against CUDA's own intrinsics, and the
// C++ that AMD and the CPU run for PTX instructions (detail/ptx_model.hpp) against the
// instructions.
//
//   nvcc -std=c++17 -arch=sm_90 -I../../include math_ptx_oracle.cu -o math_ptx_oracle &&
//   ./math_ptx_oracle
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "hipshim/math.hpp"
#include "hipshim/ptx.hpp"

namespace m = hipshim::math;
namespace ptx = hipshim::ptx;
namespace d = hipshim::detail;
namespace model = hipshim::detail::ptx_model;

enum Check {
  kHalfToInteger,
  kIntegerToHalf,
  kFloatToHalf,
  kFloatToBfloat,
  kFloatToInteger,
  kDoubleToFloat,
  kIntegerToFloat,
  kUnfused,
  kSaturate,
  kFields,
  kBytes,
  kLogic,
  kShifts,
  kArithmetic,
  kCarry,
  kShuffles,
  kWarp,
  kMemory,
  kChecks
};
const char* const kNames[kChecks] = {"half to integers",
                                     "integers to half",
                                     "float, double to half",
                                     "float to bfloat16",
                                     "float to integers",
                                     "double to float",
                                     "integers to float",
                                     "unfused arithmetic",
                                     "saturate",
                                     "bfe, bfi, bfind",
                                     "prmt",
                                     "lop3",
                                     "shf, shl, shr",
                                     "mul, sad, dp4a",
                                     "carry chains",
                                     "shfl with bounds",
                                     "votes, elect",
                                     "ordered accesses"};

struct Tally {
  unsigned long long seen[kChecks];
  unsigned long long wrong[kChecks];
  unsigned long long first[kChecks];  // an input that was wrong
};

__device__ void tell(Tally* tally, Check check, bool right, unsigned long long input) {
  atomicAdd(&tally->seen[check], 1ull);
  if (right) return;
  atomicAdd(&tally->wrong[check], 1ull);
  atomicMax(&tally->first[check], input);
}

__device__ bool same(__half x, __half y) {
  return (__hisnan(x) && __hisnan(y)) || __half_as_ushort(x) == __half_as_ushort(y);
}
__device__ bool same(__nv_bfloat16 x, __nv_bfloat16 y) {
  return (__hisnan(x) && __hisnan(y)) || __bfloat16_as_ushort(x) == __bfloat16_as_ushort(y);
}
__device__ bool same(float x, float y) {
  return (isnan(x) && isnan(y)) || __float_as_uint(x) == __float_as_uint(y);
}

#define FROM_HALF(mode)                                                                            \
  tell(t, kHalfToInteger,                                                                          \
       m::convert_##mode<int>(h) == __half2int_##mode(h)                                           \
           && m::convert_##mode<unsigned>(h) == __half2uint_##mode(h)                              \
           && m::convert_##mode<short>(h) == __half2short_##mode(h)                                \
           && m::convert_##mode<unsigned short>(h) == __half2ushort_##mode(h)                      \
           && m::convert_##mode<long long>(h) == __half2ll_##mode(h)                               \
           && m::convert_##mode<unsigned long long>(h) == __half2ull_##mode(h),                    \
       i)
#define TO_HALF(mode)                                                                              \
  tell(t, kIntegerToHalf,                                                                          \
       same(m::convert_##mode<__half>(s), __short2half_##mode(s))                                  \
           && same(m::convert_##mode<__half>(us), __ushort2half_##mode(us))                        \
           && same(m::convert_##mode<__half>(n), __int2half_##mode(n))                             \
           && same(m::convert_##mode<__half>(un), __uint2half_##mode(un))                          \
           && same(m::convert_##mode<__half>(ll), __ll2half_##mode(ll))                            \
           && same(m::convert_##mode<__half>(ull), __ull2half_##mode(ull)),                        \
       i);                                                                                         \
  tell(t, kFloatToHalf, same(m::convert_##mode<__half>(f), __float2half_##mode(f)), i);            \
  tell(t, kFloatToBfloat, same(m::convert_##mode<__nv_bfloat16>(f), __float2bfloat16_##mode(f)),   \
       i);                                                                                         \
  tell(t, kFloatToInteger,                                                                         \
       m::convert_##mode<int>(f) == __float2int_##mode(f)                                          \
           && m::convert_##mode<unsigned>(f) == __float2uint_##mode(f)                             \
           && m::convert_##mode<long long>(f) == __float2ll_##mode(f)                              \
           && m::convert_##mode<unsigned long long>(f) == __float2ull_##mode(f)                    \
           && m::convert_##mode<int>(x) == __double2int_##mode(x)                                  \
           && m::convert_##mode<unsigned>(x) == __double2uint_##mode(x)                            \
           && m::convert_##mode<long long>(x) == __double2ll_##mode(x)                             \
           && m::convert_##mode<unsigned long long>(x) == __double2ull_##mode(x),                  \
       i);                                                                                         \
  tell(t, kDoubleToFloat, same(m::convert_##mode<float>(x), __double2float_##mode(x)), i);         \
  tell(t, kIntegerToFloat,                                                                         \
       same(m::convert_##mode<float>(n), __int2float_##mode(n))                                    \
           && same(m::convert_##mode<float>(ull), __ull2float_##mode(ull))                         \
           && m::convert_##mode<double>(ll) == __ll2double_##mode(ll),                             \
       i)

// Bits that are spread over exponents and fractions.
__device__ std::uint64_t scrambled(std::uint64_t x) {
  x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9ull;
  return x ^ (x >> 32);
}

__global__ void conversions(Tally* t) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const auto bits = static_cast<unsigned short>(i);
  const __half h = __ushort_as_half(bits);
  FROM_HALF(rn);
  FROM_HALF(rz);
  FROM_HALF(rd);
  FROM_HALF(ru);
  tell(t, kSaturate,
       same(m::saturate(h), __hadd_sat(h, __ushort_as_half(0x8000)))
           && same(m::saturate(__half2float(h)), __saturatef(__half2float(h))),
       i);
  for (unsigned k = 0; k < 8; ++k) {
    const std::uint64_t r = scrambled(i * 8ull + k);
    const auto s = static_cast<short>(bits);
    const auto us = bits;
    const int n = static_cast<int>(r >> (i % 31));
    const auto un = static_cast<unsigned>(r >> (i % 31));
    const auto ll = static_cast<long long>(r) >> (i % 60);
    const unsigned long long ull = r >> (i % 60);
    const float f = k < 4 ? __uint_as_float(static_cast<unsigned>(r))
                          : __half2float(h) * (1 + static_cast<float>(k) * 1.2e-4f);
    const double x = k % 2 == 0 ? __longlong_as_double(static_cast<long long>(r))
                                : static_cast<double>(f) * (1 + static_cast<double>(n) * 1e-17);
    TO_HALF(rn);
    TO_HALF(rz);
    TO_HALF(rd);
    TO_HALF(ru);
    tell(t, kFloatToHalf, same(m::convert_rn<__half>(x), __double2half(x)), i);
    const float g = __uint_as_float(static_cast<unsigned>(r >> 32));
    tell(t, kUnfused,
         same(m::add_rn(m::mul_rn(f, g), f), __fadd_rn(__fmul_rn(f, g), f))
             && same(m::sub_rn(f, g), __fsub_rn(f, g))
             && same(m::mul_rn(h, __float2half(g)), __hmul_rn(h, __float2half(g)))
             && same(m::add_rn(h, __float2half(g)), __hadd_rn(h, __float2half(g))),
         i);
  }
}

template <unsigned Table>
__device__ bool logic_is_right(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  return ptx::lop3<Table>(x, y, z) == model::lop3(x, y, z, Table);
}
template <unsigned... Tables>
__device__ bool all_logic_is_right(std::uint32_t x, std::uint32_t y, std::uint32_t z,
                                   std::integer_sequence<unsigned, Tables...>) {
  return (logic_is_right<Tables>(x, y, z) && ...);
}

__global__ void instructions(Tally* t) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const std::uint64_t r = scrambled(i), q = scrambled(i + 0x100000000ull);
  const auto x = static_cast<std::uint32_t>(r), y = static_cast<std::uint32_t>(r >> 32);
  const auto z = static_cast<std::uint32_t>(q);
  const unsigned position = i % 80, length = (i / 80) % 80;
  // PTX restricts both to 0..255.
  for (unsigned high : {0u, 170u}) {
    const unsigned p = position + high, l = length + high;
    tell(t, kFields,
         ptx::bfe(x, p, l) == model::bfe_unsigned(x, p, l)
             && ptx::bfe(r, p, l) == model::bfe_unsigned(r, p, l)
             && ptx::bfe(static_cast<int>(x), p, l) == model::bfe_signed(x, p, l)
             && ptx::bfe(static_cast<std::int64_t>(r), p, l) == model::bfe_signed(r, p, l)
             && ptx::bfi(x, y, p, l) == model::bfi(x, y, p, l)
             && ptx::bfi(r, q, p, l) == model::bfi(r, q, p, l),
         i);
  }
  std::uint32_t want, signed_want, wide_want, shift_want;
  const std::uint32_t few = i % 3 == 0 ? 0 : x >> (i % 32);
  asm("bfind.u32 %0, %1;" : "=r"(want) : "r"(few));
  asm("bfind.s32 %0, %1;" : "=r"(signed_want) : "r"(few));
  asm("bfind.u64 %0, %1;" : "=r"(wide_want) : "l"(r >> (i % 64)));
  asm("bfind.shiftamt.u32 %0, %1;" : "=r"(shift_want) : "r"(few));
  tell(t, kFields,
       ptx::bfind(few) == want && ptx::bfind(static_cast<int>(few)) == signed_want
           && ptx::bfind(r >> (i % 64)) == wide_want && ptx::bfind_shiftamt(few) == shift_want
           && model::reversed(x) == __brev(x)
           && model::fns(x, i % 32, 1 + static_cast<int>(i % 9))
                  == __fns(x, i % 32, 1 + static_cast<int>(i % 9)),
       i);

  tell(t, kBytes, ptx::prmt(x, y, i) == model::prmt(x, y, i), i);
  std::uint32_t modes[6];
  asm("prmt.b32.f4e %0, %1, %2, %3;" : "=r"(modes[0]) : "r"(x), "r"(y), "r"(z));
  asm("prmt.b32.b4e %0, %1, %2, %3;" : "=r"(modes[1]) : "r"(x), "r"(y), "r"(z));
  asm("prmt.b32.rc8 %0, %1, %2, %3;" : "=r"(modes[2]) : "r"(x), "r"(y), "r"(z));
  asm("prmt.b32.ecl %0, %1, %2, %3;" : "=r"(modes[3]) : "r"(x), "r"(y), "r"(z));
  asm("prmt.b32.ecr %0, %1, %2, %3;" : "=r"(modes[4]) : "r"(x), "r"(y), "r"(z));
  asm("prmt.b32.rc16 %0, %1, %2, %3;" : "=r"(modes[5]) : "r"(x), "r"(y), "r"(z));
  tell(t, kBytes,
       ptx::prmt_f4e(x, y, z) == modes[0] && ptx::prmt_b4e(x, y, z) == modes[1]
           && ptx::prmt_rc8(x, y, z) == modes[2] && ptx::prmt_ecl(x, y, z) == modes[3]
           && ptx::prmt_ecr(x, y, z) == modes[4] && ptx::prmt_rc16(x, y, z) == modes[5],
       i);
  tell(t, kLogic, all_logic_is_right(x, y, z, std::make_integer_sequence<unsigned, 256>{}), i);

  const std::uint32_t count = i % 70;
  std::uint32_t left, right, filled;
  asm("shl.b32 %0, %1, %2;" : "=r"(left) : "r"(x), "r"(count));
  asm("shr.u32 %0, %1, %2;" : "=r"(right) : "r"(x), "r"(count));
  asm("shr.s32 %0, %1, %2;" : "=r"(filled) : "r"(x), "r"(count));
  tell(t, kShifts,
       ptx::shl(x, count) == left && ptx::shr(x, count) == right
           && static_cast<std::uint32_t>(ptx::shr(static_cast<int>(x), count)) == filled
           && ptx::shf_l_wrap(x, y, count) == __funnelshift_l(x, y, count)
           && ptx::shf_l_clamp(x, y, count) == __funnelshift_lc(x, y, count)
           && ptx::shf_r_wrap(x, y, count) == __funnelshift_r(x, y, count)
           && ptx::shf_r_clamp(x, y, count) == __funnelshift_rc(x, y, count)
           && model::shf_left(x, y, count & 31u) == __funnelshift_l(x, y, count)
           && model::shf_right(x, y, count & 31u) == __funnelshift_r(x, y, count),
       i);
  const int sx = static_cast<int>(x), sy = static_cast<int>(y), sz = static_cast<int>(z);
  std::uint32_t low24;
  int signed24;
  asm("mul24.lo.u32 %0, %1, %2;" : "=r"(low24) : "r"(x), "r"(y));
  asm("mul24.lo.s32 %0, %1, %2;" : "=r"(signed24) : "r"(sx), "r"(sy));
  tell(t, kArithmetic,
       ptx::mul_hi(x, y) == __umulhi(x, y) && ptx::mul_hi(sx, sy) == __mulhi(sx, sy)
           && ptx::mul_hi(r, q) == __umul64hi(r, q)
           && ptx::mul_hi(static_cast<std::int64_t>(r), static_cast<std::int64_t>(q))
                  == __mul64hi(static_cast<long long>(r), static_cast<long long>(q))
           && ptx::mul24(x, y) == low24 && ptx::mul24(sx, sy) == signed24
           && ptx::sad(x, y, z) == __usad(x, y, z)
           && static_cast<unsigned>(ptx::sad(sx, sy, sz)) == __sad(sx, sy, z)
           && ptx::dp4a(x, y, z) == __dp4a(x, y, z) && ptx::dp4a(sx, sy, sz) == __dp4a(sx, sy, sz),
       i);
  std::uint32_t sum_low, sum_high, difference_low, difference_high;
  asm("add.cc.u32 %0, %2, %3; addc.u32 %1, %4, %5;"
      : "=&r"(sum_low), "=r"(sum_high)
      : "r"(x), "r"(z), "r"(y), "r"(count));
  asm("sub.cc.u32 %0, %2, %3; subc.u32 %1, %4, %5;"
      : "=&r"(difference_low), "=r"(difference_high)
      : "r"(x), "r"(z), "r"(y), "r"(count));
  std::uint32_t carry, borrow;
  tell(t, kCarry,
       ptx::add_cc(x, z, carry) == sum_low && ptx::addc(y, count, carry) == sum_high
           && ptx::sub_cc(x, z, borrow) == difference_low
           && ptx::subc(y, count, borrow) == difference_high,
       i);
}

template <model::Shuffle Kind>
__device__ bool shuffle_is_right(std::uint32_t got, bool within, std::uint32_t b, std::uint32_t c) {
  const model::Source from = model::source(Kind, threadIdx.x & 31u, b, c);
  return within == from.within && got == from.lane * 3 + 1;
}

__global__ void lanes(Tally* t, std::uint32_t* flags) {
  const std::uint32_t lane = threadIdx.x & 31u, value = lane * 3 + 1;
  for (const std::uint32_t segment : {0u, 16u, 24u, 28u, 30u, 31u})
    for (std::uint32_t clamp = 0; clamp < 32; ++clamp)
      for (std::uint32_t b = 0; b < 34; ++b) {
        const std::uint32_t c = (segment << 8) | clamp;
        bool p = false;
        std::uint32_t got = ptx::shfl_up(~0u, value, b, c, p);
        tell(t, kShuffles, shuffle_is_right<model::Shuffle::kUp>(got, p, b, c), c << 8 | b);
        got = ptx::shfl_down(~0u, value, b, c, p);
        tell(t, kShuffles, shuffle_is_right<model::Shuffle::kDown>(got, p, b, c), c << 8 | b);
        got = ptx::shfl_bfly(~0u, value, b, c, p);
        tell(t, kShuffles, shuffle_is_right<model::Shuffle::kButterfly>(got, p, b, c), c << 8 | b);
        got = ptx::shfl_idx(~0u, value, b, c, p);
        tell(t, kShuffles, shuffle_is_right<model::Shuffle::kIndex>(got, p, b, c), c << 8 | b);
      }
  std::uint32_t leader = 0;
  const bool elected = ptx::elect(~0u, leader);
  tell(t, kWarp,
       leader == 0 && elected == (lane == 0) && ptx::laneid() == lane && ptx::activemask() == ~0u
           && ptx::vote_ballot(~0u, lane < 5) == 31u && ptx::vote_any(~0u, lane == 7)
           && !ptx::vote_all(~0u, lane == 7) && ptx::vote_uni(~0u, lane < 40)
           && !ptx::vote_uni(~0u, lane < 4) && ptx::redux_add(~0u, lane) == 496,
       lane);
  ptx::st_release<ptx::gpu>(flags + lane, lane + 5);
  ptx::bar_warp_sync(~0u);
  ptx::membar_gl();
  tell(t, kMemory,
       ptx::ld_acquire<ptx::sys>(flags + (lane ^ 1u)) == (lane ^ 1u) + 5
           && ptx::ld_relaxed<ptx::cta>(flags + lane) == lane + 5,
       lane);
  __shared__ __align__(16) std::uint32_t tile[128];
  ptx::bar_sync();
  ptx::cp_async<16>(tile + 4 * lane, flags + 4 * (lane % 8));
  ptx::cp_async<4>(tile + 4 * lane + 3, flags, 2);  // two bytes, and two of zeros
  ptx::cp_async_commit();
  ptx::cp_async_wait<0>();
  ptx::bar_sync();
  const std::uint32_t other = 31 - lane;
  tell(t, kMemory,
       tile[4 * other] == 4 * (other % 8) + 5 && tile[4 * other + 2] == 4 * (other % 8) + 7
           && ptx::isspacep_shared(tile) && ptx::isspacep_global(flags)
           && !ptx::isspacep_shared(flags),
       lane);
}

void must(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("CUDA: %s\n", cudaGetErrorString(error));
  std::exit(2);
}

int main() {
  Tally* tally = nullptr;
  std::uint32_t* flags = nullptr;
  must(cudaMalloc(&tally, sizeof(Tally)));
  must(cudaMemset(tally, 0, sizeof(Tally)));
  must(cudaMalloc(&flags, 32 * sizeof(std::uint32_t)));
  conversions<<<256, 256>>>(tally);
  instructions<<<256, 256>>>(tally);
  lanes<<<1, 32>>>(tally, flags);
  must(cudaGetLastError());
  must(cudaDeviceSynchronize());
  Tally host;
  must(cudaMemcpy(&host, tally, sizeof host, cudaMemcpyDeviceToHost));
  unsigned long long checks = 0, bad = 0;
  for (int k = 0; k < kChecks; ++k) {
    std::printf("%-24s %9llu checks, %llu wrong", kNames[k], host.seen[k], host.wrong[k]);
    if (host.wrong[k] != 0) std::printf(" (%llx)", host.first[k]);
    std::printf("\n");
    checks += host.seen[k];
    bad += host.wrong[k];
    if (host.seen[k] == 0) ++bad;
  }
  std::printf("%llu checks, %llu failed\n", checks, bad);
  return bad == 0 ? 0 : 1;
}
