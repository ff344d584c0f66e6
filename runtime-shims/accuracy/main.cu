// SPDX-License-Identifier: Apache-2.0
//
// How exact is this machine's half and bfloat16 arithmetic? All 65,536 inputs of each function: the
// toolkit's, hipshim's, and the correctly rounded result.
//
//   accuracy                      prints the table
//   accuracy save FILE            the same, and keeps the run
//   accuracy compare FILE FILE    two runs, from two machines: where do they differ? Status 1 if
//                                 hipshim's own results do, which nothing explains but a defect
//   accuracy help
//
// Build with one of
//   nvcc -std=c++17 -arch=native -I../include main.cu -o accuracy
//   hipcc -x hip -std=c++17 -I../include main.cu -o accuracy
//   clang++ -x c++ -std=c++17 -DHIPSHIM_CPU -I../include main.cu -o accuracy
#include "items.hpp"
#include "runs.hpp"

namespace accuracy {
namespace {

std::uint32_t make_float(std::uint32_t x) { return float_bits(x); }

template <class Function>
void add_function(Run& run, Fn fn) {
  const std::string name = kFunctionNames[static_cast<int>(fn)];
  Item half{name + " half", Kind::kHalfFunction, fn, 0, {}, {}};
  half.device = evaluate<DeviceFunction<Function, HalfT>>();
  half.shim = evaluate<ShimFunction<Function, d::F16>>();
  run.items.push_back(half);
  Item bfloat{name + " bfloat16", Kind::kBfloatFunction, fn, 0, {}, {}};
  bfloat.device = evaluate<DeviceFunction<Function, BfloatT>>();
  bfloat.shim = evaluate<ShimFunction<Function, d::Bf16>>();
  run.items.push_back(bfloat);
}

template <class C>
void add_conversion(Run& run, const std::string& name, Kind kind) {
  run.items.push_back(
      {name + " rn", kind, Fn::kExp, 0, evaluate<Device_rn<C>>(), evaluate<Shim_rn<C>>()});
  run.items.push_back(
      {name + " rz", kind, Fn::kExp, 1, evaluate<Device_rz<C>>(), evaluate<Shim_rz<C>>()});
  run.items.push_back(
      {name + " rd", kind, Fn::kExp, 2, evaluate<Device_rd<C>>(), evaluate<Shim_rd<C>>()});
  run.items.push_back(
      {name + " ru", kind, Fn::kExp, 3, evaluate<Device_ru<C>>(), evaluate<Shim_ru<C>>()});
}

Run measure() {
  Run run;
  run.machine = machine();
  run.backend = kBackEnd;
  add_function<Exp>(run, Fn::kExp);
  add_function<Exp2>(run, Fn::kExp2);
  add_function<Exp10>(run, Fn::kExp10);
  add_function<Log>(run, Fn::kLog);
  add_function<Log2>(run, Fn::kLog2);
  add_function<Log10>(run, Fn::kLog10);
  add_function<Log1p>(run, Fn::kLog1p);
  add_function<Sqrt>(run, Fn::kSqrt);
  add_function<Rsqrt>(run, Fn::kRsqrt);
  add_function<Rcp>(run, Fn::kRcp);
  add_function<Sin>(run, Fn::kSin);
  add_function<Cos>(run, Fn::kCos);
  add_function<Tanh>(run, Fn::kTanh);
  add_function<Erf>(run, Fn::kErf);
  add_conversion<HalfToInt>(run, "half to int", Kind::kHalfToInt);
  add_conversion<ShortToHalf>(run, "short to half", Kind::kShortToHalf);
  add_conversion<FloatToHalf>(run, "float to half", Kind::kFloatToHalf);
  run.items.push_back({"float to bfloat16 rn", Kind::kFloatToBfloat, Fn::kExp, 0,
                       evaluate<DeviceBfloat>(), evaluate<ShimBfloat>()});
  return run;
}

int compare_files(const std::string& first, const std::string& second) {
  File a, b;
  std::string problem;
  if (!load(first, a, problem) || !load(second, b, problem)) {
    std::fprintf(stderr, "accuracy: %s\n", problem.c_str());
    return 2;
  }
  const Comparison result = compare(a, b);
  std::fputs(result.text.c_str(), stdout);
  return result.hipshim == 0 && result.missing == 0 ? 0 : 1;
}

int usage(std::FILE* to, int status) {
  std::fputs("usage: accuracy [save FILE | compare FILE FILE | help]\n", to);
  return status;
}

}  // namespace
}  // namespace accuracy

int main(int argc, char** argv) {
  const std::string command = argc > 1 ? argv[1] : "";
  if (command == "help" && argc == 2) return accuracy::usage(stdout, 0);
  if (command == "compare" && argc == 4) return accuracy::compare_files(argv[2], argv[3]);
  const bool keep = command == "save" && argc == 3;
  if (argc != 1 && !keep) return accuracy::usage(stderr, 2);
  const accuracy::Run run = accuracy::measure();
  std::fputs(accuracy::table_of(run, accuracy::make_float).c_str(), stdout);
  if (keep && !accuracy::save(run, argv[2], accuracy::make_float)) {
    std::fprintf(stderr, "accuracy: cannot write %s\n", argv[2]);
    return 2;
  }
  return 0;
}
