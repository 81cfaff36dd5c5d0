"""The testee survives whatever it tests, and every other operation keeps its own right outcome."""

import shutil
from pathlib import Path

import pytest
import yaml

from harness.adapters import manifest, testee
from harness.core.operation import Operation, decode, encode
from harness.core.outcome import BrokenProtocol, Crash, Outcome, Rejection, Result, Timeout

LIARS = Path(__file__).parents[1] / "liars"
EXPECTED = yaml.safe_load((LIARS / "expected.yaml").read_text(encoding="utf-8"))
KINDS = {"crash": Crash, "time-out": Timeout, "broken protocol": BrokenProtocol}

BEFORE = [decode("ascii", b"B"), encode("ascii", (0x42,))]
LIED_ABOUT = decode("ascii", b"A")
AFTER = [encode("ascii", (0x43,)), decode("ascii", b"\x80"), decode("ascii", b"D")]
RIGHT_BEFORE = [Result((0x42,)), Result(b"B")]
RIGHT_AFTER = [Result(b"C"), "rejected", Result((0x44,))]

pytestmark = pytest.mark.usefixtures("nobody_left")


def started(folder: Path) -> testee.Testee:
    return testee.Testee(manifest.read(folder))


def asked(name: str, operations: list[Operation]) -> list[Outcome | str]:
    """What a liar is seen to answer; of a rejection, only that it is one."""
    with started(LIARS / name) as running:
        assert running.failure_to_offer("ascii") is None
        return [
            "rejected" if isinstance(outcome, Rejection) else outcome for outcome in running.perform(operations)
        ]


def test_every_liar_is_expected_to_do_something() -> None:
    there = {path.parent.name for path in LIARS.glob("*/implementation.yaml")}
    assert there == {name for names in EXPECTED.values() for name in names}


@pytest.mark.parametrize(
    ("kind", "name", "text"),
    [(kind, name, text) for kind in KINDS for name, text in EXPECTED[kind].items()],
)
def test_a_failure_is_of_its_kind_and_of_one_operation_only(kind: str, name: str, text: str) -> None:
    outcomes = asked(name, [*BEFORE, LIED_ABOUT, *AFTER])
    lie = outcomes.pop(len(BEFORE))
    assert outcomes == RIGHT_BEFORE + RIGHT_AFTER
    assert type(lie) is KINDS[kind]
    assert lie.text[: len(text)] == text


@pytest.mark.parametrize("name", EXPECTED["right"])
def test_what_is_rude_but_right_keeps_its_outcomes(name: str) -> None:
    assert asked(name, [*BEFORE, LIED_ABOUT, *AFTER]) == [*RIGHT_BEFORE, Result((0x41,)), *RIGHT_AFTER]


@pytest.mark.parametrize(("name", "text"), EXPECTED["no start"].items())
def test_what_does_not_start_is_the_adapters_fault_in_every_operation(name: str, text: str) -> None:
    with started(LIARS / name) as running:
        failure = running.failure_to_offer("ascii")
        assert type(failure) is BrokenProtocol
        assert failure.text[: len(text)] == text
        if name != "other-encoding":
            assert list(running.perform([*BEFORE, *AFTER])) == [failure] * 5


def test_a_second_reply_is_a_broken_protocol_of_the_operation_that_it_was_taken_for() -> None:
    outcomes = asked("two-replies", [*BEFORE, LIED_ABOUT, *AFTER])
    assert type(outcomes[3]) is BrokenProtocol
    assert outcomes[:3] + outcomes[4:] == [*RIGHT_BEFORE, Result((0x41,)), *RIGHT_AFTER[1:]]


def test_a_second_reply_to_the_last_operation_is_a_broken_protocol() -> None:
    assert list(map(type, asked("two-replies", [LIED_ABOUT]))) == [BrokenProtocol]


def test_replies_in_another_order_are_a_broken_protocol() -> None:
    outcomes = asked("wrong-order", BEFORE)
    assert [type(outcome) for outcome in outcomes] == [BrokenProtocol, Timeout]


def test_who_closes_the_harness_s_files_has_crashed_by_the_end_of_the_batch() -> None:
    outcomes = asked("object-closes-files", [*BEFORE, LIED_ABOUT, *AFTER])
    assert outcomes[:-1] == [*RIGHT_BEFORE, Result((0x41,)), *RIGHT_AFTER[:-1]]
    assert type(outcomes[-1]) is Crash


