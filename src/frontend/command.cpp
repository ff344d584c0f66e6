// SPDX-License-Identifier: Apache-2.0
// The command adapter. A compile database is untrusted input: nothing that it names is executed,
// and only options that change what the parser sees are passed on.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>

#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/StringSaver.h>

#include "frontend/unit.hpp"

namespace hipaudit {

namespace fs = std::filesystem;

namespace {

bool starts(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

template <std::size_t N>
bool one_of(std::string_view text, const std::string_view (&list)[N]) {
  return std::find(std::begin(list), std::end(list), text) != std::end(list);
}

std::string base_name(const std::string& path) { return fs::path(path).filename().string(); }

/// Response files inside response files go this deep at most.
constexpr int kMaxResponseDepth = 8;
constexpr std::uintmax_t kMaxResponseBytes = 8U << 20;

void expand_responses(const std::vector<std::string>& in, const std::string& directory, int depth,
                      std::vector<std::string>& out, std::vector<std::string>& notes) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    std::string name;
    if (in[i].size() > 1 && in[i][0] == '@') name = in[i].substr(1);
    // nvcc: --options-file FILE
    if ((in[i] == "--options-file" || in[i] == "-optf") && i + 1 < in.size()) name = in[++i];
    if (starts(in[i], "--options-file=") || starts(in[i], "-optf="))
      name = in[i].substr(in[i].find('=') + 1);
    if (name.empty()) {
      out.push_back(in[i]);
      continue;
    }
    const fs::path path =
        fs::path(name).is_absolute() ? fs::path(name) : fs::path(directory) / name;
    std::error_code error;
    const std::uintmax_t size = fs::file_size(path, error);
    std::ifstream file(path, std::ios::binary);
    if (error || !file || size > kMaxResponseBytes || depth >= kMaxResponseDepth) {
      notes.push_back("response file " + path.string()
                      + " cannot be read; its options are missing");
      continue;
    }
    std::stringstream text;
    text << file.rdbuf();
    llvm::BumpPtrAllocator memory;
    llvm::StringSaver saver(memory);
    llvm::SmallVector<const char*, 64> tokens;
    llvm::cl::TokenizeGNUCommandLine(text.str(), saver, tokens);
    std::vector<std::string> inner;
    for (const char* token : tokens)
      if (token) inner.emplace_back(token);
    expand_responses(inner, directory, depth + 1, out, notes);
  }
}

/// Index of the compiler behind launchers such as ccache, env and CMake's co-compile wrapper.
std::size_t skip_launchers(const std::vector<std::string>& args) {
  static constexpr std::string_view kLaunchers[] = {
      "ccache", "sccache", "distcc",     "icecc",     "icerun",      "env",    "nice",
      "time",   "gomacc",  "buildcache", "fastbuild", "clang-cache", "ctcache"};
  std::size_t i = 0;
  while (i < args.size()) {
    const std::string name = base_name(args[i]);
    if (name == "cmake") {
      // cmake -E __run_co_compile --launcher=... -- compiler, cmake -E env VAR=1 compiler
      const auto dashes = std::find(args.begin() + static_cast<long>(i), args.end(), "--");
      if (dashes != args.end()) {
        i = static_cast<std::size_t>(dashes - args.begin()) + 1;
        continue;
      }
      if (i + 2 >= args.size() || args[i + 1] != "-E") return i;
      i += 2;
      if (args[i] != "env" && args[i] != "time") return i;
    } else if (!one_of(name, kLaunchers)) {
      return i;
    }
    const std::string launcher = base_name(args[i]);
    ++i;
    // The launcher's own options and VAR=value settings.
    while (i < args.size() && (starts(args[i], "-") || args[i].find('=') != std::string::npos)) {
      const bool has_value =
          (launcher == "env"
           && (args[i] == "-u" || args[i] == "-C" || args[i] == "--unset" || args[i] == "--chdir"))
          || (launcher == "nice" && (args[i] == "-n" || args[i] == "--adjustment"))
          || (launcher == "time" && (args[i] == "-f" || args[i] == "-o"));
      i += has_value ? 2 : 1;
    }
  }
  return 0;
}

enum class Family { clang, hipcc, nvcc, gcc };

Family family_of(const std::string& compiler) {
  const std::string name = base_name(compiler);
  if (starts(name, "nvcc")) return Family::nvcc;
  if (starts(name, "hipcc")) return Family::hipcc;
  if (name.find("clang") != std::string::npos) return Family::clang;
  return Family::gcc;
}

/// Options whose value is the next argument and which do not matter for parsing.
constexpr std::string_view kDroppedWithValue[] = {"-o",
                                                  "-MF",
                                                  "-MT",
                                                  "-MQ",
                                                  "-MJ",
                                                  "-ccbin",
                                                  "--compiler-bindir",
                                                  "-Xlinker",
                                                  "-Xptxas",
                                                  "-Xnvlink",
                                                  "-Xcudafe",
                                                  "-Xarch_host",
                                                  "-Xarch_device",
                                                  "-Xassembler",
                                                  "-gencode",
                                                  "--generate-code",
                                                  "-arch",
                                                  "--gpu-architecture",
                                                  "-code",
                                                  "--gpu-code",
                                                  "--maxrregcount",
                                                  "-maxrregcount",
                                                  "-rdc",
                                                  "--relocatable-device-code",
                                                  "-L",
                                                  "-l",
                                                  "-T",
                                                  "-z",
                                                  "-u",
                                                  "-e",
                                                  "-target",
                                                  "-mllvm",
                                                  "--output-file",
                                                  "-odir",
                                                  "--output-directory",
                                                  "--ptxas-options",
                                                  "--linker-options",
                                                  "-diag-suppress",
                                                  "--diag-suppress",
                                                  "-t",
                                                  "--threads",
                                                  "-dependency-file",
                                                  "-Xopenmp-target"};

constexpr std::string_view kKeptFlags[] = {"-fexceptions",
                                           "-fno-exceptions",
                                           "-frtti",
                                           "-fno-rtti",
                                           "-fchar8_t",
                                           "-fno-char8_t",
                                           "-fsigned-char",
                                           "-funsigned-char",
                                           "-fshort-wchar",
                                           "-fms-extensions",
                                           "-fms-compatibility",
                                           "-fdeclspec",
                                           "-ffast-math",
                                           "-fno-fast-math",
                                           "-nostdinc",
                                           "-nostdinc++",
                                           "-nostdlibinc",
                                           "-pthread",
                                           "-fcoroutines",
                                           "-fsized-deallocation",
                                           "-faligned-allocation",
                                           "-m32"};

constexpr std::string_view kPluginPrefixes[] = {
    "-fplugin=", "-fpass-plugin=", "-fplugin-arg-", "-load=", "--load=", "-fmodule-map-file="};

/// Options that nvcc knows and Clang ignores or misreads: worth telling the rules about.
bool is_leftover(std::string_view arg) {
  return arg == "-use_fast_math" || arg == "--use_fast_math" || starts(arg, "--fmad")
         || starts(arg, "--ftz") || starts(arg, "--prec-") || starts(arg, "--default-stream")
         || starts(arg, "-default-stream") || starts(arg, "--maxrregcount")
         || starts(arg, "-maxrregcount");
}

class Adapter {
 public:
  Adapter(std::vector<std::string> args, Family family, UnitSpec& unit)
      : args_(std::move(args)), family_(family), unit_(unit) {}

