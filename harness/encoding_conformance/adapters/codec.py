"""Calls codec objects, and turns their results and exceptions into outcomes (docs/adapters.md, "In Python")."""

import codecs
import importlib
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from os.path import basename, dirname
from typing import Any, Self

from encoding_conformance.core.operation import CHUNKS, EMPTY_CHUNKS, Encode, Kind, Operation
from encoding_conformance.core.outcome import Crash, Decoded, Encoded, Malformed, Outcome, Rejection, Unsupported, Valid
from encoding_conformance.core.text import LONGEST, abridged, printable

VALIDATE = "validate"
"""The operation of a validator, which decodes without returning values."""

OPERATIONS = (*map(str, Kind), VALIDATE)
"""The operations that an implementation may offer, as a manifest names them."""

_LIBRARY = dirname(codecs.__file__)


def load(python: str, folder: str, encodings: Mapping[str, str], offered: Mapping[str, Collection[str]]) -> dict[str, Any]:
    """Returns the codec objects by encoding id (docs/adapters.md, "In Python"). They are at `python`, given as MODULE:ATTRIBUTE
    and imported from `folder` first. If `python` is empty, they are the codecs that `encodings` names in Python's registry.
    `offered` has the operations of each encoding. Raises ValueError if an object lacks a method for one of them, and whatever
    loading raises."""
    if not python:
        return {id: RegistryCodec(name) for id, name in encodings.items()}
    sys.path.insert(0, folder)
    module, _, attribute = python.partition(":")
    value: Any = importlib.import_module(module)
    for name in attribute.split("."):
        value = getattr(value, name)
    ids = list(encodings)
    if len(ids) > 1 and not hasattr(value, "__getitem__"):
        raise ValueError(f"{python} is one object for {len(ids)} encodings; expected a mapping, such as {{{ids[0]!r}: ...}}")
    objects = {ids[0]: value} if len(ids) == 1 else {id: value[id] for id in ids}
    return {id: _offering(codec, offered[id]) for id, codec in objects.items()}


def _offering(codec: Any, operations: Collection[str]) -> Any:
    """Returns an object that offers these operations. Raises ValueError if the codec lacks a method for one of them."""
    if isinstance(codec, type):
        raise ValueError(f"{codec.__name__} is a class; expected an object, such as {codec.__name__}()")
    for name in operations:
        if not hasattr(codec, name):
            present = [each for each in OPERATIONS if hasattr(codec, each)]
            raise ValueError(f"its object has no method {name}; {expected_instead(present)}")
    return Validator(codec) if VALIDATE in operations else codec


def expected_instead(present: Sequence[str]) -> str:
    """Returns the expectation for a message about a missing operation, given the operations that are present."""
    names = (name for name in present if name != VALIDATE or Kind.DECODE not in present)  # a manifest has one of the two
    declared = ", ".join(names)
    return f"expected one, or operations: [{declared}] in the manifest" if declared else "expected one"


def features_of(codec: Any) -> tuple[str, ...]:
    """Returns the features that a codec object offers in addition to the operations."""
    return (CHUNKS, EMPTY_CHUNKS) if getattr(codec, "incremental_decoder", None) else ()


def perform(
    codec: Any, operation: Operation, reason: Callable[[BaseException], str], crashes: type[BaseException] = BaseException
) -> Outcome:
    """Returns the outcome of an operation. `reason` makes the text of a rejection from its exception. Only exceptions of the type
    `crashes` become crashes; others propagate."""
    try:
        if type(operation) is Encode:
            return _encoded(codec.encode(operation.input))
        return _decoded(_in_chunks(codec, operation) if operation.cuts else codec.decode(operation.input))
    except NotAnAnswer as error:
        return error.outcome
    except ValueError as error:
        offset = getattr(error, "start", None) if isinstance(error, UnicodeError) else None
        return Rejection(offset if type(offset) is int and 0 <= offset < 1 << 62 else None, reason(error))
    except crashes as error:
        return Crash(described(error), innermost(error), raised=True)


def _in_chunks(codec: Any, operation: Operation) -> Any:
    """Returns the values of all chunks, or the first return value of the incremental decoder that is not a sequence."""
    if not features_of(codec):
        raise NotAnAnswer(Unsupported("no incremental decoder"))
    decoder, values, data, cuts = codec.incremental_decoder(), [], operation.input, operation.cuts
    for start, end in zip((0, *cuts), (*cuts, None)):
        result = decoder.decode(data[start:end], end is None)
        if not _is_sequence(result):
            return result
        values.extend(result)
    return values


