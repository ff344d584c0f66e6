// SPDX-License-Identifier: Apache-2.0
// Hash-consed symbolic values: two lanes compute the same thing exactly when their terms have the
// same id. Commutative, associative operators are kept flat and sorted, so that a sum is the
// multiset of its contributions.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
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
  bool definite = true;          ///< made of constants and field names only: a fixed location
  std::int64_t value = 0;        ///< constant's value, symbol's name, address's object
  std::span<const TermId> args;  ///< valid as long as the Terms
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
  TermId truth(bool value) { return value ? yes : no; }
  [[nodiscard]] TermId poison() const { return poison_; }
  TermId symbol(std::string_view name, std::span<const TermId> args = {});
  TermId symbol(std::string_view name, std::initializer_list<TermId> args) {
    return symbol(name, std::span(args.begin(), args.size()));
  }
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

  TermId yes = 0;
  TermId no = 0;

 private:
  /// `args` may lie anywhere; a new term gets a copy.
  TermId intern(Kind kind, std::int64_t value, std::span<const TermId> args, bool definite = false);
  std::span<const TermId> keep(std::span<const TermId> args);
  void grow();
  std::int64_t name_of(std::string_view name);
  TermId flat(Kind kind, TermId a, TermId b, Width width);
  [[nodiscard]] bool negates(TermId a, TermId b) const;
  [[nodiscard]] bool multiple_of(TermId id, std::int64_t m) const;
  /// x mod 2^k and x / 2^k where x is a multiple of 2^k plus a rest: blockIdx.x * blockDim.x + tid.
  std::optional<TermId> modulo(TermId x, std::int64_t m);
  std::optional<TermId> quotient(TermId x, std::int64_t m);

  // Millions of lookups per kernel: a flat table, and arguments in blocks that never move.
  std::vector<Term> terms_;
  std::vector<std::uint32_t> hashes_;  ///< by term
  std::vector<TermId> slots_;          ///< open addressing, a power of two; kFree where empty
  std::vector<std::unique_ptr<TermId[]>> blocks_;
  TermId* free_ = nullptr;  ///< in the last block
  std::size_t block_left_ = 0;
  struct NameHash : std::hash<std::string_view> {
    using is_transparent = void;  // NOLINT(readability-identifier-naming): the standard's name
  };
  std::unordered_map<std::string, std::int64_t, NameHash, std::equal_to<>> names_;
  TermId poison_ = 0;
};

}  // namespace hipaudit::lanes
