// SPDX-License-Identifier: Apache-2.0
//
// How the kernels of hipshim/kernels are launched, and the widths in which they move memory.
#ifndef HIPSHIM_DETAIL_LAUNCH_HPP
#define HIPSHIM_DETAIL_LAUNCH_HPP

#include "hipshim/config.hpp"

#if defined(HIPSHIM_RUNTIME_HEADER)

#include HIPSHIM_RUNTIME_HEADER
#include HIPSHIM_LANE_OPS_HEADER
#include HIPSHIM_MEMORY_HEADER
#include "hipshim/error.hpp"

namespace hipshim {
inline namespace v1 {
namespace kernels {

using stream_t = HIPSHIM_RUNTIME(Stream_t);

namespace detail {

using namespace hipshim::v1::detail;

constexpr unsigned kThreads = 256;

// Blocks times threads fit in 32 bits, which HIP wants.
constexpr std::size_t kMaxBlocks = std::size_t{1} << 23;

inline error::Status refused(const char* call, int line) {
  return error::Status(HIPSHIM_RUNTIME(ErrorInvalidValue), call, __FILE__, line);
}

template <class... Parameters, class... Arguments>
error::Status launch(const char* call, void (*kernel)(Parameters...), std::size_t blocks,
                     stream_t stream, Arguments... arguments) {
  if (blocks == 0) return error::Status();
  if (blocks > kMaxBlocks) return detail::refused(call, __LINE__);
  // What an earlier call left behind is not this launch's.
  static_cast<void>(HIPSHIM_RUNTIME(GetLastError)());
  kernel<<<static_cast<unsigned>(blocks), kThreads, 0, stream>>>(
      static_cast<Parameters>(arguments)...);
  return error::Status(HIPSHIM_RUNTIME(GetLastError)(), call, __FILE__, __LINE__);
}

constexpr std::size_t divide_up(std::size_t n, std::size_t by) { return n / by + (n % by != 0); }

// The widest access up to 16 bytes that fits all of these addresses and sizes.
inline std::size_t common_width(std::size_t so_far) { return so_far & (~so_far + 1); }
template <class... Others>
std::size_t common_width(std::size_t so_far, std::size_t next, Others... others) {
  return detail::common_width(so_far | next, others...);
}
template <class... Addresses>
std::size_t access_width(std::size_t bytes, const Addresses*... addresses) {
  return detail::common_width(16 | bytes, reinterpret_cast<std::uintptr_t>(addresses)...);
}

template <unsigned Bytes>
using Width = std::integral_constant<unsigned, Bytes>;

}  // namespace detail
}  // namespace kernels
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_RUNTIME_HEADER

#endif  // HIPSHIM_DETAIL_LAUNCH_HPP
