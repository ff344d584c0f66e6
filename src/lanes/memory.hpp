// SPDX-License-Identifier: Apache-2.0
// Memory of one block: local variables by lane, shared arrays, and what lies outside of the kernel.
// What was never stored there is made up from its address.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "lanes/data.hpp"
#include "lanes/machine.hpp"
#include "lanes/values.hpp"

namespace hipaudit::lanes {

/// Thrown inside the machine when a run cannot go on; Trace::gave_up says why.
struct GaveUp {
  std::string why;
};
inline constexpr const char* kTooLarge = "too large to evaluate";

/// What a local variable holds at one offset.
struct Entry {
  std::int64_t offset = 0;
  std::uint32_t size = 0;
  bool copy = false;  ///< the values are addresses of what was copied here as a whole
  Vec value;
  Mask present;

  [[nodiscard]] std::int64_t end() const { return offset + (size == 0 ? 1 : size); }
};

/// What shared memory, or memory outside, holds at one address.
struct Cell {
  Value value;
  std::uint32_t size = 0;
  std::uint64_t stamp = 0;  ///< the store that wrote it, and its lane
  int lane = -1;
};

struct Object {
  const kf::Var* var = nullptr;  ///< none: a temporary
  bool shared = false;
  std::int64_t bytes = -1;  ///< -1: not known
  std::uint32_t element = 0;
  std::vector<Entry> entries;                    ///< local
  std::unordered_map<std::int64_t, Cell> cells;  ///< shared
  std::uint64_t unknown = 0;  ///< contents were changed by something not modelled

  [[nodiscard]] std::string name() const { return var ? var->name : std::string(); }
};

class Memory {
 public:
  Memory(const Lanes& lanes, const Data& data, Trace& trace)
      : lanes_(lanes), data_(data), trace_(trace) {}

  /// Address of a new local or shared variable.
  std::uint64_t make(const kf::Function& f, const kf::Var& var, bool shared);
  /// ... of a local object without a name.
  std::uint64_t make_temporary();
  /// The object at an address, nothing for memory outside.
  [[nodiscard]] Object* find(std::uint64_t at);

  /// `by` is what the source says; it may be left out where nothing can be wrong.
  Vec load(const Vec& at, const kf::Type& type, const Place& by = {});
  /// The kernel has stored to this address, by itself or as part of a wider value.
  [[nodiscard]] bool is_stored(std::uint64_t at, int lane);
  Value load_one(const Value& where, int lane, const kf::Type& type, const Place& by = {});
  void store(const Place& by, const Vec& at, const Vec& value, std::uint32_t size);
  /// Of one lane, as part of an operation that makes the lanes wait for each other.
  void store_in_turn(const Place& by, Value at, int lane, Value value, std::uint32_t size);
  /// `*to = *from` for structures of `type`.
  void copy(const Place& by, const Vec& to, const Vec& from, const kf::Type& type);
  /// The active lanes' `bytes` bytes from `at` on are zero.
  void zero(std::uint64_t at, std::uint32_t bytes);
  /// A fresh variable in the active lanes.
  void clear(std::uint64_t object);

  /// A digest of what lies at an address, for calls that are not known.
  [[nodiscard]] std::uint64_t digest(Value v, int lane);
  /// Something not modelled changed what lies there.
  void forget(Value v, int lane, std::uint64_t cause);

  /// Something went wrong in this lane.
  void note(Event::Kind kind, const Place& by, int lane, const std::string& name = {},
            std::int64_t index = 0, std::int64_t extent = 0, bool by_data = false);

 private:
  /// A piece of a structure that is copied.
  struct Piece {
    std::int64_t delta = 0;
    std::uint32_t size = 0;
    Value value;
    bool copy = false;
  };

  void check_range(const Vec& at, std::uint32_t size, const Place& by);
  Value load_local(Object& o, std::int64_t offset, int lane, const kf::Type& type);
  Value load_shared(Object& o, const Value& at, int lane, const kf::Type& type, const Place& by);
  void store_local(Object& o, std::int64_t offset, std::uint32_t size, const Mask& lanes,
                   const Vec& value, bool copy);
  void store_one(const Place& by, std::uint64_t at, int lane, Value v, std::uint32_t size);
  void put(Cell& cell, const Place& by, int lane, Value v, std::uint32_t size,
           const Object* object);
  Value stored(Value v, const Value& at);
  std::vector<Piece> pieces_of(std::uint64_t from, int lane, std::uint32_t bytes);
  void copy_one(const Place& by, std::uint64_t to, std::uint64_t from, int lane,
                std::uint32_t bytes);

  const Lanes& lanes_;
  const Data& data_;
  Trace& trace_;
  std::deque<Object> objects_;
  std::unordered_map<std::uint64_t, Cell> outside_;
  std::uint64_t stamp_ = 0;
};

}  // namespace hipaudit::lanes
