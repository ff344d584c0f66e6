// SPDX-License-Identifier: Apache-2.0
// Which translation units an audit covers: the compile database, or the sources that are there.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/StringSaver.h>
#include <nlohmann/json.hpp>

#include "frontend/unit.hpp"

namespace hipaudit {

namespace fs = std::filesystem;

namespace {

bool has_extension(const fs::path& path, std::initializer_list<const char*> list) {
  const std::string extension = path.extension().string();
  return std::any_of(list.begin(), list.end(), [&](const char* e) { return extension == e; });
}

bool is_gpu_source(const fs::path& path) { return has_extension(path, {".hip", ".cu"}); }
bool is_host_source(const fs::path& path) {
  return has_extension(path, {".cpp", ".cc", ".cxx", ".c++", ".C"});
}
bool is_header(const fs::path& path) {
  return has_extension(
      path, {".h", ".hpp", ".hh", ".hxx", ".cuh", ".hiph", ".inl", ".inc", ".ipp", ".tpp", ".tcc"});
}
bool is_c_family(const fs::path& path) {
  return is_gpu_source(path) || is_host_source(path) || is_header(path)
         || has_extension(path, {".c"});
}

std::string real(const fs::path& path) {
  std::error_code error;
  const fs::path out = fs::weakly_canonical(path, error);
  return error ? fs::absolute(path).lexically_normal().string() : out.string();
}

bool below(const std::string& path, const std::string& root) {
  return path == root || root == "/"
         || (path.size() > root.size() && path.compare(0, root.size(), root) == 0
             && path[root.size()] == '/');
}

std::optional<std::string> read(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Text that only GPU code has.
bool looks_like_hip(const std::string& text) {
  for (const char* mark : {"hip/hip_runtime", "hip_runtime_api", "__global__", "<<<", "hipLaunch",
                           "hipMalloc", "hipStream"})
    if (text.find(mark) != std::string::npos) return true;
  return false;
}

std::string git_top(const fs::path& from) {
  std::error_code error;
  for (fs::path at = from; !at.empty(); at = at.parent_path()) {
    if (fs::exists(at / ".git", error)) return at.string();
    if (at == at.root_path()) break;
  }
  return {};
}

std::string common_ancestor(const std::vector<std::string>& paths) {
  if (paths.empty()) return real(fs::current_path());
  fs::path common = fs::path(paths.front()).parent_path();
  for (const std::string& path : paths)
    while (!below(path, common.string()) && common != common.root_path())
      common = common.parent_path();
  return common.string();
}

/// The folder that findings and fixes are confined to.
std::string choose_root(const std::vector<std::string>& files) {
  std::vector<std::string> paths = files;
  const std::string here = real(fs::current_path());
  const auto holds_all = [&](const std::string& root) {
    return std::all_of(paths.begin(), paths.end(),
                       [&](const std::string& p) { return below(p, root); });
  };
  if (!paths.empty()) {
    const std::string top = git_top(fs::path(paths.front()).parent_path());
    if (!top.empty() && holds_all(top)) return top;
  }
  if (here != "/" && holds_all(here)) return here;
  const std::string common = common_ancestor(paths);
  // A lone file in src/ has its headers in the sibling include/.
  const fs::path parent = fs::path(common).parent_path();
  const std::string name = fs::path(common).filename().string();
  if ((name == "src" || name == "source" || name == "kernels") && parent != parent.root_path())
    return parent.string();
  return common;
}

std::string find_database(const std::vector<std::string>& paths) {
  std::error_code error;
  std::vector<fs::path> starts;
  for (const std::string& path : paths)
    starts.push_back(fs::is_directory(path, error) ? fs::path(path) : fs::path(path).parent_path());
  if (starts.empty()) starts.push_back(real(fs::current_path()));
  for (const fs::path& start : starts)
    for (fs::path at = start; !at.empty(); at = at.parent_path()) {
      if (fs::exists(at / "compile_commands.json", error))
        return (at / "compile_commands.json").string();
      // Build folders beside the sources: the newest one.
      std::string newest;
      fs::file_time_type newest_time{};
      for (const fs::directory_entry& entry : fs::directory_iterator(at, error)) {
        const std::string name = entry.path().filename().string();
        const bool build =
            name.rfind("build", 0) == 0 || name.rfind("cmake-build", 0) == 0 || name == "out";
        if (!build || !entry.is_directory(error)) continue;
        const fs::path file = entry.path() / "compile_commands.json";
        if (!fs::exists(file, error)) continue;
        const auto time = fs::last_write_time(file, error);
        if (newest.empty() || time > newest_time) {
          newest = file.string();
          newest_time = time;
        }
      }
      if (!newest.empty()) return newest;
      if (fs::exists(at / ".git", error) || at == at.root_path()) break;
    }
  return {};
}

std::string line_of(const std::string& text, std::size_t byte) {
  return std::to_string(1
                        + std::count(text.begin(),
                                     text.begin() + static_cast<long>(std::min(byte, text.size())),
                                     '\n'));
}

std::optional<UsageError> load_database(const std::string& file, std::vector<UnitSpec>& out) {
  const std::optional<std::string> text = read(file);
  if (!text)
    return UsageError{file + ": cannot be read; give -p the folder or file of a compile database"};
  nlohmann::json json;
  try {
    json = nlohmann::json::parse(*text);
  } catch (const nlohmann::json::parse_error& e) {
    return UsageError{file + ":" + line_of(*text, e.byte) + ": not valid JSON ("
                      + std::string(e.what())
                      + "); generate it again, e.g. with CMAKE_EXPORT_COMPILE_COMMANDS=ON"};
  }
  if (!json.is_array())
    return UsageError{file
                      + ":1: a compile database is a JSON array of objects; generate it again"};
  if (json.empty())
    return UsageError{file
                      + ": the compile database is empty; build the project with "
                        "CMAKE_EXPORT_COMPILE_COMMANDS=ON or name the files to audit without -p"};
  const fs::path base = fs::path(file).parent_path();
  std::size_t number = 0;
  for (const auto& entry : json) {
    ++number;
    const std::string where = file + ": entry " + std::to_string(number);
    if (!entry.is_object() || !entry.contains("file") || !entry["file"].is_string())
      return UsageError{where + ": has no \"file\" string; generate the database again"};
    UnitSpec unit;
    fs::path directory = entry.contains("directory") && entry["directory"].is_string()
                             ? fs::path(entry["directory"].get<std::string>())
                             : base;
    if (directory.is_relative()) directory = base / directory;
    unit.directory = real(directory);
    const fs::path named = entry["file"].get<std::string>();
    unit.file = real(named.is_absolute() ? named : fs::path(unit.directory) / named);
    std::vector<std::string> command;
    if (entry.contains("arguments") && entry["arguments"].is_array()) {
      for (const auto& argument : entry["arguments"])
        if (argument.is_string()) command.push_back(argument.get<std::string>());
    } else if (entry.contains("command") && entry["command"].is_string()) {
      llvm::BumpPtrAllocator memory;
      llvm::StringSaver saver(memory);
      llvm::SmallVector<const char*, 64> tokens;
      llvm::cl::TokenizeGNUCommandLine(entry["command"].get<std::string>(), saver, tokens);
      for (const char* token : tokens)
        if (token) command.emplace_back(token);
    } else {
      return UsageError{where + " (" + unit.file + "): has neither \"command\" nor \"arguments\""};
    }
    if (!is_c_family(unit.file)) continue;
    unit.origin = "database";
    adapt_command(command, unit);
    out.push_back(std::move(unit));
  }
  return std::nullopt;
}

UnitSpec infer_unit(const std::string& file, const std::string& root) {
  UnitSpec unit;
  unit.file = file;
  unit.directory = fs::path(file).parent_path().string();
  unit.origin = "inferred";
  unit.arguments = {"-std=c++17"};
  std::set<std::string> seen;
  const fs::path dir = unit.directory;
  std::error_code error;
  for (const fs::path& candidate :
       {dir, dir / "include", dir.parent_path() / "include", fs::path(root) / "include",
        fs::path(root) / "src", fs::path(root)}) {
    const std::string path = candidate.lexically_normal().string();
    if (fs::is_directory(candidate, error) && seen.insert(path).second)
      unit.arguments.push_back("-I" + path);
  }
  unit.hip = true;
  unit.c_language = false;
  unit.command.main_file = file;
  return unit;
}

bool skipped_folder(const std::string& name) {
  return name.empty() || name[0] == '.' || name == "build" || name.rfind("cmake-build", 0) == 0
         || name == "node_modules" || name == "CMakeFiles";
}

/// Sources below a folder that hold GPU code.
std::vector<std::string> sources_below(const std::string& folder) {
  std::vector<std::string> out;
  std::error_code error;
  for (auto it = fs::recursive_directory_iterator(
           folder, fs::directory_options::skip_permission_denied, error);
       it != fs::recursive_directory_iterator(); it.increment(error)) {
    if (error) break;
    const fs::path& path = it->path();
    if (it->is_directory(error)) {
      if (skipped_folder(path.filename().string())) it.disable_recursion_pending();
      continue;
    }
    if (!it->is_regular_file(error)) continue;
    if (is_gpu_source(path)) {
      out.push_back(real(path));
    } else if (is_host_source(path)) {
      const auto text = read(path);
      if (text && looks_like_hip(*text)) out.push_back(real(path));
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

bool is_binary(const std::string& text) {
  return text.substr(0, 8192).find('\0') != std::string::npos;
}

std::optional<UsageError> check_input(const std::string& path) {
  std::error_code error;
  if (!fs::exists(path, error)) {
    if (fs::is_symlink(path, error))
      return UsageError{path + ": a link to " + fs::read_symlink(path, error).string()
                        + ", which is not there; mend the link or name the file itself"};
    return UsageError{(path.empty() ? "''" : path)
                      + ": no such file or folder; name a source file or a folder"};
  }
  if (fs::is_directory(path, error)) return std::nullopt;
  if (!fs::is_regular_file(path, error))
    return UsageError{path + ": not a regular file; name a source file or a folder"};
  const auto text = read(path);
  if (!text) return UsageError{path + ": cannot be read; check its permissions"};
  if (is_binary(*text))
    return UsageError{path + ": is a binary file; name a source file or a folder"};
  return std::nullopt;
}

}  // namespace

std::optional<UsageError> plan_units(const std::vector<std::string>& given,
                                     const UnitOptions& options, UnitPlan& out) {
  std::error_code error;
  std::vector<std::string> paths;
  for (const std::string& path : given) {
    if (auto problem = check_input(path)) return problem;
    paths.push_back(real(path));
  }

  std::string database;
  if (!options.database.empty()) {
    const fs::path named = options.database;
    if (!fs::exists(named, error))
      return UsageError{options.database
                        + ": not found; -p takes a compile_commands.json or its folder"};
    database = fs::is_directory(named, error) ? (named / "compile_commands.json").string()
                                              : named.string();
    if (!fs::exists(database, error))
      return UsageError{database + ": not found; -p takes a compile_commands.json or its folder"};
    database = real(database);
  } else {
    database = find_database(paths);
  }

  std::vector<UnitSpec> all;
  if (!database.empty()) {
    if (auto problem = load_database(database, all)) return problem;
    out.database = database;
    if (options.database.empty())
      out.notices.push_back("using " + database + " (choose another with -p)");
  } else if (options.require_database) {
    return UsageError{"no compile_commands.json found and --require-db given; make one with "
                      "cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, or with bear -- make"};
  }

  std::vector<UnitSpec> chosen;
  std::set<std::string> inferred;
  std::vector<std::string> to_infer;
  if (paths.empty()) {
    if (!database.empty())
      chosen = all;
    else
      to_infer = sources_below(real(fs::current_path()));
  }
  for (const std::string& path : paths) {
    std::size_t before = chosen.size();
    const bool folder = fs::is_directory(path, error);
    for (const UnitSpec& unit : all)
      if (folder ? below(unit.file, path) : unit.file == path) chosen.push_back(unit);
    if (chosen.size() != before) continue;
    if (folder) {
      const std::vector<std::string> found = sources_below(path);
      to_infer.insert(to_infer.end(), found.begin(), found.end());
      continue;
    }
    if (is_header(path) && !all.empty()) {
      // A header is seen through the units that include it.
      out.only.push_back(path);
      chosen.insert(chosen.end(), all.begin(), all.end());
      continue;
    }
    to_infer.push_back(path);
  }

  std::vector<std::string> files;
  for (const UnitSpec& unit : chosen) files.push_back(unit.file);
  files.insert(files.end(), to_infer.begin(), to_infer.end());
  if (!options.root.empty()) {
    if (!fs::is_directory(options.root, error))
      return UsageError{options.root + ": --root is not a folder"};
    out.root = real(options.root);
  } else {
    out.root = choose_root(files);
  }
  for (const std::string& file : to_infer)
    if (inferred.insert(file).second) chosen.push_back(infer_unit(file, out.root));
  if (!inferred.empty())
    out.notices.push_back(
        (database.empty() ? std::string("no compile database: ")
                          : std::string("not in the compile database: "))
        + std::to_string(inferred.size())
        + " file(s) parsed with default options; for exact results run cmake with "
          "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON, or bear -- make, and pass -p");
  if (chosen.empty())
    return UsageError{paths.empty()
                          ? "nothing to audit: no compile database and no HIP sources below "
                                + real(fs::current_path())
                          : "nothing to audit: no HIP sources in " + given.front()};

  // One entry per distinct file and arguments: databases list a file once per configuration.
  std::stable_sort(chosen.begin(), chosen.end(),
                   [](const UnitSpec& a, const UnitSpec& b) { return a.file < b.file; });
  std::set<std::pair<std::string, std::vector<std::string>>> seen;
  for (UnitSpec& unit : chosen) {
    unit.arguments.insert(unit.arguments.end(), options.extra.begin(), options.extra.end());
    if (seen.emplace(unit.file, unit.arguments).second) out.units.push_back(std::move(unit));
  }

  out.targets = options.targets;
  if (out.targets.empty()) {
    std::set<std::string> names;
    for (const UnitSpec& unit : out.units)
      for (const std::string& name : unit.command.targets)
        if (names.insert(name).second)
          if (const auto target = find_target(name)) out.targets.push_back(*target);
    std::sort(out.targets.begin(), out.targets.end(),
              [](const Target& a, const Target& b) { return a.name < b.name; });
  }
  if (out.targets.empty()) out.targets = default_targets();
  return std::nullopt;
}

}  // namespace hipaudit
