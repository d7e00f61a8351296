"""The npm package, from a packed tarball in an empty folder, in Node (with and without SIMD) and in Chromium."""
import json

from support import BUILD, ROOT, missing, run


def test(name, quick, report):
    absent = missing(("node", "npm", "wasm-ld-22"))
    if absent:
        report.fail(name, "", "", f"not run: no {', '.join(absent)}")
        return
    code, output = run(["node", ROOT / "packages/npm/build.mjs", BUILD / "npm"])
    if code:
        report.fail(name, "", "", "does not build", output)
        return
    tarball = next((BUILD / "npm").glob("*.tgz"))
    for engine, argument, backend in (("node", "wasm128", "wasm128"), ("node", "wasm", "wasm"), ("chromium", "chromium", "wasm128")):
        if missing((engine,)):
            report.line(f"{name} {engine}", backend, "real", "not run", f"no {engine}")
            continue
        code, output = run(["node", ROOT / "packages/npm/test/run.mjs", tarball, argument], 300)
        result = {}
        if code == 0:
            result = json.loads(output.strip().splitlines()[-1])
        if result.get("backend") == backend:
            report.passed(f"{name} {engine}", backend, "real", f"{result['checks']} checks", (result["checks"], 0, 0))
        else:
            report.fail(f"{name} {engine}", backend, "real", f"exit status {code}", output)
