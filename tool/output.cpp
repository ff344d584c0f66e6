// SPDX-License-Identifier: Apache-2.0
#include "output.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "session.hpp"

namespace hipaudit {

std::optional<std::string> parse_outputs(const Options& options, std::vector<Output>& out) {
  static const std::vector<std::string> kFormats = {"text", "json", "sarif", "github", "patch"};
  for (const std::string& value : options.formats) {
    const auto colon = value.find(':');
    Output output{value.substr(0, colon),
                  colon == std::string::npos ? "-" : value.substr(colon + 1)};
    if (std::find(kFormats.begin(), kFormats.end(), output.format) == kFormats.end())
      return "unknown format '" + output.format + "'; choose text, json, sarif, github or patch";
    if (output.file.empty())
      return "--format " + value + " names no file; write " + output.format + ":FILE";
    out.push_back(std::move(output));
  }
  if (!options.patch.empty()) out.push_back({"patch", options.patch});
  if (options.diff) out.push_back({"patch", "-"});
  if (out.empty()) out.push_back({"text", "-"});
  const auto on_stdout =
      std::count_if(out.begin(), out.end(), [](const Output& o) { return o.file == "-"; });
  if (on_stdout > 1)
    return "two formats for standard output; give all but one a file, e.g. --format "
           "sarif:out.sarif";
  for (std::size_t i = 0; i < out.size(); ++i)
    for (std::size_t j = i + 1; j < out.size(); ++j)
      if (out[i].file != "-" && out[i].file == out[j].file)
        return "two formats for one file: " + out[i].file;
  return std::nullopt;
}

std::optional<std::string> write_file(const std::string& file, const std::string& text) {
  if (file == "-") {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
      return "standard output: " + std::string(std::strerror(errno));
    return std::nullopt;
  }
  std::error_code error;
  // Devices such as /dev/null cannot be replaced by a rename.
  if (std::filesystem::exists(file, error) && !std::filesystem::is_regular_file(file, error)) {
    std::ofstream direct(file, std::ios::binary);
    if (!(direct << text) || !direct.flush()) return file + ": cannot be written";
    return std::nullopt;
  }
  const std::string temporary = file + ".hipaudit-" + std::to_string(::getpid());
  {
    std::ofstream stream(temporary, std::ios::binary | std::ios::trunc);
    if (!stream) return file + ": cannot be written (" + std::strerror(errno) + ")";
    if (!(stream << text) || !stream.flush()) {
      stream.close();
      std::filesystem::remove(temporary, error);
      return file + ": cannot be written (disk full?)";
    }
  }
  std::filesystem::rename(temporary, file, error);
  if (error) {
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
    return file + ": " + error.message();
  }
  return std::nullopt;
}

std::optional<std::string> write_outputs(const Audit& audit, const Options& options,
                                         const std::vector<Output>& outputs) {
  for (const Output& output : outputs) {
    std::string text;
    if (output.format == "text") {
      TextOptions text_options;
      text_options.concise = options.concise;
      text_options.colour =
          output.file == "-" ? use_colour(options, STDOUT_FILENO) : options.colour == "always";
      text = render_text(audit, text_options);
    } else if (output.format == "json") {
      text = render_json(audit);
    } else if (output.format == "sarif") {
      text = render_sarif(audit);
    } else if (output.format == "github") {
      text = render_github(audit);
    } else {
      text = audit.patch;
    }
    if (auto problem = write_file(output.file, text)) return problem;
  }
  return std::nullopt;
}

}  // namespace hipaudit
