"""The testee survives whatever it tests, and every other operation keeps its own right outcome."""

import shutil
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import yaml
from patience import FOREVER

from encoding_conformance.adapters import manifest, testee
from encoding_conformance.core.notation import failure_text
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import (
    BrokenProtocol,
    Crash,
    Decoded,
    Encoded,
    Malformed,
    NotAsked,
    Outcome,
    Rejection,
    Timeout,
)

LIARS = Path(__file__).parents[1] / "liars"
EXPECTED = yaml.safe_load((LIARS / "expected.yaml").read_text(encoding="utf-8"))
KINDS = {"crash": Crash, "time-out": Timeout, "broken protocol": BrokenProtocol, "malformed": Malformed}

BEFORE = [Decode("ascii", b"B"), Encode("ascii", (0x42,))]
LIED_ABOUT = Decode("ascii", b"A")
AFTER = [Encode("ascii", (0x43,)), Decode("ascii", b"\x80"), Decode("ascii", b"D")]
RIGHT_BEFORE = [Decoded((0x42,)), Encoded(b"B")]
RIGHT_AFTER = [Encoded(b"C"), "rejected", Decoded((0x44,))]

pytestmark = pytest.mark.usefixtures("nobody_left")


def started(folder: Path) -> testee.Testee:
    return testee.Testee(manifest.read(folder))


def asked(name: str, operations: list[Operation]) -> list[Outcome | str]:
    """What a liar is seen to answer; of a rejection, only that it is one."""
    with started(LIARS / name) as running:
        assert running.failure_to_offer("ascii") is None
        return ["rejected" if isinstance(outcome, Rejection) else outcome for outcome in running.perform(operations)]


def asked_unstarted(name: str, operations: list[Operation]) -> list[Outcome]:
    """What a liar that may not start is seen to answer."""
    with started(LIARS / name) as running:
        return list(running.perform(operations))


def asked_together(names: Collection[str]) -> dict[str, list[Outcome | str]]:
    """What liars answer, all at the same time: those that are waited for take no time from each other."""
    with ThreadPoolExecutor(len(names)) as pool:
        answers = pool.map(lambda name: asked(name, [*BEFORE, LIED_ABOUT, *AFTER]), names)
        return dict(zip(names, answers, strict=True))


def test_every_liar_is_expected_to_do_something() -> None:
    there = {path.parent.name for path in LIARS.glob("*/implementation.yaml")}
    assert there == {name for names in EXPECTED.values() for name in names}


@pytest.mark.parametrize("kind", KINDS)
def test_a_failure_is_of_its_kind_and_of_one_operation_only(kind: str) -> None:
    answers = asked_together(EXPECTED[kind])
    lies = {name: outcomes.pop(len(BEFORE)) for name, outcomes in answers.items()}
    assert answers == dict.fromkeys(EXPECTED[kind], RIGHT_BEFORE + RIGHT_AFTER)
    assert {type(lie) for lie in lies.values()} == {KINDS[kind]}
    assert {name: failure_text(lies[name])[: len(text)] for name, text in EXPECTED[kind].items()} == EXPECTED[kind]


def test_what_is_rude_but_right_keeps_its_outcomes() -> None:
    right = [*RIGHT_BEFORE, Decoded((0x41,)), *RIGHT_AFTER]
    assert asked_together(EXPECTED["right"]) == dict.fromkeys(EXPECTED["right"], right)


def failed_start(name: str) -> tuple[Outcome | None, list[Outcome]]:
    """Why a liar cannot offer ASCII, and what becomes of operations all the same."""
    with started(LIARS / name) as running:
        return running.failure_to_offer("ascii"), list(running.perform([*BEFORE, *AFTER]))


def test_what_does_not_start_is_the_adapters_fault_in_the_first_operation_and_is_not_asked_the_others() -> None:
    failures, outcomes = {}, {}
    with ThreadPoolExecutor(len(EXPECTED["no start"])) as pool:
        for name, seen in zip(EXPECTED["no start"], pool.map(failed_start, EXPECTED["no start"]), strict=True):
            failures[name], outcomes[name] = seen
    assert {type(failure) for failure in failures.values()} == {BrokenProtocol}
    assert {name: failure_text(failures[name])[: len(text)] for name, text in EXPECTED["no start"].items()} == EXPECTED[
        "no start"
    ]
    del outcomes["other-encoding"]  # it starts, and speaks of another one
    assert {name: first for name, (first, *_) in outcomes.items()} == {name: failures[name] for name in outcomes}
    others = {outcome for _, *rest in outcomes.values() for outcome in rest}
    assert {type(outcome) for outcome in others} == {NotAsked}