def test_who_writes_into_the_harness_s_pipes_is_found_out() -> None:
    """In which operation, is a matter of speed."""
    outcomes = asked("object-forges", [*BEFORE, LIED_ABOUT, *AFTER])
    right = [*RIGHT_BEFORE, Result((0x41,)), *RIGHT_AFTER]
    wrong = {outcome for outcome, other in zip(outcomes, right) if outcome != other}
    assert wrong == {BrokenProtocol("it wrote into the harness's own pipe")}


def test_builtins_replaced_in_process_do_no_harm_outside_it() -> None:
    outcomes = asked("object-patches-isinstance", [*BEFORE, LIED_ABOUT, *AFTER])
    assert outcomes[:2] == RIGHT_BEFORE
    assert [type(outcome) for outcome in outcomes[2:] if outcome != "rejected"] == [BrokenProtocol] * 3


def test_who_deletes_its_own_folder_fails_in_what_comes_after_only(tmp_path: Path) -> None:
    (tmp_path / "implementation.yaml").write_text(
        'name: deletes\ntitle: Deletes its own folder\npython: "liar:CODEC"\nencodings: {ascii: {}}\n'
    )
    shutil.copy(LIARS / "honest.py", tmp_path)
    (tmp_path / "liar.py").write_text(
        "import os, shutil\nfrom honest import Ascii\n\n\nclass Codec(Ascii):\n    def lie(self, right):\n"
        "        shutil.rmtree(os.path.dirname(__file__))\n        os._exit(3)\n\n\nCODEC = Codec()\n"
    )
    with started(tmp_path) as running:
        outcomes = list(running.perform([*BEFORE, LIED_ABOUT, *AFTER]))
    assert outcomes[:2] == RIGHT_BEFORE
    assert [type(outcome) for outcome in outcomes[2:]] == [Crash] + [BrokenProtocol] * 3


def test_a_failure_that_does_not_come_again_stays_where_it_was_and_another_is_told_too(tmp_path: Path) -> None:
    (tmp_path / "implementation.yaml").write_text(
        "name: fickle\ntitle: Fails once at A, and always at D\n"
        f"process: [python3, {LIARS / 'speak.py'}]\nencodings: {{ascii: {{}}}}\n"
    )
    (tmp_path / "liar.py").write_text(
        "import os\n\n\ndef lie(reply):\n    if not os.path.exists('once'):\n        open('once', 'w').close()\n"
        "        os._exit(3)\n    return reply\n\n\ndef answer(reply):\n"
        "    return os._exit(4) if reply.endswith(' 44') else reply\n"
    )
    with started(tmp_path) as running:
        outcomes = list(running.perform([*BEFORE, LIED_ABOUT, *AFTER]))
    once, *between, always = outcomes[2:]
    assert (once, always) == (Crash("exited with status 3"), Crash("exited with status 4"))
    assert (outcomes[:2], between[0], type(between[1])) == (RIGHT_BEFORE, RIGHT_AFTER[0], Rejection)


def test_with_stop_nothing_is_asked_behind_a_failure() -> None:
    with started(LIARS / "exits-3") as running:
        outcomes = list(running.perform([*BEFORE, LIED_ABOUT, *AFTER], stop=True))
    assert outcomes[:2] == RIGHT_BEFORE
    assert [type(outcome) for outcome in outcomes[2:]] == [Crash]


@pytest.mark.slow
def test_what_hangs_on_every_operation_is_given_up() -> None:
    """Twenty time-outs of the manifest's one second each, two an operation, and as many starts; all else is told at
    once."""
    with started(LIARS / "never-answers") as running:
        outcomes = list(running.perform([decode("ascii", b"A")] * 1000))
    assert {type(outcome) for outcome in outcomes} == {Timeout}
    assert len(outcomes) == 1000
    assert outcomes[9].text == "no answer within 1 s"
    assert outcomes[10].text == "not asked any more, after 20 of the kind: no answer within 1 s"


@pytest.mark.slow
def test_what_crashes_on_every_operation_is_given_up() -> None:
    with started(LIARS / "exits-3") as running:
        outcomes = list(running.perform([decode("ascii", b"A")] * 1000))
    assert {type(outcome) for outcome in outcomes} == {Crash}
    assert outcomes[999].text == "not asked any more, after 200 of the kind: exited with status 3"
