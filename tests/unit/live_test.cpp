// SPDX-License-Identifier: Apache-2.0
// What a kernel is compiled to: branches that constants leave out, and where its static shared
// objects lie.
#include <algorithm>
#include <catch2/catch.hpp>

#include "match/live.hpp"
#include "match/shared_layout.hpp"
#include "snippet.hpp"

using namespace hipaudit;

namespace {

/// Numbers above 100 that compiled code of the function holds.
std::vector<std::int64_t> live_numbers(const Facts& facts, const std::string& name) {
  const kf::Function& f = test::function(facts, name);
  const std::vector<bool> live = match::live_expressions(f);
  std::vector<std::int64_t> out;
  for (kf::ExprId id = 0; id < f.exprs.size(); ++id)
    if (f.exprs[id].op == kf::Op::constant && f.exprs[id].value > 100 && live[id])
      out.push_back(f.exprs[id].value);
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<std::int64_t> live_in(const std::string& body) {
  return live_numbers(
      test::parse_hip("__global__ void k(volatile int* o, int n) { __shared__ int s; "
                      "const int kZero = 0; o[1] = s; "
                      + body + " }"),
      "k");
}

using Numbers = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("constant conditions leave branches out", "[live]") {
  CHECK(live_in("if (kZero) *o = 101; else *o = 102;") == Numbers{102});
  CHECK(live_in("if (n) *o = 101; else *o = 102;") == Numbers{101, 102});
  CHECK(live_in("if (n > 3 && kZero) *o = 101;").empty());
  CHECK(live_in("*o = kZero && o[101]; *o = !kZero || o[102]; *o = n || o[103];") == Numbers{103});
  CHECK(live_in("*o = kZero ? o[101] : o[102];") == Numbers{102});
  CHECK(live_in("while (kZero) *o = 101; for (; n < 0;) *o = 102; do *o = 103; while (kZero);")
        == Numbers{102, 103});
}

TEST_CASE("what stands behind a jump is left out", "[live]") {
  CHECK(live_in("if (!kZero) { *o = 101; return; } *o = 102;") == Numbers{101});
  CHECK(live_in("if (n) return; *o = 102;") == Numbers{102});
  CHECK(live_in("if (n) return; else return; *o = 102;").empty());
  CHECK(live_in("for (;;) { if (n) break; continue; *o = 101; } *o = 102;") == Numbers{102});
}

TEST_CASE("a switch over a constant goes one way", "[live]") {
  const std::string cases = "{ case 0: *o = 101; break; case 1: *o = 102; default: *o = 103; }";
  CHECK(live_in("switch (kZero) " + cases) == Numbers{101});
  CHECK(live_in("switch (kZero + 1) " + cases) == Numbers{102, 103});
  CHECK(live_in("switch (kZero + 2) " + cases) == Numbers{103});
  CHECK(live_in("switch (n) " + cases) == Numbers{101, 102, 103});
  CHECK(live_in("switch (kZero + 2) { case 0: *o = 101; }").empty());
}

TEST_CASE("labels keep everything", "[live]") {
  CHECK(live_in("if (n) goto out; return; out: *o = 101;") == Numbers{101});
  CHECK(live_in("switch (n) { case 0: while (kZero) { case 1: *o = 101; } }") == Numbers{101});
}

TEST_CASE("static shared objects lie as LLVM puts them", "[live]") {
  using Objects = std::vector<match::SharedObject>;
  CHECK(match::end_of_shared(Objects{}) == 0);
  CHECK(match::end_of_shared(Objects{{4, 4}, {1, 1}}) == 5);
  // Of 3 bytes the second lies at 12, the third at 16.
  CHECK(match::end_of_shared(Objects{{9, 1}, {3, 1}, {3, 1}}) == 19);
  // What is small fills the gap that the int leaves behind 17 bytes.
  CHECK(match::end_of_shared(Objects{{17, 1}, {4, 4}, {1, 1}, {2, 2}}) == 24);
  CHECK(match::end_of_shared(Objects{{20, 16}, {8, 8}}) == 32);
}
