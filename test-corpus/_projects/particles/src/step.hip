// SPDX-License-Identifier: Apache-2.0
// One time step: everything runs on the caller's stream.
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>

namespace particles {

void launch_energy(const float4* velocity, float* share, float* total, int n, hipStream_t stream);
void launch_compact(const float4* in, float4* out, unsigned* count, float box, int n,
                    hipStream_t stream);
void launch_deposit(const float4* position, __half* grid, int cells, int n, hipStream_t stream);

struct State {
  float4* position;
  float4* velocity;
  float4* kept;
  float* share;
  float* total;
  unsigned* count;
  __half* grid;
  int cells;
  int n;
};

hipError_t step(const State& s, float box, hipStream_t stream) {
  launch_energy(s.velocity, s.share, s.total, s.n, stream);
  hipError_t status = hipMemsetAsync(s.count, 0, sizeof(unsigned), stream);
  if (status != hipSuccess) return status;
  launch_compact(s.position, s.kept, s.count, box, s.n, stream);
  launch_deposit(s.kept, s.grid, s.cells, s.n, stream);
  return hipGetLastError();
}

}  // namespace particles
