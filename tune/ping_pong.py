"""Two rounds of Keccak-p from memory to memory and back, for bmi2_registers.hpp and avx2_registers.hpp.

An operation is (what, value it makes, operands...); values get registers after the order is chosen. Of the row that is
written last, all five lanes are carried to the next round in registers for its parities, and some are used from there by rho
and never stored.
"""
import random

from dependence import mutate
from rounds import ROWS

MEMORY_READS = {"LOAD": 2, "XORM": 3}  # which operand names the lane


def choice():
    """A random way to write the rounds."""
    rows = random.sample(range(5), 5) if random.random() < 0.8 else list(range(5))
    return {
        "rows": rows,
        "parities": random.sample(range(5), 5),
        "theta": random.sample(range(5), 5),
        "all loads first": random.random() < 0.3,  # of a row
        "not stored": random.choice((0, 1, 2, 3, 4)),  # lanes of the carried row
    }


class Writer:
    def __init__(self, machine):
        self.machine, self.ops, self.values = machine, [], 0

    def emit(self, what, *operands):
        self.values += 1
        self.ops.append((what, self.values, *operands))
        return self.values

    def store(self, lane, value):
        self.ops.append(("STORE", None, lane, value))

    def rotate(self, value, n):
        return self.machine.rotate(self, value, n) if n else value


def one_round(w, source, target, carried, constant, o):
    """`carried`: lane -> value. Returns the next round's."""
    rows, parity = o["rows"], [None] * 5
    for x in o["parities"]:
        lanes = [x + 5 * y for y in rows]
        value = w.emit("LOAD", (source, lanes[0]))
        for lane in lanes[1:4]:
            value = w.emit("XORM", value, (source, lane))
        parity[x] = w.emit("XOR", value, carried[lanes[4]])
    theta = [None] * 5
    for x in o["theta"]:
        theta[x] = w.emit("XOR", w.rotate(parity[(x + 1) % 5], 1), parity[(x + 4) % 5])

    following = {}
    for i, y in enumerate(rows):
        def reached(lane, d):
            if lane in carried and i < o["not stored"]:
                return w.emit("XOR", carried[lane], theta[d])
            return w.emit("XORM", theta[d], (source, lane))

        if o["all loads first"]:
            b = [reached(lane, d) for _, lane, d in ROWS[y]]
            b = [w.rotate(value, n) for value, (n, _, _) in zip(b, ROWS[y], strict=True)]
        else:
            b = [w.rotate(reached(lane, d), n) for n, lane, d in ROWS[y]]
        for x in range(5):
            value = w.emit("XOR", w.emit("ANDN", b[(x + 1) % 5], b[(x + 2) % 5]), b[x])
            if x == y == 0:
                value = w.machine.iota(w, value, constant)
            if i < 4 or 5 * y + x not in not_stored(o):
                w.store((target, 5 * y + x), value)
            if i == 4:
                following[5 * y + x] = value
    return following


def not_stored(o):
    last = o["rows"][4]
    return [lane for y in o["rows"][: o["not stored"]] for _, lane, _ in ROWS[y] if lane // 5 == last]


class Candidate:
    def __init__(self, machine, o, ops=None, ends=None):
        self.machine, self.o, self.ops, self.ends = machine, o, ops, ends
        if ops is None:
            w = Writer(machine)
            first = {5 * o["rows"][4] + x: w.emit("CARRIED") for x in range(5)}
            w.ops.clear()
            last = one_round(w, "E", "A", one_round(w, "A", "E", first, 0, o), 1, o)
            self.ops, self.ends = w.ops, [(lane, first[lane], last[lane]) for lane in first]

    def mutated(self, times):
        return Candidate(self.machine, self.o, mutate(self.ops, depends, times), self.ends)

    def lines(self):
        """The list with registers; None if there are too few."""
        body = Allocation(self.machine, self.ops, self.ends)
        if not body.write():
            return None
        first = [f"LOAD({body.first[lane]}, A({lane}))" for lane, _, _ in self.ends]
        last = [f"STORE(A({lane}), {body.first[lane]})" for lane in not_stored(self.o)]
        return [*first, "LOOP", *body.out, "AGAIN", *last]


class Allocation:
    def __init__(self, machine, ops, ends):
        self.machine, self.ops, self.ends = machine, ops, ends
        self.free, self.where, self.out = list(machine.registers), {}, []
        self.last_use = {value: i for i, op in enumerate(ops) for value in uses(op)}
        self.last_use.update({last: len(ops) for _, _, last in ends})
        self.first = {}
        for lane, value, _ in ends:
            self.first[lane] = self.where[value] = self.free.pop(0)

    def write(self):
        try:
            for i, op in enumerate(self.ops):
                self.machine.write(self, i, *op)
            self.return_carried()
        except IndexError:  # no register left
            return False
        return True

    def take(self, value):
        self.where[value] = self.free.pop(0)
        return self.where[value]

    def release(self, value, i):
        """Frees the register if operation i is the value's last use; returns it either way."""
        register = self.where[value]
        if self.last_use[value] <= i:
            self.free.append(self.where.pop(value))
        return register

    def line(self, what, *operands):
        self.out.append(f"{what}({', '.join(f'{o[0]}({o[1]})' if isinstance(o, tuple) else str(o) for o in operands)})")

    def return_carried(self):
        moves = [(self.where[last], self.first[lane]) for lane, _, last in self.ends]
        moves = [(a, b) for a, b in moves if a != b]
        while moves:
            sources = {a for a, _ in moves}
            for move in moves:
                if move[1] not in sources:
                    self.line("MOV", move[1], move[0])
                    moves.remove(move)
                    break
            else:  # a circle
                busy = {*self.where.values(), *self.first.values()}
                spare = [r for r in self.machine.registers if r not in busy][0]
                self.line("MOV", spare, moves[0][0])
                moves[0] = (spare, moves[0][1])


def uses(op):
    return [operand for operand in op[2:] if isinstance(operand, int)] if op[0] not in IMMEDIATE else op[2 : 2 + IMMEDIATE[op[0]]]


# Operations whose last operand is a number: how many values come before it.
IMMEDIATE = {"ROL": 1, "SHL": 1, "SHR": 1, "IOTA": 2, "CONSTANT": 0}


def depends(a, b):
    if a[1] is not None and a[1] in uses(b):
        return True
    stored = [op[2] if op[0] == "STORE" else None for op in (a, b)]
    read = [op[MEMORY_READS[op[0]]] if op[0] in MEMORY_READS else None for op in (a, b)]
    return (stored[0] is not None and stored[0] in (read[1], stored[1])) or (stored[1] is not None and stored[1] == read[0])
