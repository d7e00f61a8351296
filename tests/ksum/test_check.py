"""ksum -c, beside what sha256sum and cksum do with the same lists."""

import os
import shutil
import subprocess
import unittest

import support
from support import KSUM, run, run_in_shell

SHA3 = ["-a", "sha3-256"]
GOOD = {b"a": b"abc", b"b c": b"", b"new\nline": b"1", b"back\\slash": b"2", b"cr\rname": b"3", b"\xff\xfe": b"4", b" lead": b"5"}


def coreutils():
    tool = shutil.which("sha256sum")
    if tool is None or b"coreutils) 9" not in subprocess.run([tool, "--version"], capture_output=True, check=False).stdout:
        return None
    return tool


class Check(support.TestCase):
    def setUp(self):
        super().setUp()
        for name, content in GOOD.items():
            self.write(name, content)
        self.digest = run(*SHA3, "a", cwd=self.folder).digest

    def check(self, text, *options, algorithm=SHA3):
        self.write("LIST", text if isinstance(text, bytes) else text.encode())
        return run("-c", *algorithm, *options, "LIST", cwd=self.folder)

    def assert_checked(self, text, *names, algorithm=SHA3):
        result = self.check(text, algorithm=algorithm)
        self.assert_good(result, text)
        self.assertEqual(result.raw, b"".join(name + b": OK\n" for name in names))

    def test_what_ksum_writes(self):
        for algorithm in ("kt128", "sha3-256", "keccak-512", "shake128", "parallelhash256", "tuplehash128"):
            names = [b"a"] if algorithm == "tuplehash128" else list(GOOD)
            for options in ([], ["--tag"], ["-b"], ["--base64"], ["--tag", "--base64"]):
                listed = run("-a", algorithm, *options, "--", *names, cwd=self.folder)
                self.assert_good(listed)
                choice = [] if "--tag" in options else ["-a", algorithm]
                result = self.check(listed.raw, algorithm=choice)
                self.assert_good(result, (algorithm, options))
                self.assertEqual(result.raw.count(b": OK\n"), len(names))

    def test_lengths(self):
        for length in (1, 7, 32, 64, 200, 1500):
            listed = run("-a", "shake256", "-l", length, "--tag", "a", cwd=self.folder)
            self.assert_checked(listed.raw, b"a", algorithm=[])
            self.assertEqual(self.check(listed.raw, algorithm=["-a", "shake256", "-l", length + 1]).status, 1)
            listed = run("-a", "shake256", "-l", length, "a", cwd=self.folder)
            self.assert_checked(listed.raw, b"a", algorithm=["-a", "shake256", "-l", length])
            self.assertEqual(self.check(listed.raw, algorithm=["-a", "shake256"]).status, 0 if length == 64 else 1)

    def test_a_digest_that_was_cut_off(self):
        digest = run("a", cwd=self.folder).digest
        for line in ("{}  a", "KT128-256 (a) = {}", "KT128 (a) = {}"):
            self.assert_checked(line.format(digest), b"a", algorithm=[])
            for cut in (1, 2, 8, 62):
                result = self.check(line.format(digest[:-cut]), algorithm=[])
                self.assertEqual((result.raw, result.status), (b"", 1), (line, cut))

    def test_what_others_write(self):
        d = self.digest
        for line in (
            f"{d}  a",
            f"{d} *a",
            f"{d} a",
            f"{d}\ta",
            f" \t {d}  a",
            f"{d.upper()}  a",
            f"SHA3-256 (a) = {d}",
            f"SHA3-256(a)= {d}",
            f"SHA3-256(a)={d.upper()}",
            f"sha3-256 (a) = {d}",
            f"SHA3-256  (a) =  {d}",
            f"  SHA3-256 (a) = {d}",
            f"SHA3_256 (a) = {d}",
        ):
            for end in ("\n", "\r\n", ""):
                self.assert_checked(line + end, b"a")

    def test_lists_of_other_tools(self):
        ran = 0
        for command, algorithm in (
            (["openssl", "dgst", "-sha3-256", "a", "b c"], []),
            (["openssl", "dgst", "-r", "-sha3-256", "a", "b c"], SHA3),
            (["openssl", "dgst", "-shake128", "a", "b c"], []),
            (["openssl", "dgst", "-shake128", "-xoflen", "20", "a", "b c"], ["-a", "shake128", "-l", "20"]),
            (["rhash", "--bsd", "--sha3-256", "a", "b c"], []),
            (["rhash", "--sha3-512", "a", "b c"], ["-a", "sha3-512"]),
            (["sha3sum", "-a", "384", "a", "b c"], ["-a", "sha3-384"]),
        ):
            if shutil.which(command[0]) is None:
                continue
            listed = subprocess.run(command, cwd=self.folder, capture_output=True, check=True).stdout
            result = self.check(listed, algorithm=algorithm)
            self.assert_good(result, command)
            self.assertEqual(set(result.lines), {"a: OK", "b c: OK"}, command)
            ran += 1
        self.assertGreaterEqual(ran, 1)

    def test_mixed_algorithms_comments_and_blank_lines(self):
        key = self.write("key", b"k")
        lines = ["# a comment", "", "\r"]
        names = []
        for algorithm in support.DEFAULT_LENGTHS:
            keyed = ["--key-file", key] if algorithm.startswith("kmac") else []
            lines += run("-a", algorithm, "--tag", *keyed, "b c", cwd=self.folder).lines
            names.append(b"b c")
        lines += run("a", cwd=self.folder).lines
        self.write("LIST", "\n".join(lines).encode())
        result = run("-c", "--key-file", key, "LIST", cwd=self.folder)
        self.assert_good(result)
        self.assertEqual(result.lines, ["b c: OK"] * len(names) + ["a: OK"])

    def test_a_given_algorithm_is_the_only_one(self):
        other = run("-a", "keccak-256", "--tag", "a", cwd=self.folder).raw
        result = self.check(other)
        self.assertEqual((result.status, result.errors), (1, ["ksum: LIST: no properly formatted checksum lines found"]))

    def test_a_key_that_is_not_given(self):
        listed = run("-a", "kmac128", "--tag", "--key-file", self.write("key", b"k"), "a", cwd=self.folder).raw
        result = self.check(listed, algorithm=[])
        self.assertEqual(result.lines, ["a: FAILED open or read"])
        self.assertEqual(result.errors[0], "ksum: a: this line needs a key: --key-file FILE")
        self.assertEqual(result.status, 1)
        wrong = self.check(listed, "--key-file", self.write("other", b"x"), algorithm=[])
        self.assertEqual((wrong.lines, wrong.status), (["a: FAILED"], 1))

    def test_a_key_that_cannot_be_read(self):
        """It fails the lines that need it, and no others."""
        key = self.write("key", b"k")
        for name in ("kmac128", "sha3-256", "kmac256"):
            with open(self.folder / "LIST", "ab") as listed:
                listed.write(run("-a", name, "--tag", *(["--key-file", key] if "kmac" in name else []), "a", cwd=self.folder).raw)
        result = run("-c", "--key-file", "nowhere", "LIST", cwd=self.folder)
        self.assertEqual(result.lines, ["a: FAILED open or read", "a: OK", "a: FAILED open or read"])
        complaint = "ksum: a: this line needs a key: nowhere: No such file or directory"
        self.assertEqual(result.errors, [complaint] * 2 + ["ksum: WARNING: 2 listed files could not be read"])
        self.assertEqual(result.status, 1)

    def test_a_descriptor_of_a_key_that_is_not_open(self):
        """No file that ksum itself opens is taken for it."""
        self.write("LIST", run("-a", "kmac128", "--tag", "--key-file", self.write("key", b"k"), "a", cwd=self.folder).raw)
        result = run_in_shell('"$@" 3<&-', "-c", "--key-fd", "3", "LIST", cwd=self.folder)
        self.assertEqual((result.lines, result.errors, result.status), ([], ["ksum: descriptor 3: Bad file descriptor"], 1))
        self.assert_good(run_in_shell('"$@" 3<key', "-c", "--key-fd", "3", "LIST", cwd=self.folder))

    def test_no_words_at_all(self):
        result = self.check(f"rubbish\n{self.digest}  a\n", "--status", "--warn")
        self.assertEqual((result.raw, result.errors, result.status), (b"", [], 0))

    def test_both_streams_in_one_place_are_in_order(self):
        self.write("LIST", f"{self.digest}  a\n{self.digest}  missing\n{self.digest}  a\n".encode())
        result = run_in_shell('"$@" 2>&1', "-c", *SHA3, "LIST", cwd=self.folder)
        self.assertEqual(result.lines, ["a: OK", "ksum: missing: No such file or directory", "missing: FAILED open or read", "a: OK",
                                        "ksum: WARNING: 1 listed file could not be read"])

    def test_a_pipe_that_pauses(self):
        """Who writes a line to a pipe gets its answer before the next one."""
        for command, question in ((["-c", *SHA3], f"{self.digest}  a\n"), (["--files0-from", "-"], "a\0")):
            with subprocess.Popen([KSUM, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=self.folder,
                                  env=support.environment()) as process:
                for _ in range(3):
                    process.stdin.write(question.encode())
                    process.stdin.flush()
                    self.assertIn(b"a", process.stdout.readline())
                process.stdin.close()
                self.assertEqual(process.wait(timeout=60), 0)

    def test_every_bit_counts(self):
        d = bytes.fromhex(self.digest)
        for bit in (0, 7, 100, 255):
            changed = bytearray(d)
            changed[bit // 8] ^= 1 << bit % 8
            result = self.check(f"{changed.hex()}  a\n")
            self.assertEqual((result.lines, result.status), (["a: FAILED"], 1))

    def test_several_lists_and_standard_input(self):
        self.write("one", f"{self.digest}  a\n".encode())
        self.write("two", b"rubbish\n")
        result = run("-c", *SHA3, "one", "two", "missing", "-", "one", cwd=self.folder, stdin=f"{self.digest}  a\n{self.digest}  -\n".encode())
        self.assertEqual(result.lines, ["a: OK"] * 3)
        self.assertEqual(result.errors, [
            "ksum: two: no properly formatted checksum lines found",
            "ksum: missing: No such file or directory",
            "ksum: WARNING: 1 line is improperly formatted",
        ])
        self.assertEqual(result.status, 1)

    def test_no_list(self):
        self.assertEqual(run("-c", *SHA3, "empty", cwd=self.folder).errors, ["ksum: empty: No such file or directory"])
        self.assertEqual(self.check("").errors, ["ksum: LIST: no properly formatted checksum lines found"])
        self.assertEqual(run("-c", ".", cwd=self.folder).errors, ["ksum: .: Is a directory"])
        result = run("-c", stdin=b"")
        self.assertEqual((result.errors, result.status), (["ksum: standard input: no properly formatted checksum lines found"], 1))

    def test_rubbish_in_bounded_memory(self):
        noise = os.urandom(1 << 16)
        text = noise * 32 + b"\n" + b"x" * (3 << 20) + b"\n" + f"{self.digest}  a\n".encode()
        result = self.check(text)
        self.assertEqual((result.lines, result.status), (["a: OK"], 0))
        self.assertRegex(result.errors[0], r"\Aksum: WARNING: \d+ lines are improperly formatted\Z")
        self.assertEqual(len(result.errors), 1)
        self.assertEqual(self.check(f"{self.digest}  a\0b\n").status, 1)


class LikeCoreutils(support.TestCase):
    """The same lists, with the digests of the one or the other, give the same lines and statuses."""

    OPTIONS = ([], ["--quiet"], ["--status"], ["--strict"], ["--ignore-missing"], ["-w"], ["--ignore-missing", "--quiet"], ["--strict", "-w"])
    # {} is the digest of the file a, {wrong} that of no file.
    LISTS = (
        "{}  a\n",
        "{}  a\r\n",
        "{wrong}  a\n",
        "{wrong}  a\n{wrong}  b c\n{}  a\n",
        "{}  missing\n",
        "{}  missing\n{}  missing2\n{}  a\n",
        "{}  a\nrubbish\n",
        "rubbish\n{}  a\nmore rubbish\n",
        "rubbish\n",
        "\n\n{} *a\n",
        "# comment\n{}  a\n#{}  a\n",
        "{}  .\n{}  a\n",
        "{}a\n{}  a\n",
        "{} a\n",
        "{} a\n{}  a\n",
        "{}  a\n{} a\n",
        "TAG (a) = {}\nTAG(a)= {}\nTAG (a) = {}0\nTAG (a) {}\n",
        "TAG (a)b) = {}\n",
        # Algorithms that are not asked for, and that there are none of.
        "MD5 (a) = 900150983cd24fb0d6963f7d28e17f72\n{}  a\n",
        "MD5 (a) = 900150983cd24fb0d6963f7d28e17f72\n",
        "900150983cd24fb0d6963f7d28e17f72  a\nTAG (a) = {}\n",
        "1219131554 3 a\n{}  a\nBLAKE2b-256 (a) = {}\nWHIRLPOOL (a) = {}\n",
        "1219131554 3 a\n",
        "\\{}  new\\nline\n\\{}  a\\\\b\n{}  a\\nb\n",
        "\\{}  a\\qb\n{}  a\n",
        "\\{}  a\\\n{}  a\n",
        "",
    )

    def test_the_same(self):
        theirs = coreutils()
        if theirs is None:
            self.skipTest("there is no sha256sum of coreutils 9")
        for name, content in GOOD.items():
            self.write(name, content)
        tools = {
            "sha256sum": ([theirs], "SHA256"),
            "cksum": ([shutil.which("cksum"), "-a", "sha256"], "SHA256"),
            "ksum": ([support.KSUM, *SHA3], "SHA3-256"),
        }
        digests = {}
        for tool, (command, _) in tools.items():
            line = subprocess.run([*command, "a"], cwd=self.folder, capture_output=True, check=True).stdout.decode()
            (digests[tool],) = (word for word in line.split() if len(word) == 64)
        # A sanitizer takes its time.
        every = self.OPTIONS if not os.environ["KSUM_SANITIZED"] else (["--strict", "-w"], ["--ignore-missing"])
        for text in self.LISTS:
            for options in every:
                outcomes = {}
                for tool, (command, tag) in tools.items():
                    filled = text.replace("{}", digests[tool]).replace("{wrong}", "0" * 64).replace("TAG", tag)
                    self.write("LIST", filled.encode())
                    done = subprocess.run([*command, "-c", *options, "LIST"], cwd=self.folder, capture_output=True, check=False,
                                          env=support.environment({"LC_ALL": "C"}))
                    outcomes[tool] = (done.stdout, self.canonical(done.stderr.decode()), done.returncode)
                self.assertEqual(outcomes["ksum"], outcomes["sha256sum"], (text, options))
                self.assertEqual(outcomes["ksum"], outcomes["cksum"], (text, options))

    @staticmethod
    def canonical(errors):
        """Coreutils quotes some names and names the algorithm."""
        return [
            line.partition(": ")[2].replace("SHA256 ", "").replace("'", "").replace("$\\n", "\\x0a").replace('a\\\\b', 'a\\b')
            for line in errors.splitlines()
        ]


class LikeB3sum(support.TestCase):
    def test_check(self):
        tool = shutil.which("b3sum")
        if tool is None:
            self.skipTest("there is no b3sum")
        for name, content in ((b"a", b"abc"), (b"b c", b"")):
            self.write(name, content)
        for command in ([tool], [support.KSUM]):
            listed = subprocess.run([*command, "a", "b c"], cwd=self.folder, capture_output=True, check=True).stdout
            self.write("LIST", listed)
            self.write("BAD", listed.replace(listed[:4], b"0000"))
            outcomes = []
            for options in (["LIST"], ["BAD"], ["--quiet", "LIST"]):
                done = subprocess.run([*command, "--check", *options], cwd=self.folder, capture_output=True, check=False)
                outcomes.append((done.stdout.decode().splitlines(), done.returncode))
            self.assertEqual(outcomes, [(["a: OK", "b c: OK"], 0), (["a: FAILED", "b c: OK"], 1), ([], 0)], command)

    def test_formats(self):
        tool = shutil.which("b3sum")
        if tool is None:
            self.skipTest("there is no b3sum")
        self.write("a", b"abc")
        for options in ([], ["--no-names"], ["--raw"], ["--length", "5"], ["--num-threads", "1"], ["--no-mmap"], ["-l", "100", "--no-names"]):
            theirs = subprocess.run([tool, *options, "a"], cwd=self.folder, capture_output=True, check=True).stdout
            ours = run(*options, "a", cwd=self.folder)
            self.assert_good(ours)
            self.assertEqual(len(ours.raw), len(theirs), options)
            self.assertEqual(ours.raw.partition(b"  ")[2], theirs.partition(b"  ")[2] if options != ["--raw"] else ours.raw.partition(b"  ")[2])


if __name__ == "__main__":
    unittest.main()
