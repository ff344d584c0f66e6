// SPDX-License-Identifier: Apache-2.0
// What the rules on streams make of commands and neighbours, which one corpus file cannot hold.
#include <catch2/catch.hpp>

#include <string>

#include "core/rule.hpp"
#include "facts/facts.hpp"

using namespace hipaudit;

namespace {

/// A file of the project with its text; spans are found by looking for what stands there.
struct Scene {
  Facts facts;
  Sources sources;
  std::vector<Target> targets = default_targets();

  FileId file(const std::string& path, const std::string& text) {
    sources.overlay(path, text);
    return facts.files.intern({path, true, false});
  }
  [[nodiscard]] Where at(FileId file, const std::string& what) const {
    const std::string text(sources.text(facts.files[file].path));
    const auto begin = static_cast<std::uint32_t>(text.find(what));
    Where where;
    where.spelling =
        where.expansion = {file, begin, begin + static_cast<std::uint32_t>(what.size())};
    return where;
  }
  [[nodiscard]] std::vector<Finding> judge(const char* id) const {
    const Rule* rule = find_rule(id);
    REQUIRE(rule != nullptr);
    std::vector<Finding> out;
    rule->judge(Context{facts, sources, targets}, out);
    return out;
  }
};

CommandFact command(const std::string& file, bool per_thread) {
  CommandFact fact;
  fact.main_file = file;
  fact.per_thread_stream = per_thread;
  return fact;
}

Arg stream_argument(const Where& where, const std::string& text, bool null) {
  Arg arg;
  arg.where = where;
  arg.text = text;
  arg.written = where.spelling.valid();
  arg.is_null = null;
  arg.is_stream = true;
  return arg;
}

HostCall call(const Scene& scene, FileId file, const std::string& name, const std::string& whole,
              Arg stream) {
  HostCall fact;
  fact.name = fact.qualified = name;
  fact.where = scene.at(file, whole);
  fact.callee = scene.at(file, name);
  fact.rparen = {file, fact.where.spelling.end - 1, fact.where.spelling.end};
  fact.written = stream.written ? 1 : 0;
  fact.args.push_back(std::move(stream));
  return fact;
}

Launch launch(const Scene& scene, FileId file, const std::string& host, const std::string& whole,
              Arg stream) {
  Launch fact;
  fact.where = scene.at(file, whole);
  fact.kernel = "k";
  fact.host = host;
  fact.shared.written = stream.written;
  fact.stream = std::move(stream);
  const std::string end = ">>>";
  const auto offset = static_cast<std::uint32_t>(whole.find(end));
  fact.config_end = {file, fact.where.spelling.begin + offset,
                     fact.where.spelling.begin + offset + 3};
  return fact;
}

HostFunction host(const Scene& scene, FileId file, const std::string& name) {
  HostFunction fact;
  fact.key = fact.name = name;
  fact.where = scene.at(file, name);
  return fact;
}

}  // namespace

TEST_CASE("per-thread unit: a call that is not redirected gets hipStreamPerThread") {
  Scene scene;
  const FileId file = scene.file("/p/a.hip", "hipMallocAsync(&p, n, 0); hipFreeAsync(p);");
  scene.facts.commands.push_back(command("/p/a.hip", true));
  SECTION("written") {
    scene.facts.host_calls.push_back(call(scene, file, "hipMallocAsync", "hipMallocAsync(&p, n, 0)",
                                          stream_argument(scene.at(file, "0"), "0", true)));
    const auto found = scene.judge("per-thread-stream-lost");
    REQUIRE(found.size() == 1);
    REQUIRE(found[0].fixes.size() == 1);
    CHECK(found[0].fixes[0].safety == Safety::safe);
    CHECK(found[0].fixes[0].edits[0].text == "hipStreamPerThread");
  }
  SECTION("defaulted") {
    scene.facts.host_calls.push_back(
        call(scene, file, "hipFreeAsync", "hipFreeAsync(p)", stream_argument({}, "", true)));
    const auto found = scene.judge("per-thread-stream-lost");
    REQUIRE(found.size() == 1);
    REQUIRE(found[0].fixes.size() == 1);
    CHECK(found[0].fixes[0].edits[0].text == ", hipStreamPerThread");
  }
  SECTION("redirected") {
    scene.facts.host_calls.push_back(
        call(scene, file, "hipFreeAsync", "hipFreeAsync(p)", stream_argument({}, "", true)));
    scene.facts.host_calls.back().name = "hipMemcpyAsync_spt";
    CHECK(scene.judge("per-thread-stream-lost").empty());
  }
  SECTION("in a legacy unit") {
    scene.facts.commands[0].per_thread_stream = false;
    scene.facts.host_calls.push_back(
        call(scene, file, "hipFreeAsync", "hipFreeAsync(p)", stream_argument({}, "", true)));
    CHECK(scene.judge("per-thread-stream-lost").empty());
  }
}

