"""The Markdown of bench/report: what was measured, where and with what; ratios first."""

import statistics

from report_input import quartiles, spread
from report_limits import core_of, cycles_per_round

KIB, MIB = 1024, 1024 * 1024

# For scale: not of the family, and what of ours they are compared with.
OTHERS = {"blake3": "kt128", "sha-256": "sha3-256"}
HEADLINE_SIZES = (32, 136, 1024, 65536, 1048576)
BATCH_SIZES = (32, 136, 1024)


def size_name(size):
    for unit, name in ((MIB, "MiB"), (KIB, "KiB")):
        if size >= unit and size % unit == 0:
            return f"{size // unit} {name}"
    return f"{size} B"


def is_ours(contender):
    return contender.startswith("simdkeccak-")


def table(header, rows):
    """Columns in line, so that it can be read as text too; all but the first are right-aligned."""
    cells = [[str(cell) for cell in row] for row in (header, *rows)]
    widths = [max(3, *(len(row[i]) for row in cells)) for i in range(len(header))]

    def line(row):
        return "| " + " | ".join(c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths))) + " |"

    rule = "|" + "|".join("-" * (w + 2) if i == 0 else "-" * (w + 1) + ":" for i, w in enumerate(widths)) + "|"
    return "\n".join([line(cells[0]), rule, *map(line, cells[1:])])


def bullets(pairs):
    return "\n".join(f"- {name}: {text}" for name, text in pairs)


# ---- beside others ----------------------------------------------------------------------------------------------------


def ratio(row):
    """Our time by that of the row's contender."""
    return 1 / row["ratio_to_ours_median"]


def loses_surely(row):
    """We are slower than this contender, beyond doubt; as run.py's "faster" says it."""
    return row["quiet"] and row["ratio_quartiles"][1] < 1 and row["ratio_to_ours_min"] < 1


def ratio_text(row):
    if row is None:
        return ""
    if "wrong" in row:
        return "WRONG"
    text = f"{ratio(row):.2f}" + ("" if row["quiet"] else "?")
    return f"**{text}**" if loses_surely(row) else text


def ours_of(rows):
    """The name of the one of ours that a case's ratios are to, the best backend."""
    return min(
        (name for name, row in rows.items() if is_ours(name) and "wrong" not in row),
        key=lambda name: abs(rows[name]["ratio_to_ours_median"] - 1) + abs(rows[name]["ratio_to_ours_min"] - 1),
        default=None,
    )


def fastest(rows):
    """The fastest contender that is not ours, or None."""
    others = [row for name, row in rows.items() if not is_ours(name) and "wrong" not in row]
    return min(others, key=lambda row: row["ratio_to_ours_median"], default=None)


def beside_the_fastest(peers):
    algorithms = list(dict.fromkeys(a for a, _, _ in peers.cases))
    rows = []
    for messages, sizes in ((1, HEADLINE_SIZES), (64, BATCH_SIZES)):
        for algorithm in algorithms:
            cells = []
            for size in HEADLINE_SIZES:
                row = fastest(peers.cases.get((algorithm, size, messages), {})) if size in sizes else None
                cells.append("" if row is None else f"{row['contender']} {ratio_text(row)}")
            if any(cells):
                what = f"{OTHERS[algorithm]}, by {algorithm}" if algorithm in OTHERS else algorithm
                rows.append([what + (f", {messages} messages" if messages > 1 else ""), *cells])
    return table(["", *map(size_name, HEADLINE_SIZES)], rows)


def beside_everyone(peers):
    """Of each algorithm its title and its table."""
    groups = {}
    for algorithm, size, messages in peers.cases:
        groups.setdefault((algorithm, messages), []).append(size)
    for (algorithm, messages), sizes in groups.items():
        cases = [peers.cases[algorithm, size, messages] for size in sorted(sizes)]
        base = ours_of(cases[0])

        def mean(name):
            ratios = [ratio(rows[name]) for rows in cases if name in rows and "wrong" not in rows[name]]
            return statistics.geometric_mean(ratios) if ratios else 0

        names = sorted({name for rows in cases for name in rows} - {base}, key=mean, reverse=True)
        body = [[name, *(ratio_text(rows.get(name)) for rows in cases)] for name in names]
        spreads = []
        for rows in cases:
            half = [
                (row["ratio_quartiles"][1] - row["ratio_quartiles"][0]) / 2 / row["ratio_to_ours_median"]
                for name, row in rows.items()
                if "wrong" not in row and name != base
            ]
            spreads.append(f"{100 * statistics.median(half):.1f} %" if half else "")
        times = [nanoseconds(rows[base]["ns_min"]) if base in rows and "wrong" not in rows[base] else "" for rows in cases]
        body += [["spread of a ratio, ±", *spreads], [f"{base}, ns a hash, best", *times]]
        title = algorithm if messages == 1 else f"{algorithm}, {messages} messages at once"
        if algorithm in OTHERS:
            title += f" (ours is {OTHERS[algorithm]})"
        yield title, table(["our time / that of", *map(size_name, sorted(sizes))], body)


