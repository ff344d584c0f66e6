// SPDX-License-Identifier: Apache-2.0
//
// The ISA tests need no HIP header: one kernel a file, so that what is counted is the call under
// test.
#pragma once
#define ISA_KERNEL extern "C" __attribute__((global)) void
#define ISA_SHARED __attribute__((shared))
