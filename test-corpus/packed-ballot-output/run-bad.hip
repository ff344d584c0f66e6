// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  KERNEL(pack).with(_, 0, _, 230);
  KERNEL(pack_all).with(_, 0, _);
  KERNEL(pack_rows).grid(2, 2).with(_, 0, 8, _);
  KERNEL(pack_block).with(_, 0, _);
  KERNEL(pack_wide).with(_, 0, _).unfixed("a word holds a whole vote");
  KERNEL(pack_template<int>).with(_, 0, 3);
  KERNEL(pack_macro).with(_, 0, _);
  KERNEL(pack_lambda).with(_, 0, _);
  KERNEL(pack_waves).with(_, 0, 0, _).unfixed("the code reckons in waves too");
  SKIP(pack_field, "a struct with a pointer as argument");
}
