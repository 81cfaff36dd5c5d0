"""Campaigns by the command: what they find, keep, replay and survive."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import made
import psutil
import pytest
from patience import FOREVER, until

from encoding_conformance.adapters.manifest import read
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.fuzz.finding import Finding, FindingKind, FindingState, Reproducer
from encoding_conformance.fuzz.from_bytes import TABLES
from encoding_conformance.fuzz.rerun import Rerun
from encoding_conformance.fuzz.store import RECORD, BadFinding
from encoding_conformance.fuzz.store import read as read_finding

pytestmark = pytest.mark.slow

LIARS = Path(__file__).parents[1] / "liars"

CODEC = """
import ctypes, os, signal, sys
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
OBJECT = 'python: "x:CODEC"\nlimits: {seconds: %d, memory_mib: 256}'
SECONDS = 5
"""How long a codec may be silent that is to be given up; the others have as long as anything has."""

EXITS = 'b"A" in data and os._exit(7)'
SEGFAULTS = 'b"B" in data and ctypes.string_at(0)'
KILLS_ITSELF = 'b"C" in data and os.kill(os.getpid(), signal.SIGKILL)'
RAISES = 'b"D" in data and {}["secret"]'
LOOPS = 'while b"E" in data: pass'
TAKES_MEMORY = 'b"F" in data and bytearray(10 << 30)'
HANGS_IF_IT_IS_TO = """\
if "fuzz/fuzz_worker" in sys.argv[0] and os.path.exists("to-hang"):
            try:
                os.rmdir("to-hang")
                while True:
                    pass
            except FileNotFoundError:
                pass"""
"""One worker takes the file that tells it to hang, so that no other one does."""

LEAKS = 'self.last, last = data, self.last\n        data = data[1:] if last[:1] == b"G" else data'

EXITED = "exited with status 7"
SEGFAULT = "ended by signal 11 (Segmentation fault)"
KILLED = "ended by signal 9 (Killed)"

MANY = 5000
"""So many executions are a campaign."""

OUTPUT = "output.txt"


@pytest.fixture
def liar(manifest) -> Callable[..., Path]:
    """Makes an ASCII codec that lies."""
    return lambda *lies, seconds=FOREVER: manifest("liar", OBJECT % seconds, x=CODEC.replace("{lie}", "\n        ".join(lies)))


