// SPDX-License-Identifier: Apache-2.0
// Which facts of several passes and units are one fact: equal ones, after translating file ids.
// Taint is no difference: the untainted sighting is kept.

#include "facts/merge.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <string_view>
#include <type_traits>
#include <utility>

#include "facts/query.hpp"
#include "facts/visit.hpp"

namespace hipaudit {
namespace {

template <class T>
concept Struct = std::is_class_v<T>;

/// Calls `file` and `text` of Self for every file id and string of a fact.
template <class Self>
class Walker {
 public:
  template <class... Fields>
  void operator()(Fields&... fields) {
    (one(fields), ...);
  }

 private:
  friend Self;
  Walker() = default;
  template <class T>
    requires(!Struct<T>)
  void one(T&) {}
  void one(std::string& v) { static_cast<Self*>(this)->text(v); }
  template <class T>
  void one(std::optional<T>&) {}
  template <class T, std::size_t N>
  void one(std::array<T, N>&) {}
  template <class T>
  void one(std::vector<T>& v) {
    if constexpr (Struct<T>)
      for (T& element : v) one(element);
  }
  template <Struct T>
  void one(T& v) {
    facts_detail::visit(*static_cast<Self*>(this), v);
  }
};

struct Translate : Walker<Translate> {
  explicit Translate(const std::vector<FileId>& known) : map(known) {}
  void file(FileId& id) { id = id < map.size() ? map[id] : kNoFile; }
  void text(std::string&) {}
  const std::vector<FileId>& map;
};

class Hash {
 public:
  template <class... Fields>
  void operator()(Fields&... fields) {
    (one(fields), ...);
  }
  void file(FileId& id) { mix(id); }
  [[nodiscard]] std::uint64_t value() const { return state_; }

