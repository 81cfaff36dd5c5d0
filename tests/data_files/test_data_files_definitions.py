"""Every fault of encodings and requirements files, in one line with its place and what is expected."""

import pytest
from toys import ENCODINGS, HEAD, REQUIREMENTS, VECTOR

from encoding_conformance.data_files.loader import read_encodings

PLAIN = "    properties: {}\n"
ROW = '      - {values: "0..FF", bits: "xxxxxxxx"}'


def _toy(old: str, new: str) -> str:
    """The encodings with a change in the first of them."""
    assert old in ENCODINGS
    return ENCODINGS.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('"Toy, 1"', "Toy", '4: encodings.toy.section: invalid value "Toy"; expected DOCUMENT, section; such as "Notes, UTF-8"'),
        ('"0..FF"', "0..FF", '6: encodings.toy.values: 0..FF is without quotes; write "0..FF"'),
        ('"0..FF"', '"FF..0"', "6: encodings.toy.values: 'FF..0' runs backwards"),
        ('"0..FF"', '"-"', "6: encodings.toy.values: an empty set; expected at least one value"),
        (ROW, ROW.replace("0..FF", "0.."), "8: toy: bits: 8 x's hold 0..FF; 0.. does not fit"),
        ('"0..FF"', '"0..100"', "7: toy: layout: no row has the values 100; write one, or take them out of values"),
    ],
)
def test_a_fault_of_an_encoding_has_its_line(faults, old, new, expected):
    assert faults({"encodings.yaml": _toy(old, new)}) == [f"encodings.yaml:{expected}"]


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ('bits: "0xxxxxxx"', "toy: bits: 7 x's hold 0..7F; 0..FF does not fit"),
        (
            'bits: "xxxx1111"',
            'encodings.toy.layout.bits: invalid value "xxxx1111"; expected groups of eight, such as '
            '"110xxxxx 10xxxxxx", the x\'s at the low end of each',
        ),
        ('bits: "1xxxxxxx x"', "toy: bits: a group does not have eight characters; write one group of eight for each byte"),
        ('bits: "xxxxxxxx", minus: "1"', "toy: minus: 0 less 1 is below zero"),
    ],
)
def test_a_row_of_a_layout_holds_its_values(faults, rest, expected):
    row = f'      - {{values: "0..FF", {rest}}}'
    assert faults({"encodings.yaml": _toy(ROW, row)}) == [f"encodings.yaml:8: {expected}"]


def test_a_row_without_values_has_only_bytes_that_the_encoding_lacks(faults):
    rows = ROW + '\n      - {values: "-", bits: "1xxxxxxx 10xxxxxx"}'
    message = "toy: bits: a row without values gives 0..1FFF, and the encoding lacks 100..1FFF"
    assert faults({"encodings.yaml": _toy(ROW, rows)}) == [f"encodings.yaml:9: {message}"]


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("code-unit: 2", "8: toy: bits: 1 bytes are not a whole number of code units of 2"),
        ('own-bytes: "0.."', "9: encodings.toy.own-bytes: '0..' has members above FF; expected bytes"),
        (
            'noncanonical: [{section: "Toy, 1", match: "("}]',
            "9: toy: match: not a regular expression: missing ), unterminated subpattern at position 0; see Python's re",
        ),
        (
            'noncanonical: [{section: "Toy, 1", match: "(0+)+1"}]',
            '9: encodings.toy.noncanonical.match: invalid value "(0+)+1"; expected a regular expression of up to 40 of the '
            "characters 0-9 A-F ^ $ | ( ) [ ] - and spaces, without repetitions",
        ),
        ('lengths: [{values: "0", least: 3, most: 2}]', "9: toy: lengths: least is more than most"),
        ('lengths: [{values: "0", bytes: 1, most: 2}]', "9: toy: lengths: either bytes, or least and most"),
        (
            'continuation: {more: "1xxxxxxx", last: "0xxxxxxx"}',
            "9: toy: continuation: layout already defines the bytes; take one of them out",
        ),
    ],
)
def test_a_fault_of_another_key_of_an_encoding_has_its_line(faults, more, expected):
    assert faults({"encodings.yaml": _toy(PLAIN, f"    {more}\n{PLAIN}")}) == [f"encodings.yaml:{expected}"]


@pytest.mark.parametrize(
    ("property", "expected"),
    [
        (
            'order: {denied: "Toy, 1", witness: {values: "1"}}',
            "toy: order: the witness must have smaller and larger",
        ),
        (
            "robust: {}",
            "encodings.toy.properties.robust: key 'claimed' is missing; expected a mapping with claimed; no check shows a denial",
        ),
        (
            'order-of-joined: {denied: "Toy, 1", witness: {before: "02", after: "01"}}',
            "toy: order-of-joined: `before` must sort before `after`, byte by byte",
        ),
    ],
)
def test_a_property_is_claimed_or_denied_with_a_witness(faults, property, expected):
    found = faults({"encodings.yaml": _toy(PLAIN, f"    properties: {{{property}}}\n")})
    assert found == [f"encodings.yaml:9: {expected}"]