  void run() {
    for (i_ = 0; i_ < args_.size(); ++i_) one();
  }

 private:
  const std::string* next() { return i_ + 1 < args_.size() ? &args_[++i_] : nullptr; }

  void keep(std::string arg) { unit_.arguments.push_back(std::move(arg)); }

  /// `-I dir`, `-Idir`, `-I=dir` (nvcc): the value, or nothing when `arg` is another option.
  bool value_of(std::string_view option, std::string_view arg, std::string& value) {
    if (arg == option) {
      const std::string* following = next();
      if (!following) return false;
      value = *following;
      return true;
    }
    if (!starts(arg, option)) return false;
    value = std::string(arg.substr(option.size()));
    if (family_ == Family::nvcc && starts(value, "=")) value.erase(0, 1);
    return true;
  }

  void define(const std::string& value) {
    keep("-D" + value);
    unit_.command.defines.push_back(value);
  }

  void split_list(const std::string& list) {
    // nvcc -Xcompiler "-fPIC,-DNAME=1"; CMake writes blanks instead of commas, too.
    std::vector<std::string> inner(1);
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (list[i] == '\\' && i + 1 < list.size() && list[i + 1] == ',')
        inner.back() += list[++i];
      else if (list[i] == ',' || list[i] == ' ')
        inner.emplace_back();
      else
        inner.back() += list[i];
    }
    inner.erase(std::remove(inner.begin(), inner.end(), ""), inner.end());
    Adapter(inner, Family::gcc, unit_).run();
  }

