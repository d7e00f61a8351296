"""The suite as a Windows x64 program by mingw-w64, run by Wine on this CPU."""
from support import BUILD, ROOT, build, missing, run

BACKENDS = ("portable", "ssse3", "bmi2", "avx2", "avx512")
QUICK_FILES = ("kernel_test", "calling_convention_test", "kangarootwelve_test", "dispatch_test")
TOO_SLOW = "-*EveryCase*"  # under Linux it runs


def test(name, quick, report):
    absent = missing(("x86_64-w64-mingw32-g++-posix",))
    if absent:
        report.fail(name, "", "", f"not run: no {', '.join(absent)}")
        return
    error = build(name, f"CMAKE_TOOLCHAIN_FILE={ROOT}/cmake/toolchains/windows.cmake", files=QUICK_FILES if quick else ())
    if error:
        report.fail(name, "", "", "does not build", error)
        return
    if missing(("wine",)):
        report.line(name, "", "compiled", "not run", "no wine")
        return
    for backend in BACKENDS:
        code, output = run(["wine", BUILD / name / "simdkeccak_tests.exe", "--gtest_brief=1", f"--gtest_filter={TOO_SLOW}"],
                           SIMDKECCAK_BACKEND=backend, WINEDEBUG="-all", DISPLAY=None)
        if code == 77:
            report.line(name, backend, "Wine", "not run", "this CPU lacks it")
        else:
            report.suite(name, backend, "Wine", code, output)
