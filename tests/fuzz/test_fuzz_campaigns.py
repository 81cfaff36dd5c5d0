"""Campaigns by the command: what they find, keep, replay and survive."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import made
import psutil
import pytest
from patience import HANG

from harness.adapters.manifest import read
from harness.core.limits import NO_LIMITS
from harness.fuzz.findings.again import Again
from harness.fuzz.findings.finding import Case, Finding
from harness.fuzz.findings.signature import CRASH, DISAGREEMENT, HANG, LAW, LEAK, MEMORY, PROTOCOL
from harness.fuzz.findings.store import RECORD, Store
from harness.runner.registry import Registered

pytestmark = pytest.mark.slow

LIARS = Path(__file__).parents[1] / "liars"

CODEC = """
import ctypes, os, signal
class Codec:
    last = b""
    def encode(self, values):
        if max(values, default=0) > 0x7F:
            raise ValueError("beyond")
        return bytes(values)
    def decode(self, data):
        {lie}
        return list(data.decode("ascii").encode())
CODEC = Codec()
"""
OBJECT = 'python: "x:CODEC"\nlimits: {seconds: 1, memory_mib: 256}'

EXITS = 'b"A" in data and os._exit(7)'
SEGFAULTS = 'b"B" in data and ctypes.string_at(0)'
KILLS_ITSELF = 'b"C" in data and os.kill(os.getpid(), signal.SIGKILL)'
RAISES = 'b"D" in data and {}["secret"]'
LOOPS = 'while b"E" in data: pass'
TAKES_MEMORY = 'b"F" in data and bytearray(10 << 30)'
LEAKS = 'self.last, last = data, self.last\n        data = data[1:] if last[:1] == b"G" else data'

EXITED = "exited with status 7"
SEGFAULT = "ended by signal 11 (Segmentation fault)"
KILLED = "ended by signal 9 (Killed)"


@pytest.fixture
def liar(manifest) -> Callable[..., Path]:
    """Makes an ASCII codec that lies."""
    return lambda *lies, name="liar": manifest(name, OBJECT, x=CODEC.replace("{lie}", "\n        ".join(lies)))


@pytest.fixture
def fuzz(conform) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs a campaign of one job, if no other number is given."""
    return lambda folder, seconds, *more: conform(
        "fuzz", "-i", folder, "--seconds", seconds, "--stats", "stats.jsonl", "--quiet",
        *([] if "--jobs" in more else ["--jobs", 1]), *more,
    )


def findings(conform) -> list[Finding]:
    store = Store(conform.folder / "findings", {}, 0)
    store.load()
    return list(store.findings.values())


def told(conform) -> set[tuple[str, str, bytes]]:
    """The class, the reason and the input of each finding."""
    return {(each.signature.kind, each.signature.reason, each.case.data) for each in findings(conform)}


def statistics(conform) -> list[dict]:
    return [json.loads(line) for line in (conform.folder / "stats.jsonl").read_text(encoding="utf-8").splitlines()]


def test_deaths_of_all_kinds_are_found_at_their_smallest_put_aside_and_survived(conform, fuzz, liar, engine) -> None:
    done = fuzz(liar(EXITS, SEGFAULTS, KILLS_ITSELF, RAISES, TAKES_MEMORY), 14, "--engine", engine)
    assert done.returncode == 1
    assert told(conform) == {
        (CRASH, EXITED, b"A"), (CRASH, SEGFAULT, b"B"), (CRASH, KILLED, b"C"), (CRASH, "KeyError", b"D"),
        (MEMORY, "MemoryError", b"F"),
    }
    aside = [line for line in done.stdout.splitlines() if line.startswith("put aside: ")]
    assert {line.rpartition("inputs with ")[2] for line in aside} == {f"{byte} in them" for byte in (41, 42, 43)}
    lines = statistics(conform)
    assert lines[-1]["executions"] > lines[0]["executions"]
    assert lines[-1]["executions"] > 1000


def test_a_leak_is_told_with_what_goes_before(conform, fuzz, liar, engine) -> None:
    assert fuzz(liar(LEAKS), 3, "--engine", engine).returncode == 1
    leaks = [each.case.before for each in findings(conform) if each.signature.kind == LEAK]
    laws = [each for each in findings(conform) if each.case.law.startswith("no-state-leaks")]
    assert laws or leaks
    assert all(any(data[:1] == b"G" for data in before) for before in leaks)


