// SPDX-License-Identifier: Apache-2.0
// The difference as `git apply` takes it. libgit2 writes the hunks; the file's mode is put right,
// because a buffer has none.

#include <git2.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "fix/fix.hpp"

namespace hipaudit {
namespace {

struct Library {
  Library() { git_libgit2_init(); }
  ~Library() { git_libgit2_shutdown(); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
};

struct FreePatch {
  void operator()(git_patch* patch) const { git_patch_free(patch); }
};

/// Path below `root`, or nothing.
std::optional<std::string> below(const std::string& path, const std::string& root) {
  const std::string prefix = root.empty() || root.back() == '/' ? root : root + "/";
  if (!path.starts_with(prefix) || path.size() == prefix.size()) return std::nullopt;
  return path.substr(prefix.size());
}

bool is_executable(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  return !error
         && (status.permissions() & std::filesystem::perms::owner_exec)
                != std::filesystem::perms::none;
}

std::string file_patch(const std::string* before, const std::string* after, const std::string& name,
                       bool executable) {
  git_diff_options options;
  if (git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION) != 0) return {};
  options.flags = GIT_DIFF_FORCE_TEXT;
  git_patch* raw = nullptr;
  const auto data = [](const std::string* text) {
    return text != nullptr ? text->data() : nullptr;
  };
  const auto size = [](const std::string* text) { return text != nullptr ? text->size() : 0; };
  if (git_patch_from_buffers(&raw, data(before), size(before), name.c_str(), data(after),
                             size(after), name.c_str(), &options)
      != 0)
    return {};
  const std::unique_ptr<git_patch, FreePatch> patch(raw);
  git_buf buffer = GIT_BUF_INIT;
  std::string out;
  if (git_patch_to_buf(&buffer, patch.get()) == 0) out.assign(buffer.ptr, buffer.size);
  git_buf_dispose(&buffer);

  if (executable) {
    const std::size_t hunk = out.find("\n@@ ");
    const std::size_t mode = out.find(" 100644\n");
    if (mode != std::string::npos && mode < hunk) out.replace(mode, 7, " 100755");
  }
  return out;
}

}  // namespace

std::string make_patch(const std::map<std::string, std::string>& before,
                       const std::map<std::string, std::string>& after, const std::string& root) {
  const Library library;
  std::string out;
  for (const auto& [path, text] : after) {
    const auto name = below(path, root);
    if (!name) continue;
    const auto old = before.find(path);
    const std::string* old_text = old == before.end() ? nullptr : &old->second;
    if (old_text != nullptr && *old_text == text) continue;
    out += file_patch(old_text, &text, *name, is_executable(path));
  }
  return out;
}

}  // namespace hipaudit
