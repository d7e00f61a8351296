"""What is seen on a terminal: progress, colours, Ctrl-C. And what pipes that end do."""

import hashlib
import os
import pty
import select
import signal
import subprocess
import time
import unittest

import support
from support import KSUM, run

MIB = 1024 * 1024


class Terminal:
    """A program on a pseudo-terminal: its standard error, and its standard output if wanted."""

    def __init__(self, *arguments, stdout=subprocess.PIPE, env=None, cwd=None, stdin=subprocess.DEVNULL):
        try:
            self.master, slave = pty.openpty()
        except OSError as error:
            raise unittest.SkipTest(f"not run: {error}") from error
        if stdout == "terminal":
            stdout = slave
        changes = {"TERM": "xterm", **(env or {})}
        self.process = subprocess.Popen([KSUM, *map(str, arguments)], stdin=stdin, stdout=stdout, stderr=slave, cwd=cwd,
                                        env=support.environment(changes), start_new_session=True)
        os.close(slave)
        self.seen = b""

    def read_until(self, condition, seconds=60):
        end = time.monotonic() + seconds
        while not condition(self.seen):
            if time.monotonic() > end:
                raise AssertionError(f"not seen in time: {self.seen!r}")
            if select.select([self.master], [], [], 0.05)[0]:
                try:
                    self.seen += os.read(self.master, 65536)
                except OSError:  # the other end is closed
                    return
            elif self.process.poll() is not None:
                return

    def finish(self):
        output = self.process.stdout.read() if self.process.stdout else b""
        self.read_until(lambda _: False)
        status = self.process.wait(timeout=60)
        if self.process.stdout:
            self.process.stdout.close()
        os.close(self.master)
        return output.decode(), self.seen.decode(), status


class Progress(support.TestCase):
    def slow(self, *more, **options):
        """ksum that reads a file and then a FIFO to which nobody has written yet."""
        os.mkfifo(self.folder / "fifo")
        self.sparse("file", 64 * MIB)
        terminal = Terminal("-a", "sha3-512", "file", "fifo", *more, cwd=self.folder, **options)
        self.addCleanup(terminal.process.kill)
        return terminal

    def write_to_fifo(self):
        (self.folder / "fifo").write_bytes(b"abc")

    def test_line(self):
        terminal = self.slow()
        terminal.read_until(lambda seen: b"MiB" in seen)
        self.write_to_fifo()
        output, seen, status = terminal.finish()
        self.assertRegex(seen, r"\A\r(\d+\.?\d* [KM]?i?B(, \d+\.?\d* [KMG]?i?B/s)  (fifo|file)\x1b\[K\r)+\x1b\[K\Z")
        self.assertEqual((len(output.splitlines()), status), (2, 0))

    def test_time_left(self):
        self.sparse("file", 1600 * MIB)
        terminal = Terminal("-a", "sha3-512", "--backend", "portable", self.folder / "file")
        self.addCleanup(terminal.process.kill)
        terminal.read_until(lambda seen: b" left" in seen)
        terminal.process.send_signal(signal.SIGINT)
        _, seen, status = terminal.finish()
        self.assertEqual(status, 130)
        self.assertRegex(seen, r"\r\d+\.?\d* [KMG]iB of 1\.6 GiB \(\d+ %\), \d+\.?\d* [KMG]iB/s, \d:\d\d left  \S")
        for line in seen.split("\r"):
            self.assertLess(len(line), 80 + len("\x1b[K"))

    def test_not_for_short_work(self):
        self.write("file", b"abc")
        output, seen, status = Terminal("file", cwd=self.folder).finish()
        self.assertEqual((seen, status), ("", 0))

    def test_not_where_it_is_not_wanted(self):
        for arguments, env in ((["--no-progress"], {}), ([], {"TERM": "dumb"})):
            with self.subTest(arguments):
                terminal = self.slow(*arguments, env=env)
                time.sleep(1.5)
                self.write_to_fifo()
                self.assertEqual(terminal.finish()[1:], ("", 0))
                os.remove(self.folder / "fifo")

    def test_it_takes_nothing_away_from_a_list(self):
        """To count what there is to do, the list is read a second time, where that can be done."""
        self.write("a", b"abc")
        line = run("a", cwd=self.folder).raw
        os.mkfifo(self.folder / "LIST")
        for listed in ("LIST", "/dev/stdin", "-"):
            source, sink = os.pipe()
            terminal = Terminal("-c", listed, cwd=self.folder, stdin=source)
            self.addCleanup(terminal.process.kill)
            os.close(source)
            with open(self.folder / "LIST" if listed == "LIST" else sink, "wb", buffering=0) as lines:
                time.sleep(1.3)
                for _ in range(5):
                    lines.write(line)
                    time.sleep(0.1)
            if listed == "LIST":
                os.close(sink)
            output, _, status = terminal.finish()
            self.assertEqual((output, status), ("a: OK\n" * 5, 0), listed)

    def test_redirected(self):
        os.mkfifo(self.folder / "fifo")
        for options, pattern in ((["--progress"], r"B/s  fifo"), ([], r"\A\Z")):
            with subprocess.Popen([KSUM, *options, "fifo"], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                  env=support.environment()) as process:
                time.sleep(1.4)
                self.write_to_fifo()
                self.assertRegex(process.communicate(timeout=60)[1].decode(), pattern)

    def test_lines_and_complaints_are_not_mixed_with_it(self):
        terminal = self.slow("missing", "file", stdout="terminal")
        terminal.read_until(lambda seen: b"MiB" in seen)
        self.write_to_fifo()
        _, seen, status = terminal.finish()
        self.assertEqual(status, 1)
        # Each whole line begins where the line of progress was taken away.
        for text in ("ksum: missing: No such file or directory\r\n",):
            before = seen[: seen.index(text)]
            self.assertTrue(before == "" or before.endswith(("\r\x1b[K", "\r\n")), repr(before[-30:]))


