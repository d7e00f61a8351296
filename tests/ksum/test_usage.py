"""The command line, and the key."""

import os
import unittest

import support
from support import run

MOST = 2**61 - 1

# Arguments, and the line that refuses them.
WRONG = [
    (["--unknown"], "unknown option '--unknown'"),
    (["-q"], "unknown option '-q'"),
    (["-5"], "unknown option '-5'"),
    (["--unknown="], "unknown option '--unknown='"),
    (["--new\nline"], "unknown option '--new\\x0aline'"),
    (["-a"], "-a needs a value"),
    (["-ca"], "-a needs a value"),
    (["-czl"], "-l needs a value"),
    (["-ca", "md5"], "unknown algorithm 'md5'; --list shows them all"),
    (["-qa"], "unknown option '-qa'"),
    (["--length"], "--length needs a value"),
    (["-a", "md5"], "unknown algorithm 'md5'; --list shows them all"),
    (["--check=foo"], "--check takes no value"),
    (["--tag=foo"], "--tag takes no value"),
    (["--tag="], "--tag takes no value"),
    (["--quiet=true", "-c"], "--quiet takes no value"),
    (["--recur=1"], "--recursive takes no value"),
    (["--no-such=1"], "unknown option '--no-such=1'"),
    (["-a", ""], "unknown algorithm ''; --list shows them all"),
    (["--algorithm=", "kt128"], "unknown algorithm ''; --list shows them all"),
    (["-a", "--"], "unknown algorithm '--'; --list shows them all"),
    (["-l", "0"], f"--length must be 1 to {MOST}, not '0'"),
    (["-l", "-1"], "--length is not a number: '-1'"),
    (["-l", "+1"], "--length is not a number: '+1'"),
    (["-l", "1k"], "--length is not a number: '1k'"),
    (["-l", " 1"], "--length is not a number: ' 1'"),
    (["-l", "0x20"], "--length is not a number: '0x20'"),
    (["--length="], "--length is not a number: ''"),
    (["-l", "2305843009213693952"], f"--length must be 1 to {MOST}, not '2305843009213693952'"),
    (["-l", "99999999999999999999"], f"--length must be 1 to {MOST}, not '99999999999999999999'"),
    (["-a", "tuplehash128", "-l", "2305843009213693952"], f"--length must be 1 to {MOST}, not '2305843009213693952'"),
    (["-a", "sha3-256", "-l", "31"], "sha3-256: the length is 32 bytes, not 31"),
    (["-a", "sha3-256", "-l", "0"], f"--length must be 1 to {MOST}, not '0'"),
    (["-a", "keccak-512", "-l", "32"], "keccak-512: the length is 64 bytes, not 32"),
    (["-a", "turboshake128", "--domain", "0"], "--domain must be 0x01 to 0x7f, not '0'"),
    (["-a", "turboshake128", "--domain", "0x80"], "--domain must be 0x01 to 0x7f, not '0x80'"),
    (["-a", "turboshake128", "--domain", "128"], "--domain must be 0x01 to 0x7f, not '128'"),
    (["-a", "turboshake128", "--domain", "0x"], "--domain is not a number: '0x'"),
    (["-a", "turboshake128", "--domain", "1F"], "--domain is not a number: '1F'"),
    (["-a", "turboshake128", "--domain", "0x-1"], "--domain is not a number: '0x-1'"),
    (["-a", "parallelhash128", "--block-size", "0"], f"--block-size must be 1 to {2**64 - 1}, not '0'"),
    (["-a", "parallelhash128", "--block-size", "-1"], "--block-size is not a number: '-1'"),
    (["-a", "shake128", "--domain", "0x1F"], "shake128: this algorithm takes no domain byte"),
    (["--domain", "0x1F"], "kt128: this algorithm takes no domain byte"),
    (["-a", "sha3-256", "--customization", "x"], "sha3-256: this algorithm takes no customization"),
    (["-a", "sha3-256", "--customization", ""], "sha3-256: this algorithm takes no customization"),
    (["-a", "kt128", "--function-name", "x"], "kt128: this algorithm takes no function name"),
    (["-a", "kt128", "--function-name="], "kt128: this algorithm takes no function name"),
    (["-a", "kt128", "--block-size", "8192"], "kt128: this algorithm takes no block size"),
    (["-a", "cshake128", "--key-file", "key"], "cshake128: this algorithm takes no key"),
    (["-a", "kmac128"], "kmac128: this algorithm needs a key: --key-file FILE"),
    (["-a", "kmacxof256"], "kmacxof256: this algorithm needs a key: --key-file FILE"),
    (["--customization", "x", "--customization-hex", "78"], "--customization and --customization-hex exclude each other"),
    (["--customization-hex", "7"], "--customization-hex is not pairs of hexadecimal digits: '7'"),
    (["-a", "cshake128", "--function-name-hex", "0x41"], "--function-name-hex is not pairs of hexadecimal digits: '0x41'"),
    (["-a", "kmac128", "--key-fd", "-1"], "--key-fd is not a number: '-1'"),
    (["-a", "kmac128", "--key-fd", "3", "--key-file", "key"], "--key-file and --key-fd exclude each other"),
    (["-a", "kmac128", "--key-fd", "0"], "--key-fd 0: standard input is read for something else too"),
    (["-a", "kmac128", "--key-fd", "0", "--files0-from", "-"], "--key-fd 0: standard input is read for something else too"),
    (["-c", "--key-fd", "0"], "--key-fd 0: standard input is read for something else too"),
    (["--raw", "a", "b"], "--raw is for one file"),
    (["--raw", "-r", "a"], "--raw is for one file"),
    (["--raw", "--base64"], "--base64 and --raw exclude each other"),
    (["--tag", "--json"], "--tag, --json, --no-names and --raw exclude each other"),
    (["--raw", "--no-names", "--json"], "--tag, --json, --no-names and --raw exclude each other"),
    (["--tag", "-b", "-t"], "--tag does not support --text mode"),
    (["-c", "--tag"], "--tag is meaningless when checking"),
    (["-c", "--untagged"], "--untagged is meaningless when checking"),
    (["-c", "-b", "-t"], "--text is meaningless when checking"),
    (["-cz"], "--zero is meaningless when checking"),
    (["-c", "--json"], "--json is meaningless when checking"),
    (["-c", "-r"], "--recursive is meaningless when checking"),
    (["-c", "-a", "md5"], "unknown algorithm 'md5'; --list shows them all"),
    (["-c", "-a", "sha3-256", "-l", "31"], "sha3-256: the length is 32 bytes, not 31"),
    (["-c", "-a", "kmac128"], "kmac128: this algorithm needs a key: --key-file FILE"),
    (["--quiet"], "--quiet is meaningful only when checking"),
    (["--status"], "--status is meaningful only when checking"),
    (["--strict"], "--strict is meaningful only when checking"),
    (["--warn"], "--warn is meaningful only when checking"),
    (["-w"], "--warn is meaningful only when checking"),
    (["--ignore-missing"], "--ignore-missing is meaningful only when checking"),
    (["--follow"], "--follow is meaningful only with --recursive"),
    (["-x"], "--one-file-system is meaningful only with --recursive"),
    (["--exclude", "*"], "--exclude is meaningful only with --recursive"),
    (["-r", "--exclude", "[a"], "--exclude is no pattern: '[a'"),
    (["-r", "--exclude="], "--exclude is no pattern: ''"),
    (["-r", "--exclude", "!a"], "--exclude is no pattern: '!a'"),
    (["-r", "--exclude", "[[:alpha:]]"], "--exclude is no pattern: '[[:alpha:]]'"),
    (["-r", "--exclude", "[a[=e=]]"], "--exclude is no pattern: '[a[=e=]]'"),
    (["--files0-from", "list", "file"], "--files0-from takes the place of files on the command line"),
    (["--bytes", "1.5"], "--bytes is not a number: '1.5'"),
    (["--threads", "1025"], "--threads must be 0 to 1024, not '1025'"),
    (["--no"], "option '--no' is ambiguous"),
    (["bench", "file"], "unexpected argument 'file'"),
    (["self-test", "-a", "sha3-256"], "--algorithm is not for this command"),
    (["-a", "kmac128", "--key-file", "-"], "--key-file must be the name of a file, not -; --key-fd 0 reads standard input"),
]


