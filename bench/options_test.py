"""What simdkeccak_bench does with its command line: options_test.py SIMDKECCAK_BENCH"""

import json
import os
import subprocess
import sys
import tempfile

PROGRAM = sys.argv[1]
problems = []


def bench(*options):
    return subprocess.run([PROGRAM, *options], capture_output=True, text=True, check=False)


def expect(what, condition, seen=""):
    if not condition:
        problems.append(f"{what}\n{seen}")


def check_refused(*options):
    result = bench(*options)
    expect(f"{options}: must exit with 2", result.returncode == 2, f"exit status {result.returncode}")
    expect(f"{options}: one line on stderr", result.stderr.count("\n") == 1, result.stderr)
    expect(f"{options}: nothing on stdout", result.stdout == "", result.stdout)


def check_quick():
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "out.json")
        result = bench("--quick", "--benchmark_min_time=0.0005", f"--benchmark_out={file}", "--benchmark_out_format=json")
        expect("--quick: exit status", result.returncode == 0, result.stderr)
        with open(file, encoding="utf-8") as written:
            report = json.load(written, parse_constant=lambda word: problems.append(f"JSON has {word}"))
    for key in ("simdkeccak", "cpu", "cpu_features", "core", "tsc", "compiler", "build_flags", "backends_run",
                "backends_not_run", "reference", "input_alignment", "allocations", "counters"):
        expect(f"context: {key}", report["context"].get(key), report["context"])
        expect(f"header: {key}", f"\n{key}: " in result.stderr, result.stderr)
    runs = [run for run in report["benchmarks"] if run["run_type"] == "iteration"]
    expect("--quick: every case three times", len(runs) == 3 * len({run["name"] for run in runs}))
    for run in runs:
        name = run["name"]
        expect(f"{name}: allocations", run["allocations"] == (1 if name == "self_test/allocation" else 0), run)
        counter = {"permutation": "ns_per_state", "self_test": "cpu_time"}.get(name.split("/")[0], "ns_per_hash")
        expect(f"{name}: {counter}", run[counter] > 0, run)


def main():
    for options in (
        ["--backend=nonesuch"], ["--backend", "nonesuch"], ["--backend=portable,nonesuch"], ["--backend="],
        ["--algorithm=md5"], ["--algorithm=keccak-256,"], ["--size=777"], ["--size=many"], ["--size=-1"],
        ["--algorithm=keccak-256", "--size=8192"], ["--core=4096"], ["--core=-1"], ["--core=x"], ["--core"],
        ["--nonesuch"], ["nonesuch"], ["--quick=1"], ["--benchmark_nonesuch"], ["--benchmark_filter=nonesuch"],
        ["--benchmark_filter=("], ["--benchmark_format=csv"], ["--benchmark_out=/nonesuch/file"],
    ):
        check_refused(*options)

    listed = bench("--list-backends")
    expect("--list-backends", listed.returncode == 0 and "portable_x1" in listed.stdout, listed.stdout)
    chosen = bench("--backend=portable", "--algorithm", "kt128,shake128", "--size=136", "--benchmark_list_tests")
    names = chosen.stdout.split()
    expect("a choice of cases", "streaming/kt128/portable/136" in names and "batch/shake128/portable/equal/136/64" in names
           and all("/portable/" in name and "136" in name for name in names), names)
    check_quick()

    if problems:
        sys.exit("\n".join(problems[:10]) + f"\n{len(problems)} problems")
    print("the command line is as it should be")


main()
