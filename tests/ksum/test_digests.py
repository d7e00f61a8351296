"""Known digests, for every algorithm and every backend."""

import hashlib
import unittest

import support
from support import DEFAULT_LENGTHS, run

# What the records of a family must have exercised.
FEATURES = {
    "cshake": {"Custom", "FunctionName"},
    "kmac": {"Key", "Custom"},
    "kmacxof": {"Key", "Custom"},
    "tuplehash": {"several elements", "Custom"},
    "tuplehashxof": {"several elements", "Custom"},
    "parallelhash": {"BlockSize", "Custom"},
    "parallelhashxof": {"BlockSize", "Custom"},
    "turboshake": {"Domain"},
}

EMPTY = {
    "keccak-256": "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470",
    "keccak-512": "0eab42de4c3ceb9235fc91acffe746b29c29a8c366b7c60e4e67c466f36a4304"
    "c00fa9caf9d87976ba469bcbe06713b435f091ef2769fb160cdab33d3670680e",
    "kt128": "1ac2d450fc3b4205d19da7bfca1b37513c0803577ac7167f06fe2ce1f0ef39e5",
}


class Digests(support.TestCase):
    def test_the_list_has_every_algorithm_with_its_length(self):
        lines = run("--list").lines
        rows = lines[1 : lines.index("Backends, and their kernels:")]
        listed = {row.split()[0]: int(row.split()[1].rstrip(",")) for row in rows}
        self.assertEqual(listed, DEFAULT_LENGTHS)

    def test_vectors(self):
        for algorithm in DEFAULT_LENGTHS:
            everything = support.records(algorithm)
            chosen = support.sample(everything, 20)
            self.assertGreaterEqual(len(chosen), 5, algorithm)
            seen = set()
            for number, record in enumerate(chosen):
                arguments = record.arguments(self.folder)
                stdin = b""
                if not record.tuple and number % 2 == 1:
                    stdin = record.messages()[0]
                    arguments.pop()
                result = run(*arguments, stdin=stdin)
                self.assert_good(result, arguments)
                self.assertEqual(result.digest, record.output, arguments)
                seen |= record.features
            self.assertLessEqual(FEATURES.get(algorithm.rstrip("0123456789"), set()), seen, algorithm)

    def test_customization_of_kangarootwelve(self):
        # A short message is hashed by TurboSHAKE as it is (RFC 9861, section 3.2).
        for size in (128, 256):
            expected = run("-a", f"turboshake{size}", "--domain", "0x07", stdin=b"message" + b"custom" + b"\x06\x01").digest
            result = run("-a", f"kt{size}", "--customization", "custom", stdin=b"message")
            self.assert_good(result)
            self.assertEqual(result.digest, expected)

    def test_empty_input(self):
        for algorithm, digest in EMPTY.items():
            result = run("-a", algorithm)
            self.assert_good(result)
            self.assertEqual(result.lines, [digest + "  -"])

    def test_default_algorithm(self):
        self.assertEqual(run().digest, EMPTY["kt128"])

    def test_default_length(self):
        key = self.write("key", b"k")
        for algorithm, length in DEFAULT_LENGTHS.items():
            keyed = ["--key-file", key] if algorithm.startswith("kmac") else []
            implied = run("-a", algorithm, *keyed, stdin=b"abc")
            given = run("-a", algorithm, *keyed, "-l", length, stdin=b"abc")
            self.assert_good(implied, algorithm)
            self.assertEqual(len(implied.digest), 2 * length, algorithm)
            self.assertEqual(implied.digest, given.digest, algorithm)

    def test_forgiving_names(self):
        for name in ("KECCAK-256", "keccak256", "Keccak_256"):
            self.assertEqual(run("-a", name).digest, EMPTY["keccak-256"], name)
        for name in ("KT128", "k12", "KangarooTwelve"):
            self.assertEqual(run("-a", name).digest, EMPTY["kt128"], name)

    def test_sizes_around_those_of_reads(self):
        message = support.ptn(4 * 1024 * 1024)
        for size in (8192, 2**20 - 1, 2**20, 2**20 + 8191, 2**20 + 8192, 2**20 + 8193, 2**21 + 8192, len(message)):
            expected = hashlib.sha3_256(message[:size]).hexdigest()
            path = self.write("message", message[:size])
            self.assertEqual(run("-a", "sha3-256", path).digest, expected, size)
            self.assertEqual(run("-a", "sha3-256", stdin=message[:size]).digest, expected, size)

    def test_long_outputs(self):
        expected = hashlib.shake_128(b"abc").hexdigest(2**20)
        for length in (1, 16383, 16384, 16385, 2**20):
            self.assertEqual(run("-a", "shake128", "-l", length, stdin=b"abc").digest, expected[: 2 * length], length)

    def test_long_output_of_a_function_whose_length_counts(self):
        # KMAC is cSHAKE of a longer message (SP 800-185, section 4.3).
        length = 2**20
        key_block = b"\x01\xa8" + b"\x01\x20" + b"keyy"
        message = key_block.ljust(168, b"\0") + b"abc" + (8 * length).to_bytes(3, "big") + b"\x03"
        same = run("-a", "cshake128", "--function-name", "KMAC", "-l", length, stdin=message)
        result = run("-a", "kmac128", "--key-file", self.write("key", b"keyy"), "-l", length, stdin=b"abc")
        self.assert_good(result)
        self.assertEqual(len(result.digest), 2 * length)
        self.assertEqual(result.digest, same.digest)


