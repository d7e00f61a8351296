"""Runs what the documents tell a reader to type, and compiles the README's examples.

Every line of a fenced block marked `sh` in README.md, CONTRIBUTING.md and docs/ is run in a copy of the source tree and must
succeed. Environment: SOURCE, the source tree; CXX and CC, the compilers for the examples.
"""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["SOURCE"])
DOCUMENTS = ["README.md", "CONTRIBUTING.md", *sorted(str(p.relative_to(SOURCE)) for p in (SOURCE / "docs").glob("*.md"))]


def blocks(document, language):
    text = (SOURCE / document).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


# What the examples assume around them.
CPP = """
#include <cstdint>
#include <string>
#include <vector>
{includes}
int main() {{
  const std::vector<std::uint8_t> bytes(100), a(3), b(5), seed(32), key(32), message(9);
  std::array<std::uint8_t, 32> out{{}}, more{{}};
  const std::vector<std::string> messages(10);
  std::vector<std::array<std::uint8_t, 32>> digests(10);
  {body}
  return d[0] + selector[0] + so_far[0] + saved[0] + static_cast<int>(any.has_value()) == 0;
}}
"""
C = """
{includes}
int main(void) {{
  uint8_t data[10] = {{0}}, key[32] = {{0}}, mac[32];
  size_t size = sizeof data;
  {body}
  return digest[0] + mac[0] == 0;
}}
"""


def split_includes(block):
    lines = block.splitlines()
    includes = [line for line in lines if line.startswith("#include") or line.startswith("namespace")]
    return "\n".join(includes), "\n  ".join(line for line in lines if line not in includes)


class Documents(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.tree = pathlib.Path(cls.folder.name) / "simdkeccak"
        shutil.copytree(SOURCE, cls.tree, ignore=shutil.ignore_patterns("build", ".git"))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_commands(self):
        ran = 0
        for document in DOCUMENTS:
            for line in "".join(blocks(document, "sh")).splitlines():
                if not line.strip() or line.startswith("#"):
                    continue
                with self.subTest(document=document, command=line):
                    done = subprocess.run(["sh", "-c", line], cwd=self.tree, capture_output=True, text=True, timeout=900)
                    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                    ran += 1
        self.assertGreaterEqual(ran, 6)

    def test_first_command_prints_the_digest(self):
        command = blocks("README.md", "sh")[0].strip()
        self.assertEqual(command, "scripts/ksum -a keccak-256 README.md")
        done = subprocess.run(["sh", "-c", command], cwd=self.tree, capture_output=True, text=True, check=True)
        self.assertRegex(done.stdout, r"\A[0-9a-f]{64}  README\.md\n\Z")

    def compile(self, source, compiler, suffix, *flags):
        path = self.tree / f"example{suffix}"
        path.write_text(source, encoding="utf-8")
        done = subprocess.run([compiler, *flags, "-Iinclude", "-fsyntax-only", path.name], cwd=self.tree, capture_output=True,
                              text=True)
        self.assertEqual(done.returncode, 0, source + done.stderr)

    def test_examples(self):
        (cpp,) = blocks("README.md", "cpp")
        includes, body = split_includes(cpp)
        self.compile(CPP.format(includes=includes, body=body), os.environ["CXX"], ".cpp", "-std=c++20", "-Wall", "-Wextra")
        (c,) = blocks("README.md", "c")
        includes, body = split_includes(c)
        self.compile(C.format(includes=includes, body=body), os.environ["CC"], ".c", "-std=c99", "-Wall", "-Wextra")


if __name__ == "__main__":
    unittest.main()
