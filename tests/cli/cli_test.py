#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Drives the hipaudit binary as its users do: exit codes, messages, formats, fixes, golden output.

usage: cli_test.py HIPAUDIT [--golden | --update] [unittest options, test names]

Without a mode: everything but tests/golden. --golden compares tests/golden with what hipaudit
writes now; --update rewrites it.
"""

import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests/golden"
HIPAUDIT = ""
UPDATE = False

CLEAN, FINDINGS, USAGE, INCOMPLETE = 0, 1, 2, 3

# One error with a safe fix.
BAD = """\
#include <hip/hip_runtime.h>

__global__ void count(const float* in, int* out) {
  unsigned votes = __ballot(in[threadIdx.x] > 0);
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = __popc(votes);
}
"""
VOTE = "unsigned votes = __ballot(in[threadIdx.x] > 0);"
RULE = "narrow-lane-mask"

GOOD = """\
#include <hip/hip_runtime.h>

__global__ void scale(float* p, float by) { p[threadIdx.x] *= by; }
"""

# One warning: the launch ignores the stream at hand.
WARNING = """\
#include <hip/hip_runtime.h>

__global__ void scale(float* p, float by) { p[threadIdx.x] *= by; }

void twice(float* p, hipStream_t stream) {
  scale<<<1, 64, 0, stream>>>(p, 2);
  scale<<<1, 64>>>(p, 2);
}
"""

# Only a performance finding: a column of a 32 by 32 tile.
PERF = """\
#include <hip/hip_runtime.h>

