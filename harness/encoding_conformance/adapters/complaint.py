"""Finds the complaint of a process on standard error: the line that names the exception, not the stack after it, or the report of
a sanitizer."""

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from encoding_conformance.core.outcome import Crash
from encoding_conformance.core.text import abridged, printable

_LONGEST = 200
"""The most characters of a complaint that are shown, from its beginning and its end."""

_REACH = 12
"""The number of lines before a stack that may name the exception, because its message may have several lines."""

_STACK = re.compile(
    r"\s.*|\)|\}|"  # indented lines, and the end of an exception in Node
    r"[Ss]tack (?:back)?trace:.*|Call[sS]tack.*|Current stack trace:|stack traceback:|#\d+ .*|"
    r"goroutine \d+ .*|created by .*|[\w./*()-]+\.[\w.*()\[\]-]+\(.*\)|exit status \d+|\[signal .*|"  # Go
    r"Node\.js v.*|\(Use `node .*|"
    r"note: .*|thread caused non-unwinding panic.*|panic in a function that cannot unwind|"  # Rust
    r"thread '.*' .*panicked at .*/panicking\.rs:.*|"
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
"""A line that continues on the next line."""

_SYNTAX = re.compile(r"(?:Syntax|Indentation|Tab)Error\b")

_SOURCE_LINE = re.compile(r'\s*File "(.+)", line (\d+)|(?:file://)?(/.+):(\d+)')
"""A line with the file and line of a syntax error, as Python and Node write it before the error."""

_SUMMARY = re.compile(rb"SUMMARY: (\w+Sanitizer): ([\w-]+)(?: ([^\s:]+)[:\d]*)?(?: in ([^\s(]+))?")
"""The last line of a sanitizer's report."""


def complaint(standard_error: str) -> str:
    """Returns the complaint at the end of standard error, on one line: the report of a sanitizer, the line that names the
    exception before a stack, or the last line. It is empty if standard error is empty."""
    if reports := _SANITIZER.findall(standard_error):
        return abridged(reports[-1], _LONGEST)
    lines = [line.rstrip() for line in standard_error.splitlines() if line.strip()]
    if not lines:
        return ""
    index = _before_the_stack(lines)
    text = lines[index].strip()
    if index and _CONTINUED.fullmatch(lines[index - 1].strip()):
        text = f"{lines[index - 1].strip()} {text}"
    elif _CONTINUED.fullmatch(text) and index + 1 < len(lines):
        text = f"{text} {lines[index + 1].strip()}"
    elif _SYNTAX.match(text) and (sources := list(filter(None, map(_SOURCE_LINE.fullmatch, lines[:index])))):
        path, line = filter(None, sources[-1].groups())
        text = f"{text} ({PurePosixPath(path).name}:{line})"
    return abridged(text, _LONGEST)


def _before_the_stack(lines: Sequence[str]) -> int:
    """Returns the index of the line that names the exception, or of the last line if there is no stack."""
    last = len(lines) - 1
    index = next((index for index in range(last, -1, -1) if not _STACK.fullmatch(lines[index])), last)
    if index == last:
        return index
    near = range(index, max(index - _REACH, -1), -1)
    return next((earlier for earlier in near if _NAMES.match(lines[earlier])), index)


def sanitizer_report(standard_error: bytes) -> Crash | None:
    """Returns the crash that a sanitizer reports, with the function that crashed; None without a report."""
    if not (summaries := list(_SUMMARY.finditer(standard_error))):
        return None
    sanitizer, error, path, function = (printable((part or b"").decode("utf-8", "replace")) for part in summaries[-1].groups())
    return Crash(f"{error} ({sanitizer})", f"{PurePosixPath(path).name}:{function}" if function else "")
