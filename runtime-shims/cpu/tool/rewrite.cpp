// SPDX-License-Identifier: Apache-2.0
//
// hipshim-cpu-rewrite: from preprocessed HIP to C++, on tokens. Line breaks are kept, so line
// markers stay right.
//
//   k<T><<<grid, block>>>(a, b)          hipshim::cpu::Launch(grid, block).run([&](auto&... x) {
//                                        k<T>(x...); }, a, b)
//   extern __shared__ float x[];         static float* const x = (float*)dynamic memory
//   __shared__ float x[8];               static, in the section of shared memory, with a gap behind
//   __noinline__                         the attribute, where it does not stand in one
//
// usage: hipshim-cpu-rewrite [in [out]]      default: stdin, stdout
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct Token {
  std::string space;  // what stands before it: white space and line markers
  std::string text;
};

bool is_word_start(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_word(char c) { return is_word_start(c) || std::isdigit(static_cast<unsigned char>(c)); }

[[noreturn]] void fail(const std::string& what) {
  std::cerr << "hipshim-cpu-rewrite: " << what << '\n';
  std::exit(1);
}

std::size_t end_of_quoted(std::string_view s, std::size_t at) {
  const char quote = s[at];
  for (++at; at < s.size() && s[at] != quote; ++at)
    if (s[at] == '\\') ++at;
  return at + 1;
}

// at: the R of R"tag(...)tag"
std::size_t end_of_raw_string(std::string_view s, std::size_t quote) {
  const std::size_t open = s.find('(', quote);
  if (open == std::string_view::npos) fail("raw string without (");
  const std::string close = ")" + std::string(s.substr(quote + 1, open - quote - 1)) + "\"";
  const std::size_t end = s.find(close, open);
  if (end == std::string_view::npos) fail("raw string without end");
  return end + close.size();
}

std::vector<Token> tokens_of(std::string_view s) {
  std::vector<Token> tokens;
  std::string space;
  bool line_start = true;
  std::size_t at = 0;
  const auto take = [&](std::size_t end) {
    end = std::min(end, s.size());
    tokens.push_back({space, std::string(s.substr(at, end - at))});
    space.clear();
    at = end;
    line_start = false;
  };
  while (at < s.size()) {
    const char c = s[at];
    if (c == '#' && line_start) {  // a line marker or a pragma: passed on as it is
      const std::size_t end = std::min(s.find('\n', at), s.size());
      space += s.substr(at, end - at);
      at = end;
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      line_start = line_start || c == '\n';
      space += c;
      ++at;
    } else if (is_word_start(c)) {
      std::size_t end = at;
      while (end < s.size() && is_word(s[end])) ++end;
      const std::string_view word = s.substr(at, end - at);
      const bool prefix =
          word == "R" || word == "u8R" || word == "uR" || word == "UR" || word == "LR";
      if (end < s.size() && s[end] == '"' && prefix) end = end_of_raw_string(s, end);
      take(end);
    } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      std::size_t end = at;
      while (end < s.size()
             && (is_word(s[end]) || s[end] == '.'
                 || (s[end] == '\'' && end + 1 < s.size() && is_word(s[end + 1]))
                 || ((s[end] == '+' || s[end] == '-')
                     && std::string_view("eEpP").find(s[end - 1]) != std::string_view::npos)))
        ++end;
      take(end);
    } else if (c == '"' || c == '\'') {
      take(end_of_quoted(s, at));
    } else if (s.substr(at, 2) == "::" || s.substr(at, 2) == "->") {
      take(at + 2);
    } else {
      take(at + 1);
    }
  }
  tokens.push_back({space, ""});  // the end
  return tokens;
}

using Tokens = std::vector<Token>;

bool opens(const std::string& t) { return t == "(" || t == "[" || t == "{"; }
bool closes(const std::string& t) { return t == ")" || t == "]" || t == "}"; }

// The token after the one that closes what `at` opens.
std::size_t after_group(const Tokens& t, std::size_t at) {
  int depth = 0;
  for (; at + 1 < t.size(); ++at) {
    if (opens(t[at].text)) ++depth;
    if (closes(t[at].text) && --depth == 0) return at + 1;
  }
  fail("brackets do not match");
}

bool three(const Tokens& t, std::size_t at, const char* angle) {
  return at + 2 < t.size() && t[at].text == angle && t[at + 1].text == angle
         && t[at + 2].text == angle && t[at + 1].space.empty() && t[at + 2].space.empty();
}

