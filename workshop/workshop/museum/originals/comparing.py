"""Compares what a run says of the version that had a bug with what it says of the version that mended it."""

from __future__ import annotations

from dataclasses import dataclass

from workshop.museum.originals.original import Original
from workshop.runs import Run, Told


@dataclass(frozen=True)
class Row:
    """What was seen of a bug: how many vectors and checks failed in both versions, and what failed because of the bug.

    `test` is a vector or check that failed in the version that had the bug, and `title` the title of its cause: both are empty if
    nothing of the kind was found there. `remains` is what should be gone in the version that mended it, and is not.
    """

    name: str
    library: str
    thread: str
    had: str
    mended: str
    test: str
    title: str
    failures: int
    afterwards: int
    remains: str = ""

    @property
    def is_shown(self) -> bool:
        """Whether the bug was found in the version that had it, and not in the other."""
        return bool(self.test) and not self.remains

    def __str__(self) -> str:
        found = f"{self.title or self.test} ({_count(self.failures)})" if self.test else f"not found ({_count(self.failures)})"
        then = f"still there: {self.remains}" if self.remains else "gone"
        return f"{self.name}: {self.library} {self.had} → {found}; {self.mended} → {then} ({_count(self.afterwards)})"


def compared(original: Original, had: Run, mended: Run) -> Row:
    """Returns what two runs show of a bug."""
    test, title = _found(original, had)
    return Row(
        name=original.name,
        library=original.package,
        thread=original.thread,
        had=original.had,
        mended=original.mended,
        test=test,
        title=title,
        failures=len(had.failures),
        afterwards=len(mended.failures),
        remains=_remains(original, mended),
    )


def _found(original: Original, run: Run) -> tuple[str, str]:
    """Returns a test that failed because of the bug and the title of its cause, or empty texts if what is stated is not there."""
    named = _titled(original, run)
    if original.cause and not named:
        return "", ""
    if original.test and original.test not in run.failures:
        return "", ""
    told = named or _explaining(original.test, run)
    return original.test or (told.example if told else ""), told.title if told else ""


def _remains(original: Original, run: Run) -> str:
    if original.test in run.failures:
        return original.test
    named = _titled(original, run)
    return named.title if named else ""


def _titled(original: Original, run: Run) -> Told | None:
    """Returns the cause whose title begins as the original states."""
    return next((told for told in run.causes if original.cause and told.title.startswith(original.cause)), None)


def _explaining(test: str, run: Run) -> Told | None:
    """Returns the cause that explains a failure."""
    return next((told for told in run.causes if test in told.explains), None)


def _count(failures: int) -> str:
    return "1 failure" if failures == 1 else f"{failures} failures"
