// SPDX-License-Identifier: Apache-2.0
// Hash-consed symbolic values: two lanes compute the same thing exactly when their terms have the
// same id. Commutative, associative operators are kept flat and sorted, so that a sum is the
// multiset of its contributions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace hipaudit::lanes {

using TermId = std::uint32_t;

enum class Kind : std::uint8_t {
  constant,
  symbol,   ///< an unknown: name, applied to args
  address,  ///< of an object of the evaluator: value is the object, args[0] the path within it
  poison,   ///< undefined on CUDA: no program can rely on it
  sum,
  product,
  minimum,
  maximum,
  bit_and,
  bit_or,
  bit_xor,  // flat and sorted
  sub,
  div,
  rem,
  shl,
  shr,
  neg,
  bit_not,
  lt,
  le,
  eq,
  conj,  ///< path condition: flat, sorted set
  disj,
  negation,
  select,
};

struct Term {
  Kind kind = Kind::symbol;
  std::int64_t value = 0;  ///< constant's value, symbol's name, address's object
  std::vector<TermId> args;
  bool definite = true;  ///< made of constants and field names only: a fixed location
};

/// How integers of an operation wrap; bytes 0 means no wrapping (floating, unknown).
struct Width {
  unsigned bytes = 0;
  bool is_signed = true;
};

class Terms {
 public:
  Terms();

  TermId constant(std::int64_t value);
  TermId truth(bool value) { return value ? true_ : false_; }
  [[nodiscard]] TermId poison() const { return poison_; }
  TermId symbol(std::string_view name, std::vector<TermId> args = {});
  /// A field or element step in a path: definite when its base is.
  TermId step(std::string_view field, TermId base);
  TermId address(std::int64_t object, TermId path);

  TermId binary(Kind kind, TermId a, TermId b, Width width = {});
  TermId unary(Kind kind, TermId a, Width width = {});
  TermId logical_not(TermId a);
  TermId conj(TermId a, TermId b);
  TermId disj(TermId a, TermId b);
  TermId select(TermId condition, TermId then, TermId other);
  TermId convert(TermId a, Width width);

  /// Whether condition `pc` makes `condition` surely true (1), surely false (0) or neither.
  [[nodiscard]] std::optional<bool> implied(TermId pc, TermId condition);
  /// `value` simplified under path condition `pc`.
  [[nodiscard]] TermId under(TermId pc, TermId value);

  [[nodiscard]] const Term& operator[](TermId id) const { return terms_[id]; }
  [[nodiscard]] bool is_constant(TermId id) const { return terms_[id].kind == Kind::constant; }
  [[nodiscard]] std::int64_t value(TermId id) const { return terms_[id].value; }
  [[nodiscard]] std::size_t size() const { return terms_.size(); }

  TermId true_ = 0;
  TermId false_ = 0;

 private:
  TermId intern(Term term);
  TermId flat(Kind kind, TermId a, TermId b, Width width);
  [[nodiscard]] bool negates(TermId a, TermId b) const;
  [[nodiscard]] bool multiple_of(TermId id, std::int64_t m) const;
  /// x mod 2^k and x / 2^k where x is a multiple of 2^k plus a rest: blockIdx.x * blockDim.x + tid.
  std::optional<TermId> modulo(TermId x, std::int64_t m);
  std::optional<TermId> quotient(TermId x, std::int64_t m);

  std::vector<Term> terms_;
  std::unordered_multimap<std::size_t, TermId> index_;
  std::unordered_map<std::string, std::int64_t> names_;
  TermId poison_ = 0;
};

}  // namespace hipaudit::lanes
