#!/usr/bin/env python3
"""Measures the library beside what people use today, and prints ratios. README.md says how it is done.

usage: run.py [--build DIR] [--quick] [--rounds N] [--core N] [--algorithms A,B] [--sizes N,M] [--contenders A,B]
              [--realtime] [--add PROGRAM] [--out FILE]
"""

import argparse
import datetime
import hashlib
import json
import math
import os
import pathlib
import platform
import random
import re
import select
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
DEFAULT_BUILD = HERE.parent.parent / "build" / "peers"

SIZES = [0, 32, 64, 128, 135, 136, 137, 256, 1024, 4096, 65536, 512000, 1048576]
QUICK_SIZES = [32, 136, 1024, 65536, 1048576]

# Each algorithm, and which of ours stands beside it: itself, or for scale another one.
ALGORITHMS = {
    "keccak-256": "keccak-256",
    "sha3-256": "sha3-256",
    "sha3-512": "sha3-512",
    "shake128": "shake128",
    "shake256": "shake256",
    "turboshake128": "turboshake128",
    "turboshake256": "turboshake256",
    "kt128": "kt128",
    "kt256": "kt256",
    "blake3": "kt128",
    "sha-256": "sha3-256",
}

# Many messages at once.
BATCH = {"algorithms": ["keccak-256", "sha3-256", "shake128"], "sizes": [32, 136, 1024], "messages": 64}

# Every contender but ours: the names of programs in the folder peers/ of what was built.
CONTENDERS = """
    openssl openssl-oneshot libgcrypt botan cryptopp nettle blake3-c
    rustcrypto keccak-asm tiny-keccak xkcp-k12 marsupial blake3
    go-xcrypto go-circl py-hashlib py-pycryptodome js-hash-wasm js-noble
""".split()

# Asked for often, and not here.
NEVER_HERE = {
    "go-fastkeccak": "github.com/erigontech/fastkeccak was not to be had from the Go module proxy; --add takes a program",
    "b3sum": "a command: what it takes to start cannot be told from the hash; blake3 is the same code",
}

FIRST_WARM_UP_NS = 25_000_000  # of each algorithm: some languages compile what they find is used
WARM_UP_NS = 3_000_000
SLICE_NS = 1_000_000
TRY_AGAIN_S = 0.012
SLOW_NS = 10_000_000
PATIENCE_S = 60


class Failure(Exception):
    """A contender that did not do what the protocol says."""


