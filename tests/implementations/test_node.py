"""The plug-ins of Node.js, TextDecoder's and Buffer's, spoken to by hand (docs/protocol.md)."""

import subprocess

import pytest

from encoding_conformance.data_folders import IMPLEMENTATIONS


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("node")


@pytest.fixture(scope="module")
def talk_to_buffer(plugin):
    return plugin("node-buffer")


COUNTING = "globalThis.TextDecoder = class { calls = 0; decode() { return String(++this.calls); } };"


def test_one_text_decoder_is_kept_for_all_requests(plugin, tmp_path):
    preloaded = tmp_path / "counting.js"
    preloaded.write_text(COUNTING, encoding="utf-8")
    talk = plugin("node", "node", "--require", str(preloaded), "plugin.js")
    requests = ["0 decode utf-8 41", "1 decode utf-8 41/42", "2 decode utf-16-le -"]
    assert talk(requests) == ["0 ok 31", "1 ok 32,33", "2 ok 31"]


# The Encoding Standard, 7.1 and 7.4: fatal throws, a stream joins its pieces, and an encoder's text has no surrogates
def test_the_text_decoder_and_encoder(talk, numbered):
    expected = {
        "decode utf-8 41F09F91A9": "ok 41,1F469",
        "decode utf-8 F0/9F91/A9": "ok 1F469",
        "decode utf-8 /41//": "ok 41",
        "decode utf-8 EFBBBF41": "ok FEFF,41",
        "decode utf-8 F09F91": "reject -",
        "decode utf-8 F0/41": "reject -",
        "decode utf-16-be D83DDC69": "ok 1F469",
        "decode utf-16-le 00D8": "reject -",
        "decode iso-8859-7 A4": "ok 20AC",
        "decode iso-8859-8 FF": "reject -",
        "decode iso-8859-9 80": "ok 20AC",
        "decode iso-8859-11 C1": "ok E21",
        "encode utf-8 41,1F469,10FFFF": "ok 41F09F91A9F48FBFBF",
        "encode utf-8 DC69,D83D": "ok EFBFBDEFBFBD",
        "encode utf-8 -": "ok -",
        "decode utf-8 -": "ok -",
        "encode iso-8859-2 41": "unsupported",
    }
    assert numbered(talk, expected) == expected


# Each as `node -p` shows it of Buffer.from(text, encoding) and buffer.toString(encoding)
def test_the_buffer_hides_every_fault(talk_to_buffer, numbered):
    expected = {
        "decode utf-8 41F09F9142": "ok 41,FFFD,42",
        "encode utf-8 D800": "ok EFBFBD",
        "decode utf-16-le 4100D8": "ok 41",
        "decode utf-16-le 00D84100": "ok D800,41",
        "decode utf-8 F0/9F91/A9": "ok 1F469",
        "decode utf-8 F0/9F91": "ok FFFD",
        "decode utf-16-le 41/003D/D869DC": "ok 41,1F469",
        "encode utf-16-le D800": "ok 00D8",
        "decode ascii C1": "ok 41",
        "encode ascii E9": "ok E9",
        "encode iso-8859-1 20AC,1F469": "ok AC3D69",
    }
    assert numbered(talk_to_buffer, expected) == expected


def test_what_the_library_cannot_hold_is_unsupported(talk, numbered):
    requests = ["encode utf-8 110000", f"encode utf-8 {'F' * 400}", "encode utf-8 D83D,DC69"]
    assert set(numbered(talk, requests).values()) == {"unsupported"}


# A codec that fails in each of the ways: to reject is its library's word, and all else that it throws is a crash.
WAYS_TO_FAIL = """
const { serve, Unsupported } = require("./protocol.js");
const faults = { 1: new RangeError("ill-formed\\n"), 2: new Unsupported("too large"), 3: new TypeError("a mistake") };
const encode = ([value]) => { throw faults[value]; };
serve({ codecs: { kim: { encode } }, rejects: (error) => error === faults[1], chunks: false });
"""


@pytest.mark.usefixtures("talk")
def test_only_what_the_library_says_of_its_input_is_a_rejection():
    def ask(value):
        return subprocess.run(
            ["node", "-e", WAYS_TO_FAIL],
            check=False,
            cwd=IMPLEMENTATIONS / "protocol" / "javascript",
            input=f"7 encode kim {value}\n",
            capture_output=True,
            text=True,
        )

    assert ask(1).stdout == "7 reject - ill-formed?\n"
    assert ask(2).stdout == "7 unsupported too large\n"
    crash = ask(3)
    assert crash.returncode != 0 and crash.stdout == "" and "a mistake" in crash.stderr
