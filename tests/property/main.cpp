// SPDX-License-Identifier: Apache-2.0
// Property test of src/lanes: on random kernels, its verdict agrees with execution. A kernel that
// is right computes the same at 64 lanes as at 32, with every input; one that is wrong does not,
// with some input.
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "execute.hpp"
#include "judge.hpp"
#include "kernel.hpp"
#include "reduce.hpp"

namespace hipaudit::property {

namespace {

constexpr int kInputs = 14;         ///< of every kernel
constexpr int kMoreInputs = 30000;  ///< before it is said that a wrong one does what it should

struct Options {
  int count = 300;
  int first = 0;
  std::uint64_t seed = 1;
  int per_file = 150;
  int jobs = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  int show = 5;
  int most_unknown = 5;  ///< percent
  bool minimise = true;
  bool print = false;
  bool checked = false;
  bool controls = false;
  std::string keep;
};

struct Case {
  Kernel kernel;
  Judgement judgement;
  Execution execution;

  [[nodiscard]] bool disagrees() const {
    return execution.result != Execution::undefined
           && ((judgement.outcome == Outcome::right && execution.result == Execution::differs)
               || (judgement.outcome == Outcome::wrong && execution.result == Execution::same));
  }
};

/// What became of one unit.
struct Batch {
  std::vector<Case> cases;
  std::string error;
};

class Folder {
 public:
  explicit Folder(const std::string& keep) : kept_(!keep.empty()), path_(keep) {
    static std::atomic<int> number{0};
    const std::string name = "hipaudit-property-" + std::to_string(getpid());
    const auto base = kept_ ? std::filesystem::path(keep) : std::filesystem::temp_directory_path();
    path_ = (base / (name + "-" + std::to_string(number++))).string();
    std::filesystem::create_directories(path_);
  }
  ~Folder() {
    std::error_code ignored;
    if (!kept_) std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  bool kept_;
  std::string path_;
};

Batch examine(const std::vector<Kernel>& kernels, const Options& options) {
  Batch batch;
  const Unit unit = unit_of(kernels);
  const std::vector<Judgement> judgements = judge(kernels, unit.judged, batch.error);
  if (!batch.error.empty()) {
    batch.error = "the unit does not parse: " + batch.error;
    return batch;
  }
  const Folder folder(options.keep);
  const Program program(folder.path(), unit.compiled, options.checked);
  if (!program.error().empty()) {
    batch.error = program.error();
    return batch;
  }
  std::map<int, Execution> executions = program.run(0, kInputs);
  // Differences that few inputs show.
  std::vector<int> again;
  for (std::size_t i = 0; i < kernels.size(); ++i)
    if (judgements[i].outcome == Outcome::wrong
        && executions[kernels[i].index].result == Execution::same)
      again.push_back(kernels[i].index);
  if (!again.empty())
    for (const auto& [index, execution] : program.run(kInputs, kMoreInputs, again))
      executions[index] = execution;
  for (std::size_t i = 0; i < kernels.size(); ++i)
    batch.cases.push_back({kernels[i], judgements[i], executions[kernels[i].index]});
  return batch;
}

/// Which kernels are defined at 32 lanes as far as the back end can see.
std::vector<bool> defined(const std::vector<Kernel>& kernels, const Options& options) {
  std::vector<bool> answers(kernels.size(), false);
  const Folder folder(options.keep);
  const Program program(folder.path(), unit_of(kernels).compiled, true);
  if (!program.error().empty()) return answers;
  std::map<int, Execution> executions = program.run(0, 2);
  for (std::size_t i = 0; i < kernels.size(); ++i)
    answers[i] = executions[kernels[i].index].result != Execution::undefined;
  return answers;
}

Kernel minimised(const Case& found, const Options& options) {
  return reduce(found.kernel, [&](const std::vector<Kernel>& variants) {
    std::vector<bool> answers(variants.size(), false);
    const Batch batch = examine(variants, options);
    std::vector<Kernel> yes;
    std::vector<std::size_t> of;
    for (std::size_t i = 0; i < batch.cases.size(); ++i)
      if (batch.cases[i].disagrees()
          && batch.cases[i].judgement.outcome == found.judgement.outcome) {
        yes.push_back(variants[i]);
        of.push_back(i);
      }
    if (yes.empty()) return answers;
    // Without a store or a barrier, a variant may read what nobody wrote.
    const std::vector<bool> good = defined(yes, options);
    for (std::size_t i = 0; i < yes.size(); ++i) answers[of[i]] = good[i];
    return answers;
  });
}

const char* name(Outcome o) {
  return o == Outcome::right ? "right" : o == Outcome::wrong ? "wrong" : "unknown";
}

std::string shape_text(const Shape& s) { return std::to_string(s.x) + "x" + std::to_string(s.y); }

void show(const Case& c, const Options& options) {
  std::printf("\n---- kernel %d (--seed %llu --first %d -n 1)\nverdict: %s%s%s\n", c.kernel.index,
              static_cast<unsigned long long>(options.seed), c.kernel.index,
              name(c.judgement.outcome), c.judgement.reason.empty() ? "" : ", ",
              c.judgement.reason.c_str());
  if (c.execution.result == Execution::same)
    std::printf("execution: the same at 32 and 64 lanes with all inputs\n");
  else
    std::printf("execution: %s, block %s, input %d\n", c.execution.what.c_str(),
                shape_text(c.kernel.shapes[static_cast<std::size_t>(c.execution.shape)]).c_str(),
                c.execution.input);
  std::printf("\n%s%s", kernel_text(c.kernel).c_str(), launch_text(c.kernel).c_str());
  if (!options.minimise || !c.disagrees()) return;
  const Kernel small = minimised(c, options);
  std::printf("\nmade smaller:\n\n%s", kernel_text(small).c_str());
  std::fflush(stdout);
}

struct Tally {
  int kernels = 0;
  int differ = 0;
};

void print_coverage(const std::map<std::string, Tally>& constructs, int all) {
  std::printf("\n%-36s %8s %8s %10s\n", "construct", "kernels", "percent", "wrong, %");
  for (const auto& [construct, tally] : constructs)
    std::printf("%-36s %8d %8.1f %10.1f\n", construct.c_str(), tally.kernels,
                100.0 * tally.kernels / all, 100.0 * tally.differ / tally.kernels);
}

class Run {
 public:
  explicit Run(Options options) : options_(std::move(options)) {}

