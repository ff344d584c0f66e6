// SPDX-License-Identifier: Apache-2.0
// OpenMP's run-time functions.
#pragma once
typedef void *omp_lock_t;
extern "C" {
int omp_get_num_threads(); int omp_get_max_threads(); int omp_get_thread_num(); int omp_get_num_procs(); int omp_in_parallel(); int omp_get_num_devices(); void omp_set_num_threads(int); void omp_set_nested(int); void omp_set_dynamic(int);
double omp_get_wtime(); double omp_get_wtick(); void omp_init_lock(omp_lock_t *); void omp_destroy_lock(omp_lock_t *); void omp_set_lock(omp_lock_t *); void omp_unset_lock(omp_lock_t *);
}
