// SPDX-License-Identifier: Apache-2.0
#include "execute.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

namespace hipaudit::property {

namespace {

std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

Program::Program(std::string folder, const std::string& text, bool checked)
    : folder_(std::move(folder)), checked_(checked) {
  std::ofstream(folder_ + "/unit.hip", std::ios::binary) << text;
  // Out of range, it goes on: the runner is told. The back end's own checks exclude these.
  const std::string checks =
      checked ? ""
              : " --unchecked -fsanitize=array-bounds,shift-exponent,signed-integer-overflow"
                " -fsanitize-minimal-runtime -fsanitize-recover=all";
  const std::string compile = PROPERTY_CPU_CC + checks
                              + " -w -I " HIPAUDIT_SOURCE_DIR "/tests/property -c '" + folder_
                              + "/unit.hip' -o '" + folder_ + "/unit.o'";
  const std::string link = PROPERTY_CLANG " '" + folder_
                           + "/unit.o' " PROPERTY_RUNNER " " PROPERTY_LIBRARY
                             " -lboost_context -ldl -o '"
                           + folder_ + "/program'";
  const std::string log = folder_ + "/log";
  const std::string command = "{ " + compile + " && " + link + "; } >'" + log + "' 2>&1";
  if (std::system(command.c_str()) != 0) error_ = read(log) + "\n(" + command + ")";
}

std::map<int, Execution> Program::run(int first_input, int inputs,
                                      const std::vector<int>& kernels) const {
  std::string command = checked_ ? "PROPERTY_CHECKED=1 " : "";
  command +=
      "'" + folder_ + "/program' " + std::to_string(first_input) + " " + std::to_string(inputs);
  for (const int k : kernels) command += " " + std::to_string(k);
  command += " >'" + folder_ + "/results' 2>'" + folder_ + "/log'";
  if (std::system(command.c_str()) != 0) return {};
  std::map<int, Execution> out;
  std::istringstream lines(read(folder_ + "/results"));
  int index = 0;
  std::string status;
  Execution e;
  while (lines >> index >> status >> e.shape >> e.input && std::getline(lines, e.what)) {
    if (!e.what.empty()) e.what.erase(0, 1);
    e.result = status == "same"      ? Execution::same
               : status == "differs" ? Execution::differs
                                     : Execution::undefined;
    out[index] = e;
  }
  return out;
}

}  // namespace hipaudit::property