class Usage(support.TestCase):
    def test_wrong(self):
        for arguments, line in WRONG:
            with self.subTest(arguments):
                self.assert_usage_error(run(*arguments), line)

    def test_wrong_after_files_that_are_fine(self):
        self.assert_usage_error(run("/dev/null", "-a", "md5"), "unknown algorithm 'md5'; --list shows them all")

    def test_help(self):
        for option in (["--help"], ["-h"], ["tree", "--help"], ["tree", "verify", "--help"], ["bench", "-h"], ["self-test", "--help"]):
            result = run(*option, cwd=self.folder)
            self.assert_good(result, option)
            for name in support.OPTIONS:
                self.assertIn(name, result.raw.decode())
            # A screen: 48 lines of 96 columns.
            self.assertLessEqual(len(result.lines), 48)
            self.assertLessEqual(max(map(len, result.lines)), 96)

    def test_version(self):
        result = run("--version")
        self.assert_good(result)
        self.assertEqual(result.lines, ["ksum (simdkeccak) " + os.environ["KSUM_VERSION"]])

    def test_explain(self):
        result = run("--explain", "--backend", "portable")
        self.assert_good(result)
        self.assertEqual(result.lines[:2], ["backend portable, chosen by the application", "  one state: portable_x1"])

    def test_forms_of_options(self):
        expected = run("-a", "shake128", "-l", "20").raw
        self.assertEqual(len(expected), 40 + len("  -\n"))
        for arguments in (
            ["-ashake128", "-l20"],
            ["--algorithm=shake128", "--length=20"],
            ["--length", "20", "--algorithm", "shake128", "-"],
            ["-a", "sha3-256", "-a", "shake128", "-l", "9", "-l", "020"],
        ):
            result = run(*arguments)
            self.assert_good(result)
            self.assertEqual(result.raw, expected, arguments)

    def test_options_of_b3sum_and_cksum(self):
        path = self.write("file", b"abc")
        plain, raw = run(path).raw, run("--raw", path).raw
        for arguments, expected in (
            (["--threads", "0"], plain),
            (["--num-threads", "0"], plain),
            (["--num-threads=2"], plain),
            (["--untagged"], plain),
            (["--tag", "--untagged"], plain),
            (["--untagged", "--tag"], run("--tag", path).raw),
            (["--raw", "--no-names"], raw),
            (["--no-names", "--raw"], raw),
            (["-b", "-t"], plain),
            (["-t", "-b"], run("-b", path).raw),
            (["--tag", "-t", "-b"], run("--tag", path).raw),
        ):
            result = run(*arguments, path)
            self.assert_good(result, arguments)
            self.assertEqual(result.raw, expected, arguments)

    def test_domain_in_both_notations(self):
        digests = [run("-a", "turboshake128", "--domain", d).digest for d in ("0x1F", "0X1f", "31", "0x01", "1", "0x7f")]
        default = run("-a", "turboshake128").digest
        self.assertEqual(digests[:3], [default] * 3)
        self.assertEqual(digests[3], digests[4])
        self.assertEqual(len({default, digests[3], digests[5]}), 3)

    def test_an_empty_value_takes_nothing_else(self):
        path = self.write("file", b"abc")
        self.assertEqual(run("--customization=", path).raw, run(path).raw)
        self.assertEqual(run("--customization", "", path).raw, run(path).raw)

    def test_values_that_look_like_something_else(self):
        digests = [run("--customization", value).digest for value in ("", "--tag", "--", "-", "[a]", "{}", "a=", b"\xff")]
        self.assertEqual([len(d) for d in digests], [64] * 8)
        self.assertEqual(len(set(digests)), 8)
        self.assertEqual(run("--customization=a=").digest, digests[6])
        self.assertEqual(run("--customization", "--customization=", stdin=b"x").status, 0)


