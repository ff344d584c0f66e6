// SPDX-License-Identifier: Apache-2.0
// What reaches the parser from the command lines that compile databases hold.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <vector>

#include <unistd.h>

#include "frontend/unit.hpp"

using namespace hipaudit;

namespace {

using Words = std::vector<std::string>;
namespace fs = std::filesystem;

UnitSpec adapted(const Words& command, const std::string& file = "/src/a.cpp",
                 const std::string& directory = "/src") {
  UnitSpec unit;
  unit.file = file;
  unit.directory = directory;
  adapt_command(command, unit);
  return unit;
}

/// A folder with files, gone at the end.
class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "hipaudit-command-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { fs::remove_all(path_); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
  }
  std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

}  // namespace

TEST_CASE("hipcc parses C++ files as HIP", "[command]") {
  const UnitSpec unit =
      adapted({"/opt/rocm/bin/hipcc", "--offload-arch=gfx90a", "-O3", "-DUSE_ROCM", "-DN=4",
               "-I/inc", "-I", "rel", "-isystem", "/sys", "-std=c++17", "-fPIC", "-Wall", "-Werror",
               "-c", "/src/a.cpp", "-o", "a.o"});
  CHECK(unit.hip);
  CHECK(unit.arguments
        == Words{"-DUSE_ROCM", "-DN=4", "-I/inc", "-Irel", "-isystem", "/sys", "-std=c++17"});
  CHECK(unit.command.defines == Words{"USE_ROCM", "N=4"});
  CHECK(unit.command.targets == Words{"gfx90a"});
  CHECK(unit.command.leftover_options.empty());
  CHECK(unit.notes.empty());
  CHECK(unit.command.main_file == "/src/a.cpp");
}

TEST_CASE("Clang parses as HIP what it is told is HIP", "[command]") {
  CHECK(adapted({"clang++", "-x", "hip", "-c", "a.cpp"}).hip);
  CHECK(adapted({"amdclang++", "-xhip", "-c", "a.cpp"}).hip);
  CHECK(adapted({"/opt/rocm/llvm/bin/clang++", "--offload-arch=gfx942:sramecc+:xnack-", "a.cpp"})
            .hip);
  CHECK(adapted({"clang++-22", "-c", "a.hip"}, "/src/a.hip").hip);
  CHECK(adapted({"clang++", "-c", "a.cu"}, "/src/a.cu").hip);
  CHECK_FALSE(adapted({"clang++", "-c", "a.cpp"}).hip);
  CHECK_FALSE(adapted({"g++", "-c", "a.cpp"}).hip);
  CHECK_FALSE(adapted({"clang++", "-x", "c++", "-c", "a.hip"}, "/src/a.hip").hip);
}

TEST_CASE("a C file is C", "[command]") {
  const UnitSpec by_name = adapted({"gcc", "-c", "a.c"}, "/src/a.c");
  CHECK(by_name.c_language);
  CHECK_FALSE(by_name.hip);
  const UnitSpec by_option = adapted({"hipcc", "-x", "c", "-c", "a.inc"}, "/src/a.inc");
  CHECK(by_option.c_language);
  CHECK_FALSE(by_option.hip);
}

TEST_CASE("a CMake HIP command", "[command]") {
  const UnitSpec unit = adapted({"/opt/rocm/llvm/bin/clang++",
                                 "-DFOO=\"a b\"",
                                 "-D__HIP_ROCclr__=1",
                                 "-I/src/include",
                                 "-O3",
                                 "-DNDEBUG",
                                 "-std=gnu++17",
                                 "--offload-arch=gfx90a",
                                 "--offload-arch=gfx1100",
                                 "-fPIC",
                                 "-MD",
                                 "-MT",
                                 "a.o",
                                 "-MF",
                                 "a.o.d",
                                 "-o",
                                 "a.o",
                                 "-x",
                                 "hip",
                                 "-c",
                                 "/src/a.cpp"});
  CHECK(unit.hip);
  CHECK(unit.arguments
        == Words{"-DFOO=\"a b\"", "-D__HIP_ROCclr__=1", "-I/src/include", "-DNDEBUG",
                 "-std=gnu++17"});
  CHECK(unit.command.targets == Words{"gfx90a", "gfx1100"});
}

