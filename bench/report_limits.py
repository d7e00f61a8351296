"""How fast a core could permute at best, from two tables: what a round needs, and what a core does in a cycle.

The limit is that of the busiest ports, as if every instruction were ready at once and loads, stores and copies were free. So
no kernel reaches it; how far off one is says what is left in it.
"""

import re

# Operations of a round of Keccak-p[1600], counted from FIPS 202: theta sums 5 columns of 5 lanes (20 XORs), makes 5 words
# for them (5 XORs, 5 rotations) and adds those to 25 lanes (25 XORs); rho rotates 24 lanes; chi is 25 times an XOR and an
# AND with a complement; iota is an XOR. That is 76 XORs, 29 rotations, 25 AND-NOTs.
#
# Of each kernel: the states that it permutes at a time; the operations of one round of all of them; and of these, the ones
# that only some ports do.
KERNELS = {
    # No AND-NOT in the oldest instruction set: an AND and a complement.
    "portable_x1": {"states": 1, "alu": 76 + 29 + 2 * 25, "rotate": 29},
    "bmi2_x1": {"states": 1, "alu": 76 + 29 + 25, "rotate": 29},
    # No rotation: two shifts and an OR; those by 8 and by 56 are a shuffle.
    "avx2_x4": {"states": 4, "vector": 76 + 25 + 3 * 27 + 2, "shift": 2 * 27 + 2},
    "avx2_x8": {"states": 8, "vector": 2 * (76 + 25 + 3 * 27 + 2), "shift": 2 * (2 * 27 + 2)},
    # Three-way logic: a column's parity is 2, theta's two XORs are 1 a lane, chi is 1.
    "avx512_x4": {"states": 4, "vector": 10 + 25 + 25 + 1 + 29, "shift": 29},
    "avx512_x8": {"states": 8, "wide": 10 + 25 + 25 + 1 + 29, "wide_shift": 29},
}

# Operations a core cycle: alu, rotate: 64-bit integers; vector, shift: 256 bits (shift: rotations and shuffles too); wide:
# 512 bits.
CORES = {
    # Measured with independent instructions: XOR 3.2 to 3.9, RORX 2.0, ANDN 3.5; VPXOR 3.8, VPSLLQ and VPSHUFB 2.0.
    "Zen 3": {"alu": 4, "rotate": 2, "vector": 4, "shift": 2},
    # Measured likewise: XOR 5.3, RORX 2.95, ANDN 5.2; VPXOR 4.0, VPTERNLOGQ 3.9, VPROLQ, VPSLLQ and VPSHUFB 2.0 of 256 bits;
    # VPXORQ 4.0, VPTERNLOGQ 3.4, VPROLQ 2.0 of 512. Six ALUs, four vector pipes: also AMD's model in g++ (znver5).
    "Zen 5": {"alu": 6, "rotate": 3, "vector": 4, "shift": 2, "wide": 4, "wide_shift": 2},
}

# AMD's families and models (the g++ sources, common/config/i386/cpuinfo.h).
FAMILIES = {
    25: [(range(0x00, 0x10), "Zen 3"), (range(0x20, 0x60), "Zen 3")],
    26: [(range(0x00, 0x50), "Zen 5"), (range(0x60, 0x80), "Zen 5")],
}


def core_of(cpu):
    """The core's name, from "AMD EPYC, family 26 model 2 stepping 1"; None if it is not in the table."""
    match = re.search(r"AMD.*family (\d+) model (\d+)", cpu)
    if match:
        for models, core in FAMILIES.get(int(match[1]), []):
            if int(match[2]) in models:
                return core
    return None


def cycles_per_round(kernel, core):
    """Of all its states, at the limit; None where kernel or core are not known."""
    needs, can = KERNELS.get(kernel), CORES.get(core)
    if needs is None or can is None:
        return None
    kinds = [kind for kind in needs if kind != "states"]
    if not all(kind in can for kind in kinds):
        return None
    return max(needs[kind] / can[kind] for kind in kinds)
