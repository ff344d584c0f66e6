#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the kernels of test-corpus on hipshim's CPU back end and compares with what hipaudit says.

usage: execute.py HIPAUDIT TOOLS [--root DIR] [--only ID] [FILE ...]
  TOOLS   the folder of hipshim-cpu-run

Each kernel is run on the same made-up arguments with waves of 32 lanes, which is what CUDA
computes, and of 64:
  a kernel whose verdict is `right` must leave the same memory on both
  a kernel whose verdict is `wrong` must not
  fixed.hip must leave on both what bad.hip leaves on 32, where a fix changed the kernel
Code that reckons with warpSize may leave its results in another layout: sums are compared then.
A kernel that cannot be run (its arguments hold pointers, say) is counted and passed over.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


class Kernel:
    def __init__(self, name, line, call):
        self.name, self.line, self.call = name, line, call
        self.block = (128, 1, 1)
        self.verdict = ""
        self.follows_wave = False
        self.for_one_wave = False


def facts(hipaudit, path):
    done = subprocess.run([hipaudit, "facts", "--hip-headers", "bundled", "--targets",
                           "gfx90a,gfx1100", str(path)], capture_output=True, text=True)
    return done.stdout


def kernels_of(text, path):
    """The kernels of one file, with the block of their launches and their verdicts."""
    found, section = [], ""
    shapes, verdicts = {}, {}
    for line in text.splitlines():
        if not line.startswith(" "):
            section = line.rstrip(":")
            continue
        match = re.match(r"  (\S+?):(\d+):(\d+) (.*)", line)
        if not match or not match[1].endswith(path.name):
            continue
        if section == "functions":
            k = re.match(r"kernel void ([\w:]+)(<.*>)?\((.*)\)(.*)$", match[4])
            if not k or "[pattern]" in k[4]:
                continue
            arguments = ""
            if k[2]:
                arguments = "<" + re.sub(r"\b\w+ = ", "", k[2][1:-1]) + ">"
            found.append(Kernel(k[1] + (k[2] or ""), int(match[2]), k[1] + arguments))
        elif section == "launches":
            k = re.match(r"([\w:]+).* block (\d+)x(\d+)x(\d+)", match[4])
            if k:
                block = tuple(int(n) for n in k.groups()[1:])
                old = shapes.get(k[1], (0, 0, 0))
                if block[0] * block[1] * block[2] > old[0] * old[1] * old[2]:
                    shapes[k[1]] = block
        elif section.startswith("kernels, judged"):
            k = re.match(r"(.*?): (right|wrong|unknown)(.*)$", match[4])
            verdicts[(int(match[2]), k[1])] = (k[2], k[3])
    for kernel in found:
        base = kernel.call.split("<")[0]
        kernel.block = shapes.get(base, kernel.block)
        outcome, rest = verdicts.get((kernel.line, kernel.name), ("", ""))
        kernel.verdict, kernel.follows_wave = outcome, "counts in waves" in rest
        kernel.for_one_wave = "made for waves of one size" in rest
        if base not in shapes:
            shape = re.search(r"block (\d+)x(\d+)x(\d+)", rest)
            if shape:
                kernel.block = tuple(int(n) for n in shape.groups())
    return found


def build(tools, path, kernels, folder):
    driver = pathlib.Path(folder) / (path.stem + "_driver.hip")
    lines = ['#include "%s"' % (HERE / "execute.hpp"), '#include "%s"' % path, "int main() {"]
    for index, kernel in enumerate(kernels):
        lines.append("  execute::drive(%d, &%s, dim3(%d, %d, %d));"
                     % ((index, kernel.call) + kernel.block))
    driver.write_text("\n".join(lines) + "\n  return 0;\n}\n")
    program = driver.with_suffix("")
    done = subprocess.run([str(tools / "hipshim-cpu-run"), str(driver), "-o", str(program),
                           "-I", str(HERE.parent.parent / "runtime-shims/include"), "-w"],
                          capture_output=True, text=True)
    if done.returncode != 0:
        return None, done.stderr
    return program, ""


