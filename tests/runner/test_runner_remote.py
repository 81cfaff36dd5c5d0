"""What a worker of a cluster makes of a unit that it gets, and what it refuses."""

import pickle
from pathlib import Path

import pytest

from encoding_conformance.adapters.installation import version_of
from encoding_conformance.data_files.edition import edition
from encoding_conformance.data_files.problems import HarnessError
from encoding_conformance.runner import plan, registry, remote
from encoding_conformance.runner.plan import Selection, Unit
from encoding_conformance.runner.remote import Expected, SentUnit, received, sent
from encoding_conformance.runner.running import Running

CODEC = "ascii = type('Codec', (), {'encode': lambda self, values: bytes(values), 'decode': lambda self, data: list(data)})()"


@pytest.fixture
def unit(suite, manifest) -> Unit:
    how = "python: 'x:ascii'\nversion: '7'\nrequires: ['true']"
    found = registry.selected([str(manifest("mine", how, x=CODEC))], suite.encodings)
    return plan.units(suite, found, ["ascii"], Selection(("edge/7",)))[0]


def on_the_way(unit: Unit, **other: str) -> SentUnit:
    """The unit as it arrives at a worker, which must have something else."""
    folder = unit.implementation.folder
    here = Expected(remote._harness(), str(edition(unit.suite)), remote._files(folder), version_of(unit.implementation))
    arrived: SentUnit = pickle.loads(pickle.dumps(sent(unit, Running(()), here._replace(**other))))
    return arrived


def test_a_worker_gives_the_verdicts_of_this_machine(unit: Unit) -> None:
    arrived = on_the_way(unit)
    there, here = arrived.run.done(received(arrived)), Running(()).done(unit)
    assert there.verdicts == here.verdicts


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("harness", r"the harness differs: .* there, other here; expected the same"),
        ("vectors", r"the edition of the vectors differs: .* there, other here; expected the same"),
        ("files", r"the content of .*mine differs: .* there, other here; expected the same"),
        ("version", r"the version of mine differs: 7 there, other here; expected the same"),
    ],
)
def test_a_worker_refuses_a_unit_if_it_has_something_else(unit: Unit, what: str, message: str) -> None:
    with pytest.raises(HarnessError, match=message):
        received(on_the_way(unit, **{what: "other"}))


@pytest.mark.parametrize("change", ["more", "executable", "content"])
def test_any_change_of_a_file_is_seen(unit: Unit, change: str) -> None:
    arrived, folder = on_the_way(unit), unit.implementation.folder
    (folder / "__pycache__").mkdir(exist_ok=True)
    (folder / "__pycache__" / "x.pyc").touch()  # does not count
    received(arrived)
    remote._implementation.cache_clear()
    match change:
        case "more":
            (folder / "more").touch()
        case "executable":
            (folder / "x.py").chmod(0o755)
        case "content":
            (folder / "x.py").write_text(f"{CODEC} ")
    with pytest.raises(HarnessError, match="the content of .*mine differs"):
        received(arrived)


def test_a_worker_without_the_folder_refuses_the_unit(unit: Unit) -> None:
    arrived = on_the_way(unit)
    unit.implementation.folder.rename(Path(f"{unit.implementation.folder}-elsewhere"))
    with pytest.raises(HarnessError, match="mine does not exist; copy the same folder to that path"):
        received(arrived)


def test_a_worker_without_a_program_refuses_the_unit(unit: Unit, monkeypatch: pytest.MonkeyPatch) -> None:
    arrived = on_the_way(unit)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(HarnessError, match="mine needs true; install it there"):
        received(arrived)
