"""The session survives whatever it tests, and every other operation keeps its own right outcome."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from patience import FOREVER

from encoding_conformance.adapters import manifest as manifests
from encoding_conformance.adapters.restarting_session import RestartingSession
from encoding_conformance.core.notation import failure_text
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import (
    BrokenProtocol,
    Crash,
    Decoded,
    Encoded,
    Malformed,
    NotRun,
    Outcome,
    Rejection,
    Timeout,
)

LIARS = Path(__file__).parents[1] / "liars"
EXPECTED = yaml.safe_load((LIARS / "expected.yaml").read_text(encoding="utf-8"))
ALIKE = set(
    yaml.safe_load("""[
    aborts, exits-0, takes-memory, object-aborts, object-exits-0, object-keyboard-interrupt, object-recursion-error,
    object-odd-text, object-type-error, object-returns-endless, loops, object-answers-late, object-stops-itself,
    blank-line, trailing-cr, trailing-tab, says-nothing, huge-line, object-forges-replies, object-returns-str,
    object-returns-generator, object-returns-floats, object-returns-negative, object-returns-none-in-list,
    object-returns-bool, not-executable, object-no-attribute, object-syntax-error
    ]""")
)
"""Those that take the same way through the harness as another one of the same kind. The runs of `test_cli_liars.py` have them."""
CHOSEN = {kind: {name: text for name, text in liars.items() if name not in ALIKE} for kind, liars in EXPECTED.items()}
KINDS = {"crash": Crash, "time-out": Timeout, "broken protocol": BrokenProtocol, "malformed": Malformed}

BEFORE = [Decode("ascii", b"B"), Encode("ascii", (0x42,))]
LIED_ABOUT = Decode("ascii", b"A")
AFTER = [Encode("ascii", (0x43,)), Decode("ascii", b"\x80"), Decode("ascii", b"D")]
ALL = [*BEFORE, LIED_ABOUT, *AFTER]
RIGHT_BEFORE = [Decoded((0x42,)), Encoded(b"B")]
RIGHT_AFTER = [Encoded(b"C"), "rejected", Decoded((0x44,))]

HANGS, STARTS = 2, 0.25
"""The seconds of a liar that hangs in an operation, or when it starts; it may take twelve times as long to start."""

pytestmark = pytest.mark.usefixtures("nobody_left")


def started(folder: Path, hangs: float = HANGS) -> RestartingSession:
    """A liar. If the manifest gives few seconds, because it may hang, it gets others."""
    implementation = manifests.read(folder)
    return RestartingSession(replace(implementation, seconds=hangs) if implementation.seconds <= 5 else implementation)


def performed(session: RestartingSession, operations: Sequence[Operation], stop: bool = False) -> list[Outcome | str]:
    """The outcomes; of a rejection, only that it is one."""
    return ["rejected" if isinstance(each, Rejection) else each for each in session.perform(operations, stop)]


def outcomes_of(name: str, operations: Sequence[Operation] = ALL, stop: bool = False) -> list[Outcome | str]:
    with started(LIARS / name) as session:
        assert session.failure_to_offer("ascii") is None
        return performed(session, operations, stop)


def by_name(of: Callable[[str], object], kind: str) -> dict[str, object]:
    """What all liars of a kind do at the same time: those that wait take no time from each other."""
    with ThreadPoolExecutor(len(CHOSEN[kind])) as pool:
        return dict(zip(CHOSEN[kind], pool.map(of, CHOSEN[kind]), strict=True))


def begins(kind: str, failures: dict[str, Outcome]) -> None:
    """Holds that failures begin as expected, but with the seconds of these tests."""
    expected = {name: text.replace("5 s", "2 s").replace("12 s", "3.0 s") for name, text in CHOSEN[kind].items()}
    assert {name: failure_text(failures[name])[: len(text)] for name, text in expected.items()} == expected


def test_every_liar_is_expected_to_do_something() -> None:
    there = {path.parent.name for path in LIARS.glob("*/implementation.yaml")}
    assert there == {name for names in EXPECTED.values() for name in names} >= ALIKE


@pytest.mark.parametrize("kind", KINDS)
def test_a_failure_has_its_kind_and_costs_one_operation(kind: str) -> None:
    found = by_name(outcomes_of, kind)
    lies = {name: outcomes.pop(len(BEFORE)) for name, outcomes in found.items()}
    assert found == dict.fromkeys(CHOSEN[kind], RIGHT_BEFORE + RIGHT_AFTER)
    assert {type(lie) for lie in lies.values()} == {KINDS[kind]}
    begins(kind, lies)


def test_rude_but_right_liars_keep_their_outcomes() -> None:
    right = [*RIGHT_BEFORE, Decoded((0x41,)), *RIGHT_AFTER]
    assert by_name(outcomes_of, "right") == dict.fromkeys(CHOSEN["right"], right)


def failed_start(name: str) -> tuple[Outcome | None, list[Outcome | str]]:
    """Why a liar cannot offer ASCII, and what becomes of operations all the same."""
    with started(LIARS / name, STARTS) as session:
        return session.failure_to_offer("ascii"), performed(session, [*BEFORE, *AFTER])


def test_a_failure_to_start_is_the_adapter_s_in_the_first_operation_and_skips_the_others() -> None:
    found = by_name(failed_start, "no start")
    failures = {name: failure for name, (failure, _) in found.items()}
    assert {type(failure) for failure in failures.values()} == {BrokenProtocol}
    begins("no start", failures)
    del found["other-encoding"]  # it starts, and speaks of another one
    assert {name: outcomes[0] for name, (_, outcomes) in found.items()} == {name: failures[name] for name in found}
    assert {type(outcome) for _, (_, *others) in found.values() for outcome in others} == {NotRun}


def test_a_second_reply_breaks_the_protocol_in_the_next_operation_or_the_last() -> None:
    outcomes = outcomes_of("two-replies")
    assert type(outcomes[3]) is BrokenProtocol
    assert outcomes[:3] + outcomes[4:] == [*RIGHT_BEFORE, Decoded((0x41,)), *RIGHT_AFTER[1:]]
    assert list(map(type, outcomes_of("two-replies", [LIED_ABOUT]))) == [BrokenProtocol]


FOR_EVER = f"\nlimits: {{seconds: {FOREVER}}}"


def test_a_line_that_begins_after_the_last_reply_of_a_block_breaks_the_protocol(manifest) -> None:
    program = (
        "print('0 ok 1 ascii', flush=True)\ninput()\nprint(input().split()[0], 'ok 41\\nmore', end='', flush=True)\ninput()\n"
    )
    with started(manifest("more", "process: [python3, liar.py]" + FOR_EVER, liar=program)) as session:
        assert performed(session, [LIED_ABOUT]) == [BrokenProtocol("unexpected extra reply 'more'")]


def test_replies_in_another_order_break_the_protocol() -> None:
    assert list(map(type, outcomes_of("wrong-order", BEFORE))) == [BrokenProtocol, Timeout]


def test_a_liar_that_replies_to_hello_itself_is_never_right() -> None:
    """Whether it starts at all is a matter of speed."""
    with started(LIARS / "object-forges-hello") as session:
        assert {type(outcome) for outcome in performed(session, [*BEFORE, *AFTER])} <= {BrokenProtocol, NotRun}


def test_builtins_replaced_in_process_do_no_harm_outside_it() -> None:
    outcomes = outcomes_of("object-patches-isinstance")
    assert outcomes[:2] == RIGHT_BEFORE
    assert [type(outcome) for outcome in outcomes[2:] if outcome != "rejected"] == [Malformed] * 3


DELETES = """
import os, shutil
from honest import Ascii

