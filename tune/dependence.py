"""Changing the order of instructions without changing what they compute."""
import random


def mutate(ops, depends, times):
    """A copy in which `times` instructions were moved, each as far as its dependences and a random limit allow."""
    ops = list(ops)
    for _ in range(times):
        i = random.randrange(len(ops))
        op, j, limit = ops.pop(i), i, random.choice((1, 2, 4, 8, 16, 40))
        if random.random() < 0.5:
            while j > 0 and i - j < limit and not depends(ops[j - 1], op):
                j -= 1
        else:
            while j < len(ops) and j - i < limit and not depends(op, ops[j]):
                j += 1
        ops.insert(j, op)
    return ops