def test_a_second_reply_is_a_broken_protocol_of_the_operation_that_it_was_taken_for() -> None:
    outcomes = asked("two-replies", [*BEFORE, LIED_ABOUT, *AFTER])
    assert type(outcomes[3]) is BrokenProtocol
    assert outcomes[:3] + outcomes[4:] == [*RIGHT_BEFORE, Decoded((0x41,)), *RIGHT_AFTER[1:]]


def test_a_second_reply_to_the_last_operation_is_a_broken_protocol() -> None:
    assert list(map(type, asked("two-replies", [LIED_ABOUT]))) == [BrokenProtocol]


def test_what_follows_the_last_reply_of_a_block_is_a_broken_protocol(tmp_path: Path) -> None:
    (tmp_path / "implementation.yaml").write_text(
        "name: more\ntitle: Begins a line behind its reply\nprocess: [python3, liar.py]\nencodings: {ascii: {}}\n"
        f"limits: {{seconds: {FOREVER}}}\n"
    )
    (tmp_path / "liar.py").write_text(
        "print('0 ok 1 ascii', flush=True)\ninput()\nprint(input().split()[0], 'ok 41\\nmore', end='', flush=True)\ninput()\n"
    )
    with started(tmp_path) as running:
        outcomes = list(running.perform([LIED_ABOUT]))
    assert outcomes == [BrokenProtocol("unexpected extra reply 'more'")]


def test_replies_in_another_order_are_a_broken_protocol() -> None:
    outcomes = asked("wrong-order", BEFORE)
    assert [type(outcome) for outcome in outcomes] == [BrokenProtocol, Timeout]


def test_who_replies_to_hello_itself_is_never_right() -> None:
    """Whether it starts at all is a matter of speed."""
    outcomes = asked_unstarted("object-forges-hello", [*BEFORE, *AFTER])
    assert {type(outcome) for outcome in outcomes} <= {BrokenProtocol, NotAsked}


def test_builtins_replaced_in_process_do_no_harm_outside_it() -> None:
    outcomes = asked("object-patches-isinstance", [*BEFORE, LIED_ABOUT, *AFTER])
    assert outcomes[:2] == RIGHT_BEFORE
    assert [type(outcome) for outcome in outcomes[2:] if outcome != "rejected"] == [Malformed] * 3


def test_who_deletes_its_own_folder_fails_in_what_comes_after_only(tmp_path: Path) -> None:
    (tmp_path / "implementation.yaml").write_text(
        'name: deletes\ntitle: Deletes its own folder\npython: "liar:CODEC"\nencodings: {ascii: {}}\n'
        f"limits: {{seconds: {FOREVER}}}\n"
    )
    shutil.copy(LIARS / "honest.py", tmp_path)
    (tmp_path / "liar.py").write_text(
        "import os, shutil\nfrom honest import Ascii\n\n\nclass Codec(Ascii):\n    def lie(self, right):\n"
        "        shutil.rmtree(os.path.dirname(__file__))\n        os._exit(3)\n\n\nCODEC = Codec()\n"
    )
    with started(tmp_path) as running:
        outcomes = list(running.perform([*BEFORE, LIED_ABOUT, *AFTER]))
    assert outcomes[:2] == RIGHT_BEFORE
    assert [type(outcome) for outcome in outcomes[2:]] == [Crash, BrokenProtocol, NotAsked, NotAsked]


