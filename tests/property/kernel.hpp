// SPDX-License-Identifier: Apache-2.0
// A generated kernel, as a tree of statements: it is printed, and made smaller, statement by
// statement.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace hipaudit::property {

/// `heads[i] bodies[i] ... tail`; a plain statement has one head and nothing else.
struct Statement {
  std::vector<std::string> heads;
  std::vector<std::vector<Statement>> bodies;
  std::string tail;
  std::string declares;  ///< the variable it declares
};

struct Shape {
  int x = 64;
  int y = 1;
};

struct Helper {
  std::string name;
  std::string text;
};

struct Kernel {
  int index = 0;
  std::string name;
  std::vector<Helper> helpers;
  std::string template_head;  ///< "template <int W>"
  std::string template_args;  ///< "<32>"
  std::string bounds;         ///< "__launch_bounds__(64) "
  bool restricted = false;    ///< pointers are __restrict__
  std::vector<Statement> body;
  std::vector<Shape> shapes;
  std::string launch;       ///< text of the launch; %s stands for the arguments
  bool launch_seen = true;  ///< the launch is in the unit that is judged
  std::set<std::string> constructs;
};

/// Among the constructs: warpSize or __lane_id() stands in it.
constexpr const char* kWaveSize = "wave size";

constexpr int kBlocks = 2;  ///< of every launch

/// Whether `word` stands in `text` as a whole word.
bool mentions(const std::string& text, const std::string& word);

std::string body_text(const Kernel& kernel);
/// Helpers that are used, and the kernel.
std::string kernel_text(const Kernel& kernel);
std::string launch_text(const Kernel& kernel);

/// What is judged, and what is compiled: the same, with the launches that are not to be seen and
/// the table of kernels.
struct Unit {
  std::string judged;
  std::string compiled;
};
Unit unit_of(const std::vector<Kernel>& kernels);

Kernel generate(std::uint64_t seed, int index);

}  // namespace hipaudit::property
