// SPDX-License-Identifier: Apache-2.0
// Decides which CUDA names and headers of compiled text were left over by the conversion. A name
// that the project itself declares, as a macro or otherwise, is converted.
#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>

#include "match/rule.hpp"

namespace hipaudit {

extern const Rule rule_unconverted_cuda;

namespace {

constexpr std::string_view kDoc = R"md(
## What it finds

Names of the CUDA runtime, driver and libraries (`cudaMalloc`, `cuCtxCreate`, `cublasSgemm`, `CUDA_R_16F`),
`cub::`, `thrust::cuda`, `nvcuda::`, `__nv_bfloat16`, and CUDA's headers, in text that is compiled for
HIP. One finding per name and file, with its other uses; a file without any HIP name is one finding.

## Why it is wrong on AMD

hipify leaves what it does not know: calls built by macros, new or deprecated functions, libraries without
a twin. The rest of the file is converted, so that the compiler's first error hides how much is missing,
and names in templates that are never instantiated compile until someone uses them.

## Example

```cpp
hipMalloc(&buffer, bytes);
cudaMemPrefetchAsync(buffer, bytes, device, stream);
```

## Use instead

```cpp
hipMalloc(&buffer, bytes);
hipMemPrefetchAsync(buffer, bytes, device, stream);
```

## Fix safety

Manual. Run hipify on the file again, or replace the name; the finding says which name HIP has by the rule.
What has no twin needs thought.

## Not reported

- names that the project defines: `#define cudaMalloc hipMalloc`, types, functions, members, variables
- names of other namespaces (`at::cuda`, `c10::cuda`) and their headers, which are right under ROCm
- wrappers that test an error code (`cudaSafeCall`, `cudaCheckError`): CUDA has none of that name
- comments, strings, and text that is not compiled
- headers of CUDA that the project replaces by its own

## References

- HIPIFY documentation, "Supported APIs"
- HIP documentation, "Porting CUDA code to HIP"
)md";

bool is_name_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// Names that do not follow the naming rule.
const std::map<std::string_view, std::string_view>& irregular_names() {
  static const std::map<std::string_view, std::string_view> kNames = {
      {"cub::", "hipcub::"},
      {"thrust::cuda", "thrust::hip"},
      {"nvcuda::", "rocwmma::"},
      {"__nv_bfloat16", "__hip_bfloat16"},
      {"nv_bfloat16", "__hip_bfloat16"},
      {"__nv_bfloat162", "__hip_bfloat162"},
      {"nv_bfloat162", "__hip_bfloat162"},
      {"__nv_bfloat16_raw", "__hip_bfloat16_raw"},
      {"__nv_fp8_e4m3", "__hip_fp8_e4m3"},
      {"__nv_fp8_e5m2", "__hip_fp8_e5m2"},
      {"CUBLAS_GEMM_DEFAULT_TENSOR_OP", "HIPBLAS_GEMM_DEFAULT"},
      {"CUBLAS_GEMM_DFALT_TENSOR_OP", "HIPBLAS_GEMM_DEFAULT"},
      {"cuComplex", "hipComplex"},
      {"cuFloatComplex", "hipFloatComplex"},
      {"cuDoubleComplex", "hipDoubleComplex"},
      {"CUDA_SUCCESS", "hipSuccess"},
      {"cudaDataType_t", "hipDataType"},
      {"cudaDeviceProp", "hipDeviceProp_t"},
      {"cudaDeviceAttr", "hipDeviceAttribute_t"},
      {"cudaError", "hipError_t"},
      {"cudaFreeHost", "hipHostFree"},
      {"cudaFuncCache", "hipFuncCache_t"},
      {"cudaHostAlloc", "hipHostMalloc"},
      {"cudaHostAllocDefault", "hipHostMallocDefault"},
      {"cudaHostAllocMapped", "hipHostMallocMapped"},
      {"cudaHostAllocPortable", "hipHostMallocPortable"},
      {"cudaHostAllocWriteCombined", "hipHostMallocWriteCombined"},
      {"cudaLimit", "hipLimit_t"},
      {"cudaMallocHost", "hipHostMalloc"},
      {"cudaPointerAttributes", "hipPointerAttribute_t"},
      {"cudaThreadExit", "hipDeviceReset"},
      {"cudaThreadSynchronize", "hipDeviceSynchronize"},
      {"cudaErrorInitializationError", "hipErrorNotInitialized"},
      {"cudaErrorInvalidResourceHandle", "hipErrorInvalidHandle"},
      {"cudaErrorMemoryAllocation", "hipErrorOutOfMemory"},
      {"cudaErrorNoKernelImageForDevice", "hipErrorNoBinaryForGpu"},
      {"cusolverDnHandle_t", "hipsolverHandle_t"},
      {"nvrtcGetPTX", "hiprtcGetCode"},
      {"nvrtcGetPTXSize", "hiprtcGetCodeSize"},
      {"cuDeviceGetCount", "hipGetDeviceCount"},
      {"cuEventCreate", "hipEventCreateWithFlags"},
      {"cuGetErrorName", "hipDrvGetErrorName"},
      {"cuGetErrorString", "hipDrvGetErrorString"},
      {"cuLaunchKernel", "hipModuleLaunchKernel"},
      {"cuLaunchCooperativeKernel", "hipModuleLaunchCooperativeKernel"},
      {"cuMemAlloc", "hipMalloc"},
      {"cuMemAllocAsync", "hipMallocAsync"},
      {"cuMemAllocManaged", "hipMallocManaged"},
      {"cuMemFree", "hipFree"},
      {"cuMemFreeAsync", "hipFreeAsync"},
      {"cuMemFreeHost", "hipHostFree"},
      {"cuMemHostAlloc", "hipHostAlloc"},
      {"cuMemHostRegister", "hipHostRegister"},
      {"cuMemHostUnregister", "hipHostUnregister"},
      {"cuMemcpy2D", "hipMemcpyParam2D"},
      {"cuMemcpy3D", "hipDrvMemcpy3D"},
      {"cuStreamCreate", "hipStreamCreateWithFlags"},
      {"CUarray", "hipArray_t"},
      {"CUcontext", "hipCtx_t"},
      {"CUdevice", "hipDevice_t"},
      {"CUdevice_attribute", "hipDeviceAttribute_t"},
      {"CUdeviceptr", "hipDeviceptr_t"},
      {"CUevent", "hipEvent_t"},
      {"CUfunction", "hipFunction_t"},
      {"CUfunction_attribute", "hipFunction_attribute"},
      {"CUgraph", "hipGraph_t"},
      {"CUgraphExec", "hipGraphExec_t"},
      {"CUgraphNode", "hipGraphNode_t"},
      {"CUipcMemHandle", "hipIpcMemHandle_t"},
      {"CUjit_option", "hipJitOption"},
      {"CUlinkState", "hiprtcLinkState"},
      {"CUmemoryPool", "hipMemPool_t"},
      {"CUmemorytype", "hipMemoryType"},
      {"CUmipmappedArray", "hipMipmappedArray_t"},
      {"CUmodule", "hipModule_t"},
      {"CUpointer_attribute", "hipPointer_attribute"},
      {"CUresult", "hipError_t"},
      {"CUstream", "hipStream_t"},
      {"CUstreamCallback", "hipStreamCallback_t"},
      {"CUsurfObject", "hipSurfaceObject_t"},
      {"CUtexObject", "hipTextureObject_t"},
      {"CUtexref", "hipTexRef"},
      {"CUuuid", "hipUUID"},
  };
  return kNames;
}

/// What HIP calls it; empty where no rule tells.
std::string hip_name(std::string name) {
  if (name.ends_with("_v2")) name.resize(name.size() - 3);
  if (const auto found = irregular_names().find(name); found != irregular_names().end())
    return std::string(found->second);
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 15> kPrefixes{{
      {"cublas", "hipblas"},
      {"cufft", "hipfft"},
      {"curand", "hiprand"},
      {"cusparse", "hipsparse"},
      {"cusolver", "hipsolver"},
      {"cutensor", "hiptensor"},
      {"nvrtc", "hiprtc"},
      {"CUBLAS_", "HIPBLAS_"},
      {"CUFFT_", "HIPFFT_"},
      {"CURAND_", "HIPRAND_"},
      {"CUSPARSE_", "HIPSPARSE_"},
      {"CUSOLVER_", "HIPSOLVER_"},
      {"CUDA_R_", "HIP_R_"},
      {"CUDA_C_", "HIP_C_"},
      {"cudaDevAttr", "hipDeviceAttribute"},
  }};
  for (const auto& [from, to] : kPrefixes)
    if (name.starts_with(from)) return std::string(to) + name.substr(from.size());
  if (name.starts_with("cuda")) return "hip" + name.substr(4);
  const bool driver = name.size() > 2 && name.starts_with("cu")
                      && std::isupper(static_cast<unsigned char>(name[2]));
  return driver && !name.starts_with("cuLink") ? "hip" + name.substr(2) : std::string();
}

/// Headers that only CUDA has, by path as written.
bool is_cuda_header(std::string_view name) {
  static const std::set<std::string_view> kHeaders = {"cuda.h",
                                                      "cuda_runtime.h",
                                                      "cuda_runtime_api.h",
                                                      "cuda_fp16.h",
                                                      "cuda_fp16.hpp",
                                                      "cuda_bf16.h",
                                                      "cuda_fp8.h",
                                                      "cuda_device_runtime_api.h",
                                                      "cuda_profiler_api.h",
                                                      "cudaProfiler.h",
                                                      "cuda_texture_types.h",
                                                      "cuda_surface_types.h",
                                                      "cuda_pipeline.h",
                                                      "cuda_occupancy.h",
                                                      "cuComplex.h",
                                                      "cooperative_groups.h",
                                                      "device_launch_parameters.h",
                                                      "device_functions.h",
                                                      "device_atomic_functions.h",
                                                      "math_constants.h",
                                                      "math_functions.h",
                                                      "texture_fetch_functions.h",
                                                      "cublas.h",
                                                      "cublas_v2.h",
                                                      "cublasLt.h",
                                                      "cublasXt.h",
                                                      "cufft.h",
                                                      "cufftXt.h",
                                                      "curand.h",
                                                      "curand_kernel.h",
                                                      "cusparse.h",
                                                      "cusparse_v2.h",
                                                      "cusolverDn.h",
                                                      "cusolverSp.h",
                                                      "cusolver_common.h",
                                                      "cudnn.h",
                                                      "cutensor.h",
                                                      "nvrtc.h",
                                                      "nvml.h",
                                                      "nvToolsExt.h",
                                                      "nvtx3/nvToolsExt.h",
                                                      "nvtx3/nvtx3.hpp",
                                                      "mma.h",
                                                      "npp.h",
                                                      "nvjpeg.h",
                                                      "sm_20_atomic_functions.h"};
  return kHeaders.contains(name) || name.starts_with("cub/")
         || name.starts_with("cooperative_groups/") || name.starts_with("cuda/std/")
         || name.starts_with("crt/") || name.starts_with("thrust/system/cuda/");
}

std::string hip_header(std::string_view name) {
  static const std::map<std::string_view, std::string_view> kTwins = {
      {"cuda.h", "hip/hip_runtime.h"},
      {"cuda_runtime.h", "hip/hip_runtime.h"},
      {"cuda_runtime_api.h", "hip/hip_runtime_api.h"},
      {"cuda_fp16.h", "hip/hip_fp16.h"},
      {"cuda_bf16.h", "hip/hip_bf16.h"},
      {"cuda_fp8.h", "hip/hip_fp8.h"},
      {"cuComplex.h", "hip/hip_complex.h"},
      {"cooperative_groups.h", "hip/hip_cooperative_groups.h"},
      {"cuda_profiler_api.h", "hip/hip_runtime_api.h"},
      {"device_launch_parameters.h", "hip/hip_runtime.h"},
      {"device_functions.h", "hip/device_functions.h"},
      {"math_constants.h", "hip/hip_math_constants.h"},
      {"cublas.h", "hipblas/hipblas.h"},
      {"cublas_v2.h", "hipblas/hipblas.h"},
      {"cublasLt.h", "hipblaslt/hipblaslt.h"},
      {"cufft.h", "hipfft/hipfft.h"},
      {"cufftXt.h", "hipfft/hipfftXt.h"},
      {"curand.h", "hiprand/hiprand.h"},
      {"curand_kernel.h", "hiprand/hiprand_kernel.h"},
      {"cusparse.h", "hipsparse/hipsparse.h"},
      {"cusparse_v2.h", "hipsparse/hipsparse.h"},
      {"cusolverDn.h", "hipsolver/hipsolver.h"},
      {"cutensor.h", "hiptensor/hiptensor.h"},
      {"nvrtc.h", "hip/hiprtc.h"},
      {"nvToolsExt.h", "roctracer/roctx.h"},
      {"mma.h", "rocwmma/rocwmma.hpp"},
  };
  if (const auto found = kTwins.find(name); found != kTwins.end())
    return std::string(found->second);
  if (name.starts_with("cub/")) return "hipcub/hipcub.hpp";
  if (name.starts_with("cooperative_groups/")) return "hip/hip_cooperative_groups.h";
  return {};
}

bool is_hip_name(std::string_view word) {
  static constexpr std::string_view kPrefixes[] = {
      "hipblas", "hipfft",   "hiprand", "hipsparse", "hipsolver",     "hipcub",
      "hiprtc",  "HIPBLAS_", "HIPFFT_", "rocblas_",  "__hip_bfloat16"};
  if (word.size() > 3 && word.starts_with("hip")
      && std::isupper(static_cast<unsigned char>(word[3])))
    return true;
  return std::any_of(std::begin(kPrefixes), std::end(kPrefixes),
                     [&](std::string_view prefix) { return word.starts_with(prefix); });
}

/// Uses of HIP names outside comments and strings.
std::size_t count_hip_names(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '/' && i + 1 < text.size() && text[i + 1] == '/') {
      i = text.find('\n', i);
    } else if (c == '/' && i + 1 < text.size() && text[i + 1] == '*') {
      const std::size_t end = text.find("*/", i + 2);
      i = end == std::string_view::npos ? end : end + 2;
    } else if (c == '"') {
      ++i;
      while (i < text.size() && text[i] != '"' && text[i] != '\n') i += text[i] == '\\' ? 2 : 1;
      ++i;
    } else if (is_name_char(c)) {
      const std::size_t begin = i;
      while (i < text.size() && is_name_char(text[i])) ++i;
      if (is_hip_name(text.substr(begin, i - begin))) ++count;
    } else {
      ++i;
    }
    if (i == std::string_view::npos) break;
  }
  return count;
}

