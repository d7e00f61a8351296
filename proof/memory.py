"""The memory that a kernel sees: objects of known size at addresses of no more than the promised alignment."""
from typing import NamedTuple

from forms import Refused, defined


class Object:
    def __init__(self, name, size, writable):
        self.name = name
        self.size = size
        self.writable = writable
        self.bits = [None] * (8 * size)  # None: never written
        self.pointers = {}  # by offset; an object holds pointers or bits
        self.address = None

    def put(self, offset, word):
        self.bits[8 * offset : 8 * offset + len(word)] = word

    def get(self, offset, size):
        return tuple(self.bits[8 * offset : 8 * (offset + size)])


class Pointer(NamedTuple):
    object: Object
    offset: int

    @property
    def address(self):
        return self.object.address + self.offset


class Memory:
    """`upwards`: later objects lie at higher addresses. A kernel may compare addresses of different objects; both orders
    have to be tried then."""

    def __init__(self, upwards=True, pointer=8):
        self.pointer = pointer  # bytes of one
        self.step = 1 << 20 if upwards else -(1 << 20)
        self.next = 1 << (40 if pointer == 8 else 31)
        self.order_mattered = False

    def object(self, name, size, alignment, writable=True):
        made = Object(name, size, writable)
        made.address = self.next + alignment  # and not a multiple of twice the alignment
        self.next += self.step
        return made

    @staticmethod
    def span(pointer, size, alignment, write):
        if not isinstance(pointer, Pointer):
            raise Refused("an access through what is no pointer")
        at, offset = pointer
        if offset < 0 or offset + size > at.size:
            raise Refused(f"an access to {at.name}, bytes {offset} to {offset + size} of {at.size}")
        if pointer.address % alignment:
            raise Refused(f"an access to {at.name}, byte {offset}, which is not aligned to {alignment}")
        if write and not at.writable:
            raise Refused(f"a write to {at.name}")
        return at, offset

    def load(self, pointer, size, alignment=1):
        at, offset = self.span(pointer, size, alignment, write=False)
        word = at.get(offset, size)
        if None in word:
            raise Refused(f"a read of {at.name}, byte {offset}, which was never written")
        return word

    def load_pointer(self, pointer, alignment):
        at, offset = self.span(pointer, self.pointer, alignment, write=False)
        if offset not in at.pointers:
            raise Refused(f"a pointer read from {at.name}")
        return at.pointers[offset]

    def store_pointer(self, pointer, value, alignment=1):
        at, offset = self.span(pointer, self.pointer, alignment, write=True)
        if not isinstance(value, Pointer) or at.bits.count(None) != len(at.bits):
            raise Refused(f"a pointer written over data in {at.name}, or data as a pointer")
        at.pointers[offset] = value

    def store(self, pointer, word, alignment=1):
        at, offset = self.span(pointer, len(word) // 8, alignment, write=True)
        if at.pointers:
            raise Refused(f"data written over a pointer in {at.name}")
        at.put(offset, defined(word))

    def compare(self, a, b):
        """The addresses to compare."""
        if not isinstance(a, Pointer) or not isinstance(b, Pointer):
            raise Refused("a comparison of what is no pointer")
        if a.object is not b.object:
            self.order_mattered = True
        return a.address, b.address
