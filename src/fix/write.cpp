// SPDX-License-Identifier: Apache-2.0
// Files on disk are replaced whole: a temporary file beside each, then a rename. Nothing is
// written when one of the files may not be.

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fix/fix.hpp"

namespace hipaudit {
namespace {

namespace fs = std::filesystem;

/// Real path of the file, or an error: outside of the root, whatever links say.
std::string resolve(const std::string& path, const fs::path& root, fs::path& out) {
  std::error_code error;
  out = fs::weakly_canonical(path, error);
  if (error) return path + ": " + error.message();
  const fs::path relative = out.lexically_relative(root);
  if (relative.empty() || relative == "." || *relative.begin() == "..")
    return path + ": outside of " + root.string() + ", not written";
  return {};
}

bool holds(const fs::path& path, const std::string& text) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return false;
  const std::string now{std::istreambuf_iterator<char>(in), {}};
  return now == text;
}

std::string failure(const fs::path& path) { return path.string() + ": " + std::strerror(errno); }

std::string replace(const fs::path& path, const std::string& text) {
  struct stat old{};
  const bool existed = ::stat(path.c_str(), &old) == 0;
  std::string name = path.string() + ".XXXXXX";
  const int file = ::mkstemp(name.data());
  if (file < 0) return failure(path);
  const auto give_up = [&] {
    std::string why = failure(path);
    ::close(file);
    ::unlink(name.c_str());
    return why;
  };
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t count = ::write(file, text.data() + at, text.size() - at);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return give_up();
    at += static_cast<std::size_t>(count);
  }
  if (existed) {
    // Ownership is kept where that is allowed; changing it would clear mode bits, so it is first.
    if (::fchown(file, old.st_uid, old.st_gid) != 0) errno = 0;
    if (::fchmod(file, old.st_mode & 07777) != 0) return give_up();
  } else if (::fchmod(file, 0644) != 0) {
    return give_up();
  }
  if (::fsync(file) != 0) return give_up();
  if (::close(file) != 0 || ::rename(name.c_str(), path.c_str()) != 0) {
    std::string why = failure(path);
    ::unlink(name.c_str());
    return why;
  }
  return {};
}

}  // namespace

std::string write_files(const std::map<std::string, std::string>& files, const std::string& root) {
  std::error_code error;
  const fs::path top = fs::canonical(root, error);
  if (error) return root + ": " + error.message();
  std::vector<std::pair<fs::path, const std::string*>> work;
  for (const auto& [path, text] : files) {
    fs::path real;
    if (std::string why = resolve(path, top, real); !why.empty()) return why;
    if (!holds(real, text)) work.emplace_back(real, &text);
  }
  for (const auto& [path, text] : work)
    if (std::string why = replace(path, *text); !why.empty()) return why;
  return {};
}

}  // namespace hipaudit
