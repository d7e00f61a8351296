"""Directories, lists of names, and part of a file."""

import hashlib
import os
import socket
import unittest

import support
from support import run, run_in_shell


# KT128 of nothing (RFC 9861, section 5).
EMPTY = "1ac2d450fc3b4205d19da7bfca1b37513c0803577ac7167f06fe2ce1f0ef39e5"


class Walk(support.TestCase):
    TREE = ["b/file", "b.txt", "a", "b/sub/deep.o", "b/sub/x.txt", "B", "c/.hidden", "d e/f\ng"]

    def setUp(self):
        super().setUp()
        for name in self.TREE:
            os.makedirs((self.folder / "top" / name).parent, exist_ok=True)
            self.write("top/" + name, name.encode())
        lines = run("-z", *["top/" + name for name in self.TREE], cwd=self.folder).raw.decode().split("\0")[:-1]
        self.digests = {os.path.realpath(self.folder / name): digest for digest, name in (line.split("  ", 1) for line in lines)}

    def names(self, *options, status=0, errors=()):
        result = run("-z", "-r", *options, cwd=self.folder)
        self.assertEqual((result.errors, result.status), (list(errors), status))
        lines = result.raw.decode().split("\0")[:-1]
        for line in lines:
            digest, name = line.split("  ", 1)
            self.assertEqual(digest, self.digests.get(os.path.realpath(self.folder / name), EMPTY))
        return [line.split("  ", 1)[1] for line in lines]

    def test_order(self):
        expected = ["top/B", "top/a", "top/b/file", "top/b/sub/deep.o", "top/b/sub/x.txt", "top/b.txt", "top/c/.hidden", "top/d e/f\ng"]
        self.assertEqual(self.names("top"), expected)
        self.assertEqual(self.names("top/"), expected)
        self.assertEqual(self.names("--threads", "3", "top/b", "top/a"), expected[2:5] + ["top/a"])
        self.assertEqual(self.names(), ["./" + name for name in expected])

    def test_without_it_a_directory_is_an_error(self):
        self.assertEqual(run("top", cwd=self.folder).errors, ["ksum: top: Is a directory"])

    def test_exclude(self):
        everything = self.names("top")
        for pattern, left_out in (
            ("*.txt", ["top/b/sub/x.txt", "top/b.txt"]),
            ("sub", ["top/b/sub/deep.o", "top/b/sub/x.txt"]),
            ("sub/", ["top/b/sub/deep.o", "top/b/sub/x.txt"]),
            ("file/", []),
            ("b/*", ["top/b/file", "top/b/sub/deep.o", "top/b/sub/x.txt"]),
            ("/*.txt", ["top/b.txt"]),
            ("/a", ["top/a"]),
            ("top", []),
            ("b/**.o", ["top/b/sub/deep.o"]),
            ("**/x.txt", ["top/b/sub/x.txt"]),
            ("**/b.txt", ["top/b.txt"]),
            ("b/**/file", ["top/b/file"]),
            ("[ab]", ["top/a", "top/b/file", "top/b/sub/deep.o", "top/b/sub/x.txt"]),
            ("[!a-z]", ["top/B"]),
            ("?*.?xt", ["top/b/sub/x.txt", "top/b.txt"]),
            (".*", ["top/c/.hidden"]),
            ("f\n?", ["top/d e/f\ng"]),
            ("\\a", ["top/a"]),
            ("[]a]", ["top/a"]),
            ("[\\[:a]", ["top/a"]),
            ("\\!a", []),
            ("a*b", []),
        ):
            expected = [name for name in everything if name not in left_out]
            self.assertEqual(self.names("--exclude", pattern, "top"), expected, pattern)
        self.assertEqual(self.names("--exclude", "[a-d]*", "--exclude=B", "top"), [])

    def test_many_stars_take_no_time(self):
        self.write("top/" + "a" * 200, b"")
        self.assertEqual(len(self.names("--exclude", "*a" * 50 + "b", "top")), 9)

    def test_symbolic_links(self):
        os.symlink("a", self.folder / "top" / "link")
        os.symlink("b", self.folder / "top" / "folder")
        os.symlink("missing", self.folder / "top" / "dangling")
        plain = self.names("top")
        self.assertEqual(len(plain), len(self.TREE))
        followed = self.names("--follow", "top", status=1, errors=["ksum: top/dangling: No such file or directory"])
        self.assertEqual(set(followed) - set(plain), {"top/link", "top/folder/file", "top/folder/sub/deep.o", "top/folder/sub/x.txt"})
        self.assertEqual(self.names("top/folder"), ["top/folder/file", "top/folder/sub/deep.o", "top/folder/sub/x.txt"])

    def test_loop(self):
        os.symlink("..", self.folder / "top" / "b" / "up")
        os.symlink("self", self.folder / "self")
        errors = ["ksum: top/b/up: skipped: a loop of symbolic links"]
        self.assertEqual(len(self.names("--follow", "top", status=1, errors=errors)), len(self.TREE))
        self.assertEqual(len(self.names("top")), len(self.TREE))
        self.names("self", status=1, errors=["ksum: self: Too many levels of symbolic links"])

    def test_special_files(self):
        os.mkfifo(self.folder / "top" / "b" / "fifo")
        server = socket.socket(socket.AF_UNIX)
        self.addCleanup(server.close)
        here = os.getcwd()
        os.chdir(self.folder)
        try:
            server.bind("top/socket")
        finally:
            os.chdir(here)
        errors = ["ksum: top/b/fifo: skipped: a FIFO", "ksum: top/socket: skipped: a socket"]
        self.assertEqual(len(self.names("top", errors=errors)), len(self.TREE))
        self.names("top/b/fifo", errors=errors[:1])
        self.names("/dev/null", errors=["ksum: /dev/null: skipped: a device"])

    def test_not_permitted(self):
        os.chmod(self.folder / "top" / "b" / "sub", 0)
        os.chmod(self.folder / "top" / "a", 0)
        self.addCleanup(os.chmod, self.folder / "top" / "b" / "sub", 0o700)
        os.chmod(self.folder, 0o755)
        more = {}
        if os.geteuid() == 0:
            for name in ["top", "top/b", "top/c", "top/d e", *("top/" + name for name in self.TREE if "sub" not in name and name != "a")]:
                os.chmod(self.folder / name, 0o755)
            more = {"user": 65534, "group": 65534, "extra_groups": []}
        try:
            result = run("-r", "top", cwd=self.folder, **more)
        except PermissionError:
            self.skipTest("another user cannot run the program")
        self.assertEqual(result.errors, ["ksum: top/a: Permission denied", "ksum: top/b/sub: Permission denied"])
        self.assertEqual((len(result.lines), result.status), (5, 1))

    def test_one_file_system(self):
        self.assertEqual(len(self.names("-x", "top")), len(self.TREE))
        if os.path.ismount("/dev/shm") and os.path.ismount("/dev"):
            os.symlink("/dev/shm", self.folder / "top" / "other")
            self.assertEqual(len(self.names("-x", "--follow", "top")), len(self.TREE))

    def test_a_directory_that_vanishes(self):
        self.names("missing", status=1, errors=["ksum: missing: No such file or directory"])


