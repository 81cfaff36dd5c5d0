"""The page of results."""

from itertools import chain
from pathlib import Path

import pytest

from encoding_conformance.adapters.manifest import Implementation, Support
from encoding_conformance.core.identity import vector_id
from encoding_conformance.core.limits import AS_UNICODE_RECOMMENDS, Limits, Replacing, Substitute
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Decoded, Rejection
from encoding_conformance.core.vector import Vector
from encoding_conformance.core.verdict import Cause, Deviation, DeviationKind, Ground, Status, Verdict
from encoding_conformance.report.reading import Report
from workshop.atlas.overview import Overview, as_recommended
from workshop.atlas.results import results_page

FAMILIES = {"toy-be": "toy", "toy-le": "toy", "iso-2": "iso", "iso-10": "iso", "iso-16": "iso"}


def lines(name, encoding, verdict, number=1, reason="", ground=None, deviation=None, first=0):
    ids = [vector_id(encoding, str(place)) for place in range(first, first + number)]
    return [Verdict(name, encoding, id, (), verdict, reason, ground=ground, deviation=deviation) for id in ids]


def deviates(name, encoding, deviation, number=1):
    return lines(name, encoding, Status.SKIP, number, str(deviation), Ground.DEVIATION, deviation)


def made(*groups, **versions):
    return Report(versions, whole=True), Overview(list(chain(*groups)), {}, FAMILIES)


def page(*groups, own={}, **versions):
    return results_page(*made(*groups, **versions), own, Path("docs")).splitlines()


def cells(found, name):
    (row,) = [line for line in found if line.startswith((f"| {name} ", f"| [{name}]"))]
    return [cell.strip() for cell in row.split("|")[2:-1]]


READS, TAKES = Deviation(DeviationKind.BUG, "reads on", ("toy/end",)), Deviation(DeviationKind.CHOICE, "takes all", ("toy/end",))


def test_a_cell_says_that_all_held_or_what_did_not() -> None:
    found = page(
        lines("one", "game", Status.PASS, 3),
        lines("one", "game", Status.SKIP, 2),
        deviates("one", "chess", READS, 2),
        deviates("one", "chess", TAKES, 9),
        deviates("one", "chess", READS._replace(what="so it is")),
        lines("one", "poker", Status.FAIL, 4),
        lines("one", "poker", Status.ERROR),
        deviates("one", "poker", READS),
        lines("two", "game", Status.PASS),
        one="One 1.0  Copyright",
        two="two 2 (of 2020)",
    )
    assert cells(found, "implementation") == ["version", "chess", "game", "poker"]
    assert cells(found, "one") == ["One 1.0", "2 bugs, 1 choice", "✓", "✗ 4, ! 1, 1 bug"]
    assert cells(found, "two") == ["two 2", "·", "✓", "·"]


def test_a_skipped_test_has_not_held() -> None:
    given_up = "not asked: decode was given up after 20 time-outs"
    found = page(lines("one", "game", Status.PASS, 3), lines("one", "game", Status.SKIP, 2, given_up, Ground.NOT_ASKED, first=3))
    assert cells(found, "one") == ["", "? 2"]
    assert found[-1] == f"- Skipped: {given_up}: 2 of game, `game/3`, `game/4`"


def test_limits_are_named_and_tests_beyond_them_are_counted() -> None:
    def limited(name, encoding, number):
        return lines(name, encoding, Status.SKIP, number, "beyond the declared max_value", Ground.LIMIT)

    given = (
        lines("one", "game", Status.PASS, 3),
        limited("one", "game", 2000),
        lines("one", "chess", Status.PASS),
        deviates("one", "poker", READS),
        limited("one", "poker", 1),
        *(limited("two", id, 2) for id in ("toy-be", "toy-le", "game")),
    )
    largest = {("one", "game"): 0x7F, ("one", "chess"): 0xFF, ("one", "poker"): 0x7F}
    largest |= {("two", "toy-be"): 0x7FFF, ("two", "toy-le"): 0xFF}
    found = Overview(list(chain(*given)), largest, FAMILIES)
    assert found.cells("one") == ["✓", "✓, 2,000 beyond 7F", "1 bug, 1 beyond 7F", "·"]
    assert found.cells("two") == ["·", "✓, 2 beyond a declared limit", "·", "✓, 4 beyond FF or 7FFF"]


