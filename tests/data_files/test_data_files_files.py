"""How files are read and written: nothing is waited for, no link is followed, and nobody sees half of a file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from encoding_conformance.data_files import files
from encoding_conformance.data_files.files import append_to, read_file, remove_file, subfolder, write_file
from encoding_conformance.data_files.problems import WrongUsage


def test_a_file_is_read_up_to_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"12345")
    assert read_file(path, 5) == b"12345"
    with pytest.raises(OSError, match="has more than 4 bytes"):
        read_file(path, 4)


def test_a_sparse_file_is_refused_without_reading_it(tmp_path: Path) -> None:
    with (tmp_path / "x").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(OSError, match="has more than 10 bytes"):
        read_file(tmp_path / "x", 10)


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(OSError, match="expected a regular file"):
            read_file(path, 10)
    with pytest.raises(IsADirectoryError):
        read_file(tmp_path, 10)


def test_a_written_file_replaces_a_link_and_leaves_its_target(tmp_path: Path) -> None:
    (tmp_path / "target").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "target")
    write_file(tmp_path / "link", b"new")
    assert ((tmp_path / "target").read_text(), (tmp_path / "link").read_text()) == ("mine", "new")
    assert {path.name for path in tmp_path.iterdir()} == {"target", "link"}


def test_a_file_that_is_appended_to_replaces_a_link_and_leaves_its_target(tmp_path: Path) -> None:
    (tmp_path / "target").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "target")
    with append_to(tmp_path / "link") as file:
        file.write(b"new")
    assert ((tmp_path / "target").read_text(), (tmp_path / "link").read_text()) == ("mine", "new")


def test_the_system_s_link_to_an_open_file_is_not_replaced(tmp_path: Path) -> None:
    with (tmp_path / "x").open("wb") as file:
        for _ in range(2):
            write_file(Path(f"/proc/self/fd/{file.fileno()}"), b"new")
        assert (tmp_path / "x").read_bytes() == b"new"


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x").write_text("old")

    def refuse(path: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(OSError, match="No space left on device: '.*/x'"):
        files.write_file(tmp_path / "x", b"new")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"x": "old"}


def test_a_device_is_written_to() -> None:
    write_file(Path("/dev/null"), b"new")
    remove_file(Path("/dev/null"))
    assert Path("/dev/null").exists()


def test_a_file_to_be_written_later_is_removed(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("old")
    remove_file(tmp_path / "x")
    remove_file(tmp_path / "y")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(FileNotFoundError, match="'.*/no/x'"):
        remove_file(tmp_path / "no" / "x")


def test_folders_are_made_and_links_in_them_refused(tmp_path: Path) -> None:
    assert subfolder(tmp_path / "findings", "mine", "utf-8") == tmp_path / "findings" / "mine" / "utf-8"
    assert subfolder(tmp_path / "findings", "mine", "utf-8").is_dir()
    (tmp_path / "findings" / "yours").symlink_to(tmp_path)
    (tmp_path / "findings" / "mine" / "utf-8" / "crash-1").symlink_to("/etc/passwd")
    for names in (("yours", "utf-8"), ("mine", "utf-8")):
        with pytest.raises(WrongUsage, match="is a link; expected a file or folder"):
            subfolder(tmp_path / "findings", *names)
