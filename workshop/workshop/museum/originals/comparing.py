"""Compares the run of the version that had a bug with the run of the version that fixed it."""

from __future__ import annotations

from dataclasses import dataclass

from workshop.museum.originals.original import Original
from workshop.runs import Cause, Run


@dataclass(frozen=True)
class Row:
    """The results for one bug: how many vectors and checks failed in both versions, and which of them show the bug.

    `test` is a vector or check that failed in the version that had the bug, and `title` the title of its cause: both are empty if
    the bug was not found. `remains` is the test or title that is still there in the version that fixed it.
    """

    name: str
    library: str
    thread: str
    had: str
    fixed: str
    test: str
    title: str
    failures: int
    afterwards: int
    remains: str = ""

    @property
    def is_shown(self) -> bool:
        """Whether the bug was found in the version that had it, and only there."""
        return bool(self.test) and not self.remains

    def __str__(self) -> str:
        first = f"{self.title or self.test} ({_count(self.failures)})" if self.test else f"not found ({_count(self.failures)})"
        second = f"still there: {self.remains}" if self.remains else "gone"
        return f"{self.name}: {self.library} {self.had} → {first}; {self.fixed} → {second} ({_count(self.afterwards)})"


def compared(original: Original, had: Run, fixed: Run) -> Row:
    """Returns the row of a bug from two runs."""
    test, title = _found(original, had)
    return Row(
        name=original.name,
        library=original.package,
        thread=original.thread,
        had=original.had,
        fixed=original.fixed,
        test=test,
        title=title,
        failures=len(had.failures),
        afterwards=len(fixed.failures),
        remains=_remains(original, fixed),
    )


def _found(original: Original, run: Run) -> tuple[str, str]:
    """Returns a test that failed because of the bug and the title of its cause, or empty texts if either was not found."""
    named = _titled(original, run)
    if original.cause and not named:
        return "", ""
    if original.test and original.test not in run.failures:
        return "", ""
    cause = named or _explaining(original.test, run)
    return original.test or (cause.example if cause else ""), cause.title if cause else ""


def _remains(original: Original, run: Run) -> str:
    if original.test in run.failures:
        return original.test
    named = _titled(original, run)
    return named.title if named else ""


def _titled(original: Original, run: Run) -> Cause | None:
    """Returns the cause whose title begins as the original states."""
    return next((cause for cause in run.causes if original.cause and cause.title.startswith(original.cause)), None)


def _explaining(test: str, run: Run) -> Cause | None:
    """Returns the cause that explains a failure."""
    return next((cause for cause in run.causes if test in cause.explains), None)


def _count(failures: int) -> str:
    return "1 failure" if failures == 1 else f"{failures} failures"
