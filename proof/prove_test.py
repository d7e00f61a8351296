"""Whether prove.py can tell: the specification is FIPS 202's, and sources and modules with a mistake are refused.

Exit status 77: no clang.
"""
import gc
import hashlib
import itertools
import pathlib
import re
import shutil
import sys
import tempfile
import unittest

import prove
import specification
from forms import ONE, Forms, Refused, constant, number
from llvm_ir import Module

CLANG = prove.find_clang()
BARE, FUSED, TWELVE = (2, 0, 1), (2, 17, 2), (12, 0, 1)
ROUND, PORTABLE = "include/simdkeccak/detail/round.hpp", "include/simdkeccak/detail/portable.hpp"
ABSORB, AVX2, AVX512 = "src/kernels/absorb.hpp", "src/kernels/avx2.cpp", "src/kernels/avx512.cpp"
ASSEMBLY, BMI2 = "src/kernels/assembly.hpp", "src/kernels/bmi2_registers.hpp"
AVX512_REGISTERS, AVX512_ROUNDS = "src/kernels/avx512_registers.hpp", "src/kernels/avx512_rounds.inc"
AARCH64, NEON, SHA3 = "src/kernels/aarch64.cpp", "src/kernels/neon.cpp", "src/kernels/sha3.cpp"
SVE2, ZBB = "src/kernels/sve2.cpp", "src/kernels/zbb.cpp"
SSE2, WASM, WASM128 = "src/kernels/sse2.cpp", "src/kernels/wasm.cpp", "src/kernels/wasm128.cpp"

