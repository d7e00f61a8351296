"""What all targets share: running commands, building the suite, and the report."""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / "build/everywhere"
JOBS = os.cpu_count() or 1


class Report:
    """One line for each thing that was to be run. `failed` becomes true where it did not do what it should."""

    def __init__(self):
        self.failed = False
        self.tests = [0, 0, 0]  # passed, failed, skipped
        self.lock = threading.Lock()

    def line(self, where, what, how, result, text="", tests=(0, 0, 0)):
        with self.lock:
            self.failed |= result == "FAILED"
            self.tests = [a + b for a, b in zip(self.tests, tests)]
            print(f"{where:22} {what:9} {how:9} {result:8} {text}".rstrip(), flush=True)

    def passed(self, where, what, how, text="", tests=(0, 0, 0)):
        self.line(where, what, how, "passed", text, tests)

    def fail(self, where, what, how, text, output=""):
        self.line(where, what, how, "FAILED", text)
        if output:
            print("\n".join("    " + line for line in output.splitlines()[-40:]), flush=True)

    def suite(self, where, what, how, code, output):
        """Of a run of GoogleTest: passed only if tests ran, and all passed."""
        number = [int((re.findall(rf"^\[  {word} *\] (\d+) tests?", output, re.M) or [0])[0])
                  for word in ("PASSED", "FAILED", "SKIPPED")]
        # The count of passed tests leaves out those skipped.
        text = f"{number[0]} tests" + (f", {number[2]} skipped" if number[2] else "")
        if code == 0 and number[0] and not number[1]:
            self.passed(where, what, how, text, number)
        else:
            self.tests[1] += max(1, number[1])
            self.fail(where, what, how, f"exit status {code}, {text}, {number[1]} failed", output)


def run(command, limit=3600, **variables):
    """(exit status, output)"""
    environment = {**os.environ, **variables}
    environment = {name: value for name, value in environment.items() if value is not None}
    try:
        done = subprocess.run(list(map(str, command)), env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              stdin=subprocess.DEVNULL, timeout=limit, text=True, errors="replace", cwd=ROOT)
        return done.returncode, done.stdout
    except subprocess.TimeoutExpired as late:
        return 124, f"{late.stdout or ''}\nnot finished after {limit} s"


def missing(commands):
    return [command for command in commands if not shutil.which(command)]


def build(folder, *settings, targets=("simdkeccak_tests",), files=(), optimise="-O1"):
    """Configures and builds in build/everywhere/FOLDER; returns an error's output, or nothing. -O1 compiles in half the time."""
    settings = [f"-D{setting}" for setting in settings]
    for code, output in (
        run(["cmake", "-S", ROOT, "-B", BUILD / folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DSIMDKECCAK_WERROR=ON",
             "-DSIMDKECCAK_KSUM=OFF", f"-DCMAKE_C_FLAGS_RELEASE={optimise}", f"-DCMAKE_CXX_FLAGS_RELEASE={optimise}",
             f"-DSIMDKECCAK_TEST_FILES={';'.join(files)}", *settings]),
        run(["cmake", "--build", BUILD / folder, "--target", *targets]),
    ):
        if code:
            return output
    return ""


def side_by_side(jobs):
    """Calls each, as many at once as there are cores."""
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        for done in [pool.submit(job) for job in jobs]:
            done.result()
