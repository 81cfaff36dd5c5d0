"""Makes codec objects from the functions of a shared library (docs/plug-ins.md, "A shared library").

An operation is asked several times, with its buffers at other addresses, and all answers must agree. In each of these calls, one
end of one buffer is at a page that nobody may touch. There are known bytes, the canaries, at the other ends. So a call that
crashes shows at which end it happened (see `CALLS`), and a write beyond another end is seen after the call.
"""

import ctypes
import mmap
import os
from array import array
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from encoding_conformance.adapters.child_setup import SANITIZER
from encoding_conformance.adapters.codec import VALIDATE, NotAnAnswer, Validator, expected_instead
from encoding_conformance.adapters.sanitizer import LARGEST_LIBRARY, sanitizer_of
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.outcome import Crash, Malformed, Unsupported
from encoding_conformance.data_files.files import read_file

OK, REJECT, NOT_SUPPORTED, TOO_SMALL = range(4)
"""What the functions return, as in conform.h."""

NOWHERE = ctypes.c_size_t(-1).value
"""CONFORM_NOWHERE, the offset of a rejection that tells no offset. Before a call, it is in `*count` and in `*offset`."""

ROOMY, EXACT_AT_THE_END, EXACT_AT_THE_BEGINNING, TOO_FEW = range(1, 5)
"""The calls of one operation."""

CALLS = {
    ROOMY: "read past the end of its input",
    EXACT_AT_THE_END: "wrote past the end of its output",
    EXACT_AT_THE_BEGINNING: "wrote before the beginning of its output",
    TOO_FEW: "read before the beginning of its input",
}
"""What a function probably did if it touched the page that nobody may touch in each call."""

_CANARY, _LOOSE = 64, mmap.PAGESIZE
"""At an end that is not at such a page: the bytes of canaries, as many as one instruction writes at most, and the distance from
the next page that nobody may touch. So whoever touches that page was beyond another end."""

_ALIGNMENT = 63
"""A mask of addresses. All alignments that it leaves are tried; an instruction asks for one of 64 bytes at most."""

_AWAY = 1 << 31
"""The bit that says whether an output for exactly the result begins at any address near the page, and not at the page. Then the
canaries before it are as many as there is room for."""

_AROUND = 2 * _LOOSE + _ALIGNMENT
"""The bytes of memory that are needed around a buffer."""

_CANARIES = {call: bytes([byte]) * _CANARY for call, byte in zip(CALLS, b"\xa5\x5a\xc3\x3c")}
"""What is around an output before each call, and in it. What a function leaves unwritten differs from call to call."""

_MOST, _SPARE = 64 << 20, 16
"""The most bytes of an output, and the items of room in the first call in addition to those for the items of input."""

_FENCE = 16 * mmap.PAGESIZE
"""The bytes of the pages before and behind. They are reserved, but cost no memory."""

_PROT_NONE = 0
"""PROT_NONE: what is mapped may be neither read nor written."""

_protect = ctypes.CDLL(None, use_errno=True).mprotect
_protect.argtypes = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int


class Rejected(UnicodeError):
    """`start` is the offset, or None."""

    def __init__(self, start: int | None):
        super().__init__()
        self.start = start


class Direction(NamedTuple):
    """A function: its name, what it makes, the bytes of an item of its input and of its output, and for how many items of output
    there is room at first for each item of input. A function that validates makes nothing."""

    name: str
    made: str
    item_in: int
    item_out: int
    room: int


DECODE = Direction("conform_decode", "values", item_in=1, item_out=8, room=1)
ENCODE = Direction("conform_encode", "bytes", item_in=8, item_out=1, room=16)
_VALIDATE = Direction("conform_validate", "nothing", item_in=1, item_out=0, room=0)

_FUNCTIONS = {Kind.ENCODE: ENCODE.name, Kind.DECODE: DECODE.name, VALIDATE: _VALIDATE.name}
"""The name of the function for each operation."""


class _Input(NamedTuple):
    """The input of a function with its number of items, in an encoding. The input determines the number `some`, and `some`
    determines the addresses of the buffers. So an operation has the same outcome whenever it is asked."""

    encoding: bytes
    data: bytes
    items: int
    some: int


class Reply(NamedTuple):
    """The result of a call: the status that the function returned, and with it the bytes of its output, the offset of its
    rejection, or the capacity that it needs."""

    status: int
    output: bytes = b""
    offset: int | None = None
    needed: int = 0


