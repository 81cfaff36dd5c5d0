"""Every fault of a file of vectors, in one line with its place and what is expected."""

import pytest
from toys import DECODE, HEAD, VECTOR

FILE = "vectors/a.yaml"
FORMS = "a vector has values and bytes; or decode or encode, with one of result, reject and permitted"


def test_a_file_without_faults_is_read(told):
    assert told({FILE: HEAD + VECTOR}) == []


SCALARS = ["80", "0010", "F0", "NO", "1e5", "0x10", "true", "80 81", "2001-01-01", "-5", "~0"]


@pytest.mark.parametrize("scalar", SCALARS)
@pytest.mark.parametrize(("vector", "key", "line"), [(VECTOR, "bytes", 8), (VECTOR, "values", 7), (DECODE, "result", 8)])
def test_bytes_and_values_are_quoted(told, vector, key, line, scalar):
    unquoted = vector.replace(f'{key}: "41"', f"{key}: {scalar}")
    message = f'vectors.{key}: {scalar} stands without quotes; write "{scalar}"'
    assert told({FILE: HEAD + unquoted}) == [f"{FILE}:{line}: {message}"]


BYTE = "is not a byte: expected two upper-case hexadecimal digits such as 0A"
NUMBER = "is not an upper-case hexadecimal number such as 1F469 or 7F{17}"


@pytest.mark.parametrize(
    ("key", "text", "message"),
    [
        ("bytes", "4", f"'4' {BYTE}"),
        ("bytes", "414", f"'414' {BYTE}"),
        ("bytes", "4142", f"'4142' {BYTE}"),
        ("bytes", "c3", f"'c3' {BYTE}"),
        ("bytes", "41  42", f"'' {BYTE}"),
        ("bytes", "", f"'' {BYTE}"),
        ("bytes", r"41\n", rf"'41\n' {BYTE}"),
        ("bytes", "AA*0", f"'AA*0' {BYTE}"),
        ("bytes", "AA*9999999999", f"'AA*9999999999' {BYTE}"),
        ("bytes", "AA*9999999", "the sequence is longer than 4194304 bytes or digits"),
        ("values", "1f4a9", f"'1f4a9' {NUMBER}"),
        ("values", "0x41", f"'0x41' {NUMBER}"),
        ("values", "U+0041", f"'U+0041' {NUMBER}"),
        ("values", "-1", f"'-1' {NUMBER}"),
        ("values", "F{9999999}", "'F{9999999}' has more than 4194304 digits"),
        ("values", "41*9999999", "the sequence is longer than 4194304 bytes or digits"),
        ("values", "F{99999999999999}", f"'F{{99999999999999}}' {NUMBER}"),
    ],
)
def test_the_notation_is_kept(told, key, text, message):
    line = {"values": 7, "bytes": 8}[key]
    spoilt = VECTOR.replace(f'{key}: "41"', f'{key}: "{text}"')
    assert told({FILE: HEAD + spoilt}) == [f"{FILE}:{line}: vectors.{key}: {message}"]


def test_a_number_of_5000_digits_is_no_trouble(told):
    digits = "9" * 5000
    assert told({FILE: HEAD + VECTOR.replace('values: "41"', f'values: "{digits}"')}) == []
    (unquoted,) = told({FILE: HEAD + VECTOR.replace('bytes: "41"', f"bytes: {digits}")})
    assert unquoted.endswith("99…99999999999999999999999999999 stands without quotes; put it between quotes, on one line")


KNOWN = "id, values, bytes, encode, decode, result, reject, permitted, requirements, witnesses, note"


@pytest.mark.parametrize(
    ("vectors", "expected"),
    [
        (
            VECTOR + "    colour: 1\n    size: 2\n",
            [
                f"10: vectors.colour: unknown key; known are {KNOWN}",
                f"11: vectors.size: unknown key; known are {KNOWN}",
            ],
        ),
        (
            '  - values: "41"\n    bytes: "41"\n',
            [
                "6: vectors: keys 'id', 'requirements' are missing; expected a mapping with id and "
                "requirements, "
                "and with values and bytes, or decode or encode and an outcome",
            ],
        ),
        (
            VECTOR + '    bytes: "42"\n    id: two\n',
            [
                "10: key 'bytes' is given twice, first in line 8; keep one",
                "11: key 'id' is given twice, first in line 6; keep one",
            ],
        ),
        (
            "  - one\n",
            [
                '6: vectors: "one" is not a mapping; expected a mapping with id and requirements, '
                "and with values and bytes, or decode or encode and an outcome",
            ],
        ),
        (
            VECTOR.replace("id: one", "id: One Two"),
            [
                '6: vectors.id: invalid value "One Two"; expected words of lower-case letters and digits with hyphens between',
            ],
        ),
        (
            VECTOR.replace("id: one", r'id: "one\n"'),
            [
                r'6: vectors.id: invalid value "one\n"; expected words of lower-case letters and digits '
                "with hyphens between",
            ],
        ),
        (
            VECTOR.replace("id: one", "id: check/one"),
            ["6: check/one: reports use this id for something else; choose another"],
        ),
        (
            VECTOR.replace("[toys/one-byte]", "toys/one-byte"),
            [
                '9: vectors.requirements: "toys/one-byte" is not a list; expected a list of the ids of the '
                "requirements that the vector serves",
            ],
        ),
    ],
)
def test_the_outline_of_a_vector_is_kept(told, vectors, expected):
    assert told({FILE: HEAD + vectors}) == [f"{FILE}:{line}" for line in expected]


