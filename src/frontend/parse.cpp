// SPDX-License-Identifier: Apache-2.0
// Parser settings that matter (each was learned from a wrong result):
//  - fatal errors are errors and there is no limit: one missing header must not end the unit;
//  - no spell checking: it would turn an undeclared __shfl_down_sync(m, v, d) into __shfl_down;
//  - warnings are off, also as errors.
#include "frontend/parse.hpp"

#include <algorithm>
#include <chrono>
#include <set>

#include <clang/Driver/CreateInvocationFromArgs.h>
#include <llvm/Support/TimeProfiler.h>

#include "collect/constants.hpp"
#include "collect/host.hpp"
#include "collect/lower.hpp"
#include "collect/macros.hpp"
#include "collect/where.hpp"
#include "facts/merge.hpp"
#include "facts/wave_variants.hpp"
#include "frontend/bundled.hpp"
#include "frontend/clang_headers.hpp"

namespace hipaudit {

namespace {

using Clock = std::chrono::steady_clock;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Errors that are findings themselves, or that only code generation would make matter.
bool is_a_finding(llvm::StringRef message) {
  return message.contains("must be a 64-bit integer") || message.contains("64-bit mask")
         || message.contains("in asm") || message.contains("asm constraint")
         || message.contains("input constraint") || message.contains("output constraint")
         || message.contains("inline assembly");
}

class ErrorLog : public clang::DiagnosticConsumer {
 public:
  std::vector<ParseError> errors;
  std::vector<std::string> reasons;  ///< "message (file:line)", of errors that make a pass partial
  std::string root;

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& d) override {
    if (level < clang::DiagnosticsEngine::Error) return;
    ParseError error;
    llvm::SmallString<128> text;
    d.FormatDiagnostic(text);
    error.message = std::string(text);
    error.id = d.getID();
    std::string place;
    if (d.hasSourceManager() && d.getLocation().isValid()) {
      clang::SourceManager& sources = d.getSourceManager();
      const clang::SourceLocation at = sources.getExpansionLoc(d.getLocation());
      const clang::PresumedLoc shown = sources.getPresumedLoc(at, false);
      if (shown.isValid()) {
        error.line = shown.getLine();
        error.column = shown.getColumn();
        llvm::StringRef name = shown.getFilename();
        if (name.starts_with(root)) name = name.drop_front(root.size()).ltrim('/');
        place = " (" + name.str() + ":" + std::to_string(error.line) + ")";
        error.token = name.str() + "|" + token_at(sources, at);
      }
    }
    const bool counts = !is_a_finding(error.message);
    if (counts && reasons.size() < 8) reasons.push_back(error.message + place);
    partial = partial || counts;
    if (errors.size() < 2000) errors.push_back(std::move(error));
  }

  bool partial = false;

 private:
  static std::string token_at(clang::SourceManager& sources, clang::SourceLocation at) {
    bool invalid = false;
    const char* text = sources.getCharacterData(at, &invalid);
    if (invalid) return {};
    const char* end = text;
    while (end - text < 60 && (std::isalnum(static_cast<unsigned char>(*end)) || *end == '_'))
      ++end;
    return std::string(text, end);
  }
};

/// Device passes that a test of this macro asks for: 0 none, 1 any one, 2 one per wave size.
/// __CUDA_ARCH__ is not among them: HIP defines it in no pass.
int passes_for(llvm::StringRef name) {
  if (name.starts_with("__AMDGCN") || name.starts_with("__GFX") || name.starts_with("__gfx"))
    return 2;
  return name == "__HIP_DEVICE_COMPILE__" || name == "__AMDGPU__" || name == "__AMD__" ? 1 : 0;
}

/// Notices whether project text tests a macro that a device pass defines differently, and which
/// bundled skeletons stand in for missing headers.
class PassWatch : public clang::PPCallbacks {
 public:
  PassWatch(clang::Preprocessor& pp, WhereMap& where) : pp_(pp), where_(where) {}

  int needs_device = 0;  ///< see passes_for
  std::set<std::string> skeletons;