class Contender:
    """A running process that speaks the protocol."""

    def __init__(self, command, core):
        def pin():
            if core is not None:
                os.sched_setaffinity(0, {core})

        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, preexec_fn=pin
        )
        description = self._read()
        self.name = description["contender"]
        self.version = description["version"]
        self.language = description["language"]
        self.algorithms = description["algorithms"]
        self.iterations = {}  # of each case: how many fill a slice
        self.warm = set()  # algorithms

    def _read(self):
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE_S)
        line = self.process.stdout.readline() if ready else b""
        if not ready:
            raise Failure(f"no answer in {PATIENCE_S} s")
        if not line:
            raise Failure(f"ended with exit status {self.process.wait()}")
        try:
            answer = json.loads(line)
        except ValueError:
            raise Failure(f"not JSON: {line[:80]!r}") from None
        if "error" in answer:
            raise Failure(answer["error"])
        return answer

    def ask(self, algorithm, size, messages, **how):
        request = {"algorithm": algorithm, "size": size, "messages": messages, **how}
        try:
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Failure(f"ended with exit status {self.process.wait()}") from None
        return self._read()

    def _threads(self):
        """Of each thread how long it has run, and has waited for the core, in ns; empty where the system does not say."""
        threads = {}
        for file in pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/schedstat"):
            try:
                ran, waited, _ = map(int, file.read_text().split())
                threads[file] = (ran, waited)
            except (OSError, ValueError):
                pass
        return threads

    def warm_up(self, case):
        answer = self.ask(*case, min_ns=WARM_UP_NS if case[0] in self.warm else FIRST_WARM_UP_NS)
        self.warm.add(case[0])
        self._note_speed(case, answer)
        return answer

    def _ask_watching(self, case):
        """The answer, and for what share of its time others had the core: the wait of the thread that ran most."""
        before = self._threads()
        answer = self.ask(*case, iterations=self.iterations[case])
        ran_and_waited = [
            (ran - before.get(thread, (0, 0))[0], waited - before.get(thread, (0, 0))[1])
            for thread, (ran, waited) in self._threads().items()
        ]
        _, waited = max(ran_and_waited, default=(0, 0))
        return answer, waited / max(1.0, answer["ns"] * answer["iterations"] * case[2])

    def measure(self, case):
        """Asks for about a slice. Where others had the core meanwhile, asks again for a while, and keeps the answer least
        disturbed."""
        best, least = None, math.inf
        give_up = time.monotonic() + TRY_AGAIN_S
        while least >= 0.03 and (best is None or time.monotonic() < give_up):
            answer, disturbed = self._ask_watching(case)
            self._note_speed(case, answer)
            if disturbed < least:
                best, least = answer, disturbed
        best["shared"] = least >= 0.03
        return best

    def _note_speed(self, case, answer):
        enough = math.ceil(SLICE_NS / max(1.0, answer["ns"] * case[2]))
        self.iterations[case] = max(self.iterations.get(case, 1), enough)

    def stop(self):
        self.process.stdin.close()
        self.process.stdout.close()
        try:
            self.process.wait(2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Parser(argparse.ArgumentParser):
    def error(self, message):
        print(f"run.py: {message}", file=sys.stderr)
        sys.exit(2)


def chosen(text, known, what, parser):
    """The names of a comma-separated option, each of which must be known; without it, all."""
    names = dict.fromkeys(text.split(",")) if text else known
    for name in names:
        if name not in known:
            parser.error(f"no {what} of that name: {name} (there are {', '.join(known)})")
    return list(names)


def numbers(text, parser):
    for number in text.split(","):
        if not number.isdecimal():
            parser.error(f"--sizes: not a number of bytes: {number!r}")
    return list(dict.fromkeys(map(int, text.split(","))))


def parse(arguments):
    parser = Parser(description="Measures the library beside what people use today.", allow_abbrev=False)
    parser.add_argument("--build", type=pathlib.Path, default=DEFAULT_BUILD, metavar="DIR", help="what setup.sh built into")
    parser.add_argument("--quick", action="store_true", help="five sizes, fewer rounds")
    parser.add_argument("--rounds", type=int, metavar="N", help="rounds of each case (21, quick: 7)")
    parser.add_argument("--core", type=int, metavar="N", help="pin everything to this core (default: the last one)")
    parser.add_argument("--realtime", action="store_true", help="before all other work on that core (needs root)")
    parser.add_argument("--algorithms", metavar="A,B", help=", ".join(ALGORITHMS))
    parser.add_argument("--sizes", metavar="N,M", help="bytes of a message")
    parser.add_argument("--contenders", metavar="A,B", help="only these beside ours")
    parser.add_argument("--add", action="append", default=[], metavar="PROGRAM", help="one more that speaks the protocol")
    parser.add_argument("--out", type=pathlib.Path, metavar="FILE", help="write everything as JSON")
    options = parser.parse_args(arguments)

    options.peers = options.build.resolve() / "peers"
    for program in ("simdkeccak", "reference"):
        if not (options.peers / program).exists():
            parser.error(f"{options.peers / program} is not there: run {HERE / 'setup.sh'} {options.build} first")
    backends = subprocess.run([options.peers / "simdkeccak", "--backends"], capture_output=True, text=True, check=True)
    options.backends = backends.stdout.split()

    known = [f"simdkeccak-{row}{kind}" for row in options.backends for kind in ("", "-batch")]
    known += CONTENDERS + list(NEVER_HERE)
    options.contenders = chosen(options.contenders, known, "contender", parser)
    options.algorithms = chosen(options.algorithms, list(ALGORITHMS), "algorithm", parser)
    options.batch_sizes = BATCH["sizes"]
    if options.sizes:
        options.sizes = options.batch_sizes = numbers(options.sizes, parser)
    else:
        options.sizes = QUICK_SIZES if options.quick else SIZES
    if options.rounds is not None and options.rounds < 1:
        parser.error("--rounds: at least 1")
    options.rounds = options.rounds or (7 if options.quick else 21)
    if hasattr(os, "sched_getaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        options.core = cores[-1] if options.core is None else options.core
        if options.core not in cores:
            parser.error(f"no core of that number: {options.core} (there are {', '.join(map(str, cores))})")
    elif options.core is not None:
        parser.error("--core: this system cannot pin a process")
    if options.out:
        try:
            options.out.open("a").close()
        except OSError as error:
            parser.error(f"--out: {error}")
    if options.realtime:
        try:
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))  # of what is started here, too
        except (AttributeError, OSError) as error:
            parser.error(f"--realtime: {error}")
    return options


