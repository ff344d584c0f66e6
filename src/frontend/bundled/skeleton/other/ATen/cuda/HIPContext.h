// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <hipaudit/torch.h>
#include <hipblas/hipblas.h>
#include <hipsparse/hipsparse.h>
