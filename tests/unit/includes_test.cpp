// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <string>

#include "fix/fix.hpp"

using hipaudit::Insertion;
using hipaudit::place_include;

namespace {

/// The text with the include placed; placing it again must change nothing.
std::string placed(const std::string& text) {
  const Insertion insertion = place_include(text, "hipshim/warp32.hpp");
  std::string out = text;
  REQUIRE(insertion.offset <= out.size());
  out.insert(insertion.offset, insertion.text);
  CHECK(place_include(out, "hipshim/warp32.hpp").text.empty());
  return out;
}

}  // namespace

TEST_CASE("an include follows the last top-level include", "[includes]") {
  CHECK(placed("#include <a>\n#include \"b.h\"\n\nint x;\n")
        == "#include <a>\n#include \"b.h\"\n#include <hipshim/warp32.hpp>\n\nint x;\n");
  CHECK(placed("#include <a>  // why\nint x;\n")
        == "#include <a>  // why\n#include <hipshim/warp32.hpp>\nint x;\n");
  CHECK(placed("#include <a> /* goes\n on */\nint x;\n")
        == "#include <a> /* goes\n on */\n#include <hipshim/warp32.hpp>\nint x;\n");
  CHECK(placed("#  include <a>\nint x;\n")
        == "#  include <a>\n#  include <hipshim/warp32.hpp>\nint x;\n");
  CHECK(placed("#include <sys//a.h>\nint x;\n")
        == "#include <sys//a.h>\n#include <hipshim/warp32.hpp>\nint x;\n");
  CHECK(placed("#include \\\n  <a>\nint x;\n")
        == "#include \\\n  <a>\n#include <hipshim/warp32.hpp>\nint x;\n");
}

TEST_CASE("an include at the end of the text needs a line of its own", "[includes]") {
  CHECK(placed("#include <a>") == "#include <a>\n#include <hipshim/warp32.hpp>");
  CHECK(placed("") == "#include <hipshim/warp32.hpp>\n");
  CHECK(placed("#define WIDTH 32") == "#include <hipshim/warp32.hpp>\n\n#define WIDTH 32");
  CHECK(placed("// only words") == "// only words\n\n#include <hipshim/warp32.hpp>");
}

TEST_CASE("guards are looked through", "[includes]") {
  const std::string tail = "int x;\n#endif\n";
  CHECK(placed("#ifndef A_H\n#define A_H\n#include <a>\n" + tail)
        == "#ifndef A_H\n#define A_H\n#include <a>\n#include <hipshim/warp32.hpp>\n" + tail);
  CHECK(placed("#ifndef A_H\n#define A_H\n" + tail)
        == "#ifndef A_H\n#define A_H\n\n#include <hipshim/warp32.hpp>\n\n" + tail);
  CHECK(placed("#if !defined(A_H)\n#define A_H\n\n" + tail)
        == "#if !defined(A_H)\n#define A_H\n\n#include <hipshim/warp32.hpp>\n\n" + tail);
  CHECK(placed("#if !defined A_H\n#define A_H 1\n#include <a>\n" + tail)
        == "#if !defined A_H\n#define A_H 1\n#include <a>\n#include <hipshim/warp32.hpp>\n" + tail);
  CHECK(placed("#pragma once\nint x;\n")
        == "#pragma once\n\n#include <hipshim/warp32.hpp>\n\nint x;\n");
  CHECK(placed("#pragma once\n#include <a>\nint x;\n")
        == "#pragma once\n#include <a>\n#include <hipshim/warp32.hpp>\nint x;\n");
  CHECK(placed("#pragma once\n#ifndef A_H\n#define A_H\n" + tail)
        == "#pragma once\n#ifndef A_H\n#define A_H\n\n#include <hipshim/warp32.hpp>\n\n" + tail);
  CHECK(placed("#ifndef A_H\n#define A_H\n#pragma once\n" + tail)
        == "#ifndef A_H\n#define A_H\n#pragma once\n\n#include <hipshim/warp32.hpp>\n\n" + tail);
}

