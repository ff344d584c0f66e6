// SPDX-License-Identifier: Apache-2.0
#include "match/shared_layout.hpp"

#include <llvm/Support/OptimizedStructLayout.h>

#include <algorithm>

namespace hipaudit::match {

std::uint64_t end_of_shared(const std::vector<SharedObject>& objects) {
  std::vector<llvm::OptimizedStructLayoutField> fields;
  for (const SharedObject& object : objects) {
    std::uint64_t align = llvm::bit_ceil(std::uint64_t{std::max(object.align, 1U)});
    for (const std::uint64_t step : {2U, 4U, 8U, 16U})
      if (object.bytes > step / 2) align = std::max(align, step);
    fields.emplace_back(&object, object.bytes, llvm::Align(align));
  }
  return fields.empty() ? 0 : llvm::performOptimizedStructLayout(fields).first;
}

}  // namespace hipaudit::match
