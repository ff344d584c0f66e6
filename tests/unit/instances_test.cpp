// SPDX-License-Identifier: Apache-2.0
// Templates of which no instance was seen.
#include <catch2/catch.hpp>

#include "match/instances.hpp"
#include "snippet.hpp"

using namespace hipaudit;
using Answer = match::Instances::Answer;

namespace {

Answer answer(const std::string& text, const std::string& name, const test::Snippet& with = {}) {
  const Facts facts = test::parse_hip(text, with);
  const match::Instances instances(facts);
  return instances.of(test::function(facts, name));
}

}  // namespace

TEST_CASE("templates of a main file that nothing instantiates", "[instances]") {
  const std::string code = "template <class T> __device__ void f(T* p) { asm(\"nop\"); *p = 1; } ";
  CHECK(answer(code, "f") == Answer::never);
  CHECK(answer(code + "__global__ void k(int* p) { f(p); }", "k") == Answer::some);
  CHECK(answer(code + "template <class T> __global__ void k(T* p) { f(p); }", "f")
        == Answer::never);
  CHECK(answer(code + "template __device__ void f<int>(int*);", "f") == Answer::some);
}

TEST_CASE("templates of a header may have instances elsewhere", "[instances]") {
  test::Snippet with;
  with.files["/code/f.hpp"] =
      "template <class T> __device__ void f(T* p) { asm(\"nop\"); *p = 1; }\n";
  CHECK(answer("#include \"f.hpp\"\n", "f", with) == Answer::some);
}

TEST_CASE("errors may hide an instance", "[instances]") {
  const std::string code = "template <class T> __device__ void f(T* p) { asm(\"nop\"); *p = 1; } ";
  CHECK(answer(code + "void run() { unknown(); }", "f") == Answer::lost);
  CHECK(answer(code
                   + "template <class T> __global__ void k(T* p) { f(p); } "
                     "void run(int* p) { k<Unknown><<<1, 64>>>(p); }",
               "f")
        != Answer::never);
}
