#!/usr/bin/env python3
"""Shows that kernels, as clang compiles them, compute what FIPS 202 says. See README.md.

usage: prove.py [kernel...] [--rounds N] [--lanes N] [--blocks N] [--clang PROGRAM] [--source DIRECTORY]

Compiles src/kernels/*.cpp to LLVM IR with the flags of a release build, executes each kernel on symbols, and compares every
bit of every state with specification.py. Exit status: 0 all shown, 1 something not shown, 77 no clang.
"""
import argparse
import functools
import gc
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import time

import specification
from execute import Machine
from forms import Forms, Refused, constant
from llvm_ir import Module
from memory import Memory, Pointer

ROOT = pathlib.Path(__file__).resolve().parent.parent
OLDEST_CLANG = 19
# Files of kernels, by the machine whose code is shown.
FILES = {
    **dict.fromkeys(("portable", "ssse3", "bmi2", "avx2", "avx512"), "x86_64-linux-gnu"),
    "zbb": "riscv64-linux-gnu",
    **dict.fromkeys(("aarch64", "neon", "sha3", "sve2"), "aarch64-linux-gnu"),
    "sse2": "i686-linux-gnu",
    **dict.fromkeys(("wasm", "wasm128"), "wasm32-wasip1"),
}
DIGEST = "_digest"  # what the name of a kernel's function for digests ends in
FLAGS = ["-x", "c++", "-std=c++20", "-O3", "-DNDEBUG", "-fPIC", "-fvisibility=hidden", "-fdiscard-value-names"]
WASI = "/usr/include/wasm32-wasi"  # where Debian has what WebAssembly's clang does not find alone


def flags_of(machine):
    flags = [f"--target={machine}"]
    return flags + ["-msimd128", "-fno-exceptions", "-isystem", f"{WASI}/c++/v1", "-isystem", WASI] if "wasm" in machine else flags


def find_clang():
    """The newest clang on the path, or None."""
    names = ["clang", "clang++", *(f"clang-{n}" for n in range(40, OLDEST_CLANG - 1, -1))]
    newest, best = None, OLDEST_CLANG - 1
    for name in filter(shutil.which, names):
        text = subprocess.run([name, "--version"], capture_output=True, text=True).stdout
        found = re.search(r"clang version (\d+)", text)
        if found and "Apple" not in text and int(found[1]) > best:
            newest, best = name, int(found[1])
    return newest


def has_headers(clang, machine):
    """Whether the C++ headers of that machine are there; for another machine than this one, a cross compiler brings them."""
    command = [clang, *flags_of(machine), "-x", "c++", "-std=c++20", "-fsyntax-only", "-include", "cstring", "/dev/null"]
    return subprocess.run(command, capture_output=True).returncode == 0


