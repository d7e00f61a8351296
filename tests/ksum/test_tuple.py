"""TupleHash: the files are the elements of one tuple."""

import os
import subprocess
import threading
import time
import unittest
from pathlib import Path

import support
from support import run

MIB = 1024 * 1024
TUPLEHASH = ["-a", "tuplehash128"]


def left_encode(n):
    octets = n.to_bytes(max(1, (n.bit_length() + 7) // 8), "big")
    return bytes([len(octets)]) + octets


def tuplehash128(elements):
    """By way of cSHAKE (SP 800-185, section 5.3)."""
    message = b"".join(left_encode(8 * len(e)) + e for e in elements) + b"\x01\x00\x02"
    result = run("-a", "cshake128", "--function-name", "TupleHash", stdin=message)
    assert result.status == 0
    return result.digest


class Tuple(support.TestCase):
    def test_one_line_with_all_names(self):
        elements = [b"abc", b"", support.ptn(3 * MIB)]
        for name, content in zip(("one", "new\nline", "three"), elements):
            self.write(name, content)
        digest = tuplehash128(elements)
        result = run(*TUPLEHASH, "one", "new\nline", "three", cwd=self.folder)
        self.assert_good(result)
        self.assertEqual(result.lines, [f"\\{digest}  one new\\nline three"])
        result = run(*TUPLEHASH, "--tag", "one", "new\nline", "three", cwd=self.folder)
        self.assertEqual(result.lines, [f"\\TUPLEHASH128-256 (one new\\nline three) = {digest}"])

    def test_only_lines_of_one_name_are_checked(self):
        for name in ("one", "two", "of words"):
            self.write(name, name.encode())
        for names, options in ((["one"], []), (["of words"], ["--tag"])):
            self.write("LIST", run(*TUPLEHASH, *options, *names, cwd=self.folder).raw)
            result = run(*TUPLEHASH, "-c", "LIST", cwd=self.folder)
            self.assert_good(result)
            self.assertEqual(result.lines, [names[0] + ": OK"])
        for options in ([], ["--tag"]):
            self.write("LIST", run(*TUPLEHASH, *options, "one", "two", cwd=self.folder).raw)
            result = run(*TUPLEHASH, "-c", "LIST", cwd=self.folder)
            self.assertEqual(result.errors, [
                "ksum: one two: No such file or directory; a tuple of several files cannot be checked",
                "ksum: WARNING: 1 listed file could not be read",
            ])
            self.assertEqual((result.lines, result.status), (["one two: FAILED open or read"], 1))

    def test_order_and_borders_count(self):
        self.write("a", b"ab")
        self.write("b", b"c")
        self.write("all", b"abc")
        digests = {run(*TUPLEHASH, *files, cwd=self.folder).digest for files in ("ab", "ba", ["all"])}
        self.assertEqual(digests, {tuplehash128(t) for t in ([b"ab", b"c"], [b"c", b"ab"], [b"abc"])})
        self.assertEqual(len(digests), 3)

    def test_pipe(self):
        self.write("file", b"file")
        # What fits in the buffer, and what goes to a temporary file.
        for size in (0, 5, MIB + 8191, MIB + 8192, MIB + 8193, 3 * MIB):
            element = support.ptn(size)
            expected = tuplehash128([b"file", element, b"file"])
            result = run(*TUPLEHASH, "file", "-", "file", stdin=element, cwd=self.folder)
            self.assert_good(result)
            self.assertEqual(result.lines, [f"{expected}  file - file"], size)

    def test_fifo(self):
        element = support.ptn(2 * MIB)
        os.mkfifo(self.folder / "fifo")
        writer = threading.Thread(target=lambda: (self.folder / "fifo").write_bytes(element))
        writer.start()
        result = run(*TUPLEHASH, "fifo", cwd=self.folder)
        writer.join()
        self.assertEqual(result.lines, [tuplehash128([element]) + "  fifo"])

    def test_no_file_is_the_tuple_of_standard_input(self):
        self.assertEqual(run(*TUPLEHASH, stdin=b"abc").lines, [tuplehash128([b"abc"]) + "  -"])

    def test_standard_input_that_is_a_file_counts_from_where_it_stands(self):
        self.write("file", b"skipped, hashed")
        with open(self.folder / "file", "rb") as file:
            os.lseek(file.fileno(), len(b"skipped, "), os.SEEK_SET)
            result = run(*TUPLEHASH, stdin=file)
        self.assertEqual(result.digest, tuplehash128([b"hashed"]))

    def test_a_file_that_hides_its_size(self):
        path = "/proc/self/cmdline"
        if not os.path.exists(path):
            self.skipTest("there is no /proc")
        arguments = [*TUPLEHASH, path]
        content = b"\0".join([support.KSUM.encode(), *map(str.encode, arguments), b""])
        self.assertEqual(run(*arguments).lines, [f"{tuplehash128([content])}  {path}"])

    def test_missing_element(self):
        self.write("good", b"good")
        for files in (["good", "missing"], ["missing", "good"]):
            result = run(*TUPLEHASH, *files, cwd=self.folder)
            complaint = ["ksum: missing: No such file or directory"]
            self.assertEqual((result.raw, result.errors, result.status), (b"", complaint, 1))

    def test_directory(self):
        result = run(*TUPLEHASH, self.folder)
        self.assertEqual((result.raw, result.errors, result.status), (b"", [f"ksum: {self.folder}: Is a directory"], 1))

    def test_no_room_for_the_copy(self):
        folder = self.folder / "missing"
        result = run(*TUPLEHASH, stdin=bytes(2 * MIB), env={"TMPDIR": str(folder)})
        self.assertEqual((result.raw, result.status), (b"", 1))
        self.assertEqual(result.errors, [f"ksum: {folder}: No such file or directory"])

    def test_the_copy_leaves_nothing_behind(self):
        result = run(*TUPLEHASH, stdin=bytes(2 * MIB), env={"TMPDIR": str(self.folder)})
        self.assert_good(result)
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_file_that_grows_or_shrinks(self):
        if not os.path.exists("/proc/self/fdinfo"):
            self.skipTest("there is no /proc")
        size = 512 * MIB
        for new_size, complaint in ((size + 1, "longer"), (size // 2, "shorter")):
            path = self.sparse("file", size)
            command = [support.KSUM, "-a", "tuplehash256", "--backend", "portable", path]
            pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": support.environment()}
            with subprocess.Popen(command, **pipes) as process:
                self.wait_until_it_reads(process, path)
                os.truncate(path, new_size)
                output, errors = process.communicate(timeout=600)
            expected = f"ksum: {path}: {complaint} than the {size} bytes it had when it was opened\n"
            self.assertEqual((output, errors.decode(), process.returncode), (b"", expected, 1))

    def wait_until_it_reads(self, process, path):
        """Until the process has read some of the file, but long before it has read all."""
        folder = Path(f"/proc/{process.pid}")
        while process.poll() is None:
            for number in os.listdir(folder / "fd"):
                try:
                    position = (folder / "fdinfo" / number).read_text().split()[1]
                    if os.readlink(folder / "fd" / number) == str(path) and position != "0":
                        return
                except FileNotFoundError:
                    pass
            time.sleep(0.001)
        self.fail("the file was read too soon")


if __name__ == "__main__":
    unittest.main()
