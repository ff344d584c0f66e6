// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <algorithm>
#include <iterator>

#include "engine/suppress.hpp"

using namespace hipaudit;

namespace {

Suppression only(std::string_view text) {
  const std::vector<Suppression> found = find_suppressions(text);
  REQUIRE(found.size() == 1);
  return found.front();
}

using Ids = std::vector<std::string>;

}  // namespace

TEST_CASE("a comment behind code covers its line") {
  const Suppression s = only("a();\nb();  // hipaudit: allow(narrow-lane-mask) 32 threads\nc();\n");
  CHECK(s.rules == Ids{"narrow-lane-mask"});
  CHECK(s.reason == "32 threads");
  CHECK(s.first_line == 2);
  CHECK(s.last_line == 2);
  CHECK_FALSE(s.malformed);
}

TEST_CASE("a comment alone on its line covers the next line with code") {
  const Suppression s = only(
      "  // hipaudit: allow( a-b , c ) why\r\n\r\n  // more words\r\n  code();\r\n  more();\r\n");
  CHECK(s.rules == Ids{"a-b", "c"});
  CHECK(s.reason == "why");
  CHECK(s.first_line == 4);
  CHECK(s.last_line == 4);
}

TEST_CASE("block comments work alike") {
  CHECK(only("x(); /* hipaudit: allow(a) r */\n").first_line == 1);
  CHECK(only("/* hipaudit: allow(a) r */ x();\n").first_line == 1);
  CHECK(only("/* hipaudit: allow(a)\n   r */\nx();\n").first_line == 3);
  CHECK(only("/* hipaudit: allow(a)\n   r */ x();\n").first_line == 2);
  CHECK(only("/* hipaudit: allow(a) r */").reason == "r");
  CHECK(only("/// hipaudit: allow(a) r\nx();").reason == "r");
}

TEST_CASE("inside a macro definition") {
  SECTION("behind code, before the continuation") {
    const Suppression s =
        only("#define K(v) \\\n  v = f(v); /* hipaudit: allow(a) r */ \\\n  g(v)\n");
    CHECK(s.first_line == 2);
    CHECK(s.last_line == 2);
    CHECK(s.reason == "r");
  }
  SECTION("alone between continuations: the next line only") {
    const Suppression s =
        only("#define K(v) \\\n  /* hipaudit: allow(a) r */ \\\n  v = f(v); \\\n  g(v)\n");
    CHECK(s.first_line == 3);
    CHECK(s.last_line == 3);
  }
  SECTION("above the definition: all of it") {
    const Suppression s =
        only("// hipaudit: allow(a) r\n#define K(v) \\\n  f(v); \\\n  g(v)\nh();\n");
    CHECK(s.first_line == 2);
    CHECK(s.last_line == 4);
  }
  SECTION("a continued line comment goes on") {
    const Suppression s = only("// hipaudit: allow(a) one \\\n   two\nx();\n");
    CHECK(s.reason == "one two");
    CHECK(s.first_line == 3);
  }
}

TEST_CASE("blocks") {
  SECTION("cover all between their ends") {
    const Suppression s = only("x();\n// hipaudit: begin-allow(a) r\nx();\nx();\n"
                               "// hipaudit: end-allow(a)\nx();\n");
    CHECK_FALSE(s.malformed);
    CHECK(s.first_line == 2);
    CHECK(s.last_line == 5);
  }
  SECTION("nest, and cross for different rules") {
    const auto found = find_suppressions("// hipaudit: begin-allow(a) r\n"
                                         "// hipaudit: begin-allow(b, c) r\n"
                                         "// hipaudit: end-allow(a)\n"
                                         "// hipaudit: end-allow(c, b)\n");
    REQUIRE(found.size() == 2);
    CHECK(found[0].last_line == 3);
    CHECK(found[1].last_line == 4);
    CHECK_FALSE(found[0].malformed);
    CHECK_FALSE(found[1].malformed);
  }
  SECTION("a forgotten end covers nothing") {
    const Suppression s = only("// hipaudit: begin-allow(a) r\nx();\n");
    CHECK(s.malformed);
    CHECK(s.last_line == s.first_line);
  }
  SECTION("an end alone") { CHECK(only("// hipaudit: end-allow(a)\n").malformed); }
}

