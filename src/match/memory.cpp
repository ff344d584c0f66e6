// SPDX-License-Identifier: Apache-2.0
#include "match/memory.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "facts/query.hpp"

namespace hipaudit::match {
namespace {

using kf::Expr;
using kf::ExprId;
using kf::Function;
using kf::kNone;
using kf::Op;
using kf::TypeKind;

constexpr int kMaxChain = 64;

bool is_pointer(const Function& f, ExprId id) { return f.type_of(id).kind == TypeKind::pointer; }

/// Whether a pointer was turned into an integer somewhere below.
bool made_of_pointer(const Function& f, ExprId id, int depth = 0) {
  if (id == kNone || depth > kMaxChain) return false;
  if (is_pointer(f, id)) return true;
  const Expr& e = f.exprs[id];
  switch (e.op) {
  case Op::cast:
  case Op::load:
  case Op::bit_and:
  case Op::bit_or:
  case Op::add:
  case Op::sub:
    return std::any_of(e.args.begin(), e.args.end(),
                       [&](ExprId arg) { return made_of_pointer(f, arg, depth + 1); });
  default: return false;
  }
}

bool is_reference_var(const Function& f, const kf::Var& var) {
  return f.types[var.type].is_reference && var.extents.empty();
}

}  // namespace

Base base_of(const Function& f, ExprId id, const std::vector<ExprId>& initialisers) {
  Base base;
  for (int step = 0; id != kNone && step < kMaxChain; ++step) {
    const Expr& e = f.exprs[id];
    switch (e.op) {
    case Op::local: {
      if (e.var == kNone) return base;
      // `float& r = t[i];`
      const bool alias = is_reference_var(f, f.vars[e.var]) && e.var < initialisers.size()
                         && initialisers[e.var] != kNone;
      if (!alias) {
        base.var = e.var;
        return base;
      }
      base.aliases.push_back(e.var);
      id = initialisers[e.var];
      continue;
    }
    case Op::load: {
      const Expr& place = f.exprs[e.args[0]];
      // `float4* p = (float4*)s; ... p[i]`
      if (place.op == Op::local && place.var != kNone && place.var < initialisers.size()
          && initialisers[place.var] != kNone && f.vars[place.var].extents.empty()) {
        base.aliases.push_back(place.var);
        id = initialisers[place.var];
        continue;
      }
      if (place.op != Op::local) return base;
      id = e.args[0];
      continue;
    }
    case Op::index:
      if (e.args.size() > 1) base.offsets.push_back(e.args[1]);
      id = e.args[0];
      continue;
    case Op::deref:
    case Op::member:
    case Op::addr: id = e.args.empty() ? kNone : e.args[0]; continue;
    case Op::cast:
      if (e.explicit_cast && is_pointer(f, id)) base.casts.push_back(id);
      id = e.args.empty() ? kNone : e.args[0];
      continue;
    case Op::assign:
      if (!is_pointer(f, id) || e.args.size() < 2) return base;
      id = e.args[1];
      continue;
    case Op::comma: id = e.args.back(); continue;
    case Op::bit_and:
    case Op::bit_or:
    case Op::add:
    case Op::sub: {
      if (e.args.size() < 2) return base;
      if (e.op == Op::bit_and || e.op == Op::bit_or) base.masked = true;
      const bool first = made_of_pointer(f, e.args[0]);
      if (!first && !made_of_pointer(f, e.args[1])) return base;
      base.offsets.push_back(e.args[first ? 1 : 0]);
      id = e.args[first ? 0 : 1];
      continue;
    }
    default: return base;
    }
  }
  return base;
}

std::uint32_t promised_alignment(const kf::Type& pointer) {
  if (pointer.kind != TypeKind::pointer) return 0;
  switch (pointer.pointee) {
  case TypeKind::integer:
  case TypeKind::floating:
  case TypeKind::half:
  case TypeKind::half2:
  case TypeKind::bfloat:
  case TypeKind::bfloat2:
  case TypeKind::vector: {
    // float3 is twelve bytes aligned to four: the largest power of two that divides the size.
    const std::uint32_t low = pointer.pointee_bytes & (~pointer.pointee_bytes + 1);
    return std::min(low, 16U);
  }
  default: return 0;
  }
}

std::string pointee_text(const kf::Type& pointer) {
  std::string text = pointer.text;
  if (const auto star = text.find_last_of("*["); star != std::string::npos) text.resize(star);
  for (const std::string_view word : {"const ", "volatile ", "struct "})
    while (text.starts_with(word)) text.erase(0, word.size());
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

Edit replace_body(const Context& context, const Function& f, const std::string& statement) {
  const std::string& path = context.facts.files[f.body.file].path;
  const std::string_view old = context.sources.text(path, f.body.begin, f.body.end);
  const auto at = [&](std::size_t offset) {
    return f.body.begin + static_cast<std::uint32_t>(offset);
  };
  const auto is_blank = [](std::string_view text) {
    return text.find_first_not_of(" \t\r") == std::string_view::npos;
  };
  const auto line_end = old.find('\n');
  if (line_end == std::string_view::npos || old.size() < 2)
    return {f.body, "{ " + statement + " }"};
  const std::string eol = old[line_end - 1] == '\r' ? "\r\n" : "\n";

  // Behind the brace: nothing, or a comment that belongs to the signature.
  std::string_view behind = old.substr(1, line_end - 1);
  behind.remove_prefix(std::min(behind.find_first_not_of(" \t"), behind.size()));
  const bool keep_first_line = is_blank(behind) || behind.starts_with("//");
  std::size_t first = line_end + 1;
  while (first < old.size() && (old[first] == ' ' || old[first] == '\t')) ++first;
  std::string indent(old.substr(line_end + 1, first - line_end - 1));
  const auto last_line = old.rfind('\n') + 1;
  const std::string_view before_brace = old.substr(last_line, old.size() - 1 - last_line);
  const bool brace_alone = is_blank(before_brace);
  if (brace_alone && indent.size() <= before_brace.size())
    indent = std::string(before_brace) + "  ";
  if (indent.empty()) indent = "  ";

  const std::size_t begin = keep_first_line ? line_end + 1 : 1;
  const std::size_t end = brace_alone ? last_line : old.size() - 1;
  if (begin > end) return {f.body, "{ " + statement + " }"};
  return {{f.body.file, at(begin), at(end)},
          (keep_first_line ? "" : eol) + indent + statement + eol};
}

ExprId skip_conversions(const Function& f, ExprId id) {
  for (int step = 0; step < kMaxChain && id != kNone; ++step) {
    const Expr& e = f.exprs[id];
    const bool converts =
        e.op == Op::call && e.args.size() == 1 && !e.compound
        && (e.text.find('2') != std::string::npos || e.text.find("_as_") != std::string::npos);
    if (!converts && (e.op != Op::cast || e.args.empty())) break;
    id = e.args[0];
  }
  return id;
}

std::string_view unqualified(std::string_view name) {
  // Cut template arguments first: they may hold `::` themselves.
  if (const auto angle = name.find('<'); angle != std::string_view::npos && angle > 0)
    name = name.substr(0, angle);
  const auto colon = name.rfind("::");
  return colon == std::string_view::npos ? name : name.substr(colon + 2);
}

std::vector<const Function*> device_variants(const Facts& facts,
                                             const std::vector<const Function*>& functions) {
  // The host pass comes first: its variant has the plain key, later ones end in "#2" and so on.
  std::set<std::string> split;
  for (const Function& f : facts.functions)
    if (const std::string_view base = kf::base_key(f.key); base != f.key) split.emplace(base);
  std::vector<const Function*> kept;
  for (const Function* f : functions)
    if (!split.contains(f->key)) kept.push_back(f);
  return kept;
}

bool in_project(const Facts& facts, const Where& where) {
  const Span& span = where.best();
  return span.valid() && span.file < facts.files.size() && facts.files[span.file].project;
}

}  // namespace hipaudit::match
