"""What the compiler of the Python package ziglang, which brings libraries for many systems, makes of the sources: a static ksum
for musl, which runs here; ksum for macOS, and a small program of the library for Windows on Arm, which are only linked."""
import os
import pathlib
import subprocess
import sys

from support import BUILD, ROOT, run

# name: (zig's, whether it runs on this machine)
TARGETS = {
    "musl": ("x86_64-linux-musl", True),
    "macos": ("aarch64-macos", False),
    "macos-x86-64": ("x86_64-macos", False),
    "windows-arm64": ("aarch64-windows-gnu", False),
}
ABC = "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"  # SHA3-256


def zig():
    python = os.environ.get("ZIG_PYTHON", sys.executable)
    found = subprocess.run([python, "-m", "ziglang", "version"], capture_output=True)
    return [python, "-m", "ziglang", "c++"] if found.returncode == 0 else None


def test(name, quick, report):
    compiler = zig()
    if not compiler:
        report.line(name, "", "compiled", "not run", "no ziglang: pip install ziglang, or name a Python that has it in ZIG_PYTHON")
        return
    triple, runs = TARGETS[name]
    folder = BUILD / name
    headers = folder / "include"
    headers.mkdir(parents=True, exist_ok=True)
    for library in ("CLI", "fmt", "nlohmann"):  # of /usr/include only these: the rest is another system's
        if not (headers / library).exists():
            (headers / library).symlink_to(pathlib.Path("/usr/include") / library)
    windows = triple.endswith("windows-gnu")  # ksum needs POSIX
    program, tool = ("program", ["tests/build/plain_compile.cpp"]) if windows else ("ksum", ["tools/ksum/*.cpp"])
    sources = sorted(file for pattern in ["src/*.cpp", "src/kernels/*.cpp", *tool] for file in ROOT.glob(pattern))
    code, output = run([*compiler, "-target", triple, "-std=c++20", "-O2", "-w", "-DFMT_HEADER_ONLY", "-I", headers, "-I",
                        ROOT / "include", *sources, "-o", folder / program])
    if code:
        report.fail(name, "", "compiled", "does not build", output)
    elif not runs:
        report.line(name, "", "compiled", "not run", f"{program} links; there is no such system here")
    else:
        (folder / "abc").write_text("abc")
        code, output = run([folder / "ksum", "-a", "sha3-256", folder / "abc"])
        if code == 0 and output.startswith(ABC):
            report.passed(name, "", "real", "a static ksum")
        else:
            report.fail(name, "", "real", f"exit status {code}", output)
