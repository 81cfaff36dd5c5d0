"""Finds what a process complained about on standard error: the line that names the exception, not the stack after it; or what
a sanitizer says before it ends the process."""

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from encoding_conformance.core.outcome import Crash
from encoding_conformance.core.text import abridged, printable

_LONGEST = 200
"""The number of characters of a complaint that are shown, from its beginning and its end."""

_REACH = 12
"""The number of lines before a stack in which the exception is looked for, because what it says may have several lines."""

_STACK = re.compile(
    r"\s.*|\)|\}|"  # whatever is indented, and the end of what Node shows of an exception
    r"[Ss]tack (?:back)?trace:.*|Call[sS]tack.*|Current stack trace:|stack traceback:|#\d+ .*|"
    r"goroutine \d+ .*|created by .*|[\w./*()-]+\.[\w.*()\[\]-]+\(.*\)|exit status \d+|\[signal .*|"  # Go
    r"Node\.js v.*|\(Use `node .*|"
    r"note: .*|"  # Rust
    r"\.\.\. \d+ more|==\d+==ABORTING"
)
"""A line of a stack, or another line that follows an exception."""

_NAMES = re.compile(
    r"(?:[\w.$:/\\-]*(?:Error|Exception|Panic|Fault)\b|Caused by:|Exception in thread|Unhandled exception|terminate called|"
    r"panic: |fatal error: |thread '.*' .*panicked at|thread '.*' .*has overflowed|.*\bFatal error: )"
)
"""The beginning of a line that names an exception."""

_SANITIZER = re.compile(r"==\d+==\s*(?:ERROR|WARNING): \w+Sanitizer: .*")

_CONTINUED = re.compile(r"thread '.*' .*panicked at .*:|terminate called after throwing an instance of .*")
"""A line whose exception is explained on the next line."""

_SYNTAX = re.compile(r"(?:Syntax|Indentation|Tab)Error\b")

_PLACE = re.compile(r'\s*File "(.+)", line (\d+)|(?:file://)?(/.+):(\d+)')
"""A line that says where a syntax error is, as Python and Node write it above the error."""

_SUMMARY = re.compile(rb"SUMMARY: (\w+Sanitizer): ([\w-]+)(?: ([^\s:]+)[:\d]*)?(?: in ([^\s(]+))?")
"""The last line of a sanitizer's report."""


def complaint(standard_error: str) -> str:
    """Returns what the end of standard error complains about, on one line: what a sanitizer reports, or the line that names the
    exception before a stack, or the last line. It is empty if there is no line."""
    if reports := _SANITIZER.findall(standard_error):
        return abridged(reports[-1], _LONGEST)
    lines = [line.rstrip() for line in standard_error.splitlines() if line.strip()]
    if not lines:
        return ""
    index = _before_the_stack(lines)
    found = lines[index].strip()
    if index and _CONTINUED.fullmatch(lines[index - 1].strip()):
        found = f"{lines[index - 1].strip()} {found}"
    elif _CONTINUED.fullmatch(found) and index + 1 < len(lines):
        found = f"{found} {lines[index + 1].strip()}"
    elif _SYNTAX.match(found) and (places := list(filter(None, map(_PLACE.fullmatch, lines[:index])))):
        path, line = filter(None, places[-1].groups())
        found = f"{found} ({PurePosixPath(path).name}:{line})"
    return abridged(found, _LONGEST)


def _before_the_stack(lines: Sequence[str]) -> int:
    """Returns the index of the line that names the exception; that of the last line if no stack follows any."""
    last = len(lines) - 1
    index = next((index for index in range(last, -1, -1) if not _STACK.fullmatch(lines[index])), last)
    if index == last:
        return index
    near = range(index, max(index - _REACH, -1), -1)
    return next((earlier for earlier in near if _NAMES.match(lines[earlier])), index)


def sanitizer_report(standard_error: bytes) -> Crash | None:
    """Returns the crash that a sanitizer reports, with the function in which it happened; None if there is no
    report."""
    if not (summaries := list(_SUMMARY.finditer(standard_error))):
        return None
    sanitizer, what, path, function = (printable((part or b"").decode("utf-8", "replace")) for part in summaries[-1].groups())
    return Crash(f"{what} ({sanitizer})", f"{PurePosixPath(path).name}:{function}" if function else "")
