// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "frontend/bundled.hpp"
#include "session.hpp"

namespace hipaudit {

int run_doctor(const Options& options) {
  std::printf("hipaudit     %s, built on Clang %s\n", HIPAUDIT_VERSION, HIPAUDIT_CLANG_VERSION);
  const std::string resource = find_resource_dir();
  std::printf("Clang files  %s\n",
              resource.empty() ? "NOT FOUND: install libclang-common-22-dev" : resource.c_str());
  std::string error;
  const HipHeaders hip = find_hip(options.headers, options.rocm_path, error);
  if (!error.empty()) {
    std::printf("HIP headers  NOT FOUND: %s\n", error.c_str());
  } else if (hip.bundled) {
    std::printf("HIP headers  bundled stubs%s\n", options.headers == HeaderMode::bundled
                                                      ? " (--hip-headers=bundled)"
                                                      : " (no HIP is installed)");
    for (const std::string& path : hip.tried)
      std::printf("             looked for %s\n", path.c_str());
  } else {
    std::printf("HIP headers  %s/hip, version %s, found by %s; with the layer that lets Clang %s "
                "read them\n",
                hip.include_dir.c_str(), hip.version.c_str(), hip.found_by.c_str(),
                HIPAUDIT_CLANG_VERSION);
  }
  std::size_t skeletons = 0;
  for (const BundledFile& file : bundled_files())
    skeletons += file.path.rfind("/skeleton/", 0) == 0 ? 1 : 0;
  std::printf("Skeletons    %zu third-party headers stand in where the real ones are missing\n",
              skeletons);
  std::printf("Rules        %zu\n", all_rules().size());

  Session session;
  if (auto problem = prepare(options, session)) {
    std::printf("Sources      %s\n", problem->c_str());
    // Without sources the rest is still worth knowing; what the caller named has to be right.
    const bool named = !options.paths.empty() || !options.database.empty() || !options.root.empty()
                       || !options.targets.empty() || options.require_database;
    if (named) return usage_error(*problem);
    return error.empty() && !resource.empty() ? kExitClean : kExitUsage;
  }
  std::printf("Database     %s\n", session.units.database.empty() ? "none: default options"
                                                                  : session.units.database.c_str());
  std::printf("Root         %s (findings and fixes stay below it)\n", session.units.root.c_str());
  std::string targets;
  for (const Target& target : session.units.targets)
    targets +=
        (targets.empty() ? "" : ", ") + target.name + " (wave" + std::to_string(target.wave) + ")";
  std::printf("Targets      %s\n", targets.c_str());
  std::size_t hip_units = 0;
  for (const UnitSpec& unit : session.units.units) hip_units += unit.hip ? 1 : 0;
  std::printf("Units        %zu, of them %zu as HIP\n", session.units.units.size(), hip_units);
  for (const UnitSpec& unit : session.units.units)
    for (const std::string& note : unit.notes)
      std::printf("             %s: %s\n", shown_path(session.units.root, unit.file).c_str(),
                  note.c_str());
  return kExitClean;
}

}  // namespace hipaudit
