"""The page of silences."""

from encoding_conformance.core.identity import check_id, vector_id
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Crash, Decoded, Rejection, Unsupported
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.vector import Vector, Witness
from encoding_conformance.core.verdict import Judgement, Status, Verdict
from workshop.site.silences import silences_page

A, REFUSED = Decoded((0x41,)), Rejection(0, "overlong")
P = vector_id("toy", "p")
REQUIREMENTS = {"toy/what": Requirement("toy/what", "Toy, 1", "Nobody says <what>.", ("toy",))}


def page(*silences, vectors=None):
    """Of (id, data, requirement, answers)."""
    lines = []
    for text, data, requirement, answers in silences:
        encoding, _, name = text.partition("/")
        asked = Decode(encoding, data), (A, REFUSED)
        for id in (vector_id(encoding, name), check_id(encoding, name)):
            silent = encoding, id, (requirement,), *Judgement(Status.PASS), *asked
            lines += [Verdict(who, *silent, answer) for who, answer in answers.items()]
        certain = encoding, vector_id(encoding, "x"), (requirement,), *Judgement(Status.PASS), asked[0], (A,)
        lines.append(Verdict("a", *certain, A))
    return silences_page(lines, REQUIREMENTS, vectors or {}).splitlines()


def test_implementations_are_listed_below_each_outcome() -> None:
    answers = {"x10": A, "x2": A, "b": Rejection(None, "no"), "e": REFUSED, "f": REFUSED, "c": Unsupported(), "d": Crash("ended")}
    found = page(("toy/p", b"aa", "toy/what", answers), ("toy/q", b"a", "toy/what", answers))
    assert found[found.index("## toy") :] == [
        "## toy",
        "",
        "Nobody says \\<what\\>. ([toy/what](requirements.md#toywhat))",
        "",
        "- `decode 61`, and 1 more",
        "  - `ok 41`: x2, x10",
        "  - `reject 0`: b, e, f",
        "  - `crash: ended`, not permitted: d",
        "  - cannot be run: c",
    ]


def test_an_outcome_that_none_gives_is_shown() -> None:
    assert "  - `reject 0 overlong`: none" in page(("toy/p", b"a", "toy/what", {"a": A}))


def test_an_outcome_that_only_stated_third_parties_give_names_them() -> None:
    stated = (
        Witness("third-party", "Two 1", (1,)),
        Witness("third-party", "One 1", (0,)),
        Witness("third-party", "Both <1>", (0, 1)),
        Witness("derivation", "by hand", (1,)),
    )
    vectors = {P: Vector(P, Decode("toy", b"a"), (A, REFUSED), ("toy/what",), stated)}
    found = page(("toy/p", b"a", "toy/what", {"a": A}), vectors=vectors)
    assert found[-2:] == ["  - `ok 41`: a", "  - `reject 0 overlong`: Two 1; Both \\<1\\>"]


def test_the_order_of_the_report_does_not_matter() -> None:
    given = [("toy-10/p", b"a", "toy/z"), ("toy-10/q", b"a", "toy/what"), ("toy-9/p", b"a", "")]
    given = [(*silence, {"a": A}) for silence in given]
    assert page(*given) == page(*reversed(given))
    assert [line for line in page(*given) if line.startswith("#")][1:] == ["## toy-9", "## toy-10"]
