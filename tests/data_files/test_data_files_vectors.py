"""Every fault of a file of vectors, in one line with its place and what is expected."""

import pytest
from toys import DECODE, HEAD, VECTOR

FILE = "vectors/a.yaml"
FORMS = "a vector has values and bytes; or decode or encode, with one of result, reject and permitted"


def test_a_file_without_faults_is_read(faults):
    assert faults({FILE: HEAD + VECTOR}) == []


@pytest.mark.parametrize("scalar", ["80", "0010", "NO", "1e5", "0x10", "80 81", "2001-01-01", "-5", "~0"])
@pytest.mark.parametrize(("vector", "key", "line"), [(VECTOR, "bytes", 8), (VECTOR, "values", 7), (DECODE, "result", 8)])
def test_bytes_and_values_are_quoted(faults, vector, key, line, scalar):
    unquoted = vector.replace(f'{key}: "41"', f"{key}: {scalar}")
    message = f'vectors.{key}: {scalar} is without quotes; write "{scalar}"'
    assert faults({FILE: HEAD + unquoted}) == [f"{FILE}:{line}: {message}"]


NUMBER = "is not an upper-case hexadecimal number such as 1F469 or 7F{17}"


@pytest.mark.parametrize(
    ("key", "text", "message"),
    [
        ("bytes", r"4\n", r"'4\n' is not a byte: expected two upper-case hexadecimal digits such as 0A"),
        ("bytes", "AA*9999999", "the sequence is longer than 4194304 bytes or digits"),
        ("values", "U+0041", f"'U+0041' {NUMBER}"),
        ("values", "F{9999999}", "'F{9999999}' has more than 4194304 digits"),
        ("values", "F{99999999999999}", f"'F{{99999999999999}}' {NUMBER}"),
    ],
)
def test_faults_of_the_notation_have_their_line(faults, key, text, message):
    line = {"values": 7, "bytes": 8}[key]
    spoilt = VECTOR.replace(f'{key}: "41"', f'{key}: "{text}"')
    assert faults({FILE: HEAD + spoilt}) == [f"{FILE}:{line}: vectors.{key}: {message}"]


def test_a_number_of_5000_digits_is_no_trouble(faults):
    digits = "9" * 5000
    assert faults({FILE: HEAD + VECTOR.replace('values: "41"', f'values: "{digits}"')}) == []
    (unquoted,) = faults({FILE: HEAD + VECTOR.replace('bytes: "41"', f"bytes: {digits}")})
    assert unquoted.endswith("99…99999999999999999999999999999 is without quotes; put it between quotes, on one line")


KNOWN = "id, values, bytes, encode, decode, result, reject, permitted, requirements, witnesses, note"
WHOLE = "expected a mapping with id and requirements, and with values and bytes, or decode or encode and an outcome"


@pytest.mark.parametrize(
    ("vectors", "expected"),
    [
        (VECTOR + "    colour: 1\n", f"10: vectors.colour: unknown key; known are {KNOWN}"),
        ('  - values: "41"\n    bytes: "41"\n', f"6: vectors: keys 'id', 'requirements' are missing; {WHOLE}"),
        (VECTOR + '    bytes: "42"\n', "10: key 'bytes' is given twice, first in line 8; keep one"),
        ("  - one\n", f'6: vectors: "one" is not a mapping; {WHOLE}'),
        (
            VECTOR.replace("id: one", r'id: "one\n"'),
            r'6: vectors.id: invalid value "one\n"; expected words of lower-case letters and digits with hyphens between',
        ),
        (VECTOR.replace("id: one", "id: check/one"), "6: check/one: reports use this id for something else; choose another"),
        (
            VECTOR.replace("[toys/one-byte]", "toys/one-byte"),
            '9: vectors.requirements: "toys/one-byte" is not a list; expected a list of the ids of the '
            "requirements that the vector serves",
        ),
    ],
)
def test_the_outline_of_a_vector_is_kept(faults, vectors, expected):
    assert faults({FILE: HEAD + vectors}) == [f"{FILE}:{expected}"]


@pytest.mark.parametrize(
    ("outcome", "has"),
    [
        ('result: "41"\n    reject: {}', "decode, result, reject"),
        ("note: none", "decode"),
        ('bytes: "41"', "decode, bytes"),
        ('encode: "41"\n    result: "41"', "decode, encode, result"),
    ],
)
def test_a_vector_has_one_operation_and_one_kind_of_outcome(faults, outcome, has):
    spoilt = DECODE.replace('result: "41"', outcome)
    assert faults({FILE: HEAD + spoilt}) == [f"{FILE}:6: one: has {has}; {FORMS}"]


OFFSET = "expected the offset of a byte or the index of a value, 0 or more"


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        ("reject: {offset: -1}", f"vectors.reject.offset: invalid value -1; {OFFSET}"),
        ("reject: {offset: 2}", "one: offset: the input ends at 1; expected an offset in it"),
        ("reject: {offset: 1.0}", f'vectors.reject.offset: "1.0" is not a whole number; {OFFSET}'),
        (
            "reject: {reason: bad}",
            'vectors.reject.reason: invalid value "bad"; expected one of truncated, overlong, bad-lead, bad-trail, '
            "too-long, out-of-range, surrogate, bad-length, bad-padding, parity, unassigned",
        ),
        ("reject:", "vectors.reject: an empty value is not a mapping; expected a mapping, {} or with offset and reason"),
        ('result: "4G"', "one: result: '4G' is not an upper-case hexadecimal number such as 1F469 or 7F{17}"),
        (
            'permitted: [{result: "41"}]',
            'vectors.permitted: invalid value [{"result": "41"}]; expected a list of two or more of result and reject',
        ),
        ("permitted: [{reject: {}}, {reject: {}}]", "vectors.permitted: two entries are the same; take one out"),
        (
            'permitted: [{result: "41", reject: {}}, {reject: {}}]',
            'vectors.permitted: invalid value {"result": "41", "reject": {}}; expected a mapping with one key, result or reject',
        ),
    ],
)
def test_an_outcome_is_a_result_or_a_rejection_of_the_input(faults, outcome, expected):
    assert faults({FILE: HEAD + DECODE.replace('result: "41"', outcome)}) == [f"{FILE}:8: {expected}"]