def commands(options):
    """The command of every contender, by name; and why others are absent."""
    found, absent = {}, {}
    for row in options.backends:
        ours = [options.peers / "simdkeccak", "--backend", row]
        found[f"simdkeccak-{row}"] = ours
        found[f"simdkeccak-{row}-batch"] = [*ours, "--batch"]
    for name in CONTENDERS:
        if name not in options.contenders:
            continue
        reason = options.peers / "absent" / name
        if reason.exists():
            absent[name] = reason.read_text().strip()
        elif not (options.peers / name).exists():
            absent[name] = "not built (setup.sh builds it)"
        else:
            found[name] = [options.peers / name]
    absent |= {name: reason for name, reason in NEVER_HERE.items() if name in options.contenders}
    base = f"simdkeccak-{options.backends[0]}"
    found = {name: found[name] for name in found if name in options.contenders or name in (base, base + "-batch")}
    for program in options.add:
        found[program] = [program]
    return found, absent


def start(found, core, absent):
    running = {}
    for name, command in found.items():
        try:
            contender = Contender(command, core)
            running[name if name in CONTENDERS or contender.name in running else contender.name] = contender
            absent.pop(contender.name, None)  # it is here after all, by --add
        except (OSError, Failure, KeyError) as error:
            absent[name] = f"did not start: {error}"
    return running


class Results:
    """What was measured: for each case, who said what in each round."""

    def __init__(self, base):
        self.base = base  # (messages) -> name of the contender that ratios are of
        self.cases = {}  # (algorithm, size, messages) -> {name: [ns of each round, None where it was not measured]}
        self.shared = set()  # (case, name, round) of measurements while others had the core
        self.wrong = {}  # (case, name) -> digest
        self.failed = {}  # name -> reason
        self.seen = {}  # name -> description
        self.measured = 0
        self.sets = 0  # of processes

    def add_round(self, case, answers):
        times = self.cases.setdefault(case, {})
        number = max(map(len, times.values()), default=0)
        for name, answer in answers.items():
            ns = times.setdefault(name, [])
            ns += [None] * (number - len(ns))  # the rounds that it was not there for
            if answer is not None:
                self.measured += 1
                if answer["shared"]:
                    self.shared.add((case, name, number))
            ns.append(answer and answer["ns"])

    def summary(self, case):
        """The results of a case, fastest first."""
        rows = []
        base = self.cases[case][self.base(case)]
        for name, ns in self.cases[case].items():
            row = {"contender": name, **self.seen[name], "ns": ns}
            if (case, name) in self.wrong:
                rows.append({**row, "ns": [], "wrong": self.wrong[case, name]})
                continue
            rounds = [i for i in range(min(len(ns), len(base))) if ns[i] is not None and base[i] is not None]
            if not rounds:
                continue
            # Rounds in which one of the two had to share the core say little: left out where enough others are left.
            quiet = [i for i in rounds if not {(case, name, i), (case, self.base(case), i)} & self.shared]
            row["quiet"] = len(quiet) >= min(3, len(rounds))
            ratios = [ns[i] / base[i] for i in (quiet if row["quiet"] else rounds)]
            quartiles = statistics.quantiles(ratios, method="inclusive") if len(ratios) > 1 else ratios * 3
            row["ns_min"] = min(ns[i] for i in rounds)
            row["ns_median"] = statistics.median(ns[i] for i in rounds)
            row["ratio_to_ours_median"] = statistics.median(ratios)
            row["ratio_to_ours_min"] = row["ns_min"] / min(base[i] for i in rounds)
            row["ratio_quartiles"] = [quartiles[0], quartiles[2]]
            rows.append(row)
        return sorted(rows, key=lambda row: row.get("ratio_to_ours_median", math.inf))