@pytest.mark.parametrize(
    ("outcome", "has"),
    [
        ('result: "41"\n    reject: {}', "decode, result, reject"),
        ("note: none", "decode"),
        ('bytes: "41"', "decode, bytes"),
        ('encode: "41"\n    result: "41"', "decode, encode, result"),
    ],
)
def test_a_vector_has_one_operation_and_one_kind_of_outcome(told, outcome, has):
    spoilt = DECODE.replace('result: "41"', outcome)
    assert told({FILE: HEAD + spoilt}) == [f"{FILE}:6: one: has {has}; {FORMS}"]


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (
            "reject: {offset: -1}",
            "8: vectors.reject.offset: invalid value -1; expected the offset of a byte or the index of a value, 0 or more",
        ),
        ("reject: {offset: 2}", "8: one: offset: the input ends at 1; expected an offset in it"),
        ("reject: {offset: 99999999999999999}", "8: one: offset: the input ends at 1; expected an offset in it"),
        (
            "reject: {offset: 1.0}",
            '8: vectors.reject.offset: "1.0" is not a whole number; expected the offset of a byte or the '
            "index of "
            "a value, 0 or more",
        ),
        (
            "reject: {reason: bad}",
            '8: vectors.reject.reason: invalid value "bad"; expected one of truncated, overlong, bad-lead, bad-trail, '
            "too-long, out-of-range, surrogate, bad-length, bad-padding, parity, unassigned",
        ),
        ("reject:", "8: vectors.reject: an empty place is not a mapping; expected a mapping, {} or with offset and reason"),
        ('result: "4G"', "8: one: result: '4G' is not an upper-case hexadecimal number such as 1F469 or 7F{17}"),
        (
            'permitted: [{result: "41"}]',
            '8: vectors.permitted: invalid value [{"result": "41"}]; expected a list of two or more of result and reject',
        ),
        ("permitted: [{reject: {}}, {reject: {}}]", "8: vectors.permitted: two entries are the same; take one out"),
        (
            'permitted: [{result: "41", reject: {}}, {reject: {}}]',
            '8: vectors.permitted: invalid value {"result": "41", "reject": {}}; expected a mapping with '
            "one key, "
            "result or reject",
        ),
    ],
)
def test_outcomes_are_what_can_come(told, outcome, expected):
    assert told({FILE: HEAD + DECODE.replace('result: "41"', outcome)}) == [f"{FILE}:{expected}"]


@pytest.mark.parametrize(
    "witnesses",
    [
        "",
        'witnesses:\n  - derivation: "by hand"\n',
        'witnesses:\n  - derivation: "by hand"\n  - derivation: "by hand"\n',
    ],
)
def test_two_different_witnesses_are_needed(told, witnesses):
    line = 3 + witnesses.count("\n")
    message = "one: fewer than two witnesses; name two that were written apart"
    assert told({FILE: f"encodings: [toy]\n{witnesses}vectors:\n{VECTOR}"}) == [f"{FILE}:{line}: {message}"]


def test_a_witness_is_of_a_known_kind(told):
    spoilt = HEAD.replace("derivation", "hearsay") + VECTOR
    message = "witnesses.hearsay: unknown key; known are specification, third-party, derivation, confirms"
    assert told({FILE: spoilt}) == [f"{FILE}:4: {message}"]


@pytest.mark.parametrize("witness", ["{confirms: [1]}", '{specification: "Toy, 1", derivation: "by hand"}'])
def test_a_witness_is_of_one_kind(told, witness):
    (found,) = told({FILE: HEAD + VECTOR + f"    witnesses: [{witness}]\n"})
    assert found.startswith(f"{FILE}:10: vectors.witnesses: invalid value {{")
    assert found.endswith("expected a mapping with one of specification, third-party and derivation")


SILENCE = DECODE.replace('    result: "41"\n', '    permitted: [{result: "41"}, {reject: {}}]\n')


