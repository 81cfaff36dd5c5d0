"""Unicode::UTF8's plug-in, compared with the warnings that the module gives if no function is called for a fault."""

import re
import subprocess

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("perl-unicode-utf8")


def test_results_and_where_faults_are(talk, numbered):
    expected = {
        "decode utf-8 -": "ok -",
        "encode utf-8 -": "ok -",
        "decode utf-8 41F09F91A9": "ok 41,1F469",
        "encode utf-8 41,1F469": "ok 41F09F91A9",
        "encode utf-8 41,42,D800": "reject 2",
        "encode utf-8 7FFFFFFFFFFFFFFF": "reject 0",
        "encode utf-8 8000000000000000": "unsupported",
        "encode utf-8 FDD0": "reject 0",
        "decode utf-8 41EFBFBE": "reject 1",
    }
    assert numbered(talk, expected) == expected


DATA = ["41C3A9", "EDA080", "41F4908080", "80", "C0AF", "C3A9E282", "41E28241", "EFBFBF", "F8"]


@pytest.mark.parametrize("data", DATA)
def test_a_rejection_is_where_the_first_warning_is(talk, data):
    program = "use warnings; use Unicode::UTF8; Unicode::UTF8::decode_utf8(pack 'H*', shift)"
    warned = subprocess.run(["perl", "-e", program, data], capture_output=True, encoding="ascii", check=True).stderr
    positions = re.findall(r"in position (\d+)", warned)
    (reply,) = talk([f"1 decode utf-8 {data}"])
    assert reply.startswith(f"1 reject {positions[0]} " if positions else "1 ok ")
