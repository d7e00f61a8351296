"""Files that cannot be read, output that cannot be written, large files."""

import hashlib
import os
import subprocess
import sys
import unittest

import support
from support import KSUM, run, run_in_shell

MIB = 1024 * 1024
CEILING = 32 * MIB

# Computed with another implementation (PyCryptodome): KT128 of that many zero bytes.
KT128_OF_ZEROS = {
    300 * MIB: "beb553f113a113bffa9a3dd5e54b995c6d3a7914d16263f947770e5106e22724",
    5 * 1024 * MIB: "b4a0ac4477cf1ef00801a4ad3a3e458497d11d4c56fe4946e40be1a4136d207d",
}

# Runs a command and writes its largest resident size, in bytes, as the last line. A small process of its own, since the size
# of a child counts from that of the process it is forked from.
MEASURE = """
import resource, subprocess, sys
status = subprocess.call(sys.argv[1:])
unit = 1 if sys.platform == "darwin" else 1024
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit)
sys.exit(status)
"""


def sha3_256_of_zeros(size):
    h = hashlib.sha3_256()
    for _ in range(size // MIB):
        h.update(bytes(MIB))
    return h.hexdigest()


class Unreadable(support.TestCase):
    def setUp(self):
        super().setUp()
        self.write("good", b"good")
        self.line = run("good", cwd=self.folder).raw
        self.assertEqual(len(self.line), 64 + len("  good\n"))

    def assert_complaint(self, name, reason):
        result = run("good", name, "good", cwd=self.folder)
        self.assertEqual(result.raw, self.line * 2)
        self.assertEqual((result.errors, result.status), ([f"ksum: {name}: {reason}"], 1))

    def test_missing(self):
        self.assert_complaint("missing", "No such file or directory")

    def test_directory(self):
        os.mkdir(self.folder / "folder")
        self.assert_complaint("folder", "Is a directory")

    def test_not_permitted(self):
        if os.geteuid() == 0:
            self.skipTest("root may read everything")
        self.write("secret", b"", mode=0)
        self.assert_complaint("secret", "Permission denied")

    def test_read_error(self):
        if not os.path.exists("/proc/self/mem"):
            self.skipTest("there is no /proc/self/mem")
        self.assert_complaint("/proc/self/mem", "Input/output error")

    def test_no_name(self):
        result = run("", cwd=self.folder)
        self.assertEqual((result.raw, result.errors, result.status), (b"", ["ksum: '': No such file or directory"], 1))

    def test_a_complaint_is_one_line(self):
        result = run("new\nline\x1b", cwd=self.folder)
        self.assertEqual((result.errors, result.status), (["ksum: new\\x0aline\\x1b: No such file or directory"], 1))

    def test_closed_standard_input(self):
        result = run_in_shell('"$@" <&-', "good", "-", cwd=self.folder)
        self.assertEqual((result.raw, result.errors, result.status), (self.line, ["ksum: -: Bad file descriptor"], 1))


class Unwritable(support.TestCase):
    COMMANDS = (["-"], ["/dev/null", "/dev/null"], ["--help"], ["--version"], ["--list"], ["-a", "tuplehash128", "/dev/null", "-"])

    def test_full_disk(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("there is no /dev/full")
        for command in self.COMMANDS:
            result = run_in_shell('"$@" > /dev/full', *command)
            self.assertEqual(result.errors, ["ksum: standard output: No space left on device"], command)
            self.assertEqual(result.status, 1, command)

    def test_closed(self):
        for command in self.COMMANDS:
            result = run_in_shell('"$@" >&-', *command)
            self.assertEqual(result.errors, ["ksum: standard output: Bad file descriptor"], command)
            self.assertEqual(result.status, 1, command)

    def test_closed_standard_output_does_not_end_up_in_a_file(self):
        content = bytes(3 * MIB)
        self.write("large", content)
        result = run_in_shell('cat large | "$@" >&-', "-a", "tuplehash128", "-", cwd=self.folder)
        self.assertEqual((result.errors, result.status), (["ksum: standard output: Bad file descriptor"], 1))

    def test_closed_standard_error(self):
        self.write("good", b"good")
        result = run_in_shell('"$@" 2>&-', "missing", "good", cwd=self.folder)
        self.assertEqual((result.lines, result.status), (run("good", cwd=self.folder).lines, 1))

    def test_an_endless_output_ends_when_nobody_reads(self):
        command = [KSUM, "-a", "shake256", "-l", str(2**40)]
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=support.environment()) as process:
            start = process.stdout.read(200_000)
            process.stdout.close()
            self.assertNotEqual(process.wait(timeout=60), 0)
        self.assertEqual(start.decode(), hashlib.shake_256().hexdigest(100_000))


class Memory(support.TestCase):
    def setUp(self):
        super().setUp()
        if os.environ["KSUM_SANITIZED"]:
            self.skipTest("a sanitizer's memory counts too")

    def assert_small(self, *arguments, stdin=None, ceiling=CEILING):
        command = [sys.executable, "-S", "-E", "-c", MEASURE, KSUM, *map(str, arguments)]
        env = support.environment({"TMPDIR": str(self.folder)})
        done = subprocess.run(command, stdin=stdin, capture_output=True, env=env, timeout=600, check=True)
        *lines, size = done.stdout.decode().splitlines()
        self.assertGreater(int(size), MIB // 2)
        self.assertLess(int(size), ceiling)
        return [line.split("  ")[0] for line in lines]

    def test_large_file(self):
        path = self.sparse("large", 300 * MIB)
        self.assertEqual(self.assert_small("-a", "sha3-256", path), [sha3_256_of_zeros(300 * MIB)])
        self.assertEqual(self.assert_small("-a", "kt128", path), [KT128_OF_ZEROS[300 * MIB]])

    def test_large_tuple_from_a_pipe(self):
        path = self.sparse("large", 64 * MIB)
        with subprocess.Popen(["cat", path], stdout=subprocess.PIPE) as source:
            digest = self.assert_small("-a", "tuplehash128", "-", stdin=source.stdout)
            source.stdout.close()
        self.assertEqual(digest, self.assert_small("-a", "tuplehash128", path))

    def test_long_output(self):
        self.write("key", b"k")
        for size in (16 * MIB, 40 * MIB + 1):
            digest = self.assert_small("-a", "kmac256", "--key-file", self.folder / "key", "-l", size, "/dev/null")
            self.assertEqual([len(d) for d in digest], [2 * size])

    def test_sidecar_while_it_is_made(self):
        path = self.sparse("large", 2048 * MIB)
        digest = self.assert_small("tree", "build", "-a", "kt256", path, ceiling=16 * MIB)
        self.assertEqual([len(d) for d in digest], [128])
        self.assertGreater(os.path.getsize(self.folder / "large.kt"), 16 * MIB)

    def test_huge_file(self):
        if os.environ.get("SIMDKECCAK_HUGE") != "1":
            self.skipTest("SIMDKECCAK_HUGE=1 asks for it")
        size = 5 * 1024 * MIB
        path = self.sparse("huge", size)
        self.assertEqual(self.assert_small("-a", "kt128", path), [KT128_OF_ZEROS[size]])
        self.assertEqual(self.assert_small("-a", "sha3-256", path), [sha3_256_of_zeros(size)])


if __name__ == "__main__":
    unittest.main()
