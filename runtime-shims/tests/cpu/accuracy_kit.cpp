// SPDX-License-Identifier: Apache-2.0
//
// The accuracy kit's own arithmetic: the reference against values worked out by hand, the table,
// the file, and the comparison of two files with planted differences and planted damage.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <unistd.h>

#include "../../accuracy/runs.hpp"

namespace {

using namespace accuracy;

int failures = 0;
long checks = 0;

void expect(bool holds, const char* what) {
  ++checks;
  if (holds || ++failures > 20) return;
  std::printf("wrong: %s\n", what);
}

std::uint32_t make_float(std::uint32_t x) { return (x << 16) | 0x1000u; }

Item right_item(const char* name, Kind kind, Fn fn, int mode) {
  Item item{name, kind, fn, mode, {}, {}};
  for (std::uint32_t x = 0; x < 65536; ++x)
    item.shim.push_back(right_result(item, x, make_float).bits);
  item.device = item.shim;
  return item;
}

void check_reference() {
  const auto half = [](Fn fn, unsigned x) {
    const True truth = true_value(fn, value_of<Half>(x));
    const Rounded result = nearest<Half>(truth.value, truth.exact);
    expect(result.proven, "proven");
    return result.bits;
  };
  // By hand: sqrt(2), 1/sqrt(2), 1/3, e, and results at the ends of the format.
  expect(half(Fn::kSqrt, 0x4000) == 0x3da8 && half(Fn::kRsqrt, 0x4000) == 0x39a8, "sqrt(2)");
  expect(half(Fn::kRcp, 0x4200) == 0x3555 && half(Fn::kExp, 0x3c00) == 0x4170, "1/3, e");
  expect(half(Fn::kExp, 0x4a00) == 0x7c00 && half(Fn::kExp, 0xcd00) == 0, "overflow, underflow");
  expect(half(Fn::kRcp, 0x8000) == 0xfc00 && half(Fn::kRcp, 0xfc00) == 0x8000, "signs of 0");
  expect(half(Fn::kExp2, 0xce00) == 0x0001, "the smallest number");  // 2^-24
  expect(half(Fn::kExp2, 0xce40) == 0x0000, "a tie to even");        // 2^-25
  expect(is_nan<Half>(half(Fn::kLog, 0xbc00)) && half(Fn::kLog, 0x8000) == 0xfc00, "log");
  expect(nearest<Half>(65519.9L, true).bits == 0x7bff
             && nearest<Half>(65520.0L, true).bits == 0x7c00,
         "the middle before infinity");
  expect(!nearest<Half>(1 + std::ldexp(1.0L, -11) * (1 + std::ldexp(1.0L, -61)), false).proven
             || LDBL_EPSILON < 1e-20L,
         "nearer to the middle than the library's error");
  expect(in_mode<Half>(1e9L, true, 1).bits == 0x7bff && in_mode<Half>(1e9L, true, 3).bits == 0x7c00
             && in_mode<Half>(-1e9L, true, 3).bits == 0xfbff
             && in_mode<Half>(1e-30L, true, 3).bits == 1
             && in_mode<Half>(-1e-30L, true, 3).bits == 0x8000,
         "modes at the ends");
  expect(std::fabs(ulp_error<Half>(0x3c01, 1.0L) - 1) < 1e-9L
             && std::fabs(ulp_error<Half>(0xbc00, 1.0L) - 2048) < 1e-6L,
         "errors in ULP");
}

}  // namespace

