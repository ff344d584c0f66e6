// SPDX-License-Identifier: Apache-2.0
#pragma once
#define HIP_SCOPED_MARKER(name, group)
#define HIP_BEGIN_MARKER(name, group)
#define HIP_END_MARKER()
