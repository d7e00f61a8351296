"""The instructions of LLVM IR that kernels are compiled to; see llvm_ir.py."""
import re

import assembly
from forms import ONE, ZERO, Refused, constant, defined
from llvm_ir import (POINTER, Offset, Type, arithmetic, compare, literal, number_of, same_sign, settle, signed, split, take_type,
                     typed)
from memory import Pointer

MOST_INSTRUCTIONS = 2_000_000


class Machine:
    """One call of a function; `globals` are the values that all functions see."""

    def __init__(self, module, name, forms, memory, globals=None):
        self.module = module
        self.forms = forms
        self.memory = memory
        self.first, lines = module.blocks(name)
        self.blocks = {}
        for label, body in lines.items():
            self.blocks[label] = [decode(line) for line in body]
        if globals is None:
            globals = {"null": Pointer(memory.object("null", 0, 1), 0)}
            for name, (table, alignment) in module.constants.items():
                made = memory.object(name, len(table), alignment, writable=False)
                made.put(0, constant(int.from_bytes(table, "little"), 8 * len(table)))
                globals["@" + name] = Pointer(made, 0)
            for name, (size, alignment) in module.lasting.items():
                globals["@" + name] = Pointer(memory.object(name, size, alignment), 0)
        self.globals = globals
        self.values = dict(globals)

    def run(self, arguments):
        """Calls the function, which returns nothing."""
        for i, argument in enumerate(arguments):
            self.values[f"%{i}"] = argument
        label, previous, left = self.first, None, MOST_INSTRUCTIONS
        while label is not None:
            here = self.blocks[label]
            left -= len(here)
            if left < 0:
                raise Refused("no end in sight")
            # All of a block's phi nodes read before any of them is set.
            phis = [(target, self.value(coming[previous])) for kind, target, coming in here if kind == "phi"]
            self.values.update(phis)
            following = ()
            for kind, target, act in here:
                if kind == "phi":
                    continue
                if kind == "jump":
                    following = act(self)
                    break
                result = act(self)
                if target:
                    self.values[target] = result
            if following == ():
                raise Refused(f"block {label} has no end")
            label, previous = following, label

    def value(self, operand):
        if isinstance(operand, Offset):
            base = self.value(operand.base)
            return Pointer(base.object, base.offset + operand.bytes)
        if not isinstance(operand, str):
            return operand
        if operand not in self.values:
            raise Refused(f"{operand} has no value")
        return self.values[operand]

    def word(self, operand, kind):
        value = self.value(operand)
        return constant(value, kind.bits) if isinstance(value, int) else value

    def number(self, operand):
        return number_of(self.value(operand))


def decode(line):
    """(what, the name it sets, how): what is "phi", "jump" or "act"."""
    target, text = None, line
    found = re.match(r"(%[\w.$-]+) = (.*)", line)
    if found:
        target, text = found.groups()
    text = re.sub(r"^(tail|notail) (?=call )", "", text)
    text = re.sub(r", !srcloc !\d+$", "", text)
    opcode, _, rest = text.partition(" ")
    if opcode == "phi":
        kind, rest = take_type(rest)
        pairs = re.findall(r"\[ (.+?), %([\w.$-]+) \]", rest)
        return "phi", target, {label: literal(value, kind) for value, label in pairs}
    if opcode in ("br", "ret", "switch"):
        return "jump", None, jump(opcode, rest)
    make = INSTRUCTIONS.get(opcode)
    if not make:
        raise Refused(f"an instruction that is not modelled: {line}")
    return "act", target, make(opcode, rest)


def jump(opcode, rest):
    if opcode == "ret" and rest == "void":
        return lambda m: None
    labels = re.findall(r"label %([\w.$-]+)", rest)
    if opcode == "br" and len(labels) == 1:
        return lambda m: labels[0]
    if opcode == "br" and len(labels) == 2:
        _, condition = typed(split(rest)[0])
        return lambda m: labels[0 if m.number(condition) else 1]
    if opcode == "switch":
        kind, value = typed(split(rest)[0])
        cases = {literal(n, kind): label for n, label in re.findall(r"i\d+ (-?\d+), label %([\w.$-]+)", rest.split("[")[1])}
        return lambda m: cases.get(m.number(value), labels[0])
    raise Refused(f"an instruction that is not modelled: {opcode} {rest}")