  void If(clang::SourceLocation at, clang::SourceRange range, ConditionValueKind) override {
    condition(at, range);
  }
  void Elif(clang::SourceLocation at, clang::SourceRange range, ConditionValueKind,
            clang::SourceLocation) override {
    condition(at, range);
  }
  void Ifdef(clang::SourceLocation at, const clang::Token& name,
             const clang::MacroDefinition&) override {
    test(at, name);
  }
  void Ifndef(clang::SourceLocation at, const clang::Token& name,
              const clang::MacroDefinition&) override {
    test(at, name);
  }
  /// Also where a macro stands for the test: #define IS_CDNA (defined(__gfx90a__)), #if IS_CDNA.
  void Defined(const clang::Token& name, const clang::MacroDefinition&,
               clang::SourceRange range) override {
    test(range.getBegin(), name);
  }
  void FileChanged(clang::SourceLocation at, FileChangeReason reason,
                   clang::SrcMgr::CharacteristicKind, clang::FileID) override {
    if (reason != EnterFile) return;
    llvm::StringRef name = pp_.getSourceManager().getFilename(at);
    if (!name.consume_front(std::string(kMount) + "/skeleton/")) return;
    name = name.substr(name.find('/') + 1);  // rocm/ or other/
    if (!name.starts_with("hipaudit")) skeletons.insert(name.str());
  }

 private:
  void test(clang::SourceLocation at, const clang::Token& name) {
    if (name.getIdentifierInfo() && where_.in_project(at))
      needs_device = std::max(needs_device, passes_for(name.getIdentifierInfo()->getName()));
  }
  void condition(clang::SourceLocation at, clang::SourceRange range) {
    if (needs_device == 2 || !where_.in_project(at)) return;
    llvm::StringRef text = clang::Lexer::getSourceText(clang::CharSourceRange::getCharRange(range),
                                                       pp_.getSourceManager(), pp_.getLangOpts());
    while (!text.empty()) {
      text = text.drop_while(
          [](char c) { return !std::isalpha(static_cast<unsigned char>(c)) && c != '_'; });
      const llvm::StringRef word = text.take_while(
          [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; });
      needs_device = std::max(needs_device, passes_for(word));
      text = text.drop_front(word.size());
    }
  }

  clang::Preprocessor& pp_;
  WhereMap& where_;
};

struct PassResult {
  Facts facts;
  PassReport report;
  int needs_device = 0;  ///< see passes_for
};

class Collector : public clang::ASTConsumer {
 public:
  Collector(clang::CompilerInstance& ci, WhereMap& where, PassResult& out,
            const ParseOptions& options, const PreprocessorLog& log, const ConstantLog& constants)
      : ci_(ci), where_(where), out_(out), options_(options), log_(log), constants_(constants) {}

  /// Bodies in other people's headers are the better part of most units and judged by no rule.
  bool shouldSkipFunctionBody(clang::Decl* d) override {
    return !where_.in_project(d->getLocation());
  }

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* d : group) {
      if (const auto* f = llvm::dyn_cast<clang::FunctionDecl>(d); f && f->isTemplateInstantiation())
        continue;
      if (where_.in_project(d->getLocation())) declarations_.push_back(d);
    }
    return true;
  }

  void HandleTranslationUnit(clang::ASTContext& context) override {
    const double start = cpu_seconds();
    context.setTraversalScope(declarations_);
    const auto wanted = [&](FactKind kind) { return (options_.needs & bit(kind)) != 0; };
    if (wanted(FactKind::functions)) {
      const LowerCounts counts = lower_functions(context, where_, declarations_, out_.facts);
      out_.report.functions = counts.functions;
      out_.report.functions_tainted = counts.tainted;
      out_.report.functions_lost = counts.lost;
      if (counts.constant_wave) out_.needs_device = 2;
    }
    if (wanted(FactKind::host_calls) || wanted(FactKind::library_types))
      collect_host(context, where_, declarations_, out_.facts);
    if (wanted(FactKind::constants))
      collect_constants(context, where_, declarations_, constants_, log_, out_.report.kind,
                        out_.facts);
    collect_identifiers(ci_.getPreprocessor(), where_, &context, declarations_, log_,
                        options_.needs, out_.facts);
    out_.report.collect_seconds = cpu_seconds() - start;
  }

 private:
  clang::CompilerInstance& ci_;
  WhereMap& where_;
  PassResult& out_;
  const ParseOptions& options_;
  const PreprocessorLog& log_;
  const ConstantLog& constants_;
  std::vector<clang::Decl*> declarations_;
};