__global__ void transpose(const float* in, float* out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

void launch(const float* in, float* out, hipStream_t stream) {
  transpose<<<1, dim3(32, 32), 0, stream>>>(in, out);
}
"""


class Result:
    def __init__(self, done):
        self.code = done.returncode
        self.bytes = done.stdout or b""
        self.out = self.bytes.decode(errors="replace")
        self.err = (done.stderr or b"").decode(errors="replace")

    @property
    def json(self):
        return json.loads(self.out)

    @property
    def rules(self):
        return sorted(finding["rule"] for finding in self.json["findings"])

    def __str__(self):
        return f"exit code {self.code}\nstdout: {self.out[:3000]}\nstderr: {self.err[:3000]}"


def clean_environment(**more):
    drop = ("NO_COLOR", "CLICOLOR_FORCE", "ROCM_PATH", "HIP_PATH")
    environment = {k: v for k, v in os.environ.items() if k not in drop and k[:9] != "HIPAUDIT_"}
    environment.update(more)
    return environment


class ToolTest(unittest.TestCase):
    """A folder of its own for each test; `.git` ends the search for databases and roots there."""

    maxDiff = None

    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="hipaudit-cli-")
        self.addCleanup(holder.cleanup)
        self.top = pathlib.Path(holder.name).resolve()
        self.dir = self.top / "project"
        (self.dir / ".git").mkdir(parents=True)

    def write(self, name, text):
        path = self.dir / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def database(self, *entries, name="compile_commands.json"):
        """Entries are (file, arguments or command), or whole objects."""
        out = []
        for entry in entries:
            if isinstance(entry, dict):
                out.append(entry)
                continue
            file, command = entry
            key = "command" if isinstance(command, str) else "arguments"
            out.append({"directory": str(self.dir), "file": file, key: command})
        return self.write(name, json.dumps(out, indent=1))

    def tool(self, *args, cwd=None, env=None, headers="bundled", **how):
        args = [str(a) for a in args]
        if args and args[0] in ("check", "fix", "facts", "doctor") and headers:
            args[1:1] = ["--hip-headers", headers]
        how.setdefault("stdin", subprocess.DEVNULL)
        how.setdefault("stdout", subprocess.PIPE)
        how.setdefault("stderr", subprocess.PIPE)
        return Result(subprocess.run([HIPAUDIT, *args], cwd=cwd or self.dir, timeout=300,
                                     env=env or clean_environment(), check=False, **how))

    def check(self, *args, **how):
        return self.tool("check", *args, **how)

    def audit(self, *args, **how):
        """check with JSON on standard output."""
        return self.tool("check", "--format", "json", *args, **how)

    def fix(self, *args, **how):
        return self.tool("fix", *args, **how)

    def expect(self, result, code, *, out=None, err=None):
        self.assertEqual(result.code, code, str(result))
        if out is not None:
            self.assertIn(out, result.out, str(result))
        if err is not None:
            self.assertIn(err, result.err, str(result))
        return result

    def refused(self, result, *words):
        """Exit code 2, nothing on stdout, one line on stderr that holds the words."""
        self.assertEqual(result.code, USAGE, str(result))
        self.assertEqual(result.out, "", str(result))
        self.assertEqual(result.err.count("\n"), 1, str(result))
        self.assertTrue(result.err.startswith("hipaudit: error: "), str(result))
        for word in words:
            self.assertIn(str(word), result.err)

    def tree(self):
        """Every file below the test's folder with its bytes; links as what they name."""
        out = {}
        for path in sorted(self.top.rglob("*")):
            name = str(path.relative_to(self.top))
            if path.is_symlink():
                out[name] = "-> " + os.readlink(path)
            elif path.is_file():
                out[name] = path.read_bytes()
        return out


class ExitCodes(ToolTest):
    def test_clean_is_0(self):
        self.write("k.hip", GOOD)
        result = self.expect(self.check("k.hip"), CLEAN, err="no findings")
        self.assertEqual(result.out, "")

    def test_error_is_1(self):
        self.write("k.hip", BAD)
        self.expect(self.check("k.hip"), FINDINGS, out="k.hip:4:12: error: ")

    def test_warning_is_1_unless_fail_on_says_error(self):
        self.write("k.hip", WARNING)
        self.expect(self.check("k.hip"), FINDINGS, out="warning: ")
        self.expect(self.check("k.hip", "--fail-on", "warning"), FINDINGS)
        self.expect(self.check("k.hip", "--fail-on=error"), CLEAN, out="warning: ")

    def test_fail_on_never(self):
        self.write("k.hip", BAD)
        self.expect(self.check("k.hip", "--fail-on=never"), CLEAN, out=RULE)

    def test_note_fails_only_with_fail_on_note(self):
        self.write("k.hip", BAD.replace(VOTE, VOTE + f"  // hipaudit: allow({RULE})"))
        self.expect(self.check("k.hip"), CLEAN, out="suppression-without-reason")
        self.expect(self.check("k.hip", "--fail-on=note"), FINDINGS)

    def test_perf_is_shown_on_request_and_never_fails(self):
        self.write("k.hip", PERF)
        self.expect(self.check("k.hip"), CLEAN, err="no findings")
        self.expect(self.check("k.hip", "--perf"), CLEAN, out="bank-conflict")
        self.expect(self.check("k.hip", "--perf", "--fail-on=note"), CLEAN, out="bank-conflict")

    def test_partial_without_findings_is_3(self):
        self.write("k.hip", '#include "made_by_the_build.h"\n' + GOOD)
        result = self.expect(self.audit("k.hip"), INCOMPLETE)
        unit = result.json["units"][0]
        self.assertEqual(unit["status"], "partial")
        self.assertIn("made_by_the_build.h", unit["passes"][0]["reasons"][0])
        self.assertIn("k.hip:1", unit["passes"][0]["reasons"][0])
        self.expect(self.check("k.hip", "--allow-partial"), CLEAN, err="1 partial")

    def test_partial_with_findings_is_1(self):
        self.write("k.hip", '#include "made_by_the_build.h"\n' + BAD)
        self.expect(self.check("k.hip"), FINDINGS, out=RULE)

    def test_skeleton_header_is_not_partial(self):
        self.write("k.hip", GOOD.replace("\n", "\n#include <ATen/ATen.h>\n", 1))
        result = self.expect(self.audit("k.hip"), CLEAN)
        self.assertEqual(result.json["units"][0]["status"], "skeleton")
        self.assertIn("ATen/ATen.h", result.json["units"][0]["passes"][0]["skeletons"])

    def test_one_failed_unit_is_3_all_failed_is_2(self):
        self.write("a.hip", GOOD)
        self.database(("a.hip", ["hipcc", "-c", "a.hip"]), ("gone.hip", ["hipcc", "-c", "gone.hip"]))
        result = self.expect(self.audit("-p", "."), INCOMPLETE)
        status = {unit["file"]: unit["status"] for unit in result.json["units"]}
        self.assertEqual(status, {"a.hip": "complete", "gone.hip": "failed"})
        self.expect(self.check("-p", "."), INCOMPLETE, err="failed gone.hip: the file does not exist")
        self.expect(self.check("-p", ".", "--allow-partial"), CLEAN)
        self.database(("gone.hip", ["hipcc", "-c", "gone.hip"]))
        self.expect(self.check("-p", "."), USAGE, err="nothing was analysed")
        self.expect(self.check("-p", ".", "--allow-partial"), USAGE)

    def test_fix_exit_code_is_about_what_is_left(self):
        self.write("k.hip", BAD)
        self.expect(self.fix("k.hip"), CLEAN)
        self.write("k.hip", BAD + WARNING.split("\n", 1)[1])
        self.expect(self.fix("k.hip"), FINDINGS)

    def test_version_list_explain_help(self):
        self.expect(self.tool("--version"), CLEAN, out="hipaudit ")
        self.expect(self.tool("version"), CLEAN, out="Clang")
        self.assertIn("hipaudit", self.tool("version", "--json").json)
        self.expect(self.tool("list"), CLEAN, out=RULE)
        rules = self.tool("list", "--json").json
        self.assertTrue(all(r["id"] and r["summary"] and r["topic"] for r in rules))
        for rule in rules:
            result = self.expect(self.tool("explain", rule["id"]), CLEAN, out=rule["id"])
            for heading in ("What it finds", "Why it is wrong on AMD", "Example", "Use instead",
                            "Fix safety", "Not reported", "References"):
                self.assertIn("\n## " + heading + "\n", result.out)
        self.expect(self.tool("--help"), CLEAN, out="Exit codes:")
        for command in ("check", "fix", "explain", "list", "facts", "doctor", "version"):
            self.expect(self.tool(command, "--help", headers=None), CLEAN, out="Usage: ")

    def test_explain_lanes(self):
        self.write("lanes.hip", """#include <hip/hip_runtime.h>
__global__ void k(float* x) {
  x[threadIdx.x] = __shfl(x[threadIdx.x], 0);
  unsigned long long b = __ballot(1);
  if (threadIdx.x % 32 == 0) x[threadIdx.x / 32 + 1024] = b;
}
""")
        result = self.expect(self.tool("explain", "--lanes", "lanes.hip:3"), CLEAN,
                             out="lanes.hip:3:20: __shfl in k")
        self.assertIn("wrong, lanes 32-63 read lane 0 instead of lane 32", result.out)
        rows = [line.split() for line in result.out.splitlines() if "  lane " in line]
        self.assertEqual(len(rows), 64)
        self.assertEqual(rows[31], ["31", "lane", "0", "lane", "0", "yes"])
        self.assertEqual(rows[32], ["32", "lane", "32", "lane", "0", "yes", "differs"])
        result = self.expect(self.tool("explain", "--lanes", "lanes.hip:4"), CLEAN, out="__ballot")
        self.assertIn("0xffffffffffffffff", result.out)
        self.assertIn("differs, unseen", result.out)
        for place, words in (("lanes.hip:2", "no shuffle of default width and no vote"),
                             ("lanes.hip", "not FILE:LINE"), ("lanes.hip:0", "not FILE:LINE"),
                             ("lanes.hip:3x", "not FILE:LINE"), (":3", "not FILE:LINE"),
                             ("nothere.hip:3", "nothere.hip")):
            self.refused(self.tool("explain", "--lanes", place), words)
        self.refused(self.tool("explain", "--lanes", "lanes.hip:3", "--targets", "gfx1100"), "64 lanes")
        self.refused(self.tool("explain"), "--lanes FILE:LINE")
        self.refused(self.tool("explain", RULE, "--lanes", "lanes.hip:3"), "excludes")

    def test_facts_and_doctor(self):
        self.write("k.hip", BAD)
        self.expect(self.tool("facts", "k.hip"), CLEAN, out="ballot")
        result = self.expect(self.tool("doctor", "k.hip"), CLEAN, out="bundled stubs")
        for word in ("Database", "Targets", "gfx90a (wave64)", "Root", str(self.dir), "Units"):
            self.assertIn(word, result.out)


class BadInput(ToolTest):
    def setUp(self):
        super().setUp()
        self.write("k.hip", BAD)

    def test_missing_file(self):
        for command in ("check", "fix", "facts"):
            self.refused(self.tool(command, "nothere.hip"), "nothere.hip", "no such file")
        result = self.expect(self.tool("doctor", "nothere.hip"), USAGE, out="HIP headers")
        self.assertIn("nothere.hip: no such file", result.err)

    def test_one_missing_file_among_good_ones(self):
        self.refused(self.check("k.hip", "nothere.hip"), "nothere.hip")

    def test_dangling_link(self):
        (self.dir / "link.hip").symlink_to("nowhere.hip")
        self.refused(self.check("link.hip"), "link.hip", "nowhere.hip")

    def test_folder_named_as_a_source(self):
        (self.dir / "folder.hip").mkdir()
        self.refused(self.check("folder.hip"), "no HIP sources in folder.hip")

    def test_not_a_regular_file(self):
        os.mkfifo(self.dir / "pipe.hip")
        self.refused(self.check("pipe.hip"), "pipe.hip: not a regular file")

    @unittest.skipIf(os.geteuid() == 0, "root reads everything")
    def test_unreadable_file(self):
        (self.dir / "k.hip").chmod(0)
        self.refused(self.check("k.hip"), "k.hip", "permissions")

    def test_binary_file(self):
        self.write("b.hip", b"\x7fELF\0\0\0\1")
        self.refused(self.check("b.hip"), "b.hip: is a binary file")

    def test_empty_file_is_a_clean_unit(self):
        self.write("empty.hip", b"")
        self.expect(self.check("empty.hip"), CLEAN)

    def test_empty_folder(self):
        (self.dir / "nothing").mkdir()
        self.refused(self.check("nothing"), "no HIP sources in nothing")
        self.refused(self.check(cwd=self.dir / "nothing"), "nothing to audit", "nothing")

    def test_database_of_broken_json(self):
        self.write("db.json", '[\n {"directory": "/", \n  "file": }\n]')
        self.refused(self.check("-p", "db.json"), f"{self.dir}/db.json:3: not valid JSON", "generate")

    def test_database_of_wrong_shape(self):
        for text, words in (
            ("{}", ["db.json:1", "array"]),
            ("[1]", ["db.json: entry 1", "file"]),
            ('[{"file": 3, "command": "x"}]', ["entry 1", "file"]),
            ('[{"file": "k.hip"}]', ["entry 1", "k.hip", "command"]),
            ('[{"file": "k.hip", "command": 1}]', ["entry 1", "command"]),
            ("[]", ["db.json", "empty"]),
            ("", ["db.json:1", "JSON"]),
        ):
            with self.subTest(text):
                self.write("db.json", text)
                self.refused(self.check("-p", "db.json"), *words)

    def test_broken_database_that_was_found_not_named(self):
        self.write("build/compile_commands.json", "[{")
        self.refused(self.check(), f"{self.dir}/build/compile_commands.json:1", "JSON")

    def test_database_without_sources_of_ours(self):
        self.database(("x.s", ["as", "x.s"]))
        self.refused(self.check("-p", "."), "nothing to audit")

    def test_database_missing(self):
        self.refused(self.check("-p", "nodir"), "nodir", "compile_commands.json")
        (self.dir / "sub").mkdir()
        self.refused(self.check("-p", "sub"), "sub/compile_commands.json", "not found")
        self.refused(self.check("--require-db", "k.hip"), "CMAKE_EXPORT_COMPILE_COMMANDS")

    def test_unknown_option(self):
        self.refused(self.check("--frobnicate", "k.hip"), "--frobnicate", "--help")

    def test_unknown_command(self):
        self.refused(self.tool("chekc"), "chekc", "check")
        self.refused(self.tool(), "subcommand", "--help")

    def test_unknown_rule(self):
        self.refused(self.check("--select", "narow-lane-mask", "k.hip"), "narow-lane-mask",
                     "did you mean 'narrow-lane-mask'?")
        self.refused(self.check("--ignore=zzzzzzzzzzzzz", "k.hip"), "zzzzzzzzzzzzz", "hipaudit list")
        self.refused(self.tool("explain", "narow-lane-mask"), "narow-lane-mask",
                     "did you mean 'narrow-lane-mask'?")

    def test_nothing_selected(self):
        self.refused(self.check("--select=masks", "--ignore=masks", "k.hip"), "no rule is left")

    def test_unknown_target(self):
        self.refused(self.check("--targets=gfx9999", "k.hip"), "gfx9999", "gfx90a")
        self.refused(self.check("--targets=gfx90a,sm_80", "k.hip"), "sm_80")

    def test_unknown_format(self):
        self.refused(self.check("--format=yaml", "k.hip"), "yaml", "sarif")
        self.refused(self.check("--format=json:", "k.hip"), "json:FILE")

    def test_bad_values(self):
        for option in ("-j=x", "--jobs=-1", "--jobs=1e99", "--unit-timeout=0", "--unit-timeout=soon",
                       "--fail-on=sometimes", "--color=purple", "--min-confidence=sure",
                       "--hip-headers=none"):
            name = option.split("=")[0]
            with self.subTest(option):
                self.refused(self.check(option, "k.hip", headers=None),
                             "--jobs" if name == "-j" else name)

    def test_bad_root(self):
        self.refused(self.check("--root=nodir", "k.hip"), "nodir", "--root")
        self.refused(self.check("--root=k.hip", "k.hip"), "k.hip", "--root")

    def test_bad_rocm_path(self):
        self.refused(self.check("--rocm-path=/nonexistent", "k.hip", headers=None),
                     "/nonexistent", "--hip-headers=bundled")

    def test_output_that_cannot_be_written(self):
        for value in ("json:nodir/out.json", f"text:{self.dir}"):
            result = self.check("--format", value, "k.hip", "-q")
            self.refused(result, value.split(":")[1], "cannot be written")
        self.assertEqual([p.name for p in self.dir.iterdir() if "hipaudit" in p.name], [])


class Formats(ToolTest):
    def setUp(self):
        super().setUp()
        self.write("k.hip", BAD)

    def test_text(self):
        result = self.expect(self.check("k.hip"), FINDINGS)
        lines = result.out.splitlines()
        self.assertRegex(lines[0], r"^k\.hip:4:12: error: .* \[narrow-lane-mask\]$")
        self.assertEqual(lines[1], "    4 |   " + VOTE)
        self.assertEqual(lines[2], "      |            ^~~~~")
        self.assertIn("1 error", result.err)

    def test_concise_and_quiet(self):
        result = self.expect(self.check("k.hip", "--concise", "-q"), FINDINGS)
        self.assertEqual(result.out.count("\n"), 1)
        self.assertEqual(result.err, "")

    def test_json(self):
        report = self.expect(self.audit("k.hip"), FINDINGS).json
        self.assertEqual(report["schema_version"], 1)
        finding = report["findings"][0]
        self.assertEqual((finding["file"], finding["line"], finding["column"], finding["end_line"],
                          finding["end_column"]), ("k.hip", 4, 12, 4, 17))
        self.assertEqual((finding["rule"], finding["severity"]), (RULE, "error"))
        for key in ("confidence", "message", "targets", "related", "fixes", "fingerprint"):
            self.assertIn(key, finding)
        self.assertEqual(finding["targets"], ["gfx90a"])
        self.assertEqual(finding["fixes"][0]["safety"], "safe")

    def test_sarif(self):
        report = self.check("--format=sarif", "k.hip").json
        self.assertEqual(report["version"], "2.1.0")
        result = report["runs"][0]["results"][0]
        self.assertEqual(result["ruleId"], RULE)
        place = result["locations"][0]["physicalLocation"]
        self.assertEqual(place["artifactLocation"]["uri"], "k.hip")
        self.assertEqual(place["region"]["startLine"], 4)

    def test_github(self):
        result = self.check("--format=github", "k.hip")
        self.assertRegex(result.out.splitlines()[0],
                         r"^::error file=k\.hip,line=4,endLine=4,col=12,endColumn=17,title=hipaudit"
                         r"%3A narrow-lane-mask::")
        self.assertEqual(result.out.count("\n"), 1)

    def test_patch(self):
        result = self.expect(self.check("--format=patch", "k.hip"), FINDINGS)
        self.assertTrue(result.out.startswith("diff --git a/k.hip b/k.hip\n"), str(result))

    def test_empty_reports_are_whole_documents(self):
        self.write("k.hip", GOOD)
        self.assertEqual(self.audit("k.hip").json["findings"], [])
        self.assertEqual(self.check("--format=sarif", "k.hip").json["runs"][0]["results"], [])
        for name in ("text", "github", "patch"):
            self.assertEqual(self.expect(self.check("--format", name, "k.hip"), CLEAN).out, "")

    def test_several_at_once(self):
        files = {name: self.top / f"out.{name}" for name in ("json", "sarif", "github", "patch")}
        formats = [part for name, file in files.items() for part in ("--format", f"{name}:{file}")]
        result = self.expect(self.check(*formats, "--format", "text", "k.hip"), FINDINGS, out=RULE)
        self.assertEqual(result.out, self.check("k.hip").out)
        for name, file in files.items():
            alone = self.check("--format", name, "k.hip").bytes
            if name == "sarif":  # it records its own command line
                self.assertEqual(len(json.loads(file.read_text())["runs"]), 1)
            else:
                self.assertEqual(file.read_bytes(), alone, name)

    def test_a_path_may_follow_an_option_with_a_list(self):
        for options in (["--format", "json"], ["--select", "masks,waves"], ["--ignore", "lds"],
                        ["--targets", "gfx90a,gfx1100"]):
            with self.subTest(options):
                self.expect(self.check(*options, "k.hip"), FINDINGS, out=RULE)

    def test_two_on_stdout_or_in_one_file_are_refused(self):
        self.refused(self.check("--format=text", "--format=json", "k.hip"), "standard output")
        self.refused(self.check("--format=text:a", "--format=json:a", "k.hip"), "one file", "a")
        self.refused(self.fix("--diff", "--patch", "-", "k.hip"), "standard output")

    def test_colour(self):
        escape = "\x1b["
        self.assertNotIn(escape, self.check("k.hip").out)
        self.assertIn(escape, self.check("k.hip", "--color=always").out)
        force = clean_environment(CLICOLOR_FORCE="1")
        self.assertIn(escape, self.check("k.hip", env=force).out)
        self.assertNotIn(escape, self.check("k.hip", "--color=never", env=force).out)
        no = clean_environment(NO_COLOR="1", CLICOLOR_FORCE="1")
        self.assertNotIn(escape, self.check("k.hip", env=no).out)
        self.assertIn(escape, self.check("k.hip", "--color=always", env=no).out)
        plain = re.sub(r"\x1b\[[0-9;]*m", "", self.check("k.hip", "--color=always").out)
        self.assertEqual(plain, self.check("k.hip").out)

    def test_a_terminal_gets_colour_unless_no_color(self):
        for environment, coloured in ((clean_environment(), True), (clean_environment(NO_COLOR="1"), False)):
            controller, terminal = os.openpty()
            self.tool("check", "k.hip", env=environment, stdout=terminal)
            os.close(terminal)
            out = b""
            try:
                while chunk := os.read(controller, 65536):
                    out += chunk
            except OSError:
                pass
            os.close(controller)
            self.assertEqual(b"\x1b[" in out, coloured)
            self.assertIn(RULE.encode(), out)

    def test_no_progress_in_logs(self):
        self.assertNotIn("\r", self.check("k.hip").err)

    def test_full_device_is_an_error(self):
        with open("/dev/full", "wb") as full:
            for args in (["check", "k.hip"], ["check", "--format=json", "k.hip"],
                         ["check", "--format=sarif", "k.hip"], ["check", "--format=github", "k.hip"],
                         ["fix", "k.hip"], ["facts", "k.hip"], ["list"], ["explain", RULE],
                         ["version"], ["doctor"], ["--help"]):
                with self.subTest(args):
                    result = self.tool(*args, stdout=full)
                    self.assertEqual(result.code, USAGE, str(result))
                    self.assertIn("standard output", result.err)
        result = self.check("--format=json:/dev/full", "k.hip")
        self.expect(result, USAGE, err="/dev/full")

    def test_dev_null_and_fifo_as_outputs(self):
        self.expect(self.check("--format=json:/dev/null", "k.hip"), FINDINGS)
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))

    def test_closed_streams(self):
        def closed(*streams):
            # As a shell's <&- does: the descriptor is not there at all.
            return lambda: [os.close(fd) for fd in streams]

        result = self.tool("check", "k.hip", stdin=None, preexec_fn=closed(0))
        self.expect(result, FINDINGS, out=RULE)
        self.expect(self.tool("check", "k.hip", preexec_fn=closed(1)), USAGE, err="standard output")
        self.expect(self.tool("check", "k.hip", preexec_fn=closed(2)), FINDINGS, out=RULE)
        before = BAD.encode()
        result = self.tool("fix", "--write", "k.hip", stdin=None, preexec_fn=closed(0, 1, 2))
        after = (self.dir / "k.hip").read_bytes()
        self.assertEqual(after.count(b"hipaudit:"), 0)
        self.assertNotEqual(after, before)
        self.assertIn(b"hipshim::warp32", after)


