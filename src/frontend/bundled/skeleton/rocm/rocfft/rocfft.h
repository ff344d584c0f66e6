// SPDX-License-Identifier: Apache-2.0
// rocFFT.
#pragma once
#include <stddef.h>
#include <hip/hip_runtime_api.h>
typedef struct rocfft_plan_t *rocfft_plan;
typedef struct rocfft_plan_description_t *rocfft_plan_description;
typedef struct rocfft_execution_info_t *rocfft_execution_info;
typedef struct rocfft_field_t *rocfft_field;
typedef struct rocfft_brick_t *rocfft_brick;
enum rocfft_status { rocfft_status_success, rocfft_status_failure, rocfft_status_invalid_arg_value, rocfft_status_invalid_dimensions, rocfft_status_invalid_array_type, rocfft_status_invalid_strides, rocfft_status_invalid_distance, rocfft_status_invalid_offset, rocfft_status_invalid_work_buffer };
enum rocfft_transform_type { rocfft_transform_type_complex_forward, rocfft_transform_type_complex_inverse, rocfft_transform_type_real_forward, rocfft_transform_type_real_inverse };
enum rocfft_precision { rocfft_precision_single, rocfft_precision_double, rocfft_precision_half };
enum rocfft_result_placement { rocfft_placement_inplace, rocfft_placement_notinplace };
enum rocfft_array_type { rocfft_array_type_complex_interleaved, rocfft_array_type_complex_planar, rocfft_array_type_real, rocfft_array_type_hermitian_interleaved, rocfft_array_type_hermitian_planar, rocfft_array_type_unset };
enum rocfft_comm_type { rocfft_comm_none, rocfft_comm_mpi };
extern "C" {
#define HIPAUDIT_FFT(n, ...) rocfft_status rocfft_##n(__VA_ARGS__);
HIPAUDIT_FFT(setup, ) HIPAUDIT_FFT(cleanup, ) HIPAUDIT_FFT(execute, rocfft_plan, void **, void **, rocfft_execution_info)
HIPAUDIT_FFT(plan_create, rocfft_plan *, rocfft_result_placement, rocfft_transform_type, rocfft_precision, size_t, const size_t *, size_t, rocfft_plan_description)
HIPAUDIT_FFT(plan_destroy, rocfft_plan) HIPAUDIT_FFT(plan_get_work_buffer_size, rocfft_plan, size_t *) HIPAUDIT_FFT(plan_get_print, rocfft_plan)
HIPAUDIT_FFT(plan_description_create, rocfft_plan_description *) HIPAUDIT_FFT(plan_description_destroy, rocfft_plan_description)
HIPAUDIT_FFT(plan_description_set_scale_factor, rocfft_plan_description, double) HIPAUDIT_FFT(plan_description_set_comm, rocfft_plan_description, rocfft_comm_type, void *)
HIPAUDIT_FFT(plan_description_set_data_layout, rocfft_plan_description, rocfft_array_type, rocfft_array_type, const size_t *, const size_t *, size_t, const size_t *, size_t, size_t, const size_t *, size_t)
HIPAUDIT_FFT(plan_description_add_infield, rocfft_plan_description, rocfft_field) HIPAUDIT_FFT(plan_description_add_outfield, rocfft_plan_description, rocfft_field)
HIPAUDIT_FFT(execution_info_create, rocfft_execution_info *) HIPAUDIT_FFT(execution_info_destroy, rocfft_execution_info) HIPAUDIT_FFT(execution_info_set_stream, rocfft_execution_info, void *)
HIPAUDIT_FFT(execution_info_set_work_buffer, rocfft_execution_info, void *, size_t) HIPAUDIT_FFT(execution_info_set_load_callback, rocfft_execution_info, void **, void **, size_t) HIPAUDIT_FFT(execution_info_set_store_callback, rocfft_execution_info, void **, void **, size_t)
HIPAUDIT_FFT(field_create, rocfft_field *) HIPAUDIT_FFT(field_destroy, rocfft_field) HIPAUDIT_FFT(field_add_brick, rocfft_field, rocfft_brick)
HIPAUDIT_FFT(brick_create, rocfft_brick *, const size_t *, const size_t *, const size_t *, size_t, int) HIPAUDIT_FFT(brick_destroy, rocfft_brick) HIPAUDIT_FFT(get_version_string, char *, size_t)
#undef HIPAUDIT_FFT
}
