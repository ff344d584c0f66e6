// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

Wrapped::operator __half() const { return value; }
Wrapped::operator float() const { return __half2float(value); }

Wrapped wrapped(size_t i) { return {corpus::sample<__half>(i, 0)}; }

int main() {
  KERNEL(half_has_overloads);
  KERNEL(full_mask);
  KERNEL(older_bfloat);
  KERNEL(as_bits);
  KERNEL(as_float);
  KERNEL(bits_by_cast);
  KERNEL(whole_part);
  KERNEL(own_overload);
  KERNEL(with_hipshim);
  KERNEL(floats_only<float>);
  KERNEL(conversion_by_name).with(wrapped, _);
}