class Action : public clang::ASTFrontendAction {
 public:
  Action(PassResult& out, const ParseOptions& options) : out_(out), options_(options) {}

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& ci,
                                                        llvm::StringRef) override {
    ci.getDiagnostics().setFatalsAsError(true);
    where_ = std::make_unique<WhereMap>(ci.getSourceManager(), ci.getLangOpts(), out_.facts.files,
                                        options_.root);
    clang::Preprocessor& pp = ci.getPreprocessor();
    auto watch = std::make_unique<PassWatch>(pp, *where_);
    watch_ = watch.get();
    pp.addPPCallbacks(std::move(watch));
    pp.addPPCallbacks(std::make_unique<MacroCollector>(*where_, out_.facts, options_.needs, log_));
    if ((options_.needs & bit(FactKind::constants)) != 0)
      pp.addPPCallbacks(watch_constants(pp, *where_, constants_));
    return std::make_unique<Collector>(ci, *where_, out_, options_, log_, constants_);
  }

  void EndSourceFileAction() override {
    if (!watch_) return;
    out_.needs_device = std::max(out_.needs_device, watch_->needs_device);
    out_.report.skeletons.assign(watch_->skeletons.begin(), watch_->skeletons.end());
    watch_ = nullptr;
  }

 private:
  PassResult& out_;
  const ParseOptions& options_;
  std::unique_ptr<WhereMap> where_;
  PreprocessorLog log_;
  ConstantLog constants_;
  PassWatch* watch_ = nullptr;
};

/// A file of the disk whose text is another.
class EditedFile : public llvm::vfs::File {
 public:
  EditedFile(llvm::vfs::Status status, const std::string& text)
      : status_(std::move(status)), text_(text) {}
  llvm::ErrorOr<llvm::vfs::Status> status() override { return status_; }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine& name, int64_t,
                                                               bool, bool) override {
    return llvm::MemoryBuffer::getMemBuffer(text_, name.str(), true);
  }
  std::error_code close() override { return {}; }

 private:
  llvm::vfs::Status status_;
  const std::string& text_;
};

/// The disk with the overlay's text in it, by file identity: a header may be opened under several
/// names, through links and relative paths.
class EditedDisk : public llvm::vfs::ProxyFileSystem {
 public:
  EditedDisk(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> disk,
             const std::map<std::string, std::string>& overlay)
      : ProxyFileSystem(std::move(disk)) {
    for (const auto& [path, text] : overlay)
      if (const auto status = ProxyFileSystem::status(path)) texts_[status->getUniqueID()] = &text;
  }
  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override {
    auto status = ProxyFileSystem::status(path);
    if (!status) return status;
    const auto edited = texts_.find(status->getUniqueID());
    if (edited == texts_.end()) return status;
    return llvm::vfs::Status::copyWithNewSize(*status, edited->second->size());
  }
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine& path) override {
    const auto now = status(path);
    if (!now) return now.getError();
    const auto edited = texts_.find(now->getUniqueID());
    if (edited == texts_.end()) return ProxyFileSystem::openFileForRead(path);
    return std::make_unique<EditedFile>(*now, *edited->second);
  }

 private:
  std::map<llvm::sys::fs::UniqueID, const std::string*> texts_;
};

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> file_system(const ParseOptions& options) {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const BundledFile& file : bundled_files())
    memory->addFile(std::string(kMount) + std::string(file.path), 0,
                    llvm::MemoryBuffer::getMemBuffer(llvm::StringRef(file.text), file.path, true));
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> disk = llvm::vfs::createPhysicalFileSystem();
  for (const auto& [path, text] : options.overlay)
    if (!disk->exists(path))
      memory->addFile(path, 0, llvm::MemoryBuffer::getMemBuffer(text, path, true));
  if (!options.overlay.empty())
    disk = llvm::makeIntrusiveRefCnt<EditedDisk>(std::move(disk), options.overlay);
  auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(disk));
  overlay->pushOverlay(memory);
  return overlay;
}

/// The default search path holds /usr/include already; naming it would move it in front of the
/// C++ library's wrappers of C headers.
void real_headers(const ParseOptions& options, std::vector<std::string>& args) {
  if (options.headers.include_dir == "/usr/include") return;
  args.insert(args.end(), {"-isystem", options.headers.include_dir});
}

/// What a macro of a missing header must have meant, from its name: CUTLASS_HOST_DEVICE,
/// EIGEN_DEVICE_FUNC, THRUST_DEVICE. Empty for names that say nothing.
std::string meaning_of_marker(llvm::StringRef name) {
  bool host = false;
  bool device = false;
  llvm::SmallVector<llvm::StringRef, 4> words;
  name.split(words, '_', -1, false);
  for (const llvm::StringRef word : words) {
    if (!llvm::all_of(word, [](char c) { return llvm::isUpper(c) || llvm::isDigit(c); })) return {};
    host = host || word.starts_with("HOST") || word == "HD";
    device = device || word.ends_with("DEVICE") || word == "HD";
  }
  if (!device || words.size() < 2) return {};
  return host ? "__host__ __device__" : "__device__";
}

