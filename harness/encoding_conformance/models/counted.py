"""Texts that begin with the number of their items."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.outcome import Encoded, Rejection
from encoding_conformance.core.text import counted
from encoding_conformance.core.vector import PermittedDecoded, PermittedEncoded
from encoding_conformance.models import boundaries
from encoding_conformance.models.model import Data, Form, Model, Problem, Walked, step_model_of
from encoding_conformance.models.parts import LAST_DECIMAL, Explanation

_SIZES = (0x7F, 0x80, 0x3FFF, 0x4000)
"""Numbers of items around which a count with seven bits in each byte becomes longer."""

_CHARACTER = 0x41


class CountedModel(Model):
    """Expects a count in one encoding, that many items in another, and then the end of the input."""

    tables: Counted

    def __init__(self, encoding: Encoding):
        super().__init__(encoding)
        self.count = step_model_of(self.tables.count)
        self.item = step_model_of(self.tables.item)

    def encode(self, values: Sequence[int]) -> tuple[PermittedEncoded, ...]:
        (items,) = self.item.encode(values)
        if isinstance(items, Rejection):
            return (items,)
        (head,) = self.count.encode((len(values),))
        if isinstance(head, Rejection):
            return (Rejection(None, head.text),)
        return (Encoded(head.value + items.value),)

    def decode(self, data: bytes) -> tuple[PermittedDecoded, ...]:
        head = next(self.reading(data))
        if head.reason:
            return (Rejection(None, head.reason),)
        content, *others = self.item.decode(data[head.end :])
        if isinstance(content, Rejection):
            return (Rejection(None, content.text),)
        if len(content.value) != head.value:
            return (Rejection(None, "bad-length"),)
        return (content, Rejection()) if head.silent or others else (content,)

    def reading(self, data: bytes) -> Iterator[Walked]:
        """Yields the count and the items. If there are more or fewer items, or no count, a last step without bytes has the
        number that the count announces as its state before, and the number of items as its state after."""
        if not data:
            yield Walked(self, 0, 0, b"", None, reason="truncated")
            return
        head = next(self.count.reading(data))
        yield head._replace(is_count=True)
        if head.reason:
            return
        items = 0
        for step in self.item.reading(data[head.end :]):
            yield step._replace(start=head.end + step.start, end=head.end + step.end)
            if step.reason:
                return
            items += step.value is not None
        if items != head.value:
            yield Walked(self, len(data), len(data), b"", None, head.value, items, reason="bad-length")

    def writing(self, values: Sequence[int]) -> Iterator[Walked]:
        """Yields the count and the items. A count that cannot be written comes last, because the items count first."""
        (head,) = self.count.writing((len(values),))
        head = head._replace(start=0, end=0, is_count=True)
        if not head.reason:
            yield head
        for step in self.item.writing(values):
            yield step
            if step.reason:
                return
        if head.reason:
            yield head

    def edges(self) -> set[int]:
        return set(boundaries(self.item.encoding))

    def texts(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yields texts of the lengths around which the count becomes longer."""
        return ((f"{size:x}-characters", (_CHARACTER,) * size) for size in _SIZES)

    def explain_ill_formed(self, step: Walked) -> Explanation:
        if step.reason == "truncated":
            return Explanation((), ("Even an empty text begins with the number of its items.",), "the number of items is missing")
        announced = counted(step.before, "item") if step.before <= LAST_DECIMAL else "more items than any input has"
        return Explanation((), (), f"the count announces {announced}, but the text has {step.after}")


@dataclass(frozen=True)
class Counted(Form):
    """The encoding of the count, and the encoding of each item."""

    key = "counted"
    in_steps = False
    model = CountedModel
    count: Encoding
    item: Encoding

    @classmethod
    def of(cls, definition: Data, others: Mapping[str, Encoding]) -> Self:
        return cls(others[definition[cls.key]["count"]], others[definition[cls.key]["item"]])

    @classmethod
    def problems(cls, definition: Data, in_steps: Collection[str]) -> Iterator[Problem]:
        for part, id in definition[cls.key].items():
            if id not in in_steps:
                message = f"{cls.key}: no encoding {id!r} with its own table is defined before this one"
                yield Problem(message, (cls.key, part))