def load(path: Path, offered: Mapping[str, Collection[str]], tell: Callable[[int], None]) -> dict[str, Any]:
    """Returns the codec objects of a library by encoding id, given the operations of each. Before each call, `tell` is called
    with its key in CALLS. Raises ValueError, which says why the library cannot be used."""
    if not path.is_file():
        raise ValueError("there is no such file; build it, or say in the manifest how, such as build: [make]")
    try:
        sanitizer = sanitizer_of(read_file(path, LARGEST_LIBRARY))
        if sanitizer and os.environ.get(SANITIZER) != sanitizer:
            where = "whose runtime is in no package that is installed here"
            raise ValueError(f"it was built with the sanitizer {sanitizer}, {where}")
        library = ctypes.CDLL(str(path))
    except OSError as error:
        raise ValueError(str(error).removeprefix(f"{path}: ")) from None
    make: dict[str, Callable[[], Any]] = {
        Kind.DECODE: partial(_Function, library, path.name, DECODE, tell),
        Kind.ENCODE: partial(_Function, library, path.name, ENCODE, tell),
        VALIDATE: partial(_Validating, library, path.name, _VALIDATE, tell),
    }
    functions = {word: make[word]() for word in sorted(set(chain(*offered.values())))}
    codecs = {id: LibraryCodec(id.encode(), functions) for id in offered}
    return {id: Validator(codec) if VALIDATE in offered[id] else codec for id, codec in codecs.items()}


class LibraryCodec:
    """One encoding of a library, whose `functions` are called by the names of their operations."""

    def __init__(self, encoding: bytes, functions: Mapping[str, Any]):
        self._encoding = encoding
        self._functions = functions

    def encode(self, values: tuple[int, ...]) -> Any:
        """Returns the bytes for these values. Raises Rejected and NotAnAnswer."""
        try:
            items = array("Q", values)
        except OverflowError:
            raise NotAnAnswer(Unsupported("the functions of a library take values of 64 bits")) from None
        return self._functions[Kind.ENCODE].answer(self._encoding, items.tobytes())

    def decode(self, data: bytes) -> Any:
        """Returns the values for these bytes. Raises Rejected and NotAnAnswer."""
        output = self._functions[Kind.DECODE].answer(self._encoding, data)
        return output if output is NotImplemented else tuple(array("Q", output))

    def validate(self, data: bytes) -> Any:
        """Returns True if these bytes are well-formed. Raises Rejected and NotAnAnswer."""
        return self._functions[VALIDATE].answer(self._encoding, data)


def _found(library: ctypes.CDLL, name: str, parameters: Sequence[Any]) -> Any:
    """Returns a function of a library. Raises ValueError if the library does not have it."""
    try:
        function = getattr(library, name)
    except AttributeError:
        there = [word for word, function in _FUNCTIONS.items() if hasattr(library, function)]
        raise ValueError(f"it has no function {name}; {expected_instead(there)}") from None
    function.restype = ctypes.c_int
    function.argtypes = parameters
    return function