def test_encodings_of_a_family_share_a_column_and_are_named_where_they_differ() -> None:
    found = page(
        *(lines("all", id, Status.PASS) for id in FAMILIES),
        *(lines("some", id, Status.PASS) for id in ("toy-le", "iso-2", "iso-16")),
        deviates("some", "toy-be", READS),
        *(deviates("none", id, READS) for id in FAMILIES),
    )
    assert cells(found, "implementation") == ["version", "iso", "toy"]
    assert cells(found, "all") == ["", "✓", "✓"]
    assert cells(found, "some") == ["", "✓ (iso-2, iso-16)", "✓ (toy-le); 1 bug (toy-be)"]
    assert cells(found, "none") == ["", "1 bug", "1 bug"]


def test_many_encodings_of_a_family_are_counted() -> None:
    ids = [f"iso-{number}" for number in range(1, 6)]
    given = chain(*(lines("all", id, Status.PASS) for id in ids), *(lines("some", id, Status.PASS) for id in ids[:3]))
    assert Overview(list(given), {}, dict.fromkeys(ids, "iso")).cells("some") == ["✓ (3 of 5)"]


def test_a_cell_says_where_ill_formed_input_is_replaced_as_recommended() -> None:
    given = [
        *lines("one", "toy-be", Status.PASS),
        *deviates("one", "toy-le", READS),
        *lines("one", "game", Status.PASS),
    ]
    recommended = {("one", "toy-be"), ("one", "game"), ("two", "toy-le")}
    assert Overview(given, {}, FAMILIES, recommended).cells("one") == [
        "✓; replaces as Unicode recommends",
        "✓ (toy-be); 1 bug (toy-le); replaces as Unicode recommends (toy-be)",
    ]


VECTORS = {
    vector.id: vector
    for vector in (
        Vector(vector_id("toy-be", "bad"), Decode("toy-be", b"\xff"), (Rejection(0),), (), ()),
        Vector(vector_id("toy-be", "good"), Decode("toy-be", b"A"), (Decoded((0x41,)),), (), ()),
        Vector(vector_id("toy-be", "lacked"), Encode("toy-be", (0xFF,)), (Rejection(0),), (), ()),
    )
}


@pytest.mark.parametrize(
    ("substitute", "verdicts", "expected"),
    [
        (AS_UNICODE_RECOMMENDS, {"bad": Status.PASS, "good": Status.FAIL, "lacked": Status.SKIP}, {("one", "toy-be")}),
        (AS_UNICODE_RECOMMENDS, {"bad": Status.SKIP, "good": Status.PASS}, set()),
        (Substitute(0xFFFD, "byte"), {"bad": Status.PASS}, set()),
    ],
)
def test_a_replacement_as_recommended_is_declared_and_held(
    substitute: Substitute | None, verdicts: dict[str, str], expected: set[tuple[str, str]]
) -> None:
    support = Support(Limits(replacing=Replacing(substitute)))
    own = {"one": Implementation("one", "", Path(), "process", (), "", (), {"toy-be": support})}
    seen = [Verdict("one", "toy-be", vector_id("toy-be", name), (), verdict) for name, verdict in verdicts.items()]
    assert as_recommended(seen, own, VECTORS) == expected


def test_deviations_are_grouped_by_their_reason_bugs_first() -> None:
    often = Deviation(DeviationKind.CHOICE, "often", ("toy/a",), "1.2", "https://example.org/a_b")
    found = page(
        deviates("one", "game", often, 5),
        deviates("one", "chess", often._replace(requirements=("toy/b",))),
        deviates("one", "game", Deviation(DeviationKind.BUG, "rare", ("toy/end",))),
        deviates("one", "game", Deviation(DeviationKind.LIMIT, "so it is")),
        lines("two", "game", Status.PASS),
        one="One 1.0",
    )
    assert found[found.index("## one") + 1 :] == [
        "",
        "One 1.0",
        "",
        "- **bug** rare ([toy/end](requirements.md#toyend)): 1 of game, `game/0`",
        "- **choice** often ([toy/a](requirements.md#toya), [toy/b](requirements.md#toyb)), since 1.2, "
        "<https://example.org/a_b>: 6 of chess, game, `game/0`, `game/1`, `game/2`, …",
        "- **limit** so it is: 1 of game, `game/0`",
    ]
    assert "- two: " in found


