"""An asm statement of x86-64, in AT&T syntax, of SVE2 or of Zbb, executed on words of forms like the IR around it; see llvm_ir.py.

Its registers are its own: what it reads it has written, or was given as an operand. What it writes must be an output or in
its list of clobbers. Every instruction that is not modelled here is refused.
"""
import re

from forms import ZERO, Refused, constant, defined
from llvm_ir import Type, number_of, settle, split, typed
from memory import Pointer

# Directives, each with what the mnemonics after it begin with in INSTRUCTIONS: other machines give other meanings to the same.
DIRECTIVES = {".arch_extension sve2": "sve2.", ".option push": "", ".option arch, +zbb": "zbb.", ".option pop": ""}
WIDTHS = {"x": 128, "y": 256, "z": 512}
LANE = Type(0, 64)


def call(rest):
    """The IR's `call ... asm ...`: what to do with a machine, which returns the outputs."""
    found = re.fullmatch(r'(?:void|[^"]*?) asm (?:sideeffect )?(?:inteldialect )?"(.*?)", "(.*?)"\((.*)\)(?: #\d+)?', rest)
    if not found or "inteldialect" in rest:
        raise Refused(f"an instruction that is not modelled: call {rest[:60]}")
    constraints = found[2].split(",")
    clobbers = {c[2:-1] for c in constraints if c[0] == "~"}
    operands = [c for c in constraints if c[0] != "~"]  # in the order of their numbers, outputs first
    outputs = [str(i) for i, c in enumerate(operands) if c[0] == "=" and "*" not in c]
    program = assemble(found[1])
    for i in outputs if len(program[0]) > 1 else ():  # one instruction reads before it writes
        if not operands[int(i)].startswith("=&") and i not in operands:
            raise Refused(f"output {i} may share a register with an input")
    arguments = [re.sub(r'elementtype\((?:[^()"]|"[^"]*")*\) ', "", part) for part in split(found[3])] if found[3] else []
    given = zip((i for i in range(len(operands)) if str(i) not in outputs), arguments, strict=True)
    given = [(i, operands[i], typed(argument)[1]) for i, argument in given]

    def act(machine):
        run = Run(machine, program)
        for i, constraint, argument in given:
            value, name = machine.value(argument), constraint if constraint.isdigit() else str(i)
            (run.places if "*" in constraint else run.registers)[name] = value
        before = dict(run.registers)
        run.execute()
        for name in run.written - set(outputs):
            if name.isdigit() and run.registers[name] != before[name]:
                raise Refused(f"an input, operand {name}, is changed")
            if not name.isdigit() and name not in clobbers:
                raise Refused(f"{name} is written and not in the list of clobbers")
        if run.wrote_memory and "memory" not in clobbers:
            raise Refused("memory is written and not in the list of clobbers")
        results = [run.get(i) for i in outputs]
        return results[0] if len(results) == 1 else results

    return act


def assemble(text):
    """[(mnemonic, operands)] and {label: [positions]}. An operand of the statement is named by its number."""
    text = re.sub(r"\\([0-9A-F]{2})", lambda m: chr(int(m[1], 16)), text)
    text = re.sub(r"\$(?:\{(\d+):\w+\}|(\d+))(?![\d])", lambda m: "%" + (m[1] or m[2]), text.replace("$$", "\0")).replace("\0", "$")
    program, labels, machine = [], {}, ""
    for line in text.split("\n"):
        line = line.strip()
        machine = DIRECTIVES.get(line, machine)
        found = re.fullmatch(r"(\d+):", line)
        if found:
            labels.setdefault(found[1], []).append(len(program))
        elif line and line not in DIRECTIVES and not re.match(r"\.p2align \d+$", line):
            mnemonic, _, operands = line.partition(" ")
            program.append((machine + mnemonic, operand_list(operands)))
    return program, labels


def operand_list(text):
    parts, depth = [""], 0
    for c in text:
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return tuple(part.strip() for part in parts if part.strip())