def test_a_leak_is_settled_with_the_least_that_goes_before(liar) -> None:
    folder = liar(LEAKS)
    again = Again(Registered(str(folder), read(folder)), made.library().encodings["ascii"], NO_LIMITS)
    told = again.ask(Case("ascii", "layout#read_as_in_the_table", b"xyz", (b"a", b"Gbc", b"GG", b"d", b"Ge")))
    assert told.signature.kind == LEAK
    assert again.settled(told, lambda: False).case.before == (b"G",)


@pytest.mark.parametrize(
    ("name", "kinds", "smallest"),
    [
        ("accepts-everything", {DISAGREEMENT, LAW}, b"\x80"),
        ("segfaults", {CRASH}, b"A"),
        ("object-returns-none", {PROTOCOL}, b"A"),
    ],
)
def test_liars_are_found_out(conform, fuzz, name: str, kinds: set[str], smallest: bytes) -> None:
    assert fuzz(LIARS / name, 2).returncode == 1
    assert smallest in {data for kind, _, data in told(conform) if kind in kinds}


def test_the_reference_has_no_finding_and_the_next_campaign_goes_on_from_its_corpus(conform, fuzz, engine) -> None:
    sizes = []
    for more in ((), ("--no-seeds",)):
        done = fuzz("reference", 2, "-e", "utf-8", "--engine", engine, "--findings", "none", *more)
        assert (done.returncode, (conform.folder / "none").exists()) == (0, False)
        sizes.append([(line["units"] or [{"corpus": 0}])[0]["corpus"] for line in statistics(conform)])
    assert 0 < sizes[0][-1] <= sizes[1][0]


def test_statistics_are_lines_of_json_that_add_up(conform, fuzz, liar) -> None:
    fuzz(liar(RAISES), 4)
    lines = statistics(conform)
    assert len(lines) >= 2
    assert [line["executions"] for line in lines] == sorted(line["executions"] for line in lines)
    for line in lines:
        assert line["executions"] == sum(unit["executions"] for unit in line["units"])
    assert lines[-1]["findings"] == {CRASH: 1}
    assert {(unit["implementation"], unit["encoding"]) for unit in lines[-1]["units"]} == {("liar", "ascii")}


def test_findings_do_not_depend_on_the_number_of_jobs(conform, fuzz, liar) -> None:
    folder, found = liar(RAISES, 'b"\\x7f" in data and len(None)'), []
    for jobs in (1, 2):
        fuzz(folder, 2, "--jobs", jobs, "--findings", f"of-{jobs}", "--corpus", f"corpus-{jobs}")
        found.append({path.name: (path / "input").read_bytes() for path in (conform.folder / f"of-{jobs}").iterdir()})
    assert found[0] == found[1]
    assert sorted(found[0].values()) == [b"D", b"\x7f"]


def test_old_findings_are_replayed_first(conform, fuzz, liar) -> None:
    folder = liar(RAISES)
    assert fuzz(folder, 2).returncode == 1
    module = folder / "x.py"
    sound = module.read_text(encoding="utf-8")
    for source, state, status in [
        (sound, "still there", 1),
        (sound.replace('{}["secret"]', "len(None)"), "changed", 1),
        (sound.replace(RAISES, "pass"), "fixed", 0),
    ]:
        module.write_text(source, encoding="utf-8")
        done = fuzz(folder, 0)
        assert f"{state}: liar ascii decode: crash in x.py:Codec.decode: KeyError" in done.stdout.splitlines()
        assert done.returncode == status
    assert statistics(conform)[-1]["findings"] == {}


def test_replay_says_what_became_of_a_finding(conform, fuzz, liar) -> None:
    folder = liar(RAISES)
    fuzz(folder, 2)
    (finding,) = (conform.folder / "findings").iterdir()
    done = conform("replay", finding)
    assert (done.returncode, done.stdout.splitlines()[0]) == (1, f"still there: {finding}")
    (folder / "x.py").write_text(CODEC.replace("{lie}", "pass"), encoding="utf-8")
    done = conform("replay", finding)
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, f"fixed: {finding}")


def test_what_does_not_start_is_not_fixed(conform, fuzz, liar) -> None:
    folder = liar("pass")
    source = (folder / "x.py").read_text(encoding="utf-8").replace("CODEC = ", """
    def incremental_decoder(self):
        return Lossy()
class Lossy:
    def decode(self, data, final):
        return [] if not final else list(data.decode("ascii").encode())
CODEC = """)
    (folder / "x.py").write_text(source, encoding="utf-8")
    assert fuzz(folder, 2).returncode == 1
    (folder / "x.py").write_text("raise ImportError", encoding="utf-8")
    paths = [each for each in (conform.folder / "findings").iterdir() if "chunk" in each.name]
    assert paths
    done = conform("replay", *paths)
    assert (done.returncode, len(done.stderr.splitlines())) == (3, 1)
    assert "cannot load x:CODEC: ImportError" in done.stderr


