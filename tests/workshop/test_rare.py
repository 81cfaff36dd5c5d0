"""The rare codecs: each is really wrong, and not before the last operation that it is shown with; the parts stay as they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from operator import attrgetter

import pytest
from project import suite

from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.core.judge import judge
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.models import permitted
from workshop.rare.catalogue import RARE, SEEN, UNSEEN, listed
from workshop.rare.codec import Rare
from workshop.rare.measure import Measured, figures, measured

FAMILIES = ("utf-8", "utf-16", "utf-32", "kim", "utf-inf-8", "bocu-1")


def family(rare: Rare) -> str:
    return next((name for name in FAMILIES if rare.encoding.startswith(name)), "single bytes")


@pytest.mark.parametrize("rare", RARE.values(), ids=RARE)
def test_a_rare_codec_goes_wrong_only_at_the_last_operation_shown(rare: Rare) -> None:
    encoding = suite().encodings[rare.encoding]
    shown = rare.shown()
    expected = {operation: permitted(encoding, operation) for operation in set(shown)}
    codec = InProcess(rare.make())
    judged = [judge(encoding, each, expected[each], codec.ask(each), NO_LIMITS).status.is_bad for each in shown]
    assert [index for index, is_bad in enumerate(judged) if is_bad] == [len(judged) - 1]


def test_a_codec_remembers_nothing_of_another_with_the_same_mistake() -> None:
    rare = RARE["iso-8859-2/cached-from-three-hundred"]
    first, second = rare.make(), rare.make()
    for each in rare.shown()[:-1]:
        first.encode(each.input)
    assert second.encode((0x61, 0x63, 0x62)) == b"acb"


def test_each_codec_is_in_one_part() -> None:
    assert sorted(map(str, listed(SEEN) + listed(UNSEEN))) == sorted(RARE)


@pytest.mark.parametrize(
    "trait",
    [attrgetter("what"), family, attrgetter("direction")],
    ids=["kind", "family", "direction"],
)
def test_the_parts_are_even(trait: Callable[[Rare], object]) -> None:
    seen, unseen = (Counter(map(trait, listed(part))) for part in (SEEN, UNSEEN))
    assert (seen.total(), unseen.total()) == (60, 30)
    assert all(abs(seen[each] - 2 * unseen[each]) <= 2 for each in seen | unseen)


def test_a_third_of_the_unseen_part_is_in_the_domain() -> None:
    assert sum(rare.in_domain for rare in listed(UNSEEN)) == 9


def test_figures_count_what_is_found_by_kind() -> None:
    found, missed = RARE["iso-8859-8/unassigned-behind-a-mark"], RARE["kim/range-behind-a-run"]
    counted = {what: (count, of) for what, count, of in figures([Measured(found, "a", 1), Measured(missed)])}
    assert counted["leniency behind a prefix"] == (1, 2)
    assert counted["decode"] == (1, 2)
    assert counted["in the domain of one more byte"] == (1, 1)
    assert counted["all"] == (1, 2)


@pytest.mark.slow
def test_a_run_says_what_finds_a_codec_first() -> None:
    (found,) = measured([RARE["iso-8859-1/small-string-of-23"]], 1)
    assert found.first.startswith("iso-8859-1/")
    assert found.failures and found.reason
