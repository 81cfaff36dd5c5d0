"""The code points of Unicode, and which of them UTF-8, -16 and -32 hold (Notes, Code points and UTF-16)."""

PLANES, PLANE = 17, 0x10000
CODE_POINTS = range(PLANES * PLANE)
LAST_CODE_POINT = CODE_POINTS[-1]

HIGH_SURROGATES = range(0xD800, 0xDC00)
LOW_SURROGATES = range(0xDC00, 0xE000)
SURROGATES = range(HIGH_SURROGATES.start, LOW_SURROGATES.stop)


def utf_fault(value: int) -> str | None:
    """Why UTF-8, UTF-16 and UTF-32 cannot hold this value: a reason of a `Rejection`, or None if they can."""
    if value > LAST_CODE_POINT:
        return "out-of-range"
    if value in SURROGATES:
        return "surrogate"
    return None
