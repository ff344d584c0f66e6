// SPDX-License-Identifier: Apache-2.0
// Symbolic values: two lanes compute the same exactly when their terms are the same.
#include <catch2/catch.hpp>

#include <limits>

#include "lanes/term.hpp"

using namespace hipaudit::lanes;

namespace {

constexpr Width kInt{4, true};
constexpr Width kUint{4, false};
constexpr Width kUlong{8, false};

struct Fixture {
  Terms t;
  TermId x = t.symbol("x");
  TermId y = t.symbol("y");
  TermId z = t.symbol("z");
  TermId c(std::int64_t value) { return t.constant(value); }
  TermId add(TermId a, TermId b) { return t.binary(Kind::sum, a, b, kInt); }
  TermId mul(TermId a, TermId b) { return t.binary(Kind::product, a, b, kInt); }
};

}  // namespace

TEST_CASE_METHOD(Fixture, "the same value is the same term", "[term]") {
  CHECK(t.symbol("x") == x);
  CHECK(x != y);
  CHECK(t.symbol("f", {x, y}) == t.symbol("f", {x, y}));
  CHECK(t.symbol("f", {x, y}) != t.symbol("f", {y, x}));
  CHECK(t.symbol("f", {x}) != t.symbol("g", {x}));
  CHECK(c(1) == t.yes);
  CHECK(c(0) == t.no);
}

TEST_CASE_METHOD(Fixture, "constants fold as the type wraps", "[term]") {
  CHECK(add(c(3), c(4)) == c(7));
  CHECK(t.binary(Kind::sum, c(0x7fffffff), c(1), kInt) == c(-2147483648LL));
  CHECK(t.binary(Kind::sub, c(0), c(1), kUint) == c(0xffffffffLL));
  CHECK(t.binary(Kind::shl, c(1), c(31), kInt) == c(-2147483648LL));
  CHECK(t.binary(Kind::shl, c(1), c(31), kUint) == c(0x80000000LL));
  CHECK(t.binary(Kind::shr, c(-8), c(1), kInt) == c(-4));
  CHECK(t.binary(Kind::shr, c(-1), c(63), kUlong) == c(1));
  CHECK(t.binary(Kind::div, c(-1), c(2), kUlong) == c(std::numeric_limits<std::int64_t>::max()));
  CHECK(t.binary(Kind::lt, c(-1), c(1), kInt) == t.yes);
  CHECK(t.binary(Kind::lt, c(-1), c(1), kUlong) == t.no);
  CHECK(t.unary(Kind::bit_not, c(31), kInt) == c(-32));
  CHECK(t.unary(Kind::neg, c(5), kInt) == c(-5));
  CHECK(t.convert(c(300), {1, false}) == c(44));
  CHECK(t.convert(x, {1, false}) == x);
}

TEST_CASE_METHOD(Fixture, "what has no value stays a term", "[term]") {
  CHECK_FALSE(t.is_constant(t.binary(Kind::div, c(1), c(0), kInt)));
  CHECK_FALSE(t.is_constant(t.binary(Kind::rem, c(1), c(0), kInt)));
  CHECK_FALSE(t.is_constant(t.binary(Kind::shl, c(1), c(64), kInt)));
  CHECK_FALSE(
      t.is_constant(t.binary(Kind::div, c(std::numeric_limits<std::int64_t>::min()), c(-1))));
}

TEST_CASE_METHOD(Fixture, "sums are multisets", "[term]") {
  CHECK(add(add(x, y), z) == add(x, add(z, y)));
  CHECK(add(add(x, c(2)), c(3)) == add(c(5), x));
  CHECK(add(x, x) != x);
  CHECK(add(add(x, y), x) == add(y, add(x, x)));
  CHECK(add(add(x, y), x) != add(add(y, x), y));
  CHECK(add(x, c(0)) == x);
  CHECK(mul(x, c(1)) == x);
  CHECK(mul(x, c(0)) == c(0));
  CHECK(t.binary(Kind::sub, x, c(3), kInt) == add(x, c(-3)));
  CHECK(t.binary(Kind::sub, x, x, kInt) == c(0));
}

TEST_CASE_METHOD(Fixture, "minimum, maximum and bits count a value once", "[term]") {
  for (const Kind kind : {Kind::minimum, Kind::maximum, Kind::bit_and, Kind::bit_or}) {
    const TermId xy = t.binary(kind, x, y);
    CHECK(t.binary(kind, xy, x) == xy);
    CHECK(t.binary(kind, y, xy) == xy);
  }
  CHECK(t.binary(Kind::bit_and, x, c(0)) == c(0));
  CHECK(t.binary(Kind::bit_and, x, c(-1)) == x);
  CHECK(t.binary(Kind::bit_xor, x, c(0)) == x);
}

