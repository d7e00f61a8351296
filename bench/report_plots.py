"""The pictures of bench/report, each as SVG and PNG."""

import statistics

import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter, NullLocator  # noqa: E402

from report_limits import CORES, core_of  # noqa: E402
from report_tables import OTHERS, backends, is_ours, kernels, limits, nanoseconds, size_name  # noqa: E402

plt.rcParams.update(
    {
        "font.size": 10,
        "axes.titlesize": 10.5,
        "axes.grid": True,
        "axes.axisbelow": True,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "grid.color": "#dddddd",
        "grid.linewidth": 0.6,
        "legend.frameon": False,
        "legend.fontsize": 9,
        "svg.hashsalt": "simdkeccak",  # the same figures, the same file
    }
)

# Of each backend its colour, the same in all pictures; of one that is not here, one of those at the end.
OURS = {"avx512": "#b2182b", "avx2": "#ef8a62", "bmi2": "#7b3294", "portable": "#4d4d4d"}
MORE_OURS = ["#a6611a", "#01665e", "#c51b7d", "#542788"]
OUR_MARKERS = "osD^v"
# Told apart without red and green; one order for all pictures.
PEERS = ["#0072b2", "#009e73", "#56b4e9", "#cc79a7", "#d8b100", "#333399", "#8c8c8c", "#66a61e"]
PEER_MARKERS = "os^vDPX*"

NOT_DRAWN = (0, 135, 137)  # 0 has no throughput; of the sizes around a rate, one tells enough

SCALE = "For scale: "
LANGUAGES = [
    ("C and C++", ("C", "C++")),
    ("Rust", ("Rust",)),
    ("Go", ("Go",)),
    ("Python and JavaScript", ("Python", "JavaScript")),
]


def save(figure, folder, name):
    paths = []
    for kind in ("svg", "png"):
        path = folder / f"{name}.{kind}"
        metadata = {"Date": None} if kind == "svg" else {"Software": None}
        figure.savefig(path, dpi=110, bbox_inches="tight", pad_inches=0.15, metadata=metadata)
        paths.append(path)
    plt.close(figure)
    svg = paths[0].read_text()
    paths[0].write_text("\n".join(line.rstrip() for line in svg.splitlines()) + "\n")
    return paths


def plain(value, _=None):
    return f"{value:g}"


def size_axis(axes, sizes):
    """Logarithmic, with some of the sizes as its ticks: the first, the last, and those far enough from others."""
    axes.set_xscale("log", base=2)
    ticks = [sizes[0]]
    for size in sizes[1:]:
        if size >= 7 * ticks[-1] and (size == sizes[-1] or 7 * size <= sizes[-1]):
            ticks.append(size)
    axes.xaxis.set_major_locator(FixedLocator(ticks))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda size, _: size_name(round(size))))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xlabel("size of the message")


def log_axis(axes, values):
    """Logarithmic, around the values, with plain numbers."""
    low, high = 0.8 * min(values), 1.25 * max(values)
    steps = (1, 2, 5) if high > 15 * low else (1, 1.5, 2, 3, 5, 7)
    ticks = [step * 10.0**power for power in range(-4, 8) for step in steps]
    axes.set_yscale("log")
    axes.set_ylim(low, high)
    axes.yaxis.set_major_locator(FixedLocator([tick for tick in ticks if low <= tick <= high]))
    axes.yaxis.set_major_formatter(FuncFormatter(plain))
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_minor_locator(NullLocator())


