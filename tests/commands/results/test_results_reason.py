"""The parts of a reason."""

import pytest

from harness.commands.results.reason import Reason, parse


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("bug: reads on (toy/end)", Reason("reads on", "bug", ("toy/end",))),
        ("choice: a (b) c (toy/end, toy/x-2)", Reason("a (b) c", "choice", ("toy/end", "toy/x-2"))),
        ("limit: x (toy/end); since 1.2", Reason("x", "limit", ("toy/end",), "1.2")),
        ("limit: x (toy/end); https://example.org/1", Reason("x", "limit", ("toy/end",), "", "https://example.org/1")),
        (
            "bug: x; y (toy/end); since 1.2 (of 2020); https://example.org/1",
            Reason("x; y", "bug", ("toy/end",), "1.2 (of 2020)", "https://example.org/1"),
        ),
    ],
)
def test_a_reason_of_the_form_has_parts(text, reason) -> None:
    assert parse(text) == reason


@pytest.mark.parametrize("text", ["reads on", "bug: reads on", "oddity: x (toy/end)", "bug: x (Toy, 1)", "bug: x (toy/end) y"])
def test_any_other_is_all_what_it_says(text) -> None:
    assert parse(text) == Reason(text)
