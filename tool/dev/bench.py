# SPDX-License-Identifier: Apache-2.0
"""CPU time and peak memory of `hipaudit check` beside those of `clang++-22 -fsyntax-only`.

The compiler parses each file once for the host and once for a device of each wave size (gfx90a,
gfx1100), with the same headers. hipaudit makes the passes that it needs. Times are CPU times, the
median of some runs; the split into parsing and analysis is hipaudit's own (check --profile).
Options for the compiler and hipaudit alike (-I, -D, -std=...) follow `--`. With -p, the units of a
compile database of clang++ commands are measured instead of files.
"""

import argparse
import glob
import json
import os
import pathlib
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PASSES = {
    "host": ["--cuda-host-only", "--offload-arch=gfx90a"],
    "wave64": ["--cuda-device-only", "--offload-arch=gfx90a"],
    "wave32": ["--cuda-device-only", "--offload-arch=gfx1100"],
}


def measure(command, cwd=None):
    """CPU seconds, peak resident bytes of the largest process, exit status, what it said."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=output,
                                   stdin=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        return (usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, process.returncode,
                output.read())


def repeat(runs, command, cwd=None):
    seen = [measure(command, cwd) for _ in range(runs)]
    return (statistics.median(s[0] for s in seen), statistics.median(s[1] for s in seen),
            seen[0][2], seen[0][3])


def header_options(headers):
    """As src/frontend/parse.cpp gives them, with the bundled folders where they are in the tree."""
    bundled = ROOT / "src/frontend/bundled"
    options = ["-nogpuinc"]
    if headers == "bundled":
        options += ["-isystem", str(bundled), "-isystem", str(bundled / "skeleton/rocm"),
                    "-include", "hip/hipaudit_prelude.h"]
    else:
        options += ["-D__HIP_PLATFORM_AMD__=1", "-isystem", str(bundled / "skew"),
                    "-include", "__clang_hip_runtime_wrapper.h"]
    for folder in [ROOT / "runtime-shims/include", *sorted((bundled / "skeleton").iterdir())]:
        options += ["-idirafter", str(folder)]
    return options


def database_units(path):
    """(file, options, directory) of each unit; what chooses passes and outputs is left out."""
    units = {}
    with open(path, encoding="utf-8") as stream:
        entries = json.load(stream)
    for entry in entries:
        words = entry.get("arguments") or shlex.split(entry["command"])
        file = os.path.normpath(os.path.join(entry["directory"], entry["file"]))
        kept = []
        skip = False
        for word in words[1:]:
            if skip or word in ("-c", entry["file"], file):
                skip = False
            elif word in ("-o", "-x", "-MF", "-MT", "-MQ"):
                skip = True
            elif not word.startswith(("--offload-arch", "--cuda-", "-o", "-MD", "-MMD")):
                kept.append(word)
        units.setdefault(file, (file, kept, entry["directory"]))
    return list(units.values())


def main():
    parser = argparse.ArgumentParser(prog="tool/dev/bench", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", help="default: every bad.hip and good.hip of the corpus")
    parser.add_argument("-p", "--database", help="a compile_commands.json of clang++ commands")
    parser.add_argument("-n", "--runs", type=int, default=3, help="runs to take the median of")
    parser.add_argument("--headers", choices=["system", "bundled"],
                        default="system" if os.path.exists("/usr/include/hip/hip_runtime.h") else "bundled")
    parser.add_argument("--hipaudit", default=str(ROOT / "build/dev/bin/hipaudit"))
    parser.add_argument("--compiler", default="clang++-22")
    parser.add_argument("--max-cpu", type=float, help="fail when the ratio of CPU times is larger")
    parser.add_argument("--max-memory", type=float, help="fail when the ratio of peaks is larger")
    parser.add_argument("-v", "--verbose", action="store_true", help="a line per file")
    arguments = sys.argv[1:]
    extra = []
    if "--" in arguments:
        extra = arguments[arguments.index("--") + 1:]
        arguments = arguments[:arguments.index("--")]
    options = parser.parse_args(arguments)

    extra = extra or ([] if options.database else ["-std=c++17"])
    if options.database:
        if options.files:
            sys.exit("bench: give files or -p, not both")
        options.database = os.path.abspath(options.database)
        units = database_units(options.database)
    else:
        files = options.files or sorted(glob.glob(str(ROOT / "test-corpus/[a-z]*/bad.hip"))
                                        + glob.glob(str(ROOT / "test-corpus/[a-z]*/good.hip")))
        units = [(os.path.abspath(f), ["-include", "hip/hip_runtime.h"], None) for f in files]
    files = [file for file, _, _ in units]
    missing = [f for f in files if not os.path.isfile(f)]
    if missing or not files:
        sys.exit("bench: no such file: " + missing[0] if missing else "bench: no files")
    if options.runs < 1:
        sys.exit("bench: --runs must be 1 or more")
    for tool in (options.hipaudit, options.compiler):
        if shutil.which(tool) is None:
            sys.exit(f"bench: {tool} is not there (build it first?)")

    common = [options.compiler, "-x", "hip", "-fsyntax-only", "-nogpulib", "-w", "-ferror-limit=0",
              *header_options(options.headers)]
    clang = {}
    clang_peak = 0
    refused = 0
    for file, own, directory in units:
        for kind, arguments in PASSES.items():
            cpu, peak, status, _ = repeat(options.runs,
                                          [*common, *own, *extra, *arguments, file], directory)
            clang[file, kind] = cpu
            clang_peak = max(clang_peak, peak)
            refused += status != 0
        if options.verbose:
            print(f"{sum(clang[file, kind] for kind in PASSES):8.3f} s  {file}")

    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        # One worker, a process of its own: the peak is that of one parse, as for the compiler.
        root = (os.path.dirname(options.database) if options.database
                else os.path.commonpath([os.path.dirname(f) for f in files]))
        check = [options.hipaudit, "check", *(["-p", options.database] if options.database else files),
                 "-j", "1", "--hip-headers", options.headers, "--root", root, "--profile",
                 "--format", "json:" + report, *(["--", *extra] if extra else [])]
        cpu, peak, status, said = repeat(options.runs, check)
        if status not in (0, 1, 3):
            sys.exit(f"bench: hipaudit check ended with status {status}: "
                     + said.decode(errors="replace").strip())
        with open(report, encoding="utf-8") as stream:
            reported = json.load(stream)["units"]

    made = 0.0
    passes = {kind: 0 for kind in PASSES}
    partial = 0
    by_name = {}
    for file in files:
        by_name.setdefault(os.path.basename(file), []).append(file)
    for unit in reported:
        candidates = [f for f in by_name.get(os.path.basename(unit["file"]), [])
                      if f.endswith("/" + unit["file"].lstrip("/"))]
        if not candidates:
            continue
        partial += unit["status"] in ("partial", "failed")
        for one in unit["passes"]:
            passes[one["kind"]] += 1
            made += clang[candidates[0], one["kind"]]

    total = sum(clang.values())
    print(f"files            {len(files)} with {options.headers} HIP headers, median of {options.runs}"
          f" ({refused} of {len(clang)} compiler passes with errors, {partial} units not complete)")
    print(f"compiler         {total:8.2f} s CPU for host + wave64 + wave32, peak {clang_peak / 2**20:.0f} MiB")
    print(f"hipaudit check   {cpu:8.2f} s CPU for "
          + " + ".join(f"{n} {kind}" for kind, n in passes.items()) + f" passes, peak {peak / 2**20:.0f} MiB")
    spent = re.search(rb"parsing ([0-9.]+) s, collecting ([0-9.]+) s, judging ([0-9.]+) s"
                      rb" of CPU time, ([0-9.]+) s", said)
    parsing, collecting, judging, lanes = (float(value) for value in spent.groups())
    print(f"  parsing        {parsing:8.2f} s (the compiler takes {made:.2f} s for these passes)")
    print(f"  collecting     {collecting:8.2f} s, {collecting / parsing:.1%} of parsing")
    print(f"  judging        {judging:8.2f} s, {judging / parsing:.1%} of parsing")
    print(f"    of it lanes  {lanes:8.2f} s, {lanes / parsing:.1%} of parsing")
    print(f"CPU ratio        {cpu / total:8.3f}")
    print(f"memory ratio     {peak / clang_peak:8.3f}")
    if options.max_cpu is not None and cpu / total > options.max_cpu:
        sys.exit(f"bench: CPU ratio above {options.max_cpu}")
    if options.max_memory is not None and peak / clang_peak > options.max_memory:
        sys.exit(f"bench: memory ratio above {options.max_memory}")


if __name__ == "__main__":
    main()