TEST_CASE("a conditional that only looks like a guard is none", "[includes]") {
  // It closes before the code.
  CHECK(
      placed("#ifndef N\n#define N 4\n#include <a>\n#endif\nint x;\n")
      == "#include <hipshim/warp32.hpp>\n\n#ifndef N\n#define N 4\n#include <a>\n#endif\nint x;\n");
  // It has another branch.
  const std::string branches = "#ifndef N\n#define N\nint x;\n#else\nint y;\n#endif\n";
  CHECK(placed(branches) == "#include <hipshim/warp32.hpp>\n\n" + branches);
  // It defines something else.
  const std::string other = "#ifndef A\n#define AB\n#include <a>\n#endif\n";
  CHECK(placed(other) == "#include <hipshim/warp32.hpp>\n\n" + other);
}

TEST_CASE("leading comments stay on top", "[includes]") {
  CHECK(placed("// licence\n// more\n\nint x;\n")
        == "// licence\n// more\n\n#include <hipshim/warp32.hpp>\n\nint x;\n");
  CHECK(placed("/* licence\n * more\n */\nint x;\n")
        == "/* licence\n * more\n */\n\n#include <hipshim/warp32.hpp>\n\nint x;\n");
  CHECK(placed("/* licence */\n#pragma once\nint x;\n")
        == "/* licence */\n#pragma once\n\n#include <hipshim/warp32.hpp>\n\nint x;\n");
  // The second comment belongs to the code.
  CHECK(placed("// licence\n\n/// Adds.\nint add(int, int);\n")
        == "// licence\n\n#include <hipshim/warp32.hpp>\n\n/// Adds.\nint add(int, int);\n");
  CHECK(placed("#pragma once\n\n// about this file\n\nint x;\n")
        == "#pragma once\n\n// about this file\n\n#include <hipshim/warp32.hpp>\n\nint x;\n");
  CHECK(placed("/* unused */ int x;\n")
        == "#include <hipshim/warp32.hpp>\n\n/* unused */ int x;\n");
}

TEST_CASE("code first", "[includes]") {
  CHECK(placed("int x;\n") == "#include <hipshim/warp32.hpp>\n\nint x;\n");
  CHECK(placed("\n\nint x;\n") == "#include <hipshim/warp32.hpp>\n\n\nint x;\n");
  // The include at the bottom is an implementation file and no anchor.
  CHECK(placed("#include <a>\nvoid f();\n#include \"f.inl\"\n")
        == "#include <a>\n#include <hipshim/warp32.hpp>\nvoid f();\n#include \"f.inl\"\n");
}

TEST_CASE("includes in conditionals and braces are no anchors", "[includes]") {
  CHECK(placed("#include <a>\n#ifdef B\n#include <b>\n#endif\nint x;\n")
        == "#include <a>\n#include <hipshim/warp32.hpp>\n#ifdef B\n#include <b>\n#endif\nint x;\n");
  CHECK(placed("#if 0\nold text, isn't it\n#include <b>\n#endif\n#include <a>\nint x;\n")
        == "#if 0\nold text, isn't it\n#include <b>\n#endif\n#include <a>\n"
           "#include <hipshim/warp32.hpp>\nint x;\n");
  CHECK(placed("#include <a>\nextern \"C\" {\n#include <c.h>\n}\nint x;\n")
        == "#include <a>\n#include <hipshim/warp32.hpp>\nextern \"C\" {\n#include <c.h>\n}\nint "
           "x;\n");
  CHECK(placed("extern \"C\" {\n#include <c.h>\n}\n#include <a>\nint x;\n")
        == "extern \"C\" {\n#include <c.h>\n}\n#include <a>\n#include <hipshim/warp32.hpp>\nint "
           "x;\n");
  CHECK(placed("extern \"C\" {\nvoid f();\n#include <c.h>\n}\n")
        == "#include <hipshim/warp32.hpp>\n\nextern \"C\" {\nvoid f();\n#include <c.h>\n}\n");
}

TEST_CASE("text that only looks like an include", "[includes]") {
  CHECK(placed("#include <a>\n/*\n#include <b>\n*/\nint x;\n")
        == "#include <a>\n#include <hipshim/warp32.hpp>\n/*\n#include <b>\n*/\nint x;\n");
  const std::string raw = "const char* s = R\"x(\n#include <hipshim/warp32.hpp>\n)\" )x\";\n";
  CHECK(placed("#include <a>\n" + raw) == "#include <a>\n#include <hipshim/warp32.hpp>\n" + raw);
  const std::string string = "const char* s = \"\\\n#include <b>\\\n\";\n";
  CHECK(placed(string) == "#include <hipshim/warp32.hpp>\n\n" + string);
  const std::string separator = "int n = 1'000;\nint m = 2'000;\n";
  CHECK(placed("#include <a>\n" + separator)
        == "#include <a>\n#include <hipshim/warp32.hpp>\n" + separator);
  CHECK(placed("#define A \\\n  #include <b>\n#include <c>\n")
        == "#define A \\\n  #include <b>\n#include <c>\n#include <hipshim/warp32.hpp>\n");
  CHECK(placed("#error don't /* do this\n#include <a>\n")
        == "#error don't /* do this\n#include <a>\n#include <hipshim/warp32.hpp>\n");
}

