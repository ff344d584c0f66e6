// SPDX-License-Identifier: Apache-2.0
//
// The four operations on the hardware wave, played by fibers that meet: for tests of the arithmetic
// above them. In one source file of a program.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <ucontext.h>
#include <vector>

// One fiber per active lane. A hook leaves a word and yields; when every fiber has left one, all go
// on.
class Wave {
 public:
  Wave(unsigned size, std::uint64_t active, std::function<void(unsigned)> body)
      : size_(size), active_(active), body_(std::move(body)) {}

  void run() {
    current_ = this;
    for (unsigned i = 0; i < size_; ++i)
      if (is_active(i)) start(i);
    bool running = true;
    while (running) {
      running = false;
      for (lane_ = 0; lane_ < size_; ++lane_)
        if (is_active(lane_) && !lanes_[lane_]->done) {
          swapcontext(&scheduler_, &lanes_[lane_]->context);
          running = running || !lanes_[lane_]->done;
        }
      seen_ = left_;
    }
  }

  std::vector<std::uint32_t> meet(std::uint32_t word) {
    left_[lane_] = word;
    swapcontext(&lanes_[lane_]->context, &scheduler_);
    return seen_;
  }

  bool is_active(unsigned lane) const { return ((active_ >> lane) & 1) != 0; }
  unsigned lane() const { return lane_; }
  unsigned size() const { return size_; }
  static Wave& current() { return *current_; }

 private:
  struct Lane {
    ucontext_t context;
    std::vector<char> stack = std::vector<char>(64 * 1024);
    bool done = false;
  };

  static void enter() {
    Wave& wave = current();
    wave.body_(wave.lane_);
    wave.lanes_[wave.lane_]->done = true;
    swapcontext(&wave.lanes_[wave.lane_]->context, &wave.scheduler_);
  }

  void start(unsigned i) {
    lanes_[i] = std::make_unique<Lane>();
    getcontext(&lanes_[i]->context);
    lanes_[i]->context.uc_stack.ss_sp = lanes_[i]->stack.data();
    lanes_[i]->context.uc_stack.ss_size = lanes_[i]->stack.size();
    lanes_[i]->context.uc_link = nullptr;
    makecontext(&lanes_[i]->context, &Wave::enter, 0);
  }

  inline static Wave* current_ = nullptr;
  unsigned size_;
  std::uint64_t active_;
  std::function<void(unsigned)> body_;
  ucontext_t scheduler_{};
  std::unique_ptr<Lane> lanes_[64];
  unsigned lane_ = 0;
  std::vector<std::uint32_t> left_ = std::vector<std::uint32_t>(64), seen_ = left_;
};

namespace hipshim::cpu {
std::uint32_t wave_lane() { return Wave::current().lane(); }
std::uint32_t wave_size() { return Wave::current().size(); }
std::uint64_t wave_ballot(bool predicate) {
  const auto votes = Wave::current().meet(predicate ? 1 : 0);
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < Wave::current().size(); ++i)
    if (Wave::current().is_active(i) && votes[i] != 0) bits |= std::uint64_t{1} << i;
  return bits;
}
std::uint32_t wave_permute(std::uint32_t word, std::uint32_t source) {
  const auto words = Wave::current().meet(word);
  source %= Wave::current().size();
  return Wave::current().is_active(source) ? words[source] : 0;
}
void wave_fence() { Wave::current().meet(0); }
}  // namespace hipshim::cpu
