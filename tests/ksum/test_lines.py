"""The lines of digests: names, their escaping, --tag."""

import os
import shutil
import subprocess
import unittest

import support
from support import DEFAULT_LENGTHS, run

CONTENT = b"content"
NAMES = [
    b"plain",
    b"two words",
    b" space before",
    b"back\\slash",
    b"new\nline",
    b"carriage\rreturn",
    b"all\\of\nthem\r",
    b"tab\tbell\x07",
    b"\xff\xfe not UTF-8",
    "naïve 中".encode(),
    b"'quoted' \"twice\"",
    # What a parser of command lines might take for something else.
    b"[a,b]",
    b"{}",
    b"%%",
    b"++",
    b"algorithm",
    b"--algorithm=",
    b"-",
    b"--",
    b"-5",
    b"--tag",
    b"@file",
    b"x=",
]


def escaped(name):
    result = name.replace(b"\\", b"\\\\").replace(b"\n", b"\\n").replace(b"\r", b"\\r")
    return (b"\\" if result != name else b""), result


class Lines(support.TestCase):
    def setUp(self):
        super().setUp()
        self.digest = run(stdin=CONTENT).digest.encode()
        self.assertEqual(len(self.digest), 64)
        for name in NAMES:
            self.write(name, CONTENT)

    def ksum(self, *options):
        result = run(*options, "--", *NAMES, stdin=CONTENT, cwd=self.folder)
        self.assert_good(result)
        return result.raw

    def test_plain(self):
        expected = [b"%s%s  %s\n" % (start, self.digest, name) for start, name in map(escaped, NAMES)]
        self.assertEqual(self.ksum(), b"".join(expected))

    def test_tagged(self):
        expected = [b"%sKT128-256 (%s) = %s\n" % (start, name, self.digest) for start, name in map(escaped, NAMES)]
        self.assertEqual(self.ksum("--tag"), b"".join(expected))

    def test_the_same_as_coreutils(self):
        tool = shutil.which("sha256sum")
        if tool is None:
            self.skipTest("there is no sha256sum")
        version = subprocess.run([tool, "--version"], capture_output=True, check=False).stdout
        if b"coreutils) 9" not in version:
            self.skipTest("sha256sum is not that of coreutils 9")
        for options in ([], ["--tag"]):
            command = [tool, *options, "--", *NAMES]
            theirs = subprocess.run(command, input=CONTENT, capture_output=True, cwd=self.folder, check=True).stdout
            sha256 = theirs.split(b"plain")[0].strip() if not options else theirs.split(b"\n")[0].split()[-1]
            self.assertEqual(len(sha256), 64)
            self.assertEqual(self.ksum(*options), theirs.replace(sha256, self.digest).replace(b"SHA256 (", b"KT128-256 ("))

    def test_standard_input(self):
        for arguments in ([], ["-"], ["--", "-"]):
            result = run(*arguments, stdin=CONTENT)
            self.assert_good(result)
            self.assertEqual(result.raw, self.digest + b"  -\n")

    def test_standard_input_among_files(self):
        result = run("plain", "-", "plain", stdin=b"other", cwd=self.folder)
        other = run(stdin=b"other").digest
        digest = self.digest.decode()
        self.assertEqual(result.lines, [f"{digest}  plain", f"{other}  -", f"{digest}  plain"])

    def test_options_after_files(self):
        result = run("plain", "--tag", "-a", "sha3-256", cwd=self.folder)
        self.assert_good(result)
        self.assertRegex(result.raw.decode(), r"\ASHA3-256 \(plain\) = [0-9a-f]{64}\n\Z")

    def test_tags(self):
        key = self.write("key", b"k")
        for algorithm in DEFAULT_LENGTHS:
            keyed = ["--key-file", key] if algorithm.startswith("kmac") else []
            for length in (DEFAULT_LENGTHS[algorithm], 3):
                if length == 3 and not support.has_any_length(algorithm):
                    continue
                result = run("--tag", "-a", algorithm, "-l", length, *keyed, stdin=CONTENT)
                plain = run("-a", algorithm, "-l", length, *keyed, stdin=CONTENT)
                self.assert_good(result)
                name = algorithm.upper() + (f"-{8 * length}" if support.has_any_length(algorithm) else "")
                self.assertEqual(result.lines, [f"{name} (-) = {plain.digest}"])

    def test_a_file_named_minus_is_reached_by_its_path(self):
        self.write("-", b"the file")
        result = run(os.path.join(".", "-"), stdin=CONTENT, cwd=self.folder)
        self.assertEqual(result.lines, [run(stdin=b"the file").digest + "  ./-"])


if __name__ == "__main__":
    unittest.main()
