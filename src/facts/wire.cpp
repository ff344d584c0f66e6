// SPDX-License-Identifier: Apache-2.0
// The bytes: magic, file table, then every list in the order of visit.hpp. Numbers are LEB128
// (zigzag when signed), lists are counted, and a string is written once and then referred to.
// The reader believes nothing: counts, references, enumerators and ids are all checked.

#include "facts/wire.hpp"

#include <array>
#include <bit>
#include <concepts>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "facts/visit.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kMagic = "HAF1";
// No legitimate stream refers to its strings so often that they outgrow it by more than this.
constexpr std::uint64_t kMaxExpansion = 4096;

constexpr std::uint64_t last_of(PassKind) { return static_cast<std::uint64_t>(PassKind::wave32); }
constexpr std::uint64_t last_of(PassStatus) {
  return static_cast<std::uint64_t>(PassStatus::failed);
}
constexpr std::uint64_t last_of(kf::TypeKind) {
  return static_cast<std::uint64_t>(kf::TypeKind::function);
}
constexpr std::uint64_t last_of(kf::Op) { return static_cast<std::uint64_t>(kf::Op::opaque); }
constexpr std::uint64_t last_of(kf::CrossKind) {
  return static_cast<std::uint64_t>(kf::CrossKind::barrier);
}
constexpr std::uint64_t last_of(kf::AtomicKind) {
  return static_cast<std::uint64_t>(kf::AtomicKind::dec);
}
constexpr std::uint64_t last_of(kf::StmtKind) {
  return static_cast<std::uint64_t>(kf::StmtKind::opaque);
}
constexpr std::uint64_t last_of(kf::Storage) {
  return static_cast<std::uint64_t>(kf::Storage::captured);
}
constexpr std::uint64_t last_of(kf::FunctionKind) {
  return static_cast<std::uint64_t>(kf::FunctionKind::host);
}
constexpr std::uint64_t last_of(StreamAtHand::Origin) {
  return static_cast<std::uint64_t>(StreamAtHand::Origin::getter);
}
constexpr std::uint64_t last_of(MacroFact::Kind) {
  return static_cast<std::uint64_t>(MacroFact::Kind::used);
}

constexpr std::uint64_t last_of(CodeSide) { return static_cast<std::uint64_t>(CodeSide::both); }
constexpr std::uint64_t last_of(ConstantFact::Kind) {
  return static_cast<std::uint64_t>(ConstantFact::Kind::function);
}
constexpr std::uint64_t last_of(WaveSizeUse::Kind) {
  return static_cast<std::uint64_t>(WaveSizeUse::Kind::refusal);
}

constexpr std::uint64_t zigzag(std::int64_t v) {
  return (static_cast<std::uint64_t>(v) << 1) ^ static_cast<std::uint64_t>(v >> 63);
}
constexpr std::int64_t unzigzag(std::uint64_t v) {
  return static_cast<std::int64_t>((v >> 1) ^ (~(v & 1) + 1));
}

class Writer {
 public:
  template <class... Fields>
  void operator()(Fields&... fields) {
    (one(fields), ...);
  }
  void file(FileId& id) { number(id == kNoFile ? 0 : std::uint64_t{id} + 1); }
  std::string take() { return std::move(out_); }
  void raw(std::string_view bytes) { out_ += bytes; }