class Selection(ToolTest):
    def test_select_and_ignore(self):
        self.write("k.hip", BAD + WARNING.split("\n", 1)[1])
        self.assertEqual(self.audit("k.hip").rules, [RULE, "stream-ignored"])
        self.assertEqual(self.audit("--select", RULE, "k.hip").rules, [RULE])
        self.assertEqual(self.audit("--select=masks", "k.hip").rules, [RULE])
        self.assertEqual(self.audit("--ignore=masks", "k.hip").rules, ["stream-ignored"])
        self.assertEqual(self.audit("--select=masks,streams", "--ignore", RULE, "k.hip").rules,
                         ["stream-ignored"])
        self.assertEqual(self.audit("--select", RULE, "--select=streams", "k.hip").rules,
                         [RULE, "stream-ignored"])

    def test_targets(self):
        self.write("k.hip", BAD)
        self.assertEqual(self.audit("--targets=gfx1100", "k.hip").rules, [])
        self.assertEqual(self.audit("--targets=gfx942", "k.hip").json["findings"][0]["targets"],
                         ["gfx942"])

    def test_targets_of_the_command(self):
        self.write("k.hip", BAD)
        self.database(("k.hip", ["hipcc", "--offload-arch=gfx1100", "-c", "k.hip"]))
        result = self.audit("-p", ".")
        self.assertEqual([t["name"] for t in result.json["targets"]], ["gfx1100"])
        self.assertEqual(result.rules, [])

    def test_options_after_two_dashes(self):
        self.write("k.hip", "#ifdef PORTED\n" + BAD + "#endif\n")
        self.assertEqual(self.audit("k.hip").rules, [])
        self.assertEqual(self.audit("k.hip", "--", "-DPORTED").rules, [RULE])

    def test_folder_takes_hip_sources_only(self):
        self.write("src/a.hip", BAD)
        self.write("src/b.cu", BAD)
        self.write("src/c.cpp", BAD)
        self.write("src/d.cpp", "int main() {}\n")
        self.write("build/e.hip", BAD)
        self.write(".hidden/f.hip", BAD)
        result = self.audit(".")
        self.assertEqual([u["file"] for u in result.json["units"]], ["src/a.hip", "src/b.cu", "src/c.cpp"])

    def test_header_of_a_database_is_seen_through_its_units(self):
        self.write("warp.hpp", BAD)
        self.write("k.hip", '#include "warp.hpp"\n' + BAD.replace("count", "other"))
        self.database(("k.hip", ["hipcc", "-c", "k.hip"]))
        result = self.audit("warp.hpp")
        self.assertEqual([f["file"] for f in result.json["findings"]], ["warp.hpp"])


