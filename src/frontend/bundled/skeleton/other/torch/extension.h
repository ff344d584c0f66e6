// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <hipaudit/torch.h>
#include <hipaudit/pybind.h>
namespace py = pybind11;