class Names(support.TestCase):
    def setUp(self):
        super().setUp()
        self.write("a", b"abc")
        self.write("new\nline", b"x")

    def from_list(self, content, *options, stdin=b"", name="list"):
        self.write("list", content)
        return run(*options, "--files0-from", name, cwd=self.folder, stdin=stdin)

    def test_files0_from(self):
        expected = run("a", "new\nline", "a", cwd=self.folder).raw
        for content in (b"a\0new\nline\0a\0", b"a\0new\nline\0a"):
            result = self.from_list(content)
            self.assert_good(result)
            self.assertEqual(result.raw, expected)
            self.assertEqual(self.from_list(b"", stdin=content, name="-").raw, expected)
        self.assertEqual(self.from_list(b"a\0-\0", stdin=b"abc").raw, run("a", "-", stdin=b"abc", cwd=self.folder).raw)

    def test_nothing(self):
        result = self.from_list(b"")
        self.assertEqual((result.raw, result.errors, result.status), (b"", [], 0))

    def test_wrong_names(self):
        result = self.from_list(b"a\0\0missing\0a\0" + b"x" * (1 << 20) + b"x\0a\0")
        self.assertEqual(result.errors, ["ksum: list:2: the name of a file is empty", "ksum: missing: No such file or directory",
                                         "ksum: list:5: the name of a file is too long"])
        self.assertEqual((len(result.lines), result.status), (3, 1))
        result = self.from_list(b"", stdin=b"-\0a\0", name="-")
        self.assertEqual((result.errors, len(result.lines)), (["ksum: -:1: standard input is where the names come from"], 1))
        self.assertEqual(self.from_list(b"", name="missing").errors, ["ksum: missing: No such file or directory"])
        self.assertEqual(self.from_list(b"", name=".").errors, ["ksum: .: Is a directory"])

    def test_with_recursion(self):
        os.mkdir(self.folder / "top")
        self.write("top/x", b"x")
        self.assertEqual(self.from_list(b"top\0a\0", "-r").lines, run("top/x", "a", cwd=self.folder).lines)


class Bytes(support.TestCase):
    def test_the_first_bytes(self):
        content = support.ptn(700_000)
        path = self.write("file", content)
        for algorithm, reference in (("sha3-256", lambda m: hashlib.sha3_256(m).hexdigest()), ("kt128", lambda m: run(stdin=m).digest)):
            for count in (0, 1, 135, 136, 65535, 65536, 65537, 300_000, 699_999, 700_000, 700_001):
                for stdin in (False, True):
                    arguments = ["-a", algorithm, "--bytes", count]
                    result = run(*arguments, stdin=content) if stdin else run(*arguments, path)
                    self.assert_good(result)
                    self.assertEqual(result.digest, reference(content[:count]), (algorithm, count))

    def test_an_endless_device(self):
        if not os.path.exists("/dev/zero"):
            self.skipTest("there is no /dev/zero")
        result = run("-a", "sha3-256", "--bytes", 1 << 20, "/dev/zero")
        self.assertEqual(result.digest, hashlib.sha3_256(bytes(1 << 20)).hexdigest())

    def test_the_rest_of_a_pipe_is_left(self):
        result = run_in_shell('printf abcdef | { "$@" --bytes 3 -; cat; }', "--no-names")
        self.assertEqual(result.lines, [run("--no-names", stdin=b"abc").lines[0], "def"])


if __name__ == "__main__":
    unittest.main()