def play(options, found, absent):
    """All rounds of all cases."""
    single = f"simdkeccak-{options.backends[0]}"
    results = Results(lambda case: single + ("-batch" if case[2] > 1 else ""))
    cases = [(a, size, 1) for a in options.algorithms for size in options.sizes]
    cases += [
        (a, size, BATCH["messages"]) for a in options.algorithms if a in BATCH["algorithms"] for size in options.batch_sizes
    ]
    expected = {}
    # Three sets of processes, since what memory each happens to get moves its times.
    sets = min(1 if options.quick else 3, options.rounds)
    began = time.monotonic()
    results.sets = sets
    for index in range(sets):
        rounds = options.rounds // sets + (index < options.rounds % sets)
        running = start(found, options.core, absent)
        reference = Contender([options.peers / "reference"], options.core)
        if single not in running:
            sys.exit(f"run.py: {single} {absent[single]}")
        for name, contender in running.items():
            results.seen[name] = {"version": contender.version, "language": contender.language}
        for number, case in enumerate(cases):
            if sys.stderr.isatty():
                where = f"set {index + 1} of {sets}, case {number + 1} of {len(cases)}"
                print(f"\r{time.monotonic() - began:4.0f} s  {where}  ", end="", file=sys.stderr, flush=True)
            play_case(results, running, case, rounds, expected, reference)
        for contender in [*running.values(), reference]:
            contender.stop()
    if sys.stderr.isatty():
        print("\r" + " " * 60 + "\r", end="", file=sys.stderr)
    return results, time.monotonic() - began


def play_case(results, running, case, rounds, expected, reference):
    algorithm, size, messages = case
    base = results.base(case)

    def asked_of(name):
        """Ours stand in for what they do not have."""
        return (ALGORITHMS[algorithm], size, messages) if name == base else case

    def right(asked):
        if asked not in expected:
            if asked[0] == "sha-256":
                every = [bytes((i + j) % 251 for i in range(size)) for j in range(messages)]
                expected[asked] = b"".join(hashlib.sha256(m).digest() for m in every).hex()
            else:
                expected[asked] = reference.ask(*asked, iterations=1)["digest"]
        return expected[asked]

    def answer_of(name, ask):
        """None of one that is wrong or fails, now or earlier."""
        if (case, name) in results.wrong or name in results.failed:
            return None
        try:
            answer = ask(running[name], asked_of(name))
        except Failure as failure:
            results.failed[name] = f"{algorithm} of {size} bytes: {failure}"
            running[name].process.kill()
            return None
        if answer["digest"] != right(asked_of(name)):
            results.wrong[case, name] = answer["digest"]
            return None
        return answer

    players = [
        name
        for name, contender in running.items()
        if asked_of(name)[0] in contender.algorithms and not (messages == 1 and name.endswith("-batch"))
    ]
    warm = {name: answer_of(name, Contender.warm_up) for name in players}
    slow = {name for name in players if warm[name] and warm[name]["ns"] * messages > SLOW_NS and name != base}
    for number in range(rounds):
        random.shuffle(players)
        asked = [name for name in players if number % 3 == 0 or name not in slow]
        results.add_round(case, dict.fromkeys(players) | {name: answer_of(name, Contender.measure) for name in asked})


def machine(options, results, duration):
    def first(path, pattern):
        try:
            match = re.search(pattern, pathlib.Path(path).read_text(), re.MULTILINE)
        except OSError:
            return None
        return match[1].strip() if match else None

    cpuinfo = "/proc/cpuinfo"
    cache = options.build / "CMakeCache.txt"
    return {
        "cpu": first(cpuinfo, r"^model name\s*:(.*)$") or platform.processor() or platform.machine(),
        "family": first(cpuinfo, r"^cpu family\s*:(.*)$"),
        "model": first(cpuinfo, r"^model\s*:(.*)$"),
        "system": platform.platform(),
        "date": datetime.datetime.now().astimezone().isoformat(timespec="seconds"),
        "core": options.core,
        "rounds": options.rounds,
        "sets": results.sets,
        "seconds": round(duration, 1),
        "shared": round(len(results.shared) / max(1, results.measured), 4),
        "compiler": results.seen[f"simdkeccak-{options.backends[0]}"]["version"],
        "build_type": first(cache, r"^CMAKE_BUILD_TYPE:\w+=(.*)$"),
        "flags": first(cache, r"^CMAKE_CXX_FLAGS:\w+=(.*)$"),
        "versions": {name: seen["version"] for name, seen in sorted(results.seen.items())},
    }


def faster(row):
    """Than ours, beyond doubt."""
    return row["quiet"] and row["ratio_quartiles"][1] < 1 and row["ratio_to_ours_min"] < 1