  int operator()() {
    const int batches = (options_.count + options_.per_file - 1) / options_.per_file;
    std::atomic<int> next{0};
    std::vector<std::thread> threads;
    for (int j = 0; j < std::min(options_.jobs, batches); ++j)
      threads.emplace_back([&] {
        for (int b = next++; b < batches; b = next++) take(b);
      });
    for (std::thread& t : threads) t.join();
    return report();
  }

 private:
  void take(int number) {
    std::vector<Kernel> kernels;
    const int begin = options_.first + number * options_.per_file;
    const int end = std::min(begin + options_.per_file, options_.first + options_.count);
    for (int i = begin; i < end; ++i) kernels.push_back(generate(options_.seed, i));
    Batch batch = examine(kernels, options_);
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!batch.error.empty())
      errors_.push_back("kernels " + std::to_string(begin) + " to " + std::to_string(end - 1) + ": "
                        + batch.error);
    for (Case& c : batch.cases) count(c);
  }

  void count(Case& c) {
    ++seen_;
    const bool differs = c.execution.result == Execution::differs;
    differ_ += differs;
    for (const std::string& construct : c.kernel.constructs) {
      ++constructs_[construct].kernels;
      constructs_[construct].differ += differs;
    }
    if (c.judgement.outcome == Outcome::unknown) {
      ++unknown_;
      ++reasons_[c.judgement.reason].kernels;
      reasons_[c.judgement.reason].differ += differs;
    } else if (c.execution.result != Execution::undefined && !c.disagrees()) {
      ++(c.judgement.outcome == Outcome::right ? right_ : wrong_);
    }
    const int index = c.kernel.index;
    if (options_.print || c.execution.result == Execution::undefined || c.disagrees())
      cases_.emplace(index, std::move(c));
  }

  int report() {
    int shown = 0, undefined = 0, said_right = 0, said_wrong = 0, by_wave = 0;
    for (const auto& [index, c] : cases_) {
      undefined += c.execution.result == Execution::undefined;
      if (!c.disagrees()) continue;
      ++(c.judgement.outcome == Outcome::right ? said_right : said_wrong);
      by_wave += c.kernel.constructs.count(kWaveSize) != 0;
    }
    if (seen_ > 0) print_coverage(constructs_, seen_);
    if (!reasons_.empty()) std::printf("\n%8s %10s  unknown because\n", "kernels", "wrong, %");
    for (const auto& [reason, tally] : reasons_)
      std::printf("%8d %10.1f  %s\n", tally.kernels, 100.0 * tally.differ / tally.kernels,
                  reason.c_str());
    // What cannot be judged first: it is the generator's fault.
    for (const bool first : {true, false})
      for (const auto& [index, c] : cases_)
        if ((c.execution.result == Execution::undefined) == first && shown < options_.show) {
          ++shown;
          show(c, options_);
        }
    for (const std::string& e : errors_) std::printf("\n%s\n", e.c_str());
    const int disagree = said_right + said_wrong;
    std::printf(
        "\n%d kernels, %.1f %% differ at 64 lanes: %d agree (%d right, %d wrong), "
        "%d unknown (%.1f %%), %d disagree (%d said right, %d said wrong; %d reckon with the "
        "wave size), %d not defined\n",
        seen_, 100.0 * differ_ / std::max(seen_, 1), right_ + wrong_, right_, wrong_, unknown_,
        100.0 * unknown_ / std::max(seen_, 1), disagree, said_right, said_wrong, by_wave,
        undefined);
    if (disagree > 0 && options_.minimise == false)
      for (const auto& [index, c] : cases_)
        if (c.disagrees()) std::printf("  %d said %s\n", index, name(c.judgement.outcome));
    if (!errors_.empty() || undefined > 0 || seen_ != options_.count) return 1;
    return disagree > 0 || 100 * unknown_ > options_.most_unknown * seen_ ? 1 : 0;
  }

