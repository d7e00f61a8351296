"""Times lists of instructions in the functions that the kernels put them into."""
import pathlib
import subprocess

KERNELS = pathlib.Path(__file__).resolve().parent.parent / "src/kernels"
TEMPLATE = """SIMDKECCAK_TARGET_BEGIN("{features}")
#include "{kernels}/assembly.hpp"
namespace simdkeccak::kernels {{
namespace {{
{before}
{functions}
constexpr decltype(&candidate_0) candidates[] = {{{names}}};
}}
}}
SIMDKECCAK_TARGET_END
"""


class Bench:
    """`machine` has features, before and define; see ping_pong.py. Works in the directory `scratch`."""

    def __init__(self, machine, scratch, core, compiler="g++"):
        self.machine, self.scratch, self.core, self.compiler = machine, pathlib.Path(scratch), core, compiler

    def ticks(self, lists, samples=60):
        """Ticks of a permutation for each list of lines."""
        functions = []
        for i, lines in enumerate(lists):
            path = self.scratch / f"{i}.inc"
            path.write_text("\n".join(lines) + "\n")
            functions.append(f'{self.machine.define(f"candidate_{i}")}\n#define ROUNDS "{path}"\n'
                             f'#include "{KERNELS}/{self.machine.name}_registers.hpp"')
        names = ", ".join(f"candidate_{i}" for i in range(len(lists)))
        header = self.scratch / "candidates.hpp"
        header.write_text(TEMPLATE.format(features=self.machine.features, kernels=KERNELS, before=self.machine.before,
                                          functions="\n".join(functions), names=names))
        program = self.scratch / "measure"
        source = pathlib.Path(__file__).with_suffix(".cpp")
        include = KERNELS.parent.parent / "include"
        subprocess.run([self.compiler, "-std=c++20", "-O1", f'-DCANDIDATES="{header}"', "-I", include, "-o", program, source],
                       check=True)
        out = subprocess.run(["taskset", "-c", str(self.core), program, str(samples)], check=True, capture_output=True,
                             text=True).stdout
        return [float(line) for line in out.split()]
