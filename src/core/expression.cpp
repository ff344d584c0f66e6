// SPDX-License-Identifier: Apache-2.0
#include "core/expression.hpp"

#include <cctype>
#include <limits>
#include <string>
#include <vector>

namespace hipaudit {
namespace {

using Value = std::optional<std::int64_t>;

bool is_name_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Names, numbers and operators; nothing for what is none of these.
std::optional<std::vector<std::string_view>> tokens_of(std::string_view text) {
  static constexpr std::string_view kPairs[] = {"&&", "||", "==", "!=", "<=", ">=", "<<", ">>"};
  std::vector<std::string_view> out;
  std::size_t at = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      ++at;
      continue;
    }
    std::size_t length = 1;
    if (is_name_char(c)) {
      while (at + length < text.size() && is_name_char(text[at + length])) ++length;
    } else if (std::string_view("()!~+-*/%<>&|^?:").find(c) != std::string_view::npos) {
      for (const std::string_view pair : kPairs)
        if (text.substr(at, 2) == pair) length = 2;
    } else {
      return std::nullopt;
    }
    out.push_back(text.substr(at, length));
    at += length;
  }
  return out;
}

Value number(std::string_view token) {
  int base = 10;
  if (token.starts_with("0x") || token.starts_with("0X")) {
    base = 16;
    token.remove_prefix(2);
  } else if (token.size() > 1 && token[0] == '0') {
    base = 8;
    token.remove_prefix(1);
  }
  while (!token.empty() && std::string_view("uUlLzZ").find(token.back()) != std::string_view::npos)
    token.remove_suffix(1);
  if (token.empty()) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : token) {
    int digit = 0;
    if (c >= '0' && c <= '9')
      digit = c - '0';
    else if (base == 16 && std::isxdigit(static_cast<unsigned char>(c)) != 0)
      digit = std::tolower(static_cast<unsigned char>(c)) - 'a' + 10;
    else
      return std::nullopt;
    if (digit >= base) return std::nullopt;
    value = value * static_cast<unsigned>(base) + static_cast<unsigned>(digit);
  }
  return static_cast<std::int64_t>(value);
}

int precedence(std::string_view op) {
  if (op == "*" || op == "/" || op == "%") return 10;
  if (op == "+" || op == "-") return 9;
  if (op == "<<" || op == ">>") return 8;
  if (op == "<" || op == ">" || op == "<=" || op == ">=") return 7;
  if (op == "==" || op == "!=") return 6;
  if (op == "&") return 5;
  if (op == "^") return 4;
  if (op == "|") return 3;
  if (op == "&&" || op == "and") return 2;
  if (op == "||" || op == "or") return 1;
  return 0;
}

Value apply(std::string_view op, Value left, Value right) {
  const bool conjunction = op == "&&" || op == "and";
  if (conjunction || op == "||" || op == "or") {
    // One side may settle it.
    const std::int64_t settling = conjunction ? 0 : 1;
    for (const Value& side : {left, right})
      if (side && (*side != 0) == (settling != 0)) return settling;
    if (left && right) return 1 - settling;
    return std::nullopt;
  }
  if (!left || !right) return std::nullopt;
  const auto a = static_cast<std::uint64_t>(*left);
  const auto b = static_cast<std::uint64_t>(*right);
  const auto whole = [](std::uint64_t v) { return static_cast<std::int64_t>(v); };
  if (op == "*") return whole(a * b);
  if (op == "+") return whole(a + b);
  if (op == "-") return whole(a - b);
  if (op == "&") return whole(a & b);
  if (op == "^") return whole(a ^ b);
  if (op == "|") return whole(a | b);
  if (op == "<") return *left < *right ? 1 : 0;
  if (op == ">") return *left > *right ? 1 : 0;
  if (op == "<=") return *left <= *right ? 1 : 0;
  if (op == ">=") return *left >= *right ? 1 : 0;
  if (op == "==") return a == b ? 1 : 0;
  if (op == "!=") return a != b ? 1 : 0;
  if (op == "<<" || op == ">>") {
    if (*right < 0 || *right > 63) return std::nullopt;
    return op == "<<" ? whole(a << b) : Value(*left >> *right);
  }
  const bool overflows = *left == std::numeric_limits<std::int64_t>::min() && *right == -1;
  if (*right == 0 || overflows) return std::nullopt;
  return op == "/" ? *left / *right : *left % *right;
}

class Parser {
 public:
  Parser(std::vector<std::string_view> tokens, const NameValue& value_of)
      : tokens_(std::move(tokens)), value_of_(value_of) {}

  Value run() {
    const Value value = ternary(0);
    return good_ && at_ == tokens_.size() ? value : std::nullopt;
  }

 private:
  static constexpr int kDeepest = 200;

  [[nodiscard]] std::string_view peek() const {
    return at_ < tokens_.size() ? tokens_[at_] : std::string_view();
  }
  bool take(std::string_view token) {
    if (peek() != token) return false;
    ++at_;
    return true;
  }
  Value fail() {
    good_ = false;
    at_ = tokens_.size();
    return std::nullopt;
  }

  Value ternary(int depth) {
    if (depth > kDeepest) return fail();
    const Value condition = binary(1, depth + 1);
    if (!take("?")) return condition;
    const Value then = ternary(depth + 1);
    if (!take(":")) return fail();
    const Value otherwise = ternary(depth + 1);
    if (!condition) return std::nullopt;
    return *condition != 0 ? then : otherwise;
  }

  Value binary(int least, int depth) {
    if (depth > kDeepest) return fail();
    Value left = unary(depth + 1);
    while (good_) {
      const std::string_view op = peek();
      const int strength = precedence(op);
      if (strength < least || strength == 0) break;
      ++at_;
      left = apply(op, left, binary(strength + 1, depth + 1));
    }
    return left;
  }

  Value unary(int depth) {
    if (depth > kDeepest) return fail();
    if (take("!") || take("not")) {
      const Value value = unary(depth + 1);
      return value ? Value(*value == 0 ? 1 : 0) : value;
    }
    if (take("-")) {
      const Value value = unary(depth + 1);
      return value ? Value(static_cast<std::int64_t>(0U - static_cast<std::uint64_t>(*value)))
                   : value;
    }
    if (take("~")) {
      const Value value = unary(depth + 1);
      return value ? Value(~*value) : value;
    }
    if (take("+")) return unary(depth + 1);
    if (take("(")) {
      const Value value = ternary(depth + 1);
      return take(")") ? value : fail();
    }
    if (take("defined")) {
      const bool enclosed = take("(");
      const std::string_view name = peek();
      if (name.empty() || !is_name_char(name[0])) return fail();
      ++at_;
      if (enclosed && !take(")")) return fail();
      return value_of_(name, true);
    }
    if (take("?")) return std::nullopt;
    const std::string_view token = peek();
    if (token.empty() || !is_name_char(token[0])) return fail();
    ++at_;
    if (std::isdigit(static_cast<unsigned char>(token[0])) != 0) {
      const Value value = number(token);
      return value ? value : fail();
    }
    if (token == "true") return 1;
    if (token == "false") return 0;
    return value_of_(token, false);
  }

  std::vector<std::string_view> tokens_;
  const NameValue& value_of_;
  std::size_t at_ = 0;
  bool good_ = true;
};

}  // namespace

std::optional<std::int64_t> evaluate_text(std::string_view text, const NameValue& value_of) {
  auto tokens = tokens_of(text);
  if (!tokens || tokens->empty()) return std::nullopt;
  return Parser(std::move(*tokens), value_of).run();
}

}  // namespace hipaudit