def nanoseconds(ns):
    return f"{ns:.0f}" if ns >= 100 else f"{ns:.1f}"


# ---- ours beside ours -------------------------------------------------------------------------------------------------


def split_rows(text):
    """[(backend, [kernel])] of "avx2 (bmi2_x1, avx2_x4); bmi2 (bmi2_x1)"."""
    rows = []
    for part in filter(None, text.split("; ")):
        name, _, kernels = part.partition(" (")
        rows.append((name, kernels.rstrip(")").split(", ")))
    return rows


def backends(bench):
    return [name for name, _ in split_rows(bench.context.get("backends_run", ""))]


def kernels(bench):
    """Names, each once, best backend first."""
    return list(dict.fromkeys(kernel for _, names in split_rows(bench.context.get("backends_run", "")) for kernel in names))


def ns(bench, *parts):
    """The median of a case, or None."""
    samples = bench.samples.get("/".join(map(str, parts)))
    return statistics.median(samples) if samples else None


BACKEND_CASES = [
    ("keccak-256, 32 B", "streaming/keccak-256/{}/32"),
    ("keccak-256, 136 B", "streaming/keccak-256/{}/136"),
    ("sha3-256, 64 KiB", "streaming/sha3-256/{}/65536"),
    ("turboshake128, 64 KiB", "streaming/turboshake128/{}/65536"),
    ("keccak-256, 4 messages of 32 B", "batch/keccak-256/{}/equal/32/4"),
    ("keccak-256, 256 messages of 32 B", "batch/keccak-256/{}/equal/32/256"),
    ("keccak-256, 256 messages of 1 to 600 B", "batch/keccak-256/{}/ragged/1-600/256"),
    ("kt128, 10 KiB", "tree/kt128/{}/10240/threads:1"),
    ("kt128, 1 MiB", "tree/kt128/{}/1048576/threads:1"),
]


def backends_beside_each_other(bench):
    names = backends(bench)
    rows = []
    for title, case in BACKEND_CASES:
        times = [ns(bench, case.format(name)) for name in names]
        if all(time is None for time in times):
            continue
        slowest = times[-1]
        cells = [f"{time / slowest:.2f}" if time and slowest else "" for time in times]
        best = min(time for time in times if time)
        counter = bench.counters.get((case.format(names[times.index(best)]), "tsc_cycles_per_byte"))
        cells += [nanoseconds(best), f"{statistics.median(counter):.2f}" if counter else ""]
        rows.append([title, *cells])
    if not rows:
        return ""
    return table([f"time / that of {names[-1]}", *names, "ns a hash, best backend", "ticks a byte"], rows)


# ---- the limit --------------------------------------------------------------------------------------------------------


def limits(bench, clock):
    """Of each kernel and number of rounds (kernel, rounds, cycles a round and state, those at the limit), at best; and the
    core's name. Nothing where the core, its clock or the kernel are not known."""
    core = core_of(bench.context.get("cpu", ""))
    found = []
    for kernel in kernels(bench):
        for rounds in (24, 12):
            samples = bench.samples.get(f"permutation/{kernel}/{rounds}")
            limit = cycles_per_round(kernel, core)
            if not samples or limit is None or clock is None:
                continue
            width = int(kernel.rsplit("_x", 1)[1])
            found.append((kernel, rounds, min(samples) * max(clock.mhz) / 1000 / rounds, limit / width))
    return found, core


def why_no_limit(bench, clock):
    core = core_of(bench.context.get("cpu", ""))
    if core is None:
        return f"The core of this CPU ({bench.context.get('cpu', 'unknown')}) is not in `bench/report_limits.py`: no limits."
    if clock is None:
        return "The core's clock was not measured: no limits."
    left_out = [kernel for kernel in kernels(bench) if cycles_per_round(kernel, core) is None]
    return f"No limit in `bench/report_limits.py`, so left out: {', '.join(left_out)}." if left_out else ""


def kernels_and_limit(bench, clock):
    found, _ = limits(bench, clock)
    known = {(kernel, rounds): (cycles, limit) for kernel, rounds, cycles, limit in found}
    first = [k for k in kernels(bench) if ns(bench, "permutation", k, 24)]
    if not first:
        return ""
    base = ns(bench, "permutation", first[-1], 24)
    rows = []
    for kernel in first:
        row = [f"`{kernel}`", f"{ns(bench, 'permutation', kernel, 24) / base:.2f}"]
        for rounds in (24, 12):
            time = ns(bench, "permutation", kernel, rounds)
            row.append(nanoseconds(time) if time else "")
            if (kernel, rounds) in known:
                cycles, limit = known[kernel, rounds]
                row += [f"{cycles:.1f}", f"{100 * limit / cycles:.0f} %"]
            elif known:
                row += ["", ""]
        if known:
            row.append(f"{known[kernel, 24][1]:.1f}" if (kernel, 24) in known else "")
        rows.append(row)
    header = ["kernel", f"time / that of {first[-1]}"]
    for rounds in (24, 12):
        header.append(f"ns, {rounds} rounds")
        if known:
            header += ["cycles a round", "of the limit"]
    if known:
        header.append("cycles a round at the limit")
    return table(header, rows)