std::string counted(std::size_t n, std::string_view what) {
  return std::to_string(n) + " " + std::string(what) + (n == 1 ? "" : "s");
}

struct Leftover {
  std::string name;
  bool header = false;
  std::vector<Where> uses;
};

bool is_project(const Facts& facts, const Span& span) {
  return span.valid() && span.file < facts.files.size() && facts.files[span.file].project;
}

/// All that is left over, by file.
std::map<FileId, std::vector<Leftover>> leftovers(const Facts& facts) {
  std::map<FileId, std::map<std::pair<bool, std::string>, std::vector<Where>>> by_file;
  for (const IdentifierFact& id : facts.identifiers)
    if (!id.resolved && is_project(facts, id.where.best()))
      by_file[id.where.best().file][{false, id.name}].push_back(id.where);
  for (const IncludeFact& include : facts.includes)
    if (is_cuda_header(include.name) && (!include.found || include.skeleton)
        && is_project(facts, include.where.best()))
      by_file[include.where.best().file][{true, include.name}].push_back(include.where);
  std::map<FileId, std::vector<Leftover>> out;
  for (auto& [file, names] : by_file)
    for (auto& [name, uses] : names) {
      std::sort(uses.begin(), uses.end());
      uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
      out[file].push_back({name.second, name.first, std::move(uses)});
    }
  for (auto& [file, names] : out)
    std::sort(names.begin(), names.end(), [](const Leftover& a, const Leftover& b) {
      return std::tie(a.uses.front(), a.name) < std::tie(b.uses.front(), b.name);
    });
  return out;
}

