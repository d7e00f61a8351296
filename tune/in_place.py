"""Two rounds of Keccak-p in 32 vector registers, for avx512_registers.hpp.

Lane i is in register i before and after. In between a row's result replaces the five lanes that it was made from, wherever
they are: after a round, lane (X, Y) is where lane (x, y) = M^-1 (2 X + 3 Y, Y) was, M being pi; and that, twice, is the
identity. An operation is (what, target, source...).
"""
import random

from dependence import mutate
from rounds import ROWS

name = "avx512"
features = "avx512f,avx512vl,avx2"
before = ""


def define(function):
    return f'#define ABSORB_ROWS {function}\n#define REGISTER "ymm"\n#define ROW "32"\n#define BROADCAST "%{{1to4%}}"'


def choice():
    """A random way to write the rounds."""
    rows = random.sample(range(5), 5) if random.random() < 0.8 else list(range(5))
    return {
        "rows": rows,
        "early": rows[: random.choice((0, 1, 2, 2, 3))],  # rows whose lanes theta reaches by a three-way XOR: sooner, but
        "columns": random.sample(range(5), 5),            # such a XOR has fewer ports
        "last apart": random.random() < 0.5,  # the row written last is added to all parities in the end
        "start": random.randrange(5),
        "roles": [random.randrange(5) for _ in range(5)],
    }


class Candidate:
    def __init__(self, ops):
        self.ops = ops

    def lines(self):
        return [f"{what}({', '.join(map(str, operands))})" for what, *operands in self.ops]

    def mutated(self, times):
        return Candidate(mutate(self.ops, depends, times))


def candidate(options):
    out, reg = [], list(range(25))
    for i in range(2):
        reg = one_round(out, reg, i, options)
    assert reg == list(range(25))
    return Candidate(out)


def one_round(out, reg, constant, o):
    def emit(*op):
        out.append(op)

    rows = o["rows"]
    free = [r for r in range(32) if r not in reg]
    parity = free[:5]
    for x in o["columns"]:
        lane = [reg[x + 5 * y] for y in rows]
        emit("XOR", parity[x], lane[0], lane[1])
        emit("XOR3", parity[x], lane[2], lane[3])
        if not o["last apart"]:
            emit("XOR", parity[x], parity[x], lane[4])
    if o["last apart"]:
        for x in o["columns"]:
            emit("XOR", parity[x], parity[x], reg[x + 5 * rows[4]])

    # theta's words in the two free registers and in those of parities that are used up; which, depends on where to start.
    theta, reached = [None] * 5, set()

    def column(x, word, previous):
        """`word` holds the next parity, rotated."""
        for y in o["early"]:
            for _, lane, d in ROWS[y]:
                if d == x:
                    emit("XOR3", reg[lane], previous, word)
                    reached.add(lane)
        emit("XOR", word, word, previous)
        theta[x] = word

    p = [parity[(o["start"] + i) % 5] for i in range(5)]
    x = [(o["start"] + i) % 5 for i in range(5)]
    emit("ROL", free[5], p[0], 1)
    emit("ROL", free[6], p[3], 1)
    column(x[4], free[5], p[3])
    column(x[2], free[6], p[1])
    emit("ROL", p[3], p[1], 1)
    column(x[0], p[3], p[4])
    emit("ROL", p[4], p[4], 1)
    column(x[3], p[4], p[2])
    emit("ROL", p[2], p[2], 1)
    column(x[1], p[2], p[0])

    new = [None] * 25
    for y in rows:
        one_row(emit, reg, new, y, theta, reached, (p[1], p[0]), o["roles"][y] if y else 0, constant)
    return new


def one_row(emit, reg, new, y, theta, reached, spare, role, constant):
    lanes = ROWS[y]
    place = [reg[lane] for _, lane, _ in lanes]
    target = [place[(2 * x + 3 * y) % 5] for x in range(5)]
    i = [(role + k) % 5 for k in range(5)]
    goal = {i[0]: spare[0], i[1]: spare[1], **{k: target[k] for k in i[2:]}}
    blank = set(spare)
    xored = [lane in reached for _, lane, _ in lanes]

    def move(k, to):
        blank.discard(to)
        if to != place[k]:
            blank.add(place[k])
        place[k] = to

    def finish(k):
        n, _, d = lanes[k]
        if n:
            if not xored[k]:
                emit("XOR", place[k], place[k], theta[d])
            emit("ROL", goal[k], place[k], n)
        elif not xored[k]:
            emit("XOR", goal[k], place[k], theta[d])
        elif goal[k] != place[k]:
            emit("MOV", goal[k], place[k])
        move(k, goal[k])

    finish(i[0])
    finish(i[1])
    left = i[2:]
    while left:
        ready = [k for k in left if goal[k] in blank or goal[k] == place[k]]
        if ready:
            finish(ready[0])
            left.remove(ready[0])
            continue
        k, to = left[0], min(blank)  # in a circle: one steps aside
        if xored[k]:
            emit("MOV", to, place[k])
        else:
            emit("XOR", to, place[k], theta[lanes[k][2]])
            xored[k] = True
        move(k, to)

    # chi overwrites one of its three operands; of two, a copy stays.
    b = place
    emit("IOTA", target[i[0]], spare[0], constant) if y == 0 else emit("MOV", target[i[0]], spare[0])
    emit("MOV", target[i[1]], spare[1])
    emit("CHI", target[i[0]], b[i[1]], b[i[2]])
    emit("CHI", target[i[1]], b[i[2]], b[i[3]])
    emit("CHI", b[i[2]], b[i[3]], b[i[4]])
    emit("CHI", b[i[3]], b[i[4]], spare[0])
    emit("CHI", b[i[4]], spare[0], spare[1])
    for x in range(5):
        new[5 * y + x] = target[x]


def reads(op):
    what, target, *sources = op
    if what in ("ROL", "IOTA"):
        sources = sources[:1]
    return {*sources, target} if what in ("XOR3", "CHI") else set(sources)


def depends(a, b):
    return a[1] in reads(b) or b[1] in reads(a) or a[1] == b[1]
