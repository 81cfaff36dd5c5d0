"""UTF-8 to U+10FFFF (Notes, UTF-8), and the original with 31 bits (UTF-8 rules), which share a table."""

from dataclasses import dataclass
from functools import cached_property

from reference_codecs.code_points import utf_fault
from reference_codecs.codec import StatelessCodec
from reference_codecs.rejection import Rejection


@dataclass(frozen=True)
class Form:
    """A row of the table: the values that take this form, and its bits, an x for each of the value."""

    first: int
    last: int
    pattern: str

    @cached_property
    def length(self) -> int:
        return len(self.pattern.split())

    @cached_property
    def leads(self) -> range:
        lead = self.pattern.split()[0]
        return range(int(lead.replace("x", "0"), 2), int(lead.replace("x", "1"), 2) + 1)


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


def trail_bytes(data: bytes, start: int, first: int, count: int) -> bytes:
    """The `count` trail bytes from `first` on, of the sequence that begins at `start`.

    Raises `Rejection`. `count` may be far larger than `data`: nothing of its size is built.
    """
    trail = data[first : first + count]
    for index, byte in enumerate(trail):
        if byte not in TRAILS:
            raise Rejection("bad-trail", data[start : first + index], start)
    if len(trail) < count:
        raise Rejection("truncated", data[start:], start)
    return trail


class Utf8Original(StatelessCodec):
    """One to six bytes, to 7FFFFFFF. Surrogates are code points like others (UTF-8 rules, 4)."""

    forms = FORMS

    def __init__(self) -> None:
        self.form_of_lead = {lead: form for form in self.forms for lead in form.leads}

    def encode_value(self, value: int) -> bytes:
        for form in self.forms:
            if form.first <= value <= form.last:
                return self.filled(form, value)
        raise Rejection("out-of-range", [value])

    def filled(self, form: Form, value: int) -> bytes:
        """The bytes of a form with the bits of `value` in place of its x's, from the last to the first."""
        trail: list[int] = []
        for _ in range(form.length - 1):
            trail.insert(0, TRAILS.start + (value & TRAIL_MASK))
            value >>= TRAIL_BITS
        return bytes([form.leads.start + value, *trail])

    def decode_value(self, data: bytes, position: int) -> tuple[int, int]:
        lead = data[position]
        form = self.form_of_lead.get(lead)
        if form is None:
            raise Rejection("bad-lead", data[position : position + 1], position)
        value = lead - form.leads.start
        for byte in trail_bytes(data, position, position + 1, form.length - 1):
            value = (value << TRAIL_BITS) + (byte - TRAILS.start)
        end = position + form.length
        if value < form.first:
            raise Rejection("overlong", data[position:end], position)
        return value, end


class Utf8(Utf8Original):
    """One to four bytes, to U+10FFFF, and no surrogates."""

    forms = FORMS[:4]

    def encode_value(self, value: int) -> bytes:
        if fault := utf_fault(value):
            raise Rejection(fault, [value])
        return super().encode_value(value)

    def decode_value(self, data: bytes, position: int) -> tuple[int, int]:
        value, end = super().decode_value(data, position)
        if fault := utf_fault(value):
            raise Rejection(fault, data[position:end], position)
        return value, end


CODECS = {"utf-8": Utf8(), "utf-8-31bit": Utf8Original()}