CONTINUATION = 'continuation: {more: "1xxxxxxx", last: "0xxxxxxx"}'
COUNTED = "counted: {count: toy, item: toy}"
"""Tables that do not go value by value."""

AGREEING = (
    ENCODINGS
    + """\
  small:
    title: Small
    section: "Toy, 3"
    kind: naturals
    values: "0..7F"
    layout:
      - {values: "0..7F", bits: "0xxxxxxx"}
    same-bytes-as:
      - {encoding: toy, values: "0..7F", section: "Toy, 3"}
    same-order-as:
      - {encoding: toy, values: "0..7F", section: "Toy, 3"}
    properties: {}
"""
)


def test_an_encoding_may_agree_with_one_before_it(family):
    (family / "encodings.yaml").write_text(AGREEING)

    found = read_encodings([family])

    (agreement,) = found["small"].same_bytes_as
    assert agreement.other is found["toy"]
    assert (str(agreement.values), agreement.section) == ("0..7F", "Toy, 3")
    assert found["small"].same_order_as == found["small"].same_bytes_as
    assert found["toy"].same_bytes_as == found["toy"].same_order_as == ()


@pytest.mark.parametrize("other", ["none", "game", "small"])
def test_an_encoding_agrees_with_those_before_it_that_go_value_by_value(faults, other):
    message = f"small: same-bytes-as: no encoding {other!r} with its own table is defined before this one"
    agreeing = AGREEING.replace("encoding: toy", f"encoding: {other}", 1).replace(CONTINUATION, COUNTED)
    assert faults({"encodings.yaml": agreeing}) == [f"encodings.yaml:25: {message}"]


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ("0..FF", "this encoding does not have the values 80..FF; take them out"),
        ("100", "toy does not have the values 100; take them out"),
    ],
)
def test_values_that_agree_are_of_both_encodings(faults, values, problem):
    agreeing = AGREEING.replace('encoding: toy, values: "0..7F"', f'encoding: toy, values: "{values}"', 1)
    assert f"encodings.yaml:25: small: same-bytes-as: {problem}" in faults({"encodings.yaml": agreeing})


EDGES = """\
    edges:
      witnesses:
        - {derivation: "one"}
        - {derivation: "another"}
      requirements:
        values:
          - {values: "0..7F", requirement: toys/one-byte}
          - {requirement: toys/one-byte}
        bad-lead: toys/one-byte
"""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", []),
        (
            "bad-lead: toys/one-byte",
            "bad-lead: []",
            [
                "17: encodings.toy.edges.requirements.bad-lead: invalid value []; expected a requirement, or a list of "
                "requirements with the lead, trail or values that each is for"
            ],
        ),
        ('"0..7F"', '"7F..0"', ["15: encodings.toy.edges.requirements.values.values: '7F..0' runs backwards"]),
    ],
)
def test_the_requirements_of_edge_cases_are_chosen_by_rows(faults, old, new, expected):
    found = faults({"encodings.yaml": _toy(PLAIN, EDGES.replace(old, new) + PLAIN)})
    assert found == [f"encodings.yaml:{each}" for each in expected]


@pytest.mark.parametrize(
    ("about", "expected"),
    [
        ('{operation: decode, outcome: reject, reasons: [truncated], lead: "80..BF"}', []),
        ("{}", ["7: requirements.about: invalid value {}; expected a mapping with operation, outcome, reasons, values, "
                "lead or trail"]),
        ('{lead: "1FF"}', ["7: requirements.about.lead: '1FF' has members above FF; expected bytes"]),
    ],
)  # fmt: skip
def test_a_row_of_about_has_its_shape(faults, about, expected):
    found = faults({"requirements.yaml": REQUIREMENTS + f"    about:\n      - {about}\n"})
    assert found == [f"requirements.yaml:{each}" for each in expected]


@pytest.mark.parametrize("part", ["none", "game", "count"])
def test_a_counted_encoding_is_made_of_those_before_it_that_have_tables(faults, part):
    counted = f"""\
  count:
    title: Counted
    section: "Toy, 3"
    kind: naturals
    values: "0..FF"
    counted: {{count: toy, item: {part}}}
    properties: {{}}
"""
    message = f"count: counted: no encoding {part!r} with its own table is defined before this one"
    assert faults({"encodings.yaml": ENCODINGS.replace(CONTINUATION, COUNTED) + counted}) == [f"encodings.yaml:22: {message}"]


@pytest.mark.parametrize("key", ["values", "continuation"])
def test_an_encoding_states_values_and_tables(faults, key):
    spoilt = "".join(line for line in ENCODINGS.splitlines(keepends=True) if not line.startswith(f"    {key}: "))
    expected = "a mapping with title, section, kind, properties, and tables: table, or values with layout, continuation, "
    message = f"encodings.game: keys are missing; expected {expected}differences or counted"
    assert message in faults({"encodings.yaml": spoilt})[-1]