TEST_CASE("an include that is there already is not repeated", "[includes]") {
  CHECK(
      place_include("#include <hipshim/warp32.hpp>\nint x;\n", "hipshim/warp32.hpp").text.empty());
  CHECK(place_include("#include \"hipshim/warp32.hpp\"\n", "hipshim/warp32.hpp").text.empty());
  CHECK(
      place_include("# include /* x */ <hipshim/warp32.hpp>\n", "hipshim/warp32.hpp").text.empty());
  CHECK(place_include("#include \"../include/hipshim/warp32.hpp\"\n", "hipshim/warp32.hpp")
            .text.empty());
  CHECK(place_include("using f = float;\n#include <hipshim/warp32.hpp>\n", "hipshim/warp32.hpp")
            .text.empty());
  CHECK(place_include("#ifndef A\n#define A\n#include <hipshim/warp32.hpp>\n#endif\n",
                      "hipshim/warp32.hpp")
            .text.empty());
  // Only sometimes there.
  CHECK(placed("#if 0\n#include <hipshim/warp32.hpp>\n#endif\n#include <a>\n")
        == "#if 0\n#include <hipshim/warp32.hpp>\n#endif\n#include <a>\n"
           "#include <hipshim/warp32.hpp>\n");
  CHECK(placed("#include <a>\n#ifdef B\n#include <hipshim/warp32.hpp>\n#endif\n")
        == "#include <a>\n#include <hipshim/warp32.hpp>\n#ifdef B\n#include <hipshim/warp32.hpp>\n"
           "#endif\n");
  CHECK(placed("#include <myhipshim/warp32.hpp>\n")
        == "#include <myhipshim/warp32.hpp>\n#include <hipshim/warp32.hpp>\n");
}

TEST_CASE("line ends and the byte order mark are kept", "[includes]") {
  CHECK(placed("#include <a>\r\nint x;\r\n")
        == "#include <a>\r\n#include <hipshim/warp32.hpp>\r\nint x;\r\n");
  CHECK(placed("#pragma once\r\n\r\nint x;\r\n")
        == "#pragma once\r\n\r\n#include <hipshim/warp32.hpp>\r\n\r\nint x;\r\n");
  CHECK(placed("// a\r\n#ifndef A\r\n#define A\r\n#include \"b\"\r\n#endif\r\n")
        == "// a\r\n#ifndef A\r\n#define A\r\n#include \"b\"\r\n#include <hipshim/warp32.hpp>\r\n"
           "#endif\r\n");
  CHECK(placed("#include <a>\r\n#include <b>")
        == "#include <a>\r\n#include <b>\r\n#include <hipshim/warp32.hpp>");
  CHECK(placed("\xef\xbb\xbf#include <a>\nint x;\n")
        == "\xef\xbb\xbf#include <a>\n#include <hipshim/warp32.hpp>\nint x;\n");
  CHECK(placed("\xef\xbb\xbfint x;\n") == "\xef\xbb\xbf#include <hipshim/warp32.hpp>\n\nint x;\n");
}

TEST_CASE("text cut anywhere is survived", "[includes]") {
  const std::string text =
      "\xef\xbb\xbf/* a */\r\n#ifndef A\r\n#define A(x) \\\r\n  x\r\n#include <a>\r\nextern \"C\" "
      "{\n"
      "#include \"c.h\"\n}\nauto s = u8R\"d(#include <b>)d\"; // x \\\n y\nint n = 0x1'0;\n'\\''\n";
  for (std::size_t size = 0; size <= text.size(); ++size) {
    const std::string cut = text.substr(0, size);
    CHECK(place_include(cut, "hipshim/warp32.hpp").offset <= cut.size());
  }
}