  void language(const std::string& name) {
    if (name == "hip" || name == "cuda" || name == "cu") unit_.hip = true;
    if (name == "c") {
      unit_.c_language = true;
      unit_.hip = false;
    }
    if (name == "c++" && family_ != Family::nvcc && family_ != Family::hipcc) unit_.hip = false;
  }

  void offload(const std::string& list) {
    std::stringstream stream(list);
    for (std::string arch; std::getline(stream, arch, ',');)
      if (starts(arch, "gfx")) {
        unit_.command.targets.push_back(arch.substr(0, arch.find(':')));
        unit_.hip = true;
      }
  }

  bool plugin(const std::string& arg) {
    for (const std::string_view prefix : kPluginPrefixes)
      if (starts(arg, prefix)) {
        unit_.notes.push_back("dropped " + arg + ": plug-ins of a compile database are not loaded");
        return true;
      }
    static constexpr std::string_view kWithValue[] = {"-load",        "-plugin",      "-add-plugin",
                                                      "-ivfsoverlay", "-include-pch", "-specs",
                                                      "--config",     "-B",           "-wrapper"};
    if (one_of(arg, kWithValue)) {
      const std::string* value = next();
      unit_.notes.push_back("dropped " + arg + (value ? " " + *value : "")
                            + ": it would load code or redirect files");
      return true;
    }
    return false;
  }

