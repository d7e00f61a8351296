"""What clang-cl, which reads the sources as Microsoft's compiler does, makes of the library: object files for MSVC's ABI.

Microsoft's own headers are not here. libc++ and the C headers of wasi-libc stand in for them, altered where wasm32 shows.
"""
import pathlib
import shutil

from support import BUILD, ROOT, missing, run

TRIPLES = ("x86_64", "i686", "aarch64")
LIBCXX = "/usr/lib/llvm-19/include/wasm32-wasi/c++/v1"
C_HEADERS = "/usr/include/wasm32-wasi"
COMPILER = "clang-cl-22"

STAND_INS = {
    "first.h": """#define _LIBCPP_NO_VCRUNTIME
#define _LIBCPP_HAS_NO_LOCALIZATION
#define _LIBCPP_HAS_NO_WIDE_CHARACTERS
#define __wasilibc_unmodified_upstream
extern "C" void* _aligned_malloc(__SIZE_TYPE__, __SIZE_TYPE__);
extern "C" void _aligned_free(void*);
""",
    "bits/errno.h": "",
    "setjmp.h": "typedef int jmp_buf[64];",
    "windows.h": 'typedef unsigned long DWORD; extern "C" int IsProcessorFeaturePresent(DWORD);',
}
# In Microsoft's <math.h> these are functions.
CLASSIFY = "".join(f"#undef {name}\ninline bool {name}(double x) {{ return __builtin_{name}(x); }}\n"
                   for name in ("isnan", "isinf", "isfinite", "isnormal", "signbit"))
CLASSIFY += "#undef fpclassify\nint fpclassify(double);\n"


def stand_in(folder):
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(C_HEADERS, folder)
    for name, text in STAND_INS.items():
        (folder / name).write_text(text)
    types = folder / "bits/alltypes.h"
    text = types.read_text()
    for name, macro in (("size_t", "SIZE"), ("uintptr_t", "UINTPTR")):
        text = text.replace(f"typedef unsigned _Addr {name};", f"typedef __{macro}_TYPE__ {name};")
    for name, macro in (("ptrdiff_t", "PTRDIFF"), ("intptr_t", "INTPTR"), ("ssize_t", "PTRDIFF")):
        text = text.replace(f"typedef _Addr {name};", f"typedef __{macro}_TYPE__ {name};")
    types.write_text(text)
    math = folder / "math.h"
    math.write_text(math.read_text() + CLASSIFY)


def test(name, quick, report):
    absent = missing((COMPILER,)) + [path for path in (LIBCXX, C_HEADERS) if not pathlib.Path(path).exists()]
    if absent:
        report.line(name, "", "compiled", "not run", f"no {', '.join(absent)}")
        return
    folder = BUILD / name
    stand_in(folder / "include")
    code, resources = run([COMPILER, "/clang:-print-resource-dir"])
    headers = (LIBCXX, f"{resources.strip()}/include", folder / "include")
    for triple in TRIPLES:
        errors = ""
        for source in sorted([*ROOT.glob("src/kernels/*.cpp"), *ROOT.glob("src/*.cpp")]):
            code, output = run([COMPILER, f"--target={triple}-pc-windows-msvc", "/std:c++20", "/c", "/O2", "/W4", "/WX", "/EHsc", "/X",
                                f"/FI{folder}/include/first.h", *(f"/clang:-isystem{path}" for path in headers),
                                f"/I{ROOT}/include", f"/Fo{folder}/object.obj", "--", source])
            errors += output if code else ""
        if errors:
            report.fail(f"{name} {triple}", "", "compiled", "does not compile", errors)
        else:
            report.line(f"{name} {triple}", "", "compiled", "not run", "object files by clang-cl, without Microsoft's headers")