@pytest.mark.parametrize("witnesses", ["", 'witnesses:\n  - derivation: "by hand"\n  - derivation: "by hand"\n'])
def test_two_different_witnesses_are_needed(faults, witnesses):
    line = 3 + witnesses.count("\n")
    message = "one: fewer than two witnesses; name two that were written apart"
    assert faults({FILE: f"encodings: [toy]\n{witnesses}vectors:\n{VECTOR}"}) == [f"{FILE}:{line}: {message}"]


def test_a_witness_is_of_a_known_kind(faults):
    spoilt = HEAD.replace("derivation", "hearsay") + VECTOR
    message = "witnesses.hearsay: unknown key; known are specification, third-party, derivation, confirms"
    assert faults({FILE: spoilt}) == [f"{FILE}:4: {message}"]


def test_a_witness_is_of_one_kind(faults):
    (found,) = faults({FILE: HEAD + VECTOR + '    witnesses: [{specification: "Toy, 1", derivation: "by hand"}]\n'})
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
def test_a_witness_of_a_silence_names_its_outcome(faults, witnesses, expected):
    stated = [f", confirms: {places}" if places else "" for places in witnesses]
    head = f"""encodings: [toy]
witnesses:
  - {{specification: "Toy, 1"{stated[0]}}}
  - {{derivation: "by hand"{stated[1]}}}
vectors:
"""
    assert faults({FILE: head + SILENCE}) == [f"{FILE}:6: one: {each}" for each in expected]


@pytest.mark.parametrize("places", ["[]", "[0]", "[1, 1]", "1"])
def test_a_witness_confirms_a_list_of_numbers_of_outcomes(faults, places):
    (found,) = faults({FILE: HEAD + SILENCE + f"    witnesses: [{{third-party: One, confirms: {places}}}]\n"})
    assert found.startswith(f"{FILE}:10: vectors.witnesses.confirms: ")


def test_a_witness_of_one_outcome_names_none(faults):
    head = HEAD.replace('derivation: "by hand"', '{derivation: "by hand", confirms: [1]}')
    message = "the witness 'by hand' has confirms, which is for vectors with permitted; take it out"
    assert faults({FILE: head + VECTOR}) == [f"{FILE}:6: one: {message}"]


@pytest.mark.parametrize("second, place", [(FILE, f"{FILE}:10"), ("vectors/b.yaml", "vectors/b.yaml:6")])
def test_ids_are_unique_in_all_files(faults, second, place):
    files = {FILE: HEAD + VECTOR * 2} if second == FILE else {FILE: HEAD + VECTOR, second: HEAD + VECTOR}
    assert faults(files) == [f"{place}: vector id toy/one/encode is already used at {FILE}:6; ids are unique"]


@pytest.mark.parametrize(
    ("encoding", "requirement", "encoding_hint", "requirement_hint"),
    [
        ("toyy", "toys/one-bite", "did you mean toy?", "did you mean toys/one-byte?"),
        ("zzzzz", "zzzzz", "the folders' encodings.yaml name them", "the folders' requirements.yaml name them"),
    ],
)
def test_an_unknown_name_is_reported_with_the_nearest_one(faults, encoding, requirement, encoding_hint, requirement_hint):
    assert faults({FILE: HEAD.replace("toy", encoding) + VECTOR.replace("toys/one-byte", requirement)}) == [
        f"{FILE}:1: unknown encoding {encoding!r}; {encoding_hint}",
        f"{FILE}:9: one: unknown requirement {requirement!r}; {requirement_hint}",
    ]


def test_a_requirement_binds_the_encodings_of_a_vector_that_names_it(faults):
    message = "one: requirement toys/one-byte applies to toy, not to game"
    assert faults({FILE: HEAD.replace("[toy]", "[toy, game]") + VECTOR}) == [f"{FILE}:9: {message}"]


def test_all_faults_are_reported_at_once(faults):
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
    assert [line.split(": ")[0] for line in faults({FILE: HEAD + "".join(vectors)})] == [
        f"{FILE}:{line}" for line in (11, 12, 17, 22, 23, 29, 35)
    ]


def test_a_fault_in_the_definitions_brings_no_others_along(faults):
    """The vectors' references to what could not be read are not followed; their own faults are still reported."""
    files = {
        "requirements.yaml": "requirements:\n  - id: toys/one-byte\n",
        FILE: HEAD + VECTOR + VECTOR.replace("one\n", "two\n").replace('bytes: "41"', "bytes: 80"),
    }
    assert faults(files) == [
        "requirements.yaml:2: requirements: keys 'section', 'text' are missing; expected a mapping with id, section and text",
        f'{FILE}:12: vectors.bytes: 80 is without quotes; write "80"',
    ]
