"""What is installed beside the program: links, the manual, completions."""

import os
import re
import shutil
import subprocess
import unittest

import support

LINKS = (
    "keccak224sum keccak256sum keccak384sum keccak512sum sha3-224sum sha3-256sum sha3-384sum sha3-512sum shake128sum shake256sum "
    "turboshake128sum turboshake256sum kt128sum kt256sum"
).split()


class Install(support.TestCase):
    def setUp(self):
        super().setUp()
        subprocess.run([os.environ["CMAKE"], "--install", os.environ["KSUM_BUILD"], "--component", "ksum", "--prefix", self.folder],
                       check=True, capture_output=True)
        self.assertEqual(os.path.realpath(self.folder / "bin/sha3-256sum"), os.path.realpath(self.folder / "bin/ksum"))

    def complete(self, *words):
        """What bash offers for the last word."""
        script = """
            source "$1"; shift
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
            _ksum 2>/dev/null; printf '%s\\n' "${COMPREPLY[@]}"
        """
        done = subprocess.run(["bash", "-c", script, "bash", self.folder / "share/bash-completion/completions/ksum", *words],
                              capture_output=True, text=True, check=True, cwd=self.folder / "bin")
        return set(filter(None, done.stdout.splitlines()))

    def test_links(self):
        for link in LINKS:
            done = subprocess.run([self.folder / "bin" / link, "--tag"], input=b"abc", capture_output=True, check=True)
            name = done.stdout.split()[0].decode().lower().replace("-", "")
            self.assertTrue(name.startswith(link.removesuffix("sum").replace("-", "")), link)
        self.assertEqual(set(os.listdir(self.folder / "bin")), {"ksum", *LINKS})

    def test_manual(self):
        page = self.folder / "share/man/man1/ksum.1"
        text = page.read_text()
        self.assertIn(f"simdkeccak {os.environ['KSUM_VERSION']}", text)
        for name in (*support.OPTIONS, *LINKS):
            self.assertIn(name.replace("-", "\\-"), text)
        self.assertNotIn("@", text)
        for tool in (["mandoc", "-T", "lint", "-W", "error"], ["groff", "-man", "-ww", "-z"]):
            if shutil.which(tool[0]):
                done = subprocess.run([*tool, page], capture_output=True, text=True, check=False)
                self.assertEqual((done.stdout + done.stderr, done.returncode), ("", 0), tool)

    def test_completions_know_every_option(self):
        for path, pattern in (("bash-completion/completions/ksum", "{}"), ("zsh/site-functions/_ksum", "{}"),
                              ("fish/vendor_completions.d/ksum.fish", "-l {0}")):
            text = (self.folder / "share" / path).read_text()
            self.assertIn(" ".join(LINKS), text)
            for name in support.OPTIONS:
                wanted = pattern.format(name.removeprefix("--") if "fish" in path else name)
                self.assertRegex(text, re.escape(wanted) + r"[\s=\[}'\"]", path)

    def test_syntax(self):
        for shell, path in (("bash", "bash-completion/completions/ksum"), ("zsh", "zsh/site-functions/_ksum"),
                            ("fish", "fish/vendor_completions.d/ksum.fish")):
            if shutil.which(shell):
                done = subprocess.run([shell, "-n", self.folder / "share" / path], capture_output=True, text=True, check=False)
                self.assertEqual((done.stderr, done.returncode), ("", 0), shell)

    def test_bash(self):
        if shutil.which("bash") is None:
            self.skipTest("there is no bash")
        self.assertEqual(self.complete("./ksum", "--re"), {"--recursive"})
        self.assertEqual(self.complete("./ksum", "--algorithm", "kt"), {"kt128", "kt256"})
        self.assertEqual(self.complete("./ksum", "--backend", "port"), {"portable"})
        self.assertEqual(self.complete("./ksum", "sha3-5"), {"sha3-512sum"})
        self.assertEqual(self.complete("./ksum", "self"), {"self-test"})
        self.assertEqual(self.complete("./ksum", "tree", "ver"), {"verify"})
        self.assertEqual(self.complete("./ksum", "--unt"), {"--untagged"})
        for name in ("two words", "two * words", "new words"):
            (self.folder / "bin" / name).touch()
        self.assertEqual(self.complete("./ksum", "two"), {"two words", "two * words"})
        self.assertEqual(self.complete("./ksum", "tree", "build", "new"), {"new words"})

    def test_zsh(self):
        if shutil.which("zsh") is None:
            self.skipTest("there is no zsh")
        # The functions that offer words write them instead.
        script = """
            _arguments() { print -l -- "$@" }
            _describe() { print -l -- "${(@P)@[-1]}" }
            _alternative() { print -l -- "$@" }
            functions[complete_ksum]="$(<$1)"; shift
            words=("$@"); CURRENT=$#; service=${1:t}
            complete_ksum
        """

        def complete(*words):
            done = subprocess.run(["zsh", "-f", "-c", script, "zsh", self.folder / "share/zsh/site-functions/_ksum", *words],
                                  capture_output=True, text=True, check=True)
            self.assertEqual(done.stderr, "")
            return done.stdout

        for command in ("bench", "self-test", "tree"):
            self.assertIn(command, complete("ksum", ""))
            self.assertNotIn(command, complete("sha3-256sum", "").replace("[tree", ""))
        actions = complete("ksum", "tree", "")
        self.assertEqual([line.split(":")[0] for line in actions.splitlines()], ["build", "verify", "update", "show"])
        self.assertIn("*:file:_files", complete("ksum", "tree", "build", ""))


if __name__ == "__main__":
    unittest.main()
