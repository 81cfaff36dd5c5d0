"""One test for a whole table, where a test for each of its rows would cost more than the rows themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from inspect import signature
from typing import Any

import pytest


def each(names: str | Sequence[str], rows: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Like `pytest.mark.parametrize`, but a single test, which goes through all rows and reports every one that fails.

    The rows share the test's fixtures, so this is only for tests that do not mind what the row before left there. A row
    that skips itself is passed over; a table without rows fails.
    """
    arguments = names.replace(",", " ").split() if isinstance(names, str) else list(names)
    table = [row if len(arguments) > 1 else (row,) for row in rows]

    def of(check: Callable[..., None]) -> Callable[..., None]:
        def test(*instance: Any, **fixtures: Any) -> None:
            assert table, "the table is empty"
            failed, skipped = [], []
            for row in table:
                try:
                    check(*instance, **fixtures, **dict(zip(arguments, row, strict=True)))
                except pytest.skip.Exception as reason:
                    skipped.append(reason)
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(f"in the row: {', '.join(map(repr, row))}")
                    failed.append(error)
            if failed:
                raise BaseExceptionGroup(f"{len(failed)} of {len(table)} rows", failed)
            if len(skipped) == len(table):
                raise skipped[0]

        whole = signature(check)
        kept = [parameter for name, parameter in whole.parameters.items() if name not in arguments]
        test.__signature__ = whole.replace(parameters=kept)
        test.__name__, test.__qualname__, test.__doc__ = check.__name__, check.__qualname__, check.__doc__
        test.__module__, test.pytestmark = check.__module__, getattr(check, "pytestmark", [])
        return test

    return of