TEST_CASE("per-thread unit: hipStreamLegacy loses its meaning in redirected calls") {
  Scene scene;
  const FileId file = scene.file("/p/a.hip", "hipEventRecord(e, hipStreamLegacy);");
  scene.facts.commands.push_back(command("/p/a.hip", true));
  scene.facts.host_calls.push_back(
      call(scene, file, "hipEventRecord", "hipEventRecord(e, hipStreamLegacy)",
           stream_argument(scene.at(file, "hipStreamLegacy"), "hipStreamLegacy", false)));
  const auto found = scene.judge("per-thread-stream-lost");
  REQUIRE(found.size() == 1);
  CHECK(found[0].where == scene.at(file, "hipStreamLegacy"));
}

TEST_CASE("a macro of CUDA in the command is reported at the top of the main file") {
  Scene scene;
  const FileId file = scene.file("/p/a.hip", "int x;");
  scene.facts.commands.push_back(command("/p/a.hip", false));
  scene.facts.commands[0].defines = {"CUDA_API_PER_THREAD_DEFAULT_STREAM=1", "N=2"};
  const auto found = scene.judge("per-thread-stream-lost");
  REQUIRE(found.size() == 1);
  CHECK(found[0].where.best().file == file);
  CHECK(found[0].fixes[0].safety == Safety::manual);
}

TEST_CASE("a function without a stream among launches on PyTorch's current stream") {
  Scene scene;
  const std::string getter = "at::cuda::getCurrentCUDAStream()";
  const FileId file =
      scene.file("/p/a.hip", "one k<<<1, 64, 0, " + getter + ">>>(p); two k<<<1, 64>>>(p);");
  for (const char* name : {"one", "two"})
    scene.facts.host_functions.push_back(host(scene, file, name));
  StreamAtHand stream;
  stream.origin = StreamAtHand::Origin::getter;
  stream.text = getter;
  stream.where = scene.at(file, getter);
  scene.facts.host_functions[0].streams.push_back(stream);
  scene.facts.launches.push_back(launch(scene, file, "one", "k<<<1, 64, 0, " + getter + ">>>(p)",
                                        stream_argument(scene.at(file, getter), getter, false)));
  scene.facts.launches.push_back(
      launch(scene, file, "two", "k<<<1, 64>>>(p)", stream_argument({}, "", true)));
  SECTION("in a file that includes PyTorch") {
    IncludeFact include;
    include.name = "c10/cuda/CUDAStream.h";
    include.where = scene.at(file, "one");
    scene.facts.includes.push_back(include);
    const auto found = scene.judge("stream-ignored");
    REQUIRE(found.size() == 1);
    CHECK(found[0].confidence == Confidence::likely);
    REQUIRE(found[0].fixes.size() == 1);
    CHECK(found[0].fixes[0].safety == Safety::unsafe);
    CHECK(found[0].fixes[0].edits[0].text == ", 0, " + getter);
  }
  SECTION("one neighbour is not enough elsewhere") { CHECK(scene.judge("stream-ignored").empty()); }
  SECTION("a test chooses its streams") {
    scene.facts.host_functions[1].name = "test_two";
    CHECK(scene.judge("stream-ignored").empty());
  }
}
