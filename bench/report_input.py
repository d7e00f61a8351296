"""The files that bench/report and bench/compare read, each known by what is in it:

    Bench   simdkeccak_bench --benchmark_out=FILE, or any JSON of Google Benchmark
    Peers   bench/peers/run.py --out FILE
    Clock   report_clock's lines: what the core's clock was

Each of the first two has `samples`: of each case, by name, its times in ns, one a repetition or round; `failed`: what is not
to be believed, by name, with its reason; `noisy`: the names whose times are known to be disturbed; and `processes`: in how
many processes, one after the other, each case was timed.
"""

import json
import math
import statistics

NS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}


class BadInput(Exception):
    """In one line, what is wrong with a file."""


class Bench:
    what = "Google Benchmark's"

    def __init__(self, document):
        self.document = document
        self.context = dict(document["context"])
        self.samples = {}
        self.noisy = set()
        self.failed = {}
        self.counters = {}  # (case, counter) -> [value of each repetition]
        first = {}  # how many first repetitions there are: one a process
        for run in document["benchmarks"]:
            name = run.get("run_name") or run["name"]
            if run.get("error_occurred"):
                self.failed[name] = run.get("error_message", "failed")
            elif run.get("run_type", "iteration") == "iteration":
                self.samples.setdefault(name, []).append(self._ns(run))
                first[name] = first.get(name, 0) + (run.get("repetition_index", 0) == 0)
                for counter in ("bytes_per_second", "tsc_cycles_per_byte", "tsc_cycles_per_state"):
                    if counter in run:
                        self.counters.setdefault((name, counter), []).append(run[counter])
        self.processes = max(first.values(), default=0)
        for name in self.failed:
            self.samples.pop(name, None)

    def joined(self, other):
        """Both as one: further processes of the same program."""
        for key in ("simdkeccak", "cpu", "compiler", "build_flags", "backends_run"):
            mine, others = self.context.get(key), other.context.get(key)
            if mine != others:
                raise BadInput(f"of different programs or machines: {key} is {mine!r} and {others!r}")
        runs = self.document["benchmarks"] + other.document["benchmarks"]
        return Bench({"context": self.context, "benchmarks": runs})

    @staticmethod
    def _ns(run):
        """Of one hash, or one state; of one iteration where the case knows neither."""
        for counter in ("ns_per_hash", "ns_per_state"):
            if counter in run:
                return float(run[counter])
        return float(run["cpu_time"]) * NS[run.get("time_unit", "ns")]


class Peers:
    what = "bench/peers/run.py's"

    def __init__(self, document):
        self.machine = dict(document["machine"])
        self.processes = self.machine.get("sets", 1)
        self.absent = {row["contender"]: row["reason"] for row in document["absent"]}
        self.failed = {row["contender"]: row["reason"] for row in document["failed"]}
        self.cases = {}  # (algorithm, size, messages) -> {contender: row}
        self.samples = {}
        self.noisy = set()  # the samples that were taken while others had the core
        for case in document["cases"]:
            key = (case["algorithm"], case["size"], case["messages"])
            self.cases[key] = {row["contender"]: row for row in case["results"]}
            many = f"/{key[2]}" if key[2] > 1 else ""
            for row in case["results"]:
                name = f"{key[0]}/{row['contender']}/{key[1]}{many}"
                if "wrong" in row:
                    self.failed[name] = "the digest is wrong"
                else:
                    if not row["quiet"]:
                        self.noisy.add(name)
                    self.samples[name] = [float(ns) for ns in row["ns"] if ns is not None]


class Clock:
    what = "report_clock's"

    def __init__(self, rows):
        self.mhz = [float(row["core_mhz"]) for row in rows]


def read(path):
    """A Bench, a Peers or a Clock."""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: not JSON: not even text") from None
    try:
        document = json.loads(text)
    except ValueError as error:
        document = lines(text)
        if document is None:
            raise BadInput(f"{path}: not JSON: {error if text.strip() else 'empty'}") from None
    try:
        file = known(document)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadInput(f"{path}: JSON, but not of simdkeccak_bench or bench/peers/run.py") from None
    if not isinstance(file, Clock) and not file.samples and not file.failed:
        raise BadInput(f"{path}: has no repetitions (aggregates alone do not tell the noise)")
    return file


def lines(text):
    """A document a line, or None."""
    try:
        return [json.loads(line) for line in text.splitlines()] or None
    except ValueError:
        return None


def known(document):
    if isinstance(document, list) or "core_mhz" in document:
        return Clock(document if isinstance(document, list) else [document])
    return Bench(document) if "benchmarks" in document else Peers(document)


def quartiles(samples):
    """First, second and third; of few samples, in between them."""
    if len(samples) == 1:
        return samples * 3
    return statistics.quantiles(samples, n=4, method="inclusive")


def spread(samples):
    """Half the distance between the quartiles, as a share of the median."""
    first, middle, third = quartiles(samples)
    return (third - first) / 2 / middle if middle else math.inf
