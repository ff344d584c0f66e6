// SPDX-License-Identifier: Apache-2.0
//
// The four ways to round, as CUDA's suffixes name them: rn (ties to even), rz, rd, ru.
#ifndef HIPSHIM_DETAIL_MODES_HPP
#define HIPSHIM_DETAIL_MODES_HPP

namespace hipshim {
inline namespace v1 {
namespace detail {

struct ToNearest {};
struct ToZero {};
struct ToLower {};
struct ToUpper {};

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_MODES_HPP
