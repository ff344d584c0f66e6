// SPDX-License-Identifier: Apache-2.0
// Which bodies of one function differ by the wave size alone. Such code computes with warpSize,
// whatever it calls it; in two bodies with a number each, neither would tell.
#include "facts/wave_variants.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "facts/query.hpp"

namespace hipaudit {
namespace {

using kf::ExprId;
using kf::Function;
using kf::kNone;
using kf::Op;

constexpr std::uint8_t kWide = 1U << static_cast<unsigned>(PassKind::wave64);

/// A constant that differs, and its values.
struct Difference {
  ExprId at = kNone;
  std::int64_t narrow = 0;
  std::int64_t wide = 0;
};

/// n and 2 n, n and n / 2, a mask, a shift.
bool follows_the_wave(const Difference& d) {
  return d.wide == 2 * d.narrow || d.narrow == 2 * d.wide || d.wide == 2 * d.narrow + 1
         || d.wide == d.narrow + 1;
}

bool same_type(kf::Type a, kf::Type b) {
  // Arrays of as many elements.
  if (a.kind == kf::TypeKind::pointer) a.bytes = b.bytes;
  a.text = b.text;
  return a == b;
}

bool same_var(kf::Var a, const kf::Var& b) {
  a.extents = b.extents;
  return a == b;
}

bool same_frame(const Function& a, const Function& b) {
  return a.template_args == b.template_args && a.params == b.params
         && a.return_type == b.return_type && a.sites == b.sites && a.stmts == b.stmts
         && a.root == b.root && a.exprs.size() == b.exprs.size()
         && std::ranges::equal(a.types, b.types, same_type)
         && std::ranges::equal(a.vars, b.vars, same_var);
}

/// The constants in which the bodies differ; nothing when they differ in anything else.
std::optional<std::vector<Difference>> differences(const Function& narrow, const Function& wide) {
  if (!same_frame(narrow, wide)) return std::nullopt;
  std::vector<Difference> out;
  for (ExprId id = 0; id < wide.exprs.size(); ++id) {
    const kf::Expr& w = wide.exprs[id];
    const kf::Expr& n = narrow.exprs[id];
    if (w == n) continue;
    kf::Expr other = n;
    if (kf::base_key(other.callee) == kf::base_key(w.callee)) other.callee = w.callee;
    if (w.op == Op::constant && other.op == Op::constant) {
      if (other.value != w.value) out.push_back({id, other.value, w.value});
      other.value = w.value;
    }
    if (other != w) return std::nullopt;
  }
  return out;
}

bool is_the_wave_size(const Function& f, const Difference& d) {
  const kf::Expr& e = f.exprs[d.at];
  return d.wide == 64 && d.narrow == 32 && e.var != kNone
         && kf::names_wave_size(f.vars[e.var].name);
}

/// The constant becomes an expression of warpSize.
void rewrite(Function& f, const Difference& d) {
  const auto leaf = [&](Op op, std::int64_t value) {
    kf::Expr e;
    e.op = op;
    e.value = value;
    e.type = f.exprs[d.at].type;
    e.where = f.exprs[d.at].where;
    e.tainted = f.exprs[d.at].tainted;
    return e;
  };
  const auto add = [&](kf::Expr e) {
    f.exprs.push_back(std::move(e));
    return static_cast<ExprId>(f.exprs.size() - 1);
  };
  if (d.wide == 64 && d.narrow == 32) {
    f.exprs[d.at] = leaf(Op::warp_size, 0);
    return;
  }
  // narrow + (wide - narrow) * (warpSize >> 6)
  kf::Expr is_wide = leaf(Op::shr, 0);
  is_wide.args = {add(leaf(Op::warp_size, 0)), add(leaf(Op::constant, 6))};
  kf::Expr more = leaf(Op::mul, 0);
  more.args = {add(leaf(Op::constant, d.wide - d.narrow)), add(std::move(is_wide))};
  kf::Expr sum = leaf(Op::add, 0);
  sum.args = {add(leaf(Op::constant, d.narrow)), add(std::move(more))};
  f.exprs[d.at] = std::move(sum);
}

/// One body of both, or nothing.
std::optional<Function> unified(const Function& narrow, const Function& wide) {
  if (narrow.tainted || wide.tainted || wide.is_pattern) return std::nullopt;
  const auto differ = differences(narrow, wide);
  if (!differ || !std::ranges::all_of(*differ, follows_the_wave)) return std::nullopt;
  if (std::ranges::none_of(*differ, [&](const Difference& d) { return is_the_wave_size(wide, d); }))
    return std::nullopt;
  Function out = wide;
  for (const Difference& d : *differ) rewrite(out, d);
  // `float v[kColumns / warp_size]` has the room that either wave size needs.
  for (kf::VarId var = 0; var < out.vars.size(); ++var) {
    auto& extents = out.vars[var].extents;
    const auto& other = narrow.vars[var].extents;
    for (std::size_t i = 0; i < std::min(extents.size(), other.size()); ++i)
      extents[i] = extents[i] < 0 || other[i] < 0 ? -1 : std::max(extents[i], other[i]);
  }
  out.key = narrow.key;
  out.passes |= narrow.passes;
  return out;
}

}  // namespace

void unify_wave_variants(Facts& facts) {
  std::map<std::string, std::vector<std::size_t>> by_key;
  for (std::size_t i = 0; i < facts.functions.size(); ++i)
    by_key[std::string(kf::base_key(facts.functions[i].key))].push_back(i);
  std::unordered_map<std::string, std::string> renamed;
  std::unordered_set<std::size_t> dropped;
  for (const auto& [key, variants] : by_key) {
    if (variants.size() != 2) continue;
    std::size_t narrow = variants[0];
    std::size_t wide = variants[1];
    const auto is_wide = [&](std::size_t i) { return (facts.functions[i].passes & kWide) != 0; };
    if (is_wide(narrow)) std::swap(narrow, wide);
    if (is_wide(narrow) || !is_wide(wide)) continue;
    auto one = unified(facts.functions[narrow], facts.functions[wide]);
    if (!one) continue;
    renamed.emplace(facts.functions[wide].key, one->key);
    facts.functions[narrow] = std::move(*one);
    dropped.insert(wide);
  }
  if (dropped.empty()) return;
  std::vector<Function> kept;
  kept.reserve(facts.functions.size() - dropped.size());
  for (std::size_t i = 0; i < facts.functions.size(); ++i)
    if (!dropped.contains(i)) kept.push_back(std::move(facts.functions[i]));
  facts.functions = std::move(kept);
  facts.by_key.clear();
  const auto rename = [&](std::string& key) {
    if (const auto found = renamed.find(key); found != renamed.end()) key = found->second;
  };
  for (Function& f : facts.functions) {
    rename(f.pattern);
    for (kf::Expr& e : f.exprs) rename(e.callee);
  }
  for (Launch& launch : facts.launches) rename(launch.kernel_key);
}

}  // namespace hipaudit
