// SPDX-License-Identifier: Apache-2.0
// What a pointer or a place in kernel form is based on: for rules about memory.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/rule.hpp"
#include "facts/facts.hpp"

namespace hipaudit::match {

/// From a pointer, a place, or an integer made of a pointer, down to the object it starts from.
struct Base {
  kf::VarId var = kf::kNone;        ///< a parameter, array or unresolved pointer variable
  std::vector<kf::ExprId> casts;    ///< explicit casts to a pointer on the way, outermost first
  std::vector<kf::VarId> aliases;   ///< pointer locals that were looked through
  std::vector<kf::ExprId> offsets;  ///< indices and summands on the way
  bool masked = false;              ///< low address bits are tested or cleared on the way
};

/// `initialisers` is single_initialisers(f). `var` is kNone when the chain ends in something that
/// is not a variable (a call, a global, a loaded field).
[[nodiscard]] Base base_of(const kf::Function& f, kf::ExprId id,
                           const std::vector<kf::ExprId>& initialisers);

/// Alignment in bytes that an access through a pointer of this type promises: that of its pointee,
/// or 0 when the type does not tell (records, void, dependent types).
[[nodiscard]] std::uint32_t promised_alignment(const kf::Type& pointer);

/// "__half" of "const __half *".
[[nodiscard]] std::string pointee_text(const kf::Type& pointer);

/// The edit that leaves nothing but `statement` in the body of `f`, laid out as it was. A comment
/// behind the opening brace stays.
[[nodiscard]] Edit replace_body(const Context& context, const kf::Function& f,
                                const std::string& statement);

/// Expression without casts and calls that only convert: __half2float(x), __float2half_rn(x).
[[nodiscard]] kf::ExprId skip_conversions(const kf::Function& f, kf::ExprId id);

/// Name without namespaces and template arguments.
[[nodiscard]] std::string_view unqualified(std::string_view name);

/// Functions as the device compiles them. A body that differs between the host pass and a device
/// pass is two variants of one key; the host's is left out.
[[nodiscard]] std::vector<const kf::Function*>
device_variants(const Facts& facts, const std::vector<const kf::Function*>& functions);

/// Whether the file of `where` is the project's own.
[[nodiscard]] bool in_project(const Facts& facts, const Where& where);

}  // namespace hipaudit::match