/// Macros that this pass lacked in front of functions: `UNKNOWN_DEVICE int f()` loses a member
/// function whole, and a namespace's function its attributes.
std::map<std::string, std::string> missing_markers(const std::vector<ParseError>& errors) {
  std::map<std::string, std::string> out;
  for (const ParseError& e : errors) {
    llvm::StringRef name = e.message;
    if (!name.consume_front("unknown type name '") || !name.consume_back("'")) continue;
    if (std::string meaning = meaning_of_marker(name); !meaning.empty())
      out.emplace(name.str(), std::move(meaning));
  }
  return out;
}

/// Arguments for the driver, of one pass.
std::vector<std::string> pass_arguments(const UnitSpec& unit, const ParseOptions& options,
                                        PassKind kind, const std::string& target) {
  const std::string mount = kMount;
  std::vector<std::string> args = {"clang++",
                                   "-fsyntax-only",
                                   "-w",
                                   "-ferror-limit=0",
                                   "-fno-spell-checking",
                                   "-Wno-error",
                                   "-fno-color-diagnostics",
                                   "-Qunused-arguments"};
  if (!options.resource_dir.empty()) {
    args.push_back("-resource-dir");
    args.push_back(options.resource_dir);
  }
  args.push_back("-working-directory");
  args.push_back(unit.directory);
  const bool system = !options.headers.bundled;
  if (unit.hip) {
    args.insert(args.end(), {"-x", "hip", "-nogpulib"});
    if (kind == PassKind::host) {
      args.push_back("--cuda-host-only");
      args.push_back("--offload-arch=gfx90a");
    } else {
      args.push_back("--cuda-device-only");
      args.push_back("--offload-arch=" + target);
    }
    args.push_back("-nogpuinc");
    if (system) {
      args.push_back("-D__HIP_PLATFORM_AMD__=1");
      args.insert(args.end(), {"-isystem", mount + "/skew"});
      real_headers(options, args);
      args.insert(args.end(), {"-include", "__clang_hip_runtime_wrapper.h"});
    } else {
      // The ROCm skeletons belong to the bundled HIP: an installed rocPRIM would not fit it.
      args.insert(args.end(), {"-isystem", mount, "-isystem", mount + "/skeleton/rocm", "-include",
                               "hip/hipaudit_prelude.h"});
    }
  } else {
    args.insert(args.end(), {"-x", unit.c_language ? "c" : "c++", "-D__HIP_PLATFORM_AMD__=1"});
    if (system)
      real_headers(options, args);
    else
      args.insert(args.end(), {"-isystem", mount});
  }
  args.insert(args.end(), unit.arguments.begin(), unit.arguments.end());
  if (unit.hip && unit.origin == "inferred") {
    args.push_back("-include");
    args.push_back("hip/hip_runtime.h");
  }
  args.insert(args.end(), {"-idirafter", mount + "/hipshim", "-idirafter", mount + "/skeleton/rocm",
                           "-idirafter", mount + "/skeleton/other"});
  args.push_back(unit.file);
  return args;
}

