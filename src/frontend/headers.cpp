// SPDX-License-Identifier: Apache-2.0
#include "frontend/headers.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <dlfcn.h>

#include <clang/Basic/Version.h>
#include <llvm/Support/raw_ostream.h>

namespace hipaudit {

namespace fs = std::filesystem;

namespace {

std::string define_in(const fs::path& file, const std::string& name) {
  std::ifstream in(file);
  std::string line;
  while (std::getline(in, line)) {
    const std::string start = "#define " + name + " ";
    if (line.rfind(start, 0) != 0) continue;
    std::string value = line.substr(start.size());
    const auto from = value.find_first_not_of(" \t");
    const auto to = value.find_last_not_of(" \t\r");
    return from == std::string::npos ? std::string() : value.substr(from, to - from + 1);
  }
  return {};
}

std::string version_of(const fs::path& include) {
  const fs::path file = include / "hip" / "hip_version.h";
  const std::string major = define_in(file, "HIP_VERSION_MAJOR");
  if (major.empty()) return "unknown version";
  return major + "." + define_in(file, "HIP_VERSION_MINOR") + "."
         + define_in(file, "HIP_VERSION_PATCH");
}

}  // namespace

HipHeaders find_hip(HeaderMode mode, const std::string& rocm_path, std::string& error) {
  HipHeaders out;
  out.version = "bundled";
  if (mode == HeaderMode::bundled) return out;
  struct Candidate {
    std::string base;
    std::string by;
  };
  std::vector<Candidate> candidates;
  if (!rocm_path.empty()) {
    candidates.push_back({rocm_path, "--rocm-path"});
  } else {
    if (const char* path = std::getenv("ROCM_PATH"); path && *path)
      candidates.push_back({path, "ROCM_PATH"});
    candidates.push_back({"/opt/rocm", "/opt/rocm"});
    candidates.push_back({"/usr", "system"});
  }
  std::error_code ignored;
  for (const Candidate& candidate : candidates) {
    for (const char* below : {"include", "hip/include"}) {
      const fs::path include = fs::path(candidate.base) / below;
      const fs::path header = include / "hip" / "hip_runtime.h";
      out.tried.push_back(header.string());
      if (!fs::exists(header, ignored)) continue;
      out.bundled = false;
      out.include_dir = include.string();
      out.version = version_of(include);
      out.found_by = candidate.by;
      return out;
    }
  }
  if (mode == HeaderMode::system || !rocm_path.empty()) {
    error = "no HIP headers found; looked for";
    for (const std::string& path : out.tried) error += " " + path;
    error += "; install them, name their folder with --rocm-path, or use --hip-headers=bundled";
  }
  return out;
}

std::string find_resource_dir() {
  std::vector<fs::path> candidates;
  const std::string major = std::to_string(CLANG_VERSION_MAJOR);
#ifdef HIPAUDIT_RESOURCE_DIR
  candidates.emplace_back(HIPAUDIT_RESOURCE_DIR);
#endif
  // Beside the library that this process has loaded, wherever it was installed.
  Dl_info info;
  if (dladdr(reinterpret_cast<const void*>(&clang::getClangFullVersion), &info) && info.dli_fname) {
    std::error_code ignored;
    const fs::path library = fs::canonical(info.dli_fname, ignored).parent_path();
    candidates.push_back(library / "clang" / major);
    candidates.push_back(library / ("llvm-" + major) / "lib" / "clang" / major);
    candidates.push_back(library.parent_path() / ("llvm-" + major) / "lib" / "clang" / major);
  }
  candidates.emplace_back("/usr/lib/llvm-" + major + "/lib/clang/" + major);
  candidates.emplace_back("/usr/lib/clang/" + major);
  std::error_code ignored;
  for (const fs::path& candidate : candidates)
    if (fs::exists(candidate / "include" / "stddef.h", ignored)) return candidate.string();
  return {};
}

}  // namespace hipaudit
