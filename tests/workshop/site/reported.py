"""A report for tests of the site: what passes, what fails with a cause, known deviations and limits, and hostile names."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.suite import Suite

HOSTILE = "../x <script>alert(1)</script> | `b` [c](d)"
MANY = 130

HEADER = {
    "type": "header",
    "version": 2,
    "harness": "0",
    "vectors": "1.0.0 0123",
    "seed": 0,
    "encodings": [],
    "patterns": [],
    "not": [],
    "partial": False,
    "implementations": {"good": "Good 1.0", "icu": "ICU 72.1", HOSTILE: "<b>0</b>"},
}
FOOTER = {"type": "footer", "pass": 0, "fail": 0, "skip": 0, "error": 0}
BUG = {
    "kind": "bug",
    "what": "takes <any> *byte*",
    "requirements": ["utf-8/shortest-form"],
    "since": "3.1",
    "url": "https://example.org/1",
}


def verdict(name: str, encoding: str, id: str, verdict: str = "pass", **more: Any) -> dict[str, Any]:
    about = {"type": "verdict", "implementation": name, "encoding": encoding, "id": f"{encoding}/{id}", "requirements": []}
    said = {"verdict": verdict, "blame": None, "reason": "", "ground": None, "deviation": None}
    return {**about, **said, "operation": "decode", "input": "41", "expected": ["ok 41"], "got": "ok 41", **more}


def known(name: str, encoding: str, id: str, **more: Any) -> dict[str, Any]:
    said = {"reason": f"known deviation: {BUG['what']}", "ground": "known deviation", "deviation": BUG}
    outcomes = {"input": "C0 80", "expected": ["reject 0 overlong"], "got": "ok 0"}
    return verdict(name, encoding, id, "skip", **{**said, **outcomes, **more})


NO_CASE = {"operation": None, "input": None, "expected": [], "got": None}

LINES = [
    *(verdict("good", encoding, "one") for encoding in ("utf-8", "kim", "kim-count")),
    verdict("good", "utf-8", "check/resets", "skip", reason="does not apply", ground="property", **NO_CASE),
    *(known("icu", "utf-8", f"edge/known-{number}") for number in range(MANY)),
    known("icu", "utf-8", "by-hand", input="41 C0 80"),
    verdict("icu", "utf-8", "two"),
    verdict("icu", "kim-count", "far", "skip", reason="beyond the declared max_value FF", ground="limit", got="unsupported"),
    verdict(HOSTILE, "utf-8", "wrong", "fail", reason=HOSTILE, got="reject 0"),
    verdict(HOSTILE, "utf-8", "again", "fail", reason="other", got="ok 42"),
    verdict(HOSTILE, "kim", "alone", "fail", reason=HOSTILE, got=f"crash: {HOSTILE}"),
    {
        "type": "cause",
        "implementation": HOSTILE,
        "encoding": "utf-8",
        "title": "decode refuses <A>",
        "requirement": "utf-8/one-byte",
        "explains": ["utf-8/wrong", "utf-8/again"],
        "example": {"id": "utf-8/wrong", **NO_CASE},
        "looks_like": None,
        "declaration": None,
    },
]


def mutant(id: str, encodings: list[str], breaks: list[str], vectors: list[str], checks: list[str]) -> dict[str, Any]:
    return {"type": "mutant", "id": id, "encodings": encodings, "breaks": breaks, "vectors": vectors, "checks": checks}


CLEAR = "kim/last-byte-clear"
MUTANTS = [
    mutant(
        "kim/last-byte-taken", ["kim"], [CLEAR, "kim/unknown"], ["kim/edge/a", "kim/by-hand", "kim/third"], ["kim/check/order"]
    ),
    mutant("kim/lost-at-a-cut", ["kim"], [CLEAR], [], ["kim/check/chunks"]),
    mutant("cp437/seen-by-nothing", ["cp437"], ["cp437/table"], [], []),
    mutant("kim.py: 7 → 8", ["kim", "kim-text"], [], ["kim/x"], []),
]
"""Lines as the tool `mutants` writes them. The last one is a mutant by syntax."""


def some_encodings() -> Suite:
    """The suite with a few encodings, so that a site is built in seconds."""
    whole = load_suite()
    encodings = {id: whole.encodings[id] for id in ("cp437", "kim", "kim-count", "utf-8")}
    requirements = {
        id: replace(each, encodings=bound)
        for id, each in whole.requirements.items()
        if (bound := tuple(encoding for encoding in each.encodings if encoding in encodings))
    }
    return replace(whole, encodings=encodings, requirements=requirements)


def written(file: Path, lines: list[dict[str, Any]] = LINES, header: dict[str, Any] = HEADER, footer: bool = True) -> Path:
    whole = [header, *lines, *([FOOTER] if footer else [])]
    file.write_text("".join(f"{json.dumps(each)}\n" for each in whole), encoding="utf-8")
    return file
