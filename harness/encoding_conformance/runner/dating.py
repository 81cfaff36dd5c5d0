"""Writes into the text of a manifest what its known deviations were seen with. It does no I/O."""

from __future__ import annotations

import json

from encoding_conformance.adapters.manifest import DEVIATIONS, DEVIATIONS_OF, DEVIATIONS_ON
from encoding_conformance.runner.manifest_text import CannotWrite, above, data_of, key_of, line_end, root_of, value_of


def dated(text: str, version: str, platform: str) -> str:
    """The text of a manifest that says of which version its known deviations are, above them and their comment. The platform
    is written only if the manifest states one. Nothing else changes, and nothing at all if the version is not known or if
    there is no known deviation.

    Raises CannotWrite if the manifest has a form in which that cannot be written.
    """
    if not version:
        return text
    new = _with(text, DEVIATIONS_OF, version)
    return _with(new, DEVIATIONS_ON, platform) if value_of(root_of(new), DEVIATIONS_ON) else new


def _with(text: str, key: str, value: str) -> str:
    """The text with another value of a key, or with the key above the known deviations."""
    root = root_of(text)
    stated, listed = value_of(root, key), key_of(root, DEVIATIONS)
    quoted = json.dumps(value, ensure_ascii=False)
    if stated:
        new = text[: stated.start_mark.index] + quoted + text[stated.end_mark.index :]
    elif listed:
        lines = text.splitlines(keepends=True)
        place = above(lines, listed.start_mark.line)
        new = "".join([*lines[:place], f"{key}: {quoted}{line_end(text)}", *lines[place:]])
    else:
        return text
    if data_of(new) != data_of(text) | {key: value}:
        raise CannotWrite(f"{key} cannot be written into the manifest; write it by hand: {key}: {quoted}")
    return new
