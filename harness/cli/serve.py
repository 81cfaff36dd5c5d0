"""`conform serve`"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import click

from harness.adapters.protocol import CHUNKS, VERSION, ProtocolError, parse_request, reply
from harness.adapters.testee import Testee
from harness.cli.common import load_library
from harness.cli.main import AT_FAULT
from harness.core.outcome import FAILURES, Outcome, Unsupported
from harness.runner import registry

_READ = 1 << 16


@click.command("serve")
@click.option("-i", "selector", required=True, metavar="NAME|PATH", help="The implementation.")
def command(selector: str) -> int:
    """Speak the plug-in protocol for an implementation, on standard input and output, until the end of input."""
    (registered,) = registry.selected([selector], load_library(()).encodings)
    with Testee(registered.implementation) as testee:
        for lines in _batches():
            try:
                answers = _answers(testee, lines)
            except ProtocolError as error:
                click.echo(f"conform: {error}", err=True)
                return AT_FAULT
            sys.stdout.write("".join(text for text, _ in answers))
            sys.stdout.flush()
            if failure := next((failure for _, failure in answers if failure), None):
                click.echo(f"conform: {selector}: {failure}", err=True)
                return AT_FAULT
    return 0


def _batches() -> Iterator[list[bytes]]:
    """The lines that are there, as many as there are at a time."""
    rest = b""
    while piece := os.read(sys.stdin.fileno(), _READ):
        *lines, rest = (rest + piece).split(b"\n")
        yield lines
    if rest:
        yield [rest]


def _answers(testee: Testee, lines: list[bytes]) -> list[tuple[str, str]]:
    """For each request its reply, or what failed in place of one; nothing behind a failure. Raises ProtocolError."""
    requests = [parse_request(line) for line in lines]
    offered = testee.implementation.encodings
    operations = [operation for _, _, operation in requests if operation and operation.encoding in offered]
    outcomes = iter(testee.perform(operations, stop=True))
    answers: list[tuple[str, str]] = []
    for id, word, operation in requests:
        if operation is None:
            answers.append((_hello(testee, id), ""))
            continue
        outcome: Outcome = next(outcomes) if operation.encoding in offered else Unsupported("no such encoding")
        if isinstance(outcome, FAILURES):
            return [*answers, ("", outcome.text)]
        answers.append((reply(id, outcome), ""))
    return answers


def _hello(testee: Testee, id: str) -> str:
    encodings = testee.implementation.encodings
    chunks = [CHUNKS] if all(testee.chunks(encoding) for encoding in encodings) else []
    return " ".join([id, "ok", VERSION, ",".join(encodings), *chunks]) + "\n"