DIFFERENCES = """\
    differences:
      initial: "40"
      block: "80"
      direct: "0..20"
      reset-byte: "FF"
      trail: "0..F"
      centres: []
      rows:
        - {differences: "-40..3F", lead: "50..CF", trails: 0}
"""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('"80"', '"0"', "9: encodings.toy.differences.block: '0' is zero; expected a larger number"),
        ('"FF"', '"1FF"', "11: encodings.toy.differences.reset-byte: '1FF' is above FF; expected a byte"),
        ('"0..F"', '"0.."', "12: encodings.toy.differences.trail: '0..' has members above FF; expected bytes"),
        ('"-40..3F"', '"3F..-40"', "15: toy: differences: 3F..-40 runs backwards"),
        ('"-40..3F"', '"-40..40"', "15: toy: lead: 50..CF with 0 trail bytes hold fewer differences than -40..40 has"),
    ],
)
def test_a_table_of_differences_ends(faults, old, new, expected):
    """A set of trail bytes without an end is refused before anything counts it."""
    files = {"encodings.yaml": _toy(f"    layout:\n{ROW}\n", DIFFERENCES.replace(old, new))}
    assert faults(files) == [f"encodings.yaml:{expected}"]


def test_an_encoding_is_there_once_in_all_folders(faults, family):
    (family.parent / "zoo").mkdir()
    place = family.parent / "zoo" / "encodings.yaml"
    assert faults({"../zoo/encodings.yaml": ENCODINGS.replace("  game:", "  jest:")}) == [
        f"{place}:2: encoding toy is already defined at encodings.yaml:2"
    ]


OTHER = '  - id: toys/other\n    section: "Toy, 1"\n    text: Something else.\n'


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("toys/one-byte", "game/one-byte", "2: id game/one-byte must begin with the folder's name, toys/"),
        (
            "toys/one-byte",
            "one-byte",
            '2: requirements.id: invalid value "one-byte"; expected FAMILY/slug in lower-case letters, digits and hyphens',
        ),
        ("[toy]", "[tooy]", "5: unknown encoding 'tooy'; did you mean toy?"),
        ("[toy]", "[utf-8]", "5: unknown encoding 'utf-8'; this folder has toy, game"),
        ("encodings: [toy]", "checks: [layuot]", "5: unknown check 'layuot'; did you mean layout?"),
        ("encodings: [toy]", "checks: [speed]", "5: unknown check 'speed'; `conform list checks` shows them"),
        (
            '    section: "Toy, 1"\n    text: A value is its byte.\n',
            "",
            "2: requirements: keys 'section', 'text' are missing; expected a mapping with id, section and text",
        ),
    ],
)
def test_a_requirement_is_whole(faults, old, new, expected):
    assert faults({"requirements.yaml": REQUIREMENTS.replace(old, new)}) == [f"requirements.yaml:{expected}"]


def test_ids_of_requirements_are_unique(faults):
    message = "requirement id toys/other is already used at requirements.yaml:6; ids are unique"
    assert faults({"requirements.yaml": REQUIREMENTS + OTHER + OTHER}) == [f"requirements.yaml:9: {message}"]


def test_all_faults_of_the_definitions_are_reported_at_once(faults):
    """A faulty entry does not hide faults after it, and what cannot be known because of it is not guessed."""
    backwards = ENCODINGS.replace('"0..FF"\n    properties', '"FF..0"\n    properties')
    misplaced = OTHER.replace("toys", "game")
    files = {
        "encodings.yaml": backwards.replace("naturals", "numbers", 1),
        "requirements.yaml": REQUIREMENTS.replace("[toy]", "[tooy]") + misplaced + OTHER * 2,
        "vectors/a.yaml": HEAD + VECTOR,
    }
    assert [fault.split(": ")[0] for fault in faults(files)] == [
        "encodings.yaml:5",
        "encodings.yaml:14",
        "requirements.yaml:6",
        "requirements.yaml:12",
    ]


@pytest.mark.parametrize("name", ["encodings.yml", "requirements.yml", "vectors/a.yml", "edges/toy.yml"])
def test_a_file_that_would_not_be_read_is_reported(faults, family, name):
    (family / "edges").mkdir()
    assert faults({name: ""}) == [f"{name}:1: is not read; the name should end in .yaml"]


def test_a_folder_without_a_family_is_reported(faults, family):
    for path in family.rglob("*.yaml"):
        path.unlink()
    (fault,) = faults({})
    files = "encodings.yaml, requirements.yaml, vectors/*.yaml"
    message = f"no family of encodings is here; a family's folder holds {files} or some of them"
    assert fault == f"{family.parent}: {message}"
