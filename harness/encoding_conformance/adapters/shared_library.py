"""Makes codec objects from the functions of a shared library (docs/adapters.md, "A shared library").

Each operation is called several times, with its buffers at different addresses, and all results must agree. In each call, one end
of one buffer touches a guard page. Known bytes, the canaries, surround the other ends. So a crash shows which end was overrun
(see `CALLS`), and the canaries show a write beyond another end.
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
"""The return values of the functions, as in conform.h."""

NOWHERE = ctypes.c_size_t(-1).value
"""CONFORM_NOWHERE, the offset of a rejection without an offset. Before a call, it is in `*count` and in `*offset`."""

ROOMY, EXACT_AT_THE_END, EXACT_AT_THE_BEGINNING, TOO_FEW = range(1, 5)
"""The kinds of calls of one operation."""

CALLS = {
    ROOMY: "read past the end of its input",
    EXACT_AT_THE_END: "wrote past the end of its output",
    EXACT_AT_THE_BEGINNING: "wrote before the beginning of its output",
    TOO_FEW: "read before the beginning of its input",
}
"""What a function probably did if it touched the guard page, by call."""

_CANARY, _LOOSE = 64, mmap.PAGESIZE
"""For an end away from a guard page: the number of canaries, which is the most bytes that one instruction writes, and the
distance from the next guard page, so that only an overrun of another end touches it."""

_ALIGNMENT = 63
"""A mask of addresses. All alignments that it leaves are tried; no instruction needs more than 64 bytes."""

_AWAY = 1 << 31
"""The bit that decides whether an output of exactly the right size begins near the guard page, and not at it. Then canaries
fill the space before it."""

_AROUND = 2 * _LOOSE + _ALIGNMENT
"""The bytes of memory that are needed around a buffer."""

_CANARIES = {call: bytes([byte]) * _CANARY for call, byte in zip(CALLS, b"\xa5\x5a\xc3\x3c")}
"""The bytes around and in an output before each call. They differ by call, so that unwritten output differs as well."""

_MOST, _SPARE = 64 << 20, 16
"""The most bytes of an output, and the spare items of room in the first call."""

_FENCE = 16 * mmap.PAGESIZE
"""The bytes of the guard pages before and after. They are reserved, but cost no memory."""

_PROT_NONE = 0
"""PROT_NONE: mapped memory may be neither read nor written."""

_protect = ctypes.CDLL(None, use_errno=True).mprotect
_protect.argtypes = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int


class Rejected(UnicodeError):
    """The input is ill-formed. `start` is the offset, or None."""

    def __init__(self, start: int | None):
        super().__init__()
        self.start = start


class Direction(NamedTuple):
    """A function: its name, the word for its output, the bytes per item of its input and output, and the items of room for each
    item of input in the first call. A function that validates has no output."""

    name: str
    made: str
    item_in: int
    item_out: int
    room: int


DECODE = Direction("conform_decode", "values", item_in=1, item_out=8, room=1)
ENCODE = Direction("conform_encode", "bytes", item_in=8, item_out=1, room=16)
_VALIDATE = Direction("conform_validate", "nothing", item_in=1, item_out=0, room=0)

_FUNCTIONS = {Kind.ENCODE: ENCODE.name, Kind.DECODE: DECODE.name, VALIDATE: _VALIDATE.name}
"""The function names by operation."""


class _Input(NamedTuple):
    """The input of a function in an encoding, with its number of items. Its `hash` determines the addresses of the buffers, so an
    operation always has the same outcome."""

    encoding: bytes
    data: bytes
    items: int
    hash: int


class Reply(NamedTuple):
    """The result of a call: the returned status, with the bytes of the output, the offset of the rejection, or the capacity that
    the function needs."""

    status: int
    output: bytes = b""
    offset: int | None = None
    needed: int = 0


def load(path: Path, offered: Mapping[str, Collection[str]], note: Callable[[int], None]) -> dict[str, Any]:
    """Returns the codec objects of a library by encoding id, given the operations of each. Calls `note` with the key in CALLS
    before each call. Raises ValueError if the library cannot be used."""
    if not path.is_file():
        raise ValueError("the file is missing; build it, or add its build command to the manifest, such as build: [make]")
    try:
        sanitizer = sanitizer_of(read_file(path, LARGEST_LIBRARY))
        if sanitizer and os.environ.get(SANITIZER) != sanitizer:
            raise ValueError(f"it was built with the sanitizer {sanitizer}, whose runtime is not installed here")
        library = ctypes.CDLL(str(path))
    except OSError as error:
        raise ValueError(str(error).removeprefix(f"{path}: ")) from None
    make: dict[str, Callable[[], Any]] = {
        Kind.DECODE: partial(_Function, library, path.name, DECODE, note),
        Kind.ENCODE: partial(_Function, library, path.name, ENCODE, note),
        VALIDATE: partial(_Validating, library, path.name, _VALIDATE, note),
    }
    functions = {word: make[word]() for word in sorted(set(chain(*offered.values())))}
    codecs = {id: LibraryCodec(id.encode(), functions) for id in offered}
    return {id: Validator(codec) if VALIDATE in offered[id] else codec for id, codec in codecs.items()}


class LibraryCodec:
    """One encoding of a library. `functions` has its functions by operation."""

    def __init__(self, encoding: bytes, functions: Mapping[str, Any]):
        self._encoding = encoding
        self._functions = functions

    def encode(self, values: tuple[int, ...]) -> Any:
        """Returns the bytes for these values. Raises Rejected and NotAnAnswer."""
        try:
            items = array("Q", values)
        except OverflowError:
            raise NotAnAnswer(Unsupported("library functions take 64-bit values")) from None
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
        present = [operation for operation, function in _FUNCTIONS.items() if hasattr(library, function)]
        expected = expected_instead(present) if present else 'expected one, which in C++ is extern "C"'
        raise ValueError(f"it has no function {name}; {expected}") from None
    function.restype = ctypes.c_int
    function.argtypes = parameters
    return function


class _Function:
    """A function of a library, with the memory for its buffers."""

    def __init__(self, library: ctypes.CDLL, file: str, direction: Direction, note: Callable[[int], None]):
        """Raises ValueError if the library has no such function."""
        size, pointer = ctypes.c_size_t, ctypes.c_void_p
        output = (pointer, size, pointer) if direction.item_out else ()
        self._function = _found(library, direction.name, (ctypes.c_char_p, pointer, size, *output, pointer))
        self._direction = direction
        self._note = note
        self._frame = f"{file}:{direction.name}"
        self._count, self._offset = size(), size()
        self._of_count, self._of_offset = ctypes.addressof(self._count), ctypes.addressof(self._offset)
        self._input, self._output = Fenced(0), Fenced(0)

    def answer(self, encoding: bytes, data: bytes) -> Any:
        """Returns the output for an input, or NotImplemented if the function does not support it. Raises Rejected and
        NotAnAnswer."""
        request = _Input(encoding, data, len(data) // self._direction.item_in, crc32(data))
        room = request.items * self._direction.room + _SPARE
        first = self._call(ROOMY, request, room)
        if first.status == TOO_SMALL:
            room = first.needed
            first = self._call(ROOMY, request, room)
            if first.status == TOO_SMALL:
                raise self._wrong(f"requested room for {room} {self._direction.made}, got it, and requests more")
        when, little, expected = "the buffers were at other addresses", request.hash % (request.items + 1), ""
        if first.status == OK:
            room = len(first.output) // self._direction.item_out
            when, little, expected = "there was room for exactly that many", room - 1, "; expected CONFORM_TOO_SMALL"
        elif first.offset is not None:
            room = first.offset  # the bytes before the fault, as many as a caller may count first
            when = f"there was room for {room}"
        for call in (EXACT_AT_THE_END, EXACT_AT_THE_BEGINNING):
            second = self._call(call, request, room)
            if second != first and (first.status == OK or second.status != TOO_SMALL):
                raise self._differs(first, second, when)
        # with too little room, the function may report it, or must; room cannot be negative
        if little >= 0 and (second := self._call(TOO_FEW, request, little)) != first and second.status != TOO_SMALL:
            raise self._differs(first, second, f"there was room for {little}{expected}")
        if first.status == REJECT:
            raise Rejected(first.offset)
        return first.output if first.status == OK else NotImplemented

    def _call(self, call: int, request: _Input, room: int) -> Reply:
        """Calls the function with room for `room` items of output. Raises NotAnAnswer."""
        direction, data, canaries = self._direction, request.data, _CANARIES[call]
        length, size = len(data), room * direction.item_out
        if self._input.size < length + _AROUND:
            self._input = Fenced(2 * length + _AROUND)
        if self._output.size < size + _AROUND:
            self._output = Fenced(2 * size + _AROUND)
        source, target = self._input, self._output
        read = source.start + _LOOSE + (request.hash >> call & _ALIGNMENT & -direction.item_in)
        write = target.start + _LOOSE + (request.hash >> call & _ALIGNMENT & -direction.item_out)
        before = after = _CANARY
        if call == ROOMY:
            read = source.end - length
        elif call == TOO_FEW:
            read = source.start
        elif call == EXACT_AT_THE_END:
            write, after = target.end - size, 0
        else:
            before = write - target.start - _LOOSE if request.hash & _AWAY else 0
            write = target.start + before
        source.memory[read : read + length] = data
        target.memory[write - before : write + size + after] = canaries[:1] * (before + size + after)
        self._count.value = self._offset.value = NOWHERE
        self._note(call)
        output = (target.address + write, room, self._of_count) if direction.item_out else ()
        status = self._function(request.encoding, source.address + read, request.items, *output, self._of_offset)
        written = target.memory[write - before : write + size + after]
        if not written.startswith(canaries[:before]):
            raise NotAnAnswer(Crash("wrote before the beginning of its output", self._frame))
        if not written.endswith(canaries[:after]):
            raise NotAnAnswer(Crash("wrote past the end of its output", self._frame))
        if source.memory[read : read + length] != data:
            raise NotAnAnswer(Crash("wrote into its input", self._frame))
        return self._reply(status, request.items, room, written[before : before + size])

    def _reply(self, status: int, items: int, room: int, output: bytes) -> Reply:
        """Returns the reply of a call for `items` items of input, with room for `room`. Raises NotAnAnswer."""
        count, offset, made = self._count.value, self._offset.value, self._direction.made
        if status == OK:
            if count > room and self._direction.item_out:
                said = "does not say how many" if count == NOWHERE else f"says that it wrote {count}"
                raise self._wrong(f"{said} {made}, and there was room for {room}")
            return Reply(OK, output=output[: count * self._direction.item_out])
        if status == REJECT:
            if items < offset < NOWHERE:
                raise self._wrong(f"rejects at offset {offset} of an input of {items}")
            return Reply(REJECT, offset=None if offset == NOWHERE else offset)
        if status == TOO_SMALL and self._direction.item_out:
            if not room < count <= _MOST // self._direction.item_out:
                said = "does not say how much room it needs" if count == NOWHERE else f"requests room for {count}"
                raise self._wrong(f"{said} when there was room for {room} {made}")
            return Reply(TOO_SMALL, needed=count)
        if status == NOT_SUPPORTED:
            return Reply(NOT_SUPPORTED)
        raise self._wrong(f"returned {status}, which conform.h does not define" + " for it" * (status == TOO_SMALL))

    def _wrong(self, error: str) -> NotAnAnswer:
        return NotAnAnswer(Malformed(f"{self._direction.name} {error}"))

    def _differs(self, first: Reply, second: Reply, when: str) -> NotAnAnswer:
        before, after = self._described(first), self._described(second)
        return self._wrong(f"gave {before}, and {after if after != before else f'other {self._direction.made}'} when {when}")

    def _described(self, reply: Reply) -> str:
        if reply.status == OK:
            return f"{len(reply.output) // self._direction.item_out} {self._direction.made}"
        if reply.status == REJECT:
            return "a rejection" if reply.offset is None else f"a rejection at {reply.offset}"
        return "CONFORM_UNSUPPORTED" if reply.status == NOT_SUPPORTED else "CONFORM_TOO_SMALL"


class _Validating(_Function):
    """A function of a library that validates. It is called with its input at either end of the memory."""

    def answer(self, encoding: bytes, data: bytes) -> Any:
        """Returns True if the input is well-formed, and NotImplemented if the function does not support it. Raises Rejected and
        NotAnAnswer."""
        request = _Input(encoding, data, len(data), crc32(data))
        first, second = (self._call(call, request, room=0) for call in (ROOMY, TOO_FEW))
        if first != second:
            raise self._wrong("gave two answers for the same input at two addresses")
        if first.status == REJECT:
            raise Rejected(first.offset)
        return first.status == OK or NotImplemented


class Fenced:
    """Whole pages of `memory` from `start` to `end`, `size` bytes in all, between guard pages. `address` is the address of the
    memory."""

    def __init__(self, size: int):
        """Allocates at least `size` bytes. Raises MemoryError if there is not enough memory."""
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