# name: (file, text, what replaces it, kernel, shape, a part of the refusal)
WRONG_VALUE = "lanes differ|a value that the specification does not have"
MUTANTS = {
    "rotation": (
        ROUND, "rho<44, Known>(a, 6, d1)", "rho<45, Known>(a, 6, d1)",
        "portable_x1", BARE, WRONG_VALUE),
    "rotation, vectors": (
        ROUND, "rho<14, Known>(a, 24, d4)", "rho<15, Known>(a, 24, d4)",
        "avx2_x8", BARE, WRONG_VALUE),
    "round constant": (
        ROUND, "0x8000000080008008", "0x8000000080008088",
        "portable_x1", BARE, WRONG_VALUE),
    "first of twelve constants": (
        ROUND, "0x000000008000808B", "0x000000008000808A",
        "portable_x1", TWELVE, WRONG_VALUE),
    "first rounds instead of last": (
        ROUND, "unsigned r = 24 - rounds; r < 24;", "unsigned r = 0; r < rounds;",
        "portable_x1", TWELVE, WRONG_VALUE),
    "lane": (
        ROUND, "rho<43, Known>(a, 12, d2)", "rho<43, Known>(a, 13, d2)",
        "portable_x1", BARE, WRONG_VALUE),
    "parity": (
        ROUND, "lane<Known>(a, x + 5),", "lane<Known>(a, x),",
        "portable_x1", BARE, WRONG_VALUE),
    "theta's columns": (
        ROUND, "V::theta_d(c4, c1)", "V::theta_d(c1, c4)",
        "avx2_x8", BARE, WRONG_VALUE),
    "chi's operands": (
        PORTABLE, "a.v ^ (~b.v & c.v)", "a.v ^ (b.v & ~c.v)",
        "portable_x1", BARE, WRONG_VALUE),
    "chi's operands, vectors": (
        AVX2, "_mm256_andnot_si256(b.v, c.v)", "_mm256_andnot_si256(c.v, b.v)",
        "avx2_x8", BARE, WRONG_VALUE),
    "chi's table": (
        AVX512_REGISTERS, "0xD2", "0xB4",
        "avx512_x8", BARE, WRONG_VALUE),
    "one bit of chi's table": (
        AVX512_REGISTERS, "0xD2", "0xD3",
        "avx512_x4", BARE, WRONG_VALUE),
    "rotation by a shuffle": (
        AVX2, "setr_epi8(7, 0, 1, 2, 3, 4, 5, 6, 15,", "setr_epi8(7, 0, 1, 2, 3, 4, 6, 5, 15,",
        "avx2_x8", BARE, WRONG_VALUE),
    "a list's shuffle": (
        AVX2, "one_byte_left{{7, 0, 1, 2,", "one_byte_left{{7, 0, 2, 1,",
        "avx2_x4", BARE, WRONG_VALUE),
    "a group's offset": (
        ROUND, "round(e + g, a + g, round_constants[r + 1])", "round(e + g, a, round_constants[r + 1])",
        "avx2_x8", BARE, WRONG_VALUE),
    "a group's source": (
        ROUND, "round(a + g, e + g, round_constants[r])", "round(a, e + g, round_constants[r])",
        "avx2_x8", BARE, WRONG_VALUE),
    "a group left out": (
        ROUND, "round(e + g, a + g, round_constants[r + 1])", "if (g == 0) round(e + g, a + g, round_constants[r + 1])",
        "avx2_x8", BARE, WRONG_VALUE),
    "a group's block": (
        ABSORB, "next + i * width + g", "next + i * width",
        "avx2_x8", FUSED, "lanes differ|never written"),
    "no fused XOR": (
        ROUND, "if constexpr (Xor) v =", "if constexpr (false) v =",
        "portable_x1", FUSED, WRONG_VALUE),
    "no fused XOR, vectors": (
        ROUND, "if constexpr (Xor) v =", "if constexpr (false) v =",
        "avx2_x4", FUSED, WRONG_VALUE),
    "no fused XOR behind assembly": (
        ROUND, "if constexpr (Xor) v =", "if constexpr (false) v =",
        "bmi2_x1", FUSED, WRONG_VALUE),
    "a list's rotation": (
        AVX512_REGISTERS, '"vprolq $" #n', '"vprolq $1+" #n',
        "avx512_x1", BARE, WRONG_VALUE),
    "a list's constant": (
        AVX512_REGISTERS, '"vpxorq 8*" #i', '"vpxorq -8+8*" #i',
        "avx512_x8", BARE, WRONG_VALUE),
    "a register that is not saved": (
        BMI2, '"r13", ', "",
        "bmi2_x1", BARE, "r13 is written"),
    "a vector register that is not saved": (
        AVX512_REGISTERS, '"xmm16", ', "",
        "avx512_x4", BARE, "xmm16 is written"),
    "memory that the compiler thinks untouched": (
        AVX512_REGISTERS, '"memory", ', "",
        "avx512_x4", BARE, "memory is written"),
    "an output in the register of an input": (
        AVX512_REGISTERS, '"=&r"', '"=r"',
        "avx512_x4", BARE, "may share a register"),
    "too few rounds": (
        ASSEMBLY, "return round + 24 - rounds;", "return round + 26 - rounds;",
        "bmi2_x1", TWELVE, WRONG_VALUE),
    "constants at no boundary": (
        ASSEMBLY, "alignas(256)", "alignas(128)",
        "avx512_x1", BARE, "an access to .*constants"),
    "rows that are left out": (
        AVX512_REGISTERS, "cmp $17,", "cmp $21,",
        "avx512_x1", (2, 18, 2), WRONG_VALUE),
    "rows that are not cleared": (
        AVX512, "i < rows_read * States::width", "i + 1 < rows_read * States::width",
        "avx512_x4", (2, 13, 2), "never written"),
    "the next block's rows": (
        AVX512_REGISTERS, '"imul $" ROW', '"imul $-8+" ROW',
        "avx512_x4", FUSED, WRONG_VALUE + "|never written"),
    "fused XOR of other lanes": (
        ROUND, "v = V::xor2(v, lane(next, I))", "v = V::xor2(v, lane(next, 24 - I))",
        "portable_x1", FUSED, WRONG_VALUE),
    "capacity not cleared": (
        ABSORB, "i < std::size_t{25} * width; ++i) next[i] = 0", "i < std::size_t{24} * width; ++i) next[i] = 0",
        "bmi2_x1", FUSED, "never written"),
    "the block before": (
        ABSORB, "offset += std::size_t{8} * lanes;", "",
        "portable_x1", FUSED, WRONG_VALUE),
    "transpose": (
        AVX2, "take(i + 2, word{_mm256_permute2x128_si256(even01, even23, 0x31)})",
        "take(i + 2, word{_mm256_permute2x128_si256(even23, even01, 0x31)})",
        "avx2_x4", FUSED, WRONG_VALUE),
    "two blocks exchanged": (
        AVX2, "load_bytes(in1 + 8 * i).v", "load_bytes(in2 + 8 * i).v",
        "avx2_x8", FUSED, WRONG_VALUE),
    "a lazy rotation": (
        AARCH64, "ror<lag0 - lag2>(b[x2]", "ror<lag0 - lag1>(b[x2]",
        "aarch64_x1", BARE, WRONG_VALUE),
    "lags left in the state": (
        AARCH64, "finish(i, std::rotl(a[i], kernels::lag(i)))", "finish(i, a[i])",
        "aarch64_x1", BARE, WRONG_VALUE),
    "SRI": (
        NEON, "x, 64 - N)", "x, 63 - N)",
        "neon_x2", BARE, WRONG_VALUE),
    "XAR": (
        SHA3, "64 - N)", "N)",
        "sha3_x2", BARE, WRONG_VALUE),
    "BCAX's operands": (
        SHA3, "vbcaxq_u64(a, c, b)", "vbcaxq_u64(a, b, c)",
        "sha3_x2", BARE, WRONG_VALUE),
    "RAX1's operands": (
        SHA3, "vrax1q_u64(prev, next)", "vrax1q_u64(next, prev)",
        "sha3_x1", BARE, WRONG_VALUE),
    "the wrong half": (
        SHA3, "vst1_u64(state + i, vget_low_u64(", "vst1_u64(state + i, vget_high_u64(",
        "sha3_x1", BARE, WRONG_VALUE),
    "SVE2's XAR": (
        SVE2, '"i"(64 - N)', '"i"(N)',
        "sve2_x2", BARE, WRONG_VALUE),
    "SVE2's EOR3": (
        SVE2, 'SIMDKECCAK_Z(1) ", " SIMDKECCAK_Z(2)', 'SIMDKECCAK_Z(1) ", " SIMDKECCAK_Z(1)',
        "sve2_x2", BARE, WRONG_VALUE),
    "SVE2's operand that is no source": (
        SVE2, 'xar " SIMDKECCAK_Z(0) ", " SIMDKECCAK_Z(0)', 'xar " SIMDKECCAK_Z(0) ", " SIMDKECCAK_Z(1)',
        "sve2_x2", BARE, "operands that are not modelled"),
    "SVE2's input that is changed": (
        SVE2, 'xar " SIMDKECCAK_Z(0) ", " SIMDKECCAK_Z(0) ", " SIMDKECCAK_Z(1)',
        'xar " SIMDKECCAK_Z(1) ", " SIMDKECCAK_Z(1) ", " SIMDKECCAK_Z(0)',
        "sve2_x2", BARE, "an input, operand"),
    "Zbb's rotation": (
        ZBB, '"i"(64 - N)', '"i"(N)',
        "zbb_x1", BARE, WRONG_VALUE),
    "Zbb's and-not": (
        ZBB, "and_not(c.v, b.v)", "and_not(b.v, c.v)",
        "zbb_x1", BARE, WRONG_VALUE),
    "SSE2's rotation": (
        SSE2, "64 - N", "63 - N",
        "sse2_x1", BARE, WRONG_VALUE),
    "SSE2's second block": (
        SSE2, "in[1] + offset", "in[0] + offset",
        "sse2_x2", FUSED, WRONG_VALUE),
    "SIMD128's and-not": (
        WASM128, "wasm_v128_andnot(c.v, b.v)", "wasm_v128_andnot(b.v, c.v)",
        "wasm128_x2", BARE, WRONG_VALUE),
    "SIMD128's transpose": (
        WASM128, "wasm_i64x2_shuffle(r0, r1, 1, 3)", "wasm_i64x2_shuffle(r0, r1, 1, 2)",
        "wasm128_x2", FUSED, WRONG_VALUE),
    "a complemented lane's chi": (
        WASM, "(flipped ? a : ~a) ^ (b | c)", "(flipped ? a : ~a) ^ (b & c)",
        "wasm_x1", BARE, WRONG_VALUE),
    "lanes left complemented": (
        WASM, "state[i] = complemented(i) ? ~a[i] : a[i]", "state[i] = a[i]",
        "wasm_x1", BARE, WRONG_VALUE),
    "a block that the last round does not absorb to its end": (
        WASM, "if (i >= 17) return lane;", "if (i >= 16) return lane;",
        "wasm_x1", FUSED, WRONG_VALUE),
    "a block that the last round reads beyond its end": (
        WASM, "if (i >= 17) return lane;", "if (i >= 18) return lane;",
        "wasm_x1", FUSED, "an access to input 0"),
    "what an earlier call left in memory": (
        WASM, "round(a, e, constants[r]);", "round(e, a, constants[r]);",
        "wasm_x1", BARE, "never written"),
    "an assumption that does not hold": (
        WASM, "if (blocks == 0) return;", "if (blocks == 0) return;\n  __builtin_assume(rounds > 2);",
        "wasm_x1", BARE, "an assumption"),
    "a read behind the block": (
        AVX512, "(1U << n) - 1", "0xFF",
        "avx512_x8", FUSED, "an access to input"),
    "a branch on data": (
        ABSORB, "if (blocks == 0) return;", "if (blocks == 0 || state[3] == 5) return;",
        "portable_x1", BARE, "depends on data"),
    "an address from data": (
        ROUND, "two_rounds(a, e, r);", "two_rounds(a, e, r ^ (a[0] & 1));",
        "portable_x1", BARE, "depends on data"),
    "a read behind the state": (
        ABSORB, "--blocks) Permutation::permute(state, rounds);", "--blocks) Permutation::permute(state + 1, rounds);",
        "avx2_x8", BARE, "an access to the state"),
    "a write behind the state": (
        ABSORB, "if (blocks == 0) return;", "if (blocks == 0) return;\n  state[25 * width] = 0;",
        "portable_x1", BARE, "an access to the state|an address 208"),
    "a write to the input": (
        ABSORB, "if (blocks == 0) return;", "if (blocks == 0) return;\n  const_cast<std::uint8_t*>(in[0])[3] = 0;",
        "bmi2_x1", FUSED, "a write to input 0"),
    "an array read before it is written": (
        ROUND, "for (unsigned r = 24 - rounds; r < 24; r += 2) two_rounds(a, e, r);",
        "for (unsigned r = 24 - rounds; r < 24; r += 2) two_rounds(e, a, r);",
        "avx2_x8", BARE, "never written|has no value|undefined|lanes differ"),
    "a digest's lane that is not zero": (
        ROUND, "round<17>(a + g", "round<16>(a + g",
        "portable_x1_digest", (24,), WRONG_VALUE),
    "a digest of too few lanes": (
        ROUND, "round<25, 4>(e + g", "round<25, 3>(e + g",
        "bmi2_x1_digest", (24,), WRONG_VALUE),
    "a digest's first rounds": (
        ROUND, "unsigned r = 25 - rounds; r < 23;", "unsigned r = 1; r < rounds - 1;",
        "portable_x1_digest", (12,), WRONG_VALUE),
    "a digest's rounds in assembly": (
        ASSEMBLY, "constants_but_one.last(rounds) + 1", "constants_but_one.last(rounds)",
        "bmi2_x1_digest", (12,), WRONG_VALUE + "|an access to"),
}


