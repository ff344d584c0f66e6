// SPDX-License-Identifier: Apache-2.0
// Decides whether an asm statement holds PTX, by its words alone, and names what HIP or hipshim has
// for each instruction.
//
// Vocabulary. PTX opcodes have dotted parts (`shfl.sync.down.b32`); AMD's and x86's have none. PTX
// special registers start with a percent sign (`%laneid`, doubled in a statement with operands).
#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>

#include "match/instances.hpp"
#include "match/memory.hpp"
#include "match/rule.hpp"

namespace hipaudit {

extern const Rule rule_inline_ptx;

namespace {

constexpr std::string_view kDoc = R"md(
## What it finds

`asm` statements that hold PTX, the assembly language of NVIDIA GPUs, in code that AMD compiles: special
registers (`%laneid`, `%lanemask_lt`), cross-lane instructions, barriers, loads and stores with cache
hints, conversions, bit operations, matrix and asynchronous-copy instructions.

## Why it is wrong on AMD

hipify leaves asm statements as they are. With `r` constraints the compiler accepts them in every check
that does not write object code, also in `-fsyntax-only` and in IDEs: the string is only looked at when
machine code is made, and then it is an invalid instruction. The constraints `l`, `f`, `d` and `h` do not
exist on AMD and are errors in the device pass.

## Example

```cpp
__device__ unsigned lane() {
  unsigned id;
  asm("mov.u32 %0, %%laneid;" : "=r"(id));
  return id;
}
```

## Use instead

```cpp
#include <hipshim/warp32.hpp>

__device__ unsigned lane() { return hipshim::warp32::lane_id(); }
```

Some instructions have no counterpart: `%warpid`, named barriers (`bar.sync 1, 128`), `cp.async`,
`mma.sync` (rocWMMA has matrix tiles).

## Fix safety

Manual: the operands have to be matched with the arguments of the replacement.

## Not reported

- AMD assembly (`v_add_u32`, `s_waitcnt`, `ds_read_b32`, `global_load_dword` ...)
- empty statements such as `asm volatile("" ::: "memory")`
- asm in branches that AMD does not compile (`#ifdef __CUDA_ARCH__`)
- asm whose constraints AMD has, in a template of a source file that nothing in the file instantiates:
  no machine code is made of it. The constraints `l`, `f`, `d` and `h` are errors there too. Where
  parse errors may hide the instance it is shown with `--min-confidence=possible`

## References

- PTX ISA documentation, "Special Registers" and "Instruction Set"
- LLVM language reference, "Supported Constraint Code List": AMDGPU
- HIP porting guide
)md";

using kf::Function;
using kf::Stmt;
using kf::StmtKind;

constexpr std::string_view kOpcodes =
    " abs activemask add addc alloca and applypriority atom bar barrier bfe bfi bfind bmsk "
    "bra brev brx call clusterlaunchcontrol clz cnot copysign cos cp createpolicy cvt cvta "
    "discard div dp2a dp4a elect ex2 fence fma fns getctarank griddepcontrol isspacep "
    "istypep ld ldmatrix ldu lg2 lop3 mad mad24 madc mapa match max mbarrier membar min mma "
    "mov movmatrix mul mul24 multimem nanosleep neg not or pmevent popc prefetch prefetchu "
    "prmt rcp red redux rem rsqrt sad selp set setmaxnreg setp shf shfl shl shr sin slct "
    "sqrt st stmatrix sub subc suld suq sured sust szext tanh tcgen05 tensormap testp tex "
    "tld4 txq vabsdiff vabsdiff4 vadd vmad vmax vmin vote vsub wgmma wmma xor ";

/// PTX instructions without dotted parts that no other assembler spells so.
constexpr std::string_view kPlain = " trap brkpt exit ";

constexpr std::string_view kRegisters =
    " laneid warpid nwarpid smid nsmid gridid lanemask_eq lanemask_le lanemask_lt "
    "lanemask_ge lanemask_gt clock clock_hi clock64 globaltimer globaltimer_lo "
    "globaltimer_hi tid ntid ctaid nctaid dynamic_smem_size total_smem_size clusterid ";

/// What stands in for an instruction, by its beginning; longer beginnings come first.
struct Equivalent {
  std::string_view begins;
  std::string_view use;
};
constexpr Equivalent kEquivalents[] = {
    {"%laneid", "hipshim::warp32::lane_id()"},
    {"%lanemask_eq", "hipshim::warp32::lanemask_eq()"},
    {"%lanemask_le", "hipshim::warp32::lanemask_le()"},
    {"%lanemask_lt", "hipshim::warp32::lanemask_lt()"},
    {"%lanemask_ge", "hipshim::warp32::lanemask_ge()"},
    {"%lanemask_gt", "hipshim::warp32::lanemask_gt()"},
    {"%warpid", "the thread index divided by 32; the register itself has no counterpart"},
    {"%nwarpid", "nothing; it has no counterpart"},
    {"%smid", "__smid()"},
    {"%clock64", "hipshim::ptx::clock64()"},
    {"%clock", "clock()"},
    {"%globaltimer", "wall_clock64()"},
    {"%tid", "threadIdx"},
    {"%ntid", "blockDim"},
    {"%ctaid", "blockIdx"},
    {"%nctaid", "gridDim"},
    {"shfl.sync.down", "hipshim::warp32::shfl_down_sync"},
    {"shfl.sync.up", "hipshim::warp32::shfl_up_sync"},
    {"shfl.sync.bfly", "hipshim::warp32::shfl_xor_sync"},
    {"shfl.sync.idx", "hipshim::warp32::shfl_sync"},
    {"shfl.down", "hipshim::warp32::shfl_down"},
    {"shfl.up", "hipshim::warp32::shfl_up"},
    {"shfl.bfly", "hipshim::warp32::shfl_xor"},
    {"shfl.idx", "hipshim::warp32::shfl"},
    {"vote.sync.ballot", "hipshim::warp32::ballot_sync"},
    {"vote.sync.any", "hipshim::warp32::any_sync"},
    {"vote.sync.all", "hipshim::warp32::all_sync"},
    {"vote.ballot", "hipshim::warp32::ballot"},
    {"vote.any", "hipshim::warp32::any"},
    {"vote.all", "hipshim::warp32::all"},
    {"match.any.sync", "hipshim::warp32::match_any_sync"},
    {"match.all.sync", "hipshim::warp32::match_all_sync"},
    {"activemask", "hipshim::warp32::active_mask()"},
    {"redux.sync.add", "hipshim::warp32::reduce_add_sync"},
    {"redux.sync.min", "hipshim::warp32::reduce_min_sync"},
    {"redux.sync.max", "hipshim::warp32::reduce_max_sync"},
    {"redux.sync.and", "hipshim::warp32::reduce_and_sync"},
    {"redux.sync.or", "hipshim::warp32::reduce_or_sync"},
    {"redux.sync.xor", "hipshim::warp32::reduce_xor_sync"},
    {"elect.sync", "hipshim::ptx::elect"},
    {"bar.warp.sync", "hipshim::warp32::sync"},
    {"bar.arrive", "nothing; AMD has no named barriers"},
    {"barrier.cluster", "nothing; AMD has no clusters"},
    {"membar.cta", "hipshim::ptx::membar_cta()"},
    {"membar.gl", "hipshim::ptx::membar_gl()"},
    {"membar.sys", "hipshim::ptx::membar_sys()"},
    {"fence.acq_rel.cta", "__threadfence_block()"},
    {"fence.acq_rel.gpu", "__threadfence()"},
    {"fence.acq_rel.sys", "__threadfence_system()"},
    {"fence.sc.cta", "__threadfence_block()"},
    {"fence.sc.gpu", "__threadfence()"},
    {"fence.sc.sys", "__threadfence_system()"},
    {"ld.global.nc", "hipshim::ptx::ld_nc"},
    {"ld.global.cs", "hipshim::ptx::ld_cs"},
    {"ld.relaxed", "hipshim::ptx::ld_relaxed"},
    {"ld.acquire", "hipshim::ptx::ld_acquire"},
    {"ld.param", "the argument itself"},
    {"ld.", "a plain load"},
    {"ldu.", "a plain load"},
    {"st.global.cs", "hipshim::ptx::st_cs"},
    {"st.relaxed", "hipshim::ptx::st_relaxed"},
    {"st.release", "hipshim::ptx::st_release"},
    {"st.", "a plain store"},
    {"atom.", "the atomic function of the same name (atomicAdd, atomicCAS ...)"},
    {"red.", "the atomic function of the same name (atomicAdd ...)"},
    {"prmt", "hipshim::ptx::prmt"},
    {"bfe", "hipshim::ptx::bfe"},
    {"bfind", "hipshim::ptx::bfind"},
    {"bfi", "hipshim::ptx::bfi"},
    {"brev", "hipshim::ptx::brev"},
    {"popc", "hipshim::ptx::popc"},
    {"clz", "hipshim::ptx::clz"},
    {"lop3", "hipshim::ptx::lop3"},
    {"dp4a", "hipshim::ptx::dp4a"},
    {"sad.", "hipshim::ptx::sad"},
    {"fns.", "hipshim::ptx::fns"},
    {"shl.", "hipshim::ptx::shl"},
    {"shr.", "hipshim::ptx::shr"},
    {"shf.l", "hipshim::ptx::shf_l_wrap or shf_l_clamp"},
    {"shf.r", "hipshim::ptx::shf_r_wrap or shf_r_clamp"},
    {"mul.hi.u32", "hipshim::ptx::mul_hi"},
    {"mul.hi.s32", "hipshim::ptx::mul_hi"},
    {"mul.hi.u64", "hipshim::ptx::mul_hi"},
    {"mul.hi.s64", "hipshim::ptx::mul_hi"},
    {"mul.wide", "hipshim::ptx::mul_wide"},
    {"add.cc", "hipshim::ptx::add_cc"},
    {"addc", "hipshim::ptx::addc"},
    {"sub.cc", "hipshim::ptx::sub_cc"},
    {"subc", "hipshim::ptx::subc"},
    {"mad.lo.cc", "64-bit or wider C++ arithmetic"},
    {"madc", "64-bit or wider C++ arithmetic"},
    {"ex2.approx", "hipshim::ptx::ex2_approx"},
    {"lg2.approx", "hipshim::ptx::lg2_approx"},
    {"rcp.approx", "hipshim::ptx::rcp_approx"},
    {"rsqrt.approx", "hipshim::ptx::rsqrt_approx"},
    {"sqrt.approx", "hipshim::ptx::sqrt_approx"},
    {"sin.approx", "hipshim::ptx::sin_approx"},
    {"cos.approx", "hipshim::ptx::cos_approx"},
    {"tanh.approx", "hipshim::ptx::tanh_approx"},
    {"fma.", "fmaf, fma or __hfma"},
    {"cvta", "the pointer itself: HIP's pointers are generic"},
    {"cvt.", "the conversion function or a cast"},
    {"isspacep.shared", "hipshim::ptx::isspacep_shared"},
    {"nanosleep", "hipshim::ptx::nanosleep"},
    {"prefetch", "__builtin_prefetch, or nothing"},
    {"createpolicy", "nothing; cache policies do not exist on AMD"},
    {"cp.async.bulk", "plain loads and stores to shared memory"},
    {"cp.async",
     "hipshim::ptx::cp_async, which copies at once, or __builtin_amdgcn_global_load_lds"},
    {"mma", "rocWMMA or the MFMA and WMMA built-ins"},
    {"wmma", "rocWMMA or the MFMA and WMMA built-ins"},
    {"wgmma", "rocWMMA or the MFMA and WMMA built-ins"},
    {"ldmatrix", "plain loads in the layout of the MFMA or WMMA built-ins"},
    {"stmatrix", "plain stores in the layout of the MFMA or WMMA built-ins"},
    {"trap", "__builtin_trap()"},
    {"brkpt", "__builtin_debugtrap()"},
    {"exit", "return from the kernel"},
    {"setp", "a comparison in C++"},
    {"selp", "?: in C++"},
};

static_assert([] {
  for (std::size_t i = 0; i < std::size(kEquivalents); ++i)
    for (std::size_t j = i + 1; j < std::size(kEquivalents); ++j)
      if (kEquivalents[j].begins.starts_with(kEquivalents[i].begins)) return false;
  return true;
}());

/// `list` holds its words between blanks.
bool contains(std::string_view list, std::string_view word) {
  if (word.empty() || word.find(' ') != std::string_view::npos) return false;
  return list.find(" " + std::string(word) + " ") != std::string_view::npos;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Instructions and special registers of PTX in an asm template, in order, each once.
class PtxWords {
 public:
  explicit PtxWords(std::string_view text) {
    std::string statement;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text.compare(i, 2, "//") == 0) {
        while (i < text.size() && text[i] != '\n') ++i;
      } else if (text.compare(i, 2, "/*") == 0) {
        const auto close = text.find("*/", i + 2);
        i = close == std::string_view::npos ? text.size() : close + 1;
        continue;
      }
      if (i >= text.size() || text[i] == ';' || text[i] == '\n') {
        one(statement);
        statement.clear();
      } else {
        statement += text[i];
      }
    }
    one(statement);
  }

