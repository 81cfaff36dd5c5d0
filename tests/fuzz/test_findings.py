"""Failing inputs: made small, and written into a folder."""

from __future__ import annotations

from pathlib import Path

import made

from encoding_conformance.checks.from_bytes import CheckFailure
from encoding_conformance.fuzz.findings import keep, smallest


class Crashes:
    """ASCII, but decode crashes on an X, and on a Y in another way."""

    def encode(self, values):
        return bytes(values)

    def decode(self, data):
        if b"X" in data:
            raise KeyError(data)
        return [len(None) if byte == 0x59 else byte for byte in data.decode("ascii").encode()]


def test_an_input_becomes_as_small_as_its_signature_allows() -> None:
    found: list[tuple[bytes, CheckFailure]] = []
    target = made.target_on("ascii", Crashes(), found)
    target(b"abYcXdef")
    ((data, failure),) = found
    assert smallest(data, failure, target.failure_at) == b"X"


class EndsAtFF(Crashes):
    """ASCII, but decode crashes on an FF, which checks also put after other inputs."""

    def decode(self, data):
        if b"\xff" in data:
            raise IndexError(data)
        return list(data.decode("ascii").encode())


def test_the_smallest_input_fails_itself() -> None:
    found: list[tuple[bytes, CheckFailure]] = []
    target = made.target_on("ascii", EndsAtFF(), found)
    target(b"ab")
    ((data, failure),) = found
    assert smallest(data, failure, target.failure_at) == b"\xff"


def test_a_file_or_link_with_the_name_of_an_input_stays_as_it_is(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "findings", tmp_path / "elsewhere"
    folder.mkdir()
    elsewhere.write_bytes(b"mine")
    path = keep(folder, b"data", "crash")
    assert (path.read_bytes(), path.name.startswith("crash-")) == (b"data", True)
    path.unlink()
    path.symlink_to(elsewhere)
    assert keep(folder, b"data", "crash") == path
    assert elsewhere.read_bytes() == b"mine"
