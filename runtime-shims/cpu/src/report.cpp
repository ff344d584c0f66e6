// SPDX-License-Identifier: Apache-2.0
//
// Reports: one per kind and call site, with the lines that the program's line tables give.
#include <dlfcn.h>
#include <elf.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>

#include "state.hpp"

namespace hipshim {
namespace cpu {

namespace {

struct Line {
  std::string function, file;
  unsigned line = 0;
};

std::vector<Report> found;
std::map<std::pair<Misuse, std::vector<void*>>, std::size_t> by_site;  // place in `found`
std::map<void*, Line> known_lines;
bool print_reports = true;

// What a call at a return address was: one byte back is inside the call instruction.
std::uintptr_t file_address(void* pc, std::string& module) {
  Dl_info info{};
  if (dladdr(pc, &info) == 0 || info.dli_fname == nullptr) return 0;
  module = info.dli_fbase == static_cast<const void*>(hipshim_program_begin) ? "/proc/self/exe"
                                                                             : info.dli_fname;
  const auto* header = static_cast<const Elf64_Ehdr*>(info.dli_fbase);
  const auto address = reinterpret_cast<std::uintptr_t>(pc) - 1;
  return header->e_type == ET_DYN ? address - reinterpret_cast<std::uintptr_t>(info.dli_fbase)
                                  : address;
}

std::string real_path(const std::string& path) {
  char buffer[4096];
  const ssize_t length = readlink(path.c_str(), buffer, sizeof buffer);
  return length > 0 ? std::string(buffer, static_cast<std::size_t>(length)) : path;
}

// Runs a symbolizer on a list of addresses; its answer is two lines each: function, file:line:col.
std::string symbolize(const std::string& module, const std::vector<std::string>& addresses) {
  int out[2];
  if (pipe(out) != 0) return {};
  const std::string path = real_path(module);
  const pid_t child = fork();
  if (child == 0) {
    dup2(out[1], 1);
    close(out[0]);
    close(out[1]);
    std::freopen("/dev/null", "w", stderr);
    for (const char* tool : {"llvm-symbolizer-22", "llvm-symbolizer", "addr2line"}) {
      std::vector<const char*> argv = {tool, "-e", path.c_str(), "-f", "-C", "-s"};
      if (tool[0] == 'l')
        argv = {tool, "-e", path.c_str(), "-f", "-C", "--output-style=GNU", "--no-inlines"};
      else
        argv.pop_back();
      for (const std::string& address : addresses) argv.push_back(address.c_str());
      argv.push_back(nullptr);
      execvp(tool, const_cast<char* const*>(argv.data()));
    }
    _exit(127);
  }
  close(out[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t n; (n = read(out[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(n));
  close(out[0]);
  int status = 0;
  if (child > 0) waitpid(child, &status, 0);
  return text;
}

void find_lines(void* const* chain, unsigned depth, void* other) {
  std::map<std::string, std::pair<std::vector<void*>, std::vector<std::string>>> wanted;
  const auto want = [&](void* pc) {
    std::string module;
    if (pc == nullptr || known_lines.count(pc) != 0) return;
    const std::uintptr_t address = file_address(pc, module);
    known_lines[pc];
    if (address == 0) return;
    char text[32];
    std::snprintf(text, sizeof text, "0x%lx", static_cast<unsigned long>(address));
    wanted[module].first.push_back(pc);
    wanted[module].second.push_back(text);
  };
  for (unsigned i = 0; i < depth; ++i) want(chain[i]);
  want(other);
  for (auto& [module, list] : wanted) {
    const std::string answer = symbolize(module, list.second);
    std::size_t at = 0;
    const auto next = [&] {
      const std::size_t end = answer.find('\n', at);
      std::string line = answer.substr(at, end == std::string::npos ? end : end - at);
      at = end == std::string::npos ? answer.size() : end + 1;
      return line;
    };
    for (void* pc : list.first) {
      if (at >= answer.size()) break;
      Line& line = known_lines[pc];
      line.function = next();
      std::string place = next();
      const std::size_t comment = place.find(' ');
      if (comment != std::string::npos) place.resize(comment);
      const std::size_t colon = place.rfind(':');
      if (colon == std::string::npos || place[0] == '?') continue;
      line.line = static_cast<unsigned>(std::strtoul(place.c_str() + colon + 1, nullptr, 10));
      if (line.line != 0) line.file = place.substr(0, colon);
    }
  }
}

// The back end's own headers and hipshim's are not where the mistake is.
bool is_users(const Line& line) {
  for (const char* part : {"/hipshim/", "/cpu/include/hip/", "/cpu/src/", "/c++/"})
    if (line.file.find(part) != std::string::npos) return false;
  return !line.file.empty();
}

std::string show(void* pc, const Line& line) {
  if (!line.file.empty()) {
    const std::string place = line.file + ":" + std::to_string(line.line);
    // The lambda of a launch has no name that a reader knows.
    return line.function.compare(0, 2, "_Z") == 0 ? place : place + " in " + line.function;
  }
  char text[64];
  std::string module;
  std::snprintf(text, sizeof text, "+0x%lx", static_cast<unsigned long>(file_address(pc, module)));
  return real_path(module) + text;
}

void at_exit() {
  if (found.empty()) return;
  std::fprintf(stderr, "hipshim-cpu: %zu reports\n", found.size());
  std::fflush(nullptr);
  _exit(66);
}

}  // namespace

const char* name_of(Misuse kind) {
  switch (kind) {
  case Misuse::kLanesNeverArrive: return "lanes-never-arrive";
  case Misuse::kMaskWithoutCaller: return "mask-without-caller";
  case Misuse::kBarrierSkipped: return "barrier-skipped";
  case Misuse::kInactiveLane: return "inactive-lane";
  case Misuse::kReadBeforeWrite: return "read-before-write";
  case Misuse::kOutOfBounds: return "out-of-bounds";
  case Misuse::kRace: return "race";
  case Misuse::kNoProgress: return "no-progress";
  }
  return "?";
}

const std::vector<Report>& reports() { return found; }

void clear_reports() {
  found.clear();
  by_site.clear();
}

void set_print_reports(bool on) { print_reports = on; }

void report(Misuse kind, Place at, const std::string& text, void* other) {
  std::pair<Misuse, std::vector<void*>> key{kind, {at.chain, at.chain + at.depth}};
  const auto known = by_site.find(key);
  if (known != by_site.end()) {
    ++found[known->second].count;
    return;
  }
  static const bool registered = std::atexit(at_exit) == 0;
  static_cast<void>(registered);
  find_lines(at.chain, at.depth, other);
  Report entry{kind, {}, 0, text, 1};
  std::string trace;
  bool inside = true;
  for (unsigned i = 0; i < at.depth; ++i) {
    const Line& line = known_lines[at.chain[i]];
    if (is_users(line)) {
      if (entry.file.empty()) {
        entry.file = line.file;
        entry.line = line.line;
      }
      inside = false;
      trace += "  at " + show(at.chain[i], line) + "\n";
    } else if (inside && i == 0 && line.file.empty()) {
      trace += "  at " + show(at.chain[i], line) + "\n";
    }
  }
  if (other != nullptr) trace += "  the other: " + show(other, known_lines[other]) + "\n";
  by_site[std::move(key)] = found.size();
  found.push_back(entry);
  if (print_reports)
    std::fprintf(stderr, "hipshim-cpu: %s: %s\n%s", name_of(kind), text.c_str(), trace.c_str());
}

}  // namespace cpu
}  // namespace hipshim
