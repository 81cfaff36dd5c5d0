"""Oracle's UTF8 as a user would write it, by way of CPython's UTF-16 and UTF-8."""

HIGH, LOW = range(0xD800, 0xDC00), range(0xDC00, 0xE000)
LAST = 0x10FFFF


class OracleUtf8:
    @staticmethod
    def encode(values):
        if any(value > LAST for value in values):
            raise ValueError("no code point")
        units = "".join(map(chr, values)).encode("utf-16-be")
        halves = (chr(int.from_bytes(units[i : i + 2], "big")) for i in range(0, len(units), 2))
        return "".join(halves).encode("utf-8", "surrogatepass")

    @staticmethod
    def decode(data):
        values, start = [], 0
        while start < len(data):
            value, end = code_unit(data, start)
            if value in HIGH and end < len(data):
                low, end = code_unit(data, end, start)
                value = 0x10000 + (value - HIGH.start << 10) + (low - LOW.start) if low in LOW else value
            if value in HIGH or value in LOW:
                raise UnicodeDecodeError("oracle-utf8", data, start, end, "surrogate")
            values.append(value)
            start = end
        return values


def code_unit(data, start, first=None):
    """The code unit at `start`, and its end. A fault belongs to the sequence that begins at `first`."""
    size = 1 if data[start] < 0x80 else 2 if data[start] < 0xE0 else 3
    try:
        return ord(data[start : start + size].decode("utf-8", "surrogatepass")), start + size
    except (UnicodeDecodeError, TypeError):
        first = start if first is None else first
        raise UnicodeDecodeError("oracle-utf8", data, first, len(data), "ill-formed") from None


CODEC = OracleUtf8()
