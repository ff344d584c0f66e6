// SPDX-License-Identifier: Apache-2.0
//
// Where no NUMA node can be asked for.
#ifndef HIPSHIM_DETAIL_NO_PAGES_HPP
#define HIPSHIM_DETAIL_NO_PAGES_HPP

#include <cstddef>
#include <new>

namespace hipshim {
inline namespace v1 {
namespace detail {

inline void* map_pages(std::size_t bytes) { return ::operator new(bytes, std::nothrow); }
inline void unmap_pages(void* memory, std::size_t) { ::operator delete(memory); }
inline bool bind_pages(void*, std::size_t, int, bool) { return false; }
inline int node_of_pci(const char*) { return -1; }

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_NO_PAGES_HPP
