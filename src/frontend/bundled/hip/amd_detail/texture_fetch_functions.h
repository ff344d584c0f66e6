// SPDX-License-Identifier: Apache-2.0
// Texture and surface access: by reference object and by handle.
#pragma once
#include <hip/driver_types.h>
#include <hip/hip_runtime_api.h>

#ifdef __cplusplus
namespace hipaudit_detail {
template <class T, hipTextureReadMode M> struct tex_value { using type = T; };
template <class T> struct tex_value<T, hipReadModeNormalizedFloat> { using type = float; };
template <class T, unsigned N> struct tex_value<HIP_vector_type<T, N>, hipReadModeNormalizedFloat> { using type = HIP_vector_type<float, N>; };
template <class T, hipTextureReadMode M> using tex_t = typename tex_value<T, M>::type;
} // namespace hipaudit_detail
#define HIPAUDIT_TEX(name, dim, ...)                                                                                                                 \
  template <class T, hipTextureReadMode M> __device__ hipaudit_detail::tex_t<T, M> name(texture<T, dim, M> t, __VA_ARGS__);                          \
  template <class T> __device__ T name(hipTextureObject_t t, __VA_ARGS__);                                                                           \
  template <class T> __device__ void name(T *out, hipTextureObject_t t, __VA_ARGS__);
HIPAUDIT_TEX(tex1Dfetch, hipTextureType1D, int x)
HIPAUDIT_TEX(tex1D, hipTextureType1D, float x)
HIPAUDIT_TEX(tex2D, hipTextureType2D, float x, float y)
HIPAUDIT_TEX(tex3D, hipTextureType3D, float x, float y, float z)
HIPAUDIT_TEX(tex1DLayered, hipTextureType1DLayered, float x, int layer)
HIPAUDIT_TEX(tex2DLayered, hipTextureType2DLayered, float x, float y, int layer)
HIPAUDIT_TEX(texCubemap, hipTextureTypeCubemap, float x, float y, float z)
HIPAUDIT_TEX(texCubemapLayered, hipTextureTypeCubemapLayered, float x, float y, float z, int layer)
HIPAUDIT_TEX(tex1DLod, hipTextureType1D, float x, float level)
HIPAUDIT_TEX(tex2DLod, hipTextureType2D, float x, float y, float level)
HIPAUDIT_TEX(tex3DLod, hipTextureType3D, float x, float y, float z, float level)
HIPAUDIT_TEX(tex1DGrad, hipTextureType1D, float x, float dx, float dy)
HIPAUDIT_TEX(tex2DGrad, hipTextureType2D, float x, float y, float2 dx, float2 dy)
HIPAUDIT_TEX(tex3DGrad, hipTextureType3D, float x, float y, float z, float4 dx, float4 dy)
HIPAUDIT_TEX(tex1DLayeredLod, hipTextureType1DLayered, float x, int layer, float level)
HIPAUDIT_TEX(tex2DLayeredLod, hipTextureType2DLayered, float x, float y, int layer, float level)
HIPAUDIT_TEX(texCubemapLod, hipTextureTypeCubemap, float x, float y, float z, float level)
HIPAUDIT_TEX(tex2Dgather, hipTextureType2D, float x, float y, int comp = 0)
#undef HIPAUDIT_TEX
#define HIPAUDIT_SURF(name, ...)                                                                                        \
  template <class T> __device__ void name##read(T *data, hipSurfaceObject_t s, __VA_ARGS__, int mode = 0);              \
  template <class T> __device__ T name##read(hipSurfaceObject_t s, __VA_ARGS__, int mode = 0);                          \
  template <class T> __device__ void name##write(T data, hipSurfaceObject_t s, __VA_ARGS__, int mode = 0);
HIPAUDIT_SURF(surf1D, int x)
HIPAUDIT_SURF(surf2D, int x, int y)
HIPAUDIT_SURF(surf3D, int x, int y, int z)
HIPAUDIT_SURF(surf1DLayered, int x, int layer)
HIPAUDIT_SURF(surf2DLayered, int x, int y, int layer)
HIPAUDIT_SURF(surfCubemap, int x, int y, int face)
#undef HIPAUDIT_SURF
#endif
