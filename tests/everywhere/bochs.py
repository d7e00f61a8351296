"""The suite on CPUs with AVX-512 that Bochs plays: a static program, started by a kernel of a few system calls (bochs/)."""
import pathlib
import struct
import tempfile

from linux import FRUGAL
from support import BUILD, build, missing, run, side_by_side

HERE = pathlib.Path(__file__).resolve().parent / "bochs"
MODELS = ("corei7_skylake_x", "corei7_icelake_u")
QUICK_FILES, FILES = ("kernel_test",), ("kernel_test", "kangarootwelve_test", "encoding_test")
C_FLAGS = ("-O2 -ffreestanding -fno-pic -fno-pie -fcf-protection=none -fno-stack-protector -fno-builtin -mno-red-zone "
           "-mgeneral-regs-only -fno-tree-loop-distribute-patterns -fno-asynchronous-unwind-tables").split()
SETTINGS = """\
cpu: model={model}, count=1, ips=10000000, reset_on_triple_fault=0, ignore_bad_msrs=1
memory: guest=512, host=512
romimage: file=/usr/share/bochs/BIOS-bochs-latest, options=fastboot
vgaromimage: file=/usr/share/bochs/VGABIOS-lgpl-latest
ata0: enabled=1, ioaddr1=0x1f0, ioaddr2=0x3f0, irq=14
ata0-master: type=disk, path={folder}/disk, mode=flat, cylinders={cylinders}, heads=16, spt=63
boot: disk
com1: enabled=1, mode=file, dev={folder}/serial
clock: sync=none, time0=0
log: {folder}/log
panic: action=fatal
error: action=ignore
info: action=ignore
display_library: term
sound: driver=dummy
"""


def make_kernel(folder):
    """The first sectors of a disk."""
    for command in (
        ["gcc", *C_FLAGS, "-Wall", "-Wextra", "-c", HERE / "kernel.c", "-o", folder / "kernel.o"],
        ["gcc", "-c", HERE / "boot.S", "-o", folder / "boot.o"],
        ["ld", "--no-warn-rwx-segments", "-z", "noexecstack", "-z", "max-page-size=512", "-T", HERE / "link.ld",
         folder / "boot.o", folder / "kernel.o", "-o", folder / "kernel"],
        ["objcopy", "-O", "binary", folder / "kernel", folder / "kernel.bin"],
    ):
        code, output = run(command)
        if code:
            raise RuntimeError(output)
    image = (folder / "kernel.bin").read_bytes()
    boot, rest = image[:512], image[0x400:]  # linked at 0x7C00 and 0x8000
    assert len(rest) <= 62 * 512
    return (boot + rest).ljust(64 * 512, b"\0")


def run_in_bochs(kernel, program, arguments, variables, model, limit):
    """(exit status, output) of a static program; 128 + n after CPU exception n."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        data = program.read_bytes()
        strings = [program.name, *arguments, "", *(f"{k}={v}" for k, v in variables.items()), "", ""]
        header = struct.pack("<Q", len(data)) + b"\0".join(s.encode() for s in strings)
        assert len(header) <= 512
        disk = kernel + header.ljust(512, b"\0") + data
        cylinders = max(2, -(-len(disk) // (16 * 63 * 512)))
        (folder / "disk").write_bytes(disk.ljust(cylinders * 16 * 63 * 512, b"\0"))
        (folder / "settings").write_text(SETTINGS.format(model=model, folder=folder, cylinders=cylinders))
        (folder / "debugger").write_text("c\nq\n")  # Debian's Bochs has one, which waits
        (folder / "serial").touch()
        command = f"bochs-bin -q -f {folder}/settings -rc {folder}/debugger"  # wants a terminal
        run(["timeout", "-k", "2", limit, "script", "-qec", command, "/dev/null"], limit + 10, TERM="xterm")
        output = (folder / "serial").read_text(errors="replace").replace("\r", "")
        output, found, status = output.rpartition("\nexit status ")
        return (int(status), output) if found else (124, output + status + "\nno end")


def test(name, quick, report):
    how = "emulated"
    absent = missing(("bochs-bin", "g++", "script"))
    if absent:
        report.fail(name, "", how, f"not run: no {', '.join(absent)}")
        return
    error = build(name, "CMAKE_EXE_LINKER_FLAGS=-static", files=QUICK_FILES if quick else FILES)
    if error:
        report.fail(name, "", how, "does not build", error)
        return
    with tempfile.TemporaryDirectory() as folder:
        kernel = make_kernel(pathlib.Path(folder))

    def on(model):
        code, output = run_in_bochs(kernel, BUILD / name / "simdkeccak_tests", ["--gtest_brief=1", f"--gtest_filter={FRUGAL}"],
                                    {"SIMDKECCAK_BACKEND": "avx512"}, model, 60 if quick else 1200)
        if "backend: avx512\n" not in output:
            report.fail(f"{name} {model}", "avx512", how, f"did not run, exit status {code}", output)
        else:
            report.suite(f"{name} {model}", "avx512", how, code, output)

    side_by_side([lambda m=model: on(m) for model in MODELS])