class Key(support.TestCase):
    # The first two examples of NIST for KMAC128.
    MESSAGE = bytes(range(4))
    KEY = bytes(range(0x40, 0x60))
    DIGEST = "e5780b0d3ea6f7d3a429c5706aa43a00fadbd7d49628839e3187243f456ee14e"
    CUSTOM_DIGEST = "3b1fba963cd8b0b59e8c1a6d71888b7143651af8ba0a7070c0979e2811324aa5"

    def kmac(self, key_file, *more, stdin=MESSAGE):
        return run("-a", "kmac128", "--key-file", key_file, *more, stdin=stdin, cwd=self.folder)

    def test_key(self):
        path = self.write("key", self.KEY)
        result = self.kmac(path)
        self.assert_good(result)
        self.assertEqual(result.digest, self.DIGEST)
        self.assertEqual(self.kmac(path, "--customization", "My Tagged Application").digest, self.CUSTOM_DIGEST)

    def test_several_files(self):
        path = self.write("key", self.KEY)
        self.write("message", self.MESSAGE)
        result = self.kmac(path, "message", "-", "message")
        self.assertEqual(result.lines, [f"{self.DIGEST}  {name}" for name in ("message", "-", "message")])

    def test_no_byte_of_the_file_is_special(self):
        digests = {self.kmac(self.write("key", key)).digest for key in (b"k", b"k\n", b"k\0", b"\0k", b"k\r\n")}
        self.assertEqual(len(digests), 5)

    def test_a_key_through_a_pipe(self):
        os.mkfifo(self.folder / "pipe")
        script = f"""printf '{"".join(f"{chr(92)}{octet:03o}" for octet in self.KEY)}' > pipe & printf '\\0\\1\\2\\3' | "$@" """
        result = support.run_in_shell(script, "-a", "kmac128", "--key-file", "pipe", cwd=self.folder)
        self.assert_good(result)
        self.assertEqual(result.digest, self.DIGEST)

    def assert_refused(self, name, reason):
        result = self.kmac(name)
        self.assertEqual((result.raw, result.errors, result.status), (b"", [f"ksum: {name}: {reason}"], 1))

    def test_no_key(self):
        self.assert_refused("missing", "No such file or directory")
        os.mkdir(self.folder / "folder", 0o700)
        self.assert_refused("folder", "Is a directory")
        self.write("empty", b"")
        self.assert_refused("empty", "the key is empty")

    def test_length_of_the_key(self):
        most = 1024 * 1024
        self.assert_good(self.kmac(self.write("longest", bytes(most))))
        self.write("longer", bytes(most + 1))
        self.assert_refused("longer", f"the key is longer than {most} bytes")

    def test_a_key_that_others_may_read(self):
        for mode in (0o640, 0o604):
            self.write("key", self.KEY, mode)
            result = self.kmac("key")
            warning = "ksum: warning: key: others than its owner may read this key"
            self.assertEqual((result.errors, result.status, result.digest), ([warning], 0, self.DIGEST))


if __name__ == "__main__":
    unittest.main()