def test_undeclared_failures_are_marked() -> None:
    found = page(lines("one", "game", Status.FAIL, 1, "wrong"), lines("one", "game", Status.ERROR, 1, "broken"))
    assert found[-2:] == [
        "- Not declared, fails: wrong: 1 of game, `game/0`",
        "- Not declared, could not be judged: broken: 1 of game, `game/0`",
    ]


@pytest.fixture
def own(tmp_path):
    for report in ("REPORT.md", "REPORT-cut_arc.md"):
        (tmp_path / report).touch()
    rest = {"kind": "process", "process": (), "python": "", "requires": (), "encodings": {}}
    folders = {"one": tmp_path, "two": tmp_path / "none", "ten": tmp_path / "none"}
    rest = {**rest, "homepage": "https://x.org/"}
    return {name: Implementation(name, f"The {name}", folder, **rest) for name, folder in folders.items()}


def test_a_section_has_the_title_homepage_and_reports_of_a_manifest(own) -> None:
    found = page(deviates("one", "game", READS), lines("two", "game", Status.PASS), own=own, one="One 1.0")
    (about,) = [line for line in found if line.startswith("The one")]
    assert about.startswith("The one; One 1.0; <https://x.org/>; [report for upstream, cut\\_arc](")
    assert "; [report for upstream](" in about
    assert "- two: The two; <https://x.org/>" in found
    assert "Not in this run: ten." in found


def test_links_lead_to_headings_even_if_two_have_the_same_anchor() -> None:
    groups = [deviates(name, "game", READS) for name in ("asn1.js", "asn1js", "results")]
    links = ["(#asn1js)", "(#asn1js-1)", "(#results-1)"]
    rows = [line for line in page(*groups) if line.startswith("| [")]
    assert [link in row for link, row in zip(links, rows)] == [True] * 3


def test_the_order_of_the_report_s_implementations_does_not_show() -> None:
    one, two, ten = (deviates(name, "toy-be", READS, 2) for name in ("x1", "x2", "x10"))
    assert page(one, two, ten) == page(ten, two, one)
    assert [line for line in page(ten, two, one) if line.startswith("##")] == ["## x1", "## x2", "## x10"]


def test_a_reason_is_escaped_except_for_its_links() -> None:
    what = "a|b <script> `x` *y*\n# see (https://example.org/a_b/1), [z]"
    found = page(deviates("one", "toy-be", Deviation(DeviationKind.BUG, what)))
    shown = r"- **bug** a\|b \<script\> \`x\` \*y\*\\n\# see (<https://example.org/a_b/1>), \[z\]: 1 of toy-be, `toy-be/0`"
    assert found[-1] == shown


def test_failures_that_are_not_declared_are_grouped_by_their_causes() -> None:
    explained = lines("one", "toy", Status.FAIL, 3, "rejected at 4, but the first fault is at 0")
    report, overview = made(explained, lines("one", "game", Status.FAIL, 1, "no cause"))
    shown = explained[0]
    ids = tuple(line.id for line in explained)
    report.causes.append(Cause("one", "toy", "decode accepts *all*", "toy/end", ids, shown))
    report.causes.append(Cause("two", "game", "of another", "", (vector_id("game", "0"),), shown))
    found = results_page(report, overview, {}, Path("docs")).splitlines()
    told = "decode accepts \\*all\\* ([toy/end](requirements.md#toyend))"
    assert found[-2:] == [
        f"- Not declared, fails: {told}: 3 of toy, `toy/0`, `toy/1`, `toy/2`",
        "- Not declared, fails: no cause: 1 of game, `game/0`",
    ]