@pytest.fixture
def fuzz(conform) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs a campaign until there is enough, and interrupts it; of one job, if no other number is given."""

    def run(folder: object, enough: Callable[[], object], *more: object) -> subprocess.CompletedProcess[str]:
        jobs = [] if "--jobs" in more else ["--jobs", 1]
        with (conform.folder / OUTPUT).open("w", encoding="utf-8") as output:
            process = started(conform, "-i", folder, *jobs, *more, stdout=output, stderr=subprocess.STDOUT)
            until(enough, lambda: process.poll() is None)
            ended(process)
        return subprocess.CompletedProcess(process.args, process.returncode, said(conform))

    return run


def started(conform, *words: object, **more: object) -> subprocess.Popen[str]:
    """A campaign without an end."""
    return conform.start("fuzz", "--quiet", "--stats", "stats.jsonl", *words, **more)


def ended(process: subprocess.Popen[str]) -> str:
    """What a campaign says that is interrupted."""
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=FOREVER)
    return out


def said(conform) -> str:
    return (conform.folder / OUTPUT).read_text(encoding="utf-8")


def findings(conform, folder: str = "findings") -> list[Finding]:
    """The complete findings. One that is still being written does not count."""
    found = []
    for path in (conform.folder / folder).glob(f"*/{RECORD}"):
        with suppress(BadFinding):
            found.append(read_finding(path.parent))
    return found


def told(conform, folder: str = "findings") -> set[tuple[str, str, bytes]]:
    """The class, the reason and the input of each finding."""
    return {(each.bucket.kind, each.bucket.reason, each.reproducer.data) for each in findings(conform, folder)}


def statistics(conform) -> list[dict]:
    stats = conform.folder / "stats.jsonl"
    return [json.loads(line) for line in stats.read_text(encoding="utf-8").splitlines()] if stats.exists() else []


def executions(conform) -> int:
    lines = statistics(conform)
    return lines[-1]["executions"] if lines else 0


def put_aside(conform) -> set[str]:
    """What is asked no more."""
    return {line.rpartition("asked no more: ")[2] for line in said(conform).splitlines() if line.startswith("put aside: ")}


def test_deaths_of_all_kinds_are_found_at_their_smallest_put_aside_and_survived(conform, fuzz, liar, engine) -> None:
    smallest = {
        (FindingKind.CRASH, EXITED, b"A"),
        (FindingKind.CRASH, SEGFAULT, b"B"),
        (FindingKind.CRASH, KILLED, b"C"),
        (FindingKind.CRASH, "KeyError", b"D"),
        (FindingKind.MEMORY, "MemoryError", b"F"),
    }
    aside = {f"inputs with {byte} in them" for byte in (41, 42, 43)}
    done = fuzz(
        liar(EXITS, SEGFAULTS, KILLS_ITSELF, RAISES, TAKES_MEMORY),
        lambda: smallest <= told(conform) and aside <= put_aside(conform) and executions(conform) > MANY,
        "--engine",
        engine,
    )
    assert (done.returncode, told(conform), put_aside(conform)) == (1, smallest, aside)


def test_a_leak_is_told_with_what_goes_before(conform, fuzz, liar, engine) -> None:
    def found() -> bool:
        return any(
            each.bucket.kind == FindingKind.LEAK or each.reproducer.check == "no-state-leaks" for each in findings(conform)
        )

    assert fuzz(liar(LEAKS), found, "--engine", engine).returncode == 1
    leaks = [each.reproducer.before for each in findings(conform) if each.bucket.kind == FindingKind.LEAK]
    assert all(any(data[:1] == b"G" for data in before) for before in leaks)


def test_a_leak_is_settled_with_the_least_that_goes_before(liar) -> None:
    folder = liar(LEAKS)
    again = Rerun(read(folder), made.suite().encodings["ascii"], NO_LIMITS)
    told = again.ask(Reproducer(TABLES.name, b"xyz", (b"a", b"Gbc", b"GG", b"d", b"Ge")))
    assert told.bucket.kind == FindingKind.LEAK
    assert again.settled(told, lambda: False).reproducer.before == (b"G",)


@pytest.mark.parametrize(
    ("name", "kinds", "smallest"),
    [
        ("accepts-everything", {FindingKind.DISAGREEMENT, FindingKind.CHECK}, b"\x80"),
        ("segfaults", {FindingKind.CRASH}, b"A"),
        ("object-returns-none", {FindingKind.MALFORMED}, b"A"),
    ],
)
def test_liars_are_found_out(conform, fuzz, name: str, kinds: set[str], smallest: bytes) -> None:
    def found() -> bool:
        return smallest in {data for kind, _, data in told(conform) if kind in kinds}

    assert fuzz(LIARS / name, found).returncode == 1


def test_the_reference_has_no_finding_and_the_next_campaign_goes_on_from_its_corpus(conform, engine) -> None:
    sizes = []
    for more in ((), ("--no-seeds",)):
        words = ("-i", "reference", "-e", "utf-8", "--engine", engine, "--jobs", 1, "--executions", MANY)
        done = conform("fuzz", *words, "--findings", "none", "--stats", "stats.jsonl", "--quiet", *more)
        assert (done.returncode, (conform.folder / "none").exists()) == (0, False)
        assert executions(conform) == MANY
        sizes.append([unit["corpus"] for line in statistics(conform) for unit in line["units"]])
    assert 0 < sizes[0][-1] <= sizes[1][0]


def test_executions_are_counted_over_all_lives_of_a_worker(conform, liar) -> None:
    """It dies three times at each of these, and it begins with the vectors, which have all of them."""
    done = conform(
        "fuzz",
        "-i",
        liar(EXITS, SEGFAULTS),
        "--engine",
        "plain",
        "--jobs",
        1,
        "--executions",
        MANY,
        "--quiet",
        "--stats",
        "stats.jsonl",
    )
    assert done.returncode == 1
    assert {reason for _, reason, _ in told(conform)} == {EXITED, SEGFAULT}
    assert MANY // 2 < executions(conform) <= MANY


def test_statistics_are_lines_of_json_that_add_up(conform, fuzz, liar) -> None:
    fuzz(liar(RAISES), lambda: len(lines := statistics(conform)) >= 3 and lines[-1]["findings"] and executions(conform))
    lines = statistics(conform)
    assert [line["executions"] for line in lines] == sorted(line["executions"] for line in lines)
    for line in lines:
        assert line["executions"] == sum(unit["executions"] for unit in line["units"])
    assert lines[-1]["findings"] == {FindingKind.CRASH: 1}
    assert {(unit["implementation"], unit["encoding"]) for unit in lines[-1]["units"]} == {("liar", "ascii")}


def test_findings_do_not_depend_on_the_number_of_jobs(conform, fuzz, liar) -> None:
    folder, found = liar(RAISES, 'b"\\x7f" in data and len(None)'), []
    smallest = {(FindingKind.CRASH, "KeyError", b"D"), (FindingKind.CRASH, "TypeError", b"\x7f")}
    for jobs in (1, 2):
        of = f"of-{jobs}"
        fuzz(folder, lambda of=of: smallest <= told(conform, of), "--jobs", jobs, "--findings", of, "--corpus", f"corpus-{jobs}")
        assert told(conform, of) == smallest
        found.append({path.name for path in (conform.folder / of).iterdir()})
    assert found[0] == found[1]


NAIVE = Path(__file__).with_name("naive.py").read_text(encoding="utf-8")

CAUSE = re.compile(r"^[1-9]+  (\S.+?)\s+\d+ findings?$", re.MULTILINE | re.DOTALL)
"""The heading of a cause, which may have two lines."""

ASKED = re.compile(r" \(\d+ asked\)")


def causes_shown(screen: str) -> list[tuple[str, str]]:
    """The headings and the requirements of the causes on a screen."""
    titles = [ASKED.sub("", " ".join(title.split())) for title in CAUSE.findall(screen)]
    return list(zip(titles, re.findall(r"\[([a-z0-9-]+/[a-z0-9-]+)\]$", screen, re.MULTILINE), strict=True))


def test_a_campaign_and_its_replay_tell_the_causes_of_a_run(conform, manifest) -> None:
    folder = manifest("naive", 'python: "naive:CODEC"', "{utf-8: {}}", naive=NAIVE)
    done = conform("fuzz", "-i", folder, "--jobs", 1, "--engine", "plain", "--executions", 4 * MANY, "--quiet")
    told = causes_shown(done.stdout)
    for begins, requirement in (
        ("decode crashes on input that ends inside a value", "common/always-an-answer"),
        ("decode accepts a surrogate", "utf-8/surrogates"),
        ("decode accepts a value above 10FFFF", "utf-8/out-of-range"),
    ):
        assert [broken for title, broken in told if title.startswith(begins)] == [requirement]
    folders = sorted(path.relative_to(conform.folder) for path in (conform.folder / "findings").iterdir())
    assert all(str(each) in done.stdout for each in folders)
    assert f"naive  utf-8    {len(told)} causes explain all {len(folders)} findings" in done.stdout.splitlines()
    replayed = conform("replay", *folders)
    assert (done.returncode, replayed.returncode) == (1, 1)
    assert replayed.stdout.splitlines()[: len(folders)] == [f"still there: {each}" for each in folders]
    heading = "\nnaive  utf-8    "
    assert done.stdout.partition(heading)[2].startswith(replayed.stdout.partition(heading)[2])
    assert causes_shown(conform("fuzz", "-i", folder, "--seconds", 0, "--jobs", 1, "--quiet").stdout) == told


REFUSES = 'if b"A" in data: raise ValueError("odd")'


def test_findings_of_one_cause_are_told_as_one_and_stored_as_many(conform, fuzz, liar) -> None:
    done = fuzz(liar(REFUSES), lambda: len(findings(conform)) > 1)
    (heading,) = [line for line in done.stdout.splitlines() if CAUSE.fullmatch(line)]
    number = len(findings(conform))
    assert heading.startswith("1  decode refuses ") and heading.endswith(f" {number} findings")
    assert (done.returncode, number > 1) == (1, True)


def found_raising(conform) -> bool:
    return (FindingKind.CRASH, "KeyError", b"D") in told(conform)


def test_old_findings_are_replayed_first(conform, fuzz, liar) -> None:
    folder = liar(RAISES)
    assert fuzz(folder, lambda: found_raising(conform)).returncode == 1
    module = folder / "x.py"
    sound = module.read_text(encoding="utf-8")
    for source, state, status in [
        (sound, "still there", 1),
        (sound.replace('{}["secret"]', "len(None)"), "changed", 1),
        (sound.replace(RAISES, "pass"), "fixed", 0),
    ]:
        module.write_text(source, encoding="utf-8")
        done = conform("fuzz", "-i", folder, "--seconds", 0, "--jobs", 1, "--stats", "stats.jsonl", "--quiet")
        assert f"{state}: liar ascii decode: crash in x.py:Codec.decode: KeyError" in done.stdout.splitlines()
        assert done.returncode == status
    assert statistics(conform)[-1]["findings"] == {}


def test_a_finding_that_was_changed_and_met_once_is_no_crash_of_the_campaign(conform, fuzz, liar) -> None:
    """It does not show when it is asked again, and so there is nothing to file."""
    folder = liar(RAISES)
    fuzz(folder, lambda: found_raising(conform))
    (record,) = (conform.folder / "findings").glob(f"*/{RECORD}")
    stored = json.loads(record.read_text(encoding="utf-8"))
    record.write_text(json.dumps({**stored, "repeats": False, "state": FindingState.CHANGED}), encoding="utf-8")
    module = folder / "x.py"
    module.write_text(module.read_text(encoding="utf-8").replace(RAISES, "pass"), encoding="utf-8")
    done = conform("fuzz", "-i", folder, "--seconds", 0, "--jobs", 1, "--quiet")
    assert "changed: liar ascii decode: crash in x.py:Codec.decode: KeyError" in done.stdout.splitlines()
    assert (done.returncode, "failed" in done.stderr) == (1, False)


def test_replay_says_what_became_of_a_finding(conform, fuzz, liar) -> None:
    folder = liar(RAISES)
    fuzz(folder, lambda: found_raising(conform))
    (finding,) = (conform.folder / "findings").iterdir()
    done = conform("replay", finding)
    assert (done.returncode, done.stdout.splitlines()[0]) == (1, f"still there: {finding}")
    (folder / "x.py").write_text(CODEC.replace("{lie}", "pass"), encoding="utf-8")
    done = conform("replay", finding)
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, f"fixed: {finding}")


def test_what_does_not_start_is_not_fixed(conform, fuzz, liar) -> None:
    folder = liar("pass")
    source = (
        (folder / "x.py")
        .read_text(encoding="utf-8")
        .replace(
            "CODEC = ",
            """
    def incremental_decoder(self):
        return Lossy()
