// SPDX-License-Identifier: Apache-2.0
//
// The examples of README.md, word for word (docs/make-docs --check), kept compiling.
#if defined(__HIP__) || defined(__CUDACC__)
#include "kernel.hpp"

#include <hipshim/warp32.hpp>
namespace w = hipshim::warp32;

__global__ void sum_rows(const float* in, float* out, unsigned columns) {
  const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  float v = 0;
  for (unsigned i = w::lane_id(); i < columns; i += 32) v += in[row * columns + i];
  for (unsigned d = 16; d > 0; d /= 2) v += w::shfl_down_sync(0xffffffff, v, d);
  v = w::shfl_sync(0xffffffff, v, 0);  // lane 0 of this warp, not of the wave
  const unsigned positive = w::ballot_sync(0xffffffff, v > 0);  // 32 bits: this warp's half
  if (w::lane_id() == 0) out[row] = positive != 0 ? v : 0;
}

#include <hipshim/wave.hpp>

__global__ void positions(const float* in, unsigned* kept, unsigned* count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned keep = in[i] > 0 ? 1u : 0u;
  const unsigned before = hipshim::wave::exclusive_sum(keep);  // over 32 or 64 lanes
  const unsigned all = hipshim::wave::reduce_sum(keep);
  unsigned base = 0;
  if (hipshim::wave::lane_id() == 0) base = atomicAdd(count, all);
  base = hipshim::wave::shfl(base, 0);
  if (keep) kept[base + before] = i;
}

#include <hipshim/block.hpp>

__global__ void normalize(float* rows, int columns) {
  float* row = rows + blockIdx.x * static_cast<unsigned>(columns);
  float v = 0;
  for (unsigned c = threadIdx.x; c < static_cast<unsigned>(columns); c += blockDim.x)
    v += row[c] * row[c];
  const float scale = rsqrtf(hipshim::block::reduce_sum(v));  // the same bits in every thread
  for (unsigned c = threadIdx.x; c < static_cast<unsigned>(columns); c += blockDim.x)
    row[c] *= scale;
}

#include <hipshim/lds.hpp>

__global__ void turn(const double* in, double* out) {
  __shared__ hipshim::lds::tile<double, 32, 32> t;  // in CUDA: double t[32][33]
  t(threadIdx.y, threadIdx.x) = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = t(threadIdx.x, threadIdx.y);
}

#include <hipshim/atomic.hpp>

__global__ void scatter(__half* table, std::size_t size, const int* rows, const __half* grads) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  hipshim::atomic::add(&table[rows[i]], grads[i]);                          // as atomicAdd
  hipshim::atomic::add_noret(table, std::size_t(rows[i]), size, grads[i]);  // bounds known: faster
}

#include <hipshim/math.hpp>
namespace m = hipshim::math;

__global__ void quantize(const __half* in, signed char* out, float scale) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = m::mul_rn(m::convert_rn<float>(in[i]), scale);  // never fused with what follows
  out[i] = m::convert_rn<signed char>(x);  // ties to even, ends of the range, NaN is 0
}

#include <hipshim/ptx.hpp>

__global__ void unpack_colours(const unsigned* in, unsigned* red, unsigned* swapped) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  red[i] = hipshim::ptx::bfe(in[i], 16, 8);           // bfe.u32 %0, %1, 16, 8;
  swapped[i] = hipshim::ptx::prmt(in[i], 0, 0x3012);  // prmt.b32 %0, %1, 0, 0x3012;
}

#if defined(__CUDACC__)
#define hipDeviceSynchronize cudaDeviceSynchronize
#endif

#include <hipshim/error.hpp>

__global__ void clear(float* p) { p[threadIdx.x] = 0; }

hipshim::error::Status clear_row(float* p, unsigned columns) {
  HIPSHIM_TRY(hipDeviceSynchronize());             // leaves with the call's Status
  HIPSHIM_CHECK_LAUNCH(clear<<<1, columns>>>(p));  // throws, without a call in between
  return HIPSHIM_STATUS(hipDeviceSynchronize());   // converts to hipError_t
}

#include <hipshim/stream.hpp>
namespace s = hipshim::stream;

void both_halves(float* p, unsigned columns, s::Handle callers) {
  s::Pool pool(s::Kind::non_blocking, 2);  // stands aside from the null stream: say so
  HIPSHIM_CHECK(pool.fork(callers));       // both wait for what the caller has queued
  HIPSHIM_CHECK_LAUNCH(clear<<<1, columns, 0, pool[0]>>>(p));
  HIPSHIM_CHECK_LAUNCH(clear<<<1, columns, 0, pool[1]>>>(p + columns));
  HIPSHIM_CHECK(pool.join(callers));  // the caller's stream waits for both, the host does not
}

#include <hipshim/transfer.hpp>
#include <vector>
namespace t = hipshim::transfer;

// Once for a model: the list of its gradients. Then every step is one kernel and one transfer.
void plan_gradients(t::Batch& batch, const std::vector<float*>& grads, std::size_t elements) {
  std::vector<t::Item> items;
  for (float* grad : grads) items.emplace_back(grad, elements * sizeof(float));
  HIPSHIM_CHECK(batch.plan(items.data(), items.size()));
}
float first_gradient(t::Batch& batch, s::Handle stream) {
  HIPSHIM_CHECK(batch.to_host(stream));
  HIPSHIM_CHECK(batch.wait());
  return *static_cast<float*>(batch.view(0));  // where it lies in the batch's pinned buffer
}

#include <hipshim/kernels/gather.hpp>
#include <hipshim/kernels/pack.hpp>
#include <hipshim/kernels/reduce.hpp>
#include <hipshim/kernels/scatter_add.hpp>
#include <hipshim/kernels/transpose.hpp>
namespace k = hipshim::kernels;

// An embedding, forward and back; the gradients' sum; both packed to travel as one.
hipshim::error::Status step(float* out, float* turned, float* table, std::size_t rows,
                            std::size_t columns, const int* index, std::size_t count,
                            const float* grads, float* sum, void* workspace, void* packed,
                            k::stream_t stream) {
  HIPSHIM_TRY(k::gather(out, table, rows, columns, index, count, stream));
  HIPSHIM_TRY(k::transpose(turned, out, count, columns, stream));
  HIPSHIM_TRY(k::scatter_add(table, rows, columns, grads, index, count, stream));
  // workspace: k::reduce_workspace<float>() bytes of device memory
  HIPSHIM_TRY(k::reduce(sum, grads, count * columns, 0.0f, workspace, stream));
  const k::piece pieces[] = {{turned, count * columns * sizeof(float)}, {sum, sizeof(float)}};
  return k::pack(packed, pieces, 2, stream);  // k::packed_bytes(pieces, 2) bytes
}

#include <hipshim/kernels/device.hpp>
// rocPRIM 5.3 does not know gfx11 and gfx12.
#if defined(HIPSHIM_PRIMITIVES_HEADER)                                                             \
    && !(defined(ROCPRIM_VERSION) && ROCPRIM_VERSION < 201200                                      \
         && (defined(__GFX11__) || defined(__GFX12__)))
#include <hipshim/kernels/device.hpp>

// Forwarded to rocPRIM or CUB: with a null workspace it sets `bytes`, then it runs.
hipshim::error::Status order_of(const int* index, int* sorted, std::uint32_t* order,
                                std::size_t count, std::size_t rows, void* workspace,
                                std::size_t& bytes, k::stream_t stream) {
  return k::sort_index(workspace, bytes, index, sorted, order, count, rows, stream);
}
#endif
#endif