def binary(opcode, rest):
    flags = re.match(r"(?:(?:nuw|nsw|exact|disjoint) )*", rest)[0].split()
    kind, rest = take_type(rest[len(" ".join(flags)) + bool(flags) :])
    a, b = (literal(part, kind) for part in split(rest))

    def act(m):
        x, y = m.value(a), m.value(b)
        if isinstance(x, int) and isinstance(y, int):
            return arithmetic(opcode, flags, x, y, kind.width)
        x, y = m.word(a, kind), m.word(b, kind)
        if opcode in ("shl", "lshr") and not flags:
            return settle(shift(opcode, defined(x), y, kind.width), kind)
        if opcode == "xor":
            return settle(m.forms.xor(x, y), kind)
        if opcode == "and":
            return settle(m.forms.both(x, y), kind)
        if opcode == "or":
            common = m.forms.both(x, y)
            if flags == ["disjoint"] and any(common):
                raise Refused("or disjoint of words that are not")
            return settle(m.forms.xor(m.forms.xor(x, y), common), kind)
        raise Refused(f"{opcode} {' '.join(flags)} of data is not modelled")

    return act


def shift(opcode, x, y, w):
    """Each element of w bits by the number in the same element of y."""
    word = ()
    for i in range(0, len(x), w):
        n = number_of(settle(y[i : i + w], Type(0, w)))
        if n >= w:
            raise Refused("a shift by the width or more")
        word += (ZERO,) * n + x[i : i + w - n] if opcode == "shl" else x[i + n : i + w] + (ZERO,) * n
    return word


def icmp(opcode, rest):
    predicate, rest = re.match(r"((?:samesign )?\w+) (.*)", rest).groups()
    kind, rest = take_type(rest)
    a, b = (literal(part, kind) for part in split(rest))
    if kind.elements:
        raise Refused("a comparison of vectors")

    def act(m):
        if kind == POINTER:
            return compare(predicate, *m.memory.compare(m.value(a), m.value(b)), 8 * m.memory.pointer)
        x, y = m.number(a), m.number(b)
        if predicate.startswith("samesign") and not same_sign(x, y, kind.width):
            raise Refused(f"icmp {predicate} of {x} and {y}: undefined")
        return compare(predicate, x, y, kind.width)

    return act


def select(opcode, rest):
    condition, yes, no = (typed(part)[1] for part in split(rest))
    return lambda m: m.value(yes if m.number(condition) else no)


def convert(opcode, rest):
    flags = re.match(r"(?:(?:nuw|nsw|nneg) )*", rest)[0].split()
    source, target = rest[len(" ".join(flags)) + bool(flags) :].split(" to ")
    kind, a = typed(source)
    to, _ = take_type(target)
    if opcode == "bitcast":
        return lambda m: settle(defined(m.word(a, kind)), to)

    def act(m):
        x = m.number(a)
        if opcode == "trunc":
            result = x & (1 << to.width) - 1
            broken = "nuw" in flags and result != x
            broken |= "nsw" in flags and signed(result, to.width) != signed(x, kind.width)
        else:
            result = x if opcode == "zext" else signed(x, kind.width) & (1 << to.width) - 1
            broken = "nneg" in flags and signed(x, kind.width) < 0
        if broken:
            raise Refused(f"{opcode} {' '.join(flags)} of {x}: undefined")
        return result

    return act


def freeze(opcode, rest):
    kind, a = typed(rest)

    return lambda m: m.value(a) if kind == POINTER else settle(defined(m.word(a, kind)), kind)