std::string header_hint(const std::string& twin) {
  return twin.empty() ? "" : "; HIP's is <" + twin + ">";
}

std::string name_hint(const std::string& name, const std::string& twin) {
  if (twin.empty()) return "; HIP has no name for it by the usual rule";
  if (irregular_names().contains(name)) return "; HIP's is `" + twin + "`";
  return "; by HIP's naming that is `" + twin + "`, if HIP has it";
}

void judge(const Context& context, std::vector<Finding>& out) {
  const Facts& facts = context.facts;
  for (const auto& [file, names] : leftovers(facts)) {
    const std::size_t hip = count_hip_names(context.sources.text(facts.files[file].path));
    std::size_t left = 0;
    for (const Leftover& name : names)
      if (!name.header) left += name.uses.size();
    const std::string coverage =
        "this file: " + counted(hip, "use") + " of HIP names, " + std::to_string(left)
        + " of CUDA names"
        + (hip + left == 0 ? ""
                           : " (" + std::to_string(hip * 100 / (hip + left)) + " % converted)");
    if (hip == 0 && names.size() >= 6) {
      Finding finding =
          match::finding(rule_unconverted_cuda, names.front().uses.front(), nullptr,
                         "this file was not converted: " + counted(names.size(), "name")
                             + " and headers of CUDA, none of HIP");
      for (std::size_t i = 1; i < names.size(); ++i) {
        finding.related.push_back({names[i].uses.front().best(), names[i].name});
        for (const Where& use : names[i].uses) finding.owns.push_back(use.best());
      }
      finding.details.push_back(coverage);
      finding.fixes.push_back({Safety::manual, "run hipify on it", {}, {}});
      out.push_back(std::move(finding));
      continue;
    }
    for (const Leftover& name : names) {
      const std::string twin = name.header ? hip_header(name.name) : hip_name(name.name);
      Finding finding =
          match::finding(rule_unconverted_cuda, name.uses.front(), nullptr,
                         (name.header ? "the header <" + name.name + "> is CUDA's"
                                      : "`" + name.name + "` is CUDA's and was not converted")
                             + (name.header ? header_hint(twin) : name_hint(name.name, twin)));
      for (std::size_t i = 1; i < name.uses.size(); ++i) {
        finding.related.push_back({name.uses[i].best(), "used here, too"});
        finding.owns.push_back(name.uses[i].best());
      }
      finding.details.push_back(coverage);
      finding.fixes.push_back({Safety::manual,
                               twin.empty() ? "find out what replaces it" : "replace it by " + twin,
                               {},
                               {}});
      out.push_back(std::move(finding));
    }
  }
}

}  // namespace

HIPAUDIT_RULE(rule_unconverted_cuda) = {
    .id = "unconverted-cuda",
    .topic = "porting",
    .summary = "CUDA names or headers that the conversion left over",
    .severity = Severity::warning,
    .fix = Safety::manual,
    .needs = bit(FactKind::identifiers) | bit(FactKind::includes),
    .doc = kDoc,
    .judge = judge,
};

}  // namespace hipaudit
