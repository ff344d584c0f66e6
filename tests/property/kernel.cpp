// SPDX-License-Identifier: Apache-2.0
#include "kernel.hpp"

#include <array>
#include <cctype>

namespace hipaudit::property {

namespace {

struct Parameter {
  const char* type;
  const char* name;
};
constexpr std::array<Parameter, 10> kParameters{{{"const int*", "a"},
                                                 {"const int*", "b"},
                                                 {"const unsigned*", "u"},
                                                 {"const long long*", "l"},
                                                 {"const float*", "f"},
                                                 {"int", "n"},
                                                 {"int*", "out"},
                                                 {"unsigned*", "uout"},
                                                 {"unsigned long long*", "lout"},
                                                 {"float*", "fout"}}};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

void print(const std::vector<Statement>& block, int depth, std::string& out) {
  const std::string indent(static_cast<std::size_t>(depth) * 2, ' ');
  for (const Statement& s : block) {
    for (std::size_t i = 0; i < s.heads.size(); ++i) {
      out += indent + s.heads[i] + "\n";
      if (i < s.bodies.size()) print(s.bodies[i], depth + 1, out);
    }
    if (!s.tail.empty()) out += indent + s.tail + "\n";
  }
}

constexpr const char* kHead = R"(#include <hip/hip_runtime.h>
#include "pool.hpp"
#define WARP 32
#define FULL 0xffffffffffffffffull
constexpr int kWarp = 32;

)";

}  // namespace

bool mentions(const std::string& text, const std::string& word) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    if ((at == 0 || !is_word(text[at - 1]))
        && (at + word.size() == text.size() || !is_word(text[at + word.size()])))
      return true;
  return false;
}

std::string body_text(const Kernel& kernel) {
  std::string body;
  print(kernel.body, 1, body);
  return body;
}

std::string kernel_text(const Kernel& kernel) {
  const std::string body = body_text(kernel);
  // A helper may call those before it.
  std::string used = body, helpers;
  for (std::size_t i = kernel.helpers.size(); i-- > 0;) {
    if (!mentions(used, kernel.helpers[i].name)) continue;
    used += kernel.helpers[i].text;
    helpers = kernel.helpers[i].text + helpers;
  }
  std::string parameters;
  for (const Parameter& p : kParameters)
    if (mentions(body, p.name)) {
      const std::string type = p.type;
      parameters += (parameters.empty() ? "" : ", ") + type
                    + (kernel.restricted && type.back() == '*' ? " __restrict__ " : " ") + p.name;
    }
  return helpers + kernel.template_head + (kernel.template_head.empty() ? "" : "\n")
         + "__global__ void " + kernel.bounds + kernel.name + "(" + parameters + ") {\n" + body
         + "}\n";
}

std::string launch_text(const Kernel& kernel) {
  const std::string body = body_text(kernel);
  std::string arguments;
  for (const Parameter& p : kParameters)
    if (mentions(body, p.name))
      arguments += (arguments.empty() ? "p." : ", p.") + std::string(p.name);
  std::string launch = kernel.launch;
  launch.replace(launch.find("%s"), 2, arguments);
  return "void run_" + kernel.name + "(const Pool& p, int shape) {\n" + launch + "}\n";
}

Unit unit_of(const std::vector<Kernel>& kernels) {
  Unit unit{kHead, {}};
  std::string unseen, table;
  for (const Kernel& k : kernels) {
    unit.judged += kernel_text(k);
    (k.launch_seen ? unit.judged : unseen) += launch_text(k);
    unit.judged += "\n";
    table += "  {" + std::to_string(k.index) + ", " + std::to_string(k.shapes.size()) + ", run_"
             + k.name + "},\n";
  }
  unit.compiled = unit.judged + unseen + "extern const Entry kPropertyKernels[] = {\n" + table
                  + "};\nextern const int kPropertyKernelCount = " + std::to_string(kernels.size())
                  + ";\n";
  return unit;
}

}  // namespace hipaudit::property