TEST_CASE("spellings of targets", "[command]") {
  CHECK(adapted({"hipcc", "--offload-arch=gfx90a,gfx1100:xnack+", "a.cpp"}).command.targets
        == Words{"gfx90a", "gfx1100"});
  CHECK(adapted({"hipcc", "--offload-arch", "gfx942", "a.cpp"}).command.targets == Words{"gfx942"});
  CHECK(adapted({"hipcc", "--amdgpu-target=gfx908", "a.cpp"}).command.targets == Words{"gfx908"});
  CHECK(adapted({"clang++", "--cuda-gpu-arch=sm_70", "a.cpp"}).command.targets.empty());
}

TEST_CASE("nvcc's options", "[command]") {
  const UnitSpec unit = adapted({"/usr/local/cuda/bin/nvcc",
                                 "-ccbin",
                                 "g++",
                                 "-gencode",
                                 "arch=compute_80,code=sm_80",
                                 "--generate-code=arch=compute_90,code=[sm_90]",
                                 "-Xcompiler",
                                 "-fPIC,-DHOST=1,-Wall",
                                 "--std",
                                 "c++17",
                                 "-I=/eq",
                                 "--include-path=/long",
                                 "-isystem=/sys",
                                 "--define-macro",
                                 "A=1",
                                 "--define-macro=B",
                                 "--pre-include",
                                 "first.h",
                                 "--system-include=/s2",
                                 "--expt-relaxed-constexpr",
                                 "-rdc=true",
                                 "-lineinfo",
                                 "-Xptxas",
                                 "-v",
                                 "-c",
                                 "/src/a.cu",
                                 "-o",
                                 "a.o"},
                                "/src/a.cu");
  CHECK(unit.hip);
  CHECK(unit.arguments
        == Words{"-DHOST=1", "-std=c++17", "-I/eq", "-I", "/long", "-isystem", "/sys", "-DA=1",
                 "-DB", "-include", "first.h", "-isystem", "/s2"});
  CHECK(unit.command.defines == Words{"HOST=1", "A=1", "B"});
  CHECK(unit.command.targets.empty());
}

TEST_CASE("options that nvcc had a meaning for are kept apart", "[command]") {
  const UnitSpec unit =
      adapted({"hipcc", "-use_fast_math", "--use_fast_math", "--fmad=false", "--ftz=true",
               "--prec-div=false", "--default-stream=per-thread", "--default-stream", "legacy",
               "-maxrregcount=64", "--maxrregcount", "128", "-DX", "a.cpp"});
  CHECK(unit.command.leftover_options
        == Words{"-use_fast_math", "--use_fast_math", "--fmad=false", "--ftz=true",
                 "--prec-div=false", "--default-stream=per-thread", "--default-stream legacy",
                 "-maxrregcount=64", "--maxrregcount"});
  CHECK(unit.arguments == Words{"-DX"});
  CHECK_FALSE(unit.command.per_thread_stream);
  CHECK(adapted({"hipcc", "-fgpu-default-stream=per-thread", "a.cpp"}).command.per_thread_stream);
}

TEST_CASE("lists for the host compiler", "[command]") {
  const auto arguments = [](const Words& options) {
    Words command{"nvcc"};
    command.insert(command.end(), options.begin(), options.end());
    return adapted(command).arguments;
  };
  CHECK(arguments({"-Xcompiler=-DA,-UB"}) == Words{"-DA", "-UB"});
  CHECK(arguments({"--compiler-options", "-DA -O2 -DB"}) == Words{"-DA", "-DB"});
  CHECK(arguments({"-Xcompiler", "-include", "-Xcompiler", "x.h", "-DC"})
        == Words{"-include", "x.h", "-DC"});
  CHECK(arguments({"-Xcompiler", "-DF=a\\,b"}) == Words{"-DF=a,b"});
  CHECK(arguments({"-Wp,-DA,-DB"}) == Words{"-DA", "-DB"});
  CHECK(arguments({"-Xpreprocessor", "-DA"}) == Words{"-DA"});
  CHECK(arguments({"-Xcompiler"}).empty());
  CHECK(arguments({"-DLAST", "-Xcompiler"}) == Words{"-DLAST"});
}

