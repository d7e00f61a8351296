"""Executes one function of a module in LLVM's textual form on words of forms.

Lengths, counts and addresses are numbers; data are forms. A branch, an address or a count that depends on data is refused,
and so is every instruction that is not modelled here: what is executed to the end is what the module says.

A scalar is an int where all its bits are constant, else a tuple of bits; a vector is a tuple of all its elements' bits, the
first element's first. None is a bit of an undefined element: it may be moved with its element, and nothing else.
"""
import math
import re
from typing import NamedTuple

from forms import ZERO, Refused, constant, defined, number


class Type(NamedTuple):
    elements: int  # 0: a scalar
    width: int  # of an element, in bits; 0: a pointer

    @property
    def bits(self):
        return max(self.elements, 1) * self.width


class Offset(NamedTuple):
    base: str  # the name of a global
    bytes: int


TYPE = re.compile(r"(ptr|i\d+|<\d+ x i\d+>)(?= |$)\s*(.*)", re.S)
POINTER = Type(0, 0)


def take_type(text):
    """The type that `text` begins with, and the rest."""
    found = TYPE.match(text)
    if not found:
        raise Refused(f"a type that is not modelled: {text}")
    numbers = [int(n) for n in re.findall(r"\d+", found[1])]
    return Type(*([0] + numbers if len(numbers) == 1 else numbers or POINTER)), found[2]


def split(text):
    """The parts between the commas outside all brackets."""
    parts, depth = [""], 0
    for c in text:
        depth += (c in "(<[{") - (c in ")>]}")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [p.strip() for p in parts]


def settle(word, kind):
    """A scalar of constant bits becomes an int."""
    if kind.elements:
        return word
    value = number(defined(word))
    return word if value is None else value


def literal(text, kind):
    """A constant, or the name of a value."""
    if re.fullmatch(r"[%@][\w.$-]+", text):
        return text
    if kind == POINTER:
        if text == "null":
            return text
        found = re.fullmatch(r"getelementptr (?:inbounds |nuw |nusw )*\(i8, ptr (@[\w.$]+), i(?:32|64) (\d+)\)", text)
        if found:
            return Offset(found[1], int(found[2]))
        raise Refused(f"a pointer that is not modelled: {text}")
    if text in ("true", "false"):
        return int(text == "true")
    if text in ("zeroinitializer", "poison", "undef"):
        if not kind.elements and text != "zeroinitializer":
            raise Refused("an undefined scalar")
        return (ZERO if text == "zeroinitializer" else None,) * kind.bits
    if re.fullmatch(r"-?\d+", text):
        return int(text) & (1 << kind.width) - 1
    item = Type(0, kind.width)
    splat = re.fullmatch(r"splat \(i\d+ (\S+)\)", text)
    items = [splat[1]] * kind.elements if splat else [split_typed(p) for p in split(text[1:-1])]
    if not kind.elements or len(items) != kind.elements or not (splat or text[0] == "<"):
        raise Refused(f"a constant that is not modelled: {text}")
    word = ()
    for each in items:
        word += (None,) * kind.width if each in ("poison", "undef") else constant(literal(each, item), kind.width)
    return word


def split_typed(text):
    return take_type(text)[1]


def typed(text):
    """`i64 %3` with any attributes between: its type, and the constant or name."""
    kind, rest = take_type(text)
    rest = re.sub(r"^(?:(?:noundef|nonnull|range\(i\d+ -?\d+, -?\d+\)|captures\(none\)|(?:align|dereferenceable)(?: \d+|\(\d+\))) ?)*", "", rest)
    return kind, literal(rest, kind)


def signed(value, width):
    return value - (1 << width) if value >> (width - 1) else value