// Where the name of a kernel begins that ends before `end`.
std::size_t start_of_callee(const Tokens& t, std::size_t end, std::size_t floor) {
  std::size_t at = end;  // one past the part not yet seen
  const auto back = [&](std::size_t i) -> const std::string& { return t[i - 1].text; };
  for (;;) {
    if (at <= floor) fail("a launch without a kernel");
    if (back(at) == ">") {
      int angles = 0, others = 0;
      while (at > floor) {
        const std::string& text = back(at);
        --at;
        if (closes(text)) ++others;
        if (opens(text)) --others;
        if (others == 0 && text == ">") ++angles;
        if (others == 0 && text == "<" && --angles == 0) break;
      }
    } else if (back(at) == ")" || back(at) == "]") {
      int depth = 0;
      while (at > floor) {
        const std::string& text = back(at);
        --at;
        if (closes(text)) ++depth;
        if (opens(text) && --depth == 0) break;
      }
      if (at > floor && !back(at).empty() && is_word_start(back(at)[0]) && back(at) != "return")
        continue;  // a call or an index
      return at;
    }
    if (at <= floor || back(at).empty() || !is_word_start(back(at)[0])) return at;
    --at;  // the identifier
    if (at > floor && back(at) == "template") --at;
    if (at > floor && (back(at) == "::" || back(at) == "." || back(at) == "->")) {
      const bool scope = back(at) == "::";
      --at;
      static const std::set<std::string> not_a_scope = {"return", "else", "do", "case"};
      if (scope
          && (at <= floor || back(at).empty() || !(is_word_start(back(at)[0]) || back(at) == ">")
              || not_a_scope.count(back(at)) != 0))
        return at;  // ::name
      continue;
    }
    return at;
  }
}

std::string join(const Tokens& t, std::size_t begin, std::size_t end, bool first_space = false) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) {
    if (i != begin || first_space) text += t[i].space;
    text += t[i].text;
  }
  return text;
}

// Only line breaks and markers of the space count where tokens moved.
std::string lines_of(const std::string& space) {
  return space.find('\n') == std::string::npos ? " " : space;
}

std::string rewrite(const Tokens& t, std::size_t begin, std::size_t end);

// NULL would arrive as a number.
std::string arguments(const Tokens& t, std::size_t begin, std::size_t end) {
  Tokens copy(t.begin() + static_cast<std::ptrdiff_t>(begin),
              t.begin() + static_cast<std::ptrdiff_t>(end));
  for (Token& token : copy)
    if (token.text == "__null") token.text = "nullptr";
  copy.push_back({"", ""});
  return rewrite(copy, 0, copy.size() - 1);
}

int gaps = 0;

// Where the declarators of `specifiers a[4], *b` begin, from `at` on; the last entry is the end.
// One declarator only where the type is defined in place.
std::vector<std::size_t> declarators(const Tokens& t, std::size_t at, std::size_t end) {
  std::vector<std::size_t> starts;
  int angles = 0;
  for (std::size_t i = at; i <= end; ++i) {
    const std::string& text = i == end ? std::string(",") : t[i].text;
    if (text == "{" && starts.empty()) return {end};
    if (text == "<") ++angles;
    if (text == ">") --angles;
    if (angles == 0 && starts.empty() && i > at && (text == "[" || text == "," || text == "=")) {
      std::size_t first = i - 1;
      while (first > at && (t[first - 1].text == "*" || t[first - 1].text == "&")) --first;
      starts.push_back(first);
    }
    if (i < end && angles == 0 && text == ",") starts.push_back(i + 1);
    if (i < end && opens(text)) i = after_group(t, i) - 1;
  }
  starts.push_back(end + 1);
  return starts;
}

// A declaration for each variable, so that each has a gap behind it. `before` are the words in
// front of __shared__.
std::string static_shared(const Tokens& t, std::size_t at, std::size_t end, bool has_static,
                          const std::string& before) {
  const std::string section = "__attribute__((section(\"hipshim_shared\")))";
  const auto gap = [] {
    return " static __attribute__((section(\"hipshim_shared\"), used)) char hipshim_redzone_"
           + std::to_string(gaps++) + "[256];";
  };
  const std::string first = (has_static ? "" : "static ") + section;
  const std::vector<std::size_t> starts = declarators(t, at + 1, end);
  if (starts.size() <= 2) return first + rewrite(t, at + 1, end) + ";" + gap();
  const std::string specifiers = rewrite(t, at + 1, starts[0]);
  std::string one_line = specifiers;
  std::replace(one_line.begin(), one_line.end(), '\n', ' ');
  std::string out;
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    out += i == 0 ? first + specifiers
                  : " " + before + (has_static ? "" : "static ") + section + one_line;
    out += rewrite(t, starts[i], starts[i + 1] - 1) + ";" + gap();
  }
  return out;
}

