"""Makes operations smaller while they still fail."""

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile

from encoding_conformance.core.operation import Decode, Encode, Operation

Operations = tuple[Operation, ...]

_TRIES, _HANGS = 400, 3
"""The most attempts to make operations smaller, and the most of these that may hang."""

_WORK = 1 << 24
"""The most values, bytes and operations of all attempts together. Attempts that are skipped because they equal earlier ones count
too, because a long text of one value has very many of them."""

_SHORT = 32
"""The most values or bytes of an input of which each is made plainer."""

_PLAIN = (0x41, 0x00, 0x80)
"""The plainest values and bytes. Others are replaced by them if possible."""

_KEPT = 24
"""The most leading bits of a value that are kept while the others become zero. Code points have fewer."""


def shrink(
    operations: Sequence[Operation], still_fails: Callable[[Operations], bool], hangs: Callable[[], bool] = lambda: False
) -> Operations:
    """Returns the smallest operations found that still fail: as few as possible, with inputs as short as possible, and
    plain values or bytes in them. Operations that have the same input keep it in common. `hangs` says whether the last attempt
    timed out, which only a few may do."""
    best, tried = tuple(operations), set[Operations]()
    hung, work = 0, 0
    is_smaller = True
    while is_smaller:
        is_smaller = False
        for candidate in _smaller(best):
            work += sum(len(operation.input) + 1 for operation in candidate)
            if work > _WORK:
                return best
            if candidate in tried:
                continue
            if len(tried) == _TRIES or hung == _HANGS:
                return best
            tried.add(candidate)
            if still_fails(candidate):
                best, is_smaller = candidate, True
            hung += hangs()
            if is_smaller:
                break
    return best


def _smaller(operations: Operations) -> Iterator[Operations]:
    """Yields smaller operations: fewer, with shorter inputs, and with plainer ones."""
    for start, end in _ranges(len(operations)):
        if end - start < len(operations):
            yield operations[:start] + operations[end:]
    inputs = list(dict.fromkeys(operation.input for operation in operations))
    for input in inputs:
        for start, end in _ranges(len(input)):
            yield tuple(_without(each, start, end) if each.input == input else each for each in operations)
    for input in inputs:
        for index, item in enumerate(input if len(input) <= _SHORT else ()):
            for plainer in _plainer(item, is_value=isinstance(input, tuple)):
                yield tuple(_with(each, index, plainer) if each.input == input else each for each in operations)


def _ranges(size: int) -> Iterator[tuple[int, int]]:
    """Yields the halves of a sequence, its quarters, and so on to its single items."""
    step = size
    while step > 1:
        step = (step + 1) // 2
        yield from ((start, min(start + step, size)) for start in range(0, size, step))
    if size == 1:
        yield 0, 1


def _without(operation: Operation, start: int, end: int) -> Operation:
    """Returns an operation without a part of its input. It keeps its cuts, except those that would make empty chunks."""
    if isinstance(operation, Encode):
        return operation._replace(input=operation.input[:start] + operation.input[end:])
    data = operation.input[:start] + operation.input[end:]
    cuts = [cut if cut <= start else max(start, cut - (end - start)) for cut in operation.cuts]
    has_empty = len({0, *operation.cuts, len(operation.input)}) < len(operation.cuts) + 2
    return Decode(
        operation.encoding, data, tuple(cuts if has_empty else (cut for cut in dict.fromkeys(cuts) if 0 < cut < len(data)))
    )


def _with(operation: Operation, index: int, item: int) -> Operation:
    """Returns an operation with another value or byte in its input."""
    if isinstance(operation, Encode):
        return operation._replace(input=(*operation.input[:index], item, *operation.input[index + 1 :]))
    return operation._replace(input=operation.input[:index] + bytes((item,)) + operation.input[index + 1 :])


def _plainer(item: int, is_value: bool) -> Iterator[int]:
    """Yields plainer values or bytes: the plainest ones, and smaller values, of which round ones lead to an edge in few steps."""
    yield from takewhile(item.__ne__, _PLAIN)
    if is_value and item > max(_PLAIN):
        zeros = [item.bit_length() - kept for kept in range(1, _KEPT)]
        rounded = (item >> bits << bits for bits in zeros if bits > 0)
        yield from (smaller for smaller in (item >> 4, item >> 1, *rounded, item - 1) if smaller < item)
