"""What bench/report makes of small files made here."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from report_limits import core_of, cycles_per_round  # noqa: E402

ZEN5 = "AMD EPYC, family 26 model 2 stepping 1"
BACKENDS = ("avx2", "portable")


def bench(cpu=ZEN5, **context):
    """A file of simdkeccak_bench: two backends, two processes."""
    cases = {"permutation/bmi2_x1/24": 200, "permutation/avx2_x4/24": 90, "permutation/portable_x1/24": 250}
    for number, backend in enumerate(BACKENDS):
        for size in (32, 136, 65536):
            for algorithm in ("keccak-256", "sha3-256", "kt128"):
                cases[f"streaming/{algorithm}/{backend}/{size}"] = size * (2 + number)
        for count in (1, 4, 256):
            cases[f"batch/keccak-256/{backend}/equal/32/{count}"] = 100 + 100 * number
        for size in (10240, 1048576):
            cases[f"tree/kt128/{backend}/{size}/threads:1"] = size / (4 - number)
    runs = []
    for name, ns in cases.items():
        for process in range(2):
            runs.append(
                {"name": name, "run_name": name, "run_type": "iteration", "repetition_index": 0, "iterations": 9,
                 "cpu_time": 1, "real_time": 1, "time_unit": "ns", "ns_per_hash": ns * (1 + 0.001 * process),
                 "tsc_cycles_per_byte": 3.25}
            )  # fmt: skip
    about = {
        "cpu": cpu, "core": "1 (pinned)", "tsc": "2600 MHz", "date": "2030-01-02T03:04:05+00:00", "simdkeccak": "9.8.7",
        "compiler": "cc 1", "build_flags": "-O3", "backends_run": "avx2 (bmi2_x1, avx2_x4); portable (portable_x1)",
        "backends_not_run": "avx512 (this CPU lacks AVX512F)",
    }  # fmt: skip
    return {"context": {**about, **context}, "benchmarks": runs}


def peers():
    cases = []
    for algorithm, ours in (("keccak-256", "keccak-256"), ("kt128", "kt128"), ("blake3", "kt128")):
        for size in (32, 136, 1048576):
            rows = []
            for name, language, share, quiet in (
                ("simdkeccak-avx2", "C++", 1.0, True), ("simdkeccak-portable", "C++", 1.25, True),
                ("rival", "Rust", 0.8 if size == 32 else 2.0, True), ("crowded", "C", 4.0, False),
            ):  # fmt: skip
                ns = [share * (size + delta) for delta in (0, 1, 2)]
                rows.append(
                    {"contender": name, "version": name + " 1.2", "language": language, "ns": ns, "quiet": quiet,
                     "ns_min": ns[0], "ns_median": ns[1], "ratio_to_ours_median": share, "ratio_to_ours_min": share,
                     "ratio_quartiles": [share, share]}
                )  # fmt: skip
            rows.append({"contender": "liar", "version": "liar 0", "language": "Go", "ns": [], "wrong": "00"})
            cases.append({"algorithm": algorithm, "size": size, "messages": 1, "ours": ours, "results": rows})
    machine = {
        "cpu": "AMD EPYC", "family": "26", "model": "2", "system": "an OS", "date": "2030-01-02T03:04:05+00:00", "core": 1,
        "rounds": 3, "sets": 1, "seconds": 1, "shared": 0.25, "compiler": "9.8.7 (cc 1)", "build_type": "Release",
        "flags": "", "versions": {"rival": "rival 1.2", "simdkeccak-avx2": "9.8.7"},
    }  # fmt: skip
    absent = [{"contender": "missing", "reason": "not to be had"}]
    return {"machine": machine, "cases": cases, "absent": absent, "failed": [{"contender": "broken", "reason": "fell over"}]}


def with_matplotlib():
    """An interpreter that has it, or None: the one that runs this, or Debian's."""
    for python in (sys.executable, "/usr/bin/python3"):
        try:
            if subprocess.run([python, "-c", "import matplotlib"], capture_output=True, check=False).returncode == 0:
                return python
        except OSError:
            pass
    return None


