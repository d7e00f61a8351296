"""What bench/compare says of small files made here."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

COMPARE = pathlib.Path(__file__).resolve().parent / "compare"


def bench(cases, failed=(), **context):
    """A file of Google Benchmark: of each case the ns of its repetitions."""
    runs = []
    for name, times in cases.items():
        for index, ns in enumerate(times):
            runs.append(
                {"name": name, "run_name": name, "run_type": "iteration", "repetition_index": index, "iterations": 9,
                 "real_time": 1.0, "cpu_time": 1.0, "time_unit": "ns", "ns_per_hash": ns}
            )  # fmt: skip
        runs.append({"name": name + "_mean", "run_name": name, "run_type": "aggregate", "cpu_time": 1.0, "time_unit": "ns"})
    for name in failed:
        runs.append({"name": name, "run_name": name, "run_type": "iteration", "error_occurred": True, "error_message": "no"})
    return {"context": {"cpu": "a", **context}, "benchmarks": runs}


def peers(results, sets=3):
    """A file of run.py: of each contender its rounds of keccak-256 of 32 bytes; of a string, that as a wrong digest."""
    rows = []
    for name, ns in results.items():
        row = {"contender": name, "version": "1", "language": "C", "quiet": name != "disturbed"}
        rows.append({**row, "ns": [], "wrong": ns} if isinstance(ns, str) else {**row, "ns": ns})
    case = {"algorithm": "keccak-256", "size": 32, "messages": 1, "ours": "keccak-256", "results": rows}
    return {"machine": {"sets": sets}, "cases": [case], "absent": [], "failed": []}


class Compare(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name, content):
        path = self.folder / name
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return str(path)

    def run_it(self, *arguments):
        return subprocess.run([sys.executable, "-B", COMPARE, *arguments], capture_output=True, text=True, check=False)

    def compare(self, before, after, *options):
        result = self.run_it(self.file("a.json", before), self.file("b.json", after), *options)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout

    def words(self, output):
        """Of each case its ratio and its verdict."""
        rows = [line.split() for line in output.splitlines()]
        return {row[0]: (row[1], row[-1]) for row in rows if len(row) == 7 and row[3] == "%"}

    def refused(self, what, *arguments):
        result = self.run_it(*arguments)
        self.assertEqual((result.returncode, result.stdout, result.stderr.count("\n")), (2, "", 1), result.stderr)
        self.assertTrue(result.stderr.startswith("compare: "), result.stderr)
        self.assertIn(what, result.stderr)

    def test_verdicts(self):
        before = {"same": [100, 101, 99], "faster": [100, 101, 99], "slower": [100, 101, 99], "little": [100, 101, 99],
                  "wide": [100, 80, 130], "best": [100, 101, 60], "single": [100]}  # fmt: skip
        after = {"same": [101, 100, 99], "faster": [80, 81, 79], "slower": [120, 121, 119], "little": [104, 105, 103],
                 "wide": [115, 105, 112], "best": [90, 91, 89], "single": [50]}  # fmt: skip
        self.assertEqual(
            self.words(self.compare(bench(before), bench(after))),
            {"same": ("1.000", "same"), "faster": ("0.800", "faster"), "slower": ("1.200", "slower"),
             "little": ("1.040", "same"),  # less than a single process can tell
             "wide": ("1.120", "same"),  # quartiles overlap
             "best": ("0.900", "same"),  # the best time says the contrary
             "single": ("0.500", "?")},
        )  # fmt: skip

    def test_least(self):
        before, after = bench({"a": [100, 101, 99]}), bench({"a": [104, 105, 103]})
        self.assertIn("1 slower", self.compare(before, after, "--least", "2"))
        self.assertIn("1 the same", self.compare(before, after, "--least=30"))

    def test_drift(self):
        before = {name: [100, 101, 99] for name in "abcde"}
        after = {name: [110, 111, 109] for name in "abcd"} | {"e": [77, 78, 76]}
        out = self.compare(bench(before), bench(after))
        self.assertIn("moved by 1.100", out)
        self.assertIn("1 faster, 4 slower", out)
        out = self.compare(bench(before), bench(after), "--relative")
        self.assertEqual(self.words(out)["a"], ("1.000", "same"))
        self.assertEqual(self.words(out)["e"], ("0.700", "faster"))
        self.assertNotIn("moved by", self.compare(bench(before), bench(before)))

    def test_more_processes_tell_more(self):
        before = [self.file(f"a{i}.json", bench({"a": [100, 101, 99]})) for i in range(3)]
        after = [self.file(f"b{i}.json", bench({"a": [104, 105, 103]})) for i in range(3)]
        self.assertIn("1 the same", self.run_it(",".join(before[:2]), ",".join(after[:2])).stdout)
        self.assertIn("1 slower", self.run_it(",".join(before), ",".join(after)).stdout)

    def test_processes_must_be_of_one_program(self):
        a, b = self.file("a.json", bench({"a": [1, 2]})), self.file("b.json", bench({"a": [1, 2]}, cpu="b"))
        self.refused("cpu", f"{a},{b}", a)

    def test_cases_of_one_file(self):
        out = self.compare(bench({"a": [1, 2], "x/64": [1, 2]}), bench({"a": [1, 2], "y": [1, 2]}, failed=["z"]))
        self.assertIn("Only in the first file:\n  x/64\n", out)
        self.assertIn("Only in the second file:\n  y\n", out)
        self.assertIn("Failed in the second file:\n  z: no\n", out)
        self.assertIn("1 cases:", out)

    def test_failed_cases_have_no_ratio(self):
        out = self.compare(bench({"a": [1, 2], "b": [1, 2]}), bench({"a": [1, 2], "b": [1, 2]}, failed=["b"]))
        self.assertEqual(list(self.words(out)), ["a"])

    def test_differing(self):
        out = self.compare(bench({"a": [1, 1], "b": [100, 101]}), bench({"a": [1, 1], "b": [50, 51]}), "--differing")
        self.assertEqual(list(self.words(out)), ["b"])

    def test_time_of_other_programs(self):
        runs = [{"name": "f", "iterations": 1, "real_time": 9, "cpu_time": 2, "time_unit": unit} for unit in ("us", "us")]
        out = self.compare({"context": {}, "benchmarks": runs}, bench({"f": [1000, 1001]}))
        self.assertEqual(self.words(out), {"f": ("0.500", "faster")})

    def test_peers(self):
        before = {"ours": [100, 101, None, 99], "x": [200, 201, 202], "liar": "00", "disturbed": [100, 101], "old": [1, 1]}
        after = {"ours": [90, 91, 89], "x": [200, 201, 202], "liar": [1, 1, 1], "disturbed": [50, 51]}
        out = self.compare(peers(before), peers(after))
        self.assertEqual(
            self.words(out),
            {"keccak-256/ours/32": ("0.900", "faster"), "keccak-256/x/32": ("1.000", "same"),
             "keccak-256/disturbed/32": ("0.502", "?")},
        )  # fmt: skip
        self.assertIn("Only in the first file:\n  keccak-256/old/32\n", out)
        self.assertIn("keccak-256/liar/32: the digest is wrong", out)
        self.assertIn("1 the same", self.compare(peers({"a": [100, 101]}, sets=1), peers({"a": [92, 93]}, sets=1)))

    def test_bad_input(self):
        good = self.file("good.json", bench({"a": [1, 2]}))
        other = self.file("peers.json", peers({"a": [1, 2]}))
        missing = str(self.folder / "missing.json")
        self.refused("No such file", missing, good)
        self.refused("No such file", good, missing)
        self.refused("directory", str(self.folder), good)
        for name, content, what in (
            ("text", "not JSON", "not JSON"), ("empty", "", "empty"),
            ("cut", json.dumps(bench({"a": [1]}))[:90], "not JSON"),
            ("list", "[1, 2]", "but not of"), ("number", "17", "but not of"), ("null", "null", "but not of"),
            ("object", {}, "but not of"), ("half", {"context": {}, "benchmarks": 3}, "but not of"),
            ("nameless", {"context": {}, "benchmarks": [{}]}, "but not of"),
            ("none", {"context": {}, "benchmarks": []}, "no repetitions"),
            ("aggregates", bench({"a": []}), "no repetitions"),
            ("zero", bench({"a": [0, 1]}), "above 0"), ("nan", bench({"a": [float("nan"), 1]}), "above 0"),
            ("clock", '{"core_mhz": 4000}', "clock"),
        ):  # fmt: skip
            with self.subTest(name):
                self.refused(what, self.file("bad.json", content), good)
                self.refused(what, good, self.file("bad.json", content))
        (self.folder / "binary.json").write_bytes(bytes(range(256)))
        self.refused("not JSON", good, str(self.folder / "binary.json"))
        self.refused("no case in common", good, other)
        self.refused("no case in common", other, good)
        self.refused("joined", f"{good},{other}", good)

    def test_bad_arguments(self):
        good = self.file("good.json", bench({"a": [1, 2]}))
        self.refused("required", good)
        self.refused("unrecognized", good, good, good)
        self.refused("--least", good, good, "--least=x")
        self.refused("--least", good, good, "--least=-1")
        self.refused("--least", good, good, "--least=nan")


if __name__ == "__main__":
    unittest.main()
