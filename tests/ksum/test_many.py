"""Many files at once: lanes, threads, order, memory; files that change while they are read."""

import hashlib
import os
import random
import signal
import subprocess
import sys
import time
import unittest

import support
from support import KSUM, run, run_in_shell

MIB = 1024 * 1024

HASHLIB = {"sha3-224": hashlib.sha3_224, "sha3-256": hashlib.sha3_256, "sha3-384": hashlib.sha3_384, "sha3-512": hashlib.sha3_512}


class Many(support.TestCase):
    def files(self, sizes):
        rng = random.Random(1)
        contents = {}
        for i, size in enumerate(sizes):
            name = f"f{i}"
            contents[name] = rng.randbytes(size)
            self.write(name, contents[name])
        return contents

    SIZES = [0, 1, 71, 72, 132, 133, 135, 136, 137, 164, 165, 167, 168, 8189, 8190, 8191, 8192, 8193, 65535, 65536, 65537, 65536 + 136, 200_000, 300_001, 3, 40_000]

    def test_every_size_beside_every_other(self):
        contents = self.files(self.SIZES)
        for algorithm, reference in HASHLIB.items():
            for threads in (1, 3):
                result = run("-a", algorithm, "--threads", threads, *contents, cwd=self.folder)
                self.assert_good(result)
                self.assertEqual(result.lines, [f"{reference(c).hexdigest()}  {name}" for name, c in contents.items()])

    def test_every_algorithm_the_same_as_alone(self):
        contents = self.files([s for s in self.SIZES if s < 70_000])
        key = self.write("key", b"k")
        backends = [name for name, (runs, _) in support.backends().items() if runs]
        for algorithm in support.DEFAULT_LENGTHS:
            if algorithm.startswith("tuple"):
                continue
            options = ["-a", algorithm, *(["--key-file", key] if algorithm.startswith("kmac") else [])]
            if algorithm.startswith(("kt", "kmac")):
                options += ["--customization", "x" * 40]
            if algorithm.startswith("cshake"):
                options += ["--function-name", "f", "--customization", "x" * 200]
            if support.has_any_length(algorithm):
                options += ["-l", "300"]
            # From a pipe a file is hashed alone.
            expected = [run(*options, "--backend", "portable", stdin=c).digest for c in contents.values()]
            for backend in backends:
                result = run(*options, "--threads", 2, "--backend", backend, *contents, cwd=self.folder)
                self.assert_good(result)
                self.assertEqual([line.split()[0] for line in result.lines], expected, (algorithm, backend))

    def test_what_differs_in_its_beginning_or_end_alone(self):
        """Of one rate and one number of rounds, and so in one kernel call."""
        contents = self.files([s for s in self.SIZES if s < 10_000])
        self.write("key", b"k")
        with_key = ["--key-file", "key"]
        lines = []
        for name, content in contents.items():
            for algorithm in ("sha3-256", "kmac256", "cshake256", "keccak-256", "kmacxof256", "shake256"):
                key = with_key if algorithm.startswith("kmac") else []
                alone = run("-a", algorithm, *key, stdin=content, cwd=self.folder)
                lines.append(f"{algorithm.upper()} ({name}) = {alone.digest}")
        self.write("list", "\n".join(lines).encode())
        for threads in ("1", "2"):
            result = run("-c", "--quiet", *with_key, "--threads", threads, "list", cwd=self.folder)
            self.assert_good(result)
            self.assertEqual(result.lines, [])

    def test_one_long_file_on_all_threads(self):
        least = 4 * MIB
        content = support.ptn(least + 300_000)
        for size in (least - 1, least, least + 1, least + 8191, least + 8192, least + 262_144, len(content)):
            self.write("file", content[:size])
            for options in ([], ["-a", "kt256", "-l", "100"], ["--customization", "x" * 10_000]):
                expected = run(*options, stdin=content[:size]).digest
                for threads in (1, 2, 7):
                    result = run(*options, "--threads", threads, "file", cwd=self.folder)
                    self.assert_good(result)
                    self.assertEqual(result.digest, expected, (size, options, threads))
        with open(self.folder / "file", "rb") as file:
            file.seek(100)
            self.assertEqual(run("--threads", 2, stdin=file).digest, run(stdin=content[100:]).digest)
        self.assertEqual(run("--threads", 2, "--bytes", least + 5, "file", cwd=self.folder).digest, run(stdin=content[: least + 5]).digest)

    def test_order_and_complaints_among_many(self):
        rng = random.Random(2)
        contents = self.files([rng.choice((0, 100, 10_000, 200_000)) for _ in range(100)])
        names = list(contents)
        rng.shuffle(names)
        for i in (3, 50, 99):
            names.insert(i, f"missing{i}")
        for options in (["--threads", "1"], ["--threads", "4"], ["-a", "sha3-512", "--threads", "4"]):
            result = run(*options, *names, cwd=self.folder)
            self.assertEqual([line.split("  ")[1] for line in result.lines], [n for n in names if n in contents])
            self.assertEqual(result.errors, [f"ksum: missing{i}: No such file or directory" for i in (3, 50, 99)])
            self.assertEqual(result.status, 1)

    def test_standard_input_twice(self):
        self.files([10])
        for threads in (1, 4):
            result = run("-", "f0", "-", *["f0"] * 50, "-", "--threads", threads, stdin=b"abc" * MIB, cwd=self.folder)
            digests = [line.split()[0] for line in result.lines]
            empty = run().digest
            self.assertEqual((digests[0], digests[2], digests[-1]), (run(stdin=b"abc" * MIB).digest, empty, empty))

    def test_standard_input_that_is_a_file(self):
        """Threads leave it where one thread would: at the end of what was hashed."""
        path = self.sparse("large", 6 * MIB)
        whole, end, empty = run(stdin=bytes(6 * MIB)).digest, run(stdin=bytes(MIB)).digest, run().digest
        for threads in (1, 4):
            for script, digests in (('"$@" < large', [whole, empty]), ('{ "$@"; cat | wc -c; } < large', [whole, empty, "0"]),
                                    ('{ "$@" --bytes 5242880 > /dev/null; "$0"; } < large', [end])):
                script = script.replace('"$0"', f'"{KSUM}" -')
                names = ["-"] if "--bytes" in script else ["-", "-"]
                result = run_in_shell(script, "--threads", threads, *names, cwd=path.parent)
                self.assertEqual([line.split()[0] for line in result.lines], digests)

    @unittest.skipIf(os.environ["KSUM_SANITIZED"], "UBSan looks at an object's type through a pipe, for which no descriptor is left")
    def test_few_open_files_allowed(self):
        self.files([100_000] * 40)
        names = [f"f{i}" for i in range(40)]
        result = run_in_shell('ulimit -n 16; "$@"', "-a", "sha3-256", "--threads", "2", *names, cwd=self.folder)
        self.assert_good(result)
        self.assertEqual(result.lines, run("-a", "sha3-256", *names, cwd=self.folder).lines)

    def test_fifos_beside_files(self):
        self.files([100_000] * 20)
        os.mkfifo(self.folder / "fifo")
        result = run_in_shell('printf abc > fifo & "$@"', "-a", "sha3-256", *[f"f{i}" for i in range(10)], "fifo", "f11", cwd=self.folder)
        self.assertEqual(result.lines[10], hashlib.sha3_256(b"abc").hexdigest() + "  fifo")
        self.assertEqual(len(result.lines), 12)

    def test_lines_appear_before_all_is_done(self):
        os.mkfifo(self.folder / "fifo")
        self.write("first", b"x")
        with subprocess.Popen([KSUM, "first", "fifo"], cwd=self.folder, stdout=subprocess.PIPE, env=support.environment()) as process:
            self.assertEqual(process.stdout.readline().decode().split()[1], "first")
            (self.folder / "fifo").write_bytes(b"")
            process.communicate(timeout=60)

    def test_lines_appear_before_a_long_file_is_done(self):
        for name in ("first", "second"):
            self.write(name, b"x")
        self.sparse("large", 64 << 30)
        for algorithm in ("kt128", "sha3-256"):
            for threads in ("1", "2"):
                command = [KSUM, "-a", algorithm, "--threads", threads, "first", "second", "large"]
                with subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, env=support.environment()) as process:
                    names = [process.stdout.readline().split()[1] for _ in range(2)]
                    process.send_signal(signal.SIGINT)
                    rest = process.communicate(timeout=60)[0]
                self.assertEqual((names, rest, process.returncode), ([b"first", b"second"], b"", 130))


