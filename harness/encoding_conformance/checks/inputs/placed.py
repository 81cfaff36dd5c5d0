"""Every way in which a code can go on, at every place of a block.

Fast decoders read blocks of 16 bytes or more, and go value by value where a block is not simple. Such a decoder knows the state
of the machine and its place in a block. These inputs lead it to each state at each place, and try each class of bytes there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, product
from typing import NamedTuple

from encoding_conformance.checks import spread
from encoding_conformance.checks.inputs.long_inputs import VALUE_ENDS, admits, of_each_length
from encoding_conformance.checks.inputs.near_misses import LENIENT_BEHIND
from encoding_conformance.core.encoding import ENCODINGS_KEPT, Encoding
from encoding_conformance.core.limits import Limits
from encoding_conformance.models import boundaries, bytes_of, goes_alone, model_of
from encoding_conformance.models.model import goes_in_steps
from encoding_conformance.models.state_machine import LARGEST, End, Machine, machine_of

EVERY = 32
"""The most bytes of a block of which every place is tried."""

_ENDS = (16, 32)
"""The sizes in bytes of blocks at whose ends codes follow other characters than letters."""

_LARGE_ENDS = (48, 64, 96, 128, 256)
"""The sizes in bytes of larger blocks at whose ends codes are tried."""

_BUFFER = 4096
"""The size in bytes of a buffer, at whose end codes are tried before as many letters."""

_EVERY_VALUE = 64
"""The number of values of a block of which every place is tried."""

_MIB, _64_KIB, _PIECE = 1 << 20, 1 << 16, 1 << 10

_GREAT = (1 << 8 * _64_KIB,)
"""A value that does not fit into 64 KiB."""

_HALVES = b"\x7f\x80\xff"
"""Bytes that a fast path for ASCII tells apart, also where every byte is a value."""

_CUT_BLOCKS, _CUT = (16, 64), 5000
"""The sizes in bytes of blocks at whose ends inputs are cut, and the most of these inputs."""

LETTER, _NUL, _MARK = 0x41, 0x00, 0xFEFF


class Passage(NamedTuple):
    """Values and their bytes."""

    values: tuple[int, ...]
    data: bytes

    def up_to(self, size: int) -> Passage:
        """Returns this text as often as it fits into so many bytes."""
        times = size // len(self.data)
        return Passage(self.values * times, self.data * times)

    def then(self, other: Passage) -> Passage:
        return Passage(self.values + other.values, self.data + other.data)


class Place(NamedTuple):
    """What stands before each of the codes. Each code and the letters behind it have `size` bytes, or there are no letters."""

    before: Passage
    codes: Sequence[bytes]
    size: int


def places(encoding: Encoding) -> Iterator[Place]:
    """Yields the places of codes. Raises LookupError if the encoding does not go value by value."""
    letter, machine = text_of(encoding, LETTER), machine_of(encoding)
    tried = machine.one_of_each + (_HALVES if len(machine.access) == 1 else b"")
    last, going_on = codes(machine, tried), codes(machine, tried, machine.completions)
    for start in range(0, EVERY + 1, len(letter.data)):
        yield Place(letter.up_to(start), last, 0)
        yield Place(letter.up_to(start), going_on, 2 * EVERY)
    at_edges = codes(machine, machine.edges)
    yield Place(Passage((), b""), _codes_behind_a_byte(machine), 0)
    for mark in _marks(encoding):
        yield Place(mark, codes(machine, machine.edges, machine.completions), 0)
    starts = range(-1, max(map(len, machine.access)) + 2)  # so many bytes before the end of a block
    for size, start, filler in product(_ENDS, starts, [letter, *_others(encoding)]):
        before = filler.up_to(size - start)
        before = before.then(letter.up_to(size - start - len(before.data)))
        yield Place(before, at_edges, 2 * EVERY)
    for size, start in product(_LARGE_ENDS, starts):
        yield Place(letter.up_to(size - start), last, 0)
        yield Place(letter.up_to(size - start), going_on, size + EVERY)
    for start in starts:
        yield Place(letter.up_to(_BUFFER - start), last, 2 * EVERY)
        yield Place(letter.up_to(_BUFFER - start), _begun(machine), _BUFFER + EVERY)


def cut_in_blocks(encoding: Encoding) -> list[tuple[bytes, tuple[int, ...]]]:
    """Returns codes across the end of a block, each with a block of letters on both sides: cut where the block ends, and cut
    before, behind and inside the code. Empty if the encoding does not go value by value."""
    if not goes_in_steps(encoding):
        return []
    letter, machine = text_of(encoding, LETTER), machine_of(encoding)
    tried = codes(machine, machine.one_of_each, machine.completions)
    found = []
    for size, code in product(_CUT_BLOCKS, tried):
        for start in range(size - len(code) + 1, size):
            data = letter.up_to(start).data + code + letter.up_to(size).data
            first = len(letter.up_to(start).data)
            found += [(data, (size,)), (data, tuple(range(max(first, 1), first + len(code) + 1)))]
    return spread(found, _CUT)


class Complete(NamedTuple):
    """How much is asked about the machine of an encoding beyond what every run asks: all strings of `extra` bytes and one more
    behind the shortest bytes to each state; if `block` is not 0, at each place of a block of so many bytes."""

    extra: int
    block: int


class CompletePlaces:
    """The places of complete words, which are made when they are asked for, because there may be millions of words."""

    def __init__(self, encoding: Encoding, complete: Complete):
        """Raises LookupError if the encoding does not go value by value."""
        self._letter, self._machine, self._extra = text_of(encoding, LETTER), machine_of(encoding), complete.extra
        longest = max(map(len, chain(self._machine.access, self._machine.completions))) * 2 + complete.extra + 1
        whole = complete.block * (longest // complete.block + 2) if complete.block else 0
        starts = range(0, max(complete.block, 1), len(self._letter.data))
        self._heads = list(product(starts, sorted({0, whole}), enumerate(self._machine.access)))

    def __len__(self) -> int:
        return len(self._heads) * 0x100

    @property
    def words(self) -> int:
        """The number of words, without the identifiers that follow them."""
        return len(self) << 8 * self._extra

    def __getitem__(self, index: int) -> Place:
        """Returns the place with all words that begin with one byte behind the shortest bytes to one state."""
        start, size, (state, access) = self._heads[index >> 8]
        heads = (bytes((index & 0xFF, *rest)) for rest in product(range(0x100), repeat=self._extra))
        return Place(self._letter.up_to(start), [access + word for head in heads for word in self._words(state, head)], size)

    def _words(self, state: int, head: bytes) -> Iterator[bytes]:
        machine = self._machine
        for byte in head:
            target = machine.targets[state][byte]
            if target is End.ILL_FORMED:
                return (head + ending for ending in machine.completions or [b""])
            state = target if isinstance(target, int) else 0
        return (head + ending for ending in machine.identifiers[state] or [b""])


def _marks(encoding: Encoding) -> list[Passage]:
    """Returns the characters behind which decoders are known to be lenient, if they leave the initial state."""
    texts = [text_of(encoding, value) for value in LENIENT_BEHIND if value in encoding.values]
    return [text for text in texts if _leaves_no_state(encoding, text.data)]


def _others(encoding: Encoding) -> list[Passage]:
    """Returns NUL and the longest code, as far as they leave the encoding in its initial state."""
    values = [value for value in boundaries(encoding) if value <= LARGEST]
    texts = [text_of(encoding, _NUL), max((text_of(encoding, value) for value in values), key=lambda text: len(text.data))]
    return [text for text in texts if text.data and _leaves_no_state(encoding, text.data)]


def text_of(encoding: Encoding, value: int) -> Passage:
    return Passage((value,), bytes_of(encoding, (value,)))


def _leaves_no_state(encoding: Encoding, data: bytes) -> bool:
    model = model_of(encoding)
    return all(step.after == model.initial for step in model.reading(data))


def codes(machine: Machine, tried: bytes, behind_a_fault: Sequence[bytes] = ()) -> list[bytes]:
    """Returns the shortest bytes to each state, alone and with each tried byte. If the code goes on, or is ill-formed, endings
    follow."""
    longer = (_longer(machine, access, state, tried, behind_a_fault) for state, access in enumerate(machine.access))
    return list(dict.fromkeys([*machine.access[1:], *chain(*longer)]))


def _begun(machine: Machine) -> list[bytes]:
    """Returns codes that seem to go on if a decoder checks the value only after the last byte: the shortest bytes to each state,
    and the same bytes with one more that only continues codes in other states."""
    states = list(zip(machine.access, machine.targets))[1:]
    trails = [byte for byte in machine.one_of_each if any(targets[byte] is not End.ILL_FORMED for _, targets in states)]
    wrong = (access + bytes((byte,)) for access, targets in states for byte in trails if targets[byte] is End.ILL_FORMED)
    return [*machine.access[1:], *wrong]


def _codes_behind_a_byte(machine: Machine) -> list[bytes]:
    """Returns codes of two bytes more than the shortest ones to each state."""
    found: list[bytes] = []
    for access, targets in zip(machine.access, machine.targets):
        for byte in machine.edges:
            state, longer = target if isinstance(target := targets[byte], int) else 0, access + bytes((byte,))
            found += _longer(machine, longer, state, machine.edges)
            if byte in machine.one_of_each:
                found += _longer(machine, longer, state, machine.one_of_each, machine.completions)
    return list(dict.fromkeys(found))


def _longer(machine: Machine, before: bytes, state: int, tried: bytes, behind_a_fault: Sequence[bytes] = ()) -> Iterator[bytes]:
    """Yields the bytes before with each tried byte. If the code goes on, what tells the next state from all others follows."""
    for byte in tried:
        match machine.targets[state][byte]:
            case int(target):
                endings = machine.identifiers[target]
            case target:
                endings = (behind_a_fault if target is End.ILL_FORMED else ()) or [b""]
        yield from (before + bytes((byte,)) + ending for ending in endings)


def placed_values(encoding: Encoding, limits: Limits) -> Iterator[list[tuple[int, ...]]]:
    """Yields lists of texts in which values of all lengths stand at one place of a block, among letters. The texts fill blocks,
    so that in a row they keep the place. Pairs of these values stand on both sides of the end of a block."""
    some = of_each_length(encoding, limits)

    def block(place: int, values: tuple[int, ...]) -> tuple[int, ...]:
        return (*(LETTER,) * place, *values, *(LETTER,) * (_EVERY_VALUE * 2 - place - len(values)))

    for place in range(_EVERY_VALUE):
        yield [block(place, (value,)) for value in some]
    for end in VALUE_ENDS:
        yield [block(end - 1, pair) for pair in product(some, repeat=2)]


@lru_cache(ENCODINGS_KEPT)
def long_texts(encoding: Encoding, limits: Limits) -> Sequence[Sequence[tuple[int, ...]]]:
    """Returns long texts, each in pieces: one of everything; one of the longest codes, if there are shorter ones; and one of a
    single value with more bytes than a 16-bit counter counts, if the encoding and the limits have such a value."""
    longest = max(of_each_length(encoding, limits), key=lambda value: len(bytes_of(encoding, (value,))))
    size = len(bytes_of(encoding, (longest,)))
    alone = [((longest,) * (_PIECE // size),) * (_MIB // 2 // _PIECE)] if size > encoding.code_unit else []
    return [_of_everything(encoding, limits), *alone, *([[_GREAT]] if admits(encoding, limits, _GREAT) else [])]


def _of_everything(encoding: Encoding, limits: Limits) -> list[tuple[int, ...]]:
    """Returns the pieces of a text of more than 2 MiB, or of 1 MiB if each code is a byte: letters, with a byte-order mark at
    the beginning of each buffer of 64 KiB but the first; values of one length of code each, and then values of all lengths in
    turn. The last piece is a single value, which goes beyond a whole number of MiB."""
    in_turn = (*of_each_length(encoding, limits), LETTER)
    of_length = {len(bytes_of(encoding, (value,))): value for value in in_turn}
    marked = _MARK in encoding.values and goes_alone(encoding)
    mark = text_of(encoding, _MARK if marked else LETTER)
    width = len(bytes_of(encoding, (LETTER, LETTER))) - len(bytes_of(encoding, (LETTER,)))
    in_letters, in_others = (_MIB - 2 * _64_KIB, _64_KIB) if list(of_length) == [1] else (_MIB, _MIB - 2 * _64_KIB)
    share = in_others // len(of_length) // _PIECE
    alone = (((value,) * (_PIECE // size),) * share for size, value in sorted(of_length.items())[1:])
    pieces = [*chain(*alone), *(in_turn * (_PIECE // len(bytes_of(encoding, in_turn))),) * share]
    buffer = (*mark.values, *(LETTER,) * ((_64_KIB - len(mark.data)) // width))
    buffers = ((LETTER,) * (_64_KIB // width), *(buffer,) * (in_letters // _64_KIB))
    missing = -len(bytes_of_row(encoding, [*buffers, *pieces])) % _MIB // width
    return [
        *buffers,
        *((LETTER,) * _PIECE,) * (missing // _PIECE),
        (LETTER,) * (missing % _PIECE),
        *pieces,
        (max(of_length.values()),),
    ]


def bytes_of_row(encoding: Encoding, texts: Sequence[tuple[int, ...]]) -> bytes:
    """Returns the bytes of texts in a row. If each value has the bytes that it has alone, each different text is written once."""
    if not goes_alone(encoding):
        return bytes_of(encoding, tuple(chain(*texts)))
    written = {text: bytes_of(encoding, text) for text in dict.fromkeys(texts)}
    return b"".join(written[text] for text in texts)
