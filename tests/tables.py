"""One test for a whole table, where a test for each of its rows would cost more than the rows themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from inspect import signature
from typing import Any

import pytest


def each(names: str, rows: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Like `pytest.mark.parametrize`, but a single test, which goes through all rows and tells every one that fails.

    The rows share the test's fixtures, so this is only for tests that leave those as they found them. A row that skips
    itself is passed over; a table without rows fails.
    """
    arguments, table = names.replace(",", " ").split(), list(rows)

    def of(check: Callable[..., None]) -> Callable[..., None]:
        def test(**fixtures: Any) -> None:
            assert table, "the table is empty"
            failed, skipped = [], 0
            for row in table:
                values = dict(zip(arguments, row if len(arguments) > 1 else (row,), strict=True))
                try:
                    check(**fixtures, **values)
                except pytest.skip.Exception as reason:
                    skipped, why = skipped + 1, reason
                except Exception as error:
                    error.add_note(f"in the row: {row!r}")
                    failed.append(error)
            if failed:
                raise ExceptionGroup(f"{len(failed)} of {len(table)} rows", failed)
            if skipped == len(table):
                raise why

        whole = signature(check)
        fixtures = [each for name, each in whole.parameters.items() if name not in arguments]
        test.__signature__ = whole.replace(parameters=fixtures)
        test.__name__, test.__qualname__ = check.__name__, check.__qualname__
        test.__doc__, test.__module__ = check.__doc__, check.__module__
        return test

    return of