class Memory(support.TestCase):
    CEILING = 64 * MIB

    def setUp(self):
        super().setUp()
        if os.environ["KSUM_SANITIZED"]:
            self.skipTest("a sanitizer's memory counts too")

    def measure(self, *arguments, ceiling=CEILING):
        code = (
            "import resource, subprocess, sys\n"
            "with open('/dev/null', 'w') as null: status = subprocess.call(sys.argv[1:], stdout=null, stdin=subprocess.DEVNULL)\n"
            "print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)\n"
        )
        if sys.platform == "darwin":
            self.skipTest("counts in other units")
        done = subprocess.run([sys.executable, "-S", "-E", "-c", code, KSUM, *map(support.str_or_bytes, arguments)], capture_output=True,
                              env=support.environment(), cwd=self.folder, timeout=600, check=True)
        status, size = map(int, done.stdout.split())
        self.assertEqual((status, done.stderr), (0, b""))
        self.assertLess(size, ceiling)

    def test_sidecar(self):
        self.write("data", b"")
        os.truncate(self.folder / "data", 3 << 30)  # its sidecar has 24 MiB
        for command in (["build", "data"], ["verify", "data"], ["verify", "--range", "2000000000-2000000000", "data"], ["update", "--range", "0-0", "data"],
                        ["show", "data.kt"]):
            self.measure("tree", *command, *(["-a", "kt256"] if command[0] != "show" else []), ceiling=20 * MIB)

    def test_arguments(self):
        self.write("f", b"x")
        self.measure(*["f"] * 100_000)
        self.measure("-a", "sha3-256", "--threads", "8", *["f"] * 100_000)

    def test_directory(self):
        count = 200_000 if os.environ.get("SIMDKECCAK_HUGE") == "1" else 4_000
        os.mkdir(self.folder / "many")
        for i in range(count):
            os.close(os.open(self.folder / "many" / f"a-file-with-a-name-of-some-length-{i}", os.O_CREAT | os.O_WRONLY))
        self.measure("-r", "many")
        self.measure("-r", "-a", "sha3-256", "--threads", "8", "many")

    def test_large_files_on_many_threads(self):
        names = [self.sparse(f"large{i}", 20 * MIB) for i in range(12)]
        for algorithm in ("sha3-256", "kt128", "kmac128"):
            keyed = ["--key-file", self.write("key", b"k")] if algorithm == "kmac128" else []
            self.measure("-a", algorithm, *keyed, "--threads", "8", *names)

    def test_long_outputs(self):
        self.measure("-a", "shake128", "-l", 60_000, "--threads", "8", *["/dev/null"] * 2000)
        self.measure("-a", "shake128", "-l", 10 * MIB, "--raw", "/dev/null")


