// SPDX-License-Identifier: Apache-2.0
// A frontier is expanded by warps: the lanes of one share the edges of its 32 vertices.
#include "frontier/graph.h"
#include "frontier/warp.h"

namespace frontier {
namespace {

constexpr int kThreads = 128;

struct Frontier {
  const int* items;
  int size;
};

// True for the one that comes first.
__device__ __forceinline__ bool claim(int* distance, int vertex, int level) {
  return distance[vertex] < 0 && atomicCAS(&distance[vertex], -1, level) == -1;
}

// Edges of the 32 vertices are numbered through; each round of 32 edges goes to the 32 lanes, and
// each lane finds the vertex that its edge belongs to.
__global__ void gather_kernel(int* distance, Graph graph, Frontier in, Queue out, int level) {
  const WarpScan scan;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int vertex = i < in.size ? in.items[i] : -1;
  const int start = vertex < 0 ? 0 : graph.starts[vertex];
  const int degree = vertex < 0 ? 0 : graph.starts[vertex + 1] - start;
  int edges;
  const int before = scan.exclusive(degree, &edges);

  for (int first = 0; first < edges; first += WARP_THREADS) {
    const int edge = first + scan.lane;
    // The last lane whose edges begin at or before this one.
    int owner = 0;
    for (int step = WARP_THREADS / 2; step > 0; step /= 2) {
      const int begin = shfl_sync(EVERY_LANE, before, owner + step);
      if (begin <= edge) owner += step;
    }
    const int begin = shfl_sync(EVERY_LANE, before, owner);
    const int row = shfl_sync(EVERY_LANE, start, owner);
    int target = 0;
    bool fresh = false;
    if (edge < edges) {
      target = graph.targets[row + edge - begin];
      fresh = claim(distance, target, level);
    }
    out.push(target, fresh, scan.lane);
  }
}

// A vertex of many edges takes the whole warp; the rest are left to their lanes.
template <int kMany>
__global__ void by_degree_kernel(int* distance, Graph graph, Frontier in, Queue out, int level) {
  const int lane = threadIdx.x & (WARP_THREADS - 1);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int vertex = i < in.size ? in.items[i] : -1;
  int edge = vertex < 0 ? 0 : graph.starts[vertex];
  const int end = vertex < 0 ? 0 : graph.starts[vertex + 1];

  unsigned int many;
  while ((many = ballot_sync(EVERY_LANE, end - edge >= kMany)) != 0) {
    const int owner = __ffs(many) - 1;
    const int row_end = shfl_sync(EVERY_LANE, end, owner);
    for (int first = shfl_sync(EVERY_LANE, edge, owner); first < row_end; first += WARP_THREADS) {
      int target = 0;
      bool fresh = false;
      if (first + lane < row_end) {
        target = graph.targets[first + lane];
        fresh = claim(distance, target, level);
      }
      out.push(target, fresh, lane);
    }
    if (lane == owner) edge = end;
  }
  while (any_sync(EVERY_LANE, edge < end)) {
    int target = 0;
    bool fresh = false;
    if (edge < end) {
      target = graph.targets[edge++];
      fresh = claim(distance, target, level);
    }
    out.push(target, fresh, lane);
  }
}

__global__ void start_kernel(int* distance, int vertices, int source, int* queue) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < vertices) distance[i] = i == source ? 0 : -1;
  if (i == 0) queue[0] = source;
}

}  // namespace

void distances(int* distance, Graph graph, int source, int* queues, int* sizes, Method method,
               hipStream_t stream) {
  const auto blocks = [](int n) { return dim3((n + kThreads - 1) / kThreads); };
  start_kernel<<<blocks(graph.vertices), kThreads, 0, stream>>>(distance, graph.vertices, source,
                                                                queues);
  int size = 1;
  for (int level = 1; size > 0; ++level) {
    const int* from = queues + (level % 2 == 1 ? 0 : graph.vertices);
    Queue to{queues + (level % 2 == 1 ? graph.vertices : 0), &sizes[level % 2]};
    (void)hipMemsetAsync(to.size, 0, sizeof(int), stream);
    const Frontier in{from, size};
    if (method == Method::kGather)
      gather_kernel<<<blocks(size), kThreads, 0, stream>>>(distance, graph, in, to, level);
    else
      by_degree_kernel<32><<<blocks(size), kThreads, 0, stream>>>(distance, graph, in, to, level);
    (void)hipMemcpyAsync(&size, to.size, sizeof(int), hipMemcpyDeviceToHost, stream);
    (void)hipStreamSynchronize(stream);
    if (size > graph.vertices) return;
  }
}

}  // namespace frontier