// `at` is __shared__. Returns the token after the declaration.
std::size_t rewrite_shared(const Tokens& t, std::size_t at, bool is_extern, bool has_static,
                           const std::string& before, std::string& out) {
  std::size_t end = at;
  while (end + 1 < t.size() && t[end].text != ";")
    end = opens(t[end].text) ? after_group(t, end) : end + 1;
  if (!is_extern) {
    for (; t[at + 1].text == "alignas"; at = after_group(t, at + 2) - 1)  // must come first
      out += join(t, at + 1, after_group(t, at + 2)) + " ";
    out += static_shared(t, at, end, has_static, before);
    return end + 1;
  }
  // [attributes] TYPE NAME [] ...; the attributes are about memory that is aligned anyway.
  std::size_t bracket = at;
  std::string type;
  std::size_t i = at + 1;
  for (; i < end && t[i].text != "["; ++i) {
    if (t[i].text == "alignas" || t[i].text == "__attribute__" || t[i].text == "__align__") {
      const std::size_t next = after_group(t, i + 1);
      for (std::size_t k = i; k < next; ++k) type += lines_of(t[k].space);
      i = next - 1;
      continue;
    }
    if (i + 1 < end && t[i + 1].text == "[") {
      bracket = i + 1;
      break;
    }
    type += t[i].space + t[i].text;
  }
  if (bracket == at) fail("extern __shared__ without an array: " + join(t, at, end));
  const std::string& name = t[bracket - 1].text;
  const std::string rest = join(t, bracket, end, true);
  out += "typedef" + type + " hipshim_type_of_" + name + rest
         + "; static std::remove_extent_t<hipshim_type_of_" + name + ">* const " + name
         + " = (std::remove_extent_t<hipshim_type_of_" + name
         + ">*)::hipshim::cpu::dynamic_shared;";
  return end + 1;
}

std::string rewrite(const Tokens& t, std::size_t begin, std::size_t end) {
  std::string out;
  std::vector<std::size_t> place(end - begin + 1);  // where each token begins in `out`
  std::size_t at = begin;
  const auto put = [&](std::size_t i) {
    place[i - begin] = out.size() + t[i].space.size();
    out += t[i].space + t[i].text;
  };
  while (at < end) {
    if (t[at].text == "__shared__") {
      // `extern` and `static` may stand before it, with other words between.
      bool is_extern = false, has_static = false;
      std::string before;
      std::size_t i = at;
      while (i > begin && !t[i - 1].text.empty() && is_word_start(t[i - 1].text[0])) {
        --i;
        if (t[i].text == "extern") {
          is_extern = true;
          out.replace(place[i - begin], 6, "      ");
        }
        has_static = has_static || t[i].text == "static";
        before = t[i].text + " " + before;
      }
      std::size_t after = at + 1;
      while (after < end && !t[after].text.empty() && is_word_start(t[after].text[0])) {
        if (t[after].text == "extern") fail("__shared__ before extern");
        has_static = has_static || t[after].text == "static";
        ++after;
      }
      out += t[at].space;
      at = rewrite_shared(t, at, is_extern, has_static, before, out);
      continue;
    }
    if (t[at].text == "__noinline__"
        && !(at > begin && (t[at - 1].text == "(" || t[at - 1].text == ","))) {
      out += t[at].space + "__attribute__((noinline))";
      ++at;
      continue;
    }
    if (three(t, at, "<")) {
      const std::size_t callee = start_of_callee(t, at, begin);
      std::size_t close = at + 3;
      while (close < end && !(three(t, close, ">") && t[close + 3].text == "("))
        close = opens(t[close].text) ? after_group(t, close) : close + 1;
      if (close >= end) fail("<<< without >>>(");
      const std::size_t last = after_group(t, close + 3);
      const std::string kernel = out.substr(place[callee - begin]);
      out.resize(place[callee - begin]);
      std::string one_line = kernel;
      for (char& c : one_line)
        if (c == '\n') c = ' ';
      const bool plain = kernel.find('#') == std::string::npos;
      out += "::hipshim::cpu::Launch(" + rewrite(t, at + 3, close)
             + ").run([&](auto&... hipshim_args) { " + (plain ? kernel : one_line)
             + "(hipshim_args...); }";
      const std::string passed = arguments(t, close + 4, last - 1);
      if (passed.find_first_not_of(" \n\t") != std::string::npos) out += ",";
      out += passed + lines_of(t[last - 1].space) + ")";
      at = last;
      continue;
    }
    put(at);
    ++at;
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  std::string text;
  if (argc > 1) {
    std::ifstream in(argv[1], std::ios::binary);
    if (!in) fail(std::string("cannot read ") + argv[1]);
    text.assign(std::istreambuf_iterator<char>(in), {});
  } else {
    text.assign(std::istreambuf_iterator<char>(std::cin), {});
  }
  const Tokens tokens = tokens_of(text);
  const std::string out = rewrite(tokens, 0, tokens.size() - 1) + tokens.back().space;
  if (argc <= 2) {
    std::cout << out;
    return std::cout.flush() ? 0 : 1;
  }
  std::ofstream file(argv[2], std::ios::binary);
  file << out;
  if (!file.flush()) fail(std::string("cannot write ") + argv[2]);
}