  [[nodiscard]] const std::vector<std::string>& all() const { return words_; }

 private:
  void add(std::string word) {
    if (std::find(words_.begin(), words_.end(), word) == words_.end())
      words_.push_back(std::move(word));
  }

  void one(std::string_view s) {
    // { @%p1 or @!p, a label, then the opcode
    std::size_t at = 0;
    const auto blanks = [&] {
      while (
          at < s.size()
          && (std::isspace(static_cast<unsigned char>(s[at])) != 0 || s[at] == '{' || s[at] == '}'))
        ++at;
    };
    blanks();
    while (at < s.size() && s[at] == '@') {
      while (at < s.size() && std::isspace(static_cast<unsigned char>(s[at])) == 0) ++at;
      blanks();
    }
    const std::size_t begin = at;
    // `.reg .pred p` declares a register of PTX
    if (at < s.size() && s[at] == '.') ++at;
    while (at < s.size() && (is_word(s[at]) || s[at] == '.' || s[at] == ':' || s[at] == '$')) ++at;
    std::string_view opcode = s.substr(begin, at - begin);
    if (const auto colon = opcode.rfind(':');
        colon != std::string_view::npos
        && opcode.compare(colon > 0 ? colon - 1 : 0, 2, "::") != 0) {
      one(s.substr(begin + colon + 1));  // a label
      return;
    }
    const auto dot = opcode.find('.');
    const bool directive = opcode == ".reg" || opcode.starts_with(".reg.");
    const bool dotted = dot != std::string_view::npos && dot > 0 && dot + 1 < opcode.size()
                        && contains(kOpcodes, opcode.substr(0, dot));
    const bool plain =
        contains(kPlain, opcode) && s.find_first_not_of(" \t\r\n", at) == std::string_view::npos;
    registers(s.substr(at));
    if (directive)
      add(".reg");
    else if (dotted || plain)
      add(std::string(opcode));
  }