class Run:
    def __init__(self, machine, program):
        self.machine, self.forms, self.memory = machine, machine.forms, machine.memory
        self.program, self.labels = program
        self.registers, self.places, self.written = {}, {}, set()
        self.wrote_memory = False
        self.flags = None  # (zero, below) of the last comparison
        self.left = 1_000_000

    def execute(self):
        at = 0
        while at < len(self.program):
            self.left -= 1
            if self.left < 0:
                raise Refused("no end in sight")
            mnemonic, operands = self.program[at]
            at += 1
            if mnemonic in JUMPS:
                if self.flags is None:
                    raise Refused("a jump without a comparison")
                if JUMPS[mnemonic](*self.flags):
                    at = self.target(operands[0], at)
            elif mnemonic in INSTRUCTIONS:
                INSTRUCTIONS[mnemonic](self, *operands)
            else:
                raise Refused(f"an instruction that is not modelled: {mnemonic} {', '.join(operands)}")

    def target(self, label, at):
        places = self.labels.get(label[:-1], [])
        chosen = [p for p in places if p >= at] if label[-1] == "f" else [p for p in places if p < at][::-1]
        if not chosen:
            raise Refused(f"a jump to no label: {label}")
        return chosen[0]

    # Registers: a number, a pointer or a word of 64 bits in a general one; words of 128 to 512 bits in vector ones.

    @staticmethod
    def name(operand):
        found = re.fullmatch(r"%(?:([xyz])mm(\d+)|(\w+))", operand)
        if not found:
            raise Refused(f"an operand that is not modelled: {operand}")
        return ("xmm" + found[2], WIDTHS[found[1]]) if found[1] else (found[3], 64)

    def get(self, name):
        if name not in self.registers:
            raise Refused(f"a register that holds nothing yet: {name}")
        return self.registers[name]

    def put(self, operand, value):
        name, _ = self.name(operand)
        self.registers[name] = value
        self.written.add(name)

    def address(self, operand):
        """Of an operand in memory: an expression, and a register in brackets; or a place that the statement was given."""
        if operand[0] == "%" and operand[1:] in self.places:
            return self.places[operand[1:]]
        found = re.fullmatch(r"([-\d+*]*)\((%\w+)\)", operand)
        if not found:
            return None
        base = self.get(self.name(found[2])[0])
        if not isinstance(base, Pointer):
            raise Refused("an access through what is no pointer")
        return Pointer(base.object, base.offset + expression(found[1]))

    def word(self, operand, bits):
        """The value of an operand, `bits` wide; {1toN} repeats a lane of memory."""
        found = re.fullmatch(r"(.*)\{1to(\d)\}", operand)
        if found:
            return self.memory.load(self.address(found[1]), 8) * int(found[2])
        at = self.address(operand)
        if at is not None:
            return self.memory.load(at, bits // 8)
        value = self.get(self.name(operand)[0])
        if isinstance(value, int):
            value = constant(value, 64)
        if not isinstance(value, tuple) or isinstance(value, Pointer) or len(value) < bits:
            raise Refused(f"{operand} holds no data, or less of it")
        return value[:bits]

    def store(self, operand, value):
        self.wrote_memory = True
        self.memory.store(self.address(operand), value)

    def number(self, operand):
        if operand[0] == "$":
            return expression(operand[1:])
        at = self.address(operand)
        value = self.memory.load_pointer(at, 8) if at is not None and at.offset in at.object.pointers else None
        if value is None:
            value = settle(self.memory.load(at, 8), LANE) if at is not None else self.get(self.name(operand)[0])
        return value.address if isinstance(value, Pointer) else number_of(value)


def expression(text):
    """Of numbers, `+`, `-` and `*`."""
    total = 0
    for sign, term in re.findall(r"([+-]?)([\w*]+)", text):
        value = 1
        for factor in term.split("*"):
            value *= int(factor, 0)
        total += -value if sign == "-" else value
    return total


# ---- Vectors


def vector_move(run, source, target):
    if run.address(target) is not None:
        bits = run.name(source)[1]
        return run.store(target, run.word(source, bits))
    return run.put(target, run.word(source, run.name(target)[1]))


def move_lane(run, source, target):
    if run.address(target) is not None:
        return run.store(target, run.word(source, 64))
    return run.put(target, run.word(source, 64) + (ZERO,) * 64)


def vector_xor(run, b, a, target):
    bits = run.name(target)[1]
    run.put(target, run.forms.xor(run.word(a, bits), run.word(b, bits)))


def vector_or(run, b, a, target):
    bits = run.name(target)[1]
    a, b = run.word(a, bits), run.word(b, bits)
    run.put(target, run.forms.xor(run.forms.xor(a, b), run.forms.both(a, b)))


def vector_and_not(run, b, a, target):
    bits = run.name(target)[1]
    a = run.forms.xor(run.word(a, bits), constant((1 << bits) - 1, bits))
    run.put(target, run.forms.both(a, run.word(b, bits)))


def shift(left):
    def act(run, n, source, target):
        bits, n, word = run.name(target)[1], run.number(n), ()
        if not 0 <= n < 64:
            raise Refused("a shift by 64 or more")
        whole = run.word(source, bits)
        for i in range(0, bits, 64):
            zeros = (ZERO,) * n
            word += zeros + whole[i : i + 64 - n] if left else whole[i + n : i + 64] + zeros
        run.put(target, word)

    return act


def double(run, b, a, target):
    if a != b:
        raise Refused("a sum of two registers")
    shift(left=True)(run, "$1", a, target)


def shuffle_bytes(run, mask, source, target):
    bits, word = run.name(target)[1], ()
    whole, mask = run.word(source, bits), run.word(mask, bits)
    for i in range(0, bits, 8):
        n = number_of(settle(mask[i : i + 8], Type(0, 8)))
        if n > 15:
            raise Refused("a shuffle that clears bytes")
        at = i // 128 * 128 + 8 * n  # within each 16 bytes
        word += whole[at : at + 8]
    run.put(target, word)


def broadcast(run, source, target):
    run.put(target, run.memory.load(run.address(source), 8) * (run.name(target)[1] // 64))


def ternary_logic(run, table, c, b, target):
    bits = run.name(target)[1]
    run.put(target, run.forms.table(run.word(target, bits), run.word(b, bits), run.word(c, bits), run.number(table)))


def rotate_vector(run, n, source, target):
    bits, n, word = run.name(target)[1], run.number(n), ()
    if not 0 <= n < 64:
        raise Refused("a rotation by 64 or more")
    whole = run.word(source, bits)
    for i in range(0, bits, 64):
        word += whole[i + 64 - n : i + 64] + whole[i : i + 64 - n]
    run.put(target, word)


# ---- SVE2, of whose registers the low 128 bits are looked at: all its instructions here work lane by lane


def sve_operands(run, target, same, *others):
    """The names of an instruction's registers, all different operands but for the first, which is source and target."""
    names = [re.fullmatch(r"(%\d+)\.d", operand) for operand in (target, same, *others)]
    if not all(names) or target != same:
        raise Refused(f"operands that are not modelled: {target}, {same}, {', '.join(others)}")
    return [name[1] for name in names[1:]]


def xor_and_rotate_right(run, target, same, other, n):  # XAR
    a, b = sve_operands(run, target, same, other)
    found = re.fullmatch(r"#(%\d+)", n)
    n = run.number(found[1]) if found else 0
    if not 0 < n <= 64:
        raise Refused(f"XAR by {n}")
    whole, word = defined(run.forms.xor(run.word(a, 128), run.word(b, 128))), ()
    for i in range(0, 128, 64):
        word += whole[i + n % 64 : i + 64] + whole[i : i + n % 64]
    run.put(a, word)


def three_way_xor(run, target, same, *others):  # EOR3
    a, b, c = sve_operands(run, target, same, *others)
    run.put(a, run.forms.xor(run.word(a, 128), run.forms.xor(run.word(b, 128), run.word(c, 128))))


# ---- Zbb: the target first


def zbb_number(run, n):
    if not re.fullmatch(r"%\d+", n) or not 0 < run.number(n) < 64:
        raise Refused(f"a rotation by {n}")
    return run.number(n)


def zbb_rotate_right(run, target, source, n):
    rotate_right(run, f"${zbb_number(run, n)}", source, target)


def zbb_and_not(run, target, a, b):  # a & ~b
    and_not(run, a, b, target)


# ---- General registers


def move(run, source, target):
    if run.address(target) is not None:
        return run.store(target, run.word(source, 64))
    at = run.address(source)
    if at is not None:
        pointer = at.object.pointers.get(at.offset)
        return run.put(target, pointer if pointer is not None else run.word(source, 64))
    return run.put(target, run.get(run.name(source)[0]))


def general_xor(run, source, target):
    run.put(target, run.forms.xor(run.word(target, 64), run.word(source, 64)))
    run.flags = None


def rotate_right(run, n, source, target):
    n, word = run.number(n), defined(run.word(source, 64))
    if not 0 < n < 64:
        raise Refused("a rotation by 0, or by 64 or more")
    run.put(target, word[n:] + word[:n])


def and_not(run, b, a, target):
    a = run.forms.xor(run.word(a, 64), constant((1 << 64) - 1, 64))
    run.put(target, run.forms.both(a, run.word(b, 64)))
    run.flags = None


def add(run, n, target):
    n, at = run.number(n), run.address(target)
    value = at.object.pointers.get(at.offset) if at is not None else run.get(run.name(target)[0])
    if isinstance(value, Pointer):
        result = Pointer(value.object, value.offset + n)
    else:
        result = number_of(value) + n & (1 << 64) - 1
    run.flags = None
    if at is None:
        return run.put(target, result)
    if not isinstance(result, Pointer):
        raise Refused("an addition to a number in memory")
    run.wrote_memory = True
    at.object.pointers[at.offset] = result
    return None


def multiply(run, n, source, target):
    run.put(target, number_of(run.get(run.name(source)[0])) * run.number(n) & (1 << 64) - 1)
    run.flags = None


def decrement(run, target):
    result = number_of(run.get(run.name(target)[0])) - 1 & (1 << 64) - 1
    run.put(target, result)
    run.flags = (result == 0, None)


def test(run, a, b):
    if a != b:
        raise Refused("a test of two registers")
    run.flags = (number_of(run.get(run.name(a)[0])) == 0, False)


def test_byte(run, mask, value):
    run.flags = (run.number(value) & run.number(mask) & 0xFF == 0, False)


def compare(run, n, value):
    n, value = run.number(n), run.number(value)
    run.flags = (value == n, value < n)


def below_or_equal(zero, below):
    if below is None:
        raise Refused("a jump on a flag that was not set")
    return zero or below


JUMPS = {"je": lambda zero, below: zero, "jne": lambda zero, below: not zero, "jbe": below_or_equal}
INSTRUCTIONS = {
    "vmovdqu64": vector_move,
    "vmovdqa64": vector_move,
    "vmovdqu": vector_move,
    "vmovdqa": vector_move,
    "vmovq": move_lane,
    "vpxorq": vector_xor,
    "vpxor": vector_xor,
    "vpor": vector_or,
    "vpandn": vector_and_not,
    "vpsllq": shift(left=True),
    "vpsrlq": shift(left=False),
    "vpaddq": double,
    "vpshufb": shuffle_bytes,
    "vpbroadcastq": broadcast,
    "vpternlogq": ternary_logic,
    "vprolq": rotate_vector,
    "sve2.xar": xor_and_rotate_right,
    "sve2.eor3": three_way_xor,
    "zbb.rori": zbb_rotate_right,
    "zbb.andn": zbb_and_not,
    "vzeroupper": lambda run: None,
    "mov": move,
    "xor": general_xor,
    "rorx": rotate_right,
    "andn": and_not,
    "add": add,
    "addq": add,
    "dec": decrement,
    "imul": multiply,
    "test": test,
    "testb": test_byte,
    "cmp": compare,
}