class _Function:
    """A function of a library, with the memory in which it is asked."""

    def __init__(self, library: ctypes.CDLL, file: str, direction: Direction, tell: Callable[[int], None]):
        """Raises ValueError if the library has no such function."""
        size, pointer = ctypes.c_size_t, ctypes.c_void_p
        output = (pointer, size, pointer) if direction.item_out else ()
        self._function = _found(library, direction.name, (ctypes.c_char_p, pointer, size, *output, pointer))
        self._direction = direction
        self._tell = tell
        self._frame = f"{file}:{direction.name}"
        self._count, self._offset = size(), size()
        self._of_count, self._of_offset = ctypes.addressof(self._count), ctypes.addressof(self._offset)
        self._input, self._output = Fenced(0), Fenced(0)

    def answer(self, encoding: bytes, data: bytes) -> Any:
        """Returns the output for an input, or NotImplemented if the function does not support it. Raises Rejected, and
        NotAnAnswer."""
        asked = _Input(encoding, data, len(data) // self._direction.item_in, crc32(data))
        room = asked.items * self._direction.room + _SPARE
        first = self._call(ROOMY, asked, room)
        if first.status == TOO_SMALL:
            room = first.needed
            first = self._call(ROOMY, asked, room)
            if first.status == TOO_SMALL:
                raise self._wrong(f"asked for room for {room} {self._direction.made}, and was given it, but wants more")
        when, little, expected = "the buffers were elsewhere", asked.some % (asked.items + 1), ""
        if first.status == OK:
            room = len(first.output) // self._direction.item_out
            when, little, expected = "there was room for exactly as many", room - 1, "; expected CONFORM_TOO_SMALL"
        elif first.offset is not None:
            room = first.offset  # of bytes before the fault: what a caller may count who does not look further
            when = f"there was room for {room}"
        for call in (EXACT_AT_THE_END, EXACT_AT_THE_BEGINNING):
            second = self._call(call, asked, room)
            if second != first and (first.status == OK or second.status != TOO_SMALL):
                raise self._differs(first, second, when)
        # with so little room, the function may say so, or must; there cannot be less than no room
        if little >= 0 and (second := self._call(TOO_FEW, asked, little)) != first and second.status != TOO_SMALL:
            raise self._differs(first, second, f"there was room for {little}{expected}")
        if first.status == REJECT:
            raise Rejected(first.offset)
        return first.output if first.status == OK else NotImplemented

    def _call(self, call: int, asked: _Input, room: int) -> Reply:
        """Calls the function with room for so many items of output. Raises NotAnAnswer."""
        direction, data, canaries = self._direction, asked.data, _CANARIES[call]
        length, size = len(data), room * direction.item_out
        if self._input.size < length + _AROUND:
            self._input = Fenced(2 * length + _AROUND)
        if self._output.size < size + _AROUND:
            self._output = Fenced(2 * size + _AROUND)
        source, target = self._input, self._output
        read = source.start + _LOOSE + (asked.some >> call & _ALIGNMENT & -direction.item_in)
        write = target.start + _LOOSE + (asked.some >> call & _ALIGNMENT & -direction.item_out)
        before = behind = _CANARY
        if call == ROOMY:
            read = source.end - length
        elif call == TOO_FEW:
            read = source.start
        elif call == EXACT_AT_THE_END:
            write, behind = target.end - size, 0
        else:
            before = write - target.start - _LOOSE if asked.some & _AWAY else 0
            write = target.start + before
        source.memory[read : read + length] = data
        target.memory[write - before : write + size + behind] = canaries[:1] * (before + size + behind)
        self._count.value = self._offset.value = NOWHERE
        self._tell(call)
        output = (target.address + write, room, self._of_count) if direction.item_out else ()
        status = self._function(asked.encoding, source.address + read, asked.items, *output, self._of_offset)
        found = target.memory[write - before : write + size + behind]
        if not found.startswith(canaries[:before]):
            raise NotAnAnswer(Crash("wrote before the beginning of its output", self._frame))
        if not found.endswith(canaries[:behind]):
            raise NotAnAnswer(Crash("wrote past the end of its output", self._frame))
        if source.memory[read : read + length] != data:
            raise NotAnAnswer(Crash("wrote into its input", self._frame))
        return self._reply(status, asked.items, room, found[before : before + size])

    def _reply(self, status: int, items: int, room: int, output: bytes) -> Reply:
        """Returns what a call gave for so many items, with room for so many. Raises NotAnAnswer."""
        count, offset, made = self._count.value, self._offset.value, self._direction.made
        if status == OK:
            if count > room and self._direction.item_out:
                said = "does not say how many" if count == NOWHERE else f"says that it wrote {count}"
                raise self._wrong(f"{said} {made}, and there was room for {room}")
            return Reply(OK, output=output[: count * self._direction.item_out])
        if status == REJECT:
            if items < offset < NOWHERE:
                raise self._wrong(f"rejects at the offset {offset} of an input of {items}")
            return Reply(REJECT, offset=None if offset == NOWHERE else offset)
        if status == TOO_SMALL and self._direction.item_out:
            if not room < count <= _MOST // self._direction.item_out:
                said = "does not say how much it needs" if count == NOWHERE else f"asks for room for {count}"
                raise self._wrong(f"{said} where there was room for {room} {made}")
            return Reply(TOO_SMALL, needed=count)
        if status == NOT_SUPPORTED:
            return Reply(NOT_SUPPORTED)
        raise self._wrong(f"returned {status}, which conform.h does not define" + " for it" * (status == TOO_SMALL))

    def _wrong(self, what: str) -> NotAnAnswer:
        return NotAnAnswer(Malformed(f"{self._direction.name} {what}"))

    def _differs(self, first: Reply, second: Reply, when: str) -> NotAnAnswer:
        one, other = self._described(first), self._described(second)
        return self._wrong(f"gave {one}, and {other if other != one else f'other {self._direction.made}'} when {when}")

    def _described(self, reply: Reply) -> str:
        if reply.status == OK:
            return f"{len(reply.output) // self._direction.item_out} {self._direction.made}"
        if reply.status == REJECT:
            return "a rejection" if reply.offset is None else f"a rejection at {reply.offset}"
        return "CONFORM_UNSUPPORTED" if reply.status == NOT_SUPPORTED else "CONFORM_TOO_SMALL"


class _Validating(_Function):
    """A function of a library that validates. It is asked with its input at either end of the memory."""

    def answer(self, encoding: bytes, data: bytes) -> Any:
        """Returns True if the input is well-formed, and NotImplemented if the function does not support it. Raises Rejected and
        NotAnAnswer."""
        asked = _Input(encoding, data, len(data), crc32(data))
        first, second = (self._call(call, asked, room=0) for call in (ROOMY, TOO_FEW))
        if first != second:
            raise self._wrong("gave two answers when its input stood at two addresses")
        if first.status == REJECT:
            raise Rejected(first.offset)
        return first.status == OK or NotImplemented


class Fenced:
    """The bytes of `memory` from `start` to `end`, which are whole pages; `size` is their number. `address` is where
    the memory begins. Its bytes before `start` and from `end` on must not be touched."""

    def __init__(self, size: int):
        """Makes room for `size` bytes or more. Raises MemoryError if there is not enough memory."""
        pages = -(-max(size, 1) // mmap.PAGESIZE)
        self.start = _FENCE
        self.size = pages * mmap.PAGESIZE
        self.end = self.start + self.size
        try:
            self.memory = mmap.mmap(-1, self.end + _FENCE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        except OSError as error:
            raise MemoryError(os.strerror(error.errno or 0)) from None
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))
        for fence in (0, self.end):
            if _protect(self.address + fence, _FENCE, _PROT_NONE):
                raise MemoryError(os.strerror(ctypes.get_errno()))