  void registers(std::string_view operands) {
    for (std::size_t i = 0; i < operands.size(); ++i) {
      if (operands[i] != '%') continue;
      while (i < operands.size() && operands[i] == '%') ++i;
      const std::size_t begin = i;
      while (i < operands.size() && is_word(operands[i])) ++i;
      const std::string_view name = operands.substr(begin, i - begin);
      if (contains(kRegisters, name)) add("%" + std::string(name));
      --i;
    }
  }

  std::vector<std::string> words_;
};

/// The register of `mov.u32 %0, %laneid` says more than the move.
const std::string& telling(const std::vector<std::string>& words) {
  const auto dull = [](const std::string& w) { return w.starts_with("mov.") || w == ".reg"; };
  const auto it = std::find_if_not(words.begin(), words.end(), dull);
  return it == words.end() ? words.front() : *it;
}

/// A load or store with an order: what the order becomes matters more than the access.
std::string ordered_access(std::string_view access, std::string_view order) {
  const std::string what = access == "ld" ? "load" : "store";
  if (order == "volatile") return "a " + what + " through a volatile pointer";
  std::string upper;
  for (const char c : order)
    upper += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return "__hip_atomic_" + what + " with __ATOMIC_" + upper;
}

std::optional<std::string> equivalent(std::string_view word, std::string_view text) {
  // bar.sync 0 is __syncthreads; other barriers have no counterpart.
  for (const std::string_view barrier : {"bar.sync", "barrier.sync", "bar.cta.sync"}) {
    if (!word.starts_with(barrier)) continue;
    const auto at = text.find(word);
    const auto operand = at == std::string_view::npos
                             ? std::string_view::npos
                             : text.find_first_not_of(" \t", at + word.size());
    const bool zero = operand != std::string_view::npos && text[operand] == '0'
                      && (operand + 1 == text.size() || !is_word(text[operand + 1]));
    const bool counted = operand != std::string_view::npos
                         && text.substr(operand, text.find(';', operand) - operand).find(',')
                                != std::string_view::npos;
    return zero && !counted ? "__syncthreads()" : "nothing; AMD has no named barriers";
  }
  // ld.acquire.gpu.global and ld.global.acquire.gpu: the state space may come first.
  const auto part = [&](std::string_view name) {
    const auto at = word.find(name);
    return at != std::string_view::npos
           && (at + name.size() == word.size() || word[at + name.size()] == '.');
  };
  if (word.starts_with("ld.") || word.starts_with("st."))
    for (const std::string_view order : {".acquire", ".release", ".relaxed", ".volatile"})
      if (part(order)) return ordered_access(word.substr(0, 2), order.substr(1));
  for (const Equivalent& e : kEquivalents)
    if (word.starts_with(e.begins)) return std::string(e.use);
  return std::nullopt;
}

