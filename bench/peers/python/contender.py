"""What a contender in Python is made of: its algorithms, and the loop that answers requests (../README.md, Protocol)."""

import json
import sys
import time


def make_messages(count, size):
    pattern = bytes(range(251)) * (size // 251 + 2)
    return [pattern[j % 251 : j % 251 + size] for j in range(count)]


def answer(request, algorithms):
    if request.get("algorithm") not in algorithms:
        raise ValueError(f"no algorithm of that name: {request.get('algorithm')}")
    hash_one = algorithms[request["algorithm"]]
    messages = make_messages(request.get("messages", 1), request.get("size", 0))
    digests = [hash_one(message) for message in messages]
    minimum, iterations = request.get("min_ns", 0), request.get("iterations", 1)
    while True:
        start = time.perf_counter_ns()
        for _ in range(iterations):
            for message in messages:
                digest = hash_one(message)
        elapsed = time.perf_counter_ns() - start
        if elapsed >= minimum:
            break
        iterations *= 2
    digests[-1] = digest
    return {"ns": elapsed / iterations / len(messages), "iterations": iterations, "digest": b"".join(digests).hex()}


def serve(name, version, algorithms):
    """Describes itself, then answers requests until the input ends; with --describe, only the first."""

    def say(line):
        print(json.dumps(line), flush=True)

    say({"contender": name, "version": version, "language": "Python", "algorithms": list(algorithms)})
    if "--describe" in sys.argv:
        return
    for line in sys.stdin:
        try:
            say(answer(json.loads(line), algorithms))
        except Exception as error:  # whatever it is, the driver reports it
            say({"error": f"{type(error).__name__}: {error}"})
