// SPDX-License-Identifier: Apache-2.0
//
// A run: for each item the results of all 65,536 inputs, from the toolkit and from hipshim. Its
// table, its file, and the comparison of two files from two machines.
//
// The file keeps a result only where it is not the correctly rounded one, which every machine
// knows:
//
//   hipshim accuracy 1
//   machine NVIDIA H200
//   backend NVIDIA
//   item exp half device          a function, the type of its input, whose result
//   1d78 3400                     input, result, in hexadecimal
//   ...
//   end
#pragma once

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "reference.hpp"

namespace accuracy {

enum class Kind {
  kHalfFunction,
  kBfloatFunction,
  kHalfToInt,
  kShortToHalf,
  kFloatToHalf,
  kFloatToBfloat
};

struct Item {
  std::string name;
  Kind kind = Kind::kHalfFunction;
  Fn fn = Fn::kExp;
  int mode = 0;  // of a conversion: to nearest, to zero, down, up
  std::vector<std::uint32_t> device, shim;
};

struct Run {
  std::string machine, backend;
  std::vector<Item> items;
};

// ---- what is right ----

inline long double float_value(std::uint32_t bits) {
  const auto fraction = static_cast<long double>(bits & 0x7fffffu);
  const int biased = static_cast<int>((bits >> 23) & 255u);
  const long double size = biased == 255 ? (fraction != 0 ? NAN : HUGE_VALL)
                           : biased == 0 ? std::ldexp(fraction, -149)
                                         : std::ldexp(fraction + 8388608, biased - 150);
  return (bits >> 31) != 0 ? -size : size;
}

// The exact value of a conversion's input. `make_float` is how an item makes a float of 16 bits.
using MakeFloat = std::uint32_t (*)(std::uint32_t);

inline True truth_of(const Item& item, std::uint32_t x, MakeFloat make_float) {
  switch (item.kind) {
  case Kind::kHalfFunction: return true_value(item.fn, value_of<Half>(x));
  case Kind::kBfloatFunction: return true_value(item.fn, value_of<Bfloat>(x));
  case Kind::kHalfToInt: return {value_of<Half>(x), true};
  case Kind::kShortToHalf: return {static_cast<long double>(static_cast<std::int16_t>(x)), true};
  case Kind::kFloatToHalf:
  case Kind::kFloatToBfloat: return {float_value(make_float(x)), true};
  }
  return {NAN, false};
}

// A value that is not between two results is given by all modes; else the mode takes one of the
// two.
template <class F>
Rounded in_mode(long double value, bool exact, int mode) {
  const Rounded near = nearest<F>(value, exact);
  if (mode == 0 || std::isnan(value) || std::isinf(value)) return near;
  unsigned size = near.bits & 0x7fffu;
  if (size_value<F>(size) > std::fabs(value) || size == infinity<F>()) --size;
  const unsigned sign = std::signbit(value) ? 0x8000u : 0u;
  const bool away = size_value<F>(size) != std::fabs(value)
                    && ((mode == 2 && sign != 0) || (mode == 3 && sign == 0));
  return {sign | (away ? size + 1 : size), near.proven};
}

inline Rounded right_result(const Item& item, std::uint32_t x, MakeFloat make_float) {
  const True truth = truth_of(item, x, make_float);
  switch (item.kind) {
  case Kind::kHalfFunction:
  case Kind::kShortToHalf:
  case Kind::kFloatToHalf: return in_mode<Half>(truth.value, truth.exact, item.mode);
  case Kind::kBfloatFunction:
  case Kind::kFloatToBfloat: return in_mode<Bfloat>(truth.value, truth.exact, item.mode);
  case Kind::kHalfToInt: break;
  }
  const long double v = truth.value;
  if (std::isnan(v)) return {0, true};
  const long double whole = item.mode == 0   ? std::nearbyint(v)
                            : item.mode == 1 ? std::trunc(v)
                            : item.mode == 2 ? std::floor(v)
                                             : std::ceil(v);
  const long double in_range = std::fmin(std::fmax(whole, -2147483648.0L), 2147483647.0L);
  return {static_cast<std::uint32_t>(static_cast<std::int32_t>(in_range)), true};
}

inline bool same_result(const Item& item, std::uint32_t got, std::uint32_t want) {
  if (got == want) return true;
  switch (item.kind) {
  case Kind::kHalfToInt: return false;
  case Kind::kBfloatFunction:
  case Kind::kFloatToBfloat: return is_nan<Bfloat>(got) && is_nan<Bfloat>(want);
  default: return is_nan<Half>(got) && is_nan<Half>(want);
  }
}

// In units of the last place of the right result; for an integer, the distance.
inline long double error_of(const Item& item, std::uint32_t got, std::uint32_t want,
                            const True& truth) {
  const auto of = [&](auto format) -> long double {
    using F = decltype(format);
    if (is_nan<F>(got) != is_nan<F>(want)) return HUGE_VALL;
    return ulp_error<F>(got, truth.value);
  };
  switch (item.kind) {
  case Kind::kHalfToInt:
    return std::fabs(static_cast<long double>(static_cast<std::int32_t>(got))
                     - static_cast<long double>(static_cast<std::int32_t>(want)));
  case Kind::kBfloatFunction:
  case Kind::kFloatToBfloat: return of(Bfloat{});
  default: return of(Half{});
  }
}

// ---- the table ----

struct Score {
  unsigned right = 0;  // how many inputs give the correctly rounded result
  unsigned inputs = 0;
  unsigned unproven = 0;  // inputs whose right result is not known for certain
  long double worst = 0;  // in ULP; infinite if a NaN came out for a number, or the other way
  std::uint32_t worst_input = 0;
};

inline Score score_of(const Item& item, const std::vector<std::uint32_t>& results,
                      MakeFloat make_float) {
  Score score;
  for (std::uint32_t x = 0; x < results.size(); ++x) {
    const Rounded want = right_result(item, x, make_float);
    ++score.inputs;
    if (!want.proven) ++score.unproven;
    if (same_result(item, results[x], want.bits)) ++score.right;
    const True truth = truth_of(item, x, make_float);
    if (std::isnan(truth.value) && same_result(item, results[x], want.bits)) continue;
    const long double error = error_of(item, results[x], want.bits, truth);
    if (error > score.worst) score.worst = error, score.worst_input = x;
  }
  return score;
}

inline std::string table_of(const Run& run, MakeFloat make_float) {
  std::ostringstream out;
  out << run.machine << " (" << run.backend << ")\n";
  char line[160];
  std::snprintf(line, sizeof line, "%-28s %-8s %10s %14s %12s\n", "function", "whose", "max ULP",
                "right of 65536", "worst input");
  out << line;
  for (const Item& item : run.items)
    for (const bool shim : {false, true}) {
      const Score score = score_of(item, shim ? item.shim : item.device, make_float);
      std::snprintf(line, sizeof line, "%-28s %-8s %10.4Lf %14u %12x%s\n", item.name.c_str(),
                    shim ? "hipshim" : "device", score.worst, score.right, score.worst_input,
                    score.unproven != 0 ? "  (unproven)" : "");
      out << line;
    }
  return out.str();
}

// ---- files ----

inline bool save(const Run& run, const std::string& path, MakeFloat make_float) {
  std::ofstream out(path);
  out << "hipshim accuracy 1\nmachine " << run.machine << "\nbackend " << run.backend << "\n"
      << std::hex;
  for (const Item& item : run.items)
    for (const bool shim : {false, true}) {
      out << "item " << item.name << (shim ? " hipshim\n" : " device\n");
      const auto& results = shim ? item.shim : item.device;
      for (std::uint32_t x = 0; x < results.size(); ++x)
        if (!same_result(item, results[x], right_result(item, x, make_float).bits))
          out << x << ' ' << results[x] << '\n';
    }
  out << "end\n";
  return static_cast<bool>(out.flush());
}

// What a file holds: the wrong results of each column, in order.
struct Column {
  std::string name;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> wrong;
};
struct File {
  std::string machine, backend;
  std::vector<Column> columns;
};

// False, with a sentence, for anything that is not such a file from its first line to its last.
inline bool load(const std::string& path, File& file, std::string& problem) {
  std::ifstream in(path);
  std::string line;
  const auto fail = [&](const std::string& what) {
    problem = path + ": " + what;
    return false;
  };
  if (!in) return fail("cannot be read");
  if (!std::getline(in, line) || line != "hipshim accuracy 1")
    return fail("no run of this version");
  for (unsigned number = 2; std::getline(in, line); ++number) {
    if (line == "end") return true;
    if (line.rfind("machine ", 0) == 0) {
      file.machine = line.substr(8);
    } else if (line.rfind("backend ", 0) == 0) {
      file.backend = line.substr(8);
    } else if (line.rfind("item ", 0) == 0) {
      file.columns.push_back({line.substr(5), {}});
    } else {
      std::istringstream words(line);
      std::uint32_t x = 0, result = 0;
      words >> std::hex >> x >> result;
      if (words.fail() || x > 0xffffu || file.columns.empty())
        return fail("line " + std::to_string(number) + " is not a result");
      file.columns.back().wrong.emplace_back(x, result);
    }
  }
  return fail("ends early");
}

// ---- comparison ----

struct Difference {
  std::uint32_t input;
  bool left_right, right_right;  // is the result of the one, of the other, correctly rounded?
  std::uint32_t left, right;     // the result, where it is not
};

// Where two columns differ. A result that a file does not hold is the right one, so equal in both.
inline std::vector<Difference> differences(const Column& a, const Column& b) {
  std::vector<Difference> found;
  std::size_t i = 0, k = 0;
  while (i < a.wrong.size() || k < b.wrong.size()) {
    const bool left =
        k == b.wrong.size() || (i < a.wrong.size() && a.wrong[i].first < b.wrong[k].first);
    const bool right =
        i == a.wrong.size() || (k < b.wrong.size() && b.wrong[k].first < a.wrong[i].first);
    if (left) {
      found.push_back({a.wrong[i].first, false, true, a.wrong[i].second, 0});
      ++i;
    } else if (right) {
      found.push_back({b.wrong[k].first, true, false, 0, b.wrong[k].second});
      ++k;
    } else {
      if (a.wrong[i].second != b.wrong[k].second)
        found.push_back({a.wrong[i].first, false, false, a.wrong[i].second, b.wrong[k].second});
      ++i, ++k;
    }
  }
  return found;
}

inline const Column* column_of(const File& file, const std::string& name) {
  const auto found = std::find_if(file.columns.begin(), file.columns.end(),
                                  [&](const Column& c) { return c.name == name; });
  return found == file.columns.end() ? nullptr : &*found;
}

struct Comparison {
  std::string text;
  unsigned device = 0;   // inputs at which the toolkits differ
  unsigned hipshim = 0;  // inputs at which hipshim differs from itself: none is expected
  unsigned missing = 0;  // columns that only one file has
};

inline Comparison compare(const File& a, const File& b) {
  Comparison result;
  std::ostringstream out;
  out << a.machine << " (" << a.backend << ") and " << b.machine << " (" << b.backend << ")\n";
  char line[200];
  for (const Column& left : a.columns) {
    const Column* right = column_of(b, left.name);
    if (right == nullptr) {
      out << left.name << ": only in the first\n";
      ++result.missing;
      continue;
    }
    const auto found = differences(left, *right);
    const bool shim =
        left.name.size() > 8 && left.name.compare(left.name.size() - 8, 8, " hipshim") == 0;
    (shim ? result.hipshim : result.device) += static_cast<unsigned>(found.size());
    if (found.empty()) continue;
    const Difference& first = found.front();
    const auto word = [](bool is_right, std::uint32_t bits) {
      char text[24];
      if (is_right) return std::string("right");
      std::snprintf(text, sizeof text, "%x", bits);
      return std::string(text);
    };
    std::snprintf(line, sizeof line, "%-38s %6zu inputs differ; first %04x: %s, %s\n",
                  left.name.c_str(), found.size(), first.input,
                  word(first.left_right, first.left).c_str(),
                  word(first.right_right, first.right).c_str());
    out << line;
  }
  for (const Column& right : b.columns)
    if (column_of(a, right.name) == nullptr) {
      out << right.name << ": only in the second\n";
      ++result.missing;
    }
  out << "toolkits: " << result.device << " inputs differ; hipshim: " << result.hipshim
      << " inputs differ\n";
  result.text = out.str();
  return result;
}

}  // namespace accuracy
