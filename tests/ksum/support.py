"""Running ksum, and reading the vector files (tests/vectors/README.md has their format)."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

KSUM = os.environ["KSUM"]
VECTORS = Path(os.environ["KSUM_VECTORS"])

HINT = "Try 'ksum --help' for more information."

OPTIONS = """
    --algorithm --length --customization --customization-hex --function-name --function-name-hex --domain --block-size
    --key-file --key-fd --tag --untagged --json --no-names --raw --base64 --zero --binary --text
    --check --quiet --status --strict --ignore-missing --warn
    --recursive --follow --one-file-system --exclude --files0-from --bytes --threads --num-threads --no-mmap --progress --no-progress
    --sidecar --range --digest --appended --force
    --backend --list --explain --version --help
""".split()

# How many bytes come out by default.
DEFAULT_LENGTHS = {
    f"{family}{'-' if family in ('keccak', 'sha3') else ''}{size}": length
    for families, lengths in (
        (("keccak", "sha3"), {224: 28, 256: 32, 384: 48, 512: 64}),
        (
            "shake rawshake cshake kmac kmacxof tuplehash tuplehashxof parallelhash parallelhashxof turboshake kt".split(),
            {128: 32, 256: 64},
        ),
    )
    for family in families
    for size, length in lengths.items()
}


def has_any_length(algorithm):
    return not algorithm.startswith(("keccak-", "sha3-"))


class Result:
    def __init__(self, process):
        self.status = process.returncode
        self.raw = process.stdout
        self.errors = process.stderr.decode().splitlines()

    @property
    def lines(self):
        return self.raw.decode().splitlines()

    @property
    def digest(self):
        return self.raw.decode().lstrip("\\").split("  ")[0]


def environment(changes=None):
    """That of the tests, but what would change ksum's behaviour is unset unless asked for."""
    result = {k: v for k, v in os.environ.items() if k not in ("SIMDKECCAK_BACKEND", "TMPDIR")}
    return {**result, **(changes or {})}


def run(*arguments, stdin=b"", env=None, cwd=None, timeout=600, **more):
    """ksum with these arguments; stdin is what comes through a pipe."""
    source = {"input": stdin} if isinstance(stdin, bytes) else {"stdin": stdin}
    command = [KSUM, *map(str_or_bytes, arguments)]
    return Result(subprocess.run(command, capture_output=True, env=environment(env), cwd=cwd, timeout=timeout, **source, **more))


def run_in_shell(script, *arguments, cwd=None):
    """A script for sh in which "$@" is ksum with these arguments."""
    command = ["sh", "-c", script, "sh", KSUM, *map(str_or_bytes, arguments)]
    return Result(subprocess.run(command, input=b"", capture_output=True, env=environment(), cwd=cwd, timeout=600))


def str_or_bytes(argument):
    return argument if isinstance(argument, (str, bytes)) else str(argument)


def backends():
    """{name: (whether this CPU runs it, whether it is active)}, as --list has it."""
    return listed_backends(run("--list"))


def listed_backends(result):
    rows = result.lines[result.lines.index("Backends, and their kernels:") + 1 :]
    return {row.split()[0]: ("  runs on this CPU" in row, row.endswith(", active")) for row in rows}


class TestCase(unittest.TestCase):
    """Each test has an empty folder, self.folder."""

    longMessage = True

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def write(self, name, content, mode=0o600):
        path = os.path.join(os.fsencode(self.folder), os.fsencode(name))
        with open(path, "wb") as file:
            file.write(content)
        os.chmod(path, mode)
        return path

    def sparse(self, name, size):
        path = self.folder / name
        with open(path, "wb") as file:
            file.truncate(size)
        return path

    def assert_good(self, result, message=None):
        self.assertEqual((result.errors, result.status), ([], 0), message)

    def assert_usage_error(self, result, line):
        self.assertEqual((result.raw, result.errors, result.status), (b"", ["ksum: " + line, HINT], 2))


def byte_string(text):
    for word, value in (("ptn(", ptn), ("repeat(", repeat)):
        if text.startswith(word):
            return value(*text[len(word) : -1].split(","))
    return bytes.fromhex(text)


def ptn(size):
    size = int(size)
    return (bytes(range(251)) * (size // 251 + 1))[:size]


def repeat(pattern, times):
    return bytes.fromhex(pattern) * int(times)


class Record:
    """One record of a vector file, as arguments of ksum."""

    LARGEST = 2 * 1024 * 1024
    # An argument has no NUL, and the system limits its length.
    LONGEST_ARGUMENT = 100_000

    def __init__(self, algorithm, fields, elements):
        self.algorithm = algorithm
        self.tuple = "Elems" in fields
        self.texts = elements if self.tuple else [fields["Msg"]]
        self.key = byte_string(fields.get("Key", ""))
        self.output = fields.get("Out", "")
        self.options = ["-a", algorithm]
        self.features = set()
        self.possible = bool(self.output) and (bool(self.key) or "Key" not in fields) and len(self.texts) > 0
        for key, option in (("Custom", "--customization"), ("FunctionName", "--function-name")):
            if fields.get(key):
                value = byte_string(fields[key])
                self.possible &= b"\0" not in value and len(value) < self.LONGEST_ARGUMENT
                self.options += [option, value]
                self.features.add(key)
        if "Domain" in fields:
            self.options += ["--domain", "0x" + fields["Domain"].removeprefix("0x")]
            self.features.add("Domain")
        if "BlockSize" in fields:
            self.options += ["--block-size", fields["BlockSize"]]
            self.features.add("BlockSize")
        if "OutLen" in fields:
            self.options += ["-l", fields["OutLen"]]
        if self.key:
            self.features.add("Key")
        if self.tuple and len(elements) > 1:
            self.features.add("several elements")

    def messages(self):
        return [byte_string(text) for text in self.texts]

    def arguments(self, folder):
        """Options, then files, which are written to the folder."""
        arguments = list(self.options)
        if self.key:
            arguments += ["--key-file", put(folder / "key", self.key)]
        return arguments + [put(folder / f"message{i}", m) for i, m in enumerate(self.messages())]


def put(path, content):
    path.touch(0o600)
    path.write_bytes(content)
    return path


def records(algorithm):
    """The records of the algorithm's file that ksum's command line can express and that are not huge."""
    result = []
    for block in (VECTORS / f"{algorithm}.txt").read_text().strip().split("\n\n"):
        fields, elements = {}, []
        for line in block.splitlines():
            key, _, value = line.partition(" =")
            if key == "Elem":
                elements.append(value.strip())
            else:
                fields[key] = value.strip()
        record = Record(algorithm, fields, elements)
        if record.possible and sum(map(len, record.messages())) <= Record.LARGEST:
            result.append(record)
    return result


def sample(everything, count):
    """About `count` of the records, spread evenly, and some with each feature."""
    chosen = dict.fromkeys(everything[:: max(1, len(everything) // count)])
    for feature in set().union(*(r.features for r in everything)):
        chosen.update(dict.fromkeys([r for r in everything if feature in r.features][:4]))
    return list(chosen)