def started(conform, *words) -> subprocess.Popen[str]:
    """A campaign without an end, as soon as it has found something."""
    process = conform.start("fuzz", "--jobs", 2, "--quiet", "--stats", "stats.jsonl", *words)
    wait_for(process, lambda: list((conform.folder / "findings").glob(f"*/{RECORD}")))
    return process


def wait_for(process: subprocess.Popen[str], there: Callable[[], object]) -> None:
    ends = time.monotonic() + 30
    while not there():
        if process.poll() is not None or time.monotonic() > ends:
            process.kill()
            pytest.fail("it did not come about")
        time.sleep(0.05)


def executions(conform) -> int:
    lines = statistics(conform)
    return lines[-1]["executions"] if lines else 0


def workers(conform) -> list[psutil.Process]:
    return [process for process in conform.left() if "harness.fuzz.workers.worker" in _words(process)]


def _words(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


def test_an_interrupt_ends_it_with_everything_kept(conform, liar, engine) -> None:
    lie = LOOPS if engine == "plain" else RAISES
    process = started(conform, "-i", liar(lie), "--engine", engine)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=HANG)
    assert (process.returncode, conform.left_in_the_end()) == (1, [])
    assert "findings in the folder: " in out.splitlines()[-1]
    ((kind, _, data),) = told(conform)  # perhaps not yet made smaller
    assert (kind, (b"D" if lie == RAISES else b"E") in data) == (CRASH if lie == RAISES else HANG, True)
    assert len(list((conform.folder / "corpus" / "ascii").iterdir())) > 0


def test_a_second_interrupt_does_not_wait(conform, liar) -> None:
    process = started(conform, "-i", liar(LOOPS), "--engine", "plain")
    process.send_signal(signal.SIGINT)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=HANG)
    assert (process.returncode, conform.left_in_the_end()) == (130, [])
    assert findings(conform)


def test_a_campaign_that_is_killed_leaves_nobody_behind(conform, liar) -> None:
    process = started(conform, "-i", liar(RAISES))
    process.kill()
    process.communicate(timeout=HANG)
    assert (process.returncode, conform.left_in_the_end()) == (-signal.SIGKILL, [])
    assert (CRASH, "KeyError") in {(each.signature.kind, each.signature.reason) for each in findings(conform)}


def test_a_worker_that_is_killed_from_outside_loses_nothing(conform, liar, engine) -> None:
    process = started(conform, "-i", liar(RAISES), "--engine", engine)
    wait_for(process, lambda: len(workers(conform)) == 2 and executions(conform))
    killed = workers(conform)[0]
    killed.kill()
    wait_for(process, lambda: len({each.pid for each in workers(conform)} - {killed.pid}) == 2)
    before = executions(conform)
    wait_for(process, lambda: executions(conform) > before)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=HANG)
    assert process.returncode == 1
    assert (CRASH, "KeyError", b"D") in told(conform)


def broken_record(conform) -> None:
    folder = conform.folder / "findings" / "x"
    folder.mkdir(parents=True)
    (folder / RECORD).write_text("{", encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["-i", "nobody"], "no implementation 'nobody'"),
        (["-i", "reference", "-e", "nothing"], "no encoding 'nothing'"),
        (["--engine", "steam"], "steam"),
        (["--seconds", "-1"], "--seconds"),
        (["--jobs", "0"], "--jobs"),
        (["--vectors", "nowhere"], "nowhere"),
        (["--stats", "nowhere/x.jsonl", "--seconds", "0", "-i", "reference", "-e", "ascii"], "nowhere/x.jsonl"),
        (["extra"], "extra"),
    ],
)
def test_wrong_arguments_are_one_clear_line(conform, words: list[str], says: str) -> None:
    done = conform("fuzz", *words)
    last = done.stderr.splitlines()[-1]
    assert (done.returncode, says in last) == (2, True)
    assert "Traceback" not in done.stderr
    assert len([line for line in done.stderr.splitlines() if line and not line.startswith(("Usage", "Try"))]) == 1


def test_a_broken_record_is_one_clear_line(conform) -> None:
    broken_record(conform)
    for words in (["fuzz", "-i", "reference", "-e", "ascii", "--seconds", 1], ["replay", "findings/x"]):
        done = conform(*words)
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
        assert RECORD in done.stderr
