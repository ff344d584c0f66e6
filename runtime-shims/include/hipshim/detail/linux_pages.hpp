// SPDX-License-Identifier: Apache-2.0
//
// Pages of one's own, on a chosen NUMA node; by system calls, so that no library is needed.
#ifndef HIPSHIM_DETAIL_LINUX_PAGES_HPP
#define HIPSHIM_DETAIL_LINUX_PAGES_HPP

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace hipshim {
inline namespace v1 {
namespace detail {

// Nothing is placed before it is touched; registering touches.
inline void* map_pages(std::size_t bytes) {
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}
inline void unmap_pages(void* memory, std::size_t bytes) {
  static_cast<void>(::munmap(memory, bytes));
}

// False where the kernel refuses, or there is no such node. Strict: no other node when it is full.
inline bool bind_pages(void* memory, std::size_t bytes, int node, bool strict) {
  constexpr int kBits = static_cast<int>(8 * sizeof(unsigned long));
  constexpr int kMaxNodes = 1024;
  constexpr int kPreferred = 1, kBind = 2;  // of linux/mempolicy.h
  if (node < 0 || node >= kMaxNodes) return false;
  unsigned long nodes[kMaxNodes / kBits] = {};
  nodes[node / kBits] = 1ul << (node % kBits);
  return ::syscall(SYS_mbind, memory, bytes, strict ? kBind : kPreferred, nodes, kMaxNodes + 1, 0)
         == 0;
}

// The node of a PCI device, "0000:3b:00.0" in either case; -1 where the system does not say.
inline int node_of_pci(const char* address) {
  std::string path = "/sys/bus/pci/devices/";
  for (const char* c = address; *c != '\0'; ++c)
    path += *c >= 'A' && *c <= 'F' ? static_cast<char>(*c - 'A' + 'a') : *c;
  path += "/numa_node";
  int node = -1;
  if (std::FILE* file = std::fopen(path.c_str(), "r")) {
    if (std::fscanf(file, "%d", &node) != 1) node = -1;
    std::fclose(file);
  }
  return node;
}

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_LINUX_PAGES_HPP