int main() {
  check_reference();

  Run run{"machine one", "CPU", {}};
  run.items.push_back(right_item("exp half", Kind::kHalfFunction, Fn::kExp, 0));
  run.items.push_back(right_item("log bfloat16", Kind::kBfloatFunction, Fn::kLog, 0));
  run.items.push_back(right_item("half to int rd", Kind::kHalfToInt, Fn::kExp, 2));
  expect(run.items[2].shim[0xbe00] == static_cast<std::uint32_t>(-2), "floor(-1.5)");
  run.items[0].device[0x3c00] += 3;      // e, three steps too large
  run.items[0].device[0x3800] = 0x7e00;  // a NaN for a number
  run.items[2].device[0x4500] = 4;       // floor(5) is 5
  for (const std::uint32_t nan : {0x7e01u, 0xfe00u}) run.items[0].device[0x7c01] = nan;

  const Score score = score_of(run.items[0], run.items[0].device, make_float);
  expect(score.right == 65534 && score.unproven == 0 && std::isinf(score.worst)
             && score.worst_input == 0x3800,
         "score: a NaN is the worst");
  run.items[0].device[0x3800] = run.items[0].shim[0x3800];
  const Score second = score_of(run.items[0], run.items[0].device, make_float);
  expect(second.right == 65535 && second.worst > 2.5L && second.worst < 3.5L
             && second.worst_input == 0x3c00,
         "score: ULP and input");
  const std::string table = table_of(run, make_float);
  expect(table.find("machine one (CPU)") == 0 && table.find("65535") != std::string::npos
             && table.find("3c00") != std::string::npos
             && table.find("unproven") == std::string::npos,
         "table");

  char folder[] = "/tmp/hipshim-accuracy-XXXXXX";
  if (mkdtemp(folder) == nullptr) return 2;
  const std::string first = std::string(folder) + "/first", other = std::string(folder) + "/other";
  std::string problem;
  File a, b;
  expect(save(run, first, make_float) && load(first, a, problem), "save and load");
  expect(a.machine == "machine one" && a.backend == "CPU" && a.columns.size() == 6
             && a.columns[0].name == "exp half device" && a.columns[0].wrong.size() == 1
             && a.columns[0].wrong[0].first == 0x3c00 && a.columns[1].wrong.empty()
             && a.columns[4].wrong.size() == 1,
         "what a file holds");
  expect(compare(a, a).device == 0 && compare(a, a).hipshim == 0 && compare(a, a).missing == 0,
         "a run equals itself");

  run.machine = "machine two";
  run.items[0].device[0x3c00] += 1;                         // wrong in both, differently
  run.items[1].device[0x4000] += 1;                         // wrong in the second only
  run.items[2].device[0x4500] = run.items[2].shim[0x4500];  // wrong in the first only
  run.items[1].shim[0x4100] ^= 1;                           // hipshim itself
  expect(save(run, other, make_float) && load(other, b, problem), "save and load");
  const Comparison difference = compare(a, b);
  expect(difference.device == 3 && difference.hipshim == 1 && difference.missing == 0,
         "differences");
  expect(difference.text.find("log bfloat16 hipshim") != std::string::npos
             && difference.text.find("first 4100: right, ") != std::string::npos,
         "differences are named");
  b.columns.pop_back();
  expect(compare(a, b).missing == 1 && compare(b, a).missing == 1, "a column that one file lacks");

  // Files that are damaged are not compared.
  const auto refuses = [&](const std::string& text, const char* sentence) {
    std::ofstream(other) << text;
    File file;
    expect(!load(other, file, problem) && problem.find(sentence) != std::string::npos, sentence);
  };
  refuses("", "no run of this version");
  refuses("hipshim accuracy 2\nend\n", "no run of this version");
  refuses("hipshim accuracy 1\nitem exp half device\n3c00 3\n", "ends early");
  refuses("hipshim accuracy 1\nitem exp half device\n3c00\nend\n", "line 3 is not a result");
  refuses("hipshim accuracy 1\nitem exp half device\n13c00 4\nend\n", "line 3 is not a result");
  refuses("hipshim accuracy 1\n3c00 4\nend\n", "line 2 is not a result");
  File none;
  expect(!load(std::string(folder) + "/none", none, problem)
             && problem.find("cannot be read") != std::string::npos,
         "cannot be read");
  std::remove(first.c_str());
  std::remove(other.c_str());
  rmdir(folder);
  std::printf("%ld checks, %d failed\n", checks, failures);
  return failures == 0 ? 0 : 1;
}