class Lossy:
    def decode(self, data, final):
        return [] if not final else list(data.decode("ascii").encode())
CODEC = """,
        )
    )
    (folder / "x.py").write_text(source, encoding="utf-8")
    assert fuzz(folder, lambda: any(each.reproducer.check == "chunks" for each in findings(conform))).returncode == 1
    (folder / "x.py").write_text("raise ImportError", encoding="utf-8")
    paths = [each for each in (conform.folder / "findings").iterdir() if "chunk" in each.name]
    done = conform("replay", *paths)
    assert (done.returncode, len(done.stderr.splitlines())) == (3, 1)
    assert "cannot load x:CODEC: ImportError" in done.stderr


def has_found(conform, *words: object) -> subprocess.Popen[str]:
    """A campaign that has found something, and goes on."""
    process = started(conform, "--jobs", 2, *words)
    until(lambda: findings(conform), lambda: process.poll() is None)
    return process


def workers(conform) -> list[psutil.Process]:
    return [process for process in conform.left() if "encoding_conformance.fuzz.fuzz_worker" in _words(process)]


def _words(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


def test_an_interrupt_ends_it_with_everything_kept(conform, liar, engine) -> None:
    lie = liar(LOOPS, seconds=SECONDS) if engine == "plain" else liar(RAISES)
    process = has_found(conform, "-i", lie, "--engine", engine)
    out = ended(process)
    assert process.returncode == 1
    conform.hold_that_none_is_left()
    assert out.splitlines()[-1].startswith("findings in the folder: ")
    ((kind, _, data),) = told(conform)  # perhaps not yet made smaller
    assert (kind, (b"E" if engine == "plain" else b"D") in data) == (
        FindingKind.HANG if engine == "plain" else FindingKind.CRASH,
        True,
    )
    assert len(list((conform.folder / "corpus" / "ascii").iterdir())) > 0


def test_a_second_interrupt_does_not_wait(conform, liar) -> None:
    """A worker hangs, and is waited for after the first one; that is heard when the other worker has come to its end."""
    folder = liar(RAISES, HANGS_IF_IT_IS_TO)
    process = has_found(conform, "-i", folder, "--engine", "plain")
    until(lambda: len(workers(conform)) == 2, lambda: process.poll() is None)
    (folder / "to-hang").mkdir()
    until(lambda: not (folder / "to-hang").exists(), lambda: process.poll() is None)
    process.send_signal(signal.SIGINT)
    until(lambda: len(workers(conform)) == 1, lambda: process.poll() is None)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=FOREVER)
    assert process.returncode == 130
    conform.hold_that_none_is_left()
    assert findings(conform)


def test_a_campaign_that_is_killed_leaves_nobody_behind(conform, liar) -> None:
    process = has_found(conform, "-i", liar(RAISES))
    process.kill()
    process.communicate(timeout=FOREVER)
    assert process.returncode == -signal.SIGKILL
    conform.hold_that_none_is_left()
    assert (FindingKind.CRASH, "KeyError") in {(each.bucket.kind, each.bucket.reason) for each in findings(conform)}


def test_a_worker_that_is_killed_from_outside_loses_nothing(conform, liar, engine) -> None:
    process = has_found(conform, "-i", liar(RAISES), "--engine", engine)

    def wait_for(there: Callable[[], object]) -> None:
        until(there, lambda: process.poll() is None)

    wait_for(lambda: len(workers(conform)) == 2 and executions(conform))
    killed = workers(conform)[0]
    killed.kill()
    wait_for(lambda: len({each.pid for each in workers(conform)} - {killed.pid}) == 2)
    before = executions(conform)
    wait_for(lambda: executions(conform) > before and found_raising(conform))
    ended(process)
    assert process.returncode == 1


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