def shufflevector(opcode, rest):
    (kind, a), (_, b), (_, mask) = (typed(part) for part in split(rest))
    w = kind.width
    chosen = [mask[i : i + 32] for i in range(0, len(mask), 32)]
    chosen = [None if None in c else number_of(settle(c, Type(0, 32))) for c in chosen]

    def act(m):
        both = m.word(a, kind) + m.word(b, kind)
        word = ()
        for i in chosen:
            word += (None,) * w if i is None else both[i * w : (i + 1) * w]
        return word

    return act


def insertelement(opcode, rest):
    (kind, a), (item, b), (_, index) = (typed(part) for part in split(rest))
    w = kind.width

    def act(m):
        word, i = m.word(a, kind), m.number(index)
        if i >= kind.elements:
            raise Refused("an element behind the vector")
        return word[: i * w] + m.word(b, item) + word[(i + 1) * w :]

    return act


def extractelement(opcode, rest):
    (kind, a), (_, index) = (typed(part) for part in split(rest))
    w = kind.width

    def act(m):
        i = m.number(index)
        if i >= kind.elements:
            raise Refused("an element behind the vector")
        return settle(m.word(a, kind)[i * w : (i + 1) * w], Type(0, w))

    return act


def getelementptr(opcode, rest):
    flags, rest = re.match(r"((?:(?:inbounds|nuw|nusw) )*)(.*)", rest).groups()
    element, base, *indices = split(rest)
    found = re.fullmatch(r"i(\d+)|\[\d+ x i(\d+)\]", element)
    # An array's type comes with a first index, 0, of whole arrays.
    if found and found[2] and re.fullmatch(r"i\d+ 0", indices[0]):
        del indices[0]
    if not found or len(indices) != 1 or int(found[1] or found[2]) % 8:
        raise Refused(f"an instruction that is not modelled: getelementptr {rest}")
    size = int(found[1] or found[2]) // 8
    (_, base), (kind, index) = typed(base), typed(indices[0])
    bounded = bool(flags)

    def act(m):
        at = m.value(base)
        if not isinstance(at, Pointer):
            raise Refused("an address that is computed from what is no pointer")
        offset = at.offset + size * signed(m.number(index), kind.width)
        if bounded and not 0 <= offset <= at.object.size:
            raise Refused(f"an address {offset} of {at.object.size} bytes into {at.object.name}")
        return Pointer(at.object, offset)

    return act