 private:
  void number(std::uint64_t v) {
    while (v >= 0x80) {
      out_ += static_cast<char>((v & 0x7f) | 0x80);
      v >>= 7;
    }
    out_ += static_cast<char>(v);
  }
  void one(bool& v) { number(v ? 1 : 0); }
  // kNone is the commonest 32-bit value: one more makes it zero.
  void one(std::uint32_t& v) { number(std::uint32_t(v + 1)); }
  void one(std::uint8_t& v) { number(v); }
  void one(std::int64_t& v) { number(zigzag(v)); }
  void one(double& v) { number(std::bit_cast<std::uint64_t>(v)); }
  template <class E>
    requires std::is_enum_v<E>
  void one(E& v) {
    number(static_cast<std::uint64_t>(v));
  }
  void one(std::string& v) {
    const auto [at, fresh] = seen_.try_emplace(v, seen_.size());
    number(at->second);
    if (!fresh) return;
    number(v.size());
    out_ += v;
  }
  template <class T>
  void one(std::optional<T>& v) {
    number(v ? 1 : 0);
    if (v) one(*v);
  }
  template <class T, std::size_t N>
  void one(std::array<T, N>& v) {
    for (T& element : v) one(element);
  }
  template <class T>
  void one(std::vector<T>& v) {
    number(v.size());
    for (T& element : v) one(element);
  }
  template <class T>
    requires std::is_class_v<T>
  void one(T& v) {
    facts_detail::visit(*this, v);
  }

  std::string out_;
  std::unordered_map<std::string, std::uint64_t> seen_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes)
      : bytes_(bytes), string_budget_(bytes.size() * kMaxExpansion) {}

  template <class... Fields>
  void operator()(Fields&... fields) {
    (one(fields), ...);
  }
  void file(FileId& id) {
    const std::uint64_t v = number();
    if (v > files_) fail();
    id = v == 0 || !good_ ? kNoFile : static_cast<FileId>(v - 1);
  }
  void expect(std::string_view magic) {
    if (bytes_.substr(at_, magic.size()) == magic)
      at_ += magic.size();
    else
      fail();
  }
  void set_files(std::size_t count) { files_ = count; }
  [[nodiscard]] bool done() const { return good_ && at_ == bytes_.size(); }

 private:
  void fail() {
    good_ = false;
    at_ = bytes_.size();
  }
  std::uint64_t number() {
    std::uint64_t v = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (at_ >= bytes_.size()) break;
      const auto byte = static_cast<unsigned char>(bytes_[at_++]);
      v |= std::uint64_t{byte & 0x7fU} << shift;
      if ((byte & 0x80U) == 0) return v;
    }
    fail();
    return 0;
  }
  std::uint64_t number(std::uint64_t max) {
    const std::uint64_t v = number();
    if (v <= max) return v;
    fail();
    return 0;
  }
  void one(bool& v) { v = number(1) != 0; }
  void one(std::uint32_t& v) {
    v = static_cast<std::uint32_t>(number(0xffffffffU));
    if (good_) --v;
  }
  void one(std::uint8_t& v) { v = static_cast<std::uint8_t>(number(0xff)); }
  void one(std::int64_t& v) { v = unzigzag(number()); }
  void one(double& v) { v = std::bit_cast<double>(number()); }
  template <class E>
    requires std::is_enum_v<E>
  void one(E& v) {
    v = static_cast<E>(number(last_of(E{})));
  }
  void one(std::string& v) {
    const std::uint64_t index = number(strings_.size());
    if (!good_) return;
    if (index == strings_.size()) {
      const std::uint64_t size = number(bytes_.size());
      if (!good_ || size > bytes_.size() - at_) return fail();
      strings_.push_back(bytes_.substr(at_, size));
      at_ += size;
    }
    const std::string_view text = strings_[index];
    if (text.size() > string_budget_) return fail();
    string_budget_ -= text.size();
    v = text;
  }
  template <class T>
  void one(std::optional<T>& v) {
    v.reset();
    if (number(1) != 0) one(v.emplace());
  }
  template <class T, std::size_t N>
  void one(std::array<T, N>& v) {
    for (T& element : v) one(element);
  }
  // An element takes a byte at least, so a count beyond what is left is a lie. The list grows by
  // what is really read: a struct is much larger than its bytes.
  template <class T>
  void one(std::vector<T>& v) {
    v.clear();
    const std::uint64_t count = number(bytes_.size() - at_);
    for (std::uint64_t i = 0; i < count && good_; ++i) one(v.emplace_back());
  }
  template <class T>
    requires std::is_class_v<T>
  void one(T& v) {
    facts_detail::visit(*this, v);
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  bool good_ = true;
  std::uint64_t files_ = 0;
  std::uint64_t string_budget_;
  std::vector<std::string_view> strings_;
};

