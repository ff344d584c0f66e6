// SPDX-License-Identifier: Apache-2.0
// Facts of a few lines of HIP, parsed for real. Paths are below /code, which exists in memory only.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/rule.hpp"
#include "facts/facts.hpp"
#include "frontend/parse.hpp"
#include "target/target.hpp"

namespace hipaudit::test {

struct Snippet {
  std::map<std::string, std::string> files;  ///< more files, by absolute path
  std::vector<std::string> arguments;
  bool system_headers = false;
  bool all_passes = false;
  bool hip = true;

  [[nodiscard]] Facts parse(const std::string& text) const {
    UnitSpec unit;
    unit.file = "/code/main.hip";
    unit.directory = "/";
    unit.arguments = arguments;
    unit.arguments.push_back("-std=c++17");
    unit.hip = hip;
    unit.origin = "database";
    ParseOptions options;
    options.root = "/code";
    std::string error;
    options.headers =
        find_hip(system_headers ? HeaderMode::system : HeaderMode::bundled, "", error);
    options.resource_dir = find_resource_dir();
    for (const char* name : {"gfx90a", "gfx1100"})
      if (const auto target = find_target(name)) options.targets.push_back(*target);
    options.all_passes = all_passes;
    options.needs = ~0U;
    options.overlay = files;
    options.overlay[unit.file] = text;
    return parse_unit(unit, options);
  }
};

/// With the HIP header included before `text`.
inline Facts parse_hip(const std::string& text, const Snippet& with = {}) {
  return with.parse("#include <hip/hip_runtime.h>\n" + text);
}

/// The first function whose name ends in `name`; one that is empty when there is none.
inline const kf::Function& function(const Facts& facts, const std::string& name) {
  static const kf::Function none;
  for (const kf::Function& f : facts.functions)
    if (f.name.size() >= name.size()
        && f.name.compare(f.name.size() - name.size(), name.size(), name) == 0)
      return f;
  return none;
}

}  // namespace hipaudit::test
