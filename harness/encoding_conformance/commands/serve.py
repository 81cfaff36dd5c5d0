"""`conform serve`"""

import os
import sys
from collections.abc import Iterator
from dataclasses import replace

import click

from encoding_conformance.adapters.protocol_lines import VERSION, ProtocolError, parse_request, reply
from encoding_conformance.adapters.testee import Testee
from encoding_conformance.commands.arguments import present
from encoding_conformance.commands.main import AT_FAULT
from encoding_conformance.core.notation import failure_text
from encoding_conformance.core.operation import CHUNKS, Operation
from encoding_conformance.core.outcome import FAILURES, Outcome, Unsupported
from encoding_conformance.runner import registry

_READ = 1 << 16

Request = tuple[str, str, Operation | None]
"""The result of `parse_request`."""


@click.command("serve")
@click.option("-i", "selector", required=True, metavar="NAME|PATH", help="The implementation.")
def command(selector: str) -> int:
    """Speak the plug-in protocol for an implementation.

    It ends at the end of its input.
    """
    (implementation,) = present([replace(registry.find(selector), named=True)])
    with Testee(implementation) as testee:
        for lines in _batches():
            requests, problem = _parsed(lines)
            replies, failure = _answers(testee, requests)
            sys.stdout.write("".join(replies))
            sys.stdout.flush()
            if problem := failure or problem:
                click.echo(f"conform: {selector}: {problem}", err=True)
                return AT_FAULT
    return 0


def _batches() -> Iterator[list[bytes]]:
    """Yields lines of the input in batches, each with all lines that are there."""
    rest = b""
    while piece := os.read(sys.stdin.fileno(), _READ):
        *lines, rest = (rest + piece).split(b"\n")
        yield lines
    if rest:
        yield [rest]


def _parsed(lines: list[bytes]) -> tuple[list[Request], str]:
    """Returns the requests up to the first line that is not a request, and then what is wrong with that line."""
    requests: list[Request] = []
    for line in lines:
        try:
            requests.append(parse_request(line))
        except ProtocolError as error:
            return requests, str(error)
    return requests, ""


def _answers(testee: Testee, requests: list[Request]) -> tuple[list[str], str]:
    """Returns the replies to the requests up to the first that fails, and the failure."""
    refusals = [_refusal(testee, operation) for _, _, operation in requests]
    operations = [operation for (_, _, operation), refusal in zip(requests, refusals) if operation and not refusal]
    outcomes = iter(testee.perform(operations, stop=True))
    replies: list[str] = []
    for (id, _, operation), refusal in zip(requests, refusals):
        if operation is None:
            encodings = testee.implementation.encodings
            chunks = [CHUNKS] if all(CHUNKS in testee.features(encoding) for encoding in encodings) else []
            replies.append(" ".join([id, "ok", VERSION, ",".join(encodings), *chunks]) + "\n")
            continue
        outcome: Outcome = refusal or next(outcomes)
        if isinstance(outcome, FAILURES):
            return replies, failure_text(outcome)
        replies.append(reply(id, outcome))
    return replies, ""


def _refusal(testee: Testee, operation: Operation | None) -> Unsupported | None:
    """Returns the answer if the implementation does not offer the operation; None if it does."""
    if operation and operation.encoding not in testee.implementation.encodings:
        return Unsupported("no such encoding")
    if operation and operation.kind not in (limits := testee.implementation.encodings[operation.encoding].limits).operations:
        return Unsupported(limits.lacks)
    if operation and operation.cuts and CHUNKS not in testee.features(operation.encoding):
        return Unsupported("no incremental decoder")
    return None