class Backends(support.TestCase):
    def setUp(self):
        super().setUp()
        self.backends = support.backends()

    def test_list(self):
        self.assertTrue(self.backends["portable"][0])
        self.assertEqual([active for _, active in self.backends.values()].count(True), 1)

    def test_forced(self):
        samples = [record for a in DEFAULT_LENGTHS for record in self.two(support.records(a))]
        for name, (runs, _) in self.backends.items():
            if not runs:
                continue
            for options, env in ((["--backend", name], {}), ([], {"SIMDKECCAK_BACKEND": name})):
                listed = run("--list", *options, env=env)
                self.assert_good(listed)
                self.assertEqual([n for n, (_, active) in support.listed_backends(listed).items() if active], [name])
                for record in samples:
                    arguments = record.arguments(self.folder) + options
                    result = run(*arguments, env=env)
                    self.assert_good(result, arguments)
                    self.assertEqual(result.digest, record.output, arguments)

    @staticmethod
    def two(everything):
        """A record in the middle and the one with the longest message."""
        return everything[len(everything) // 2], max(everything, key=lambda r: sum(map(len, r.messages())))

    def test_the_option_wins_over_the_environment(self):
        for wanted in ("no-such-backend", next(iter(self.backends))):
            listed = run("--list", "--backend", "portable", env={"SIMDKECCAK_BACKEND": wanted})
            self.assert_good(listed)
            self.assertTrue(support.listed_backends(listed)["portable"][1])

    def test_refused(self):
        self.assert_usage_error(run("--backend", "sse1"), "unknown backend 'sse1'; --list shows them all")
        self.assert_usage_error(run("--list", "--backend", ""), "unknown backend ''; --list shows them all")
        for name, (runs, _) in self.backends.items():
            if not runs:
                self.assert_usage_error(run("--backend", name), f"this CPU cannot run the backend '{name}'")

    def test_a_name_in_the_environment_that_cannot_be_followed(self):
        active = next(name for name, (_, is_active) in self.backends.items() if is_active)
        for wanted in ["sse1", *(name for name, (runs, _) in self.backends.items() if not runs)]:
            warning = f"ksum: warning: SIMDKECCAK_BACKEND: no backend '{wanted}' runs on this CPU; using {active}"
            result = run(env={"SIMDKECCAK_BACKEND": wanted})
            self.assertEqual((result.errors, result.status), ([warning], 0))
            self.assertEqual(result.digest, EMPTY["kt128"])
            failed = run("missing", env={"SIMDKECCAK_BACKEND": wanted}, cwd=self.folder)
            self.assertEqual((failed.errors, failed.status), ([warning, "ksum: missing: No such file or directory"], 1))
        self.assert_good(run(env={"SIMDKECCAK_BACKEND": ""}))


if __name__ == "__main__":
    unittest.main()