  Options options_;
  std::mutex mutex_;
  std::map<std::string, Tally> constructs_;
  std::map<std::string, Tally> reasons_;
  std::map<int, Case> cases_;  ///< that are shown, by kernel
  std::vector<std::string> errors_;
  int seen_ = 0, differ_ = 0, right_ = 0, wrong_ = 0, unknown_ = 0;
};

/// The runner itself: kernels whose results are known, from controls.hip.
int run_controls(const Options& options) {
  std::ifstream in(HIPAUDIT_SOURCE_DIR "/tests/property/controls.hip");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  static const char* const words[] = {"same", "differs", "undefined"};
  int failures = 0;
  for (const bool checked : {false, true}) {
    std::size_t at = 0;
    const auto next = [&] {
      static const std::string mark = "// expect: ";
      at = text.find(mark, at) + mark.size();
      std::istringstream words(text.substr(at, 40));
      std::string word;
      words >> word;
      if (checked) words >> word;
      return word;
    };
    const Folder folder(options.keep);
    const Program program(folder.path(), text, checked);
    if (!program.error().empty()) std::printf("%s\n", program.error().c_str());
    auto executions = program.run(0, 4);
    failures += executions.empty();
    for (const auto& [index, execution] : executions) {
      const std::string word = next();
      if (word == words[execution.result]) continue;
      ++failures;
      std::printf("control %d, %s, should be %s, is %s: %s\n", index,
                  checked ? "checked" : "unchecked", word.c_str(), words[execution.result],
                  execution.what.c_str());
    }
  }
  std::printf("controls: %s\n", failures == 0 ? "as expected" : "not as expected");
  return failures == 0 ? 0 : 1;
}

constexpr const char* kUsage = R"(usage: hipaudit-property [options]
  -n COUNT            kernels (300)
  --seed NUMBER       of the kernels (1)
  --first INDEX       of the first kernel (0); with -n 1, one kernel again
  -j JOBS             units at a time (one for each processor)
  --per-file COUNT    kernels of a unit (150)
  --show COUNT        disagreements that are printed (5)
  --most-unknown PERCENT   of verdicts, more is a failure (5)
  --no-minimise       do not make them smaller; list all by number
  --print             print every kernel, up to --show
  --checked           report races, inactive lanes and the like at 32 lanes: the generator's fault; slow
  --controls          only run kernels whose results are known
  --keep FOLDER       keep units and programs there
)";

int number(const char* text) { return static_cast<int>(std::strtol(text, nullptr, 10)); }

bool parse(int argc, char** argv, Options& o) {
  for (int i = 1; i < argc; ++i) {
    const std::string a = argv[i];
    if (a.size() > 2 && a.compare(0, 2, "-j") == 0) {
      o.jobs = number(a.c_str() + 2);
    } else if (a == "--no-minimise") {
      o.minimise = false;
    } else if (a == "--print") {
      o.print = true;
    } else if (a == "--controls") {
      o.controls = true;
    } else if (a == "--checked") {
      o.checked = true;
    } else if (i + 1 == argc) {
      return false;
    } else if (a == "--keep") {
      o.keep = std::filesystem::absolute(argv[++i]).string();
    } else if (a == "--seed") {
      o.seed = std::strtoull(argv[++i], nullptr, 10);
    } else {
      int* to = a == "-n"               ? &o.count
                : a == "--first"        ? &o.first
                : a == "-j"             ? &o.jobs
                : a == "--per-file"     ? &o.per_file
                : a == "--show"         ? &o.show
                : a == "--most-unknown" ? &o.most_unknown
                                        : nullptr;
      if (to == nullptr) return false;
      *to = number(argv[++i]);
    }
  }
  return o.count > 0 && o.per_file > 0 && o.jobs > 0;
}

}  // namespace

int run(int argc, char** argv) {
  Options options;
  if (!parse(argc, argv, options)) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  return options.controls ? run_controls(options) : Run(options)();
}

}  // namespace hipaudit::property

int main(int argc, char** argv) { return hipaudit::property::run(argc, argv); }
