// SPDX-License-Identifier: Apache-2.0
// Facts: everything that is learned from the sources, as plain values with source spans. A unit
// yields a Facts; the run merges them by span into one. No Clang types.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/outcome.hpp"
#include "core/span.hpp"
#include "facts/kernel_form.hpp"

namespace hipaudit {

/// Kinds of fact, as bits. A rule declares those that it judges; only those are collected.
enum class FactKind : std::uint32_t {
  functions = 1U << 0,   ///< kernel form of device functions
  host_calls = 1U << 1,  ///< launches, runtime API calls, streams at hand
  macros = 1U << 2,      ///< definitions, tests and uses of macros in project text
  includes = 1U << 3,
  library_types = 1U << 4,  ///< warp-level library classes as written
  identifiers = 1U << 5,    ///< identifiers that hipify should have renamed
  commands = 1U << 6,       ///< what the compile command says
  constants = 1U << 7,      ///< named constants that may be a wave width, and uses of warpSize
};
[[nodiscard]] constexpr std::uint32_t bit(FactKind k) { return static_cast<std::uint32_t>(k); }

/// An argument of a host call or launch.
struct Arg {
  Where where;       ///< invalid spelling and expansion: defaulted, not written
  std::string text;  ///< source text, blanks squeezed
  bool written = true;
  bool is_null = false;               ///< 0, nullptr, NULL or a null constant
  std::optional<std::int64_t> value;  ///< integer constant
  std::string name;        ///< the variable, member chain, function or enumerator it names
  std::string type;        ///< canonical type as printed
  bool is_stream = false;  ///< of type hipStream_t
  bool operator==(const Arg&) const = default;
};

/// A stream that is visible in a host function.
struct StreamAtHand {
  enum class Origin : std::uint8_t { parameter, local, member, getter };
  Origin origin = Origin::parameter;
  std::string text;  ///< how to write it, e.g. "stream", "ctx.stream" or "streams[]" for an array
  Where where;
  Span scope;        ///< where it can be named: the innermost block, or the whole body
  std::string init;  ///< of a local: its initialiser's text, blanks squeezed
  bool operator==(const StreamAtHand&) const = default;
};

/// An `if` or `switch` of a host function: one run takes one arm of it at most. The code behind a
/// branch that returns is the other arm of its `if`; one without any other has a single arm. Those
/// in loops, whose arms may all run, are left out.
struct Choice {
  std::vector<Span> arms;
  bool operator==(const Choice&) const = default;
};

struct HostFunction {
  std::string key;
  std::string name;
  Where where;
  Span body;
  bool is_pattern = false;
  bool is_main = false;
  bool tainted = false;
  std::vector<StreamAtHand> streams;
  std::vector<Choice> choices;     ///< in the order of the text
  std::vector<std::string> calls;  ///< keys of the functions defined in this unit that it calls,
                                   ///< system headers aside; sorted
  bool operator==(const HostFunction&) const = default;
};

/// `k<<<grid, block, shared, stream>>>(...)` or hipLaunchKernelGGL(k, grid, block, shared, stream,
/// ...).
struct Launch {
  Where where;
  std::string kernel;       ///< qualified name, or the text when unresolved
  std::string kernel_key;   ///< kf::Function key of the callee or of its pattern
  std::string host;         ///< HostFunction key
  bool macro_form = false;  ///< hipLaunchKernelGGL and the like
  Arg grid, block, shared, stream;
  std::optional<std::array<std::int64_t, 3>> grid_dims;   ///< when constant
  std::optional<std::array<std::int64_t, 3>> block_dims;  ///< when constant
  /// Threads of a block where a wave has 32 and where it has 64 lanes, when the block is computed
  /// from constants and the wave size (warpSize, hipDeviceProp_t::warpSize, an attribute query).
  std::optional<std::array<std::int64_t, 2>> wave_threads;
  Span config_end;  ///< the `>>>`, or invalid
  bool tainted = false;
  bool operator==(const Launch&) const = default;
};

/// A call of a HIP or library function, or of a project function that takes a stream.
struct HostCall {
  std::string name;  ///< unqualified; "operator()" etc. are not recorded
  std::string qualified;
  std::string host;  ///< HostFunction key
  Where where;       ///< the whole call
  Where callee;      ///< its name
  Span rparen;
  std::vector<Arg> args;            ///< written ones, then defaulted ones
  std::vector<std::string> params;  ///< names of the callee's parameters
  std::uint32_t written = 0;
  std::uint32_t order = 0;   ///< position in its function
  std::uint32_t branch = 0;  ///< id of the innermost compound statement
  std::string result_var;    ///< variable that takes the result, if any
  bool tainted = false;
  bool operator==(const HostCall&) const = default;
};

struct MacroFact {
  enum class Kind : std::uint8_t { defined, undefined, tested, used };
  Kind kind = Kind::defined;
  std::string name;
  Where where;       ///< the name
  std::string body;  ///< of a definition: replacement text, blanks squeezed
  std::vector<std::string> params;
  Span body_span;
  bool function_like = false;
  std::string condition;  ///< of a test: the directive's whole text; of a use inside a macro's
                          ///< body: that macro's name
  bool in_device_code = false;  ///< of a use: in the body of a kernel or device function
  std::optional<bool> taken;    ///< of a test: what it came to, when it was evaluated
  Span definition;              ///< of the use of a function-like macro: the name in its definition
  bool operator==(const MacroFact&) const = default;
};

struct IncludeFact {
  std::string name;  ///< as written between the brackets or quotes
  bool angled = false;
  bool found = false;
  bool skeleton = false;
  Where where;  ///< the name with its brackets
  bool operator==(const IncludeFact&) const = default;
};

/// A warp-level class of hipCUB or rocPRIM as written, e.g. hipcub::WarpReduce<float>.
struct LibraryType {
  std::string name;                   ///< qualified template name
  std::optional<std::int64_t> width;  ///< logical warp threads when written
  bool width_written = false;
  bool dependent_width = false;
  std::uint32_t written_args = 0;  ///< template arguments as written
  Where where;                     ///< the whole written type
  Span insert_width;               ///< empty span where ", 32" would go; may be invalid
  std::string function;            ///< qualified name of the enclosing function
  std::string storage_index;       ///< index into an array of its TempStorage, locals spelled out
  std::vector<std::string> lane_hints;  ///< e.g. "threadIdx.x / 32": how functions that use it
                                        ///< count lanes and warps in 32s, locals spelled out
  bool follows_wave = false;  ///< those functions count by warpSize or HIPCUB_WARP_THREADS
  bool operator==(const LibraryType&) const = default;
};

/// An identifier or header that hipify should have renamed.
struct IdentifierFact {
  std::string name;
  Where where;
  bool is_call = false;
  bool resolved = false;  ///< the project declares or defines it itself (an alias header)
  bool operator==(const IdentifierFact&) const = default;
};

/// Which side compiles the code that something stands in.
enum class CodeSide : std::uint8_t {
  outside,  ///< no function's body: types, namespaces, directives between functions
  host,
  device,
  both,  ///< __host__ __device__
};

/// A named integer constant that may stand for a wave width, as one pass sees it: it lies in a
/// branch that a device-only macro selects, is built on such a macro, on warpSize or on another of
/// these, or is 32 or 64 and named after a warp.
struct ConstantFact {
  enum class Kind : std::uint8_t { macro, variable, enumerator, function };
  PassKind pass = PassKind::host;
  Kind kind = Kind::macro;
  std::string name;  ///< qualified
  Where where;       ///< the name
  Span extent;       ///< the whole definition
  std::string text;  ///< its value as written, blanks squeezed
  std::optional<std::int64_t> value;
  /// For which targets this definition is compiled: an expression over device-only macros, with all
  /// else replaced by what it is in this pass; `?` is what is not known. Empty: for all.
  std::string condition;
  Span directive;                      ///< the innermost directive of `condition`
  std::vector<std::string> selectors;  ///< device-only macros of `condition`, sorted
  std::string function;                ///< of a local: the function that holds it
  bool device_only = false;            ///< no host code can name it
  bool operator==(const ConstantFact&) const = default;
};

/// A place that names such a constant.
struct ConstantUse {
  PassKind pass = PassKind::host;
  std::string name;
  Span target;  ///< the name in the definition that is in force
  Where where;
  CodeSide side = CodeSide::outside;
  std::string function;
  Span owner;              ///< the name of the constant whose definition this stands in, if any
  bool directive = false;  ///< in an #if
  bool assertion = false;  ///< in a static_assert
  bool launch = false;     ///< what it is part of reaches the configuration of a launch
  bool operator==(const ConstantUse&) const = default;
};

/// A use of warpSize, or of a library's name for it, that depends on the compiler, or that stands
/// in host code.
struct WaveSizeUse {
  enum class Kind : std::uint8_t {
    value,              ///< in host code
    array_bound,        ///< int a[warpSize]
    variable_bound,     ///< const int w = warpSize; int a[w]
    constant,           ///< initialises a constexpr variable or an enumerator
    template_argument,  ///< f<warpSize>()
    case_label,
    copy,       ///< auto w = warpSize
    deduced,    ///< std::min(warpSize, n)
    variadic,   ///< printf("%d", warpSize)
    assertion,  ///< static_assert(warpSize == N)
    refusal,    ///< if (prop.warpSize != N) the function gives up
  };
  Kind kind = Kind::value;
  std::string source;  ///< warpSize, rocprim::warp_size, C10_WARP_SIZE, or how it was asked for
  std::string name;    ///< what is declared or called with it
  Where where;
  CodeSide side = CodeSide::outside;
  std::string function;
  Span owner;                            ///< as in ConstantUse
  std::optional<std::int64_t> expected;  ///< of assertion and refusal: N
  bool launch = false;
  bool operator==(const WaveSizeUse&) const = default;
};

/// What a unit's compile command says, once per distinct command.
struct CommandFact {
  std::string main_file;
  bool per_thread_stream = false;             ///< -fgpu-default-stream=per-thread
  std::vector<std::string> defines;           ///< NAME or NAME=VALUE
  std::vector<std::string> leftover_options;  ///< nvcc spellings that Clang ignores or misreads
  std::vector<std::string> targets;           ///< gfx names from the command
  bool operator==(const CommandFact&) const = default;
};

struct Facts {
  FileTable files;
  std::vector<kf::Function> functions;
  std::vector<HostFunction> host_functions;
  std::vector<Launch> launches;
  std::vector<HostCall> host_calls;
  std::vector<MacroFact> macros;
  std::vector<IncludeFact> includes;
  std::vector<LibraryType> library_types;
  std::vector<IdentifierFact> identifiers;
  std::vector<CommandFact> commands;
  std::vector<ConstantFact> constants;
  std::vector<ConstantUse> constant_uses;
  std::vector<WaveSizeUse> wave_size_uses;
  std::vector<UnitReport> units;
  /// Indices into `functions` ordered by key. Kept by merge(); may be stale or empty elsewhere, so
  /// ask match::find_function.
  std::vector<std::uint32_t> by_key;
};

}  // namespace hipaudit