class Codec(Ascii):
    def lie(self, right):
        shutil.rmtree(os.path.dirname(__file__))
        os._exit(3)

CODEC = Codec()
"""


def test_a_liar_that_deletes_its_own_folder_fails_only_from_then_on(manifest) -> None:
    honest = (LIARS / "honest.py").read_text(encoding="utf-8")
    with started(manifest("deletes", "python: 'liar:CODEC'" + FOR_EVER, liar=DELETES, honest=honest)) as session:
        outcomes = performed(session, ALL)
    assert outcomes[:2] == RIGHT_BEFORE
    assert [type(outcome) for outcome in outcomes[2:]] == [Crash, BrokenProtocol, NotRun, NotRun]


FICKLE = """
import os

def lie(reply):
    if not os.path.exists("once"):
        open("once", "w").close()
        os._exit(3)
    return reply

def answer(reply):
    return os._exit(4) if reply.endswith(" 44") else reply
"""


def test_a_failure_that_does_not_come_again_stays_where_it_was_and_another_is_reported_too(manifest) -> None:
    with started(manifest("fickle", f"process: [python3, {LIARS / 'speak.py'}]" + FOR_EVER, liar=FICKLE)) as session:
        outcomes = performed(session, ALL)
    once, always = Crash("exited with status 3"), Crash("exited with status 4")
    assert outcomes == [*RIGHT_BEFORE, once, *RIGHT_AFTER[:2], always]


ENDLESS = """
import os, time

def lie(reply):
    if os.path.exists("once"):
        memory = bytearray(400 << 20)
    open("once", "w").close()
    time.sleep(1000)
"""


def test_an_endless_loop_that_takes_time_or_memory_costs_one_operation(manifest) -> None:
    how = f"process: [python3, {LIARS / 'speak.py'}]\nlimits: {{seconds: 2, memory_mib: 200}}"
    with started(manifest("endless", how, liar=ENDLESS)) as session:
        outcomes = performed(session, ALL)
    assert outcomes == [*RIGHT_BEFORE, Crash("took more than 200 MiB of memory"), *RIGHT_AFTER]


def test_with_stop_nothing_is_performed_after_a_failure() -> None:
    outcomes = outcomes_of("exits-3", stop=True)
    assert (outcomes[:2], list(map(type, outcomes[2:]))) == (RIGHT_BEFORE, [Crash])


def test_an_exception_ends_no_process_so_with_stop_the_replies_under_way_are_still_read() -> None:
    """There are more replies than a pipe holds."""
    with started(LIARS / "object-type-error") as session:
        outcomes = performed(session, [LIED_ABOUT, *[Decode("ascii", b"B")] * 15_000], stop=True)
        assert type(outcomes[0]) is Crash
        assert outcomes[1:] == [Decoded((0x42,))] * 15_000
        assert performed(session, BEFORE, stop=True) == RIGHT_BEFORE


SLOW = """
import time

class Codec:
    def decode(self, data):
        time.sleep(1.5)
        return list(data)

CODEC = Codec()
"""


@pytest.mark.slow
def test_an_operation_may_take_as_long_again_for_each_mebibyte_of_its_request(manifest) -> None:
    folder = manifest("slow", "python: 'slow:CODEC'\noperations: [decode]\nlimits: {seconds: 1}", slow=SLOW)
    long = b"A" * (1 << 19)
    with started(folder, hangs=1) as session:
        outcomes = [*performed(session, [Decode("ascii", long)]), *performed(session, [Decode("ascii", b"A")])]
    assert outcomes == [Decoded(tuple(long)), Timeout("no answer within 1 s")]