class Suppressions(ToolTest):
    def counts(self, text):
        self.write("k.hip", text)
        report = self.audit("k.hip").json
        return sorted(f["rule"] for f in report["findings"]), len(report["suppressed"])

    def test_same_line(self):
        text = BAD.replace(VOTE, VOTE + f"  // hipaudit: allow({RULE}) blocks have 32 threads")
        self.assertEqual(self.counts(text), ([], 1))
        self.expect(self.check("k.hip"), CLEAN, err="1 suppressed")
        self.assertEqual(self.check("--format=sarif", "k.hip").code, CLEAN)

    def test_next_line(self):
        text = BAD.replace(VOTE, f"// hipaudit: allow({RULE}) blocks have 32 threads\n  " + VOTE)
        self.assertEqual(self.counts(text), ([], 1))

    def test_block(self):
        text = BAD.replace(VOTE, f"// hipaudit: begin-allow({RULE}) 32 threads\n\n  {VOTE}\n\n"
                                 f"  // hipaudit: end-allow({RULE})")
        self.assertEqual(self.counts(text), ([], 1))

    def test_c_comment_and_several_rules(self):
        text = BAD.replace(VOTE, VOTE + f" /* hipaudit: allow({RULE}, narrow-mask-op) reason */")
        rules, suppressed = self.counts(text)
        self.assertNotIn(RULE, rules)
        self.assertEqual(suppressed, 1)

    def test_macro_body(self):
        text = (
            "#include <hip/hip_runtime.h>\n"
            "#define COUNT(p, out) \\\n"
            "  do { \\\n"
            f"    unsigned votes = __ballot(p); /* hipaudit: allow({RULE}) 32 threads */ \\\n"
            "    out = __popc(votes); \\\n"
            "  } while (0)\n"
            "__global__ void k(const int* in, int* out) {\n"
            "  int positive, negative;\n"
            "  COUNT(in[threadIdx.x] > 0, positive);\n"
            "  COUNT(in[threadIdx.x] < 0, negative);\n"
            "  out[threadIdx.x] = positive + negative;\n"
            "}\n"
        )
        rules, suppressed = self.counts(text)
        self.assertEqual(rules, [])
        self.assertGreaterEqual(suppressed, 1)
        rules, suppressed = self.counts(text.replace("hipaudit:", "see:"))
        self.assertEqual((rules, suppressed), ([RULE], 0))

    def test_use_of_a_macro(self):
        text = (
            "#include <hip/hip_runtime.h>\n"
            "#define VOTE(votes, p) unsigned votes = __ballot(p)\n"
            "__global__ void k(const int* in, unsigned* out) {\n"
            f"  VOTE(a, in[threadIdx.x] > 0);  // hipaudit: allow({RULE}) 32 threads\n"
            "  out[threadIdx.x] = a;\n"
            "}\n"
        )
        self.assertEqual(self.counts(text), ([], 1))

    def test_wrong_id_does_not_help(self):
        text = BAD.replace(VOTE, VOTE + "  // hipaudit: allow(half-atomic) reason")
        self.assertEqual(self.counts(text), ([RULE, "unused-suppression"], 0))

    def test_unused_malformed_and_without_reason(self):
        self.assertEqual(self.counts(GOOD + f"// hipaudit: allow({RULE}) old\nint x;\n"),
                         (["unused-suppression"], 0))
        self.assertEqual(self.counts(GOOD + "int x;  // hipaudit: allow(*) all\n"),
                         (["unused-suppression"], 0))
        self.assertEqual(self.counts(GOOD + "int x;  // hipaudit: allow(no-such-rule) reason\n"),
                         (["unused-suppression"], 0))
        self.assertEqual(self.counts(GOOD + f"// hipaudit: begin-allow({RULE}) never ended\n"),
                         (["unused-suppression"], 0))
        self.assertEqual(self.counts(BAD.replace(VOTE, VOTE + f"  // hipaudit: allow({RULE})")),
                         (["suppression-without-reason"], 1))

    def test_text_in_a_string_is_no_comment(self):
        text = BAD.replace(VOTE, VOTE + f' const char* s = "// hipaudit: allow({RULE}) x"; (void)s;')
        self.assertEqual(self.counts(text), ([RULE], 0))

    def test_a_suppressed_finding_is_not_fixed(self):
        self.write("k.hip", BAD.replace(VOTE, VOTE + f"  // hipaudit: allow({RULE}) 32 threads"))
        self.assertEqual(self.fix("k.hip").out, "")