def alloca(opcode, rest):
    if rest == "ptr, align 8":
        return lambda m: Pointer(m.memory.object("a local pointer", 8, 8), 0)
    found = re.fullmatch(r"\[(\d+) x i(\d+)\], align (\d+)", rest)
    if not found or int(found[2]) % 8:
        raise Refused(f"an instruction that is not modelled: alloca {rest}")
    count, width, alignment = map(int, found.groups())
    return lambda m: Pointer(m.memory.object("a local array", count * width // 8, alignment), 0)


def load(opcode, rest):
    found = re.fullmatch(r"(?:volatile )?(.*), (ptr .*), align (\d+)", rest)
    if not found:
        raise Refused(f"an instruction that is not modelled: load {rest}")
    kind, alignment = take_type(found[1])[0], int(found[3])
    _, address = typed(found[2])
    if kind == POINTER:
        return lambda m: m.memory.load_pointer(m.value(address), alignment)
    if kind.width % 8:
        raise Refused(f"an instruction that is not modelled: load {rest}")
    return lambda m: settle(m.memory.load(m.value(address), kind.bits // 8, alignment), kind)


def store(opcode, rest):
    found = re.fullmatch(r"(?:volatile )?(.*), (ptr .*), align (\d+)", rest)
    if not found:
        raise Refused(f"an instruction that is not modelled: store {rest}")
    (kind, value), (_, address), alignment = typed(found[1]), typed(found[2]), int(found[3])
    if kind == POINTER:
        return lambda m: m.memory.store_pointer(m.value(address), m.value(value), alignment)
    if kind.width % 8:
        raise Refused(f"an instruction that is not modelled: store {rest}")
    return lambda m: m.memory.store(m.value(address), m.word(value, kind), alignment)


def call(opcode, rest):
    found = re.fullmatch(r"(?:noundef )?(.*?) @(llvm\.[\w.]+)\((.*)\)(?: #\d+)?", rest)
    if found:
        name, parts = found[2], split(found[3])
        for prefix, make in CALLS.items():
            if name.startswith(prefix):
                return make(name, parts)
    if " asm " in rest:
        return assembly.call(rest)
    found = re.fullmatch(r"(?:fastcc )?void @([\w.$]+)\((.*)\)(?: #\d+)?", rest)
    if found:
        return call_function(found[1], split(found[2]))
    raise Refused(f"a call that is not modelled: {rest}")


def call_function(name, parts):
    """Of a function of the module that returns nothing."""
    arguments = [typed(part)[1] for part in parts]

    def act(m):
        if name not in m.module.functions:
            raise Refused(f"a call of a function that the module does not have: {name}")
        Machine(m.module, name, m.forms, m.memory, m.globals).run([m.value(a) for a in arguments])

    return act


def lifetime(name, parts):
    """An array's content is undefined where its life begins."""
    address = typed(parts[-1])[1]

    def act(m):
        at = m.value(address).object
        at.bits = [None] * len(at.bits)

    return act


def funnel_shift(name, parts):
    (kind, a), (_, b), (_, c) = (typed(part) for part in parts)
    item, w, left = Type(0, kind.width), kind.width, name.startswith("llvm.fshl")

    def act(m):
        x, y, z, word = defined(m.word(a, kind)), defined(m.word(b, kind)), m.word(c, kind), ()
        for i in range(0, kind.bits, w):
            n = number_of(settle(z[i : i + w], item)) % w
            both = y[i : i + w] + x[i : i + w]  # the first operand is the higher one
            start = w - n if left else n
            word += both[start : start + w]
        return settle(word, kind)

    return act


def ternary_logic(name, parts):
    (kind, a), (_, b), (_, c), (_, truth) = (typed(part) for part in parts)
    return lambda m: m.forms.table(m.word(a, kind), m.word(b, kind), m.word(c, kind), m.number(truth))


def least_or_greatest(name, parts):
    (_, a), (_, b) = (typed(part) for part in parts)
    choose = min if name.startswith("llvm.umin") else max
    return lambda m: choose(m.number(a), m.number(b))


def rotated_right(word, n, w):
    """Each element of w bits, by n."""
    return tuple(bit for i in range(0, len(word), w) for bit in word[i + n % w : i + w] + word[i : i + n % w])


def three_way_xor(name, parts):  # EOR3
    (kind, a), (_, b), (_, c) = (typed(part) for part in parts)
    return lambda m: m.forms.xor(m.word(a, kind), m.forms.xor(m.word(b, kind), m.word(c, kind)))


def bit_clear_xor(name, parts):  # BCAX: a ^ (b & ~c)
    (kind, a), (_, b), (_, c) = (typed(part) for part in parts)
    ones = (ONE,) * kind.bits
    return lambda m: m.forms.xor(m.word(a, kind), m.forms.both(m.word(b, kind), m.forms.xor(m.word(c, kind), ones)))


def rotate_and_xor(name, parts):  # RAX1: a ^ rol(b, 1)
    (kind, a), (_, b) = (typed(part) for part in parts)
    w = kind.width
    return lambda m: m.forms.xor(m.word(a, kind), rotated_right(defined(m.word(b, kind)), w - 1, w))


def xor_and_rotate(name, parts):  # XAR: ror(a ^ b, n)
    (kind, a), (_, b), (_, n) = (typed(part) for part in parts)
    return lambda m: rotated_right(m.forms.xor(m.word(a, kind), m.word(b, kind)), m.number(n), kind.width)


def shift_right_and_insert(name, parts):  # SRI: the highest n bits of each element of a, then those of b shifted by n
    (kind, a), (_, b), (_, n) = (typed(part) for part in parts)
    w = kind.width

    def act(m):
        x, y, by, word = defined(m.word(a, kind)), defined(m.word(b, kind)), m.number(n), ()
        if not 1 <= by <= w:
            raise Refused(f"SRI by {by}")
        for i in range(0, kind.bits, w):
            word += y[i + by : i + w] + x[i + w - by : i + w]
        return word

    return act


def masked_load(name, parts):
    alignment = alignment_of(parts[0]) if len(parts) == 3 else int(parts.pop(1).split()[1])
    (_, address), (mask_kind, mask), (kind, other) = (typed(part) for part in parts)
    w = kind.width

    def act(m):
        at, word = m.value(address), m.word(other, kind)
        for i, wanted in enumerate(m.word(mask, mask_kind)):
            if wanted not in (ZERO, ONE):
                raise Refused("a mask that depends on data")
            if wanted == ONE:
                lane = m.memory.load(Pointer(at.object, at.offset + i * w // 8), w // 8, alignment)
                word = word[: i * w] + lane + word[(i + 1) * w :]
        return word

    return act


def alignment_of(part):
    found = re.search(r"\balign (\d+)", part)
    return int(found[1]) if found else 1


def assume(name, parts):
    _, condition = typed(parts[0])

    def act(m):
        if not m.number(condition):
            raise Refused("an assumption that does not hold")

    return act


def thread_local_address(name, parts):
    _, address = typed(parts[0])
    return lambda m: m.value(address)


def wasm_shuffle(name, parts):
    """Bytes of two vectors by number."""
    (kind, a), (_, b), *chosen = (typed(part) for part in parts)

    def act(m):
        both = m.word(a, kind) + m.word(b, kind)
        return tuple(bit for _, i in chosen for bit in both[8 * m.number(i) : 8 * m.number(i) + 8])

    return act


def memset(name, parts):
    (_, address), (_, value), (_, size) = (typed(part) for part in parts[:3])

    def act(m):
        if m.number(size):
            m.memory.store(m.value(address), constant(m.number(value), 8) * m.number(size), alignment_of(parts[0]))

    return act


def memcpy(name, parts):
    (_, target), (_, source), (_, size) = (typed(part) for part in parts[:3])

    def act(m):
        n = m.number(size)
        if n:
            to, from_ = m.value(target), m.value(source)
            if to.object is from_.object and name.startswith("llvm.memcpy"):
                raise Refused("a copy within one object")
            m.memory.store(to, m.memory.load(from_, n, alignment_of(parts[1])), alignment_of(parts[0]))

    return act


INSTRUCTIONS = {
    **dict.fromkeys(("add", "sub", "mul", "shl", "lshr", "ashr", "and", "or", "xor"), binary),
    **dict.fromkeys(("zext", "sext", "trunc", "bitcast"), convert),
    **{f.__name__: f for f in (icmp, select, freeze, shufflevector, insertelement, extractelement, getelementptr, alloca,
                               load, store, call)},
}
CALLS = {
    "llvm.lifetime.": lifetime,
    "llvm.fshl.": funnel_shift,
    "llvm.fshr.": funnel_shift,
    "llvm.x86.avx512.pternlog.q.": ternary_logic,
    "llvm.umin.i": least_or_greatest,
    "llvm.umax.i": least_or_greatest,
    "llvm.aarch64.crypto.eor3u.": three_way_xor,
    "llvm.aarch64.crypto.bcaxu.": bit_clear_xor,
    "llvm.aarch64.crypto.rax1": rotate_and_xor,
    "llvm.aarch64.crypto.xar": xor_and_rotate,
    "llvm.aarch64.neon.vsri.": shift_right_and_insert,
    "llvm.wasm.shuffle": wasm_shuffle,
    "llvm.assume": assume,
    "llvm.threadlocal.address.": thread_local_address,
    "llvm.masked.load.": masked_load,
    "llvm.memset.": memset,
    "llvm.memcpy.": memcpy,
    "llvm.memmove.": memcpy,
}