CLOCK = '{"core_mhz": 3000}\n{"core_mhz": 4000}\n'


class Report(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.out = self.folder / "out"

    def file(self, name, content):
        path = self.folder / name
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return str(path)

    def run_it(self, *arguments, python=sys.executable):
        command = [python, "-B", HERE / "report", *arguments, "--out", self.out]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def report(self, *contents):
        files = [self.file(f"{i}.json", content) for i, content in enumerate(contents)]
        result = self.run_it(*files, "--no-pictures")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return (self.out / "report.md").read_text(encoding="utf-8"), result.stdout

    def refused(self, what, *arguments):
        result = self.run_it(*arguments, "--no-pictures")
        self.assertEqual((result.returncode, result.stdout, result.stderr.count("\n")), (2, "", 1), result.stderr)
        self.assertIn(what, result.stderr)

    def row(self, text, *cells):
        pattern = r"^\| *" + r" *\| *".join(map(re.escape, cells)) + r" *\|"
        self.assertRegex(text, re.compile(pattern, re.MULTILINE))

    def test_names_what_it_depends_on(self):
        text, shown = self.report(bench(), peers(), CLOCK)
        for part in (ZEN5 + " (Zen 5)", "3.00 to 4.00 GHz", "2030-01-02", "9.8.7, cc 1, -O3",
                     "avx512 (this CPU lacks AVX512F)", "rival (rival 1.2)", "missing (not to be had)",
                     "broken (fell over)", "the digest is wrong", "an OS",
                     "25.0 % of the measurements", "2 repetitions in 2 processes"):  # fmt: skip
            self.assertIn(part, text)
            self.assertIn(part, shown)

    def test_ratios_are_ours_by_theirs(self):
        text, shown = self.report(bench(), peers())
        for output in (text, shown):
            self.row(output, "keccak-256", "rival **1.25**", "rival 0.50", "", "", "rival 0.50")
        self.row(text, "rival", "**1.25**", "0.50", "0.50")
        self.row(text, "crowded", "0.25?", "0.25?", "0.25?")
        self.row(text, "simdkeccak-portable", "0.80", "0.80", "0.80")
        self.row(text, "liar", "WRONG", "WRONG", "WRONG")
        self.row(text, "simdkeccak-avx2, ns a hash, best", "32.0", "136", "1048576")

    def test_backends(self):
        text, _ = self.report(bench())
        self.row(text, "keccak-256, 32 B", "0.67", "1.00", "64.0", "3.25")
        self.row(text, "keccak-256, 4 messages of 32 B", "0.50", "1.00", "100", "3.25")

    def test_limit(self):
        text, _ = self.report(bench(), CLOCK)
        # At 4 GHz, 200 ns are 33.3 cycles a round of 24; 130 operations on six ALUs take 21.7.
        self.row(text, "`bmi2_x1`", "0.80", "200", "33.3", "65 %", "", "", "", "21.7")
        # 184 operations of four states on four pipes.
        self.row(text, "`avx2_x4`", "0.36", "90.0", "15.0", "77 %", "", "", "", "11.5")

    def test_no_limit_where_core_or_clock_are_unknown(self):
        for contents in ([bench("Some CPU, family 6 model 1"), CLOCK], [bench()]):
            text, _ = self.report(*contents)
            self.assertIn("no limits", text)
            self.assertNotIn("of the limit", text)

    def test_cores(self):
        self.assertEqual(core_of("AMD Ryzen 7 5800X, family 25 model 33 stepping 0"), "Zen 3")
        self.assertEqual(core_of(ZEN5), "Zen 5")
        for other in ("AMD EPYC 9654, family 25 model 17 stepping 1", "Intel(R) Xeon(R), family 6 model 143", ""):
            self.assertIsNone(core_of(other))
        self.assertEqual(cycles_per_round("avx2_x4", "Zen 3"), 46)
        self.assertEqual(cycles_per_round("bmi2_x1", "Zen 3"), 32.5)
        self.assertEqual(cycles_per_round("avx512_x8", "Zen 5"), 22.5)
        self.assertIsNone(cycles_per_round("avx512_x8", "Zen 3"))
        self.assertIsNone(cycles_per_round("neon_x2", "Zen 5"))

    def test_document(self):
        document = self.folder / "page.md"
        document.write_text("before\n<!-- measured: begin -->\nstale\n<!-- measured: end -->\nbehind\n", encoding="utf-8")
        for _ in range(2):
            result = self.run_it(self.file("a.json", peers()), "--no-pictures", "--document", document)
            self.assertEqual(result.returncode, 0, result.stderr)
            text = document.read_text(encoding="utf-8")
            self.assertTrue(text.startswith("before\n<!-- measured: begin -->\n"), text)
            self.assertTrue(text.endswith("\n<!-- measured: end -->\nbehind\n"), text)
            self.assertNotIn("stale", text)
            self.assertEqual(text.count("Beside every peer"), 1)
        document.write_text("no place\n", encoding="utf-8")
        self.refused("lacks", self.file("a.json", peers()), "--document", document)
        self.refused("No such file", self.file("a.json", peers()), "--document", self.folder / "none.md")

    def test_joined_file(self):
        self.report(bench(), bench())
        joined = json.loads((self.out / "simdkeccak_bench.json").read_text(encoding="utf-8"))
        self.assertEqual(len(joined["benchmarks"]), 2 * len(bench()["benchmarks"]))

    def test_bad_input(self):
        good = self.file("good.json", bench())
        ours = self.file("peers.json", peers())
        self.refused("No such file", self.folder / "none.json")
        self.refused("not JSON", self.file("bad.json", "{"))
        self.refused("but not of", good, self.file("bad.json", {"a": 1}))
        self.refused("no file with times", self.file("clock.json", CLOCK))
        self.refused("second file", ours, self.file("again.json", peers()))
        self.refused("different", good, self.file("other.json", bench("another CPU")))
        self.refused("no backends", self.file("foreign.json", bench(backends_run="")))
        self.refused("required")
        self.refused("--nonesuch", good, "--nonesuch")

    def test_pictures(self):
        python = with_matplotlib()
        if python is None:
            self.skipTest("no matplotlib")
        pictures = self.folder / "pictures"
        document = self.folder / "page.md"
        document.write_text("<!-- measured: begin --><!-- measured: end -->", encoding="utf-8")
        files = [self.file(f"{i}.json", content) for i, content in enumerate((bench(), peers(), CLOCK))]
        result = self.run_it(*files, "--pictures", pictures, "--document", document, python=python)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        drawn = re.findall(r"^(/.*\.png)$", result.stdout, re.MULTILINE)
        for name in ("small-keccak-256", "rate-keccak-256", "rate-kt128", "backends", "batch", "tree", "limit"):
            self.assertIn(str(pictures / f"{name}.png"), drawn)
            self.assertTrue((pictures / f"{name}.png").read_bytes().startswith(b"\x89PNG"))
            self.assertIn("<svg", (pictures / f"{name}.svg").read_text(encoding="utf-8"))
            self.assertIn(f"](pictures/{name}.svg)", document.read_text(encoding="utf-8"))
        self.assertIn("no picture: Throughput of turboshake128, one thread: not measured", result.stdout)

        again = self.folder / "again"
        self.assertEqual(self.run_it(*files, "--pictures", again, python=python).returncode, 0)
        for file in pictures.iterdir():
            self.assertEqual(file.read_bytes(), (again / file.name).read_bytes(), "the same figures, the same picture")

        unknown = self.run_it(self.file("a.json", bench("another CPU")), "--pictures", again, python=python)
        self.assertIn("no picture: Distance to the limit of the core: the core is not known", unknown.stdout)

    def test_without_matplotlib(self):
        if with_matplotlib() == sys.executable:
            self.skipTest("there is matplotlib")
        result = self.run_it(self.file("a.json", bench()))
        self.assertEqual((result.returncode, result.stderr.count("\n")), (2, 1))
        self.assertIn("python3-matplotlib", result.stderr)


if __name__ == "__main__":
    unittest.main()
