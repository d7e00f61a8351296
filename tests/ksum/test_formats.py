"""Formats of lines, beside those of coreutils where they have them, and the names under which ksum is called."""

import base64
import json
import os
import subprocess
import unittest

import support
from support import run

CONTENT = b"content"


class Formats(support.TestCase):
    def setUp(self):
        super().setUp()
        for name in (b"plain", b"new\nline", b"\xffbytes", b"back\\slash", "naïve".encode()):
            self.write(name, CONTENT)
        self.digest = bytes.fromhex(run(stdin=CONTENT).digest)

    def lines(self, *options, names=(b"plain", b"new\nline")):
        result = run(*options, *names, cwd=self.folder)
        self.assert_good(result)
        return result.raw

    def test_zero(self):
        hexadecimal = self.digest.hex().encode()
        self.assertEqual(self.lines("--zero"), b"%s  plain\0%s  new\nline\0" % (hexadecimal, hexadecimal))
        self.assertEqual(self.lines("-z", "--tag"), b"KT128-256 (plain) = %s\0KT128-256 (new\nline) = %s\0" % (hexadecimal, hexadecimal))
        self.assertEqual(self.lines("-z", "--no-names"), (hexadecimal + b"\0") * 2)

    def test_raw(self):
        self.assertEqual(self.lines("--raw", names=[b"plain"]), self.digest)
        long = run("--raw", "-l", 100_000, "-a", "shake128", stdin=CONTENT)
        self.assertEqual(long.raw.hex(), run("-l", 100_000, "-a", "shake128", stdin=CONTENT).digest)
        self.assertEqual(len(long.raw), 100_000)

    def test_base64(self):
        text = base64.b64encode(self.digest)
        self.assertEqual(self.lines("--base64"), b"%s  plain\n\\%s  new\\nline\n" % (text, text))
        for length in (1, 2, 3, 4, 5, 1000, 70_000):
            raw = run("--raw", "-l", length, stdin=CONTENT).raw
            self.assertEqual(run("--base64", "--no-names", "-l", length, stdin=CONTENT).raw, base64.b64encode(raw) + b"\n", length)

    def test_binary_mark(self):
        hexadecimal = self.digest.hex().encode()
        self.assertEqual(self.lines("-b"), b"%s *plain\n\\%s *new\\nline\n" % (hexadecimal, hexadecimal))
        self.assertEqual(self.lines("-t"), b"%s  plain\n\\%s  new\\nline\n" % (hexadecimal, hexadecimal))

    def test_json(self):
        names = [b"plain", b"new\nline", b"\xffbytes", "naïve".encode()]
        objects = [json.loads(line) for line in self.lines("--json", names=names).splitlines()]
        rest = {"algorithm": "kt128", "length": 32, "digest": self.digest.hex()}
        self.assertEqual(objects, [
            {"name": "plain", **rest},
            {"name": "new\nline", **rest},
            {"name": "\ufffdbytes", "name_bytes": b"\xffbytes".hex(), **rest},
            {"name": "naïve", **rest},
        ])
        self.assertEqual(json.loads(self.lines("--json", "--zero", names=[b"plain"]).rstrip(b"\0"))["name"], "plain")
        short = json.loads(self.lines("--json", "--base64", "-l", "2", names=[b"plain"]))
        self.assertEqual((short["length"], short["digest"]), (2, base64.b64encode(self.digest[:2]).decode()))
        tuple_ = json.loads(self.lines("--json", "-a", "tuplehash128", names=[b"plain", b"\xffbytes"]))
        self.assertEqual(tuple_["names"], ["plain", "\ufffdbytes"])
        self.assertEqual(tuple_["name_bytes"], [b"plain".hex(), b"\xffbytes".hex()])
        long = json.loads(self.lines("--json", "-l", "70000", names=[b"plain"]))
        self.assertEqual(len(long["digest"]), 140_000)

    def test_text_or_hex(self):
        for option in ("--customization", "--function-name"):
            text = run("-a", "cshake128", option, "AZ", stdin=CONTENT)
            self.assertEqual(text.raw, run("-a", "cshake128", option + "-hex", "415a", stdin=CONTENT).raw)
            self.assertEqual(text.raw, run("-a", "cshake128", option + "-hex", "415A", stdin=CONTENT).raw)
            self.assertNotEqual(text.raw, run("-a", "cshake128", option + "-hex", "41005a", stdin=CONTENT).raw)

    def test_abbreviated_options(self):
        self.assertEqual(run("--alg", "sha3-256", "--no-n", stdin=CONTENT).raw, run("-a", "sha3-256", "--no-names", stdin=CONTENT).raw)
        self.assertEqual(run("--alg=sha3-256", stdin=CONTENT).raw, run("-a", "sha3-256", stdin=CONTENT).raw)


class CalledAs(support.TestCase):
    NAMES = {
        "keccak256sum": "keccak-256", "keccak-512sum": "keccak-512", "sha3-256sum": "sha3-256", "sha3-512sum": "sha3-512",
        "shake128sum": "shake128", "turboshake256sum": "turboshake256", "kt128sum": "kt128", "k12sum": "kt128", "ksum": "kt128",
        "sum": "kt128", "kt256sum": "kt256",
    }

    def called(self, name, *arguments):
        link = self.folder / name
        if not link.is_symlink():
            link.symlink_to(support.KSUM)
        return subprocess.run([link, *arguments], input=CONTENT, capture_output=True, env=support.environment(), check=False)

    def test_names(self):
        for name, algorithm in self.NAMES.items():
            self.assertEqual(self.called(name).stdout, run("-a", algorithm, stdin=CONTENT).raw, name)
        self.assertEqual(self.called("sha3-256sum", "-a", "kt256").stdout, run("-a", "kt256", stdin=CONTENT).raw)

    def test_check(self):
        self.write("file", CONTENT)
        self.write("LIST", run("-a", "sha3-256", self.folder / "file").raw)
        self.assertEqual(self.called("sha3-256sum", "-c", self.folder / "LIST").returncode, 0)
        self.assertEqual(self.called("keccak256sum", "-c", self.folder / "LIST").returncode, 1)

    def test_commands_are_ksum_s_alone(self):
        self.assertIn(b"bench: No such file", self.called("sha3-256sum", "bench").stderr)


class Commands(support.TestCase):
    def test_self_test(self):
        result = run("self-test")
        self.assert_good(result)
        rows = support.backends()
        for name, (runs, _) in rows.items():
            if not runs:
                self.assertTrue(any(line.startswith("not run:") and name in line for line in result.lines), name)
        passed = [line.split()[0] for line in result.lines if " passed, 33 known answers" in line]
        self.assertIn("portable_x1", passed)
        self.assertEqual(len(passed) + sum(line.startswith("not run:") for line in result.lines), len(result.lines))
        kernels = {word for line in run("--list").lines if "runs on this CPU" in line for word in line.split() if "_x" in word}
        self.assertEqual(set(passed), kernels)

    def test_bench(self):
        if os.environ["KSUM_SANITIZED"]:
            self.skipTest("too slow")
        result = run("bench")
        self.assert_good(result)
        self.assertRegex(result.raw.decode(), r"kt128 +\d+\.\d\d GB/s\n")

    def test_a_file_of_that_name(self):
        self.write("self-test", b"")
        result = run("self-test", cwd=self.folder)
        self.assert_usage_error(result, "'self-test' is a command of ksum and a file here; write ./self-test for the file")
        self.assert_good(run("--", "self-test", cwd=self.folder))


if __name__ == "__main__":
    unittest.main()
