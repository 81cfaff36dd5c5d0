"""A shared library that is built with AddressSanitizer: a run and a campaign show an error within the library's own memory."""

from __future__ import annotations

import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from patience import FOREVER, until

from encoding_conformance.adapters import manifest
from encoding_conformance.adapters.testee import Testee
from encoding_conformance.core.notation import outcome_text
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import BrokenProtocol, Crash, Decoded
from encoding_conformance.fuzz.finding import Finding
from encoding_conformance.fuzz.store import RECORD, read

pytestmark = pytest.mark.skipif(not (shutil.which("make") and shutil.which("cc")), reason="make or a C compiler is not there")

DECODED = "    for (*count = 0; *count < length; ++*count) {\n        if (bytes["
PLANTED = "    static volatile uint8_t seen[8];\n    seen[length > 3 ? 8 : 0] = 1;\n"
"""A write behind an array, which no page and no canary is near."""

COMPILERS = [compiler for compiler in ("cc", "clang") if shutil.which(compiler)]


@pytest.fixture
def made(conform) -> Path:
    """The folder of a library from the template, with an error that only a sanitizer sees."""
    assert conform("new", "mine", "--language", "c-library").returncode == 0
    source = conform.folder / "mine" / "plugin.c"
    text = source.read_text(encoding="utf-8")
    assert text.count(DECODED) == 1
    source.write_text(text.replace(DECODED, PLANTED + DECODED), encoding="utf-8")
    return conform.folder / "mine"


def test_a_library_whose_runtime_is_nowhere_is_told_in_one_line(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (made / "libplugin.so").write_bytes(b"\x7fELF\0__asan_init\0")
    monkeypatch.setattr("encoding_conformance.adapters.sanitizer._for_any", lambda sanitizer: "")
    with Testee(manifest.read(made)) as testee:
        failure = testee.failure_to_start()
    said = "it was built with the sanitizer address, whose runtime is in no package that is installed here"
    assert failure == BrokenProtocol(f"cannot load ./libplugin.so: {said}")


def found_by_a_campaign(conform) -> Finding:
    """The first finding of a campaign, which is interrupted then."""

    def found() -> list[Path]:
        return list((conform.folder / "findings").glob(f"*/{RECORD}"))

    process = conform.start("fuzz", "-i", "mine", "--jobs", 1, "--no-seeds", "--quiet", stdout=subprocess.DEVNULL)
    until(found, lambda: process.poll() is None)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=FOREVER)
    assert process.returncode == 1, said
    return read(found()[0].parent)


@pytest.mark.slow
@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_run_and_a_campaign_show_what_only_a_sanitizer_sees(conform, made: Path, compiler: str) -> None:
    assert conform("run", "-i", "mine", "-k", "ascii/[a-d]*").returncode == 0
    subprocess.run(["make", "-s", "-C", made, "asan", f"CC={compiler}"], check=True)
    crash = Crash("global-buffer-overflow (AddressSanitizer)", "plugin.c:conform_decode")
    with Testee(manifest.read(made)) as testee:
        assert list(testee.perform([Decode("ascii", b"abcd"), Decode("ascii", b"abc")])) == [crash, Decoded((97, 98, 99))]
    key = found_by_a_campaign(conform).bucket
    assert (key.kind, key.reason, key.frame) == ("crash", crash.text, crash.frame)


def test_a_campaign_finds_what_a_page_shows(conform, made: Path) -> None:
    source = made / "plugin.c"
    text = source.read_text(encoding="utf-8").replace(PLANTED, "    if (length > 2) values[length] = 0;\n")
    source.write_text(text, encoding="utf-8")
    assert outcome_text(found_by_a_campaign(conform).outcome) == (
        "crash: ended by signal 11 (Segmentation fault); it probably wrote past the end of its output"
    )
