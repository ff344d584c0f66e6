// SPDX-License-Identifier: Apache-2.0
#include "frontend/run.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <optional>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "facts/merge.hpp"
#include "facts/wire.hpp"

namespace hipaudit {

namespace {

using Clock = std::chrono::steady_clock;

/// Deep templates need more stack than the default 8 MiB.
constexpr rlim_t kStackBytes = 112U << 20;
constexpr std::uint32_t kQuit = 0xffffffffU;

bool write_all(int fd, const void* data, std::size_t size) {
  const char* at = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t n = ::write(fd, at, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

bool read_all(int fd, void* data, std::size_t size) {
  char* at = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t n = ::read(fd, at, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

struct Worker {
  pid_t pid = -1;
  int to = -1;    ///< indices of units go here
  int from = -1;  ///< length and bytes of facts come from here
  std::optional<std::size_t> unit;
  std::string received;
  Clock::time_point deadline;
};

[[noreturn]] void work(int in, int out, const std::vector<UnitSpec>& units,
                       const ParseOptions& options) {
  rlimit stack{};
  if (getrlimit(RLIMIT_STACK, &stack) == 0) {
    stack.rlim_cur =
        stack.rlim_max == RLIM_INFINITY ? kStackBytes : std::min(kStackBytes, stack.rlim_max);
    setrlimit(RLIMIT_STACK, &stack);
  }
  // A crash must end this process quietly: no core file, no stack trace of ours on the terminal.
  rlimit core{0, 0};
  setrlimit(RLIMIT_CORE, &core);
  if (const int null = ::open("/dev/null", O_WRONLY); null >= 0) {
    ::dup2(null, STDERR_FILENO);
    ::dup2(null, STDOUT_FILENO);
  }
  std::uint32_t index = 0;
  while (read_all(in, &index, sizeof index) && index != kQuit) {
    const std::string bytes = to_wire(parse_unit(units[index], options));
    const std::uint64_t size = bytes.size();
    if (!write_all(out, &size, sizeof size) || !write_all(out, bytes.data(), bytes.size())) break;
  }
  ::_exit(0);
}

Facts failed_unit(const UnitSpec& unit, const std::string& reason) {
  Facts out;
  UnitReport report;
  report.file = unit.file;
  report.command = unit.origin;
  report.notes = unit.notes;
  PassReport pass;
  pass.reasons.push_back(reason);
  report.passes.push_back(std::move(pass));
  out.units.push_back(std::move(report));
  return out;
}

std::string describe_death(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    if (signal == SIGABRT) return "the parser gave up (out of memory or an internal check)";
    return std::string("the parser crashed (") + strsignal(signal) + ")";
  }
  return "the parser ended without a result (exit " + std::to_string(WEXITSTATUS(status)) + ")";
}

class Pool {
 public:
  Pool(const std::vector<UnitSpec>& units, const ParseOptions& options, const RunOptions& run)
      : units_(units), options_(options), run_(run), results_(units.size()) {}

  Facts finish() {
    unsigned jobs = run_.jobs ? run_.jobs : std::max(1U, std::thread::hardware_concurrency());
    jobs = std::min<unsigned>(jobs, static_cast<unsigned>(units_.size()));
    struct sigaction ignore{};
    struct sigaction old{};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &ignore, &old);
    workers_.resize(jobs);
    for (Worker& worker : workers_) start(worker);
    while (done_ < units_.size()) step();
    for (Worker& worker : workers_) stop(worker);
    sigaction(SIGPIPE, &old, nullptr);
    return std::move(merged_);
  }

 private:
  void start(Worker& worker) {
    int down[2];
    int up[2];
    if (::pipe2(down, O_CLOEXEC) != 0 || ::pipe2(up, O_CLOEXEC) != 0) return;
    const pid_t pid = ::fork();
    if (pid == 0) {
      // Ends of other workers' pipes must not stay open here, or their end would never be seen.
      for (const Worker& other : workers_) {
        if (other.to >= 0) ::close(other.to);
        if (other.from >= 0) ::close(other.from);
      }
      ::close(down[1]);
      ::close(up[0]);
      work(down[0], up[1], units_, options_);
    }
    ::close(down[0]);
    ::close(up[1]);
    worker = Worker{};
    worker.pid = pid;
    worker.to = down[1];
    worker.from = up[0];
    give(worker);
  }

  void give(Worker& worker) {
    worker.unit.reset();
    worker.received.clear();
    if (next_ >= units_.size()) return;
    const auto index = static_cast<std::uint32_t>(next_);
    if (!write_all(worker.to, &index, sizeof index)) return;
    worker.unit = next_++;
    worker.deadline = Clock::now() + std::chrono::seconds(run_.unit_seconds);
  }

  void complete(std::size_t unit, Facts facts) {
    results_[unit] = std::move(facts);
    ++done_;
    // Merge in the order of the units, as soon as that is possible: most never wait.
    for (; merged_count_ < units_.size() && results_[merged_count_]; ++merged_count_) {
      merger_.add(std::move(*results_[merged_count_]));
      results_[merged_count_].reset();
    }
    if (run_.progress) run_.progress(done_, units_.size(), units_[unit].file);
  }

  void end(Worker& worker) {
    if (worker.to >= 0) ::close(worker.to);
    if (worker.from >= 0) ::close(worker.from);
    worker.to = worker.from = -1;
  }

  void stop(Worker& worker) {
    if (worker.pid < 0) return;
    write_all(worker.to, &kQuit, sizeof kQuit);
    end(worker);
    int status = 0;
    ::waitpid(worker.pid, &status, 0);
    worker.pid = -1;
  }

  void replace(Worker& worker, const std::string& reason) {
    int status = 0;
    if (!reason.empty()) ::kill(worker.pid, SIGKILL);
    ::waitpid(worker.pid, &status, 0);
    end(worker);
    if (worker.unit)
      complete(*worker.unit,
               failed_unit(units_[*worker.unit], reason.empty() ? describe_death(status) : reason));
    worker.pid = -1;
    worker.unit.reset();
    if (done_ < units_.size()) start(worker);
  }

  void step() {
    std::vector<pollfd> fds;
    std::vector<Worker*> owners;
    for (Worker& worker : workers_)
      if (worker.unit && worker.from >= 0) {
        fds.push_back({worker.from, POLLIN, 0});
        owners.push_back(&worker);
      }
    if (fds.empty()) {
      // No worker could be started: say so for what is left instead of hanging.
      for (; next_ < units_.size(); ++next_)
        complete(next_, failed_unit(units_[next_], "no worker process could be started"));
      return;
    }
    ::poll(fds.data(), fds.size(), 200);
    for (std::size_t i = 0; i < fds.size(); ++i) {
      Worker& worker = *owners[i];
      if (fds[i].revents & (POLLIN | POLLHUP | POLLERR)) {
        receive(worker);
      } else if (Clock::now() > worker.deadline) {
        replace(worker, "stopped after " + std::to_string(run_.unit_seconds)
                            + " s (--unit-timeout raises the limit)");
      }
    }
  }

  void receive(Worker& worker) {
    char buffer[1 << 16];
    const ssize_t n = ::read(worker.from, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) return;
    if (n <= 0) return replace(worker, "");
    worker.received.append(buffer, static_cast<std::size_t>(n));
    std::uint64_t size = 0;
    if (worker.received.size() < sizeof size) return;
    std::memcpy(&size, worker.received.data(), sizeof size);
    if (worker.received.size() < sizeof size + size) return;
    std::optional<Facts> facts =
        from_wire(std::string_view(worker.received).substr(sizeof size, size));
    complete(*worker.unit,
             facts ? std::move(*facts)
                   : failed_unit(units_[*worker.unit], "the worker's answer was damaged"));
    give(worker);
  }

  const std::vector<UnitSpec>& units_;
  const ParseOptions& options_;
  const RunOptions& run_;
  std::vector<std::optional<Facts>> results_;
  std::vector<Worker> workers_;
  Facts merged_;
  Merger merger_{merged_};
  std::size_t merged_count_ = 0;
  std::size_t next_ = 0;
  std::size_t done_ = 0;
};

}  // namespace

Facts run_units(const std::vector<UnitSpec>& units, const ParseOptions& options,
                const RunOptions& run) {
  if (units.empty()) return {};
  return Pool(units, options, run).finish();
}

}  // namespace hipaudit
