"""Drafts a test vector for a person to complete: YAML with everything that is known, and comments about the rest. It
does no I/O."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from json import dumps

from encoding_conformance.core.identity import Id, vector_id
from encoding_conformance.core.notation import sequence_text
from encoding_conformance.core.operation import Kind, Operation
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.text import printable
from encoding_conformance.core.vector import REASONS, Permitted, Vector, Witness
from encoding_conformance.report.failure import vector_lines

_TOKENS, _LETTERS = 6, 12
"""The most tokens of an input that a name contains, and the most characters of each."""

_OTHERS = 3
"""The most requirements that are named besides the likeliest one, and the most requirements of a check that are named."""


@dataclass(frozen=True)
class Says:
    """The answer of an implementation or the model.

    `witness` is the form in which a vector states the answer as a witness. `outcome` is the answer as text. `agrees` says
    whether the answer is permitted. Witnesses with the same `source` do not count as independent.
    """

    name: str
    witness: Witness
    outcome: str
    agrees: bool
    source: str


@dataclass(frozen=True)
class VectorDraft:
    """A test vector to complete.

    `by` names the authority for the permitted outcomes. If there is none, `by` and `permitted` are empty. `check` is the
    name of the check that found the vector, and `served` are the requirements that the check serves. `vectors` are the
    existing vectors of the encoding, and `said` are the answers to the operation.
    """

    operation: Operation
    permitted: tuple[Permitted, ...]
    by: str
    check: str
    served: tuple[str, ...]
    vectors: Sequence[Vector]
    said: Sequence[Says]

    def text(self, about: Iterable[str]) -> str:
        """Returns the text of a file with this vector. The lines `about` it come first, as comments."""
        same = [vector.id for vector in self.vectors if vector.operation == self.operation]
        id = id_of(self.operation, self.permitted, {vector.id for vector in self.vectors})
        lines = [
            *(_comment("", line) for line in (*about, *(f"{id} asks the same already" for id in same), _TO_BE_DONE)),
            f"encodings: [{self.operation.encoding}]",
            "vectors:",
            _comment("  ", f"permitted: as {self.by}" if self.by else _UNSETTLED),
            *("  " + line for line in vector_lines(id, self.operation, self.permitted)),
            *self._requirements(),
            *self._witnesses(),
        ]
        return "\n".join(lines) + "\n"

    def _requirements(self) -> Iterator[str]:
        alike = like(self.vectors, self.operation, self.permitted)
        counts = Counter(id for vector in alike for id in vector.requirements).most_common(1 + _OTHERS)
        for word, (id, number) in zip(("", *["or "] * _OTHERS), counts):
            example = next(vector.id for vector in alike if id in vector.requirements)
            yield _comment("    ", f"{word}{id}: of {number} of {len(alike)} vectors much like it; one is {example}")
        if self.served:
            some, rest = ", ".join(self.served[:_OTHERS]), len(self.served) - _OTHERS
            more = f" and {rest} more" if rest > 0 else ""
            yield _comment("    ", f"{'or ' if counts else ''}{some}{more}: of the check {self.check}")
        chosen = counts[0][0] if counts else ", ".join(self.served[:1])
        yield f"    requirements: [{chosen}]"

    def _witnesses(self) -> Iterator[str]:
        agree = [each for each in self.said if each.agrees]
        yield f"    witnesses:  # {_TWO}; asked now, {'these agree:' if agree else 'nobody agrees:'}"
        first: dict[str, str] = {}
        for each in agree:
            one_with = first.setdefault(each.source, each.name)
            says = f"  # says {each.outcome}" if len(self.permitted) > 1 else ""
            shares = f"  # one witness with {one_with}: both rest on {each.source}" if one_with != each.name else ""
            yield _comment("      ", f"- {each.witness.kind}: {_quoted(each.witness.text)}{shares}{says}")
        for each in self.said:
            if not each.agrees:
                yield _comment("      ", f"otherwise {each.name}: {each.outcome}")


_TO_BE_DONE = "a draft: choose the id, name two witnesses that were written apart, and look at the rest"
_UNSETTLED = "neither a law nor a table says what is permitted: to be settled, as result, reject or permitted"
_TWO = "two that were written apart are for a person to name"


def id_of(operation: Operation, permitted: Sequence[Permitted], taken: Collection[Id]) -> str:
    """Returns a name for a vector that none of the `taken` ids has. It consists of the reason why the input is
    ill-formed, and the input.

    It begins with a word, because YAML would read a few digits as a number.
    """
    tokens = sequence_text(operation.input).lower().replace("*", "x").replace("{", "x").replace("}", "").split(" ")
    tokens = ["nothing"] if tokens == ["-"] else [token[:_LETTERS] for token in tokens]
    if len(tokens) > _TOKENS:
        tokens = [*tokens[: _TOKENS - 2], "and", str(len(tokens) - _TOKENS + 2), "more"]
    reason = next((each.text for each in permitted if isinstance(each, Rejection) and each.text in REASONS), "")
    kind = [operation.kind] if operation.kind == Kind.ENCODE or not reason else []
    name = "-".join([*kind, *([reason] if reason else []), *tokens])
    names = (name if number == 1 else f"{name}-{number}" for number in count(1))
    return next(name for name in names if vector_id(operation.encoding, name) not in taken)


def like(vectors: Iterable[Vector], operation: Operation, permitted: Sequence[Permitted]) -> list[Vector]:
    """Returns the vectors that are most similar to an operation and its permitted outcomes.

    They have the same kind of operation, and permit outcomes of the same kinds for the same reasons. Among these, vectors
    with the same byte or value at the fault are preferred, and among those, vectors whose input has the same length.
    """
    alike = [
        (_nearness(vector.operation, vector.permitted, operation, permitted), vector)
        for vector in vectors
        if vector.operation.kind == operation.kind and _kinds(vector.permitted) == _kinds(permitted)
    ]
    nearest = max((nearness for nearness, _ in alike), default=None)
    return [vector for nearness, vector in alike if nearness == nearest]


def _nearness(one: Operation, of_one: Sequence[Permitted], other: Operation, of_other: Sequence[Permitted]) -> tuple[bool, bool]:
    return _at_fault(one, of_one) == _at_fault(other, of_other), len(one.input) == len(other.input)


def _at_fault(operation: Operation, permitted: Sequence[Permitted]) -> bytes | tuple[int, ...]:
    """Returns the byte or value at which the first fault begins, as a sequence. If there is no fault, it is the first of
    the input."""
    offset = next((each.offset for each in permitted if isinstance(each, Rejection)), 0) or 0
    return operation.input[offset : offset + 1]


def _kinds(permitted: Sequence[Permitted]) -> list[tuple[type, str]]:
    return [(type(each), each.text if isinstance(each, Rejection) else "") for each in permitted]


def _comment(indent: str, text: str) -> str:
    return f"{indent}# {printable(text)}"


def _quoted(text: str) -> str:
    return dumps(text, ensure_ascii=False)