PassResult run_pass(const UnitSpec& unit, const ParseOptions& options, PassKind kind,
                    const std::string& target,
                    const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>& vfs) {
  PassResult out;
  out.report.kind = kind;
  out.report.target = target;
  const double start = cpu_seconds();

  const std::vector<std::string> args = pass_arguments(unit, options, kind, target);
  std::vector<const char*> pointers;
  for (const std::string& arg : args) pointers.push_back(arg.c_str());

  ErrorLog log;
  log.root = options.root;
  clang::DiagnosticOptions diagnostic_options;
  auto driver_diagnostics = llvm::makeIntrusiveRefCnt<clang::DiagnosticsEngine>(
      clang::DiagnosticIDs::create(), diagnostic_options, &log, false);
  clang::CreateInvocationOptions creation;
  creation.Diags = driver_diagnostics;
  creation.VFS = vfs;
  creation.RecoverOnError = true;
  std::shared_ptr<clang::CompilerInvocation> invocation =
      clang::createInvocation(pointers, creation);
  if (!invocation) {
    out.report.reasons = log.reasons;
    if (out.report.reasons.empty())
      out.report.reasons.push_back("no compiler invocation could be made");
    return out;
  }
  // What the driver thinks of leftover options does not make the parse partial.
  log.errors.clear();
  log.reasons.clear();
  log.partial = false;
  invocation->getDiagnosticOpts().IgnoreWarnings = true;
  invocation->getFrontendOpts().DisableFree = false;
  // Only of functions that Collector::shouldSkipFunctionBody names.
  invocation->getFrontendOpts().SkipFunctionBodies = true;
  invocation->getLangOpts().SpellChecking = false;
  invocation->getPreprocessorOpts().RetainRemappedFileBuffers = true;

  clang::CompilerInstance ci(invocation);
  ci.createVirtualFileSystem(vfs, &log);
  ci.createDiagnostics(&log, false);
  ci.getDiagnostics().setErrorLimit(0);
  ci.getDiagnostics().setFatalsAsError(true);
  ci.createFileManager();
  ci.createSourceManager();
  Action action(out, options);
  const bool ran = ci.ExecuteAction(action);
  (void)ran;

  out.report.errors = std::move(log.errors);
  out.report.reasons = std::move(log.reasons);
  out.report.parse_seconds = cpu_seconds() - start - out.report.collect_seconds;
  if (log.partial)
    out.report.status = PassStatus::partial;
  else if (!out.report.skeletons.empty())
    out.report.status = PassStatus::skeleton;
  else
    out.report.status = PassStatus::complete;
  return out;
}

}  // namespace

Facts parse_unit(const UnitSpec& given, const ParseOptions& options) {
  UnitReport report;
  report.file = given.file;
  report.command = given.origin;
  report.notes = given.notes;
  const auto vfs = file_system(options);
  Facts out;
  if (!vfs->exists(given.file)) {
    PassReport failed;
    failed.reasons.push_back("the file does not exist; generate the compile database again");
    report.passes.push_back(std::move(failed));
    out.units.push_back(std::move(report));
    return out;
  }
  const auto take = [&](PassResult result) {
    for (kf::Function& f : result.facts.functions)
      f.passes = static_cast<std::uint8_t>(1U << static_cast<unsigned>(result.report.kind));
    report.passes.push_back(std::move(result.report));
    merge(out, std::move(result.facts));
  };
  PassResult host = run_pass(given, options, PassKind::host, "", vfs);
  UnitSpec unit = given;
  if (const auto markers = missing_markers(host.report.errors); unit.hip && !markers.empty()) {
    for (const auto& [name, meaning] : markers)
      unit.arguments.push_back("-D" + name + "=" + meaning);
    PassResult again = run_pass(unit, options, PassKind::host, "", vfs);
    const bool better = again.report.errors.size() < host.report.errors.size();
    again.report.parse_seconds += host.report.parse_seconds;
    again.report.collect_seconds += host.report.collect_seconds;
    if (better) {
      // A guess fills the gap, and the unit is still one that lacks something.
      again.report.status = PassStatus::partial;
      std::erase_if(host.report.reasons, [](const std::string& reason) {
        return reason.rfind("unknown type name", 0) != 0;
      });
      again.report.reasons.insert(again.report.reasons.end(), host.report.reasons.begin(),
                                  host.report.reasons.end());
      host = std::move(again);
      for (const auto& [name, meaning] : markers)
        report.notes.push_back(name + " is defined nowhere; read as " + meaning);
    } else {
      unit = given;
    }
  }
  int device = unit.hip ? host.needs_device : 0;
  if (unit.hip && options.all_passes) device = 2;
  take(std::move(host));
  if (device > 0) {
    for (const auto& [lanes, kind] : {std::pair{64, PassKind::wave64}, {32, PassKind::wave32}}) {
      const auto target = std::find_if(options.targets.begin(), options.targets.end(),
                                       [wave = lanes](const Target& t) { return t.wave == wave; });
      if (target == options.targets.end()) continue;
      take(run_pass(unit, options, kind, target->name, vfs));
      if (device == 1) break;
    }
    unify_wave_variants(out);
  }
  for (const FileInfo& info : out.files.all())
    if (info.project) report.project_files.push_back(info.path);
  std::sort(report.project_files.begin(), report.project_files.end());
  if ((options.needs & bit(FactKind::commands)) != 0) out.commands.push_back(unit.command);
  out.units.push_back(std::move(report));
  return out;
}

}  // namespace hipaudit
