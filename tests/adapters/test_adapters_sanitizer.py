"""A library that was built with a sanitizer: its process loads the sanitizer's runtime first."""

from __future__ import annotations

from pathlib import Path

import pytest

from encoding_conformance.adapters import sanitizer
from encoding_conformance.adapters.child_setup import PRELOADED, SANITIZER
from encoding_conformance.adapters.sanitizer import needed_by

ADDRESS = b"\x7fELF\0__asan_init\0free\0"
LINKED = b"\x7fELF\0libasan.so.8\0libc.so.6\0__asan_init\0"
UNDEFINED = b"\x7fELF\0__ubsan_handle_add_overflow\0"
PLAIN = b"\x7fELF\0libc.so.6\0my__asan_init\0"
OURS = {PRELOADED: "chosen.so", SANITIZER: "address"}


@pytest.mark.parametrize(
    ("content", "environment", "expected"),
    [
        (None, {}, None),
        (PLAIN, {}, None),
        (ADDRESS, {}, ("address", "/clang/asan.so")),
        (LINKED, {}, ("address", "/gcc/libasan.so.8")),
        (UNDEFINED, {}, None),
        (ADDRESS, {PRELOADED: "mine.so"}, ("address", "/clang/asan.so:mine.so")),
        (ADDRESS, OURS, ("address", "chosen.so")),
        (LINKED, OURS, ("address", "/gcc/libasan.so.8")),
    ],
)
def test_a_library_needs_the_runtime_that_a_compiler_has(tmp_path: Path, content, environment, expected, monkeypatch) -> None:
    """Of these compilers, none has a runtime for undefined behaviour, and Atheris is not there."""
    found = {"libasan.so.8": "/gcc/libasan.so.8", "libclang_rt.asan": "/clang/asan.so"}
    monkeypatch.setattr(sanitizer, "of_atheris", lambda sanitizer: "")
    monkeypatch.setattr(
        sanitizer, "_of_a_compiler", lambda *names: next((found[name] for name in found if names[0].startswith(name)), "")
    )
    library = tmp_path / "x.so"
    if content:
        library.write_bytes(content)
    needed = needed_by(library, environment | {"ASAN_OPTIONS": "x=1"})
    if expected is None:
        assert needed == {}
    else:
        assert (needed[SANITIZER], needed[PRELOADED], needed["ASAN_OPTIONS"]) == (*expected, "x=1")