class Commands(ToolTest):
    """The command adapter, seen from outside: the finding appears only when the command was read."""

    def rules_of(self, file, command):
        self.database((file, command))
        return self.expect(self.audit("-p", "."), FINDINGS).rules

    def setUp(self):
        super().setUp()
        guarded = "#if defined(PORTED) && WIDTH == 2\n#include \"inc.h\"\n" + BAD + "#endif\n"
        self.write("k.hip", guarded)
        self.write("k.cu", guarded)
        self.write("k.cpp", guarded)
        self.write("include/inc.h", "#pragma once\n")

    def test_hipcc(self):
        self.assertEqual(self.rules_of("k.cpp", "/opt/rocm/bin/hipcc -DPORTED -DWIDTH=2 -Iinclude -O3 "
                                       "-fPIC --offload-arch=gfx90a -Wall -Werror -c k.cpp -o k.o"), [RULE])

    def test_clang_x_hip(self):
        self.assertEqual(self.rules_of("k.cpp", "clang++ -x hip -DPORTED -DWIDTH=2 -I include "
                                       "--offload-arch=gfx90a:xnack- -c k.cpp"), [RULE])

    def test_cmake_hip_language(self):
        self.assertEqual(
            self.rules_of("k.hip", f"/opt/rocm/llvm/bin/clang++ -DPORTED -DWIDTH=2 -I{self.dir}/include "
                          "-isystem /opt/rocm/include -O3 -DNDEBUG -std=gnu++17 --offload-arch=gfx90a "
                          f"-mllvm -amdgpu-early-inline-all=true -o CMakeFiles/k.dir/k.hip.o -x hip -c {self.dir}/k.hip"),
            [RULE])

    def test_nvcc(self):
        self.assertEqual(
            self.rules_of("k.cu", "/usr/local/cuda/bin/nvcc -forward-unknown-to-host-compiler -DPORTED=1 "
                          "-Xcompiler -fPIC,-DWIDTH=2 -I=include -std=c++17 --expt-relaxed-constexpr "
                          "--generate-code=arch=compute_80,code=[compute_80,sm_80] -gencode "
                          "arch=compute_70,code=sm_70 -x cu -c k.cu -o k.o"), [RULE])

    def test_launchers(self):
        for launcher in ("ccache", "/usr/bin/sccache", "env LANG=C ccache",
                         "cmake -E __run_co_compile --tidy=clang-tidy --"):
            with self.subTest(launcher):
                self.assertEqual(self.rules_of("k.cpp", f"{launcher} hipcc -DPORTED -DWIDTH=2 -Iinclude "
                                               "-c k.cpp"), [RULE])

    def test_response_files(self):
        self.write("args.rsp", '-DPORTED "-DWIDTH=2"\n@more.rsp\n')
        self.write("more.rsp", "-I include\n")
        self.assertEqual(self.rules_of("k.cpp", "hipcc @args.rsp -c k.cpp"), [RULE])

    def test_missing_response_file_is_noted(self):
        self.database(("k.hip", "hipcc @gone.rsp -c k.hip"))
        notes = self.audit("-p", ".").json["units"][0]["notes"]
        self.assertTrue(any("gone.rsp" in note for note in notes), notes)

    def test_response_file_that_holds_itself(self):
        self.write("loop.rsp", "-DPORTED @loop.rsp\n")
        self.database(("k.hip", "hipcc @loop.rsp -DWIDTH=2 -Iinclude -c k.hip"))
        self.assertEqual(self.audit("-p", ".").rules, [RULE])

    def test_arguments_and_relative_directory(self):
        (self.dir / "sub").mkdir()
        self.database({"directory": "sub", "file": "../k.hip",
                       "arguments": ["hipcc", "-DPORTED", "-DWIDTH=2", "-I../include", "-c", "../k.hip"]})
        self.assertEqual(self.audit("-p", ".").rules, [RULE])

    def test_one_file_in_two_configurations(self):
        self.database(("k.hip", "hipcc -DPORTED -DWIDTH=2 -Iinclude -c k.hip"),
                      ("k.hip", "hipcc -DPORTED -DWIDTH=2 -Iinclude -c k.hip -o other.o"),
                      ("k.hip", "hipcc -c k.hip"))
        result = self.audit("-p", ".")
        self.assertEqual(len(result.json["units"]), 2)
        self.assertEqual(result.rules, [RULE])

    def test_nothing_of_a_database_is_executed_or_loaded(self):
        marker = self.top / "marker"
        script = self.write("evil.sh", f"#!/bin/sh\ntouch {marker}\nexec cat\n")
        script.chmod(0o755)
        library = self.write("evil.so", b"\x7fELF not a library")
        for name in ("evil.sh", "hipcc", "clang++", "nvcc"):
            compiler = self.dir / name
            if not compiler.exists():
                shutil.copy(script, compiler)
            with self.subTest(name):
                self.database(("k.hip", [
                    str(compiler), "-DPORTED", "-DWIDTH=2", "-Iinclude", f"-fplugin={library}",
                    f"-fpass-plugin={library}", "-Xclang", "-load", "-Xclang", str(library), "-Xclang",
                    "-add-plugin", "-Xclang", "evil", "-fplugin-arg-evil-x", "-load", str(library), "-B",
                    str(self.dir), "-wrapper", str(script), "--config", str(script), "-ccbin", str(script),
                    "-c", "k.hip"]))
                result = self.audit("-p", ".", env=clean_environment(PATH=f"{self.dir}:/usr/bin:/bin"))
                self.assertEqual(result.code, FINDINGS, str(result))
                notes = result.json["units"][0]["notes"]
                for dropped in ("-fplugin=", "-fpass-plugin=", "-Xclang -load", "-Xclang -add-plugin",
                                "-load ", "-wrapper", "--config", "-B"):
                    self.assertTrue(any(note.startswith("dropped " + dropped) for note in notes),
                                    (dropped, notes))
                self.assertFalse(marker.exists())
        self.database(("k.hip", f"hipcc $(touch {marker}) `touch {marker}` ; touch {marker} & -c k.hip"))
        self.check("-p", ".")
        result = self.tool("doctor", "-p", ".")
        self.assertEqual(result.code, CLEAN, str(result))
        self.assertFalse(marker.exists())

    def test_doctor_tells_what_was_dropped(self):
        self.database(("k.hip", "hipcc -fplugin=evil.so -c k.hip"))
        self.expect(self.tool("doctor", "-p", "."), CLEAN, out="dropped -fplugin=evil.so")

    def test_database_is_found_in_a_build_folder(self):
        self.database(("k.hip", "hipcc -DPORTED -DWIDTH=2 -Iinclude -c k.hip"),
                      name="build/compile_commands.json")
        result = self.expect(self.audit(), FINDINGS)
        self.assertEqual(result.rules, [RULE])
        self.assertIn("build/compile_commands.json", result.json["notices"][0])