TEST_CASE_METHOD(Fixture, "lane and warp of a global index", "[term]") {
  // blockIdx.x * 256 + thread
  const auto global = [&](std::int64_t thread) { return add(mul(x, c(256)), c(thread)); };
  CHECK(t.binary(Kind::bit_and, global(37), c(31), kUint) == c(5));
  CHECK(t.binary(Kind::bit_and, c(31), global(37), kUint) == c(5));
  CHECK(t.binary(Kind::rem, global(70), c(32), kUint) == c(6));
  CHECK(t.binary(Kind::div, global(37), c(32), kUint) == add(mul(x, c(8)), c(1)));
  CHECK(t.binary(Kind::shr, global(37), c(5), kUint)
        == t.binary(Kind::div, global(63), c(32), kUint));
  CHECK(t.binary(Kind::div, global(31), c(32), kUint)
        != t.binary(Kind::div, global(32), c(32), kUint));
  CHECK(t.binary(Kind::bit_and, mul(x, c(64)), c(31), kUint) == c(0));
  CHECK(t.binary(Kind::rem, t.binary(Kind::shl, x, c(5), kUint), c(32), kUint) == c(0));
  // Nothing is known of x itself.
  CHECK_FALSE(t.is_constant(t.binary(Kind::bit_and, x, c(31), kUint)));
  CHECK_FALSE(t.is_constant(t.binary(Kind::rem, add(mul(x, c(24)), c(1)), c(32), kUint)));
}

TEST_CASE_METHOD(Fixture, "comparisons", "[term]") {
  CHECK(t.binary(Kind::eq, x, y) == t.binary(Kind::eq, y, x));
  CHECK(t.binary(Kind::eq, x, x) == t.yes);
  CHECK(t.binary(Kind::le, x, x) == t.yes);
  CHECK(t.binary(Kind::lt, x, x) == t.no);
  CHECK(t.binary(Kind::lt, x, y) != t.binary(Kind::lt, y, x));
}

TEST_CASE_METHOD(Fixture, "conditions", "[term]") {
  const TermId a = t.binary(Kind::lt, x, y);
  const TermId b = t.binary(Kind::eq, y, z);
  const TermId not_a = t.logical_not(a);
  CHECK(t.logical_not(not_a) == a);
  CHECK(t.conj(a, b) == t.conj(b, a));
  CHECK(t.conj(a, t.conj(b, a)) == t.conj(a, b));
  CHECK(t.conj(a, not_a) == t.no);
  CHECK(t.conj(t.conj(a, b), not_a) == t.no);
  CHECK(t.conj(a, t.yes) == a);
  CHECK(t.conj(a, t.no) == t.no);
  CHECK(t.disj(a, not_a) == t.yes);
  CHECK(t.disj(a, t.no) == a);
  CHECK(t.disj(t.conj(b, a), t.conj(b, not_a)) == b);
}

TEST_CASE_METHOD(Fixture, "a path decides conditions on it", "[term]") {
  const TermId a = t.binary(Kind::lt, x, y);
  const TermId b = t.binary(Kind::eq, y, z);
  const TermId path = t.conj(a, t.logical_not(b));
  CHECK(t.implied(path, a) == true);
  CHECK(t.implied(path, b) == false);
  CHECK(t.implied(path, t.logical_not(b)) == true);
  CHECK(t.implied(path, t.conj(a, t.logical_not(b))) == true);
  CHECK(t.implied(path, t.conj(a, b)) == false);
  CHECK(t.implied(path, t.binary(Kind::eq, x, z)) == std::nullopt);
  CHECK(t.implied(t.yes, t.yes) == true);
  CHECK(t.implied(t.yes, a) == std::nullopt);
  const TermId chosen = t.select(a, x, t.select(b, y, z));
  CHECK(t.under(path, chosen) == x);
  CHECK(t.under(t.conj(t.logical_not(a), b), chosen) == y);
  CHECK(t.under(b, chosen) == chosen);
}

TEST_CASE_METHOD(Fixture, "selects", "[term]") {
  const TermId a = t.binary(Kind::lt, x, y);
  CHECK(t.select(t.yes, x, y) == x);
  CHECK(t.select(t.no, x, y) == y);
  CHECK(t.select(a, x, x) == x);
  CHECK(t.select(a, x, y) != t.select(a, y, x));
}

TEST_CASE_METHOD(Fixture, "poison spreads", "[term]") {
  const TermId p = t.poison();
  CHECK(add(p, x) == p);
  CHECK(t.binary(Kind::eq, x, p) == p);
  CHECK(t.symbol("f", {x, p}) == p);
  CHECK(t.conj(p, x) == p);
  CHECK(t.logical_not(p) == p);
  CHECK(t.select(p, x, y) == p);
  CHECK(t.select(p, x, x) == x);
}

TEST_CASE_METHOD(Fixture, "places in an object", "[term]") {
  const TermId base = t.address(7, t.no);
  const TermId third = add(base, c(2));
  CHECK(t[third].kind == Kind::address);
  CHECK(t[third].value == 7);
  CHECK(add(third, c(1)) == add(c(3), base));
  CHECK(t[third].definite);
  CHECK_FALSE(t[add(base, x)].definite);
  const TermId field = t.step("value", t[third].args[0]);
  CHECK(t[field].definite);
  CHECK(t.step("value", t[third].args[0]) == field);
  CHECK(t.step("index", t[third].args[0]) != field);
  CHECK(t.address(7, field) != t.address(8, field));
}
