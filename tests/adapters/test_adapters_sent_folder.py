"""A folder is found where it was sent from, or else unpacked."""

import os
import shutil
import time
from pathlib import Path

import pytest

from encoding_conformance.adapters import sent_folder
from encoding_conformance.adapters.cluster_work import Unfit
from encoding_conformance.adapters.sent_folder import found, sent
from encoding_conformance.data_files.problems import WrongUsage


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sent_folder.artefacts, "user_folder", lambda: tmp_path / "cache" / "x")
    (tmp_path / "codec" / "part").mkdir(parents=True)
    (tmp_path / "codec" / "part" / "run.sh").write_text("true\n")
    (tmp_path / "codec" / "part" / "run.sh").chmod(0o755)
    return tmp_path / "codec"


def test_a_folder_that_is_there_with_the_same_files_is_used(folder: Path) -> None:
    given = sent(folder)
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "x.pyc").touch()
    assert found(given) == (folder, True)


@pytest.mark.parametrize("change", [shutil.rmtree, lambda folder: (folder / "more").touch()], ids=["missing", "changed"])
def test_any_other_folder_is_unpacked_once(folder: Path, change) -> None:
    given = sent(folder)
    change(folder)
    place, was_there = found(given)
    assert (was_there, place != folder, [*place.rglob("*.sh")]) == (False, True, [place / "part" / "run.sh"])
    assert (place / "part" / "run.sh").stat().st_mode & 0o100
    (place / "built").touch()
    assert found(given) == (place, False)
    assert (place / "built").exists()


def test_what_was_unpacked_and_not_used_for_two_weeks_is_deleted(folder: Path) -> None:
    places, weeks_ago = [], time.time() - 15 * 24 * 3600
    for content in ("1", "2", "3"):
        (folder / "part" / "run.sh").write_text(content)
        given = sent(folder)
        (folder / "part" / "run.sh").write_text("another")
        places.append(found(given)[0])
        if content == "2":
            os.utime(places[0], (weeks_ago, weeks_ago))
            found(given)
            assert all(place.is_dir() for place in places)  # nothing is unpacked, so nothing is deleted
            os.utime(places[1], (weeks_ago, weeks_ago))
            found(given)  # which uses it
    assert [place.is_dir() for place in places] == [False, True, True]


def test_a_folder_that_is_too_large_must_be_there(folder: Path) -> None:
    with (folder / "large").open("wb") as file:
        file.truncate((sent_folder.MOST_MIB << 20) + 1)
    given = sent(folder)
    assert found(given) == (folder, True)
    shutil.rmtree(folder)
    with pytest.raises(Unfit, match="is not there with the same files, and its files take more than 16 MiB, so it is not sent"):
        found(given)


def test_a_folder_that_cannot_be_read_is_told_in_a_line(folder: Path) -> None:
    with pytest.raises(WrongUsage, match="cannot be sent to the workers: .*missing: No such file or directory"):
        sent(folder / "missing")
