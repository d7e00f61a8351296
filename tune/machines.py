"""The machines of ping_pong.py: their registers, and how an operation is written as an instruction."""


class Bmi2:
    name = "bmi2"
    features = "bmi,bmi2"
    before = ""
    registers = ("rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15")

    @staticmethod
    def define(function):
        return f"#define PERMUTE {function}"

    @staticmethod
    def rotate(w, value, n):
        return w.emit("ROL", value, n)

    @staticmethod
    def iota(w, value, i):
        return w.emit("IOTA", value, w.emit("CONSTANTS"), i)

    @staticmethod
    def write(a, i, what, made, *operands):
        """XOR overwrites its first operand; where that is still wanted, a copy."""
        if what == "STORE":
            lane, value = operands
            a.line("STORE", lane, a.release(value, i))
        elif what == "LOAD":
            a.line("LOAD", a.take(made), operands[0])
        elif what == "CONSTANTS":
            a.line("CONSTANTS", a.take(made))
        elif what == "ROL":
            source = a.release(operands[0], i)
            if source in a.free:  # in place
                a.free.remove(source)
                a.free.insert(0, source)
            a.line("ROL", a.take(made), source, operands[1])
        elif what == "ANDN":
            first, second = (a.release(value, i) for value in operands)
            a.line("ANDN", a.take(made), first, second)
        else:
            first, second = operands[:2]
            if what == "XOR" and a.last_use[first] > i >= a.last_use[second]:
                first, second = second, first
            if a.last_use[first] <= i:
                a.where[made] = target = a.where.pop(first)
            else:
                source = a.where[first]
                target = a.take(made)
                a.line("MOV", target, source)
            if what == "XORM":
                a.line("XORM", target, second)
            else:
                a.line(what, target, a.release(second, i), *operands[2:])


class Avx2:
    name = "avx2"
    features = "avx2"
    before = """struct alignas(32) byte_order { std::uint8_t of[32]; };
constexpr byte_order one_byte_left{{7, 0, 1, 2, 3, 4, 5, 6, 15, 8, 9, 10, 11, 12, 13, 14,
                                    7, 0, 1, 2, 3, 4, 5, 6, 15, 8, 9, 10, 11, 12, 13, 14}};
constexpr byte_order one_byte_right{{1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8,
                                     1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8}};"""
    registers = tuple(range(16))

    @staticmethod
    def define(function):
        return f'#define PERMUTE {function}\n#define ROW "32"'

    @staticmethod
    def rotate(w, value, n):
        if n in (8, 56):
            return w.emit(f"ROL{n}", value)
        left = w.emit("SHL1", value) if n == 1 else w.emit("SHL", value, n)
        return w.emit("OR", left, w.emit("SHR", value, 64 - n))

    @staticmethod
    def iota(w, value, i):
        return w.emit("XOR", value, w.emit("CONSTANT", i))

    @staticmethod
    def write(a, i, what, made, *operands):
        if what == "STORE":
            a.line("STORE", operands[0], a.release(operands[1], i))
            return
        values = {"LOAD": 0, "CONSTANT": 0, "XORM": 1, "SHL": 1, "SHR": 1, "SHL1": 1, "ROL8": 1, "ROL56": 1}.get(what, 2)
        sources = [a.where[value] for value in operands[:values]]
        for value in set(operands[:values]):
            a.release(value, i)
        a.line(what, a.take(made), *sources, *operands[values:])