def test_a_failure_that_does_not_come_again_stays_where_it_was_and_another_is_told_too(tmp_path: Path) -> None:
    (tmp_path / "implementation.yaml").write_text(
        "name: fickle\ntitle: Fails once at A, and always at D\n"
        f"process: [python3, {LIARS / 'speak.py'}]\nencodings: {{ascii: {{}}}}\n"
        f"limits: {{seconds: {FOREVER}}}\n"
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


def test_an_exception_ends_no_process_so_with_stop_the_answers_that_are_under_way_are_still_read() -> None:
    """There are more replies than a pipe holds."""
    with started(LIARS / "object-type-error") as running:
        outcomes = list(running.perform([LIED_ABOUT, *[Decode("ascii", b"B")] * 15_000], stop=True))
        assert type(outcomes[0]) is Crash
        assert outcomes[1:] == [Decoded((0x42,))] * 15_000
        assert list(running.perform(BEFORE, stop=True)) == RIGHT_BEFORE


DECODE_HANGS = """\
import time
from honest import Ascii


class Codec(Ascii):
    def decode(self, data):
        time.sleep(1000) if data == b"A" else None
        return super().decode(data)


CODEC = Codec()
"""


@pytest.mark.slow
def test_a_decoder_that_hangs_is_given_up_and_the_encoder_is_still_asked(tmp_path: Path) -> None:
    """The manifest's one second each. What was right before stays, and nobody waits for what is not asked."""
    (tmp_path / "implementation.yaml").write_text(
        'name: hangs\ntitle: Hangs in some decodes\npython: "liar:CODEC"\nencodings: {ascii: {}}\nlimits: {seconds: 1}\n'
    )
    shutil.copy(LIARS / "honest.py", tmp_path)
    (tmp_path / "liar.py").write_text(DECODE_HANGS)
    both = [Decode("ascii", b"A"), Encode("ascii", (0x41,))]
    with started(tmp_path) as running:
        outcomes = list(running.perform([*BEFORE, *both * 25]))
        later = list(running.perform([*BEFORE, *both]))
    assert outcomes[:2] == RIGHT_BEFORE
    assert outcomes[3::2] == [Encoded(b"A")] * 25
    assert [type(outcome) for outcome in outcomes[2::2]] == [Timeout] * 20 + [NotAsked] * 5
    given_up = NotAsked("decode was given up after 20 time-outs")
    assert outcomes[-2] == given_up
    assert later == [given_up, Encoded(b"B"), given_up, Encoded(b"A")]


SLOW = """
import time

class Codec:
    def encode(self, values):
        time.sleep(1.5)
        return bytes(values)

    def decode(self, data):
        time.sleep(1.5)
        return list(data)

CODEC = Codec()
"""


@pytest.mark.slow
def test_an_operation_may_take_as_long_again_for_each_mebibyte_of_its_request(tmp_path: Path) -> None:
    (tmp_path / "implementation.yaml").write_text(
        'name: slow\ntitle: Takes its time\npython: "slow:CODEC"\nencodings: {ascii: {}}\nlimits: {seconds: 1}\n'
    )
    (tmp_path / "slow.py").write_text(SLOW)
    long = b"A" * (1 << 19)
    with started(tmp_path) as running:
        outcomes = [*running.perform([Decode("ascii", long)]), *running.perform([Decode("ascii", b"A")])]
    assert outcomes == [Decoded(tuple(long)), Timeout("no answer within 1 s")]


@pytest.mark.slow
def test_what_hangs_on_every_operation_is_given_up() -> None:
    """Six time-outs of the manifest's one second each, two an operation, and as many starts; the rest is not asked."""
    with started(LIARS / "never-answers") as running:
        outcomes = list(running.perform([Decode("ascii", b"A")] * 1000))
    assert [type(outcome) for outcome in outcomes] == [Timeout] * 3 + [NotAsked] * 997
    assert outcomes[2] == Timeout("no answer within 1 s")
    assert outcomes[3] == NotAsked("decode was given up after 3 time-outs")


@pytest.mark.slow
def test_what_crashes_on_every_operation_is_given_up(tmp_path: Path) -> None:
    """After some four hundred starts: a shell starts in less time than Python."""
    (tmp_path / "implementation.yaml").write_text(
        "name: crashes\ntitle: Crashes at every operation\nencodings: {ascii: {}}\n"
        'process: [sh, -c, "read hello; echo 0 ok 1 ascii; read request; exit 3"]\n'
        f"limits: {{seconds: {FOREVER}}}\n"
    )
    with started(tmp_path) as running:
        outcomes = list(running.perform([Decode("ascii", b"A")] * 1000))
    assert outcomes[:200] == [Crash("exited with status 3")] * 200
    assert outcomes[200:] == [NotAsked("decode was given up after 200 crashes")] * 800