/// Constraint letters that exist for PTX and not for AMD: "=l" -> 'l'.
std::string foreign_constraints(const Stmt& s) {
  std::string letters;
  for (const std::string& constraint : s.constraints)
    for (const char c : constraint)
      if (std::string_view("lfdhq").find(c) != std::string_view::npos
          && letters.find(c) == std::string::npos)
        letters += c;
  std::sort(letters.begin(), letters.end());
  return letters;
}

void judge(const Context& context, std::vector<Finding>& out) {
  const Facts& facts = context.facts;
  const match::Instances instances(facts);
  for (const Function* f : match::device_variants(facts, match::judged_functions(facts))) {
    if (f->kind == kf::FunctionKind::host) continue;
    for (const Stmt& s : f->stmts) {
      if (s.kind != StmtKind::asm_ || !match::in_project(facts, s.where)) continue;
      const PtxWords words(s.text);
      if (words.all().empty()) continue;
      const std::string& word = telling(words.all());
      const std::string letters = foreign_constraints(s);
      // Machine code is made of instances only; constraints are looked at in the template itself.
      const auto made = letters.empty() ? instances.of(*f) : match::Instances::Answer::some;
      if (made == match::Instances::Answer::never) continue;
      std::string message = "PTX `" + word + "` in an asm statement: ";
      if (letters.empty()) {
        message +=
            s.constraints.empty()
                ? "-fsyntax-only accepts it, and writing object code fails with an invalid "
                  "instruction"
                : "-fsyntax-only accepts its constraints, and writing object code fails with "
                  "an invalid instruction";
      } else {
        message += "the constraint";
        message += letters.size() > 1 ? "s " : " ";
        for (std::size_t i = 0; i < letters.size(); ++i) {
          if (i > 0) message += i + 1 == letters.size() ? " and " : ", ";
          message += std::string("`") + letters[i] + "`";
        }
        message += letters.size() > 1 ? " do" : " does";
        message += " not exist on AMD, and neither does the instruction";
      }
      Finding finding = match::finding(rule_inline_ptx, s.where, f, message);
      finding.confidence =
          made == match::Instances::Answer::lost ? Confidence::possible : Confidence::certain;
      finding.owns.push_back(s.where.best());
      Fix fix;
      fix.title = "write it without PTX";
      std::set<std::string> said;
      for (const std::string& w : words.all()) {
        const auto use = equivalent(w, s.text);
        if (!use || !said.insert(w).second) continue;
        finding.details.push_back("instead of `" + w + "`: " + *use);
        if (w == word) fix.title = "use " + *use;
      }
      if (fix.title.starts_with("use nothing"))
        fix.title = "rewrite without it: AMD has no counterpart";
      finding.fixes.push_back(std::move(fix));
      out.push_back(std::move(finding));
    }
  }
}

}  // namespace

HIPAUDIT_RULE(rule_inline_ptx) = {
    .id = "inline-ptx",
    .topic = "porting",
    .summary = "asm statements that hold PTX",
    .severity = Severity::error,
    .fix = Safety::manual,
    .needs = bit(FactKind::functions),
    .doc = kDoc,
    .judge = judge,
};

}  // namespace hipaudit
