"""UTF-8 to U+10FFFF (Notes, UTF-8), and the original with 31 bits (UTF-8 rules), which share a table."""

from reference_codecs.code_points import utf_fault
from reference_codecs.codec import StatelessCodec
from reference_codecs.rejection import Rejection


class Form:
    """A row of the table: the values that take this form, and its bits, an x for each bit of the value."""

    def __init__(self, first: int, last: int, pattern: str) -> None:
        self.first, self.last, self.pattern = first, last, pattern
        lead, *trails = pattern.split()
        self.lead = int(lead.replace("x", "0"), 2)
        self.leads = range(self.lead, int(lead.replace("x", "1"), 2) + 1)
        self.trails = len(trails)

    def filled(self, value: int) -> bytes:
        """The bytes with the bits of `value` in place of the x's, from the last to the first."""
        trail: list[int] = []
        while len(trail) < self.trails:
            trail.insert(0, TRAILS.start | value & TRAIL_MASK)
            value >>= TRAIL_BITS
        return bytes([self.lead | value, *trail])


FORMS = [
    Form(0x00000000, 0x0000007F, "0xxxxxxx"),
    Form(0x00000080, 0x000007FF, "110xxxxx 10xxxxxx"),
    Form(0x00000800, 0x0000FFFF, "1110xxxx 10xxxxxx 10xxxxxx"),
    Form(0x00010000, 0x001FFFFF, "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"),
    Form(0x00200000, 0x03FFFFFF, "111110xx 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx"),
    Form(0x04000000, 0x7FFFFFFF, "1111110x 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx"),
]

TRAILS = range(0b10_000000, 0b10_111111 + 1)
TRAIL_BITS = "10xxxxxx".count("x")
TRAIL_MASK = (1 << TRAIL_BITS) - 1


def filled_up(begun: bytes, trails: int) -> list[bytes]:
    """The codes of the least and the greatest value that begin with these bytes and have `trails` trail bytes."""
    return [begun.ljust(1 + trails, bytes([trail])) for trail in (TRAILS[0], TRAILS[-1])]


class Utf8Original(StatelessCodec):
    """One to six bytes, up to 7FFFFFFF. Surrogates are code points like others (UTF-8 rules, 4)."""

    forms = FORMS

    def __init__(self) -> None:
        self.form_of_lead = {lead: form for form in self.forms for lead in form.leads}

    def encode_value(self, value: int) -> bytes:
        return self.written(value)

    def decode_value(self, data: bytes, position: int) -> tuple[int, int]:
        return self.read(data, position)

    def completed(self, begun: bytes) -> list[bytes]:
        form = self.form_of_lead.get(begun[0])
        return filled_up(begun, form.trails) if form else [begun]

    def written(self, value: int) -> bytes:
        """The bytes of any value that the table has."""
        for form in self.forms:
            if form.first <= value <= form.last:
                return form.filled(value)
        raise Rejection("out-of-range", [value])

    def read(self, data: bytes, position: int) -> tuple[int, int]:
        """Any value that the table has, and where it ends."""
        lead, after_lead = data[position], position + 1
        form = self.form_of_lead.get(lead)
        if form is None:
            raise Rejection("bad-lead", data[position:after_lead], position)
        if not form.trails:
            return lead, after_lead
        value, end = lead - form.lead, after_lead + form.trails
        for index, byte in enumerate(data[after_lead:end], after_lead):
            if byte not in TRAILS:
                raise Rejection("bad-trail", data[position:index], position)
            value = value << TRAIL_BITS | byte & TRAIL_MASK
        if end > len(data):
            raise Rejection("truncated", data[position:], position)
        if value < form.first:
            raise Rejection("overlong", data[position:end], position)
        return value, end


class Utf8(Utf8Original):
    """One to four bytes, up to U+10FFFF, and no surrogates."""

    forms = FORMS[:4]

    def encode_value(self, value: int) -> bytes:
        if fault := utf_fault(value):
            raise Rejection(fault, [value])
        return self.written(value)

    def decode_value(self, data: bytes, position: int) -> tuple[int, int]:
        value, end = self.read(data, position)
        if fault := utf_fault(value):
            raise Rejection(fault, data[position:end], position)
        return value, end


CODECS = {"utf-8": Utf8(), "utf-8-31bit": Utf8Original()}
