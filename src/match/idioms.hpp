// SPDX-License-Identifier: Apache-2.0
// Whole cross-lane algorithms, for the rule that names them.
#pragma once

#include "lanes/append.hpp"
#include "lanes/idiom.hpp"
#include "match/rule.hpp"

namespace hipaudit::match {

using lanes::Append;
using lanes::Combined;
using lanes::find_appends;
using lanes::find_idioms;
using lanes::Idiom;
using lanes::IdiomKind;
using lanes::name_of;
using lanes::Operator;
using lanes::Program;
using lanes::Range;
using lanes::Reader;

}  // namespace hipaudit::match