 private:
  void mix(std::uint64_t v) {
    state_ = (state_ ^ v) * 0x9e3779b97f4a7c15U;
    state_ ^= state_ >> 29;
  }
  template <class T>
    requires(!Struct<T>)
  void one(T& v) {
    if constexpr (std::is_floating_point_v<T>)
      mix(std::bit_cast<std::uint64_t>(v));
    else
      mix(static_cast<std::uint64_t>(v));
  }
  void one(std::string& v) {
    const std::string_view text = kf::base_key(v);
    std::uint64_t bytes = 0xcbf29ce484222325U;
    for (const char c : text) bytes = (bytes ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    mix(text.size());
    mix(bytes);
  }
  template <class T>
  void one(std::optional<T>& v) {
    mix(v ? 1 : 2);
    if (v) one(*v);
  }
  template <class T, std::size_t N>
  void one(std::array<T, N>& v) {
    for (T& element : v) one(element);
  }
  template <class T>
  void one(std::vector<T>& v) {
    mix(v.size());
    for (T& element : v) one(element);
  }
  template <Struct T>
  void one(T& v) {
    facts_detail::visit(*this, v);
  }

  std::uint64_t state_ = 0x243f6a8885a308d3U;
};

template <class T>
std::uint64_t hash_of(T& fact) {
  Hash hash;
  facts_detail::visit(hash, fact);
  return hash.value();
}

template <class T>
concept Tainted = requires(T t) { t.tainted; };

/// Hash without the taint.
template <class T>
std::uint64_t identity(T& fact) {
  if constexpr (Tainted<T>) {
    const bool tainted = std::exchange(fact.tainted, false);
    const std::uint64_t hash = hash_of(fact);
    fact.tainted = tainted;
    return hash;
  } else {
    return hash_of(fact);
  }
}

template <class T>
bool same(const T& a, const T& b) {
  if constexpr (Tainted<T>) {
    if (a.tainted == b.tainted) return a == b;
    T copy = a;
    copy.tainted = b.tainted;
    return copy == b;
  } else {
    return a == b;
  }
}

template <class T, class Index>
void index_all(std::vector<T>& facts, Index& index) {
  for (std::uint32_t i = 0; i < facts.size(); ++i) index.emplace(identity(facts[i]), i);
}

template <class T, class Index>
void add_new(std::vector<T>& into, Index& index, std::vector<T>& from) {
  for (T& fact : from) {
    const std::uint64_t hash = identity(fact);
    const auto [first, last] = index.equal_range(hash);
    const auto known = std::find_if(
        first, last, [&](const auto& entry) { return same(into[entry.second], fact); });
    if (known == last) {
      index.emplace(hash, static_cast<std::uint32_t>(into.size()));
      into.push_back(std::move(fact));
    } else if constexpr (Tainted<T>) {
      into[known->second].tainted &= fact.tainted;
    }
  }
}

/// Contents of a function apart from what its key is.
std::uint64_t contents_of(kf::Function& function) {
  return identity(function);  // strings are hashed without a trailing number
}

void rename(std::string& key, const std::unordered_map<std::string, std::string>& renamed) {
  if (key.empty()) return;
  const auto it = renamed.find(key);
  if (it != renamed.end()) key = it->second;
}

}  // namespace

Merger::Merger(Facts& into) : into_(into) {
  into_.by_key.clear();
  for (std::uint32_t i = 0; i < into_.functions.size(); ++i) {
    index_function(i);
    into_.by_key.push_back(i);
  }
  std::sort(into_.by_key.begin(), into_.by_key.end(), [&](std::uint32_t a, std::uint32_t b) {
    return into_.functions[a].key < into_.functions[b].key;
  });
  for (std::uint32_t i = 0; i < into_.host_functions.size(); ++i)
    hosts_.emplace(into_.host_functions[i].key, i);
  index_all(into_.launches, launches_);
  index_all(into_.host_calls, host_calls_);
  index_all(into_.macros, macros_);
  index_all(into_.includes, includes_);
  index_all(into_.library_types, library_types_);
  index_all(into_.identifiers, identifiers_);
  index_all(into_.commands, commands_);
  index_all(into_.constants, constants_);
  index_all(into_.constant_uses, constant_uses_);
  index_all(into_.wave_size_uses, wave_size_uses_);
}

/// Contents without the passes that saw them.
static std::uint64_t body_of(kf::Function& function) {
  const std::uint8_t passes = std::exchange(function.passes, 0);
  const std::uint64_t contents = contents_of(function);
  function.passes = passes;
  return contents;
}

void Merger::index_function(std::uint32_t index) {
  kf::Function& function = into_.functions[index];
  functions_[std::string(kf::base_key(function.key))].push_back({index, body_of(function)});
}

void Merger::add_functions(std::vector<kf::Function> from,
                           std::unordered_map<std::string, std::string>& renamed) {
  const std::size_t sorted = into_.by_key.size();
  for (kf::Function& function : from) {
    const std::uint64_t contents = body_of(function);
    std::vector<Variant>& variants = functions_[std::string(kf::base_key(function.key))];
    // The variant that this one is, if any. A body that an error touched says nothing new.
    Variant* known = nullptr;
    for (Variant& variant : variants)
      if (variant.contents == contents) known = &variant;
    if (known == nullptr && !variants.empty() && function.tainted) known = &variants.front();
    if (known == nullptr && !variants.empty() && into_.functions[variants.front().index].tainted)
      known = &variants.front();
    if (known != nullptr) {
      kf::Function& kept = into_.functions[known->index];
      function.passes |= kept.passes;
      kept.passes = function.passes;
      if (kept.key != function.key) renamed.emplace(function.key, kept.key);
      if (kept.tainted && !function.tainted) {
        function.key = kept.key;
        known->contents = contents;
        kept = std::move(function);
      }
      continue;
    }
    if (!variants.empty()) {
      std::string key =
          std::string(kf::base_key(function.key)) + "#" + std::to_string(variants.size() + 1);
      renamed.emplace(function.key, key);
      function.key = std::move(key);
    }
    const auto index = static_cast<std::uint32_t>(into_.functions.size());
    variants.push_back({index, contents});
    into_.by_key.push_back(index);
    into_.functions.push_back(std::move(function));
  }
  const auto by_key = [&](std::uint32_t a, std::uint32_t b) {
    return into_.functions[a].key < into_.functions[b].key;
  };
  const auto middle = into_.by_key.begin() + static_cast<std::ptrdiff_t>(sorted);
  std::sort(middle, into_.by_key.end(), by_key);
  std::vector<std::uint32_t> merged;
  merged.reserve(into_.by_key.size());
  std::merge(into_.by_key.begin(), middle, middle, into_.by_key.end(), std::back_inserter(merged),
             by_key);
  into_.by_key = std::move(merged);
}

// The passes of one unit may come one by one; a unit that the database lists twice stays two.
void Merger::add_unit(UnitReport unit) {
  const auto known = std::find_if(into_.units.rbegin(), into_.units.rend(),
                                  [&](const UnitReport& u) { return u.file == unit.file; });
  const auto has_pass = [&](const PassReport& pass) {
    return std::any_of(known->passes.begin(), known->passes.end(), [&](const PassReport& p) {
      return p.kind == pass.kind && p.target == pass.target;
    });
  };
  if (known == into_.units.rend() || known->command != unit.command
      || std::any_of(unit.passes.begin(), unit.passes.end(), has_pass)) {
    into_.units.push_back(std::move(unit));
    return;
  }
  const auto unite = [](std::vector<std::string>& into, std::vector<std::string>& from) {
    for (std::string& text : from)
      if (std::find(into.begin(), into.end(), text) == into.end()) into.push_back(std::move(text));
  };
  unite(known->notes, unit.notes);
  unite(known->project_files, unit.project_files);
  std::sort(known->project_files.begin(), known->project_files.end());
  std::move(unit.passes.begin(), unit.passes.end(), std::back_inserter(known->passes));
}

void Merger::add(Facts from) {
  std::vector<FileId> map;
  map.reserve(from.files.size());
  for (const FileInfo& file : from.files.all()) map.push_back(into_.files.intern(file));
  Translate translate(map);
  facts_detail::visit(translate, from);

  const std::size_t first_new = into_.functions.size();
  std::unordered_map<std::string, std::string> renamed;
  add_functions(std::move(from.functions), renamed);
  if (!renamed.empty()) {
    for (std::size_t i = first_new; i < into_.functions.size(); ++i) {
      kf::Function& function = into_.functions[i];
      rename(function.pattern, renamed);
      for (kf::Expr& expr : function.exprs) rename(expr.callee, renamed);
    }
    for (Launch& launch : from.launches) rename(launch.kernel_key, renamed);
  }

  for (HostFunction& host : from.host_functions) {
    const auto [known, fresh] =
        hosts_.emplace(host.key, static_cast<std::uint32_t>(into_.host_functions.size()));
    if (fresh)
      into_.host_functions.push_back(std::move(host));
    else if (into_.host_functions[known->second].tainted && !host.tainted)
      into_.host_functions[known->second] = std::move(host);
  }
  add_new(into_.launches, launches_, from.launches);
  add_new(into_.host_calls, host_calls_, from.host_calls);
  add_new(into_.macros, macros_, from.macros);
  add_new(into_.includes, includes_, from.includes);
  add_new(into_.library_types, library_types_, from.library_types);
  add_new(into_.identifiers, identifiers_, from.identifiers);
  add_new(into_.commands, commands_, from.commands);
  add_new(into_.constants, constants_, from.constants);
  add_new(into_.constant_uses, constant_uses_, from.constant_uses);
  add_new(into_.wave_size_uses, wave_size_uses_, from.wave_size_uses);
  for (UnitReport& unit : from.units) add_unit(std::move(unit));
}

void merge(Facts& into, Facts from) { Merger(into).add(std::move(from)); }

}  // namespace hipaudit