TEST_CASE("launchers in front of the compiler", "[command]") {
  const std::vector<Words> fronts = {
      {"ccache"},
      {"/usr/bin/sccache"},
      {"env", "CCACHE_DIR=/tmp/c", "ccache"},
      {"env", "-u", "CPATH", "LANG=C"},
      {"nice", "-n", "10"},
      {"ccache", "base_dir=/src"},
      {"distcc"},
      {"/usr/bin/cmake", "-E", "__run_co_compile", "--launcher=ccache", "--tidy=clang-tidy;--extra",
       "--source=a.cpp", "--"},
      {"cmake", "-E", "__run_co_compile", "--launcher", "ccache", "--"},
      {"cmake", "-E", "env", "PATH=/x", "--"},
      {"cmake", "-E", "env", "PATH=/x"},
      {"cmake", "-E", "time"},
      {"ccache", "distcc"}};
  for (Words command : fronts) {
    for (const char* word : {"/opt/rocm/bin/hipcc", "-DX", "-c", "a.cpp"})
      command.emplace_back(word);
    CAPTURE(command[0], command[1]);
    const UnitSpec unit = adapted(command);
    CHECK(unit.hip);
    CHECK(unit.arguments == Words{"-DX"});
  }
}

TEST_CASE("include options in all forms", "[command]") {
  CHECK(adapted({"clang++", "-isystem/a", "-iquote", "/b", "-idirafter/c", "-include", "d.h",
                 "-imacros", "e.h", "-isystem-after", "/f", "a.cpp"})
            .arguments
        == Words{"-isystem", "/a", "-iquote", "/b", "-idirafter", "/c", "-include", "d.h",
                 "-imacros", "e.h", "-isystem-after", "/f"});
  CHECK(adapted({"clang++", "-D", "A", "-U", "B", "-UC", "a.cpp"}).arguments
        == Words{"-DA", "-UB", "-UC"});
  CHECK(
      adapted({"clang++", "--sysroot", "/r", "-isysroot", "/s", "--sysroot=/t", "a.cpp"}).arguments
      == Words{"--sysroot", "/r", "-isysroot", "/s", "--sysroot=/t"});
  CHECK(adapted({"clang++", "a.cpp", "-I"}).arguments.empty());
  CHECK(adapted({"clang++", "a.cpp", "-D"}).arguments.empty());
}

TEST_CASE("options that change what is parsed are kept, others are not", "[command]") {
  CHECK(adapted({"clang++",
                 "-fno-exceptions",
                 "-fno-rtti",
                 "-ffast-math",
                 "-nostdinc++",
                 "-pthread",
                 "-m32",
                 "-stdlib=libc++",
                 "-ftemplate-depth=2000",
                 "--gcc-toolchain=/gcc",
                 "-O2",
                 "-g",
                 "-flto",
                 "-march=native",
                 "-Wextra",
                 "-fopenmp",
                 "-lfoo",
                 "-L/x",
                 "-Wl,-rpath,/y",
                 "a.cpp"})
            .arguments
        == Words{"-fno-exceptions", "-fno-rtti", "-ffast-math", "-nostdinc++", "-pthread", "-m32",
                 "-stdlib=libc++", "-ftemplate-depth=2000", "--gcc-toolchain=/gcc"});
}

