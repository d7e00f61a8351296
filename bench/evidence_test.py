"""Proves that no filter gets a wrong result timed: evidence_test.py SIMDKECCAK_BENCH_CORRUPTED

That program is the benchmark with a backend more, "corrupted", of whose every result one bit is wrong. Each of its cases,
run alone, must be refused: exit status 1, one line on stderr, no time on stdout. The same cases of a backend that is right
must pass. So must every mixture of the two by filters, in console and JSON output.
"""

import concurrent.futures
import json
import os
import random
import subprocess
import sys
import tempfile

PROGRAM = sys.argv[1]
CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
FAST = ["--benchmark_min_time=0.0001", "--benchmark_repetitions=1"]
problems = []


def bench(*options):
    return subprocess.run([PROGRAM, *options], capture_output=True, text=True, check=False)


def cases_of(*options):
    return bench("--benchmark_list_tests", *options).stdout.split()


def failures(result):
    """The cases that stderr says failed, as often as it says so."""
    start = "simdkeccak_bench: FAILED "
    return [line[len(start) :].split(": ")[0] for line in result.stderr.splitlines() if line.startswith(start)]


def timed(result):
    """The cases with a time on stdout, aggregates included."""
    found = set()
    for line in result.stdout.splitlines():
        words = line.split()
        if len(words) > 2 and "/" in words[0] and "ERROR" not in words:
            for aggregate in ("_mean", "_median", "_stddev", "_cv"):
                words[0] = words[0].removesuffix(aggregate)
            found.add(words[0])
    return found


def timed_in_json(text):
    return {run["run_name"] for run in json.loads(text)["benchmarks"] if not run.get("error_occurred")}


def expect(what, condition, result):
    if not condition:
        problems.append(f"{what}\n  exit status {result.returncode}\n{result.stdout}{result.stderr}")


def check_refused(job):
    number, case = job
    core = [f"--core={CORES[number % len(CORES)]}"] if CORES else []
    result = bench(f"--benchmark_filter=^{case}$", *FAST, *core)
    expect(f"{case}: must be refused", result.returncode == 1 and failures(result) == [case], result)
    expect(f"{case}: must not be timed", not timed(result), result)


def check_passes(case):
    result = bench(f"--benchmark_filter=^{case}$", *FAST)
    expect(f"{case}: must pass", result.returncode == 0 and not failures(result) and timed(result) == {case}, result)


def check_mixture(*options, wrong):
    """`wrong` are the only ones of the chosen cases that must fail."""
    chosen = {case for case in cases_of(*options) if "corrupted_late" not in case}
    result = bench(*options, "--benchmark_min_time=0.0001")
    failed = [case for case in failures(result) if "corrupted_late" not in case]
    shown = {case for case in timed(result) if "corrupted_late" not in case}
    expect(f"{options}: must choose something", len(chosen) > len(wrong) or set(wrong) == chosen, result)
    expect(f"{options}: exit status", result.returncode == (1 if wrong else 0), result)
    expect(f"{options}: what fails, once each", sorted(failed) == sorted(wrong), result)
    expect(f"{options}: what is timed", shown == chosen - set(wrong), result)


def main():
    everything = cases_of("--backend=corrupted")
    alone = [case for case in everything if "/268435456/" not in case]  # only the two longest are left out
    families = {case.split("/")[0] for case in alone}
    if families != {"streaming", "oneshot", "permutation", "batch", "tree"}:
        problems.append(f"families: {families}")

    with concurrent.futures.ThreadPoolExecutor(max(1, len(CORES))) as pool:
        list(pool.map(check_refused, enumerate(alone)))

    # One right case of each family and algorithm.
    healthy = bench("--list-backends").stdout.split()[0]
    groups = {}
    for case in cases_of(f"--backend={healthy}"):
        if "/268435456/" not in case:
            groups.setdefault(tuple(case.split("/")[:2]), []).append(case)
    dice = random.Random(1)
    for group in groups.values():
        check_passes(dice.choice(group))

    quick = [case for case in cases_of("--quick") if "corrupted" in case and "corrupted_late" not in case]
    pair = f"streaming/sha3-256/({healthy}|corrupted)/136$"
    check_mixture("--quick", "--benchmark_filter=.", "--benchmark_repetitions=1", wrong=quick)
    check_mixture("--quick", "--benchmark_filter=all", wrong=quick)
    check_mixture("--quick", "--benchmark_filter=corrupted/", "--benchmark_enable_random_interleaving=false",
                  wrong=[case for case in quick if "corrupted/" in case])
    check_mixture("--quick", "--benchmark_filter=-corrupted", wrong=[])
    check_mixture(f"--benchmark_filter={pair}", wrong=["streaming/sha3-256/corrupted/136"])
    check_mixture(f"--benchmark_filter={pair}", "--benchmark_display_aggregates_only=false",
                  wrong=["streaming/sha3-256/corrupted/136"])
    check_mixture(f"--backend={healthy},corrupted", "--algorithm=shake128", "--size=576",
                  wrong=[case for case in cases_of("--backend=corrupted", "--algorithm=shake128", "--size=576")])

    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "out.json")
        result = bench(f"--benchmark_filter={pair}", *FAST, "--benchmark_format=json", f"--benchmark_out={file}")
        right = {f"streaming/sha3-256/{healthy}/136"}
        expect("JSON: exit status", result.returncode == 1, result)
        expect("JSON on stdout: what is timed", timed_in_json(result.stdout) == right, result)
        with open(file, encoding="utf-8") as written:
            expect("JSON in a file: what is timed", timed_in_json(written.read()) == right, result)

    # Right in the first repetitions and whenever it is looked at beforehand: nothing of it may be shown.
    for aggregates in ("true", "false"):
        result = bench("--benchmark_filter=streaming/sha3-256/corrupted_late/32$", "--benchmark_min_time=0.003",
                       "--benchmark_repetitions=1000", f"--benchmark_display_aggregates_only={aggregates}")
        expect("late: exit status", result.returncode == 1 and len(failures(result)) == 1, result)
        expect("late: must not be timed", not timed(result), result)

    if problems:
        sys.exit("\n".join(problems[:5]) + f"\n{len(problems)} problems")
    print(f"{len(alone)} of {len(everything)} wrong cases refused one by one; {len(groups)} right ones passed; filters too")


main()