class Units(ToolTest):
    """What goes wrong in one unit stays there."""

    def seconds_for(self, *args):
        start = time.monotonic()
        self.check(*args)
        return time.monotonic() - start

    def test_endless_unit_is_stopped(self):
        self.write("good.hip", BAD)
        # 2^40 instantiations.
        self.write("slow.hip", BAD.replace("count", "late") + """
template <int N, long M> struct Tree { static constexpr long value = Tree<N - 1, 2 * M>::value + Tree<N - 1, 2 * M + 1>::value; };
template <long M> struct Tree<0, M> { static constexpr long value = M; };
long forever = Tree<40, 0>::value;
""")
        limit = max(2, round(5 * self.seconds_for("good.hip")))
        for jobs in (1, 2):
            with self.subTest(jobs=jobs):
                start = time.monotonic()
                result = self.audit(".", "--unit-timeout", limit, "-j", jobs)
                self.assertLess(time.monotonic() - start, 20 * limit)
                self.assertEqual(result.code, FINDINGS, str(result))
                units = {u["file"]: u for u in result.json["units"]}
                self.assertEqual(units["good.hip"]["status"], "complete")
                self.assertEqual(units["slow.hip"]["status"], "failed")
                self.assertIn(f"stopped after {limit} s", units["slow.hip"]["passes"][0]["reasons"][0])
                self.assertIn("--unit-timeout", units["slow.hip"]["passes"][0]["reasons"][0])
                self.assertEqual([f["file"] for f in result.json["findings"]], ["good.hip"])

    def test_crashing_unit(self):
        self.write("a.hip", BAD)
        # The parser recurses once per operator.
        self.write("b.hip", GOOD + "int deep(int x) { return " + "- " * 3_000_000 + "x; }\n")
        self.write("c.hip", BAD.replace("count", "third"))
        for jobs in (1, 2):
            with self.subTest(jobs=jobs):
                result = self.audit(".", "-j", jobs)
                self.assertEqual(result.code, FINDINGS, str(result))
                units = {u["file"]: u for u in result.json["units"]}
                self.assertEqual(units["b.hip"]["status"], "failed")
                self.assertIn("crash", units["b.hip"]["passes"][0]["reasons"][0])
                self.assertEqual([f["file"] for f in result.json["findings"]], ["a.hip", "c.hip"])

    def test_syntax_error_keeps_the_rest(self):
        self.write("k.hip", BAD + "\n__global__ void broken(float* p) { p[0] = undeclared_name(3) + ; }\n")
        result = self.expect(self.audit("k.hip"), FINDINGS)
        self.assertEqual(result.json["units"][0]["status"], "partial")
        self.assertEqual(result.rules, [RULE])

    def test_missing_header_keeps_the_rest(self):
        self.write("k.hip", "#include <not/installed.hpp>\n" + BAD)
        result = self.expect(self.audit("k.hip"), FINDINGS)
        self.assertEqual(result.json["units"][0]["status"], "partial")
        self.assertIn("not/installed.hpp", result.json["summary"]["reasons"][0]["reason"])
        self.assertEqual(result.rules, [RULE])

    def test_hidden_note_on_request(self):
        self.write("k.hip", "#include <not/installed.hpp>\n" + GOOD)
        self.assertEqual(self.audit("k.hip", "--show-proofs").rules, ["partial-analysis"])

    def test_many_workers_for_few_units(self):
        self.write("k.hip", BAD)
        self.expect(self.check("k.hip", "-j", 500), FINDINGS)


class Places(ToolTest):
    def setUp(self):
        super().setUp()
        self.write("src/k.hip", '#include "warp.hpp"\n' + GOOD)
        self.write("include/warp.hpp", "#pragma once\n" + BAD)
        self.database(("src/k.hip", "hipcc -Iinclude -c src/k.hip"))

    def test_from_another_folder(self):
        here = self.audit("-p", ".")
        self.assertEqual([f["file"] for f in here.json["findings"]], ["include/warp.hpp"])
        other = self.top / "elsewhere"
        other.mkdir()
        for cwd, path in ((other, "../project"), (self.dir / "src", ".."), (pathlib.Path("/"), self.dir)):
            result = self.audit("-p", path, cwd=cwd)
            self.assertEqual(result.json["findings"], here.json["findings"], str(result))

    def test_through_a_link(self):
        link = self.top / "link"
        link.symlink_to("project")
        here = self.audit("-p", ".").json["findings"]
        self.assertEqual(self.audit("-p", ".", cwd=link).json["findings"], here)
        self.assertEqual(self.audit("-p", link, link / "src", cwd=self.top).json["findings"], here)
        self.assertEqual(self.audit("-p", link, "--root", link, cwd=self.top).json["findings"], here)

    def test_linked_source_is_one_file(self):
        (self.dir / "again.hip").symlink_to("src/k.hip")
        self.database(("src/k.hip", "hipcc -Iinclude -c src/k.hip"),
                      ("again.hip", "hipcc -Iinclude -c again.hip"))
        result = self.audit("-p", ".")
        self.assertEqual(len(result.json["findings"]), 1)

    def test_findings_stay_below_the_root(self):
        result = self.audit("-p", ".", "--root", "src")
        self.assertEqual(result.json["findings"], [])

    def test_odd_names(self):
        self.write("a b'c\"é%.hip", BAD)
        result = self.audit("a b'c\"é%.hip")
        self.assertEqual([f["file"] for f in result.json["findings"]], ["a b'c\"é%.hip"])
        self.check("--format=sarif", "a b'c\"é%.hip").json


class Determinism(ToolTest):
    def test_jobs_do_not_matter(self):
        # A copy: the corpus may change under a run.
        corpus = self.dir / "test-corpus"
        shutil.copytree(ROOT / "test-corpus", corpus)
        runs = {}
        for jobs in (1, 2):
            for name in ("text", "json", "github"):
                runs.setdefault(name, []).append(
                    self.check("--format", name, "--perf", "--show-proofs", "-j", jobs, corpus).bytes)
        for name, (one, two) in runs.items():
            self.assertEqual(one, two, name)
        self.assertGreater(len(runs["text"][0]), 1000)

    def test_order_of_the_database_does_not_matter(self):
        names = [f"{c}.hip" for c in "abcd"]
        for name in names:
            self.write(name, BAD + WARNING.split("\n", 1)[1])
        outs = []
        for order in (names, names[::-1]):
            self.database(*[(name, f"hipcc -c {name}") for name in order])
            outs.append(self.audit("-p", ".").bytes)
        self.assertEqual(*outs)