class Colours(support.TestCase):
    def test_failed_is_red_only_on_a_terminal(self):
        self.write("file", b"abc")
        self.write("LIST", b"0" * 64 + b"  file\n")
        red = "file: \x1b[31mFAILED\x1b[0m\r\n"
        for env, expected in (({}, red), ({"NO_COLOR": "1"}, "file: FAILED\r\n"), ({"NO_COLOR": ""}, red), ({"TERM": "dumb"}, "file: FAILED\r\n")):
            _, seen, status = Terminal("-c", "LIST", cwd=self.folder, stdout="terminal", env=env).finish()
            self.assertEqual((seen.splitlines(True)[0], status), (expected, 1), env)
        self.assertEqual(run("-c", "LIST", cwd=self.folder).lines, ["file: FAILED"])


class Signals(support.TestCase):
    def interrupted(self, number, *arguments):
        """ksum stopped while it waits for a FIFO behind the arguments."""
        os.mkfifo(self.folder / "fifo")
        command = [KSUM, *arguments, "fifo"]
        with subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=support.environment()) as process:
            time.sleep(0.5)
            process.send_signal(number)
            output, errors = process.communicate(timeout=60)
        os.remove(self.folder / "fifo")
        self.assertEqual(errors, b"")
        return output.decode().splitlines(), process.returncode

    def test_what_is_finished_is_printed(self):
        for i in range(20):
            self.write(f"f{i}", bytes([i]) * 100_000)
        names = [f"f{i}" for i in range(20)]
        expected = run("-a", "sha3-256", *names, cwd=self.folder).lines
        for threads in ("1", "4"):
            for number, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
                self.assertEqual(self.interrupted(number, "-a", "sha3-256", "--threads", threads, *names), (expected, status))

    def test_while_hashing(self):
        self.write("first", b"abc")
        self.sparse("large", 4096 * MIB)
        for algorithm in ("sha3-512", "cshake256"):
            command = [KSUM, "-a", algorithm, "--backend", "portable", "first", "large"]
            with subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, env=support.environment()) as process:
                first = process.stdout.readline()
                process.send_signal(signal.SIGINT)
                rest = process.communicate(timeout=60)[0]
            self.assertEqual((first.split()[1], rest, process.returncode), (b"first", b"", 130))

    def test_sidecar(self):
        self.sparse("large", 4096 * MIB)
        command = [KSUM, "tree", "build", "--backend", "portable", "large"]
        with subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env=support.environment()) as process:
            while len(os.listdir(self.folder)) == 1:
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=60)
        self.assertEqual((output, errors, process.returncode), (b"", b"", 130))
        self.assertEqual(os.listdir(self.folder), ["large"])

    def test_checking(self):
        self.write("file", b"abc")
        self.write("LIST", run("file", cwd=self.folder).raw + b"0" * 64 + b"  fifo\n")
        lines, status = self.interrupted(signal.SIGINT, "-c", "LIST")
        self.assertEqual((lines, status), (["file: OK"], 130))

    def test_what_was_finished_before_a_long_sidecar(self):
        names = ["a", "b", "large"]
        for name in names[:2]:
            self.write(name, b"x")
        self.sparse("large", 4096 * MIB)
        command = [KSUM, "tree", "build", "--backend", "portable", *names]
        with subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, env=support.environment()) as process:
            while len(os.listdir(self.folder)) < 6:
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            output = process.communicate(timeout=60)[0]
        self.assertEqual([line.split()[1] for line in output.splitlines()], [b"a", b"b"])
        self.assertEqual(process.returncode, 130)

    def test_long_digests(self):
        self.write("a", b"x")
        os.mkfifo(self.folder / "fifo")
        command = [KSUM, "-a", "shake128", "-l", "70000", "--no-names", "a", "a", "fifo"]
        with subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, env=support.environment()) as process:
            expected = (hashlib.shake_128(b"x").hexdigest(70000) + "\n") * 2
            output = process.stdout.read(len(expected))  # all of it, before the FIFO is waited for
            process.send_signal(signal.SIGINT)
            rest = process.communicate(timeout=60)[0]
        self.assertEqual((output.decode(), rest, process.returncode), (expected, b"", 130))

    def test_while_nobody_reads(self):
        """The first signal ends it, whichever thread waits in the system."""
        names = [f"{i:0100}" for i in range(2000)]
        for name in names:
            self.write(name, b"")
        for threads in ("1", "2"):
            with subprocess.Popen([KSUM, "--threads", threads, *names], cwd=self.folder, stdout=subprocess.PIPE,
                                  env=support.environment()) as process:
                time.sleep(0.5)
                process.send_signal(signal.SIGINT)
                self.assertEqual(process.wait(timeout=30), 130)

    def test_while_names_are_waited_for(self):
        self.write("a", bytes(MIB))
        for threads in ("1", "2"):
            with subprocess.Popen([KSUM, "--threads", threads, "--files0-from", "-"], cwd=self.folder, stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, env=support.environment()) as process:
                process.stdin.write(b"a\0" * 8)
                process.stdin.flush()
                lines = [process.stdout.readline() for _ in range(8)]
                process.send_signal(signal.SIGINT)
                self.assertEqual(process.wait(timeout=30), 130)
                self.assertEqual(len(set(lines)), 1)

    def test_a_terminal_that_hangs_up(self):
        self.sparse("large", 4096 * MIB)
        command = [KSUM, "tree", "build", "--backend", "portable", "large"]
        with subprocess.Popen(command, cwd=self.folder, env=support.environment()) as process:
            while len(os.listdir(self.folder)) == 1:
                time.sleep(0.01)
            process.send_signal(signal.SIGHUP)
            self.assertEqual(process.wait(timeout=60), 129)
        self.assertEqual(os.listdir(self.folder), ["large"])

    def test_ignored_by_the_caller(self):
        self.write("file", b"abc")
        result = support.run_in_shell('trap "" INT; "$@"; kill -INT $$; exec "$@"', "file", cwd=self.folder)
        self.assertEqual((len(result.lines), result.status), (2, 0))

    def test_a_reader_that_ends_is_no_complaint(self):
        self.write("file", b"abc")
        for ignore in ("", "trap '' PIPE; "):
            script = ignore + '{ "$@"; echo $? > status; } | head -n 1'
            result = support.run_in_shell(script, "--threads", "2", *["file"] * 50_000, cwd=self.folder)
            self.assertEqual((len(result.lines), result.errors), (1, []))
            self.assertNotEqual((self.folder / "status").read_text().strip(), "0")


