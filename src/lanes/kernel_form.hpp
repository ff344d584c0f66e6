// SPDX-License-Identifier: Apache-2.0
// The names of kernel form that the private headers of this folder speak with.
#pragma once

#include "facts/facts.hpp"
#include "facts/query.hpp"

namespace hipaudit::lanes {

using kf::CrossKind;
using kf::Expr;
using kf::ExprId;
using kf::Function;
using kf::kNone;
using kf::Op;
using kf::Stmt;
using kf::StmtId;
using kf::StmtKind;
using kf::TypeKind;
using kf::VarId;

}  // namespace hipaudit::lanes