def _encoded(result: Any) -> Outcome:
    if result is NotImplemented:
        return Unsupported()
    if isinstance(result, (bytes, bytearray, memoryview)):
        return Encoded(bytes(result))
    return Malformed(f"encode returned {type(result).__name__}; expected bytes")


def _decoded(result: Any) -> Outcome:
    if result is NotImplemented:
        return Unsupported()
    if result is WELL_FORMED:
        return Valid()
    if not _is_sequence(result):
        cure = ", such as list(map(ord, text))" if isinstance(result, str) else ""
        return Malformed(f"decode returned {type(result).__name__}; expected a sequence of integers{cure}")
    values = tuple(result)
    if set(map(type, values)) <= {int} and min(values, default=0) >= 0:
        return Decoded(values)
    return Malformed("decode returned items that are not integers of 0 or more")


def _is_sequence(result: Any) -> bool:
    return isinstance(result, Sequence) and not isinstance(result, (str, bytes))


def described(error: BaseException) -> str:
    """Returns the message of an exception on one line, with its type unless it is a plain ValueError or a UnicodeError."""
    name, text = "Exception", "(an exception that cannot be printed)"
    with suppress(BaseException):
        name = "" if type(error) is ValueError or isinstance(error, UnicodeError) else type(error).__name__
    with suppress(BaseException):
        text = abridged("".join([str(error)]), LONGEST)  # joined, because it may be a subclass of str
    return printable(": ".join(filter(None, (name, text))), 2 * LONGEST)


def innermost(error: BaseException) -> str:
    """Returns the innermost frame of an exception outside this module and Python's own library, as FILE:FUNCTION; empty without
    one."""
    frame = ""
    try:
        trace = error.__traceback__
        while trace is not None:
            path = trace.tb_frame.f_code.co_filename
            if path != __file__ and not (path.startswith(_LIBRARY) and "site-packages" not in path):
                frame = f"{basename(path)}:{trace.tb_frame.f_code.co_qualname}"
            trace = trace.tb_next
    except BaseException:
        return ""
    return printable(frame)


WELL_FORMED = object()
"""The result of `Validator.decode` for well-formed input."""


class Validator:
    """A codec object whose `decode` calls `validate` of another one, and returns no values."""

    def __init__(self, codec: Any):
        self._codec = codec

    def encode(self, values: tuple[int, ...]) -> Any:
        """Returns the result of the wrapped codec."""
        return self._codec.encode(values)

    def decode(self, data: bytes) -> Any:
        """Returns WELL_FORMED or NotImplemented. Raises ValueError if the input is ill-formed, and NotAnAnswer."""
        result = self._codec.validate(data)
        if result is False:
            raise ValueError
        if result is True:
            return WELL_FORMED
        if result is NotImplemented:
            return result
        raise NotAnAnswer(Malformed(f"validate returned {type(result).__name__}; expected bool"))


class NotAnAnswer(Exception):
    """A codec failed, or its interface cannot hold a value. `perform` returns its `outcome`."""

    def __init__(self, outcome: Outcome):
        super().__init__(outcome)
        self.outcome = outcome


class RegistryCodec:
    """A codec of Python's registry. It works on str, so code points are converted."""

    def __init__(self, name: str):
        """Looks up a codec. Raises LookupError if the name is unknown."""
        self._codec = codecs.lookup(name)
        if self._codec.incrementaldecoder:
            self.incremental_decoder: Callable[[], Any] = _RegistryDecoder(self._codec).restarted

    def encode(self, values: tuple[int, ...]) -> bytes:
        """Returns the bytes for these values. Raises NotAnAnswer above U+10FFFF, and UnicodeError if the codec rejects them."""
        if values and max(values) > sys.maxunicode:
            raise NotAnAnswer(Unsupported("Python's str holds code points to 10FFFF"))
        return self._codec.encode("".join(map(chr, values)), "strict")[0]

    def decode(self, data: bytes) -> list[int]:
        """Returns the code points for these bytes. Raises UnicodeError if the codec rejects them."""
        return list(map(ord, self._codec.decode(data, "strict")[0]))


class _RegistryDecoder:
    """An incremental decoder of the registry, reused for many texts."""

    def __init__(self, codec: codecs.CodecInfo):
        self._codec = codec

    @cached_property
    def _decoder(self) -> codecs.IncrementalDecoder:
        return self._codec.incrementaldecoder("strict")

    def restarted(self) -> Self:
        """Returns itself, in the decoder's initial state."""
        self._decoder.reset()
        return self

    def decode(self, data: bytes, final: bool) -> list[int]:
        """Decodes one chunk. Drops the offset of a rejection, because it counts from the beginning of the chunk."""
        try:
            return list(map(ord, self._decoder.decode(data, final)))
        except UnicodeError as error:
            raise ValueError(str(error)) from None
