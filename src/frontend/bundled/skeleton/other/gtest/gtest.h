// SPDX-License-Identifier: Apache-2.0
// Google Test, as HIP test suites use it.
#pragma once
#include <ostream>
#include <string>
#include <tuple>
#include <vector>
namespace testing {
class Test { public: virtual ~Test(); virtual void TestBody() = 0; static bool HasFailure(); static bool HasFatalFailure(); static void SetUpTestSuite(); static void TearDownTestSuite(); protected: virtual void SetUp(); virtual void TearDown(); };
template <class T> class WithParamInterface { public: using ParamType = T; static const T &GetParam(); };
template <class T> class TestWithParam : public Test, public WithParamInterface<T> {};
class Environment { public: virtual ~Environment(); virtual void SetUp(); virtual void TearDown(); };
struct Message { template <class T> Message &operator<<(const T &); Message &operator<<(std::ostream &(*)(std::ostream &)); };
struct AssertionResult { explicit AssertionResult(bool); explicit operator bool() const; template <class T> AssertionResult &operator<<(const T &); };
AssertionResult AssertionSuccess(); AssertionResult AssertionFailure();
void InitGoogleTest(int *, char **); void InitGoogleTest();
template <class... T> struct Types {};
template <class... A> int Values(A...); template <class C> int ValuesIn(const C &); template <class T> int Range(T, T, T = 1); template <class... A> int Combine(A...); int Bool();
template <class T> struct TestParamInfo { T param; size_t index; };
struct hipaudit_void { template <class T> void operator=(const T &) const; };
template <class A, class B> bool hipaudit_near(const A &, const B &);
}
int RUN_ALL_TESTS();
#define TEST(s, n) struct s##_##n##_Test : ::testing::Test { void TestBody() override; }; void s##_##n##_Test::TestBody()
#define TEST_F(f, n) struct f##_##n##_Test : f { void TestBody() override; }; void f##_##n##_Test::TestBody()
#define TEST_P(f, n) struct f##_##n##_Test : f { void TestBody() override; }; void f##_##n##_Test::TestBody()
#define TYPED_TEST_SUITE(f, t)
#define TYPED_TEST_SUITE_P(f)
#define TYPED_TEST(f, n) template <class TypeParam> struct f##_##n##_Test : f<TypeParam> { using TestFixture = f<TypeParam>; void TestBody() override; }; template <class TypeParam> void f##_##n##_Test<TypeParam>::TestBody()
#define TYPED_TEST_P(f, n) TYPED_TEST(f, n)
#define REGISTER_TYPED_TEST_SUITE_P(...)
#define INSTANTIATE_TYPED_TEST_SUITE_P(...)
#define INSTANTIATE_TEST_SUITE_P(...)
#define INSTANTIATE_TEST_CASE_P(...)
#define TYPED_TEST_CASE(f, t)
#define HIPAUDIT_EXPECT(c) if (c) ; else ::testing::hipaudit_void() = ::testing::Message()
#define HIPAUDIT_ASSERT(c) if (c) ; else return ::testing::hipaudit_void() = ::testing::Message()
#define EXPECT_TRUE(a) HIPAUDIT_EXPECT(static_cast<bool>(a))
#define EXPECT_FALSE(a) HIPAUDIT_EXPECT(!(a))
#define EXPECT_EQ(a, b) HIPAUDIT_EXPECT((a) == (b))
#define EXPECT_NE(a, b) HIPAUDIT_EXPECT((a) != (b))
#define EXPECT_LT(a, b) HIPAUDIT_EXPECT((a) < (b))
#define EXPECT_LE(a, b) HIPAUDIT_EXPECT((a) <= (b))
#define EXPECT_GT(a, b) HIPAUDIT_EXPECT((a) > (b))
#define EXPECT_GE(a, b) HIPAUDIT_EXPECT((a) >= (b))
#define EXPECT_FLOAT_EQ(a, b) HIPAUDIT_EXPECT(::testing::hipaudit_near(a, b))
#define EXPECT_DOUBLE_EQ(a, b) HIPAUDIT_EXPECT(::testing::hipaudit_near(a, b))
#define EXPECT_NEAR(a, b, e) HIPAUDIT_EXPECT(::testing::hipaudit_near(a, b) && (e))
#define EXPECT_STREQ(a, b) HIPAUDIT_EXPECT(::testing::hipaudit_near(a, b))
#define ASSERT_TRUE(a) HIPAUDIT_ASSERT(static_cast<bool>(a))
#define ASSERT_FALSE(a) HIPAUDIT_ASSERT(!(a))
#define ASSERT_EQ(a, b) HIPAUDIT_ASSERT((a) == (b))
#define ASSERT_NE(a, b) HIPAUDIT_ASSERT((a) != (b))
#define ASSERT_LT(a, b) HIPAUDIT_ASSERT((a) < (b))
#define ASSERT_LE(a, b) HIPAUDIT_ASSERT((a) <= (b))
#define ASSERT_GT(a, b) HIPAUDIT_ASSERT((a) > (b))
#define ASSERT_GE(a, b) HIPAUDIT_ASSERT((a) >= (b))
#define ASSERT_NEAR(a, b, e) HIPAUDIT_ASSERT(::testing::hipaudit_near(a, b) && (e))
#define ASSERT_FLOAT_EQ(a, b) HIPAUDIT_ASSERT(::testing::hipaudit_near(a, b))
#define ASSERT_DOUBLE_EQ(a, b) HIPAUDIT_ASSERT(::testing::hipaudit_near(a, b))
#define EXPECT_THROW(s, e) do { s; } while (0)
#define EXPECT_NO_THROW(s) do { s; } while (0)
#define ASSERT_NO_THROW(s) do { s; } while (0)
#define ASSERT_NO_FATAL_FAILURE(s) do { s; } while (0)
#define EXPECT_DEATH(s, m) do { s; } while (0)
#define SCOPED_TRACE(m) (void)(m)
#define FAIL() return ::testing::hipaudit_void() = ::testing::Message()
#define ADD_FAILURE() ::testing::hipaudit_void() = ::testing::Message()
#define SUCCEED() (void)0
#define GTEST_SKIP() return ::testing::hipaudit_void() = ::testing::Message()