class Module:
    def __init__(self, text):
        if 'target datalayout = "e-' not in text:
            raise Refused("no module of a little-endian machine")
        self.pointer = 4 if re.search(r'^target datalayout = "[^"]*-p:32:32', text, re.M) else 8  # bytes
        self.functions = {}
        for found in re.finditer(r"^define [^\n]*?@([\w.$]+)\(([^\n]*? %\d+|)\) [^\n]*\{\n(.*?)^\}$", text, re.M | re.S):
            self.functions[found[1]] = (len(split(found[2])), found[3])
        self.constants = {}
        tables = r"((?:\[\d+ x i(?:8|64)\] (?:zeroinitializer|\[[^]]*\]|c\"[^\"]*\")(?:, )?)+)"
        pattern = rf'^@([\w.$]+) = [^\n]*\bconstant (?:%[^{{\n]*\{{ )?{tables}(?: \}})?(?:, comdat)?, align (\d+)$'
        for found in re.finditer(pattern, text, re.M):
            parts = re.findall(r'\[(\d+) x i(8|64)\] (zeroinitializer|\[[^]]*\]|c"[^"]*")', found[2])
            self.constants[found[1]] = (b"".join(table(int(n), int(width) // 8, e) for n, width, e in parts), int(found[3]))

        # What lasts from call to call: nothing is known of it.
        pattern = r"^@([\w.$]+) = [^\n]*\bthread_local global ((?:\[\d+ x )+)i64(\]+) zeroinitializer, align (\d+)$"
        self.lasting = {
            found[1]: (8 * math.prod(map(int, re.findall(r"\d+", found[2]))), int(found[4]))
            for found in re.finditer(pattern, text, re.M)
        }

    def named(self, pattern):
        names = [name for name in self.functions if re.fullmatch(pattern, name)]
        if len(names) != 1:
            raise Refused(f"{len(names)} functions named {pattern}")
        return names[0]

    def blocks(self, name):
        """The basic blocks by label, and the first one's label."""
        count, body = self.functions[name]
        body = re.sub(r"\[\n(.*?)\n\s*\]", lambda m: "[" + " ".join(m[1].split()) + "]", body, flags=re.S)
        label = first = str(count)
        blocks = {label: []}
        for line in body.splitlines():
            line = re.sub(r"(, ![\w.]+ !\d+)+$", "", line.split(" ; ")[0].rstrip())
            found = re.match(r"([\w.$-]+):", line)
            if found:
                label = found[1]
                blocks[label] = []
            elif line.strip() and not line.lstrip().startswith((";", "#dbg")):
                blocks[label].append(line.strip())
        return first, blocks


def table(count, size, entries):
    """The bytes of an array."""
    if entries == "zeroinitializer":
        return bytes(count * size)
    if entries[0] == "c":
        made = re.sub(rb"\\([0-9A-F]{2})", lambda m: bytes([int(m[1], 16)]), entries[2:-1].encode("latin-1"))
    else:
        made = b"".join((int(split_typed(e)) & (1 << 8 * size) - 1).to_bytes(size, "little") for e in split(entries[1:-1]))
    if len(made) != count * size:
        raise Refused(f"a table of {len(made)} bytes, not {count * size}")
    return made


def number_of(value):
    if not isinstance(value, int):
        raise Refused("a branch, an address or a count that depends on data")
    return value


def compare(predicate, a, b, width):
    sign = re.match(r"(samesign )?s[lg]", predicate)
    predicate = predicate.removeprefix("samesign ")
    if sign:
        a, b = signed(a, width), signed(b, width)
    return int({"eq": a == b, "ne": a != b, "lt": a < b, "gt": a > b, "le": a <= b, "ge": a >= b}[predicate[-2:]])


def same_sign(a, b, width):
    return a >> (width - 1) == b >> (width - 1)


def arithmetic(operation, flags, a, b, width):
    """Of numbers. A result that its flags make undefined is refused."""
    if operation in ("shl", "lshr", "ashr") and b >= width:
        raise Refused("a shift by the width or more")
    exact = {
        "add": lambda x, y: x + y, "sub": lambda x, y: x - y, "mul": lambda x, y: x * y, "shl": lambda x, y: x << y,
        "and": lambda x, y: x & y, "or": lambda x, y: x | y, "xor": lambda x, y: x ^ y, "lshr": lambda x, y: x >> y,
    }.get(operation)
    if not exact:
        raise Refused(f"{operation} is not modelled")
    unsigned = exact(a, b)
    result = unsigned & (1 << width) - 1
    broken = "nuw" in flags and unsigned != result
    if "nsw" in flags:
        broken |= exact(signed(a, width), b if operation == "shl" else signed(b, width)) != signed(result, width)
    broken |= "disjoint" in flags and a & b != 0
    broken |= "exact" in flags and a & (1 << b) - 1 != 0
    if broken:
        raise Refused(f"{operation} {' '.join(flags)} of {a} and {b}: undefined")
    return result