@pytest.mark.parametrize(
    ("witnesses", "expected"),
    [
        (("[1, 2]", "[1]"), []),
        (("[1, 2]", ""), ["the witness 'by hand' does not say which of the permitted outcomes it confirms; add confirms, "
                          "such as [1]"]),
        (("[3]", "[1]"), ["the witness 'Toy, 1' confirms more than the 2 outcomes that are permitted"]),
    ],
)  # fmt: skip
def test_a_witness_of_a_silence_names_its_outcome(told, witnesses, expected):
    stated = [f", confirms: {places}" if places else "" for places in witnesses]
    head = f"""encodings: [toy]
witnesses:
  - {{specification: "Toy, 1"{stated[0]}}}
  - {{derivation: "by hand"{stated[1]}}}
vectors:
"""
    assert told({FILE: head + SILENCE}) == [f"{FILE}:6: one: {each}" for each in expected]


@pytest.mark.parametrize("places", ["[]", "[0]", "[1, 1]", "1"])
def test_what_a_witness_confirms_is_a_list_of_places(told, places):
    (found,) = told({FILE: HEAD + SILENCE + f"    witnesses: [{{third-party: One, confirms: {places}}}]\n"})
    assert found.startswith(f"{FILE}:10: vectors.witnesses.confirms: ")


def test_a_witness_of_one_outcome_names_none(told):
    head = HEAD.replace('derivation: "by hand"', '{derivation: "by hand", confirms: [1]}')
    message = "the witness 'by hand' has confirms, which is for vectors with permitted; take it out"
    assert told({FILE: head + VECTOR}) == [f"{FILE}:6: one: {message}"]


def test_ids_are_unique_in_a_file(told):
    message = f"vector id toy/one/encode is there already, at {FILE}:6; ids are unique"
    assert told({FILE: HEAD + VECTOR + VECTOR}) == [f"{FILE}:10: {message}"]


def test_ids_are_unique_in_all_files(told):
    message = f"vector id toy/one/encode is there already, at {FILE}:6; ids are unique"
    assert told({FILE: HEAD + VECTOR, "vectors/b.yaml": HEAD + VECTOR}) == [f"vectors/b.yaml:6: {message}"]


def test_a_name_that_is_nearly_right_is_told(told):
    assert told({FILE: HEAD.replace("toy", "toyy") + VECTOR.replace("one-byte", "one-bite")}) == [
        f"{FILE}:1: unknown encoding 'toyy'; did you mean toy?",
        f"{FILE}:9: one: unknown requirement 'toys/one-bite'; did you mean toys/one-byte?",
    ]


def test_a_name_that_is_none_is_told_with_where_they_stand(told):
    assert told({FILE: HEAD.replace("toy", "zzzzz") + VECTOR.replace("toys/one-byte", "zzzzz")}) == [
        f"{FILE}:1: unknown encoding 'zzzzz'; the folders' encodings.yaml name them",
        f"{FILE}:9: one: unknown requirement 'zzzzz'; the folders' requirements.yaml name them",
    ]


def test_a_requirement_binds_the_encodings_of_a_vector_that_names_it(told):
    message = "one: requirement toys/one-byte does not bind game, only toy"
    assert told({FILE: HEAD.replace("[toy]", "[toy, game]") + VECTOR}) == [f"{FILE}:9: {message}"]


def test_all_faults_are_told_at_once(told):
    """Those of the outline, the notation, the references and the ids; each vector has another."""
    vectors = [
        VECTOR,
        VECTOR.replace("one\n", "two\n").replace('bytes: "41"', "bytes: 80").replace('"41"', '"zz"'),
        VECTOR.replace("one\n", "three\n").replace("one-byte", "none"),
        VECTOR + "    colour: red\n",
        VECTOR,
        DECODE.replace("one\n", "four\n").replace('result: "41"', 'result: "x"'),
        VECTOR.replace("one\n", "five\n") + "    id: six\n",
    ]
    assert [line.split(": ")[0] for line in told({FILE: HEAD + "".join(vectors)})] == [
        f"{FILE}:{line}" for line in (11, 12, 17, 22, 23, 29, 35)
    ]


def test_a_fault_in_the_definitions_brings_no_others_along(told):
    """The vectors' references to what could not be read are not followed; their own faults are told still."""
    files = {
        "requirements.yaml": "requirements:\n  - id: toys/one-byte\n",
        FILE: HEAD + VECTOR + VECTOR.replace("one\n", "two\n").replace('bytes: "41"', "bytes: 80"),
    }
    assert told(files) == [
        "requirements.yaml:2: requirements: keys 'section', 'text' are missing; expected a mapping with id, section and text",
        f'{FILE}:12: vectors.bytes: 80 stands without quotes; write "80"',
    ]
