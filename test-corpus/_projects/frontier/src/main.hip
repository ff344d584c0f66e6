// SPDX-License-Identifier: Apache-2.0
#include <program.hpp>
#include <vector>

#include "frontier/graph.h"

namespace {

using program::OnDevice;

struct Host {
  std::vector<int> starts{0}, targets;
  int vertices() const { return static_cast<int>(starts.size()) - 1; }
};

// Most vertices have a few edges, some have hundreds.
Host random_graph(int vertices, unsigned seed) {
  Host graph;
  program::Numbers numbers(seed);
  for (int v = 0; v < vertices; ++v) {
    const unsigned degree = v % 40 == 7 ? 60 + numbers.below(200) : numbers.below(6);
    for (unsigned e = 0; e < degree; ++e)
      graph.targets.push_back(static_cast<int>(numbers.below(static_cast<unsigned>(vertices))));
    graph.starts.push_back(static_cast<int>(graph.targets.size()));
  }
  return graph;
}

std::vector<int> reference(const Host& graph, int source) {
  std::vector<int> distance(graph.starts.size() - 1, -1), queue{source};
  distance[source] = 0;
  for (size_t at = 0; at < queue.size(); ++at) {
    const int v = queue[at];
    for (int e = graph.starts[v]; e < graph.starts[v + 1]; ++e) {
      int& there = distance[graph.targets[e]];
      if (there >= 0) continue;
      there = distance[v] + 1;
      queue.push_back(graph.targets[e]);
    }
  }
  return distance;
}

// Each vertex is reached by one edge; none may be lost.
Host tree(int vertices) {
  Host graph;
  int next = 1;
  for (int v = 0; v < vertices; ++v) {
    for (int degree = v % 16 == 0 ? 40 : 1; degree > 0 && next < vertices; --degree)
      graph.targets.push_back(next++);
    graph.starts.push_back(static_cast<int>(graph.targets.size()));
  }
  return graph;
}

void check(const char* name, const Host& host, int source, frontier::Method method) {
  program::check(name, [&] {
    OnDevice<int> starts(host.starts), targets(host.targets);
    OnDevice<int> distance(host.starts.size() - 1), queues(2 * host.starts.size()), sizes(2);
    const frontier::Graph graph{host.vertices(), starts, targets};
    frontier::distances(distance, graph, source, queues, sizes, method, nullptr);
    return distance.values() == reference(host, source);
  });
}

}  // namespace

int main() {
  const Host graph = random_graph(1500, 21);
  check("gathered edges", graph, 0, frontier::Method::kGather);
  check("by degree", graph, 0, frontier::Method::kByDegree);
  check("gathered edges of a tree", tree(2500), 0, frontier::Method::kGather);
  check("by degree in a tree", tree(2500), 0, frontier::Method::kByDegree);
  return program::status();
}