TEST_CASE("nothing of a database loads code", "[command]") {
  const std::vector<Words> spellings = {{"-fplugin=/tmp/x.so"},
                                        {"-fpass-plugin=/tmp/x.so"},
                                        {"-fplugin-arg-x-y=z"},
                                        {"-Xclang", "-load", "-Xclang", "/tmp/x.so"},
                                        {"-Xclang", "-plugin", "-Xclang", "x"},
                                        {"-Xclang", "-add-plugin", "-Xclang", "x"},
                                        {"-load", "/tmp/x.so"},
                                        {"-load=/tmp/x.so"},
                                        {"--load=/tmp/x.so"},
                                        {"-plugin", "x"},
                                        {"-Xcompiler", "-fplugin=/tmp/x.so"},
                                        {"-Xcompiler=-fplugin=/tmp/x.so"},
                                        {"-ivfsoverlay", "/tmp/x.yaml"},
                                        {"-fmodule-map-file=/tmp/x"},
                                        {"--config", "/tmp/x.cfg"},
                                        {"-wrapper", "/tmp/x"},
                                        {"-B", "/tmp"},
                                        {"-specs", "/tmp/x"}};
  for (const Words& spelling : spellings) {
    Words command{"nvcc"};
    command.insert(command.end(), spelling.begin(), spelling.end());
    command.emplace_back("-DKEPT");
    CAPTURE(spelling);
    const UnitSpec unit = adapted(command);
    CHECK(unit.arguments == Words{"-DKEPT"});
    CHECK(unit.notes.size() == 1);
  }
}

TEST_CASE("options for code generation take their value with them", "[command]") {
  CHECK(adapted({"clang++", "-mllvm", "-load=/tmp/x.so", "-Xarch_device", "-DY", "-Xlinker", "-DZ",
                 "-target", "x", "-dependency-file", "d", "-DKEPT", "a.cpp"})
            .arguments
        == Words{"-DKEPT"});
}

TEST_CASE("response files", "[command]") {
  const Folder folder;
  folder.write("outer.rsp", "-DA=1 \"-I/with blank\"\n@inner.rsp");
  folder.write("inner.rsp", "-DB='two words'\n--offload-arch=gfx90a");
  folder.write("loop.rsp", "-DLOOP @loop.rsp");
  const UnitSpec unit =
      adapted({"hipcc", "@outer.rsp", "@missing.rsp", "-DC", "a.cpp"}, "/src/a.cpp", folder.path());
  CHECK(unit.arguments == Words{"-DA=1", "-I/with blank", "-DB=two words", "-DC"});
  CHECK(unit.command.targets == Words{"gfx90a"});
  REQUIRE(unit.notes.size() == 1);
  CHECK(unit.notes[0].find("missing.rsp") != std::string::npos);

  for (const Words& options : {Words{"--options-file", "inner.rsp"}, Words{"-optf", "inner.rsp"},
                               Words{"--options-file=inner.rsp"}}) {
    Words command{"nvcc"};
    command.insert(command.end(), options.begin(), options.end());
    CHECK(adapted(command, "/src/a.cu", folder.path()).arguments == Words{"-DB=two words"});
  }

  const UnitSpec endless = adapted({"hipcc", "@loop.rsp"}, "/src/a.cpp", folder.path());
  CHECK(endless.notes.size() == 1);
  CHECK_FALSE(endless.arguments.empty());
}

TEST_CASE("a damaged command does no harm", "[command]") {
  CHECK(adapted({}).arguments.empty());
  CHECK(adapted({""}).arguments.empty());
  CHECK(adapted({"ccache"}).arguments.empty());
  CHECK(adapted({"env", "A=b"}).arguments.empty());
  CHECK(adapted({"cmake", "-E"}).arguments.empty());
  CHECK(adapted({"cmake", "-E", "env"}).arguments.empty());
  CHECK(adapted({"nice", "-n"}).arguments.empty());
  for (const char* last :
       {"-Xclang", "-Xcompiler", "-x", "-std", "-isystem", "-gencode", "-load", "--sysroot",
        "--default-stream", "--offload-arch", "-Xpreprocessor", "--options-file", "@"}) {
    CAPTURE(last);
    CHECK(adapted({"nvcc", "-DA", last}).arguments == Words{"-DA"});
  }
}
