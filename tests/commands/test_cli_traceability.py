"""A gap between requirements and what tests them, or a bad vector, ends a command with status 3 and its line."""

import pytest

FAMILY = {
    "encodings.yaml": """encodings:
  toy:
    title: Toy
    section: "Toy, 1"
    kind: naturals
    values: "0..FF"
    layout:
      - {values: "0..FF", bits: "xxxxxxxx"}
    properties: {}
""",
    "requirements.yaml": """requirements:
  - id: toys/one-byte
    section: "Toy, 1"
    text: A value is its byte.
  - id: toys/everywhere
    section: "Toy, 1"
    text: Each check serves it.
    checks: [decode-undoes-encode, encode-undoes-decode, layout, damage, chunks, empty-pieces, growth, no-state-leaks,
             unencodable-values]
""",
    "vectors/x.yaml": """encodings: [toy]
vectors:
  - id: one
    values: "41"
    bytes: "41"
    requirements: [toys/one-byte]
    witnesses: [{specification: "Toy, 1"}, {derivation: "by hand"}]
""",
}

GAPS = {
    "a requirement that nothing serves": (
        "requirements.yaml",
        "    text: A value is its byte.\n",
        '    text: A value is its byte.\n  - {id: toys/lonely, section: "Toy, 3", text: Nobody looks at this.}\n',
        "requirements.yaml:5: no vector and no check serves requirement toys/lonely",
    ),
    "a vector that refers to no requirement": (
        "vectors/x.yaml",
        "[toys/one-byte]",
        "[toys/one-byte, toys/none]",
        "x.yaml:6: one: unknown requirement 'toys/none'",
    ),
    "a requirement that refers to no check": (
        "requirements.yaml",
        "[decode-undoes-encode,",
        "[decode-undoes-encode, none,",
        "requirements.yaml:8: unknown check 'none'",
    ),
    "a requirement that refers to a check that applies to none of its encodings": (
        "requirements.yaml",
        "[decode-undoes-encode,",
        "[decode-undoes-encode, order,",
        "requirements.yaml:5: toys/everywhere: check order applies to none of its encodings",
    ),
    "a check that serves no requirement": (
        "encodings.yaml",
        "properties: {}",
        'properties: {order: {claimed: "Toy, 1"}}',
        "encodings.yaml:2: check order of toy serves no requirement",
    ),
    "a vector that is not hexadecimal": ("vectors/x.yaml", 'bytes: "41"', 'bytes: "4G"', "x.yaml:5"),
}


@pytest.fixture
def toys(conform):
    """Writes the family, with a text in one of its files replaced."""

    def write(file: str = "", old: str = "", new: str = "") -> None:
        folder = conform.folder / "toys"
        (folder / "vectors").mkdir(parents=True)
        for name, text in FAMILY.items():
            assert name != file or old in text
            (folder / name).write_text(text.replace(old, new) if name == file else text)

    return write


def test_a_family_without_gaps_is_listed(conform, toys) -> None:
    toys()
    ended = conform("list", "requirements", "--vectors", "toys")
    assert ended.returncode == 0
    head, *rows = (line.split("\t") for line in ended.stdout.splitlines())
    assert head == ["id", "section", "by hand", "edge cases", "checks", "requirement"]
    assert ["toys/one-byte", "Toy, 1", "2", "0", "", "A value is its byte."] in rows


@pytest.mark.parametrize("gap", GAPS)
def test_a_gap_ends_a_list_with_status_3(conform, toys, gap: str) -> None:
    *change, message = GAPS[gap]
    toys(*change)
    ended = conform("list", "--vectors", "toys")
    assert (ended.returncode, message in ended.stderr) == (3, True)


def test_a_gap_ends_a_run_with_status_3(conform, toys) -> None:
    *change, message = GAPS["a requirement that nothing serves"]
    toys(*change)
    ended = conform("run", "-i", "reference", "--vectors", "toys")
    assert (ended.returncode, message in ended.stderr) == (3, True)
