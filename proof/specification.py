"""Keccak-p[1600] as FIPS 202, section 3, defines it, bit by bit and step by step, over forms.

A state is A[x, y, z], a dictionary of bits. Nothing here is taken from the library; `sha3_256` lets a test compare this file
with an implementation that is not ours.
"""
from forms import ONE, ZERO, constant, number

W = 64
COLUMNS = [(x, y) for y in range(5) for x in range(5)]  # in the order of lanes in memory


def theta(A):
    C = {(x, z): A[x, 0, z] ^ A[x, 1, z] ^ A[x, 2, z] ^ A[x, 3, z] ^ A[x, 4, z] for x in range(5) for z in range(W)}
    D = {(x, z): C[(x - 1) % 5, z] ^ C[(x + 1) % 5, (z - 1) % W] for x in range(5) for z in range(W)}
    return {(x, y, z): A[x, y, z] ^ D[x, z] for x, y, z in A}


def rho(A):
    B = {(0, 0, z): A[0, 0, z] for z in range(W)}
    x, y = 1, 0
    for t in range(24):
        for z in range(W):
            B[x, y, z] = A[x, y, (z - (t + 1) * (t + 2) // 2) % W]
        x, y = y, (2 * x + 3 * y) % 5
    return B


def pi(A):
    return {(x, y, z): A[(x + 3 * y) % 5, x, z] for x, y, z in A}


def chi(A, product):
    return {(x, y, z): A[x, y, z] ^ product(A[(x + 1) % 5, y, z] ^ ONE, A[(x + 2) % 5, y, z]) for x, y, z in A}


def rc(t):
    R = [1, 0, 0, 0, 0, 0, 0, 0]
    for _ in range(t % 255):
        R = [0] + R
        for i in (0, 4, 5, 6):
            R[i] ^= R[8]
        R = R[:8]
    return R[0]


def iota(A, i):
    A = dict(A)
    for j in range(7):
        if rc(j + 7 * i):
            A[0, 0, 2**j - 1] ^= ONE
    return A


def named_theta(A, forms):
    """Where a lane is zero, what theta adds to its column is a bit of the result. Named, it may be used for the column's
    other bits."""
    after = theta(A)
    sums = {(x, z): after[x, y, z] for x, y, z in A if A[x, y, z] == ZERO}
    for (x, y, z), form in after.items():
        short = (x, z) in sums and A[x, y, z] ^ forms.name(sums[x, z])
        after[x, y, z] = forms.name(form, short or None)
    return after


def permute(lanes, rounds, forms, then_xor=()):
    """The last `rounds` rounds on 25 words; then XORs the words `then_xor` into the first lanes.

    What theta and each round make is named, and so is the last result with `then_xor` in it, which a kernel may compute at
    once.
    """
    A = {(x, y, z): lanes[x + 5 * y][z] for x, y in COLUMNS for z in range(W)}
    for i in range(24 - rounds, 24):
        A = named_theta(A, forms)
        long = iota(chi(pi(rho(A)), forms.product), i)
        A = {at: forms.name(form) for at, form in long.items()}
    for (x, y), word in zip(COLUMNS, then_xor):
        for z, bit in enumerate(word):
            if bit:
                A[x, y, z] = forms.name(long[x, y, z] ^ bit, A[x, y, z] ^ bit)
    return [tuple(A[x, y, z] for z in range(W)) for x, y in COLUMNS]


def absorb(lanes, blocks, rounds, forms):
    """What a kernel's contract says of one state: XORs each block's words into the first lanes and permutes after each."""
    if not blocks:
        return lanes
    first = blocks[0] + [constant(0, W)] * (25 - len(blocks[0]))
    lanes = [tuple(a ^ b for a, b in zip(lane, word)) for lane, word in zip(lanes, first)]
    for following in [*blocks[1:], []]:
        lanes = permute(lanes, rounds, forms, following)
    return lanes


def sha3_256(message, forms):
    """For messages of less than 136 bytes."""
    padded = bytearray(message + b"\x06" + bytes(135 - len(message)))
    padded[-1] |= 0x80
    block = [constant(int.from_bytes(padded[i : i + 8], "little"), W) for i in range(0, 136, 8)]
    lanes = absorb([tuple([ZERO] * W)] * 25, [block], 24, forms)
    return b"".join(number(lane).to_bytes(8, "little") for lane in lanes[:4])
