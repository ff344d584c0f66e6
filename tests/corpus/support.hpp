// SPDX-License-Identifier: Apache-2.0
// What the corpus runners share: files, temporary folders, other programs, and the marks in a file.
#ifndef HIPAUDIT_TESTS_CORPUS_SUPPORT_HPP
#define HIPAUDIT_TESTS_CORPUS_SUPPORT_HPP

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace corpus {

namespace fs = std::filesystem;

// Ends the run; thrown, so that temporary folders are removed on the way out.
[[noreturn]] inline void die(const std::string& message) { throw std::runtime_error(message); }

inline std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

inline void write(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

class TempFolder {
 public:
  TempFolder() {
    std::string name = (fs::temp_directory_path() / "hipaudit-corpus-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) die("cannot make a temporary folder");
    path_ = fs::canonical(name);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

struct Run {
  int code = -1;  // 128 + signal when it was killed
  std::string output;
};

inline std::string quoted(const std::string& word) {
  std::string out = "'";
  for (const char c : word) {
    if (c == '\'')
      out += "'\\''";
    else
      out += c;
  }
  return out + "'";
}

inline Run run(const fs::path& folder, const std::vector<std::string>& command) {
  std::string line = "cd " + quoted(folder.string()) + " && exec";
  for (const std::string& word : command) line += ' ' + quoted(word);
  line += " 2>&1 </dev/null";
  Run result;
  FILE* pipe = popen(line.c_str(), "r");
  if (pipe == nullptr) return {127, "cannot run " + command.front()};
  char buffer[4096];
  for (std::size_t n = 0; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) {
    result.output.append(buffer, n);
  }
  const int status = pclose(pipe);
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

inline void in_parallel(std::size_t count, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::vector<std::thread> threads;
  for (unsigned n = 0; n < std::max(1U, std::thread::hardware_concurrency()); ++n) {
    threads.emplace_back([&] {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

struct Mark {
  enum class Kind { trap, miss, wrong } kind = Kind::trap;
  unsigned line = 0;
  std::string rule;
  int wave = 0;  // 0: any
  std::string fragment;
};

struct Marks {
  std::vector<Mark> list;
  std::vector<std::string> problems;

  std::size_t count(Mark::Kind kind) const {
    return static_cast<std::size_t>(std::count_if(
        list.begin(), list.end(), [&](const Mark& mark) { return mark.kind == kind; }));
  }
};

inline bool is_id(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) {
    return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '-';
  });
}

class MarkParser {
 public:
  explicit MarkParser(const std::string& text) {
    for (const std::string& line : lines_of(text)) {
      ++line_;
      parse(line, "trap", Mark::Kind::trap);
      parse(line, "miss", Mark::Kind::miss);
      parse(line, "false", Mark::Kind::wrong);
    }
  }
  Marks take() { return std::move(marks_); }

 private:
  void problem(const std::string& what) {
    marks_.problems.push_back("line " + std::to_string(line_) + ": " + what);
  }

  void parse(const std::string& line, const std::string& word, Mark::Kind kind) {
    const std::size_t found = line.find("// " + word);
    if (found == std::string::npos) return;
    std::istringstream in(line.substr(found + 3 + word.size()));
    unsigned offset = 0;
    if (in.peek() == '+') {
      in.get();
      if (!(in >> offset)) return problem("a number must follow `+`");
    }
    if (in.get() != ':') return;  // prose
    const std::size_t before = marks_.list.size();
    std::string rest;
    while (in >> std::ws && in.peek() != EOF) {
      if (in.peek() == '"') {
        in.get();
        std::string fragment;
        if (!std::getline(in, fragment, '"') || marks_.list.size() == before) {
          return problem("a message part belongs behind an id and ends with a quote");
        }
        marks_.list.back().fragment = fragment;
        continue;
      }
      std::string next;
      in >> next;
      if (next.front() == '@') {
        if (marks_.list.size() == before || (next != "@wave64" && next != "@wave32")) {
          return problem("`" + next + "` is neither @wave64 nor @wave32 behind an id");
        }
        marks_.list.back().wave = next == "@wave64" ? 64 : 32;
      } else if (kind != Mark::Kind::trap && marks_.list.size() > before) {
        rest = next;
        break;
      } else if (is_id(next)) {
        marks_.list.push_back({kind, line_ + offset, next, 0, ""});
      } else {
        return problem("`" + next + "` is not a rule id");
      }
    }
    if (marks_.list.size() == before) problem("a mark without a rule id");
    if (kind != Mark::Kind::trap && rest.empty()) problem("`" + word + "` needs a reason");
  }

  Marks marks_;
  unsigned line_ = 0;
};

}  // namespace corpus

#endif  // HIPAUDIT_TESTS_CORPUS_SUPPORT_HPP
