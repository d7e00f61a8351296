"""The suite on Linux for other architectures and for older CPUs of this one, played by qemu-user."""
from typing import NamedTuple

from support import BUILD, ROOT, build, missing, run, side_by_side


class Cpu(NamedTuple):
    name: str  # as qemu has it
    runs: tuple  # the backends that must run, the one chosen by itself first
    refuses: tuple = ()  # and those that must be refused, for good reason
    chosen: str = ""  # if not the first
    preload: str = ""  # a library, made of the file of that name beside this one: an answer of Linux that this qemu lacks


class Target(NamedTuple):
    emulator: tuple  # empty: this machine runs its programs itself
    compiler: str
    cpus: tuple
    quick: tuple = ()  # (cpu, backend) for continuous integration
    quick_files: tuple = ()
    quick_tests: str = "*"


# Known answers in full by name, every kernel, every choice of a backend.
ANSWERS = ("kernel_test", "vectors_test", "vectors_permutation_test", "vectors_batch_test", "dispatch_test",
           "saved_state_elsewhere_test", "calling_convention_test")
# Lengths around blocks and leaves, against the reference.
BOUNDARIES = ("kernel_test", "vectors_permutation_test", "batch_test", "kangarootwelve_test", "encoding_test", "c_api_test",
              "saved_state_elsewhere_test")
FRUGAL = "-*EveryCase*:*Batch*turboshake*:FirstUse.FromMany*"


def qemu(name, triple):
    return (f"qemu-{name}-static", "-L", f"/usr/{triple}")


TARGETS = {
    "aarch64": Target(qemu("aarch64", "aarch64-linux-gnu"), "aarch64-linux-gnu-g++", (
        Cpu("max", ("sha3", "sve2", "neon", "aarch64", "portable"), chosen="neon"),
        Cpu("max,sve-max-vq=1", ("sve2",), chosen="neon"),  # 128 bits; max has 512
        Cpu("max,sve-max-vq=2", ("sve2",), chosen="neon"),
        Cpu("max,sve=off", ("sha3", "neon"), ("sve2",), chosen="neon"),
        Cpu("a64fx", ("neon",), ("sve2",)),  # SVE without SVE2
        Cpu("cortex-a72", ("neon", "aarch64", "portable"), ("sha3", "sve2")),
    ), (("max", "sha3"), ("max", "sve2"), ("max", "neon"), ("cortex-a72", "neon")), ANSWERS, FRUGAL),
    "s390x": Target(qemu("s390x", "s390x-linux-gnu"), "s390x-linux-gnu-g++", (Cpu("max", ("portable",)),),
                    (("max", "portable"),), BOUNDARIES, FRUGAL),
    "armhf": Target(qemu("arm", "arm-linux-gnueabihf"), "arm-linux-gnueabihf-g++", (Cpu("max", ("portable",)),),
                    (("max", "portable"),), BOUNDARIES, FRUGAL),
    "riscv64": Target(qemu("riscv64", "riscv64-linux-gnu"), "riscv64-linux-gnu-g++", (
        Cpu("rv64", ("zbb", "portable"), preload="hwprobe.c"),
        Cpu("rv64,zbb=off", ("portable",), ("zbb",)),
    ), (("rv64", "zbb"), ("rv64", "portable")), BOUNDARIES, FRUGAL),
    "i386": Target((), "g++-12", (Cpu("", ("sse2", "portable")),), (("", "sse2"), ("", "portable")), BOUNDARIES, FRUGAL),
    # The preset gcc runs on these too, in a few tests.
    "x86-64": Target(("qemu-x86_64-static",), "g++", (
        Cpu("core2duo", ("ssse3", "portable"), ("bmi2", "avx2", "avx512")),
        Cpu("Nehalem", ("ssse3", "portable"), ("bmi2", "avx2", "avx512")),
        Cpu("Haswell,avx2=off", ("bmi2", "ssse3", "portable"), ("avx2", "avx512")),
        Cpu("Haswell", ("avx2", "bmi2", "ssse3", "portable"), ("avx512",)),
    )),
}


def test(name, quick, report):
    target = TARGETS[name]
    how = "emulated" if target.emulator else "real"
    absent = missing((target.compiler, *target.emulator[:1]))
    if absent:
        report.fail(name, "", how, f"not run: no {', '.join(absent)}")
        return
    toolchain = ROOT / f"cmake/toolchains/{name}.cmake"
    error = build(name, *([f"CMAKE_TOOLCHAIN_FILE={toolchain}"] if toolchain.exists() else []),
                  targets=("simdkeccak_tests", "simdkeccak_run_row"), files=target.quick_files if quick else ())
    if error:
        report.fail(name, "", how, "does not build", error)
        return
    jobs = []
    for cpu in target.cpus:
        where = f"{name} {cpu.name}".rstrip()
        preload = ()
        if cpu.preload:
            library = BUILD / name / cpu.preload.replace(".c", ".so")
            code, output = run([target.compiler, "-x", "c", "-O1", "-shared", "-fPIC", "-o", library,
                                ROOT / "tests/everywhere" / cpu.preload])
            if code:
                report.fail(where, "", how, f"{cpu.preload} does not build", output)
                continue
            preload = ("-E", f"LD_PRELOAD={library}")
        run_on = (lambda cpu, preload: lambda program, *arguments, backend=None: run(
            [*target.emulator, *preload, BUILD / name / program, *arguments], QEMU_CPU=cpu.name or None,
            SIMDKECCAK_BACKEND=backend))(cpu, preload)
        jobs += [lambda a=(report, where, how, cpu, run_on): chooses(*a)]
        for backend in cpu.runs:
            if not quick or (cpu.name, backend) in target.quick:
                tests = target.quick_tests if quick else "*"
                jobs.append(lambda a=(report, where, how, backend, run_on, tests): passes(*a))
        jobs += [lambda a=(report, where, how, backend, run_on): refuses(*a) for backend in cpu.refuses]
    side_by_side(jobs)


def chooses(report, where, how, cpu, run_on):
    expected = cpu.chosen or cpu.runs[0]
    code, output = run_on("simdkeccak_tests", "--gtest_filter=Table*")
    if code or f"backend: {expected}\n" not in output:
        report.fail(where, "", how, f"{expected} should be chosen", output)


def passes(report, where, how, backend, run_on, tests):
    code, output = run_on("simdkeccak_tests", "--gtest_brief=1", f"--gtest_filter={tests}", backend=backend)
    if f"backend: {backend}\n" not in output:
        report.fail(where, backend, how, f"did not run, exit status {code}", output)
    else:
        report.suite(where, backend, how, code, output)


def refuses(report, where, how, backend, run_on):
    """The CPU lacks what the backend needs: it is refused, and entered by force it executes what the CPU lacks."""
    code, output = run_on("simdkeccak_tests", "--gtest_filter=Table*", backend=backend)
    forced, _ = run_on("simdkeccak_run_row", backend)
    if code != 77:
        report.fail(where, backend, how, f"was not refused, exit status {code}", output)
    elif forced not in (132, -4):
        report.fail(where, backend, how, f"entered by force it does not trap ({forced}): the emulator shows nothing")
    else:
        report.line(where, backend, how, "skipped", "not on this CPU: refused, and by force an illegal instruction")