bool inside(std::uint32_t id, std::size_t size) { return id == kf::kNone || id < size; }
template <class List>
bool all_below(const List& ids, std::size_t size) {
  for (const auto id : ids)
    if (id >= size) return false;
  return true;
}
template <class List>
bool all_inside(const List& ids, std::size_t size) {
  for (const auto id : ids)
    if (!inside(id, size)) return false;
  return true;
}

/// Whether no node of the graph is below itself: what walks kernel form must come to an end.
template <class Children>
bool acyclic(std::size_t count, Children children) {
  enum : std::uint8_t { fresh, open, done };
  std::vector<std::uint8_t> state(count, fresh);
  std::vector<std::pair<std::uint32_t, bool>> stack;  // node, whether it is left
  for (std::uint32_t start = 0; start < count; ++start) {
    stack.emplace_back(start, false);
    while (!stack.empty()) {
      const auto [node, left] = stack.back();
      stack.pop_back();
      if (left) {
        state[node] = done;
        continue;
      }
      if (state[node] == done) continue;
      if (state[node] == open) return false;
      state[node] = open;
      stack.emplace_back(node, true);
      bool good = true;
      children(node, [&](std::uint32_t child) {
        if (child == kf::kNone) return;
        if (state[child] == open) good = false;
        if (state[child] == fresh) stack.emplace_back(child, false);
      });
      if (!good) return false;
    }
  }
  return true;
}

// Rules index without asking; so every id must lead somewhere.
bool consistent(kf::Function& f) {
  if (f.types.empty()) f.types.emplace_back();
  const std::size_t types = f.types.size();
  const std::size_t vars = f.vars.size();
  const std::size_t exprs = f.exprs.size();
  const std::size_t stmts = f.stmts.size();
  if (!inside(f.root, stmts) || !all_below(f.params, vars)) return false;
  if (f.return_type >= types) return false;
  for (const kf::Var& v : f.vars)
    if (v.type >= types) return false;
  for (const kf::Expr& e : f.exprs)
    if (e.type >= types || !inside(e.var, vars) || !inside(e.site, f.sites.size())
        || !all_inside(e.args, exprs))
      return false;
  for (const kf::Stmt& s : f.stmts)
    if (!inside(s.a, exprs) || !inside(s.b, exprs) || !inside(s.var, vars)
        || !all_below(s.body, stmts) || !all_below(s.other, stmts) || !all_inside(s.exprs, exprs))
      return false;
  return acyclic(exprs,
                 [&](std::uint32_t id, auto below) {
                   for (const kf::ExprId arg : f.exprs[id].args) below(arg);
                 })
         && acyclic(stmts, [&](std::uint32_t id, auto below) {
              for (const kf::StmtId child : f.stmts[id].body) below(child);
              for (const kf::StmtId child : f.stmts[id].other) below(child);
            });
}

}  // namespace

std::string to_wire(const Facts& facts) {
  Writer writer;
  writer.raw(kMagic);
  // The archive is shared with reading, hence not const; writing changes nothing.
  std::vector<FileInfo> files = facts.files.all();
  writer(files);
  facts_detail::visit(writer, const_cast<Facts&>(facts));
  return writer.take();
}

std::optional<Facts> from_wire(std::string_view bytes) {
  Reader reader(bytes);
  reader.expect(kMagic);
  std::optional<Facts> facts(std::in_place);
  std::vector<FileInfo> files;
  reader(files);
  reader.set_files(files.size());
  facts->files.assign(std::move(files));
  facts_detail::visit(reader, *facts);
  if (!reader.done()) return std::nullopt;
  for (kf::Function& f : facts->functions)
    if (!consistent(f)) return std::nullopt;
  return facts;
}

}  // namespace hipaudit