def tables(results):
    """One table an algorithm: a row each contender, a column each size."""
    groups = {}
    for algorithm, size, messages in results.cases:
        groups.setdefault((algorithm, messages), []).append(size)
    for (algorithm, messages), sizes in groups.items():
        summaries = {size: {row["contender"]: row for row in results.summary((algorithm, size, messages))} for size in sizes}
        base = results.base((algorithm, sizes[0], messages))
        title = algorithm if messages == 1 else f"{algorithm}, {messages} messages"
        ours = base if ALGORITHMS[algorithm] == algorithm else f"{ALGORITHMS[algorithm]} of {base}"
        yield f"\n{title}: time / time of {ours}"
        yield " " * 24 + "".join(f"{size:>10}" for size in sizes)

        def mean(name):
            ratios = [rows[name].get("ratio_to_ours_median") for rows in summaries.values() if name in rows]
            ratios = [ratio for ratio in ratios if ratio]
            return statistics.geometric_mean(ratios) if ratios else math.inf

        def cell(row):
            if row is None:
                return "-"
            if "wrong" in row:
                return "WRONG"
            return f"{row['ratio_to_ours_median']:.2f}{'<' if faster(row) else ' ' if row['quiet'] else '?'}"

        for name in sorted({name for rows in summaries.values() for name in rows}, key=mean):
            yield f"{name:24}" + "".join(f"{cell(rows.get(name)):>10}" for rows in summaries.values())
        spreads = []
        for rows in summaries.values():
            half = [
                (row["ratio_quartiles"][1] - row["ratio_quartiles"][0]) / 2 / row["ratio_to_ours_median"]
                for name, row in rows.items()
                if "ratio_quartiles" in row and name != base
            ]
            spreads.append(f"±{100 * statistics.median(half):.0f}% " if half else "")
        yield f"{'spread of a ratio':24}" + "".join(f"{spread:>10}" for spread in spreads)
        least = [rows.get(base, {}).get("ns_min") for rows in summaries.values()]
        yield f"{'ours, ns at best':24}" + "".join(f"{f'{ns:.0f} ' if ns else '-':>10}" for ns in least)


def beaten(results):
    """Where a peer is faster than ours."""
    for case in results.cases:
        if ALGORITHMS[case[0]] != case[0]:
            continue
        for row in results.summary(case):
            if row["contender"].startswith("simdkeccak-") or "wrong" in row or not faster(row):
                continue
            many = f", {case[2]} messages" if case[2] > 1 else ""
            yield f"  {case[0]}, {case[1]} bytes{many}: {row['contender']} {row['ratio_to_ours_median']:.2f}"


def main():
    options = parse(sys.argv[1:])
    found, absent = commands(options)
    try:
        results, duration = play(options, found, absent)
    except Failure as failure:  # of a contender it would be in the results
        print(f"run.py: the reference broke down: {failure}", file=sys.stderr)
        return 1
    about = machine(options, results, duration)

    print(f"{about['cpu']}, family {about['family']}, model {about['model']}; ours: {about['compiler']}")
    shared = f"{100 * about['shared']:.0f} % of the measurements had to share the core"
    print(f"{options.rounds} rounds in {duration:.0f} s; {shared}")
    print("Medians of the ratios of the same round. <: faster than ours. ?: too few rounds had the core to themselves.")
    print(*tables(results), sep="\n")
    if lines := list(beaten(results)):
        print("\nFaster than ours:", *lines, sep="\n")
    if absent:
        print("\nAbsent:", *(f"  {name}: {reason}" for name, reason in sorted(absent.items())), sep="\n")
    for name, reason in results.failed.items():
        print(f"FAILED: {name}: {reason}", file=sys.stderr)
    for (case, name), digest in results.wrong.items():
        print(f"WRONG: {name}: {case[0]} of {case[1]} bytes, {case[2]} messages: {digest[:64]}", file=sys.stderr)

    if options.out:
        cases = [
            {
                "algorithm": case[0],
                "size": case[1],
                "messages": case[2],
                "ours": ALGORITHMS[case[0]],
                "results": results.summary(case),
            }
            for case in results.cases
        ]
        document = {
            "machine": about,
            "cases": cases,
            "absent": [{"contender": name, "reason": reason} for name, reason in sorted(absent.items())],
            "failed": [{"contender": name, "reason": reason} for name, reason in results.failed.items()],
        }
        options.out.write_text(json.dumps(document, indent=1) + "\n")
    return 1 if results.failed or results.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
