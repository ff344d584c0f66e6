// SPDX-License-Identifier: Apache-2.0
// Compiles a generated unit for the CPU back end and runs its kernels at both wave sizes.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace hipaudit::property {

struct Execution {
  enum Result { same, differs, undefined } result = same;
  int shape = 0;
  int input = 0;
  std::string what;
};

class Program {
 public:
  /// `folder` exists and is the program's own. `checked`: misuse at 32 lanes makes a kernel
  /// undefined; slow.
  Program(std::string folder, const std::string& text, bool checked);
  /// Empty, or what the compiler said.
  [[nodiscard]] const std::string& error() const { return error_; }
  /// By kernel; all of them where `kernels` is empty.
  [[nodiscard]] std::map<int, Execution> run(int first_input, int inputs,
                                             const std::vector<int>& kernels = {}) const;

 private:
  std::string folder_;
  bool checked_;
  std::string error_;
};

}  // namespace hipaudit::property