def compile_file(clang, source, file):
    command = [clang, *FLAGS, *flags_of(FILES[file.stem]), "-I", str(source / "include"), "-S", "-emit-llvm", "-o", "-", str(file)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Refused(f"{file.name} does not compile: {done.stderr.strip().splitlines()[0]}")
    return done.stdout


def kernels(source):
    """{name: file} of every kernel and function for digests defined in src/kernels; None for a file of a machine that is not covered."""
    found = {}
    for file in sorted((source / "src/kernels").glob("*.cpp")):
        for kind, name in re.findall(r"^SIMDKECCAK_(KERNEL|DIGEST)\((\w+)\)", file.read_text(encoding="utf-8"), re.M):
            found[name if kind == "KERNEL" else name + DIGEST] = file if file.stem in FILES else None
    return found


def width_of(name):
    """How many states a kernel or a function for digests takes."""
    return int(name.removesuffix(DIGEST).rpartition("_x")[2])


def show(module, kernel, rounds, lanes, blocks):
    """Returns if the kernel does to every state what the specification says, and nothing else; raises Refused if not."""
    name = module.named(rf"_ZN10simdkeccak7kernels{len(kernel)}{kernel}EP[my]PKPKh[mj]jj")
    task = absorption(width_of(kernel), rounds, lanes, blocks)
    for upwards in (True, False):
        if not show_in_order(module, name, task, Memory(upwards, module.pointer)):
            break


class Task:
    """States and blocks of symbols, and what the specification makes of each state."""

    def __init__(self, shape):
        self.shape = shape
        self.forms = Forms()
        self.states = []  # 25 words each
        self.blocks = []  # of each state, those of a block after those of the block before
        self.expected = []


# The last one is kept: with the specification's forms made once for all kernels of one width, a proof takes half the time.
@functools.lru_cache(maxsize=1)
def absorption(width, rounds, lanes, blocks):
    task = Task((rounds, lanes, blocks))
    for _ in range(width):
        task.states.append([task.forms.word() for _ in range(25)])
        words = [[task.forms.word() for _ in range(lanes)] for _ in range(blocks)]
        task.blocks.append([word for each in words for word in each])
        task.expected.append(specification.absorb(task.states[-1], words, rounds, task.forms))
    return task


@functools.lru_cache(maxsize=1)
def short_message(width, rounds):
    """What a function for digests begins with: lanes 17 to 24 are zero."""
    task = Task((rounds,))
    for _ in range(width):
        task.states.append([task.forms.word() for _ in range(17)] + [constant(0, 64)] * 8)
        task.expected.append(specification.permute(task.states[-1], rounds, task.forms))
    return task


def put_states(task, memory):
    width = len(task.states)
    state = memory.object("the state", 200 * width, 8)
    for slot, words in enumerate(task.states):
        for i, word in enumerate(words):
            state.put(8 * (i * width + slot), word)
    return state


def compare(task, state, lanes):
    """Of the first lanes of each state."""
    width = len(task.states)
    wrong = [(slot, i) for slot in range(width) for i in range(lanes)
             if state.get(8 * (i * width + slot), 8) != task.expected[slot][i]]
    if wrong:
        raise Refused(f"{len(wrong)} of {lanes * width} lanes differ, first lane {wrong[0][1]} of state {wrong[0][0]}")


def show_in_order(module, name, task, memory):
    """Returns whether the order of objects in memory may have mattered."""
    rounds, lanes, blocks = task.shape
    state = put_states(task, memory)
    inputs = memory.object("the array of inputs", module.pointer * len(task.states), module.pointer, writable=False)
    for slot, words in enumerate(task.blocks):
        block = memory.object(f"input {slot}", 8 * lanes * blocks, 1, writable=False)
        inputs.pointers[module.pointer * slot] = Pointer(block, 0)
        for i, word in enumerate(words):
            block.put(8 * i, word)
    Machine(module, name, task.forms, memory).run([Pointer(state, 0), Pointer(inputs, 0), blocks, lanes, rounds])
    compare(task, state, 25)
    return memory.order_mattered


def show_digest(module, function, rounds):
    """The same for a function for digests: of the result the first four lanes count."""
    task = short_message(width_of(function), rounds)
    memory = Memory(True, module.pointer)
    state = put_states(task, memory)
    name = module.named(rf"_ZN10simdkeccak7kernels{len(function)}{function}EPmj")
    Machine(module, name, task.forms, memory).run([Pointer(state, 0), rounds])
    compare(task, state, 4)
    if memory.order_mattered:
        raise Refused("the order of objects in memory may matter")


def title(rounds, lanes, blocks):
    return f"{rounds} rounds, {blocks} x {lanes} lanes" if lanes else f"{rounds} rounds, bare permutation"


# (rounds, lanes, blocks). Both round counts with the bare permutation and with a fused block; then every length of a block,
# for which two rounds do: in a kernel, the number of rounds and the length of a block have nothing to do with each other.
FULL = [(24, 0, 1), (24, 17, 2), (12, 0, 1), (12, 21, 2)]
SHAPES = [(title(*shape), [shape]) for shape in FULL] + [
    ("2 rounds, 2 x each of 1 to 25 lanes", [(2, lanes, 2) for lanes in range(1, 26)]),
    ("2 and 4 rounds, 0 to 9 blocks", [(2, 17, 0), (2, 17, 1), (4, 17, 3), (4, 0, 2), (2, 21, 9)]),
]


DIGESTS = [(f"{rounds} rounds, 17 lanes to 4", [(rounds,)]) for rounds in (24, 12, 4, 2)]


def prove(modules, shapes, report):
    """Shows kernels, {name: module}, for the given shapes, and digest functions for theirs; says how long groups of shapes
    took. Returns whether all were shown."""
    good = True

    def show_all(names, groups, how):
        nonlocal good
        for name, group in groups:
            seconds, refusals = dict.fromkeys(names, 0), {kernel: [] for kernel in names}
            for shape in group:
                for kernel in names:
                    start = time.process_time()
                    try:
                        how(modules[kernel], kernel, *shape)
                    except Refused as refusal:
                        refusals[kernel].append(f"{title(*shape) if len(shape) == 3 else name}: {refusal}")
                    seconds[kernel] += time.process_time() - start
                absorption.cache_clear()  # before the next one is made: the largest take a gigabyte
            for kernel in names:
                report(f"{kernel:18} {name:36} {'NOT SHOWN' if refusals[kernel] else 'shown'}  {seconds[kernel]:5.1f} s")
                for line in refusals[kernel]:
                    report("  " + line)
                good &= not refusals[kernel]

    for width in sorted({width_of(name) for name in modules}):
        same = [name for name in modules if width_of(name) == width]
        show_all([name for name in same if not name.endswith(DIGEST)], shapes, show)
        show_all([name for name in same if name.endswith(DIGEST)], DIGESTS, show_digest)
    return good


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    parser.add_argument("kernel", nargs="*")
    for name in ("--rounds", "--lanes", "--blocks"):
        parser.add_argument(name, type=int)
    parser.add_argument("--clang")
    parser.add_argument("--source", type=pathlib.Path, default=ROOT)
    options = parser.parse_args()
    clang = options.clang or find_clang()
    if not clang:
        print(f"not run: no clang {OLDEST_CLANG} or newer on the path")
        return 77
    chosen = kernels(options.source)
    unknown = set(options.kernel) - set(chosen)
    unknown |= set(FILES) - {file.stem for file in chosen.values() if file}
    if unknown:
        print("no such kernel, or none in this file:", *sorted(unknown))
        return 1
    print(subprocess.run([clang, "--version"], capture_output=True, text=True).stdout.splitlines()[0])
    shapes = SHAPES
    if options.rounds or options.lanes or options.blocks:
        one = (options.rounds or 24, options.lanes or 0, options.blocks or 1)
        shapes = [(title(*one), [one])]
    absent = {machine for machine in FILES.values() if not has_headers(clang, machine)}
    good, files, modules = True, {}, {}
    for kernel in options.kernel or chosen:
        file = chosen[kernel]
        if not file:
            print(f"{kernel:18} not covered")
            continue
        if FILES[file.stem] in absent:
            print(f"{kernel:18} not run: no C++ headers of {FILES[file.stem]}")
            continue
        try:
            files[file] = modules[kernel] = files.get(file) or Module(compile_file(clang, options.source, file))
        except Refused as refusal:
            print(f"{kernel:18} NOT SHOWN: {refusal}")
            good = False
    good &= prove(modules, shapes, lambda line: print(line, flush=True))
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    return 0 if good else 1


if __name__ == "__main__":
    gc.disable()  # millions of small sets, and no cycles among them
    sys.exit(main())
