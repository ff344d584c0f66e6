// SPDX-License-Identifier: Apache-2.0
// Where reports go: several formats in one run, at most one of them on standard output.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "options.hpp"
#include "report/report.hpp"

namespace hipaudit {

struct Output {
  std::string format;  ///< text json sarif github patch
  std::string file;    ///< "-" is standard output
};

/// Parse `--format NAME[:FILE]` values; no value is text on standard output. Returns the error.
[[nodiscard]] std::optional<std::string> parse_outputs(const Options& options,
                                                       std::vector<Output>& out);

/// Render and write each. Files are written whole or not at all. Returns the error.
[[nodiscard]] std::optional<std::string> write_outputs(const Audit& audit, const Options& options,
                                                       const std::vector<Output>& outputs);

/// Write `text` to `file` ("-": standard output), whole or not at all. Returns the error.
[[nodiscard]] std::optional<std::string> write_file(const std::string& file,
                                                    const std::string& text);

}  // namespace hipaudit