def execute(program, wave):
    """By kernel and seed: what its buffers hold, and reports of misuse."""
    environment = dict(os.environ, HIPSHIM_CPU_WAVE=str(wave), HIPSHIM_CPU_TIMEOUT_MS="3000")
    done = subprocess.run([str(program)], capture_output=True, text=True, env=environment)
    runs = {}
    for line in done.stdout.splitlines():
        word = line.split()
        key = (int(word[1]), int(word[2]))
        run = runs.setdefault(key, {"memory": {}, "reports": set(), "ended": False})
        if word[0] == "memory":
            run["memory"][int(word[3])] = (word[4], word[5])
        elif word[0] == "report":
            run["reports"].add((word[3], word[4]))
        else:
            run["ended"] = True
    return runs


def misread(run):
    return {(kind, line) for kind, line in run["reports"]
            if kind in ("read-before-write", "out-of-bounds")}


def differing(a, b, index, by_sum):
    """Whether kernel `index` leaves other memory in b than in a; None: not run."""
    compared = False
    for seed in range(8):
        left, right = a.get((index, seed)), b.get((index, seed))
        if not left or not right or not left["ended"] or not right["ended"]:
            continue
        compared = True
        # What was there before is read on one of the two, or memory beyond an array.
        if misread(left) != misread(right):
            return True
        for buffer, (digest, total) in left["memory"].items():
            other = right["memory"].get(buffer)
            if other != (digest, total) and (not by_sum or other[1] != total):
                return True
    return False if compared else None


def check(options, path, problems, counts, reference=None):
    """Compare one file; returns what its kernels left with waves of 32."""
    kernels = kernels_of(facts(options.hipaudit, path), path)
    shown = path.relative_to(options.root.parent) if path.is_relative_to(options.root.parent) else path
    if not kernels:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        program, error = build(options.tools, path, kernels, folder)
        if program is None:
            counts["not compiled"] += 1
            if options.verbose:
                print("%s: not compiled\n%s" % (shown, error[:600]))
            return {}
        narrow, wide = execute(program, 32), execute(program, 64)
    left = {}
    for index, kernel in enumerate(kernels):
        place = "%s:%d: %s" % (shown, kernel.line, kernel.name)
        differ = differing(narrow, wide, index, False)
        if differ is None or kernel.for_one_wave:
            counts["not run"] += 1
            continue
        counts["run"] += 1
        runs = {key: run for key, run in narrow.items() if key[0] == index}
        left[kernel.name] = {(0, key[1]): run for key, run in runs.items()}
        if differ and kernel.follows_wave:
            differ = differing(narrow, wide, index, True)
        if options.verbose:
            print("%s: %s, %s" % (place, kernel.verdict or "no verdict",
                                  "differs" if differ else "same"))
        if kernel.verdict == "right" and differ:
            problems.append(place + ": is judged right and differs on 64 lanes")
        if kernel.verdict == "wrong" and not differ:
            problems.append(place + ": is judged wrong and is the same on 64 lanes")
        if not kernel.verdict and differ:
            problems.append(place + ": has no verdict and differs on 64 lanes")
        if path.name == "good.hip" and differ and kernel.verdict != "unknown":
            problems.append(place + ": is in good.hip and differs on 64 lanes")
        if reference and kernel.name in reference and kernel.verdict == "right":
            here = {(0, k[1]): r for k, r in wide.items() if k[0] == index}
            if differing(reference[kernel.name], here, 0, kernel.follows_wave):
                problems.append(place + ": does not compute what bad.hip computes on 32 lanes")
    return left


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("hipaudit")
    parser.add_argument("tools", type=pathlib.Path)
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--root", type=pathlib.Path, default=HERE.parent.parent / "test-corpus")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    options.root = options.root.resolve()
    problems = []
    counts = {"run": 0, "not run": 0, "not compiled": 0}
    for path in options.files:
        check(options, path.resolve(), problems, counts)
    if not options.files:
        for folder in sorted(options.root.iterdir()):
            if folder.name.startswith("_") or (options.only and folder.name not in options.only):
                continue
            before = None
            for name in ("bad.hip", "fixed.hip", "good.hip", "known.hip"):
                if (folder / name).exists():
                    left = check(options, folder / name, problems, counts,
                                 before if name == "fixed.hip" else None)
                    before = left if name == "bad.hip" else before
    for problem in problems:
        print(problem)
    print("%(run)d kernels run, %(not run)d could not be; %(not compiled)d files do not compile "
          "without a GPU" % counts + "; %d disagree" % len(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
