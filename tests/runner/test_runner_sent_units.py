"""What a worker makes of the units that it gets, and what it refuses."""

import pytest

from encoding_conformance.adapters.cluster_work import Unfit, unpacked
from encoding_conformance.runner import plan, registry
from encoding_conformance.runner.plan import Selection
from encoding_conformance.runner.running import Running, do_share
from encoding_conformance.runner.sent_units import Units, packed
from encoding_conformance.runner.slicing import Share

CODEC = "ascii = type('Codec', (), {'encode': lambda self, values: bytes(values), 'decode': lambda self, data: list(data)})()"


@pytest.fixture
def run(suite, manifest) -> Running:
    how = "python: 'x:ascii'\nversion: '7'\nrequires: ['true']"
    found = registry.selected([str(manifest("mine", how, x=CODEC)), "cpython"], suite.encodings)
    return Running(plan.units(suite, found, ["ascii"], Selection(("edge/7",))))


def sent_work(run: Running, versions: dict[str, str] | None = None) -> Units:
    begin, given = unpacked(packed(run, versions or {"mine": "7", "cpython": registry.find("cpython").version}))
    return begin(*given)


def test_a_worker_gives_the_verdicts_of_this_machine(run: Running) -> None:
    there = sent_work(run).do(Share(0), print)
    assert [verdict for verdict, _ in there.verdicts] == [verdict for verdict, _ in do_share(run, Share(0), print).verdicts]


def test_a_worker_without_a_program_is_unfit(run: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    there = sent_work(run)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(Unfit, match="mine cannot run there: it needs true; install it there"):
        there.check()


def test_a_worker_with_another_version_of_an_implementation_is_unfit(run: Running) -> None:
    with pytest.raises(Unfit, match="mine is 7 there, and 8 here"):
        sent_work(run, {"mine": "8", "cpython": ""}).check()
