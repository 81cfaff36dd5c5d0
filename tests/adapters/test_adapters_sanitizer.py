"""A library that was built with a sanitizer: it is noticed, and its process loads the sanitizer's runtime first."""

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


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """What compilers bring, and no Atheris."""
    monkeypatch.setattr(sanitizer, "of_atheris", lambda sanitizer: "")
    found = {"libasan.so.8": "/gcc/libasan.so.8", "libclang_rt.asan": "/clang/asan.so", "libclang_rt.ubsan": "/clang/ubsan.so"}
    monkeypatch.setattr(
        sanitizer, "_of_a_compiler", lambda *names: next(path for name, path in found.items() if names[0].startswith(name))
    )


@pytest.mark.parametrize(
    ("content", "environment", "expected"),
    [
        (PLAIN, {}, None),
        (ADDRESS, {}, ("address", "/clang/asan.so")),
        (LINKED, {}, ("address", "/gcc/libasan.so.8")),
        (UNDEFINED, {}, ("undefined", "/clang/ubsan.so")),
        (ADDRESS, {PRELOADED: "mine.so"}, ("address", "/clang/asan.so:mine.so")),
        (ADDRESS, {PRELOADED: "chosen.so", SANITIZER: "address"}, ("address", "chosen.so")),
        (LINKED, {PRELOADED: "chosen.so", SANITIZER: "address"}, ("address", "/gcc/libasan.so.8")),
    ],
)
@pytest.mark.usefixtures("compiler")
def test_what_a_library_needs(
    tmp_path: Path, content: bytes, environment: dict[str, str], expected: tuple[str, str] | None
) -> None:
    (library := tmp_path / "x.so").write_bytes(content)
    needed = needed_by(library, environment)
    assert needed == {} if expected is None else (needed[SANITIZER], needed[PRELOADED]) == expected


def test_options_that_are_set_already_are_kept(tmp_path: Path, compiler: None) -> None:
    (library := tmp_path / "x.so").write_bytes(ADDRESS)
    assert needed_by(library, {"ASAN_OPTIONS": "x=1"})["ASAN_OPTIONS"] == "x=1"


@pytest.mark.usefixtures("compiler")
def test_without_a_library_or_a_runtime_nothing_is_preloaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert needed_by(tmp_path / "none.so", {}) == {}
    monkeypatch.setattr(sanitizer, "_of_a_compiler", lambda *names: "")
    (library := tmp_path / "x.so").write_bytes(ADDRESS)
    assert needed_by(library, {}) == {}