class FullDisk(support.TestCase):
    def test_a_limit_of_the_size_of_files(self):
        self.sparse("large", 64 * MIB)
        result = support.run_in_shell('ulimit -f 100; "$@"', "tree", "build", "large", cwd=self.folder)
        self.assertEqual((result.errors, result.status), (["ksum: large.kt: File too large"], 1))
        self.assertEqual(os.listdir(self.folder), ["large"])

    def test_a_small_file_system(self):
        folder = self.folder / "small"
        folder.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", folder], capture_output=True, check=False)
        if mounted.returncode != 0:
            self.skipTest("no file system may be mounted here")
        self.addCleanup(subprocess.run, ["umount", folder], check=True)
        self.write("file", b"abc")
        with open(folder / "sums", "wb") as sums:
            done = subprocess.run([KSUM, *["file"] * 10_000], cwd=self.folder, stdout=sums, stderr=subprocess.PIPE,
                                  env=support.environment(), check=False)
        self.assertEqual((done.stderr, done.returncode), (b"ksum: standard output: No space left on device\n", 1))
        # A sidecar, of which nothing is left.
        self.sparse("long", 10 * MIB)
        result = run("tree", "build", "--sidecar", folder / "long.kt", "long", cwd=self.folder)
        error = f"ksum: {folder}/long.kt: No space left on device"
        self.assertEqual((result.errors, result.raw, result.status), ([error], b"", 1))
        self.assertEqual(os.listdir(folder), ["sums"])
        # The copy of a long element of a tuple.
        result = run("-a", "tuplehash128", stdin=bytes(2 * MIB), env={"TMPDIR": str(folder)})
        self.assertEqual((result.errors, result.raw, result.status), (["ksum: temporary file: No space left on device"], b"", 1))


if __name__ == "__main__":
    unittest.main()
