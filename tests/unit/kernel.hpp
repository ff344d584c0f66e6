// SPDX-License-Identifier: Apache-2.0
// Builds kernel form by hand for tests.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "facts/facts.hpp"

namespace hipaudit::test {

struct Kernel {
  kf::Function f;

  explicit Kernel(std::string key = "k") {
    f.key = std::move(key);
    f.name = "kernel";
    f.kind = kf::FunctionKind::kernel;
    f.types = {type(kf::TypeKind::unknown, 0),
               integer(4, true),
               integer(4, false),
               integer(8, true),
               integer(8, false),
               type(kf::TypeKind::boolean, 1)};
    f.types[1].text = "int";
    f.types[2].text = "unsigned int";
    f.types[3].text = "long";
    f.types[4].text = "unsigned long";
    f.types[5].text = "bool";
    f.root = add(kf::StmtKind::block);
  }
  static constexpr std::uint32_t kUnknown = 0, kInt = 1, kUint = 2, kLong = 3, kUlong = 4,
                                 kBool = 5;

  static kf::Type type(kf::TypeKind kind, std::uint32_t bytes) {
    kf::Type t;
    t.kind = kind;
    t.bytes = bytes;
    return t;
  }
  static kf::Type integer(std::uint32_t bytes, bool is_signed) {
    kf::Type t = type(kf::TypeKind::integer, bytes);
    t.is_signed = is_signed;
    return t;
  }

  kf::ExprId add(kf::Op op, std::uint32_t t = kInt, std::vector<kf::ExprId> args = {}) {
    kf::Expr e;
    e.op = op;
    e.type = t;
    e.args = std::move(args);
    f.exprs.push_back(std::move(e));
    return static_cast<kf::ExprId>(f.exprs.size() - 1);
  }
  kf::ExprId number(std::int64_t value, std::uint32_t t = kInt) {
    const kf::ExprId id = add(kf::Op::constant, t);
    f.exprs[id].value = value;
    return id;
  }
  kf::ExprId cast(kf::ExprId of, std::uint32_t t, bool written = false) {
    const kf::ExprId id = add(kf::Op::cast, t, {of});
    f.exprs[id].explicit_cast = written;
    return id;
  }
  kf::ExprId named(kf::Op op, std::string text, std::vector<kf::ExprId> args = {}) {
    const kf::ExprId id = add(op, kInt, std::move(args));
    f.exprs[id].text = std::move(text);
    return id;
  }
  kf::ExprId cross(kf::CrossKind kind, std::vector<kf::ExprId> args = {}) {
    const kf::ExprId id = add(kf::Op::cross, kUlong, std::move(args));
    f.exprs[id].cross = kind;
    return id;
  }
  kf::VarId var(std::string name, std::uint32_t t = kInt,
                kf::Storage storage = kf::Storage::local) {
    kf::Var v;
    v.name = std::move(name);
    v.type = t;
    v.storage = storage;
    f.vars.push_back(std::move(v));
    return static_cast<kf::VarId>(f.vars.size() - 1);
  }
  kf::ExprId place(kf::VarId v) {
    const kf::ExprId id = add(kf::Op::local, f.vars[v].type);
    f.exprs[id].var = v;
    return id;
  }
  kf::ExprId load(kf::VarId v) { return add(kf::Op::load, f.vars[v].type, {place(v)}); }
  kf::ExprId assign(kf::VarId v, kf::ExprId value) {
    return add(kf::Op::assign, f.vars[v].type, {place(v), value});
  }

  kf::StmtId add(kf::StmtKind kind, kf::ExprId a = kf::kNone) {
    kf::Stmt s;
    s.kind = kind;
    s.a = a;
    f.stmts.push_back(std::move(s));
    const auto id = static_cast<kf::StmtId>(f.stmts.size() - 1);
    if (f.root != kf::kNone) f.stmts[f.root].body.push_back(id);
    return id;
  }
  kf::VarId declare(std::string name, kf::ExprId initial, std::uint32_t t = kInt) {
    const kf::VarId v = var(std::move(name), t);
    f.stmts[add(kf::StmtKind::decl, initial)].var = v;
    return v;
  }
};

}  // namespace hipaudit::test