class Changing(support.TestCase):
    SIZE = 256 * MIB

    def setUp(self):
        super().setUp()
        if not os.path.exists("/proc/self/io"):
            self.skipTest("there is no /proc/self/io")

    def test_a_file_that_grows_or_shrinks(self):
        for algorithm in ("sha3-512", "cshake256", "kt128"):
            for new_size, complaint in ((self.SIZE + 1, "longer"), (self.SIZE // 2, "shorter")):
                path = self.sparse("file", self.SIZE)
                self.write("other", b"abc")
                command = [KSUM, "-a", algorithm, "--backend", "portable", "--threads", "2", path, self.folder / "other"]
                pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": support.environment()}
                with subprocess.Popen(command, **pipes) as process:
                    self.wait_until_it_reads(process)
                    os.truncate(path, new_size)
                    output, errors = process.communicate(timeout=600)
                expected = f"ksum: {path}: {complaint} than the {self.SIZE} bytes it had when it was opened\n"
                self.assertEqual((errors.decode(), process.returncode), (expected, 1), algorithm)
                self.assertEqual(output, run("-a", algorithm, self.folder / "other").raw)

    def test_a_sidecar_that_changes_between_its_check_and_its_use(self):
        path = self.sparse("file", 4 * self.SIZE)
        sidecar = self.folder / "file.kt"
        self.assert_good(run("tree", "build", path))
        last_value = os.path.getsize(sidecar) - 33
        time_of_file = os.stat(path).st_mtime_ns
        for command in (["verify"], ["update", "--range", f"0-{4 * self.SIZE - 1}"]):
            pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": support.environment()}
            with subprocess.Popen([KSUM, "tree", *command, "--backend", "portable", "--threads", "1", path], **pipes) as process:
                self.wait_until_it_reads(process, os.path.getsize(sidecar) + 16 * MIB)
                with open(sidecar, "r+b") as file:
                    file.seek(last_value)
                    before = file.read(1)
                    file.seek(last_value)
                    file.write(bytes([before[0] ^ 1]))
                output, errors = process.communicate(timeout=600)
            self.assertEqual((output, errors.decode(), process.returncode), (b"", f"ksum: {sidecar}: changed while it was read\n", 1), command)
            with open(sidecar, "r+b") as file:
                file.seek(last_value)
                self.assertEqual(file.read(1), bytes([before[0] ^ 1]), "it was replaced")
                file.seek(last_value)
                file.write(before)
            self.assertEqual(sorted(os.listdir(self.folder)), ["file", "file.kt"])
            os.utime(path, ns=(time_of_file, time_of_file))

    def wait_until_it_reads(self, process, least=2 * MIB):
        """Until the process has read some of the file, but long before it has read all."""
        while process.poll() is None:
            try:
                with open(f"/proc/{process.pid}/io", encoding="ascii") as counters:
                    if int(counters.readline().split()[1]) > least:
                        return
            except (FileNotFoundError, PermissionError):
                pass
            time.sleep(0.001)
        self.fail("the file was read too soon")

    def test_files_of_the_kernel_lie_about_their_size(self):
        for path in ("/sys/kernel/mm/transparent_hugepage/enabled", "/proc/version"):
            if not os.path.exists(path):
                continue
            with open(path, "rb") as file:
                content = file.read()
            for algorithm in ("sha3-256", "kt128"):
                result = run("-a", algorithm, path)
                self.assert_good(result)
                self.assertEqual(result.digest, run("-a", algorithm, stdin=content).digest)


if __name__ == "__main__":
    unittest.main()
