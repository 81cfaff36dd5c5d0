"""The plug-ins in C that are also libraries: both do the same, so every string of two bytes has the outcome of the manifest."""

from __future__ import annotations

import json

import pytest

from encoding_conformance.adapters.slice_process import library_of

OF_65_792 = "of 65,792 strings of at most 2 bytes"


@pytest.mark.parametrize(
    ("name", "encoding", "reason"),
    [
        ("utf8proc", "utf-8", "held on 65,792 strings of at most 2 bytes"),
        ("libunistring", "utf-8", "held on 65,792 strings of at most 2 bytes"),
        ("libunistring", "utf-16-le", "held on 65,536 strings of at most 2 bytes"),
        ("glib", "utf-8", f"{OF_65_792}: 128 ill-formed and accepted, 256 decoded to other values"),
        ("glib", "utf-16-le", "of 65,536 strings of at most 2 bytes: 1 decoded to other values"),
        ("glib-validate", "utf-8", f"{OF_65_792}: 256 well-formed and rejected, 128 rejected at another offset"),
    ],
)
def test_two_bytes(conform, there, name: str, encoding: str, reason: str) -> None:
    if not library_of(there(name)).is_file():
        pytest.skip("the library is not built")
    ended = conform("run", "-i", name, "-e", encoding, "-k", "check/every-string", "--every", 2, "--json", "x.jsonl")
    assert (ended.returncode, ended.stderr) == (0, "")
    _, verdict, *_ = map(json.loads, (conform.folder / "x.jsonl").read_text().splitlines())
    assert verdict["reason"].endswith(reason)
