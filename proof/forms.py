"""Bits as polynomials over GF(2), written so that equal forms are equal functions.

A bit is a frozenset of terms whose XOR it is. Term 0 is the constant 1; every other term is a variable: an input, the
product of two forms, or a name given to a longer form by `name`. XOR is then exact. A product is one variable for each pair
of factors, after their constants are multiplied out, so that NOT, AND-NOT, OR and truth tables come to the same form however
they are written. Different forms prove nothing.
"""
from operator import xor

ZERO = frozenset()
ONE = frozenset({0})


class Refused(Exception):
    """The kernel was not shown to compute the specification; the message says why."""


class Forms:
    # A round of Keccak needs forms of about 11 terms between two named states (22 where a block was XORed in). Behind a
    # mistake nothing is named any more and forms grow without end: this many terms show it.
    most_terms = 200

    def __init__(self):
        self.variables = 0
        self.products = {}
        self.names = {}

    def variable(self):
        self.variables += 1
        return frozenset({self.variables})

    def word(self, bits=64):
        return tuple(self.variable() for _ in range(bits))

    def product(self, a, b):
        if not a or not b:
            return ZERO
        if 0 in a:
            return b ^ self.product(a ^ ONE, b)
        if 0 in b:
            return a ^ self.product(a, b ^ ONE)
        if a == b:
            return a
        key = frozenset((a, b))
        known = self.products.get(key)
        if known is None:
            known = self.products[key] = self.variable()
        return known

    def name(self, form, as_form=None):
        """Lets `form` be written as one new variable (or as `as_form`, known to be equal) wherever it is computed."""
        if len(form) < 3:
            return form
        if 0 in form:
            return self.name(form ^ ONE, as_form and as_form ^ ONE) ^ ONE
        short = self.names.get(form)
        if short is None:
            short = self.names[form] = self.variable() if as_form is None else as_form
        return short

    # Words of any width: tuples of bits, the lowest first.

    def named(self, word):
        known = self.names.get
        word = tuple(known(bit ^ ONE, bit ^ ONE) ^ ONE if 0 in bit else known(bit, bit) for bit in word)
        if max(map(len, word)) > self.most_terms:
            raise Refused("a value that the specification does not have")
        return word

    def xor(self, a, b):
        return self.named(tuple(map(xor, defined(a), defined(b))))

    def both(self, a, b):
        return tuple(map(self.product, defined(a), defined(b)))

    def table(self, a, b, c, truth):
        """The function whose value at (a, b, c) is bit 4 a + 2 b + c of `truth`."""
        t = [truth >> i & 1 for i in range(8)]
        for d in (1, 2, 4):  # from values to the coefficients of the polynomial
            for i in range(8):
                if i & d:
                    t[i] ^= t[i ^ d]

        def bit(x, y, z):
            r = ONE if t[0] else ZERO
            for wanted, term in ((t[4], x), (t[2], y), (t[1], z)):
                if wanted:
                    r ^= term
            for wanted, p, q in ((t[6], x, y), (t[5], x, z), (t[3], y, z)):
                if wanted:
                    r ^= self.product(p, q)
            return r ^ self.product(self.product(x, y), z) if t[7] else r

        return self.named(tuple(map(bit, defined(a), defined(b), defined(c))))


def defined(word):
    if None in word:
        raise Refused("an undefined bit takes part")
    return word


def constant(value, bits):
    return tuple(ONE if value >> i & 1 else ZERO for i in range(bits))


def number(word):
    """The number that a word of constant bits is, or None."""
    value = 0
    for i, bit in enumerate(word):
        if bit == ONE:
            value |= 1 << i
        elif bit != ZERO:  # a variable, or an undefined bit
            return None
    return value
