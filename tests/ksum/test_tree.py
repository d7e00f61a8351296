"""ksum tree: sidecars made, believed as far as they can be, and kept up to date."""

import os
import subprocess
import time
import unittest

import support
from support import KSUM, run

CHUNK = 8192


class Tree(support.TestCase):
    def setUp(self):
        super().setUp()
        self.content = bytearray(support.ptn(1_000_000))
        self.write("data", self.content)

    def tree(self, *arguments):
        return run("tree", *arguments, cwd=self.folder)

    def assert_failed(self, result, *errors):
        self.assertEqual((result.raw, result.errors, result.status), (b"", list(errors), 1))

    def digest(self, *options):
        return run(*options, "data", cwd=self.folder).raw

    def build(self, *options):
        result = self.tree("build", *options, "data")
        self.assert_good(result)
        self.assertEqual(result.raw, self.digest(*options[options.index("--sidecar") + 2 :] if "--sidecar" in options else [o for o in options if o != "--force"]))

    def change(self, at, length=1):
        self.content[at : at + length] = bytes(b ^ 1 for b in self.content[at : at + length])
        self.write("data", self.content)
        # A later time, whatever the clock's steps are.
        os.utime(self.folder / "data", ns=(0, os.stat(self.folder / "data").st_mtime_ns + 10**9))

    def test_published_sidecar(self):
        # docs/sidecar.md has the digest of this one.
        result = self.tree("build", "--customization", "custom", "data")
        self.assertEqual(result.digest, "ebc383d3e6f4409f5950b3045b2d1ae5de952cbfa635c33b1e3f945be08b110a")
        shown = self.tree("show", "data.kt")
        self.assert_good(shown)
        self.assertEqual(shown.lines, ["algorithm      kt128", "length         1000000", "leaves         122 of 122, from 0",
                                       "customization  637573746f6d", "digest         " + result.digest])
        self.assertEqual(os.path.getsize(self.folder / "data.kt"), 4022)

    def test_sizes_and_algorithms(self):
        for size in (0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 513 * CHUNK, 513 * CHUNK + 5):
            self.content = bytearray(support.ptn(size))
            self.write("data", self.content)
            for options in ([], ["-a", "kt256"], ["--customization", "x" * 9000], ["--threads", "3"]):
                self.build("--force", *options)
                self.assertEqual(self.tree("verify", *options, "data").lines, ["data: OK"], (size, options))
        self.assertEqual(sorted(os.listdir(self.folder)), ["data", "data.kt"])

    def test_verify(self):
        self.build()
        trusted = run("--no-names", "data", cwd=self.folder).lines[0]
        longer = run("--no-names", "-l", 100, "data", cwd=self.folder).lines[0]
        for options in ([], ["--digest", trusted], ["--digest", longer], ["--range", "0-0"], ["--range", "8192-"],
                        ["--range", "999999-2000000", "--range", "5-9000"]):
            result = self.tree("verify", *options, "data")
            self.assert_good(result)
            self.assertEqual(result.lines, ["data: OK"])
        wrong = self.tree("verify", "--digest", "00" + trusted[2:], "data")
        self.assertEqual((wrong.lines, wrong.errors, wrong.status), (["data: FAILED"], [], 1))
        self.change(500_000)
        for options, verdict in (([], "FAILED"), (["--range", "500000-500000"], "FAILED"), (["--range", "499712-499712"], "FAILED"),
                                 (["--range", "0-491519"], "OK"), (["--range", "507904-"], "OK")):
            self.assertEqual(self.tree("verify", *options, "data").lines, ["data: " + verdict], options)
        self.change(0)
        self.assertEqual(self.tree("verify", "--range", "507904-", "data").lines, ["data: FAILED"])
        self.assert_failed(self.tree("verify", "--range", "1000000-", "data"), "ksum: data: has 1000000 bytes, none at 1000000")

    def test_update(self):
        self.build()
        for at, length in ((500_000, 1), (0, 1), (999_999, 1), (8_190, 4), (100_000, 300_000)):
            self.change(at, length)
            result = self.tree("update", "--range", f"{at}-{at + length - 1}", "data")
            self.assert_good(result)
            self.assertEqual(result.raw, self.digest(), at)
            self.assertEqual(self.tree("verify", "data").lines, ["data: OK"])

    def test_update_of_a_file_that_grew(self):
        self.build()
        for more in (1, CHUNK, 700_000):
            self.content += support.ptn(more)
            self.write("data", self.content)
            self.assert_failed(self.tree("update", "--range", "0-0", "data"),
                               "ksum: data: longer than when the sidecar was made; --appended reads what is new")
            result = self.tree("update", "--appended", "data")
            self.assert_good(result)
            self.assertEqual(result.raw, self.digest())
        self.write("data", self.content[:-1])
        self.assert_failed(self.tree("update", "--appended", "data"), "ksum: data: shorter than when the sidecar was made; build it anew")

    def test_a_newer_sidecar_is_kept(self):
        self.build()
        before = (self.folder / "data.kt").read_bytes()
        self.assert_failed(self.tree("build", "data"), "ksum: data.kt: newer than the file; --force replaces it")
        self.assertEqual((self.folder / "data.kt").read_bytes(), before)
        os.utime(self.folder / "data.kt", (1, 1))
        self.build()

    def test_what_is_no_sidecar_is_kept(self):
        self.write("notes", b"sk notes")
        self.write("empty", b"")
        os.link(self.folder / "data", self.folder / "link")
        os.mkdir(self.folder / "folder")
        os.mkfifo(self.folder / "fifo")
        for name in ("notes", "empty", "link", "folder", "fifo"):
            os.utime(self.folder / name, (1, 1))
        before = sorted(os.listdir(self.folder))
        for name, reason in (("data", "the file itself"), ("link", "the file itself"), ("folder", "Is a directory"), ("fifo", "not a regular file")):
            for force in ([], ["--force"]):
                self.assert_failed(self.tree("build", *force, "--sidecar", name, "data"), f"ksum: {name}: {reason}")
        self.assert_failed(self.tree("build", "--sidecar", "notes", "data"), "ksum: notes: not a sidecar; --force replaces it")
        self.assertEqual(sorted(os.listdir(self.folder)), before)
        self.assertEqual((self.folder / "notes").read_bytes(), b"sk notes")
        self.assertEqual((self.folder / "data").read_bytes(), self.content)
        self.build("--force", "--sidecar", "notes")
        os.utime(self.folder / "data")
        self.build("--sidecar", "empty")

    def test_more_leaves_than_are_in_memory_at_a_time(self):
        window = 4096
        for size in ((window + 1) * CHUNK - 1, (window + 1) * CHUNK, (window + 2) * CHUNK + 5, (2 * window + 1) * CHUNK):
            for options in ([], ["-a", "kt256", "--customization", "x" * 9000]):
                self.write("data", b"")
                os.truncate(self.folder / "data", size)
                with open(self.folder / "data", "r+b") as data:
                    data.write(support.ptn(20_000))
                self.build("--force", *options)
                self.assertEqual(self.tree("verify", *options, "data").lines, ["data: OK"])
                first = (window + 1) * CHUNK  # the first byte of another window, or the end
                for at in sorted({0, first - CHUNK, *(min(at, size - 1) for at in (first - 1, first, size))}):
                    with open(self.folder / "data", "r+b") as data:
                        data.seek(at)
                        data.write(b"!")
                    os.utime(self.folder / "data", ns=(0, os.stat(self.folder / "data").st_mtime_ns + 10**9))
                    if at >= CHUNK:
                        result = self.tree("verify", *options, "--range", f"{at}-{at}", "data")
                        self.assertEqual((result.lines, result.errors), (["data: FAILED"], []), (size, at))
                        elsewhere = f"{at - at % CHUNK - 1}-{at - at % CHUNK - 1}"
                        self.assertEqual(self.tree("verify", *options, "--range", elsewhere, "data").lines, ["data: OK"], (size, at))
                    updated = self.tree("update", *options, "--range", f"{at}-{at}", "data")
                    self.assert_good(updated)
                    self.assertEqual(updated.raw, self.digest(*options), (size, at))
                sidecar = (self.folder / "data.kt").read_bytes()
                self.build("--force", *options)
                self.assertEqual((self.folder / "data.kt").read_bytes(), sidecar, size)

    def test_what_is_refused(self):
        self.build()
        good = (self.folder / "data.kt").read_bytes()
        for changed, reason in (
            (b"", "the sidecar is truncated"),
            (good[:-1], "the sidecar is truncated"),
            (b"x" + good[1:], "not a sidecar"),
            (good[:4] + b"\2" + good[5:], "the sidecar has a version that this library does not know"),
            (good[:500] + bytes([good[500] ^ 1]) + good[501:], "the sidecar is damaged"),
        ):
            self.write("data.kt", changed)
            for command in (["verify"], ["update", "--range", "0-0"]):
                self.assert_failed(self.tree(*command, "data"), "ksum: data.kt: " + reason)
            self.assert_failed(self.tree("show", "data.kt"), "ksum: data.kt: " + reason)
        self.write("data.kt", good)
        self.assert_failed(self.tree("verify", "-a", "kt256", "data"), "ksum: data.kt: the sidecar is of another algorithm")
        self.assert_failed(self.tree("verify", "--customization", "x", "data"), "ksum: data.kt: the sidecar is of another customization")
        self.write("data", self.content + b"x")
        self.assert_failed(self.tree("verify", "data"), "ksum: data.kt: the sidecar is stale: the data changed since it was made")

    def test_several_files(self):
        self.write("other", b"abc")
        result = self.tree("build", "data", "missing", "other")
        self.assertEqual((result.errors, len(result.lines), result.status), (["ksum: missing: No such file or directory"], 2, 1))
        self.assertEqual(self.tree("verify", "data", "other").lines, ["data: OK", "other: OK"])
        self.assert_failed(self.tree("build", "/dev/null"), "ksum: /dev/null: not a regular file")

    def test_what_is_no_file(self):
        self.build()
        os.mkfifo(self.folder / "fifo")
        for command in (["build"], ["verify"], ["update", "--appended"], ["show"]):
            self.assert_failed(run("tree", *command, "fifo", cwd=self.folder, timeout=10), "ksum: fifo: not a regular file")
            self.assert_failed(self.tree(*command, "."), "ksum: .: Is a directory")
        for command in (["verify"], ["update", "--appended"]):
            result = run("tree", *command, "--sidecar", "fifo", "data", cwd=self.folder, timeout=10)
            self.assert_failed(result, "ksum: fifo: not a regular file")

    def test_standard_input_has_no_sidecar(self):
        self.write("-", b"a file of that name")
        line = "-: standard input has no sidecar; for a file of that name write ./-"
        for command in (["build"], ["verify"], ["update", "--appended"], ["show"]):
            self.assert_usage_error(self.tree(*command, "-"), line)
        self.assert_usage_error(self.tree("build", "data", "-"), line)
        self.assert_usage_error(self.tree("build", "--sidecar", "-", "data"),
                                "--sidecar must be the name of a file, not -; for a file of that name write ./-")
        built = self.tree("build", "./-")
        self.assert_good(built)
        self.assertEqual(built.raw, run("./-", cwd=self.folder).raw)

    def test_long_names(self):
        for length in (246, 252):
            name = "n" * length
            self.write(name, b"abc")
            self.assert_good(self.tree("build", name))
            self.assertEqual(self.tree("verify", name).lines, [name + ": OK"])
        name = "n" * 253
        self.write(name, b"abc")
        self.assert_failed(self.tree("build", name), f"ksum: {name}.kt: File name too long")
        self.assert_good(self.tree("build", "--sidecar", "short", name))
        self.assertEqual(self.tree("verify", "--sidecar", "short", name).lines, [name + ": OK"])

    def mode(self, name):
        return os.stat(self.folder / name).st_mode & 0o7777

    def test_permissions(self):
        for of_file, mask, expected in ((0o600, 0o022, 0o600), (0o644, 0o022, 0o644), (0o666, 0o027, 0o640), (0o755, 0o022, 0o644)):
            os.chmod(self.folder / "data", of_file)
            self.assert_good(run("tree", "build", "data", cwd=self.folder, umask=mask))
            self.assertEqual(self.mode("data.kt"), expected)
            # The sidecar's own outlast what makes it anew.
            os.chmod(self.folder / "data.kt", 0o640)
            self.assert_good(run("tree", "build", "--force", "data", cwd=self.folder, umask=0o077))
            self.assert_good(run("tree", "update", "--appended", "data", cwd=self.folder, umask=0o077))
            self.assertEqual(self.mode("data.kt"), 0o640)
            os.remove(self.folder / "data.kt")

    def test_owner(self):
        if os.geteuid() != 0:
            self.skipTest("only root may give files away")
        self.build()
        os.chown(self.folder / "data.kt", 12345, 23456)
        self.build("--force")
        about = os.stat(self.folder / "data.kt")
        self.assertEqual((about.st_uid, about.st_gid), (12345, 23456))
        # Who may not give it to the group gives no other one what the group had.
        os.chmod(self.folder, 0o777)
        os.chmod(self.folder / "data", 0o644)
        os.chmod(self.folder / "data.kt", 0o664)
        as_another = run("tree", "build", "--force", "data", cwd=self.folder, user=65534, group=65534, extra_groups=[])
        self.assert_good(as_another)
        about = os.stat(self.folder / "data.kt")
        self.assertEqual((about.st_uid, about.st_gid, about.st_mode & 0o777), (65534, 65534, 0o644))

    def test_a_symbolic_link_is_no_sidecar_itself(self):
        os.mkdir(self.folder / "elsewhere")
        self.build("--sidecar", "elsewhere/kept")
        os.symlink("elsewhere/kept", self.folder / "data.kt")
        self.change(0)
        result = self.tree("update", "--range", "0-0", "data")
        self.assert_good(result)
        self.assertTrue(os.path.islink(self.folder / "data.kt"))
        self.assertEqual(self.tree("verify", "--sidecar", "elsewhere/kept", "data").lines, ["data: OK"])
        self.assertEqual(os.listdir(self.folder / "elsewhere"), ["kept"])
        os.remove(self.folder / "elsewhere" / "kept")
        self.assert_failed(self.tree("build", "data"), "ksum: data.kt: No such file or directory")
        self.assertTrue(os.path.islink(self.folder / "data.kt"))

    def test_names_of_any_bytes(self):
        for name, shown in (("bs\\x", "bs\\x"), ("new\nl\\ine", "\\new\\nl\\\\ine"), ("r\r", "r\r")):
            self.write(name, b"abc")
            self.assert_good(self.tree("build", name))
            self.write("LIST", run(name, cwd=self.folder).raw)
            result = self.tree("verify", name)
            self.assert_good(result)
            self.assertEqual(result.raw.decode(), shown + ": OK\n")
            self.assertEqual(result.raw, run("-c", "LIST", cwd=self.folder).raw)

    def test_lines(self):
        for options in (["--tag"], ["--json"], ["--no-names"], ["--raw"], ["--base64"], ["-z"], ["-b"]):
            result = self.tree("build", "--force", *options, "data")
            self.assert_good(result)
            self.assertEqual(result.raw, self.digest(*options), options)
            self.assertEqual(self.tree("update", "--appended", *options, "data").raw, result.raw, options)

    def test_progress(self):
        # Something that takes longer than the second after which there is a line.
        self.sparse("large", 64 << 30)
        command = [KSUM, "tree", "build", "--progress", "--backend", "portable", "large"]
        with subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env=support.environment()) as process:
            time.sleep(2)
            process.terminate()
            errors = process.communicate(timeout=60)[1].decode()
        self.assertRegex(errors, r"\r\d+\.?\d* [KMG]iB of 64\.0 GiB \(\d+ %\), \d+\.?\d* [KMG]iB/s, [\d:]+ left  large")
        self.assertEqual(sorted(os.listdir(self.folder)), ["data", "large"])

    def test_nothing_is_left_where_nothing_can_be_written(self):
        self.assert_failed(self.tree("build", "--sidecar", "missing/data.kt", "data"), "ksum: missing/data.kt: No such file or directory")
        os.mkdir(self.folder / "folder")
        self.assert_failed(self.tree("build", "--force", "--sidecar", "folder", "data"), "ksum: folder: Is a directory")
        self.assertEqual(sorted(os.listdir(self.folder)), ["data", "folder"])

    def test_usage(self):
        for arguments, line in (
            ([], "tree needs build, verify, update or show"),
            (["plant", "data"], "tree needs build, verify, update or show"),
            (["build"], "tree needs the name of a file"),
            (["build", "-a", "sha3-256", "data"], "sha3-256: only kt128 and kt256 have sidecars"),
            (["update", "data"], "update needs to know what changed: --range A-B, or --appended"),
            (["build", "--range", "1-2", "data"], "--range is not for this command"),
            (["verify", "--force", "data"], "--force is not for this command"),
            (["verify", "--range", "5", "data"], "--range must be A-B, not '5'"),
            (["verify", "--range", "5-4", "data"], f"--range must be 5 to {2**64 - 1}, not '4'"),
            (["verify", "--digest", "xy", "data"], "--digest is not pairs of hexadecimal digits: 'xy'"),
            (["verify", "--digest", "2e", "data"], "--digest of kt128 has at least 32 bytes, not 1"),
            (["verify", "--digest", "2e" * 31, "data"], "--digest of kt128 has at least 32 bytes, not 31"),
            (["verify", "-a", "kt256", "--digest", "2e" * 63, "data"], "--digest of kt256 has at least 64 bytes, not 63"),
            (["verify", "--json", "data"], "--json is not for this command"),
            (["verify", "-z", "data"], "--zero is not for this command"),
            (["verify", "--untagged", "data"], "--untagged is not for this command"),
            (["show", "--tag", "data.kt"], "--tag is not for this command"),
            (["show", "-b", "data.kt"], "--binary is not for this command"),
            (["show", "--base64", "data.kt"], "--base64 is not for this command"),
            (["build", "-l", "5", "data"], "--length is not for this command"),
            (["build", "-r", "data"], "tree takes files only"),
        ):
            self.assert_usage_error(self.tree(*arguments), line)
        self.assert_usage_error(run("--force", "data"), "--sidecar, --digest, --range, --force and --appended are for ksum tree")


if __name__ == "__main__":
    unittest.main()