TEST_CASE("what is refused") {
  for (const char* text :
       {"// hipaudit: allow(*) r\n", "// hipaudit: allow() r\n", "// hipaudit: allow r\n",
        "// hipaudit: allow(a, ) r\n", "// hipaudit: allow(a\n", "// hipaudit: ignore(a) r\n",
        "// hipaudit:\n", "// hipaudit: allow-file(a) r\n"}) {
    INFO(text);
    const Suppression s = only(text);
    CHECK(s.malformed);
    CHECK_FALSE(s.problem.empty());
    CHECK(s.rules.empty());
  }
}

TEST_CASE("text that is not a comment, or not for us") {
  CHECK(find_suppressions("const char* s = \"// hipaudit: allow(a) r\";\n").empty());
  CHECK(find_suppressions("auto s = R\"x(\n// hipaudit: allow(a) r\n)\" )x\";\n").empty());
  CHECK(find_suppressions("auto s = u8R\"(// hipaudit: allow(a) r)\";\n").empty());
  CHECK(find_suppressions("// see hipaudit: allow(a) r\n").empty());
  CHECK(find_suppressions("hipaudit: allow(a) r\n").empty());
}

TEST_CASE("quotes that open nothing") {
  CHECK(find_suppressions("int n = 1'000'000;  // hipaudit: allow(a) r\n").size() == 1);
  CHECK(find_suppressions("#error don't\nx();  // hipaudit: allow(a) r\n").size() == 1);
  CHECK(find_suppressions("char c = '\"';  // hipaudit: allow(a) r\n").size() == 1);
  CHECK(find_suppressions("char c = '\\'';  // hipaudit: allow(a) r\n").size() == 1);
  CHECK(find_suppressions("auto s = L\"a\\\nb\";  // hipaudit: allow(a) r\n").size() == 1);
}

TEST_CASE("odd ends of text") {
  for (const char* text : {"// hipaudit: allow(a) r", "/* hipaudit: allow(a) r",
                           "\"hipaudit:", "/* hipaudit: allow(a) r *", "// hipaudit: allow(a) r \\",
                           "R\"hipaudit:", "'hipaudit:\\", "/", "hipaudit:/"}) {
    INFO(text);
    (void)find_suppressions(text);
  }
  SUCCEED();
}

TEST_CASE("any text: spans lie within it and lines are in order") {
  constexpr std::string_view kPieces[] = {
      "// ",          "/* ",  " */",  "hipaudit: ", "allow(a)", "begin-allow(a)",
      "end-allow(a)", "(*)",  "\\\n", "\n",         "\"",       "'",
      "R\"x(",        ")x\"", "\\",   "1'0",        "x();",     "\r\n"};
  std::uint32_t state = 1;
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (int i = 0; i < 24; ++i) {
      state = state * 1664525U + 1013904223U;
      text += kPieces[(state >> 16U) % std::size(kPieces)];
    }
    const auto lines = static_cast<std::uint32_t>(1 + std::count(text.begin(), text.end(), '\n'));
    for (const Suppression& s : find_suppressions(text)) {
      INFO(text);
      REQUIRE(s.comment_begin < s.comment_end);
      REQUIRE(s.comment_end <= text.size());
      REQUIRE(s.first_line >= 1);
      REQUIRE(s.first_line <= s.last_line);
      REQUIRE(s.last_line <= lines);
      REQUIRE(s.malformed == !s.problem.empty());
      REQUIRE((s.malformed || !s.rules.empty()));
    }
  }
}
