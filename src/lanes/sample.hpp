// SPDX-License-Identifier: Apache-2.0
// What an expression comes to in one thread of a sample block: how guards and indices are read
// whatever their spelling. `(threadIdx.x & 31) == 0` and `!(tid % kWarp)` hold for the same
// threads, so they are the same guard.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "facts/facts.hpp"
#include "facts/query.hpp"

namespace hipaudit::lanes {

/// Of CUDA's warp.
inline constexpr unsigned kLanes = 32;

/// A block of `x` by `y` threads, in waves of `wave` lanes.
struct SampleBlock {
  unsigned x = 128;
  unsigned y = 1;
  int wave = 32;
};

struct SampleThread {
  SampleBlock block;
  unsigned x = 0;
  unsigned y = 0;
  [[nodiscard]] unsigned linear() const { return x + y * block.x; }
};

/// Every thread of the block.
[[nodiscard]] std::vector<SampleThread> threads_of(const SampleBlock& block);

/// An integer or a floating value.
struct Number {
  bool floating = false;
  std::int64_t i = 0;
  double d = 0;
  [[nodiscard]] bool truth() const { return floating ? d != 0 : i != 0; }
};

/// The functions of the facts by key, and what is asked of each of them more than once.
class Program {
 public:
  explicit Program(const Facts& facts);
  [[nodiscard]] const kf::Function* function(const std::string& key) const;
  /// kf::single_initialisers, remembered.
  [[nodiscard]] const std::vector<kf::ExprId>& settled(const kf::Function& f) const;
  /// A parameter or local that something may write after its declaration.
  [[nodiscard]] bool is_written(const kf::Function& f, kf::VarId var) const;
  /// Calls of the function with this key: the caller and the call.
  [[nodiscard]] const std::vector<std::pair<const kf::Function*, kf::ExprId>>&
  calls_of(const std::string& key) const;
  /// The function with this key shuffles, by itself or in what it calls.
  [[nodiscard]] bool shuffles(const std::string& key) const;

 private:
  struct Remembered {
    std::vector<kf::ExprId> settled;
    std::vector<bool> written;
  };
  const Remembered& remembered(const kf::Function& f) const;

  std::unordered_map<std::string_view, const kf::Function*> by_key_;
  std::map<std::string, std::vector<std::pair<const kf::Function*, kf::ExprId>>> calls_;
  std::set<std::string> shuffling_;
  mutable std::unordered_map<const kf::Function*, Remembered> remembered_;
};

/// A function that is being looked at, and the call through which it was entered.
struct Activation {
  const kf::Function* f = nullptr;
  const Activation* caller = nullptr;
  kf::ExprId call = kf::kNone;                 ///< in `caller`
  std::map<kf::VarId, std::int64_t> known{};   ///< loop variables and the like, same in every lane
  std::map<kf::ExprId, std::int64_t> given{};  ///< what operations gave this thread

  /// The caller's expression for a parameter, or kNone.
  [[nodiscard]] kf::ExprId argument(kf::VarId var) const;
};

/// The value in one thread; nothing when it depends on anything but thread and block indices,
/// block size, wave size and constants.
[[nodiscard]] std::optional<Number> evaluate(const Program& program, const Activation& activation,
                                             kf::ExprId id, const SampleThread& thread);

}  // namespace hipaudit::lanes
