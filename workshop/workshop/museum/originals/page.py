"""Writes the page of the originals: which bugs of real libraries a run finds in the versions that had them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from encoding_conformance.data_files.problems import DataError
from encoding_conformance.data_files.schema import problems
from encoding_conformance.data_files.yamlfile import YamlFile
from encoding_conformance.report.markdown import code, plain, row
from workshop.museum.originals.comparing import Row
from workshop.museum.originals.original import FOLDER

BUILT = FOLDER / "built.yaml"
"""What was seen of libraries that no registry has. They were built from two commits, which no command repeats."""

_PAGE = """\
# Bugs in the versions that had them

The models of the museum are codecs that have a bug again. This page is about the libraries themselves: `conform run` was asked of
the version that had a bug, and of a version that had it no longer. Each original states a test or the title of a cause. The bug
is shown if that is there in the first version and not in the second. Where only the title is stated, the test is the example of
the cause, and may fail for another reason in the second. Other failures of the second version are bugs or choices that are still
there, or limits of the adapter. `*/check/layout`, which takes the longest, was asked only where nothing else finds the bug.

## From registries

{registries}

`python -m workshop originals NAME` does one of these again.
"""

_COMMITS = """
## From commits

These libraries were built from a commit that had the bug, and from one that fixed it. Nothing here builds them again. None of
the adapters has an encoder: 200 failures of each say so.

{commits}
"""

_HEAD = ("bug", "library", "had it", "test", "cause", "failures", "fixed in", "failures then")


def written(rows: Sequence[Row]) -> str:
    """Returns the page. Raises DataError if the rows from commits have problems."""
    parts = [_PAGE.format(registries=_table(rows))]
    if commits := list(built()):
        parts.append(_COMMITS.format(commits=_table(commits)))
    return "".join(parts)


def built() -> Iterator[Row]:
    """Yields the rows of libraries that were built from commits. Raises DataError."""
    if not BUILT.is_file():
        return
    file = YamlFile(BUILT, "workshop/README.md")
    if found := list(problems(file, FOLDER / "built.schema.json")):
        raise DataError(found)
    for each in file.data["rows"]:
        yield Row(**each)


def _table(rows: Sequence[Row]) -> str:
    return "\n".join([row(_HEAD), row("---" for _ in _HEAD), *map(_line, rows)])


def _line(each: Row) -> str:
    test, title = (code(each.test), plain(each.title)) if each.test else ("not found", "")
    fixed = f"{plain(each.fixed)}, but {code(each.remains)} is still there" if each.remains else plain(each.fixed)
    name = f"[{plain(each.name)}]({each.thread})"
    return row((name, plain(each.library), plain(each.had), test, title, str(each.failures), fixed, str(each.afterwards)))