class Fixes(ToolTest):
    def fixed(self, text, *args):
        """Text after `fix --write`; a second run must change nothing."""
        path = self.write("k.hip", text)
        self.fix("--write", "k.hip", *args)
        once = path.read_bytes()
        self.fix("--write", "k.hip", *args)
        self.assertEqual(path.read_bytes(), once, "a second run changed the file")
        return once

    def test_diff_is_the_default_and_changes_nothing(self):
        self.write("k.hip", BAD)
        before = self.tree()
        result = self.expect(self.fix("k.hip"), CLEAN, out="+#include <hipshim/warp32.hpp>",
                             err="1 fix(es) in 1 file(s)")
        self.assertEqual(self.fix("--diff", "k.hip").out, result.out)
        self.assertEqual(self.tree(), before)

    def test_patch_file_equals_diff_and_applies(self):
        self.write("src/k.hip", BAD)
        self.write("include/warp.hpp", "#pragma once\n" + BAD.replace("count", "count_in_header"))
        self.write("src/l.hip", '#include "../include/warp.hpp"\n' + GOOD)
        (self.dir / ".git").rmdir()
        subprocess.run(["git", "init", "-q", self.dir], check=True)
        diff = self.fix(".").out
        self.fix(".", "--patch", self.top / "fixes.patch")
        self.assertEqual((self.top / "fixes.patch").read_text(), diff)
        check = self.check("--format", f"patch:{self.top}/check.patch", ".")
        self.assertEqual(check.code, FINDINGS)
        self.assertEqual((self.top / "check.patch").read_text(), diff)
        subprocess.run(["git", "-C", self.dir, "apply", "--check", self.top / "fixes.patch"], check=True)
        subprocess.run(["git", "-C", self.dir, "apply", self.top / "fixes.patch"], check=True)
        self.expect(self.check("."), CLEAN)
        self.assertEqual(self.fix(".").out, "")

    def test_write(self):
        after = self.fixed(BAD).decode()
        self.assertEqual(after, BAD.replace("hip_runtime.h>\n", "hip_runtime.h>\n#include <hipshim/warp32.hpp>\n")
                         .replace("__ballot", "hipshim::warp32::ballot"))
        self.expect(self.check("k.hip"), CLEAN)

    def test_write_prints_no_patch_unless_asked(self):
        self.write("k.hip", BAD)
        self.assertEqual(self.fix("--write", "k.hip").out, "")
        self.write("k.hip", BAD)
        self.assertIn("diff --git", self.fix("--write", "--diff", "k.hip").out)
        self.assertIn("hipshim", (self.dir / "k.hip").read_text())

    def test_reports_of_fix_describe_what_was_found(self):
        self.write("k.hip", BAD)
        result = self.fix("--format", "json", "--patch", self.top / "p", "k.hip")
        self.assertEqual(result.rules, [RULE])
        self.assertIn("hipshim", (self.top / "p").read_text())

    def test_mode_is_kept_and_nothing_is_left_over(self):
        self.write("k.hip", BAD).chmod(0o640)
        self.fix("--write", "k.hip")
        self.assertEqual(stat.S_IMODE((self.dir / "k.hip").stat().st_mode), 0o640)
        self.assertEqual(sorted(p.name for p in self.dir.iterdir()), [".git", "k.hip"])

    def test_crlf(self):
        after = self.fixed(BAD.replace("\n", "\r\n").encode())
        self.assertIn(b"#include <hipshim/warp32.hpp>\r\n", after)
        self.assertEqual(after.count(b"\n"), after.count(b"\r\n"))

    def test_no_final_newline(self):
        after = self.fixed(BAD.rstrip("\n"))
        self.assertTrue(after.endswith(b"}"))
        self.assertIn(b"hipshim::warp32", after)

    def test_byte_order_mark(self):
        after = self.fixed(b"\xef\xbb\xbf" + BAD.encode())
        self.assertTrue(after.startswith(b"\xef\xbb\xbf#include <hip/hip_runtime.h>"))
        self.assertEqual(after.count(b"\xef\xbb\xbf"), 1)

    def test_patch_of_odd_files_applies(self):
        (self.dir / ".git").rmdir()
        subprocess.run(["git", "init", "-q", self.dir], check=True)
        for name, text in (("crlf.hip", BAD.replace("\n", "\r\n").encode()), ("end.hip", BAD.rstrip("\n").encode()),
                           ("bom.hip", b"\xef\xbb\xbf" + BAD.encode()), ("a b/é.hip", BAD.encode())):
            with self.subTest(name):
                path = self.write(name, text)
                self.fix(name, "--patch", self.top / "p")
                written = self.top / "written"
                self.fix("--write", name)
                written.write_bytes(path.read_bytes())
                path.write_bytes(text)
                subprocess.run(["git", "-C", self.dir, "apply", self.top / "p"], check=True)
                self.assertEqual(path.read_bytes(), written.read_bytes())

    def test_header_of_three_units_is_fixed_once(self):
        self.write("include/warp.hpp", "#ifndef WARP_HPP\n#define WARP_HPP\n"
                   + BAD.replace("__global__", "inline __device__") + "#endif\n")
        for name in "abc":
            self.write(f"src/{name}.hip", '#include "warp.hpp"\n' + GOOD.replace("scale", "scale_" + name))
        self.database(*[(f"src/{name}.hip", f"hipcc -Iinclude -c src/{name}.hip") for name in "abc"])
        self.expect(self.fix("-p", ".", "--write"), CLEAN)
        text = (self.dir / "include/warp.hpp").read_text()
        self.assertEqual(text.count("hipshim/warp32.hpp"), 1)
        self.assertEqual(text.count("hipshim::warp32::ballot"), 1)
        self.assertLess(text.index("WARP_HPP"), text.index("hipshim/warp32.hpp"))
        self.assertEqual(self.fix("-p", ".").out, "")

    def test_header_reached_by_a_link_is_fixed_once(self):
        self.write("include/warp.hpp", "#pragma once\n" + BAD)
        (self.dir / "src").mkdir()
        (self.dir / "src/linked.hpp").symlink_to("../include/warp.hpp")
        self.write("src/a.hip", '#include "../include/warp.hpp"\n' + GOOD)
        self.write("src/b.hip", '#include "linked.hpp"\n' + GOOD)
        result = self.fix("src/a.hip", "src/b.hip", "--write", "--diff")
        self.assertEqual(result.code, CLEAN, str(result))
        self.assertEqual(result.out.count("diff --git"), 1)
        self.assertTrue((self.dir / "src/linked.hpp").is_symlink())
        text = (self.dir / "include/warp.hpp").read_text()
        self.assertEqual(text.count("hipshim::warp32::ballot"), 1)
        self.assertEqual(text.count("#include <hipshim"), 1)

    def test_nothing_outside_the_root_is_written(self):
        outside = self.top / "outside"
        outside.mkdir()
        (outside / "warp.hpp").write_text("#pragma once\n" + BAD)
        (outside / "evil.hip").write_text(BAD)
        (self.dir / "linked.hpp").symlink_to("../outside/warp.hpp")
        self.write("k.hip", '#include "../outside/warp.hpp"\n#include "linked.hpp"\n' + BAD.replace("count", "mine"))
        (self.dir / "elsewhere.hip").symlink_to("../outside/evil.hip")
        self.database(("k.hip", "hipcc -c k.hip"), ("elsewhere.hip", "hipcc -c elsewhere.hip"))
        before = self.tree()
        self.fix("-p", ".", "--root", ".", "--write", "--unsafe-fixes")
        after = self.tree()
        changed = {name for name in before | after if before.get(name) != after.get(name)}
        self.assertEqual(changed, {"project/k.hip"})

    def test_system_headers_are_not_touched(self):
        self.write("vendor/sys.hpp", "#pragma once\n#include <hip/hip_runtime.h>\n" + BAD)
        self.write("k.hip", "#include <sys.hpp>\n" + GOOD)
        self.database(("k.hip", "hipcc -isystem vendor -c k.hip"))
        self.assertEqual(self.fix("-p", ".").out, "")

    def test_prefer_builtins(self):
        text = """\
#include <hip/hip_runtime.h>

__global__ void spread(const float* in, float* out) {
  out[threadIdx.x] = __shfl(in[threadIdx.x], 0);
}

void launch(const float* in, float* out, hipStream_t s) { spread<<<1, 256, 0, s>>>(in, out); }
"""
        with_builtins = self.fixed(text, "--prefer-builtins").decode()
        self.assertIn("__shfl(in[threadIdx.x], 0, 32)", with_builtins)
        self.assertNotIn("hipshim", with_builtins)
        self.assertIn("hipshim::warp32::shfl(in[threadIdx.x], 0)", self.fixed(text).decode())

    NATIVE = """\
#include <hip/hip_runtime.h>

__device__ int most(int v) {
  for (int d = 16; d > 0; d /= 2) v = max(v, __shfl_xor_sync(0xffffffff, v, d));
  return v;
}

__global__ void rows(int* out, const int* in) { out[threadIdx.x] = most(in[threadIdx.x]); }

void launch(int* out, const int* in, hipStream_t s) { rows<<<1, 256, 0, s>>>(out, in); }
"""

    def test_native_goes_before_the_fix_of_a_single_call(self):
        # The mask is an error of its own, and its fix edits the text that the idiom replaces.
        native = self.fixed(self.NATIVE, "--strategy=native").decode()
        self.assertIn("  return hipshim::wave::reduce_max_sync<32>(hipshim::wave::full_mask(), v);",
                      native)
        self.assertNotIn("warp32", native)
        self.assertIn("warp32::shfl_xor_sync", self.fixed(self.NATIVE).decode())

    def test_native_that_is_rolled_back_makes_room(self):
        # hipshim reduces no enumerations; the calls can be mended one by one all the same.
        text = self.NATIVE.replace("__device__ int most(int v)",
                                   "enum Level : int { low, high };\n__device__ Level most(Level v)")
        text = text.replace("max(v, ", "Level(max(int(v), int(").replace("v, d))", "v, d))))")
        text = text.replace("most(in[threadIdx.x])", "most(Level(in[threadIdx.x]))")
        path = self.write("k.hip", text)
        result = self.fix("k.hip", "--strategy=native", "--write")
        self.assertIn("rolled back: warp-idiom", result.err)
        self.assertIn("warp32::shfl_xor_sync", path.read_text())

    def test_native_rolls_back_where_the_finding_stays_and_nowhere_else(self):
        # Once the second tree is a call, the first one's lanes are read by nobody: another finding.
        path = self.write("k.hip", self.NATIVE + """
__global__ void twice(int* x) {
  int v = x[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down(v, d, 32);
  int w = v;
  for (int d = 16; d > 0; d >>= 1) w += __shfl_down(w, d, 32);
  if (threadIdx.x % 32 == 0) x[threadIdx.x] = w;
}
""")
        result = self.fix("k.hip", "--strategy=native", "--write")
        self.assertIn("rolled back: warp-idiom", result.err)
        self.assertIn("return hipshim::wave::reduce_max_sync<32>", path.read_text())

    def test_native_is_asked_for(self):
        self.write("k.hip", self.NATIVE)
        self.assertNotIn("warp-idiom", self.check("k.hip").out)
        self.assertIn("warp-idiom", self.check("k.hip", "--perf").out)
        self.assertIn("warp-idiom", self.check("k.hip", "--strategy=native").out)
        self.expect(self.fix("k.hip", "--strategy=wave"), USAGE, err="logical-warp|native")

    def test_unsafe_fixes_only_on_request(self):
        self.write("k.hip", WARNING)
        result = self.expect(self.fix("k.hip"), FINDINGS, err="--unsafe-fixes")
        self.assertEqual(result.out, "")
        result = self.expect(self.fix("k.hip", "--unsafe-fixes"), CLEAN)
        self.assertIn("+  scale<<<1, 64, 0, stream>>>(p, 2);", result.out)

    def test_fix_that_would_add_an_error_is_rolled_back(self):
        text = BAD.replace("  " + VOTE, "  struct hipshim { int x; };\n  " + VOTE)
        path = self.write("k.hip", text)
        result = self.fix("k.hip", "--write")
        self.expect(result, FINDINGS, err="rolled back: ")
        self.assertIn("k.hip:5", result.err)
        self.assertEqual(path.read_text(), text)

    def test_one_fix_is_rolled_back_the_other_stays(self):
        bad = BAD.replace("  " + VOTE, "  struct hipshim { int x; };\n  " + VOTE)
        self.write("k.hip", bad + BAD.replace("count", "second").split("\n", 1)[1])
        result = self.fix("k.hip", "--write")
        self.expect(result, FINDINGS, err="rolled back: ")
        self.assertEqual((self.dir / "k.hip").read_text().count("hipshim::warp32::ballot"), 1)

    def test_partial_unit_is_fixed_where_it_is_sound(self):
        after = self.fixed("#include <not/installed.hpp>\n" + BAD).decode()
        self.assertIn("hipshim::warp32::ballot", after)

    def test_fix_in_code_for_one_wave_size(self):
        text = BAD.replace("__global__", "#if defined(__GFX9__) || !defined(__HIP_DEVICE_COMPILE__)\n__global__") + "#endif\n"
        self.assertIn("hipshim::warp32::ballot", self.fixed(text).decode())

    def test_read_only_folder_or_file(self):
        path = self.write("k.hip", BAD)
        path.chmod(0o444)
        self.expect(self.fix("--write", "k.hip"), CLEAN)
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o444)


