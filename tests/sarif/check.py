#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs hipaudit over files and checks the SARIF that it writes.

Beyond the schema: fingerprints are unique, indices point at what they name, each region holds its
snippet when columns are counted in UTF-16 code units, no machine path outside originalUriBaseIds,
and a second run gives the same bytes.

usage: check.py HIPAUDIT ROOT [FILE...]      (default: every bad.hip of the corpus)
       check.py --validate-only REPORT.sarif
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import urllib.parse

import jsonschema

SCHEMA = pathlib.Path(__file__).with_name("sarif-2.1.0-subset.schema.json")


def schema_errors(report):
    validator = jsonschema.Draft7Validator(json.loads(SCHEMA.read_text()))
    for error in validator.iter_errors(report):
        path = "/".join(str(part) for part in error.absolute_path)
        yield f"schema: {path}: {error.message[:300]}"


def utf16_slice(text, region):
    """The text of a region. Lines end at \\n, as in the report."""
    lines = text.split("\n")

    def offset(line, column):
        units = lines[line - 1].encode("utf-16-le", "surrogatepass")[: 2 * (column - 1)]
        before = sum(len(one) + 1 for one in lines[: line - 1])
        return before + len(units.decode("utf-16-le", "surrogatepass"))

    return text[
        offset(region["startLine"], region["startColumn"]) : offset(
            region["endLine"], region["endColumn"]
        )
    ]


def physical_locations(result):
    for location in result["locations"] + result.get("relatedLocations", []):
        yield location["physicalLocation"]


def content_errors(report, root):
    for run in report["runs"]:
        driver = run["tool"]["driver"]
        seen = set()
        for number, result in enumerate(run["results"]):
            where = f"result {number}"
            if driver["rules"][result["ruleIndex"]]["id"] != result["ruleId"]:
                yield f"{where}: ruleIndex does not point at {result['ruleId']}"
            prints = result["partialFingerprints"]["hipaudit/v1"]
            if prints in seen:
                yield f"{where}: fingerprint {prints} is not unique"
            seen.add(prints)
            for place in physical_locations(result):
                region = place["region"]
                if "snippet" not in region:
                    continue
                path = root / urllib.parse.unquote(place["artifactLocation"]["uri"])
                text = path.read_bytes().decode("utf-8", "replace")
                found = utf16_slice(text, region)
                if found != region["snippet"]["text"]:
                    yield f"{where}: region holds {found!r}, not {region['snippet']['text']!r}"
        for invocation in run["invocations"]:
            for said in invocation["toolExecutionNotifications"]:
                descriptor = said["descriptor"]
                if driver["notifications"][descriptor["index"]]["id"] != descriptor["id"]:
                    yield f"notification index does not point at {descriptor['id']}"
        bases = run.pop("originalUriBaseIds")
        if str(root) in json.dumps(run):
            yield "a machine path stands outside originalUriBaseIds"
        run["originalUriBaseIds"] = bases


def run_hipaudit(binary, root, files, jobs):
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "report.sarif"
        command = [binary, "check", *files, "--format", f"sarif:{out}", "--hip-headers", "bundled"]
        command += ["--root", str(root), "--perf", "-j", str(jobs)]
        done = subprocess.run(command, cwd=root, capture_output=True, text=True)
        if done.returncode not in (0, 1, 3):
            sys.exit(f"{' '.join(command)}\nexit code {done.returncode}\n{done.stderr}")
        return out.read_bytes()


def main():
    if sys.argv[1:2] == ["--validate-only"]:
        errors = list(schema_errors(json.loads(pathlib.Path(sys.argv[2]).read_text())))
    else:
        binary = str(pathlib.Path(sys.argv[1]).resolve())
        root = pathlib.Path(sys.argv[2]).resolve()
        files = sys.argv[3:] or sorted(
            str(path.relative_to(root)) for path in root.glob("test-corpus/*/bad.hip")
        )
        if not files:
            sys.exit("no files to check")
        first = run_hipaudit(binary, root, files, 1)
        report = json.loads(first)
        errors = list(schema_errors(report)) + list(content_errors(report, root))
        if first != run_hipaudit(binary, root, files, 2):
            errors.append("two runs gave different bytes")
        if not report["runs"][0]["results"]:
            errors.append("no results: nothing was checked")
    for error in errors[:50]:
        print(error)
    print(f"{len(errors)} errors")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
