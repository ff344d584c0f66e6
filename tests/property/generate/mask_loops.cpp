// SPDX-License-Identifier: Apache-2.0
// Work for one lane of a mask after another, or for all of them by the first.
#include "generate/generator.hpp"

namespace hipaudit::property {

void Generator::mask_loop() {
  note("loop over a mask");
  Text m = fresh("m");
  const bool wide = careful() && chance(60);
  crossing("__ballot");
  const Text p = predicate();
  const bool cut = !wide && careful();
  if (cut) note("half of a mask");
  emit(Text(wide ? "unsigned long long " : "unsigned ") + m + " = "
           + (cut ? "(unsigned)(__ballot(" + p + ") >> (__lane_id() & 32))" : "__ballot(" + p + ")")
           + ";",
       m);
  note(wide ? "mask in 64 bits" : "mask in unsigned");
  Variable* sum = accumulator();
  if (!sum) return;
  const Value v = exchanged();
  const Text t = fresh("i");
  crossing("__shfl");
  note("source by mask");
  note(wide ? "__ffsll" : "__ffs");
  std::vector<Statement> body;
  body.push_back(plain("int " + t + " = " + (wide ? "__ffsll(" : "__ffs(") + m + ") - 1;", t));
  const Text from = (v.type == Type::f32 ? "(int)__shfl(" : "__shfl(") + bare(v.text) + ", " + t
                    + reduce_width() + ")";
  const Text x = sum->value.text;
  const Text update = is_signed(sum->value.type) ? x + " = (" + x + " ^ " + from + ") & 1023;"
                                                 : x + " += " + from + ";";
  body.push_back(plain(update));
  body.push_back(plain(m + " &= " + m + " - 1;"));
  block_->push_back(block("while (" + m + ") {", body));
  // Turns differ between the warps of a wave.
  rejoin_outer();
}

void Generator::rejoin_outer() {
  for (Loop& loop : loops_) loop.rejoin = true;
}

void Generator::aggregated_atomic() {
  if (regions_ >= kMostRegions || !loops_.empty()) return use_mask();
  note("aggregated atomic");
  note("if");
  const Text region = next_region();
  const bool wide = careful();
  const Text m = fresh("m"), leader = fresh("i");
  const Text popc = wide ? "__popcll(" : "__popc(", ffs = wide ? "__ffsll(" : "__ffs(";
  note(wide ? "mask in 64 bits" : "mask in unsigned");
  note(wide ? "__popcll" : "__popc");
  note(wide ? "__ffsll" : "__ffs");
  const Condition c = lane_or_data();
  const Value l = lane();
  const bool by_ballot = chance(50);
  block_->push_back(block("if (" + c.text + ") {", inside(c.flow, [&] {
                            crossing(by_ballot ? "__ballot" : "__activemask");
                            emit(Text(wide ? "unsigned long long " : "unsigned ") + m + " = "
                                     + (by_ballot ? "__ballot(1)" : "__activemask()") + ";",
                                 m);
                            emit("int " + leader + " = " + ffs + m + ") - 1;", leader);
                            // The count of a warp, so that no order between warps is seen; or of
                            // all.
                            const bool own = chance(60);
                            note("atomicAdd");
                            note("atomic to global");
                            const Text to = own ? "&out[" + region + " + blockIdx.x * 4 + warp]"
                                                : "&out[" + region + "]";
                            const Text add = "atomicAdd(" + to + ", (int)" + popc + m + "));";
                            const Text is_leader = "if ((int)" + l.text + " == " + leader + ") ";
                            if (!own || chance(40)) {
                              emit(is_leader + add);
                              return;
                            }
                            const Text base = fresh("i");
                            emit("int " + base + " = 0;", base);
                            emit(is_leader + base + " = " + add);
                            crossing("__shfl");
                            note("source by mask");
                            emit(base + " = __shfl(" + base + ", " + leader + reduce_width()
                                 + ");");
                            note("prefix mask");
                            emit(base + " += " + popc + m + " & ((" + (wide ? "1ull" : "1u")
                                 + " << " + l.text + ") - 1));");
                            if (regions_ < kMostRegions)
                              emit("uout[" + next_region() + " + gid] = " + base + ";");
                          })));
}

void Generator::match_loop() {
  if (regions_ >= kMostRegions || !loops_.empty() || !full()) return use_shuffle();
  note("loop by value");
  note("loop with data-dependent trips");
  const Text key = fresh("v"), k = fresh("v"), region = next_region();
  emit("int " + key + " = a[gid] & " + str(random_.of({1, 3, 7})) + ";", key);
  if (chance(50)) {
    const bool wide = careful();
    const Text todo = fresh("m"), leader = fresh("i"), same = fresh("m");
    const Text t = wide ? "unsigned long long " : "unsigned ";
    crossing("__ballot");
    crossing("__shfl");
    note("atomicAdd");
    note("atomic to global");
    note(wide ? "mask in 64 bits" : "mask in unsigned");
    emit(t + todo + " = __ballot(1);", todo);
    const Text l = lane().text;
    std::vector<Statement> body;
    body.push_back(
        plain("int " + leader + " = " + (wide ? "__ffsll(" : "__ffs(") + todo + ") - 1;", leader));
    body.push_back(
        plain("int " + k + " = __shfl(" + key + ", " + leader + reduce_width() + ");", k));
    body.push_back(plain(t + same + " = __ballot(" + key + " == " + k + ");", same));
    body.push_back(plain("if ((int)" + l + " == " + leader + ") atomicAdd(&out[" + region + " + "
                         + k + "], (int)" + (wide ? "__popcll(" : "__popc(") + same + "));"));
    body.push_back(plain(todo + " &= ~" + same + ";"));
    block_->push_back(block("while (" + todo + ") {", body));
    return;
  }
  // The lanes that are not done yet agree on the first one's value.
  const Text done = fresh("p");
  crossing("__activemask");
  crossing("__shfl");
  crossing("__ballot");
  note("source is the first active lane");
  note("__ffsll");
  note("__popcll");
  note("if");
  const Text same = fresh("m");
  emit("bool " + done + " = false;", done);
  std::vector<Statement> body;
  body.push_back(plain("int " + k + " = __shfl(" + key + ", __ffsll(__activemask()) - 1"
                           + (careful() ? ", 32" : "") + ");",
                       k));
  body.push_back(
      plain("unsigned long long " + same + " = __ballot(" + k + " == " + key + ");", same));
  body.push_back(
      {{"if (" + k + " == " + key + ") {"},
       {{plain("uout[" + region + " + gid] = __popcll(" + same + ");"), plain(done + " = true;")}},
       "}",
       {}});
  block_->push_back(block("while (!" + done + ") {", body));
}

}  // namespace hipaudit::property