class Golden(ToolTest):
    """tests/golden/<case>/in is audited; what comes out lies beside it. `args` holds options."""

    OUTPUTS = ("report.txt", "report.json", "report.sarif", "github.txt", "fixes.patch", "summary.txt")

    def produce(self, case):
        shutil.copytree(case / "in", self.dir, dirs_exist_ok=True)
        database = self.dir / "compile_commands.json.in"
        if database.exists():
            text = database.read_text().replace("@ROOT@", str(self.dir))
            (self.dir / "compile_commands.json").write_text(text)
        out = self.top / "out"
        out.mkdir()
        options = (case / "args").read_text().split() if (case / "args").exists() else []
        result = self.check(
            ".", *options, "--format", "text:../out/report.txt", "--format", "json:../out/report.json",
            "--format", "sarif:../out/report.sarif", "--format", "github:../out/github.txt",
            "--format", "patch:../out/fixes.patch")
        (out / "summary.txt").write_text(f"exit code {result.code}\n{result.err}")
        version = self.tool("version", "--json").json["hipaudit"]
        produced = {}
        for name in self.OUTPUTS:
            text = (out / name).read_bytes().decode()
            text = text.replace(f'"version": "{version}"', '"version": "VERSION"')
            if name == "report.sarif":
                text = self.without_docs(text)
            produced[name] = text.replace(str(self.dir), "/project")
            self.assertNotIn(str(self.top), produced[name], name)
        return produced

    def without_docs(self, text):
        """The docs of rules are many lines, and are no business of a golden file."""
        report = json.loads(text)
        for rule in report["runs"][0]["tool"]["driver"]["rules"]:
            rule["fullDescription"]["text"] = "..."
            rule["help"] = {key: "..." for key in rule["help"]}
        return json.dumps(report, indent=2, ensure_ascii=False) + "\n"

    def compare(self, case):
        produced = self.produce(case)
        for name, text in produced.items():
            path = case / name
            if UPDATE:
                if not path.exists() or path.read_bytes() != text.encode():
                    path.write_bytes(text.encode())
                    print(f"updated {path.relative_to(ROOT)}")
                continue
            self.assertTrue(path.exists(), f"{path} is missing; run tool/dev/update-golden")
            self.assertEqual(path.read_bytes().decode(), text,
                             f"{path.relative_to(ROOT)} differs; look, then run tool/dev/update-golden")


def add_golden_cases():
    for case in sorted(p for p in GOLDEN.iterdir() if (p / "in").is_dir()):
        def test(self, case=case):
            self.compare(case)
        setattr(Golden, "test_" + case.name.replace("-", "_"), test)


def main():
    global HIPAUDIT, UPDATE
    arguments = sys.argv[1:]
    if not arguments or arguments[0].startswith("-"):
        sys.exit(__doc__.strip())
    HIPAUDIT = os.path.abspath(arguments.pop(0))
    if not os.access(HIPAUDIT, os.X_OK):
        sys.exit(f"cli_test: {HIPAUDIT} is no program (build it first?)")
    UPDATE = "--update" in arguments
    golden = UPDATE or "--golden" in arguments
    arguments = [a for a in arguments if a not in ("--update", "--golden")]
    add_golden_cases()
    classes = [Golden] if golden else [
        c for c in ToolTest.__subclasses__() if c is not Golden]
    if any(not a.startswith("-") for a in arguments):
        unittest.main(argv=[sys.argv[0], *arguments])

    def load_tests(loader, _tests, _pattern):
        suite = unittest.TestSuite()
        for one in classes:
            suite.addTests(loader.loadTestsFromTestCase(one))
        return suite

    globals()["load_tests"] = load_tests
    unittest.main(argv=[sys.argv[0], *arguments])


if __name__ == "__main__":
    main()