def grid_of(count, columns, width, height, **spaces):
    """A figure with that many axes, and these."""
    columns = min(columns, count)
    rows = -(-count // columns)
    figure, axes = plt.subplots(rows, columns, figsize=(width * columns, height * rows), squeeze=False)
    figure.subplots_adjust(**spaces)
    for spare in axes.flat[count:]:
        spare.set_visible(False)
    return figure, list(axes.flat[:count]), columns


def legend_beside(axes, skip=0, **options):
    handles, labels = axes.get_legend_handles_labels()
    place = {"loc": "center left", "bbox_to_anchor": (1.01, 0.5), "handlelength": 1.8, "labelspacing": 0.35}
    axes.legend(handles[skip:], labels[skip:], **place, **options)


def our_style(index, name):
    # Where backends share a kernel, one line lies on the other: the first is drawn widest, below.
    return {
        "color": OURS.get(name, MORE_OURS[index % len(MORE_OURS)]),
        "marker": OUR_MARKERS[index % len(OUR_MARKERS)],
        "linewidth": 4 - 0.9 * min(index, 3),
        "markersize": 7.5 - 1.3 * min(index, 3),
        "zorder": 5 + index,
    }


def peer_style(index):
    return {
        "color": PEERS[index % len(PEERS)],
        "marker": PEER_MARKERS[index % len(PEER_MARKERS)],
        "linewidth": 1.2,
        "markersize": 4.5,
        "linestyle": "--",
        "zorder": 20,
    }


def subtitle(bench, peers):
    if bench:
        about = bench.context
        ours = f"simdkeccak {about.get('simdkeccak')} by {about.get('compiler')}"
        return f"{about.get('cpu', '')}; {ours}; {about.get('date', '')[:10]}"
    about = peers.machine
    core = f"{about['cpu']}, family {about['family']} model {about['model']}"
    return f"{core}; simdkeccak {about['compiler']}; {about['date'][:10]}"


def titled(figure, title, below):
    """Above everything drawn so far, wherever that ends."""
    figure.canvas.draw()
    boxes = [axes.get_tightbbox(figure.canvas.get_renderer()) for axes in figure.axes if axes.get_visible()]
    top = max(box.y1 for box in boxes) / figure.bbox.height
    left = min(box.x0 for box in boxes) / figure.bbox.width
    inch = 1 / figure.get_size_inches()[1]
    lines = below.count("\n") + 1
    figure.text(left, top + 0.12 * inch, below, fontsize=9, color="#555555", va="bottom", ha="left", linespacing=1.4)
    figure.text(left, top + (0.2 + 0.18 * lines) * inch, title, fontsize=13, fontweight="bold", va="bottom", ha="left")


# ---- beside peers -----------------------------------------------------------------------------------------------------


def known_first(backend):
    return list(OURS).index(backend) if backend in OURS else len(OURS)


def rate_of_peers(peers, algorithm):
    """Throughput against size, a panel a language, and one for what is there for scale."""
    sizes = sorted(size for a, size, many in peers.cases if a == algorithm and many == 1 and size not in NOT_DRAWN)
    if len(sizes) < 2:
        return None

    def points(of, name):
        rows = {size: peers.cases.get((of, size, 1), {}).get(name, {}) for size in sizes}
        return [(size, size / row["ns_median"]) for size, row in rows.items() if "ns_median" in row]

    languages = {name: row["language"] for size in sizes for name, row in peers.cases[algorithm, size, 1].items()}
    ours = [(name, points(algorithm, name)) for name in languages if is_ours(name)]
    ours = sorted((line for line in ours if line[1]), key=lambda line: known_first(line[0].removeprefix("simdkeccak-")))
    panels = []
    for title, of in LANGUAGES:
        names = sorted(name for name in languages if languages[name] in of and not is_ours(name))
        panels.append((title, [(name, line) for name in names if (line := points(algorithm, name))]))
    for other in (other for other, beside in OTHERS.items() if beside == algorithm):
        names = {name for size in sizes for name in peers.cases.get((other, size, 1), {}) if not is_ours(name)}
        lines = [(name, line) for name in sorted(names) if (line := points(other, name))]
        lines.sort(key=lambda line: -line[1][-1][1])
        panels.append((f"{SCALE}{other}, the fastest three of {len(lines)}" if lines[3:] else f"{SCALE}{other}", lines[:3]))
    panels = [panel for panel in panels if panel[1]]
    if not panels:
        return None

    figure, grid, columns = grid_of(len(panels), 2, 6.3, 3.0, wspace=0.58, hspace=0.55)
    family = [line for title, lines in panels if not title.startswith(SCALE) for line in [*ours, *lines]]
    for axes, (title, lines) in zip(grid, panels):
        for index, (name, line) in enumerate(ours):
            axes.plot(*zip(*line), label=name, **our_style(index, name.removeprefix("simdkeccak-")))
        for index, (name, line) in enumerate(lines):
            axes.plot(*zip(*line), label=name, **peer_style(index))
        axes.set_title(title, loc="left")
        size_axis(axes, sizes)
        top = max(rate for _, line in [*family, *lines] for _, rate in line)
        axes.set_ylim(0, 1.06 * top)
        axes.set_ylabel("throughput, GB/s")
        legend_beside(axes, skip=len(ours))
    handles, labels = grid[0].get_legend_handles_labels()
    handles, labels = handles[: len(ours)], labels[: len(ours)]
    if len(grid) % columns:  # in the room of the panel that is not there
        spare = figure.axes[len(grid)]
        spare.set_visible(True)
        spare.set_axis_off()
        spare.legend(handles, labels, loc="center", title="in every panel")
    else:
        below = min(axes.get_position().y0 for axes in grid) - 0.55 / figure.get_size_inches()[1]
        figure.legend(handles, labels, loc="upper center", bbox_to_anchor=(0.5, below), ncol=len(ours))
    return figure


def small_inputs(peers, algorithm, sizes, messages=1):
    """ns a hash as bars, a panel a size, a bar a contender."""
    panels = []
    for size in sizes:
        rows = {n: r for n, r in peers.cases.get((algorithm, size, messages), {}).items() if "wrong" not in r}
        if rows:
            panels.append((size, sorted(rows.values(), key=lambda row: row["ns_median"])))
    if not panels:
        return None
    tallest = max(len(rows) for _, rows in panels)
    figure, grid, _ = grid_of(len(panels), len(panels), 6.0, 0.9 + 0.27 * tallest, wspace=0.52)
    for axes, (size, rows) in zip(grid, panels):
        # Those far slower than most would squeeze the rest: their bars are cut, and their figures say it.
        end = min(rows[-1]["ns_median"], 3 * rows[len(rows) // 2]["ns_median"])
        names = [row["contender"] for row in rows]
        colours = ["#b2182b" if is_ours(name) else "#7f9fbf" for name in names]
        axes.barh(range(len(rows)), [min(row["ns_median"], end) for row in rows], color=colours, height=0.74)
        for place, row in enumerate(rows):
            text = nanoseconds(row["ns_median"]) + (" (cut)" if row["ns_median"] > end else "")
            axes.text(min(row["ns_median"], end) + 0.01 * end, place, text, va="center", fontsize=8.5)
        axes.set_yticks(range(len(rows)), names, fontsize=9)
        for label, name in zip(axes.get_yticklabels(), names):
            label.set_fontweight("bold" if is_ours(name) else "normal")
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.set_xlim(0, 1.22 * end)
        axes.grid(axis="y", visible=False)
        axes.set_xlabel("ns a hash")
        axes.set_title(size_name(size) + (", a batch of 64" if messages > 1 else ""), loc="left")
    return figure


# ---- ours -------------------------------------------------------------------------------------------------------------


def points_of(bench, pattern, keys):
    """[(key, median ns)] of the cases there are."""
    found = [(key, bench.samples.get(pattern.format(key))) for key in keys]
    return [(key, statistics.median(samples)) for key, samples in found if samples]


def keys_of(bench, position, *start):
    """The numbers at a position of the names of cases that start so, sorted."""
    names = [name.split("/") for name in bench.samples]
    found = {n[position] for n in names if len(n) > position and all(w is None or w == p for w, p in zip(start, n))}
    return sorted(int(key) for key in found if key.isdecimal())


def rate_of_backends(bench):
    """Throughput against size, a panel an algorithm."""
    wanted = ["keccak-256", "sha3-512", "shake128", "turboshake128", "kt128", "kt256"]
    sizes = [size for size in keys_of(bench, 3, "streaming") if size not in NOT_DRAWN]
    names = backends(bench)
    panels = []
    for algorithm in wanted:
        lines = [(i, name, points_of(bench, f"streaming/{algorithm}/{name}/{{}}", sizes)) for i, name in enumerate(names)]
        lines = [(i, name, points) for i, name, points in lines if len(points) > 1]
        if lines:
            panels.append((algorithm, lines))
    if not panels:
        return None
    figure, grid, columns = grid_of(len(panels), 3, 4.2, 3.0, wspace=0.3, hspace=0.48)
    values = [size / ns for _, lines in panels for _, _, points in lines for size, ns in points]
    for axes, (algorithm, lines) in zip(grid, panels):
        for index, name, points in lines:
            axes.plot([s for s, _ in points], [s / ns for s, ns in points], label=name, **our_style(index, name))
        axes.set_title(algorithm, loc="left")
        size_axis(axes, sizes)
        log_axis(axes, values)
        axes.set_ylabel("throughput, GB/s")
    legend_beside(grid[columns - 1], title="backend")
    return figure


def batches(bench):
    """ns a hash against the number of messages."""
    names = backends(bench)
    panels = []
    for algorithm in ("keccak-256", "turboshake128"):
        for shape, title in (("equal/32", "32 B each"), ("ragged/1-600", "1 to 600 B")):
            lines = []
            for index, name in enumerate(names):
                stem = f"batch/{algorithm}/{name}/{shape}"
                points = points_of(bench, stem + "/{}", keys_of(bench, 5, *stem.split("/")))
                if len(points) > 1:
                    lines.append((index, name, points))
            if lines:
                panels.append((f"{algorithm}, {title}", lines))
    if not panels:
        return None
    figure, grid, columns = grid_of(len(panels), 2, 5.6, 3.2, wspace=0.25, hspace=0.48)
    for axes, (title, lines) in zip(grid, panels):
        counts = sorted({count for _, _, points in lines for count, _ in points})
        for index, name, points in lines:
            axes.plot(*zip(*points), label=name, **our_style(index, name))
        axes.set_title(title, loc="left")
        axes.set_xscale("log", base=2)
        ticks = [count for count in (1, 2, 4, 8, 16, 64, 256, 1024, 4096) if counts[0] <= count <= counts[-1]]
        axes.xaxis.set_major_locator(FixedLocator(ticks))
        axes.xaxis.set_major_formatter(FuncFormatter(plain))
        axes.xaxis.set_minor_locator(NullLocator())
        log_axis(axes, [ns for _, _, points in lines for _, ns in points])
        axes.set_ylabel("ns a hash")
        axes.set_xlabel("messages in a batch")
    legend_beside(grid[columns - 1], title="backend")
    return figure


def trees(bench):
    """Throughput against size, a line a backend and number of threads."""
    names = backends(bench)
    threads = sorted({int(n.rsplit(":", 1)[1]) for n in bench.samples if n.startswith("tree/") and "/threads:" in n})
    dashes = ["-", "--", ":", "-."]
    panels = []
    for algorithm in ("kt128", "kt256"):
        sizes = keys_of(bench, 3, "tree", algorithm)
        lines = []
        for index, name in enumerate(names):
            for number, count in enumerate(threads):
                points = points_of(bench, f"tree/{algorithm}/{name}/{{}}/threads:{count}", sizes)
                if points:
                    style = our_style(index, name) | {"linestyle": dashes[number % len(dashes)]}
                    lines.append((f"{name}, {count} thread{'s' if count > 1 else ''}", points, style))
        if lines:
            panels.append((algorithm, sizes, lines))
    if not panels:
        return None
    figure, grid, _ = grid_of(len(panels), len(panels), 5.6, 3.6, wspace=0.25)
    top = max(size / ns for _, _, lines in panels for _, points, _ in lines for size, ns in points)
    for axes, (algorithm, sizes, lines) in zip(grid, panels):
        for label, points, style in lines:
            axes.plot([s for s, _ in points], [s / ns for s, ns in points], label=label, **style)
        axes.set_title(algorithm, loc="left")
        size_axis(axes, sizes)
        axes.set_ylim(0, 1.06 * top)
        axes.set_ylabel("throughput, GB/s")
    legend_beside(grid[-1])
    return figure


def distance_to_limit(bench, clock):
    """Of each kernel, its share of the speed at the core's limit."""
    found, core = limits(bench, clock)
    if not found:
        return None, core
    names = [kernel for kernel in kernels(bench) if any(kernel == row[0] for row in found)]
    figure, axes = plt.subplots(figsize=(7.6, 0.9 + 0.72 * len(names)))
    colours = {24: "#b2182b", 12: "#d6604d"}
    for place, name in enumerate(names):
        for kernel, rounds, cycles, limit in found:
            if kernel != name:
                continue
            y = place + (-0.19 if rounds == 24 else 0.19)
            share = 100 * limit / cycles
            axes.barh(y, share, height=0.34, color=colours[rounds], label=f"{rounds} rounds" if place == 0 else None)
            inside = {"ha": "right", "color": "white", "fontweight": "bold"}
            axes.text(share - 1.5, y, f"{share:.0f} %", va="center", fontsize=8.5, **inside)
            axes.text(103, y, f"{cycles:.1f} cycles, at the limit {limit:.1f}", va="center", fontsize=8.5)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.45, -0.55)
    axes.axvline(100, color="#333333", linewidth=1.2)
    axes.set_xlim(0, 145)
    axes.xaxis.set_major_locator(FixedLocator([0, 20, 40, 60, 80, 100]))
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("share of the limit's speed, %; at the right, core cycles a round and state")
    legend_beside(axes)
    return figure, core


def ports(core):
    can = CORES[core]
    words = {
        "alu": "64-bit operations", "rotate": "rotations", "vector": "256-bit operations", "shift": "256-bit shifts",
        "wide": "512-bit operations", "wide_shift": "512-bit rotations",
    }  # fmt: skip
    return f"{core}, a cycle: " + ", ".join(f"{count} {words[kind]}" for kind, count in can.items())


def draw(bench, peers, clock, folder):
    """Draws everything that there is data for: [(caption, [SVG, PNG])], and the reasons for what there is not."""
    folder.mkdir(parents=True, exist_ok=True)
    below = subtitle(bench, peers)
    drawn, missing = [], []

    def add(name, title, figure, note=""):
        if figure is None:
            missing.append(f"{title}: not measured")
            return
        titled(figure, title, f"{below}{note}")
        drawn.append((title, save(figure, folder, name)))

    if peers:
        add("small-keccak-256", "Keccak-256 of a short message", small_inputs(peers, "keccak-256", (32, 136)))
        add("small-sha3-256", "SHA3-256 of a short message", small_inputs(peers, "sha3-256", (32, 136)))
        add("small-batch", "Keccak-256 of many short messages", small_inputs(peers, "keccak-256", (32, 136), 64))
        for algorithm in ("keccak-256", "sha3-256", "turboshake128", "kt128"):
            add(f"rate-{algorithm}", f"Throughput of {algorithm}, one thread", rate_of_peers(peers, algorithm))
    if bench:
        add("backends", "Throughput of each backend, one message, one thread", rate_of_backends(bench))
        add("batch", "Batches: hash_many()", batches(bench))
        add("tree", "Tree hashes of long messages", trees(bench))
        figure, core = distance_to_limit(bench, clock)
        if figure:
            add("limit", "How near each kernel is to the limit of the core", figure, "\n" + ports(core))
        else:
            why = "the clock was not measured" if core_of(bench.context.get("cpu", "")) else "the core is not known"
            missing.append(f"Distance to the limit of the core: {why}")
    return drawn, missing
