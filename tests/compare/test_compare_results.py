"""The page of results."""

from harness.compare.recorded import Line, Report
from harness.core.verdict import ERROR, FAIL, KNOWN_DEVIATION, PASS, SKIP
from harness.report.results import results_page


def lines(name, encoding, verdict, number, reason="", first=0):
    return [Line(name, encoding, f"{encoding}/{first + place}", verdict, reason) for place in range(number)]


def page(*groups, **versions):
    return results_page(Report(versions, [line for group in groups for line in group], whole=True)).splitlines()


def row(found, name):
    return [[cell.strip() for cell in line.split("|")[2:-1]] for line in found if line.startswith(f"| {name} ")]


def test_the_matrix_counts_what_holds_what_is_declared_and_what_fails() -> None:
    found = page(
        lines("one", "toy", PASS, 3), lines("one", "toy", SKIP, 2, KNOWN_DEVIATION + "so"),
        lines("one", "toy", SKIP, 9),
        lines("one", "toy", FAIL, 4, "why"), lines("one", "toy", ERROR, 1, "how"),
        lines("two", "game", PASS, 5), one="One 1.0",
    )
    assert row(found, "implementation") == [["version", "game", "toy"]]
    assert row(found, "one") == [["One 1.0", "·", "✓ 3 ≈ 2 ✗ 4 ! 1"]]
    assert row(found, "two") == [["", "✓ 5", "·"]]


def test_encodings_that_differ_in_a_last_number_share_a_column() -> None:
    found = page(*(lines("one", id, PASS, 1) for id in ("iso-10", "iso-2", "iso-16", "toy-8", "toy-8-b")))
    assert row(found, "implementation") == [["version", "iso-2 … 16", "toy-8", "toy-8-b"]]
    assert row(found, "one") == [["", "✓ 3", "✓ 1", "✓ 1"]]


def test_deviations_are_folded_by_their_reason_the_most_first() -> None:
    found = page(
        lines("one", "toy", SKIP, 1, KNOWN_DEVIATION + "a rare one"),
        lines("one", "toy", SKIP, 5, KNOWN_DEVIATION + "often"),
        lines("two", "toy", PASS, 1), one="One 1.0",
    )
    assert "Without any deviation: two." in found
    assert found[found.index("## one: One 1.0") + 2 :] == [
        "- often: 5, `toy/0`, `toy/1`, `toy/2` and 2 more", "- a rare one: 1, `toy/0`",
    ]


def test_what_is_not_declared_is_said_to_be_so() -> None:
    found = page(lines("one", "toy", FAIL, 1, "wrong"), lines("one", "toy", ERROR, 1, "broken"))
    assert found[-2:] == [
        "- Not declared, fails: wrong: 1, `toy/0`", "- Not declared, could not be judged: broken: 1, `toy/0`",
    ]


def test_the_order_of_the_report_s_implementations_does_not_show() -> None:
    one, two, ten = (lines(name, "toy", SKIP, 2, KNOWN_DEVIATION + "so") for name in ("x1", "x2", "x10"))
    assert page(one, two, ten) == page(ten, two, one)
    assert [line for line in page(ten, two, one) if line.startswith("##")] == ["## x1", "## x2", "## x10"]


def test_a_reason_is_only_text_but_for_its_links() -> None:
    reason = "a|b <script> `x` *y*\n# see (https://example.org/a_b/1), [z]"
    found = page(lines("one", "toy", SKIP, 1, KNOWN_DEVIATION + reason))
    shown = r"- a\|b \<script\> \`x\` \*y\*\\n\# see (<https://example.org/a_b/1>), \[z\]: 1, `toy/0`"
    assert found[-1] == shown