# ---- where and with what ----------------------------------------------------------------------------------------------


def noise(bench):
    every = [spread(samples) for samples in bench.samples.values() if len(samples) > 1]
    if not every:
        return "a single repetition"
    _, middle, third = quartiles(every)
    count = statistics.median(map(len, bench.samples.values()))
    return (
        f"{count:.0f} repetitions in {bench.processes} process{'es' if bench.processes > 1 else ''}; half of the cases"
        f" spread by less than ±{100 * middle:.1f} %, three quarters by less than ±{100 * third:.1f} %"
    )


def header(bench, peers, clock):
    """What the figures depend on: pairs of name and text."""
    core = core_of(bench.context.get("cpu", "")) if bench else None
    if bench:
        about = bench.context
        yield "CPU", about.get("cpu", "unknown") + (f" ({core})" if core else "") + f", core {about.get('core', 'unknown')}"
        if clock:
            least, most = min(clock.mhz), max(clock.mhz)
            speed = f"{least / 1000:.2f} to {most / 1000:.2f} GHz, measured"
            yield "clock", f"{speed}; time-stamp counter {about.get('tsc', 'none')}"
        yield "date", about.get("date", "unknown")[:10]
        yield "simdkeccak", f"{about.get('simdkeccak')}, {about.get('compiler')}, {about.get('build_flags')}"
        yield "backends", about.get("backends_run", "")
        yield "backends not run", about.get("backends_not_run", "unknown")
        yield "ours alone", noise(bench)
    if peers:
        about = peers.machine
        if not bench:
            yield "CPU", f"{about['cpu']}, family {about['family']} model {about['model']}"
            yield "date", about["date"][:10]
            yield "simdkeccak", f"{about['compiler']}, {about['build_type']} {about['flags'] or ''}"
        elif peers.machine["date"][:10] != bench.context.get("date", "")[:10]:
            yield "date of the peers", peers.machine["date"][:10]
        yield "system", about["system"]
        sets = about.get("sets", 1)
        yield (
            "beside peers",
            f"core {about['core']}, {about['rounds']} rounds in {sets} set{'s' if sets > 1 else ''} of processes,"
            f" {100 * about['shared']:.1f} % of the measurements had to share the core",
        )
        versions = {name: version for name, version in about["versions"].items() if not is_ours(name)}
        yield "peers", "; ".join(f"{name} ({version})" for name, version in versions.items()) or "none"
        yield "absent", "; ".join(f"{name} ({reason})" for name, reason in peers.absent.items()) or "none"
    failed = [f"{name} ({reason})" for file in (bench, peers) if file for name, reason in file.failed.items()]
    if failed:
        yield "FAILED, and therefore without a time", "; ".join(failed)


RATIOS = (
    "Ratios are our time / the peer's: below 1 we are faster, and **bold** where we are slower beyond doubt. `?`: too few"
    " rounds had the core to themselves."
)


def headline(bench, peers):
    """What the whole comes to, in few lines."""
    parts = []
    if peers:
        parts += [f"The fastest peer in each case, and our time / its. {RATIOS}", beside_the_fastest(peers)]
    if bench and (text := backends_beside_each_other(bench)):
        parts += ["Our backends.", text]
    return "\n\n".join(parts)


def markdown(bench, peers, clock, pictures):
    """The measured part of a document; `pictures` are pairs of a caption and a path."""
    parts = [bullets(header(bench, peers, clock))]
    if peers:
        parts += ["### Beside the fastest peer", RATIOS, beside_the_fastest(peers)]
    if bench:
        if text := backends_beside_each_other(bench):
            parts += ["### Backends beside each other", text]
        if text := kernels_and_limit(bench, clock):
            parts += ["### Kernels, and the limit of the core", LIMIT, text]
            parts += [why] if (why := why_no_limit(bench, clock)) else []
    if pictures:
        parts += ["### Pictures", *(f"![{caption}]({path})" for caption, path in pictures)]
    if peers:
        parts += ["### Beside every peer", "Sorted by the mean over all sizes, nearest first."]
        for title, text in beside_everyone(peers):
            parts += [f"<details><summary>{title}</summary>", text, "</details>"]
    return "\n\n".join(parts) + "\n"


LIMIT = (
    "Times are per state. The limit is a round's number of operations, divided by what the core's ports can do in a cycle"
    " (`bench/report_limits.py`), as if every operand were ready and loads, stores and copies were free. Cycles are those of"
    " the best time at the fastest clock that was seen."
)
