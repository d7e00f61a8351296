#!/usr/bin/env python3
"""Looks for a faster order of a kernel's instructions on this machine; see README.md.

usage: search.py avx2|avx512|bmi2 [--seconds N] [--core N] [--write]

Prints the time of the best list found, as a ratio to the one in src/kernels; --write puts it there if it is faster.
"""
import argparse
import random
import sys
import tempfile
import time

import in_place
import machines
import measure
import ping_pong

HEADER = """// The rounds of {name}_registers.hpp. Written by tune/search.py, which chose among orders by measuring them.
"""


class PingPong:
    def __init__(self, machine):
        self.machine, self.name, self.features, self.before = machine, machine.name, machine.features, machine.before
        self.define = machine.define

    def random(self):
        return ping_pong.Candidate(self.machine, ping_pong.choice())


class InPlace:
    name, features, before, define = in_place.name, in_place.features, in_place.before, staticmethod(in_place.define)

    @staticmethod
    def random():
        return in_place.candidate(in_place.choice())


def several(make, count):
    """`count` candidates that can be written, and their lists."""
    found = []
    for _ in range(100 * count):
        made = make()
        lines = made.lines()
        if lines:
            found.append((made, lines))
            if len(found) == count:
                break
    return found


def search(subject, bench, present, seconds, report):
    """The best candidate's time, as a ratio to the present list's, and its list."""
    end, pool = time.monotonic() + seconds, []

    def ranked(pairs, samples):
        first, *others = bench.ticks([present, *(lines for _, lines in pairs)], samples)
        return sorted(((t / first, *pair) for t, pair in zip(others, pairs, strict=True)), key=lambda each: each[0])

    while time.monotonic() < end - 0.75 * seconds or not pool:  # the ways to write the rounds
        pool = sorted(pool + ranked(several(subject.random, 24), 60), key=lambda each: each[0])[:24]
    pool = ranked([pair for _, *pair in pool], 150)[:5]
    report(f"{pool[0][0]:.4f} before moving instructions")
    while time.monotonic() < end:  # the order
        parents = [pair for _, *pair in pool]
        children = several(lambda: random.choice(parents)[0].mutated(random.choice((1, 2, 3, 5, 8, 16))), 40)
        best = ranked(children, 60)[:8]
        # Those that a disturbance had favoured fall back when measured again, beside their parents.
        pool = ranked(parents + [pair for _, *pair in best], 150)[:5]
    return pool[0][0], pool[0][2]


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    subjects = {"avx2": PingPong(machines.Avx2), "bmi2": PingPong(machines.Bmi2), "avx512": InPlace}
    parser.add_argument("name", choices=subjects)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--core", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    subject, path = subjects[options.name], measure.KERNELS / f"{options.name}_rounds.inc"
    present = [line for line in path.read_text().splitlines() if not line.startswith("//")]
    with tempfile.TemporaryDirectory() as scratch:
        bench = measure.Bench(subject, scratch, options.core)
        ratio, lines = search(subject, bench, present, options.seconds, print)
    print(f"{ratio:.4f} of the present list's time")
    if options.write and ratio < 0.998:
        path.write_text(HEADER.format(name=options.name) + "\n".join(lines) + "\n")
        print("written")


if __name__ == "__main__":
    sys.exit(main())