class SourceTest(unittest.TestCase):
    """Compiles a copy of the sources, with or without a mistake."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.source = pathlib.Path(scratch.name)
        for part in ("include", "src"):
            shutil.copytree(prove.ROOT / part, self.source / part)

    def module(self, kernel):
        file = prove.kernels(self.source)[kernel]
        if not prove.has_headers(CLANG, prove.FILES[file.stem]):
            self.skipTest(f"no C++ headers of {prove.FILES[file.stem]}")
        return Module(prove.compile_file(CLANG, self.source, file))

    def test_the_sources_as_they_are(self):
        fused = ("avx512_x8", "aarch64_x1", "neon_x2", "sve2_x2", "sha3_x1", "sha3_x2", "zbb_x1", "sse2_x2", "wasm_x1", "wasm128_x2")
        shown = {"avx2_x8": (BARE, FUSED), "portable_x1": (BARE, FUSED, TWELVE), **dict.fromkeys(fused, (FUSED,))}
        for kernel, shapes in shown.items():
            module = self.module(kernel)
            for shape in shapes:
                prove.show(module, kernel, *shape)
        for function in ("portable_x1_digest", "bmi2_x1_digest"):
            prove.show_digest(self.module(function), function, 12)

    def test_a_function_that_does_nothing(self):
        (self.source / "src/kernels/portable.cpp").write_text(
            '#include "kernel.hpp"\nnamespace simdkeccak::kernels {\nSIMDKECCAK_KERNEL(portable_x1) {}\n}\n')
        with self.assertRaisesRegex(Refused, "25 of 25 lanes differ"):
            prove.show(self.module("portable_x1"), "portable_x1", *BARE)


def mutant_test(file, text, instead, kernel, shape, refusal):
    def test(self):
        path = self.source / file
        before = path.read_text(encoding="utf-8")
        self.assertIn(text, before, "the mutant no longer fits the sources")
        path.write_text(before.replace(text, instead), encoding="utf-8")
        module = self.module(kernel)  # a mutant that does not compile proves nothing: outside assertRaises
        with self.assertRaisesRegex(Refused, refusal):
            (prove.show_digest if kernel.endswith(prove.DIGEST) else prove.show)(module, kernel, *shape)

    return test


for _name, _mutant in MUTANTS.items():
    setattr(SourceTest, f"test_mutant_{_name}", mutant_test(*_mutant))


class ModuleTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.text = prove.compile_file(CLANG, prove.ROOT, prove.ROOT / "src/kernels/portable.cpp")

    def refused(self, text, refusal=""):
        with self.assertRaisesRegex(Refused, refusal):
            prove.show(Module(text), "portable_x1", *FUSED)

    def test_whole(self):
        prove.show(Module(self.text), "portable_x1", *FUSED)

    def test_empty(self):
        self.refused("", "no module")

    def test_truncated(self):
        end = self.text.index("\n}\n")
        for i in range(40):
            self.refused(self.text[: end * i // 40])

    def test_a_lost_instruction(self):
        lines = self.text[: self.text.index("\n}\n")].splitlines(keepends=True)
        rest = self.text[self.text.index("\n}\n") :]
        # The function ends with the second of its rounds and the return, so these are executed.
        for what in ("  store i64 ", " = xor i64 ", " = and i64 ", " = load i64"):
            for i in [i for i, line in enumerate(lines) if what in line][-10::3]:
                with self.subTest(line=lines[i].strip()):
                    self.refused("".join(lines[:i] + lines[i + 1 :]) + rest)

    def test_an_unknown_instruction(self):
        self.refused(self.text.replace(" = xor i64", " = frobnicate i64"), "not modelled")


class AssemblyTest(unittest.TestCase):
    """Instructions taken out of an asm statement in a module."""

    def refused_without_each(self, file, kernel, instructions, step):
        text = prove.compile_file(CLANG, prove.ROOT, prove.ROOT / "src/kernels" / file)
        prove.show(Module(text), kernel, *BARE)
        width = {"1": "x", "4": "y", "8": "z"}[kernel[-1]]
        places = [m for m in re.finditer(rf"(?:{instructions})[^\\]*\\0A\\09", text) if "%" in m[0]]
        places = [m for m in places if kernel[0] == "b" or f"%{width}mm" in m[0]]
        self.assertGreater(len(places), 200)
        for place in places[::step]:
            with self.subTest(instruction=place[0]), self.assertRaises(Refused):
                prove.show(Module(text[: place.start()] + text[place.end() :]), kernel, *BARE)

    def test_vector_registers(self):
        self.refused_without_each("avx512.cpp", "avx512_x4", "vpternlogq |vprolq |vmovdqa64 |vpxorq %", 6)

    def test_vectors_in_memory(self):
        self.refused_without_each("avx2.cpp", "avx2_x4", r"vp\w+ |vmovdqu ", 8)

    def test_general_registers(self):
        self.refused_without_each("bmi2.cpp", "bmi2_x1", "mov |xor |rorx |andn ", 6)


class SpecificationTest(unittest.TestCase):
    def test_sha3_256(self):
        for message in (b"", b"abc", bytes(range(135))):
            self.assertEqual(specification.sha3_256(message, Forms()), hashlib.sha3_256(message).digest())


class FormsTest(unittest.TestCase):
    def test_tables_against_their_values(self):
        for truth in range(256):
            for a, b, c in itertools.product((0, 1), repeat=3):
                got = number(Forms().table(*(constant(v, 1) for v in (a, b, c)), truth))
                self.assertEqual(got, truth >> (4 * a + 2 * b + c) & 1)

    def test_equal_functions(self):
        forms = Forms()
        a, b, c = forms.word(1), forms.word(1), forms.word(1)
        inverse = tuple(bit ^ ONE for bit in b)
        chi = forms.xor(a, forms.both(inverse, c))
        self.assertEqual(forms.table(a, b, c, 0xD2), chi)
        # a ^ c ^ (b & c)
        self.assertEqual(forms.xor(forms.xor(a, c), forms.both(b, c)), chi)
        self.assertNotEqual(forms.table(a, b, c, 0xB4), chi)

    def test_a_name_stands_for_its_form_only(self):
        forms = Forms()
        a, b, c, d = (forms.variable() for _ in range(4))
        short = forms.name(a ^ b ^ c)
        self.assertEqual(forms.xor((a ^ b,), (c,)), (short,))
        self.assertEqual(forms.xor((a ^ b ^ ONE,), (c,)), (short ^ ONE,))
        self.assertEqual(forms.xor((a ^ b,), (d,)), (a ^ b ^ d,))


if __name__ == "__main__":
    if not CLANG:
        print(f"not run: no clang {prove.OLDEST_CLANG} or newer on the path")
        sys.exit(77)
    gc.disable()
    unittest.main()
