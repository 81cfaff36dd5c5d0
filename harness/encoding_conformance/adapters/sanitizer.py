"""Finds what a sanitizer says on standard error, in its last line, before it ends a process."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from encoding_conformance.adapters.text import printable
from encoding_conformance.core.outcome import Crash

_SUMMARY = re.compile(rb"SUMMARY: (\w+Sanitizer): ([\w-]+)(?: ([^\s:]+)[:\d]*)?(?: in (\S+))?")


def report(standard_error: bytes) -> Crash | None:
    """The crash that a sanitizer reports, with the function in which it happened; None if there is no report."""
    if not (summaries := list(_SUMMARY.finditer(standard_error))):
        return None
    sanitizer, what, path, function = (printable((part or b"").decode("utf-8", "replace")) for part in summaries[-1].groups())
    return Crash(f"{what} ({sanitizer})", f"{PurePosixPath(path).name}:{function}" if function else "")
