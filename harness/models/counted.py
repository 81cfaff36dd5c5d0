"""A text that begins with the number of its items."""

from __future__ import annotations

from collections.abc import Sequence

from harness.core.outcome import Encoded, Rejection
from harness.core.vector import PermittedDecoded, PermittedEncoded
from harness.models.model import Fault, StepModel


class CountedModel:
    """A count in one encoding, then that many items in another, then the end."""

    def __init__(self, count: StepModel, item: StepModel):
        self.count = count
        self.item = item

    def encode(self, values: Sequence[int]) -> tuple[PermittedEncoded, ...]:
        (items,) = self.item.encode(values)
        if isinstance(items, Rejection):
            return (items,)
        head, _ = self.count.write(len(values), None)
        return (Encoded(head + items.value),)

    def framed(self, items: Sequence[bytes]) -> bytes:
        """The text of items that are written already."""
        return self.count.write(len(items), None)[0] + b"".join(items)

    def decode(self, data: bytes) -> tuple[PermittedDecoded, ...]:
        try:
            head = self.count.read(data, 0, None)
        except Fault as fault:
            return (Rejection(None, fault.reason),)
        permitted = self.item.decode(data[head.end :])
        content = permitted[0]
        if isinstance(content, Rejection):
            return (Rejection(None, content.text),)
        if len(content.value) != head.value:
            return (Rejection(None, "bad-length"),)
        return (content, Rejection()) if head.silent or len(permitted) > 1 else (content,)
