// SPDX-License-Identifier: Apache-2.0
#ifndef FRONTIER_GRAPH_H
#define FRONTIER_GRAPH_H

#include <hip/hip_runtime.h>

namespace frontier {

// Neighbours of v: targets[starts[v]] to targets[starts[v + 1]].
struct Graph {
  int vertices;
  const int* starts;
  const int* targets;
};

enum class Method { kGather, kByDegree };

// Distance of every vertex from `source`, -1 where there is no way. queues: twice the vertices;
// sizes: two.
void distances(int* distance, Graph graph, int source, int* queues, int* sizes, Method method,
               hipStream_t stream);

}  // namespace frontier

#endif  // FRONTIER_GRAPH_H