  void one() {
    const std::string arg = args_[i_];
    std::string value;
    if (is_leftover(arg)) {
      unit_.command.leftover_options.push_back(arg);
      if (arg == "--default-stream" || arg == "-default-stream") {
        if (const std::string* mode = next()) unit_.command.leftover_options.back() += " " + *mode;
      } else if ((arg == "--maxrregcount" || arg == "-maxrregcount")) {
        next();
      }
      return;
    }
    if (plugin(arg)) return;
    if (arg == "-Xclang") {
      const std::string* inner = next();
      if (!inner) return;
      if (*inner == "-load" || *inner == "-plugin" || *inner == "-add-plugin") {
        std::string dropped = *inner;
        if (i_ + 2 < args_.size() && args_[i_ + 1] == "-Xclang") {
          dropped += " " + args_[i_ + 2];
          i_ += 2;
        }
        unit_.notes.push_back("dropped -Xclang " + dropped
                              + ": plug-ins of a compile database are not loaded");
      }
      return;
    }
    if (arg == "-Xcompiler" || arg == "--compiler-options") {
      // An option and its value may come in two of them.
      std::string all;
      if (const std::string* list = next()) all = *list;
      while (i_ + 2 < args_.size() && args_[i_ + 1] == arg) {
        all += "," + args_[i_ + 2];
        i_ += 2;
      }
      return split_list(all);
    }
    if (arg == "-Xpreprocessor") {
      if (const std::string* inner = next()) split_list(*inner);
      return;
    }
    if (starts(arg, "-Wp,")) return split_list(arg.substr(4));
    if (starts(arg, "-Xcompiler=") || starts(arg, "--compiler-options=")) {
      split_list(arg.substr(arg.find('=') + 1));
      return;
    }
    if (arg == "-x" || arg == "--x") {
      if (const std::string* name = next()) language(*name);
      return;
    }
    if (starts(arg, "-x") && arg.size() > 2 && arg[2] != '=') return language(arg.substr(2));
    if (arg == "-fgpu-default-stream=per-thread") {
      unit_.command.per_thread_stream = true;
      return keep(arg);
    }
    for (const std::string_view option :
         {"--offload-arch=", "--amdgpu-target=", "--cuda-gpu-arch="})
      if (starts(arg, option)) return offload(arg.substr(option.size()));
    if (arg == "--offload-arch" || arg == "--amdgpu-target") {
      if (const std::string* list = next()) offload(*list);
      return;
    }
    if (arg == "-std" || arg == "--std") {
      if (const std::string* standard = next()) keep("-std=" + *standard);
      return;
    }
    if (starts(arg, "-std=") || starts(arg, "--std="))
      return keep("-std=" + arg.substr(arg.find('=') + 1));
    if (starts(arg, "-stdlib=") || starts(arg, "--sysroot=") || starts(arg, "-ftemplate-depth")
        || starts(arg, "--gcc-toolchain=") || starts(arg, "--gcc-install-dir=")
        || starts(arg, "-fconstexpr-"))
      return keep(arg);
    if (arg == "--sysroot" || arg == "-isysroot") {
      if (const std::string* path = next()) {
        keep(arg);
        keep(*path);
      }
      return;
    }
    if (arg == "-D" || (starts(arg, "-D") && arg.size() > 2)) {
      if (value_of("-D", arg, value)) define(value);
      return;
    }
    if (starts(arg, "--define-macro")) {
      if (value_of("--define-macro", arg, value))
        define(starts(value, "=") ? value.substr(1) : value);
      return;
    }
    if (arg == "-U" || (starts(arg, "-U") && arg.size() > 2)) {
      if (value_of("-U", arg, value)) keep("-U" + value);
      return;
    }
    if (starts(arg, "-isystem-after")) {
      if (!value_of("-isystem-after", arg, value)) return;
      keep("-isystem-after");
      return keep(value);
    }
    for (const std::string_view option :
         {"-isystem", "-iquote", "-idirafter", "-imacros", "-include", "--system-include",
          "--pre-include", "--include-path"}) {
      if (!starts(arg, option)) continue;
      if (!value_of(option, arg, value)) return;
      if (starts(value, "=")) value.erase(0, 1);
      std::string_view spelled = option;
      if (option == "--system-include") spelled = "-isystem";
      if (option == "--pre-include") spelled = "-include";
      if (option == "--include-path") spelled = "-I";
      keep(std::string(spelled));
      return keep(value);
    }
    if (arg == "-I" || (starts(arg, "-I") && arg.size() > 2)) {
      if (value_of("-I", arg, value)) keep("-I" + value);
      return;
    }
    if (one_of(arg, kDroppedWithValue)) {
      next();
      return;
    }
    if (one_of(arg, kKeptFlags)) return keep(arg);
    // Everything else (outputs, optimisation, warnings, code generation, inputs) does not change
    // what the parser sees.
  }

  std::vector<std::string> args_;
  Family family_;
  UnitSpec& unit_;
  std::size_t i_ = 0;
};

bool is_hip_extension(const std::string& file) {
  static constexpr std::string_view kExtensions[] = {".hip", ".cu", ".cuh", ".hiph"};
  return one_of(fs::path(file).extension().string(), kExtensions);
}

}  // namespace

void adapt_command(const std::vector<std::string>& command, UnitSpec& unit) {
  std::vector<std::string> args;
  expand_responses(command, unit.directory, 0, args, unit.notes);
  const std::size_t compiler = skip_launchers(args);
  const Family family = args.empty() ? Family::clang : family_of(args[compiler]);
  unit.hip = is_hip_extension(unit.file) || family == Family::hipcc || family == Family::nvcc;
  unit.c_language = fs::path(unit.file).extension() == ".c" && !unit.hip;
  if (!args.empty()) args.erase(args.begin(), args.begin() + static_cast<long>(compiler) + 1);
  Adapter(std::move(args), family, unit).run();
  unit.command.main_file = unit.file;
}

}  // namespace hipaudit
